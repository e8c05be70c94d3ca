"""How I Doubt It is played on: mostly the truth, a small lie where there is none to tell, and doubts that pay for oneself.

Nothing here looks at more than the seat on turn sees: its own cards, the claim, how many cards lie or are held where. The rates
were found by playing such players against each other (docs/decisions/0330-what-a-liar-knows.md).
"""

import math

import numpy as np

from parlour.kit import FIRST_CALL, RANKS, bag_size, count, first_code, lowest, random_below, random_unit, rank_of, rule

from .rules import DONE, DOUBT, DOUBT_IT, LET, PLAY

INVERSE = np.array([0] + [pow(seats, -1, 13) for seats in range(1, 13)])
PADS = 0.03  # how often one more card goes with the truth, while there is no pile
MORE = np.array([0.0, 0.05, 0.02, 0.05])  # how often a further card goes with so many lies, while there is no pile
TALL = 1.0  # by how much a pile of the whole pack makes such daring rarer, as an exponent
LIES = np.array([0.0, 0.75, 0.24, 0.01, 0.02])  # how many cards those are thought to lay who have none of the rank
PADDED = 0.03  # how often others are thought to lay a card too many with the truth
SHY = 0.02  # how often for a reason of their own: a card kept back, three too many
BURDEN = 0.06  # how much a card more takes from somebody's prospects
NERVE = 1.15  # by so much a doubt must better one's own: whatever it wins is shared by all others
FEW = 3  # cards in hand from which on they are laid with an eye on the last
WHIM = 0.02  # doubts by chance


@rule
def sift(t, menu, n):
    """Doubts by what is known, and of the cards to lay one of every rank, for suits mean nothing.

    A search cannot weigh a doubt: it deals the unseen cards evenly, as if claims were made at random, and sees lies everywhere.
    The truth is begun with where there is any. Of the last few cards, if all are lies, the one goes that is wanted last: whoever
    lays them all must tell the truth at the end. And the last card of all is kept where it would be caught.
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
    elif bag_size(t.hand[t.turn]) == 1 and not truth and t.final_challenge == 0 and t.chain:
        cards = 0
    return one_of_each(cards, menu, n)


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
def must_doubt(t):
    """A claim that one's own cards prove a lie, for which nobody else can have to pay, or the last cards of a player, who has won
    if nobody doubts."""
    return held(t) + bag_size(t.last) > 4 * t.decks or t.hand[t.player, 0] == 0


@rule
def held(t):
    """How many cards of the claimed rank the seat on turn holds."""
    own = t.hand[t.turn]
    return count(own[0] & RANKS[t.rank]) + count(own[1] & RANKS[t.rank])


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

    The last cards are kept back where they would be looked at and are none of the rank.
    """
    p = t.turn
    cards = t.hand[p, 0]
    truth, others = cards & RANKS[t.rank], cards & ~RANKS[t.rank]
    lies = t.picked[p, 0] & ~RANKS[t.rank]
    if truth and not lies:
        return lowest(truth)
    if t.chain == 0:
        return last_wanted(t, others)
    if not others or (bag_size(t.hand[p]) == 1 and t.final_challenge == 0):
        return DONE
    daring = PADS if not lies else MORE[min(t.chain, 3)] if t.chain < 4 else 0.0
    if random_unit(t) < daring * math.exp(-TALL * bag_size(t.heap) / (52.0 * t.decks)):
        return last_wanted(t, others)
    return DONE


@rule
def last_wanted(t, cards):
    """The card whose rank comes round last in one's own turns."""
    best, longest = -1, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        turns = turns_until(t, rank_of(card))
        if turns > longest:
            best, longest = card, turns
    return best


@rule
def turns_until(t, rank):
    """In how many turns of its own the seat on turn claims a rank, if no doubt changes the order; in 13 it meets them all."""
    ahead = (t.rank - rank) % 13 if t.rank_order else (rank - t.rank) % 13
    return ahead * INVERSE[t.seats] % 13


# doubting


@rule
def doubt_pays(t):
    """Whether one's prospects after a doubt are better than without: one takes the pile for a truth, the player for a lie."""
    lie, pile = lie_chance(t), bag_size(t.heap) + bag_size(t.last)
    after = lie * prospects_if(t, t.player, pile) + (1.0 - lie) * prospects_if(t, t.turn, pile)
    return after > NERVE * prospects_if(t, t.turn, 0)


@rule
def prospects_if(t, taker, pile):
    """The share of the win of the seat on turn, by how many cards are where, if one takes a pile of so many."""
    whole = own = 0.0
    for p in range(t.seats):
        weight = math.exp(-BURDEN * (bag_size(t.hand[p]) + (pile if p == taker else 0)))
        whole += weight
        if p == t.turn:
            own = weight
    return own / whole


@rule
def lie_chance(t):
    """How likely the claim is a lie: the cards of its rank that one does not hold may be anywhere else.

    Each number of them in the player's hand (hypergeometric) against how likely it would have been to lay so many cards then.
    """
    claimed = bag_size(t.last)
    there, unknown = 4 * t.decks - held(t), 52 * t.decks - bag_size(t.hand[t.turn])
    theirs = bag_size(t.hand[t.player]) + claimed
    lie = truth = 0.0
    for j in range(min(there, theirs) + 1):
        chance = ways(there, j) * ways_ratio(unknown, theirs, there, j)
        if j == 0:
            lie += chance * LIES[min(claimed, 4)]
        elif j < claimed:
            lie += chance * (PADDED if claimed == j + 1 else SHY)
        elif j == claimed:
            truth += chance * (1.0 - PADDED)
        else:
            truth += chance * SHY
    return lie / (lie + truth) if lie + truth > 0.0 else 0.5


@rule
def ways(n, k):
    """n over k."""
    found = 1.0
    for i in range(k):
        found *= (n - i) / (i + 1.0)
    return found


@rule
def ways_ratio(unknown, theirs, there, j):
    """How likely j certain cards of `there` are among `theirs` of the unknown ones, and the rest of them not."""
    chance, left = 1.0, unknown
    for i in range(there):
        chance *= ((theirs - i) if i < j else (left - (theirs - j))) / left
        left -= 1
    return max(chance, 0.0)
