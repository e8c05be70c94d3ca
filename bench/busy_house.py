"""Measure waiting in a busy house: `python bench/busy_house.py hints` and `python bench/busy_house.py first [GAME ...]`.

hints: some people play Schnapsen with strong bots, first alone, then while one browser with many windows asks for hints without
end, under the usual budgets and with none. Prints how long bots took to answer at the tables of the others, and how long it took
until a person's own choice was confirmed.

first: a house in which nothing was ever compiled, and beside it `--busy` processes that use a core each. Tables of the games are
opened, `--at-once` at a time, and played at random for `--choices` choices. Prints for each table the longest wait that a bot
caused (from what was shown last, and had been shown, to what came next, while no person was asked), the longest time that
`/healthz` took meanwhile, and how long the server took to end at Ctrl-C while it still compiled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from parlour.engine.rooms import named, room_names
from parlour.engine.speech import look

SRC = Path(__file__).resolve().parents[1] / "src"
OFF = ["--budget", "hints=1000000/0.0001s", "--budget", "tables=1000000/0.0001s", "--budget", "messages=1000000/0.0001s"]
TABLES = ["--budget", "tables=1000000/0.0001s"]
"""Options of the server for every measurement: many tables are opened here in a short time."""
GREEDY = ("127.0.0.2", 0)
"""Where the browser with many windows is: for the server another network than that of the people."""
LEVELS = "easy", "fair", "strong"


@contextmanager
def house(
    *options: str, cache: str | None = None, command: list[str] | None = None
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server of its own: its port and process. cache: the folder for what it compiles. command: what starts Parlour."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        environment = {**os.environ, "PYTHONPATH": str(SRC)} | ({"PARLOUR_CACHE_DIR": cache} if cache else {})
        serve = ["serve", "--no-open", "--port", str(port), "--db", f"{folder}/tables.db", *options]
        process = subprocess.Popen(
            [*(command or [sys.executable, "-m", "parlour"]), *serve], env=environment, stdout=subprocess.DEVNULL
        )
        try:
            while process.poll() is None:
                with suppress(OSError):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                    break
                time.sleep(0.1)
            yield port, process
        finally:
            process.kill()
            process.wait()


def opened(
    port: int, game: str, seats: int, level: str, cookie: str = "", source: tuple[str, int] | None = None, friends: int = 0
) -> tuple[str, str]:
    """A new table for one person among bots: its address, and the browser's cookie. source: where the browser is. friends: the
    number of further people, who have still to come.
    """
    http = HTTPConnection("127.0.0.1", port, timeout=120, source_address=source)
    kinds = ["you", *["friend"] * friends, *[f"bot:{level}"] * (seats - 1 - friends)]
    form = {"seats": seats} | {f"seat.{seat}": kind for seat, kind in enumerate(kinds)}
    http.request("POST", f"/new/{game}", urlencode(form), {"Cookie": cookie} if cookie else {})
    answer = http.getresponse()
    answer.read()
    if answer.status != 303:
        raise RuntimeError(f"{game}: {answer.status}")
    return answer.headers["location"], cookie or answer.headers["set-cookie"].split(";")[0]


class Player:
    """A browser at a table that plays at random, and notes how long it waits."""

    def __init__(self, line: ClientConnection, game: str) -> None:
        self.line, self.game = line, game
        self.n, self.chosen, self.over = -1, 0, False
        self.confirmed: list[float] = []
        self.answered: list[float] = []
        """Seconds from its choices until they were confirmed, and from when others were asked until they had chosen."""
        self._sent = self._shown = 0.0
        self._waits = False

    async def play(self, choices: int, seconds: float) -> None:
        """Make a number of choices, for a limited time."""
        try:
            async with asyncio.timeout(seconds):
                while self.chosen < choices and not self.over:
                    await self._take(json.loads(await self.line.recv()))
        except TimeoutError:
            if self._waits:  # still
                self.answered.append(time.monotonic() - self._shown)

    async def _take(self, message: dict[str, Any]) -> None:
        now = time.monotonic()
        match message["type"]:
            case "view":
                self.n, view, step = message["n"], message["view"], message["step"] or {}
                if self._sent and step.get("seat") == 0:
                    self.confirmed.append(now - self._sent)
                    self._sent = 0.0
                elif self._waits and step.get("seat"):
                    self.answered.append(now - self._shown)
                awaited = {view["turn"], *view["asked"]} - {-1}
                self._waits = bool(awaited) and 0 not in awaited
                self._shown = max(now, self._shown) + message["pause"] / 1000
            case "menu" if message["n"] == self.n and not message.get("complete") and message["choices"]:
                entry = random.choice(message["choices"])
                name = str(entry["low"]).join(entry["names"]) if entry["kind"] == "run" else entry["name"]
                self._sent, self._waits = time.monotonic(), False
                self.chosen += 1
                await self.line.send(json.dumps({"do": "choose", "n": self.n, "choices": [*message["prefix"], name]}))
            case "error":
                print(f"{self.game}: {message['text']}", file=sys.stderr)
                await self.line.send(json.dumps({"do": "ask", "n": self.n, "prefix": []}))
            case "over":
                self.over = True


async def ask_for_hints(port: int, table: str, cookie: str) -> None:
    """One window that asks for hints as fast as they come."""
    address = f"ws://127.0.0.1:{port}{table}/ws"
    async with connect(address, additional_headers={"Cookie": cookie}, max_queue=None, local_addr=GREEDY) as line:
        while True:
            if json.loads(await line.recv())["type"] in ("menu", "hint", "error"):
                await asyncio.sleep(0.02)
                await line.send('{"do":"hint"}')


async def people(port: int, tables: int, choices: int) -> list[Player]:
    """Some people who play at tables of their own."""
    found: list[Player] = []

    async def one() -> None:
        place, cookie = await asyncio.to_thread(opened, port, "schnapsen", 2, "strong")
        async with connect(f"ws://127.0.0.1:{port}{place}/ws", additional_headers={"Cookie": cookie}) as line:
            player = Player(line, "schnapsen")
            await player.play(choices, 120)
            found.append(player)

    await asyncio.gather(*(one() for _ in range(tables)))
    return found


def row(name: str, seconds: list[float]) -> str:
    """The middle, the slow end and the longest of some waits."""
    if not seconds:
        return f"{name}: none"
    slow = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    return (
        f"{name}: median {statistics.median(seconds):.2f}, 95 % within {slow:.2f}, longest {max(seconds):.2f} s ({len(seconds)})"
    )


@asynccontextmanager
async def asking(port: int, windows: int) -> AsyncIterator[None]:
    """One browser with many windows, each at a table of its own, while the block runs."""
    places, cookie = [], ""
    for _ in range(windows):
        place, cookie = await asyncio.to_thread(opened, port, "schnapsen", 2, "strong", cookie, GREEDY)
        places.append(place)
    tasks = [asyncio.create_task(ask_for_hints(port, place, cookie)) for place in places]
    try:
        await asyncio.sleep(3)
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        failed = [error for error in ended if not isinstance(error, asyncio.CancelledError)]
        if failed:
            print(f"{len(failed)} windows were closed: {failed[0]}")


async def hints(options: argparse.Namespace) -> None:
    """The first command."""
    for name, budgets in {"the usual budgets": TABLES, "no budgets": OFF}.items():
        with house(*budgets) as (port, _):
            await people(port, 1, 4)  # all is loaded
            for windows in (0, options.windows):
                async with asking(port, windows) if windows else _nothing():
                    players = await people(port, options.tables, options.choices)
                print(f"{name}, {windows} windows that ask for hints")
                print(row("  bots answered", [wait for player in players for wait in player.answered]))
                print(row("  choices confirmed", [wait for player in players for wait in player.confirmed]), flush=True)
    print(f"machine load {os.getloadavg()[0]:.1f}")


@asynccontextmanager
async def _nothing() -> AsyncIterator[None]:
    yield


async def beats(port: int, longest: list[float]) -> None:
    """Ask the server all the time whether it is there."""

    def ask() -> None:
        begun = time.monotonic()
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=600).close()
        longest.append(time.monotonic() - begun)

    while True:
        await asyncio.to_thread(ask)
        await asyncio.sleep(0.2)


async def first(options: argparse.Namespace) -> None:
    """The second command."""
    rooms = {name: named(name) for name in options.games or room_names()}  # loaded before the clock starts: it takes seconds
    games = [name for name, room in rooms.items() if room.Table.seats_range[1] > 1]
    waits: list[float] = []
    healthy: list[float] = []
    ended: list[float] = []
    for lap in range(options.laps):
        with tempfile.TemporaryDirectory() as cache, house(*OFF, cache=cache) as (port, process):
            watchdog = asyncio.create_task(beats(port, healthy))
            few = asyncio.Semaphore(options.at_once)
            tables = [first_table(port, game, LEVELS[(number + lap) % 3], few, options) for number, game in enumerate(games)]
            waits += [wait for found in await asyncio.gather(*tables) for wait in found]
            watchdog.cancel()
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            await asyncio.to_thread(process.wait)
            ended.append(time.monotonic() - begun)
    print(row(f"{len(games) * options.laps} first tables, waits for bots", waits))
    print(row("/healthz answered", healthy))
    print(f"{row('ended after Ctrl-C', ended)}; machine load {os.getloadavg()[0]:.1f}")


async def first_table(port: int, game: str, level: str, few: asyncio.Semaphore, options: argparse.Namespace) -> list[float]:
    """Open a table and play; how long bots let a person wait."""
    async with few:
        place, cookie = await asyncio.to_thread(opened, port, game, named(game).Table.default_seats, level)
        address = f"ws://127.0.0.1:{port}{place}/ws"
        async with connect(address, additional_headers={"Cookie": cookie}, ping_timeout=None) as line:
            player = Player(line, game)
            await player.play(options.choices, options.seconds)
    count = f"{player.chosen} choices, {len(player.answered)} of bots"
    print(f"{look(named(game))['title']:20} {max(player.answered, default=0.0):5.1f} s ({count})", flush=True)
    return player.answered


def burn() -> None:
    """Use a core."""
    while True:
        pass


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    made = commands.add_parser("hints")
    made.set_defaults(run=hints)
    made.add_argument("--windows", type=int, default=60)
    made.add_argument("--tables", type=int, default=4)
    made.add_argument("--choices", type=int, default=20)
    made.add_argument("--busy", type=int, default=0)
    made = commands.add_parser("first")
    made.set_defaults(run=first)
    made.add_argument("games", nargs="*", help="all of the house with bots if none is named")
    made.add_argument("--laps", type=int, default=1, help="how often all of it is done, each time with an empty cache")
    made.add_argument("--at-once", type=int, default=4)
    made.add_argument("--choices", type=int, default=10)
    made.add_argument("--seconds", type=float, default=60.0, help="the most for a table")
    made.add_argument("--busy", type=int, default=4, help="processes that use a core each")
    options = parser.parse_args()
    burners = [multiprocessing.Process(target=burn, daemon=True) for _ in range(options.busy)]
    for burner in burners:
        burner.start()
    try:
        asyncio.run(options.run(options))
    finally:
        for burner in burners:
            burner.kill()


if __name__ == "__main__":
    main()
