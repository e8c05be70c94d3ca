"""Why a card, a knock or an answer is good at Toepen, in a card player's words."""

import numpy as np

from parlour.kit import *

from .seats import next_card
from .tricks import STRENGTH
from .words import *

ORDER = np.tile(STRENGTH, 4)
NUMBERS = int(pack_of("7 8 9 10"))


def reasons(case, codes):
    code = codes[0]
    if code < FIRST_CALL:
        return cards(case, code)
    if case.phase in ("discard", "challenge", "signal"):
        return before_tricks(case, case.call(code))
    return stakes(case, case.call(code))


def unseen(case):
    """The cards that the seat has not seen."""
    seen = sum(1 << card for card in case.own)
    for zone in ("played", "exposed", "packet", "aside"):
        for seat in range(case.seats):
            for card in case.lie(zone, seat):
                seen |= 1 << card if card >= 0 else 0
    for card in case.lie("trick"):
        seen |= 1 << card
    return int(PACK_32) & ~seen


def best(case):
    """The card of the hand that the fewest unseen cards beat, and how many these are."""
    out = unseen(case)
    found = []
    for card in case.own:
        above = sum(1 for other in case.each(out & case.suit(card // 13)) if ORDER[other] > ORDER[card])
        found.append((above, -int(ORDER[card]), card))
    above, _, card = min(found)
    return card, above


def before_tricks(case, call):
    numbers = sum(1 for card in case.own if NUMBERS >> card & 1)
    if call == "keep":
        card, above = best(case)
        yield (
            "keeps",
            f": {case.name(card)} "
            + ("is the highest of its suit" if not above else f"is beaten by {case.counted(above, 'card')} only"),
        )
    elif call == "discard":
        yield (
            "packet",
            ": you have no 7, 8, 9 or 10, so a challenge cannot hurt you"
            if not numbers
            else (f": a new hand may be better, but {case.counted(numbers, 'card')} of this one would lose a challenge"),
        )
    elif call == "challenge":
        yield "challenge", ": it costs the other a token if there is a 7, 8, 9 or 10 in the packet"
    elif call == "accept":
        yield "accept", ": a challenge costs you a token if the packet is honest"
    else:
        yield "signal", f": {case.counted(numbers, 'card')} of yours are numbers"


def stakes(case, call):
    value = int(case.row.value)
    if not case.own:
        return
    card, above = best(case)
    strong = "cannot be beaten in its suit" if not above else f"is beaten by {case.counted(above, 'unseen card')}"
    yield "best" if not above else f"beaten {above}", f": your best card {case.name(card)} {strong}"
    if call in ("stay", "fold") and case.phase == "answer":
        yield call, f": folding costs {case.counted(value, 'token')}, and losing the hand {value + 1}"
    elif call == "knock":
        yield "raises", f"it raises the hand to {case.counted(value + 1, 'token')}"


def order(case):
    """The seats that play to this trick, from the leader on."""
    row, found, seat = case.row, [], int(case.row.leader) if len(case.lie("trick")) else case.seat
    for _ in range(len(case.lie("trick"))):
        found.append(seat)
        seat = int(next_card(row, seat))
    seat = case.seat
    for k in range(case.seats):
        p = (seat + k) % case.seats
        if not row.folded[p] and p not in found:
            found.append(p)
    return found


def cards(case, card):
    row, lies = case.row, case.lie("trick")
    playing = order(case)
    live = [k for k in range(len(lies)) if not row.folded[playing[k]]]
    if lies and not live:
        return
    tricks = case.tricks(0, ORDER, order=playing)
    if live:  # a card of a player who has folded wins nothing
        tricks.lies = [lies[k] for k in live]
        tricks.order = [playing[k] for k in live] + playing[len(lies) :]
        tricks.later = tricks.order[len(live) + 1 :]
    last = int(row.cards_left) == 1
    ahead = tricks.goes_ahead(card)
    if last:
        if ahead and tricks.stands(card):
            yield "wins hand", "wins the hand"
        else:
            yield "last", "is your last card"
        return
    if not ahead and int(row.cards_left) > 1:
        keeps = max((other for other in case.own if other != card), key=lambda other: int(ORDER[other]))
        if ORDER[keeps] > ORDER[card]:
            yield "keeps", f"keeps {case.name(keeps)} for the last trick, the only one that counts"
    yield from tricks.reasons(card)
