"""How hard a deal of a patience is for a player who sees no hidden card, in one word.

Such a player plays the deal many times: at Klondike by the learned policy, at Spider by plans of a short search, each time with
other chance or another depth. The *ease* of a deal is the mean of these matches: 1 for a win, less for a loss that came far. Its
word says where that lies among numbered deals of the same form, `difficulty.json`, which bench/difficulty.py measures.

The hidden cards decide how such matches go, so the word depends on them; it is published as a property of the deal, and nothing
else of it is. Bots and hints never ask here.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.files import read_text
from parlour.engine.game import Game
from parlour.kit import rule

from . import Settler, check, klondike, klondike_play, klondike_search, spider, spider_play
from . import spider_search as deals
from .klondike_policy import drawn, player, weigh
from .klondike_search import do, moves
from .klondike_state import RANDOM, cards_home
from .spider_play import begin, explore, planned, slid
from .spider_search import COLUMNS, DEAL, DONE
from .verdicts import UNWINNABLE, WORDS, Rating

TIMES = {"klondike": 100, "spider": 12}
"""Matches per deal."""
SEARCHES = {1: (40, 15), 2: (100, 50), 4: (150, 75)}
"""By suits the positions that each search looks at in the first match of Spider, and how many more in each next one."""
SLIPS = 0.25
"""Share of the choices at Klondike made at random."""
CHOICES = 400
"""Searches of a match of Spider at most."""
PROGRESS = 0.2
"""Most that a lost match counts."""
LONG = 3_000
"""Positions that each search of a better player looks at."""
FILE = Path(__file__).with_name("difficulty.json")


Results = npt.NDArray[np.float64]


@rule
def klondike_match(p, w, who, slips):
    """Play the deal in p by the policy's odds, this share of the choices at random; returns 1 if it is won, less
    for cards home."""
    while True:
        n = moves(p, w.menu, 0, -1, 0)
        if n == 0:
            home = cards_home(p)
            return 1.0 if home == 52 else PROGRESS * home / 52.0
        k = 0
        if n > 1:
            weigh(p, w, who, n)
            for i in range(n):
                who.odds[i] = (1.0 - slips) * who.odds[i] + slips / n
            k = drawn(p, who, n)
        do(p, w.menu[k], w.saved, 0)


@rule
def klondike_matches(start, p, w, who, slips, results):
    """Play the deal at `start` once for each place of results, which is given how the match went."""
    for k in range(len(results)):
        klondike_play.copied(start, p)
        p.figures[RANDOM] = (k * 7919 + 1) & 0x7FFFFFFF
        results[k] = klondike_match(p, w, who, slips)


@rule
def follow_plan(p, w, n):
    """Carry out a plan of n moves, as far as nothing new comes to light."""
    for i in range(n):
        move = w.plan[i]
        if move == DEAL:
            deals.deal_row(p)
            return
        if slid(p, move):
            break
    for c in range(COLUMNS):
        deals.tidy(p, c)


@rule
def spider_match(p, w, limit):
    """Play the deal in p with searches of this many positions; returns 1 if it is won, less for what was
    turned up and taken off."""
    hidden = 0
    for c in range(COLUMNS):
        hidden += p.hidden[c]
    for _ in range(CHOICES):
        begin(p, w, False)
        explore(p, w, limit)
        n = planned(p, w, False)
        if n == 0 or p.figures[DONE] == 8:
            break
        follow_plan(p, w, n)
    if p.figures[DONE] == 8:
        return 1.0
    left = 0
    for c in range(COLUMNS):
        left += p.hidden[c]
    return PROGRESS * ((hidden - left) / max(hidden, 1) + p.figures[DONE] / 8.0) / 2.0


@rule
def spider_matches(start, p, w, least, more, results):
    """Play the deal at `start` once for each place of results, each time with longer searches."""
    for k in range(len(results)):
        spider_play.copied(start, p)
        results[k] = spider_match(p, w, least + more * k)


@lru_cache
def bounds() -> dict[str, dict[str, list[float]]]:
    """Return, by game and form (the cards drawn or the suits), the ease from which on a deal is hard, moderate, easy."""
    found: dict[str, dict[str, list[float]]] = json.loads(read_text(FILE))
    return found


def results(game: Game, tables: Any, better: bool = False) -> Results:
    """Play the deal of a record array; how each match went.

    better: by a better player, to check the words by: at Klondike without slips, at Spider one match with long searches.
    """
    row = tables[0]
    if game.room.name == "klondike":
        found = np.zeros(TIMES["klondike"] // 5 if better else TIMES["klondike"])
        start = klondike.blank()
        klondike_play.take(start, tables)
        who = player(int(row.draw))
        klondike_matches(start, klondike.blank(), klondike_search.workspace(), who, 0.0 if better else SLIPS, found)
        return found
    least, more = (LONG, 0) if better else SEARCHES[int(row.suits)]
    found = np.zeros(1 if better else TIMES["spider"])
    first, work = spider.blank(), spider_play.workspace(least + more * len(found))
    work.weights[:] = spider_play.WEIGHTS_BY_SUITS[int(row.suits)]
    deals.load(first, tables, 0)
    spider_matches(first, spider.blank(), work, least, more, found)
    return found


class Rater:
    """Rates deals of one game, one after another; belongs to one thread. BadInput if the solver does not know its house rules.

    seconds: of processor time for the solver, which is asked only if no match was won. memory: MiB for it.
    """

    def __init__(self, game: Game, seconds: float = 5.0, memory: int = 128) -> None:
        check(game)
        self._game, self._settler = game, Settler(game, seconds, memory)

    def warm_up(self) -> None:
        """Compile what the first rating would have to wait for."""
        results(self._game, self._game.start(seed=0).tables)

    def stop(self) -> None:
        """Stop the solver, from any thread."""
        self._settler.stop()

    def rate(self, tables: Any, known: bool | None = None) -> Rating:
        """Rate the deal of a record array. known: whether it can be won, if that is known."""
        found = results(self._game, tables)
        ease, won = float(found.mean()), float((found == 1.0).mean())
        winnable = True if won else self.winnable(tables) if known is None else known
        word = WORDS[len(WORDS) - 1 - bisect_right(bounds_of(self._game), ease)]
        return Rating(UNWINNABLE if winnable is False else word, winnable, ease, won)

    def winnable(self, tables: Any) -> bool | None:
        """Whether a deal that no match won can be won. At Spider the solver is not asked: no deal has been proved unwinnable."""
        return None if self._game.room.name == "spider" else self._settler.settle(tables).winnable


def bounds_of(game: Game) -> list[float]:
    """The bounds that hold for a game's house rules: those of its cards drawn, or of its suits."""
    row = game.blank()[0]
    form = int(row.draw) if game.room.name == "klondike" else int(row.suits)
    return bounds()[game.room.name][str(form)]
