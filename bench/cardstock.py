"""python bench/cardstock.py GAME [--seats N] [--set OPTION=VALUE] [--bot BOT]: fairness and order as CardStock defines them.

M. Goadrich's CardStock measures one hand of a game ("The Shape of Card Games": Heuristics Overview, 2018; Order Heuristic, 2019):

- fairness: all choose at random, and w is how often the one of n players who chooses first wins. 1 if w = 1/n; below that n w,
  so that it is 0 if the first never wins; above it (1 - w) n / (n - 1), so that it is 0 if the first always wins.
- order: one player thinks, the others choose at random, and it wins w: (w - 1/n) / (1 - 1/n). The rest up to 1 is luck. Its
  thinking player tries each choice in random games from the true deal, with all cards known; ours knows what its seat knows.

A win that several share is counted in parts. Intervals are those of w, 95 % over deals.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import Any

import parlour
from parlour import bots
from parlour.engine.match import Match
from parlour.kit import DEAL, NOBODY
from parlour.lab.statistics import Figure, mean_share

Chooser = Callable[[Match], None]


def fairness(first_wins: float, players: int) -> float:
    """Return the fairness from how often the first to choose wins."""
    even = 1 / players
    return first_wins / even if first_wins <= even else (1 - first_wins) / (1 - even)


def order(wins: float, players: int) -> float:
    """Return the order from how often the player that thinks wins against others that do not."""
    return (wins - 1 / players) / (1 - 1 / players)


def at_random(chooser: random.Random) -> Chooser:
    """A player that takes any choice, and never gives up."""

    def play(match: Match) -> None:
        match.play(chooser.choice([code for code in match.codes() if code != match.game.room.resign]))

    return play


def hand(match: Match, seated: list[Chooser]) -> tuple[int, list[float]]:
    """One hand: the seat that chose first, and what part of the win is each seat's."""
    seats, scores, first = match.seats, [0] * match.seats, match.turn
    ended = False

    def look(step: Any) -> None:
        nonlocal ended, scores
        row = step.before[0]
        if not ended and step.seat == NOBODY and row.phase == DEAL and row.hand_number > 0:
            ended, scores = True, [int(score) for score in row.score[:seats]]

    match.watchers.append(look)
    while match.turn != NOBODY and not ended:
        seated[match.turn](match)
    if not ended:
        return first, _parts(match.payoff)
    return first, _parts([-score if match.game.room.low else score for score in scores])


def _parts(results: list[float] | list[int]) -> list[float]:
    best = [result == max(results) for result in results]
    return [won / sum(best) for won in best]


def first_wins(game: Any, deals: int, seed: int) -> Figure:
    """Return how often the first to choose wins if all choose at random."""
    found, player = [], at_random(random.Random(seed))
    for number in range(deals):
        first, won = hand(game.start(seed, number), [player] * game.seats)
        found.append(won[first])
    return mean_share(found)


def thinker_wins(game: Any, bot: Any, deals: int, seed: int) -> Figure:
    """Return how often a bot wins against random players; its seat changes with every deal."""
    found, player = [], at_random(random.Random(seed))

    def thinks(match: Match) -> None:
        match.play(*bot.choose(match.view(match.turn, memory=True)))

    for number in range(deals):
        seat = number % game.seats
        seated = [thinks if p == seat else player for p in range(game.seats)]
        found.append(hand(game.start(seed, number), seated)[1][seat])
    return mean_share(found)


def row(figure: Figure, formula: Callable[[float, int], float], players: int) -> str:
    """A figure of theirs, with w and its interval."""
    return f"{formula(figure.value, players):.2f} (w {figure.value:.3f}, {figure.low:.3f} to {figure.high:.3f}; {figure.n} hands)"


def main() -> None:
    """Prints both figures."""
    line = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    line.add_argument("game")
    line.add_argument("--seats", type=int)
    line.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    line.add_argument("--bot", default="fair", help="the player that thinks (fair)")
    line.add_argument("--deals", type=int, default=5000, help="hands at random (5000)")
    line.add_argument("--thought", type=int, default=200, help="hands with the player that thinks (200)")
    line.add_argument("--seed", type=int, default=1)
    given = line.parse_args()
    game = parlour.game(given.game, seats=given.seats, **dict(rule.split("=", 1) for rule in given.set))
    found = first_wins(game, given.deals, given.seed)
    print(f"{given.game}, {game.seats} players: fairness {row(found, fairness, game.seats)}", flush=True)
    if given.thought:
        found = thinker_wins(game, bots.make(given.bot), given.thought, given.seed)
        print(f"{given.game}, {game.seats} players: order {row(found, order, game.seats)}, {given.bot}", flush=True)


if __name__ == "__main__":
    main()
