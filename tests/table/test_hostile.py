"""Requests of any shape: each is answered with a reason or closed, and leaves no traceback in the log."""

from __future__ import annotations

import contextlib
import random
import signal
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parlour.table import create_app, outage, wire
from parlour.table import store as store_module
from parlour.table.app import ROUTES
from parlour.table.clients import from_here, is_private_name, network_of
from table.browsers import Browser, first_choice
from table.test_robust import made
from table.test_store import server

HOST = b"Host: localhost\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
SPOILT = b"\xff\xfe\x00%zz&a=\xed\xa0\x80&\r\n--x\r\nContent-Disposition: form-data; name=\r\n"


def paths() -> list[tuple[str, str]]:
    """Every route with each of its methods, its parameters filled with something that is not there."""
    found = []
    for route in ROUTES:
        path = route.path.replace(":int}", "}").replace(":str}", "}").replace(":path}", "}")
        for name in route.param_convertors:
            path = path.replace(f"{{{name}}}", {"game": "schnapsen"}.get(name, "7"))
        methods = ["GET"] if isinstance(route, WebSocketRoute) else sorted(route.methods or ())
        found += [(method, path) for method in methods]
    return found


def send(port: int, data: bytes, wait: bool = True) -> bytes:
    """Return what comes back until the line is closed; nothing if the sender does not wait for it."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(data)
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while wait and (chunk := line.recv(65536)):
                got += chunk
        return got


def shapes(method: str, path: str) -> list[tuple[bytes, bool]]:
    """Requests to an address that are wrong in one way each, and whether an answer is waited for."""
    start, close = f"{method} {path} HTTP/1.1\r\n".encode() + HOST, b"Connection: close\r\n"
    found = [
        (start + b"Content-Length: 900\r\n\r\nseats=2", False),
        (start + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", True),
        (start + close + b"Content-Type: multipart/form-data; boundary=x\r\n" + _sized(SPOILT), True),
        (start + close + b"Content-Type: application/json\r\n" + _sized(b"[" * 20000), True),
        (start + close + b"Cookie: parlour=\xff\xfe; parlour-company=%00\r\n" + _sized(SPOILT), True),
        (start + UPGRADE + b"Origin: http://evil.example\r\n\r\n", method == "GET"),
        (start + UPGRADE + b"Origin: http://[::1\r\n\r\n", method == "GET"),
        (start + UPGRADE + b"\r\n", False),
    ]
    if method == "GET":
        spoilt = f"GET {path}?seats=%ff&deal=%00&n[]=1&x={'9' * 3000}&line=²&eye=² HTTP/1.1\r\n".encode("latin-1", "replace")
        found.append((spoilt + HOST + close + b"\r\n", True))
    return found


def _sized(body: bytes) -> bytes:
    return b"Content-Length: " + str(len(body)).encode() + b"\r\n\r\n" + body


def test_no_request_to_any_route_leaves_a_traceback(tmp_path: Path) -> None:
    log = tmp_path / "log"
    quick = f"import sys; sys.stderr = open({str(log)!r}, 'w', buffering=1); import parlour.table.gamma as g; g.SECONDS = 1.0; "
    quick += "from parlour.table.budgets import BUDGETS as b; b.update({name: b[name]._replace(most=10**6) for name in b})"
    with server(tmp_path / "tables.db", quick) as (port, _):
        for method, path in paths():
            for data, wait in shapes(method, path):
                got = send(port, data, wait)
                assert not got.startswith(b"HTTP/1.1 5"), (method, path, data[:300], got[:300])
        assert b'"status":"ok"' in send(port, b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    said = log.read_text()
    assert "Traceback" not in said, said[:3000]
    assert "ASGI callable" not in said


def hostile_messages(seed: int) -> list[str]:
    """Messages of every kind with fields of wrong types, too many of them, too deep, too long, or none."""
    chance = random.Random(seed)
    values = [
        "null",
        "-1",
        "1e400",
        '"\\ud800"',
        "[]",
        "{}",
        "true",
        '"' + "x" * 300 + '"',
        "9" * 400,
        "[[" * 40 + "]]" * 40,
        '[""]',
    ]
    found = ["", "[]", "null", '"', "{" * 5000, "\x00", '{"do":"no such thing"}', '{"do":null}', '{"do":"choose"}', "[" * 8000]
    for message in wire.Request.__args__:  # type: ignore[attr-defined]
        tag, fields = message.__struct_config__.tag, message.__struct_encode_fields__
        for _ in range(4):
            given = ",".join(f'"{name}":{chance.choice(values)}' for name in fields if chance.random() < 0.9)
            found.append(f'{{"do":"{tag}"{"," if given else ""}{given}}}')
        plain = {"n": "0", "seat": "63", "on": "true", "away": "7", "cards": "9"}
        given = ",".join(f'"{name}":{plain.get(name, chr(34) + "A♠" + chr(34))}' for name in fields)
        found.append(f'{{"do":"{tag}"{"," if given else ""}{given}}}')
    return found


def test_no_message_at_a_table_leaves_a_traceback(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "tables.db", f"import sys; sys.stderr = open({str(log)!r}, 'w', buffering=1)") as (port, _):
        table, headers = made(port)
        address = f"ws://127.0.0.1:{port}{table}/ws"
        with pytest.raises(InvalidStatus, match="403"):
            connect(address, additional_headers=headers | {"Origin": "http://evil.example"})
        for text in hostile_messages(1):
            with (
                contextlib.suppress(ConnectionClosed),
                connect(address, additional_headers=headers) as line,
            ):
                line.send(text)
                line.send('{"do":"no such thing"}')
                while "no such thing" not in (got := str(line.recv(timeout=60))):
                    assert "something went wrong" not in got, text[:200]
    assert "Traceback" not in log.read_text(), log.read_text()[:3000]


def test_a_server_that_compiles_ends_at_once(tmp_path: Path) -> None:
    slow = "import time, parlour.table.server as s; "
    slow += "s._rehearse_bot = lambda game, kind: (print('begun', flush=True), time.sleep(90))"
    with server(tmp_path / "tables.db", slow) as (port, process):
        assert b"200 OK" in send(port, b"GET /new/schnapsen HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        assert process.stdout is not None
        while "begun" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=45) == 0, "half as long as it compiles"


# from this computer


SIGNS = (
    "cf-connecting-ip x-forwarded-proto x-forwarded-host tailscale-user-login forwarded via x-real-ip x-forwarded-for"
    " true-client-ip fly-client-ip x-a-proxy-of-next-year cdn-loop x-envoy-external-address"
)


@pytest.mark.parametrize("header", SIGNS.split())
def test_any_sign_of_a_proxy_means_not_from_this_computer(header: str) -> None:
    plain = [(b"host", b"localhost:8714"), (b"user-agent", b"x"), (b"sec-websocket-key", b"x"), (b"cookie", b"parlour=x")]
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 8714)}
    assert from_here(scope | {"headers": plain})
    assert not from_here(scope | {"headers": [*plain, (header.encode(), b"1")]})


@pytest.mark.parametrize(
    ("change", "host", "origin"),
    [
        ({}, b"evil.example:8714", b""),
        ({}, b"localhost:9000", b""),
        ({}, b"localhost:8714", b"http://evil.example"),
        ({"http_version": "1.0"}, b"localhost:8714", b""),
        ({"client": ("192.168.1.9", 9)}, b"localhost:8714", b""),
        ({"client": None}, b"localhost:8714", b""),
        ({}, b"[::1", b""),
        ({}, b"", b""),
    ],
)
def test_nor_is_another_name_a_tunnel_or_a_foreign_page(change: dict[str, Any], host: bytes, origin: bytes) -> None:
    scope = {"type": "http", "http_version": "1.1", "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 8714)} | change
    headers = [(b"host", host)] + ([(b"origin", origin)] if origin else [])
    assert not from_here(scope | {"headers": headers})


def test_a_page_elsewhere_cannot_name_a_house_that_is_open_to_the_network(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", ["cards.example.org"], private=True)) as client:
        for host, status in {"192.168.1.7:8714": 200, "[fd00::1]:8714": 200, "den.local": 200, "cards.example.org": 200}.items():
            assert client.get("/healthz", headers={"host": host}).status_code == status, host
        for host in ("evil.example", "192.168.1.7.evil.example", "local", "a b", "[::1", "evil.example.local.evil.example"):
            expected = 200 if host == "local" else 400
            assert client.get("/healthz", headers={"host": host}).status_code == expected, host
    assert not is_private_name("example.com.")


def test_a_client_is_an_address_or_a_network_of_ipv6() -> None:
    assert network_of("203.0.113.9") == network_of("::ffff:203.0.113.9") == "203.0.113.9"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1%eth0") != network_of("2001:db8:0:1::1")


# a full disk


class Disk:
    """Whether the disk is full: then every statement that writes is refused, or only the end of each transaction."""

    full = ""


class FullConnection(sqlite3.Connection):
    """A connection whose writes the disk may refuse."""

    def _write(self, sql: str) -> None:
        word = (sql.split() or [""])[0].upper()
        wrote = word in ("INSERT", "UPDATE", "DELETE", "REPLACE") or "user_version =" in sql
        self.wrote = wrote or (word != "BEGIN" and getattr(self, "wrote", False))
        if (Disk.full == "writes" and wrote) or (Disk.full == "commits" and word == "COMMIT" and self.wrote):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:  # type: ignore[override]
        self._write(sql)
        return super().execute(sql, *given)

    def executemany(self, sql: str, *given: Any) -> sqlite3.Cursor:  # type: ignore[override]
        self._write(sql)
        return super().executemany(sql, *given)


@pytest.mark.parametrize("full", ["writes", "commits"])
def test_what_a_full_disk_refuses_is_said_and_can_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, full: str
) -> None:
    real = sqlite3.connect
    monkeypatch.setattr(outage, "SECONDS", 0.05)
    monkeypatch.setattr(store_module.sqlite3, "connect", lambda *given, **more: real(*given, **more, factory=FullConnection))
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0), raise_server_exceptions=False) as client:
        ann, bob = Browser(client), Browser(client)

        def twice(who: Browser, path: str, form: dict[str, str]) -> str:
            Disk.full = full
            refused = who.post(path, form)
            Disk.full = ""
            assert refused.status_code == 503, (path, refused.status_code, refused.text[:500])
            assert "disk of the server is full" in refused.text
            answer = who.post(path, form)
            assert answer.status_code in (200, 303), (path, answer.text)
            return str(answer.headers.get("location", ""))

        table = twice(ann, "/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "friend"})
        with ann.at(table) as line:
            link = line.until("hello")["invite"]["1"]
        twice(bob, link, {"name": "Bob"})
        pad = twice(ann, "/score/new/schnapsen", {"seats": "2", "name.0": "Ann", "name.1": "Bob"})
        entry = {"events": [{"id": "a", "by": "Ann", "kind": "note", "hand": 1, "text": "x"}]}
        Disk.full = full
        refused = client.post(f"{pad}/sync", json=entry)
        Disk.full = ""
        assert (refused.status_code, refused.text.partition(":")[0]) == (503, "The disk of the server is full"), "for its script"
        assert client.post(f"{pad}/sync", json=entry).json()["kept"] == ["a"]
        twice(ann, "/house/new/spades", {"title": "Thursdays", "name": "Ann", "members": "Bob", "needed": "0"})
        twice(ann, "/suggest/said", {"game": "schnapsen", "word": "liked"})
        alone = ann.make("schnapsen", "you", "bot:chance")
        with ann.at(alone) as line:
            menu = line.until("menu")
            Disk.full = full
            line.choose(first_choice(menu))
            assert "disk of the server is full" in line.refused()
        for request in ({"do": "pause", "on": True}, {"do": "agreed", "away": 120, "talk": "off"}, {"do": "end"}):
            with ann.at(alone) as line:
                assert "disk of the server is full" in line.until("status", where=lambda status: bool(status["text"]))["text"]
                assert line.until("menu") == menu, "as if it had never been said"
                line.choose(first_choice(menu))
                assert "Paused" in line.refused()
                line.say(**request)
                assert "disk of the server is full" in line.refused()
            told = ann.get("/healthz")
            assert (told.status_code, told.json()["status"]) == (503, "paused")
            with ann.at(alone) as line:
                line.until("menu")
                Disk.full = ""
                assert line.until("status", where=lambda status: not status["text"])
                assert line.until("menu") == menu
            assert ann.get("/healthz").json()["status"] == "ok"
            Disk.full = full
            assert ann.post("/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "friend"}).status_code == 503
        Disk.full = ""
    assert "Traceback" not in caplog.text
