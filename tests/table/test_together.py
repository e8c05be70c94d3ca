"""Actions of people beside the cards: taking back, clocks, talk, nudges."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room
from parlour.languages import language, speaking
from parlour.table import wire, wire_company
from parlour.table.live import LiveMatch
from parlour.table.requests import handle
from parlour.table.rows import Row
from parlour.table.tables import LiveTable
from parlour.table.takebacks import by_right
from parlour.table.talk import cleaned, words_of
from table.test_presence import CHANCE, Person, answer, at_table, go_on


def last(person: Person, kind: str) -> dict[str, Any]:
    return next(m for _, m in reversed(person.got) if m["type"] == kind)


def choose(live: LiveMatch, name: str = "") -> int:
    """Let the first player who is asked make a choice, the first of the menu if none is named; return the player."""
    seat = live.asked()[0]
    entry = live.menu(seat).choices[0]
    assert live.choose(seat, [name or entry.name]) is not None
    return seat


async def first(table: LiveTable, people: list[Person], name: str = "") -> int:
    """The first who is asked makes the first choice of the menu at the table; who it was."""
    seat = table.live.asked()[0]
    menu = table.live.menu(seat)
    await handle(table, people[seat], wire.Choose(menu.n, [name or menu.choices[0].name]))
    return seat


# by right


def test_who_has_ended_their_turn_asks() -> None:
    live = LiveMatch(Game("cucumber", 3).fresh(live=True), ["A", "B", "C"])
    live.begin()
    position = live.match.position()
    seat = choose(live)
    assert not by_right(live, seat), "the next is asked"
    live.take_back(seat)
    assert live.match.position() == position


def test_what_was_drawn_is_not_taken_back_by_right() -> None:
    live = LiveMatch(Game("crazy_eights", 2).fresh(live=True), ["A", "B"])
    live.begin()
    seat = choose(live, "draw")
    assert not by_right(live, seat), "the card drawn has been seen"
    live.take_back(seat)
    assert live.asked() == [seat]


def test_rows_bring_back_what_was_taken_back() -> None:
    live = LiveMatch(Game("crazy_eights", 2).fresh(live=True), ["A", "B"])
    rows = list(live.begin().rows)
    for k in range(8):
        seat = live.asked()[0]
        change = live.choose(seat, [live.menu(seat).choices[0].name])
        assert change is not None
        rows += change.rows
        if k in (3, 6):
            rows += live.take_back(seat).rows
    again = LiveMatch(Game("crazy_eights", 2).fresh(live=True), ["A", "B"])
    again.resume([Row(row.kind, row.body) for row in rows])
    assert again.match.position() == live.match.position()
    assert [again.feeds[seat].n for seat in again.feeds] == [live.feeds[seat].n for seat in live.feeds]


def test_an_answer_kept_aside_is_the_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crash: all set at once. A player who has answered may think again, while another is still to answer."""

    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        await handle(table, people[seat], wire.Choose(table.live.feeds[seat].n, ["set"]))
        assert seat not in table.live.asked()
        await handle(table, people[seat], wire_company.TakeBack())
        assert seat in table.live.asked()
        assert last(people[1], "answered")["seats"] == []
        assert people[seat].got[-1][1]["type"] == "menu" or last(people[seat], "menu")["n"] == table.live.feeds[seat].n
        assert await go_on(table, people, 60, lambda: len(table.live.match.log) > 6)

    at_table(tmp_path, monkeypatch, "sealed", play)


@pytest.mark.parametrize("question", ["race", "quiet"])
def test_nothing_is_taken_back_in_races_and_in_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        await go_on(table, people, 30, lambda: bool(table.live.racing() or table.live.quiet()))
        before = table.live.match.position()
        for person in people:
            with pytest.raises(BadInput):
                await handle(table, person, wire_company.TakeBack())
        assert table.live.match.position() == before

    at_table(tmp_path, monkeypatch, question, play)


# by consent


