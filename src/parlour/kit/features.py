"""Features of choices, on which a policy puts the weights it has learned by self-play (`parlour.bots.training`).

A room lists in a few lines of its `bot.py` the features that distinguish its choices; the functions here do most of it:

    @rule
    def features(t, menu, n, found):
        describe_plain(t, menu, n, found)
        if t.phase == PLAY:
            describe_trick(t, menu, n, found, SUITS[t.trumps], STRENGTH, WORTH, out, friends, mode)
        else:
            describe_calls(menu, n, found, strength_of_the_hand)

`found` is int64[entries, WIDTH]: row k gets the numbers of the features that entry k of the menu has, and NO_FEATURE in
place of those that it lacks. The policy takes a choice with a probability in proportion to the product of its features'
factors (Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The tables it is asked about have
every card dealt, but a feature should look only at what the seat on turn might know.
"""

from __future__ import annotations

import math

from parlour.machine import count, highest, lowest, rule

from .cards import CARD_BITS, FIRST_CALL, SUITS, rank_of, suit_of
from .piles import pile_size

__all__ = [
    "FEATURES",
    "MODES",
    "NO_FEATURE",
    "OWN",
    "STRENGTHS",
    "WIDTH",
    "certain_tricks",
    "describe_calls",
    "describe_plain",
    "describe_trick",
    "lead_in_match",
    "unbeaten",
]

WIDTH = 6
"""Most features of a choice."""
NO_FEATURE = 0
PHASES_TOLD, CODES_TOLD = 16, 64
CALLS_TOLD, STRENGTHS = 48, 16
"""Calls of a room that are distinguished, and the highest strength of a hand, plus one."""
MODES = 4
"""The aims that a seat may have in a trick: the room says what its modes mean."""

_PLAIN = 1
_CALLS = _PLAIN + PHASES_TOLD * CODES_TOLD
_LEAD_RANK = _CALLS + CALLS_TOLD * STRENGTHS  # mode, trump, stronger cards that are out, worth
_LEAD_LENGTH = _LEAD_RANK + MODES * 2 * 4 * 3  # mode, trump, cards held of the suit
_LEAD_SURE = _LEAD_LENGTH + MODES * 2 * 4  # mode, trump, trumps out, whether nothing is stronger
_LEAD_OUT = _LEAD_SURE + MODES * 2 * 3 * 2  # mode, trump, cards of the suit that are out
_PLACE = _LEAD_OUT + MODES * 2 * 4  # mode, last, partner wins, wins, kind, worth of the trick
_RANK = _PLACE + MODES * 2 * 2 * 2 * 3 * 3  # mode, wins, kind, stronger cards that are out
_WORTH = _RANK + MODES * 2 * 3 * 4  # mode, wins, partner wins, kind, worth
_ORDER = _WORTH + MODES * 2 * 2 * 3 * 3  # mode, wins, kind, the lowest, between, the highest of its like, or the only one
_LENGTH = _ORDER + MODES * 2 * 3 * 4  # mode, kind, cards held of the suit
OWN = _LENGTH + MODES * 3 * 4
"""The first of those whose meaning is a room's own affair, 1024 of them."""
FEATURES = OWN + 1024
"""The number of features."""
FOLLOWS, TRUMPS_IT, DISCARDS = range(3)  # kind


@rule
def describe_plain(t, menu, n, found):
    """The phase and the choice itself: a card's rank, or which call it is."""
    block = _PLAIN + (t.phase % PHASES_TOLD) * CODES_TOLD
    for k in range(n):
        code = menu[k] & 0xFFFFFFFF
        at = rank_of(code) if code < FIRST_CALL else 16 + (code - FIRST_CALL) % (CODES_TOLD - 16)
        found[k, 0] = block + at
        for j in range(1, WIDTH):
            found[k, j] = NO_FEATURE


@rule
def describe_calls(menu, n, found, strength):
    """Calls by how strong the seat is, a figure of 0 to 15 that the room works out; beside their plain features."""
    strength = min(max(strength, 0), STRENGTHS - 1)
    for k in range(n):
        code = menu[k] & 0xFFFFFFFF
        if code >= FIRST_CALL:
            found[k, 1] = _CALLS + (code - FIRST_CALL) % CALLS_TOLD * STRENGTHS + strength


