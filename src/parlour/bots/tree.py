"""Information-set Monte Carlo tree search, compiled, written once for every game.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). The unseen cards are dealt anew, and every
choice still in question is tried on each deal (see `race`): an iteration walks down the tree from it by upper confidence bounds,
counting how often each choice was *available* and not how often its parent was visited, plays on by the policy to the end of the
hand and adds the result to the path. Chance is not a level of the tree: its outcomes are averaged over.

Where others do not see what is chosen the first choice, too, goes by the bounds: they answer what is chosen more often, and so
keep whoever chooses from leaning to one choice for no reason.

The bounds hold what the policy expects (PUCT: Rosin, "Multi-armed Bandits with Episode Context", 2011), and a node is only
walked through once it was tried a few times. So a choice that needs further ones is not judged by what its worst
continuations cost to be tried, and of a long menu the likely part is looked at first.

Where every choice is seen by all, all seats share one tree (`search`). Where some are hidden or sealed, each seat has a
tree of its own (`search_apart`, the paper's multiple-observer search): the seat that chooses walks down by its choice,
each other by what it sees of it, which is read off its masked table. So no node can depend on what its owner does not know.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.dispatch import choices, mask, play
from parlour.engine.redeal import redeal
from parlour.engine.steps import settle
from parlour.kit import FIRST_CALL, NOBODY, highest, random_below, random_unit, rule, splitmix
from parlour.machine import lend

from .heuristics import has_policy, policy
from .rollouts import (
    CHANGE,
    DEALT,
    FINAL,
    HIDDEN,
    SEEN,
    UNORDERED,
    Ints,
    deal_likely,
    judge,
    match_weight,
    offer_codes,
    roll_out,
    take_picks,
    weigh,
    width,
)

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
LATEST, AHEAD, SQUARES, TRIAL = range(2, 6)
"""The columns of a rival's trials after the sums of CHANGE and FINAL: its worth on the latest deal, and sums of how far it was
ahead of all rivals on average, and of the squares of that."""
ANY = -1
"""In place of a rival's pick: whichever has the best bound."""
GLIMPSE = 1 << 61
FLOOR = 0.1
"""The share of the expectation that is spread evenly: whatever the policy thinks, every choice is tried some day."""
DELAY = 4
"""How often a choice is tried before the search looks at what may follow it."""
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
def search(deck, desk, tree, picks, rivals, trials, deals, exploration):  # type: ignore[no-untyped-def]
    """Try the rivals on some deals, in a tree where everybody sees the choices.

    picks: those the viewer has made of its chain. rivals: int64[n, picks], the ways it may go on that are still in question, a
    whole chain or its next pick, then ANY for what the bounds say: each is tried on the same deals, with the same luck. Who is
    first is drawn by lot: a tree that cannot see which of them it was answers the second otherwise than the first. trials:
    float64[n, TRIAL] to add to.
    """
    deck, desk, tree, picks, rivals, trials = lend((deck, desk, tree, picks, rivals, trials))
    root = deck.masked[0]
    for _ in range(deals):
        last, first = deal_out(deck, desk, picks, len(rivals))
        for turn in range(len(rivals)):
            k = (first + turn) % len(rivals)
            desk.tables[0] = desk.tables[DEALT]
            t = desk.tables[0]
            depth = descend(t, desk, tree, rivals[k], last, exploration * width(desk.range))
            play_out(t, root, desk, tree, depth, trials[k])
        compare_trials(desk, trials)


@rule
def search_apart(deck, desk, tree, picks, rivals, trials, deals, exploration):  # type: ignore[no-untyped-def]
    """The same where choices may be hidden or sealed: a tree for each seat."""
    deck, desk, tree, picks, rivals, trials = lend((deck, desk, tree, picks, rivals, trials))
    root = deck.masked[0]
    for _ in range(deals):
        last, first = deal_out(deck, desk, picks, len(rivals))
        for turn in range(len(rivals)):
            k = (first + turn) % len(rivals)
            desk.tables[0] = desk.tables[DEALT]
            t = desk.tables[0]
            depth = descend_apart(t, desk, tree, rivals[k], last, exploration * width(desk.range))
            play_out(t, root, desk, tree, depth, trials[k])
        compare_trials(desk, trials)


@rule(inline=True)
def deal_out(deck, desk, picks, rivals):  # type: ignore[no-untyped-def]
    """A redeal with the viewer's first picks made, kept for all rivals. Returns the last pick, or -1, and which rival is
    tried first; see `take_picks`."""
    deal_likely(deck, desk)
    last = take_picks(desk.tables[0], picks)
    desk.tables[DEALT] = desk.tables[0]
    return last, random_below(desk.tables[DEALT], rivals)


@rule(inline=True)
def play_out(t, root, desk, tree, depth, trial):  # type: ignore[no-untyped-def]
    """From the end of a path to the end of the hand: what comes of it is added to the path, and to the rival's trials."""
    roll_out(t, desk)
    judge(t, root, desk)
    back_up(desk, tree, depth)
    trial[CHANGE] += desk.worth[root.turn, CHANGE]
    trial[FINAL] += desk.worth[root.turn, FINAL]
    trial[LATEST] = desk.worth[root.turn, CHANGE] + match_weight(desk.range) * desk.worth[root.turn, FINAL]


