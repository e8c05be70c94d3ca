"""Nobody waits: the pace is the viewer's, and what a hand was worth stands until it has been read. Time is the clockwork's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.game import Game
from parlour.table import wire, wire_pacing
from parlour.table.pacing import NOBODY_PLAYS
from parlour.table.requests import handle

from .clockwork import run
from .test_time import Watcher, kind, table_of

NORMAL = 6.0
"""Seconds from folding to the next deal, at the usual pace."""


async def folds(table: Any, person: Watcher, since: int = 0) -> tuple[float, int] | None:
    """Play until this person may fold, and fold; return when, and how much was told before. None if the match ends before."""
    while True:
        at = await person.until(lambda m: m["type"] in ("menu", "account", "over"), since)
        since = at + 1
        message = person.got[at][1]
        if message["type"] == "over":
            return None
        if message["type"] == "account":
            await handle(table, person, wire_pacing.Continue())
            continue
        if message["n"] < table.live.feeds[person.seat].n or person.seat not in table.live.asked():
            continue
        names = [choice["name"] for choice in message["choices"]]
        name = (
            "fold"
            if "fold" in names
            else next((one for one in ("done", "keep", "accept", "pass", "stay") if one in names), names[0])
        )
        told = len(person.got)
        await handle(table, person, wire.Choose(message["n"], [*message["prefix"], name]))
        if name == "fold":
            return asyncio.get_running_loop().time(), told


@pytest.mark.parametrize(("name", "seats"), [("brag", 5), ("triple_draw", 4), ("toepen", 4)])
def test_who_has_folded_waits_less_than_six_seconds_for_the_next_deal(tmp_path: Path, name: str, seats: int) -> None:
    async def play() -> None:
        folded = None
        while folded is None:
            hall, table = await table_of(tmp_path, Game(name, seats), ["human"] + ["chance"] * (seats - 1), 1.0, 0)
            person = Watcher(0)
            await table.join(person)
            await handle(table, person, wire_pacing.SetRest(True))
            folded = await folds(table, person)
        began, at = folded
        read = await person.until(kind("account"), at)
        drawn = sum(m["pause"] for _, m in person.got[at:read] if m["type"] == "view") * NOBODY_PLAYS / 1000
        waited = person.got[read][0] - began + drawn  # if the page drew nothing before the last of it had come
        await handle(table, person, wire_pacing.Continue())
        assert waited < NORMAL, f"{name}: {waited:.1f} s"
        assert person.got[read][1]["scores"][0] <= 0
        await hall.close()

    run(play())


def test_bots_wait_until_the_account_has_been_read(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("scopa", 2), ["human", "chance"], 0.05, 0)
        person = Watcher(0)
        await table.opened
        await handle(table, person, wire_pacing.SetRest(True))  # first: a deal with three kings on the table ends at once
        await table.join(person)
        since = 0
        while True:
            at = await person.until(lambda m: m["type"] in ("menu", "account"), since)
            since, message = at + 1, person.got[at][1]
            if message["type"] == "account":
                break
            if message["n"] == table.live.feeds[0].n and 0 in table.live.asked():
                await handle(table, person, wire.Choose(message["n"], [*message["prefix"], message["choices"][0]["name"]]))
        count, chosen = len(person.got), len(table.live.match.log)
        await asyncio.sleep(1000)
        assert len(table.live.match.log) == chosen
        assert not [m for _, m in person.got[count:] if m["type"] in ("menu", "view") and m.get("step")]
        await handle(table, person, wire_pacing.Continue())
        assert await person.until(lambda m: m["type"] == "resting" and not m["seats"], count)
        await person.until(kind("menu"), count)
        await hall.close()

    run(play())


def test_the_slowest_who_plays_sets_the_pace(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("scopa", 4), ["human"] * 3 + ["chance"], 1.0, 0)
        people = [Watcher(seat) for seat in (0, 1, 2, -1)]
        for person in people:
            await table.join(person)
        tempos = [table.pacing.tempo]
        for seat, pace in ((0, "quick"), (1, "quick"), (2, "quick"), (1, "slow"), (3, "slow")):
            await handle(table, people[seat], wire_pacing.SetPace(pace))
            tempos.append(table.pacing.tempo)
        assert tempos == [1.0, 1.0, 1.0, 0.4, 1.7, 1.7]
        table.leave(people[1])
        assert table.pacing.tempo == 0.4, "who looks on does not count"
        await hall.close()

    run(play())


def test_a_press_of_all_who_play_is_not_waited_for(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("scopa", 2), ["human", "chance"], 1.0, 0)
        person = Watcher(0)
        await table.join(person)
        began, due = table.agenda.now(), table.agenda.now() + 500
        waiting = asyncio.ensure_future(table.pacing.sleep(due))
        await asyncio.sleep(1)
        assert not waiting.done()
        await handle(table, person, wire_pacing.Skip())
        await waiting
        assert table.agenda.now() - began < 2
        await hall.close()

    run(play())
