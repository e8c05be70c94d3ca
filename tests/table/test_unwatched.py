"""The work that a choice makes for the server: none for seats that nobody watches, no thread and no view that nobody needs."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Step
from parlour.engine.rooms import room_names
from parlour.kit import NOBODY
from parlour.machine import hurried
from parlour.table import wire, wire_pacing
from parlour.table.agenda import BEAT
from parlour.table.connections import Connections
from parlour.table.feeds import Feed
from parlour.table.live import Beat, Change, LiveMatch
from parlour.table.requests import handle
from parlour.table.store import SeatRow
from parlour.table.tables import LiveTable
from parlour.table.views import Viewer, table_view
from table import clockwork
from table.test_live import masked
from table.test_time import Watcher, kind, table_of

DAILY = ("crazy_eights", "cucumber", "toepen")
"""Windows, plain play, quiet phases."""
GAMES = [name if name in DAILY else pytest.param(name, marks=pytest.mark.soak) for name in room_names() if Game(name).seats > 1]
ALL = [name if name in DAILY else pytest.param(name, marks=pytest.mark.soak) for name in room_names()]


def seated(name: str, seed: int = 11) -> LiveMatch:
    game = Game(name)
    return LiveMatch(game.fresh(seed), [f"P{seat}" for seat in range(game.seats)])


def go_on(live: LiveMatch, chance: random.Random) -> tuple[int, list[int]] | None:
    """Return a random choice of a seat that is asked, None if nobody is and time has to pass."""
    asked = live.asked()
    if not asked or (live.quiet() and chance.random() < 0.3):
        return None
    seat = chance.choice(asked)
    random.seed(chance.random())
    return seat, live.by_chance(seat)


def made(live: LiveMatch, choice: tuple[int, list[int]] | None) -> Change:
    change = live.close() if choice is None else live.choose(*choice)
    assert change is not None
    return change


def bytes_to(seat: int, beats: list[Beat]) -> list[bytes]:
    told = [message for beat in beats for message in beat.messages.get(seat, ())]
    return [wire.write(message) for message in told if not isinstance(message, wire.Seals)]


@pytest.mark.parametrize("name", GAMES)
def test_seats_that_nobody_watches_are_told_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who looks on is told the same as if all did, nothing is made for the others, and who comes later sees it all."""
    with hurried():
        chance, few, all_ = random.Random(4), seated(name), seated(name)
        few.follows = lambda seat: seat < 2
        few.readers = lambda: {0}
        taken: Counter[int] = Counter()
        steps: list[Step] = []
        few.match.watchers.append(steps.append)
        own = {id(few.feeds[seat]) for seat in few.feeds}
        take = Feed.take

        def counted(feed: Feed, step: Step, asked: list[int] | None) -> list[wire.Message]:
            taken[feed.seat] += id(feed) in own
            return take(feed, step, asked)

        monkeypatch.setattr(Feed, "take", counted)
        told = [(few.begin(), all_.begin())]
        for _ in range(40):
            if few.match.over:
                break
            choice = go_on(few, chance)
            told.append((made(few, choice), made(all_, choice)))
            assert set(few.feeds) == {NOBODY, 0, 1}
        assert +taken == {0: len(steps)}
        assert {seat for change, _ in told for beat in change.beats for seat in beat.messages} == {0}
        assert [bytes_to(0, change.beats) for change, _ in told] == [bytes_to(0, change.beats) for _, change in told]
        for seat in (NOBODY, 1):
            assert few.feeds.behind([seat]) >= len(steps)
            assert texts(few, seat) == texts(all_, seat)
            assert not few.feeds.behind([seat])
        if all_.game.seats > 2:
            newcomer, follower = few.feeds[2], all_.feeds[2]
            if 2 not in all_.match.answers:  # its owner sees the own answer
                assert newcomer.view == follower.view
            assert [line.text for line in newcomer.lines] == [line.text for line in few.feeds[NOBODY].lines]


def texts(live: LiveMatch, seat: int) -> list[bytes]:
    """All that somebody is sent who comes to look on from a seat."""
    return [wire.write(message) for message in live.feeds[seat].state()]


