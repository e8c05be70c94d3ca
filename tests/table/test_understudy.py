"""The understudy of bots that are still loading: legal choices from a view as text, and no player waits for the bots."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from pathlib import Path

import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.kit.layout import NOBODY
from parlour.machine import hurried
from parlour.table import server as server_module
from parlour.table import thinking, wire
from parlour.table.live import LiveMatch
from parlour.table.loading import IMPROVISING
from parlour.table.requests import handle
from parlour.table.understudy import Understudy
from table.test_time import Watcher, kind, table_of

SOME = ["aggravation", "bura", "chicago", "oh_hell", "toepen", "totit"]
"""Races, quiet phases, chains, bids."""


@pytest.mark.parametrize("name", [n if n in SOME else pytest.param(n, marks=pytest.mark.soak) for n in room_names()])
def test_it_answers_with_choices_that_are_allowed(name: str) -> None:
    game = Game(name)

    async def play() -> None:
        understudy = Understudy()
        with hurried():
            live = LiveMatch(game.fresh(live=True), [str(seat) for seat in range(game.seats)])
            live.begin()
            for _ in range(4):
                if live.quiet() or not live.asked():
                    live.close()
                if live.match.over or not (asked := live.asked()):
                    break
                codes = await understudy.choose(live.thought(asked[0], memory=False))
                assert live.choose(asked[0], codes) is not None
        await understudy.close()

    asyncio.run(play())


def test_an_answer_that_was_given_up_on_is_passed_over_and_a_process_that_died_comes_again() -> None:
    games = [Game(name) for name in ("oh_hell", "spades")]

    async def play() -> None:
        understudy = Understudy()
        with hurried():
            matches = [game.start(seed=1) for game in games]
            first, second = (match.view(match.turn) for match in matches)
            onlooker = matches[0].view(NOBODY)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.01):
                await understudy.choose(first)
        assert (await understudy.choose(second))[0] in second.codes()
        assert understudy._process is not None
        understudy._process.kill()
        await understudy._process.wait()
        assert (await understudy.choose(second))[0] in second.codes()
        with pytest.raises(BadInput, match="nothing comes to mind"):
            await understudy.choose(onlooker)
        await understudy.close()

    asyncio.run(play())


@pytest.mark.parametrize("name", ["schnapsen", "toepen"])
def test_nobody_waits_for_bots_that_learn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The table opens, also with quiet phases; a bot plays, and all players see how long it plays simply."""
    learned = threading.Event()
    monkeypatch.setattr(server_module, "_rehearse_bot", lambda game, kind: learned.wait(120))
    monkeypatch.setattr(server_module, "_rehearse_table", lambda game: None)
    monkeypatch.setattr(thinking, "ANSWER_SECONDS", 120.0)  # its process may take a while to begin on a busy machine

    game = Game(name)

    async def play() -> None:
        hall, table = await table_of(tmp_path, game, ["human"] + ["greedy"] * (game.seats - 1), 0.0, 0, Understudy())
        person = Watcher(0)
        await table.join(person)
        at = await person.until(lambda m: m["type"] == "status" and m["text"] == IMPROVISING)
        seen = 0
        while not any(entry.seat for entry in table.live.match.log if hasattr(entry, "seat")):
            seen = await person.until(kind("menu"), seen)
            menu = person.got[seen][1]
            with contextlib.suppress(BadInput):
                await handle(table, person, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
            seen += 1
            await asyncio.sleep(0.5)
        learned.set()
        await person.until(lambda m: m["type"] == "status" and m["text"] == "", at)
        await hall.close()

    asyncio.run(play())
