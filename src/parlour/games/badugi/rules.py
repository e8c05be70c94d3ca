"""Badugi: four cards, no two of a rank or a suit, and low is good. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *

RULES_VERSION = 1
SAY = words(*SPOKEN._fields, "one_card", "two_cards", "three_cards", "badugi")
LOW_ACE = 0  # aces
HIGHEST_FIRST = 0  # tiebreak


class Table(DrawPoker, Layout, seats=(2, 8), default_seats=6):
    tiebreak = Option("highest_first", ("highest_first", "lowest_first"), "which cards of sets of one size are compared first")
    aces = Option("low", ("low", "high"), "whether the ace is the lowest card or the highest")


@rule
def pack(t, bag):
    bag[0] = PACK_52


@rule
def deal(t):
    """R1, F103."""
    deal_draw_poker(t, PACK_52, 4)


@rule
def proceed(t):
    if t.phase == SHOW:
        show(t, t.hand[t.player])
    else:
        go_on(t)


@rule
def show(t, cards):
    """R3, R4."""
    low_ace = t.aces == LOW_ACE
    show_hand(t, badugi(cards, low_ace, t.tiebreak == HIGHEST_FIRST), 0)
    kept = badugi_ranks(cards, low_ace)
    top = highest(kept)
    say(t, SAY.one_card + count(kept) - 1, (top + 12) % 13 if low_ace else top)
