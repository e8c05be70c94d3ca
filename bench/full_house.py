"""Measure a house full of tables: `python bench/full_house.py [GAME] --tables 40`.

At every table people play through WebSockets of their own, among bots that play at random. A person chooses at random, `--pace`
seconds after being asked. Printed: the choices of people and bots per second, the milliseconds of the server's processor per
choice, and the milliseconds from what a person chose until the view that confirms it.

Then the same again with every function of `PARTS` timed in the thread that calls it, without the parts that it calls itself: the
microseconds of the processor that each part takes per choice. The clocks themselves take a few percent.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import importlib
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from busy_house import OFF, house, opened
from websockets.asyncio.client import ClientConnection, connect

PARTS = {
    "choosing: checked": ["parlour.engine.match:Match.check"],
    "choosing: made, with copies of the table": ["parlour.engine.match:Match.accept", "parlour.engine.match:Match.close"],
    "random bytes": [
        "parlour.engine.deals:Randomness.seed",
        "parlour.engine.deals:Randomness.refresh",
        "parlour.engine.deals:Randomness.salt",
    ],
    "memories of bots": ["parlour.engine.memory:Memory.watch", "parlour.engine.memory:Memory.of"],
    "time of onlookers": ["parlour.table.pauses:Timekeeper.take"],
    "masking": ["parlour.table.feeds:masked", "parlour.table.pauses:masked"],
    "views": ["parlour.table.views:Viewer.view"],
    "figures that rules work out": ["parlour.table.views:worked_out"],
    "log lines": ["parlour.table.telling:Teller.tell", "parlour.table.accounts:Accountant.note"],
    "feeds, the rest": ["parlour.table.feeds:Feed.take", "parlour.table.feeds:Feed.show"],
    "menus": ["parlour.table.live:LiveMatch.menu"],
    "live match, the rest": ["parlour.table.live:LiveMatch.choose", "parlour.table.live:LiveMatch.thought"],
    "bots": ["parlour.table.players:choose"],
    "serialising": ["parlour.table.wire:write", "parlour.table.views:write", "parlour.table.wire:read"],
    "deflate": [
        "websockets.extensions.permessage_deflate:PerMessageDeflate.encode",
        "websockets.extensions.permessage_deflate:PerMessageDeflate.decode",
    ],
    "sockets": [
        "websockets.server:ServerProtocol.send_text",
        "websockets.server:ServerProtocol.receive_data",
        "websockets.server:ServerProtocol.data_to_send",
        "asyncio.selector_events:_SelectorSocketTransport.write",
        "asyncio.selector_events:_SelectorSocketTransport._read_ready",
    ],
    "database": ["parlour.table.store:Store._commit"],
    "table, what needs no other thread": [
        "parlour.table.tables:LiveTable._tell_change",
        "parlour.table.tables:LiveTable._schedule",
    ],
}
"""By part the functions whose time it is. What is in none of them is the event loop, its tasks, and the way between threads."""
NETWORK = 60
"""Browsers of one address: the house closes connections of a network that has very many."""


# the server


@dataclass
class Clocks:
    """The processor time of each part, in seconds, and how often it was called."""

    seconds: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    inner: threading.local = field(default_factory=threading.local)

    def timed(self, part: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its time counted for a part, without that of the parts that it calls."""

        def call(*arguments: Any, **named: Any) -> Any:
            outer = getattr(self.inner, "seconds", 0.0)
            self.inner.seconds = 0.0
            begun = time.thread_time()
            try:
                return act(*arguments, **named)
            finally:
                spent = time.thread_time() - begun
                self.seconds[part] += spent - self.inner.seconds
                self.calls[part] += 1
                self.inner.seconds = outer + spent

        return call

    def collect(self, phase: str, _: object) -> None:
        """Count the time that Python takes to look for unreachable objects; called at its beginning and end."""
        if phase == "start":
            self.inner.begun = time.thread_time()
            return
        spent = time.thread_time() - self.inner.begun
        self.seconds["collecting garbage"] += spent
        self.calls["collecting garbage"] += 1
        self.inner.seconds = getattr(self.inner, "seconds", 0.0) + spent

    def install(self) -> None:
        """Time every function of `PARTS`. AttributeError if one is not there any more: then the list has to follow."""
        for part, places in PARTS.items():
            for place in places:
                module, _, path = place.partition(":")
                owner: Any = importlib.import_module(module)
                *outer, name = path.split(".")
                for step in outer:
                    owner = getattr(owner, step)
                setattr(owner, name, self.timed(part, getattr(owner, name)))
        gc.callbacks.append(self.collect)


