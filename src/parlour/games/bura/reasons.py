"""Why cards or a call are good at Bura, in a card player's words."""

from parlour.kit import *

from .rules import CLAIM_31, NO_CLAIM, PLAY_ALL, STRENGTH, WORTH


def reasons(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return play(case, cards) if cards else calls(case, codes[0])


def named(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return case.names(cards) if cards else ""


def taken_points(case):
    """The card points that the seat knows it has taken."""
    won = case.known("won", case.seat) | case.figure("won")
    return sum(int(WORTH[card % 13]) for card in case.each(won))


def calls(case, code):
    call = case.call(code)
    if code == CLAIM_31:
        if taken_points(case) >= 31:
            yield "claims", f": you have taken {taken_points(case)} points"
    elif code == NO_CLAIM:
        if taken_points(case) < 31:
            yield "waits", f": you have taken {taken_points(case)} points, and a wrong claim loses the hand"
    elif code == PLAY_ALL:
        yield "all", ": as many cards are led as you hold"
    elif call in ("quiet", "yield"):
        yield "quiet", ": an announcement shows your cards"
    elif call == "molodka":
        yield "molodka", ": three cards of one suit give you the lead"
    elif call == "three aces":
        yield "aces", ": three aces give you the lead"
    elif call == "bura":
        yield "bura", ": three trumps give you the lead"


def goes_over(case, card, other):
    trumps = case.figure("trumps")
    if card // 13 == other // 13:
        return STRENGTH[card % 13] > STRENGTH[other % 13]
    return card // 13 == trumps


def play(case, cards):
    worth, trumps = sum(int(WORTH[card % 13]) for card in cards), case.figure("trumps")
    kept = [card for card in case.own if card not in cards]
    if case.phase == "lead":
        if len(cards) > 1:
            yield "several", f"have to be beaten one by one by {case.counted(len(cards), 'card')}"
        higher = [card for card in case.each(case.out) if any(goes_over(case, card, own) for own in cards)]
        if not higher:
            yield (
                "unbeaten",
                "cannot be beaten by any card still out" if len(cards) > 1 else "cannot be beaten: no card still out is higher",
            )
        elif not worth:
            yield "free", "count nothing if they are lost" if len(cards) > 1 else "counts nothing if it is lost"
        else:
            of_own = f"{case.counted(worth, 'point')} of your own"
            yield "worth", f"bring {of_own} if nobody beats them" if len(cards) > 1 else f"brings {of_own} if nobody beats it"
    else:
        led = case.each(case.figure("led"))
        takes = beaten_all(case, cards, led)
        total = worth + sum(int(WORTH[card % 13]) for card in led)
        s = "" if len(cards) > 1 else "s"
        if takes:
            yield "takes", f"take{s} the trick with {case.counted(total, 'point')}"
        else:
            yield "gives", f"give{s} away {case.counted(worth, 'point')}"
    keeps = [card for card in kept if card // 13 == trumps]
    if keeps and not any(card // 13 == trumps for card in cards):
        yield "saves trumps", f"keep{'' if len(cards) > 1 else 's'} {case.names(keeps)}"


def beaten_all(case, cards, led):
    """Whether every card led is beaten by a card of its own."""
    if not led:
        return len(cards) == 0
    return (
        any(goes_over(case, card, led[0]) and beaten_all(case, [c for c in cards if c != card], led[1:]) for card in cards)
        if cards
        else False
    )
