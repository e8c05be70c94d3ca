"""The one way a table changes: a hand is dealt, a choice is played, a step happens that nobody chooses.

Everything here is written once for all games and runs compiled or interpreted. Functions that take `tables` work on
rows of a record array; only the engine deals, so it owns the hand: its seed and where a search stops.
"""

from __future__ import annotations

from parlour.kit import DEAL, NOBODY, random_below, rule, seed_random
from parlour.machine import assign, lazy_menu

from .dispatch import (
    bound,
    choices,
    clear_away,
    deal,
    in_bulk,
    listed,
    mask,
    objection,
    play,
    proceed,
    random_choice,
    random_hand,
    random_match,
)

MOST_STEPS = 10_000
"""Steps in a row that nobody chooses; rules that start from a sound position take far fewer."""
STEPS_A_DECISION = 64
"""A match in bulk is given up after so many events for each decision that its bound allows; rules take two or three."""
GIVEN_UP = 2
"""`over` of a table that came to no end in this many steps; for what plays on by itself, and never on a table of a match."""


@rule(inline=True)
def begin(t, seed, match):
    """Set a blank table with its seats and house rules at the start of a match; the first dealer is drawn by lot."""
    for p in range(t.seats):
        t.side[p] = p
        t.score[p] = 0
        t.payoff[p] = 0.0
    t.hand_number, t.over, t.winners, t.elapsed = 0, 0, 0, 0
    seed_random(t, seed, match, 0)
    t.dealer = random_below(t, t.seats)
    t.phase, t.turn, t.asked, t.chain = DEAL, NOBODY, 0, 0


@rule(inline=True)
def open_hand(t, seed, match):
    """Deal the next hand from its own random state, on a table that is empty but for what outlasts a hand."""
    t.hand_number += 1
    clear_away(t)
    seed_random(t, seed, match, t.hand_number)
    deal(t)


@rule
def step(t, seed, match):
    """One step that nobody chooses: the next hand is dealt, or the room proceeds. The table must not be over."""
    t.said[0], t.said[1] = 0, 0
    if t.phase == DEAL:
        open_hand(t, seed, match)
    else:
        proceed(t)


@rule
def used_chance(before, after, seed, match):
    """Whether the step that made one table of the other used the random state, 1 or 0.

    A deal has a state of its own, which is set in `before`: a pack that lies across hands may be dealt without a shuffle.
    """
    if before.turn == NOBODY and before.phase == DEAL:
        seed_random(before, seed, match, after.hand_number)
    moved = 0
    for k in range(4):
        moved |= before.rng[k] ^ after.rng[k]
    return 1 if moved else 0


@rule
def act(t, choice):
    """The seat on turn makes a legal choice."""
    t.said[0], t.said[1] = 0, 0
    play(t, choice)


@rule
def settle(t):
    """Steps until somebody must choose, the hand has ended (phase DEAL), the match is over, or it is given up."""
    for _ in range(MOST_STEPS):
        if t.turn != NOBODY or t.phase == DEAL or t.over:
            return
        t.said[0], t.said[1] = 0, 0
        proceed(t)
    t.over = GIVEN_UP


@rule
def verdict(t, choice):
    """Return 0 if the seat on turn may choose this, otherwise the paragraph that forbids it, or a reason of the house below 0."""
    reason = listed(t, choice)
    return reason if reason else objection(t, choice)


@rule
def playouts(tables, matches, first, seed, menu, totals):
    """Random matches first .. first + matches - 1 of a seed on tables[0], each restored from tables[1].

    menu: int64[MENU]. totals: float64[2 + seats], added to: decisions, hands, payoff by seat.
    Returns -1, or the number of a match that went past the room's bound.
    """
    return in_bulk(tables, matches, first, seed, lazy_menu(menu), totals)


@rule(inline=True)
def many(t, blank, matches, first, seed, menu, totals):
    """Play matches on one table, held or not, which is restored from a blank one for each. Return as `playouts`."""
    for m in range(first, first + matches):
        assign(t, blank)
        begin(t, seed, m)
        decisions = random_match(t, seed, m, menu)
        if not t.over or decisions > bound(t):
            return m
        totals[0] += decisions
        totals[1] += t.hand_number
        for p in range(t.seats):
            totals[2 + p] += t.payoff[p]
    return -1


@rule(inline=True)
def one_by_one(t, seed, match, menu):
    """A random match, event by event; returns the number of choices."""
    decisions, left = 0, STEPS_A_DECISION * bound(t) + MOST_STEPS
    while left:  # one count for both kinds of event: two take measurably longer
        left -= 1
        # call the room's functions directly: `step` and `act` also clear words, which nobody reads here
        if t.turn != NOBODY:
            play(t, random_choice(t, menu))
            decisions += 1
        elif t.over:
            break
        elif t.phase == DEAL:
            open_hand(t, seed, match)
        else:
            proceed(t)
    return decisions


@rule(inline=True)
def in_rounds(t, seed, match, menu):
    """Play a match, each hand in rounds of the phases: faster if they mostly come in the order of their numbers. Return its
    decisions."""
    decisions, most = 0, STEPS_A_DECISION * bound(t) + MOST_STEPS
    for _ in range(most):
        open_hand(t, seed, match)
        decisions += random_hand(t, menu, most)
        if t.over or t.phase != DEAL:
            break
    return decisions


@rule
def perft(tables, menus, depth):
    """Number of choice sequences of this length below tables[0], within the hand; runs in full.

    tables: scratch of depth + 1 rows; menus: int64[depth + 1, MENU]. Sealed choices go in seat order, the random state
    moves as in play but starts as it stands, so the count belongs to one fixed deal.
    """
    settle(tables[0])
    if depth == 0:
        return 1
    entry, offset = [0] * (depth + 1), [0] * (depth + 1)
    sizes = [0] * (depth + 1)
    sizes[0] = choices(tables[0], menus[0]) if tables[0].turn != NOBODY else 0
    level = leaves = 0
    while level >= 0:
        if entry[level] >= sizes[level]:
            level -= 1
            continue
        word = menus[level][entry[level]]
        code = (word & 0xFFFFFFFF) + offset[level]
        offset[level] += 1
        if offset[level] > word >> 32:
            entry[level] += 1
            offset[level] = 0
        if level + 1 == depth:
            leaves += 1
            continue
        tables[level + 1] = tables[level]
        t = tables[level + 1]
        act(t, code)
        settle(t)
        level += 1
        entry[level] = offset[level] = 0
        sizes[level] = choices(t, menus[level]) if t.turn != NOBODY else 0
    return leaves


# the same for one row of a record array, for callers in Python


@rule(hurried=True)
def begin_row(tables, i, seed, match):
    """`begin` for tables[i]."""
    begin(tables[i], seed, match)


@rule(hurried=True)
def step_row(tables, i, seed, match):
    """`step` for tables[i]."""
    step(tables[i], seed, match)


@rule(hurried=True)
def used_chance_row(tables, i, after, j, seed, match):
    """`used_chance` for the step that made after[j] of tables[i]."""
    return used_chance(tables[i], after[j], seed, match)


@rule(hurried=True)
def act_row(tables, i, choice):
    """`act` for tables[i]."""
    act(tables[i], choice)


@rule(hurried=True)
def menu_row(tables, i, menu):
    """`choices` for tables[i]."""
    return choices(tables[i], menu)


@rule(hurried=True)
def verdict_row(tables, i, choice):
    """`verdict` for tables[i]."""
    return verdict(tables[i], choice)


@rule(hurried=True)
def mask_row(tables, i, seat):
    """`mask` for tables[i]."""
    mask(tables[i], seat)