def test_those_concerned_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        before = table.live.match.position()
        mover = await first(table, people, "draw")
        assert table.live.match.position() != before
        await handle(table, people[mover], wire_company.TakeBack())
        await handle(table, people[1 - mover], wire_company.Agree(yes=True))
        assert table.live.match.position() == before
        assert last(people[1 - mover], "asking")["seat"] == -1
        assert last(people[1 - mover], "log")["lines"][-1]["text"] == f"P{mover} takes back a choice"
        assert last(people[mover], "menu")["n"] == table.live.feeds[mover].n, "and chooses again"

    at_table(tmp_path, monkeypatch, "turn", play)


def test_those_concerned_would_rather_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        mover = await first(table, people, "draw")
        other = people[1 - mover]
        after = table.live.match.position()
        await handle(table, people[mover], wire_company.TakeBack())
        assert last(other, "asking") == {"type": "asking", "seat": mover, "of": [other.seat], "news": ""}
        with pytest.raises(BadInput, match="asked you"):
            await handle(table, people[mover], wire_company.Agree(yes=True))
        await handle(table, other, wire_company.Agree(yes=False))
        assert "would rather not" in last(people[mover], "asking")["news"]
        assert table.live.match.position() == after
        with pytest.raises(BadInput, match="rather not"):
            await handle(table, people[mover], wire_company.TakeBack())

    at_table(tmp_path, monkeypatch, "turn", play)


def test_who_plays_on_does_not_agree_and_silence_lapses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        mover = await first(table, people, "draw")
        if table.live.asked() == [mover]:
            mover = await first(table, people)
        other = people[1 - mover]
        table.takebacks._refused.clear()
        log = len(table.live.match.log)
        await handle(table, people[mover], wire_company.TakeBack())
        if table.takebacks.seat < 0:
            return  # it was by right after all
        await answer(table, other)
        assert "plays on" in last(people[mover], "asking")["news"]
        assert len(table.live.match.log) >= log
        table.takebacks._refused.clear()
        await handle(table, people[mover], wire_company.TakeBack())
        await asyncio.sleep(30)
        assert table.takebacks.seat == -1
        assert "Nobody has answered" in last(other, "asking")["news"]

    at_table(tmp_path, monkeypatch, "turn", play)


def test_who_is_away_cannot_be_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        mover = await first(table, people, "draw")
        table.leave(people[1 - mover])
        with pytest.raises(BadInput, match="is away"):
            await handle(table, people[mover], wire_company.TakeBack())

    at_table(tmp_path, monkeypatch, "turn", play)


# clocks


def test_a_clock_runs_out_and_a_bot_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        told = last(people[0], "clocks")
        assert told["running"] == [seat]
        assert told["left"] == [20_000, 20_000] or told["left"][seat] <= 22_000
        await asyncio.sleep(10)
        assert await go_on(table, people, 2, lambda: len(table.live.match.log) > 2)
        assert 12 <= table.clocks.left(seat) <= 17, "ten of twenty seconds, and five more"
        before = len(table.live.match.log)
        await asyncio.sleep(40)
        assert len(table.live.match.log) > before
        assert any("is up: a bot chooses" in m.get("news", "") for _, m in people[0].got)

    at_table(tmp_path, monkeypatch, "turn", play, bank=20, increment=5)


def test_clocks_stand_still_in_a_pause_and_where_time_is_set_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        await handle(table, people[0], wire_company.Pause(on=True))
        left = table.clocks.left(seat)
        await asyncio.sleep(500)
        assert table.clocks.left(seat) == left
        await handle(table, people[0], wire_company.Pause(on=False))
        await answer(table, people[seat])
        await asyncio.sleep(0.5)
        assert table.live.window()
        assert last(people[0], "clocks")["running"] == []

    at_table(tmp_path, monkeypatch, "window", play, bank=60)


def test_clocks_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        await asyncio.sleep(25)
        await answer(table, people[seat])
        kept = await table.server.store.table(table.row.id)
        assert kept is not None
        assert 60 - 27 <= kept.summary["clocks"][seat] <= 60 - 20

    at_table(tmp_path, monkeypatch, "turn", play, bank=60)


# talk


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("  well\nplayed ", "well played"),
        ("\u202eevil\u2066\u200b", "evil"),
        ("a" + "\u0301\u0302\u0303\u0304" * 20, "á\u0302\u0303"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("\x00\x07", ""),
    ],
)
def test_talk_is_cleaned(text: str, heard: str) -> None:
    assert cleaned(text) == heard


