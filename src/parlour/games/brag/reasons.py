"""Why a bet is good at Brag, in a card player's words."""

from parlour.kit import *

from .words import BET_0, COVER, FOLD, LOOK, SEE


def reasons(case, codes):
    code, vying = codes[0], case.vying()
    if code == LOOK:
        yield "looks", case.phrase(": playing blind costs half, and with cards in sight you know whether to go on")
        return
    hand = case.lie("hand", case.seat)
    what_held = what(case, hand) if hand else ""
    blind = [p for p in vying.rivals if case.lie("blind", p)]
    if code == FOLD:
        yield (
            "folds",
            (
                case.phrase(": you hold {hand}, and the others are still betting", hand=what_held)
                if hand
                else case.phrase(": you have not looked at your cards, and the others are still betting")
            ),
        )
    elif code == SEE:
        yield (
            "sees",
            (
                case.phrase(
                    ": you hold {hand}, and there is {n} chip to win",
                    ": you hold {hand}, and there are {n} chips to win",
                    vying.pot,
                    hand=what_held,
                )
                if hand
                else case.phrase(
                    ": you have not looked at your cards, and there is {n} chip to win",
                    ": you have not looked at your cards, and there are {n} chips to win",
                    vying.pot,
                )
            ),
        )
    elif code == COVER:
        yield (
            "covers",
            (
                case.phrase(": you hold {hand}, and you cannot pay the whole bet", hand=what_held)
                if hand
                else case.phrase(": you have not looked at your cards, and you cannot pay the whole bet")
            ),
        )
    else:
        yield (
            "bets",
            (
                case.phrase(": you hold {hand}", hand=what_held)
                if hand
                else case.phrase(": you have not looked at your cards, so you bet for half of what the others pay")
            ),
        )
        if blind and hand:
            yield "blind", case.phrase(": {n} player still has not looked", ": {n} players still have not looked", len(blind))


def named(case, codes):
    return case.label("a bet of {n}", n=codes[0] - BET_0) if codes[0] > BET_0 and codes[0] not in (LOOK, FOLD, SEE, COVER) else ""


def what(case, cards):
    """Return what three cards are, in words."""
    ranks, suits = sorted(card % 13 for card in cards), {card // 13 for card in cards}
    run = len(set(ranks)) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12])
    if len(set(ranks)) == 1:
        return case.label("three {ranks}", ranks=case.rank_word(cards[0], True))
    if run:
        return case.label("a running flush") if len(suits) == 1 else case.label("a run")
    if len(suits) == 1:
        return case.label("a flush")
    if len(set(ranks)) == 2:
        return case.label("a pair of {ranks}", ranks=case.rank_word(ranks[1], True))
    return case.label("only {card} high", card=case.name(max(cards, key=lambda card: card % 13)))
