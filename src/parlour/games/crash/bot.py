"""Play Crash: people make the best hand they can, then the best of the other cards; `strategy` sets the hands that win most.

The strategy weighs each of the four points by its worth in the match, sets the hands that bring most by these weights, and then
weighs the points again; after a few rounds nothing changes any more.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.rankings import *

from .rules import DECLARE, DONE, HANDS, SET, SET_HANDS, SIX_PAIRS, THIRTEEN, hands_set, limit_of, strength
from .setting import LIKELY, chance_to_win, choose_setting, four_of_a_kind
from .standing import expected, result_of_void, results

ADVICE = ("match",)
MATCH = 1  # the bit of the advice that says what a point is worth; without it one is worth as much as another
ROUNDS = 4  # of weighing again
LEAST = 1e-6  # what a point is worth if nothing depends on it any more
PROSPECTS = ("wins {n} of 100 matches", "the first hand {n}", "the second {n}", "the third {n}", "the fourth {n}")


@rule
def policy(t, menu, n):
    """Thirteen ranks win, six pairs are kept; the strongest hand that the cards picked can become is made, card by card."""
    p = t.turn
    if t.phase == DECLARE:
        return THIRTEEN if in_menu(menu, n, THIRTEEN) else SET_HANDS
    cards = strongest(t, p) & ~t.picked[p]
    return lowest(cards) if cards else DONE


@rule
def sift(t, menu, n):
    """The last hand is as strong as can be, for nothing comes after it; but the fourth card of a rank may bring a point in it."""
    p = t.turn
    if t.phase != SET or t.fouls or not t.laid[p, HANDS - 2] or (t.four_kind_bonus and fourth(t, p)):
        return n
    cards = strongest(t, p) & ~t.picked[p]
    if not cards:
        return n
    menu[0] = lowest(cards)
    return 1


@rule
def fourth(t, p):
    """Return whether p holds the rest of a rank of which all other cards are set."""
    used, left = 0, t.hand[p] | t.picked[p]
    for k in range(HANDS):
        used |= t.laid[p, k]
    for rank in range(13):
        if used & RANKS[rank] and left & RANKS[rank] and (used | left) & RANKS[rank] == RANKS[rank]:
            return True
    return False


@rule
def strongest(t, p):
    """Return the strongest hand that p may set of the cards picked and others, none if there is none."""
    picked, limit = t.picked[p], limit_of(t, p)
    best, found, others = BRAG_PAIR << 26, 0, t.hand[p] & ~picked
    some = first_cards(others, 3 - count(picked))
    while some:
        value = strength(t, picked | some)
        if best <= value <= limit:
            best, found = value, picked | some
        some = next_cards(others, some)
    return found


# a player by itself


@rule
def strategy(t, menu, n, may, advice):
    """Thirteen ranks win at once; six pairs are declared if the hands set would win the match less often than a new deal."""
    p, plan, chances = t.turn, np.zeros(HANDS, np.int64), np.zeros(HANDS)
    if t.phase == DECLARE and in_menu(menu, n, THIRTEEN):
        return THIRTEEN
    if t.phase == DECLARE and not in_menu(menu, n, SIX_PAIRS):
        return SET_HANDS
    chance = write_chances(t, p, advice, plan, chances)
    if t.phase == DECLARE:
        return SIX_PAIRS if result_of_void(t, p, count(seats_in(t)) - 1) > chance else SET_HANDS
    if chance < 0.0:
        return policy(t, menu, n)  # the cards picked are a foul already
    cards = plan[hands_set(t, p)]
    return lowest(cards & ~t.picked[p]) if cards else DONE


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: how often the match is won by each choice, and how often each of the hands that would be set."""
    t = tables[i]
    p, plan, chances = t.turn, np.zeros(HANDS, np.int64), np.zeros(HANDS)
    hand, picked, laid = t.hand[p], t.picked[p], hands_set(t, p)
    for k in range(n):
        found[k] = np.nan
        if menu[k] == THIRTEEN or menu[k] == SIX_PAIRS:
            chance = 1.0 if menu[k] == THIRTEEN else result_of_void(t, p, count(seats_in(t)) - 1)
        else:
            if menu[k] == DONE:
                t.hand[p] = 0
            elif menu[k] < FIRST_CALL:
                t.hand[p], t.picked[p] = hand & ~(1 << menu[k]), picked | 1 << menu[k]
            chance = write_chances(t, p, advice, plan, chances)
            t.hand[p], t.picked[p] = hand, picked
            for j in range(laid, HANDS):
                found[k, 1 + j] = 100.0 * chances[j] if plan[j] and chance >= 0.0 else np.nan
        if chance >= 0.0:
            found[k, 0], found[k, HANDS + 1] = 100.0 * chance, chance
        else:
            found[k, HANDS + 1] = -np.inf


@rule
def write_chances(t, p, advice, plan, chances):
    """Write the hands that p sets into `plan`, and how likely each wins its point into `chances`. Return how likely p then wins
    the match, -1 if the cards picked make no hand that may come next."""
    others = count(seats_in(t)) - 1
    cards = t.hand[p] | t.picked[p]
    for k in range(HANDS):
        cards |= t.laid[p, k]
    fours = t.four_kind_bonus and four_of_a_kind(cards)
    plain = results(t, p, others, False)
    richer = results(t, p, others, True) if fours else plain
    setting, odds, slopes = np.zeros(HANDS, np.int64), np.full(HANDS, 1.0 / (others + 1)), np.zeros(HANDS)
    best = -1.0
    for _ in range(ROUNDS):
        bonus = expected(richer, odds, others, slopes)
        bonus -= expected(plain, odds, others, slopes)
        if not advice & MATCH:
            slopes[:], bonus = 1.0 + 1.0 / others, 1.0
        if not choose_setting(t, p, np.maximum(slopes, LEAST), bonus if fours else 0.0, others, LIKELY, setting):
            return -1.0
        used = 0
        for k in range(HANDS):
            used |= setting[k]
            odds[k] = chance_to_win(strength(t, setting[k]), k, others, LIKELY) if setting[k] else 0.0
        chance = expected(richer if fours and four_of_a_kind(used) else plain, odds, others, slopes)
        if chance <= best:
            break
        best, plan[:], chances[:] = chance, setting, odds
    return best
