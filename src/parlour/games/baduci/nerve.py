"""Situations that a player distinguishes at Baduci: the worth of the hand in either half, beside what `parlour.kit.draw_nerve`
says.

Sets of one size are compared from their lowest card up, so what counts is how long a run without a gap from the deuce up is.
"""

from parlour.kit import *
from parlour.kit.draw_nerve import INDIFFERENT as OF_ALL
from parlour.kit.draw_nerve import bet_ways, last_hand, situation_of, whole_hand
from parlour.kit.draw_poker import BET, DISCARD, DONE
from parlour.kit.plan_nerve import offer_plan
from parlour.kit.rankings import NO_PAIR, badugi_cards, badugi_ranks, deuce_to_seven, low_category_of, ranks_held

NERVE = (BET, DISCARD)
INDIFFERENT = OF_ALL
BEST, LOW_CLASSES = 0, 8
THREE_CARDS, EIGHT_LOW, JACK_LOW, NO_LOW = 5, 2, 5, 7
TO_EIGHT = pack_of("2 3 4 5 6 7 8")


@rule
def run_of(ranks):
    """Return how many ranks from the deuce up there are without a gap."""
    return lowest(~ranks)


@rule
def set_class(cards):
    """Badugis from 5-4-3-2 to those without a deuce, then three cards, then fewer."""
    ranks = badugi_ranks(cards, False)
    n, run = count(ranks), run_of(ranks)
    return 4 - run if n == 4 else THREE_CARDS + max(2 - run, 0) if n == 3 else THREE_CARDS + 3


@rule
def low_class(cards):
    """Five different ranks, neither straight nor flush: seven-five, other sevens, eights .. jacks, higher ones; then the rest."""
    if low_category_of(deuce_to_seven(cards)) != NO_PAIR:
        return NO_LOW
    ranks = ranks_held(cards)[0]
    top = highest(ranks)
    return BEST if ranks == 0b101111 else min(top - SEVEN + 1, JACK_LOW + 1)


@rule
def set_drawn_to(cards):
    """Return the class of a hand with a draw to come: badugis up to the eight, higher ones, then the cards up to the eight in the
    set. set. set. set."""
    kept = badugi_cards(cards, False)
    ranks = badugi_ranks(cards, False) if count(kept) == 4 else ranks_held(kept & TO_EIGHT)[0]
    n, run = count(ranks), min(run_of(ranks), 2)
    if n == 4:
        return 1 - run // 2 if kept & ~TO_EIGHT == 0 else 4 - run
    return 7 - run if n == 3 else 9 - min(run, 1) if n == 2 else 10


@rule
def low_drawn_to(cards):
    """Return the class of the low half with a draw to come: an eight or better, a nine or ten, then the different ranks up to the
    eight. eight. eight. eight."""
    made = low_class(cards)
    if made < JACK_LOW:
        return 0 if made <= EIGHT_LOW else 1
    ranks = ranks_held(cards & TO_EIGHT)[0]
    n, deuce = count(ranks), ranks & 1
    return 3 - deuce if n >= 4 else 5 - deuce if n == 3 else 6 if n == 2 else NO_LOW


@rule
def situation(t):
    cards = whole_hand(t)
    if last_hand(t):
        return situation_of(t, set_class(cards)) * LOW_CLASSES + low_class(cards)
    return situation_of(t, set_drawn_to(cards)) * LOW_CLASSES + low_drawn_to(cards)


@rule
def kept_for_both(cards, best):
    """A card of each rank up to the eight, if it can be one of the badugi; of five such the highest goes that is not."""
    kept = spare = 0
    for rank in range(EIGHT + 1):
        held = cards & RANKS[rank]
        if held & best:
            kept |= held & best
        elif held:
            spare = 1 << lowest(held)
            kept |= spare
    return kept & ~spare if count(kept) == 5 else kept


@rule
def ways(t, menu, n, found):
    """Draw for both halves or for the badugi alone, or stand on a jack or better, or on a badugi with a higher card than the
    eight. Nobody breaks the best low hand, nor an eight with a badugi, or folds the best of a half after the last draw."""
    cards, gone = whole_hand(t), t.picked[t.turn]
    best, low = badugi_cards(cards, False), low_class(cards)
    made = count(best) == 4
    if t.phase == BET:
        sure = (set_class(cards) == BEST) + (low == BEST) if last_hand(t) else 0
        bet_ways(menu, n, found, sure == 2)
        found[0] = -1 if sure else found[0]
        return
    found[:] = -1
    if low == BEST or (made and low <= EIGHT_LOW):
        found[0] = DONE
        return
    both = kept_for_both(cards, best)
    offer_plan(found, 1, cards & ~both, gone, DONE)
    offer_plan(found, 2, cards & ~(best if made else best & both), gone, DONE)
    stands = gone == 0 and (low <= JACK_LOW or (made and best & ~TO_EIGHT))
    if stands or max(found[1], found[2]) < 0:
        found[0] = DONE
