"""The bot that searches: information-set Monte Carlo tree search (see `tree`) from a view, within a budget.

The compiled part runs in batches of a few milliseconds without the interpreter lock; between them the clock is read. A
search stops early when no choice can catch up with the leader any more. In a chain the tree is kept from pick to pick.

Several threads grow a tree each, on deals of their own, and what they found at the root is added up (root parallelization:
Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008): nothing is shared while they think.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.match import View

from . import cores, heuristics
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
    called, 0 for none: then every deal that fits the cards seen is as likely as any other. threads: where the budget is time, the
    most trees that grow side by side, as far as other thinkers of the process leave cores for them."""

    name: ClassVar[str] = "search"
    seconds: float = 0.5
    iterations: int = 0
    nodes: int = 500_000
    exploration: float = 0.4
    weights: str = ""
    likely: int = TRIES
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.seconds > 0 or min(self.nodes, self.threads) < 1:
            raise BadInput(f"{self.name}: seconds, nodes and threads must be above 0")
        if min(self.iterations, self.likely) < 0 or not self.exploration >= 0:
            raise BadInput(f"{self.name}: iterations, exploration and likely must not be below 0")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self.consider(view)[0]

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        first = list[Option]()
        with self._hunt(view) as hunt:
            while len(codes := hunt.thought.offered()):
                if len(codes) > 1:
                    hunt.run()
                    if not len(hunt.thought.picks):
                        first = hunt.options()
                hunt.take(codes)
            return hunt.thought.codes, ranked(first)

    def weigh(self, view: View) -> list[Option]:
        """What the search thinks of the choices it may begin with, the best first; one that was never tried is left out."""
        with self._hunt(view) as hunt:
            hunt.thought.offered()
            hunt.run()
            return sorted(hunt.options(), key=lambda option: -option.visits)

    @contextmanager
    def _hunt(self, view: View) -> Iterator[_Hunt]:
        """The search for one move; a number of iterations is one thread's, so that with a seed it finds the same anywhere."""
        begun, seed = time.perf_counter(), self._seed_for(view)
        with cores.MACHINE.lent(1 if self.iterations else self.threads) as threads:
            growths = [_Growth(self, view, seed + k) for k in range(threads)]
            if threads == 1:
                yield _Hunt(self, growths, begun)
            else:
                with ThreadPoolExecutor(threads - 1, thread_name_prefix="parlour-tree") as helpers:
                    yield _Hunt(self, growths, begun, helpers)

    def hurried(self) -> Search:
        """One iteration."""
        return replace(self, iterations=1)


class _Growth:
    """A tree, the deals it grows on, and the picks made in it."""

    def __init__(self, bot: Search, view: View, seed: int) -> None:
        self.exploration = bot.exploration
        self.thought = thought = Thought(view, seed)
        apart = heuristics.separate(thought.room)
        # a search apart makes a node for every seat; without a clock there are never more than these
        most = bot.iterations * (4 * view.game.seats if apart else 4) + 64 if bot.iterations else bot.nodes
        thought.desk.tries[0] = bot.likely
        if bot.weights:
            thought.desk.factors[:] = np.exp(read_weights(Path(bot.weights), thought.room))
        self.tree = plant(thought.room, min(bot.nodes, most))
        self.own = thought.seat if apart else 0
        self.search = search_apart if apart else search

    def grow(self, iterations: int) -> None:
        """So many iterations."""
        thought = self.thought
        self.search(thought.deck, thought.desk, self.tree, thought.picks, iterations, self.exploration)
        thought.check()

    def root(self) -> list[tuple[int, int, float, float]]:
        """Of the choices tried so far the code, the visits, and the sums of points and payoffs."""
        nodes = self.tree.nodes
        root = nodes[self.tree.roots[self.own]]
        return [
            (int(node.key) & 0xFFFFFFFF, int(node.visits), float(node.change), float(node.final))
            for node in nodes[root.child : root.child + root.children]
            if int(node.key) >> 32 == self.thought.seat and node.visits > 0
        ]

    def take(self, code: int) -> None:
        """Go on in the tree below a pick."""
        self.thought.take(code)
        nodes, roots, own = self.tree.nodes, self.tree.roots, self.own
        first = int(nodes[roots[own]].child)
        keys = nodes.key[first : first + int(nodes[roots[own]].children)].tolist()
        if self.thought.seat << 32 | code in keys:
            roots[own] = first + keys.index(self.thought.seat << 32 | code)
        else:  # never tried: begin anew below it
            nodes[roots[own]].children = 0


class _Hunt:
    """The search for one move, in one tree or in several side by side. begun: when the clock began to run."""

    def __init__(self, bot: Search, growths: list[_Growth], begun: float, helpers: ThreadPoolExecutor | None = None) -> None:
        self.bot, self.growths, self.begun, self.helpers = bot, growths, begun, helpers
        self.thought = growths[0].thought
        self.left: float = bot.iterations or bot.seconds

    def run(self) -> None:
        """Spend the budget on the next pick: all that is left, half of it where more picks may follow."""
        share = self.left / 2 if self.thought.goes_on else self.left
        if self.bot.iterations:
            self.left -= self._iterate(max(int(share), LEAST))
        else:
            self._tick(time.perf_counter() + share if len(self.thought.picks) else self.begun + share)
            self.left = self.bot.seconds - (time.perf_counter() - self.begun)

    def _iterate(self, iterations: int) -> int:
        done = 0
        while done < iterations and not self._settled(iterations - done):
            batch = min(BATCH, iterations - done)
            self.growths[0].grow(batch)
            done += batch
        return done

    def _tick(self, end: float) -> None:
        """Grow all trees batch by batch, each batch about as long in all of them."""
        batch = 1
        before = time.perf_counter()
        while True:
            self._grow(batch)
            now = time.perf_counter()
            rate = batch / max(now - before, 1e-9)
            rest = end - now
            if rest <= 0 or self._settled(len(self.growths) * rest * rate * 2):  # the rate may well double yet
                return
            before = now
            batch = int(min(max(batch * 4, 8), max(rate * min(TICK, rest), 1)))

    def _grow(self, iterations: int) -> None:
        """So many iterations of each tree."""
        others = [self.helpers.submit(growth.grow, iterations) for growth in self.growths[1:]] if self.helpers else []
        self.growths[0].grow(iterations)
        for other in others:
            other.result()

    def _settled(self, iterations: float) -> bool:
        """Whether so many more iterations cannot change the choice."""
        visits = sorted((option.visits for option in self.options()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > iterations

    def options(self) -> list[Option]:
        """The choices tried so far, in all trees together."""
        sums: dict[int, tuple[int, float, float]] = {}
        for growth in self.growths:
            for code, visits, change, final in growth.root():
                tried, points, payoff = sums.get(code, (0, 0.0, 0.0))
                sums[code] = (tried + visits, points + change, payoff + final)
        weight = match_weight(self.thought.desk.range)  # 1 where every rollout ended the match
        found = []
        for code, (visits, change, final) in sums.items():
            points, payoff = change / visits, final / visits
            found.append(Option(code, visits, points + weight * payoff, points, payoff))
        return found

    def take(self, codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Decide on the best pick, and go on in the trees below it."""
        options = [option for option in self.options() if option.code in codes]
        best = best_of(options).code if options else int(codes[0])
        for growth in self.growths:
            growth.take(best)


BOT = Search
