"""Measure what memory and redeals cost: microseconds for each, in Schnapsen and in every other room named.

Run as a program: `python bench/memory.py [ROOM ...]`. Medians of several runs over positions of random matches.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import parlour
from parlour.engine import steps
from parlour.engine.match import Step
from parlour.engine.memory import Memory, Recall, watch
from parlour.engine.redeal import Deck, prepare, redeal, unseen
from parlour.kit import rule

RUNS = 7
STEPS = 3000


@rule
def many_watches(before: Any, after: Any, chosen: Any, notes: Any, times: int) -> None:
    """`watch` for every recorded step, several times over."""
    for _ in range(times):
        for n in range(len(chosen)):
            watch(before, n, after, n, notes, chosen[n, 0], chosen[n, 1], chosen[n, 2])


@rule
def many_redeals(tables: Any, deck: Deck, times: int) -> None:
    """`redeal`, several times over."""
    for _ in range(times):
        redeal(tables, 0, deck)


@rule
def many_decks(deck: Deck, view: Any, may: Any, slot: Any, seat: int, times: int) -> None:
    """`prepare`, several times over."""
    for _ in range(times):
        prepare(deck, view, 0, may, slot, seat)


def median(work: Callable[[], object], count: int) -> float:
    """Microseconds each, the median of some runs after one that is not counted."""
    work()
    found = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) / count * 1e6)
    return statistics.median(found)


def redeal_time(deck: Deck) -> float:
    """Microseconds a redeal."""
    tables = deck.masked.copy()
    return median(lambda: many_redeals(tables, deck, 300), 300)


def record(name: str) -> tuple[list[Step], list[tuple[Any, Recall]], Memory]:
    """Return steps of random matches, views with memories of the seats on turn, and a memory as of the start."""
    taken: list[Step] = []
    views: list[tuple[Any, Recall]] = []
    chooser = random.Random(1)
    game = parlour.Game(name)
    for seed in range(100):
        match = game.start(seed=seed)
        assert match.memory  # worked out so far, and kept up from here
        match.watchers.append(taken.append)
        while not match.over and len(taken) < STEPS:
            if not match.unfinished and chooser.random() < 0.1:
                view = match.view(match.turn, memory=True)
                assert view.memory is not None
                views.append((view.tables, view.memory))
            match.play(chooser.choice(match.codes()))
        if len(taken) >= STEPS:
            break
    return taken, views, Memory.fresh(taken[0].before, game.room)


def measure(name: str) -> None:
    """Print the figures of one room."""
    taken, views, memory = record(name)
    before, after = (np.concatenate([getattr(step, side) for step in taken]) for side in ("before", "after"))
    before, after = before.view(np.recarray), after.view(np.recarray)
    chosen = np.array([(step.seat, step.choice, int(step.shuffled)) for step in taken], np.int64)
    print(f"{name}: {len(taken)} steps, {memory.notes.tables.itemsize} bytes a table, {len(views)} views")
    figure = median(lambda: many_watches(before, after, chosen, memory.notes, 5), 5 * len(taken))
    seats = int(before[0].seats)
    print(f"  watch, {seats} seats                  {figure:8.2f} us a step")
    decks = [(unseen(view, known, 1), view, known) for view, known in views]
    for plain, text in ((1, "redeal, anything anywhere"), (0, "redeal, with what is known")):
        chosen_decks = [deck for deck, *_ in decks if deck.cards[0].plain == plain][:60]
        if chosen_decks:
            each = [redeal_time(deck) for deck in chosen_decks]
            rows = statistics.mean(int(deck.cards[0].rows) for deck in chosen_decks)
            print(f"  {text:<28}{statistics.median(each):8.2f} us   ({len(chosen_decks)} views, {rows:.0f} cards unseen)")
    each = [median(lambda d=d, v=v, m=m: many_decks(d, v, m.may, m.slot, m.seat, 50), 50) for d, v, m in decks[:60]]  # type: ignore[misc]
    print(f"  prepare a deck              {statistics.median(each):8.2f} us")
    copy = steps.mask_row  # what a caller from Python pays besides
    view = after[-1:].copy()
    print(f"  (a call from Python, to mask {median(lambda: [copy(view, 0, 0) for _ in range(1000)], 1000):7.2f} us)")


if __name__ == "__main__":
    for room_name in sys.argv[1:] or ["schnapsen"]:
        measure(room_name)
