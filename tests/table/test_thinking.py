"""No player waits for a bot: in every failure something answers in its place; people's choices have threads of their own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.engine.view import View
from parlour.machine import hurried
from parlour.table import server as server_module
from parlour.table import wire
from parlour.table.hall import Hall
from parlour.table.live import LiveMatch
from parlour.table.loading import IMPROVISING
from parlour.table.requests import handle
from parlour.table.store import SeatRow, Store
from parlour.table.turns import Turns
from table import clockwork
from table.test_robust import made
from table.test_store import read_until, server
from table.test_time import Watcher, kind, table_of

MOST_SECONDS = 3.0
"""That a bot may let people wait."""


class Another:
    """An understudy that says what comes first after a while, if ever."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.asked = seconds, 0

    async def choose(self, view: View) -> list[int]:
        self.asked += 1
        await asyncio.sleep(self.seconds)
        return [view.codes()[0]]

    async def begin(self) -> None:
        """Nothing to begin."""

    async def close(self) -> None:
        """Nothing to end."""


async def never() -> Any:
    await asyncio.sleep(1e6)


async def after(seconds: float, view: View) -> list[int]:
    await asyncio.sleep(seconds)
    return [view.codes()[-1]]


async def broken() -> list[int]:
    raise RuntimeError("a bot that fails")


BOTS: dict[str, tuple[Callable[[View], Coroutine[Any, Any, list[int]]] | None, float, str]] = {
    "never answers": (lambda view: never(), 0.2, "understudy"),
    "fails": (lambda view: broken(), 0.2, "understudy"),
    "answers": (lambda view: after(0.5, view), 0.2, "bot"),
    "answers late": (lambda view: after(1.7, view), 0.2, "bot"),
    "answers too late": (lambda view: after(60.0, view), 0.2, "understudy"),
    "never answers, nor does the understudy": (lambda view: never(), 1e6, "chance"),
    "fails, and the understudy never answers": (lambda view: broken(), 1e6, "chance"),
    "is learning": (None, 0.2, "understudy"),
    "is learning, and the understudy never answers": (None, 1e6, "chance"),
}
"""How a bot behaves, how long the understudy takes, and who makes the choice."""


