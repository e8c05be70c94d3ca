"""python bench/gpu.py [GAME ...] [--part PART,...]: what a graphics card does, and whether it does what the processor does.

| part | what is measured |
| --- | --- |
| random | whole random matches, decisions/s, for each size of block and bound of registers, beside all cores of the processor |
| vector | random choices at tables side by side |
| env | steps/s of `envs.vector(device="cuda")`, with mask, observation and random legal actions |
| doors | nothing: PyTorch, JAX and CuPy take observations and give actions without a copy, also in another stream |
| peers | our environments beside pgx, Kuhn and Leduc poker |
| ppo | training on the card: steps/s, and the time to beat `fair` |
| order | nothing: the code for the card is the same whether or not the processor has played before |

Before a game is measured, the card and the processor play the same matches, and every byte is compared. Code for the card is
made first, in all processes at once. Every row is printed and written, as gpu.json and gpu.md, as soon as it is there; a part
that fails is reported and the others go on. Runs from a checkout; a card's driver is all that it needs beside Parlour's
requirements, and what a part is about. Exits with status 1 if something is not the same or has failed, with 2 if there is no
card.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))  # a checkout need not be installed

import cardcode
import timing
from pgx_loop import pgx

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.envs.lanes import ManyMatches
from parlour.envs.oncard import CardMatches
from parlour.gpu import Card, CardMissing, CardTables, code, lanes, playouts
from parlour.gpu.tables import kernel

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("random", "vector", "env", "doors", "peers", "ppo")
"""The parts that are run unless the command line says otherwise."""
SAME = 100_000
"""Decisions, about, that are compared."""
RUN_SECONDS = 0.25
VECTOR, PLIES = 1 << 16, 50
"""Tables side by side and choices at each, in a run of vector steps."""
LANES, STEPS = 256, 60
"""Environments whose steps are compared, and how many steps."""
SIZES = (4096, 1 << 16, 1 << 20)
ENV_GAMES = ("schnapsen", "oh_hell")
PEERS = (("kuhn", "kuhn_poker"), ("leduc", "leduc_holdem"))


class NotTheSame(Exception):
    """The card and the processor have played different matches."""


def check_same(game: Game, card: Card, seed: int, side: bool = True) -> int:
    """Return how many decisions were compared. side: also tables side by side. NotTheSame says what differs."""
    compared = check_random(game, card, seed)
    return compared + (check_side(game, card, seed) if side else 0)


def check_random(game: Game, card: Card, seed: int, events: tuple[int, int] | None = None) -> int:
    """Return how many decisions of random matches were compared. NotTheSame says what differs."""
    matches = max(1, int(SAME / (game.playouts(10, seed).decisions / 10)))
    ours, theirs = playouts(game, matches, seed, card, events=events), game.playouts(matches, seed)
    if (ours.hands, ours.decisions) != (theirs.hands, theirs.decisions):
        raise NotTheSame(f"{ours.decisions} decisions in {ours.hands} hands, not {theirs.decisions} in {theirs.hands}")
    if any(abs(a - b) > 1e-9 * matches for a, b in zip(ours.payoff, theirs.payoff, strict=True)):
        raise NotTheSame(f"payoffs {ours.payoff}, not {theirs.payoff}")
    return ours.decisions


def check_side(game: Game, card: Card, seed: int) -> int:
    """Return how many choices at tables side by side were compared, to the byte. NotTheSame says when they differ."""
    vector, expected = CardTables(game, 64, seed, card), game.tables(64, seed)
    for ply in range(PLIES):
        codes = vector.chosen()
        expected.array["rng"] = vector.array.field("rng").to_host()
        expected.play(codes.to_host())
        vector.play(codes)
        if vector.array.to_host().tobytes() != expected.array.tobytes():
            raise NotTheSame(f"tables side by side after {ply + 1} choices")
    return 64 * PLIES


def check_env(game: Game, card: Card, **how: Any) -> int:
    """Return how many steps of environments were compared. NotTheSame names the array that differs."""
    ours, theirs = CardMatches(game, LANES, card=card, **how), ManyMatches(game, LANES, **how)
    found, expected = ours.begin(3), theirs.begin(3)
    for step in range(STEPS):
        for field in ("seat", "legal", "seen", "reward", "results", "ended", "given_up"):
            if getattr(found, field).to_host().tobytes() != getattr(expected, field).tobytes():
                raise NotTheSame(f"environments, {how}: {field} after {step} steps")
        if ours.last_seen().to_host()[expected.ended].tobytes() != expected.last_seen[expected.ended].tobytes():
            raise NotTheSame(f"environments, {how}: the last observation after {step} steps")
        chosen = ours.chosen()
        found, expected = ours.step(chosen), theirs.step(chosen.to_host())
    return LANES * STEPS


class Report:
    """The rows so far: printed, and written into a folder after each."""

    def __init__(self, folder: str | None, card: Card) -> None:
        self.folder = Path(folder) if folder else None
        self.rows: list[dict[str, Any]] = []
        self.card, self.began, self.failed = card.name, time.perf_counter(), 0

    def row(self, part: str, game: str, what: str, spread: timing.Spread) -> None:
        """A measured rate, per second."""
        self.rows.append(
            {"part": part, "game": game, "what": what, "median": spread.median, "low": spread.low, "high": spread.high}
        )
        self.say(timing.row(f"{part}: {game}, {what}", spread))

    def say(self, text: str) -> None:
        """A line, with the seconds since the beginning."""
        print(f"[{time.perf_counter() - self.began:6.1f}] {text}", flush=True)
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        told = {
            "card": self.card,
            "seconds": round(time.perf_counter() - self.began, 1),
            "failed": self.failed,
            "rows": self.rows,
        }
        (self.folder / "gpu.json").write_text(json.dumps(told, indent=1) + "\n")
        with (self.folder / "gpu.txt").open("a") as log:
            log.write(text + "\n")
        lines = [f"{self.card}, per second", "", "| part | game | what | median | range |", "| --- | --- | --- | --- | --- |"]
        for one in self.rows:
            low, high = timing.short(one["low"]), timing.short(one["high"])
            lines.append(f"| {one['part']} | {one['game']} | {one['what']} | {timing.short(one['median'])} | {low} .. {high} |")
        (self.folder / "gpu.md").write_text("\n".join(lines) + "\n")

    def wrong(self, text: str) -> None:
        """Something has failed or is not the same."""
        self.failed += 1
        self.say(f"FAILED: {text}")

    def guarded(self, name: str, work: Callable[[], None]) -> None:
        """Do a piece of the work; if it fails, say so and go on."""
        try:
            work()
        except NotTheSame as difference:
            self.wrong(f"{name}: NOT THE SAME: {difference}")
        except Exception as error:  # of any kind: the rows that have been measured stay
            self.wrong(f"{name}: {type(error).__name__}: {error}")
            traceback.print_exc()


# random, vector


Variant = tuple[int, int] | None
"""How `playouts` plays: its argument `events`."""


def on_card(game: Game, card: Card, matches: int, seed: int, block: int, registers: int, events: Variant) -> timing.Run:
    """A run of random matches on the card."""
    return timing.clocked(lambda: playouts(game, matches, seed, card, block, registers, events).decisions)


def enough(game: Game, card: Card, seed: int, block: int, registers: int, events: Variant) -> int:
    """Return how many matches take about `RUN_SECONDS`, at least as many as fill the card."""
    matches = 4 * kernel(card, game.room, rule_of(events), registers).resident(block)
    while True:
        _, seconds = on_card(game, card, matches, seed, block, registers, events)()
        if seconds >= RUN_SECONDS / 4:
            return max(1, round(matches * RUN_SECONDS / seconds))
        matches *= 4


def rule_of(events: Variant) -> Any:
    """Return the rule that plays a variant."""
    return lanes.play_out if events is None else lanes.play_events


def side_by_side(game: Game, card: Card, seed: int) -> timing.Run:
    """A run of random choices at tables side by side, records in the card's memory."""

    def steps() -> int:
        tables = CardTables(game, VECTOR, seed, card)
        for _ in range(PLIES):
            tables.play(tables.chosen())
        card.wait()
        return VECTOR * PLIES  # tables that are over cost almost nothing: such short matches flatter the figure

    return timing.clocked(steps)


