"""A strategy of nerve refined at play: from the situation at hand every way is tried, and those that lose are struck out.

    parlour arena toepen --bots bench/nerve_refined.py:Refined:seed=1,nerve:seed=1,iterations=100 -n 400 --hands

Unseen cards are dealt again, as in a search, and all seats play the hand on by the strategy. That sees each card, while the
strategy sees a class of hands; but the deals do not know that a player who has raised twice holds something.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from parlour.bots.base import Bot, Thought
from parlour.bots.nerve.files import strategy_of
from parlour.bots.nerve.infosets import InfoSets
from parlour.bots.nerve.player import Nerve, look
from parlour.bots.nerve.regret import DEEP, HAND, ROOT, Traversal, gained, go_way, play_on, traversal_for
from parlour.bots.nerve.rooms import WAYS, phases_of_nerve
from parlour.bots.nerve.training import infosets_of
from parlour.bots.rollouts import Floats, Ints, deal_likely
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.kit import NOBODY, rule


@rule
def try_ways(deck, work, traversal, infosets, codes, ahead, squares, deals):  # type: ignore[no-untyped-def]
    """Add to ahead[k] by how much each way did better than all of them on average on this many redeals, and the squares of
    that."""
    seat, worths = deck.masked[0].turn, np.zeros(WAYS)
    for _ in range(deals):
        deal_likely(deck, work)
        traversal.tables[ROOT] = work.tables[0]
        mean, n = 0.0, 0
        for k in range(WAYS):
            if codes[k] >= 0:
                traversal.tables[HAND] = traversal.tables[ROOT]
                traversal.many[DEEP] = 0
                go_way(traversal.tables[HAND], codes, k, work)
                play_on(work, traversal, infosets, infosets, NOBODY, 0.0, 0)
                worths[k] = gained(traversal.tables[HAND], traversal.tables[ROOT], seat, work)
                mean += worths[k]
                n += 1
        for k in range(WAYS):
            if codes[k] >= 0:
                ahead[k] += worths[k] - mean / n
                squares[k] += (worths[k] - mean / n) ** 2


@cache
def _tools(room: Room) -> tuple[Traversal, InfoSets]:
    strategy = strategy_of(room)
    assert strategy is not None
    return traversal_for(room, phases_of_nerve(room)), infosets_of(strategy)


@dataclass(frozen=True)
class Refined(Bot):
    """deals: redeals that the ways are tried on. clearly: standard errors that one must be behind the best to be struck out."""

    name: ClassVar[str] = "refined"
    deals: int = 200
    clearly: float = 3.0
    iterations: int = 100

    @property
    def nerve(self) -> Nerve:
        return Nerve(self.seed, iterations=self.iterations)

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        room, nerve = view.game.room, self.nerve
        found = nerve.followed(view.game)
        if found is None or int(view.tables[0].phase) not in phases_of_nerve(room):
            return nerve.choose(view)
        thought, codes = Thought(view, self._seed_for(view)), np.empty(WAYS, np.int64)
        odds = Nerve._odds(found, int(look(thought.deck, thought.work, thought.picks, codes)), codes)
        if odds is None or (codes >= 0).sum() < 2:
            return nerve.choose(view)
        kept = self._kept(thought, codes) * odds
        if not kept.any():
            kept = self._kept(thought, codes)
        way = int(codes[random.Random(self._seed_for(view)).choices(range(WAYS), kept.tolist())[0]])
        chosen, _ = nerve.consider(view)
        if way == chosen[0] or way < 0 or way not in view.codes():
            return chosen
        thought.take(way)
        while int(look(thought.deck, thought.work, thought.picks, codes)) >= 0:
            thought.take(int(codes[codes >= 0][0]))
        return thought.codes

    def _kept(self, thought: Thought, codes: Ints) -> Floats:
        """1 for the ways that are not struck out."""
        traversal, infosets = _tools(thought.room)
        ahead, squares = np.zeros(WAYS), np.zeros(WAYS)
        try_ways(thought.deck, thought.work, traversal, infosets, codes, ahead, squares, self.deals)
        there = codes >= 0
        means = np.where(there, ahead / self.deals, -np.inf)
        variances = np.maximum(squares / self.deals - np.where(there, means, 0.0) ** 2, 0.0) / self.deals
        best = int(np.argmax(means))
        return (means[best] - means <= self.clearly * np.sqrt(variances + variances[best])).astype(np.float64) * there
