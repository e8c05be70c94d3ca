"""The bot that searches: information-set Monte Carlo tree search (see `tree`) from a view, within a budget.

Which of its choices is best is found by trying all of them on the same deals (see `race`), each time walking down the tree
below. The compiled part runs in batches of a few milliseconds without the interpreter lock; between them the clock is read. A
chain of picks is one choice; where there are too many of them it is thought about from pick to pick, and the tree is kept.

Several threads grow a tree each, on deals of their own, and what they found at the root is added up (root parallelization:
Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008): nothing is shared while they think.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import View

from . import cores, heuristics
from .base import TRIES, Bot, Thought
from .greedy import compare
from .options import Option
from .race import Chain, Leaning, Race, most_rivals
from .rollouts import Floats, Ints, match_weight
from .tree import FLOOR, likely_codes, plant, search, search_apart, whole_chains
from .weights import policy_by, value_by

BATCH = 256
"""Iterations between two looks whether somebody is beaten, where the budget is a number of iterations."""
TICK = 0.005
"""Seconds that a batch should take at most, where the budget is time."""
LEAST = 32
"""Iterations for a later pick of a chain whatever the budget has left."""
LONGEST = 16
"""The most picks of a chain that is thought about as one choice."""
PATIENCE = 0.25
"""The share of the budget before which nobody is clearly beaten: what follows a choice is only being learned in the tree."""
USUAL = 2000
"""Iterations that a budget of time is taken for when the rivals are chosen."""


@dataclass(frozen=True)
class Search(Bot):
    """seconds: budget of a move. iterations: where above 0, the budget instead. nodes: the most a tree may grow to (40 bytes
    each). exploration: of the upper confidence bound, where 1 is as far as the best and the worst result met lie apart.
    weights: a file of weights for the policy, value: one of a learned value, instead of the room's own. likely: redeals looked at
    for one that fits what others chose, 0 for none: then every deal that fits the cards seen is as likely as any other. threads:
    where the budget is time, the most trees that grow side by side, as far as other thinkers of the process leave cores for
    them."""

    name: ClassVar[str] = "search"
    seconds: float = 0.5
    iterations: int = 0
    nodes: int = 500_000
    exploration: float = 0.4
    weights: str = ""
    value: str = ""
    likely: int = TRIES
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.seconds > 0 or min(self.nodes, self.threads) < 1:
            raise BadInput(f"{self.name}: seconds, nodes and threads must be above 0")
        if min(self.iterations, self.likely) < 0 or not self.exploration >= 0:
            raise BadInput(f"{self.name}: iterations, exploration and likely must not be below 0")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self._decide(view)[0]

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        return self._decide(view, why=True)

    def _decide(self, view: View, why: bool = False) -> tuple[list[int], list[Option]]:
        """The choice, and if somebody wants to know why, what is thought of those that it may begin with."""
        first = list[Option]()
        with self._hunt(view) as hunt:
            while len(codes := hunt.thought.offered()):
                chosen: Chain = (int(codes[0]),)
                if len(codes) > 1:
                    hunt.run(codes)
                    chosen = hunt.race.best()
                    if why and not len(hunt.thought.picks):
                        first = hunt.options()
                for code in chosen:
                    hunt.take(code)
            return hunt.thought.codes, first

    def compare(self, view: View, code: int) -> list[Option]:
        """See `Bot.compare`."""
        return compare(self.thought(view, self._seed_for(view)), code)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`. Of the first choices the room's advice may leave one, about which there is nothing to think."""
        match = game.start(seed=0)
        view = match.view(match.turn, memory=True)
        with self.hurried()._hunt(view) as hunt:
            codes = hunt.thought.offered()
            hunt.wholes(len(codes))
            hunt.race = Race(*hunt.likeliest(codes, len(codes)), trees=1)
            hunt.grow(1)
        if heuristics.sifts(game.room):
            self.compare(view, view.codes()[0])

    def thought(self, view: View, seed: int) -> Thought:
        """A look at a view with what this search plays hands out by."""
        room = view.game.room
        weights = policy_by(Path(self.weights), room) if self.weights else None
        value = value_by(Path(self.value), room) if self.value else None
        return Thought(view, seed, weights, value)

    def weigh(self, view: View) -> list[Option]:
        """What the search thinks of the choices it may begin with, the best first; one that was never tried is left out."""
        with self._hunt(view) as hunt:
            hunt.run(hunt.thought.offered())
            return hunt.options()

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
        self.thought = thought = bot.thought(view, seed)
        apart = heuristics.separate(thought.room)
        # a search apart makes a node for every seat; without a clock there are never more than these
        most = bot.iterations * (4 * view.game.seats if apart else 4) + 64 if bot.iterations else bot.nodes
        thought.desk.tries[0] = bot.likely
        self.tree = plant(thought.room, min(bot.nodes, most))
        self.own = thought.seat if apart else 0
        self.search = search_apart if apart else search

    def grow(self, rivals: Ints, trials: Floats, deals: int) -> None:
        """Try the rivals on so many deals."""
        thought = self.thought
        self.search(thought.deck, thought.desk, self.tree, thought.picks, rivals, trials, deals, self.exploration)
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
        """Go on in the tree below a pick, if there is more to pick."""
        self.thought.take(code)
        if self.thought.complete:
            return
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
        self.race: Race | Leaning = Race(np.empty((0, 1), np.int64), np.empty(0), 1)

    def run(self, codes: Ints) -> None:
        """Spend the budget on the rest of the chain; where there are too many ways to make it, on the next pick, one of these
        codes: all that is left, half of it where more picks may follow."""
        goes_on, trees = self.thought.goes_on, len(self.growths)
        share = self.left / 2 if goes_on else self.left
        if self.thought.unseen:
            self.race = Leaning(lambda: [tried for growth in self.growths for tried in growth.root()], trees)
        elif goes_on and (wholes := self.wholes(self.most(self.left))):
            share = self.left
            self.race = Race(*wholes, trees)
        else:
            self.race = Race(*self.likeliest(codes, self.most(share)), trees)
        if self.bot.iterations:
            self.left -= self._iterate(max(int(share), LEAST))
        else:
            self._tick(self.begun if not len(self.thought.picks) else time.perf_counter(), share)
            self.left = self.bot.seconds - (time.perf_counter() - self.begun)

    def most(self, share: float) -> int:
        """The most rivals for this share of the budget."""
        return most_rivals(max(int(share), LEAST) if self.bot.iterations else USUAL)

    def wholes(self, most: int) -> tuple[Ints, Floats] | None:
        """All ways to make the rest of the chain, and how likely the policy is to go each; None where there are more."""
        thought, chains, odds = self.thought, np.empty((most, LONGEST), np.int64), np.empty(most)
        n = whole_chains(thought.deck, thought.desk, thought.picks, chains, odds)
        return (chains[:n].copy(), odds[:n].copy()) if n else None

    def likeliest(self, codes: Ints, most: int) -> tuple[Ints, Floats]:
        """Of many codes those that the policy thinks likeliest, in their order, and how likely."""
        thought, n = self.thought, len(codes)
        whole = likely_codes(thought.deck, thought.desk, thought.picks)
        odds = FLOOR / n + (1.0 - FLOOR) * thought.desk.odds[:n] / whole
        kept = np.sort(np.argsort(-odds, kind="stable")[:most])
        return codes[kept, np.newaxis], odds[kept]

    def _iterate(self, iterations: int) -> int:
        """So many iterations, at least one deal for all; returns how many it took."""
        race, done = self.race, 0
        for stage in range(1, race.stages + 1):
            end = iterations * stage // race.stages
            while not race.settled(end - done) and (done == 0 or done + len(race.rivals) <= end):
                deals = min(max(BATCH // len(race.rivals), 1), max((end - done) // len(race.rivals), 1))
                self.grow(deals)
                done += deals * len(race.rivals)
                if done >= PATIENCE * iterations:
                    race.drop_beaten()
            race.halve()
        return done

    def _tick(self, begun: float, seconds: float) -> None:
        """Grow all trees batch by batch, each batch about as long in all of them, until so many seconds after the beginning."""
        race, deals, rate, before = self.race, 1, math.inf, time.perf_counter()
        for stage in range(1, race.stages + 1):
            end = begun + seconds * stage / race.stages
            # the rate may well double yet
            while not race.settled(len(self.growths) * rate * 2 * (end - before)) and (race.deals == 0 or before < end):
                self.grow(deals)
                now = time.perf_counter()
                rate = deals / max(now - before, 1e-9)
                before = now
                deals = int(min(deals * 4, max(rate * min(TICK, end - now), 1)))
                if now - begun >= PATIENCE * seconds:
                    race.drop_beaten()
            race.halve()

    def grow(self, deals: int) -> None:
        """So many deals for each tree."""
        race = self.race
        others = [
            self.helpers.submit(growth.grow, race.rivals, trials, deals)
            for growth, trials in zip(self.growths[1:], race.trials[1:], strict=True)
            if self.helpers
        ]
        self.growths[0].grow(race.rivals, race.trials[0], deals)
        for other in others:
            other.result()
        race.deals += deals * len(self.growths)

    def options(self) -> list[Option]:
        """What is thought of the choices, the best first."""
        return self.race.options(match_weight(self.thought.desk.range))  # 1 where every rollout ended the match

    def take(self, code: int) -> None:
        """Decide on the next pick, and go on in the trees below it."""
        for growth in self.growths:
            growth.take(code)


BOT = Search
