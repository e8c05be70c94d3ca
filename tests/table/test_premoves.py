"""Windows that pass by themselves (`[standing]` of table.toml): nobody waits for those who have made no premove."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.game import Game
from parlour.table import wire
from parlour.table.premoves import STANDING_SECONDS
from parlour.table.requests import handle
from parlour.table.tables import LiveTable
from table import clockwork
from table.test_time import Watcher, kind, table_of

KNOCKS = str(Path(__file__).parent.parent / "rooms" / "knocks")


async def play_card(table: LiveTable, people: dict[int, Watcher], start: dict[int, int]) -> int:
    """Let the next player who is asked play the first card (or name the stake). Return the seat."""
    seats = {seat: asyncio.create_task(person.until(kind("menu"), start[seat])) for seat, person in people.items()}
    done, waiting = await asyncio.wait(seats.values(), return_when=asyncio.FIRST_COMPLETED, timeout=60)
    for task in waiting:
        task.cancel()
    assert len(done) == 1
    seat = next(seat for seat, task in seats.items() if task in done)
    at = done.pop().result()
    start[seat] = at + 1
    menu = people[seat].got[at][1]
    entry = menu["choices"][0]
    assert menu["prompt"] != "Knock?", "nobody is asked in a window that passes by itself"
    name = entry["name"] if entry["kind"] != "run" else "stake 7"
    await handle(table, people[seat], wire.Choose(menu["n"], [name]))  # type: ignore[arg-type]
    return seat


async def seated(tmp_path: Path, kinds: list[str], tempo: float = 0.0) -> tuple[Any, LiveTable, dict[int, Watcher]]:
    hall, table = await table_of(tmp_path, Game(KNOCKS, len(kinds)), kinds, tempo, 8000)
    people = {seat: Watcher(seat) for seat, who in enumerate(kinds) if who == "human"}
    for person in people.values():
        await table.join(person)
    return hall, table, people


def premoves(person: Watcher) -> list[dict[str, Any]]:
    return [m["calls"][0] for _, m in person.got if m["type"] == "premoves"]


def steps_of(person: Watcher, choice: str) -> list[dict[str, Any]]:
    return [m["step"] for _, m in person.got if m["type"] == "view" and m["step"] and m["step"]["choice"] == choice]


def test_people_without_premoves_are_not_waited_for(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 3, tempo=1.0)
        begun = asyncio.get_running_loop().time()
        start = dict.fromkeys(people, 0)
        for _ in range(4):  # the stake and three cards, each after a window of its own
            await play_card(table, people, start)
        assert asyncio.get_running_loop().time() - begun < 5, "a window of eight seconds passed at once"
        passed = [m for _, m in people[0].got if m["type"] == "view" and m["step"] and m["step"]["choice"] == "pass"]
        assert len(passed) >= 6
        assert {m["pause"] for m in passed} == {0}
        assert not any("ass" in line["text"] for _, m in people[0].got if m["type"] == "log" for line in m["lines"])
        await hall.close()

    clockwork.run(play())


def test_a_premove_is_made_when_next_asked_and_then_gone(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 3)
        start = dict.fromkeys(people, 0)
        eldest = await play_card(table, people, start)  # the stake
        second, third = (eldest + 1) % 3, (eldest + 2) % 3
        assert premoves(people[third]) == [{"name": "knock", "label": "Knock!", "on": False}]
        heard = len(people[second].got)
        await handle(table, people[third], wire.SetPremove("knock", True))
        await handle(table, people[second], wire.SetPremove("knock", True))
        await handle(table, people[second], wire.SetPremove("knock", False))
        assert premoves(people[third])[-1]["on"]
        assert not premoves(people[second])[-1]["on"]
        told = [m for _, m in people[second].got[heard:]]
        assert {m["type"] for m in told} <= {"premoves"}, "nobody hears of another's premove"
        assert await play_card(table, people, start) == eldest
        await people[second].until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "knock")
        assert [step["seat"] for step in steps_of(people[second], "knock")] == [third]
        assert not premoves(people[third])[-1]["on"], "it was made, so it is a premove no longer"
        assert await play_card(table, people, start) == second
        with pytest.raises(ValueError, match="before one is asked"):
            await handle(table, people[second], wire.SetPremove("pass", True))
        await hall.close()

    clockwork.run(play())


def test_what_somebody_else_calls_takes_a_premove_back(tmp_path: Path) -> None:
    """The stake is not what it was: a player who wanted to knock is told, and asked to say so again."""

    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 3)
        start = dict.fromkeys(people, 0)
        eldest = await play_card(table, people, start)
        first, second = (eldest + 1) % 3, (eldest + 2) % 3
        for seat in (first, second):
            await handle(table, people[seat], wire.SetPremove("knock", True))
        await play_card(table, people, start)
        await people[eldest].until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "knock")
        knocked = steps_of(people[eldest], "knock")[0]["seat"]
        other = first + second - knocked
        gone = [m.get("gone", "") for _, m in people[other].got if m["type"] == "premoves"]
        assert gone[-1] == f"Knock! is taken back: P{knocked}: Knock!"
        assert not premoves(people[other])[-1]["on"]
        assert not any(m.get("gone") for _, m in people[knocked].got if m["type"] == "premoves"), "it was made"
        await play_card(table, people, start)
        assert len(steps_of(people[eldest], "knock")) == 1
        await hall.close()

    clockwork.run(play())


def test_a_premove_is_taken_back_while_its_page_is_loaded_again(tmp_path: Path) -> None:
    """A call that is made meanwhile counts as if its player had seen it."""

    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 3, tempo=1.0)
        start = dict.fromkeys(people, 0)
        eldest = await play_card(table, people, start)
        first, second = (eldest + 1) % 3, (eldest + 2) % 3
        await handle(table, people[second], wire.SetPremove("knock", True))
        table.leave(people[second])
        await handle(table, people[first], wire.SetPremove("knock", True))
        await play_card(table, {eldest: people[eldest]}, start)
        await people[eldest].until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "knock")
        assert steps_of(people[eldest], "knock")[0]["seat"] == first
        await asyncio.sleep(5)
        assert len(steps_of(people[eldest], "knock")) == 1, "the stake is not what it was when the other wanted to knock"
        again = Watcher(second)
        await table.join(again)
        assert not premoves(again)[-1]["on"]
        await hall.close()

    clockwork.run(play())


def test_whoever_has_gone_says_nothing_more(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 2)
        start = dict.fromkeys(people, 0)
        eldest = await play_card(table, people, start)
        other = people[1 - eldest]
        await handle(table, other, wire.SetPremove("knock", True))
        table.attendance.stand_in(other.seat, "")
        assert not premoves(other)[-1]["on"], "a bot plays there now, as it likes"
        await hall.close()

    clockwork.run(play())


def test_a_premove_is_made_at_ones_own_turn_too(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, people = await seated(tmp_path, ["human"] * 2)
        start = dict.fromkeys(people, 0)
        eldest = await play_card(table, people, start)
        await people[eldest].until(lambda m: m["type"] == "view" and m["view"]["phase"] == "play")
        await handle(table, people[eldest], wire.SetPremove("knock", True))
        await people[1 - eldest].until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "knock")
        assert steps_of(people[1 - eldest], "knock")[0]["seat"] == eldest
        assert table.live.match.turn == eldest
        await hall.close()

    clockwork.run(play())


def test_bots_take_the_same_time_whatever_premoves_are_made(tmp_path: Path) -> None:
    tempo = 0.5

    async def lasted(folder: Path, premove: bool) -> float:
        folder.mkdir()
        hall, table, people = await seated(folder, ["human", "chance", "chance"], tempo)
        await hall.ready(table.game, "chance")
        person = people[0]
        if premove:
            await handle(table, person, wire.SetPremove("knock", True))
        if table.live.asked() == [0]:
            await play_card(table, people, {0: 0})
        at = await person.until(lambda m: m["type"] == "view" and m["view"]["phase"] == "window")
        begun = person.got[at][0]
        at = await person.until(lambda m: m["type"] == "view" and m["view"]["phase"] != "window", at)
        await hall.close()
        return person.got[at][0] - begun

    async def play() -> None:
        for premove in (False, True):
            assert (
                tempo * STANDING_SECONDS - 0.01 <= await lasted(tmp_path / str(premove), premove) < tempo * STANDING_SECONDS + 1.5
            )

    clockwork.run(play())
