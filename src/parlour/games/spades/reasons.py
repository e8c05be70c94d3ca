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
    return f"Bid {codes[0] - NIL}" if case.phase == "bid" and codes[0] > NIL else ""


def bids(case, code):
    """Yield which cards the tricks are bid on."""
    hand = case.figure("hand")
    spades, high = hand & ALL_SPADES, hand & HONOURS
    if code == NIL:
        if not spades:
            yield "no spade", ": you have no spade that could take a trick"
        elif spades.bit_length() - 1 < 13 * SPADES + QUEEN:
            yield "low spades", f": no spade of yours is higher than {case.name(spades.bit_length() - 1)}"
        if not high:
            yield "no honours", "you have no ace and no king"
        return
    sure = sure_spades(spades)
    if sure:
        yield "sure spades", f": {case.counted(sure, 'trick')} {'is' if sure == 1 else 'are'} certain in spades"
    if high & ~ALL_SPADES:
        yield "high", f": you hold {case.names(high & ~ALL_SPADES)}"
    if spades.bit_count() >= 4:
        yield "long", f": {case.counted(spades.bit_count(), 'spade')} will take tricks at the end"
    short = [suit for suit in range(3) if (hand & case.suit(suit)).bit_count() < 2]
    if short and spades.bit_count() >= 2:
        yield "ruffs", ": you are short in a suit and can trump it"
    if not high:
        yield "weak", ": you have no ace and no king"
    elif not high & ~ALL_SPADES and not sure:
        yield (
            "king",
            f": {case.names(high)} is your only high card" if high.bit_count() == 1 else f": you hold {case.names(high)}",
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
        yield "nil safe", "keeps your nil safe"
    elif covers and tricks.best >= 0 and tricks.owner == friend and not under:
        yield "covers nil", "takes the trick off your partner, who bid nil"
    elif aim == DUCK and under and tricks.owner not in tricks.friends:
        yield "bag", "avoids a bag, as your side has its contract"
    elif aim == TAKE and needs > 0 and tricks.best >= 0 and not tricks.later and not under:
        yield (
            "needed",
            f"brings one of the {case.counted(needs, 'trick')} your side still needs" if needs > 1 else "makes your contract",
        )
    yield from tricks.reasons(card, aim)


def needed(case, seat):
    """The tricks that a side still needs for its contract."""
    taken = sum(case.figure("tricks", p) for p in (seat, (seat + 2) % 4) if case.figure("bids", p) or case.row.nil_help)
    return case.figure("contract", seat) - taken
