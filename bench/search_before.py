"""The search as it was before it had a policy: what today's is measured against.

Kept as it was, with random rollouts if a room has no policy of its own. What rooms know (`policy`, `value`, `sift`) is
today's, for both: so this measures the search alone. What rooms have learned since is measured against an earlier commit, by
`bench/earlier.py`.

    parlour arena GAME --bots search,bench/search_before.py:SearchBefore

See `parlour.bots.tree` and `parlour.bots.search` for what everything means.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from parlour.bots import heuristics
from parlour.bots.base import Bot, Thought
from parlour.bots.heuristics import policy
from parlour.bots.rollouts import (
    CHANGE,
    FINAL,
    HIDDEN,
    SEEN,
    Ints,
    judge,
    match_weight,
    offer_codes,
    take_picks,
    width,
)
from parlour.engine.dispatch import choices, mask, play, proceed
from parlour.engine.errors import BadInput
from parlour.engine.redeal import redeal
from parlour.engine.steps import GIVEN_UP, MOST_STEPS, settle
from parlour.engine.view import View
from parlour.kit import DEAL, FIRST_CALL, NOBODY, highest, random_below, random_unit, rule, splitmix
from parlour.machine import lend

NODE = np.dtype(
    [
        ("key", "i8"),  # who chose what (seat << 32 | code), or GLIMPSE | a digest of what became different
        ("change", "f8"),  # sums of the worth to the seat that chose
        ("final", "f8"),
        ("child", "i4"),  # the first child: children lie side by side, keys ascending
        ("children", "i4"),  # how many
        ("visits", "i4"),
        ("available", "i4"),
    ]
)
GLIMPSE = 1 << 61
FIRST_TRIES = 3
"""Least number of tries of each choice at the root, in logarithms of the times it was available; below the root it is 1."""
DEPTH = 512
"""Most choices on a path through the tree."""


class Tree(NamedTuple):
    """Trees of all seats in one pool of nodes; when it is full they stop growing. The first nodes are the roots.

    The children of a node lie in a block of 1, 2, 4, 8 ... nodes: a walk through them is one through neighbouring memory.
    """

    nodes: Any  # record array of NODE
    used: Ints  # [1] how many of them
    spare: Ints  # [32] by the logarithm of their size the first block that became too small for its owner, linked by `child`; -1
    roots: Ints  # [seats] where each seat's walk begins; a shared tree uses the first
    cursor: Ints  # [seats] where each seat is
    path: Ints  # [DEPTH, 2] node and seat of each choice


def plant(room: Any, capacity: int) -> Tree:
    """Trees with nothing but their roots, and room for this many nodes."""
    seats = room.Table.seats_range[1]
    nodes = np.empty(max(capacity, seats + 1), NODE).view(np.recarray)
    nodes[:seats] = (0, 0.0, 0.0, -1, 0, 0, 0)
    return Tree(
        nodes,
        used=np.array([seats], np.int64),
        spare=np.full(32, -1, np.int64),
        roots=np.arange(seats, dtype=np.int64),
        cursor=np.zeros(seats, np.int64),
        path=np.zeros((DEPTH, 2), np.int64),
    )


@rule
def search(deck, work, tree, picks, iterations, exploration):  # type: ignore[no-untyped-def]
    """Iterations of a search whose choices everybody sees. picks: those the viewer has made of its chain."""
    deck, work, tree, picks = lend((deck, work, tree, picks))
    root = deck.masked[0]
    for _ in range(iterations):
        redeal(work.tables, 0, deck)
        t = work.tables[0]
        last = take_picks(t, picks)
        depth = descend(t, work, tree, last, exploration * width(work.range))
        roll_out(t, work)
        judge(t, root, work)
        back_up(work, tree, depth)


@rule
def search_apart(deck, work, tree, picks, iterations, exploration):  # type: ignore[no-untyped-def]
    """Search if choices may be hidden or sealed: a tree for each seat."""
    deck, work, tree, picks = lend((deck, work, tree, picks))
    root = deck.masked[0]
    for _ in range(iterations):
        redeal(work.tables, 0, deck)
        t = work.tables[0]
        last = take_picks(t, picks)
        depth = descend_apart(t, work, tree, last, exploration * width(work.range))
        roll_out(t, work)
        judge(t, root, work)
        back_up(work, tree, depth)


@rule(inline=True)
def back_up(work, tree, depth):  # type: ignore[no-untyped-def]
    """Add the rollout's worth to the choices on the path, each for the seat that made it."""
    for d in range(depth):
        node = tree.nodes[tree.path[d, 0]]
        seat = tree.path[d, 1]
        node.visits += 1
        node.change += work.worth[seat, CHANGE]
        node.final += work.worth[seat, FINAL]


