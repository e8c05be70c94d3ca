"""Information-set Monte Carlo tree search, compiled, written once for every game.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). The unseen cards are dealt again and again, and
every choice still in question is tried on each deal (see `race`): an iteration walks down the tree from it by upper confidence
bounds, counting how often each choice was *available* and not how often its parent was visited, plays on by the policy to the end
of the hand and adds the result to the path. Chance is not a level of the tree: its outcomes are averaged over.

If others do not see the choice, the first choice, too, is selected by the bounds: opponents adapt to what is chosen more often,
and so keep the search from favouring one choice for no reason.

The bounds include what the policy expects (PUCT: Rosin, "Multi-armed Bandits with Episode Context", 2011), and the search only
goes below a node once it was tried a few times. So a choice that needs further ones is not judged by trials of its worst
continuations, and the likely part of a long menu is tried first.

If every choice is seen by all, all seats share one tree. If some are hidden or sealed, each seat has a tree of its own (APART,
the paper's multiple-observer search): the seat that chooses goes down by its choice, the others by what they see of it, which is
read from their masked tables. So no node can depend on what its owner does not know.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.dispatch import mask, play
from parlour.engine.steps import settle
from parlour.kit import FIRST_CALL, NOBODY, highest, random_below, random_unit, rule, splitmix
from parlour.machine import Records, lend, of_records

from .race import LATEST, RIVALS, RUNNING, best_of, compare_trials, next_batch
from .rivals import FLOOR, expect, line_up, picks_in
from .rollouts import (
    BY_POLICY,
    CHANGE,
    DEALT,
    FINAL,
    HIDDEN,
    SEEN,
    Ints,
    deal_likely,
    joined,
    judge,
    offer_codes,
    roll_out,
    take_picks,
    width,
)

FIELDS = np.dtype(
    [
        ("key", "i8"),  # who chose what (seat << 32 | code), or GLIMPSE | a digest of what became different
        ("change", "f8"),  # sums of the worth to the seat that chose
        ("final", "f8"),
        ("child", "i4"),  # the first child, if there are any: children lie side by side, keys ascending
        ("children", "i4"),  # how many
        ("visits", "i4"),
        ("available", "i4"),
    ]
)
NODE = of_records(FIELDS)
GLIMPSE = 1 << 61
TO_THE_END = -1
"""In place of a number of deals: as many as the budget of a race has."""
APART = True
"""In place of None: each seat has a tree of its own."""
DELAY = 4
"""The number of trials of a choice before the search looks at what may follow it."""
DEPTH = 512
"""Most choices on a path through the tree."""


UNUSED = 32
"""Of a tree's spare nodes: where those begin that were never used."""
BEGIN, HERE = range(2)
"""Of a seat's walk: the node that it begins at, and the one that it has come to."""


class Tree(NamedTuple):
    """Trees of all seats in one pool of nodes; when it is full they stop growing. The first nodes are the roots.

    The children of a node lie in a block of 1, 2, 4, 8 ... nodes: a walk through them is one through neighbouring memory.
    """

    nodes: Any  # record array of NODE
    spare: (
        Ints  # [33] by the logarithm of their size the first block too small for its owner, linked by `child`, or 0; and UNUSED
    )
    walks: Ints  # [2, seats] BEGIN and HERE of each seat; a shared tree uses the first seat's
    path: Ints  # [DEPTH, 2] node and seat of each choice


def plant(room: Any, capacity: int) -> Tree:
    """Trees with nothing but their roots, and room for this many nodes."""
    seats = room.Table.seats_range[1]
    size = max(capacity, seats + 1)
    nodes = np.ndarray.__new__(Records, size, NODE, np.zeros(size * NODE.itemsize, np.int8))  # a view as one takes its time
    spare, walks = np.zeros(UNUSED + 1, np.int64), np.empty((2, seats), np.int64)
    spare[UNUSED], walks[BEGIN] = seats, np.arange(seats)
    return Tree(nodes, spare, walks, path=np.empty((DEPTH, 2), np.int64))


@rule
def search(deck, work, tree, picks, field, deals, exploration, apart):
    """Continue a race.

    picks: those the viewer has made of its chain. field: if it is empty, it is first filled with the ways in which the chain may
    go on. deals: on how many deals those still in question are tried, each with the same luck; TO_THE_END continues the race to
    the end of its budget. apart: APART if each seat has a tree of its own, None if all share one: the compiler leaves out the
    other walk. Returns the place of the best, -1 if there is no way to go on.
    """
    deck, work, tree, picks, field = lend((deck, work, tree, picks, field))
    root, running = deck.masked[0], field.running
    batch = first_batch(deck, work, picks, field, deals)
    while batch:
        for _ in range(batch):
            last, first = deal_out(deck, work, picks, field)
            for turn in range(field.figures[RUNNING]):
                k = running[(first + turn) % field.figures[RUNNING]]
                work.tables[0] = work.tables[DEALT]
                t, curiosity = work.tables[0], exploration * width(work.range)
                if apart is None:
                    depth = descend(t, work, tree, field.rivals[k], last, curiosity)
                else:
                    depth = descend_apart(t, work, tree, field.rivals[k], last, curiosity)
                play_out(t, root, work, tree, depth, field.trials[k])
            compare_trials(field)
        batch = next_batch(field) if deals == TO_THE_END else 0
    return best_of(field)