@rule
def describe_trick(t, menu, n, found, trumps, strength, worth, out, friends, mode):
    """Cards led or played to `t.trick`, of a table that names things as `kit.tricks` does; calls of the menu are left alone.

    trumps: their set. strength: by card, in each suit and among the trumps. worth: by card, 0 for nothing, 1 for something,
    2 for much. out: the cards that others may hold. friends: the seats of one's own side, a bit each. mode: 0 to 3, what the
    seat is after, as the room likes to tell it.
    """
    hand, played = t.hand[t.turn], pile_size(t.trick)
    if played == 0:
        _describe_lead(menu, n, found, hand, trumps, strength, worth, out, mode)
        return
    led = trumps if (trumps >> t.trick[1]) & 1 else SUITS[suit_of(t.trick[1])] & ~trumps
    best, place, value = t.trick[1], 0, worth[t.trick[1]]
    for i in range(2, played + 1):
        card = t.trick[i]
        value += worth[card]
        if _beats(card, best, led, trumps, strength):
            best, place = card, i - 1
    owner = t.leader + place
    owner -= t.seats if owner >= t.seats else 0
    partner = (friends >> owner) & 1
    last = 1 if played == t.seats - 1 else 0
    trick = min(value, 2)
    winners = losers = 0
    for k in range(n):
        code = menu[k] & 0xFFFFFFFF
        if code < FIRST_CALL:
            if _beats(code, best, led, trumps, strength):
                winners |= 1 << code
            else:
                losers |= 1 << code
    for k in range(n):
        code = menu[k] & 0xFFFFFFFF
        if code >= FIRST_CALL:
            continue
        own = trumps if (trumps >> code) & 1 else SUITS[suit_of(code)] & ~trumps
        kind = FOLLOWS if (led >> code) & 1 else TRUMPS_IT if (trumps >> code) & 1 else DISCARDS
        wins = (winners >> code) & 1
        like = (winners if wins else losers) & (own if kind != DISCARDS else ~(led | trumps))
        case = (mode * 2 + wins) * 3 + kind
        found[k, 1] = _PLACE + ((((mode * 2 + last) * 2 + partner) * 2 + wins) * 3 + kind) * 3 + trick
        found[k, 2] = _RANK + case * 4 + _above(out & own, strength, code)
        found[k, 3] = _WORTH + (((mode * 2 + wins) * 2 + partner) * 3 + kind) * 3 + worth[code]
        found[k, 4] = _ORDER + case * 4 + _order(like, strength, code)
        found[k, 5] = _LENGTH + (mode * 3 + kind) * 4 + min(count(hand & own), 4) - 1


@rule(inline=True)
def _beats(card, best, led, trumps, strength):
    if (trumps >> card) & 1:
        return not (trumps >> best) & 1 or strength[card] > strength[best]
    return (led >> card) & 1 and not (trumps >> best) & 1 and strength[card] > strength[best]


@rule
def _describe_lead(menu, n, found, hand, trumps, strength, worth, out, mode):
    for k in range(n):
        code = menu[k] & 0xFFFFFFFF
        if code >= FIRST_CALL:
            continue
        trump = (trumps >> code) & 1
        own = trumps if trump else SUITS[suit_of(code)] & ~trumps
        higher, others = _above(out & own, strength, code), count(out & own)
        trumps_out = count(out & trumps)
        case = mode * 2 + trump
        found[k, 1] = _LEAD_RANK + (case * 4 + higher) * 3 + worth[code]
        found[k, 2] = _LEAD_LENGTH + case * 4 + min(count(hand & own), 4) - 1
        found[k, 3] = _LEAD_SURE + (case * 3 + (0 if trumps_out == 0 else 1 if trumps_out < 3 else 2)) * 2 + (higher == 0)
        found[k, 4] = _LEAD_OUT + case * 4 + min(others, 3)


@rule
def _above(cards, strength, card):
    """Return the number of cards in a set that are stronger than a card, at most 3."""
    higher, cards = 0, cards & CARD_BITS
    while cards and higher < 3:
        higher += strength[lowest(cards)] > strength[card]
        cards &= cards - 1
    return higher


@rule
def _order(cards, strength, card):
    """Return the place of a card among equally good ones: 0 the lowest, 1 between, 2 the highest, 3 the only one."""
    below = over = 0
    cards &= ~(1 << card)
    while cards and not (over and below):
        if strength[lowest(cards)] > strength[card]:
            over = 1
        else:
            below = 1
        cards &= cards - 1
    return 3 if over + below == 0 else 0 if below == 0 else 2 if over == 0 else 1


@rule
def unbeaten(cards, out):
    """Return those of a set of cards that no card of their suit in another set can beat, by the order of their ranks."""
    best = 0
    for suit in range(4):
        mine, others = cards & SUITS[suit], out & SUITS[suit]
        if mine and mine > others:
            best |= mine & ~((2 << highest(others)) - 1) if others else mine
    return best


@rule
def certain_tricks(hand, trumps, out):
    """Return how many tricks a hand wins however the other cards lie, once its player has the lead.

    trumps: all cards that are trumps, 0 for none. out: the cards that others may hold. If the unbeaten trumps are enough to draw
    all others, then all trumps win, and unbeaten cards of other suits too.
    """
    own, others = hand & trumps, out & trumps
    winners = count(unbeaten(own, others))
    if winners < count(others):
        return winners
    return count(own) + count(unbeaten(hand & ~trumps, out))


@rule
def lead_in_match(t, seat, low, points, more):
    """Return the lead of a seat's side over the best other side, between two hands, by what the rest of the match may change: a
    feature of a score.

    low: whether the lowest score wins. points: that a hand usually moves the lead by. more: hands that are left, about. A large
    multiple says little more than a small one: the result lies between -2 and 2.
    """
    sign, best = -1.0 if low else 1.0, -1e9
    for p in range(t.seats):
        if t.side[p] != t.side[seat]:
            best = max(best, sign * t.score[p])
    lead = (sign * t.score[seat] - best) / points / math.sqrt(0.5 + more)
    return lead / math.sqrt(1.0 + lead * lead / 4.0)
