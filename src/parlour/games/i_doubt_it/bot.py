"""How I Doubt It is played on: mostly the truth, a small lie if there is none to tell, and doubts that pay for oneself.

Nothing here looks at more than the seat on turn sees: its own cards, the claim, how many cards lie or are held where. The rates
were found by playing such players against each other (docs/findings/i_doubt_it.md).
"""

import math

import numpy as np

from parlour.kit import FIRST_CALL, RANKS, bag_size, first_code, lowest, random_below, random_unit, rank_of, rule

from .nerve import BURDEN, doubt_betters, last_wanted, lies_picked, must_doubt
from .rules import DONE, DOUBT, DOUBT_IT, LET, PLAY, Table

PADS = 0.03  # how often one more card goes with the truth, while there is no pile
MORE = np.array([0.0, 0.05, 0.02, 0.05])  # how often a further card goes with this many lies, while there is no pile
TALL = 1.0  # by how much a pile of the whole pack makes such daring rarer, as an exponent
NERVE = 1.15  # by this much a doubt must improve one's own: its gain is shared by all others
FEW = 3  # cards in hand from which on they are laid with an eye on the last
WHIM = 0.02  # doubts at random


@rule
def sift(t, menu, n):
    """Leave doubts that rest on what is known, and one card of every rank to lay, because suits mean nothing.

    A search cannot weigh a doubt: it deals the unseen cards evenly, as if claims were made at random, and sees lies everywhere. A
    player who holds true cards lays one of them first. Of the last few cards, if all are lies, the one goes that is wanted last:
    a player who lays them all must tell the truth at the end. The very last card is kept if it would be caught, and so is a card
    that would make as many lies as there are cards of the rank: a player who holds one of them would see through it.
    """
    if t.phase == DOUBT:
        menu[0] = DOUBT_IT if must_doubt(t) or doubt_pays(t) else LET
        return 1
    cards = t.hand[t.turn, 0]
    truth = cards & RANKS[t.rank]
    if t.chain == 0 and truth:
        cards = truth
    elif t.chain == 0 and bag_size(t.hand[t.turn]) <= FEW:
        cards = 1 << last_wanted(t, cards)
    elif t.chain and not truth and (ends_caught(t) or lies_picked(t) == 4 * t.decks - 1):
        cards = 0
    return one_of_each(cards, menu, n)


@rule
def ends_caught(t):
    """Whether only one card is left, which would be looked at."""
    return bag_size(t.hand[t.turn]) == 1 and t.final_challenge == Table.final_challenge.automatic


@rule
def one_of_each(cards, menu, n):
    """Leave in the menu the calls, and of each rank in the set its lowest card."""
    kept = ranks = 0
    for k in range(n):
        code = first_code(menu[k])
        if code < FIRST_CALL:
            rank = rank_of(code)
            if not (cards >> code) & 1 or (ranks >> rank) & 1:
                continue
            ranks |= 1 << rank
        menu[kept] = menu[k]
        kept += 1
    return kept


@rule
def value(t, seat):
    """The payoff to be expected by how many cards are where."""
    whole = own = 0.0
    for p in range(t.seats):
        weight = math.exp(-BURDEN * bag_size(t.hand[p]))
        whole += weight
        if p == seat:
            own = weight
    return (own - (whole - own) / (t.seats - 1)) / whole


@rule
def policy(t, menu, n):
    if t.phase == PLAY:
        return lay(t)
    if must_doubt(t):
        return DOUBT_IT
    if random_unit(t) < WHIM:
        return DOUBT_IT if random_below(t, 2) else LET
    return DOUBT_IT if doubt_pays(t) else LET


# laying


@rule
def lay(t):
    """All cards of the rank, if there are any; otherwise the one that can be told the truth about last. Seldom more.

    The last cards are kept back if they would be looked at and are none of the rank.
    """
    p = t.turn
    cards = t.hand[p, 0]
    truth, others = cards & RANKS[t.rank], cards & ~RANKS[t.rank]
    lies = t.picked[p, 0] & ~RANKS[t.rank]
    if truth and not lies:
        return lowest(truth)
    if t.chain == 0:
        return last_wanted(t, others)
    if not others or ends_caught(t):
        return DONE
    daring = PADS if not lies else MORE[min(t.chain, 3)] if t.chain < 4 else 0.0
    if random_unit(t) < daring * math.exp(-TALL * bag_size(t.heap) / (52.0 * t.decks)):
        return last_wanted(t, others)
    return DONE


# doubting


@rule
def doubt_pays(t):
    """Whether one's prospects after a doubt are better than without: one takes the pile for a truth, the player for a lie."""
    return doubt_betters(t) > NERVE
