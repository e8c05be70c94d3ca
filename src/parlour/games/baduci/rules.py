"""Baduci: half of each pot for the best badugi, half for the lowest hand. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *
from parlour.kit.rankings import *

RULES_VERSION = 3
PACK = PACK_52
SAY = words(*SPOKEN_WORDS, LOW_HANDS, BADUGI_HANDS)


class Table(DrawPoker, Layout, seats=(2, 6), default_seats=4):
    tiebreak = Option("lowest_first", ("lowest_first", "highest_first"), "which cards of badugis of one size are compared first")
    aces = Option("high", ("high", "low"), "whether the ace is the highest card of a badugi or the lowest")
    low = Option("2-7", LOWBALLS, "how hands rank in the low half")


@rule
def deal(t):
    """R1, F103: deal five cards each."""
    deal_draw_poker(t, PACK, 5)


@SHOW.step
def show_halves(t):
    """R3 to R6: the badugi half is the first, and gets the odd chip."""
    cards = t.hand[t.player]
    low = low_hand(cards, t.low)
    show_hand(t, badugi(cards, t.aces == Table.aces.low, t.tiebreak == Table.tiebreak.highest_first), low)
    word, figure = low_named(t, cards)
    say(t, word, figure)


@rule
def low_named(t, cards):
    """R4: the name of a whole hand in the low half."""
    if count(cards) < t.hand_size:
        return 0, 0
    return low_hand_named(SAY.low_hand, low_hand(cards, t.low), t.low != DEUCE_TO_SEVEN)


@rule
def set_named(t, cards):
    """R3: the name of a hand in the badugi half."""
    return badugi_named(SAY.badugi_hand, cards, t.aces == Table.aces.low)


@rule
def best_set(t, cards):
    """R3: the cards of a hand that count in the badugi half."""
    return badugi_cards(cards, t.aces == Table.aces.low)
