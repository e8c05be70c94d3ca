"""python bench/speed.py [GAME ...] [--jobs 1] [--again]: how fast everything is, and the libraries beside it, in one run.

For each game what `costs.py` measures, its vector environment among it; how the vector environment grows with the batch; and
the contestants of `peers.py`. All of it by processor time, which other work on the machine disturbs least: medians.
What was measured is kept in bench/speed.json with the load of the machine, so a run that was broken off goes on, and
the tables are written into docs/performance.md. `--parts` takes some of: games, cold, batch, peers.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import costs
import pages
import peers
import timing

import envs
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room, room_names

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "speed.json", HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- written by bench/speed.py -->", "<!-- to here -->"
PARTS = ("games", "cold", "batch", "peers")
BATCHES = (16, 64, 256, 1024, 4096)
GROWING = ("schnapsen", "oh_hell", "crazy_eights")
"""Games whose vector environment is measured by its batch."""
PEERS = 3
"""Runs that a figure of the peers is the median of."""

Job = tuple[str, str]
"""A unit of measurement: a part or a column of the games' table, and the game, "" for none."""
Kept = dict[str, dict[str, Any]]


def jobs_of(parts: Sequence[str], games: Sequence[str]) -> Iterator[Job]:
    """Everything to be measured, column by column."""
    if "peers" in parts:
        yield "peers", ""
    for column in costs.GROUPS:
        if ("cold" if column == "cold" else "games") in parts:
            yield from ((column, game) for game in games)
    if "batch" in parts:
        yield from (("batch", game) for game in games if game in GROWING)


def measure(job: Job) -> dict[str, Any]:
    """One job: its cells, and the load of the machine (runnable threads, mean of a minute) when it was done."""
    part, game = job
    with timing.by_processor_time():
        if part == "peers":
            found = [list(row) for row in peers.rows(PEERS)]
        elif part == "batch":
            found = [timing.short(envs.rate(game, lanes).median) for lanes in BATCHES]
        else:
            found = list(costs.cells(game, [part]))
    return {"cells": found, "load": round(os.getloadavg()[0], 1)}


def read_kept() -> Kept:
    """Return the results so far, by part and game."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}


def keep(kept: Kept) -> None:
    """Write down what was measured, and the tables into the page."""
    KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    pages.put(PAGE, BEGIN, END, "\n\n".join(tables(kept)))


def tables(kept: Kept) -> Iterator[str]:
    """All tables of the page that there are figures for."""
    columns = [column for column in costs.GROUPS if column in kept]
    games = sorted({game for column in columns for game in kept[column]})
    if games:
        rows = [["game", *(head for column in columns for head in costs.GROUPS[column])]]
        for game in games:
            cells = [kept[column].get(game, {"cells": [""] * len(costs.GROUPS[column])})["cells"] for column in columns]
            rows.append([game, *(cell for group in cells for cell in group)])
        yield pages.as_table(rows)
        yield table([kept[column][game] for column in columns for game in kept[column]])
    if "batch" in kept:
        rows = [["steps/s by matches side by side", *map(str, BATCHES)]]
        rows += [[game, *found["cells"]] for game, found in sorted(kept["batch"].items())]
        yield pages.as_table(rows)
        yield table(list(kept["batch"].values()))
    if "peers" in kept:
        found = kept["peers"][""]
        yield pages.as_table([["at random play", "decisions/s", "range", "ours to it"], *found["cells"]])
        yield table([found])


def table(found: Sequence[dict[str, Any]]) -> str:
    """A line under a table: how busy the machine was."""
    loads = [one["load"] for one in found]
    span = f"{min(loads)}" if min(loads) == max(loads) else f"{min(loads)} to {max(loads)}"
    return f"Machine load {span} on {os.cpu_count()} cores."


def main() -> None:
    """Measure what is not measured yet, and write it down after each job."""
    parser = argparse.ArgumentParser(description="How fast everything is, and the libraries beside it.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all)")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}, divided by commas (all)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (1)")
    parser.add_argument("--again", action="store_true", help="measure again what is asked for")
    given = parser.parse_args()
    parts = given.parts.split(",")
    strange = [part for part in parts if part not in PARTS]
    if strange:
        parser.error(f"--parts {strange[0]}: the parts are {', '.join(PARTS)}")
    if given.jobs < 1:
        parser.error(f"--jobs {given.jobs}: at least one process is needed")
    try:
        games = [room(name).name for name in given.games or room_names()]
    except BadInput as reason:
        parser.error(str(reason))
    kept = read_kept()
    todo = [job for job in jobs_of(parts, games) if given.again or job[1] not in kept.get(job[0], {})]
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[dict[str, Any]], Job] = {pool.submit(measure, job): job for job in todo}
        for done in as_completed(running):
            part, game = running[done]
            kept.setdefault(part, {})[game] = done.result()
            keep(kept)
            print(f"{part:<8} {game:<18} {done.result()['cells']}", flush=True)
    print("\n\n".join(tables(kept)))


if __name__ == "__main__":
    main()
