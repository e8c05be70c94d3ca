"""The bot that searches: information-set Monte Carlo tree search (see `tree`) from a view, within a budget.

It finds its best choice by trying all of them on the same deals (see `race`), each time walking down the tree below. A number of
iterations is one call of compiled code; if the budget is time it runs in batches of a few milliseconds without the interpreter
lock, and between them the clock is read. A chain of picks is one choice; if there are too many of them it is thought about
from pick to pick, and the tree is kept.

Several threads grow a tree each, on deals of their own, and what they found at the root is added up (root parallelization:
Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008): while they think each writes on its own alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.machine import entry

from . import cores, heuristics
from .base import TRIES, Bot, Thought
from .greedy import compare
from .options import Option
from .race import BATCH, DONE, PATIENCE, Chain, Field, Leaning, Race, field_for
from .rollouts import Floats, weights_by
from .tree import APART, BEGIN, TO_THE_END, plant, search
from .weights import policy_by, value_by

TICK = 0.005
"""The most seconds that a batch should take if the budget is time."""
LEAST = 32
"""Iterations for each pick if a chain is decided pick by pick, even if less of the budget is left, or all of a smaller budget."""
USUAL = 2000
"""Iterations that a budget of time is taken for when the rivals are chosen."""
_CODE: dict[tuple[Room, bool | None], Callable[..., int]] = {}
"""The machine code of the search by room, and by whether trees are apart: its arguments are of the same types at every choice."""


@dataclass(frozen=True)
class Search(Bot):
    """seconds: budget of a move. iterations: if above 0, the budget instead. nodes: the most a tree may grow to (40 bytes each).
    exploration: of the upper confidence bound, where 1 is as far as the best and the worst result met lie apart.
    weights: a file of weights for the policy, value: one of a learned value, instead of the room's own. likely: redeals looked at
    for one that fits what others chose, 0 for none: then every deal that fits the cards seen is as likely as any other. threads:
    if the budget is time, the most trees that grow side by side, as far as other thinkers of the process leave cores for
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
        """Return the choice and, if its reasons are wanted, the options of those that it may begin with."""
        first = list[Option]()
        with self.hunt(view, why) as hunt:
            while chosen := hunt.decide():
                if why and not hunt.thought.codes:
                    first = hunt.options()
                hunt.take(chosen)
            return hunt.thought.codes, first

    def compare(self, view: View, code: int) -> list[Option]:
        """See `Bot.compare`."""
        return compare(self.thought(view, self._seed_for(view)), code)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`. If the room's advice leaves only one of the first choices, there is nothing to think about."""
        match = game.start(seed=0)
        view = match.view(match.turn, memory=True)
        with self.hurried().hunt(view) as hunt:
            race = Race(field_for(1))
            hunt.growths[0].run(race.fields[0], TO_THE_END)
            for _ in range(race.stages):
                race.drop_beaten()
                race.halve()
            race.best()
            race.options(hunt.weights())
            if heuristics.separate(game.room):
                hunt.thought.offered()
        if heuristics.sifts(game.room):
            self.compare(view, view.codes()[0])

    def thought(self, view: View, seed: int) -> Thought:
        """A look at a view with what this search plays hands out by."""
        room = view.game.room
        weights = policy_by(Path(self.weights), view.game) if self.weights else None
        value = value_by(Path(self.value), room) if self.value else None
        return Thought(view, seed, weights, value)

    def weigh(self, view: View) -> list[Option]:
        """Return its opinion of the choices it may begin with, best first; one that was never tried is left out."""
        with self.hunt(view) as hunt:
            hunt.decide()
            return hunt.options()

    def hunt(self, view: View, why: bool = True) -> _Hunt:
        """Return the search for one move, for the time of a `with`.

        why: whether its options will be asked for.
        """
        return _Hunt(self, view, why)

    def hurried(self) -> Search:
        """One iteration."""
        return replace(self, iterations=1)


class _Growth:
    """A tree, the deals it grows on, and the picks made in it."""

    def __init__(self, bot: Search, view: View, seed: int) -> None:
        self.exploration = float(bot.exploration)
        self.thought = thought = bot.thought(view, seed)
        apart = heuristics.separate(thought.room)
        # a search apart makes a node for every seat; without a clock there are never more than these
        most = bot.iterations * (4 * view.game.seats if apart else 4) + 64 if bot.iterations else bot.nodes
        thought.work.tries[0] = bot.likely
        self.tree = plant(thought.room, min(bot.nodes, most))
        self.own, self.apart = thought.seat if apart else 0, APART if apart else None

    def run(self, field: Field, deals: int) -> int:
        """Go on with a race; see `tree.search`."""
        thought = self.thought
        given = (thought.deck, thought.work, self.tree, thought.picks, field, deals, self.exploration, self.apart)
        code = _CODE.get((thought.room, self.apart))
        if code is None:
            code = _CODE[thought.room, self.apart] = entry(search, *given)
        best = code(*given)
        thought.check()
        return int(best)

    def root(self) -> list[tuple[int, int, float, float]]:
        """Return the code, the visits, and the sums of points and payoffs of the choices tried so far."""
        nodes = self.tree.nodes
        root = nodes[self.tree.walks[BEGIN, self.own]]
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
        nodes, roots, own = self.tree.nodes, self.tree.walks[BEGIN], self.own
        first = int(nodes[roots[own]].child)
        keys = nodes.key[first : first + int(nodes[roots[own]].children)].tolist()
        if self.thought.seat << 32 | code in keys:
            roots[own] = first + keys.index(self.thought.seat << 32 | code)
        else:  # never tried: begin a new tree below it
            nodes[roots[own]].children = 0


class _Hunt:
    """The search for one move, in one tree or in several side by side. why: whether options are wanted for the choices that are
    not taken, too. A number of iterations is one thread's, so that with a seed it finds the same anywhere."""

    def __init__(self, bot: Search, view: View, why: bool) -> None:
        self.bot, self.view, self.why = bot, view, why
        self.left: float = bot.iterations or bot.seconds
        self.race: Race | None = None
        self.helpers: ThreadPoolExecutor | None = None

    def __enter__(self) -> _Hunt:
        self.begun, seed = time.perf_counter(), self.bot._seed_for(self.view)
        self.threads = cores.MACHINE.take(1 if self.bot.iterations else self.bot.threads)
        try:
            self.growths = [_Growth(self.bot, self.view, seed + k) for k in range(self.threads)]
            if self.threads > 1:
                self.helpers = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="parlour-tree")
        except BaseException:
            cores.MACHINE.give_back(self.threads)
            raise
        self.thought = self.growths[0].thought
        return self

    def __exit__(self, *raised: object) -> None:
        try:
            if self.helpers:
                self.helpers.shutdown()
        finally:
            cores.MACHINE.give_back(self.threads)

    def decide(self) -> Chain:
        """Return how the chain goes on, none if it is complete: all the rest of it, or only the next pick if there are too many
        ways to make the rest. It takes all that is left of the budget, or half if more picks may follow."""
        if self.thought.complete:
            return ()
        if self.thought.unseen:
            return self._lean()
        if self.bot.iterations:
            return self._race_on()
        return self._race_by_clock()

    def _race_on(self) -> Chain:
        """Choose after a number of iterations."""
        race = self.race = Race(field_for(self._budget(self.left), self._budget(self.left / 2)))
        if self.why:
            self.growths[0].run(race.fields[0], deals=0)
            race.remember()
        best = self.growths[0].run(race.fields[0], TO_THE_END)
        self.left -= int(race.fields[0].figures[DONE])
        return race.chain(best)

    def _race_by_clock(self) -> Chain:
        """Choose after a time; find out first which searches take part."""
        race = self.race = Race(field_for(USUAL, USUAL), len(self.growths))
        self.growths[0].run(race.fields[0], deals=0)
        if self.why:
            race.remember()
        if race.running > 1:
            self._tick(race, self.left / 2 if race.goes_on else self.left)
        return race.best()

    def _lean(self) -> Chain:
        """Choose in a phase in which others do not see the choice."""
        codes = self.thought.offered()
        if len(codes) < 2:
            self.race = None
            return tuple(codes.tolist())
        growths, goes_on = self.growths, self.thought.goes_on
        race = Leaning(lambda: [tried for growth in growths for tried in growth.root()], self.weights, len(growths), goes_on)
        self.race = race
        share = self.left / 2 if race.goes_on else self.left
        if self.bot.iterations:
            self.left -= self._iterate(race, self._budget(share))
        else:
            self._tick(race, share)
        return race.best()

    def _budget(self, share: float) -> int:
        """A share of the budget as a number of iterations."""
        return max(int(share), min(LEAST, self.bot.iterations))

    def _iterate(self, race: Leaning, iterations: int) -> int:
        """Make this many iterations, at least one; returns how many it took."""
        done = 0
        while done == 0 or (done < iterations and not race.settled(iterations - done)):
            deals = min(BATCH, iterations - done)
            self.grow(race, deals)
            done += deals
        return done

    def _tick(self, race: Race, seconds: float) -> None:
        """Grow all trees batch by batch, each batch about as long in all of them, until this many seconds after the beginning."""
        deals, rate, before = 1, math.inf, time.perf_counter()
        begun = before if self.thought.codes else self.begun
        for stage in range(1, race.stages + 1):
            end = begun + seconds * stage / race.stages
            # the rate may well double yet
            while not race.settled(len(self.growths) * rate * 2 * (end - before)) and (race.deals == 0 or before < end):
                self.grow(race, deals)
                now = time.perf_counter()
                rate = deals / max(now - before, 1e-9)
                before = now
                deals = int(min(deals * 4, max(rate * min(TICK, end - now), 1)))
                if now - begun >= PATIENCE * seconds:
                    race.drop_beaten()
            race.halve()
        self.left = self.bot.seconds - (time.perf_counter() - self.begun)

    def grow(self, race: Race, deals: int) -> None:
        """Grow each tree by this many deals."""
        own, *fields = race.fields
        others = [
            self.helpers.submit(growth.run, field, deals)
            for growth, field in zip(self.growths[1:], fields, strict=True)
            if self.helpers
        ]
        self.growths[0].run(own, deals)
        for other in others:
            other.result()
        race.tried(deals)

    def options(self) -> list[Option]:
        """Return its opinion of the choices, best first; none if there was nothing to choose."""
        if self.race is None or self.race.deals == 0:
            return []
        return self.race.options(self.weights())

    def weights(self) -> Floats:
        """Return what changes of score and payoffs count, by what was met so far."""
        return weights_by(self.thought.work.range)

    def take(self, chosen: Chain) -> None:
        """Decide on the next picks, and if more may follow go on in the trees below them."""
        if self.race is not None and not self.race.goes_on:
            self.thought.complete_by(chosen)
            return
        for growth in self.growths:
            for code in chosen:
                growth.take(code)


BOT = Search
