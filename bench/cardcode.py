"""Make the code for a graphics card in many processes at once, with NVIDIA's assembler if there is one.

A process that measures would otherwise spend minutes on it, one game after another. Used by `bench/gpu.py`.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))  # a checkout need not be installed

from parlour.engine.game import Game
from parlour.gpu import code, lanes
from parlour.gpu.tables import provide
from parlour.machine import body

FOLDER = "PARLOUR_CARD_CODE"
"""Names a folder in which code is kept between runs, by a digest of its text; without it, a temporary one."""
RANDOM, SIDE, ENV = "random", "side", "env"


@dataclass(frozen=True)
class Task:
    """One rule of a game, for one bound of registers."""

    game: str
    what: str  # RANDOM: whole matches; SIDE: tables side by side; ENV: environments; a group of rules
    registers: int
    capability: tuple[int, int]


def rules_of(what: str, game: Game) -> dict[Any, Any]:
    """Return the rules of a group, with their arguments (None: those of `lanes`)."""
    if what == RANDOM:
        return dict.fromkeys((lanes.play_out, lanes.play_events))
    if what == SIDE:
        return dict.fromkeys((lanes.begin, lanes.choose, lanes.play))
    from parlour.envs import oncard

    return dict(oncard.arguments_of(game))


def assembler() -> str | None:
    """Return the path of NVIDIA's assembler, None if there is none."""
    return shutil.which("ptxas") or next((path for path in ("/usr/local/cuda/bin/ptxas",) if Path(path).exists()), None)


def made(task: Task) -> list[tuple[str, bytes]]:
    """Return the code of a task's rules by name, machine code if there is an assembler, else PTX; let the processor compile."""
    game, found = Game(task.game), []
    for rule, arguments in rules_of(task.what, game).items():
        text = code(game.room, rule, task.capability, arguments)
        found.append((body(rule).__name__, assembled(text, task)))
    if task.registers == 0:
        warm(game, task.what)
    return found


def warm(game: Game, what: str) -> None:
    """Compile for the processor what the card is compared with, into the cache on the disk."""
    game.playouts(10, 1)
    if what == SIDE:
        game.tables(2, 1).play(game.tables(2, 1).menus()[0][:, 0] & 0xFFFFFFFF)
    elif what == ENV:
        from parlour.envs.lanes import ManyMatches

        many = ManyMatches(game, 2)
        many.step(many.begin(1).legal.argmax(axis=1))


def assembled(text: str, task: Task) -> bytes:
    """Machine code of PTX, if there is an assembler."""
    tool = assembler()
    if tool is None:
        return text.encode() + b"\0"
    arch = "sm_{}{}".format(*task.capability)
    folder = Path(os.environ.get(FOLDER) or tempfile.gettempdir())
    name = hashlib.sha256(f"{arch} {task.registers} {text}".encode()).hexdigest()[:32]
    out = folder / f"{name}.cubin"
    if not out.exists():
        with tempfile.TemporaryDirectory() as place:
            source, made = Path(place) / "rules.ptx", Path(place) / "rules.cubin"
            source.write_text(text)
            bound = [f"--maxrregcount={task.registers}"] if task.registers else []
            done = subprocess.run(
                [tool, f"-arch={arch}", *bound, source, "-o", made], capture_output=True, text=True, check=False
            )
            if done.returncode != 0:  # an assembler that is older than the card: the driver has its own
                return text.encode() + b"\0"
            shutil.copyfile(made, f"{out}.{os.getpid()}")
            os.replace(f"{out}.{os.getpid()}", out)
    return out.read_bytes()


def prepare(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, str]]:
    """Make the code of all tasks; yield each as it is ready, with what went wrong, or nothing."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max(1, jobs), mp_context=context) as pool:
        waiting = {pool.submit(made, task): task for task in tasks}
        for one in as_completed(waiting):
            task = waiting[one]
            try:
                found = one.result()
            except Exception as error:  # one game's failure is reported, and the others go on
                yield task, f"{type(error).__name__}: {error}"
                continue
            room = Game(task.game).room
            by_name = {body(rule).__name__: rule for rule in rules_of(task.what, Game(task.game))}
            for name, machine_code in found:
                provide(room, by_name[name], machine_code, task.registers)
            yield task, ""
