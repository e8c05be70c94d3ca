"""Rules that are interpreted because a player is in a hurry do what they do otherwise, and nothing is compiled for them.

`python test_hurried.py MOVES GAME ...` prints a digest of a match of each game, this many choices of which are made in a hurry.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.kit import wrapping_add
from parlour.machine import INTERPRETED, hurried, rule

compiled = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
MOVES = 16


def played(name: str, in_a_hurry: int) -> str:
    """A digest of a random match: the position after each choice, what every seat sees of it, what is worked out of that."""
    lots, parts = random.Random(name), []
    with hurried() if in_a_hurry else contextlib.nullcontext():
        match = Game(name).start(seed=11)
    for move in range(MOVES):
        if match.over:
            break
        with hurried() if move < in_a_hurry else contextlib.nullcontext():
            seat = lots.choice(match.asked)
            match.play(lots.choice(match.codes(seat)), seat=seat)
            parts.append(match.position())
            for viewer in range(match.seats):
                view = match.view(viewer)
                parts += [view.position(), repr(speech.worked_out(match.game.room, view.tables[0]))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def apart(moves: int, *names: str, **environment: str) -> list[str]:
    """The digests of a process that begins with nothing compiled or read."""
    command = [sys.executable, __file__, str(moves), *names]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@compiled
def test_every_game_in_a_hurry_is_the_game_interpreted_and_compiles_nothing(tmp_path: Path) -> None:
    told = apart(MOVES, *room_names(), PARLOUR_CACHE_DIR=str(tmp_path))
    assert told == apart(0, *room_names(), NUMBA_DISABLE_JIT="1")
    assert len(set(told)) == len(room_names())
    assert not list(tmp_path.rglob("*.nbc"))


@compiled
def test_a_match_begun_in_a_hurry_goes_on_compiled() -> None:
    assert apart(MOVES // 2, "oh_hell") == [f"oh_hell {played('oh_hell', 0)}"]


@rule(hurried=True)
def stamp(records, i, word):
    """Works out more than fits where its figures lie."""
    records[i].figures[1] = wrapping_add(records[i].small << 3, word)
    return records[i].small << 20


@compiled
def test_interpreted_rules_compute_in_words_whatever_the_record_holds() -> None:
    kind = np.dtype([("small", np.int8), ("figures", np.int16, 3)])
    given = np.rec.array(np.array([(1, [1, 2, 3]), (100, [4, 5, 6])], kind))
    hasty, usual = given.copy(), given.copy()
    with hurried():
        assert stamp(hasty, np.int8(1), np.int16(7)) == 100 << 20
    assert not stamp.overloads
    assert stamp(usual, 1, 7) == 100 << 20
    assert stamp.overloads
    assert hasty.tobytes() == usual.tobytes()
    assert hasty[1].figures[1] == 807


@compiled
def test_nobody_else_is_in_a_hurry() -> None:
    """Not another thread, and not a rule that is given an array of which others may show the memory."""

    @rule
    def first(words):
        return words[0]

    @rule
    def same(figure):
        return figure

    given, apart = np.ones(1, np.int64), threading.Thread(target=lambda: same(1))
    with hurried():
        assert same(1) == 1
        assert not same.overloads
        apart.start()
        apart.join()
        assert first(given) == 1
    assert same.overloads
    assert first.overloads


if __name__ == "__main__":
    for game in sys.argv[2:]:
        print(game, played(game, int(sys.argv[1])), flush=True)
