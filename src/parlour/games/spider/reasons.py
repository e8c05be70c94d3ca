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
        f"{case.name(cards[0])} onto {case.name(below[-1])}"
        if below
        else f"{case.name(cards[0])} to the empty column {target + 1}"
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
            f"turns up a hidden card, one of {len(down)} in column {source + 1}"
            if len(down) > 1
            else (f"turns up the last hidden card of column {source + 1}"),
        )
    elif bare:
        yield "empties", f"empties column {source + 1}"
    if below and below[-1] // 13 == cards[0] // 13:
        yield (
            "in suit",
            f"joins {case.counted(len(cards), 'card')} to the {case.rank_word(below[-1])} of their suit"
            if len(cards) > 1
            else (f"joins the {case.rank_word(below[-1])} of its own suit"),
        )
    if not bare:
        under = up[-len(cards) - 1]
        if (under % 13 + 1) % 13 != (cards[0] % 13 + 1) % 13 + 1 or under // 13 != cards[0] // 13:
            yield "uncovers", f"frees {case.name(under)}"
    if not below:
        yield "space", "uses an empty column"
    elif below[-1] // 13 != cards[0] // 13:
        yield "other suit", "lies there in another suit for the time being"


def calls(case, call):
    if call == "deal":
        yield "deals", f": the next row brings ten new cards, and {len(case.lie('stock')) // 10} rows are left"
    elif call.startswith("remove"):
        yield "removes", ": a whole suit from king to ace is done"
    else:
        yield "resigns", ": the deal is all but lost"