@rule(inline=True)
def compare_trials(desk, trials):  # type: ignore[no-untyped-def]
    """How much better or worse each rival did on this deal than all of them on average."""
    mean = 0.0
    for k in range(len(trials)):
        mean += trials[k, LATEST] / len(trials)
    for k in range(len(trials)):
        trials[k, AHEAD] += trials[k, LATEST] - mean
        trials[k, SQUARES] += (trials[k, LATEST] - mean) ** 2


@rule(inline=True)
def back_up(desk, tree, depth):  # type: ignore[no-untyped-def]
    """Add the rollout's worth to the choices on the path, each for the seat that made it."""
    for d in range(depth):
        node = tree.nodes[tree.path[d, 0]]
        seat = tree.path[d, 1]
        node.visits += 1
        node.change += desk.worth[seat, CHANGE]
        node.final += desk.worth[seat, FINAL]


@rule(inline=True)
def descend(t, desk, tree, rival, last, curiosity):  # type: ignore[no-untyped-def]
    """Walk down the shared tree, by a rival's picks, and one choice beyond what is known. Returns the length of the path."""
    node, depth, given = tree.roots[0], 0, picks_in(rival)
    while t.turn != NOBODY and depth < DEPTH:
        if depth < given:
            node = child_of(tree, node, t.turn << 32 | rival[depth])
        else:
            node = select(t, desk, tree, node, offer_codes(t, desk, last), curiosity)
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
def picks_in(rival):  # type: ignore[no-untyped-def]
    """How many picks a rival has."""
    n = 0
    while n < len(rival) and rival[n] != ANY:
        n += 1
    return n


@rule(inline=True)
def select(t, desk, tree, parent, n, curiosity):  # type: ignore[no-untyped-def]
    """The child for one of the n codes offered, the best by its upper confidence bound; made where it was never tried.

    Where there is no room for it, the best that is there; -1 where there is none.
    """
    nodes, offered, odds = tree.nodes, desk.offered, desk.odds
    whole, weight = expect(t, desk, n), match_weight(desk.range)
    visits, mean = met(t, desk, tree, parent, n, weight)
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
            bound = upper_bound(t, worth_of(nodes[child], weight), curious, nodes[child].available, nodes[child].visits)
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
def met(t, desk, tree, parent, n, weight):  # type: ignore[no-untyped-def]
    """How often the n codes offered were tried, and the mean of what came of it. They are counted as available."""
    nodes, offered = tree.nodes, desk.offered
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
            total += nodes[child].change + weight * nodes[child].final
    return visits, total / visits if visits else 0.0


@rule
def likely_codes(deck, desk, picks):  # type: ignore[no-untyped-def]
    """The policy's odds of the codes offered after the viewer's picks, into `odds`; returns their sum. See `offered_after`."""
    redeal(desk.tables, 0, deck)
    last = take_picks(desk.tables[0], picks)
    return expect(desk.tables[0], desk, offer_codes(desk.tables[0], desk, last))


@rule
def whole_chains(deck, desk, picks, chains, odds):  # type: ignore[no-untyped-def]
    """All ways to make the rest of the viewer's chain, one to a row of `chains`, ended by ANY, and how likely the policy is to go
    each; returns how many, none where there are more or longer ones than there is room for. A set is there once, begun low."""
    redeal(desk.tables, 0, deck)
    desk.tables[DEALT] = desk.tables[0]
    t, menu = desk.tables[0], desk.offered
    chains[0] = ANY
    odds[0] = 1.0
    n, k = 1, 0
    while k < n:
        desk.tables[0] = desk.tables[DEALT]
        last, made = take_picks(t, picks), picks_in(chains[k])
        if made:
            last = take_picks(t, chains[k, :made])
            if t.chain == 0:
                k += 1
                continue
        more = offer_codes(t, desk, last)
        if last >= 0 and desk.phases[t.phase] & UNORDERED and menu[0] < last:  # see `offer_codes`
            n -= 1
            chains[k], odds[k] = chains[n], odds[n]
            continue
        if made == chains.shape[1] or n + more - 1 > len(chains):
            return 0
        whole, so_far = expect(t, desk, more), odds[k]
        for j in range(more):  # the first in place of what it goes on from
            row = n + j - 1 if j else k
            chains[row, :made] = chains[k, :made]
            chains[row, made] = menu[j]
            chains[row, made + 1 :] = ANY
            odds[row] = so_far * (FLOOR / more + (1.0 - FLOOR) * desk.odds[j] / whole)
        n += more - 1
    return n


@rule(inline=True)
def expect(t, desk, n):  # type: ignore[no-untyped-def]
    """How likely the policy is to take each of the n codes offered, into `odds`; returns their sum.

    A policy that its author wrote names one choice: half of the expectation is there.
    """
    if n == 1:
        desk.odds[0] = 1.0
        return 1.0
    whole = weigh(t, desk.offered, n, desk)
    if has_policy(t):
        code = policy(t, desk.menu, choices(t, desk.menu))
        for k in range(n):
            if desk.offered[k] == code:
                desk.odds[k] += whole
                return 2.0 * whole
    return whole


