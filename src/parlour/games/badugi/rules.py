"""Badugi: four cards, no two of a rank or a suit, and low is good. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *
from parlour.kit.rankings import *

RULES_VERSION = 3
PACK = PACK_52
SAY = words(*SPOKEN_WORDS, BADUGI_HANDS)


class Table(DrawPoker, Layout, seats=(2, 8), default_seats=6):
    tiebreak = Option("highest_first", ("highest_first", "lowest_first"), "which cards of sets of one size are compared first")
    aces = Option("low", ("low", "high"), "whether the ace is the lowest card or the highest")


@rule
def deal(t):
    """R1, F103: deal four cards each."""
    deal_draw_poker(t, PACK, 4)


@SHOW.step
def show_badugi(t):
    """R3, R4: show the hand of the player whose turn it is to show, and say what it is."""
    cards = t.hand[t.player]
    show_hand(t, badugi(cards, t.aces == Table.aces.low, t.tiebreak == Table.tiebreak.highest_first), 0)
    word, figure = named(t, cards)
    say(t, word, figure)


@rule
def named(t, cards):
    """R3: the name of a hand."""
    return badugi_named(SAY.badugi_hand, cards, t.aces == Table.aces.low)


@rule
def best_set(t, cards):
    """R3: the cards of a hand that count."""
    return badugi_cards(cards, t.aces == Table.aces.low)
