"""Premoves: calls that a seat has made before it is asked, in windows that pass by themselves (`[standing]` of table.toml).

Who makes one has the table before them in mind. A card does not change what the call would mean (a window comes before every
card); what somebody else calls does, and what is taken back: then they are asked to say it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput
from parlour.engine.speech import CARDS, choice_words
from parlour.kit.layout import NOBODY

from . import wire, words
from .thinking import thought

if TYPE_CHECKING:
    from .live import Change, LiveMatch
    from .tables import Connection, LiveTable

STANDING_SECONDS = 0.6
"""How long such a window stands where bots are asked: it comes before every card, so it must be short."""


class Premoves:
    """The premoves of one table; not kept on disk, for they bind nobody. Whoever calls holds the table's lock."""

    def __init__(self, table: LiveTable, live: LiveMatch) -> None:
        self.table, self.live = table, live
        self._calls = words.standing_calls(table.game.room)
        self._on: dict[int, set[int]] = {}

    def set(self, seat: int, call: str, on: bool) -> None:
        """Make a premove or take it back. BadInput where it is none."""
        code = self.table.game.code(call)
        if code not in self._calls.values():
            raise BadInput(f"{call} cannot be said before one is asked")
        made = self._on.setdefault(seat, set())
        if on:
            made.add(code)
        else:
            made.discard(code)
        self._tell_seat(seat)
        self.schedule()

    def tell(self, connection: Connection, gone: str = "") -> None:
        """Send a browser the premoves of its seat. gone: which are taken back, and why."""
        if self._calls and self.table.seats.viewer(connection) != NOBODY:
            on = self._on.get(connection.seat, set())
            room = self.table.game.room
            codes = sorted(set(self._calls.values()))
            calls = [wire.Premove(room.choice_name(code), choice_words(room, code), code in on) for code in codes]
            connection.send(wire.write(wire.Premoves(calls, gone)))

    def forget(self, change: Change) -> None:
        """A call that was made is a premove no longer; nor is any when a hand is over or when the table is not what it was."""
        made = {(chosen.seat, chosen.codes[0]) for chosen in change.made}
        kinds = {row.kind for row in change.rows}
        over = "commit" in kinds or self.live.match.over
        for seat, before in self._on.items():
            kept = {code for code in before if (seat, code) not in made}
            why = "the table was taken back" if "take_back" in kinds else self._called(change, seat)
            gone = self._words(kept) if why and kept and not over else ""
            if over or gone:
                kept = set()
            if kept != before:
                self._on[seat] = kept
                self._tell_seat(seat, f"{gone} is taken back: {why}" if gone else "")

    def drop(self, seat: int) -> None:
        """Who has gone speaks no more."""
        if self._on.pop(seat, None):
            self._tell_seat(seat)

    def _called(self, change: Change, seat: int) -> str:
        """What this seat has been told that somebody else has called, not only to let a window pass; "" for nothing."""
        room = self.table.game.room
        passes = {room.choice_name(code) for code in room.windows.values()}
        views = [m for beat in change.beats for m in beat.messages.get(seat, ()) if isinstance(m, wire.View)]
        for step in (view.step for view in views):
            if step is None or step.seat in (None, seat) or not step.choice or step.choice in passes:
                continue
            if self.table.game.code(step.choice) >= CARDS:
                return f"{self.table.names[step.seat or 0]}: {step.words}"
        return ""

    def _words(self, codes: Iterable[int]) -> str:
        return ", ".join(choice_words(self.table.game.room, code) for code in sorted(codes))

    def stands(self) -> bool:
        """Whether a window is open that lets pass by itself who has made no premove."""
        return int(self.live.match.row.phase) in self._calls and bool(self.live.window())

    def schedule(self) -> None:
        """Make the premoves of those who are asked one by one."""
        table = self.table
        if not self.live.begun or self.live.quiet() or self.stands():
            return
        for seat in self.live.asked():
            if self._on.get(seat):
                table.later(self._fulfil(seat, table.moment))

    async def _fulfil(self, seat: int, moment: int) -> None:
        table = self.table
        async with table.lock:
            for code in sorted(self._on.get(seat, ())):
                if table.moment == moment and code in self.live.match.codes(seat):
                    await table.apply(self.live.choose, seat, [code])

    async def close(self, moment: int) -> None:
        """Close such a window: bots are asked, for people their premoves speak. It takes the same time whoever has made any.

        Where nobody present plays in this hand any more, nobody can have made one, and there is nothing to wait for.
        """
        table = self.table
        due = table.now() + table.hall.tempo * table.pacing.haste * STANDING_SECONDS
        bots = [seat for seat in self.live.window() if table.attendance.bot_at(seat)]
        answers = dict(zip(bots, await asyncio.gather(*[self._consider(seat, moment) for seat in bots]), strict=True))
        if bots:
            await asyncio.sleep(max(0.0, due - table.now()))
        async with table.lock:
            if table.moment == moment:
                call = self._calls[int(self.live.match.row.phase)]
                said = {seat: [call] for seat, made in self._on.items() if call in made}
                await table.apply(self.live.close, answers | said)

    async def _consider(self, seat: int, moment: int) -> list[int]:
        """What a bot chooses; nothing where the match has gone on without it."""
        table = self.table
        asked = max(table.now(), table.calm)
        kind = table.attendance.bot_at(seat)
        if not kind:  # the person is back
            return []
        await table.somebody_plays(kind)
        async with table.lock:
            if table.moment != moment:
                return []
            view = await table.look(seat, kind)
        return await thought(table, kind, view, asked)

    def _tell_seat(self, seat: int, gone: str = "") -> None:
        for connection in self.table.at(seat):
            self.tell(connection, gone)
