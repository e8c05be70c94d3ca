"""The solver's bot at Spider: it looks through all that can be done before a hidden card has to be seen, and follows its plan.

It reads a masked view: no hidden card is anywhere in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from parlour.engine.view import View
from parlour.languages import Text, in_row, lazy_gettext, lazy_ngettext
from parlour.solve import spider
from parlour.solve import spider_play as inner
from parlour.solve import spider_search as table

from .options import Option
from .plans import PLANS

POSITIONS = 10
"""Positions that one of the bot's iterations is worth."""
BATCH, MOST = 4_000, 64_000
"""Positions between two looks at the clock; those there is room for."""
LONGER = 20
"""The factor by which the bot may exceed its budget before it gives up, as long as there is room."""
IDLE = 100
"""Choices without progress after which it deals as soon as it can."""
RESIGN = -1
NEWS = 1000.0
"""By how much something new ranks before order alone, in a hint."""
BROUGHT: tuple[Callable[[int], Text], ...] = (
    lambda n: lazy_ngettext("{n} sequence complete", "{n} sequences complete", n, n=n),
    lambda n: lazy_ngettext("{n} card turned up", "{n} cards turned up", n, n=n),
    lambda n: lazy_ngettext("{n} more column empty", "{n} more columns empty", n, n=n),
    lambda n: lazy_gettext("{n} more in suit", n=n),
)
ROW_DEALT = lazy_gettext("ten new cards, and no better order to be had before them")


class SpiderLook:
    """One decision. bot: a solver, whose budget it keeps to and whose plans these are."""

    def __init__(self, bot: Any, view: View) -> None:
        self.began = time.perf_counter()
        self.bot, self.view = bot, view
        self.row = view.tables[0]
        self.position = spider.blank()
        table.load(self.position, view.tables, 0)

    def choice(self) -> str:
        """The name of the choice: a complete sequence taken off, otherwise as planned."""
        if taken := self._sequence():
            return taken
        key = self._key(self.position)
        move = PLANS.get(key)
        if move is None:
            move = self._think()
        return "resign" if move == RESIGN else spider.name_of(move)

    def _sequence(self) -> str:
        """Return the choice that takes a sequence off, if that is left to the player."""
        if not self.row.manual_removal:
            return ""
        names = map(self.view.game.room.choice_name, self.view.codes())
        return next((name for name in names if name.startswith("remove")), "")

    def _think(self) -> int:
        """Make a plan and keep it, move by move; its first move, RESIGN if nothing is left."""
        p, work = self.position, self._searched()
        length = int(inner.planned(p, work, self._is_stuck()))
        plan = [int(move) for move in work.plan[:length]] or [RESIGN]
        after = spider.blank()
        inner.copied(p, after)
        for move in plan:
            PLANS.put(self._key(after), move)
            if move in (RESIGN, table.DEAL) or inner.slid(after, move):
                break
        return plan[0]

    def _searched(self) -> inner.Workspace:
        """A search as far as the budget goes; before it gives up `LONGER` as far, then again with parts of runs moved into
        spaces."""
        bot, p, work = self.bot, self.position, inner.workspace(MOST)
        work.weights[:] = inner.WEIGHTS_BY_SUITS[int(self.row.suits)]
        inner.begin(p, work, False)
        limit = min(POSITIONS * bot.iterations or BATCH, MOST)
        inner.explore(p, work, limit)
        while not bot.iterations and limit < MOST and time.perf_counter() - self.began < bot.seconds:
            limit += BATCH
            inner.explore(p, work, min(limit, MOST))
        furthest = min(LONGER * limit, MOST)
        if inner.is_at_a_loss(p, work):
            inner.explore(p, work, furthest)
        if inner.is_at_a_loss(p, work):
            inner.begin(p, work, True)
            inner.explore(p, work, furthest)
        return work

    def _is_stuck(self) -> bool:
        """Whether so long nothing new has been seen that it deals as soon as it can."""
        return int(self.row.idle) >= min(IDLE, int(self.row.stall) - 20)

    def _key(self, p: Any) -> tuple[Any, ...]:
        """Return the key of a plan: all that is seen."""
        packed = np.zeros(table.PACKED, np.int8)
        table.pack(p, packed)
        figures = (int(self.row.suits), int(self.row.deal_on_spaces), int(p.figures[table.STOCK]), self._is_stuck())
        return (self.bot, packed.tobytes(), *figures)

    def prepare(self) -> None:
        """Compile all that it may need."""
        self._think()
        self.options(self.view.codes()[0])

    def options(self, code: int) -> list[Option]:
        """Return its opinion of the choices it may begin with, the one of that code first; none if it has none."""
        if self._sequence():
            return []
        p, work, room = self.position, self._searched(), self.view.game.room
        inner.planned(p, work, self._is_stuck())
        n = int(work.tally[inner.USED])
        first = np.full(n, -1, np.int64)
        for node in range(1, n):
            parent = work.parent[node]
            first[node] = first[parent] if parent else work.move[node]
        goals: dict[int, int] = {}
        fresh = work.fresh[:n] > 0
        for node in np.argsort(-(work.worth[:n] + np.where(fresh, NEWS, 0.0)), kind="stable"):
            if node:
                goals.setdefault(int(first[node]), int(node))
        found = []
        for move, node in goals.items():
            worth = float(work.worth[node]) + NEWS * bool(fresh[node])
            found.append(Option(room.read_choice(spider.name_of(move)), 1, worth, words=self._describe_change(work, node)))
        if "deal" in self.view.choices():
            found.append(Option(room.read_choice("deal"), 1, float(work.worth[0]), words=ROW_DEALT))
        mine = next((option for option in found if option.code == code), None)
        if mine is None:
            return []
        best = max(option.worth for option in found)
        return [replace(mine, worth=best), *sorted((o for o in found if o is not mine), key=lambda option: -option.worth)]

    def _describe_change(self, work: inner.Workspace, node: int) -> str:
        """Say what a position brings compared with the current one."""
        counts = []
        for at in (0, node):
            table.unpack(work.packed[at], self.position)
            counts.append(inner.counted(self.position))
        table.unpack(work.packed[0], self.position)
        more = [int(b - a) for a, b in zip(*counts, strict=True)]
        gains = [brought(n) for brought, n in zip(BROUGHT, more, strict=True) if n > 0]
        return in_row(", ", gains) if gains else lazy_gettext("nothing that can be seen yet")
