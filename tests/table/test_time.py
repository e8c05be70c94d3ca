"""Things that take time: windows, phases that hide who is asked, tables without players."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.game import Game
from parlour.languages import languages
from parlour.machine import dispatcher
from parlour.table import players, wire
from parlour.table.hall import Hall
from parlour.table.live import LiveMatch
from parlour.table.loading import LOADING
from parlour.table.requests import handle
from parlour.table.store import SeatRow, Store
from parlour.table.tables import LiveTable
from parlour.table.understudy import Understudy
from parlour.table.windows import QUIET_SECONDS

WHISPERS = str(Path(__file__).parent.parent / "rooms" / "whispers")


class Watcher:
    """A connection that notes what comes, and when."""

    def __init__(self, seat: int) -> None:
        self.seat, self.client = seat, f"client {seat}"
        self.holder, self.name = f"holder {seat}" if seat >= 0 else "", "Somebody"
        self.local, self.page, self.ended = True, "", False
        self.language = languages()["en"]
        self.got: list[tuple[float, dict[str, Any]]] = []
        self.news = asyncio.Event()

    def send(self, message: bytes) -> None:
        self.got.append((asyncio.get_running_loop().time(), json.loads(message)))
        self.news.set()

    def close(self, reason: str, code: int = 0) -> None:
        raise AssertionError(f"the table failed: {reason}")

    async def until(self, found: Callable[[dict[str, Any]], bool], start: int = 0) -> int:
        """The index of the first message from `start` on that is looked for."""
        at = start
        while True:
            while at < len(self.got):
                if found(self.got[at][1]):
                    return at
                at += 1
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 120)


async def table_of(
    tmp_path: Path, game: Game, kinds: list[str], tempo: float, window_ms: int, understudy: Understudy | None = None
) -> tuple[Hall, LiveTable]:
    hall = Hall(Store(tmp_path / "tables.db"), tempo)
    hall.understudy = understudy
    seats = [SeatRow(kind, f"P{i}", f"holder {i}" if kind == "human" else "") for i, kind in enumerate(kinds)]
    table = await hall.open(await hall.make(game, seats, "holder 0", True, window_ms, client=""))
    assert table is not None
    return hall, table


def kind(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["type"] == name


def test_a_window_asks_all_at_once_and_closes_in_time(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("i_doubt_it", 3), ["human"] * 3, 0.05, 8000)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        player = table.live.asked()[0]
        menu = people[player].got[await people[player].until(kind("menu"))][1]
        choice = [menu["choices"][0]["name"], "done"]
        await handle(table, people[player], wire.Choose(menu["n"], choice))
        others = [person for person in people if person.seat != player]
        opened = []
        for person in others:
            at = await person.until(lambda m: m["type"] == "menu" and m["prompt"] == "Is it true?")
            opened.append(person.got[at][0])
            assert 0 < person.got[at][1]["ms"] <= 8000
            view = [m for _, m in person.got if m["type"] == "view"][-1]["view"]
            assert sorted(view["asked"]) == sorted(other.seat for other in others)
        # the second in order answers first: the first has the word all the same, and nobody hears of the answer
        order = table.live.window()
        quick, slow = people[order[1]], people[order[0]]
        count, plays = len(slow.got), table.live.match.row.plays
        await handle(table, quick, wire.Choose(table.live.feeds[quick.seat].n, ["let"]))
        assert len(slow.got) == count
        assert [m for _, m in quick.got if m["type"] == "view"][-1]["view"]["asked"] == [slow.seat]
        at = await slow.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "let", count)
        assert slow.got[at][0] - max(opened) >= 0.05 * 8 - 0.01
        await slow.until(lambda m: m["type"] == "view" and m["view"]["phase"] == "play", at)
        assert table.live.match.row.plays == plays + 1
        await hall.close()

    asyncio.run(play())


def test_a_doubt_in_order_closes_a_window_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("i_doubt_it", 3), ["human"] * 3, 0.0, 0)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        player = people[table.live.asked()[0]]
        menu = player.got[await player.until(kind("menu"))][1]
        await handle(table, player, wire.Choose(menu["n"], [menu["choices"][0]["name"], "done"]))
        first = people[table.live.window()[0]]
        await handle(table, first, wire.Choose(table.live.feeds[first.seat].n, ["doubt"]))
        step = await player.until(lambda m: m["type"] == "view" and m["step"] and m["step"]["choice"] == "doubt")
        assert player.got[step][1]["step"]["seat"] == first.seat
        await hall.close()

    asyncio.run(play())


def test_a_quiet_phase_takes_its_time_whoever_is_asked(tmp_path: Path) -> None:
    """The onlooker sees the phase begin and end, and neither who was asked in it nor, by the clock, whether anybody was."""
    tempo = 0.15

    async def somebody_was_asked(folder: Path) -> bool:
        hall, table = await table_of(folder, Game(WHISPERS, 3, {"hands": 3}), ["chance"] * 3, tempo, 0)
        onlooker = Watcher(-1)
        asked: list[int] = []
        await table.join(onlooker)
        table.live.match.watchers.append(
            lambda step: (
                asked.append(int(step.before[0].hand_number))
                if step.seat >= 0 and table.live.room.phases[int(step.before[0].phase)] == "whisper"
                else None
            )
        )
        await onlooker.until(kind("over"))
        begun: dict[int, float] = {}
        lasted: dict[int, float] = {}
        for at, message in onlooker.got:
            if message["type"] == "view":
                hand, phase = message["view"]["hand_number"], message["view"]["phase"]
                if phase == "whisper":
                    assert message["view"]["asked"] == []
                    assert hand not in begun
                    begun[hand] = at
                elif hand in begun and hand not in lasted:
                    lasted[hand] = at - begun[hand]
                    assert message["step"]["seat"] is None
        assert len(lasted) == 3
        assert min(lasted.values()) >= tempo * QUIET_SECONDS - 0.01
        assert max(lasted.values()) - min(lasted.values()) < 1.5
        await hall.close()
        return bool(asked)

    for attempt in range(6):  # nobody holds an ace in all three hands of one match in a hundred
        folder = tmp_path / str(attempt)
        folder.mkdir()
        if asyncio.run(somebody_was_asked(folder)):
            return
    raise AssertionError("nobody was ever asked")


def test_without_anybody_there_a_table_stands_still(tmp_path: Path) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("schnapsen"), ["chance", "chance"], 0.02, 0)
        onlooker = Watcher(-1)
        await table.join(onlooker)
        await onlooker.until(lambda m: m["type"] == "view" and m["n"] >= 6)
        table.leave(onlooker)
        await asyncio.sleep(0.1)
        async with table.agenda.lock:
            n = table.live.feeds[-1].n
        await asyncio.sleep(0.3)
        assert table.live.feeds[-1].n == n
        again = Watcher(-1)
        await table.join(again)
        assert again.got[await again.until(kind("view"))][1]["n"] == n
        await again.until(lambda m: m["type"] == "view" and m["n"] > n)
        await hall.close()

    asyncio.run(play())


def test_a_hint_for_a_table_that_has_moved_on_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("cucumber", 3), ["human"] * 3, 0.0, 0)
        people = [Watcher(seat) for seat in range(3)]
        for person in people:
            await table.join(person)
        thought = asyncio.Event()

        async def at_leisure(client: str, kind: str, view: Any) -> tuple[list[int], str]:
            await thought.wait()
            return [view.codes()[0]], f"{view.choices()[0]}: because."

        async def at_once(kind: str) -> None:
            pass

        monkeypatch.setattr(hall, "advise", at_leisure)
        monkeypatch.setattr(table.loading, "wait_until_ready", at_once)
        asker = people[table.live.asked()[0]]
        start = len(asker.got)
        await handle(table, asker, wire.Hint())
        menu = await asker.until(kind("menu"))
        names = [choice["name"] for choice in asker.got[menu][1]["choices"]]
        await handle(table, asker, wire.Choose(table.live.feeds[asker.seat].n, names[:1]))
        thought.set()
        while hall.hinting:
            await asyncio.sleep(0)
        assert {"hint", "error"}.isdisjoint(message["type"] for _, message in asker.got[start:])
        other = people[table.live.asked()[0]]
        await handle(table, other, wire.Hint())
        at = await other.until(kind("hint"))
        assert other.got[at][1]["choices"] == table.live.match.choices()[:1]
        assert other.got[at][1]["why"].endswith("because.")
        await hall.close()

    asyncio.run(play())


def test_the_table_opens_before_its_bots_have_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is not compiled yet only thinks longer: the player sees the cards, plays, and is told what is awaited."""
    learned = threading.Event()
    greedy = players.bot("greedy")
    monkeypatch.setattr(type(greedy), "prepare", lambda self, game: learned.wait(120))

    async def play() -> None:
        hall, table = await table_of(tmp_path, Game("schnapsen"), ["human", "greedy"], 0.0, 0)
        person = Watcher(0)
        await table.join(person)
        at = 0
        while table.live.asked() == [0]:
            at = await person.until(kind("menu"), at)
            menu = person.got[at][1]
            await handle(table, person, wire.Choose(menu["n"], [menu["choices"][0]["name"]]))
            at += 1
        late = Watcher(-1)
        told = await person.until(lambda m: m["type"] == "status" and m["text"] == LOADING)
        await table.join(late)
        assert await late.until(lambda m: m["type"] == "status" and m["text"] == LOADING) >= 0
        n = table.live.feeds[0].n
        learned.set()
        await person.until(lambda m: m["type"] == "status" and m["text"] == "", told)
        await person.until(lambda m: m["type"] == "view" and m["n"] > n)
        await hall.close()

    asyncio.run(play())


