"""Why a bet is good at Brag, in a card player's words."""

from parlour.kit import *

from .words import BET_0, COVER, FOLD, LOOK, SEE


def reasons(case, codes):
    code, vying = codes[0], case.vying()
    if code == LOOK:
        yield "looks", ": playing blind costs half, and with cards in sight you know whether to go on"
        return
    hand = case.lie("hand", case.seat)
    held = f"you hold {what(case, hand)}" if hand else "you have not looked at your cards"
    blind = [p for p in vying.rivals if case.lie("blind", p)]
    if code == FOLD:
        yield "folds", f": {held}, and the others are still betting"
    elif code == SEE:
        yield "sees", f": {held}, and there are {vying.pot} chips to win"
    elif code == COVER:
        yield "covers", f": {held}, and you cannot pay the whole bet"
    else:
        yield "bets", f": {held}" if hand else f": {held}, so you bet for half of what the others pay"
        if blind and hand:
            yield "blind", f"{case.counted(len(blind), 'player')} still {'has' if len(blind) == 1 else 'have'} not looked"


def named(case, codes):
    return f"A bet of {codes[0] - BET_0}" if codes[0] > BET_0 and codes[0] not in (LOOK, FOLD, SEE, COVER) else ""


def what(case, cards):
    """Return what three cards are, in words."""
    ranks, suits = sorted(card % 13 for card in cards), {card // 13 for card in cards}
    run = len(set(ranks)) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12])
    if len(set(ranks)) == 1:
        return f"three {case.rank_word(cards[0], True)}"
    if run:
        return "a running flush" if len(suits) == 1 else "a run"
    if len(suits) == 1:
        return "a flush"
    if len(set(ranks)) == 2:
        return f"a pair of {case.rank_word(ranks[1], True)}"
    return f"only {case.name(max(cards, key=lambda card: card % 13))} high"
