"""Situations that a player distinguishes at Triple Draw: how low the hand is or may become, beside what `parlour.kit.draw_nerve`
says."""

from parlour.kit import *
from parlour.kit.draw_nerve import INDIFFERENT as OF_ALL
from parlour.kit.draw_nerve import bet_ways, draw_ways, last_hand, situation_of, whole_hand
from parlour.kit.draw_poker import BET, DISCARD
from parlour.kit.rankings import NO_PAIR, ONE_PAIR, deuce_to_seven, low_category_of, ranks_held

NERVE = (BET, DISCARD)
INDIFFERENT = OF_ALL
NUTS, SEVEN_SIX, SMOOTH_EIGHT, EIGHT_SEVEN, SMOOTH_NINE, NINE_EIGHT, SMOOTH_TEN, ROUGH_TEN, JACK_LOW = range(9)
WORSE = 10  # after the last draw: queen, king, ace, a pair, more; before it: by the cards to draw to


@rule
def made_class(cards):
    """The class of five cards of different ranks, neither straight nor flush, up to the jack; -1 of all others."""
    if low_category_of(deuce_to_seven(cards)) != NO_PAIR:
        return -1
    ranks = ranks_held(cards)[0]
    top = highest(ranks)
    second = highest(ranks & ~(1 << top))
    if top <= SEVEN:
        return NUTS if second < SIX else SEVEN_SIX
    if top == EIGHT:
        return SMOOTH_EIGHT if second < SEVEN else EIGHT_SEVEN
    if top == NINE:
        return SMOOTH_NINE if second < EIGHT else NINE_EIGHT
    if top == TEN:
        return SMOOTH_TEN if second < NINE else ROUGH_TEN
    return JACK_LOW if top == JACK and second < NINE else JACK_LOW + 1 if top == JACK else -1


@rule
def final_class(cards):
    """Return the class of a hand by its highest card, 0 for the lowest."""
    made = made_class(cards)
    if made >= 0:
        return made
    category = low_category_of(deuce_to_seven(cards))
    top = highest(ranks_held(cards)[0])
    return WORSE + (top - QUEEN if category == NO_PAIR else 3 if category == ONE_PAIR else 4)


@rule
def drawn_to(cards):
    """The cards to keep: one of each rank up to the eight, the lowest four."""
    kept = 0
    for rank in range(EIGHT + 1):
        if cards & RANKS[rank] and count(kept) < 4:
            kept |= 1 << lowest(cards & RANKS[rank])
    return kept


@rule
def drawing_class(cards):
    """Return the class of a hand with a draw to come: hands one would stand on, then draws to four, three, two cards or fewer."""
    made = made_class(cards)
    if 0 <= made < JACK_LOW or made == JACK_LOW:
        return made
    kept = drawn_to(cards)
    n, deuce, smooth = count(kept), kept & RANKS[TWO] != 0, kept & RANKS[EIGHT] == 0
    if n == 4:
        return WORSE + (0 if deuce and smooth else 1 if smooth else 2 if deuce else 3)
    if n == 3:
        return WORSE + (4 if deuce and smooth else 5 if deuce else 6)
    return WORSE + (7 if n == 2 and deuce else 8 if n == 2 else 9)


@rule
def situation(t):
    cards = whole_hand(t)
    return situation_of(t, final_class(cards) if last_hand(t) else drawing_class(cards))


@rule
def ways(t, menu, n, found):
    """Stand pat, from the second draw on as a bluff, too, or draw. Nobody breaks an eight; a higher made hand one may."""
    cards = whole_hand(t)
    made = made_class(cards)
    if t.phase == BET:
        bet_ways(menu, n, found, made == NUTS and last_hand(t))
        return
    thrown = 0 if 0 <= made <= EIGHT_SEVEN else cards & ~drawn_to(cards)
    draw_ways(t, found, thrown, 0 <= made <= JACK_LOW or t.street > 1)