def random_part(name: str, card: Card, options: argparse.Namespace, report: Report) -> None:
    """Whole matches of a game."""
    game, seed = Game(name), options.seed
    report.say(f"random: {name}: the same on both: {check_same(game, card, seed, side=False):,} decisions")
    best = 0.0
    checked = set[Any]()
    for events, block, registers in itertools.product(options.variant, options.blocks, options.registers):
        if events is not None and rule_of(events) not in checked:
            checked.add(rule_of(events))
            report.say(f"random: {name}: the same on both: {check_random(game, card, seed, events):,} decisions, event by event")
        run = kernel(card, game.room, rule_of(events), registers)
        matches = enough(game, card, seed, block, registers, events)
        found = timing.rates(on_card(game, card, matches, seed, block, registers, events), options.runs, warm_up=False)
        lanes_held = run.resident(block) // card.processors
        way = "matches" if events is None else "events {}-{}".format(*events)
        label = (
            f"{way}, block {block}, {run.registers} registers, {run.local_bytes} bytes local, {lanes_held} lanes per processor"
        )
        report.row("random", name, label, found)
        best = max(best, found.median)
    game.playouts(1000, seed)
    few = max(1, round(1000 * RUN_SECONDS / max(1e-6, timing.clocked(lambda: game.playouts(1000, seed).decisions)()[1])))
    cores = timing.rates(timing.clocked(lambda: game.playouts(few, seed).decisions), options.runs, warm_up=False)
    report.row("random", name, f"{os.cpu_count()} cores of the processor", cores)
    report.say(f"random: {name}: the card makes {best / cores.median:.1f} times what the cores make")


