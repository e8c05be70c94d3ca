"""Players of trick games from chance to one that sees all cards, and where `search` stands between them.

    python bench/outsiders.py [GAME ...] [--thought 10 100 --seconds 300 --deals 512 --more]

Every player plays the same deals in the same seats (one seat, or both of a side; they change from deal to deal) among others who
are all `fair`: `chance`, `rules` (the policy of the rollouts, without any search), Pimc and Epimc (`pimc.py`), `search`, and
`open`, which is `search` with all cards in sight. No fair player can know as much, but it shares the faults of the search, so it
is not a bound in the strict sense.

Those that think have the same processor time for a choice, on average: after each deal the thought of the next is set by what all
before it took. A result is the gain of a hand against the mean of the other sides, in points of score, with a 95 % interval over
deals; differences are of the same deals. All deals are kept in bench/outsiders.json, and the tables are written into
docs/strength.md.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pages
from by_policy import ByPolicy
from pimc import Epimc, Pimc

import parlour
from parlour import bots
from parlour.bots.arena import hand_gains, margin, note_hand_end, play_whole, sides
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.view import View
from parlour.kit import NOBODY

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "outsiders.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/outsiders.py -->", "<!-- to here, by bench/outsiders.py -->"
GAMES = ("botifarra", "bura", "cucumber", "oh_hell", "polignac", "schafkopf", "schnapsen", "solo", "spades")
"""The trick games that no strategy of nerve plays."""
THOUGHT = (10.0, 100.0)
"""Milliseconds of processor time for a choice, on average."""
LONG = 30.0
"""Milliseconds from which PIMC plays the last three cards of several hands exactly, otherwise two: with less time more deals
bring it more (Spades, 10 ms: 74 deals to 9; with four cards it is left with one deal and loses 39 ± 25 points). Of two hands
always three (Schnapsen, 10 ms: five lose 0.28 ± 0.37)."""
SEED, WARM_UP = 46, 45
"""Of the deals that count, and of those before."""
LEAST_DEALS = 8
COLUMNS = {"chance": "chance", "rules": "rules", "pimc": "PIMC", "epimc": "EPIMC", "search": "`search`", "open": "sees all"}


@dataclass
class Player:
    """A player, and as much thought as takes it a given time for a choice.

    bot: who plays, a frozen dataclass. amount: the name of the option that says how much it thinks, none if it does not. goal:
    seconds of the processor for a choice. sees_all: whether it is shown all cards.
    """

    bot: Any
    amount: str = ""
    goal: float = 0.0
    sees_all: bool = False
    seconds: float = field(default=0.0, init=False)
    choices: int = field(default=0, init=False)
    thought: float = field(default=0.0, init=False)
    """The sum of the amounts of all choices."""

    def choose(self, match: Match, seat: int) -> list[int]:
        """Return its choice at a match."""
        view = View(match.game, seat, match.table_for(seat)) if self.sees_all else match.view(seat, memory=True)
        return self.timed(partial(self.bot.choose, view), len(match.codes(seat)) > 1)

    def timed(self, choose: Callable[[], list[int]], counts: bool) -> list[int]:
        """Return what it chooses. counts: whether its time does, because there is more than one choice."""
        began = time.thread_time()
        codes = choose()
        if counts:
            self.seconds += time.thread_time() - began
            self.choices += 1
            self.thought += getattr(self.bot, self.amount) if self.amount else 0
        return codes

    def keep_pace(self) -> None:
        """Set its thought by the time that it has taken so far."""
        if self.amount and self.seconds:
            self.bot = replace(self.bot, **{self.amount: max(round(self.goal * self.thought / self.seconds), 1)})

    def taken(self) -> tuple[float, int, float]:
        """Return the milliseconds of all choices so far, how many these were, and the sum of the amounts of thought."""
        return 1000 * self.seconds, self.choices, self.thought

    def forget(self) -> None:
        """Count its time from now on."""
        self.seconds, self.choices, self.thought = 0.0, 0, 0.0


def players(game: Game, milliseconds: float) -> dict[str, Player]:
    """Return the players of a game by name, with this processor time for a choice."""
    goal = milliseconds / 1000
    cards = 2 if game.seats > 2 and milliseconds < LONG else 3
    return {
        "chance": Player(bots.make("chance:seed=1")),
        "rules": Player(ByPolicy(seed=1)),
        "pimc": Player(Pimc(seed=1, deals=2, cards=cards), "deals", goal),
        "epimc": Player(Epimc(seed=1, deals=2, cards=cards), "deals", goal),
        "search": Player(bots.make("search:seed=1,iterations=500"), "iterations", goal),
        "open": Player(bots.make("search:seed=1,iterations=500"), "iterations", goal, sees_all=True),
    }


def play_hand(game: Game, seated: Sequence[Player], seed: int, deal: int) -> list[float]:
    """Play the first hand of a match; return the gain of each seat against the mean of the other sides."""
    match, ended = game.start(seed=seed, number=deal), list[list[int]]()
    match.watchers.append(lambda step: note_hand_end(step, game.seats, ended))
    while match.turn != NOBODY and not ended:
        seat = match.turn
        play_whole(match, seat, seated[seat].choose(match, seat))
    return hand_gains(game, match.row, ended[0] if ended else match.score)


def play_for(game: Game, player: Player, other: Player, seed: int, deal: int) -> float:
    """Return what a player gains in a hand among others; it has the seats of one side, of another in the next deal."""
    side = sides(game)
    mine = side[deal % game.seats]
    gains = play_hand(game, [player if each == mine else other for each in side], seed, deal)
    return statistics.fmean(gain for gain, each in zip(gains, side, strict=True) if each == mine)


@dataclass
class Found:
    """The results at a game with one thought. gains: by player, of each deal. spent: by player the milliseconds of the processor
    for all choices, and how many these were."""

    gains: dict[str, list[float]]
    spent: dict[str, tuple[float, int]]

    @property
    def deals(self) -> int:
        """Number of deals."""
        return min(map(len, self.gains.values()))

    def add(self, name: str, gain: float, seconds: float, choices: int) -> None:
        """Add a deal of a player, and what it took for its choices."""
        self.gains[name].append(round(gain, 4))
        spent, before = self.spent[name]
        self.spent[name] = round(spent + 1000 * seconds, 3), before + choices

    def ahead(self, name: str, other: str = "") -> list[float]:
        """Return by deal the gain of a player, or how much larger it is than that of another."""
        others = self.gains[other] if other else [0.0] * self.deals
        return [a - b for a, b in zip(self.gains[name], others, strict=True)]

    def share(self) -> tuple[float, float]:
        """Return the share of the way from chance to all cards in sight that `search` has gone, and half its 95 % interval."""
        ours, whole = self.ahead("search", "chance"), self.ahead("open", "chance")
        length = statistics.fmean(whole)
        share = statistics.fmean(ours) / length
        return share, margin([(a - share * b) / length for a, b in zip(ours, whole, strict=True)])


def measure(name: str, milliseconds: float, past: Found | None) -> Iterator[Found]:
    """Play deals with all players in turn, without end; yield the results after each. past: those to go on from."""
    game = parlour.game(name)
    everybody, fair = players(game, milliseconds), Player(bots.make("fair:seed=1"))
    for player in everybody.values():
        player.bot.prepare(game)
        for deal in range(2):
            player.forget()  # the first hand compiles what is not compiled yet
            play_for(game, player, fair, WARM_UP, deal)
        player.keep_pace()
    found = past or Found({each: [] for each in everybody}, dict.fromkeys(everybody, (0.0, 0)))
    while True:
        deal = found.deals
        for each, player in everybody.items():
            seconds, choices = player.seconds, player.choices
            gain = play_for(game, player, fair, SEED, deal)
            found.add(each, gain, player.seconds - seconds, player.choices - choices)
            player.keep_pace()
        yield found


def keep(kept: dict[str, dict[str, Found]]) -> None:
    """Write down what was measured, and the tables into the page."""
    plain = {name: {thought: asdict(found) for thought, found in by_thought.items()} for name, by_thought in sorted(kept.items())}
    KEPT.write_text(as_json(plain), encoding="utf-8")
    pages.put(PAGE, BEGIN, END, tables(kept))


def as_json(plain: object) -> str:
    """Return results as JSON in which a list is one line."""
    text = json.dumps(plain, indent=1)
    return re.sub(r"\[[^][]*\]", lambda numbers: " ".join(numbers[0].split()), text) + "\n"


def tables(kept: dict[str, dict[str, Found]]) -> str:
    """Return a table for each thought: the players, how far `search` is ahead of the others, and the time that they took."""
    parts = []
    for thought in sorted({thought for found in kept.values() for thought in found}, key=float):
        rows = [["game", "deals", *COLUMNS.values(), "ahead of PIMC", "ahead of EPIMC", "of the way", "ms"]]
        rows += [row(name, found[thought]) for name, found in sorted(kept.items()) if thought in found]
        parts.append(f"With {thought} ms:\n\n{pages.as_table(rows)}")
    return "\n\n".join(parts)


def row(name: str, found: Found) -> list[str]:
    """Return the row of a game."""
    gains = [cell(found.ahead(each)) for each in COLUMNS]
    ahead = [cell(found.ahead("search", each), bold=True) for each in ("pimc", "epimc")]
    share, half = found.share()
    times = [f"{found.spent[each][0] / max(found.spent[each][1], 1):.3g}" for each in COLUMNS if each not in ("chance", "rules")]
    return [parlour.game(name).room.title, str(found.deals), *gains, *ahead, f"{share:.0%} ± {half:.0%}", ", ".join(times)]


def cell(gains: Sequence[float], bold: bool = False) -> str:
    """Return a mean with its 95 % interval. bold: if the interval excludes zero."""
    mean, half = statistics.fmean(gains), margin(gains)
    text = f"{mean:+.2f} ± {half:.2f}"
    return f"**{text}**" if bold and abs(mean) > half else text


def run(name: str, milliseconds: float, seconds: float, deals: int, more: bool) -> None:
    """Measure a game for some seconds, or up to some deals, and write it down now and then. more: go on with further deals if
    there is a result."""
    thought = f"{milliseconds:g}"
    past = pages.read_kept(KEPT, Found).get(name, {}).get(thought)
    if past and not more:
        return
    began = math.inf
    for found in measure(name, milliseconds, past):
        began = min(began, time.perf_counter())  # the time after the first deal: before it all is compiled
        last = found.deals >= deals or (found.deals >= LEAST_DEALS and time.perf_counter() - began > seconds)
        if last or found.deals % LEAST_DEALS == 0:
            kept = pages.read_kept(KEPT, Found)  # a run beside this one may have written meanwhile
            kept.setdefault(name, {})[thought] = found
            keep(kept)
        if last:
            print(f"{name:<10} {thought:>4} ms " + " | ".join(row(name, found)[1:]), flush=True)
            return


def main() -> None:
    """Measure what is not measured yet."""
    parser = argparse.ArgumentParser(description="Players of trick games, from chance to one that sees all cards.")
    parser.add_argument("games", nargs="*", default=GAMES, help="(the trick games without a strategy of nerve)")
    parser.add_argument(
        "--thought", nargs="+", default=THOUGHT, type=float, metavar="MS", help="milliseconds for a choice (10 100)"
    )
    parser.add_argument("--seconds", type=float, default=300.0, help="for a game and a thought (300)")
    parser.add_argument("--deals", type=int, default=512, help="the most (512)")
    parser.add_argument("--more", action="store_true", help="go on with further deals if there is a result")
    given = parser.parse_args()
    for milliseconds in given.thought:
        for name in given.games:
            run(name, milliseconds, given.seconds, given.deals, given.more)


if __name__ == "__main__":
    main()
