"""Measure how much there is to gain at a game: a player who sees all cards, the stock included, against one who does not.

    python bench/open_cards.py pirate --against bench/search_before.py:SearchBefore:seed=1,iterations=500

Both play the same deals in every seating. Nobody who plays fairly can know as much: if even this player gains little, a fair
one cannot be far ahead. It shares the search's own faults, so it is not a bound in the strict sense.
"""

from __future__ import annotations

import argparse
import statistics

import parlour
from parlour import bots
from parlour.bots.arena import margin, seatings
from parlour.engine.game import Game
from parlour.engine.view import View
from parlour.kit import NOBODY

SEES = 0
"""The player of a seating who sees all cards."""


def play(game: Game, players: list[bots.Bot], seating: list[int], seed: int) -> float:
    """Return what a match paid to a seat of the player who sees all, on average."""
    match = game.start(seed=seed)
    while match.turn != NOBODY:
        seat = match.turn
        view = View(game, seat, match.table_for(seat)) if seating[seat] == SEES else match.view(seat, memory=True)
        match.play(*players[seating[seat]].choose(view), seat=seat)
    return statistics.fmean(paid for paid, player in zip(match.payoff, seating, strict=True) if player == SEES)


def main() -> None:
    """Deal by deal, the mean so far with its 95 % interval."""
    parser = argparse.ArgumentParser(description="What there is to gain at a game.")
    parser.add_argument("game")
    parser.add_argument("--against", required=True, metavar="BOT", help="the one who does not see them")
    parser.add_argument("--iterations", type=int, default=2000, help="of the search that sees all cards (2000)")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (1)")
    given = parser.parse_args()
    game = parlour.game(given.game, given.seats)
    players = [bots.make("search", seed=1, iterations=given.iterations), bots.make(given.against)]
    gains: list[float] = []
    for seed in range(given.seed, given.seed + given.deals):
        gains.append(statistics.fmean(play(game, players, seating, seed) for seating in seatings(2, game.seats)))
        if len(gains) % 10 == 0 or len(gains) == given.deals:
            print(f"{len(gains):>5} deals: payoff {statistics.fmean(gains):+.3f} ± {margin(gains):.3f} a match", flush=True)


if __name__ == "__main__":
    main()
