"""A table at which a browser takes a lesson: the one that it has begun, or a new one."""

from __future__ import annotations

from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room
from parlour.house.lessons import lesson_of

from . import players
from .hall import Hall
from .links import new_key
from .settings import Settings
from .store import SeatRow, TableRow

LEVELS = ("easy", "chance")
"""The bots that a learner may play against, the first that the game has."""


async def new_lesson(hall: Hall, room: Room, holder: str, client: str) -> str:
    """Return the id of a table at which a browser takes the lesson of a room: one that it has begun, otherwise a new one.

    holder: the digest of the browser's token. client: whose budget a new table takes from. BadInput if the room has no lesson;
    TooMuch as for `Hall.make`.
    """
    lesson = await hall.work(lesson_of, room)
    if lesson is None:
        raise BadInput(f"{room.title} has no lesson")
    for row in await hall.store.tables_of(holder):
        if (
            isinstance(row, TableRow)
            and row.game == room.name
            and row.settings.lesson
            and row.summary.get("lesson", True)
            and not row.is_over
        ):
            return row.id
    kinds = players.kinds(room)
    bot = next((level for level in LEVELS if level in kinds), players.SIMPLEST)
    game = await hall.work(lesson.game)
    others = [number for number in range(game.seats) if number != lesson.seat]
    names = {seat: f"Bot {k}" if len(others) > 1 else "Bot" for k, seat in enumerate(others, 1)}
    seats = [SeatRow(bot, names[number]) if number in names else _own(holder) for number in range(game.seats)]
    settings = Settings(away=0, talk="off", host=lesson.seat, lesson=True)
    return await hall.make(game, seats, holder, False, 0, 0, settings, client=client)


def _own(holder: str) -> SeatRow:
    return SeatRow("human", "Player 1", holder, new_key())