@rule(inline=True)
def worth_of(node, weight):  # type: ignore[no-untyped-def]
    """The mean of what came of a choice."""
    return (node.change + weight * node.final) / node.visits


@rule(inline=True)
def upper_bound(t, mean, curiosity, available, visits):  # type: ignore[no-untyped-def]
    """Mean worth, and the more the likelier the choice is and the less it was tried of the times it was available.

    The addition is drawn by lot up to twice its size: where two seats choose at once they would otherwise fall into step, and
    one of them would answer the other's last choice forever.
    """
    return mean + 2.0 * random_unit(t) * curiosity * math.sqrt(available) / (1 + visits)


@rule
def insert(tree, parent, at, key):  # type: ignore[no-untyped-def]
    """A new child of the parent where its child `at` is, which moves up with all behind it; -1 where the pool is full."""
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
    """A block for more than n children, where n is a full block or none; -1 where the pool is full."""
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
def descend_apart(t, desk, tree, rival, last, curiosity):  # type: ignore[no-untyped-def]
    """Walk down every seat's tree at once, by a rival's picks, until the seat on turn tries what it hardly knows. Returns the
    length of the path.

    While a choice is hidden or several seats are asked at once, the others stay where they are. When the chain is
    complete, or the last of those asked has answered, each goes on by what has become different in what it sees.
    """
    cursor, depth, given = tree.cursor, 0, picks_in(rival)
    for p in range(t.seats):
        cursor[p] = tree.roots[p]
    pending = sealed = False
    while t.turn != NOBODY and depth < DEPTH:
        seat, asked, phase = t.turn, t.asked, t.phase
        if depth < given:
            node = child_of(tree, cursor[seat], seat << 32 | rival[depth])
        else:
            node = select(t, desk, tree, cursor[seat], offer_codes(t, desk, last), curiosity)
        if node < 0:
            take_picks(t, rival[depth:given])
            break
        tree.path[depth, 0], tree.path[depth, 1] = node, seat
        depth += 1
        cursor[seat] = node
        sealed = sealed or asked & (asked - 1) != 0
        hidden = sealed or desk.phases[phase] & HIDDEN != 0
        if hidden and not pending:
            pending = True
            for p in range(t.seats):
                look(desk, SEEN + p, p)
        key = tree.nodes[node].key
        code = key & 0xFFFFFFFF
        t.said[0], t.said[1] = 0, 0
        play(t, code)
        grown = True
        if not hidden:
            grown = follow(t, tree, seat, key)
        elif sealed:
            if t.asked == 0 or t.asked & ~asked or t.phase != phase:
                grown = look_up(t, desk, tree, NOBODY)
                pending = sealed = False
        elif t.chain == 0:
            grown = look_up(t, desk, tree, seat)
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
def follow(t, tree, seat, key):  # type: ignore[no-untyped-def]
    """All others see the choice. False where the pool is full."""
    for p in range(t.seats):
        if p != seat:
            child = child_of(tree, tree.cursor[p], key)
            if child < 0:
                return False
            tree.cursor[p] = child
    return True


@rule
def look_up(t, desk, tree, but):  # type: ignore[no-untyped-def]
    """All seats but one go on by what has become different for them. False where the pool is full."""
    for p in range(t.seats):
        if p != but:
            seen = difference(desk, p)
            if seen:
                child = child_of(tree, tree.cursor[p], seen)
                if child < 0:
                    return False
                tree.cursor[p] = child
    return True


@rule
def child_of(tree, parent, key):  # type: ignore[no-untyped-def]
    """The child with this key, made where there is none; -1 where the pool is full."""
    nodes, child = tree.nodes, tree.nodes[parent].child
    end = child + nodes[parent].children
    while child < end and nodes[child].key < key:
        child += 1
    if child < end and nodes[child].key == key:
        return child
    return insert(tree, parent, child, key)


@rule
def look(desk, row, seat):  # type: ignore[no-untyped-def]
    """Put what a seat sees of the table into a row: its masked record, without who is asked."""
    desk.tables[row] = desk.tables[0]
    m = desk.tables[row]
    mask(m, seat)
    m.turn, m.phase, m.asked, m.chain = NOBODY, 0, 0, 0


@rule
def difference(desk, seat):  # type: ignore[no-untyped-def]
    """A digest of all that has become different for a seat since it was noted, 0 where nothing has.

    Not of what it sees: that holds its own cards, which are others in every redeal, and its tree is one for all of them.
    """
    look(desk, 1, seat)
    before, now = desk.words[SEEN + seat], desk.words[1]
    digest = 0
    for k in range(len(now)):
        changed = before[k] ^ now[k]
        if changed:
            digest = splitmix(splitmix(digest ^ k) ^ changed)
    return digest & (GLIMPSE - 1) | GLIMPSE if digest else 0
