"""Measure how much a room's learned policy loses under house rules that it was not learned under.

    python bench/policy_rules.py [GAME ...] [--only RULE ... --batches 150 --matches 1000]

The policy that plays hands out (`policy.json`) is learned under one setting of the house rules and used under all. For every
other setting of a rule that changes how a hand is played a policy is learned again (`parlour train GAME --set RULE=VALUE`), and
plays matches against the house's under that rule: in every other seat, each match in both seatings. No search takes part, so a
setting takes a quarter of a minute. The first row of a game is learned again under the usual rules: the noise of learning.

What was measured is kept in bench/policy_rules.json, and the table is written into docs/findings/policies.md.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pages

import parlour
from parlour.bots.arena import margin
from parlour.bots.base import workspace_for
from parlour.bots.rollouts import AT_HAND, Floats, begin_next, usual
from parlour.bots.training import train
from parlour.engine.dispatch import choices, play
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room, room
from parlour.engine.steps import step
from parlour.kit import NOBODY, rule

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "policy_rules.json", HERE.parent / "docs" / "findings" / "policies.md"
BEGIN, END = "<!-- written by bench/policy_rules.py -->", "<!-- to here, by bench/policy_rules.py -->"
GAMES = ("botifarra", "cassino", "cucumber", "oh_hell", "polignac", "porrazo", "schafkopf", "schnapsen", "scopa", "solo")
"""The games whose hands are played out by a learned policy. At Spades and Toepen the author wrote it."""
LENGTH = (
    "target",
    "target_vp",
    "max_hands",
    "hands",
    "deals",
    "limit",
    "color",
    "sequence",
    "tie_break",
    "show_points",
    "show_jacks",
)
"""House rules that leave a hand as it is."""
USUAL = "-"
SEED = 46


@rule
def play_matches(run, one, other, first, seed, begun, gains, payoffs):  # type: ignore[no-untyped-def]
    """Play matches between two policies: `one` has the seats first, first + 2 ... Write what it gains on the other in each, for
    each hand and seat in points of score, and for the match."""
    t = run[AT_HAND]
    for k in range(len(gains)):
        begin_next(run, seed, begun + k)
        while not t.over:
            if t.turn == NOBODY:
                step(t, seed, begun + k)
            else:
                work = one if t.turn % 2 == first else other
                play(t, usual(t, work.menu, choices(t, work.menu), work))
        ours = theirs = won = lost = 0.0
        seats = 0
        for p in range(t.seats):
            gain = float(-t.score[p] if one.low[0] else t.score[p])
            if p % 2 == first:
                ours += gain
                won += t.payoff[p]
                seats += 1
            else:
                theirs += gain
                lost += t.payoff[p]
        gains[k] = (ours / seats - theirs / (t.seats - seats)) / t.hand_number
        payoffs[k] = won / seats - lost / (t.seats - seats)


def settings(table: Room, only: Sequence[str] = ()) -> Iterator[dict[str, int | bool | str]]:
    """Yield the house rules to measure: the usual ones, and every other value of each rule, or of `only` these; of long ranges
    the ends."""
    yield {}
    for name, option in table.Table.options.items():
        if name in LENGTH or (only and name not in only):
            continue
        codes = option.codes if len(option.codes) <= 4 else (option.codes[0], option.codes[-1])
        usual_code = parlour.game(table.name).options[name]
        for value in (option.write(code) for code in codes):
            if value != usual_code:
                yield {name: value}


@dataclass
class Found:
    """The results under a setting, of each match in both seatings: points of score for each hand and seat, and payoff."""

    points: list[float]
    payoff: list[float]


def compare(game: Game, weights: Floats, matches: int) -> Found:
    """Return what a policy gains on the house's under the rules of a game."""
    one, other = workspace_for(game, weights), workspace_for(game)
    gains, payoffs = np.zeros((2, matches)), np.zeros((2, matches))
    for first in range(2):
        play_matches(game.blank(2), one, other, first, SEED, 0, gains[first], payoffs[first])
    return Found(*([round(float(value), 4) for value in both.mean(axis=0)] for both in (gains, payoffs)))


def measure(name: str, only: Sequence[str], batches: int, matches: int) -> Iterator[tuple[str, Found]]:
    """Measure a game, setting by setting."""
    for house in settings(room(name), only):
        label = ", ".join(f"{rule_name} = {value}" for rule_name, value in house.items()) or USUAL
        try:
            game = parlour.game(name, **house)
        except BadInput:
            continue  # a rule that only holds with another
        yield label, compare(game, train(game, batches, seed=SEED), matches)


@dataclass
class Row:
    """A setting's results in short."""

    points: float
    points_margin: float
    payoff: float
    payoff_margin: float

    @classmethod
    def of(cls, found: Found) -> Row:
        """Return the means with half their 95 % intervals."""
        figures = (f(values) for values in (found.points, found.payoff) for f in (statistics.fmean, margin))
        return cls(*(round(figure, 5) for figure in figures))

    def cells(self) -> list[str]:
        """Return both as cells, bold if the interval excludes zero."""
        pairs = ((self.points, self.points_margin), (self.payoff, self.payoff_margin))
        texts = [f"{mean:+.3f} ± {half:.3f}" for mean, half in pairs]
        return [f"**{text}**" if abs(mean) > half else text for text, (mean, half) in zip(texts, pairs, strict=True)]


def keep(kept: dict[str, dict[str, Row]]) -> None:
    """Write down what was measured, and the table into the page."""
    plain = {name: {label: asdict(row) for label, row in found.items()} for name, found in sorted(kept.items())}
    KEPT.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    rows = [["game", "house rule", "learned under it gains, points per hand", "payoff of a match"]]
    for name, found in sorted(kept.items()):
        rows += [[room(name).title, label, *row.cells()] for label, row in found.items()]
    pages.put(PAGE, BEGIN, END, pages.as_table(rows))


def main() -> None:
    """Measure what is not measured yet."""
    parser = argparse.ArgumentParser(description="Policies under house rules that they were not learned under.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--only", nargs="+", default=(), metavar="RULE", help="house rules (all that change a hand)")
    parser.add_argument("--batches", type=int, default=150, help="of learning (150)")
    parser.add_argument("--matches", type=int, default=1000, help="in both seatings (1000)")
    given = parser.parse_args()
    for name in given.games:
        for label, found in measure(name, given.only, given.batches, given.matches):
            row = Row.of(found)
            print(name, label, *row.cells(), flush=True)
            kept = pages.read_kept(KEPT, Row)
            kept.setdefault(name, {})[label] = row
            keep(kept)


if __name__ == "__main__":
    main()
