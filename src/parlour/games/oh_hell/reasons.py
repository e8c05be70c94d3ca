"""Why a bid or a card is good at Oh Hell!, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import BID_0, STRENGTH

TAKE, DUCK = 1, -1
ACES, KINGS = int(RANKS[ACE]), int(RANKS[KING])


def reasons(case, codes):
    return bids(case, codes[0] - BID_0) if case.phase == "bid" else cards(case, codes[0])


def trumps_of(case):
    """The set of the trumps of this hand."""
    suit = case.figure("trumps")
    return case.suit(suit) if suit < NO_TRUMPS else 0


def bids(case, bid):
    """Yield which cards the tricks are bid on."""
    hand, trumps, size = case.figure("hand"), trumps_of(case), case.figure("hand_size")
    held, aces = hand & trumps, hand & ACES & ~trumps
    if bid == 0:
        yield from against_tricks(case, hand, held, aces)
    else:
        if held & ACES:
            yield "sure trump", case.phrase(": {cards} takes a trick for certain", cards=case.names(held & ACES))
        elif held & KINGS:
            yield "king", case.phrase(": only the ace of trumps beats {cards}", cards=case.names(held & KINGS))
        if aces:
            yield (
                "aces",
                case.phrase(": {cards} can only be trumped", cards=case.names(aces))
                if trumps
                else case.phrase(": no card of the same suit beats {cards}", cards=case.names(aces)),
            )
        if held.bit_count() > 1:
            yield "trumps", case.phrase(": you have {n} trump", ": you have {n} trumps", held.bit_count())
        elif held and not held & (ACES | KINGS):
            yield "trump", case.phrase(": {cards} is a trump", cards=case.names(held))
        if not held and not aces:
            yield (
                "best",
                case.phrase(": {card} is your highest card", card=case.name(max(case.each(hand), key=lambda card: card % 13))),
            )
    if int(case.row.dealer) == case.seat:
        others = sum(max(case.figure("bids", p), 0) for p in case.others)
        yield (
            "last",
            case.phrase(
                ": the others have bid {others} of {n} trick", ": the others have bid {others} of {n} tricks", size, others=others
            ),
        )


def against_tricks(case, hand, held, aces):
    """Yield why no tricks are bid."""
    high = hand & (ACES | KINGS)
    if not held and not high:
        yield "weak", case.phrase(": you have no trump, no ace and no king")
    elif not held and not aces:
        yield "no trump", case.phrase(": you have no trump and no ace")
    elif not high:
        yield "no honours", case.phrase(": you have no ace and no king")
    elif (held | aces).bit_count() == 1 and not held & ACES:
        yield "few", case.phrase(": {cards} is the only card that is likely to take a trick", cards=case.names(held | aces))


def cards(case, card):
    """A player who has the tricks they bid ducks the rest."""
    needs = case.figure("bids") - case.figure("tricks")
    tricks = case.tricks(trumps_of(case), np.tile(STRENGTH, 4))
    ahead = tricks.goes_ahead(card)
    if tricks.best >= 0 and needs > 0 and tricks.sure(card):
        yield (
            "needed",
            case.phrase("takes the trick you still need", "takes one of the {n} tricks you still need", needs),
        )
    elif tricks.best >= 0 and needs <= 0 and not ahead:
        yield "bid safe", case.phrase("keeps you at your bid") if needs == 0 else case.phrase("takes no further trick")
    yield from (reason for reason in tricks.reasons(card, TAKE if needs > 0 else DUCK) if needs <= 0 or reason[0] != "takes")
    left = case.figure("hand").bit_count() - 1
    if tricks.best >= 0 and needs > 0 and not ahead and left >= needs:
        yield "later", enough(case, left, needs)


def enough(case, left, needs):
    """Return how many cards are left for the tricks that are still needed."""
    if needs == 1:
        return case.phrase(
            "leaves {n} card for the one trick you still need", "leaves {n} cards for the one trick you still need", left
        )
    return case.phrase(
        "leaves {n} card for the {tricks} tricks you still need",
        "leaves {n} cards for the {tricks} tricks you still need",
        left,
        tricks=case.number(needs),
    )
