"""Triple Draw: five cards, three draws, and the lowest poker hand wins. Paragraphs R1.. and F101.. are those of rulebook.md.

Betting, draws and the showdown are those of every draw game at fixed limit, in `parlour.kit.draw_poker`.
"""

from parlour.kit import *
from parlour.kit.draw_poker import *
from parlour.kit.rankings import *

RULES_VERSION = 3
SAY = words(*SPOKEN_WORDS, LOW_HANDS, "high_card")


class Table(DrawPoker, Layout, seats=(2, 6), default_seats=4):
    lowball = Option("2-7", LOWBALLS, "how low hands rank")
    jokers = Option(0, range(3), "wild cards; not with a split pot")
    split = Option("none", ("none", "high_low", "high_low_8"), "half of each pot is for the best high hand")


@rule
def house(t):
    """R6: a joker is only defined in low hands."""
    return 6 if t.jokers > 0 and t.split != Table.split.none else 0


@rule(inline=True)
def cards_of_game(t):
    """R6: return the pack, jokers included."""
    return PACK_52 | (((1 << t.jokers) - 1) << BIG_JOKER)


@rule
def pack(t, bag):
    bag[0] = cards_of_game(t)


@rule
def deal(t):
    """R1, F103: deal five cards each."""
    deal_draw_poker(t, cards_of_game(t), 5)


@SHOW.step
def show_halves(t):
    """R3, R7: with a split pot the high hand is compared in the first half, the low hand in the second."""
    cards = t.hand[t.player]
    low = low_hand(cards, t.lowball)
    if t.split == Table.split.none:
        show_hand(t, low, 0)
    else:
        show_hand(t, poker_high(cards), low if t.split == Table.split.high_low else eight_or_better(cards))
    word, figure = low_named(t, cards)
    say(t, word, figure)


@rule
def low_named(t, cards):
    """R5: the name of a whole hand as a low hand."""
    if count(cards) < t.hand_size:
        return 0, 0
    return low_hand_named(SAY.low_hand, low_hand(cards, t.lowball), t.lowball != DEUCE_TO_SEVEN)


@rule
def high_named(t, cards):
    """R7: the name of a hand in the high half; nothing if there is none."""
    if t.split == Table.split.none or count(cards) < t.hand_size:
        return 0, 0
    strength = poker_high(cards)
    word = SAY.high_card if category_of(strength) == NO_PAIR else SAY.low_hand[PAIR_WORD + category_of(strength) - ONE_PAIR]
    return word, highest((strength >> 13) & 0x1FFF)
