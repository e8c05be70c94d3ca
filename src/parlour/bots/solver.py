"""The bot for patiences. At Klondike it deals the unseen cards again, tries its likeliest moves on the same deals, and looks
ahead by a tree (`klondike_play`); at Spider it searches everything that can be done before a hidden card has to be seen
(`solver_spider`).

It sees a view and a memory like every bot; it looks at deals of its own, never at the true one.
"""

from __future__ import annotations

import math
import time
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.steps import act_row
from parlour.engine.view import View
from parlour.kit.layout import copy_of
from parlour.languages import lazy_gettext
from parlour.solve import klondike
from parlour.solve import klondike_play as inner
from parlour.solve import klondike_search as moves
from parlour.solve.klondike_policy import Player, player

from .base import Bot, Thought
from .options import Option
from .plans import PLANS
from .solver_spider import SpiderLook
from .strategy import Strategy

BATCH = 20
"""Iterations between two looks at the clock."""
RESIGN = -1
TRIED = 8
"""Most moves that are tried: the likeliest."""
FREE_TURN = lazy_gettext("costs nothing, and shows what there is")
"""Said of turning the stock while it is not known and may be gone through again and again."""
SLOPE, TRUST = 0.015, 125.0
"""The worth that e times the odds add to a move; the number of deals after which a measured difference counts as much as odds."""


