"""Monte Carlo counterfactual regret minimisation over one hand, from the deal to the settling.

External sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games",
2009): one seat, the hero, tries all its choices, while chance and the choices of the others are drawn, the latter by their
current strategy, which follows regret matching (Hart and Mas-Colell, 2000). Iteration t counts t times, both for regrets and for
the average (linear CFR: Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", 2019). The
result is the average.

A hand can have more choices than can all be tried. So the hero tries all its ways at no more than DEEP choices of a hand, and
from there on plays by its strategy; and in half of the hands its first choices are drawn, half by its strategy and half by
chance, and it begins to try with a later one. So every choice of a hand is learned at some time. All ways of a choice meet the
same luck.

Some situations repeat within a hand: at Brag the same bets come round again and again. A player who is in one for the second time
makes the same choice as the first time, as at the table: otherwise a fold with odds of one in five would be nearly sure to come
in the end, and it would never pay to stay in against anyone.

Self-play never meets choices that no player would make, and learns no answer to them. So others can tremble (Selten,
"Reexamination of the Perfectness Concept for Equilibrium Points in Extensive Games", 1975): now and then one of them chooses at
random, which counts in no average. And some of them can be naive: they use regrets that were learned among players who choose
at random, the first level of a cognitive hierarchy (Camerer, Ho and Chong, "A Cognitive Hierarchy Model of Games", 2004).

The matches go on by the current strategies, so hands begin with any stacks of chips that come up. Phases without nerve are played
as in every rollout.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.heuristics import value
from parlour.bots.rollouts import AT_HAND, BLANK, Floats, Ints, begin_next, change, usual
from parlour.engine.dispatch import choices, play
from parlour.engine.steps import settle, step
from parlour.kit import NOBODY, random_below, random_unit, rule

from .infosets import FULL, InfoSets, blank_infosets, drawn_way, match_regrets, row_of
from .rooms import REST, WAYS, situation, ways

DEEP = 5
"""Choices of one hand at which all ways are tried."""
GO_HOME = 8
"""A match is broken off after one hand in this many, on average: its beginning is met more often than its end."""
MOST_CHOICES = 4000
"""Of one hand."""
DECISIONS = 256
"""Of one hand that are kept to, at most."""
ROOT, HAND = DEEP, DEEP + 1
"""Rows of a traversal's tables: the hand as dealt, and as it is during play."""
DRAWN, TRIED = range(2)
HUNDREDTHS = 100.0
UNDECIDED = -1


class Traversal(NamedTuple):
    """The workspace of an iteration: one hand traversed for one hero."""

    tables: Any  # record array [DEEP + 2]: the choices at which all ways are tried, then ROOT and HAND
    nerve: Ints  # [128] 1 for phases that a strategy is learned for
    codes: Ints  # [DEEP + 1, WAYS] of each of these choices, and of the one at hand
    odds: Floats  # [DEEP + 1, WAYS]
    worths: Floats  # [DEEP, WAYS]
    rows: Ints  # [DEEP] in the table of situations
    at: Ints  # [DEEP] the way that is being tried
    keys: Ints  # [DEEP] the situations
    decided: Ints  # [DECISIONS, 3] what was decided in this hand: seat, situation, way
    many: Ints  # [DEEP + 1] how many of these before each of the choices, and in the last place now
    tremble: Floats  # [1] how often the others take a way at random
    mixed: Floats  # [1] how often there are naive players among the others
    naive: InfoSets  # what these use
    naive_seats: Ints  # [128] 1 for those who are naive in this hand


def traversal_for(
    room: Any, phases: tuple[int, ...], tremble: float = 0.0, mixed: float = 0.0, naive: InfoSets | None = None
) -> Traversal:
    """Return a workspace for a room and its phases of nerve. tremble, mixed: shares, 0 to 1; naive: the situations of naive
    players, not needed if mixed is 0."""
    nerve = np.zeros(128, np.int64)
    nerve[list(phases)] = 1
    return Traversal(
        tables=room.Table.blank(DEEP + 2),
        nerve=nerve,
        codes=np.zeros((DEEP + 1, WAYS), np.int64),
        odds=np.zeros((DEEP + 1, WAYS)),
        worths=np.zeros((DEEP, WAYS)),
        rows=np.zeros(DEEP, np.int64),
        at=np.zeros(DEEP, np.int64),
        keys=np.zeros(DEEP, np.int64),
        decided=np.zeros((DECISIONS, 3), np.int64),
        many=np.zeros(DEEP + 1, np.int64),
        tremble=np.array([tremble]),
        mixed=np.array([mixed]),
        naive=blank_infosets(1) if naive is None else naive,
        naive_seats=np.zeros(128, np.int64),
    )


