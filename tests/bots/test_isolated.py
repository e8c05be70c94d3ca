"""Isolated bots play as in the process of the match, find nothing there, and any fault of theirs is one clear line."""

from __future__ import annotations

import io
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots import isolated
from parlour.bots.arena import compare
from parlour.bots.isolated import BotProcesses, process, wire
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.envs.matches import PlainMatches
from twins import twins

pytestmark = pytest.mark.skipif(not process.POSSIBLE, reason="this system has no isolated bots")

HASH = '''
import zlib
from dataclasses import dataclass
from typing import ClassVar

from parlour.bots.base import Bot


def chosen(view, mark=0):
    """A choice that depends on every byte of what a bot is shown, except the token, which is random."""
    own = view.memory
    told = [view.game.room.name, view.game.seats, view.game.house, view.seat, view.tables.tobytes(), own.seat]
    told += [part.tobytes() for part in (own.kind, own.may, own.slot)]
    told += [(move.hand, move.phase, move.seat, move.code, move.table is not None and move.table.tobytes()) for move in own.moves]
    codes = view.codes()
    return codes[zlib.crc32(repr(told).encode(), mark) % len(codes)]


class Hash:
    """A guest with a method and nothing else. Picks of a chain are made on a copy of the view."""

    def choose(self, view):
        from parlour.engine.steps import act_row

        picks, tables = [], view.tables.copy()
        while True:
            picks.append(chosen(type(view)(view.game, view.seat, tables, view.memory)))
            act_row(tables, 0, picks[-1])
            if not tables[0].chain:
                return picks


@dataclass(frozen=True)
class Marked(Bot):
    """A bot of the kind that has options, a budget and a seed."""

    name: ClassVar[str] = "marked"
    mark: int = 0
    seconds: float = 0.5

    def choose(self, view):
        return [chosen(view, self.mark + int(1000 * self.seconds) + (self.seed or 0))]
'''
DAILY = {"schnapsen": 2, "oh_hell": 3, "aggravation": 2}
"""Two seats, more, and one where all are asked at once."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of bots."""
    written = tmp_path / "mine.py"
    written.write_text(HASH, encoding="utf-8")
    return written


def told(found: Any) -> str:
    """All that an arena tells, without how long it took."""
    said = found.as_dict()
    del said["seconds"]
    for player in said["players"]:
        del player["seconds_per_move"]
    return json.dumps(said)


def same(name: str, file: Path, seats: int | None = None) -> int:
    """Play a game with a bot in this process and isolated; how many choices that were."""
    runs = [compare(name, [f"{file}:Hash"], 2, hands=True, seed=5, seats=seats, isolated=apart) for apart in (False, None)]
    assert told(runs[0]) == told(runs[1])
    return runs[0].players[0].moves


@pytest.mark.parametrize("name", DAILY)
def test_an_isolated_bot_plays_as_in_the_process_of_the_match(name: str, file: Path) -> None:
    """It is shown exactly the same, with what it remembers and the choices of the whole match."""
    assert same(name, file, DAILY[name]) > 4


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_at_every_game(name: str, file: Path) -> None:
    assert same(name, file) > 0


def test_options_and_budgets_reach_it(file: Path) -> None:
    """The time to think is set for those that take any."""
    more: dict[str, Any] = {"hands": True, "seconds_per_move": 0.25, "seed": 3}
    runs = [compare("schnapsen", [f"{file}:Marked:mark=3"], 1, isolated=apart, **more) for apart in (False, None)]
    assert told(runs[0]) == told(runs[1])
    assert [player.bot for player in runs[1].players] == ["marked:mark=3,seconds=0.25"]


@pytest.mark.soak
def test_bots_of_the_house_play_the_same_isolated() -> None:
    texts, runs = ["strong:iterations=20,seed=1", "easy:deals=1,seed=2", "chance:seed=1"], []
    for apart, threads in ((False, 1), (True, 1), (True, 2)):
        runs.append(compare("oh_hell", texts, 2, seats=3, hands=True, isolated=apart, threads=threads))
    assert len(set(map(told, runs))) == 1


