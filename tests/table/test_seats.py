"""Owners of seats: keys that are good once, devices that are asked, and cards that are hidden from latecomers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY
from parlour.table import wire, wire_company
from parlour.table.app import ROUTES
from parlour.table.requests import handle
from parlour.table.store import Store
from parlour.table.tables import LiveTable
from table.browsers import Browser
from table.test_presence import Person, at_table, go_on
from table.test_protocol import invited

# keys


def test_a_page_that_was_loaded_before_takes_no_seat_after(ann: Browser, bob: Browser) -> None:
    """Eve has the invitation of a group chat and the page of the table open when Bob sits down."""
    table = ann.make("schnapsen", "you", "friend")
    with ann.at(table) as socket:
        link = socket.until("hello")["invite"]["1"]
    eve = Browser(bob.client)
    door = eve.get(table).text
    assert "Sit down" in door
    assert link.rpartition("/")[2] not in door
    assert "Sit down" in eve.get(link).text
    assert bob.post(link, {"name": "Bob"}).headers["location"] == table
    with bob.at(table) as his:
        own = his.until("hello")["link"]
        assert own != link
        answer = eve.post(link, {"name": "Eve"})
        assert answer.status_code == 400
        assert "no longer good" in answer.text
        answer = eve.post(f"{table}/sit", {"name": "Eve", "seat": "1"})
        assert answer.status_code == 400
        assert "meanwhile" in answer.text
        assert "works once" in eve.get(table).text
        with eve.at(table) as hers:
            assert "no seat for you" in hers.refused()
        his.say(do="back")
    with ann.at(table) as socket:
        assert own not in json.dumps(socket.until("hello")), "the host does not know it either"


def test_a_free_seat_is_taken_from_the_page_of_the_table(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "friend")
    assert bob.post(f"{table}/sit", {"name": "Bob", "seat": "9"}).status_code == 400
    assert bob.post(f"{table}/sit", {"name": "Bob", "seat": "1"}).headers["location"] == table
    with bob.at(table) as his:
        assert his.until("hello")["you"] == 1


def test_the_device_that_is_here_is_asked(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "friend")
    invited(ann, bob, table)
    phone = Browser(bob.client)
    with ann.at(table) as hers, bob.at(table) as his:
        link = his.until("hello", where=lambda m: m["game"]["kinds"][1] == "human")["link"]
        assert phone.post(link, {}).headers["location"] == table
        assert his.until("moving")["seat"] == 1
        his.say(do="move", yes=False)
        assert his.until("moving")["seat"] == -1
        assert "has refused" in phone.get(table).text
        assert "has refused" not in phone.get(table).text
        hers.say(do="move", yes=True)
        assert "no other device" in hers.refused()
    assert phone.post(link, {}).headers["location"] == table
    with phone.at(table) as his:  # nobody was there to be asked
        assert his.until("hello")["you"] == 1


def test_the_link_of_a_match_before_tells_no_new_link(ann: Browser, bob: Browser) -> None:
    """The guest is replaced in the second match; the link of the first leads nowhere then."""
    table = ann.make("schnapsen", "you", "friend")
    invited(ann, bob, table)
    with bob.at(table) as his:
        old = his.until("hello")["link"]
    with ann.at(table) as hers:
        hers.say(do="end")
        hers.until("presence", where=lambda m: bool(m.get("ended")))
        hers.say(do="again")
        again = hers.until("go")["url"]
    with ann.at(again) as hers:
        hers.say(do="seat", seat=1, who="friend")
        free = hers.until("hello", where=lambda m: bool(m.get("invite")))["invite"]["1"]
    eve = Browser(bob.client)
    where = eve.get(old).headers["location"]
    assert where.startswith(again)
    assert free.rpartition("/")[2] not in where
    assert "no longer good" in eve.post(where, {}).text


def test_nobody_sits_down_at_a_match_that_is_over(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "friend")
    with ann.at(table) as hers:
        link = hers.until("hello")["invite"]["1"]
        hers.say(do="end")
        hers.until("presence", where=lambda m: bool(m.get("ended")))
    assert "Sit down" not in bob.get(table).text
    assert "is over" in bob.post(link, {"name": "Bob"}).text
    assert bob.get(f"{table}/record").status_code == 403


# nothing that anyone else receives


SECRETS = {
    "seats": ("key", "renewed", "holder", "former"),
    "pad_keepers": ("holder", "key", "renewed"),
    "members": ("key", "renewed", "holder"),
    "players": ("key", "shared"),
    "tables": ("maker",),
    "devices": ("holder",),
}
"""By table of the file the columns that only their owner may know."""


def secrets_of(client: TestClient) -> set[str]:
    """Every live secret of a server."""
    store: Store = client.app.state.store  # type: ignore[attr-defined]

    def act(connection: Any) -> set[str]:
        return {
            value
            for table, columns in SECRETS.items()
            for column in columns
            for (value,) in connection.execute(f"SELECT {column} FROM {table}")
            if value
        }

    found: set[str] = store._thread.submit(act, store._connection).result()
    return found


def addresses(table: str, group: str) -> Iterator[str]:
    """Return every page of the server that anyone who knows a table and a group can ask for, wrong keys included.

    PDFs are left out: what stands in them is compressed, so nothing would be found.
    """
    given = {"table": table, "id": group, "game": "schnapsen", "key": "guess", "shared": "guess", "seat": "1", "member": "1"}
    given |= {"hand": "0", "entry": "0", "after": "0", "kind": "json", "version": "x", "path": "pad.js", "name": "schnapsen"}
    for route in ROUTES:
        if isinstance(route, Route) and "GET" in (route.methods or ()):
            path = route.path_format
            for name in route.param_convertors:
                path = path.replace("{" + name + "}", given.get(name, "0"))
            if not path.endswith(".pdf"):
                yield path
    yield f"/table/{table}?watch=1"
    yield f"/seating/tables?t={table}"


def test_a_stranger_receives_no_live_secret(ann: Browser, bob: Browser) -> None:
    """All pages and a socket of everything that is going on here, against every secret in the file."""
    table = ann.make("cucumber", "you", "friend", "friend", watch="true")
    invited(ann, bob, table)
    with ann.at(table) as hers:
        hers.say(do="link", seat=1)
        hers.until("hello", where=lambda m: "1" in m.get("invite", {}))
    ann.post("/score/new/schnapsen", {"seats": "2", "name.0": "Ann", "name.1": "Bob", "keeper.1": "Bob"})
    group = ann.post("/house/new/schnapsen", {"title": "Ours", "name": "Ann", "members": "Bob"}).headers["location"]
    stranger = Browser(ann.client)
    secrets = secrets_of(ann.client) | set(ann.jar.values()) | set(bob.jar.values())
    assert len(secrets) > 10
    asked = 0
    for address in addresses(table.rpartition("/")[2], group.rpartition("/")[2]):
        for browser, others in ((stranger, secrets), (bob, secrets - mine(bob, table))):
            answer = browser.get(address)
            seen = answer.text + json.dumps(dict(answer.headers))
            told = [one for one in others if one in seen and one not in address and one not in browser.jar.values()]
            assert not told, address
            asked += 1
    assert asked > 60
    with ann.at(table) as hers, stranger.at(table) as looks, bob.at(table) as his:
        hers.say(do="say", text="Hello!")
        for socket, others in ((looks, secrets), (his, secrets - mine(bob, table))):
            socket.until("talk")
            assert not [one for one in others if one in json.dumps(socket.read)]


def mine(browser: Browser, table: str) -> set[str]:
    """The secrets of a player at a table."""
    with browser.at(table) as socket:
        hello = socket.until("hello")
    return {hello["link"].rpartition("/")[2], *browser.jar.values()}


# cards


async def hidden_until_dealt(table: LiveTable, person: Person, before: int) -> None:
    """A new owner is told nothing of the cards of a seat but what an onlooker is; with the next deal they are shown."""
    seat, hand = person.seat, int(table.live.match.row.hand_number)
    for request in (wire.Hint(), wire.Ask(table.live.feeds[seat].n), wire_company.TakeBack(), wire_company.Back()):
        with pytest.raises(BadInput, match="next deal"):
            await handle(table, person, request)
    others = [one for one in table.connections if isinstance(one, Person) and one is not person]
    assert await go_on(table, others, 900, lambda: int(table.live.match.row.hand_number) > hand)
    told = [message for _, message in person.got[before:]]
    dealt = next(k for k, m in enumerate(told) if m["type"] == "hello" and not m.get("waits") and m["you"] == seat and k)
    early = [m for m in told[:dealt] if m["type"] == "view"]
    assert early
    for message in early:
        if message["view"]["hand_number"] == hand:
            assert not [card for card in message["view"]["places"].get(f"hand.{seat}", {"cards": []})["cards"] if card >= 0]
    assert not [m for m in told[:dealt] if m["type"] in ("menu", "premoves", "hint")]
    late = next(m for m in told[dealt:] if m["type"] == "view")
    assert [card for card in late["view"]["places"][f"hand.{seat}"]["cards"] if card >= 0]
    lines = [line["text"] for m in told[dealt:] if m["type"] == "log" for line in m["lines"]]
    own = table.live.feeds[seat]
    private = {line.text for line in own.lines[: len(own.lines) - len(own._after(hand))]}
    public = {line.text for line in table.live.feeds[NOBODY].lines}
    later = {line.text for line in own._after(hand)}
    assert not (private - public - later) & set(lines), "nor does the log tell of it afterwards"
    assert not table.seats.bot_at(seat)


@pytest.mark.parametrize("way", ["bot, then here", "free, then here", "free, then another browser", "a new link"])
def test_the_host_sees_no_hand_by_giving_a_seat_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        assert await go_on(table, people, 60, lambda: len(table.live.match.log) > 3)
        if way == "a new link":
            await handle(table, host, wire_company.NewLink(1))
        else:
            await handle(table, host, wire_company.SetSeat(1, "bot" if way.startswith("bot") else "friend"))
        table.leave(friend)
        if way.endswith("here"):
            await handle(table, host, wire_company.SetSeat(1, "here", "Cleo"))
            assert host.presence()["news"] == "Cleo sits down; a bot plays to the end of this hand"
            before = len(host.got)
            await handle(table, host, wire_company.PassTo(1))
            assert host.hello()["waits"]
            second = Person(0)
            await table.join(second)
            await hidden_until_dealt(table, host, before)
            return
        key = table.row.seats[1].renewed or table.row.seats[1].key
        await table.sit_down("holder of the host's other browser", "Cleo", key)
        other = Person(1)
        other.holder = "holder of the host's other browser"
        await table.join(other)
        assert other.hello()["waits"]
        await hidden_until_dealt(table, other, 0)

    at_table(tmp_path, monkeypatch, "hands", play)


def test_who_had_the_seat_in_this_hand_comes_back_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        await handle(table, host, wire_company.SetSeat(1, "bot"))
        await handle(table, host, wire_company.SetSeat(1, "friend"))
        table.leave(friend)
        await table.sit_down("holder 1", "P1", table.row.seats[1].key)
        assert not table.seats.waits(1)
        back = Person(1)
        await table.join(back)
        view = next(m for _, m in back.got if m["type"] == "view")
        assert [card for card in view["view"]["places"]["hand.1"]["cards"] if card >= 0]

    at_table(tmp_path, monkeypatch, "hands", play)


def test_a_server_that_starts_again_knows_who_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        await handle(table, host, wire_company.SetSeat(1, "friend"))
        table.leave(friend)
        await table.sit_down("holder new", "Cleo", table.row.seats[1].key)
        table.drop()
        again = await table.server.open(table.row.id)
        assert again is not None
        other = Person(1)
        other.holder = "holder new"
        await again.join(other)
        assert other.hello()["waits"]
        view = next(m for _, m in other.got if m["type"] == "view")
        assert not [card for card in view["view"]["places"]["hand.1"]["cards"] if card >= 0]

    at_table(tmp_path, monkeypatch, "hands", play)


def test_before_the_first_deal_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        await table.sit_down("holder 1", "Cleo", table.row.seats[1].key)
        assert table.live.begun
        assert not table.seats.waits(1)
        with pytest.raises(BadInput, match="no longer good"):
            await table.sit_down("holder 2", "Dan", "key 1")

    at_table(tmp_path, monkeypatch, "turn", play, free=1)
