"""Nothing that was acknowledged is lost: the file of tables, and a server that is killed in the middle of a match."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from parlour.engine.errors import BadInput
from parlour.table import create_app
from parlour.table.app import listen
from parlour.table.rows import Row
from parlour.table.store import SeatRow, Store, TableRow, digest
from table.browsers import Browser, first_choice

SERVER = "from parlour.table import serve; import sys; serve(sys.argv[2], port=0, db=sys.argv[1], open_browser=False, tempo=0.1)"


def table_row(table: str = "t") -> TableRow:
    return TableRow(table, "schnapsen", 1, {"target_vp": 3}, digest("a"), False, 0, [SeatRow("human", "A", digest("a"))])


def test_what_is_appended_comes_back(tmp_path: Path) -> None:
    async def use() -> None:
        store = Store(tmp_path / "tables.db")
        await store.add(table_row())
        await store.append("t", 0, [Row("chance", '{"dealer":1}'), Row("choice", '{"seat":0}')], {"hand": 1})
        await store.append("t", 2, [Row("undo")], {"hand": 2})
        store.close()
        store = Store(tmp_path / "tables.db")
        assert await store.log("t") == [Row("chance", '{"dealer":1}'), Row("choice", '{"seat":0}'), Row("undo")]
        found = await store.table("t")
        assert found is not None
        assert (found.house, found.summary, found.seats) == ({"target_vp": 3}, {"hand": 2}, table_row().seats)
        assert [row.id for row in await store.tables_of(digest("a"))] == ["t"]
        assert await store.tables_of(digest("b")) == []
        store.close()

    asyncio.run(use())


def test_a_row_is_written_once_or_not_at_all(tmp_path: Path) -> None:
    async def use() -> None:
        store = Store(tmp_path / "tables.db")
        await store.add(table_row())
        await store.append("t", 0, [Row("undo")], {"hand": 1})
        with pytest.raises(sqlite3.IntegrityError):
            await store.append("t", 0, [Row("redo")], {"hand": 9})
        assert await store.log("t") == [Row("undo")]
        assert (await store.table("t")).summary == {"hand": 1}  # type: ignore[union-attr]
        store.close()

    asyncio.run(use())


def test_what_waits_is_written_together_and_a_bad_row_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        store = Store(tmp_path / "tables.db")
        tables = [f"t{number}" for number in range(6)]
        for table in tables:
            await store.add(table_row(table))
        await store.append("t3", 0, [Row("undo")], {"hand": 1})
        commits: list[object] = []
        real = Store._commit

        def counted(self: Store, act: Callable[[sqlite3.Connection], object]) -> object:
            commits.append(act)
            return real(self, act)

        monkeypatch.setattr(Store, "_commit", counted)

        async def written_at_once(row: Row, first: int) -> Sequence[object]:
            commits.clear()
            waits = asyncio.get_running_loop().run_in_executor(store._thread, time.sleep, 0.2)  # the thread is busy meanwhile
            outcomes = await asyncio.gather(
                *(store.append(table, first, [row], {"hand": 2}) for table in tables), return_exceptions=True
            )
            await waits
            return outcomes

        outcomes = await written_at_once(Row("redo"), 0)
        assert [type(one) for one in outcomes] == [type(None)] * 3 + [sqlite3.IntegrityError] + [type(None)] * 2
        assert [await store.log(table) for table in tables] == [[Row("undo" if table == "t3" else "redo")] for table in tables]
        assert await written_at_once(Row("mark"), 1) == [None] * 6
        assert len(commits) == 1
        assert [(await store.log(table))[1] for table in tables] == [Row("mark")] * 6
        store.close()
        for _again in range(2):  # nobody waits for a file that is closed
            with pytest.raises(RuntimeError):
                await asyncio.wait_for(store.append("t1", 2, [Row("redo")], {}), 10)

    asyncio.run(use())


def test_a_file_is_for_one_server_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Store(path)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(BadInput, match="another server has it open"):
        Store(path)
    store.close()
    Store(path).close()
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(BadInput, match="is not a file of tables"):
        Store(path)


def test_what_the_disk_refuses_nobody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(tmp_path / "tables.db", tempo=0.0)
    with TestClient(app) as client:
        ann = Browser(client)
        table = ann.make("schnapsen", "you", "bot:chance")
        with ann.at(table) as socket:
            menu = socket.until("menu")
            real = app.state.hall.store.append

            async def full(*arguments: Any) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            monkeypatch.setattr(app.state.hall.store, "append", full)
            read = len(socket.read)
            socket.choose(first_choice(menu))
            assert "something went wrong" in socket.refused()
            assert len(socket.read) == read + 1
            monkeypatch.setattr(app.state.hall.store, "append", real)
        with ann.at(table) as socket:
            assert socket.until("menu") == menu  # as if it had never been said


def test_a_taken_port_is_gone_round_or_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=rf"^cannot listen at 127.0.0.1:{port}: .*$"):
            listen("127.0.0.1", port)
        monkeypatch.setattr("parlour.table.app.DEFAULT_PORT", port)
        with listen("127.0.0.1", None) as other:
            assert other.getsockname()[1] not in (0, port)


@contextmanager
def server(db: Path, before: str = "", host: str = "127.0.0.1") -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server in a process of its own, killed without a word at the end: its port and process. before: what it runs first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", f"{before}\n{SERVER}", str(db), host]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = re.search(r":(\d+)/", line)
        assert port, line
        yield int(port[1]), process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        process.stdout.close()  # type: ignore[union-attr]


def read_until(socket: ClientConnection, *kinds: str) -> list[dict[str, Any]]:
    """All messages up to the first of these kinds."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] not in kinds:
        found.append(json.loads(socket.recv(timeout=120)))
        assert found[-1]["type"] != "error", found[-1]
    return found


