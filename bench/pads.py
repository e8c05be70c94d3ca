"""Measure what a sync of a score pad costs, by how much the pad holds already; and how well pads tell what is possible.

    python bench/pads.py
    python bench/pads.py --sizes 0 100
    python bench/pads.py --entries 1000 --games brag badugi

An evening of Spades, nine hands to a match, is sent by one phone to a server in this process. For each size of the pad: a sync of
100 entries at once, a sync of one entry (mean of 20), and two ways of only looking: a page that has just come, and one that
already has the pad. `opening` is a look after the server has started again, `reading` what it takes to read the entries from the
disk. All by processor time, in milliseconds.

With `--entries` pads are told random entries under random house rules, as in `tests/house/test_pad_possible.py`. Undecided are
accepted entries of which the pad could not find out whether any hand can come to them; faults are exceptions of a room.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pages import as_table
from starlette.testclient import TestClient

from parlour.engine.rooms import room_names
from parlour.house.pad import Refused, Unsettled
from parlour.table import create_app

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

SIZES = (0, 700, 800, 2000)
MATCH = 9
"""Hands of 61 points to a match of 500."""
AT_ONCE, SINGLE, BATCH = 100, 20, 500


def entry(n: int) -> dict[str, Any]:
    """The entry of hand n of the evening, from 0 on."""
    cells = {f"bid.{p}": 3 for p in range(4)} | {"tricks.0": 7, "tricks.1": 6}
    return {"id": f"entry-{n}", "by": "Anna", "match": n // MATCH + 1, "hand": n % MATCH + 1, "cells": cells}


def milliseconds(act: Callable[[], Any]) -> float:
    """The processor time of something."""
    before = time.process_time()
    act()
    return 1000 * (time.process_time() - before)


class Phone:
    """Sends the entries of an evening, and keeps what it knows of the pad."""

    def __init__(self, client: TestClient) -> None:
        form = {f"name.{p}": name for p, name in enumerate(("Anna", "Ben", "Cleo", "Dan"))}
        self.client, self.sent, self.since = client, 0, ""
        self.link = client.post("/score/new/spades", data=form, follow_redirects=False).headers["location"]

    def sync(self, number: int) -> None:
        """Send the next entries."""
        events = [entry(self.sent + n) for n in range(number)]
        answer = self.client.post(f"{self.link}/sync", json={"events": events, "since": self.since})
        assert answer.status_code == 200, answer.text
        data = answer.json()
        assert len(data["kept"]) == number, data["refused"]
        self.sent, self.since = self.sent + number, data.get("since", "")

    def look(self, since: str) -> int:
        """Look and send nothing; return the bytes of the answer."""
        return len(self.client.post(f"{self.link}/sync", json={"since": since}).content)

    def row(self, size: int) -> list[str]:
        """Return the figures of a pad with a given number of entries."""
        while self.sent < size:
            self.sync(min(BATCH, size - self.sent))
        hub, pad_id = self.client.app.state.pads, self.pad_id()  # type: ignore[attr-defined]
        hub.cache.drop(pad_id)
        opening = milliseconds(lambda: self.look(""))
        reading = milliseconds(lambda: asyncio.run(hub.rows.events(pad_id)))
        self.sync(0)
        first, following = (milliseconds(lambda s=s: self.look(s)) for s in ("", self.since))
        whole, news = self.look(""), self.look(self.since)
        single = milliseconds(lambda: [self.sync(1) for _ in range(SINGLE)]) / SINGLE
        many = milliseconds(lambda: self.sync(AT_ONCE))
        return [
            f"{size:,}",
            *(f"{x:,.0f}" for x in (many, single, first, following, opening, reading)),
            f"{whole:,}",
            f"{news:,}",
        ]

    def pad_id(self) -> str:
        """The pad in the file of the server."""
        row, _ = asyncio.run(self.client.app.state.pads.rows.find(self.link.rsplit("/", 1)[1]))  # type: ignore[attr-defined]
        return str(row.id)


def rows(name: str, number: int) -> list[str]:
    """Return the figures of random entries of a game."""
    from house.test_pad_possible import random_entries

    accepted = undecided = faults = 0
    costs = [0.0]
    for _, scorer, dealt, form, cells in random_entries(name, number):
        values, missing, problems = form.read(cells)
        if missing or problems:
            continue
        before = time.process_time()
        try:
            hand = scorer.settle(dealt, form, values)
            accepted += 1
            undecided += any("could not find out" in words for words, _ in hand.account)
        except Unsettled:
            faults += 1
        except Refused:
            pass
        costs.append(1000 * (time.process_time() - before))
    costs.sort()
    counts = [f"{n:,}" for n in (number, accepted, undecided, faults)]
    return [name, *counts, *(f"{ms:,.0f}" for ms in (sum(costs) / len(costs), costs[len(costs) * 99 // 100], costs[-1]))]


def main() -> None:
    """Print the figures as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--entries", type=int, default=0)
    parser.add_argument("--games", nargs="+", default=room_names())
    arguments = parser.parse_args()
    if arguments.entries:
        logging.disable(logging.ERROR)
        heads = ["game", "entries", "accepted", "undecided", "faults", "ms, mean", "99 %", "most"]
        print(as_table([heads, *(rows(name, arguments.entries) for name in arguments.games)]))
        return
    sizes = arguments.sizes
    table = [["entries", "sync of 100", "of one", "first look", "next look", "opening", "reading", "bytes, first", "bytes, next"]]
    with tempfile.TemporaryDirectory() as folder, TestClient(create_app(Path(folder) / "tables.db")) as client:
        Phone(client).row(0)  # what runs for the first time takes longer
        table += [Phone(client).row(size) for size in sizes]
    print(as_table(table))


if __name__ == "__main__":
    main()
