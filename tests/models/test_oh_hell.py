"""Oh Hell! written a second time, from the rulings alone: sizes of hands, bids, tricks, scores, who wins and when."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import parlour
from parlour.engine.match import Match
from parlour.kit import cards_in, read_card

MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


def sizes(largest: int, sequence: str) -> list[int]:
    down, up = list(range(largest, 0, -1)), list(range(1, largest + 1))
    return {"down": down, "down_up": down + up[1:], "up_down": up + down[1:]}[sequence]


def bids(rules: dict[str, Any], size: int, others: list[int], last: bool) -> set[int]:
    """R3 and its customs."""
    free, total = set(range(size + 1)), sum(others)
    if not last or rules["dealer_rule"] == "none":
        return free
    if rules["dealer_rule"] == "not_equal":
        return free - {size - total}
    least = size + 1 - total
    return free if least <= 0 else set(range(least, size + 1)) if least <= size else {size + 1}


def points(rules: dict[str, Any], bid: int, tricks: int) -> int:
    """R6."""
    if bid == tricks:
        return rules["zero_points"] if bid == 0 else 10 * bid if rules["made_score"] == "ten_per_trick" else 10 + bid
    return 0 if rules["miss_score"] == "none" else -10 * abs(bid - tricks)


def play_hand(match: Match, rules: dict[str, Any], size: int, largest: int, rng: random.Random) -> list[int]:
    """Play a hand at random beside the table; what each seat scores."""
    t, n = match.tables[0], match.game.seats
    dealer = int(t.dealer)
    trumps = -1 if rules["trump_mode"] == "no_trump_at_H" and size == largest else next(iter(cards_in(int(t.turned)))) // 13
    hands = [set(cards_in(int(t.hand[p]))) for p in range(n)]
    assert all(len(hand) == size for hand in hands)
    said: dict[int, int] = {}
    for k in range(n):
        p = (dealer + 1 + k) % n
        assert match.turn == p
        legal = bids(rules, size, list(said.values()), k == n - 1)
        assert {int(name.removeprefix("bid ")) for name in match.choices()} == legal
        said[p] = rng.choice(sorted(legal))
        match.play(f"bid {said[p]}")
    tricks, leader = Counter[int](), (dealer + 1) % n
    for _ in range(size):
        trick: list[tuple[int, int]] = []
        for k in range(n):
            p = (leader + k) % n
            assert match.turn == p
            following = {c for c in hands[p] if trick and c // 13 == trick[0][1] // 13}
            names = match.choices()
            assert {read_card(name) for name in names} == (following or hands[p])
            name = rng.choice(names)
            trick.append((p, read_card(name)))
            hands[p].discard(read_card(name))
            match.play(name)
        suit = trumps if any(c // 13 == trumps for _, c in trick) else trick[0][1] // 13
        leader = max((c % 13, p) for p, c in trick if c // 13 == suit)[1]
        tricks[leader] += 1
    return [points(rules, said[p], tricks[p]) for p in range(n)]


def follow(seats: int, rules: dict[str, Any], seed: int) -> int:
    """A whole random match; how many hands were played for a tie."""
    rng = random.Random(seed)
    match = parlour.game("oh_hell", seats=seats, **rules).start(seed=seed)
    largest = min(rules.pop("start_cards", MOST[seats]), MOST[seats])
    totals, extra, dealer = [0] * seats, 0, int(match.tables[0].dealer)
    plan = sizes(largest, rules["sequence"])
    while plan:
        t = match.tables[0]
        assert not match.over
        assert int(t.dealer) == dealer
        assert [int(x) for x in t.score[:seats]] == totals
        gained = play_hand(match, rules, plan.pop(0), largest, rng)
        totals = [a + b for a, b in zip(totals, gained, strict=True)]
        dealer = (dealer + 1) % seats
        if not plan and totals.count(max(totals)) > 1 and rules["tie_break"] == "one_card" and extra < 5:
            plan.append(1)
            extra += 1
    assert match.over
    assert [int(x) for x in match.tables[0].score[:seats]] == totals
    assert sorted(match.winners) == [p for p in range(seats) if totals[p] == max(totals)]
    return extra


def test_random_matches() -> None:
    rng, extra = random.Random(5), 0
    for seed in range(40):
        seats = rng.randrange(3, 8)
        rules = {
            "start_cards": rng.randrange(2, MOST[seats] + 1) if rng.random() < 0.3 else rng.choice((2, 3)),
            "dealer_rule": rng.choice(("over", "not_equal", "none")),
            "sequence": rng.choice(("down_up", "down", "up_down")),
            "made_score": rng.choice(("ten_per_trick", "ten_plus_bid")),
            "zero_points": rng.choice((0, 5, 10, 20)),
            "miss_score": rng.choice(("ten_per_trick", "none")),
            "trump_mode": rng.choice(("turned", "no_trump_at_H")),
            "tie_break": rng.choice(("one_card", "share")),
        }
        extra += follow(seats, rules, seed)
    assert extra > 3
