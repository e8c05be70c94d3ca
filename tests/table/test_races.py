"""Races at a live table: the clock, and two people or a bot racing at it. Time is the clockwork's."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.engine.game import Game
from parlour.table import wire
from parlour.table.hall import Hall
from parlour.table.live import LiveMatch
from parlour.table.races import MOST_LEAD, RaceClock, RoundTrip
from parlour.table.requests import handle
from parlour.table.store import Store
from parlour.table.tables import LiveTable

from . import clockwork
from .test_time import Watcher, kind, table_of


def clock(**house: int) -> RaceClock:
    return RaceClock(Game("aggravation", 2, house).blank())


# the clock


def test_an_answer_counts_from_when_it_was_given() -> None:
    trip = RoundTrip()
    assert trip.lead == 0
    trip.pong(trip.ping(10.0), 10.08)
    assert trip.lead == pytest.approx(0.04)
    race = clock()
    race.open(20.0)
    assert race.elapsed(20.5, trip.lead) == 460
    assert race.elapsed(20.5) == 500
    assert race.elapsed(20.01, trip.lead) == 1, "nobody answers before the tick has opened"
    assert race.elapsed(19.0) == 1


def test_round_trips_are_smoothed() -> None:
    trip = RoundTrip()
    for k in range(40):
        trip.pong(trip.ping(k), k + 0.04)
    trip.pong(trip.ping(50), 50.4)
    assert 0.02 < trip.lead < 0.08, "one slow answer is not the way it always is"
    for k in range(60, 100):
        trip.pong(trip.ping(k), k + 0.1)
    assert trip.lead == pytest.approx(0.05, abs=0.001)


def test_a_liar_gains_little() -> None:
    """Pongs that come late, twice or unasked."""
    trip = RoundTrip()
    for k in range(20):
        number = trip.ping(100 * k)
        trip.pong(number, 100 * k + 90)
        trip.pong(number, 100 * k + 99)
        trip.pong(number + 7, 100 * k + 99)
    assert trip.lead == MOST_LEAD


def test_pings_are_far_between() -> None:
    trip = RoundTrip()
    assert trip.due(0.0)
    trip.ping(0.0)
    assert not trip.due(0.5)
    assert trip.due(1.0)


def test_when_a_tick_closes() -> None:
    race = clock(tick_ms=1000, tie_window=50)
    race.open(10.0)
    assert race.closes(acted=False, awaited=True) == 11.0
    race.acted(10.3)
    assert race.closes(acted=True, awaited=True) == pytest.approx(10.3 + MOST_LEAD + 0.05)
    race.acted(10.4)
    assert race.closes(acted=True, awaited=True) == pytest.approx(10.5), "the first action counts"
    assert race.closes(acted=True, awaited=False) == pytest.approx(10.3), "nobody else can act"
    race.open(20.0)
    race.acted(20.95)
    assert race.closes(acted=True, awaited=True) == 21.0, "never after its end"
    race.open(30.0)
    race.acted(29.8)
    assert race.closes(acted=True, awaited=False) == 30.0, "never before it has opened"
    race.open(40.0)
    assert race.closes(acted=True, awaited=True) == pytest.approx(40.2), "an answer from before a restart"


def test_a_bot_reacts_as_its_figures_say() -> None:
    found = set()
    for _ in range(300):
        race = clock(median_2=300, spread_2=50)
        race.open(0.0)
        found.add(round(1000 * race.reaction(1)))
    assert found <= set(range(250, 350))
    assert len(found) > 60
    assert clock(median_1=5000, spread_1=0, tick_ms=1500).reaction(0) == pytest.approx(1.499), (
        "it must not sleep through the tick"
    )


def test_a_bot_that_was_too_slow_is_the_sooner_ready() -> None:
    race = clock(median_2=700, spread_2=0)
    race.open(10.0)
    assert race.reaction(1) == 0.7
    race.acted(10.3)
    race.close(10.4)
    race.open(11.0)
    assert race.reaction(1) == pytest.approx(0.3)
    race.looked(1)
    race.acted(11.3)
    race.close(11.3)
    race.open(12.0)
    assert race.reaction(1) == 0.7, "it has acted and looks again"
    race.close(14.0)
    race.close(15.0)
    race.open(16.0)
    assert race.reaction(1) == pytest.approx(0.001)
    race.looked(1)
    race.close(16.1)
    race.open(17.0)
    assert race.reaction(1) == 0.7, "it had done nothing on purpose"


# tables


async def racers(tmp_path: Path, seats: list[str], tempo: float = 0.05, **house: Any) -> tuple[Hall, LiveTable, list[Watcher]]:
    hall, table = await table_of(tmp_path, Game("aggravation", 2, house), seats, tempo, 0)
    people = [Watcher(seat) for seat, who in enumerate(seats) if who == "human"]
    for person in people:
        await table.join(person)
    return hall, table, people


async def opened(table: LiveTable) -> None:
    """Wait until the tick has opened."""
    assert table.race is not None
    while not table.race.clock.running or asyncio.get_running_loop().time() <= table.race.clock.opened:
        await asyncio.sleep(0.01)


async def menu(person: Watcher, start: int = 0) -> tuple[int, dict[str, Any]]:
    """Return the place of the next menu with a possible action among the messages, and this menu."""
    at = await person.until(lambda m: m["type"] == "menu" and bool(m["choices"]), start)
    return at, person.got[at][1]


def test_two_people_race(tmp_path: Path) -> None:
    """Both cover the same place: the first to come is the quicker, and the record says so."""

    async def play() -> None:
        hall, table, (one, other) = await racers(tmp_path, ["human", "human"], tick_ms=10_000)
        _, asked = await menu(one)
        assert all(choice["name"].startswith("cover") for choice in asked["choices"]), "doing nothing is not a button"
        assert asked["choices"] == (await menu(other))[1]["choices"]
        views = [m for _, m in other.got if m["type"] == "view"]
        assert {seat for view in views if view["step"] for seat in [view["step"]["seat"]]} <= {None}
        first = asked["choices"][0]["name"]
        await opened(table)
        await handle(table, other, wire.Choose(table.live.feeds[1].n, [first]))
        await asyncio.sleep(0.05)
        here, told = len(one.got), len(other.got)
        assert table.live.feeds[0].n == asked["n"], "the other hears nothing of an answer"
        assert other.got[-1][1]["view"]["asked"] == [0]
        await handle(table, one, wire.Choose(table.live.feeds[0].n, [first]))
        step = await one.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == first, here)
        assert one.got[step][1]["step"]["seat"] == 1, "who was quicker comes first"
        after = await one.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == first, step + 1)
        assert one.got[after][1]["step"]["seat"] == 0
        took = table.live.match.row.took
        assert 1 <= took[1] < took[0]
        assert told < len(other.got)
        assert parlour.replay(table.live.match.record()).position() == table.live.match.position()
        await hall.close()

    clockwork.run(play())


def test_nobody_learns_what_the_other_has_answered() -> None:
    """For any answer in a tick, or none: the other player and the spectators are told the same."""
    game = Game("aggravation", 2)
    told = []
    for k in (0, 1, None):
        live = LiveMatch(game.fresh(7), ["A", "B"])
        live.begin()
        names = [choice.name for choice in live.menu(0).choices]
        if k is not None:
            live.choose(0, [names[k]], 300)
            assert live.feeds[0].n > live.feeds[1].n
        told.append([[wire.write(m) for m in live.feeds[seat].state()] for seat in (1, -1)])
    assert told[0] == told[1] == told[2]


def test_one_action_closes_a_tick_soon(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, (one, other) = await racers(tmp_path, ["human", "human"], tick_ms=10_000)
        _, asked = await menu(one)
        await menu(other)
        await opened(table)
        here, begun = len(other.got), asyncio.get_running_loop().time()
        await handle(table, one, wire.Choose(asked["n"], [asked["choices"][0]["name"]]))
        step = await other.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["seat"] == 0, here)
        assert 0.15 <= other.got[step][0] - begun < 5
        await hall.close()

    clockwork.run(play())


def test_nobody_acts_and_cards_are_turned_all_the_same(tmp_path: Path) -> None:
    """R10, and one row a tick on disk."""

    async def play() -> None:
        hall, table, people = await racers(tmp_path, ["human", "human"], tick_ms=300, idle_ticks=2)
        await menu(people[0])
        cards = int(table.live.match.row.stock[0, 0])
        while int(table.live.match.row.stock[0, 0]) == cards:
            await asyncio.sleep(0.05)
        rows = [row.kind for row in await hall.store.log(table.row.id)]
        assert rows.count("close") >= 2
        assert "choice" not in rows
        await hall.close()

    clockwork.run(play())


def test_a_race_waits_for_who_is_not_there(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, (one, other) = await racers(tmp_path, ["human", "human"], tick_ms=300, idle_ticks=2)
        _, asked = await menu(one)
        here = len(one.got)
        table.leave(other)
        await one.until(lambda m: m["type"] == "status" and m["text"] == "waiting for P1", here)
        here = len(one.got)
        moment = table.agenda.moment
        await asyncio.sleep(0.8)
        assert table.agenda.moment == moment, "no tick goes by"
        with pytest.raises(parlour.BadInput, match="everybody is there"):
            await handle(table, one, wire.Choose(table.live.feeds[0].n, [asked["choices"][0]["name"]]))
        again = Watcher(1)
        await table.join(again)
        await one.until(lambda m: m["type"] == "status" and m["text"] == "", here)
        await menu(again)
        await one.until(kind("view"), here)
        await hall.close()

    clockwork.run(play())


def test_an_answer_survives_a_restart(tmp_path: Path) -> None:
    """It is on disk before it is acknowledged; the tick opens again and carries it out."""

    async def begin() -> tuple[str, list[str]]:
        hall, table, (one, other) = await racers(tmp_path, ["human", "human"], tick_ms=10_000, tie_window=200)
        _, asked = await menu(one)
        name = asked["choices"][0]["name"]
        await handle(table, one, wire.Choose(asked["n"], [name]))
        rows = await hall.store.log(table.row.id)
        assert json.loads(rows[-1].body)["names"] == [name]
        assert rows[-1].kind == "choice"
        here = len(one.got)
        table.leave(other)  # before the grace is over: the tick stands still
        await one.until(lambda m: m["type"] == "status" and m["text"] == "waiting for P1", here)
        found = (table.row.id, [name])
        await hall.close()
        return found

    async def go_on(table_id: str, names: list[str]) -> None:
        hall = Hall(Store(tmp_path / "tables.db"), 0.05)
        table = await hall.open(table_id)
        assert table is not None
        people = [Watcher(0), Watcher(1)]
        for person in people:
            await table.join(person)
        assert table.live.acted() == [0]
        step = await people[1].until(lambda m: m["type"] == "view" and m["step"] and m["step"]["seat"] == 0)
        assert people[1].got[step][1]["step"]["choice"] == names[0]
        await hall.close()

    clockwork.run(go_on(*clockwork.run(begin())))


def test_an_answer_to_the_view_before_counts_where_it_still_can(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, (one, other) = await racers(tmp_path, ["human", "human"], tick_ms=10_000)
        _, asked = await menu(one)
        names = [choice["name"] for choice in asked["choices"]]
        old = table.live.feeds[1].n
        here = len(one.got)
        await handle(table, one, wire.Choose(asked["n"], [names[0]]))
        await menu(one, here)
        open_now = {choice["name"] for choice in (await menu(one, here))[1]["choices"]}
        closed = next((name for name in names if name not in open_now), None)
        if closed:  # what is covered already is not an answer any more, and nobody is scolded
            await handle(table, other, wire.Choose(old, [closed]))
            assert table.live.acted() == []
        still = next(name for name in names if name in open_now)
        await handle(table, other, wire.Choose(old, [still]))
        assert table.live.acted() == [1]
        assert not [m for _, m in other.got if m["type"] == "error"]
        await hall.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}, "no clock of the race is left"

    clockwork.run(play())


def test_a_bot_acts_at_its_moment(tmp_path: Path) -> None:
    """Never earlier, and its silence or its thinking does not close the tick for a person."""

    async def play() -> None:
        hall, _, (one,) = await racers(tmp_path, ["human", "chance"], median_2=420, spread_2=0)
        seen: list[int] = []
        while len(seen) < 3:
            start = len(one.got)
            step = await one.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["seat"] == 1, start)
            seen.append(one.got[step][1]["view"]["figures"]["took"][1])
        assert min(seen) == 420, "as drawn if the tick was not closed before"
        assert max(seen) < 1500
        await hall.close()

    clockwork.run(play())


def test_pings_are_answered_and_never_need_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table, (one, _) = await racers(tmp_path, ["human", "human"], tick_ms=10_000)
        at = await one.until(kind("ping"))
        await asyncio.sleep(0.06)
        async with table.agenda.lock:
            await asyncio.wait_for(handle(table, one, wire.Pong(one.got[at][1]["id"])), 5)
        assert table.race is not None
        assert table.race.trips[one].lead >= 0.03
        await hall.close()

    clockwork.run(play())