@rule(inline=True)
def descend(t, work, tree, last, curiosity):  # type: ignore[no-untyped-def]
    """Walk down the shared tree and one choice beyond it. Returns the length of the path."""
    node, depth = tree.roots[0], 0
    while t.turn != NOBODY and depth < DEPTH:
        node = select(t, work, tree, node, offer_codes(t, work, last), curiosity, FIRST_TRIES if depth == 0 else 1)
        if node < 0:
            break
        tree.path[depth, 0], tree.path[depth, 1] = node, t.turn
        depth += 1
        code = tree.nodes[node].key & 0xFFFFFFFF
        play(t, code)
        last = code if t.chain > 0 and code < FIRST_CALL else -1
        settle(t)
        if tree.nodes[node].visits == 0:
            break
    return depth


@rule(inline=True)
def select(t, work, tree, parent, n, curiosity, tries):  # type: ignore[no-untyped-def]
    """The child for one of the n codes offered: one never tried, at random, otherwise the best by its upper confidence bound.

    -1 if one was never tried and there is no room for it.
    """
    nodes, offered = tree.nodes, work.offered
    seat = t.turn << 32
    weight = match_weight(work.range)
    best, most = -1, -math.inf
    fresh = fresh_key = fresh_at = 0
    child = nodes[parent].child
    end = child + nodes[parent].children
    for k in range(n):
        key = seat | offered[k]
        while child < end and nodes[child].key < key:
            child += 1
        if child < end and nodes[child].key == key:
            nodes[child].available += 1
            if fresh == 0:
                bound = upper_bound(t, nodes[child], weight, curiosity, tries)
                if bound > most:
                    best, most = child, bound
        else:
            fresh += 1
            if fresh == 1 or random_below(t, fresh) == 0:
                fresh_key, fresh_at = key, child
    return best if fresh == 0 else insert(tree, parent, fresh_at, fresh_key)


@rule(inline=True)
def upper_bound(t, node, weight, curiosity, tries):  # type: ignore[no-untyped-def]
    """Mean worth, and the more the less the choice was tried of the times it was available (UCB1).

    Two things the paper does not have. A choice tried less often than `tries` times the logarithm of these times comes
    first: what wins rarely would otherwise be judged by its first failure, before the search has seen how much there is to win.
    And the addition is random, up to twice its size: if two seats choose at once they would otherwise fall into step,
    and one of them would answer the other's last choice forever.
    """
    trials = log_of(node.available)
    if node.visits < tries * trials:
        return math.inf
    mean = (node.change + weight * node.final) / node.visits
    return mean + 2.0 * random_unit(t) * curiosity * math.sqrt(trials / node.visits)


@rule(inline=True)
def log_of(n):  # type: ignore[no-untyped-def]
    """The natural logarithm of n >= 1, straight between powers of two (at most 0.06 too low)."""
    power = highest(n)
    return 0.6931471805599453 * (power - 1 + n / (1 << power))


@rule
def insert(tree, parent, at, key):  # type: ignore[no-untyped-def]
    """Insert a new child of the parent at its child `at`, which moves up with all behind it; -1 if the pool is full."""
    nodes = tree.nodes
    first, n = nodes[parent].child, nodes[parent].children
    if n & (n - 1) == 0:  # the block is full, or there is none yet
        block = larger_block(tree, n)
        if block < 0:
            return -1
        for k in range(n):
            nodes[block + k] = nodes[first + k]
        give_back(tree, first, n)
        at += block - first
        first = nodes[parent].child = block
    for k in range(first + n, at, -1):
        nodes[k] = nodes[k - 1]
    nodes[parent].children = n + 1
    node = nodes[at]
    node.key, node.change, node.final = key, 0.0, 0.0
    node.child, node.children, node.visits, node.available = -1, 0, 0, 1
    return at


@rule
def larger_block(tree, n):  # type: ignore[no-untyped-def]
    """Return a block for more than n children; n is a full block or none; -1 if the pool is full."""
    size = 2 * n if n else 1
    block = tree.spare[highest(size)]
    if block >= 0:
        tree.spare[highest(size)] = tree.nodes[block].child
        return block
    block = tree.used[0]
    if block + size > len(tree.nodes):
        return -1
    tree.used[0] += size
    return block