@rule(inline=True)
def first_batch(deck, work, picks, field, deals):
    """Return on how many deals a race begins or goes on; first fill the field if it is empty."""
    if field.figures[RIVALS] == 0:
        line_up(deck, work, picks, field)
    return next_batch(field) if deals == TO_THE_END else deals


@rule(inline=True)
def deal_out(deck, work, picks, field):
    """A redeal with the viewer's first picks made, kept for all rivals. Returns the last pick, or -1 (see `take_picks`), and who
    is tried first: that is drawn at random, for a tree that cannot see which of them it was answers the second otherwise than the
    first."""
    deal_likely(deck, work)
    last = take_picks(work.tables[0], picks)
    work.tables[DEALT] = work.tables[0]
    return last, random_below(work.tables[DEALT], field.figures[RUNNING])


@rule(inline=True)
def play_out(t, root, work, tree, depth, trial):
    """Play from the end of a path to the end of the hand, and add the result to the path and to the rival's trials."""
    roll_out(t, work)
    judge(t, root, work)
    back_up(work, tree, depth)
    trial[CHANGE] += work.worth[root.turn, CHANGE]
    trial[FINAL] += work.worth[root.turn, FINAL]
    trial[LATEST] = joined(work.range, work.worth[root.turn, CHANGE], work.worth[root.turn, FINAL])


@rule(inline=True)
def back_up(work, tree, depth):
    """Add the rollout's worth to the choices on the path, each for the seat that made it."""
    for d in range(depth):
        node = tree.nodes[tree.path[d, 0]]
        seat = tree.path[d, 1]
        node.visits += 1
        node.change += work.worth[seat, CHANGE]
        node.final += work.worth[seat, FINAL]


@rule(inline=True)
def descend(t, work, tree, rival, last, curiosity):
    """Walk down the shared tree, by a rival's picks, and one choice beyond what is known. Returns the length of the path."""
    node, depth, given = tree.walks[BEGIN, 0], 0, picks_in(rival)
    while t.turn != NOBODY and depth < DEPTH:
        if depth < given:
            node = child_of(tree, node, t.turn << 32 | rival[depth])
        elif work.phases[t.phase] & BY_POLICY:
            break
        else:
            node = select(t, work, tree, node, offer_codes(t, work, last), curiosity)
        if node < 0:  # no room for it
            take_picks(t, rival[depth:given])
            break
        tree.path[depth, 0], tree.path[depth, 1] = node, t.turn
        depth += 1
        code = tree.nodes[node].key & 0xFFFFFFFF
        play(t, code)
        last = code if t.chain > 0 and code < FIRST_CALL else -1
        settle(t)
        if depth >= given and tree.nodes[node].visits < DELAY:
            break
    return depth


@rule(inline=True)
def select(t, work, tree, parent, n, curiosity):
    """Return the child for the best of the n codes offered by its upper confidence bound; it is made if it was never tried.

    If there is no room for it, return the best existing child; -1 if there is none.
    """
    nodes, offered, odds = tree.nodes, work.offered, work.odds
    whole = expect(t, work, n)
    visits, mean = met(t, work, tree, parent, n)
    child = nodes[parent].child
    end = child + nodes[parent].children
    best, most, best_key, best_at = -1, -math.inf, 0, 0
    known, known_most = -1, -math.inf
    for k in range(n):
        key = t.turn << 32 | offered[k]
        while child < end and nodes[child].key < key:
            child += 1
        curious = curiosity * (FLOOR / n + (1.0 - FLOOR) * odds[k] / whole)
        tried = child < end and nodes[child].key == key
        if tried and nodes[child].visits:
            bound = upper_bound(t, worth_of(nodes[child], work.range), curious, nodes[child].available, nodes[child].visits)
        else:
            bound = upper_bound(t, mean, curious, visits + 1, 0)
        if bound > most:
            best, most, best_key, best_at = child if tried else -1, bound, key, child
        if tried and bound > known_most:
            known, known_most = child, bound
    if best < 0:
        best = insert(tree, parent, best_at, best_key)
    return best if best >= 0 else known


@rule(inline=True)
def met(t, work, tree, parent, n):
    """Return how often the n codes offered were tried, and the mean of the results. They are counted as available."""
    nodes, offered = tree.nodes, work.offered
    child = nodes[parent].child
    end = child + nodes[parent].children
    visits, total = 0, 0.0
    for k in range(n):
        key = t.turn << 32 | offered[k]
        while child < end and nodes[child].key < key:
            child += 1
        if child < end and nodes[child].key == key:
            nodes[child].available += 1
            visits += nodes[child].visits
            total += joined(work.range, nodes[child].change, nodes[child].final)
    return visits, total / visits if visits else 0.0


