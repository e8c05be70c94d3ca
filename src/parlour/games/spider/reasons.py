"""Why a move is good at Spider, in a card player's words."""

from parlour.kit import *


def move_of(case, code):
    """Return what moves, from which column and to which, counted from 0."""
    source, _, target = case.call(code).partition(">")
    if not target:
        return [], -1, -1
    place, _, n = source[1:].partition(":")
    return case.lie("up", int(place) - 1)[-int(n) :], int(place) - 1, int(target[1:]) - 1


def named(case, codes):
    cards, _, target = move_of(case, codes[0])
    if not cards:
        return ""
    below = case.lie("up", target)
    return (
        case.label("{card} onto {other}", card=case.name(cards[0]), other=case.name(below[-1]))
        if below
        else case.label("{card} to the empty column {column}", card=case.name(cards[0]), column=target + 1)
    )


def reasons(case, codes):
    cards, source, target = move_of(case, codes[0])
    if not cards:
        yield from calls(case, case.call(codes[0]))
        return
    down, up, below = case.lie("down", source), case.lie("up", source), case.lie("up", target)
    bare = len(up) == len(cards)
    if bare and down:
        yield (
            "turns up",
            case.phrase("turns up a hidden card, one of {n} in column {column}", n=len(down), column=source + 1)
            if len(down) > 1
            else case.phrase("turns up the last hidden card of column {column}", column=source + 1),
        )
    elif bare:
        yield "empties", case.phrase("empties column {column}", column=source + 1)
    if below and below[-1] // 13 == cards[0] // 13:
        yield (
            "in suit",
            case.phrase(
                "joins {n} card to the {rank} of their suit",
                "joins {n} cards to the {rank} of their suit",
                len(cards),
                rank=case.rank_word(below[-1]),
            )
            if len(cards) > 1
            else case.phrase("joins the {rank} of its own suit", rank=case.rank_word(below[-1])),
        )
    under = -1 if bare else up[-len(cards) - 1]
    if not bare and frees(cards, under):
        yield "uncovers", case.phrase("frees {card}", card=case.name(under))
    if not below:
        yield "space", case.phrase("uses an empty column")
    elif below[-1] // 13 != cards[0] // 13 and not bare and not frees(cards, under):
        yield "other suit", case.phrase("lies there in another suit for the time being")


def frees(cards, under):
    """Whether the card below some cards that move did not carry them in suit."""
    return (under % 13 + 1) % 13 != (cards[0] % 13 + 1) % 13 + 1 or under // 13 != cards[0] // 13


def calls(case, call):
    if call == "deal":
        left = len(case.lie("stock")) // 10 - 1
        yield (
            "deals",
            case.phrase(
                ": the row brings ten new cards, and {n} row is left after it",
                ": the row brings ten new cards, and {n} rows are left after it",
                left,
            )
            if left > 0
            else case.phrase(": the row brings the last ten cards"),
        )
    elif call.startswith("remove"):
        yield "removes", case.phrase(": a whole suit from king to ace is done")
    else:
        yield "resigns", case.phrase(": the deal is all but lost")
