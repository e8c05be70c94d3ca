"""A sampler to measure searches against: every card on the same few deals, played on at random for a while, the best mean wins.

Written after what is published of the `rdeep` player for Schnapsen (NUM_SAMPLES deals that fit what is known, DEPTH
choices at random, then the share of the points so far); known cards come from the seat's memory, as with all bots. The game it
was made for is played without closing, and ends by itself at 66: so here it never closes, and claims what it has.

    parlour arena schnapsen --bots search,bench/rdeep.py:Rdeep4
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from parlour.bots.base import Bot, Thought
from parlour.bots.rollouts import take_picks
from parlour.engine.dispatch import choices, play, proceed
from parlour.engine.redeal import redeal
from parlour.engine.view import View
from parlour.games.schnapsen.rules import CLOSE, DECLARE, WORTH
from parlour.kit import DEAL, NOBODY, pick_random, rule, total

BONUS = 40.0
"""Card points that a victory point is worth: winning the hand counts more than all its cards."""


@rule
def sample(deck, work, picks, codes, totals, deals, depth):  # type: ignore[no-untyped-def]
    """Add to totals[k] the worth of codes[k] on each of a number of deals."""
    root = deck.masked[0]
    for _ in range(deals):
        redeal(work.tables, 0, deck)
        take_picks(work.tables[0], picks)
        for k in range(len(codes)):
            work.tables[1] = work.tables[0]
            t = work.tables[1]
            play(t, codes[k])
            left = depth
            while left > 0 and not t.over and t.phase != DEAL:
                if t.turn == NOBODY:
                    proceed(t)
                else:
                    play(t, any_sensible(t, work.menu))
                    left -= 1
            while t.turn == NOBODY and not t.over and t.phase != DEAL:
                proceed(t)
            totals[k] += standing(t, root, root.turn)


@rule
def sensible_here(deck, work, picks, menu):  # type: ignore[no-untyped-def]
    """`sensible` for the table that is looked at; its own points a seat remembers, so they are the same in every deal."""
    redeal(work.tables, 0, deck)
    take_picks(work.tables[0], picks)
    t = work.tables[0]
    return sensible(t, menu, len(menu), points_of(t, t.turn))


@rule
def any_sensible(t, menu):  # type: ignore[no-untyped-def]
    """A random choice, but never to close, and to claim 66 when they are there and not before."""
    n = sensible(t, menu, choices(t, menu), points_of(t, t.turn))
    return pick_random(t, menu, n)


@rule
def sensible(t, menu, n, points):  # type: ignore[no-untyped-def]
    """Leave in the menu what it would do with this number of points; return the number of entries."""
    kept = 0
    for k in range(n):
        if menu[k] != CLOSE and (menu[k] != DECLARE or points >= 66):
            menu[kept] = menu[k]
            kept += 1
    for k in range(kept):
        if menu[k] == DECLARE:
            menu[0] = DECLARE
            return 1
    return kept


@rule
def points_of(t, p):  # type: ignore[no-untyped-def]
    """Return what a seat has won so far."""
    return total(t.won[p] | t.won_after[p], WORTH) + t.credited[p]


@rule
def standing(t, root, p):  # type: ignore[no-untyped-def]
    """The victory points won or lost, or the share of the points taken so far."""
    q = 1 - p
    won = float(t.score[p] - root.score[p]) - float(t.score[q] - root.score[q])
    if won != 0.0:
        return BONUS * won
    mine, theirs = points_of(t, p), points_of(t, q)
    return BONUS * (mine - theirs) / (mine + theirs) if mine + theirs else 0.0


@dataclass(frozen=True)
class Rdeep(Bot):
    """deals: samples of every choice. depth: choices that each is played on for."""

    name: ClassVar[str] = "rdeep"
    deals: int = 4
    depth: int = 10

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        thought = Thought(view, self._seed_for(view))
        while len(codes := thought.offered()):
            menu = codes.copy()
            codes = menu[: sensible_here(thought.deck, thought.work, thought.picks, menu)]
            totals = np.zeros(len(codes))
            if len(codes) > 1:
                sample(thought.deck, thought.work, thought.picks, codes, totals, self.deals, self.depth)
            thought.take(int(codes[int(np.argmax(totals))]))
        return thought.codes


@dataclass(frozen=True)
class Rdeep16(Rdeep):
    """With 16 samples."""

    name: ClassVar[str] = "rdeep16"
    deals: int = 16


Rdeep4 = Rdeep
