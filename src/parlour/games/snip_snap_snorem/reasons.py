"""Why a card is good at Snip Snap Snorem, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    card = codes[0]
    if card >= FIRST_CALL:
        yield "passes", ": you keep a card that nobody can make you play now"
        return
    held = sum(1 for other in case.own if other % 13 == card % 13)
    word = case.rank_word(card)
    if len(case.own) == 1:
        yield "out", "is your last card"
    elif case.lie("line"):
        yield "fits", "is of the rank that was led"
    elif held == 4:
        yield "leads again", f"begins a round that nobody else can join: you hold all four {case.rank_word(card, True)}"
    elif held > 1:
        yield f"held {held}", f"begins a round in which you can play {case.counted(held, 'card')}"
    else:
        yield "held 1", f"gets rid of your only {word}"
