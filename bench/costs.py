"""python bench/costs.py [GAME ...]: what each game costs, a row of a table for each, as Markdown.

Columns: bytes of a table; random decisions a second on one thread; how many times as many all cores make (by their own
time: cores times what a second of the processor is worth with all of them at work, against one alone); the warm start (seconds
of the processor from starting Python to the first random decision, with all compiled code on the disk) and the cold one, with
nothing there; `watch` a step and a redeal in microseconds; search iterations a second on one thread; steps a second of the vector
environment, 1,024 matches side by side on one thread. All by processor time, which a busy machine disturbs least: medians.
`--only` chooses columns: play, start, vector, search, memory, cores, cold; all but cold unless it is given.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import memory
import numpy as np
import ours
import pages
import search
import timing

import envs
import parlour
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names

GROUPS = {
    "play": ("bytes", "decisions/s"),
    "start": ("warm start, s",),
    "vector": ("vector steps/s",),
    "search": ("search iterations/s",),
    "memory": ("watch, us", "redeal, us"),
    "cores": ("all cores",),
    "cold": ("cold start, s",),
}
USUAL = ",".join(group for group in GROUPS if group != "cold")
FIRST = "import sys, time, parlour; parlour.game(sys.argv[1]).playouts(1, threads=1); print(time.process_time())"
RUNS = 3


def each(work: Callable[[], object], count: int) -> float:
    """Microseconds of the processor for each of the things that `work` does: a median, after one run that is not counted."""
    found = []
    for _ in range(RUNS + 1):
        start = time.process_time()
        work()
        found.append((time.process_time() - start) / count * 1e6)
    return statistics.median(found[1:])


def run(name: str, threads: int) -> timing.Run:
    """A run of random matches on a given number of threads."""
    game, matches = Game(name), ours.enough_matches(name) * threads
    return timing.clocked(lambda: game.playouts(matches, 1, threads=threads).decisions)


def play(name: str) -> Iterator[str]:
    """Bytes of a table, and decisions a second on one thread."""
    yield str(room(name).Table.dtype.itemsize)
    yield timing.short(timing.rates(run(name, 1), RUNS).median)


def cores(name: str) -> Iterator[str]:
    """Yield how many times as many decisions per second all cores make as one, each by the processor time it was given."""
    n = os.cpu_count() or 1
    ratio = timing.alternate(run(name, n), run(name, 1), RUNS).ratio
    yield f"{n * ratio.median:.2f} ({n * ratio.low:.2f} .. {n * ratio.high:.2f})"


def started(name: str, cache: str | None = None) -> float:
    """Seconds of the processor from starting Python to a random match played."""
    environment = os.environ | {"PYTHONPATH": str(Path(parlour.__file__).parents[1])}
    environment |= {"PARLOUR_CACHE_DIR": cache, "NUMBA_CACHE_DIR": cache} if cache else {}
    done = subprocess.run([sys.executable, "-c", FIRST, name], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def start(name: str) -> Iterator[str]:
    """The warm start."""
    started(name)
    yield f"{statistics.median(started(name) for _ in range(3)):.2f}"


def cold(name: str) -> Iterator[str]:
    """The start with nothing compiled."""
    with tempfile.TemporaryDirectory() as cache:
        yield f"{started(name, cache):.1f}"


def remembered(name: str) -> Iterator[str]:
    """Microseconds for `watch` of all seats a step, and for a redeal with what is known."""
    taken, views, fresh = memory.record(name)
    before, after = (np.concatenate([getattr(step, side) for step in taken]).view(np.recarray) for side in ("before", "after"))
    chosen = np.array([(step.seat, step.choice, int(step.shuffled)) for step in taken], np.int64)
    yield f"{each(lambda: memory.many_watches(before, after, chosen, fresh.notes, 5), 5 * len(taken)):.2f}"
    decks = [memory.unseen(view, known, 1) for view, known in views[:40]]
    found = [each(lambda deck=deck: memory.many_redeals(deck.masked.copy(), deck, 300), 300) for deck in decks]
    yield f"{statistics.median(found):.2f}" if found else "nothing hidden"


def searched(name: str) -> Iterator[str]:
    """Search iterations a second from a fresh deal."""
    game = Game(name)
    view = search.position(game, 0)
    parlour.bots.make("search", iterations=1).choose(view)
    yield timing.short(timing.rates(lambda: search.speed(view, 0.3), RUNS).median)


def vector(name: str) -> Iterator[str]:
    """Steps a second of the vector environment."""
    yield timing.short(envs.rate(name, 1024).median)


MAKERS: dict[str, Callable[[str], Iterator[str]]] = {
    "play": play,
    "start": start,
    "vector": vector,
    "search": searched,
    "memory": remembered,
    "cores": cores,
    "cold": cold,
}


def cells(name: str, groups: Sequence[str]) -> Iterator[str]:
    """The columns of a game; what it does not have says why."""
    for group in groups:
        try:
            with timing.by_processor_time():
                found = list(MAKERS[group](name))
        except BadInput as reason:
            found = [str(reason)] * len(GROUPS[group])
        yield from found


def main() -> None:
    """Prints the table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description="What each game costs.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all)")
    parser.add_argument("--only", default=USUAL, help=f"columns, divided by commas: {', '.join(GROUPS)}")
    options = parser.parse_args()
    groups = options.only.split(",")
    strange = [name for name in groups if name not in GROUPS]
    if strange:
        parser.error(f"--only {strange[0]}: the columns are {', '.join(GROUPS)}")
    for name in options.games:
        try:
            room(name)
        except BadInput as reason:
            parser.error(str(reason))
    print(pages.as_table([["game", *(head for group in groups for head in GROUPS[group])]]), flush=True)
    for name in options.games or room_names():
        print(f"| {name} | {' | '.join(cells(name, groups))} |", flush=True)


if __name__ == "__main__":
    main()
