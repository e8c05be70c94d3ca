"""Why it is good to lay cards at Machiavelli, or to keep them, in a card player's words."""

from parlour.kit import *

from .rules import DRAW_ONE, PASS


def reasons(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    picked = case.lie("picked")
    held = len(case.lie("hand", case.seat))
    few = [p for p in case.others if hand_size(case, p) <= 2]
    if not cards and codes[0] in (DRAW_ONE, PASS):
        if not case.cards:
            yield "nothing", case.phrase(": no card of yours can go down")
        else:
            yield "keeps", case.phrase(": it keeps your cards together until more of them go down at once")
        return
    if not cards and not picked:
        return
    left = held - len(cards)
    if not left:
        yield (
            "out",
            case.phrase(": your last cards go down")
            if not cards
            else case.phrase("empties your hand")
            if len(cards) == 1
            else case.phrase("empty your hand"),
        )
        return
    yield f"down {len(cards) + len(picked)}", down(case, cards, picked, left)
    if few:
        n = hand_size(case, few[0])
        yield (
            "danger",
            case.phrase(": {player} has only {n} card left", ": {player} has only {n} cards left", n, player=case.who(few[0])),
        )


def named(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return case.names(cards) if cards else ""


def down(case, cards, picked, left):
    """Return what is laid, with the cards picked before, and what stays in hand."""
    if not cards:
        return case.phrase(
            ": {n} card go down and {left} stay in your hand",
            ": {n} cards go down and {left} stay in your hand",
            len(picked),
            left=left,
        )
    if len(cards) == 1:
        return case.phrase("goes down and leaves you {n} card", "goes down and leaves you {n} cards", left)
    return case.phrase("go down and leave you {n} card", "go down and leave you {n} cards", left)


def hand_size(case, seat):
    """The number of cards in a hidden hand."""
    return sum(int(size_of(int(part))) for part in case.row.hand[seat])
