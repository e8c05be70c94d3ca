"""Why a card or a declaration is good at Porrazo, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    code = codes[0]
    if code >= FIRST_CALL:
        return calls(case, case.call(code))
    return cards(case, code)


def calls(case, call):
    if call in ("ronda", "rondine"):
        yield "declares", ": equal cards score only if you declare them"
    elif call == "silent":
        yield "silent", ": a declaration would tell the others what you hold"
    elif call == "capture":
        yield "captures", ": the card takes its match and the ranks in a row above it"
    elif call == "in place":
        yield "in place", ": a card played in place scores"
    elif call == "tendido":
        yield "tendido", ": the layout can score for you"
    else:
        yield "waits", ": the layout can be dealt later"


def cards(case, card):
    table = [other for other in case.lie("table") if other % 13 == card % 13]
    link = int(case.row.link)
    if link >= 0 and link % 13 == card % 13:
        yield "answers", f"answers {case.name(link)} with its like"
    elif table:
        yield "takes", f"takes {case.names(table)}"
    twins = [other for other in case.own if other % 13 == card % 13 and other != card]
    if not table and (link < 0 or link % 13 != card % 13):
        out = sum(1 for other in case.each(case.out) if other % 13 == card % 13)
        yield (
            f"out {out}",
            f"is safe: no other {case.rank_word(card)} is out"
            if not out
            else f"can be matched by {case.counted(out, 'card')} still out",
        )
    if twins:
        yield "twin", f"keeps {case.names(twins)} to match it"
