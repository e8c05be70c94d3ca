"""The bot that looks one choice ahead: every choice is tried on the same redeals, played on at random, and the best mean wins.

Flat Monte Carlo. It assumes that opponents play at random, so it plays like a fair beginner: it sees what wins now, and sets no
traps.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from parlour.engine.dispatch import choices, play
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.redeal import redeal
from parlour.engine.view import View
from parlour.kit import rule

from .base import Bot, Thought
from .options import Option, option_of
from .rollouts import BY_POLICY, CHANGE, FINAL, Floats, Ints, deal_likely, judge, roll_out, take_picks, usual, weights_by

COMPARE_DEALS, COMPARE_SECONDS = 64, 0.25
"""Redeals that choices are compared on which nothing had to be thought about, as far as there is this much time."""
MOST_OTHERS = 11
"""Choices that such a one is compared with."""


@rule
def try_all(deck, work, picks, codes, totals, deals):
    """Add to totals[k] (CHANGE, FINAL) the worth of codes[k] to the viewer, played out on each of some redeals.

    The copies of a deal share its random state, so the codes meet the same luck.
    """
    root = deck.masked[0]
    for _ in range(deals):
        deal_likely(deck, work)
        take_picks(work.tables[0], picks)
        for k in range(len(codes)):
            work.tables[1] = work.tables[0]
            t = work.tables[1]
            play(t, codes[k])
            roll_out(t, work)
            judge(t, root, work)
            totals[k, CHANGE] += work.worth[root.turn, CHANGE]
            totals[k, FINAL] += work.worth[root.turn, FINAL]


@rule
def usual_pick(deck, work, picks):
    """Return what the policy chooses after the viewer's first picks."""
    redeal(work.tables, 0, deck)
    t = work.tables[0]
    take_picks(t, picks)
    return usual(t, work.menu, choices(t, work.menu), work)


def tried(thought: Thought, codes: Ints, deals: int, end: float, against: int = -1) -> list[Option]:
    """Return the worth of the codes on the same redeals, in their order; none is tried if there is only one.

    against: the place of the code that the others are compared with, -1 for the best of them.
    """
    found = list[Floats]()
    while len(found) < deals and len(codes) > 1:
        totals = np.zeros((len(codes), 2))
        try_all(thought.deck, thought.work, thought.picks, codes, totals, 1)
        thought.check()
        found.append(totals)
        if time.perf_counter() > end:
            break
    weights, done = weights_by(thought.work.range), max(len(found), 1)
    brought = np.array(found).reshape(-1, len(codes), 2)
    worths = brought @ weights  # [deals, codes]
    best = int(worths.sum(0).argmax()) if against < 0 else against
    doubts = (worths - worths[:, [best]]).var(0) / done if found else np.full(len(codes), math.nan)
    return [
        option_of((int(code),), len(found), sums / done, weights, float(doubt))
        for code, sums, doubt in zip(codes, brought.sum(0), doubts, strict=True)
    ]


def compare(thought: Thought, code: int) -> list[Option]:
    """See `Bot.compare`: try a choice and at most this many others on the same redeals, played on as in a search."""
    view, room = thought.view, thought.room
    others = [other for other in view.codes() if other not in (code, room.resign)][:MOST_OTHERS]
    if not others:
        return []
    end = time.perf_counter() + COMPARE_SECONDS
    first, *rest = tried(thought, np.array([code, *others], np.int64), COMPARE_DEALS, end, against=0)
    return [first, *sorted(rest, key=lambda option: -option.worth)]


@dataclass(frozen=True)
class Greedy(Bot):
    """deals: redeals each choice is tried on. seconds: at most so long for a move."""

    name: ClassVar[str] = "greedy"
    deals: int = 50
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if not self.seconds > 0 or self.deals < 1:
            raise BadInput(f"{self.name}: seconds and deals must be above 0")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self.consider(view)[0]

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        thought, first = Thought(view, self._seed_for(view)), list[Option]()
        end = time.perf_counter() + self.seconds
        while len(codes := thought.offered()):
            if thought.work.phases[view.tables[0].phase] & BY_POLICY:  # a handful of deals knows less
                codes = np.array([usual_pick(thought.deck, thought.work, thought.picks)], np.int64)
            options = sorted(tried(thought, codes, self.deals, end), key=lambda option: -option.worth)
            if len(thought.picks) == 0 and len(options) > 1:
                first = options
            thought.take(options[0].code)
        return thought.codes, first

    def compare(self, view: View, code: int) -> list[Option]:
        """See `Bot.compare`."""
        return compare(Thought(view, self._seed_for(view)), code)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`. Of the first choices the room's advice may leave one, which is not tried."""
        match = game.start(seed=0)
        thought = Thought(match.view(match.turn, memory=True), 0)
        tried(thought, np.repeat(thought.offered(), 2), 1, math.inf)

    def hurried(self) -> Greedy:
        """One redeal."""
        return replace(self, deals=1)


BOT = Greedy
