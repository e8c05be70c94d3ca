"""Situations that a player distinguishes at Badugi: how many cards count and how low they are, beside what
`parlour.kit.draw_nerve` says."""

from parlour.kit import *
from parlour.kit.draw_nerve import INDIFFERENT as OF_ALL
from parlour.kit.draw_nerve import bet_ways, last_hand, situation_of, whole_hand
from parlour.kit.draw_poker import BET, DISCARD, DONE
from parlour.kit.plan_nerve import offer_plan
from parlour.kit.rankings import badugi_cards, badugi_ranks

from .rules import Table

NERVE = (BET, DISCARD)
INDIFFERENT = (*OF_ALL, "tiebreak")
NUTS, THREE_CARDS, TWO_CARDS, ONE_CARD = 0, 9, 16, 20
LOWEST_FOUR, EIGHTH = 3, 7  # ranks, the ace's being 0


@rule
def hand_class(cards, ace_is_low):
    """Badugis by their highest card, from the four (or five) up to the queen or king; then three, two and one card by theirs."""
    ranks = badugi_ranks(cards, ace_is_low)
    n, top = count(ranks), highest(ranks)
    if n == 4:
        return min(top - LOWEST_FOUR, 8)
    if n == 3:
        return THREE_CARDS + min(max(top - LOWEST_FOUR, 0), 6)
    return TWO_CARDS + min(top // 2, 3) if n == 2 else ONE_CARD


@rule
def drawn_to(cards, ace_is_low):
    """The cards to keep.

    Of a hand that is not a badugi: those of its best set up to the eight. Of a badugi: all but the highest.
    """
    kept, least = badugi_cards(cards, ace_is_low), EIGHTH
    if count(kept) == 4:
        least = highest(badugi_ranks(cards, ace_is_low)) - 1
    found = 0
    for rank in range(least + 1):
        found |= kept & RANKS[(rank + 12) % 13 if ace_is_low else rank]
    return found


@rule
def situation(t):
    return situation_of(t, hand_class(whole_hand(t), t.aces == Table.aces.low))


@rule
def ways(t, menu, n, found):
    """Stand pat, from the second draw on as a bluff, too, or draw to the cards up to the eight or to all that count. Nobody
    breaks a badugi up to the eight; one with a higher card one may."""
    cards, low = whole_hand(t), t.aces == Table.aces.low
    held = hand_class(cards, low)
    if t.phase == BET:
        bet_ways(menu, n, found, held == NUTS and last_hand(t))
        return
    gone = t.picked[t.turn]
    found[:] = -1
    if held <= EIGHTH - LOWEST_FOUR or (gone == 0 and (held < THREE_CARDS or t.street > 1)):
        found[0] = DONE
    if held > EIGHTH - LOWEST_FOUR:
        offer_plan(found, 1, cards & ~drawn_to(cards, low), gone, DONE)
        offer_plan(found, 2, cards & ~badugi_cards(cards, low), gone, DONE)
    if max(found[0], found[1], found[2]) < 0:
        found[0] = DONE
