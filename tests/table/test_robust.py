"""A server that meets the unexpected: half-sent requests, too long messages, damaged files, and files that are gone."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.table import create_app, pages, wire
from parlour.table.app import MOST_SOCKET_BYTES
from parlour.table.protocol import HEADERS
from parlour.table.store import Store
from table.browsers import Browser
from table.test_store import server

DIGITS = "9" * 5000


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    hasty = "import parlour.table.protocol as p; p.REQUEST_SECONDS = 0.5"
    with server(tmp_path_factory.mktemp("tables") / "tables.db", hasty) as (port, _):
        yield port


def exchange(port: int, sent: bytes) -> bytes:
    """Return what a server answers to these bytes before it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(sent)
        got = b""
        while chunk := line.recv(65536):
            got += chunk
        return got


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "])
def test_a_request_that_does_not_come_is_not_waited_for(running: int, sent: bytes) -> None:
    assert b"did not arrive in time" in exchange(running, sent)


def test_a_second_request_on_the_same_line_is_not_waited_for_either(running: int) -> None:
    got = exchange(running, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea")
    assert b'"status":"ok"' in got  # and the line was closed


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /table/%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: parlour=\xff\xfe\r\nConnection: close\r\n\r\n",
        b"POST /new/schnapsen HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nConnection: close\r\n\r\nseats=\xff",
        b"DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ],
)
def test_whatever_is_asked_is_answered_with_the_headers_that_keep_pages_safe(running: int, sent: bytes) -> None:
    head = exchange(running, sent).partition(b"\r\n\r\n")[0].decode().lower()
    assert head.startswith("http/1.1 ")
    assert not head.startswith("http/1.1 5")
    for name in HEADERS:
        assert head.count(f"\r\n{name.lower()}:") == 1, head


def test_an_answer_that_fails_has_the_headers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(tmp_path / "tables.db"), raise_server_exceptions=False) as client:
        monkeypatch.setattr(pages, "game_context", None)
        answer = client.get("/")
        assert answer.status_code == 500
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def made(port: int, cookie: str = "parlour=made-up") -> tuple[str, dict[str, str]]:
    """A table against a bot, and the cookie that its maker got."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("POST", "/new/schnapsen", "seats=2&seat.0=you&seat.1=bot:chance", {"Cookie": cookie})
        answer = line.getresponse()
        answer.read()
    return str(answer.headers["location"]), {"Cookie": str(answer.headers["set-cookie"]).partition(";")[0]}


def ending(line: ClientConnection) -> tuple[int, str]:
    """How a socket is closed: the code and the reason."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.recv(timeout=60)
    assert line.close_code is not None
    return line.close_code, line.close_reason or ""


def test_a_token_that_a_browser_made_up_is_not_kept(running: int) -> None:
    _, headers = made(running)
    assert len(headers["Cookie"]) > 40
    assert made(running, headers["Cookie"])[1] == headers, "one that was given out is"


def test_a_message_that_is_too_long_is_refused_in_a_line(running: int) -> None:
    table, headers = made(running)
    with connect(f"ws://127.0.0.1:{running}{table}/ws", additional_headers=headers) as line:
        for text in ("x" * (1 << 20), '{"do":"' + "x" * 5000 + '"}', '{"do":"choose","n":1,"choices":["' + "y" * 100 + '"]}'):
            line.send(text)
            while '"error"' not in (got := str(line.recv(timeout=60))):
                pass
            assert len(got) < wire.LONGEST_ERROR + 100
            assert "\\n" not in got
        with contextlib.suppress(ConnectionClosed):  # closed while it still comes
            line.send("x" * (MOST_SOCKET_BYTES + 1))
        assert ending(line)[0] == 1009