def test_people_talk_and_nobody_floods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        assert people[0].hello()["talk"]["free"]
        await handle(table, people[0], wire_company.Say("Shall we have tea?"))
        assert last(people[1], "talk") == {"type": "talk", "seat": 0, "name": "P0", "text": "Shall we have tea?"}
        for _ in range(4):
            await handle(table, people[0], wire_company.Say("Ha!"))
        with pytest.raises(BadInput, match="wait a moment"):
            await handle(table, people[0], wire_company.Say("Ha!"))
        with pytest.raises(BadInput, match="nothing in it"):
            await handle(table, people[1], wire_company.Say("\u200b"))
        await asyncio.sleep(11)
        await handle(table, people[0], wire_company.Say("Ha!"))
        late = Person(1)
        await table.join(late)
        assert next(m["text"] for _, m in late.got if m["type"] == "talk") == "Shall we have tea?"

    at_table(tmp_path, monkeypatch, "turn", play)


@pytest.mark.parametrize("talk", ["phrases", "off"])
def test_a_table_may_want_less_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: str) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        with pytest.raises(BadInput):
            await handle(table, people[0], wire_company.Say("my hand is bad"))
        if talk == "phrases":
            await handle(table, people[0], wire_company.Say("Well played"))
            assert last(people[1], "talk")["text"] == "Well played"
        else:
            assert "talk" not in people[0].hello()

    at_table(tmp_path, monkeypatch, "turn", play, talk=talk)


def test_a_ready_phrase_is_said_and_heard_in_each_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if nothing else may be said, a phrase may be said as one's page shows it at a table that anyone opened."""
    german = language("de")
    assert german
    english = words_of(room("toepen"))
    with speaking(german):
        assert words_of(room("toepen")) == english

    async def play(table: LiveTable, people: list[Person]) -> None:
        people[0].language = german
        await table.join(people[0])
        assert "Gut gespielt" in people[0].hello()["talk"]["phrases"]
        await handle(table, people[0], wire_company.Say("Gut gespielt"))
        assert [last(person, "talk")["text"] for person in people[:2]] == ["Gut gespielt", "Well played"]

    at_table(tmp_path, monkeypatch, "turn", play, talk="phrases")


def test_a_nudge_is_gentle_and_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        other = people[1 - seat]
        await handle(table, other, wire_company.SendNudge(seat))
        assert last(people[seat], "nudge")["name"] == f"P{other.seat}"
        with pytest.raises(BadInput, match="patience"):
            await handle(table, other, wire_company.SendNudge(seat))
        with pytest.raises(BadInput, match="nobody waits"):
            await handle(table, people[seat], wire_company.SendNudge(other.seat))

    at_table(tmp_path, monkeypatch, "turn", play)


# one device


def test_two_share_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player who is to choose is called to the device, and sees that seat's view only after saying that they are there."""

    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        with pytest.raises(BadInput, match="free the seat first"):
            await handle(table, host, wire_company.SetSeat(1, "here"))
        await handle(table, host, wire_company.SetSeat(1, "friend"))
        table.leave(friend)
        await handle(table, host, wire_company.SetSeat(1, "here", "Cleo"))
        assert host.hello()["shared"] == [0, 1]
        assert host.hello()["people"] == ["P0", "Cleo"]
        hand = int(table.live.match.row.hand_number)
        assert await go_on(table, [host], 900, lambda: int(table.live.match.row.hand_number) > hand), "Cleo waits for cards"
        for _ in range(6):
            seat = table.live.asked()[0]
            if seat != host.seat:
                assert last(host, "pass")["seat"] == seat
                before = len(host.got)
                await handle(table, host, wire_company.PassTo(seat))
                told = [m for _, m in host.got[before:]]
                assert told[0]["you"] == host.seat == seat
                assert {m["type"] for m in told} >= {"hello", "view", "menu"}
            await first(table, [host, host])
        with pytest.raises(BadInput, match="nobody's seat at this device"):
            await handle(table, host, wire_company.PassTo(7))

    at_table(tmp_path, monkeypatch, "hands", play)


