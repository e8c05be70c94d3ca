"""How what was found on sampled deals is merged at the root: by means on common deals, or by how often the trees tried a choice.

    python bench/merging.py schnapsen bura [--thought 10 --seconds 120]

`search` tries every choice on the same deals and takes the best mean; if the deals cannot decide, the policy does. Two others
let an upper confidence bound choose at the root, one choice for each deal: `ByVisits` takes the choice tried most, as trees
usually do, `ByMeans` the best mean of those tried at least half as often. All have equal processor time for a choice. Points of
score that a hand gains, against the mean of the other sides; each deal in both seatings.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from typing import ClassVar

from outsiders import SEED, WARM_UP, Player, cell, play_hand

import parlour
from parlour import bots
from parlour.bots.arena import seatings
from parlour.bots.race import Chain, Leaning
from parlour.bots.search import Search, _Hunt
from parlour.engine.game import Game
from parlour.engine.view import View


class VisitsHunt(_Hunt):
    """A search whose trees choose at the root. most: whether the choice tried most is taken."""

    most = True

    def decide(self) -> Chain:
        """See `_Hunt.decide`."""
        if self.thought.complete:
            return ()
        best = self._lean()
        if self.most and isinstance(self.race, Leaning) and (options := self.race.options(self.weights())):
            return (max(options, key=lambda option: option.visits).code,)
        return best


class MeansHunt(VisitsHunt):
    """The same by the best mean."""

    most = False


@dataclass(frozen=True)
class ByVisits(Search):
    """The options of the search."""

    name: ClassVar[str] = "by visits"

    def hunt(self, view: View, why: bool = True) -> _Hunt:
        return VisitsHunt(self, view, why)


@dataclass(frozen=True)
class ByMeans(Search):
    """The options of the search."""

    name: ClassVar[str] = "by means"

    def hunt(self, view: View, why: bool = True) -> _Hunt:
        return MeansHunt(self, view, why)


def measure(game: Game, other: Search, milliseconds: float, seconds: float) -> tuple[list[float], list[Player]]:
    """Return what `search` gains on another in deals of this many seconds, and both players."""
    pair = [Player(bot, "iterations", milliseconds / 1000) for bot in (bots.make("search:seed=1,iterations=500"), other)]
    plan, gains = seatings(2, game.seats), list[float]()
    for deal in range(2):
        for player in pair:
            player.forget()  # the first hand compiles what is not compiled yet
        play_hand(game, [pair[k] for k in plan[0]], WARM_UP, deal)
        for player in pair:
            player.keep_pace()
    for player in pair:
        player.forget()
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        found = []
        for seating in plan:
            each = play_hand(game, [pair[k] for k in seating], SEED, len(gains))
            found.append(statistics.fmean(gain for gain, k in zip(each, seating, strict=True) if k == 0))
        gains.append(statistics.fmean(found))
        for player in pair:
            player.keep_pace()
    return gains, pair


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How what was found on sampled deals is merged at the root.")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--thought", type=float, default=10.0, metavar="MS", help="milliseconds for a choice (10)")
    parser.add_argument("--seconds", type=float, default=120.0, help="for a game and an opponent (120)")
    given = parser.parse_args()
    for name in given.games:
        game = parlour.game(name)
        for other in (ByVisits(seed=1, iterations=500), ByMeans(seed=1, iterations=500)):
            gains, pair = measure(game, other, given.thought, given.seconds)
            spent = ", ".join(f"{1000 * player.seconds / max(player.choices, 1):.3g} ms" for player in pair)
            print(f"{name} against {other.name}: {cell(gains, bold=True)} ({len(gains)} deals; {spent})", flush=True)


if __name__ == "__main__":
    main()
