"""Why a card or a declaration is good at Porrazo, in a card player's words."""

from parlour.kit import *

MOST_OUT = 3
"""Other cards of a rank: if all are out, a card is as easily matched as can be."""


def reasons(case, codes):
    code = codes[0]
    if code >= FIRST_CALL:
        return calls(case, case.call(code))
    return cards(case, code)


def calls(case, call):
    if call in ("ronda", "rondine"):
        yield "declares", case.phrase(": equal cards score only if you declare them")
    elif call == "silent":
        yield "silent", case.phrase(": a declaration would tell the others what you hold")
    elif call == "capture":
        yield "captures", case.phrase(": the card takes its match and the ranks in a row above it")
    elif call == "in place":
        yield "in place", case.phrase(": a card played in place scores")
    elif call == "tendido":
        yield "tendido", case.phrase(": the layout can score for you")
    else:
        yield "waits", case.phrase(": the layout can be dealt later")


def cards(case, card):
    table = [other for other in case.lie("table") if other % 13 == card % 13]
    link = int(case.row.link)
    if link >= 0 and link % 13 == card % 13:
        yield "answers", case.phrase("answers {card} with its like", card=case.name(link))
    elif table:
        yield "takes", case.phrase("takes {cards}", cards=case.names(table))
    twins = [other for other in case.own if other % 13 == card % 13 and other != card]
    if not table and (link < 0 or link % 13 != card % 13):
        out = sum(1 for other in case.each(case.out) if other % 13 == card % 13)
        if not out:
            yield "out 0", case.phrase("is safe: no other {rank} is out", rank=case.rank_word(card))
        elif out < MOST_OUT:
            yield (
                f"out {out}",
                case.phrase("can be matched by only one card still out")
                if out == 1
                else case.phrase("can be matched by only two cards still out"),
            )
    if twins:
        yield "twin", case.phrase("keeps {cards} to match it", cards=case.names(twins))
