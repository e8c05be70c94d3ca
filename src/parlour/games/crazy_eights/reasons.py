"""Why a card or a call is good at Crazy Eights, in a card player's words."""

from parlour.kit import *

from .rules import COUNT, DRAW_ONE, NAME, PASS, WILD

WILDS = int(WILD)


def reasons(case, codes):
    code = codes[0]
    return play(case, code) if code < FIRST_CALL else calls(case, code)


def calls(case, code):
    if code == DRAW_ONE:
        wild = [card for card in case.own if WILDS >> card & 1]
        cards = [card for card in case.cards if card not in wild]
        yield (
            "draws",
            case.phrase(": none of your cards can be played")
            if not case.cards
            else case.phrase(": it keeps {cards} for later", cards=case.names(wild))
            if wild and not cards
            else case.phrase(": another card may fit better"),
        )
    elif code == PASS:
        yield (
            "passes",
            case.phrase(": you cannot draw any more")
            if not case.cards
            else case.phrase(": it keeps your cards for a better moment"),
        )
    elif NAME <= code < NAME + 4:
        held = sum(1 for card in case.own if card < 52 and card // 13 == code - NAME and not WILDS >> card & 1)
        yield f"names {held}", case.phrase(": you hold {n} card of that suit", ": you hold {n} cards of that suit", held)


def play(case, card):
    rest = list(case.own)
    rest.remove(card)
    top = ([other for other in case.lie("discards") if other >= 0] or [-1])[-1]
    if not rest:
        yield "out", case.phrase("is your last card")
        return
    if WILDS >> card & 1:
        yield (
            "wild",
            case.phrase("fits anything, and lets you name the suit") if card % 13 == EIGHT else case.phrase("fits anything"),
        )
    elif top >= 0 and card % 13 == top % 13 and card // 13 != top // 13:
        yield "changes", case.phrase("fits by its rank and changes the suit")
    else:
        yield "suit", case.phrase("fits the suit asked for")
    if not WILDS >> card & 1:
        held = sum(1 for other in rest if other < 52 and other // 13 == card // 13)
        if held:
            yield (
                f"leaves {held}",
                case.phrase("leaves you {n} more card of its suit", "leaves you {n} more cards of its suit", held),
            )
        if any(WILDS >> other & 1 for other in rest):
            yield "keeps wild", case.phrase("keeps {cards}", cards=case.names([other for other in rest if WILDS >> other & 1]))
    if card < 52 and int(COUNT[card % 13]) >= 10:
        yield "dear", case.phrase("gets rid of {n} point", "gets rid of {n} points", int(COUNT[card % 13]))
