"""Why a move is good at Klondike, in a card player's words."""

from parlour.kit import *

from .rules import RUNG


def move_of(case, code):
    """Return what moves, from which column and to which: the cards, and numbers from 0, -1 for no column."""
    source, _, target = case.call(code).partition(">")
    if not target:
        return [], -1, -1
    column = int(target[1:]) - 1 if target[0] == "c" else -1
    if source == "waste":
        return case.lie("waste")[-1:], -1, column
    if source[0] == "f":
        return case.lie("foundations", "cdhs".index(source[2]))[-1:], -1, column
    place, _, n = source[1:].partition(":")
    return case.lie("up", int(place) - 1)[-int(n or 1) :], int(place) - 1, column


def named(case, codes):
    cards, _, target = move_of(case, codes[0])
    if not cards:
        return ""
    if target < 0:
        return case.name(cards[0])
    below = case.lie("up", target)
    return (
        case.label("{card} onto {other}", card=case.name(cards[0]), other=case.name(below[-1]))
        if below
        else case.label("{card} to the empty column {column}", card=case.name(cards[0]), column=target + 1)
    )


def reasons(case, codes):
    code = codes[0]
    cards, source, target = move_of(case, code)
    if not cards:
        yield from stock(case, case.call(code))
        return
    if target < 0:
        yield (
            "home",
            case.phrase("goes home and is not needed below any more") if safe(case, cards[0]) else case.phrase("goes home"),
        )
    down = case.lie("down", source) if source >= 0 else []
    bare = source >= 0 and len(case.lie("up", source)) == len(cards)
    if bare and down:
        yield (
            "turns up",
            case.phrase("turns up a hidden card, one of {n} in column {column}", n=len(down), column=source + 1)
            if len(down) > 1
            else case.phrase("turns up the last hidden card of column {column}", column=source + 1),
        )
    elif bare:
        yield (
            "empties",
            (
                case.phrase("empties column {column}, and a king can go there", column=source + 1)
                if king_waits(case, cards)
                else case.phrase("empties column {column}", column=source + 1)
            ),
        )
    if source >= 0 and not bare:
        yield from uncovers(case, case.lie("up", source)[-len(cards) - 1])
    if source < 0 <= target and case.call(code).startswith("waste"):
        waste = case.lie("waste")
        yield (
            "from waste",
            case.phrase("comes into play")
            if len(waste) < 2
            else case.phrase("comes into play and frees {card}", card=case.name(waste[-2])),
        )
        if len(waste) > 1 and goes_home(case, waste[-2]):
            yield "frees home", case.phrase(": {card} can go home then", card=case.name(waste[-2]))
    elif source < 0 <= target:
        yield "returns", case.phrase("comes back to take another card")
    if target >= 0:
        fitting = fits(case, cards[-1], source, target)
        if fitting:
            yield "takes", case.phrase("makes a place for {card}", card=case.name(fitting[0]))


def is_spare(case, code):
    """Whether a choice brings home a card that is not needed in the columns any more."""
    cards, _, target = move_of(case, code)
    return bool(cards) and target < 0 and safe(case, cards[0])


def turns_up(case, code):
    """Whether a move turns up a hidden card."""
    cards, source, _ = move_of(case, code)
    return source >= 0 and bool(case.lie("down", source)) and len(case.lie("up", source)) == len(cards)


def goes_home(case, card):
    """Whether a card can go to its foundation now."""
    return len(case.lie("foundations", card // 13)) == (card % 13 + 1) % 13


def safe(case, card):
    """Whether both cards that could be put on it have gone home: those of the other colour, one rank lower."""
    height, red = (card % 13 + 1) % 13, card // 13 in (1, 2)
    return height < 2 or all(len(case.lie("foundations", suit)) >= height for suit in range(4) if (suit in (1, 2)) != red)


def king_waits(case, moved):
    """Whether a king lies on hidden cards, or on the waste."""
    kings = [case.lie("up", c)[0] for c in range(7) if case.lie("up", c) and case.lie("down", c)] + case.lie("waste")[-1:]
    return any(card % 13 == KING and card not in moved for card in kings)


def uncovers(case, card):
    """A card that comes free in a column."""
    if goes_home(case, card):
        yield "frees home", case.phrase("lets {card} go home", card=case.name(card))
    else:
        yield "uncovers", case.phrase("frees {card}", card=case.name(card))


def fits(case, card, source, target):
    """The cards that could now be put on one that has moved: the top of the waste, and the first card of a column."""
    there = case.lie("waste")[-1:] + [case.lie("up", c)[0] for c in range(7) if c not in (source, target) and case.lie("up", c)]
    return [other for other in there if RUNG[card] == RUNG[other] + 1]


def stock(case, call):
    """Turning the stock, going through it again, giving up."""
    turns = [code for code in case.menu if turns_up(case, code)]
    if call == "draw":
        yield (
            "draws",
            case.phrase(": no move on the table turns up a card")
            if not turns
            else case.phrase(": what lies in the stock decides which move is best"),
        )
    elif call == "recycle":
        yield "again", case.phrase(": the stock comes again in the same order, and you know it now")
    else:
        yield (
            "resigns",
            case.phrase(": no move is left that could win") if not turns else case.phrase(": the deal is all but lost"),
        )
