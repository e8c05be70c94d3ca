"""Learn what a score is worth in the match, and write it beside the room: equity.json.

    python bench/equity.py spades [--scores 120000] [--seed 1]

The room's policy plays the matches, so this takes seconds to minutes. Printed are the weights and the calibration: scores of
matches that nothing was learned from, in ten groups by the chance to win that is expected of them, and how often they were won.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import Any

import parlour
from parlour.bots.equity import learn_equity
from parlour.bots.heuristics import score_names
from parlour.bots.weights import EQUITY_FILE, write_value


@dataclass(frozen=True)
class Lesson:
    """seats: numbers of players. houses: house rules under which matches are played, each alone. loses: see `learn_equity`."""

    seats: tuple[int | None, ...] = (None,)
    houses: tuple[dict[str, Any], ...] = field(default=({},))
    loses: bool = False


LESSONS = {
    "botifarra": Lesson(),
    "schnapsen": Lesson(),
    "solo": Lesson(),
    "spades": Lesson(houses=({}, {"target": 250}, {"max_hands": 4})),
}
"""The games that are learned."""


def main() -> None:
    """Learn, print and write."""
    parser = argparse.ArgumentParser(description="Learn what a score is worth in the match.")
    parser.add_argument("games", nargs="+", choices=sorted(LESSONS))
    parser.add_argument("--scores", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        lesson = LESSONS[name]
        games = [parlour.game(name, seats, **house) for seats in lesson.seats for house in lesson.houses]
        learned, room = learn_equity(games, given.scores, seed=given.seed, loses=lesson.loses), games[0].room
        print(f"{name}: {learned.scores} scores of {learned.matches} matches")
        for feature, weight in zip(score_names(room), learned.weights, strict=True):
            print(f"   {feature:<24} {weight:+.3f}")
        for expected, came, count in learned.calibration:
            print(f"   expected {expected:6.1%}  came {came:6.1%}  of {count:.0f}")
        write_value(room.folder / EQUITY_FILE, room, learned.kind, learned.weights, score_names(room))


if __name__ == "__main__":
    main()
