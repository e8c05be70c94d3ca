"""Limits on what one client may ask for, and that no client waits for one that asks for much."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient

from parlour.art.recolouring import Recolour, Recoloured
from parlour.cli import main
from parlour.table import create_app, wire_company
from parlour.table.app import FREE
from parlour.table.budgets import BUDGETS, MOST_CLIENTS, Budgets, Room, TooMuch, read_limits
from parlour.table.store import SeatRow
from parlour.table.turns import Client, Turns
from table.browsers import Browser
from table.test_seating import hidden_query


@pytest.mark.parametrize("name", BUDGETS)
def test_a_budget_is_for_one_client_and_comes_back_with_time(name: str) -> None:
    now = [0.0]
    budgets, budget = Budgets(lambda: now[0]), BUDGETS[name]
    for _ in range(budget.most):
        budgets.spend(name, "ann")
    for _ in range(100):  # who goes on asking loses nothing more by it
        with pytest.raises(TooMuch):
            budgets.spend(name, "ann")
    budgets.spend(name, "bob")
    now[0] += budget.seconds
    budgets.spend(name, "ann")
    with pytest.raises(TooMuch):
        budgets.spend(name, "ann")
    assert budgets.status()[name]["refused"] == 101


def test_budgets_are_set_by_the_host() -> None:
    budgets = Budgets(lambda: 0.0, read_limits(["tables=2/0.5s", "hints=1/3s"]).budgets)
    budgets.spend("tables", "ann")
    budgets.spend("tables", "ann")
    with pytest.raises(TooMuch):
        budgets.spend("tables", "ann")
    assert (budgets.status()["tables"]["most"], budgets.status()["tables"]["seconds"]) == (2, 0.5)
    assert budgets.status()["names"]["most"] == BUDGETS["names"].most
    assert read_limits([]).room == Room()
    assert read_limits(["connections=100"]).room == Room(most=100)
    assert read_limits(["connections=5000"]).room == Room(most=5000, house=5000)


def test_the_guide_has_every_budget_as_it_is() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^[|] [^|]*`([a-z]+)`[^|]*[|] ([0-9]+) [|] ([0-9.]+) seconds? [|]", guide, re.M)
    assert sorted(rows) == sorted((name, str(budget.most), f"{budget.seconds:g}") for name, budget in BUDGETS.items())


def test_a_large_request_takes_what_is_there() -> None:
    budgets = Budgets(lambda: 0.0, read_limits(["entries=10/1s"]).budgets)
    assert [budgets.spend("entries", "ann", wanted) for wanted in (7, 7)] == [7, 3]
    with pytest.raises(TooMuch):
        budgets.spend("entries", "ann", 7)


@pytest.mark.parametrize(
    "text",
    [
        *("", "tables", "tables=0/1s", "tables=5/0s", "tables=5/1", "tables=-5/1s", "chairs=5/1s", "tables=5/1s\n"),
        *("connections=0", "connections=5/1s", "connections=-1", "connections=9999999"),
    ],
)
def test_a_budget_that_cannot_be_read_is_refused_in_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-open", f"--budget={text}"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_many_clients_take_no_more_memory() -> None:
    budgets = Budgets(lambda: 0.0)
    for client in range(MOST_CLIENTS + 100):
        budgets.spend("names", str(client))
    assert len(budgets._spent["names"]) == MOST_CLIENTS


@pytest.mark.parametrize("greedy", [["greedy"] * 60, [("greedy", f"browser {n}") for n in range(60)]])
def test_a_client_that_asked_for_less_is_served_first(greedy: list[Client]) -> None:
    """However many browsers it has: a cookie costs nothing."""

    async def play() -> None:
        turns, gate, served = Turns(1, "test"), threading.Event(), list[Client]()

        async def ask(client: Client) -> None:
            await turns.think(client, gate.wait if client == "first" else lambda: None, *([30] if client == "first" else []))
            served.append(client)

        asked = [asyncio.create_task(ask(client)) for client in ["first", *greedy, ("ann", "phone"), "bob"]]
        await asyncio.sleep(0)
        given_up = asked[5]
        given_up.cancel()
        gate.set()
        await asyncio.gather(*asked, return_exceptions=True)
        assert served.index(("ann", "phone")) <= 3
        assert served.index("bob") <= 4
        assert len(served) == len(asked) - 1
        assert turns._free == 1
        turns.close()

    asyncio.run(play())


def test_tables_without_end_are_refused_and_the_server_goes_on(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        form = {"seats": "2", "seat.0": "you", "seat.1": "bot:chance"}
        answers = [Browser(client).post("/new/schnapsen", form) for _ in range(BUDGETS["tables"].most + 5)]  # each a new browser
        assert {answer.status_code for answer in answers} == {303, 429}
        assert "wait a little" in answers[-1].text
        assert client.get("/healthz").json()["budgets"]["tables"]["refused"] >= 1


def test_every_way_to_a_table_takes_from_the_budget(tmp_path: Path) -> None:
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        budgets = app.state.hall.budgets = Budgets(lambda: 0.0)
        ann = Browser(client)
        table = ann.make("spider", "you")
        with ann.at(table) as line:
            line.until("menu")
            for _ in range(BUDGETS["tables"].most - 1):
                line.say(do="again", same=True)
                line.until("go")
            line.say(do="again", same=True)
            assert "many tables" in line.refused()
            line.say(do="end")
            line.say(do="again", same=False)
            assert "many tables" in line.refused()
        query = hidden_query(ann.get("/seating?players=4&how=rotation&seed=3").text)
        forms = {
            "/new/schnapsen": {"seats": "2", "seat.0": "you", "seat.1": "bot:chance"},
            "/seating/tables": {"query": query, "game": "spades", "you": "1"},
            "/score/new/schnapsen": {"seats": "2"},
        }
        for count, (url, form) in enumerate(forms.items(), 3):
            assert ann.post(url, form).status_code == 429, url
            assert budgets.refused["tables"] == count
        row, place = app.state.hall.tables[table.removeprefix("/table/")].row, SeatRow("human", "Ann")
        with pytest.raises(TooMuch):
            client.portal.call(app.state.hall.deal_again, row, 0, place, "chance", "testclient")


def test_documents_drawings_and_messages_are_refused_when_a_budget_is_spent(tmp_path: Path) -> None:
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        budgets = app.state.hall.budgets = Budgets(lambda: 0.0)
        ann = Browser(client)
        pad = ann.post("/score/new/schnapsen", {"seats": "2"}).headers["location"]
        table = ann.make("schnapsen", "you", "bot:chance")
        for name in ("documents", "drawings", "messages"):
            for _ in range(BUDGETS[name].most):
                budgets.spend(name, "testclient")
        for url in ("/rules/schnapsen.pdf", "/rulebooks.pdf", f"{pad}/export.csv", f"{pad}/export.pdf"):
            assert ann.get(url).status_code == 429, url
        assert ann.post("/gamma", {}).status_code == 429
        with ann.at(table) as line:
            line.until("menu")
            line.say(do="ask", n=line.n, prefix=[])
            assert "too many messages" in line.refused()
        told = client.get("/healthz").json()["budgets"]
        assert [told[name]["refused"] for name in ("documents", "drawings", "messages")] == [4, 1, 1]


class Spent(Budgets):
    """Budgets of which nothing is left."""

    def spend(self, name: str, client: str, wanted: int = 1) -> int:
        raise TooMuch(f"the budget of {name} is spent")


HANDED_OUT = ["/healthz", "/static/{path:path}", "/score/shell", "/score/worker.js", "/score/manifest.webmanifest"]
"""Paths whose answers are ready: everything else costs work, or changes something."""


def test_whatever_costs_work_has_a_budget(tmp_path: Path) -> None:
    """Every route of the application is asked for when nothing is left of any budget."""
    with TestClient(app := create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        app.state.hall.budgets = Spent(lambda: 0.0)
        assert sorted(FREE) == sorted(HANDED_OUT)
        asked = 0
        for route in app.routes:
            path = re.sub(r"[{][^}]*:int[}]", "1", route.path)
            path = re.sub(r"[{][^}]*[}]", "x", path)
            if isinstance(route, WebSocketRoute):
                with client.websocket_connect(path) as socket:
                    assert "is spent" in socket.receive_json()["text"], route.path
                asked += 1
                continue
            assert isinstance(route, Route), route
            for method in sorted(route.methods or ()):
                answer = client.request(method, path)
                if route.path in HANDED_OUT:
                    assert answer.status_code in (200, 404), route.path
                else:
                    assert answer.status_code == 429, f"{method} {route.path} has no budget"
                    assert method == "HEAD" or "is spent" in answer.text
                    asked += 1
        assert asked > 80
        page = client.get("/", headers={"Accept": "text/html"})
        assert (page.status_code, "A little patience" in page.text) == (429, True)


def test_a_pad_takes_as_many_entries_as_the_budget_has(tmp_path: Path) -> None:
    limits = read_limits(["entries=3/1000s", "syncs=4/1000s"])
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0, limits=limits)) as client:
        pad = Browser(client).post("/score/new/spades", {"seats": "4"}).headers["location"]
        notes = [{"id": f"n{n}", "by": "Player 1", "kind": "note", "hand": 1, "text": "x"} for n in range(5)]
        assert client.post(f"{pad}/sync", json={"events": notes}).json()["kept"] == ["n0", "n1", "n2"]
        refused = client.post(f"{pad}/sync", json={"events": notes[3:]})
        assert (refused.status_code, "entries" in refused.text) == (429, True)
        assert client.post(f"{pad}/sync", json={}).status_code == 200, "looking is another budget"
        assert [client.post(f"{pad}/sync", json={}).status_code for _ in range(2)] == [200, 429]
        told = client.get("/healthz").json()["budgets"]
        assert (told["entries"]["refused"], told["syncs"]["refused"]) == (1, 1)


def test_names_that_change_without_end_are_not_told_to_all(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann, onlooker = Browser(client), Browser(client)
        table = ann.make("schnapsen", "you", "bot:chance", watch="true")
        with ann.at(table) as line, onlooker.at(table) as other:
            for number in range(120):
                other.say(do="name", name=f"N{number}")
            other.say(do="no such thing")
            refused = 0
            while "no such thing" not in (text := other.refused()):
                refused += "often" in text
            assert refused >= 100
            line.say(do="no such thing")
            line.refused()
            assert sum(message["type"] == "presence" for message in line.read) < 15


OWN_LIMITS = {wire_company.Say, wire_company.SendNudge, wire_company.NameMe}
"""Requests that all are told of which have limits of their own: tests of talk, and the one above."""
ANSWERS = {wire_company.Agree, wire_company.LetMove, wire_company.PassTo}
"""Requests that answer a question once, or concern their own browser."""


def test_what_all_are_told_of_has_a_budget(tmp_path: Path) -> None:
    """A player who lets a bot play and comes back again and again, and a host who pauses without end."""
    known = {*wire_company.CHANGES, *OWN_LIMITS, *ANSWERS}
    assert known == set(get_args(wire_company.Request)), "a new request: are all told of it?"
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann, bob = Browser(client), Browser(client)
        table = ann.make("schnapsen", "you", "friend")
        assert bob.post(f"{table}/sit", {"name": "Bob", "seat": "1"}).status_code == 303
        with ann.at(table) as host, bob.at(table) as guest:
            guest.until("view", where=lambda message: message["view"]["hand_number"] == 1)
            refused = 0
            for number in range(60):
                host.say(do="pause", on=number % 2 == 0)
                guest.say(do=("stand_in", "back")[number % 2], **({} if number % 2 else {"seat": 1}))
            for line in (host, guest):
                line.say(do="no such thing")
                while "no such thing" not in (message := line.next()).get("text", ""):
                    refused += message["type"] == "error" and "very often" in message["text"]
            assert refused >= 60
            assert sum(bool(message.get("news")) for message in guest.read) <= 45


def waiting(turns: Turns) -> int:
    """The number of thoughts that wait for their turn."""
    return sum(len(each) for browsers in list(turns._waiting.values()) for each in list(browsers.values()))


def test_drawings_of_one_visitor_let_others_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, begun, served = threading.Event(), threading.Event(), list[bytes]()

    def recolour(data: bytes, asked: Recolour, limits: object) -> Recoloured:
        begun.set()
        gate.wait(30)
        served.append(data)
        return Recoloured(b"<svg/>", {}, {})

    monkeypatch.setattr("parlour.table.gamma.recolour_apart", recolour)
    app = create_app(tmp_path / "tables.db", tempo=0.0)
    with TestClient(app, client=("192.0.2.1", 1)) as greedy, ThreadPoolExecutor(8) as pool:
        other = TestClient(app, client=("192.0.2.2", 1))
        other.portal = greedy.portal
        asked = [pool.submit(greedy.post, "/gamma", content=b"greedy") for _ in range(6)]
        begun.wait(30)
        painters = app.state.hall.painters
        while waiting(painters) < 5:
            threading.Event().wait(0.01)
        asked.append(pool.submit(other.post, "/gamma", content=b"other"))
        while waiting(painters) < 6:
            threading.Event().wait(0.01)
        gate.set()
        assert [one.result().status_code for one in asked] == [200] * 7
        assert served.index(b"other") <= 2


def test_a_thought_that_is_given_up_costs_its_network_no_turn() -> None:
    async def play() -> None:
        turns, gate, served = Turns(1, "test"), threading.Event(), list[str]()

        async def ask(network: str, browser: str) -> None:
            await turns.think((network, browser), gate.wait, 30)
            served.append(network)

        clients = [
            ("first", ""),
            *(("school", f"late {n}") for n in range(9)),
            ("school", "now"),
            *(("other", f"{n}") for n in range(5)),
        ]
        asked = [asyncio.create_task(ask(*client)) for client in clients]
        await asyncio.sleep(0)
        for late in asked[1:10]:
            late.cancel()
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked, return_exceptions=True)
        assert served[:2] == ["first", "school"]
        turns.close()

    asyncio.run(play())


def test_a_turn_that_is_waited_for_ends_with_the_server() -> None:
    async def play() -> None:
        turns, gate = Turns(1, "test"), threading.Event()
        asked = [asyncio.create_task(turns.think(client, gate.wait, 30)) for client in ("ann", "bob")]
        await asyncio.sleep(0)
        turns.close()
        gate.set()
        assert await asked[0]
        with pytest.raises(asyncio.CancelledError):
            await asked[1]

    asyncio.run(play())
