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
        yield "joker", case.phrase("is the joker, which others would like too")
    elif not plain:
        yield "fits nothing", case.phrase("fits nothing else in your hand")
    else:
        yield (
            f"fits {len(plain)}",
            case.phrase("has only {cards} beside it", cards=case.names(plain))
            if len(plain) < 3
            else case.phrase("has {n} card beside it", "has {n} cards beside it", len(plain)),
        )


def calls(case, call):
    kind = call.split()[0]
    top = ([card for card in case.lie("discards") if card >= 0] or [-1])[-1]
    if kind == "stock":
        yield (
            "stock",
            case.phrase(": {card} fits nothing in your hand", card=case.name(top))
            if top >= 0 and not fits(case, top)
            else case.phrase(": the discard does not help enough"),
        )
    elif kind == "pile":
        yield (
            "pile",
            case.phrase(": {card} fits {cards}", card=case.name(top), cards=case.names(fits(case, top)[:3]))
            if top >= 0 and fits(case, top)
            else case.phrase(": you know which card you get"),
        )
    elif kind == "out":
        yield "out", case.phrase(": all your other cards are in melds")
    elif kind == "pass":
        yield "passes", case.phrase(": a meld laid open shows what you collect")
    elif kind == "bump":
        yield "bumps", case.phrase(": it takes the discard for a meld at once")
    elif kind == "yield":
        yield "yields", case.phrase(": a challenge that succeeds makes you take the discard")
    elif kind == "challenge":
        yield "challenges", case.phrase(": if your meld with the discard is worth at least as much, you take the discard")
