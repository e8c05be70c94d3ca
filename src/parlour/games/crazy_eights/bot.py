"""The bots of Crazy Eights: play if you can, keep the eights, name the suit you hold most of."""

import math

from parlour.kit import SUITS, bag_size, count, first_code, lowest, nth, random_below, rule

from .rules import DRAW_ONE, NAME, SUIT, UNNAMED, WILD, fitting

HORIZON = 8
POSITION_FEATURES = ("root of cards", "one card", "two cards", "eights", "fits", "one card that fits")


@rule
def sift(t, menu, n):
    """Name only a suit that is in the hand, if there is one."""
    kept = 0
    for k in range(n):
        if t.phase != SUIT or held_of(t, t.turn, first_code(menu[k]) - NAME):
            menu[kept] = menu[k]
            kept += 1
    return kept if kept else n


@rule
def policy(t, menu, n):
    """An ordinary card before an eight, anything before drawing, and the suit most held."""
    if t.phase == SUIT:
        return NAME + longest_suit(t, t.turn)
    plain = wild = 0
    for k in range(n):
        code = first_code(menu[k])
        if code < DRAW_ONE:
            plain |= 1 << code & ~WILD
            wild |= 1 << code & WILD
    cards = plain if plain else wild
    return lowest(nth(cards, random_below(t, count(cards)))) if cards else first_code(menu[n - 1])


@rule
def longest_suit(t, p):
    """The suit with most cards in a hand, without eights."""
    best, found = -1, 0
    for suit in range(4):
        if held_of(t, p, suit) > best:
            best, found = held_of(t, p, suit), suit
    return found


@rule
def held_of(t, p, suit):
    """The number of cards of a suit in a hand, without eights."""
    return count(t.hand[p, 0] & SUITS[suit] & ~WILD) + count(t.hand[p, 1] & SUITS[suit] & ~WILD)


@rule
def position_features(t, seat, found):
    """The number of cards left, the eights among them, and whether any card fits; if games are played for points, the score says
    more."""
    cards, one, two = bag_size(t.hand[seat]), t.hand[seat, 0], t.hand[seat, 1]
    found[0] = math.nan if t.scoring else math.sqrt(cards)
    found[1], found[2] = cards == 1, cards == 2
    found[3] = count(one & WILD) + count(two & WILD)
    found[4] = t.demand == UNNAMED or one & fitting(t) != 0
    found[5] = found[1] * found[4]
