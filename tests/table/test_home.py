"""The house opens to the local network and closes again while it runs: only for the host, only from the computer it runs on."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.table import home
from table.test_store import server

AT_HOME = "127.0.0.2"
"""Stands for this computer's address in the local network: another than those that every computer calls itself by."""


class Visitor:
    """A person with a cookie, who reaches the server at an address."""

    def __init__(self, address: str, port: int) -> None:
        self.address, self.port, self.cookie = address, port, ""

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, host: str = "") -> tuple[int, str, bytes]:
        """Status, location and body."""
        line = HTTPConnection(self.address, self.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        line.request(method, path, urlencode(form or {}), headers | ({"Host": host} if host else {}))
        answer = line.getresponse()
        body = answer.read()
        if given := answer.getheader("set-cookie"):
            self.cookie = given.partition(";")[0]
        line.close()
        return answer.status, answer.getheader("location") or "", body

    def at(self, table: str) -> ClientConnection:
        return connect(f"ws://{self.address}:{self.port}{table}/ws", additional_headers={"Cookie": self.cookie})


def hear(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message["type"] in kinds:
            return message


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    try:
        socket.create_server((AT_HOME, 0)).close()
    except OSError:
        pytest.skip("this computer has one address for itself only")
    faked = f"import parlour.table.home as home; home.home_address = lambda: {AT_HOME!r}"
    with server(tmp_path_factory.mktemp("home") / "tables.db", faked) as (number, _):
        yield number


def test_the_house_is_opened_and_closed_by_its_host(port: int) -> None:
    host, friend = Visitor("127.0.0.1", port), Visitor(AT_HOME, port)
    with pytest.raises(ConnectionRefusedError):
        friend.ask("GET", "/")
    table = host.ask("POST", "/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "friend"})[1]
    with host.at(table) as line:
        assert hear(line, "hello")["home"] == {"may": True}
        line.send(json.dumps({"do": "home", "on": True}))
        while "url" not in (hello := hear(line, "hello"))["home"]:
            pass  # one that was on its way
        assert hello["home"] == {"url": f"http://{AT_HOME}:{port}", "may": True}
        status, _, picture = host.ask("GET", f"{table}/qr/1.svg")
        assert (status, picture[:4]) == (200, b"<svg")

        link = hello["invite"]["1"]
        assert friend.ask("GET", link, host="evil.example")[0] == 400, "only by its address"
        assert friend.ask("GET", f"{table}/qr/1.svg")[0] == 403
        assert friend.ask("POST", link, {"name": "Bea"})[1] == table
        with friend.at(table) as hers:
            assert "may" not in hear(hers, "hello")["home"]
            hers.send(json.dumps({"do": "home", "on": False}))
            assert "only the person who made the table" in hear(hers, "error")["text"]
            line.send(json.dumps({"do": "home", "on": False}))
            while hear(line, "hello")["home"] != {"may": True}:
                pass
            with pytest.raises(ConnectionClosed):
                hear(hers, "nothing ever")
        with pytest.raises(ConnectionRefusedError):
            friend.ask("GET", table)
        assert host.ask("GET", table)[0] == 200


def test_the_host_too_only_from_the_computer_itself(port: int) -> None:
    host = Visitor("127.0.0.1", port)
    table = host.ask("POST", "/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "bot:chance"})[1]
    for told in ({"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}):  # by way of a proxy
        address = f"ws://127.0.0.1:{port}{table}/ws"
        with connect(address, additional_headers={"Cookie": host.cookie} | told) as line:
            assert "may" not in hear(line, "hello")["home"]
            line.send(json.dumps({"do": "home", "on": True}))
            assert "from the computer on which it runs" in hear(line, "error")["text"]


def test_a_page_with_links_says_that_nobody_can_open_them_and_the_press_opens_the_house(port: int) -> None:
    """Any page that hands out a link; only from the computer itself, and it leads back to a page of this house alone."""
    host, friend = Visitor("127.0.0.1", port), Visitor(AT_HOME, port)
    host.ask("POST", "/suggest/said", {"game": "scopa", "word": "liked", "query": ""})
    page = host.ask("GET", "/suggest?players=2")[2].decode()
    assert "no link on this page works for anybody else yet" in page
    assert 'action="/open"' in page
    assert host.ask("POST", "/open", {"back": "//evil.example"}, host="evil.example")[0] == 400
    assert host.ask("POST", "/open", {"back": "//evil.example"})[1] == "/"
    assert host.ask("POST", "/open", {"back": "/suggest?players=2"})[1] == "/suggest?players=2", "pressed twice it stays open"
    page = host.ask("GET", "/suggest?players=2")[2].decode()
    assert "no link on this page works" not in page
    assert f"http://{AT_HOME}:{port}/suggest/with/" in page
    assert friend.ask("POST", "/open", {"back": "/"})[0] == 403, "not from elsewhere"
    table = host.ask("POST", "/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "friend"})[1]
    status, _, code = friend.ask("GET", f"{table}/qr.svg")
    assert (status, code[:4]) == (200, b"<svg")
    with host.at(table) as line:
        line.send(json.dumps({"do": "home", "on": False}))
        while hear(line, "hello")["home"] != {"may": True}:
            pass


def test_the_way_out_is_found_without_sending_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not home.home_address().startswith("127.")

    class Cut(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError("network is unreachable")

    monkeypatch.setattr(socket, "socket", Cut)
    assert home.home_address() == ""


def test_a_server_for_the_network_says_where_it_is(tmp_path: Path) -> None:
    """`parlour serve --host 0.0.0.0` prints the address that works for others; there is nothing to open or to close."""
    faked = f"import parlour.table.home as home; home.home_address = lambda: {AT_HOME!r}"
    with server(tmp_path / "tables.db", faked, host="0.0.0.0") as (number, process):
        assert process.stdout is not None
        said = process.stdout.readline().split()[-1]
        assert (urlsplit(said).hostname, urlsplit(said).port) == (AT_HOME, number)
        host = Visitor("127.0.0.1", number)
        table = host.ask("POST", "/new/schnapsen", {"seats": "2", "seat.0": "you", "seat.1": "bot:chance"})[1]
        with host.at(table) as line:
            assert hear(line, "hello")["home"] == {"url": said.rstrip("/")}