@pytest.mark.parametrize("case", BOTS)
def test_a_bot_lets_nobody_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    thinks, seconds, who = BOTS[case]
    chosen: list[str] = []

    async def noted(made: Coroutine[Any, Any, list[int]], name: str) -> list[int]:
        codes = await made
        chosen.append(name)
        return codes

    def drawn(self: LiveMatch, seat: int) -> list[int]:
        chosen.append("chance")
        return draw(self, seat)

    draw = LiveMatch.by_chance
    monkeypatch.setattr(LiveMatch, "by_chance", drawn)

    async def play() -> None:
        hall, understudy = Hall(Store(tmp_path / "tables.db"), 1.0), Another(seconds)
        hall.understudy = understudy  # type: ignore[assignment]
        if thinks is None:
            hall.ready = lambda game, kind: hall.spawn(never())  # type: ignore[method-assign]
        else:
            hall.ready = hall.prepared = lambda *given: hall.spawn(nothing())  # type: ignore[method-assign]
            hall.is_loading = lambda game, kind: False  # type: ignore[method-assign]
            hall.think = lambda host, kind, view, briefly: noted(thinks(view), "bot")  # type: ignore[assignment,method-assign]
        seats = [SeatRow("human", "Ann", "holder 0"), SeatRow("easy", "Bot")]
        table = await hall.open(await hall.make(Game("schnapsen"), seats, "holder 0", False, 0, client=""))
        assert table is not None
        ann, seen = Watcher(0), 0
        await table.join(ann)
        while len(waits := waits_for(ann, 1)) < 2:
            seen = await ann.until(lambda m: m["type"] in ("menu", "view"), seen)
            if ann.got[seen][1]["type"] == "menu":
                menu = ann.got[seen][1]
                with contextlib.suppress(BadInput):  # an earlier menu
                    await handle(table, ann, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
            seen += 1
        assert max(waits) <= MOST_SECONDS
        if who == "understudy":
            assert understudy.asked >= 2
            assert chosen == []
        else:
            assert set(chosen) == {who}
        await hall.close()

    clockwork.run(play())


async def nothing() -> None:
    """Nothing is to be compiled."""


def waits_for(watcher: Watcher, seat: int) -> list[float]:
    """Seconds from when a seat was seen to be asked, and the table had been shown, until it had chosen."""
    waits, shown, asked = [], 0.0, False
    for at, message in watcher.got:
        if message["type"] == "view":
            if asked and message["step"] and message["step"]["seat"] == seat:
                waits.append(at - shown)
            shown = max(shown, at) + message["pause"] / 1000
            asked = message["view"]["turn"] == seat
    return waits


SOME = ["crash", "delphi", "i_doubt_it", "klondike", "toepen"]
"""Chains, cards arranged at once, what is written, a game for one, quiet phases."""


@pytest.mark.parametrize("name", [n if n in SOME else pytest.param(n, marks=pytest.mark.soak) for n in room_names()])
def test_what_is_drawn_by_chance_is_allowed_and_gives_nothing_up(name: str) -> None:
    with hurried():
        live = LiveMatch(Game(name).fresh(live=True), ["a"] * Game(name).seats)
        live.begin()
        made = 0
        while made < 6 and not live.match.over:
            for seat in live.asked()[:1]:
                codes = live.by_chance(seat)
                assert live.room.resign not in codes
                assert live.choose(seat, codes) is not None
                made += 1
            if live.quiet() or live.window() or live.racing():
                live.close()


def test_a_choice_never_waits_for_what_bots_pages_and_the_compiler_are_busy_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every thread of theirs is taken for as long as the test lasts."""
    done = threading.Event()
    monkeypatch.setattr(server_module, "_rehearse_table", lambda game: done.wait(300))
    monkeypatch.setattr(server_module, "_rehearse_bot", lambda game, kind: done.wait(300))

    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("schnapsen"), ["human", "human"], 0.0, 0)
        people = [Watcher(seat) for seat in range(2)]
        for one in people:
            await table.join(one)
        busy = [asyncio.ensure_future(hall.work(done.wait, 300)) for _ in range(8)]
        busy += [asyncio.ensure_future(turns.think("c", done.wait, 300)) for turns in turns_of(hall) for _ in range(4)]
        busy += [asyncio.ensure_future(hall.ready(Game(name), "easy")) for name in ("brag", "bura", "solo", "totit", "spades")]
        await asyncio.sleep(0.1)
        seen = [0, 0]
        for _ in range(4):
            seat = table.live.asked()[0]
            seen[seat] = await people[seat].until(kind("menu"), seen[seat]) + 1
            menu = people[seat].got[seen[seat] - 1][1]
            await handle(table, people[seat], wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
        assert not any(one.done() for one in busy)
        done.set()
        await asyncio.gather(*busy)
        await hall.close()

    asyncio.run(play())


def turns_of(hall: Hall) -> list[Turns]:
    return [hall.thinkers, hall.advisers, hall.printers]


def choose_until_a_bot_has(line: ClientConnection, times: int) -> None:
    """Take the first of everything offered until a bot has chosen so often."""
    while times:
        message = read_until(line, "menu", "view")[-1]
        if message["type"] == "menu":
            line.send(json.dumps({"do": "choose", "n": message["n"], "choices": [message["choices"][0]["name"]]}))
        elif message["step"] and message["step"]["seat"] == 1:
            times -= 1


SLOW = "import sys, parlour.engine.compiling as c; c.COMMAND = (sys.executable, '-c', 'import time; time.sleep(90)')"


def test_a_house_plays_and_ends_while_its_compiler_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache, and a compiler that takes its time: a bot answers, the house too, and Ctrl-C ends both."""
    monkeypatch.setenv("PARLOUR_CACHE_DIR", str(tmp_path / "kept"))
    with server(tmp_path / "tables.db", SLOW) as (port, process):
        table, headers = made(port)
        with connect(f"ws://127.0.0.1:{port}{table}/ws", additional_headers=headers) as line:
            choose_until_a_bot_has(line, 2)
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=45) == 0, "half as long as it compiles"


NOTED = """
from parlour.machine import dispatcher as d
compile_here = d.RuleCompiler.compile_extra
noted = lambda: print("compiled in the server", flush=True)
d.RuleCompiler.compile_extra = lambda self, function: noted() or compile_here(self, function)
"""


@pytest.mark.soak
def test_the_server_answers_while_bots_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A watchdog asks all the time while all that a table and its bots need is really compiled; none of it in the server."""
    monkeypatch.setenv("PARLOUR_CACHE_DIR", str(tmp_path / "kept"))
    learned = threading.Event()
    silent: list[float] = []

    def watch(port: int) -> None:
        while not learned.is_set():
            begun = time.monotonic()
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=120).close()
            silent.append(time.monotonic() - begun)
            time.sleep(0.1)

    with server(tmp_path / "tables.db", NOTED) as (port, process):
        table, headers = made(port)
        watchdog = threading.Thread(target=watch, args=[port])
        watchdog.start()
        with connect(f"ws://127.0.0.1:{port}{table}/ws", additional_headers=headers) as line:
            while json.loads(line.recv(timeout=300)) != {"type": "status", "text": IMPROVISING}:
                pass
            while json.loads(line.recv(timeout=600)) != {"type": "status", "text": ""}:
                pass
        learned.set()
        watchdog.join(150)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=45) == 0
        assert "compiled in the server" not in process.stdout.read()  # type: ignore[union-attr]
    assert any((tmp_path / "kept").rglob("*.nbc"))
    assert max(silent) < 20.0, "it was once silent for 60 seconds"
