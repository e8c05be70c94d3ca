"""The bot that searches: information-set Monte Carlo tree search (see `tree`) from a view, within a budget.

The compiled part runs in batches of a few milliseconds without the interpreter lock; between them the clock is read. A
search stops early when no choice can catch up with the leader any more. In a chain the tree is kept from pick to pick.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.match import View

from . import heuristics
from .base import TRIES, Bot, Thought
from .options import Option, best_of, ranked
from .rollouts import match_weight
from .tree import plant, search, search_apart
from .weights import read_weights

BATCH = 256
"""Iterations between two looks whether the leader can still be caught, where the budget is a number of iterations."""
TICK = 0.005
"""Seconds that a batch should take at most, where the budget is time."""
LEAST = 32
"""Iterations for a later pick of a chain whatever the budget has left."""


@dataclass(frozen=True)
class Search(Bot):
    """seconds: budget of a move. iterations: where above 0, the budget instead. nodes: the most a tree may grow to (40 bytes
    each). exploration: of the upper confidence bound, where 1 is as far as the best and the worst result met lie apart.
    weights: a file of weights for the policy, instead of the room's own. likely: redeals looked at for one that fits what was
    called, 0 for none: then every deal that fits the cards seen is as likely as any other."""

    name: ClassVar[str] = "search"
    seconds: float = 0.5
    iterations: int = 0
    nodes: int = 500_000
    exploration: float = 0.4
    weights: str = ""
    likely: int = TRIES

    def __post_init__(self) -> None:
        if not self.seconds > 0 or min(self.iterations, self.likely) < 0 or self.nodes < 1 or not self.exploration >= 0:
            raise BadInput(f"{self.name}: seconds and nodes must be above 0, iterations, exploration and likely not below")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self.consider(view)[0]

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        hunt, first = _Hunt(self, view), list[Option]()
        while len(codes := hunt.thought.offered()):
            if len(codes) > 1:
                hunt.run()
                if not len(hunt.thought.picks):
                    first = hunt.options()
            hunt.take(codes)
        return hunt.thought.codes, ranked(first)

    def weigh(self, view: View) -> list[Option]:
        """What the search thinks of the choices it may begin with, the best first; one that was never tried is left out."""
        hunt = _Hunt(self, view)
        hunt.thought.offered()
        hunt.run()
        return sorted(hunt.options(), key=lambda option: -option.visits)

    def hurried(self) -> Search:
        """One iteration."""
        return replace(self, iterations=1)


class _Hunt:
    """The search for one move."""

    def __init__(self, bot: Search, view: View) -> None:
        self.begun = time.perf_counter()
        self.bot = bot
        self.thought = thought = Thought(view, bot._seed_for(view))
        apart = heuristics.separate(thought.room)
        # a search apart makes a node for every seat; without a clock there are never more than these
        most = bot.iterations * (4 * view.game.seats if apart else 4) + 64 if bot.iterations else bot.nodes
        thought.desk.tries[0] = bot.likely
        if bot.weights:
            thought.desk.factors[:] = np.exp(read_weights(Path(bot.weights), thought.room))
        self.tree = plant(thought.room, min(bot.nodes, most))
        self.own = thought.seat if apart else 0
        self.search = search_apart if apart else search
        self.left: float = bot.iterations or bot.seconds

    def run(self) -> None:
        """Spend the budget on the next pick: all that is left, half of it where more picks may follow."""
        share = self.left / 2 if self.thought.goes_on else self.left
        if self.bot.iterations:
            self.left -= self._iterate(max(int(share), LEAST))
        else:
            end = time.perf_counter() + share if len(self.thought.picks) else self.begun + share
            self._tick(end)
            self.left = self.bot.seconds - (time.perf_counter() - self.begun)

    def _iterate(self, iterations: int) -> int:
        done = 0
        while done < iterations and not self._settled(iterations - done):
            batch = min(BATCH, iterations - done)
            self._batch(batch)
            done += batch
        return done

    def _tick(self, end: float) -> None:
        batch = 1
        before = time.perf_counter()
        while True:
            self._batch(batch)
            now = time.perf_counter()
            rate = batch / max(now - before, 1e-9)
            rest = end - now
            if rest <= 0 or self._settled(rest * rate * 2):  # the rate may well double yet
                return
            before = now
            batch = int(min(max(batch * 4, 8), max(rate * min(TICK, rest), 1)))

    def _batch(self, iterations: int) -> None:
        thought = self.thought
        self.search(thought.deck, thought.desk, self.tree, thought.picks, iterations, self.bot.exploration)
        thought.check()

    def _settled(self, iterations: float) -> bool:
        """Whether so many more iterations cannot change the choice."""
        visits = sorted((option.visits for option in self.options()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > iterations

    def options(self) -> list[Option]:
        """The choices tried so far."""
        found, nodes, seat = [], self.tree.nodes, self.thought.seat
        weight = match_weight(self.thought.desk.range)  # 1 where every rollout ended the match
        root = nodes[self.tree.roots[self.own]]
        for node in nodes[root.child : root.child + root.children]:
            if int(node.key) >> 32 == seat and node.visits > 0:
                visits = int(node.visits)
                points, payoff = float(node.change) / visits, float(node.final) / visits
                found.append(Option(int(node.key) & 0xFFFFFFFF, visits, points + weight * payoff, points, payoff))
        return found

    def take(self, codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Decide on the best pick, and go on in the tree below it."""
        options = [option for option in self.options() if option.code in codes]
        best = best_of(options).code if options else int(codes[0])
        self.thought.take(best)
        nodes, roots, own = self.tree.nodes, self.tree.roots, self.own
        first = int(nodes[roots[own]].child)
        keys = nodes.key[first : first + int(nodes[roots[own]].children)].tolist()
        if self.thought.seat << 32 | best in keys:
            roots[own] = first + keys.index(self.thought.seat << 32 | best)
        else:  # never tried: begin anew below it
            nodes[roots[own]].children = 0


BOT = Search
