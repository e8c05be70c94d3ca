"""Print the course of some random matches of a room, one line per choice: the same compiled and interpreted.

Run as a program: `python trace.py ROOM [DECISIONS]`.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

import parlour
from parlour.engine.rooms import room

MOST = 60


def played(name: str, most: int = MOST) -> Iterator[tuple[parlour.Match, list[str]]]:
    """Matches with the fewest, the default and the most seats, each of at most this many decisions, and a line for each
    choice."""
    table = room(name).Table
    for seats in sorted({table.seats_range[0], table.default_seats, table.seats_range[1]}):
        match = parlour.Game(name, seats).start(seed=seats)
        chooser, lines = random.Random(seats), []
        for _ in range(most):
            if match.over:
                break
            codes = [code for code in match.codes() if code != match.game.room.resign]  # giving up would end it early
            code = chooser.choice(codes)
            seat = match.turn
            match.play(code)
            digest = hashlib.sha256(match.position().encode()).hexdigest()[:12]
            rng = hashlib.sha256(str([int(word) for word in match.row.rng]).encode()).hexdigest()[:8]
            lines.append(f"{seats} {seat} {match.game.room.choice_name(code)} of {len(codes)}: {digest} {rng} {match.score}")
        yield match, lines


if __name__ == "__main__":
    for _, lines in played(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else MOST):
        print("\n".join(lines))
