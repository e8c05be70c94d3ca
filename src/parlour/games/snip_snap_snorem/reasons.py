"""Why a card is good at Snip Snap Snorem, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    card = codes[0]
    if card >= FIRST_CALL:
        yield "passes", case.phrase(": you keep a card that nobody can make you play now")
        return
    held = sum(1 for other in case.own if other % 13 == card % 13)
    word = case.rank_word(card)
    if len(case.own) == 1:
        yield "out", case.phrase("is your last card")
    elif case.lie("line"):
        yield "fits", case.phrase("is of the rank that was led")
    elif held == 4:
        yield (
            "leads again",
            case.phrase("begins a round that nobody else can join: you hold all four {ranks}", ranks=case.rank_word(card, True)),
        )
    elif held > 1:
        yield (
            f"held {held}",
            case.phrase("begins a round in which you can play {n} card", "begins a round in which you can play {n} cards", held),
        )
    else:
        yield "held 1", case.phrase("gets rid of your only {rank}", rank=word)
