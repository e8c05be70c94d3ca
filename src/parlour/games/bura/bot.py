"""What tells choices apart at Bura: how far either pile is from 31, what beats a lead, and whether the reply still can.

Both remember what lies in the piles: all of it was seen.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import ANNOUNCE, ANSWER, BURA, LEAD, REPLY, STRENGTH, WORTH, beats_lead, combination

GOAL = 31
DEAR = int(RANKS[TEN] | RANKS[ACE])
CLASS = np.array([2 if worth >= 10 else 1 if worth else 0 for worth in WORTH])  # of a rank's points: none, some, many
KINDS, CALLS, RANK, HELD, OUTCOME, RUN = OWN, OWN + 32, OWN + 160, OWN + 240, OWN + 330, OWN + 580


@rule
def sift(t, menu, n):
    """Without tens and aces where the lead stands whatever is played and there are cheaper plain cards enough for a reply."""
    p = t.turn
    if t.phase != REPLY or beats_lead(t, t.hand[p] | t.picked[p]):
        return n
    cheap = t.hand[p] & ~DEAR & ~SUITS[t.trumps]
    if count(cheap) < count(t.led) - t.chain:
        return n
    kept = 0
    for k in range(n):
        code = first_code(menu[k])
        if code >= FIRST_CALL or not holds(DEAR, code):
            menu[kept] = menu[k]
            kept += 1
    return kept


@rule
def features(t, menu, n, found):
    p = t.turn
    own, theirs = total(t.won[p], WORTH), total(t.won[1 - p], WORTH)
    describe_plain(t, menu, n, found)
    for k in range(n):
        code = first_code(menu[k])
        if code >= FIRST_CALL:
            describe_call(t, code, found[k], own, theirs)
        elif t.phase == LEAD:
            describe_lead(t, code, found[k], own, theirs)
        else:
            describe_reply(t, code, found[k], own, theirs)


@rule
def stage(points):
    """How far from 31: there, one good card away, two, more."""
    return 0 if points >= GOAL else 1 if points >= 20 else 2 if points >= 10 else 3


@rule
def describe_call(t, code, row, own, theirs):
    """A claim by whether it is right, an announcement by what it is and what is at stake, the end of a lead by what is led."""
    p = t.turn
    kind = (code - FIRST_CALL) % 16
    row[1] = KINDS + kind * 2 + (own >= GOAL)
    held = t.hand[p] | t.picked[p]
    if t.phase == ANNOUNCE or t.phase == ANSWER:
        case = combination(t, held) == BURA
        row[2] = CALLS + (kind * 2 + case) * 4 + stage(own)
    elif t.phase == LEAD:
        describe_run(t, t.picked[p], t.hand[p], row, own, theirs)


@rule
def describe_lead(t, card, row, own, theirs):
    """A card by what is out that beats it, by its like in the hand, and by what the lead is worth with it."""
    p, suit = t.turn, SUITS[suit_of(card)]
    trump, worth = card // 13 == t.trumps, CLASS[rank_of(card)]
    out = unseen(t)
    higher = min(count(heading(out & suit, card, t.trumps, STRENGTH)), 3)
    trumps_out = min(count(out & SUITS[t.trumps]) // 3, 2)
    row[1] = RANK + ((trump * 3 + worth) * 4 + higher) * 3 + trumps_out
    like = (t.hand[p] | t.picked[p]) & suit
    row[2] = HELD + ((trump * 3 + worth) * 3 + min(count(like), 3) - 1) * 2 + (t.chain > 0)
    row[3] = HELD + 40 + ((trump * 3 + worth) * 4 + stage(own)) * 2 + (theirs >= 20)
    if t.chain:
        describe_run(t, t.picked[p] | (1 << card), t.hand[p], row, own, theirs)


@rule
def describe_run(t, led, left, row, own, theirs):
    """What is led so far: how many cards, whether trumps, whether it takes either side to 31, what stays in the hand."""
    value = total(led, WORTH)
    trump = led & SUITS[t.trumps] != 0
    goal = 2 if own + value >= GOAL else theirs + value >= GOAL
    row[4] = RUN + ((count(led) - 1) * 2 + trump) * 3 + goal
    row[5] = RUN + 20 + ((count(led) - 1) * 2 + trump) * 3 + min(value // 8, 2)


@rule
def describe_reply(t, card, row, own, theirs):
    """A card by whether the reply can still win with it, what is at stake, and what it costs."""
    p, suit = t.turn, suit_of(card)
    trump, worth = suit == t.trumps, CLASS[rank_of(card)]
    wins = can_win(t, card)
    stakes = total(t.led, WORTH)
    size = count(t.led) - 1
    row[1] = OUTCOME + ((wins * 2 + trump) * 3 + worth) * 4 + min((stakes + 3) // 5, 3)
    row[2] = OUTCOME + 48 + ((wins * 2 + trump) * 3 + worth) * 3 + size
    reach = 2 if own + stakes >= GOAL - 4 else theirs + stakes >= GOAL - 8
    row[3] = OUTCOME + 96 + ((wins * 3 + reach) * 3 + worth) * 2 + trump
    row[4] = OUTCOME + 144 + (wins * 2 + trump) * 13 + rank_of(card)
    lower = t.hand[p] & (SUITS[t.trumps] if trump else ~SUITS[t.trumps]) & ~(1 << card)
    order = 0
    while lower:
        order += STRENGTH[rank_of(lowest(lower))] < STRENGTH[rank_of(card)]
        lower &= lower - 1
    row[5] = OUTCOME + 200 + ((wins * 2 + trump) * 3 + order) * 4 + stage(own)


@rule
def can_win(t, card):
    """Whether a reply with this card, beside those picked, can beat the lead."""
    cards = t.picked[t.turn] | (1 << card)
    left, more = t.hand[t.turn] & ~(1 << card), count(t.led) - count(cards)
    if more == 0 or more == count(left):
        return beats_lead(t, cards | (left if more else 0))
    while left:
        if beats_lead(t, cards | (left & -left)):
            return True
        left &= left - 1
    return False


@rule
def unseen(t):
    """The cards that the seat on turn has not seen."""
    p = t.turn
    return PACK_36 & ~(t.hand[p] | t.picked[p] | t.won[0] | t.won[1] | t.led | t.reply | t.upcard)