@rule
def learn(run, work, traversal, infosets, others, seed, match, hands, weight):
    """Play this many hands, each once with every seat as the hero. run: [2] the current match, a blank table.

    others: the regrets that all others play by, the hero's own in self-play. weight: how much the hands count. Returns the number
    of the next match.
    """
    for _ in range(hands):
        t = run[AT_HAND]
        if t.over or t.hand_number == 0 or random_below(t, GO_HOME) == 0:
            match = begin_next(run, seed, match)
        step(t, seed, match - 1)
        for hero in range(t.seats):
            traversal.tables[ROOT] = run[AT_HAND]
            r = traversal.tables[ROOT]
            for _ in range(hero + 1):  # luck of its own
                r.rng[0] ^= random_below(r, 1 << 30)
            seat_naive(r, traversal, hero)
            try_hand(work, traversal, infosets, others, hero, weight)
        traversal.tables[HAND] = run[AT_HAND]
        traversal.many[DEEP] = 0
        traversal.naive_seats[:] = 0
        play_on(work, traversal, infosets, others, NOBODY, 0.0, 0)
        run[AT_HAND] = traversal.tables[HAND]
    return match


@rule
def seat_naive(t, traversal, hero):
    """Draw which of the others are naive in a hand: in some hands (`mixed`) each of them is, with a chance of one in two."""
    traversal.naive_seats[:] = 0
    if traversal.mixed[0] > 0.0 and random_unit(t) < traversal.mixed[0]:
        for q in range(t.seats):
            traversal.naive_seats[q] = q != hero and random_below(t, 2)


@rule
def try_hand(work, traversal, infosets, others, hero, weight):
    """One hand: the hero tries its ways, and its regrets are noted. Returns what its strategy is worth in it."""
    tables, depth = traversal.tables, 0
    tables[HAND] = tables[ROOT]
    traversal.many[DEEP] = 0
    t = tables[HAND]
    while True:
        if play_on(work, traversal, infosets, others, hero, weight, depth) == TRIED:
            tables[depth] = tables[HAND]
            traversal.many[depth] = traversal.many[DEEP]
            traversal.at[depth] = -1
            depth += 1
            worth = 0.0
        else:
            worth = gained(t, tables[ROOT], hero, work)
            if depth == 0:
                return worth
            traversal.worths[depth - 1, traversal.at[depth - 1]] = worth
        while not next_way(traversal, depth - 1):
            worth = note_regrets(traversal, infosets, work, depth - 1, hero, weight)
            depth -= 1
            if depth == 0:
                return worth
            traversal.worths[depth - 1, traversal.at[depth - 1]] = worth
        tables[HAND] = tables[depth - 1]
        traversal.many[DEEP] = traversal.many[depth - 1]
        decide(traversal, hero, traversal.keys[depth - 1], traversal.at[depth - 1])
        go_way(t, traversal.codes[depth - 1], traversal.at[depth - 1], work)


@rule
def gained(t, root, hero, work):
    """Return what a hand has brought the hero: of its score against the others, or of its payoff if the room values tables."""
    before = value(root, hero)
    if math.isnan(before):
        return change(t, root, hero, work)
    return (t.payoff[hero] if t.over else value(t, hero)) - before


@rule
def next_way(traversal, depth):
    """Go on to the next possible way; return False if all were tried."""
    for k in range(traversal.at[depth] + 1, WAYS):
        if traversal.codes[depth, k] >= 0:
            traversal.at[depth] = k
            return True
    return False


@rule
def note_regrets(traversal, infosets, work, depth, hero, weight):
    """Add to the regrets what each way would have won more than the strategy, whose worth is returned, and what each brought."""
    row, worth = traversal.rows[depth], 0.0
    so_far = gained(traversal.tables[depth], traversal.tables[ROOT], hero, work)
    unit = 1.0 if math.isnan(value(traversal.tables[ROOT], hero)) else HUNDREDTHS
    for k in range(WAYS):
        if traversal.codes[depth, k] >= 0:
            worth += traversal.odds[depth, k] * traversal.worths[depth, k]
    for k in range(WAYS):
        if traversal.codes[depth, k] >= 0:
            infosets.regrets[row, k] += weight * (traversal.worths[depth, k] - worth)
            infosets.brought[row, k] += unit * (traversal.worths[depth, k] - so_far)
            infosets.tried[row, k] += 1
    return worth


