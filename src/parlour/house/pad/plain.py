"""The pad of a room without one of its own: the points of every player. A log of deals and results, without an end."""

from __future__ import annotations

from typing import Any

from parlour.kit.layout import DEAL, NOBODY

from .form import Form

MOST = 1_000_000


def fields(t: Any, form: Form) -> None:
    """The points of a hand, by seat."""
    form.number("points", "Points", MOST, -MOST)


def settle(t: Any, hand: Any) -> None:
    """They are added, and the deal passes to the left."""
    for p, points in enumerate(hand["points"]):
        t.score[p] += points or 0
    t.turn, t.asked, t.phase = NOBODY, 0, DEAL
    t.dealer = (t.dealer + 1) % t.seats if t.dealer != NOBODY else NOBODY