@dataclass(frozen=True)
class Solver(Bot):
    """seconds: budget of a decision. iterations: if above 0, the budget instead: deals to look at; at Spider, ten positions
    each."""

    name: ClassVar[str] = "solver"
    seconds: float = 0.5
    iterations: int = 0

    def __post_init__(self) -> None:
        if not self.seconds > 0 or self.iterations < 0:
            raise BadInput(f"{self.name}: seconds must be above 0, iterations not below")

    @classmethod
    def plays(cls, room: Room) -> bool:
        """See `Bot.plays`."""
        return room.name in ("klondike", "spider")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self._look(view)[0]

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`; at Klondike a choice is worth the chance of winning after it, over the deals looked at; at Spider
        what it leads to is said in words."""
        codes, look = self._look(view)
        return codes, [] if look is None else look.options(codes[0])

    def _look(self, view: View) -> tuple[list[int], _Look | SpiderLook | None]:
        """The choice, and the look that led to it."""
        room = view.game.room
        if not self.plays(room):
            raise BadInput(f"the bot {self.name} does not play {room.name}")
        look: _Look | SpiderLook
        if room.name == "spider":
            look = SpiderLook(self, view)
        elif view.tables[0].empty_column:  # the solver's moves fill spaces with kings only
            return Strategy(self.seed).choose(view), None
        else:
            look = _Look(self, view)
        name = look.choice()
        return [room.resign if name == "resign" else room.read_choice(name)], look

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`; at the beginning the stock is turned without a thought."""
        hurried = self.hurried()
        if game.room.name == "spider":
            SpiderLook(hurried, game.start(seed=0).view(0, memory=True)).prepare()
            return
        for seed in range(100):  # the first that has a choice
            look = _Look(hurried, game.start(seed=seed).view(0, memory=True))
            look.best()
            if look.thought:
                return

    def hurried(self) -> Solver:
        """One deal."""
        return replace(self, iterations=1)


BOT = Solver


class _Look:
    """One decision."""

    def __init__(self, bot: Solver, view: View) -> None:
        self.began = time.perf_counter()
        self.bot, self.view = bot, view
        self.row = view.tables[0]
        self.deck = Thought(view, bot._seed_for(view)).deck
        self.tables = view.game.blank()
        self.position = klondike.blank()
        self.talon = np.zeros(24, np.int64)
        self.stock_known = inner.stock_of(self.deck, self.tables, self.talon, 6) == 0
        self.stock = klondike.Stock(int(self.row.waste[0]), int(self.row.stock[0]), int(self.row.draw))
        self._options: list[Option] = []
        """What it thinks of the choices, once it has thought; those tried most first."""

    @property
    def thought(self) -> bool:
        """Whether there was anything to think about."""
        return bool(self._options)

    def turns_first(self) -> bool:
        """Whether turning the stock costs nothing, and shows everything."""
        return not self.stock_known and not self.row.passes

    def choice(self) -> str:
        """The name of the choice."""
        if self.turns_first():
            return "draw" if self.stock.stock else "recycle"
        key = self._key(self.row)
        move = PLANS.get(key)
        if move is None or not self._reaches(move):
            move = self.best()
            PLANS.put(key, move)
        if move == RESIGN:
            return "resign"
        if move == inner.TURN:
            return "draw" if self.stock.stock else "recycle"
        names = list(klondike.names_of(move, self.stock))
        if move & 7 == moves.FREE:  # or the next decision might move the part back
            after = copy_of(self.view.tables)
            act_row(after, 0, self.view.game.room.read_choice(names[0]))
            PLANS.put(self._key(after[0]), moves.HOME | (move >> 3 & 31) << 3)
        return names[0]

    def _reaches(self, move: int) -> bool:
        """Whether the card of the stock that a plan needs still comes up: another player may have turned past it."""
        if move < 0 or move & 7 not in (moves.STOCK_HOME, moves.STOCK_OUT):
            return True
        row = self.row
        return self.stock.reaches(move >> 3 & 31, not row.passes or row.pass_number < row.passes)

    def options(self, code: int) -> list[Option]:
        """Return its opinion of the choices, the one of that code first; none if it has no opinion."""
        if self.turns_first():
            return [Option(code, 1, 0.0, words=FREE_TURN)]
        if not self._options:  # it follows a plan: what it thought then is not kept
            self.best()
        first = [option for option in self._options if option.code == code]
        return [*first, *(option for option in self._options if option not in first)] if first else []

    def _key(self, row: Any) -> tuple[Any, ...]:
        """Return the key of a plan: all that is seen, but not how far the stock is turned if all of it is known."""
        turned = b"" if self.stock_known else row.waste.tobytes() + row.stock.tobytes() + row.pass_number.tobytes()
        seen = (row.up, row.foundations, row.down, row.draw, row.passes, row.partial_units, row.empty_column)
        return (self.bot, turned, self.talon.tobytes() if self.stock_known else b"", *(each.tobytes() for each in seen))

    def best(self) -> int:
        """Return the move to make, RESIGN if there is none."""
        work = moves.workspace()
        moves_now = work.menu
        inner.take_one(self.deck, self.tables, self.position)
        who = player(self.stock.draw)
        n = int(inner.first_moves(self.position, work, who, self.stock_known))
        if n == 0:
            return RESIGN
        if n == 1:
            return int(moves_now[0])
        likely = {int(moves_now[k]): float(who.odds[k]) for k in range(n)}
        tree = inner.plant(4 * self.bot.iterations * 4 + 64 if self.bot.iterations else 40_000)
        ranked = self._halved(work, who, tree, likely)
        self._options = self._first_choices(tree, ranked)
        return ranked[0]

    def _halved(self, work: moves.Work, who: Player, tree: inner.Tree, likely: dict[int, float]) -> list[int]:
        """Try the likeliest moves, then the better half of them, until one is left (sequential halving: Karnin, Koren and Somekh,
        2013); returns them from the best down."""
        tried, worse = sorted(likely, key=lambda move: -likely[move])[:TRIED], list[int]()
        rounds, deals, spare, iterations = math.ceil(math.log2(len(tried))), 0, klondike.blank(), self.bot.iterations
        for left in range(rounds, 0, -1):
            batch = max(1, iterations // rounds // len(tried)) if iterations else max(1, BATCH // len(tried))
            now = time.perf_counter()
            ends = 0.0 if iterations else now + (self.began + self.bot.seconds - now) / left
            while True:
                inner.think(
                    self.deck, self.tables, spare, self.position, work, who, tree, self.stock_known, np.array(tried), deals, batch
                )
                deals += batch
                if time.perf_counter() >= ends:
                    break
            promise = _promises(tree, tried, likely)
            tried.sort(key=lambda move: -promise[move])
            half = (len(tried) + 1) // 2
            tried, worse = tried[:half], tried[half:] + worse
        return tried + worse

    def _first_choices(self, tree: inner.Tree, ranked: list[int]) -> list[Option]:
        """Return the worth of each first choice, best first; if several moves begin alike the best of them counts."""
        found: dict[int, Option] = {}
        met = _met(tree)
        for move in ranked:
            if move == inner.TURN:
                name = "draw" if self.stock.stock else "recycle"
            else:
                name = next(klondike.names_of(move, copy(self.stock)))  # naming a move turns the stock it is given
            code = self.view.game.room.read_choice(name)
            visits, won = met.get(move, (0, 0.0))
            found.setdefault(code, Option(code, visits, 2 * won - 1, payoff=2 * won - 1, stake=1.0))
        return list(found.values())


def _met(tree: inner.Tree) -> dict[int, tuple[int, float]]:
    """Return how often each move at the root was tried and what share was won."""
    found, node = {}, int(tree.nodes[0, inner.CHILD])
    while node >= 0:
        visits = int(tree.nodes[node, inner.VISITS])
        if visits:
            found[int(tree.nodes[node, inner.MOVE])] = visits, float(tree.wins[node]) / visits
        node = int(tree.nodes[node, inner.NEXT])
    return found


def _promises(tree: inner.Tree, tried: list[int], likely: dict[int, float]) -> dict[int, float]:
    """Return the worth of the moves tried against each other: as measured, and the fewer the measurements the more by their
    odds."""
    met = _met(tree)
    mean = sum(met[move][1] for move in tried if move in met) / len(tried)
    promise = {}
    for move in tried:
        visits, worth = met.get(move, (0, mean))
        known = visits / (visits + TRUST)
        promise[move] = known * (worth - mean) + (1 - known) * SLOPE * math.log(likely[move])
    return promise


def forget_plans() -> None:
    """Forget all plans."""
    PLANS.clear()