@rule(inline=True)
def worth_of(node, found):
    """Return the mean result of a choice. found: the range of what was met so far."""
    return joined(found, node.change, node.final) / node.visits


@rule(inline=True)
def upper_bound(t, mean, curiosity, available, visits):
    """Mean worth, and the more the likelier the choice is and the less it was tried of the times it was available.

    The addition is drawn at random up to twice its size: if two seats choose at once they would otherwise fall into step, and
    one of them would answer the other's last choice forever.
    """
    return mean + 2.0 * random_unit(t) * curiosity * math.sqrt(available) / (1 + visits)


@rule
def insert(tree, parent, at, key):
    """Make a new child of the parent at the place of its child `at`, which moves up with all behind it; -1 if the pool is
    full."""
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
    node.child, node.children, node.visits, node.available = 0, 0, 0, 1
    return at


@rule
def larger_block(tree, n):
    """Return a block for more than n children, n being a full block or none; -1 if the pool is full."""
    size = 2 * n if n else 1
    block = tree.spare[highest(size)]
    if block > 0:
        tree.spare[highest(size)] = tree.nodes[block].child
        return block
    block = tree.spare[UNUSED]
    if block + size > len(tree.nodes):
        return -1
    tree.spare[UNUSED] += size
    return block


@rule
def give_back(tree, block, size):
    """A block that is not used any more."""
    if size:
        tree.nodes[block].child = tree.spare[highest(size)]
        tree.spare[highest(size)] = block


# a tree for each seat


@rule(inline=True)
def descend_apart(t, work, tree, rival, last, curiosity):
    """Walk down every seat's tree at once, by a rival's picks, until the seat on turn tries a choice that it hardly knows.
    Returns the length of the path.

    While a choice is hidden or several seats are asked at once, the others stay where they are. When the chain is complete, or
    the last of those asked has answered, each goes on by what has become different in what it sees.
    """
    here, depth, given = tree.walks[HERE], 0, picks_in(rival)
    for p in range(t.seats):
        here[p] = tree.walks[BEGIN, p]
    pending = sealed = False
    while t.turn != NOBODY and depth < DEPTH:
        seat, asked, phase = t.turn, t.asked, t.phase
        if depth < given:
            node = child_of(tree, here[seat], seat << 32 | rival[depth])
        elif work.phases[phase] & BY_POLICY:
            break
        else:
            node = select(t, work, tree, here[seat], offer_codes(t, work, last), curiosity)
        if node < 0:
            take_picks(t, rival[depth:given])
            break
        tree.path[depth, 0], tree.path[depth, 1] = node, seat
        depth += 1
        here[seat] = node
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
        if not grown:
            take_picks(t, rival[depth:given])
            break
        if depth >= given and tree.nodes[node].visits < DELAY:
            break
    return depth


@rule
def follow(t, tree, seat, key):
    """Let all others see the choice. Return False if the pool is full."""
    for p in range(t.seats):
        if p != seat:
            child = child_of(tree, tree.walks[HERE, p], key)
            if child < 0:
                return False
            tree.walks[HERE, p] = child
    return True


@rule
def look_up(t, work, tree, but):
    """Let all seats but one move on by what has changed for them. Return False if the pool is full."""
    for p in range(t.seats):
        if p != but:
            seen = difference(work, p)
            if seen:
                child = child_of(tree, tree.walks[HERE, p], seen)
                if child < 0:
                    return False
                tree.walks[HERE, p] = child
    return True


@rule
def child_of(tree, parent, key):
    """Return the child with this key, made if there is none; -1 if the pool is full."""
    nodes, child = tree.nodes, tree.nodes[parent].child
    end = child + nodes[parent].children
    while child < end and nodes[child].key < key:
        child += 1
    if child < end and nodes[child].key == key:
        return child
    return insert(tree, parent, child, key)


@rule
def look(work, row, seat):
    """Put what a seat sees of the table into a row: its masked record, without who is asked."""
    work.tables[row] = work.tables[0]
    m = work.tables[row]
    mask(m, seat)
    m.turn, m.phase, m.asked, m.chain = NOBODY, 0, 0, 0


@rule
def difference(work, seat):
    """Return a digest of all that has changed for a seat since it was noted, 0 if nothing has.

    It does not cover all that the seat sees: its own cards differ in every redeal, and its tree serves all of them.
    """
    look(work, 1, seat)
    before, now = work.words[SEEN + seat], work.words[1]
    digest = 0
    for k in range(len(now)):
        changed = before[k] ^ now[k]
        if changed:
            digest = splitmix(splitmix(digest ^ k) ^ changed)
    return digest & (GLIMPSE - 1) | GLIMPSE if digest else 0
