"""The work of one lane of a graphics card, written as rules, so that the processor can do the same."""

from __future__ import annotations

from parlour.engine import steps, vector
from parlour.engine.dispatch import bound, mask, proceed, random_choice
from parlour.engine.dispatch import play as make_choice
from parlour.kit import DEAL, NOBODY, rule
from parlour.machine import assign, lazy_menu

from .counter import drawn


@rule
def play_out(i, tables, menu, blank, matches, share, seed, totals, stuck):
    """The lane's share of the random matches 0 .. matches - 1 of a seed: from i * share on, on tables of its own.

    tables: two records; menu: int64[MENU]; blank: a record with seats and house rules. totals: float64[lanes, 2 + seats],
    added to; stuck: int64[lanes], set: what `steps.playouts` returns.
    """
    tables[1] = blank[0]
    stuck[i] = steps.playouts(tables, min(share, matches - i * share), i * share, seed, menu, totals[i])


@rule
def play_events(i, tables, menu, blank, deals, waits, matches, seed, counter, totals, stuck):
    """Random matches of a seed, as many as a counter still has, as `play_out` plays them, in one loop: an event of each kind at a
    time, so that neighbouring lanes stay together.

    Where a loop is within a loop, lanes whose match has ended wait for the longest match of their group. Rare events are long: so
    lanes wait for each other there. deals, waits: a match begins and a hand is dealt in rounds whose number has no bit of
    `deals`, and what nobody chooses happens in those without a bit of `waits`.
    """
    t, lazy = tables[0], lazy_menu(menu)
    t.over, t.turn = 1, NOBODY
    m, decisions, left, turn = -1, 0, 1, 0
    stuck[i] = -1
    while True:
        if t.turn == NOBODY and turn & deals == 0:
            if t.over:
                if m >= 0:
                    if decisions > bound(t):
                        stuck[i] = m
                        break
                    totals[i, 0] += decisions
                    totals[i, 1] += t.hand_number
                    for p in range(t.seats):
                        totals[i, 2 + p] += t.payoff[p]
                m = drawn(counter)
                if m >= matches:
                    break
                assign(t, blank[0])
                steps.begin(t, seed, m)
                decisions, left = 0, (steps.STEPS_A_DECISION * bound(t) + steps.MOST_STEPS) * (1 + deals + waits)
            if t.phase == DEAL:
                steps.open_hand(t, seed, m)
        if t.turn == NOBODY and turn & waits == 0 and not t.over and t.phase != DEAL:
            proceed(t)
        if t.turn != NOBODY:
            make_choice(t, random_choice(t, lazy))
            decisions += 1
        turn += 1
        left -= 1
        if left <= 0:
            stuck[i] = m
            break


@rule
def begin(i, tables, seed):
    """Match i of a seed on tables[i], up to its first choice."""
    vector.begin_row(tables, i, seed)


@rule
def play(i, tables, codes, seed):
    """The legal choice codes[i] on tables[i], and on to the next one."""
    vector.play_row(tables, i, codes[i], seed)


@rule
def write_menu(i, tables, menus, sizes):
    """menus[i, :sizes[i]]: the menu of tables[i]."""
    sizes[i] = vector.menu_row(tables, i, menus[i])


@rule
def choose(i, menu, tables, codes):
    """codes[i]: a random choice for tables[i], drawn from its random state; 0 if the match is over."""
    codes[i] = 0 if tables[i].over else random_choice(tables[i], lazy_menu(menu))


@rule
def look(i, tables, views, seat):
    """views[i]: tables[i] as a seat sees it, or, for NOBODY, as the seat on turn sees it."""
    views[i] = tables[i]
    mask(views[i], tables[i].turn if seat == NOBODY else seat)