WALKER = '''
import ctypes
import gc
import json
import os
import sys
from pathlib import Path

import numpy as np


def tables():
    """Every array in this process, by the garbage collector and by the frames of everybody who called."""
    waiting, known = [*gc.get_objects(), *stack()], {}
    while waiting:
        found = waiting.pop()
        if id(found) in known:
            continue
        known[id(found)] = found
        if issubclass(type(found), np.ndarray):  # asked of the type: a weak proxy may have lost what it stands for
            yield found
            waiting.append(found.base)
        elif not issubclass(type(found), (str, bytes, int, float)):
            waiting += gc.get_referents(found)


def stack():
    frame = sys._getframe()
    while frame:
        yield from frame.f_locals.values()
        frame = frame.f_back


def links():
    for name in os.listdir("/proc/self/fd"):
        try:
            yield name, os.readlink(f"/proc/self/fd/{name}").partition(":")[0]
        except OSError:
            pass


class Walker:
    """Writes down what it finds: hands of the opponent, open files, the environment, its command line."""

    def choose(self, view):
        if not any(move.seat == view.seat for move in view.history):
            other, own = 1 - view.seat, int(view.tables[0].hand[view.seat])
            shown, hands = int(view.tables[0].hand[other]), 0
            for table in tables():
                if table.dtype == view.tables.dtype:
                    for row in table.reshape(-1)["hand"]:
                        hands += int(row[view.seat]) == own and int(row[other]) != shown
            found = {"hands": hands, "links": dict(links()), "environment": dict(os.environ), "command": sys.orig_argv}
            found["private"] = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0
            (Path(__file__).parent / f"found-{view.seat}").write_text(json.dumps(found))
        return view.codes()[0]
'''


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="looks at /proc")
def test_a_cheat_finds_nothing_in_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the process of the match it finds the true table at once, and everything that this process has; isolated, neither.

    The process of the match is a new one: this one holds what all tests before have left, and the cheat looks at everything.
    """
    walker, seed = tmp_path / "walker.py", 7293847560293847
    walker.write_text(WALKER, encoding="utf-8")
    monkeypatch.setenv("SECRET_OF_THE_HOST", "8273")
    monkeypatch.setenv("BOT_MODEL", "small")
    found = []
    for apart in (False, None):
        call = f"compare('schnapsen', ['{walker}:Walker'], 1, hands=True, seed={seed}, isolated={apart})"
        interpreted("-c", f"from parlour.bots.arena import compare\n{call}")
        found.append(json.loads((tmp_path / "found-0").read_text()))
    inside, outside = found
    assert inside["hands"] > 0
    assert "SECRET_OF_THE_HOST" in inside["environment"]
    assert outside["hands"] == 0
    assert "SECRET_OF_THE_HOST" not in outside["environment"]
    assert outside["environment"]["BOT_MODEL"] == "small"
    assert str(seed) not in json.dumps([outside["environment"], outside["command"]])
    assert outside["private"]
    kinds = Counter(os.path.basename(target) for name, target in outside["links"].items())
    assert kinds.pop("null") == 1  # standard input
    assert kinds.pop("pipe") == 4  # standard output and error, questions and answers
    assert not {name for name in kinds if name in ("socket", "memfd", "shm")}


def test_all_that_a_process_is_told_is_the_same_in_worlds_that_look_alike(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte that is written to it, from its start on."""
    messages = dict[process.Process, list[bytes]]()
    send = process.Process.tell

    def heard(self: process.Process, message: bytes, seconds: float) -> None:
        messages.setdefault(self, []).append(message)
        send(self, message, seconds)

    monkeypatch.setattr(process.Process, "tell", heard)
    game = parlour.game("schnapsen")
    pair = next(twins(game, (8,), seed=1))
    with BotProcesses() as processes:
        for world, view in enumerate(pair.views()):
            seats = [bots.make("chance")] * 2
            seats[pair.seat] = processes.invite(game, f"{file}:Hash", timeless=True, seed=9)
            with processes.seated(seats, world) as seated:
                assert seated[pair.seat].choose(view)
    first, second = messages.values()
    assert first == second
    assert len(first) == 3


LEDGER = '''
import os
from pathlib import Path


class Ledger:
    """Writes down which process was asked at which seat, with which cards in its first hand."""

    def choose(self, view):
        if not [move for move in view.history if move.seat == view.seat]:
            with open(Path(__file__).parent / "ledger", "a") as ledger:
                print(os.getpid(), view.seat, int(view.tables[0].hand[view.seat]), file=ledger)
        return view.codes()[0]


class Other(Ledger):
    """Another player."""
'''


def test_no_process_meets_a_deal_twice(tmp_path: Path) -> None:
    """Each deal is played in every seating: a process that sat elsewhere in another would know the cards of its opponent."""
    written = tmp_path / "ledger.py"
    written.write_text(LEDGER, encoding="utf-8")
    compare("schnapsen", [f"{written}:Ledger", f"{written}:Other"], 2, hands=True, seed=5)
    lines = [line.split() for line in (tmp_path / "ledger").read_text().splitlines()]
    assert len(lines) >= 7
    seats = dict[str, set[str]]()
    for pid, seat, *_ in lines:
        seats.setdefault(pid, set()).add(seat)
    assert all(len(found) == 1 for found in seats.values())
    assert max(Counter((pid, hand) for pid, _, hand in lines).values()) == 1
    assert not any(alive(int(pid)) for pid in seats)