@pytest.mark.parametrize("question", ["quiet", "race"])
def test_no_device_is_shared_where_some_are_asked_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        await handle(table, people[0], wire_company.SetSeat(1, "friend"))
        with pytest.raises(BadInput, match="a device of their own"):
            await handle(table, people[0], wire_company.SetSeat(1, "here"))

    at_table(tmp_path, monkeypatch, question, play)


# onlookers


@pytest.mark.parametrize(("name", "seats", "hands"), [("cucumber", 3, 3), ("brag", 4, 3), ("toepen", 3, 2), ("bura", 2, 2)])
def test_onlookers_see_a_hand_open_when_it_is_over_and_not_before(name: str, seats: int, hands: int) -> None:
    """No view that they are given is of a hand that is still played; in Brag, which deals on from the stock, of none."""
    live = LiveMatch(Game(name, seats).fresh(live=True), [f"P{seat}" for seat in range(seats)])
    live.open_gallery(live.feeds[0].public)
    assert live.gallery is not None
    live.begin()
    shown = 0
    for _ in range(3000):
        if live.match.over or int(live.match.row.hand_number) > hands:
            break
        if live.quiet() or live.window() or live.racing():
            live.close()
        else:
            seat = live.asked()[0]
            codes = CHANCE.choose(live.thought(seat))
            assert live.choose(seat, [live.room.choice_name(code) for code in codes]) is not None
        for message in live.gallery.fresh():
            if isinstance(message, wire.View):
                view = json.loads(bytes(message.view))
                assert live.match.over or view["hand_number"] < live.match.row.hand_number
                assert live.match.over or name != "brag"
                hidden = sum(place["unknown"] + place["cards"].count(-1) for place in view["places"].values())
                assert hidden == 0, "all cards are open then"
                shown += 1
    assert shown or (name == "brag" and not live.match.over)
    if shown:
        state = live.gallery.state()
        assert isinstance(state[0], wire.View)


def test_onlookers_have_names_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        onlooker = Person(-1)
        await table.join(onlooker)
        assert people[0].presence()["onlookers"] == ["Somebody"]
        await handle(table, onlooker, wire_company.NameMe("  Uncle\u202eTom "))
        assert people[0].presence()["onlookers"] == ["Uncle Tom"]
        for request in (
            wire_company.Say("look at his hand"),
            wire_company.TakeBack(),
            wire_company.SendNudge(0),
            wire_company.PassTo(0),
        ):
            with pytest.raises(BadInput):
                await handle(table, onlooker, request)
        table.leave(onlooker)
        assert "onlookers" not in people[0].presence()

    at_table(tmp_path, monkeypatch, "turn", play)


def test_a_guest_of_a_shared_device_goes_on_at_a_phone_and_is_no_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        await handle(table, host, wire_company.SetSeat(1, "friend"))
        table.leave(friend)
        await handle(table, host, wire_company.SetSeat(1, "here", "Cleo"))
        await handle(table, host, wire_company.PassTo(1))
        await table.sit_down("holder phone", "", table.row.seats[1].key)
        await handle(table, host, wire_company.LetMove(yes=True))
        assert (host.left, host.seat) == ("", 0), "the device plays on for who is left"
        phone = Person(1)
        phone.holder = "holder phone"
        await table.join(phone)
        assert "host" not in phone.hello()
        assert host.hello()["host"]
        with pytest.raises(BadInput, match="only the person who made"):
            await handle(table, phone, wire_company.End())

    at_table(tmp_path, monkeypatch, "turn", play)


def test_the_host_changes_what_was_agreed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        table.leave(people[1])
        await asyncio.sleep(100)
        assert not table.seats.bot_at(1), "never by itself"
        with pytest.raises(BadInput, match="one of 0, 15"):
            await handle(table, people[0], wire_company.Change(41, "off"))
        await handle(table, people[0], wire_company.Change(15, "off"))
        assert people[0].hello()["agreed"] == {"away": 15, "talk": "off"}
        await asyncio.sleep(15.1)
        assert table.seats.bot_at(1)
        kept = await table.server.store.table(table.row.id)
        assert kept is not None
        assert kept.settings.away == 15

    at_table(tmp_path, monkeypatch, "turn", play, away=0)