@rule
def give_back(tree, block, size):  # type: ignore[no-untyped-def]
    """A block that is not used any more."""
    if size:
        tree.nodes[block].child = tree.spare[highest(size)]
        tree.spare[highest(size)] = block


# a tree for each seat


@rule(inline=True)
def descend_apart(t, work, tree, last, curiosity):  # type: ignore[no-untyped-def]
    """Walk down every seat's tree at once, until the seat on turn tries something new. Returns the length of the path.

    While a choice is hidden or several seats are asked at once, the others stay where they are. When the chain is
    complete, or the last of those asked has answered, each goes on by what has become different in what it sees.
    """
    cursor, depth = tree.cursor, 0
    for p in range(t.seats):
        cursor[p] = tree.roots[p]
    pending = sealed = False
    while t.turn != NOBODY and depth < DEPTH:
        seat, asked, phase = t.turn, t.asked, t.phase
        n = offer_codes(t, work, last)
        node = select(t, work, tree, cursor[seat], n, curiosity, FIRST_TRIES if depth == 0 else 1)
        if node < 0:
            break
        tree.path[depth, 0], tree.path[depth, 1] = node, seat
        depth += 1
        cursor[seat] = node
        sealed = sealed or asked & (asked - 1) != 0
        hidden = sealed or work.phases[phase] & HIDDEN != 0
        if hidden and not pending:
            pending = True
            for p in range(t.seats):
                look(work, SEEN + p, p)
        key = tree.nodes[node].key
        code = key & 0xFFFFFFFF
        t.said[0], t.said[1] = 0, 0
        play(t, code)
        grown = True
        if not hidden:
            grown = follow(t, tree, seat, key)
        elif sealed:
            if t.asked == 0 or t.asked & ~asked or t.phase != phase:
                grown = look_up(t, work, tree, NOBODY)
                pending = sealed = False
        elif t.chain == 0:
            grown = look_up(t, work, tree, seat)
            pending = False
        last = code if t.chain > 0 and code < FIRST_CALL else -1
        settle(t)
        if tree.nodes[node].visits == 0 or not grown:
            break
    return depth


@rule
def follow(t, tree, seat, key):  # type: ignore[no-untyped-def]
    """Let all other seats see the choice. False if the pool is full."""
    for p in range(t.seats):
        if p != seat:
            child = child_of(tree, tree.cursor[p], key)
            if child < 0:
                return False
            tree.cursor[p] = child
    return True


@rule
def look_up(t, work, tree, but):  # type: ignore[no-untyped-def]
    """Move all seats but one on by what has changed for them. False if the pool is full."""
    for p in range(t.seats):
        if p != but:
            seen = difference(work, p)
            if seen:
                child = child_of(tree, tree.cursor[p], seen)
                if child < 0:
                    return False
                tree.cursor[p] = child
    return True


@rule
def child_of(tree, parent, key):  # type: ignore[no-untyped-def]
    """Return the child with this key, made if it is missing; -1 if the pool is full."""
    nodes, child = tree.nodes, tree.nodes[parent].child
    end = child + nodes[parent].children
    while child < end and nodes[child].key < key:
        child += 1
    if child < end and nodes[child].key == key:
        return child
    return insert(tree, parent, child, key)


@rule
def look(work, row, seat):  # type: ignore[no-untyped-def]
    """Put what a seat sees of the table into a row: its masked record, without who is asked."""
    work.tables[row] = work.tables[0]
    m = work.tables[row]
    mask(m, seat)
    m.turn, m.phase, m.asked, m.chain = NOBODY, 0, 0, 0


@rule
def difference(work, seat):  # type: ignore[no-untyped-def]
    """Return a digest of all that has changed for a seat since it was noted, 0 if nothing has.

    Not of what it sees: that holds its own cards, which are others in every redeal, and its tree is one for all of them.
    """
    look(work, 1, seat)
    before, now = work.words[SEEN + seat], work.words[1]
    digest = 0
    for k in range(len(now)):
        changed = before[k] ^ now[k]
        if changed:
            digest = splitmix(splitmix(digest ^ k) ^ changed)
    return digest & (GLIMPSE - 1) | GLIMPSE if digest else 0


@rule(inline=True)
def roll_out(t, work):  # type: ignore[no-untyped-def]
    """Play on by the room's policy to the end of the hand, or as far as the horizon."""
    menu, idle = work.menu, 0
    for _ in range(work.horizon[0]):
        while t.turn == NOBODY:
            if t.over or t.phase == DEAL:
                return
            proceed(t)
            idle += 1
            if idle > MOST_STEPS:
                t.over = GIVEN_UP
                return
        if t.over:
            return
        n = choices(t, menu)
        if n == 0:
            t.over = GIVEN_UP
            return
        idle = 0
        play(t, policy(t, menu, n))
    settle(t)


