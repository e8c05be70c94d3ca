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
            of_suit(case, held.bit_count(), tops),
        )
    elif code == BOTIFARRA:
        yield (
            "no trumps",
            case.phrase(": without trumps your {cards} cannot be trumped", cards=case.names(nines))
            if nines
            else case.phrase(": no suit of yours is strong enough to be trumps"),
        )
    elif code == PASS and case.phase == "name":
        longest = max((hand & case.suit(suit)).bit_count() for suit in range(4))
        yield (
            "passes",
            case.phrase(": no suit of yours is longer than {n} card", ": no suit of yours is longer than {n} cards", longest),
        )
    else:
        yield (
            "points",
            counting(case, points, nines),
        )


def of_suit(case, held, tops):
    """Return how many cards of a suit are held, and which of them are its highest."""
    if tops:
        return case.phrase(
            ": you hold {n} card of the suit with {cards}",
            ": you hold {n} cards of the suit with {cards}",
            held,
            cards=case.names(tops),
        )
    return case.phrase(": you hold {n} card of the suit", ": you hold {n} cards of the suit", held)


def counting(case, points, nines):
    """Return what the hand counts, and the nines in it."""
    if nines:
        held = case.names(nines)
        return case.phrase(
            ": your cards count {n} point, with {cards}", ": your cards count {n} points, with {cards}", points, cards=held
        )
    return case.phrase(
        ": your cards count {n} point and you hold no nine", ": your cards count {n} points and you hold no nine", points
    )


def cards(case, card):
    suit = case.figure("trumps")
    trumps = case.suit(suit) if suit < NO_TRUMPS else 0
    yield from case.tricks(trumps, np.tile(STRENGTH, 4), worth=np.tile(WORTH, 4)).reasons(card)