def last(messages: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return [message for message in messages if message["type"] == kind][-1]


def log_of(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for message in messages if message["type"] == "log" for line in message["lines"]]


def test_a_killed_server_has_kept_all_it_acknowledged(tmp_path: Path) -> None:
    """Killed right after the first sign that a choice was taken, again and again: the choice is there, and the same cards."""
    db = tmp_path / "tables.db"
    cookie, table, known, acknowledged = "", "", [], None
    for _ in range(4):
        with server(db) as (port, _process):
            if not table:
                http = HTTPConnection("127.0.0.1", port, timeout=60)
                form = urlencode({"seats": 2, "seat.0": "you", "seat.1": "bot:chance", "option.target_vp": 21})
                http.request("POST", "/new/schnapsen", form)
                answer = http.getresponse()
                table, cookie = answer.headers["location"], answer.headers["set-cookie"].split(";")[0]
                http.close()
            with connect(f"ws://127.0.0.1:{port}{table}/ws", additional_headers={"cookie": cookie}) as socket:
                came = read_until(socket, "view")
                if acknowledged is not None:
                    view = last(came, "view")
                    assert view["n"] >= acknowledged["n"]
                    if view["n"] == acknowledged["n"]:
                        assert view["view"] == acknowledged["view"]
                    came += read_until(socket, "log")
                    assert log_of(came)[: len(known)] == known
                    known = log_of(came)
                played = 0
                while True:
                    came = came if came[-1]["type"] == "menu" else came + read_until(socket, "menu")
                    menu = came[-1]
                    if played == 2:
                        break
                    known += [line for line in log_of(came) if line not in known]
                    socket.send(json.dumps({"do": "choose", "n": menu["n"], "choices": [first_choice(menu)]}))
                    played, came = played + 1, read_until(socket, "menu")
                known += [line for line in log_of(came) if line not in known]
                socket.send(json.dumps({"do": "choose", "n": menu["n"], "choices": [first_choice(menu)]}))
                acknowledged = last(read_until(socket, "view"), "view")
                assert acknowledged["n"] == menu["n"] + 1
    assert len(known) > 8
