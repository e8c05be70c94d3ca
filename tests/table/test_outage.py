"""A disk that takes nothing, as the system sees it: a server whose files may not grow. Tables pause and go on by themselves."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.table.store import Store
from table.browsers import first_choice
from table.test_robust import made
from table.test_store import read_until, server, table_row

resource = pytest.importorskip("resource")
INTERPRETED = "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'; import parlour.table.outage as o; o.SECONDS = 0.1; "
FULL = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (1, r.getrlimit(r.RLIMIT_FSIZE)[1]))"
pytestmark = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process are Linux's")


def fill(pid: int, full: bool) -> None:
    """Let no file of a process grow, or all of them again."""
    hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 if full else hard, hard))


def until(line: ClientConnection, kind: str, text: str = "") -> dict[str, Any]:
    """Read on to a message of a kind whose text holds this."""
    while True:
        got: dict[str, Any] = json.loads(line.recv(timeout=60))
        if got["type"] == kind and text in got.get("text", ""):
            return got


def health(port: int) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_tables_pause_while_the_disk_takes_nothing_and_go_on_by_themselves(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with server(db, INTERPRETED) as (port, process):
        table, headers = made(port)
        url = f"ws://127.0.0.1:{port}{table}/ws"
        with connect(url, additional_headers=headers) as line:
            menu = read_until(line, "menu")[-1]
            fill(process.pid, full=True)
            line.send(json.dumps({"do": "choose", "n": menu["n"], "choices": [first_choice(menu)]}))
            assert "nothing new can be kept" in until(line, "error")["text"]
        code, told = health(port)
        assert (code, told["status"]) == (503, "paused")
        assert str(db) in told["text"], "it is told on the computer of the server"
        with connect(url, additional_headers=headers) as line:
            until(line, "status", "Paused: the disk")
            assert until(line, "menu") == menu, "as if it had never been said"
            line.send(json.dumps({"do": "choose", "n": menu["n"], "choices": [first_choice(menu)]}))
            until(line, "error", "Paused: the disk")
            fill(process.pid, full=False)
            while until(line, "status")["text"]:
                pass
            line.send(json.dumps({"do": "choose", "n": menu["n"], "choices": [first_choice(menu)]}))
            while until(line, "view")["n"] == menu["n"]:
                pass
        assert health(port)[0] == 200
        fill(process.pid, full=True)  # and is killed on a full disk
    with (
        server(db, f"{INTERPRETED}{FULL}") as (port, _),
        connect(f"ws://127.0.0.1:{port}{table}/ws", additional_headers=headers) as line,
    ):
        while until(line, "view")["n"] == menu["n"]:
            pass


def test_a_file_opens_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written unless it has to be."""
    store = Store(tmp_path / "tables.db")
    asyncio.run(store.add(table_row()))
    store.close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        store = Store(tmp_path / "tables.db")
        assert asyncio.run(store.table("t")) is not None
        assert not asyncio.run(store.has_room())
        assert store.fault
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert asyncio.run(store.has_room())
    assert not store.fault
    store.close()