def alive(pid: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


FAULTS = {
    "crashes": ("return 1 / 0", "it raised ZeroDivisionError: division by zero in line 11 of faulty.py"),
    "exits": ("os._exit(3)", "its process ended with status 3"),
    "leaves": ("sys.exit(1)", "its process ended with status 1"),
    "is killed": ("os.kill(os.getpid(), 9)", "its process was ended by SIGKILL"),
    "hangs": ("time.sleep(1000)", "it did not answer within 1 s"),
    "never stops": ("return itertools.count()", "it answered count(1025), which is not a choice"),
    "fills the memory": ("bytearray(1 << 40)", "it raised MemoryError in line 11 of faulty.py"),
    "calls itself": ("return self.choose(view)", "it raised RecursionError"),
    "says nothing": ("return None", "it answered None, which is not a choice"),
    "says a fraction": ("return 0.5", "it answered 0.5, which is not a choice"),
    "says too much": ("return 10**400", "klondike has no choice with the code"),
    "says nonsense": ("return 'the lot'", "'the lot' is neither a card nor a call of klondike"),
    "may not": ("return [c for c in range(54) if c not in view.codes()][0]", "2♣: not now"),
    "says less": ("return []", "it answered [], which is not a choice"),
    "answers twice": ("os.write(answers(), line({'number': 2, 'codes': [0]})); return view.codes()[0]", "without being asked"),
    "answers with rubbish": (
        "os.write(answers(), b'\\x05\\0\\0\\0' + b'\\xff' * 5); return view.codes()[0]",
        "which is not an answer",
    ),
    "answers at length": ("os.write(answers(), b'\\xff' * 8); return view.codes()[0]", "its answer has 4,294,967,295 bytes"),
    "closes the line": ("os.closerange(3, 64); time.sleep(1000)", "it closed the line to the match"),
    "has children": ("os.fork() or time.sleep(1000); os._exit(4)", "its process ended with status 4"),
}
APART = ("exits", "leaves", "is killed", "hangs", "answers twice", "answers with rubbish", "answers at length", "closes the line")
APART += ("has children", "fills the memory")
"""Faults that only an isolated bot can have without ending the match too."""
FEW = ("exits", "hangs", "answers twice", "has children")
FAULTY = '''
import itertools, json, os, struct, sys, time


class Faulty:
    """Does something wrong."""

    def choose(self, view):
        with open(__file__ + ".pid", "a") as pids:
            print(os.getpid(), file=pids)
        {what}


def answers():
    """The line to the match: the last pipe that can be written to."""
    import fcntl
    pipes = [n for n in range(3, 32) if os.path.exists("/proc/self/fd/%d" % n)]
    return [n for n in pipes if fcntl.fcntl(n, fcntl.F_GETFL) & os.O_WRONLY][-1]


def line(told):
    said = json.dumps(told).encode()
    return struct.pack("<I", len(said)) + said
'''


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    monkeypatch.setattr(isolated, "ANSWER", 1.0)
    begun = process.Process.ask

    def ask(self: process.Process, message: bytes, seconds: float) -> dict[str, Any]:
        return begun(self, message, min(seconds, 1.0) if self.asked else seconds)

    monkeypatch.setattr(process.Process, "ask", ask)


def refused(what: str, tmp_path: Path, apart: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """One line names the bot, its seat and the match, and nothing of the bot is left."""
    does, says = FAULTS[what]
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY.replace("{what}", does), encoding="utf-8")
    option = "--isolated" if apart else "--no-isolated"
    status = main(["arena", "klondike", "--bots", f"{file}:Faulty", "-n", "1", "--seed", "1", option])
    said = capsys.readouterr().err
    assert status == 2
    assert said.count("\n") == 1
    assert said.startswith(f"parlour: {file}:Faulty (seat 0, match 0): ")
    assert says in said
    if apart:
        pid = int((tmp_path / "faulty.py.pid").read_text().split()[0])
        for _ in range(100):
            if not alive(pid):
                return
            time.sleep(0.05)
        raise AssertionError("it is still there")


@pytest.mark.parametrize("what", FEW)
def test_a_fault_is_one_line(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], quick: None) -> None:
    refused(what, tmp_path, True, capsys)


@pytest.mark.soak
@pytest.mark.parametrize("what", sorted(set(FAULTS) - set(FEW)))
def test_all_faults_are_one_line(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], quick: None) -> None:
    refused(what, tmp_path, True, capsys)


