"""Why a card is good at Polignac, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import CAPOT, PASS, POLIGNAC, STRENGTH

TAKE, DUCK = 1, -1
JACKS = int(RANKS[JACK])


def reasons(case, codes):
    if codes[0] == PASS:
        return [("pass", ": a capot that fails costs points, and one trick of the others breaks it")]
    if codes[0] == CAPOT:
        return [("capot", ": it wins if you take every trick")]
    return cards(case, codes[0])


def cards(case, card):
    tricks = case.tricks(0, np.tile(STRENGTH, 4))
    capot = int(case.row.bidder) == case.seat
    jacks = [other for other in tricks.lies if JACKS >> other & 1]
    if tricks.best >= 0 and not capot and not tricks.goes_ahead(card):
        if JACKS >> card & 1:
            yield "sheds jack", case.phrase("gives the Polignac away") if card == POLIGNAC else case.phrase("gives a jack away")
        elif jacks:
            yield "leaves jack", case.phrase("leaves {cards} to somebody else", cards=case.names(jacks))
    elif tricks.best >= 0 and not capot and not tricks.later and not jacks and not JACKS >> card & 1:
        yield "no jack", case.phrase("takes a trick without a jack")
    yield from tricks.reasons(card, TAKE if capot else DUCK)
