"""Baduci: half of each pot for the best badugi, half for the lowest hand. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *
from parlour.kit.rankings import *

RULES_VERSION = 3
SAY = words(*SPOKEN._fields, *LOW_HANDS, *BADUGI_HANDS)
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
    word, figure = low_named(t, cards)
    say(t, word, figure)


@rule
def low_named(t, cards):
    """R4: what a whole hand is called in the low half."""
    if count(cards) < t.hand_size:
        return 0, 0
    return low_hand_named(SAY.with_four, low_hand(cards, t.low), t.low != DEUCE_TO_SEVEN)


@rule
def set_named(t, cards):
    """R3: what it is called in the badugi half."""
    return badugi_named(SAY.one_card, cards, t.aces == LOW_ACE)


@rule
def best_set(t, cards):
    """R3: the cards of a hand that count in the badugi half."""
    return badugi_cards(cards, t.aces == LOW_ACE)
