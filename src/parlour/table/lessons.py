"""A lesson at a live table: what the learner is told, and the choices that the lesson makes for all seats.

The match is a match as at any table. Its guide (`parlour.house.lessons`), which `LiveMatch` asks before every choice, decides who
may choose when. A table without a lesson has no such part.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from parlour.engine.positions import live_places
from parlour.house.lessons import Guide
from parlour.kit.cards import read_card
from parlour.languages import speaking

from . import wire, wire_lesson
from .connections import Connection
from .pacing import Pacing
from .shared import Shared
from .thinking import BOT_SECONDS, Apply

if TYPE_CHECKING:
    pass


class Tutor:
    """The lesson of one table. The caller holds the table's lock. apply: see `Apply`. ask: sends a seat its menu."""

    def __init__(self, guide: Guide, shared: Shared, pacing: Pacing, apply: Apply, ask: Callable[[int], Awaitable[None]]) -> None:
        self.guide, self._ask = guide, ask
        self._live, self._connections, self._agenda = shared.live, shared.connections, shared.agenda
        self._pacing, self._apply = pacing, apply

    def tell(self, wrong: str = "") -> None:
        """Tell the learner's browsers where the lesson stands. wrong: why the last choice is not the one."""
        for connection in self._connections.at(self.guide.lesson.seat):
            for message in self.messages_for(connection, wrong):
                connection.send(wire.write(message))

    def messages_for(self, connection: Connection, wrong: str = "") -> list[wire.Message]:
        """Return the message to a browser about the lesson, none if it is not the learner's. wrong: as for `tell`."""
        guide = self.guide
        if connection.seat != guide.lesson.seat or not self._live.begun:
            return []
        with speaking(connection.language):
            return [self._message(wrong)]

    def _message(self, wrong: str) -> wire_lesson.Lesson:
        guide = self.guide
        of = len(guide.lesson.steps)
        found = wire_lesson.Lesson(guide.at + 1, of, guide.words(guide.lesson.title))
        if guide.over or self._comes() is not None:
            return found
        step = guide.step
        found.say, found.task, found.wrong = [guide.words(text) for text in step.say], step.is_task, wrong
        found.hint = guide.words(step.hint)
        room = self._live.room
        places = {place.name for place in live_places(room, self._live.game.seats)} | set(room.Table.zones)
        for name in step.point:
            if name in places:
                found.places.append(name)
                continue
            try:
                found.cards.append(read_card(name, room.Table.suited))
            except ValueError:
                found.calls.append(name)
        return found

    def schedule(self) -> None:
        """Let the lesson make its next choice, as a bot would."""
        if self._comes() is not None:
            self._agenda.later(self._play(self._agenda.moment))

    def _comes(self) -> object:
        """The choice that the lesson makes before it shows its text; None if it waits for the learner."""
        return None if self.guide.asks(self._live.match, self.guide.lesson.seat) else self.guide.next_choice(self._live.match)

    async def _play(self, moment: int) -> None:
        await self._pacing.sleep(self._agenda.stands + self._pacing.tempo * BOT_SECONDS)
        async with self._agenda.lock:
            while self._agenda.moment == moment and (chosen := self.guide.next_choice(self._live.match)) is not None:
                await self._apply(self._live.choose, chosen.seat, chosen.codes, round(1000 * BOT_SECONDS))
                if self._agenda.moment == moment:  # it is kept aside until the others answer, and nobody is asked again
                    await self._ask(self.guide.lesson.seat)
