"""Cards that are worth what was entered: a pad has the entry "34 points", and the rules that count want cards.

Which cards is all the same, as long as the rules count them to the figure that was entered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from parlour.kit.cards import read_card

SIGNS = "♣♦♥♠"
MOST_TRIES = 2000


def cards_worth(points: int, worth: Mapping[str, int]) -> int | None:
    """A set of cards (a bit each) of this many points, by rank and in four suits; None if there is none."""
    ranks = sorted((value, rank) for rank, value in worth.items() if value > 0)[::-1]
    counts = _counts(points, tuple(value for value, _ in ranks), (len(SIGNS),) * len(ranks), -1)
    if counts is None:
        return None
    return sum(1 << read_card(f"{rank}{SIGNS[n]}") for (_, rank), count in zip(ranks, counts, strict=True) for n in range(count))


def hand_worth(points: int, number: int, kinds: Mapping[int, Sequence[int]], packs: int) -> tuple[int, int] | None:
    """A hand from one or two packs, as planes, of this many cards and points; None if there is none. kinds: by points the
    cards."""
    values = sorted(kinds, reverse=True)
    counts = _counts(points, tuple(values), tuple(packs * len(kinds[value]) for value in values), number)
    if counts is None:
        return None
    one = two = 0
    for value, count in zip(values, counts, strict=True):
        for n in range(count):
            card = 1 << kinds[value][n // packs]
            one, two = one | card, two | (card if n % packs else 0)
    return one, two


def can_deal(shares: Sequence[tuple[int, int]], kinds: Mapping[int, Sequence[int]], packs: int) -> bool | None:
    """Whether hands of this many cards and points each can come from the same packs. kinds: by points the cards of a pack.

    Gives out the dearest cards first and tries every way to do so, up to MOST_TRIES; None if that does not decide.
    """
    values = tuple(sorted(kinds, reverse=True))
    most = tuple(packs * len(kinds[value]) for value in values)
    tries = 0

    def give(k: int, free: int, done: tuple[tuple[int, int], ...], left: tuple[tuple[int, int], ...]) -> bool:
        """The cards of value k from the first of `left` on, who have got none of them yet. free: cards of this value."""
        nonlocal tries
        tries += 1
        if tries > MOST_TRIES:
            return False
        if not left:
            number, points = sum(n for n, _ in done), sum(p for _, p in done)
            if k + 1 == len(values):
                return number == 0
            rest = _counts(points, values[k + 1 :], most[k + 1 :], number)
            return rest is not None and give(k + 1, most[k + 1], (), done)
        number, points = left[0]
        for n in range(min(free, number, points // values[k]), -1, -1):
            share = number - n, points - n * values[k]
            possible = _counts(share[1], values[k + 1 :], most[k + 1 :], share[0]) is not None
            if possible and give(k, free - n, (*done, share), left[1:]):
                return True
        return False

    found = give(0, most[0], (), tuple(shares))
    return None if tries > MOST_TRIES and not found else found


@lru_cache(maxsize=4096)
def _counts(points: int, values: tuple[int, ...], most: tuple[int, ...], number: int) -> tuple[int, ...] | None:
    """Return counts of each value that add up to a sum, with this many in all (-1: any number)."""
    if not values:
        return () if points == 0 and number <= 0 else None
    left = sum(value * n for value, n in zip(values, most, strict=True))
    if not 0 <= points <= left or (number >= 0 and not values[-1] * number <= points <= values[0] * number):
        return None
    top = min(most[0], points // values[0], number if number >= 0 else most[0])
    for count in range(top, -1, -1):
        rest = _counts(points - count * values[0], values[1:], most[1:], number - count if number >= 0 else -1)
        if rest is not None:
            return (count, *rest)
    return None
