"""Plays games in a process of its own, and prints a digest of all that came of each: `python plays.py schnapsen brag`."""

from __future__ import annotations

import hashlib
import random
import sys

import parlour


def played(name: str, moves: int = 60) -> str:
    """A digest of random playouts and of a random match: its positions, and what every seat sees of them."""
    game = parlour.Game(name)
    match, rng = game.start(seed=11), random.Random(name)
    parts = []
    for _ in range(moves):
        if match.over:
            break
        seat = rng.choice(match.asked)
        match.play(rng.choice(match.codes(seat)), seat=seat)
        parts += [match.position(), *(match.view(seat).position() for seat in range(match.seats))]
    parts.append(repr(game.playouts(3, seed=5, threads=1)))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, played(name), flush=True)
