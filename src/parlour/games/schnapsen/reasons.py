"""Why a card or a call is good at Schnapsen, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import CLOSE, CONTINUE, COUPLE, DECLARE, EXCHANGE, MARRY, STRENGTH, WORTH


def reasons(case, codes):
    return calls(case, codes[0]) if codes[0] >= FIRST_CALL else cards(case, codes[0])


def calls(case, code):
    hand, trumps = case.figure("hand"), case.figure("trumps")
    if code == EXCHANGE:
        yield (
            "exchange",
            case.phrase(": you get {cards} for the lowest trump, and it costs nothing", cards=case.names(case.figure("upcard"))),
        )
    elif code == CLOSE:
        held = hand & case.suit(trumps)
        yield (
            "close",
            (
                case.phrase(": from now on your opponent must follow suit, and you hold {cards}", cards=case.names(held))
                if held
                else case.phrase(": from now on your opponent must follow suit, and you hold no trump")
            ),
        )
    elif MARRY <= code < DECLARE:
        worth = 40 if code - MARRY == trumps else 20
        yield (
            "marriage",
            case.phrase(": king and queen count {points}", points=worth)
            if case.figure("tricks")
            else case.phrase(": king and queen count {points} as soon as you have a trick", points=worth),
        )
    elif code == DECLARE and points_of(case) >= 66:
        yield "declares", case.phrase(": you have {n} point", ": you have {n} points", points_of(case))
    elif code == DECLARE:
        yield (
            "taken",
            case.phrase(
                ": you have {n} point, and here even a wrong claim costs less than going on",
                ": you have {n} points, and here even a wrong claim costs less than going on",
                points_of(case),
            ),
        )
    elif code == CONTINUE and points_of(case) < 66:
        yield (
            "continues",
            case.phrase(": you have {n} point and need 66", ": you have {n} points and need 66", points_of(case)),
        )


def points_of(case):
    """The points that the seat knows it has: of the tricks it remembers, and of marriages."""
    won = case.known("won", case.seat) | case.known("won_after", case.seat)
    won |= case.figure("won") | case.figure("won_after")
    return sum(int(WORTH[card % 13]) for card in case.each(won)) + case.figure("credited")


def cards(case, card):
    trumps = case.suit(case.figure("trumps"))
    tricks = case.tricks(trumps, np.tile(STRENGTH, 4), worth=np.tile(WORTH, 4))
    held = case.figure("hand") | case.figure("shown")
    if tricks.best < 0 and case.figure("shown") >> card & 1:
        yield "of marriage", case.phrase("is led from the marriage you have just shown")
    yield from tricks.reasons(card)
    for suit in range(4):
        couple = int(COUPLE) << 13 * suit
        if held & couple == couple and not couple >> card & 1:
            yield "keeps marriage", case.phrase("keeps your marriage together")
            break
