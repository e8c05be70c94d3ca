"""Premoves: calls that a seat has made before it is asked, in windows that pass by themselves (`[standing]` of table.toml)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput
from parlour.engine.speech import choice_words
from parlour.kit.layout import NOBODY

from . import wire, words

if TYPE_CHECKING:
    from .live import Change, LiveMatch
    from .tables import Connection, Table

STANDING_SECONDS = 0.6
"""How long such a window stands where bots are asked: it comes before every card, so it must be short."""


class Premoves:
    """The premoves of one table; not kept on disk, for they bind nobody. Whoever calls holds the table's lock."""

    def __init__(self, table: Table, live: LiveMatch) -> None:
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

    def tell(self, connection: Connection) -> None:
        """Send a browser the premoves of its seat."""
        if self._calls and connection.seat != NOBODY:
            on = self._on.get(connection.seat, set())
            room = self.table.game.room
            codes = sorted(set(self._calls.values()))
            calls = [wire.Premove(room.choice_name(code), choice_words(room, code), code in on) for code in codes]
            connection.send(wire.write(wire.Premoves(calls)))

    def forget(self, change: Change) -> None:
        """A call that was made is a premove no longer; nor is any when a hand is over."""
        made = {(chosen.seat, chosen.codes[0]) for chosen in change.made}
        over = any(row.kind == "commit" for row in change.rows) or self.live.match.over
        for seat, before in self._on.items():
            kept = set() if over else {code for code in before if (seat, code) not in made}
            if kept != before:
                self._on[seat] = kept
                self._tell_seat(seat)

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
        """Close such a window: bots are asked, for people their premoves speak. It takes the same time whoever has made any."""
        table = self.table
        due = table.now() + table.hall.tempo * STANDING_SECONDS
        bots = [seat for seat in self.live.window() if table.row.seats[seat].kind != "human"]
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
        kind = table.row.seats[seat].kind
        await table.learned(kind)
        async with table.lock:
            if table.moment != moment:
                return []
            view = await table.hall.work(self.live.thought, seat)
        return await table.thought(kind, view)

    def _tell_seat(self, seat: int) -> None:
        for connection in self.table.at(seat):
            self.tell(connection)