@pytest.mark.parametrize("name", ALL)
def test_a_table_keeps_its_time_by_views_that_nobody_needs_to_make(name: str) -> None:
    """Pauses and accounts are those of the views that onlookers get, after choices that were taken back too."""
    with hurried():
        for seed in range(4):
            chance, live = random.Random(seed), seated(name, seed)
            changes = [live.begin()]
            for _ in range(120):
                if live.match.over:
                    break
                changes.append(made(live, go_on(live, chance)))
                if chance.random() < 0.1:
                    with suppress(BadInput):
                        changes.append(live.undo() if live.game.seats == 1 else live.take_back(chance.randrange(live.game.seats)))
            for beat in (beat for change in changes for beat in change.beats):
                told = beat.messages.get(NOBODY, ())
                assert beat.pause == sum(message.pause for message in told if isinstance(message, wire.View))
                assert beat.account == any(isinstance(message, wire_pacing.Account) for message in told)


@pytest.mark.parametrize("name", [name for name in GAMES if isinstance(name, str)] + ["schnapsen"])
def test_a_view_made_after_another_is_the_same_as_one_by_itself(name: str) -> None:
    with hurried():
        chance, live = random.Random(9), seated(name)
        viewers = {seat: Viewer(live.game) for seat in range(NOBODY, live.game.seats)}
        live.begin()
        for _ in range(25):
            if live.match.over:
                break
            made(live, go_on(live, chance))
            for seat, viewer in viewers.items():
                seen = masked(live.match.tables, seat)
                assert wire.write(viewer.view(seen)) == wire.write(table_view(live.game, seen))


def test_a_bot_that_chooses_by_chance_needs_no_view_and_a_choice_no_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("cucumber", 3), ["human", "chance", "chance"], 0.0, 0)
        await hall.prepared(table.game)
        threads: list[threading.Thread] = []
        choose = LiveMatch.choose

        def noted(self: LiveMatch, *given: Any) -> Change | None:
            threads.append(threading.current_thread())
            return choose(self, *given)

        noted.brief = choose.brief  # type: ignore[attr-defined]
        monkeypatch.setattr(LiveMatch, "choose", noted)
        monkeypatch.setattr(hall, "think", None)
        ann = Watcher(0)
        await table.join(ann)
        seen = 0
        for _ in range(4):
            seen = await ann.until(kind("menu"), seen)
            menu = ann.got[seen][1]
            await handle(table, ann, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
            seen += 1
        await ann.until(kind("menu"), seen)
        assert len(threads) >= 10
        assert set(threads) == {threading.main_thread()}
        assert table.live.match._history.memory is None
        await hall.close()

    clockwork.run(play())


def test_what_falls_on_one_beat_is_one_write_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are asked at different times answer on beats that all tables share, without a task of their own until then."""
    chosen: list[float] = []
    commits: list[float] = []

    async def play() -> None:
        loop = asyncio.get_running_loop()
        hall, first = await table_of(tmp_path, Game("cucumber", 3), ["human", "chance", "chance"], 1.0, 0)
        await hall.prepared(first.game)
        choose, commit = LiveMatch.choose, hall.store._commit

        def noted(self: LiveMatch, seat: int, *given: Any) -> Change | None:
            if seat:
                chosen.append(loop.time())
            return choose(self, seat, *given)

        def counted(act: Any) -> Any:
            commits.append(loop.time())
            return commit(act)

        noted.brief = choose.brief  # type: ignore[attr-defined]
        monkeypatch.setattr(LiveMatch, "choose", noted)
        monkeypatch.setattr(hall.store, "_commit", counted)
        tables = [first]
        for _ in range(11):
            seats = [SeatRow(kind, "", f"holder {n}" if n == 0 else "") for n, kind in enumerate(("human", "chance", "chance"))]
            table = await hall.open(await hall.make(first.game, seats, "holder 0", True, 0, client=""))
            assert table is not None
            tables.append(table)
        for table in tables:
            await table.join(Watcher(0))
            await asyncio.sleep(0.013)
        del chosen[:]
        await asyncio.sleep(10)
        assert not [table for table in tables if table.live.asked() != [0]], "all wait for their people"
        await hall.close()

    clockwork.run(play())
    assert len(chosen) >= 6
    assert {round(when / BEAT, 6) % 1 for when in chosen} == {0}
    assert len([when for when in commits if when in chosen]) == len(set(chosen)) < len(chosen)


def test_what_waits_to_be_told_is_told_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who sits down late at a table stops no other table."""
    threads: list[threading.Thread] = []

    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("cucumber", 3), ["human", "chance", "chance"], 0.0, 0)
        await hall.prepared(table.game)
        ann = Watcher(0)
        await table.join(ann)
        await play_on(table, ann, 4)
        take = Feed.take

        def noted(feed: Feed, step: Step, asked: list[int] | None) -> list[wire.Message]:
            if feed.seat == NOBODY:
                threads.append(threading.current_thread())
            return take(feed, step, asked)

        monkeypatch.setattr(Feed, "take", noted)
        monkeypatch.setattr("parlour.table.tables.FEW", 5)
        async with table.agenda.lock:
            await table.sitting.take(1, SeatRow("human", "Eve", "holder 1"))
        assert table.live.newcomers() == [1]
        assert table.live.feeds.behind([1]) == table.live.feeds.behind([NOBODY]) > 10
        await play_on(table, ann, 1)
        assert not table.live.newcomers()
        assert len(threads) > 10
        assert threading.main_thread() not in threads
        assert table.live.feeds[1].names == ["P0", "You", "P2"]
        assert table.live.feeds[NOBODY].names == ["P0", "Eve", "P2"]
        await hall.close()

    clockwork.run(play())