def vector_part(name: str, card: Card, options: argparse.Namespace, report: Report) -> None:
    """Tables side by side."""
    game = Game(name)
    report.say(f"vector: {name}: the same on both: {check_side(game, card, options.seed):,} choices")
    report.row(
        "vector", name, f"{VECTOR} tables side by side", timing.rates(side_by_side(game, card, options.seed), options.runs)
    )


# env


def repeated(card: Card, work: Callable[[], Any], each: int) -> timing.Run:
    """A run of as many repeats as take about `RUN_SECONDS`; each counts for `each`."""
    times = 8
    while True:
        start = timing.now()
        for _ in range(times):
            work()
        card.wait()
        seconds = timing.now() - start
        if seconds >= RUN_SECONDS / 4:
            break
        times *= 4
    times = max(1, round(times * RUN_SECONDS / seconds))

    def run() -> timing.Measured:
        start = timing.now()
        for _ in range(times):
            work()
        card.wait()
        return times * each, timing.now() - start

    return run


def env_part(name: str, card: Card, options: argparse.Namespace, report: Report, sizes: Sequence[int] = (), **house: Any) -> None:
    """Environments of a game: steps/s of all, then how fast two of the three kernels of a step are alone."""
    game = Game(name, house=house)
    compared = sum(check_env(game, card, **how) for how in ({}, {"opponents": "chance", "hands": True}))
    report.say(f"env: {Path(name).name}: the same on both: {compared:,} steps")
    for n, block in itertools.product(sizes or SIZES, options.blocks):
        many = CardMatches(game, n, card=card, checked=False, block=block)
        many.begin(options.seed)
        env_rows(many, f"{n} environments, block {block}", options, report, only=block != options.blocks[-1])


def env_rows(many: CardMatches, label: str, options: argparse.Namespace, report: Report, only: bool) -> None:
    """The rows of one number of environments. only: not by kernel."""
    work: dict[str, Callable[[], Any]] = {"": lambda: many.step(many.chosen())}
    if not only:
        work |= {", random actions alone": many.chosen, ", observations alone": many._look}
    for what, one in work.items():
        found = timing.rates(repeated(many.card, one, many.n), options.runs)
        report.row("env", many.game.room.name, label + what, found)


# doors


def doors_part(card: Card, report: Report) -> None:
    """Libraries take observations and give actions; episodes are the processor's."""
    for name, library in (("torch", torch_door), ("cupy", cupy_door), ("jax", jax_door)):
        report.guarded(f"doors: {name}", lambda name=name, library=library: report.say(f"doors: {name}: {library(card)}"))


