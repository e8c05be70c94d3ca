"""Measure how often announcing a combination at Bura beats saying nothing: `python bench/bura_announcements.py [--matches 40]`.

Quick bots play; wherever one may announce, a search that thinks longer says what either choice is worth.
"""

from __future__ import annotations

import argparse

import parlour
from parlour import bots
from parlour.bots.search import Search

SILENCE = ("quiet", "yield")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40, help="of at most 12 hands (40)")
    parser.add_argument("--iterations", type=int, default=3000, help="of the search that weighs both choices (3000)")
    arguments = parser.parse_args()
    game = parlour.game("bura")
    player, judge, hands = bots.make("strong:iterations=60,seed=1"), Search(2, iterations=arguments.iterations), 0
    gains: dict[str, list[float]] = {}
    for number in range(arguments.matches):
        match = game.start(seed=77, number=number)
        while not match.over and match.row.hand_number < 12:
            view = match.view(match.turn, memory=True)
            if any(choice in SILENCE for choice in match.choices()):
                worths = {game.room.choice_name(option.code): option.worth for option in judge.weigh(view)}
                said = next(choice for choice in worths if choice not in SILENCE)
                gains.setdefault(said, []).append(worths[said] - max(worths[choice] for choice in worths if choice in SILENCE))
            match.play(*player.choose(view))
        hands += int(match.row.hand_number)
    print(f"{hands} hands")
    for said, found in gains.items():
        better, worst = sum(gain > 0 for gain in found), min(found)
        print(f"{said:<12} better {better} times of {len(found)}, mean {sum(found) / len(found):+.2f}, worst {worst:+.2f} tokens")


if __name__ == "__main__":
    main()
