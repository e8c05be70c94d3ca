"""Why a card or a call is good at Botifarra, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import BOTIFARRA, PASS, STRENGTH, TRUMP, WORTH

MANILLAS, ACES = int(RANKS[NINE]), int(RANKS[ACE])


def reasons(case, codes):
    return cards(case, codes[0]) if codes[0] < FIRST_CALL else calls(case, codes[0])


def calls(case, code):
    hand = case.figure("hand")
    nines, points = hand & MANILLAS, sum(int(WORTH[card % 13]) for card in case.each(hand))
    if TRUMP <= code < TRUMP + 4:
        held = hand & case.suit(code - TRUMP)
        tops = held & (MANILLAS | ACES)
        yield (
            "long",
            f": you hold {case.counted(held.bit_count(), 'card')} of the suit" + (f" with {case.names(tops)}" if tops else ""),
        )
    elif code == BOTIFARRA:
        yield (
            "no trumps",
            f": without trumps your {case.names(nines)} cannot be trumped"
            if nines
            else ": no suit of yours is strong enough to be trumps",
        )
    elif code == PASS and case.phase == "name":
        longest = max((hand & case.suit(suit)).bit_count() for suit in range(4))
        yield "passes", f": no suit of yours is longer than {case.counted(longest, 'card')}"
    else:
        yield (
            "points",
            f": your cards count {case.counted(points, 'point')}"
            + (f", with {case.names(nines)}" if nines else " and you hold no nine"),
        )


def cards(case, card):
    suit = case.figure("trumps")
    trumps = case.suit(suit) if suit < NO_TRUMPS else 0
    yield from case.tricks(trumps, np.tile(STRENGTH, 4), worth=np.tile(WORTH, 4)).reasons(card)
