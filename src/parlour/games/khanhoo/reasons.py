"""Why a card or a claim is good at Khanhoo, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    code = codes[0]
    if code < FIRST_CALL:
        return discards(case, code)
    return calls(case, case.call(code))


def fits(case, card):
    """The other cards of the hand that may form a meld with a card: of its rank, or next to it in its suit."""
    if card >= 52:
        return [other for other in case.own if other != card]
    rest = list(case.own)
    if card in rest:
        rest.remove(card)
    return [o for o in rest if o >= 52 or o % 13 == card % 13 or (o // 13 == card // 13 and abs(height(o) - height(card)) <= 2)]


def height(card):
    """The place of a card in its suit; the ace is the lowest."""
    return (card % 13 + 1) % 13


def discards(case, card):
    plain = [other for other in fits(case, card) if other < 52]
    if card >= 52:
        yield "joker", "is the joker, which others would like too"
    elif not plain:
        yield "fits nothing", "fits nothing else in your hand"
    else:
        yield (
            f"fits {len(plain)}",
            f"has only {case.names(plain)} beside it" if len(plain) < 3 else f"has {case.counted(len(plain), 'card')} beside it",
        )


def calls(case, call):
    kind = call.split()[0]
    top = ([card for card in case.lie("discards") if card >= 0] or [-1])[-1]
    if kind == "stock":
        yield (
            "stock",
            f": {case.name(top)} fits nothing in your hand"
            if top >= 0 and not fits(case, top)
            else ": the discard does not help enough",
        )
    elif kind == "pile":
        yield (
            "pile",
            f": {case.name(top)} fits {case.names(fits(case, top)[:3])}"
            if top >= 0 and fits(case, top)
            else ": you know which card you get",
        )
    elif kind == "out":
        yield "out", ": all your other cards are in melds"
    elif kind == "pass":
        yield "passes", ": a meld laid open shows what you collect"
    elif kind == "bump":
        yield "bumps", ": it takes the discard for a meld at once"
    elif kind == "yield":
        yield "yields", ": a challenge that succeeds makes you take the discard"
    elif kind == "challenge":
        yield "challenges", ": if your meld with the discard is worth at least as much, you take the discard"
