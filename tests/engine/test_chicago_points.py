"""The values of hands at Chicago, over all hands of five cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import parlour
from parlour.games.chicago.hands import category, worth
from parlour.kit import INTERPRETED, rule
from parlour.kit.rankings import poker_high


@rule
def write_all(hands, strengths):  # type: ignore[no-untyped-def]
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hands[n] = (1 << a) | (1 << b) | (1 << c) | (1 << d) | (1 << e)
                        strengths[n] = poker_high(hands[n])
                        n += 1


@pytest.mark.skipif(INTERPRETED, reason="goes through all hands: compiled only")
def test_points_of_every_hand() -> None:
    """One hand of each class is asked what it is worth; 1,302,540 hands are worth nothing, 6,185 classes something."""
    hands, strengths = np.zeros(2_598_960, np.int64), np.zeros(2_598_960, np.int64)
    write_all(hands, strengths)
    _, first, numbers = np.unique(strengths, return_index=True, return_counts=True)
    table = parlour.game("chicago").blank()[0]
    points: Counter[int] = Counter()
    classes: Counter[bool] = Counter()
    for place, number in zip(first, numbers.tolist(), strict=True):
        scored = int(worth(table, category(hands[place])))
        points[scored] += number
        classes[scored > 0] += 1
    assert points == {
        52: 4,
        8: 36,
        7: 624,
        6: 3744,
        5: 5108,
        4: 10_200,
        3: 54_912,
        2: 123_552,
        1: 1_098_240,
        0: 1_302_540,
    }
    assert classes == {True: 6185, False: 1277}
    assert round(sum(value * number for value, number in points.items()) / 2_598_960, 4) == 0.6171
