"""Premoves: calls that a seat has made before it is asked, in windows that pass by themselves (`[standing]` of table.toml).

Who makes one has the table before them in mind. A card does not change what the call would mean (a window comes before every
card); what somebody else calls does, and what is taken back: then they are asked to say it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from parlour.engine.errors import BadInput
from parlour.engine.speech import CARDS, choice_text
from parlour.kit.layout import NOBODY
from parlour.languages import in_row, lazy_gettext

from . import wire, words
from .connections import Connection, tell
from .live import Change
from .pacing import Pacing
from .shared import Shared
from .thinking import Apply, Bots

STANDING_SECONDS = 0.6
"""Seconds that such a window stands if bots are asked: it comes before every card, so it must be short."""


class Premoves:
    """The premoves of one table; not kept on disk, for they bind nobody. The caller holds the table's lock."""

    def __init__(self, shared: Shared, pacing: Pacing, bots: Bots, apply: Apply) -> None:
        self._live, self._seats, self._connections, self._agenda = shared.live, shared.seats, shared.connections, shared.agenda
        self._pacing, self._bots, self._apply = pacing, bots, apply
        self._calls = words.standing_calls(shared.live.room)
        self._on: dict[int, set[int]] = {}

    def make(self, seat: int, call: str, on: bool) -> None:
        """Make a premove or take it back. BadInput if it is none."""
        code = self._live.game.code(call)
        if code not in self._calls.values():
            raise BadInput(lazy_gettext("{choice} cannot be said before one is asked", choice=call))
        made = self._on.setdefault(seat, set())
        if on:
            made.add(code)
        else:
            made.discard(code)
        self._tell_seat(seat)
        self.schedule()

    def seats(self) -> set[int]:
        """The seats that have made a premove, whether anybody is there now: what is told there may take it back (`forget`)."""
        return {seat for seat, made in list(self._on.items()) if made}

    def messages_for(self, connection: Connection, gone: str = "") -> list[wire.Message]:
        """Return the messages to a browser about the premoves of its seat. gone: which are taken back, and why."""
        if not self._calls or self._seats.viewer(connection) == NOBODY:
            return []
        on, room = self._on.get(connection.seat, set()), self._live.room
        codes = sorted(set(self._calls.values()))
        return [wire.Premoves([wire.Premove(room.choice_name(c), choice_text(room, c), c in on) for c in codes], gone)]

    def forget(self, change: Change) -> None:
        """A call that was made is a premove no longer; nor is any when a hand is over or when the table is not what it was."""
        made = {(chosen.seat, chosen.codes[0]) for chosen in change.made}
        kinds = {row.kind for row in change.rows}
        over = "commit" in kinds or self._live.match.over
        for seat, before in self._on.items():
            kept = {code for code in before if (seat, code) not in made}
            why = lazy_gettext("the table was taken back") if "take_back" in kinds else self._called(change, seat)
            gone = self._words(kept) if why and kept and not over else ""
            if over or gone:
                kept = set()
            if kept != before:
                self._on[seat] = kept
                self._tell_seat(seat, lazy_gettext("{call} is taken back: {why}", call=gone, why=why) if gone else "")

    def drop(self, seat: int) -> None:
        """Forget the premoves of a seat whose player has gone."""
        if self._on.pop(seat, None):
            self._tell_seat(seat)

    def _called(self, change: Change, seat: int) -> str:
        """Return what this seat has been told that another has called, not only to let a window pass; "" for nothing."""
        room = self._live.room
        passes = {room.choice_name(code) for code in room.windows.values()}
        views = [m for beat in change.beats for m in beat.messages.get(seat, ()) if isinstance(m, wire.View)]
        for step in (view.step for view in views):
            if step is None or step.seat in (None, seat) or not step.choice or step.choice in passes:
                continue
            if self._live.game.code(step.choice) >= CARDS:
                return lazy_gettext("{player}: {what}", player=self._seats[step.seat or 0].place.name, what=step.words)
        return ""

    def _words(self, codes: Iterable[int]) -> str:
        return in_row(", ", (choice_text(self._live.room, code) for code in sorted(codes)))

    def stands(self) -> bool:
        """Whether a window is open that lets pass by itself who has made no premove."""
        return bool(self._calls) and int(self._live.match.row.phase) in self._calls and bool(self._live.window())

    def schedule(self) -> None:
        """Make the premoves of those who are asked one by one."""
        if not self._live.begun or self._live.quiet() or self.stands():
            return
        for seat in self._live.asked():
            if self._on.get(seat):
                self._agenda.later(self._fulfil(seat, self._agenda.moment))

    async def _fulfil(self, seat: int, moment: int) -> None:
        async with self._agenda.lock:
            for code in sorted(self._on.get(seat, ())):
                if self._agenda.moment == moment and code in self._live.match.codes(seat):
                    await self._apply(self._live.choose, seat, [code])

    async def close(self, moment: int) -> None:
        """Close such a window: bots are asked, for people their premoves speak. It takes the same time for all.

        If nobody present plays in this hand any more, nobody can have made one, and there is nothing to wait for.
        """
        agenda = self._agenda
        due = agenda.now() + agenda.tempo * self._pacing.haste * STANDING_SECONDS
        bots = [seat for seat in self._live.window() if self._seats.bot_at(seat)]
        answers = dict(zip(bots, await asyncio.gather(*[self._bots.consider(seat, moment) for seat in bots]), strict=True))
        if bots:
            await agenda.until(due)
        async with agenda.lock:
            if agenda.moment == moment:
                call = self._calls[int(self._live.match.row.phase)]
                calls = {seat: [call] for seat, made in self._on.items() if call in made}
                await self._apply(self._live.close, answers | calls)

    def _tell_seat(self, seat: int, gone: str = "") -> None:
        for connection in self._connections.at(seat):
            for message in self.messages_for(connection, gone):
                tell(connection, message)
