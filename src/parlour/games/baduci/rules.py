"""Baduci: half of each pot for the best badugi, half for the lowest hand. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *

RULES_VERSION = 1
SAY = words(*SPOKEN._fields, *LOW_HANDS)
LOW_ACE = 1  # aces
HIGHEST_FIRST = 1  # tiebreak


class Table(DrawPoker, Layout, seats=(2, 6), default_seats=4):
    tiebreak = Option("lowest_first", ("lowest_first", "highest_first"), "which cards of badugis of one size are compared first")
    aces = Option("high", ("high", "low"), "whether the ace is the highest card of a badugi or the lowest")
    low = Option("2-7", LOWBALLS, "how hands rank in the low half")


@rule
def pack(t, bag):
    bag[0] = PACK_52


@rule
def deal(t):
    """R1, F103."""
    deal_draw_poker(t, PACK_52, 5)


@rule
def proceed(t):
    if t.phase == SHOW:
        show(t, t.hand[t.player])
    else:
        go_on(t)


@rule
def show(t, cards):
    """R3 to R6: the badugi half is the first, and gets the odd chip."""
    low = low_hand(cards, t.low)
    show_hand(t, badugi(cards, t.aces == LOW_ACE, t.tiebreak == HIGHEST_FIRST), low)
    say_low_hand(t, SAY.with_four, low, t.low != DEUCE_TO_SEVEN)
