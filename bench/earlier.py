"""The bots of an earlier commit, in a process of their own: what a change to a room's `bot.py` is measured against.

    parlour arena i_doubt_it --bots strong:iterations=500,bench/earlier.py:Earlier:commit=HEAD~1,iterations=500 -n 20

The commit's sources are unpacked into a folder for the time of the run. They get what a bot gets, the masked table and the
memory of its seat, so the layout of the room's table must be the same in both.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import parlour
from parlour import bots
from parlour.bots.base import Bot
from parlour.engine.game import Game
from parlour.engine.memory import Memory, Recall
from parlour.engine.view import View

HERE = Path(__file__).resolve()


@dataclass(frozen=True)
class Earlier(Bot):
    """commit: whose bots these are. player: which of them. iterations, deals, seconds: its budget, if above 0."""

    name: ClassVar[str] = "earlier"
    commit: str = "HEAD"
    player: str = "strong"
    iterations: int = 0
    deals: int = 0
    seconds: float = 0.0

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        game, memory = view.game, view.memory
        assert memory is not None
        asked = (self._text(), game.room.name, game.seats, dict(game.house), view.seat, view.tables.tobytes())
        return _ask(
            self.commit, (*asked, np.stack([memory.kind, memory.may, memory.slot]), memory.token, *_news(self.commit, memory))
        )

    def prepare(self, game: Game) -> None:
        """Start the process and have the bot compiled there."""
        match = game.start(seed=0)
        self.choose(match.view(match.turn, memory=True))

    def spent(self) -> float:
        """Seconds of the processor that the commit's choices took so far."""
        return _spent.get(self.commit, 0.0)

    def _text(self) -> str:
        options = {"seed": self.seed, "iterations": self.iterations, "deals": self.deals, "seconds": self.seconds}
        return f"{self.player}:" + ",".join(f"{name}={given}" for name, given in options.items() if given)


@cache
def _unpacked(commit: str) -> tuple[str, dict[str, str]]:
    """The commit's full name, and the environment in which its sources are found."""
    git = ["git", "-C", str(HERE.parent)]
    full = subprocess.run([*git, "rev-parse", "--verify", f"{commit}^{{commit}}"], capture_output=True, text=True, check=False)
    if full.returncode:
        sys.exit(f"earlier: there is no commit {commit}")
    folder = tempfile.TemporaryDirectory(prefix="parlour-earlier-")
    atexit.register(folder.cleanup)
    top = subprocess.run([*git, "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True).stdout.strip()
    packed = subprocess.run(["git", "-C", top, "archive", full.stdout.strip(), "src"], capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as sources:
        sources.extractall(folder.name, filter="data")
    path = os.pathsep.join([str(Path(folder.name, "src")), *filter(None, [os.environ.get("PYTHONPATH")])])
    return full.stdout.strip(), os.environ | {"PYTHONPATH": path}


@cache
def _process(commit: str) -> subprocess.Popen[bytes]:
    """The process that plays for a commit."""
    environment = _unpacked(commit)[1]
    process = subprocess.Popen([sys.executable, str(HERE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    atexit.register(process.kill)
    return process


_told: dict[tuple[str, int], tuple[str, int]] = {}
"""By commit and seat the token of the memory that its process knows, and how many of its moves: in a long match it would hear
thousands again."""


def _news(commit: str, memory: Recall) -> tuple[int, list[tuple[int, ...]]]:
    """Return how many of the moves that the process knows still hold, and the moves after them."""
    known, told = _told.get((commit, memory.seat), ("", 0))
    hold = told if known == memory.token and told <= len(memory.moves) else 0
    _told[commit, memory.seat] = memory.token, len(memory.moves)
    return hold, [(move.hand, move.phase, move.seat, move.code) for move in memory.moves[hold:]]


_spent: dict[str, float] = {}
"""By commit the seconds of the processor that its choices took."""


def _ask(commit: str, question: tuple[Any, ...]) -> list[int]:
    process = _process(commit)
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump(question, process.stdin)
    process.stdin.flush()
    codes, seconds = pickle.load(process.stdout)
    _spent[commit] = _spent.get(commit, 0.0) + seconds
    return list(codes)


def _remembered(game: Game, seat: int, tables: Any, book: Any, token: str, moves: list[Any]) -> Any:
    """Return what a seat remembers, as the sources that this process was given keep it."""
    if hasattr(Recall, "blank"):
        parts = (book,) if "book" in Recall.__dataclass_fields__ else tuple(book)
        return Recall(game.room, seat, *parts, tuple(moves), token)
    memory: Any = Memory.fresh(tables, game.room)  # of all seats, the others knowing nothing
    _, memory.of(seat).may[:], memory.of(seat).slot[:] = book
    memory.moves = moves
    return memory


def serve() -> None:
    """Answer what `Earlier` asks, as the sources that this process was given would."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    known: dict[int, list[Any]] = {}
    while True:
        try:
            text, name, seats, house, seat, table, book, token, hold, moves = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        game = parlour.game(name, seats, **house)
        blank = game.blank(1)
        tables = np.frombuffer(table, blank.dtype).copy().view(type(blank))
        if move_type := getattr(parlour.engine.memory, "Move", None):  # before it there was no history
            known.setdefault(seat, [])[hold:] = [move_type(*move) for move in moves]
        memory = _remembered(game, seat, tables, book, token, known.get(seat, []))
        began = time.thread_time()
        codes = [int(code) for code in bots.make(text).choose(View(game, seat, tables, memory))]
        pickle.dump((codes, time.thread_time() - began), answers)
        answers.flush()


if __name__ == "__main__":
    serve()
