"""What is told of a hand of the draw games at fixed limit (`parlour.kit.draw_poker`): what was paid, who folded, who was best.

Pots, side pots, halves and odd chips are worked out by the rules; at a real table that is what people get wrong.
"""

from __future__ import annotations

from typing import Any

from .form import Form

PLACES = ("best", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def told(t: Any, form: Form) -> None:
    """Chips paid, who folded, and the order of the hands that were shown."""
    seats = [p for p in form.seats if t.score[p] > 0]
    paid = {p: int(t.score[p]) for p in seats}
    form.number("paid", "Paid", max(paid.values(), default=0), seats=seats, note="with antes and blinds, without what came back")
    form.flag("folded", "Folded", seats=seats)
    places = dict(list(enumerate(PLACES, 1))[: len(seats)])
    shown: dict[str, Any] = {"per": "seat", "seats": seats, "only": ("folded", (False,))}
    form.choice("place", "Hand", places, **shown, usual=1, note="equal hands have the same place")
    if is_split(t):
        form.choice("second", "Low hand", {0: "none", **places}, **shown, usual=0, note="of the other half of the pot")


def is_split(t: Any) -> bool:
    """Whether a pot has two halves: the room's house rule `split`, or its own low half."""
    names = t.dtype.names
    return bool(t.split) if "split" in names else "low" in names


def settle(t: Any, hand: Any) -> None:
    """The chips lie before their players; the rules gather, compare and pay."""
    paid, folded, place = hand["paid"], hand["folded"], hand["place"]
    second = hand["second"] if "second" in hand else [0] * len(paid)
    live = [p for p in range(int(t.seats)) if not t.out[p] and not folded[p]]
    if not live:
        hand.refuse("somebody has the pot: all are told to have folded")
    for p in range(int(t.seats)):
        chips = paid[p] or 0
        if chips > t.score[p]:
            hand.refuse(f"{hand.name(p)} has {int(t.score[p])} chips and cannot have paid {chips}")
        t.score[p] -= chips
        t.paid[p] += chips
        t.folded[p] = t.out[p] or bool(folded[p])
    most = max(int(t.paid[p]) for p in live)
    for p in range(int(t.seats)):
        if t.paid[p] > most and all(t.score[q] > 0 for q in live):  # who is all-in for less may be left with the pot
            hand.refuse(f"{hand.name(p)} folded and cannot have paid more than {most}, the most of those who stayed")
    t.street = t.draws + 1
    hand.step("gather")  # into the pots; then the hands are shown, or one player takes it all
    if len(live) > 1:
        for p in live:
            t.strength[p, 0] = len(PLACES) + 1 - place[p]
            t.strength[p, 1] = len(PLACES) + 1 - second[p] if second[p] else 0
        hand.go_on("award" if any(t.pots) else "next")
