"""How Spades is played: the advice people give, piece by piece, each of which can be switched off and measured.

A choice is made in two steps. What is the goal: to win this trick or to lose it? And which card serves it best from this place
at the table? `may[p]` holds the cards that seat p may still hold as far as this seat remembers; without `counting` all cards
that this seat neither holds nor sees may be anywhere.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import ALL_SPADES, BID, LOOK, LOOK_AT_HAND, NIL, STRENGTH, partner, playable_cards

ADVICE = ("bags", "set", "tempt", "seven", "length", "counting", "spades", "second", "third", "void", "bid")
"""bags      once the contract is made, lose tricks rather than collect bags
set       but take the tricks that the other side still needs, if it can be set
tempt     play high early when the other side is close to the penalty for bags
seven     do neither with more than seven bags of one's own, unless the other side has as many
length    in games to 300 or less forget about bags
counting  remember what has been played
spades    with many spades, lead them until the others have none
second    do not spend high cards or spades as the second to play
third     as the third to play, lock the trick, unless the partner's card will do
void      lead what the partner has run out of
bid       stay out of the way of a partner who bid high, and work for one who bid low"""
BAGS, SET, TEMPT, SEVEN, LENGTH, COUNTING, MANY_SPADES, SECOND, THIRD, VOID, PARTNERS_BID = (1 << k for k in range(11))
ALL_ADVICE = (1 << len(ADVICE)) - 1
WIN, LOSE = range(2)
SHORT_GAME = 300
SLACK = 1  # tricks the other side may lose and still make its contract, up to which it is worth setting
CLOSE = 3  # bags short of the penalty
HIGH_BID, LOW_BID = 5, 2
BOTH_FOLLOW = 5  # cards of a suit that are out, from which on both opponents may well follow
SHADE = 105  # added to what a hand is worth before it is cut to whole tricks; this and what follows was found by playing
SIDE_CARDS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 55, 75])  # hundredths of a trick, by rank
SPADE_CARDS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 10, 30, 60, 90, 100])
LONG_SPADE = 60  # each beyond the third
SHORT_SUIT = np.array([60, 40, 25])  # none, one or two cards of a side suit, if there are spades to spare
PARTNER_SHARES, OTHERS_SHARE = 12, 4  # hundredths less for every trick that the partner, or another, has bid above three
NIL_RISK, NIL_RISK_FIRST = 25, 33  # hundredths of a trick that a nil may risk; more while the partner may still bid for both
MOST_NIL_RISK = 90  # with which a nil is thought about
BELOW, ABOVE = 3, 4  # bids around what a hand is worth that are thought about
BID_NEAR, NIL_BID = 4, 9  # features: from 4 tricks below to 4 above; a nil on a hand that is none, and on one that is
TELLS = BY_POLICY = (BID,)
LOW_CARDS = np.array([[max(0.0, 6 * (rank - 2.7 - 2.1 * k)) for rank in range(13)] for k in range(3)])
"""The risk in the lowest card of a side suit, by rank, in the second and in the third; the others go under these."""
LOW_SPADES = np.array([[max(0.0, 4 * (rank - 1.4 - 2 * k)) for rank in range(13)] for k in range(3)])
SPADE_MORE = 45  # the risk in every spade beyond the third

EQUITY_FEATURES = ("lead", "bags")
HAND = 60.0  # points that a side makes in a hand
BAGS_COUNT = 2.0  # hands to be left, so that a penalty for bags comes in time


@rule
def equity_features(t, seat, found):
    """The lead of a side, by what the hands that are left may change, of which a large multiple says little more; and the share
    of a penalty that its bags stand for."""
    more = min(max(t.target - top_score(t), 0) / HAND, t.max_hands - t.hand_number - 0.5)
    found[0] = lead_in_match(t, seat, False, 100.0, more)
    found[1] = t.bag_penalty / 100.0 * t.bags[seat] / t.bag_limit * min(more / BAGS_COUNT, 1.0) if t.bag_limit else 0.0


@rule
def policy(t, menu, n):
    """Rollouts of a search follow the advice too. They see the whole deal, and use of it only which cards are out."""
    may = np.empty(4, np.int64)
    for p in range(4):
        may[p] = 0
    for p in range(4):
        for q in range(4):
            if q != p:
                may[q] |= t.hand[p]
    may[t.turn] = t.hand[t.turn]
    return strategy(t, menu, n, may, ALL_ADVICE)


@rule
def strategy(t, menu, n, may, advice):
    if t.phase == LOOK:
        return LOOK_AT_HAND
    if t.phase == BID:
        return bid(t, menu, n)
    if n == 1:
        return menu[0]
    out = cards_out(t, may, advice)
    if pile_size(t.trick):
        return follow(t, may, out, advice)
    return lead_card(t, may, out, advice)


# bidding


@rule
def sift(t, menu, n):
    """Bids near what the hand is worth: the score says which. Nil is none for a hand that is likely to take a trick."""
    if t.phase != BID:
        return n
    near, nil, kept = fair_bid(t), menu[0] == NIL and nil_risk(t.hand[t.turn]) < MOST_NIL_RISK, 0
    for k in range(n):
        if nil if menu[k] == NIL else near - BELOW <= menu[k] - NIL <= near + ABOVE:
            menu[kept] = menu[k]
            kept += 1
    return kept if kept else n


@rule
def features(t, menu, n, found):
    """Write by how much a bid is above the worth of the hand."""
    found[:n] = NO_FEATURE
    if t.phase == BID:
        near, usual = fair_bid(t), bid(t, menu, n)
        for k in range(n):
            bids = menu[k] - NIL
            found[k, 0] = OWN + (NIL_BID + (usual == NIL) if bids == 0 else BID_NEAR + max(-4, min(bids - near, 4)))


@rule
def bid(t, menu, n):
    """The tricks the hand is worth, with an eye on who has bid before; nil on a hand that is likely to lose them all."""
    friend = t.bids[partner(t.turn)]
    if menu[0] == NIL and (friend == 13 or nil_risk(t.hand[t.turn]) < (NIL_RISK if friend >= 0 else NIL_RISK_FIRST)):
        return NIL
    want = NIL + fair_bid(t)
    for k in range(n):
        if menu[k] >= want:
            return menu[k]
    return menu[n - 1]


@rule
def fair_bid(t):
    """The tricks that a hand is worth: less if those who have bid before count on many, but one and what is certain."""
    me = t.turn
    friend = t.bids[partner(me)]
    tricks = worth(t.hand[me]) + SHADE - (PARTNER_SHARES * (friend - 3) if friend > 0 else 0)
    for p in (left_of(t, me), left_of(t, partner(me))):
        tricks -= OTHERS_SHARE * (t.bids[p] - 3) if t.bids[p] >= 0 else 0
    certain = certain_tricks(t.hand[me], ALL_SPADES, PACK_52 & ~t.hand[me])
    return max(min(max(tricks // 100, certain), 13 - max(friend, 0)), 1)


@rule
def worth(hand):
    """Hundredths of the tricks a hand is likely to take."""
    spades = hand & ALL_SPADES
    long = count(spades)
    tricks = LONG_SPADE * max(long - 3, 0)
    cards = spades
    while cards:
        rank = rank_of(lowest(cards))
        tricks += SPADE_CARDS[rank] if long > ACE - rank else SPADE_CARDS[rank] // 2
        cards &= cards - 1
    for suit in range(SPADES):
        cards = hand & SUITS[suit]
        length = count(cards)
        if length <= 2 and long >= 2:
            tricks += SHORT_SUIT[length]
        while cards:
            rank = rank_of(lowest(cards))
            if length > ACE - rank:
                tricks += SIDE_CARDS[rank]
            cards &= cards - 1
    return tricks


@rule
def nil_risk(hand):
    """Hundredths of the tricks that a hand is likely to take against its will."""
    risk, spades, k = 0.0, hand & ALL_SPADES, 0
    if spades >> (13 * SPADES + QUEEN):
        return 100.0
    while spades:
        risk += LOW_SPADES[k, rank_of(lowest(spades))] if k < 3 else SPADE_MORE
        spades &= spades - 1
        k += 1
    for suit in range(SPADES):
        cards, k = hand & SUITS[suit], 0
        while cards and k < 3:
            risk += LOW_CARDS[k, rank_of(lowest(cards))]
            cards &= cards - 1
            k += 1
    return risk


# what is known


@rule
def cards_out(t, may, advice):
    """The cards that others may still hold."""
    if not advice & COUNTING:
        return PACK_52 & ~(t.hand[t.turn] | gather(t.trick))
    out = 0
    for p in range(4):
        if p != t.turn:
            out |= may[p]
    return out


@rule
def above(card):
    """The cards of the same suit that are higher."""
    return SUITS[suit_of(card)] & ~((2 << card) - 1)


@rule
def needed(t, p):
    """Tricks the side of a seat still needs for its contract; below 0, bags."""
    q = partner(p)
    taken = 0
    for r in (p, q):
        taken += t.tricks[r] if t.bids[r] or t.nil_help else 0
    return t.contract[p] - taken


@rule
def on_nil(t, p):
    """Whether a seat bid nil and has taken nothing yet."""
    return t.bids[p] == 0 and t.tricks[p] == 0


# the goal


@rule
def goal(t, advice):
    """Whether to win the trick at hand or to lose it."""
    me, left = t.turn, count(t.hand[t.turn])
    if on_nil(t, me):
        return LOSE
    short = needed(t, me)
    if short > 0:
        if advice & PARTNERS_BID and t.bids[partner(me)] >= HIGH_BID and t.tricks[me] >= t.bids[me] and short < left:
            return LOSE  # the rest is the partner's
        return WIN
    if not bags_matter(t, advice):
        return WIN
    full = advice & SEVEN and many_bags(t, me) and not many_bags(t, left_of(t, me))
    if not full:
        theirs = needed(t, left_of(t, me))
        if advice & SET and 0 < theirs <= left <= theirs + SLACK:
            return WIN
        if advice & TEMPT and tempts(t):
            return WIN
    return LOSE


@rule
def bags_matter(t, advice):
    return advice & BAGS and t.bag_limit and not (advice & LENGTH and t.target <= SHORT_GAME)


@rule
def many_bags(t, p):
    """More than seven of ten."""
    return 10 * t.bags[p] > 7 * t.bag_limit


@rule
def tempts(t):
    """The first tricks of a hand in which the other side is close to the penalty."""
    return t.bag_limit > 0 and count(t.hand[t.turn]) > 9 and t.bags[left_of(t, t.turn)] >= t.bag_limit - CLOSE


# leading


@rule
def lead_card(t, may, out, advice):
    me = t.turn
    cards = playable_cards(t)
    friend = partner(me)
    if goal(t, advice) == LOSE or on_nil(t, left_of(t, me)) or on_nil(t, left_of(t, friend)):
        return lead_low(cards, out)  # the tricks are for the players who have bid nil
    spades, others = cards & ALL_SPADES, cards & ~ALL_SPADES
    foes = may[left_of(t, me)] | may[left_of(t, friend)]
    if advice & MANY_SPADES and many_spades(t.hand[me] & ALL_SPADES, out) and spades and foes & ALL_SPADES:
        return highest(spades)
    if advice & VOID:
        suit = partners_void(may[friend], others)
        if suit >= 0:
            return lowest(others & SUITS[suit])
    winners = unbeaten(others, out)
    if advice & COUNTING:
        winners = unruffed(t, winners, may, out)
    if winners:
        return safest(winners, out)
    if others:
        return low_lead(others, out)
    best = unbeaten(spades, out)
    return highest(best) if best else lowest(spades)


@rule
def many_spades(spades, out):
    """Half of those that are left, and four at least."""
    return count(spades) >= 4 and 2 * count(spades) >= count(out & ALL_SPADES)


@rule
def partners_void(held, cards):
    """Return the suit that the partner no longer has, spades apart, and of which this seat has most; -1 if there is none."""
    best, most = -1, 1
    for suit in range(SPADES):
        mine = count(cards & SUITS[suit])
        if mine > most and not held & SUITS[suit] and held & ALL_SPADES:
            best, most = suit, mine
    return best


@rule
def safest(winners, out):
    """The highest card of the suit of which most are out: the least likely to be trumped."""
    best, most = -1, -1
    for suit in range(4):
        cards = winners & SUITS[suit]
        if cards and count(out & SUITS[suit]) > most:
            best, most = highest(cards), count(out & SUITS[suit])
    return best


@rule
def unruffed(t, winners, may, out):
    """Those of suits that both opponents may well follow, or with no spade out."""
    if not out & ALL_SPADES:
        return winners
    kept = 0
    for suit in range(SPADES):
        safe = count(out & SUITS[suit]) >= BOTH_FOLLOW
        for p in (left_of(t, t.turn), left_of(t, partner(t.turn))):
            if may[p] & ALL_SPADES and not may[p] & SUITS[suit]:
                safe = False
        if safe:
            kept |= winners & SUITS[suit]
    return kept


@rule
def low_lead(cards, out):
    """A low card of a suit of which most are held."""
    best, most = -1, -1
    for suit in range(4):
        mine = cards & SUITS[suit]
        length = 16 * count(mine) + ACE - rank_of(lowest(mine)) if mine else -1
        if length > most:
            best, most = lowest(mine), length
    return best


@rule
def lead_low(cards, out):
    """The card that most others can beat."""
    best, most = -1, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        higher = 16 * count(out & above(card)) + ACE - rank_of(card)
        if higher > most:
            best, most = card, higher
    return best


# following


@rule
def follow(t, may, out, advice):
    friend, played = partner(t.turn), pile_size(t.trick)
    cards = playable_cards(t)
    place = winning_place(t.trick, SPADES, STRENGTH)
    best = t.trick[place + 1]
    partner_wins = place == played - 2
    winners = heading(cards, best, SPADES, STRENGTH)
    losers = cards & ~winners
    holder = (t.leader + place) & 3
    if losers and (goal(t, advice) == LOSE or (holder != friend and on_nil(t, holder))):
        return give(losers)
    if goal(t, advice) == LOSE:
        return take_over(winners, played)
    if not winners:
        return throw(losers)
    cover = on_nil(t, friend) and partner_wins
    if played == 3:
        return throw(losers) if partner_wins and not cover and losers else cheapest(winners)
    if played == 1:
        return second_to_play(t, winners, losers, out, advice)
    return third_to_play(winners, losers, best, out, advice, partner_wins and not cover)


@rule
def second_to_play(t, winners, losers, out, advice):
    """Play a card of the suit led that nothing beats, or a low one."""
    weak_partner = advice & PARTNERS_BID and 0 < t.bids[partner(t.turn)] <= LOW_BID
    if not advice & SECOND or not losers or weak_partner or (advice & TEMPT and tempts(t)):
        return cheapest(winners)
    firm = unbeaten(winners & SUITS[suit_of(t.trick[1])], out)
    return cheapest(firm) if firm else throw(losers)


@rule
def third_to_play(winners, losers, best, out, advice, partner_wins):
    """Play, with the trick at stake, a card that nothing beats, or the highest; nothing if the partner's card is nearly as
    good."""
    if partner_wins and losers and (not advice & THIRD or count(out & above(best)) <= 1):
        return throw(losers)
    firm = unbeaten(winners, out)
    if not advice & THIRD:
        return cheapest(winners)
    return cheapest(firm) if firm else best_of(winners)


@rule
def cheapest(cards):
    """The lowest card, spades last."""
    others = cards & ~ALL_SPADES
    return by_rank(others, False) if others else lowest(cards)


@rule
def best_of(cards):
    """The highest card following suit, otherwise the lowest spade."""
    others = cards & ~ALL_SPADES
    return by_rank(others, True) if others else lowest(cards)


@rule
def by_rank(cards, high):
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if (rank_of(card) > rank_of(best)) if high else (rank_of(card) < rank_of(best)):
            best = card
    return best


@rule
def throw(cards):
    """The card least worth keeping: the lowest, spades last."""
    return cheapest(cards)


@rule
def give(cards):
    """The highest card that loses the trick: it may win no other."""
    spades = cards & ALL_SPADES
    return highest(spades) if spades else by_rank(cards, True)


@rule
def take_over(winners, played):
    """A trick that cannot be lost for certain: with the highest card if it is the last, otherwise with the lowest."""
    return by_rank(winners, True) if played == 3 else cheapest(winners)
