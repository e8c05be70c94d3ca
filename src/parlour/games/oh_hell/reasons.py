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
            yield "sure trump", f": {case.names(held & ACES)} takes a trick for certain"
        elif held & KINGS:
            yield "king", f": only the ace of trumps beats {case.names(held & KINGS)}"
        if aces:
            yield (
                "aces",
                f": {case.names(aces)} can only be trumped" if trumps else f": nothing of its suit beats {case.names(aces)}",
            )
        if held.bit_count() > 1:
            yield "trumps", f": you have {case.counted(held.bit_count(), 'trump')}"
        elif held and not held & (ACES | KINGS):
            yield "trump", f": {case.names(held)} is a trump"
        if not held and not aces:
            yield "best", f": {case.name(max(case.each(hand), key=lambda card: card % 13))} is your highest card"
    if int(case.row.dealer) == case.seat:
        others = sum(max(case.figure("bids", p), 0) for p in case.others)
        yield "last", f": the others have bid {others} of {size} tricks"


def against_tricks(case, hand, held, aces):
    """Yield why no tricks are bid."""
    high = hand & (ACES | KINGS)
    if not held and not high:
        yield "weak", ": you have no trump, no ace and no king"
    elif not held and not aces:
        yield "no trump", ": you have no trump and no ace"
    elif not high:
        yield "no honours", ": you have no ace and no king"
    elif (held | aces).bit_count() == 1 and not held & ACES:
        yield "few", f": {case.names(held | aces)} is the only card that is likely to take a trick"


def cards(case, card):
    """A player who has the tricks they bid ducks the rest."""
    needs = case.figure("bids") - case.figure("tricks")
    tricks = case.tricks(trumps_of(case), np.tile(STRENGTH, 4))
    ahead = tricks.goes_ahead(card)
    if tricks.best >= 0 and needs > 0 and tricks.sure(card):
        yield (
            "needed",
            "takes the trick you still need" if needs == 1 else f"takes one of the {case.counted(needs, 'trick')} you still need",
        )
    elif tricks.best >= 0 and needs <= 0 and not ahead:
        yield "bid safe", "keeps you at your bid" if needs == 0 else "takes no further trick"
    yield from (reason for reason in tricks.reasons(card, TAKE if needs > 0 else DUCK) if needs <= 0 or reason[0] != "takes")
    left = case.figure("hand").bit_count() - 1
    if tricks.best >= 0 and needs > 0 and not ahead and left >= needs:
        yield "later", f"leaves {case.counted(left, 'card')} for the {case.counted(needs, 'trick')} you still need"
