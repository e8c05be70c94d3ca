"""The messages between a match and the process of a bot: bytes of one seat's view one way, JSON the other.

A message is its length and that many bytes. A question holds the masked table and what the seat remembers, field by field, and
only those choices of the match that the process does not know yet. Nothing is pickled: an answer is untrusted text, and is
checked as such.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from struct import Struct
from typing import Any

import numpy as np

from parlour.bots.guests import MOST_PICKS
from parlour.bots.options import Option
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.memory import Move, Recall
from parlour.engine.view import View

LENGTH = Struct("<I")
"""Before every message, how many bytes it has."""
MOST = 1 << 24
"""Bytes of a message at most."""
CHOOSE, CONSIDER, BEGIN = range(3)
"""The request of a message: `Bot.choose`, `Bot.consider`, or to make the bot again for another match, with a seed."""
_HEAD = Struct("<BqbiqqH")
"""The request, the seed of BEGIN or the number of the question, the seat, the cards of its memory (-1: it has none), how many of
the moves already sent still hold, how many follow, and the length of the token."""
_MOVE = Struct("<qqqq?")
"""Hand, phase, seat and code of a move, and whether a table follows."""


@dataclass
class KnownMoves:
    """The moves of a match that the process of a seat knows."""

    moves: Sequence[Move] = field(default_factory=tuple)

    def news(self, moves: Sequence[Move]) -> tuple[int, Sequence[Move]]:
        """Return the number of known moves that still hold, and the moves that come after them; from now on all of them are
        known."""
        known, self.moves = self.moves, moves
        if len(known) <= len(moves) and all(map(operator.is_, known, moves)):
            return len(known), moves[len(known) :]
        held = next((n for n, (one, other) in enumerate(zip(known, moves, strict=False)) if one is not other), len(moves))
        return held, moves[held:]


def begin(seed: int) -> bytes:
    """The message that a match begins, for which the bot is made with this seed."""
    return _HEAD.pack(BEGIN, seed, 0, 0, 0, 0, 0)


def question(what: int, number: int, view: View, known: KnownMoves) -> bytes:
    """A view as a message."""
    memory = view.memory
    if memory is None:
        return _HEAD.pack(what, number, view.seat, -1, 0, 0, 0) + view.tables.tobytes()
    held, news = known.news(memory.moves)
    token = memory.token.encode()
    parts = [_HEAD.pack(what, number, view.seat, len(memory.kind), held, len(news), len(token)), view.tables.tobytes()]
    parts += [token, memory.kind.tobytes(), memory.may.tobytes(), memory.slot.tobytes()]
    for move in news:
        parts.append(_MOVE.pack(move.hand, move.phase, move.seat, move.code, move.table is not None))
        if move.table is not None:
            parts.append(move.table.tobytes())
    return b"".join(parts)


@dataclass(frozen=True)
class Question:
    """A message as its reader has it. number: of the question, or the seed of BEGIN."""

    what: int
    number: int
    view: View | None


class Reader:
    """Reads the messages of one seat, with the moves that it knows."""

    def __init__(self, game: Game) -> None:
        self.game, self._moves = game, list[Move]()
        blank = game.blank()
        self._kind, self._dtype = type(blank), blank.dtype

    def read(self, message: bytes) -> Question:
        """The question in a message."""
        what, number, seat, cards, held, news, length = _HEAD.unpack_from(message)
        if what == BEGIN:
            return Question(what, number, None)
        rest, size = memoryview(message)[_HEAD.size :], self._dtype.itemsize
        tables: Any = np.frombuffer(rest[:size], self._dtype).copy().view(self._kind)
        if cards < 0:
            return Question(what, number, View(self.game, seat, tables))
        rest = rest[size:]
        token, rest = str(rest[:length], "ascii"), rest[length:]
        (kind, may, slot), rest = np.frombuffer(rest[: 24 * cards], np.int64).reshape(3, cards).copy(), rest[24 * cards :]
        del self._moves[held:]
        for _ in range(news):
            hand, phase, mover, code, has_table = _MOVE.unpack_from(rest)
            rest, table = rest[_MOVE.size :], None
            if has_table:
                table, rest = np.ndarray((1,), self._dtype, bytes(rest[:size])), rest[size:]
            self._moves.append(Move(hand, phase, mover, code, table))
        recall = Recall(self.game.room, seat, kind, may, slot, tuple(self._moves), token)
        return Question(what, number, View(self.game, seat, tables, recall))


def answer(number: int, codes: Sequence[int], options: Sequence[Option] | None = None) -> bytes:
    """An answer as a message. BadInput if it is too long."""
    found: dict[str, Any] = {"number": number, "codes": list(codes)}
    if options is not None:
        found["options"] = [[getattr(option, f.name) for f in fields(option)] for option in options]
    return packed(found)


def packed(answer: dict[str, Any]) -> bytes:
    """An answer as JSON. BadInput if it is too long."""
    found = json.dumps(answer).encode()
    if len(found) > MOST:
        raise BadInput(f"its answer has {len(found):,} bytes, where {MOST:,} are the most")
    return found


def unpacked(message: bytes) -> dict[str, Any]:
    """An answer as its reader has it. BadInput if it is none."""
    try:
        found = json.loads(message)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"it answered {shown(message)}, which is not an answer")
    return found


def codes_of(answer: dict[str, Any]) -> list[int]:
    """The codes of an answer. BadInput if there are none."""
    codes = answer.get("codes")
    if not isinstance(codes, list) or not 0 < len(codes) <= MOST_PICKS or not all(type(code) is int for code in codes):
        raise BadInput(f"it answered {shown(codes)}, which is not a choice")
    return codes


_BLANK = Option(0, 0, 0.0)


def options_of(answer: dict[str, Any]) -> list[Option]:
    """Return the options in an answer to CONSIDER. BadInput if the answer is malformed."""
    options = answer.get("options")
    if not isinstance(options, list):
        raise BadInput(f"it weighs {shown(options)}, which are not choices")
    return [_option(values) for values in options]


def _option(values: Any) -> Option:
    names = [f.name for f in fields(Option)]
    if not isinstance(values, list) or len(values) != len(names):
        raise BadInput(f"it weighs {shown(values)}, which is not a choice")
    read = dict(zip(names, values, strict=True))
    if isinstance(read["then"], list) and all(type(code) is int for code in read["then"]):
        read["then"] = tuple(read["then"])
    for name, value in read.items():
        usual = type(getattr(_BLANK, name))
        if type(value) is int and usual is float:
            read[name] = float(value)
        elif type(value) is not usual:
            raise BadInput(f"it weighs a choice with {name} = {shown(value)}")
    return replace(_BLANK, **read)