def through(card: Card, take: Callable[[Any], Any], choose: Callable[[Any], Any], address: Callable[[Any], int]) -> str:
    """Play by another library's actions, computed from the mask that it took; compare with the processor."""
    game = Game("schnapsen")
    ours, theirs = CardMatches(game, LANES, card=card), ManyMatches(game, LANES)
    found, expected = ours.begin(3), theirs.begin(3)
    for step in range(40):
        seen, legal = take(found.seen), take(found.legal)
        if address(seen) != found.seen.address:
            raise NotTheSame("the observations were copied")
        for name in ("seat", "reward", "results", "ended", "terminated"):
            take(getattr(found, name))
        actions = choose(legal)
        if np.asarray(found.seen.to_host()).tobytes() != expected.seen.tobytes():
            raise NotTheSame(f"observations after {step} steps")
        chosen = card.take(actions).to_host()
        found, expected = ours.step(actions), theirs.step(chosen)
    return "40 steps, no copy, the processor's episodes"


def torch_door(card: Card) -> str:
    """PyTorch, in its usual stream and in another."""
    import torch

    def door() -> str:
        return through(card, torch.from_dlpack, lambda legal: torch.multinomial(legal.float(), 1)[:, 0], lambda x: x.data_ptr())

    told = door()
    with torch.cuda.stream(torch.cuda.Stream()):
        return f"{told}; in another stream: {door()}"


def cupy_door(card: Card) -> str:
    """CuPy."""
    import cupy

    return through(card, cupy.from_dlpack, lambda legal: legal.argmax(axis=1).astype(cupy.int64), lambda x: x.data.ptr)


def jax_door(card: Card) -> str:
    """JAX, with numbers of 64 bits."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp

    def choose(legal: Any) -> Any:
        return jnp.argmax(legal, axis=1).astype(jnp.int64)

    return through(card, jax.dlpack.from_dlpack, choose, lambda x: x.unsafe_buffer_pointer())


# peers


def peers_part(card: Card, options: argparse.Namespace, report: Report) -> None:
    """Kuhn and Leduc poker, one hand per match, ours and pgx's."""
    for ours, theirs in PEERS:
        name = str(ROOT / "tests" / "rooms" / ours)
        report.guarded(f"peers: {ours}", lambda: env_part(name, card, options, report, SIZES[1:], hands=1))  # noqa: B023
        for n in SIZES[1:]:
            report.guarded(
                f"peers: pgx {theirs}, {n}",
                lambda: report.row("peers", theirs, f"pgx, {n} at a time", timing.rates(pgx(theirs, n, 500), options.runs)),  # noqa: B023
            )


# ppo


def ppo_part(options: argparse.Namespace, report: Report) -> None:
    """Training in a process of its own, on the card."""
    command = [sys.executable, str(ROOT / "bench" / "ppo.py"), "schnapsen", "--seats", "2", "--device", "cuda"]
    command += ["--minutes", str(options.minutes), "--every", str(options.minutes / 4), "--exam", "60", "--lanes", "8192"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["-o", f"{folder}/learned.npz"]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment) as run:
            assert run.stdout is not None
            for line in run.stdout:
                report.say(f"ppo: {line.rstrip()}")
        if run.returncode != 0:
            report.wrong(f"ppo: status {run.returncode}")


# order


def print_digest(name: str, order: str) -> int:
    """Do in this order what compiles the rules of a game, and print a digest of the card's code. Runs in a process of its own."""
    game = Game(name)
    for part in order.split(","):
        if part == "card":
            print(hashlib.sha256(code(game.room, lanes.play_out).encode()).hexdigest())
        else:
            game.playouts(10, 1)
    return 0


def started_both_ways(names: Sequence[str]) -> list[str]:
    """Return the games whose code for the card depends on whether the processor played first, each time with nothing compiled."""

    def digest(name: str, order: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"PARLOUR_CACHE_DIR": folder}
            command = [sys.executable, __file__, "--order", order, name]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else f"{order}: {done.stderr.strip()}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        first = pool.map(lambda name: digest(name, "card,playouts"), names)
        second = pool.map(lambda name: digest(name, "playouts,card"), names)
        return [name for name, a, b in zip(names, first, second, strict=True) if a != b]


def numbers(text: str) -> Sequence[int]:
    """Whole numbers divided by commas."""
    return [int(part) for part in text.split(",")]


