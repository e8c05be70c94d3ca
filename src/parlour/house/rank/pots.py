"""A pot divided between the best high and the best low hands, with the chip that does not divide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import ngettext, number

from .compare import Placed, order
from .rankings import Ranking

MOST_CHIPS = 10**9


@dataclass(frozen=True)
class Share:
    """One hand's share."""

    index: int
    """Which of the hands, from 0."""
    chips: int
    says: str
    """Which half, and of how many who tie."""


def divide(
    pot: int,
    hands: Sequence[int],
    high: Ranking,
    low: Ranking | None = None,
    rules: Mapping[str, str] | None = None,
    common: int = 0,
) -> list[Share]:
    """Return the shares of a pot, in the order of the hands, which is clockwise from the dealer's left.

    The high hand takes the odd chip of a pot halved. Within a half that several tie for, chips that do not divide go to the
    first of them from the dealer's left, as in the draw games (F14). Without a low hand that qualifies the high hand takes all.
    rules: house rules of `high`.
    BadInput as for `order`.
    """
    if not 1 <= pot <= MOST_CHIPS:
        raise BadInput(_("a pot is between 1 and {most} chips", most=number(MOST_CHIPS)))
    best = _best(order(high, hands, rules, common))
    lowest = [one for one in _best(order(low, hands, common=common)) if one.reading.strength] if low else []
    for_low = pot // 2 if lowest else 0
    half = _("the high half, with the odd chip of the pot") if pot % 2 else _("the high half")
    parts = [(half if lowest else _("the pot"), pot - for_low, best)]
    parts += [(_("the low half"), for_low, lowest)] if lowest else []
    found = []
    for what, chips, winners in parts:
        share, odd = divmod(chips, len(winners))
        others = len(winners) - 1
        shared = ngettext("{what} with {n} other", "{what} with {n} others", others, what=what) if others else what
        for n, one in enumerate(winners):
            extra = odd if odd and not n else 0
            text = ngettext("{what} and {n} odd chip", "{what} and {n} odd chips", extra, what=shared) if extra else shared
            found.append(Share(one.index, share + extra, text))
    return sorted(found, key=lambda one: one.index)


def _best(placed: Sequence[Placed]) -> list[Placed]:
    return sorted((one for one in placed if one.place == 1), key=lambda one: one.index)