async def play_on(table: LiveTable, person: Watcher, choices: int) -> None:
    """Let a person make the first choices of their menus, and come to be asked again."""
    for _ in range(choices):
        seen = len(person.got)
        while table.live.asked() != [person.seat]:
            await asyncio.sleep(1)
        await handle(table, person, wire.Choose(table.live.feeds[person.seat].n, [table.live.menu(person.seat).choices[0].name]))
        await person.until(kind("view"), seen)


def test_a_name_changes_in_what_is_told_from_then_on() -> None:
    """Also in lines that are told later."""
    with hurried():
        chance, few, all_ = random.Random(4), seated("cucumber"), seated("cucumber")
        few.readers = lambda: ()
        for live in (few, all_):
            live.begin()
        for number in range(12):
            choice = go_on(few, chance)
            for live in (few, all_):
                made(live, choice)
                if number == 5:
                    live.rename(1, "Eve")
        assert few.feeds.behind([NOBODY]) > 12
        assert [texts(few, seat) for seat in few.feeds] == [texts(all_, seat) for seat in few.feeds]
        told = " ".join(line.text for line in few.feeds[NOBODY].lines)
        assert "P1: " in told
        assert "Eve: " in told


def test_a_browser_may_go_while_a_thread_looks_who_is_there() -> None:
    here = Connections(Watcher(seat) for seat in range(3))
    for one in here:
        here.discard(one)
    assert not here


def test_nobody_chooses_at_a_house_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots wait for their beat without a task that could be cancelled."""

    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("cucumber", 3), ["human", "chance", "chance"], 1.0, 0)
        await hall.prepared(table.game)
        ann = Watcher(0)
        await table.join(ann)
        for _ in range(3):
            if not table.agenda._calls:
                menu = ann.got[await ann.until(kind("menu"))][1]
                await handle(table, ann, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
        assert table.agenda._calls
        await hall.close()
        monkeypatch.setattr(hall, "spawn", None)
        monkeypatch.setattr(table.agenda, "spawn", lambda act: pytest.fail("something begins"))
        assert not table.agenda._calls
        await asyncio.sleep(5)

    clockwork.run(play())


def test_a_table_is_copied_as_a_plain_array() -> None:
    """A recarray takes ten times as long to copy, and to hand to every compiled function."""
    live = seated("cucumber")
    steps: list[Step] = []
    live.match.watchers.append(steps.append)
    live.begin()
    tables = [live.match.tables, live.match.table_for(), *(step.after for step in steps)]
    assert {type(one) for one in tables} == {np.ndarray}
    assert live.match.row.hand_number == 1