def variants(text: str) -> Sequence[Variant]:
    """Ways to play random matches, divided by commas: matches, events-7-0; see `lanes.play_events`."""
    found: list[Variant] = []
    for part in text.split(","):
        kind, *bits = part.split("-")
        if (kind, len(bits)) not in (("matches", 0), ("events", 2)):
            raise ValueError(part)
        found.append((int(bits[0]), int(bits[1])) if bits else None)
    return found


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description="What a graphics card does, beside the processor.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all that a card can play)")
    parser.add_argument("--part", default=",".join(PARTS), help=f"of {', '.join((*PARTS, 'order'))}; divided by commas")
    parser.add_argument("--out", default=os.environ.get("OUT"), help="folder for gpu.json, gpu.md and gpu.txt (default: $OUT)")
    parser.add_argument("--runs", type=int, default=3, help="runs a figure is the median of (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    parser.add_argument("--card", type=int, default=0, help="number of the card (default 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that make code (default: one per core)")
    parser.add_argument("--blocks", type=numbers, default=[128], help="lanes of a block, such as 64,128 (default 128)")
    parser.add_argument("--registers", type=numbers, default=[0], help="most registers of a lane; 0: the driver's choice")
    parser.add_argument("--variant", type=variants, default=[None], help="of random matches: matches, events-DEALS-WAITS, ...")
    parser.add_argument("--minutes", type=float, default=1.0, help="of training, for the part ppo (default 1)")
    parser.add_argument("--order", default="", help=argparse.SUPPRESS)  # of a process of `started_both_ways`
    options = parser.parse_args()
    options.part = options.part.split(",")
    unknown = [part for part in options.part if part not in (*PARTS, "order")]
    if unknown:
        parser.error(f"--part {unknown[0]}: there are {', '.join((*PARTS, 'order'))}")
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    return options


def tasks_of(options: argparse.Namespace, names: Sequence[str], capability: tuple[int, int]) -> list[cardcode.Task]:
    """Return what code the parts need."""
    wanted: list[tuple[str, str, int]] = []
    if "env" in options.part or "doors" in options.part:
        wanted += [(name, cardcode.ENV, 0) for name in env_games(options)]
    if "peers" in options.part:
        wanted += [(str(ROOT / "tests" / "rooms" / ours), cardcode.ENV, 0) for ours, _ in PEERS]
    if "random" in options.part:
        wanted += [(name, cardcode.RANDOM, registers) for registers in options.registers for name in names]
    if "vector" in options.part:
        wanted += [(name, cardcode.SIDE, 0) for name in names]
    return [cardcode.Task(*one, capability) for one in wanted]


def env_games(options: argparse.Namespace) -> Sequence[str]:
    """Return the games whose environments are measured."""
    return options.games if options.games and options.part == ["env"] else ENV_GAMES


def measure(card: Card, options: argparse.Namespace, report: Report) -> None:
    """All parts that the command line asks for."""
    names = options.games or [name for name in room_names() if room(name).gpu]
    tasks = tasks_of(options, names, card.capability)
    for k, (task, trouble) in enumerate(cardcode.prepare(tasks, options.jobs)):
        what = f"code {k + 1} of {len(tasks)}: {Path(task.game).name}, {task.what}, {task.registers or 'any number of'} registers"
        report.wrong(f"{what}: {trouble}") if trouble else report.say(what)
    per_game: dict[str, tuple[Sequence[str], Callable[..., None]]] = {
        "env": (env_games(options), env_part),
        "random": (names, random_part),
        "vector": (names, vector_part),
    }
    if "doors" in options.part:
        report.guarded("doors", lambda: doors_part(card, report))
    for part in ("env", "random", "vector"):
        for name in per_game[part][0] if part in options.part else ():
            report.guarded(f"{part}: {name}", lambda: per_game[part][1](name, card, options, report))  # noqa: B023
    if "peers" in options.part:
        report.guarded("peers", lambda: peers_part(card, options, report))
    if "ppo" in options.part:
        report.guarded("ppo", lambda: ppo_part(options, report))
    if "order" in options.part:
        for name in started_both_ways(names):
            report.wrong(f"{name}: NOT THE SAME code when the processor plays first")


def main() -> int:
    """Prints the table."""
    options = arguments()
    if options.order:
        return print_digest(options.games[0], options.order)
    try:
        card = Card(options.card)
        report = Report(options.out, card)
        report.say(
            f"{card.name}, {card.processors} processors; {os.cpu_count()} cores beside it; assembler: {cardcode.assembler()}"
        )
        measure(card, options, report)
    except (CardMissing, BadInput) as reason:
        print(f"bench/gpu.py: {reason}", file=sys.stderr)
        return 2
    report.say(f"{report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
