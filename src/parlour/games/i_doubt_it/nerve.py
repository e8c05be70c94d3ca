"""Situations that a player distinguishes at I Doubt It: how many cards a claim has, whether another player may still doubt it,
who is nearly out. And the figures computed from them: how likely a claim is a lie, and by how much a doubt improves one's
prospects.

A match has hundreds of similar choices, and none of them decides much. So the player chooses a rule for all choices of a kind:
from which odds such claims are doubted, up to which pile one more lie is laid. A player in the same situation again keeps to its
decision, so a match shows the worth of a rule. The other cards to lay are known: all that is true, or the lie wanted last.

bot.py uses the same figures; bench/doubt_answers.py shows which answers win from the rates there.
"""

import math

import numpy as np

from parlour.kit import RANKS, bag_size, count, left_of, lowest, rank_of, rule

from .rules import DONE, DOUBT, DOUBT_IT, LET, PLAY, Table

NERVE = (PLAY, DOUBT)
FOR_THE_MATCH = True
INDIFFERENT = ("rank_order", "show_all", "max_turns")
FORCED, FREE = 0, -1
BETTER = np.array([math.inf, 1.04, 0.99])  # by what factor a doubt must improve the estimated prospects
PILES = np.array([-1, 3, 8])  # the tallest pile on which a lie more is laid
NEARLY_OUT = 4  # cards in hand
MANY = 4  # seats; with more of them what a doubt wins is shared by more
INVERSE = np.array([0] + [pow(seats, -1, 13) for seats in range(1, 13)])
LIES = np.array([0.0, 0.75, 0.24, 0.01, 0.02])  # how many cards those are thought to lay who have none of the rank
PADDED = 0.03  # how often others are thought to lay a card too many with the truth
SHY = 0.02  # how often for a reason of their own: a card kept back, three too many
BURDEN = 0.06  # how much a card more takes from somebody's prospects


@rule
def situation(t):
    """FORCED if there is one way only, which must not decide for what follows."""
    p = t.turn
    if t.phase == DOUBT:
        if must_doubt(t):
            return FORCED
        key = min(bag_size(t.last), 4) - 1
        key = key * 2 + (left_of(t, p) == t.player or t.window == Table.window.next_player)
        key = key * 2 + (bag_size(t.hand[t.player]) <= NEARLY_OUT)
        return 1 + 2 * (key * 2 + (t.seats > MANY))
    if forced_card(t) != FREE:
        return FORCED
    key = min(lies_picked(t), 3) * 2 + (bag_size(t.hand[p]) <= NEARLY_OUT)
    return 2 + 2 * (key * 2 + (t.seats > MANY))


@rule
def ways(t, menu, n, found):
    """A rule each. Nobody lets go what is surely a lie, holds back a truth or lays a last card that would be caught."""
    found[:] = -1
    if t.phase == PLAY:
        found[0] = forced_card(t)
        if found[0] == FREE:
            card, pile = last_wanted(t, t.hand[t.turn, 0] & ~RANKS[t.rank]), bag_size(t.heap)
            for k in range(len(PILES)):
                found[k] = card if pile <= PILES[k] else DONE
    elif must_doubt(t):
        found[0] = DOUBT_IT
    else:
        better = doubt_betters(t)
        for k in range(len(BETTER)):
            found[k] = DOUBT_IT if better > BETTER[k] else LET


# laying


@rule
def forced_card(t):
    """All that is true is laid, a lie if nothing is, no last card to be caught with. FREE if a lie more may follow."""
    hand = t.hand[t.turn]
    truth, others = hand[0] & RANKS[t.rank], hand[0] & ~RANKS[t.rank]
    if truth and lies_picked(t) == 0:
        return lowest(truth)
    if t.chain == 0:
        return last_wanted(t, others)
    return DONE if others == 0 or (bag_size(hand) == 1 and t.final_challenge == Table.final_challenge.automatic) else FREE


@rule
def lies_picked(t):
    """Return how many of the cards picked so far are not of the rank to be claimed."""
    picked = t.picked[t.turn]
    return bag_size(picked) - count(picked[0] & RANKS[t.rank]) - count(picked[1] & RANKS[t.rank])


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
    """Return in how many of its turns the seat on turn claims a rank, if no doubt changes the order; in 13 it meets them all."""
    ahead = (t.rank - rank) % 13 if t.rank_order else (rank - t.rank) % 13
    return ahead * INVERSE[t.seats] % 13


# doubting


@rule
def must_doubt(t):
    """A claim that one's own cards prove a lie, for which nobody else can have to pay, or the last cards of a player, who has won
    if nobody doubts."""
    return held(t) + bag_size(t.last) > 4 * t.decks or t.hand[t.player, 0] == 0


@rule
def held(t):
    """Return how many cards of the claimed rank the seat on turn holds."""
    own = t.hand[t.turn]
    return count(own[0] & RANKS[t.rank]) + count(own[1] & RANKS[t.rank])


@rule
def doubt_betters(t):
    """Return by what factor a doubt changes one's prospects: one takes the pile for a truth, the player for a lie."""
    lie, pile = lie_chance(t), bag_size(t.heap) + bag_size(t.last)
    after = lie * prospects_if(t, t.player, pile) + (1.0 - lie) * prospects_if(t, t.turn, pile)
    return after / prospects_if(t, t.turn, 0)


@rule
def prospects_if(t, taker, pile):
    """Return the share of the win of the seat on turn, by the number of cards in each hand, if `taker` takes a pile of this
    size."""
    whole = own = 0.0
    for p in range(t.seats):
        weight = math.exp(-BURDEN * (bag_size(t.hand[p]) + (pile if p == taker else 0)))
        whole += weight
        if p == t.turn:
            own = weight
    return own / whole


@rule
def lie_chance(t):
    """Return how likely the claim is a lie: the cards of its rank that one does not hold may be anywhere else.

    Each number of them in the player's hand (hypergeometric) against how likely it would have been to lay this many cards then.
    """
    claimed = bag_size(t.last)
    there, unknown = 4 * t.decks - held(t), 52 * t.decks - bag_size(t.hand[t.turn])
    theirs = bag_size(t.hand[t.player]) + claimed
    lie = truth = 0.0
    for j in range(min(there, theirs) + 1):
        chance = choose(there, j) * share_with(unknown, theirs, there, j)
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
def choose(n, k):
    """n over k."""
    found = 1.0
    for i in range(k):
        found *= (n - i) / (i + 1.0)
    return found


@rule
def share_with(unknown, theirs, there, j):
    """Return how likely j certain cards of `there` are among `theirs` of the unknown ones, and the rest of them not."""
    chance, left = 1.0, unknown
    for i in range(there):
        chance *= ((theirs - i) if i < j else (left - (theirs - j))) / left
        left -= 1
    return max(chance, 0.0)
