"""Why a card, a knock or an answer is good at Toepen, in a card player's words."""

import numpy as np

from parlour.kit import *

from .seats import next_card
from .tricks import STRENGTH
from .words import *

ORDER = np.tile(STRENGTH, 4)
FEW = 2
"""As many unseen cards may beat a card with which one stays or knocks."""
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
            case.phrase(": {card} is the highest of its suit", card=case.name(card))
            if not above
            else case.phrase(
                ": {card} is beaten by {n} card only", ": {card} is beaten by {n} cards only", above, card=case.name(card)
            ),
        )
    elif call == "discard":
        yield (
            "packet",
            case.phrase(": you have no 7, 8, 9 or 10, so a challenge cannot hurt you")
            if not numbers
            else case.phrase(
                ": a new hand may be better, but {n} card of this one would lose a challenge",
                ": a new hand may be better, but {n} cards of this one would lose a challenge",
                numbers,
            ),
        )
    elif call == "challenge":
        yield "challenge", case.phrase(": it costs the other a token if there is a 7, 8, 9 or 10 in the packet")
    elif call == "accept":
        yield "accept", case.phrase(": a challenge costs you a token if the packet is honest")
    else:
        yield "signal", case.phrase(": {n} card of yours are numbers", ": {n} cards of yours are numbers", numbers)


def stakes(case, call):
    value = int(case.row.value)
    if not case.own:
        return
    card, above = best(case)
    yield hand_in(case, call, case.name(card), above)
    if call in ("stay", "fold") and case.phase == "answer":
        yield (
            call,
            case.phrase(
                ": folding costs {n} token, and losing the hand costs {value}",
                ": folding costs {n} tokens, and losing the hand costs {value}",
                value,
                value=case.number(value + 1),
            ),
        )
    elif call == "knock":
        yield "raises", case.phrase(": it raises the hand to {n} token", ": it raises the hand to {n} tokens", value + 1)


def hand_in(case, call, card, above):
    """Return what the best card says for a call. above: the unseen cards that beat it."""
    if not above:
        return "best", case.phrase(": your best card {card} cannot be beaten in its suit", card=card)
    if call in ("pass", "fold"):
        return f"beaten {above}", case.phrase(
            ": your best card {card} is beaten by {n} unseen card",
            ": your best card {card} is beaten by {n} unseen cards",
            above,
            card=card,
        )
    if above <= FEW:
        return f"few {above}", case.phrase(
            ": only {n} unseen card beats your best card {card}",
            ": only {n} unseen cards beat your best card {card}",
            above,
            card=card,
        )
    if call == "knock":
        bluff = case.phrase(": it is a bluff, as {n} unseen cards beat your best card {card}", n=case.number(above), card=card)
        return "bluff", bluff
    return "dear", case.phrase(": folding costs tokens for certain, and the others may be bluffing")


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
            yield "wins hand", case.phrase("wins the hand")
        else:
            yield "last", case.phrase("is your last card")
        return
    if not ahead and int(row.cards_left) > 1:
        keeps = max((other for other in case.own if other != card), key=lambda other: int(ORDER[other]))
        if ORDER[keeps] > ORDER[card]:
            yield "keeps", case.phrase("keeps {card} for the last trick, the only one that counts", card=case.name(keeps))
    yield from tricks.reasons(card)
