"""Why a card or a call is good at Schafkopf, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import STRENGTH, TRUMPS, WORTH

TAKE, DUCK = 1, -1
TRUMP = int(TRUMPS)
ACES = int(RANKS[ACE])


def reasons(case, codes):
    if case.phase == "lay aside":
        return lay_aside(case, codes)
    return calls(case, codes[0]) if case.phase == "take" else cards(case, codes[0])


def calls(case, code):
    hand = case.figure("hand")
    trumps, aces = (hand & TRUMP).bit_count(), hand & ACES & ~TRUMP
    yield (
        "trumps",
        case.phrase(": you hold {n} trump and {cards}", ": you hold {n} trumps and {cards}", trumps, cards=case.names(aces))
        if aces
        else case.phrase(": you hold {n} trump and no ace", ": you hold {n} trumps and no ace", trumps)
        if not hand & ACES
        else case.phrase(": you hold {n} trump", ": you hold {n} trumps", trumps),
    )


def lay_aside(case, codes):
    points = sum(int(WORTH[card % 13]) for card in codes)
    kept = sum(1 << card for card in case.own if card not in codes)
    left = [card for card in codes if not TRUMP >> card & 1 and not kept & case.suit(card // 13) & ~TRUMP]
    if points >= 10:
        yield "brings home", case.phrase("brings {n} point home", "brings {n} points home", points)
    if left:
        yield "void", case.phrase("leaves you without a suit, so that you can trump it")
    yield "trumps", case.phrase("keeps {n} trump in your hand", "keeps {n} trumps in your hand", (kept & TRUMP).bit_count())


def cards(case, card):
    declarer = int(case.row.declarer)
    alone = declarer in (NOBODY, case.seat)
    friends = [] if alone else [p for p in case.others if p != declarer]
    tricks = case.tricks(TRUMP, STRENGTH, worth=np.tile(WORTH, 4), friends=friends)
    yield from tricks.reasons(card, DUCK if declarer == NOBODY else TAKE)