def measured(file: Path, arguments: list[str]) -> None:
    """Run a command of Parlour with its parts timed; SIGUSR1 adds a line to the file with how the clocks stand."""
    from parlour.cli import main

    clocks = Clocks()
    clocks.install()

    def note(*_: object) -> None:
        with file.open("a") as lines:
            lines.write(json.dumps([dict(clocks.seconds), dict(clocks.calls)]) + "\n")

    signal.signal(signal.SIGUSR1, note)
    main(arguments)


def processor(process: int) -> float:
    """The seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# the people


@dataclass
class Tally:
    """Counts of all tables while `on`."""

    on: bool = False
    choices: int = 0
    waits: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)


class Person:
    """A browser at a table that plays at random, and starts the next match when one is over."""

    def __init__(self, line: ClientConnection, seat: int, pace: float, tally: Tally, counts: bool) -> None:
        self.line, self.seat, self.pace, self.tally, self.counts = line, seat, pace, tally, counts
        self.n, self.sent, self.thinking = -1, 0.0, asyncio.create_task(asyncio.sleep(0))

    async def play(self) -> str:
        """Play until the match is over; the address of the next table."""
        async for text in self.line:
            now, message = time.perf_counter(), json.loads(text)
            match message["type"]:
                case "view":
                    self._seen(message, now)
                case "menu" if message["n"] == self.n and not message.get("complete") and message["choices"]:
                    self._asked(message)
                case "error":
                    self.tally.wrong[message["text"]] += self.tally.on
                    await self.line.send(json.dumps({"do": "ask", "n": self.n, "prefix": []}))
                case "over" if self.seat == 0:
                    await self.line.send('{"do":"again"}')
                case "go":
                    return str(message["url"])
        return ""

    def _seen(self, message: dict[str, Any], now: float) -> None:
        self.n, step = message["n"], message["step"] or {}
        chosen = step.get("seat") is not None
        if self.tally.on and self.counts:
            self.tally.choices += chosen
        if self.sent and (step.get("seat") == self.seat or not step):
            if self.tally.on:
                self.tally.waits.append(now - self.sent)
            self.sent = 0.0

    def _asked(self, menu: dict[str, Any]) -> None:
        entry = random.choice([entry for entry in menu["choices"] if entry["kind"] != "resign"] or menu["choices"])
        name = str(random.randint(entry["low"], entry["high"])).join(entry["names"]) if entry["kind"] == "run" else entry["name"]
        picks = [*menu["prefix"], name]
        self.thinking.cancel()
        self.thinking = asyncio.create_task(self._choose(picks, 0.0 if menu["prefix"] else self.pace))

    async def _choose(self, picks: list[str], pause: float) -> None:
        await asyncio.sleep(pause * random.uniform(0.8, 1.2))
        self.sent = time.perf_counter()
        await self.line.send(json.dumps({"do": "choose", "n": self.n, "choices": picks}))


async def sit(port: int, number: int, options: argparse.Namespace, tally: Tally) -> None:
    """One table: its people come, and play match after match."""
    source = (f"127.0.{1 + number // NETWORK}.1", 0)
    friends = options.people - 1
    place, cookie = await asyncio.to_thread(opened, port, options.game, options.seats, options.bots, "", source, friends)
    await asyncio.gather(*(one(port, place, seat, cookie, source[0], options, tally) for seat in range(options.people)))


async def one(port: int, place: str, seat: int, cookie: str, source: str, options: argparse.Namespace, tally: Tally) -> None:
    """One person of a table. The first one has made it; the others come by their links."""
    if seat:
        cookie = await asyncio.to_thread(joined, port, place, seat)
    while place:
        cookies = {"Cookie": cookie}
        address = f"ws://127.0.0.1:{port}{place}/ws"
        async with connect(address, additional_headers=cookies, local_addr=(source, 0), ping_timeout=None) as line:
            person = Person(line, seat, options.pace, tally, counts=not seat)
            place = await person.play()


def joined(port: int, place: str, seat: int) -> str:
    """Take a seat that is free; the cookie of its new owner."""
    http = HTTPConnection("127.0.0.1", port, timeout=60)
    http.request("POST", f"{place}/sit", urlencode({"seat": seat, "name": f"Guest {seat}"}))
    answer = http.getresponse()
    answer.read()
    return answer.headers["set-cookie"].split(";")[0]


# the measurement


@dataclass
class Figures:
    """One run: seconds of it, seconds of the processor, what was counted, and the parts."""

    seconds: float
    processor: float
    tally: Tally
    parts: dict[str, float]
    calls: dict[str, int]

    def lines(self) -> list[str]:
        """The figures for people."""
        choices, waits = max(1, self.tally.choices), sorted(self.tally.waits) or [0.0]
        each = 1000 * self.processor / choices
        slow = waits[min(len(waits) - 1, int(0.99 * len(waits)))]
        load = f"{100 * self.processor / self.seconds:.0f} % of a core"
        slowest = f"{1000 * statistics.median(waits):.1f} ms (median), {1000 * slow:.1f} ms (99 %)"
        return [
            f"{self.tally.choices} choices, {choices / self.seconds:.1f} per second, {each:.2f} ms of processor each ({load})",
            f"confirmed within {slowest}, {len(waits)} choices of people",
            *(f"{count} times: {text}" for text, count in self.tally.wrong.items()),
        ]

    def table(self) -> list[str]:
        """The parts, the most costly first, as a table in Markdown."""
        choices = max(1, self.tally.choices)
        rows = sorted(self.parts.items(), key=lambda part: -part[1])
        rest = self.processor - sum(self.parts.values())
        lines = [f"| {part} | {1e6 * spent / choices:.0f} | {self.calls[part] / choices:.1f} |" for part, spent in rows]
        lines.append(f"| event loop, tasks, threads | {1e6 * rest / choices:.0f} | |")
        return ["| part | µs per choice | calls per choice |", "| --- | --- | --- |", *lines]


async def measure(options: argparse.Namespace, in_parts: bool) -> Figures:
    """Fill a house, wait until all play, and count for a while."""
    with ExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "parts"
        command = [sys.executable, __file__, "--measured", str(file)] if in_parts else None
        port, process = stack.enter_context(house(*OFF, command=command))
        tally = Tally()
        tables = [asyncio.create_task(sit(port, number, options, tally)) for number in range(options.tables)]
        await asyncio.sleep(options.warm)
        before, begun = processor(process.pid), time.perf_counter()
        tally.on = True
        if in_parts:
            process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(options.seconds)
        tally.on = False
        spent, seconds = processor(process.pid) - before, time.perf_counter() - begun
        if in_parts:
            process.send_signal(signal.SIGUSR1)
            await asyncio.sleep(0.5)
        for table in tables:
            if table.done() and not table.cancelled() and table.exception():
                print(f"a table has ended: {table.exception()!r}", file=sys.stderr)
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        parts: dict[str, float] = {}
        calls: dict[str, int] = {}
        if in_parts:
            (first, first_calls), (last, last_calls) = (json.loads(line) for line in file.read_text().splitlines())
            parts = {part: last[part] - first.get(part, 0.0) for part in last}
            calls = {part: last_calls[part] - first_calls.get(part, 0) for part in last_calls}
        return Figures(seconds, spent, tally, parts, calls)


def additions() -> float:
    """The milliseconds of the processor that a loop takes: what its seconds are worth here and now."""
    begun, total = time.thread_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.thread_time() - begun)


def main() -> None:
    """The command."""
    if sys.argv[1:2] == ["--measured"]:
        measured(Path(sys.argv[2]), sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="spades")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--people", type=int, default=1, help="at each table; the other seats are for bots")
    parser.add_argument("--bots", default="chance", help="their kind")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds that people think")
    parser.add_argument("--warm", type=float, default=20.0, help="seconds until all tables play and everything is compiled")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument(
        "--parts", choices=["both", "only", "none"], default="both", help="whether parts are timed in a second run"
    )
    options = parser.parse_args()
    print(f"{options.game}, {options.tables} tables with {options.people} of {options.seats} seats for people", flush=True)
    if options.parts != "only":
        print("\n".join(asyncio.run(measure(options, in_parts=False)).lines()), flush=True)
    if options.parts != "none":
        figures = asyncio.run(measure(options, in_parts=True))
        print("\n".join(["with clocks: " + figures.lines()[0], *figures.table()]))
    print(f"load {os.getloadavg()[0]:.1f}; a million additions in Python take {additions():.0f} ms")


if __name__ == "__main__":
    main()
