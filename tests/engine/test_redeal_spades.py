"""Redeals of Spades: exactly the deals under which everything that was played was allowed, all equally often."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import parlour
from parlour.engine.match import Chosen
from parlour.kit.cards import PACK_52, SPADES, cards_in

from .harness import check_redeals

Hands = list[set[int]]


def to_the_last_tricks(seed: int, **house: object) -> parlour.Match:
    """Return a match in its first hand, three cards left to each player, and a new trick about to begin."""
    match = parlour.game("spades", **house).start(seed=seed)
    assert match.memory is not None  # from the first card on
    chooser = random.Random(seed)
    while not (match.phase == "play" and int(match.row.tricks.sum()) == 10 and not match.row.trick[0]):
        match.play(chooser.choice(match.codes()))
    return match


def played(match: parlour.Match) -> list[tuple[int, int]]:
    """Seat and card, in order."""
    return [(one.seat, one.codes[0]) for one in match.log if isinstance(one, Chosen) and one.codes[0] < 54]


def was_allowed(left: Hands, plays: list[tuple[int, int]], breaking: bool) -> bool:
    """Whether with these cards left everything that was played was allowed when it was played: the rules once more, backwards."""
    hands = [set(cards) for cards in left]
    for k in range(len(plays) - 1, -1, -1):
        seat, card = plays[k]
        held = hands[seat] | {card}
        led = plays[k - k % 4][1]
        if k % 4:
            if card // 13 != led // 13 and any(other // 13 == led // 13 for other in held):
                return False
        elif breaking and card // 13 == SPADES and not any(other // 13 == SPADES for _, other in plays[:k]):
            if any(other // 13 != SPADES for other in held):
                return False
        hands[seat] = held
    return True


def deals(unseen: set[int], own: set[int], seat: int) -> Iterator[Hands]:
    """Every way to deal nine cards to the three others."""
    others = [p for p in range(4) if p != seat]
    for first in itertools.combinations(sorted(unseen), 3):
        for second in itertools.combinations(sorted(unseen - set(first)), 3):
            hands: Hands = [set(), set(), set(), set()]
            hands[seat] = own
            for p, cards in zip(others, (set(first), set(second), unseen - set(first) - set(second)), strict=True):
                hands[p] = cards
            yield hands


@pytest.mark.parametrize(
    ("seed", "breaking"),
    [(0, True), (1, False), *(pytest.param(*more, marks=pytest.mark.soak) for more in ((0, False), (1, True)))],
)
def test_redeals_are_the_deals_under_which_all_that_was_played_was_allowed(seed: int, breaking: bool) -> None:
    match = to_the_last_tricks(seed, breaking=breaking)
    plays = played(match)
    assert len(plays) == 40
    for seat in (0, match.turn):
        own = set(cards_in(int(match.row.hand[seat])))
        unseen = set(cards_in(PACK_52)) - own - {card for _, card in plays}
        possible = sum(was_allowed(hands, plays, breaking) for hands in deals(unseen, own, seat))
        assert possible >= 1
        assert check_redeals(match.view(seat, memory=True), 1) == possible
