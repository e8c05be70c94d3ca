"""The process of an isolated bot, from within: `python -m parlour.bots.isolated.inside` reads questions and writes answers.

The first message says which game is played and which bot is to play it, and nothing of the match or its seed. All others are of
`wire`. What the bot prints goes to standard error; what it finds at standard input is nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import replace
from typing import Any, BinaryIO

from parlour import bots
from parlour.bots.base import Bot
from parlour.bots.guests import asked
from parlour.bots.isolated import wire
from parlour.bots.timeless import timeless
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.limits import end_with_parent, limit, set_private
from parlour.engine.rooms import room

MEMORY = 4 << 30
"""Bytes of memory that a process may fill."""


def main() -> None:
    """Answer until the match closes the line."""
    with contextlib.suppress(BrokenPipeError):
        serve()


def serve() -> None:
    """See `main`."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    limit(data=MEMORY, core=0)
    end_with_parent()
    set_private(True)
    try:
        game, introduction = _game(json.loads(_read(questions)))
        bot = _made(introduction, game, None)
        asked(bot, lambda: bot.prepare(game))
        _write(answers, wire.packed({"label": str(bot), "seconds": getattr(bot, "seconds", None)}))
    except BadInput as error:
        _write(answers, _refused(error))
        return
    reader = wire.Reader(game)
    while message := _read(questions):
        try:
            question = reader.read(message)
            if question.view is None:
                bot, found = _made(introduction, game, question.number), wire.packed({})
            else:
                found = _answer(bot, question)
        except BadInput as error:
            found = _refused(error)
        _write(answers, found)


def _game(introduction: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """The game, as the match has it. BadInput if its files have changed since."""
    game = Game(room(introduction["game"]), introduction["seats"], introduction["house"])
    dtype = game.blank().dtype
    if (str(dtype.names[0]), dtype.itemsize) != tuple(introduction["layout"]):
        raise BadInput(f"the files of {game.room.name} have changed since the match began")
    return game, introduction


def _made(introduction: dict[str, Any], game: Game, seed: int | None) -> Bot:
    """The bot as it is asked for. seed: for a match of a study, if the bot has none of its own."""
    if introduction["timeless"]:
        return timeless(introduction["bot"], game.room, seed)
    bot = bots.make(introduction["bot"])
    if introduction["seconds"] is not None and hasattr(bot, "seconds"):
        bot = replace(bot, seconds=introduction["seconds"])  # type: ignore[call-arg]
    return bot


def _answer(bot: Bot, question: wire.Question) -> bytes:
    view = question.view
    assert view is not None
    if question.what == wire.CONSIDER:
        codes, options = asked(bot, lambda: bot.consider(view))
        return wire.answer(question.number, _whole(codes), options)
    return wire.answer(question.number, _whole(asked(bot, lambda: bot.choose(view))))


def _whole(codes: Any) -> list[int]:
    """The codes of a bot's answer as Python's own numbers. BadInput if they are none."""
    try:
        return [int(code) for code in codes]
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"it answered {type(codes).__name__}, which is not a choice") from None


def _refused(error: BadInput) -> bytes:
    return json.dumps({"refused": str(error)}).encode()


def _read(questions: BinaryIO) -> bytes:
    """The next message, nothing at the end of the line."""
    head = questions.read(wire.LENGTH.size)
    return questions.read(*wire.LENGTH.unpack(head)) if len(head) == wire.LENGTH.size else b""


def _write(answers: Any, message: bytes) -> None:
    rest = memoryview(wire.LENGTH.pack(len(message)) + message)
    while rest:
        rest = rest[answers.write(rest) :]


if __name__ == "__main__":
    main()