@rule
def play_on(work, traversal, infosets, others, hero, weight, depth):
    """Play the hand on to its end, or to a choice at which the hero is to try all its ways: DRAWN or TRIED.

    The strategies of all others are added to their averages. With a weight of 0 nothing is learned, the hero plays by its
    regrets.
    """
    t, menu, codes = traversal.tables[HAND], work.menu, traversal.codes[depth]
    for _ in range(MOST_CHOICES):
        settle(t)
        if t.turn == NOBODY or t.over:
            return DRAWN
        n = choices(t, menu)
        if traversal.nerve[t.phase] == 0:
            play(t, usual(t, menu, n, work))
            continue
        ways(t, menu, n, codes)
        key = situation(t)
        way = decided_way(traversal, t.turn, key, codes)
        if way == UNDECIDED:
            way = choose_way(t, traversal, infosets, others, hero, weight, depth, key)
            if way == UNDECIDED:
                traversal.keys[depth] = key
                return TRIED
            decide(traversal, t.turn, key, way)
        go_way(t, codes, way, work)
    settle(t)
    return DRAWN


@rule
def choose_way(t, traversal, infosets, others, hero, weight, depth, key):
    """Return a way drawn from the strategy of the seat on turn, UNDECIDED for the hero, who is to try all ways."""
    codes, odds = traversal.codes[depth], traversal.odds[depth]
    naive = traversal.naive_seats[t.turn] != 0
    whose = infosets if t.turn == hero else traversal.naive if naive else others
    there = 0
    for k in range(WAYS):
        there += codes[k] >= 0
    row = row_of(whose, key, weight > 0.0 and not naive) if there > 1 else FULL
    if row == FULL:
        all_alike(codes, odds, 1.0, there)
    else:
        match_regrets(whose.regrets[row], codes, odds)
        if weight > 0.0 and t.turn == hero and depth < DEEP:
            if random_below(t, 2) == 0:
                traversal.rows[depth] = row
                infosets.visits[row] += 1
                return UNDECIDED
            if depth == 0:
                all_alike(codes, odds, 0.5, there)
        elif weight > 0.0 and t.turn != hero and not naive:
            for k in range(WAYS):
                others.sums[row, k] += weight * odds[k]
            if random_unit(t) < traversal.tremble[0]:
                all_alike(codes, odds, 1.0, there)
    return drawn_way(codes, odds, random_unit(t))


@rule(inline=True)
def all_alike(codes, odds, share, there):
    """Spread this share of the odds evenly over the ways that are there."""
    for k in range(WAYS):
        odds[k] = (1.0 - share) * odds[k] + (share / there if codes[k] >= 0 else 0.0)


@rule(inline=True)
def decided_way(traversal, seat, key, codes):
    """The way that a seat has gone in this situation in this hand, if it is there; otherwise UNDECIDED."""
    for k in range(traversal.many[DEEP]):
        if traversal.decided[k, 1] == key and traversal.decided[k, 0] == seat and codes[traversal.decided[k, 2]] >= 0:
            return traversal.decided[k, 2]
    return UNDECIDED


@rule(inline=True)
def decide(traversal, seat, key, way):
    """Note the way that a seat goes in a situation, for the rest of the hand."""
    n = traversal.many[DEEP]
    if n < DECISIONS:
        traversal.decided[n, 0], traversal.decided[n, 1], traversal.decided[n, 2] = seat, key, way
        traversal.many[DEEP] = n + 1


@rule
def go_way(t, codes, way, work):
    """Make the choice of a way; see `code_of`."""
    play(t, code_of(t, codes, way, work))


@rule
def code_of(t, codes, way, work):
    """The code of a way; for REST one of the menu that is none of the others, by the policy of rollouts."""
    code = codes[way]
    return usual(t, work.menu, the_rest(t, codes, work.menu), work) if code == REST else code


@rule
def the_rest(t, codes, menu):
    """The menu of the seat on turn without the codes that ways are; returns how many entries are left."""
    n, left = choices(t, menu), 0
    for i in range(n):
        named = False
        for k in range(WAYS):
            named |= codes[k] == menu[i]
        if not named:
            menu[left] = menu[i]
            left += 1
    return left


@rule
def measure(run, work, traversal, infosets, others, seed, match, results):
    """First hands of this many matches, each once with every seat as the hero: its mean worth over the seats into results[i].

    The hero plays by its own regrets, all others by theirs; nothing is learned.
    """
    for i in range(len(results)):
        results[i] = 0.0
        for hero in range(run[BLANK].seats):
            begin_next(run, seed, match + i)
            step(run[AT_HAND], seed, match + i)
            traversal.tables[ROOT] = run[AT_HAND]
            traversal.tables[HAND] = run[AT_HAND]
            traversal.many[DEEP] = 0
            play_on(work, traversal, infosets, others, hero, 0.0, 0)
            t = traversal.tables[HAND]
            results[i] += gained(t, traversal.tables[ROOT], hero, work) / t.seats
