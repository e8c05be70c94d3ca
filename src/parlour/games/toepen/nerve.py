"""Situations of Toepen: the number of cards still out that beat the player's best, the card that heads the trick, the last knock
and its price. The search chooses the card to play; this strategy only says whether to knock first."""

import numpy as np

from parlour.kit import *
from parlour.kit.nerve import REST

from .seats import next_card
from .table import Table
from .tricks import STRENGTH
from .words import *

HAND = 4
NERVE = (DISCARD, CHALLENGE, WINDOW, PLAY, ANSWER)
INDIFFERENT = ("tokens", "ending", "knock_timing", "no_double_knock", "max_discards", "signals", "poverty")
NUMBERS = pack_of("7 8 9 10")
THROW = KEEP + 1
COURT = PACK_32 & ~NUMBERS  # with the aces
BETTER = np.array([sum(1 << other for other in range(13) if STRENGTH[other] > STRENGTH[rank]) for rank in range(13)])
OURS, THEIRS, BEATABLE, LOST = range(4)  # who heads the trick; somebody else, but not one's card yet to come


@rule
def unseen(t):
    """The cards that the seat on turn has not seen."""
    p = t.turn
    seen = t.hand[p] | t.aside[p] | t.packet[p] | gather(t.trick)
    for q in range(t.seats):
        seen |= gather(t.played[q]) | t.exposed[q]
    return PACK_32 & ~seen


@rule
def above(t, out, card):
    """Return how many of the cards that are out beat this one in its suit."""
    return count((out >> 13 * suit_of(card)) & BETTER[rank_of(card)])


@rule
def best_cards(t, out):
    """Return how many cards that are out beat the best of the hand, and its second best; 8 if there is none."""
    best = second = 8
    cards = t.hand[t.turn]
    while cards:
        n = above(t, out, lowest(cards))
        if n < best:
            best, second = n, best
        else:
            second = min(second, n)
        cards &= cards - 1
    return best, second


@rule
def headed_by(t):
    """Return which of the players still in heads the trick so far, and with which card; NOBODY if none of them has played to
    it."""
    winner, best, p = NOBODY, 0, t.leader
    for n in range(1, pile_size(t.trick) + 1):
        card = t.trick[n]
        if not t.folded[p] and (winner == NOBODY or beats(card, best, suit_of(t.trick[1]), STRENGTH)):
            winner, best = p, card
        p = next_card(t, p)
    return winner, best


@rule
def standing(t):
    """Return how the trick stands for the seat on turn."""
    p = t.turn
    winner, best = headed_by(t)
    if winner == p:
        return OURS
    if count(t.hand[p]) < t.cards_left:
        return LOST
    if winner == NOBODY:
        return THEIRS if t.player != p or pile_size(t.trick) else OURS
    cards = t.hand[p] & SUITS[suit_of(t.trick[1])]
    cards = cards if cards else t.hand[p]
    while cards:
        if beats(lowest(cards), best, suit_of(t.trick[1]), STRENGTH):
            return BEATABLE
        cards &= cards - 1
    return LOST


@rule
def prospects(t):
    """Return 1 if the hand is surely won, -1 if it is surely lost; both show in the last trick only."""
    if t.cards_left > 1:
        return 0
    p, out, stands = t.turn, unseen(t), standing(t)
    if stands == LOST:
        return -1
    if stands == THEIRS:
        return 0
    card = headed_by(t)[1] if t.hand[p] == 0 else lowest(t.hand[p])
    return 1 if above(t, out, card) == 0 else 0


@rule
def situation(t):
    p, out = t.turn, unseen(t)
    best, second = best_cards(t, out)
    if t.phase == CHALLENGE:
        key = min(count(out & COURT), 16) * 3 + min(t.discards[t.discarder], 3) - 1
        return (key * 3 + min(t.score[p], 3) - 1) * 8
    numbers = count(t.hand[p] & NUMBERS)
    if t.phase == DISCARD:
        key = (min(best, 4) * 5 + min(second, 4)) * 5 + numbers
        return (key * 3 + min(t.discards[p], 2)) * 8 + 1
    others = -1
    for q in range(t.seats):
        others += 1 - t.folded[q]
    key = t.cards_left - 1
    key = key * 5 + min(best, 4)
    key = key * 5 + min(second, 4)
    key = key * 3 + (0 if numbers < 2 else 1 if numbers < 3 else 2)
    key = key * 4 + standing(t)
    key = key * 3 + min(others, 3) - 1
    key = key * 4 + min(t.value, 4) - 1
    key = key * 3 + (0 if t.knocker == NOBODY else 1 if t.knocker == p else 2)
    key = key * 2 + (t.leader == p)
    key = key * 2 + (t.knock_timing == Table.knock_timing.on_turn)
    return key * 8 + (2 if t.phase == ANSWER else 3)


@rule
def ways(t, menu, n, found):
    """Leave out ways that nobody takes: a player does not fold if staying costs nothing more, or with two cards that no card
    beats; stays for more on another hand that is lost, or that never had a number; keeps four without a number; challenges by
    guess with the last token; leaves a sure thing cheap."""
    found[:] = -1
    p = t.turn
    if t.phase == DISCARD:
        found[0] = KEEP if t.hand[p] & NUMBERS else -1
        found[1] = THROW
    elif t.phase == CHALLENGE:
        sure = count(unseen(t) & COURT) < 4
        found[0] = -1 if sure else ACCEPT
        found[1] = CHALLENGES if sure or t.score[p] > 1 else -1
    elif t.phase == ANSWER:
        free, lost = t.score[p] <= t.value, prospects(t) < 0 or (t.cards_left == HAND and t.hand[p] & NUMBERS == 0)
        sure = prospects(t) > 0 or (t.hand[p] and best_cards(t, unseen(t))[1] == 0)
        found[0] = STAY if free or sure or not lost else -1
        found[1] = FOLD if not free and not sure else -1
    else:
        knocks, sure = in_menu(menu, n, KNOCK), prospects(t) > 0
        found[0] = -1 if knocks and sure else PASS if t.phase == WINDOW else REST
        found[1] = KNOCK if knocks and prospects(t) >= 0 else -1
