"""Why cards or a call are good at Bura, in a card player's words."""

from parlour.kit import *

from .rules import CLAIM_31, NO_CLAIM, PLAY_ALL, STRENGTH, WORTH, Table


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


def stays(case):
    """Whether the pot stays after a wrong claim."""
    return case.figure("wrong_claim") == Table.wrong_claim.carry


def waiting(case):
    """The price of a wrong claim, R13."""
    points = taken_points(case)
    if not stays(case):
        return case.phrase(
            ": you have taken {n} point, and a wrong claim loses the hand",
            ": you have taken {n} points, and a wrong claim loses the hand",
            points,
        )
    if case.figure("score", case.seat):
        return case.phrase(
            ": you have taken {n} point, and a wrong claim costs tokens",
            ": you have taken {n} points, and a wrong claim costs tokens",
            points,
        )
    return case.phrase(
        ": you have taken {n} point, and a claim ends the hand", ": you have taken {n} points, and a claim ends the hand", points
    )


def calls(case, code):
    call = case.call(code)
    if code == CLAIM_31:
        if taken_points(case) >= 31:
            yield "claims", case.phrase(": you have taken {n} point", ": you have taken {n} points", taken_points(case))
        elif stays(case) and not case.figure("score", case.seat):
            yield "spoils", case.phrase(": you have no tokens to pay with, and the pot stays for the next hand")
        else:
            yield (
                "taken",
                case.phrase(
                    ": you have taken {n} point, and here even a wrong claim costs no more than playing on",
                    ": you have taken {n} points, and here even a wrong claim costs no more than playing on",
                    taken_points(case),
                ),
            )
    elif code == NO_CLAIM:
        if taken_points(case) < 31:
            yield "waits", waiting(case)
    elif code == PLAY_ALL:
        yield "all", case.phrase(": as many cards are led as you hold")
    elif call in ("quiet", "yield"):
        yield "quiet", case.phrase(": an announcement shows your cards")
    elif call == "molodka":
        yield "molodka", case.phrase(": three cards of one suit give you the lead")
    elif call == "three aces":
        yield "aces", case.phrase(": three aces give you the lead")
    elif call == "bura":
        yield "bura", case.phrase(": three trumps give you the lead")


def goes_over(case, card, other):
    trumps = case.figure("trumps")
    if card // 13 == other // 13:
        return STRENGTH[card % 13] > STRENGTH[other % 13]
    return card // 13 == trumps


def play(case, cards):
    trumps = case.figure("trumps")
    yield from led_with(case, cards) if case.phase == "lead" else answered_with(case, cards)
    keeps = [card for card in case.own if card not in cards and card // 13 == trumps]
    if keeps and not any(card // 13 == trumps for card in cards):
        yield (
            "saves trumps",
            (
                case.phrase("keep {cards}", cards=case.names(keeps))
                if len(cards) > 1
                else case.phrase("keeps {cards}", cards=case.names(keeps))
            ),
        )


def worth_of(cards):
    return sum(int(WORTH[card % 13]) for card in cards)


def led_with(case, cards):
    worth = worth_of(cards)
    if len(cards) > 1:
        yield (
            "several",
            case.phrase("have to be beaten one by one by {n} card", "have to be beaten one by one by {n} cards", len(cards)),
        )
    higher = [card for card in case.each(case.out) if any(goes_over(case, card, own) for own in cards)]
    if not higher:
        yield (
            "unbeaten",
            case.phrase("cannot be beaten by any card still out")
            if len(cards) > 1
            else case.phrase("cannot be beaten: no card still out is higher"),
        )
    elif not worth:
        yield (
            "free",
            case.phrase("count nothing if they are lost") if len(cards) > 1 else case.phrase("counts nothing if it is lost"),
        )
    else:
        beaten = (
            case.phrase(
                "bring {n} point of your own if nobody beats them", "bring {n} points of your own if nobody beats them", worth
            )
            if len(cards) > 1
            else case.phrase(
                "brings {n} point of your own if nobody beats it", "brings {n} points of your own if nobody beats it", worth
            )
        )
        yield "worth", beaten


def answered_with(case, cards):
    worth, several = worth_of(cards), len(cards) > 1
    led = case.each(case.figure("led"))
    takes = beaten_all(case, cards, led)
    total = worth + worth_of(led)
    if takes:
        yield (
            "takes",
            (
                case.phrase("take the trick with {n} point", "take the trick with {n} points", total)
                if several
                else case.phrase("takes the trick with {n} point", "takes the trick with {n} points", total)
            ),
        )
    else:
        yield (
            "gives",
            (
                case.phrase("give away {n} point", "give away {n} points", worth)
                if several
                else case.phrase("gives away {n} point", "gives away {n} points", worth)
            ),
        )


def beaten_all(case, cards, led):
    """Whether every card led is beaten by a card of its own."""
    if not led:
        return len(cards) == 0
    return (
        any(goes_over(case, card, led[0]) and beaten_all(case, [c for c in cards if c != card], led[1:]) for card in cards)
        if cards
        else False
    )
