"""Tables that must not stand still: browsers go and come at every moment, and pages take their time to compile."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.table import hall as hall_module
from parlour.table import wire
from parlour.table.hall import IDLE_SECONDS, Hall
from parlour.table.requests import handle
from parlour.table.store import SeatRow, Store
from parlour.table.tables import PREPARING, LiveTable
from table import clockwork
from table.test_time import Watcher, kind


async def nothing() -> None:
    """Nothing is to be compiled."""


async def table_at(folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, seats: list[SeatRow]) -> tuple[Hall, LiveTable]:
    hall = Hall(Store(folder / "tables.db"), 1.0)
    monkeypatch.setattr(hall, "prepared", lambda game: asyncio.ensure_future(nothing()))
    monkeypatch.setattr(hall, "ready", lambda game, kind: asyncio.ensure_future(nothing()))
    table = await hall.open(await hall.make(game, seats, "holder 0", True, 8000, client=""))
    assert table is not None
    return hall, table


@pytest.mark.parametrize("moment", range(1, 21))
def test_a_browser_may_go_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """Two browsers of one seat: one of them goes while the table waits for the first, second ... thing it has computed."""

    async def play() -> None:
        seats = [SeatRow("human", "P0", "holder 0"), SeatRow("chance", "P1"), SeatRow("chance", "P2")]
        hall, table = await table_at(tmp_path, monkeypatch, Game("i_doubt_it", 3), seats)
        stays, goes = Watcher(0), Watcher(0)
        await table.join(stays)
        await table.join(goes)
        calls = 0

        def watched(working: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def work(*given: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls == moment:
                    asyncio.get_running_loop().call_soon(table.leave, goes)
                return await working(*given)

            return work

        monkeypatch.setattr(hall, "work", watched(hall.work))
        monkeypatch.setattr(hall, "play", watched(hall.play))

        async def answer() -> None:
            at = 0
            for _ in range(4):
                at = await stays.until(kind("menu"), at)
                menu = stays.got[at][1]
                name = menu["choices"][0]["name"]
                choice = [name] if menu["prompt"] == "Is it true?" else [name, "done"]
                with contextlib.suppress(BadInput):
                    await handle(table, stays, wire.Choose(menu["n"], choice))
                at += 1

        await answer()
        assert calls > 9
        n = table.live.feeds[0].n
        for _ in range(200):
            await asyncio.sleep(0.1)
            if table.live.feeds[0].n > n or 0 in table.live.asked():
                break
        else:
            raise AssertionError("the table stands still")
        await hall.close()

    clockwork.run(play())


def test_a_menu_that_fails_keeps_nobody_from_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error for one browser must not stop the clocks of all."""

    async def play() -> None:
        seats = [SeatRow("human", f"P{seat}", f"holder {seat}") for seat in range(3)]
        hall, table = await table_at(tmp_path, monkeypatch, Game("i_doubt_it", 3), seats)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        player = people[table.live.asked()[0]]
        menu = player.got[await player.until(kind("menu"))][1]
        making = table.live.menu

        def failing(seat: int, prefix: Any = ()) -> wire.Menu:
            if seat != player.seat:
                raise ZeroDivisionError
            return making(seat, prefix)

        monkeypatch.setattr(table.live, "menu", failing)
        await handle(table, player, wire.Choose(menu["n"], [menu["choices"][0]["name"], "done"]))
        n = table.live.feeds[-1].n
        await asyncio.sleep(20)  # nobody answers: the window closes by itself
        assert table.live.feeds[-1].n > n
        await hall.close()

    clockwork.run(play())


def test_a_table_that_is_still_opening_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays for a minute and longer: a player who comes then finds the same table, and once all have gone it is put away."""

    async def play() -> None:
        hall = Hall(Store(tmp_path / "tables.db"), 1.0)
        read = asyncio.Event()

        async def slowly(table_id: str) -> list[Any]:
            await read.wait()
            return []

        monkeypatch.setattr(hall.store, "log", slowly)
        monkeypatch.setattr(hall, "prepared", lambda game: asyncio.ensure_future(nothing()))
        seats = [SeatRow("human", "P0", "holder 0"), SeatRow("human", "P1", "", "key")]
        table_id = await hall.make(Game("schnapsen"), seats, "holder 0", False, 0, client="")
        tables: list[LiveTable] = []

        async def attend(person: Watcher, until: asyncio.Event) -> None:
            async with hall.visit(table_id) as table:
                assert table is not None
                tables.append(table)
                await table.join(person)
                await until.wait()
                table.leave(person)

        over = asyncio.Event()
        maker, friend = Watcher(0), Watcher(1)
        coming = asyncio.ensure_future(attend(maker, over))
        await maker.until(lambda m: m["type"] == "status" and m["text"] == PREPARING)
        await asyncio.sleep(3 * IDLE_SECONDS)

        async def sit() -> None:
            async with hall.visit(table_id) as table:
                assert table is not None
                await table.sit_down("holder 1", "Bea", "key")

        sitting = asyncio.ensure_future(sit())
        await asyncio.sleep(IDLE_SECONDS)
        read.set()
        await sitting
        playing = asyncio.ensure_future(attend(friend, over))
        await friend.until(kind("view"))
        await maker.until(lambda m: m["type"] == "view" and m["n"] > 0)
        assert tables[0] is tables[1]
        over.set()
        await asyncio.gather(coming, playing)
        await asyncio.sleep(IDLE_SECONDS / 2)
        assert hall.tables
        await asyncio.sleep(IDLE_SECONDS)
        assert not hall.tables
        await hall.close()

    clockwork.run(play())


def test_nothing_more_happens_at_a_table_that_was_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a choice could not be kept the table is read again: what its old browsers still ask of it is refused."""
    monkeypatch.setattr(hall_module, "IDLE_SECONDS", 0.1)

    async def play() -> None:
        seats = [SeatRow("human", "P0", "holder 0"), SeatRow("human", "P1", "holder 1")]
        hall, table = await table_at(tmp_path, monkeypatch, Game("schnapsen"), seats)
        closed: list[str] = []
        people = [Watcher(0), Watcher(1)]
        for person in people:
            monkeypatch.setattr(person, "close", closed.append)
            await table.join(person)
        mover = people[table.live.asked()[0]]
        menu = mover.got[await mover.until(kind("menu"))][1]

        async def full(*given: Any) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(hall.store, "append", full)
        choice = wire.Choose(menu["n"], [menu["choices"][0]["name"]])
        with pytest.raises(OSError, match="no space"):
            await handle(table, mover, choice)
        assert len(closed) == 2
        assert not hall.tables
        with pytest.raises(BadInput):
            await handle(table, mover, choice)
        with pytest.raises(BadInput, match="read from disk again"):
            await table.join(Watcher(0))
        await hall.close()

    clockwork.run(play())
