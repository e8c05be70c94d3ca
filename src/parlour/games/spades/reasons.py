"""Why a bid or a card is good at Spades, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import ALL_SPADES, LOOK_AT_HAND, NIL, STRENGTH

TAKE, DUCK = 1, -1
HONOURS = int(RANKS[ACE] | RANKS[KING])


def reasons(case, codes):
    if case.phase == "look":
        return [("looks", ": only with cards in sight can you bid what they are worth")] if codes[0] == LOOK_AT_HAND else []
    return bids(case, codes[0]) if case.phase == "bid" else cards(case, codes[0])


def named(case, codes):
    return case.label("a bid of {n}", n=codes[0] - NIL) if case.phase == "bid" and codes[0] > NIL else ""


def bids(case, code):
    """Yield which cards the tricks are bid on."""
    hand = case.figure("hand")
    spades, high = hand & ALL_SPADES, hand & HONOURS
    if code == NIL:
        if not spades:
            yield "no spade", case.phrase(": you have no spade that could take a trick")
        elif spades.bit_length() - 1 < 13 * SPADES + QUEEN:
            yield "low spades", case.phrase(": no spade of yours is higher than {card}", card=case.name(spades.bit_length() - 1))
        if not high:
            yield "no honours", case.phrase(": you have no ace and no king")
        return
    sure = sure_spades(spades)
    if sure:
        yield "sure spades", case.phrase(": {n} trick is certain in spades", ": {n} tricks are certain in spades", sure)
    if high & ~ALL_SPADES:
        yield "high", case.phrase(": you hold {cards}", cards=case.names(high & ~ALL_SPADES))
    if spades.bit_count() >= 4:
        yield (
            "long",
            case.phrase(
                ": {n} spade will take tricks at the end", ": {n} spades will take tricks at the end", spades.bit_count()
            ),
        )
    short = [suit for suit in range(3) if (hand & case.suit(suit)).bit_count() < 2]
    if short and spades.bit_count() >= 2:
        yield "ruffs", case.phrase(": you are short in a suit and can trump it")
    if not high:
        yield "weak", case.phrase(": you have no ace and no king")
    elif not high & ~ALL_SPADES and not sure:
        yield (
            "king",
            case.phrase(": {cards} is your only high card", cards=case.names(high))
            if high.bit_count() == 1
            else case.phrase(": you hold {cards}", cards=case.names(high)),
        )


def sure_spades(spades):
    """The tricks that spades take against any hands: those from the top down."""
    n = 0
    while spades >> (13 * SPADES + ACE - n) & 1:
        n += 1
    return n


def cards(case, card):
    """Yield why a card is good: what the side still needs decides what it is for."""
    friend = (case.seat + 2) % 4
    nil = case.figure("bids") == 0 and not case.figure("tricks")
    covers = case.figure("bids", friend) == 0 and not case.figure("tricks", friend)
    needs, rivals = needed(case, case.seat), needed(case, case.others[0])
    tricks = case.tricks(ALL_SPADES, np.tile(STRENGTH, 4), friends=[] if nil else None)
    sets = rivals >= case.figure("hand").bit_count()
    aim = DUCK if nil or (needs <= 0 and not covers and not sets) else TAKE
    under = tricks.best >= 0 and not tricks.goes_ahead(card)
    if nil and under:
        yield "nil safe", case.phrase("keeps your nil safe")
    elif covers and tricks.best >= 0 and tricks.owner == friend and not under:
        yield "covers nil", case.phrase("takes the trick off your partner, who bid nil")
    elif aim == DUCK and under and tricks.owner not in tricks.friends:
        yield "bag", case.phrase("avoids a bag, as your side has its contract")
    elif aim == TAKE and needs > 0 and tricks.best >= 0 and not tricks.later and not under:
        yield (
            "needed",
            case.phrase(
                "brings one of the {n} trick your side still needs", "brings one of the {n} tricks your side still needs", needs
            )
            if needs > 1
            else case.phrase("makes your contract"),
        )
    yield from tricks.reasons(card, aim)


def needed(case, seat):
    """The tricks that a side still needs for its contract."""
    taken = sum(case.figure("tricks", p) for p in (seat, (seat + 2) % 4) if case.figure("bids", p) or case.row.nil_help)
    return case.figure("contract", seat) - taken
