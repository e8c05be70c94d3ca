"""A hint is advice that can be followed from exactly what the player has picked so far."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from parlour import bots
from parlour.bots.reasons import sentence
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.picks import pick
from parlour.engine.rooms import named, room_names
from parlour.table import players, wire
from parlour.table.live import LiveMatch
from parlour.table.requests import handle
from table.test_time import Watcher, kind, table_of

DAILY = ["crash", "machiavelli"]
NIGHTLY = [name for name in room_names() if name not in DAILY and Game(named(name)).seats > 1]


def choice(live: LiveMatch, seat: int, chance: random.Random) -> list[str]:
    """A whole random chain."""
    names: list[str] = []
    while not (menu := live.menu(seat, names)).complete:
        entry = chance.choice([entry for entry in menu.choices if entry.kind != "resign"])
        names.append(entry.name if entry.kind != "run" else str(entry.low).join(entry.names or ()))
    return names


def check_hints(name: str, wanted: int) -> int:
    """Play at random, ask after some picks of each chain, and follow the advice; how many chains there were."""
    game, chance, found = Game(named(name)), random.Random(name), 0
    live = LiveMatch(game.fresh(5), [f"P{seat}" for seat in range(game.seats)])
    adviser = bots.make(players.adviser(game.room), seed=1).hurried()
    live.begin()
    for _ in range(60):
        if live.match.over or found >= wanted:
            break
        if not live.asked():
            live.close()
            continue
        asked = live.asked()
        seat = chance.choice(asked)
        names, stands = choice(live, seat, chance), {other: live.feeds[other].n for other in asked if other != seat}
        if len(names) > 1:
            found += 1
            picked = names[: chance.randrange(1, len(names))]
            view = live.thought(seat, prefix=picked)
            codes, options = adviser.consider(view)
            assert pick(game, live.table_for(seat), [*picked, *codes])[1], (picked, [game.room.choice_name(c) for c in codes])
            assert codes[0] in view.codes()
            sentence(view, codes, options, [])
            with pytest.raises(BadInput, match="complete"):
                live.thought(seat, prefix=names)
        if not live.choose(seat, names).moved:  # the others still choose, and their views stand: a hint for them does too
            assert {other: live.feeds[other].n for other in stands} == stands
    return found


@pytest.mark.parametrize("name", DAILY)
def test_a_hint_goes_on_from_what_is_picked(name: str) -> None:
    assert check_hints(name, 4) == 4


@pytest.mark.soak
@pytest.mark.parametrize("name", NIGHTLY)
def test_a_hint_goes_on_from_what_is_picked_in_all_games(name: str) -> None:
    check_hints(name, 12)


def test_a_hint_is_asked_for_with_the_picks_and_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("i_doubt_it", 3), ["human"] * 3, 0.0, 0)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        ann = people[table.live.asked()[0]]

        async def first(client: str, kind: str, view: Any) -> tuple[list[int], str]:
            return view.codes()[:1], "because."

        async def at_once(kind: str) -> None:
            pass

        monkeypatch.setattr(hall, "advise", first)
        monkeypatch.setattr(table.loading, "wait_until_ready", at_once)
        menu = ann.got[await ann.until(kind("menu"))][1]
        names = [entry["name"] for entry in menu["choices"] if entry["kind"] == "card"][:2]
        await handle(table, ann, wire.Hint([names[0]]))
        hint = ann.got[await ann.until(kind("hint"))][1]
        assert hint["prefix"] == [names[0]]
        assert hint["choices"][0] != names[0]
        with pytest.raises(BadInput):
            await handle(table, ann, wire.Hint([names[0], names[0]]))  # of one card there is one
        await hall.close()

    asyncio.run(play())


def test_a_hint_is_not_shown_to_who_has_the_device_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names a card of the hand for which it was asked."""

    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("cucumber", 3), ["human"] * 3, 0.0, 0)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        ann = people[table.live.asked()[0]]

        async def passed_on(client: str, kind: str, view: Any) -> tuple[list[int], str]:
            ann.seat = (ann.seat + 1) % 3
            return view.codes()[:1], "because."

        async def at_once(kind: str) -> None:
            pass

        monkeypatch.setattr(hall, "advise", passed_on)
        monkeypatch.setattr(table.loading, "wait_until_ready", at_once)
        await handle(table, ann, wire.Hint())
        while hall.hinting:
            await asyncio.sleep(0.01)
        assert not [message for _, message in ann.got if message["type"] in ("hint", "error")]
        await hall.close()

    asyncio.run(play())
