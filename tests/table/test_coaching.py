"""Words for a learner at a live table: they come for the view that is asked about, to this seat alone. Nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from parlour.bots.coach import Word
from parlour.engine.game import Game
from parlour.table import players, wire, wire_lesson
from parlour.table.requests import handle
from table.test_time import Watcher, kind, table_of


def at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: Any, words: Any, game: str = "schnapsen") -> None:
    """Run a scene with the two players of a table, the first to be asked first."""

    async def scene() -> None:
        hall, table = await table_of(tmp_path, Game(game), ["human"] * 2, 0.0, 0)
        people = [Watcher(seat) for seat in range(2)]
        for person in people:
            await table.join(person)
        first = table.live.asked()[0]

        async def at_once() -> None:
            pass

        monkeypatch.setattr(hall, "ready", lambda game, kind: at_once())
        monkeypatch.setattr(players, "words", words)
        await play(hall, table, people[first], people[1 - first])
        await hall.close()

    asyncio.run(scene())


def some(kind: str, view: Any) -> list[Word]:
    """Of the first choice a reason and a mistake."""
    code = view.codes()[0]
    return [Word(code, "It is the first.", 2, ("It costs a point.", "The other is better."))]


def test_words_come_to_the_seat_that_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hall: Any, table: Any, ann: Watcher, bob: Watcher) -> None:
        menu = ann.got[await ann.until(kind("menu"))][1]
        await handle(table, ann, wire_lesson.Coach(menu["n"]))
        found = ann.got[await ann.until(kind("words"))][1]
        assert found == {
            "type": "words",
            "n": menu["n"],
            "words": [
                {
                    "name": menu["choices"][0]["name"],
                    "why": "It is the first.",
                    "size": 2,
                    "ask": ["It costs a point.", "The other is better."],
                }
            ],
        }
        assert not [message for _, message in bob.got if message["type"] == "words"]

    at_a_table(tmp_path, monkeypatch, play, some)


def test_nothing_is_said_to_who_is_not_asked_or_about_an_earlier_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(kind: str, view: Any) -> list[Word]:
        asked.append(view.seat)
        return []

    async def play(hall: Any, table: Any, ann: Watcher, bob: Watcher) -> None:
        menu = ann.got[await ann.until(kind("menu"))][1]
        await handle(table, bob, wire_lesson.Coach(table.live.feeds[bob.seat].n))
        await handle(table, ann, wire_lesson.Coach(menu["n"] - 1))
        await asyncio.sleep(0.05)
        assert not hall.coaching
        assert not asked

    at_a_table(tmp_path, monkeypatch, play, noted)


def test_a_choice_does_not_wait_for_words_and_late_words_are_kept_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ends = threading.Event(), threading.Event()

    def slow(kind: str, view: Any) -> list[Word]:
        begun.set()
        ends.wait(30)
        return some(kind, view)

    async def play(hall: Any, table: Any, ann: Watcher, bob: Watcher) -> None:
        menu = ann.got[await ann.until(kind("menu"))][1]
        await handle(table, ann, wire_lesson.Coach(menu["n"]))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        await handle(table, ann, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
        assert table.live.feeds[ann.seat].n > menu["n"], "the choice is made while the words are thought of"
        thinking = list(hall.coaching.values())
        ends.set()
        await asyncio.wait(thinking)
        assert not [message for _, message in ann.got if message["type"] == "words"]
        assert not hall.coaching

    at_a_table(tmp_path, monkeypatch, play, slow)


def test_a_failure_ends_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(kind: str, view: Any) -> list[Word]:
        raise RuntimeError

    async def play(hall: Any, table: Any, ann: Watcher, bob: Watcher) -> None:
        menu = ann.got[await ann.until(kind("menu"))][1]
        await handle(table, ann, wire_lesson.Coach(menu["n"]))
        while hall.coaching:
            await asyncio.sleep(0.01)
        assert not [message for _, message in ann.got if message["type"] == "error"]
        await handle(table, ann, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))

    at_a_table(tmp_path, monkeypatch, play, fails)


@pytest.mark.parametrize("game", ["pirate", "aggravation"])
def test_there_are_no_words_in_a_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    async def play(hall: Any, table: Any, ann: Watcher, bob: Watcher) -> None:
        menu = ann.got[await ann.until(kind("menu"))][1]
        await handle(table, ann, wire_lesson.Coach(menu["n"]))
        assert not hall.coaching

    at_a_table(tmp_path, monkeypatch, play, some, game)
