"""Phases in which others may not know who is asked: what the wire tells of them, and when."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.engine import steps, windows
from parlour.engine.deals import Randomness
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match, Step
from parlour.engine.memory import Memory
from parlour.engine.redeal import redealt
from parlour.engine.rooms import room, room_names
from parlour.engine.view import View
from parlour.kit.layout import DEAL, NOBODY
from parlour.table import hall as hall_module
from parlour.table import tables as tables_module
from parlour.table import wire
from parlour.table.hall import Hall
from parlour.table.live import LiveMatch
from parlour.table.requests import handle
from parlour.table.store import SeatRow, Store
from parlour.table.tables import LiveTable
from parlour.table.thinking import QUIET_ANSWER_SECONDS
from table import clockwork
from table.test_time import Watcher

WHISPERS = str(Path(__file__).parent.parent / "rooms" / "whispers")
QUIET_ROOMS = [name for name in (*room_names(), WHISPERS) if room(name).quiet]


@pytest.mark.parametrize("name", QUIET_ROOMS, ids=lambda name: Path(name).name)
def test_whoever_is_asked_in_a_quiet_phase_may_let_it_pass(name: str) -> None:
    """At a live table time passes for those who say nothing, so every quiet phase names an answer that is always allowed."""
    chance = random.Random(name)
    asked = 0
    for seed in range(500):  # jacks enough for a signal are rare
        if asked > 5:
            break
        match = Game(name).start(seed=seed)
        for _ in range(60):
            if match.over:
                break
            seat = chance.choice(match.asked)
            phase = int(match.row.phase)
            codes = match.codes(seat)
            if phase in match.game.room.quiet:
                asked += 1
                assert match.game.room.windows[phase] in codes, match.phase
            match.play(chance.choice([code for code in codes if code != match.game.room.resign]), seat=seat)
    assert asked


@dataclass
class Entry:
    """A table on which a quiet phase is about to begin, by a choice of `seat` or (NOBODY) by itself."""

    tables: np.ndarray
    seat: int
    choice: int
    asked: int
    """Number of players that are asked in it."""


def entries(name: str, most: int) -> Iterator[Entry]:
    """Tables before quiet phases, of random matches: of each the one in which most are asked."""
    chance = random.Random(name)
    found: list[Entry] = []

    def watch(step: Step) -> None:
        quiet = match.game.room.quiet
        if int(step.after[0].phase) in quiet and int(step.before[0].phase) not in (DEAL, *quiet):
            found.append(Entry(step.before, step.seat, step.choice, len(windows.in_order(match.game.room, step.after))))

    for seed in range(300):
        game = Game(name, chance.choice(SEATS[Path(name).name]))
        match = game.start(seed=seed)
        match.watchers.append(watch)
        for _ in range(chance.randrange(1, 40)):
            if not match.over:
                seat = chance.choice(match.asked)
                match.play(chance.choice([code for code in match.codes(seat) if code != game.room.resign]), seat=seat)
        if found:
            yield max(found, key=lambda entry: entry.asked)
            found.clear()
            most -= 1
        if not most:
            return


def look_of(game: Game, tables: np.ndarray, viewer: int) -> bytes:
    """Return what a seat sees of a table, leaving out who is asked in a quiet phase."""
    seen = tables.copy()
    if int(seen[0].phase) in game.room.quiet:
        seen[0].turn, seen[0].asked = NOBODY, 0
    steps.mask_row(seen, 0, viewer)
    return seen.tobytes()


def entered(game: Game, tables: np.ndarray, entry: Entry) -> np.ndarray:
    """The table after the step that leads to the quiet phase."""
    tables = tables.copy()
    if entry.seat == NOBODY:
        steps.step_row(tables, 0, 1, 0)
    else:
        steps.act_row(tables, 0, entry.choice)
    return tables


def twin_of(game: Game, entry: Entry, viewer: int, seed: int) -> np.ndarray | None:
    """Return a table with other cards out of sight, also after the step that leads to the quiet phase; None if there is none."""
    seen = entry.tables.copy()
    steps.mask_row(seen, 0, viewer)
    look = look_of(game, entered(game, entry.tables, entry), viewer)
    for number in range(40):
        try:
            twin = redealt(seen, Memory.fresh(entry.tables.copy(), game.room).of(viewer), 100 * seed + number)
        except BadInput:
            return None
        if entry.seat != NOBODY:
            twin[0].turn = entry.seat
            if steps.verdict_row(twin, 0, entry.choice):
                continue
        if look_of(game, entered(game, twin, entry), viewer) == look:
            return twin
    return None


class Person(Watcher):
    """A player who answers a question after a time: lets it pass, or (bold) says the first thing that is not passing."""

    def __init__(self, seat: int, delay: float, bold: bool, table: LiveTable) -> None:
        super().__init__(seat)
        self.delay, self.bold, self.table = delay, bold, table
        self.said: list[str] = []

    def send(self, message: bytes) -> None:
        """Note it, and answer questions."""
        super().send(message)
        got = self.got[-1][1]
        if got["type"] == "menu" and self.table.live.quiet():
            asyncio.get_running_loop().create_task(self._answer(got))

    async def _answer(self, menu: dict[str, Any]) -> None:
        await asyncio.sleep(self.delay)
        passing = self.table.game.room.choice_name(self.table.game.room.windows[int(self.table.live.match.row.phase)])
        names = [entry["name"] for entry in menu["choices"]]
        name = next((name for name in names if name != passing), passing) if self.bold else passing
        with contextlib.suppress(BadInput):  # too late
            await handle(self.table, self, wire.Choose(menu["n"], [name]))
            self.said += [name] if name != passing else []


class Improviser:
    """The stand-in for bots that are still loading: it answers only in quiet phases, after a delay; bold seats do not pass."""

    def __init__(self, game: Game, delays: Sequence[float], bold: Sequence[bool]) -> None:
        self.game, self.delays, self.bold = game, delays, bold
        self.said: list[tuple[int, int]] = []

    async def begin(self) -> None:
        """There is no process to begin."""

    async def close(self) -> None:
        """Nor one to end."""

    async def choose(self, view: View) -> list[int]:
        """See `Understudy`."""
        passing = self.game.room.lets_pass(view.tables[0]) if self.game.room.is_quiet(view.tables[0]) else None
        if passing is None:
            await asyncio.Event().wait()
        await asyncio.sleep(self.delays[view.seat])
        codes = [code for code in view.codes() if code not in (passing, self.game.room.resign)] if self.bold[view.seat] else []
        code = next(iter(codes), passing)
        assert code is not None
        self.said += [(view.seat, code)] if code != passing else []
        return [code]


@dataclass
class Told:
    """A seat's messages in quiet phases, with the time: in one browser, in a second that comes later, and in the lobby.

    seen: what it sees by the engine's word, change by change; aloud: what the others said.
    """

    feed: list[tuple[float, dict[str, Any]]]
    second: list[tuple[float, dict[str, Any]]]
    lobby: list[tuple[float, bool, int, bool]]
    aloud: list[tuple[int, list[str]]] | list[tuple[int, int]]
    seen: list[bytes]


@dataclass
class Round:
    """A live table with people, or bots that are still loading, which is about to come to quiet phases.

    tables: it begins with these. viewer: the seat whose messages are compared. delays, bold: by seat, see `Person`. loading:
    whether the others are bots that are still loading, with spectators allowed ("watched") or not ("alone").
    """

    folder: Path
    game: Game
    tables: np.ndarray
    entry: Entry
    viewer: int
    delays: Sequence[float]
    bold: Sequence[bool]
    loading: str = ""
    seen: list[bytes] = field(default_factory=list)

    def seated(self, fresh: Match, names: list[str]) -> LiveMatch:
        """In place of `LiveMatch`: a match that begins with our tables."""
        match = Match(fresh.game, self.tables.copy(), Randomness(1))
        match.watchers.append(lambda step: self.seen.append(look_of(fresh.game, step.after, self.viewer)))
        live = LiveMatch(match, names)
        live.begun = True
        return live

    async def open_table(self, hall: Hall, bots: set[int]) -> LiveTable:
        """Open the table at which the bots have these seats."""
        watched = self.loading != "alone"
        seats = [
            SeatRow("easy" if s in bots else "human", f"P{s}", "" if s in bots else f"holder {s}") for s in range(self.game.seats)
        ]
        holder = f"holder {max(self.viewer, 0)}"
        table = await hall.open(await hall.make(self.game, seats, holder, watched, 8000 if watched else 0, client=""))
        assert table is not None
        await table.opened
        return table

    async def enter(self, table: LiveTable) -> bool:
        """Take the step that leads to the quiet phase; False if the choice is not allowed on these tables."""
        live, entry = table.live, self.entry
        if entry.seat != NOBODY and entry.choice not in live.match.codes(entry.seat):
            return False
        async with table.agenda.lock:
            if entry.seat == NOBODY:
                await table.apply(live._do, live.match.settle, None)
            else:
                await table.apply(live.choose, entry.seat, [entry.choice])
        return True

    async def wait(self, hall: Hall, table: LiveTable, second: Watcher) -> list[tuple[float, bool, int, bool]]:
        """Let the quiet phases pass. A second browser joins and asks for all there is to ask; returns what the lobby shows."""
        live, viewer = table.live, self.viewer
        began, lobby = table.agenda.now(), []
        while live.quiet() and table.agenda.now() < began + 300:
            await asyncio.sleep(2.5)
            if second not in table.connections:
                await table.join(second)
            for request in (wire.Ask(live.feeds[viewer].n), wire.Hint(), wire.AskWhy(live.feeds[viewer].n, "A♠")):
                with contextlib.suppress(BadInput):
                    if viewer not in live.asked():
                        await handle(table, second, request)
            row = await hall.store.table(table.row.id)
            assert row is not None
            if row.summary:
                lobby.append((table.agenda.now(), viewer in row.summary["asked"], row.summary["hand"], row.summary["over"]))
        return lobby

    async def play(self) -> Told | None:
        """Play the quiet phases; None if the choice that leads to them is not allowed."""
        game, viewer, delays, bold = self.game, self.viewer, self.delays, self.bold
        hall, improviser = Hall(Store(self.folder / "tables.db"), 1.0), Improviser(game, delays, bold)
        hall.prepared = hall.ready = lambda *given: asyncio.ensure_future(ready())  # type: ignore[method-assign]
        if self.loading:
            hall.understudy = improviser  # type: ignore[assignment]
            hall.ready = lambda *given: hall.spawn(asyncio.Event().wait())  # type: ignore[assignment,method-assign,return-value]
        bots = {seat for seat in range(game.seats) if self.loading and seat != viewer}
        table = await self.open_table(hall, bots)
        here = set(range(0 if self.loading == "alone" else NOBODY, game.seats)) - bots
        people = {seat: Person(seat, delays[seat], bold[seat], table) for seat in sorted(here)}
        for person in people.values():
            await table.join(person)
        second = Watcher(viewer)
        told = None
        if await self.enter(table):
            lobby = await self.wait(hall, table, second)
            spoken = [(seat, person.said) for seat, person in people.items() if seat != viewer]
            looks = [look for look, _ in groupby(self.seen)]
            told = Told(people[viewer].got, second.got, lobby, improviser.said if self.loading else spoken, looks)
        await hall.close()
        return told

    def run(self) -> Told | None:
        """`play` in a loop whose clock jumps from one appointment to the next."""
        self.folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables_module, "LiveMatch", self.seated)
            patch.setattr(hall_module, "new_id", lambda: "t")
            return clockwork.run(self.play())


async def ready() -> None:
    """Nothing is to be compiled."""


SEATS = {"bura": [2], "chicago": [3, 4], "khanhoo": [4], "porrazo": [2, 3, 4], "toepen": [3, 4], "whispers": [3, 4]}


@pytest.mark.parametrize("most", [6, pytest.param(40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", QUIET_ROOMS, ids=lambda name: Path(name).name)
def test_who_is_asked_shows_in_no_byte_and_in_no_moment(tmp_path: Path, name: str, most: int) -> None:
    """Two tables that look alike to a seat, the others slow at one and quick at the other: it is told the same at the same times,
    before, in and after quiet phases, at a second browser too, and in the lobby."""
    chance = random.Random(3)
    compared = differed = 0
    for number, entry in enumerate(entries(name, most)):
        game = Game(name, int(entry.tables[0].seats))
        for viewer in range(NOBODY, game.seats):
            twin = twin_of(game, entry, viewer, number)
            if twin is None:
                continue
            bold = [chance.random() < 0.5 for _ in range(game.seats + 1)]
            own = chance.choice([0.0, 2.0, 6.0])
            told, paces = [], [[0.0, 0.5], [4.0, 6.0]]
            chance.shuffle(paces)
            for k, tables in enumerate((entry.tables, twin)):
                delays = [chance.choice(paces[k]) for _ in range(game.seats + 1)]
                delays[viewer] = own
                folder = tmp_path / f"{number}.{viewer}.{k}"
                told.append(Round(folder, game, tables, entry, viewer, delays, bold).run())
            one, other = told
            if one is None or other is None or one.aloud != other.aloud or one.seen != other.seen:
                continue
            assert one.feed == other.feed
            assert one.second == other.second
            assert one.lobby == other.lobby
            compared += 1
            differed += entry.tables.tobytes() != twin.tobytes()
    assert compared >= most // 2 + 1
    assert differed >= most // 2


def to_the_microsecond(told: list[tuple[float, dict[str, Any]]]) -> list[tuple[float, dict[str, Any]]]:
    """Sums of the same times in another order differ in their last bit."""
    return [(round(at, 6), message) for at, message in told]


@pytest.mark.parametrize("loading", ["watched", "alone"])
@pytest.mark.parametrize("name", ["bura", "toepen", WHISPERS], ids=lambda name: Path(name).name)
def test_who_is_asked_does_not_show_while_bots_are_learning(tmp_path: Path, name: str, loading: str) -> None:
    """The same if an understudy plays for the others, at one table at once, at the other too late or nearly so."""
    chance = random.Random(5)
    compared = differed = 0
    for number, entry in enumerate(entries(name, 5)):
        game = Game(name, int(entry.tables[0].seats))
        for viewer in range(NOBODY if loading == "watched" else 0, game.seats):
            twin = twin_of(game, entry, viewer, number)
            if twin is None:
                continue
            bold = [chance.random() < 0.3 for _ in range(game.seats + 1)]
            told = []
            for k, tables in enumerate((entry.tables, twin)):
                slow = QUIET_ANSWER_SECONDS - 0.1
                delays = [(slow if k else 0.1) if said else (30.0 if k else 0.0) for said in bold]
                delays[viewer] = 2.0
                folder = tmp_path / f"{number}.{viewer}.{k}"
                told.append(Round(folder, game, tables, entry, viewer, delays, bold, loading).run())
            one, other = told
            if one is None or other is None or one.aloud != other.aloud or one.seen != other.seen:
                continue
            assert to_the_microsecond(one.feed) == to_the_microsecond(other.feed)
            assert to_the_microsecond(one.second) == to_the_microsecond(other.second)
            assert [row[1:] for row in one.lobby] == [row[1:] for row in other.lobby]
            compared += 1
            differed += entry.tables.tobytes() != twin.tobytes()
    assert compared >= 4
    assert differed >= 3