@pytest.mark.parametrize("what", sorted(set(FAULTS) - set(APART)))
def test_a_fault_in_the_process_of_the_match_is_the_same_line(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(what, tmp_path, False, capsys)


DYING = """
import os
from dataclasses import dataclass
from parlour.bots import Bot

{read}


@dataclass(frozen=True)
class Fatal(Bot):
    name = "fatal"

    def __post_init__(self):
        {made}

    def prepare(self, game):
        {prepared}

    def choose(self, view):
        {asked}
"""
WHEN = ("read", "made", "prepared", "asked")
COMMANDS = {
    "arena": ["arena", "schnapsen", "-n", "1"],
    "study": ["study", "schnapsen", "--minutes", "0.1", "-o"],
    "play": ["play", "schnapsen"],
}


def dying(when: str, does: str, tmp_path: Path) -> Path:
    """A bot from a file that does something when it is read, made, prepared or asked, and nothing wrong before."""
    file = tmp_path / "fatal.py"
    file.write_text(
        DYING.format(**(dict.fromkeys(("read", "made", "prepared", "asked"), "pass") | {when: does})), encoding="utf-8"
    )
    return file


USUAL = [("made", "study"), ("asked", "arena"), ("prepared", "play")]
EVERY = [(when, command) for when in WHEN for command in COMMANDS]


@pytest.mark.parametrize(
    ("when", "command"), [pytest.param(*each, marks=() if each in USUAL else pytest.mark.soak) for each in EVERY]
)
def test_whenever_its_process_dies_the_bot_is_named(
    when: str, command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "study":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\n" * 40))
    file = dying(when, "os.abort()", tmp_path)
    store = [str(tmp_path / "store")] if command == "study" else []
    assert main([*COMMANDS[command], *store, "--bots", f"chance,{file}:Fatal" if command != "play" else f"{file}:Fatal"]) == 2
    errors = capfd.readouterr().err
    said = [line for line in errors.splitlines() if "process" in line]
    assert len(said) == 1, errors
    assert f"{file}:Fatal" in said[0]
    assert "its process was ended by SIGABRT" in said[0]


@pytest.mark.parametrize("when", WHEN)
def test_whenever_it_fails_in_the_process_of_the_match_the_bot_is_named(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = dying(when, "raise SystemExit(3)", tmp_path)
    assert main(["arena", "schnapsen", "-n", "1", "--no-isolated", "--bots", f"chance,{file}:Fatal"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said
    assert "SystemExit: 3" in said


def test_an_opponent_of_an_environment_is_named(tmp_path: Path) -> None:
    file = dying("asked", "return 1 / 0", tmp_path)
    lanes = PlainMatches(parlour.Game("schnapsen"), 1, f"{file}:Fatal", seat=0)
    with pytest.raises(BadInput, match=r"fatal.py:Fatal \(seat 1, match 0\): it raised ZeroDivisionError"):
        lanes.step([int(lanes.begin(1).legal[0].argmax())])


def test_files_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault in a file is found in the process of the bot, not in that of the match."""
    file = tmp_path / "wrong.py"
    file.write_text(
        "import os\nopen(__file__ + '.pid', 'a').write(f'{os.getpid()} ')\nraise ValueError('no')\n", encoding="utf-8"
    )
    assert main(["arena", "schnapsen", "--bots", f"{file}:Any", "-n", "1"]) == 2
    assert capsys.readouterr().err == f"parlour: {file} cannot be run: ValueError: no\n"
    assert (tmp_path / "wrong.py.pid").read_text().split() != [str(os.getpid())]


LOUD = """
class Loud:
    def choose(self, view):
        print("\\x1b[31m{}" * 3 + "\\n" * 50)
        return view.codes()[0]
"""


def test_what_it_prints_is_passed_on_with_its_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each line printable, and not without end; standard output is that of the arena alone."""
    file = tmp_path / "loud.py"
    file.write_text(LOUD, encoding="utf-8")
    assert main(["arena", "schnapsen", "--bots", f"{file}:Loud", "-n", "1", "--hands", "--seed", "1", "--json"]) == 0
    said = capfd.readouterr()
    assert json.loads(said.out)["players"][0]["bot"] == f"{file}:Loud"
    assert "Loud, seat 0, prints: \\x1b[31m{}" in said.err
    assert "\x1b" not in said.err
    assert len(said.err.splitlines()) <= 2 * (process.LINES + 1)


RUBBISH = [b"", b"[]", b"null", b"{", b"[" * 100_000, b"9" * 9999, b"\xff", b'{"codes": []}', b'{"codes": [true]}']
RUBBISH += [b'{"codes": [1.5]}', b'{"codes": "12"}', b'{"codes": [1], "options": [[1]]}', b'{"codes": [1], "options": {"a": 1}}']
RUBBISH += [b'{"codes": [1], "options": 7}', b'{"codes": [1], "options": [[1, 2, 3, 4, 5, 6, 7, 8, 9]]}']


@pytest.mark.parametrize("message", RUBBISH)
def test_an_answer_is_checked(message: bytes) -> None:
    """A process may send anything."""

    def read() -> None:
        found = wire.unpacked(message)
        wire.codes_of(found)
        wire.options_of(found)

    with pytest.raises(BadInput):
        read()
