"""Compiled checks over many random matches of any room: written once, resolved by the type of the table."""

from __future__ import annotations

from parlour.engine.dispatch import bound, choices, random_choice
from parlour.engine.steps import MOST_STEPS, STEPS_A_DECISION, act, begin, step, verdict
from parlour.kit import NOBODY, in_menu, lowest, menu_codes, rule
from parlour.machine import lazy_menu

from .ranges import first_out_of_range

OK, MENU_DISAGREES, EMPTY_MENU, NOT_ASCENDING, PAST_BOUND, NOT_ASKED, PAYOFF, LAZY_DISAGREES, WINNERS = range(9)
CHANCE_DISAGREES, PAST_RANGE, NO_END = 9, 10, 11
FAULTS = (
    "",
    "menu and objection disagree",
    "nothing may be chosen",
    "the menu is not ascending",
    "past the bound",
    "the seat on turn is not asked",
    "the payoff does not sum to zero",
    "the menu is another if it is only drafted",
    "the winners are not those with the best payoff",
    "what chance chooses is not in the menu",
    "a number is past its range",
    "steps come to no end",
)
ABOUT_A_CODE = (MENU_DISAGREES, CHANCE_DISAGREES)
"""Faults for which the code says which choice it is about."""
ABOUT_THE_MENU = (EMPTY_MENU, NOT_ASCENDING, LAZY_DISAGREES)


@rule
def fault_in_menu(t, menu, lazy, end, resign):
    """(fault, code) of the menu of the seat on turn; every code below `end` is asked about."""
    if not (t.asked >> t.turn) & 1:
        return NOT_ASKED, 0
    n = choices(t, menu)
    if n == 0:
        return EMPTY_MENU, 0
    last = -1
    for k in range(n):
        if (menu[k] & 0xFFFFFFFF) <= last:
            return NOT_ASCENDING, k
        last = (menu[k] & 0xFFFFFFFF) + (menu[k] >> 32)
    legal = 0
    for code in range(-1, end):
        if code != resign and (verdict(t, code) == 0) != in_menu(menu, n, code):
            return MENU_DISAGREES, code
        legal += in_menu(menu, n, code)
    if legal != menu_codes(menu, n):
        return MENU_DISAGREES, end
    if choices(t, lazy) != n:
        return LAZY_DISAGREES, end
    for k in range(n):
        if lazy[k] != menu[k]:
            return LAZY_DISAGREES, k
    return OK, 0


@rule
def odd_winners(t):
    """Whether the winners are not exactly those with the best payoff; without winners, among several players, no one may have
    gained."""
    if t.seats == 1:
        return t.winners > 1
    best = t.payoff[lowest(t.winners)] if t.winners else 0.0
    for p in range(t.seats):
        if t.winners == 0 or (t.winners >> p) & 1:
            if t.payoff[p] != best:
                return True
        elif t.payoff[p] >= best:
            return True
    return t.winners >> t.seats != 0


@rule
def first_fault(tables, words, limits, matches, seed, menu, spare, end, resign, zero_sum, most, totals, course):
    """(fault, match, decision, code) of the first fault in random matches 0 .. matches - 1 of a seed, or OK.

    tables: wide; 0 is played on, 1 the blank to start from, 2 is left as it was before the last event. words: their memory.
    limits: of the numbers (see `ranges.limits_of`). menu, spare: int64[MENU]. most: in this many decisions of each match menus
    are checked. totals: float64[2 + seats], added to as by `steps.playouts`. course: int64[phases + 1, phases + 1], added to
    as `Climb.course` says. The code is NOBODY if nobody chose what is at fault.
    """
    t, lazy = tables[0], lazy_menu(spare)
    for m in range(matches):
        tables[0] = tables[1]
        begin(t, seed, m)
        limit, decisions, code = bound(t), 0, NOBODY
        left = STEPS_A_DECISION * limit + MOST_STEPS
        while t.over == 0:
            left -= 1
            if t.winners:
                return WINNERS, m, decisions, code
            if left == 0:
                return NO_END, m, decisions, code
            if t.turn == NOBODY:
                code = NOBODY
                tables[2] = t
                step(t, seed, m)
            else:
                if decisions < most:
                    fault, code = fault_in_menu(t, menu, lazy, end, resign)
                    if fault != OK:
                        return fault, m, decisions, code
                code = random_choice(t, menu)
                if verdict(t, code) != 0:
                    return CHANCE_DISAGREES, m, decisions, code
                tables[2] = t
                act(t, code)
                decisions += 1
                if decisions > limit:
                    return PAST_BOUND, m, decisions, code
            course[tables[2].phase, len(course) - 1 if t.over else t.phase] += 1
            if first_out_of_range(words, limits) >= 0:
                return PAST_RANGE, m, decisions, code
        totals[0] += decisions
        totals[1] += t.hand_number
        total = 0.0
        for p in range(t.seats):
            totals[2 + p] += t.payoff[p]
            total += t.payoff[p]
        if zero_sum and abs(total) > 1e-9:
            return PAYOFF, m, decisions, code
        if odd_winners(t):
            return WINNERS, m, decisions, code
    return OK, 0, 0, 0
