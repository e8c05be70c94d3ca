"""How hard deals are: the bounds of the words, and how often a better player wins deals of each word.

    python bench/difficulty.py klondike 1 --deals 1000 --check 400

Bounds are the quartiles of the ease of deals 1 to --deals that are not proved unwinnable, written to
`parlour/solve/difficulty.json`. The check takes the deals after these: the policy without slips at Klondike, searches of 3,000
positions at Spider. Prints how many deals have each word, and the share of matches that this player won of them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict

import numpy as np

from parlour.engine.game import Game
from parlour.solve import difficulty
from parlour.solve.deals import Numbered
from parlour.solve.difficulty import FILE, Rater
from parlour.solve.verdicts import UNWINNABLE, WORDS

FORMS = {"klondike": "draw", "spider": "suits"}


def measure(game: Game, deals: int) -> list[float]:
    """The quartiles of the ease of deals 1 to `deals`."""
    rater, found = Rater(game, seconds=2.0), list[float]()
    for number in range(1, deals + 1):
        tables = Numbered(game, number, 1)[0].tables
        results = difficulty.results(game, tables)
        ease = float(results.mean())
        if results.max() == 1.0 or rater.winnable(tables) is not False:
            found.append(ease)
    return [round(float(bound), 5) for bound in np.quantile(found, (0.25, 0.5, 0.75))]


def check(game: Game, first: int, deals: int) -> None:
    """Print what a better player makes of the deals that have each word."""
    rater, shares = Rater(game, seconds=2.0), defaultdict[str, list[float]](list)
    spent = 0.0
    for number in range(first, first + deals):
        tables = Numbered(game, number, 1)[0].tables
        began = time.process_time()
        word = rater.rate(tables).word
        spent += time.process_time() - began
        shares[word].append(float((difficulty.results(game, tables, better=True) == 1.0).mean()))
    print(f"{game.room.name} {game.house}: {1000 * spent / deals:.0f} ms per deal")
    for word in (*WORDS, UNWINNABLE):
        won = shares[word]
        print(f"  {word}: {len(won)} of {deals} deals, {100 * np.mean(won) if won else 0:.0f} % of their matches won")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=FORMS)
    parser.add_argument("form", help="cards drawn, or suits")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--check", type=int, default=400)
    args = parser.parse_args()
    game = Game(args.game, None, {FORMS[args.game]: args.form})
    if args.deals:
        found = measure(game, args.deals)
        kept = json.loads(FILE.read_text()) if FILE.is_file() else {}
        kept.setdefault(args.game, {})[args.form] = found
        FILE.write_text(json.dumps(kept, indent=2) + "\n")
        difficulty.bounds.cache_clear()
        print(game.room.name, game.house, found, flush=True)
    if args.check:
        check(game, args.deals + 1, args.check)


if __name__ == "__main__":
    main()