@pytest.mark.parametrize("room", ["oh_hell", "i_doubt_it", "klondike", WHISPERS])
def test_a_table_that_is_prepared_compiles_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: str) -> None:
    compiled: list[str] = []
    compiling = dispatcher.Rule.compile
    here = threading.get_ident()

    def noted(self: dispatcher.Rule, signature: Any) -> Any:
        if threading.get_ident() == here:  # a hall of another test may still be compiling for its bots
            compiled.append(self.__name__)
        return compiling(self, signature)

    async def play() -> None:
        game = Game(room)
        hall = Hall(Store(tmp_path / "tables.db"), 0.0)
        await hall.prepared(game)
        monkeypatch.setattr(dispatcher.Rule, "compile", noted)
        live = LiveMatch(game.fresh(live=True), [str(seat) for seat in range(game.seats)])
        live.begin()
        lots = random.Random(room)
        for _ in range(400):
            if live.match.over:
                break
            if live.quiet() or not live.asked():  # a phase that ends by the clock
                live.close()
                continue
            seat = lots.choice(live.asked())
            names: list[str] = []
            while not (menu := live.menu(seat, names)).complete:
                live.why(seat, "A♥", names)
                names.append(lots.choice(menu.choices).name)
            live.choose(seat, names)
        await hall.close()

    asyncio.run(play())
    assert compiled == []
