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
            yield "nothing", ": no card of yours can go down"
        else:
            yield "keeps", ": it keeps your cards together until more of them go down at once"
        return
    if not cards and not picked:
        return
    left = held - len(cards)
    if not left:
        yield "out", ": your last cards go down" if not cards else "empties your hand" if len(cards) == 1 else "empty your hand"
        return
    yield f"down {len(cards) + len(picked)}", down(case, cards, picked, left)
    if few:
        n = hand_size(case, few[0])
        yield "danger", f": {case.who(few[0])} has only {case.counted(n, 'card')} left"


def named(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return case.names(cards) if cards else ""


def down(case, cards, picked, left):
    """Return what is laid, with the cards picked before, and what stays in hand."""
    if not cards:
        return f": {case.counted(len(picked), 'card')} go down and {left} stay in your hand"
    alone = "goes down and leaves" if len(cards) == 1 else "go down and leave"
    return f"{alone} you {case.counted(left, 'card')}"


def hand_size(case, seat):
    """The number of cards in a hidden hand."""
    return sum(int(size_of(int(part))) for part in case.row.hand[seat])