def test_sockets_close_with_a_reason(running: int) -> None:
    table, headers = made(running)
    with connect(f"ws://127.0.0.1:{running}{table}/ws") as line:
        assert ending(line) == (4404, "there is no seat for you at this table")
    with connect(f"ws://127.0.0.1:{running}{table}/ws", additional_headers=headers) as line:
        line.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # a text that is not UTF-8
        assert ending(line)[0] == 1007


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        yield Browser(client)


def test_figures_that_are_too_long_are_one_line(ann: Browser) -> None:
    for field in ("seats", "deal", "window", "option.passes", "seat.0", "option.draw"):
        answer = ann.post("/new/klondike", {"seats": "1", "seat.0": "you", field: DIGITS})
        assert answer.status_code in (303, 400), field
        assert DIGITS[:300] not in answer.text.partition('class="refusal"')[2].partition("<")[0]
    for address in (
        f"/new/klondike?deal={DIGITS}&seats={DIGITS}",
        f"/rules/klondike?seats={DIGITS}",
        f"/rules/klondike?x={DIGITS}",
    ):
        answer = ann.get(address)
        assert answer.status_code in (200, 400)
        if answer.status_code == 400:
            assert DIGITS[:600] not in answer.text


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET house = 'no JSON'",
        "UPDATE tables SET summary = '[]'",
        "UPDATE tables SET summary = '{\"asked\": 3}'",
        "UPDATE tables SET game = 'no such game'",
        "UPDATE tables SET house = '{\"no such rule\": 1}'",
        "DELETE FROM seats",
        "UPDATE log SET body = 'no JSON' WHERE n = 0",
        "UPDATE log SET body = '{}' WHERE kind = 'commit'",
        "UPDATE log SET kind = 'no kind'",
    ],
)
def test_a_damaged_row_is_said_and_harms_nothing_else(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "tables.db"
    with TestClient(create_app(path, tempo=0.0)) as client:
        ann = Browser(client)
        good, bad = ann.make("schnapsen", "you", "bot:chance"), ann.make("schnapsen", "you", "bot:chance")
        for table in (good, bad):
            with ann.at(table) as line:
                line.until("menu")
    name = bad.rpartition("/")[2]
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        column = "table_id" if " log" in damage or " seats" in damage else "id"
        file.execute(f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} {column} = '{name}'")
    with TestClient(create_app(path, tempo=0.0)) as client:
        ann.client = client
        lobby = ann.get("/")
        assert lobby.status_code == 200
        assert good in lobby.text
        assert "Traceback" not in ann.get(bad).text
        with ann.at(bad) as line:
            assert len(line.refused()) > 10
        with ann.at(good) as line:
            line.until("menu")


def script(path: Path, text: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.executescript(text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"SQLite format 3\0" + os.urandom(5000)),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 4096 + path.read_bytes()[8192:]),
        lambda path: script(path, "DROP TABLE seats"),
        lambda path: script(path, "ALTER TABLE log RENAME COLUMN body TO words"),
        lambda path: script(path, "PRAGMA user_version = 99"),
        lambda path: script(path, "PRAGMA user_version = -5; DROP TABLE log"),
        lambda path: (path.unlink(), script(path, "CREATE TABLE birds (name)")),
        lambda path: (path.unlink(), path.mkdir()),
    ],
)
def test_a_spoilt_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    spoil(path)  # type: ignore[operator]
    with pytest.raises(BadInput, match=r"^[^\n]{1,300}$"):
        Store(path)
    assert main(["serve", "--db", str(path), "--port", "0", "--no-open"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said


def test_a_file_that_is_gone_is_noticed_and_said(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann = Browser(client)
        table = ann.make("schnapsen", "you", "bot:chance")
        with ann.at(table) as line:
            menu = line.until("menu")
            (tmp_path / "tables.db").unlink()
            line.choose(menu["choices"][0]["name"] if menu["choices"][0]["kind"] != "run" else "")
            assert "gone" in line.refused()
        answer = ann.get("/healthz")
        assert answer.status_code == 503
        assert "started again" in answer.text
        with ann.at(table) as line:
            assert "gone" in line.refused()
