"""How fast the search is: iterations per second on one thread, from a fresh deal and from the middle of a hand.

    python bench/search.py schnapsen oh_hell [--seconds 1 --runs 5]

Compilation is listed separately, in seconds of processor time. Positions come from random play of fixed seeds.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time

import numpy as np
from timing import Measured, Spread, rates, short, table

import parlour
from parlour import bots
from parlour.bots.base import Thought
from parlour.bots.heuristics import separate
from parlour.bots.race import field_of
from parlour.bots.tree import APART, plant, search
from parlour.engine.view import View


def position(game: parlour.Game, moves: int) -> View:
    """The view of the seat on turn after some random moves of a first hand; at least three choices to choose from, or two
    in a game that never has three.

    From the first seed whose hand lasts long enough.
    """
    for enough, seed in itertools.product((3, 2), range(1, 1000)):
        match, chance, left = game.start(seed=seed), bots.make("chance", seed=seed), moves
        while not match.over and match.row.hand_number == 1:
            if left <= 0 and len(match.codes()) >= enough:
                return match.view(match.turn, memory=True)
            match.play(*chance.choose(match.view(match.turn, memory=True)))
            left -= 1
    raise parlour.BadInput(f"{game.room.name}: no hand of random play lasts {moves} moves")


def speed(view: View, seconds: float) -> Measured:
    """Search for about the given seconds from an empty tree; return the iterations and the time they took."""
    thought = Thought(view, 1)
    apart = APART if separate(thought.room) else None
    tree, codes = plant(thought.room, 1_000_000), thought.offered()
    field = field_of([(code,) for code in codes.tolist()], np.full(len(codes), 1 / len(codes)))
    done, began = 0, time.thread_time()
    while (now := time.thread_time()) - began < seconds:
        deals = max(1000 // len(codes), 1) if now - began < 0.5 * seconds and done else 1
        search(thought.deck, thought.work, tree, thought.picks, field, deals, 0.7, apart)
        done += deals * len(codes)
    return done, now - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How fast the search is.")
    parser.add_argument("games", nargs="*", default=["schnapsen"])
    parser.add_argument("--seconds", type=float, default=1.0, help="of one run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--moves", type=int, default=6, help="random moves before the middle of a hand")
    given = parser.parse_args()
    for name in given.games:
        try:
            measure(name, given.seconds, given.runs, given.moves)
        except parlour.BadInput as error:
            sys.exit(f"search: {error}")


def measure(name: str, seconds: float, runs: int, moves: int) -> None:
    """One game's table."""
    game = parlour.game(name)
    game.start(seed=0).memory.of(0)
    fresh, middle = position(game, 0), position(game, moves)
    before = time.process_time()
    bots.make("search", iterations=1).choose(fresh)
    compiled = time.process_time() - before
    rows: list[tuple[str, Spread]] = [
        ("fresh deal", rates(lambda: speed(fresh, seconds), runs)),
        ("middle of the hand", rates(lambda: speed(middle, seconds), runs)),
    ]
    print(table(f"{name}, {game.seats} seats: search iterations per second, one thread", rows))
    print(f"compiling the search (or reading it from the cache): {short(compiled)} s of the processor\n")


if __name__ == "__main__":
    main()
