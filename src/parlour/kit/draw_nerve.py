"""Situations that fixed-limit draw poker distinguishes, for the `nerve.py` of its rooms: cards drawn, bets made.

How good a hand is the room says itself, as a class; here it becomes a situation, with everything beside the hand that players
go by, and the menus become ways: fold, check or call, bet or raise; stand pat, or discard.
"""

from __future__ import annotations

from parlour.machine import count, lowest, rule

from .betting import chips_in, live_seats, price
from .draw_poker import CHECK, DISCARD, DONE, FOLD, OPEN
from .layout import NOBODY

__all__ = ["CLASSES", "INDIFFERENT", "bet_ways", "draw_ways", "last_hand", "situation_of", "whole_hand"]

INDIFFERENT = ("hands", "stack", "odd_chips", "short_blind", "reopen", "free_fold", "heads_up_dealer_small", "burn", "draw_style")
"""House rules that change little enough for one strategy."""
CLASSES = 64
"""More than any room distinguishes."""


@rule
def whole_hand(t):
    """The hand of the seat on turn, with the cards that it has picked to discard."""
    return t.hand[t.turn] | t.picked[t.turn]


@rule
def last_hand(t):
    """Whether the hands are those of the showdown."""
    return t.street > t.draws


@rule
def place(t, seat):
    """Return how many places a seat comes after the dealer's left neighbour, in the order of acting and drawing."""
    return (seat - t.dealer - 1 + t.seats) % t.seats


@rule
def drawn_by(t, seat):
    """Return how many cards a seat drew last, -1 before the first draw. During a draw, the seats before the one on turn have
    drawn already."""
    draw = t.street - 2
    if t.phase == DISCARD and place(t, seat) < place(t, t.turn):
        draw += 1
    return t.drew[seat, draw] if draw >= 0 else -1


@rule
def drawn_against(t):
    """Return how many cards the rival who bet last drew, or if nobody bet, the rival who drew fewest."""
    rivals = live_seats(t) & ~(1 << t.turn)
    if t.bettor != NOBODY and (rivals >> t.bettor) & 1:
        return drawn_by(t, t.bettor)
    least = 5
    while rivals:
        least = min(least, drawn_by(t, lowest(rivals)))
        rivals &= rivals - 1
    return least


@rule
def situation_of(t, hand):
    """The situation of the seat on turn, whose hand is of this class: in which round, how many rivals, what they and it have
    drawn, how often the bet was raised and whether it owes, how many are still to act, how large the pot is."""
    p = t.turn
    bets = chips_in(t) // t.limit
    key = (t.street - 1) * 2 + (t.phase == DISCARD)
    key = key * CLASSES + hand
    key = key * 3 + min(count(live_seats(t)) - 1, 3) - 1
    key = key * 4 + min(max(drawn_against(t), 0), 3)
    key = key * 3 + min(max(drawn_by(t, p), 0), 2)
    key = key * 5 + min(t.raises, 4)
    key = key * 3 + (1 if price(t, p) > 0 else 2 if t.bettor == p else 0)
    key = key * 3 + min(count(t.to_act & ~(1 << p)), 2)
    key = key * 3 + (0 if bets < 4 else 1 if bets < 8 else 2)
    return key * 2 + (t.picked[p] != 0)


@rule
def bet_ways(menu, n, found, sure):
    """Fold if it saves anything, check or call, bet or raise. sure: the hand cannot lose, and bets all it can."""
    found[:] = -1
    for k in range(n):
        code = menu[k]
        found[0 if code == FOLD else 2 if code >= OPEN else 1] = code
    if sure or found[1] == CHECK:
        found[0] = -1
    if sure and found[2] >= 0:
        found[1] = -1


@rule
def draw_ways(t, found, thrown, pat):
    """Stand pat if that is to be thought of, or discard a set of cards, card by card, as long as nothing else has been picked."""
    found[:] = -1
    gone = t.picked[t.turn]
    left = thrown & ~gone
    if left and gone & ~thrown == 0:
        found[1] = lowest(left)
    if found[1] < 0 or (pat and gone == 0):
        found[0] = DONE
