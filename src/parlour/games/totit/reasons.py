"""Why a card is good at Totit, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    after = case.after(codes)
    taken = case.lie("capture", row=after)
    card = codes[0] if codes[0] < FIRST_CALL else case.lie("played")[0]
    if taken:
        twin = len(set(taken)) == 1
        yield (
            "twins" if twin else "takes",
            case.phrase("takes its twin")
            if twin
            else case.phrase("takes {cards}", cards=case.names([other for other in taken if other != card])),
        )
        return
    own = case.lie("hand", case.seat)
    if own.count(card) > 1:
        yield "twin", case.phrase("lies there for the twin in your hand")
    table = case.lie("table")
    same = [other for other in table if other % 13 == card % 13]
    yield (
        "leaves" if not same else "joins",
        case.phrase("takes nothing, as no {rank} lies on the table", rank=case.rank_word(card))
        if not same
        else case.phrase("joins the cards on the table"),
    )