BATCH = 256
"""Iterations between two checks whether the leader can still be caught, if the budget is a number of iterations."""
TICK = 0.005
"""Seconds that a batch should take at most, if the budget is time."""
LEAST = 32
"""Least iterations for a later pick of a chain, however little budget is left."""


@dataclass(frozen=True)
class Option:
    """The search's opinion of one choice: how often it was tried, and its mean worth to the seat.

    worth is a payoff if every rollout ended the match, otherwise points of score, a payoff counting twice the largest change.
    """

    code: int
    visits: int
    worth: float


@dataclass(frozen=True)
class SearchBefore(Bot):
    """seconds: budget of a move. iterations: if above 0, the budget instead. nodes: the most a tree may grow to (40 bytes
    each). exploration: of the upper confidence bound, where 1 is as far as the best and the worst result met lie apart."""

    name: ClassVar[str] = "search-before"
    seconds: float = 0.5
    iterations: int = 0
    nodes: int = 500_000
    exploration: float = 0.25

    def __post_init__(self) -> None:
        if not self.seconds > 0 or self.iterations < 0 or self.nodes < 1 or not self.exploration >= 0:
            raise BadInput(f"{self.name}: seconds and nodes must be above 0, iterations and exploration not below")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        hunt = _Hunt(self, view)
        while len(codes := hunt.thought.offered()):
            if len(codes) > 1:
                hunt.run()
            hunt.take(codes)
        return hunt.thought.codes

    def weigh(self, view: View) -> list[Option]:
        """Return the search's opinion of each first choice, the best first; a choice that was never tried is left out."""
        hunt = _Hunt(self, view)
        hunt.thought.offered()
        hunt.run()
        return sorted(hunt.options(), key=lambda option: -option.visits)

    def hurried(self) -> SearchBefore:
        """One iteration."""
        return replace(self, iterations=1)


class _Hunt:
    """The search for one move."""

    def __init__(self, bot: SearchBefore, view: View) -> None:
        self.begun = time.perf_counter()
        self.bot = bot
        self.thought = thought = Thought(view, bot._seed_for(view))
        apart = heuristics.separate(thought.room)
        # a search apart makes a node for every seat; without a clock there are never more than these
        most = bot.iterations * (4 * view.game.seats if apart else 4) + 64 if bot.iterations else bot.nodes
        self.tree = plant(thought.room, min(bot.nodes, most))
        self.own = thought.seat if apart else 0
        self.search = search_apart if apart else search
        self.left: float = bot.iterations or bot.seconds

    def run(self) -> None:
        """Spend the budget on the next pick: all that is left, half of it if more picks may follow."""
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
        self.search(thought.deck, thought.work, self.tree, thought.picks, iterations, self.bot.exploration)
        thought.check()

    def _settled(self, iterations: float) -> bool:
        """Return whether this number of further iterations cannot change the choice."""
        visits = sorted((option.visits for option in self.options()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > iterations

    def options(self) -> list[Option]:
        """The choices tried so far."""
        found, nodes, seat = [], self.tree.nodes, self.thought.seat
        weight = match_weight(self.thought.work.range)  # 1 if every rollout ended the match
        root = nodes[self.tree.roots[self.own]]
        for node in nodes[root.child : root.child + root.children]:
            if int(node.key) >> 32 == seat and node.visits > 0:
                worth = float(node.change + weight * node.final) / int(node.visits)
                found.append(Option(int(node.key) & 0xFFFFFFFF, int(node.visits), worth))
        return found

    def take(self, codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Decide on the pick tried most often, the better of equals, and go on in the tree below it."""
        options = [option for option in self.options() if option.code in codes]
        best = max(options, key=lambda option: (option.visits, option.worth)).code if options else int(codes[0])
        self.thought.take(best)
        nodes, roots, own = self.tree.nodes, self.tree.roots, self.own
        first = int(nodes[roots[own]].child)
        keys = nodes.key[first : first + int(nodes[roots[own]].children)].tolist()
        if self.thought.seat << 32 | best in keys:
            roots[own] = first + keys.index(self.thought.seat << 32 | best)
        else:  # never tried: begin again below it
            nodes[roots[own]].children = 0
