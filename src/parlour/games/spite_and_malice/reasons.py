"""Why a card and its place are good at Spite and Malice, in a card player's words."""

from parlour.kit import *


def reasons(case, codes):
    calls = [case.call(code) for code in codes if code >= FIRST_CALL]
    card = next((code for code in codes if code < FIRST_CALL), -1)
    if "talon" in calls or case.phase == "place talon":
        yield "talon", case.phrase(": it plays from your talon, and only an empty talon wins")
    elif any(call.startswith("discard") for call in calls):
        yield from discards(case, card, calls)
    else:
        yield from builds(case, card, calls)


def named(case, codes):
    card = next((code for code in codes if code < FIRST_CALL), -1)
    where = [case.call(code) for code in codes if code >= FIRST_CALL]
    if card < 0 or not where:
        return ""
    if where[0].startswith("discard"):
        return case.label("{card} to discard pile {n}", card=case.name(card), n=where[0][-1])
    return case.label("{card} to build pile {n}", card=case.name(card), n=where[0][-1])


def height(card):
    """The place of a card on a build pile; the ace is the first."""
    return (card % 13 + 1) % 13


def discards(case, card, calls):
    if card < 0:
        card = (case.lie("picked") or [-1])[0]
    pile = [other for other in case.lie("discards", case.seat, int(calls[-1][-1]) - 1) if other >= 0]
    if card >= 0 and pile and pile[-1] == card:
        yield "equal", case.phrase("lies on its like")
    elif card >= 0 and pile and height(pile[-1]) == height(card) + 1:
        yield (
            "below",
            case.phrase("lies on the {rank} that follows it, so that both can be played in order", rank=case.rank_word(pile[-1])),
        )
    elif not pile:
        yield "empty", case.phrase("begins an empty pile")
    elif min(height(other) for other in pile) >= height(card):
        yield "covers nothing", case.phrase("covers no card that is needed sooner")
    else:
        yield "ends", case.phrase("ends your turn")


def builds(case, card, calls):
    talon = ([other for other in case.lie("up", case.seat) if other >= 0] or [-1])[-1]
    if any(call.startswith("pile") for call in calls):
        yield "from pile", case.phrase(": it uses a card of your discards and keeps your hand")
    elif card >= 0 and talon >= 0 and height(talon) == height(card) + 1:
        yield "prepares", case.phrase("prepares the place for the {rank} on your talon", rank=case.rank_word(talon))
    elif card >= 0 and card % 13 == KING:
        yield "wild", case.phrase("stands for any card")
    else:
        held = len(case.lie("held", case.seat))
        yield (
            "builds",
            case.phrase("takes a card off your hand")
            if held > 1
            else case.phrase("empties your hand, so that you draw new cards"),
        )
