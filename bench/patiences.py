"""Count how many deals of a patience a bot wins that sees what a player sees: numbered deals, which anyone can deal again.

    python bench/patiences.py spider --set suits=4 --bot solver:iterations=1000,seed=1 --deals 200

Times are processor time of this process; what has to be compiled first is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import time

import parlour
from parlour import bots
from parlour.bots.arena import margin
from parlour.engine.game import Game
from parlour.solve.verdicts import wilson

EVERY = 10
"""Deals between two lines that say how far it is."""


def played(game: Game, bot: bots.Bot, deal: int) -> tuple[bool, float, list[float]]:
    """Whether a deal was won, the score, and the seconds that each choice took."""
    match, times = game.start(seed=deal), []
    while not match.over:
        view = match.view(0, memory=True)
        began = time.process_time()
        codes = bot.choose(view)
        times.append(time.process_time() - began)
        match.play(*codes)
    return match.winners == [0], float(match.score[0]), times


def measure(game: Game, bot: bots.Bot, first: int, deals: int) -> None:
    """Play them, and say now and then how it stands."""
    won, scores, longest, spent, choices = 0, list[float](), 0.0, 0.0, 0
    for n, deal in enumerate(range(first, first + deals), 1):
        victory, points, times = played(game, bot, deal)
        won += victory
        scores.append(points)
        longest, spent, choices = max(longest, *times), spent + sum(times), choices + len(times)
        if n % EVERY == 0 or n == deals:
            low, high = wilson(won, n)
            spread = f" ± {margin(scores):.2f}" if n > 1 else ""
            print(
                f"{n} deals: {won} won, {100 * won / n:.1f} % ({100 * low:.1f} .. {100 * high:.1f}), "
                f"score {statistics.fmean(scores):.2f}{spread}, "
                f"{choices / n:.0f} choices and {spent / n:.2f} s a game, a choice {longest:.2f} s at most",
                flush=True,
            )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200)
    args = parser.parse_args()
    house = {name: int(value) for name, _, value in (setting.partition("=") for setting in args.set)}
    game, bot = parlour.game(args.game, **house), bots.make(args.bot)
    bot.prepare(game)
    measure(game, bot, args.first, args.deals)


if __name__ == "__main__":
    main()
