"""Nobody's leaving ends or freezes a table: in every kind of question a bot plays on, and gives the seat back at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from parlour import bots
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chosen
from parlour.table import wire, wire_company
from parlour.table.hall import Hall
from parlour.table.requests import handle
from parlour.table.settings import Settings
from parlour.table.store import SeatRow, Store
from parlour.table.tables import LiveTable
from table import clockwork
from table.test_standing import nothing
from table.test_time import Watcher

CHANCE = bots.make("chance")
ROOMS = Path(__file__).parent.parent / "rooms"
QUESTIONS = {
    "turn": ("crazy_eights", 2, {}),
    "window": ("i_doubt_it", 3, {}),
    "sealed": ("crash", 3, {}),
    "quiet": (str(ROOMS / "whispers"), 3, {"hands": 3}),
    "race": ("aggravation", 2, {}),
    "standing": (str(ROOMS / "knocks"), 3, {}),
}
HANDS = ("crazy_eights", 2, {"scoring": "points"})
"""As `turn`, and another hand after the first."""


class Person(Watcher):
    """A person who answers what is asked, when told to."""

    left = ""

    def close(self, reason: str, code: int = 0) -> None:
        self.left = reason

    def hello(self) -> dict[str, Any]:
        return next(m for _, m in reversed(self.got) if m["type"] == "hello")

    def presence(self) -> dict[str, Any]:
        return next(m for _, m in reversed(self.got) if m["type"] == "presence")


def at_table(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    play: Callable[[LiveTable, list[Person]], Coroutine[Any, Any, None]],
    free: int = 0,
    **settings: Any,
) -> None:
    """People at every seat of a table but the last that are free, on a clock of its own; bots choose at random."""
    name, seats, house = HANDS if question == "hands" else QUESTIONS[question]

    async def run() -> None:
        hall = Hall(Store(tmp_path / "tables.db"), 1.0)
        monkeypatch.setattr(hall, "prepared", lambda game: asyncio.ensure_future(nothing()))
        learned = asyncio.get_running_loop().create_future()
        learned.set_result(None)
        monkeypatch.setattr(hall, "ready", lambda game, kind: learned)

        async def think(host: str, kind: str, view: Any, briefly: bool = False) -> list[int]:
            return CHANCE.choose(view)

        monkeypatch.setattr(hall, "think", think)
        rows = [SeatRow("human", f"P{seat}", f"holder {seat}", f"key {seat}") for seat in range(seats)]
        for row in rows[seats - free :]:
            row.holder = ""
        made = await hall.make(Game(name, seats, house), rows, "holder 0", False, 8000, settings=Settings(**settings), client="")
        table = await hall.open(made)
        assert table is not None
        people = [Person(seat) for seat in range(seats - free)]
        for person in people:
            await table.join(person)
        await play(table, people)
        await hall.close()

    clockwork.run(run())


async def answer(table: LiveTable, person: Person) -> None:
    """Answer as chance would, if this person is asked."""
    if person.seat in table.live.asked() and not table.premoves.stands():
        names = [table.game.room.choice_name(code) for code in CHANCE.choose(table.live.thought(person.seat))]
        with contextlib.suppress(BadInput):
            await handle(table, person, wire.Choose(table.live.feeds[person.seat].n, names))


async def go_on(table: LiveTable, people: list[Person], seconds: float, until: Callable[[], bool]) -> bool:
    """Let those who are here play until something is true; False if it does not come about in time."""
    end = table.agenda.now() + seconds
    while table.agenda.now() < end and not until():
        for person in people:
            await answer(table, person)
        await asyncio.sleep(0.5)
    return until()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_bot_plays_on_and_gives_the_seat_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        goes, stays = people[-1], people[:-1]
        seat, held = goes.seat, table.live.match
        assert await go_on(table, people, 60, lambda: seat in table.live.asked())
        table.leave(goes)
        assert stays[0].presence()["seats"][seat]["state"] == "away"
        assert await go_on(table, stays, 60, lambda: bool(table.seats.bot_at(seat)))
        told = stays[0].presence()
        assert told["news"] == f"P{seat} is away: a bot plays on"
        assert 38 <= told["seats"][seat]["seconds"] <= 41
        choices = len(held.log)
        assert await go_on(table, stays, 200, lambda: held.over or len(held.log) > choices + 30), "the table stands still"
        if held.over:
            return
        back = Person(seat)
        await table.join(back)
        assert not table.seats.bot_at(seat)
        assert stays[0].presence()["news"] == f"P{seat} is back"
        assert "A bot has played for you" in back.presence()["news"]
        choices = len(held.log)
        assert await go_on(table, [*stays, back], 200, lambda: held.over or len(held.log) > choices + 10)

    at_table(tmp_path, monkeypatch, question, play)


def test_who_comes_back_in_time_finds_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        table.leave(people[seat])
        await asyncio.sleep(39)
        back = Person(seat)
        await table.join(back)
        before = table.live.match.position()
        await asyncio.sleep(300)
        assert table.live.match.position() == before
        assert any(m["type"] == "menu" for _, m in back.got)

    at_table(tmp_path, monkeypatch, "turn", play)


def test_a_bot_that_is_thinking_when_the_person_returns_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        table.leave(people[seat])
        await asyncio.sleep(40.5)
        assert table.seats.bot_at(seat), "it was asked half a second ago"
        before = table.live.match.position()
        back = Person(seat)
        await table.join(back)
        await asyncio.sleep(30)
        assert table.live.match.position() == before
        await answer(table, back)
        assert table.live.match.position() != before

    at_table(tmp_path, monkeypatch, "turn", play)


@pytest.mark.parametrize("late", [-0.02, -0.01, 0.0, 0.01, 0.02])
def test_person_and_bot_choose_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: float) -> None:
    """The first to come has chosen; there is one choice, and it is on disk."""

    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        table.leave(people[seat])
        begins, made = table.agenda.now(), len(table.live.match.log)
        menu = table.live.menu(seat)
        await asyncio.sleep(40.9 + late - (table.agenda.now() - begins))  # a bot answers 0.9 seconds after it has taken over
        back = Person(seat)
        chooses = wire.Choose(menu.n, [menu.choices[0].name])
        await asyncio.gather(table.join(back), handle(table, back, chooses), return_exceptions=True)
        await asyncio.sleep(0)
        chosen = [entry for entry in table.live.match.log[made:] if isinstance(entry, Chosen)]
        assert [entry.seat for entry in chosen] == [seat]
        kept = await table.server.store.log(table.row.id)
        assert sum(row.kind == "choice" for row in kept) == 1

    at_table(tmp_path, monkeypatch, "turn", play)


def test_a_link_gives_the_seat_to_another_device_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        await table.sit_down("holder phone", "ignored", "key 1")
        assert not friend.left, "the device that is here is asked"
        assert friend.got[-1][1] == {"type": "moving", "seat": 1}
        await handle(table, friend, wire_company.LetMove(yes=False))
        assert not friend.left
        assert host.presence()["news"] == "Another device has asked for the seat of P1, and did not get it"
        assert table.devices.state_of("holder phone") == (False, "the device you play on now has refused")
        await table.sit_down("holder phone", "ignored", "key 1")
        await handle(table, friend, wire_company.LetMove(yes=True))
        assert friend.left == "your seat is played on another device now"
        assert host.presence()["news"] == "P1 plays on another device now"
        table.leave(friend)
        phone = Person(1)
        phone.holder = "holder phone"
        await table.join(phone)
        assert host.presence()["seats"][1]["state"] == "here"
        assert table.row.seats[1].name == "P1"
        kept = await table.server.store.table(table.row.id)
        assert kept is not None
        own = kept.seats[1].key
        assert kept.seats[1] == SeatRow("human", "P1", "holder phone", own), "also for a server that starts again"
        assert own not in ("", "key 1"), "and nobody else knows the new link"
        assert phone.hello()["link"].endswith(own)
        with pytest.raises(BadInput, match="no longer good"):
            await table.sit_down("holder other", "", "key 1")
        await handle(table, host, wire_company.NewLink(1))
        assert "made a new link" in phone.presence()["news"], "nobody gets at a seat unseen"
        assert not phone.left, "who sits there stays"
        with pytest.raises(BadInput, match="no longer good"):
            await table.sit_down("holder other", "", own)
        assert host.hello()["invite"]["1"].endswith(table.row.seats[1].renewed)
        assert not host.hello()["invite"]["1"].endswith(table.row.seats[1].key), "the friend's own link is another"
        await table.sit_down("holder new", "", table.row.seats[1].renewed)
        await asyncio.sleep(61)
        assert not phone.left, "silence is a no"
        await table.sit_down("holder new", "", table.row.seats[1].renewed)
        table.leave(phone)
        await asyncio.sleep(6)
        assert table.row.seats[1].holder == "holder new", "nobody is there to be asked"
        assert "by a new link from the host" in host.presence()["news"]
        assert table.seats.waits(1), "it may be anybody"
        assert not host.hello().get("invite"), "the link was good once"
        with pytest.raises(BadInput, match="only the host"):
            await handle(table, phone, wire_company.NewLink(0))

    at_table(tmp_path, monkeypatch, "turn", play)


def test_the_host_goes_with_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        await table.sit_down("holder phone", "", "key 0")
        await handle(table, people[0], wire_company.LetMove(yes=True))
        assert people[0].left
        table.leave(people[0])
        phone = Person(0)
        phone.holder = "holder phone"
        await table.join(phone)
        assert phone.got[0][1]["host"]
        await handle(table, phone, wire_company.Pause(on=True))
        kept = await table.server.store.table(table.row.id)
        assert kept is not None
        assert (kept.maker, kept.paused) == ("holder phone", "P0")

    at_table(tmp_path, monkeypatch, "turn", play)


def test_the_host_seats_bots_and_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, friend = people
        with pytest.raises(BadInput, match="only the person who made"):
            await handle(table, friend, wire_company.SetSeat(0, "bot"))
        with pytest.raises(BadInput, match="own seat"):
            await handle(table, host, wire_company.SetSeat(0, "bot"))
        await handle(table, host, wire_company.SetSeat(1, "bot"))
        assert friend.left
        table.leave(friend)
        choices = len(table.live.match.log)
        assert await go_on(table, [host], 60, lambda: len(table.live.match.log) > choices + 4)
        await handle(table, host, wire_company.SetSeat(1, "friend"))
        assert host.hello()["invite"].keys() == {"1"}
        choices = len(table.live.match.log)
        assert await go_on(table, [host], 60, lambda: len(table.live.match.log) > choices + 4), "a bot keeps the seat warm"
        await table.sit_down("holder 1", "Cleo", table.row.seats[1].key)
        again = Person(1)
        await table.join(again)
        assert not table.seats.bot_at(1)
        assert host.presence()["seats"][1]["state"] == "here"
        assert host.hello()["game"]["names"] == ["You", "Cleo"]

    at_table(tmp_path, monkeypatch, "turn", play)


@pytest.mark.parametrize("question", ["turn", "window", "quiet", "race"])
def test_a_pause_stops_everything_and_hangs_on_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host, *friends = people
        await go_on(table, people, 30, lambda: len(table.live.match.log) > 5)
        await handle(table, host, wire_company.Pause(on=True))
        before = table.live.match.position()
        if table.live.asked():
            seat = table.live.asked()[0]
            with pytest.raises(BadInput, match="has paused"):
                await handle(table, people[seat], wire.Choose(table.live.feeds[seat].n, ["pass"]))
        table.leave(host)
        await asyncio.sleep(100)
        assert table.live.match.position() == before
        with pytest.raises(BadInput, match="only the host"):
            await handle(table, friends[0], wire_company.Pause(on=True))
        await handle(table, friends[0], wire_company.Pause(on=False))
        choices = len(table.live.match.log)
        assert await go_on(table, friends, 120, lambda: len(table.live.match.log) > choices + 4)

    at_table(tmp_path, monkeypatch, question, play)


def test_an_ended_table_says_so_and_gives_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        await handle(table, people[0], wire_company.End())
        assert people[1].presence()["ended"] == "P0"
        seat = table.live.asked()[0]
        with pytest.raises(BadInput, match="P0 has ended the table"):
            await handle(table, people[seat], wire.Choose(table.live.feeds[seat].n, ["pass"]))
        await handle(table, people[1], wire.Again())
        assert people[0].got[-1][1]["type"] == "go"

    at_table(tmp_path, monkeypatch, "turn", play)


def test_free_seats_need_not_be_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: LiveTable, people: list[Person]) -> None:
        host = people[0]
        await asyncio.sleep(100)
        assert not table.live.begun
        await handle(table, host, wire_company.Begin())
        assert await go_on(table, [host], 60, lambda: len(table.live.match.log) > 4)

    at_table(tmp_path, monkeypatch, "turn", play, free=1)


def test_a_chain_half_made_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picks of a chain are the browser's until it is whole: the bot begins its own."""

    async def play(table: LiveTable, people: list[Person]) -> None:
        seat = table.live.asked()[0]
        menu = table.live.menu(seat)
        await handle(table, people[seat], wire.Ask(menu.n, [menu.choices[0].name]))
        table.leave(people[seat])
        others = [person for person in people if person.seat != seat]
        assert await go_on(table, others, 60, lambda: seat not in table.live.asked())
        back = Person(seat)
        await table.join(back)
        assert await go_on(table, [*others, back], 100, lambda: seat in table.live.asked())

    at_table(tmp_path, monkeypatch, "window", play)


def test_nobody_waits_while_bots_learn_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host has a seat given to a bot that has never played: the host plays on, and the bot comes when it can."""

    async def play(table: LiveTable, people: list[Person]) -> None:
        learned: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(table.server, "ready", lambda game, kind: asyncio.shield(learned))
        await handle(table, people[0], wire_company.SetSeat(1, "bot"))
        assert table.row.seats[1].kind == "human"
        choices = len(table.live.match.log)
        assert await go_on(table, people, 20, lambda: len(table.live.match.log) > choices + 2)
        learned.set_result(None)
        await asyncio.sleep(0.1)
        assert table.row.seats[1].kind != "human"
        await handle(table, people[0], wire_company.End())

    at_table(tmp_path, monkeypatch, "turn", play)
