"""Entries of a hand of the draw games at fixed limit (`parlour.kit.draw_poker`): payments, folds, the best hand.

Pots, side pots, halves and odd chips are worked out by the rules; at a real table that is what people get wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.kit.draw_poker import small_seat
from parlour.kit.turns import next_seat_in
from parlour.languages import mark

from .betting import Rounds
from .form import Form

PLACES = 8
"""The places that hands may have, one for each seat at the largest table."""


def fields(t: Any, form: Form) -> None:
    """Chips paid, who folded, and the order of the hands that were shown."""
    seats = [p for p in form.seats if t.score[p] > 0]
    paid = {p: int(t.score[p]) for p in seats}
    form.number(
        "paid",
        mark("Paid"),
        max(paid.values(), default=0),
        seats=seats,
        note=mark("with antes and blinds, without what came back"),
    )
    form.flag("folded", mark("Folded"), seats=seats)
    places = {n: str(n) for n in range(1, min(PLACES, len(seats)) + 1)}
    shown: dict[str, Any] = {"per": "seat", "seats": seats, "only": ("folded", (False,))}
    form.choice(
        "place", mark("Place of the hand"), places, **shown, usual=1, note=mark("1 for the best; equal hands have the same place")
    )
    if is_split(t):
        some = form.options.get("split") == "high_low_8"  # in all others every hand has a place in both halves
        words, usual = ({0: mark("no low hand"), **places}, 0) if some else (places, 1)
        form.choice(
            "second", mark("Place of the low hand"), words, **shown, usual=usual, note=mark("of the other half of the pot")
        )


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
        hand.refuse("somebody has the pot: all are entered as folded")
    due = posted(t)
    before = t.copy()
    for p in range(int(t.seats)):
        chips = paid[p] or 0
        hand.check_paid(p, chips, int(t.score[p]))
        called = max((other or 0 for q, other in enumerate(paid) if q != p), default=0)  # of a blind the rest comes back
        least = min(max(int(t.ante), min(due[p], called)), int(t.score[p]))
        if not t.out[p] and chips < least:
            hand.refuse(
                "{player} paid {paid}, and ante and blind alone are {least}", player=hand.name(p), paid=chips, least=least
            )
        t.score[p] -= chips
        t.paid[p] += chips
        t.folded[p] = t.out[p] or bool(folded[p])
    check_paid(t, hand, live, due)
    gone = sum(1 << p for p in range(int(t.seats)) if t.folded[p])
    possible = Rounds(before, tuple(int(chips or 0) for chips in paid), gone).possible()
    hand.needs(
        possible,
        "no betting under these house rules leads to these payments",
        "The pad could not find out whether bets come to these payments",
    )
    t.street = t.draws + 1
    hand.step("gather")  # into the pots; then the hands are shown, or one player takes it all
    if len(live) > 1:
        n = first_gap([place[p] for p in live])
        if n:
            hand.refuse("a hand has place {place}, and fewer than {better} have been entered as better", place=n, better=n - 1)
        n = first_gap([second[p] for p in live if second[p]])
        if n:
            hand.refuse(
                "a low hand has place {place}, and fewer than {better} have been entered as better", place=n, better=n - 1
            )
        for p in live:
            t.strength[p, 0] = PLACES + 1 - place[p]
            t.strength[p, 1] = PLACES + 1 - second[p] if second[p] else 0
        hand.go_on("award" if any(t.pots) else "next")


def posted(t: Any) -> list[int]:
    """F101, F102: what each seat pays before the first round of betting, if it has this much."""
    due = [0 if t.out[p] else int(t.ante) for p in range(int(t.seats))]
    small = int(small_seat(t))
    due[small] += int(t.small_blind)
    due[int(next_seat_in(t, small))] += int(t.big_blind)
    return due


def check_paid(t: Any, hand: Any, live: list[int], due: list[int]) -> None:
    """F107, F111: a player who stays calls or is all-in, nobody folds without a bet to call, and what nobody calls comes back."""
    paid = [int(chips) for chips in t.paid[: t.seats]]
    most = max(paid[p] for p in live)
    rich = [p for p in live if t.score[p] > 0]
    for p in range(int(t.seats)):
        if p in rich and paid[p] < most:
            hand.refuse(
                "{player} stayed with {paid} of {n} chip paid and has chips left; a player who does not call folds",
                "{player} stayed with {paid} of {n} chips paid and has chips left; a player who does not call folds",
                most,
                player=hand.name(p),
                paid=paid[p],
            )
        if p in live or t.out[p]:
            continue
        if paid[p] > most and (rich or not t.free_fold):
            hand.refuse(
                "{player} folded and cannot have paid more than {most}, the most of those who stayed",
                player=hand.name(p),
                most=most,
            )
        if paid[p] == most and len(rich) > 1 and not t.free_fold:
            hand.refuse(
                "{player} paid {most}, as much as those who stayed, and so had nothing to fold for",
                player=hand.name(p),
                most=most,
            )
    if paid.count(max(paid)) == 1 and max(paid) > t.ante:
        p = paid.index(max(paid))
        hand.refuse("only {player} paid {paid}: what nobody else has called comes back", player=hand.name(p), paid=max(paid))
    if all(t.score[p] > 0 or t.out[p] for p in range(int(t.seats))):  # nobody was all-in: every bet was a whole one
        rounds, first = Rounds(t, tuple(paid), 0), int(t.ante) + max(int(t.small_blind), int(t.big_blind))
        for p in range(int(t.seats)):
            alone = len(live) == 1 and paid[p] == most
            if not t.out[p] and not alone and paid[p] != due[p] and not rounds.can_still_pay(paid[p] - first, 0):
                hand.refuse(
                    "no bets of {small} and {big} come to the {n} chip of {player}",
                    "no bets of {small} and {big} come to the {n} chips of {player}",
                    paid[p],
                    small=int(t.small_bet),
                    big=int(t.big_bet),
                    player=hand.name(p),
                )


def first_gap(places: Sequence[int]) -> int:
    """Return a place before which fewer are entered than there should be, 0 if there is none: places are left out only after
    equal ones.
    """
    return next((place for place in places if len([other for other in places if other < place]) < place - 1), 0)
