"""Room for connections in a house, and who makes room."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from parlour.kit.layout import NOBODY
from parlour.languages import languages
from parlour.table import create_app
from parlour.table.budgets import Room, TooMuch
from parlour.table.crowd import CAME_AGAIN, CROWDED, Crowd
from parlour.table.protocol import MOST_OF_ONE, PatientProtocol
from table.browsers import Browser, first_choice


class Line:
    """A connection that notes why it was closed."""

    def __init__(self, client: str, holder: str = "", seat: int = 0) -> None:
        self.client, self.holder, self.seat = client, holder or client, seat
        self.name, self.local, self.reasons = "Somebody", False, list[str]()
        self.page, self.ended, self.language = "", False, languages()["en"]

    def send(self, message: bytes) -> None:
        """Nobody reads."""

    def close(self, reason: str, code: int = 0) -> None:
        self.reasons.append(reason)


def fill(crowd: Crowd, count: int, client: str, holder: str = "", seat: int = 0) -> list[Line]:
    """Let a number of connections in from one client; return those that are let in."""
    found = []
    for _ in range(count):
        line = Line(client, holder, seat)
        try:
            crowd.enter(line)
        except TooMuch:
            continue
        found.append(line)
    return found


def test_many_connections_of_one_address_leave_room_for_others() -> None:
    crowd = Crowd(Room())
    assert len(fill(crowd, 1300, "greedy")) == crowd.room.most
    assert crowd.status()["refused"] == 1300 - crowd.room.most
    assert len(fill(crowd, 3, "ann")) == 3


def test_a_browser_with_many_makes_room_for_one_of_the_same_address() -> None:
    crowd = Crowd(Room())
    greedy = fill(crowd, 1300, "home", "greedy")
    family = [fill(crowd, 1, "home", name) for name in ("ann", "bob", "cid")]
    assert all(family)
    assert sum(line.reasons == [CROWDED] for line in greedy) == 3
    assert crowd.status()["open"] == crowd.room.most


def test_onlookers_make_room_for_seats() -> None:
    crowd = Crowd(Room(most=10, house=100, reserve=20))
    lines = [line for n in range(20) for line in fill(crowd, 10, f"onlooker {n}", seat=NOBODY)]
    assert crowd.status()["open"] == 80
    seated = [line for n in range(10) for line in fill(crowd, 10, f"player {n}")]
    assert len(seated) == 100
    assert not any(line.reasons for line in seated)
    assert all(line.reasons == [CROWDED] for line in lines)
    assert fill(crowd, 1, "late", seat=NOBODY) == []
    assert len(fill(crowd, 1, "newcomer")) == 1
    assert sum(bool(line.reasons) for line in seated) == 1


def test_who_has_gone_leaves_room() -> None:
    crowd = Crowd(Room(most=2, house=10, reserve=1))
    first, _ = fill(crowd, 2, "ann")
    assert not fill(crowd, 1, "ann")
    crowd.leave(first)
    crowd.leave(first)
    assert fill(crowd, 1, "ann")


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_an_address_holds_only_so_many_idle_connections(behind_proxy: bool) -> None:
    async def play() -> None:
        everybody: set[Any] = set()

        def come(address: str) -> Any:
            made: Any = PatientProtocol.__new__(PatientProtocol)
            made.connections, made.loop, made.cycle, made.client = everybody, asyncio.get_running_loop(), None, (address, 1)
            made.config = SimpleNamespace(proxy_headers=behind_proxy)
            made.transport = SimpleNamespace(close=lambda: everybody.discard(made))
            everybody.add(made)
            made.admit()
            return made

        for _ in range(1300):
            come("192.0.2.1")
        newcomers = [come("192.0.2.2"), come("192.0.2.1")]
        assert everybody.issuperset(newcomers)
        assert len(everybody) == (1302 if behind_proxy else MOST_OF_ONE + 1)

    asyncio.run(play())


def test_score_pads_are_connections_too(tmp_path: Path) -> None:
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        app.state.hall.crowd = Crowd(Room(most=2, house=10, reserve=1))
        pad = Browser(client).post("/score/new/spades", {"seats": "4"}).headers["location"]
        links = [link["url"] for link in client.post(f"{pad}/sync", json={}).json()["pad"]["links"]]
        looking, keeping, more = (client.websocket_connect(f"{link}/live") for link in (links[1], pad, pad))
        with looking as looks, keeping as keeper, more:
            close = looks.receive()
            assert (close["type"], "too many connections" in close["reason"]) == ("websocket.close", True)
            entry = {"id": "a", "by": "Player 1", "kind": "note", "hand": 1, "text": "x"}
            client.post(f"{pad}/sync", json={"events": [entry]})
            assert keeper.receive_json() == {"type": "changed"}
            with client.websocket_connect(f"{links[1]}/live") as again:
                assert "too many connections" in again.receive_json()["text"]
            assert client.get("/healthz").json()["budgets"]["connections"]["open"] == 2
        assert client.get("/healthz").json()["budgets"]["connections"]["open"] == 0
        assert app.state.pads.connections == {}


def test_the_house_says_why_and_lets_newcomers_in(tmp_path: Path) -> None:
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        app.state.hall.crowd = Crowd(Room(most=3, house=10, reserve=1))
        ann, bob, onlooker = Browser(client), Browser(client), Browser(client)
        tables = [someone.make("schnapsen", "you", "bot:chance", watch="true") for someone in (ann, bob)]
        with ann.at(tables[0]) as a, ann.at(tables[0]) as b, onlooker.at(tables[0]) as looks, bob.at(tables[1]) as c:
            for line in (a, b, c):
                line.until("view")
            close = looks.session.receive()
            while close["type"] != "websocket.close":
                close = looks.session.receive()
            assert "too many connections" in close["reason"]
            with onlooker.at(tables[0]) as again:
                assert "too many connections" in again.refused()
            told = client.get("/healthz").json()["budgets"]["connections"]
            assert (told["open"], told["refused"]) == (3, 2)
        assert client.get("/healthz").json()["budgets"]["connections"]["open"] == 0


def test_a_page_that_connects_again_replaces_its_connection_and_what_that_one_says_later_does_not_count(tmp_path: Path) -> None:
    """The path of a phone dies while a choice is on its way: the page makes it again, and then the first one arrives."""
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann = Browser(client)
        table = ann.make("klondike", "you", deal="1")
        with ann.at(table, page="one") as dead, ann.at(table, page="two") as other:
            dead.until("menu")
            other.until("menu")
            with ann.at(table, page="one") as line:
                n = line.until("menu")["n"]
                dead.choose("draw", n=n)
                line.choose("draw", n=n)
                assert line.until("view", where=lambda view: view["n"] > n)["step"]["choice"] == "draw"
                line.say(do="undo")
                assert line.until("view", where=lambda view: view["n"] > n + 1)["n"] == n + 2
                line.say(do="undo")
                assert "no choice" in line.refused() or "nothing" in line.read[-1]["text"]
            close = dead.session.receive()
            while close["type"] != "websocket.close":
                assert "step" not in close.get("text", "") or '"choice":"draw"' not in close["text"]
                close = dead.session.receive()
            assert CAME_AGAIN in close["reason"]
            other.until("view", where=lambda view: view["n"] == n + 2)  # another page of the same browser stays


def test_a_beat_is_answered_while_another_answer_is_awaited(tmp_path: Path) -> None:
    """A page takes a server that does not answer for lost, so no other message may hold a beat up."""
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann, tom = Browser(client), Browser(client)
        table = ann.make("schnapsen", "you", "bot:chance", watch="true")
        pad = ann.post("/score/new/spades", {"seats": "4"}).headers["location"]
        with ann.at(table) as line, tom.at(table) as onlooker, client.websocket_connect(f"{pad}/live") as keeper:
            menu = line.until("menu")
            lock = app.state.hall.tables[table.removeprefix("/table/")].agenda.lock
            client.portal.call(lock.acquire)
            line.choose(first_choice(menu))
            for one in (line, onlooker):
                one.say(do="beat")
                one.until("here")
            assert not [message for message in line.read if message["type"] == "view" and message["n"] > menu["n"]]
            client.portal.call(lock.release)
            line.until("view", where=lambda view: view["n"] > menu["n"])
            keeper.send_json({"do": "beat"})
            assert keeper.receive_json() == {"type": "here"}
