"""The draw games written a second time, from the rulings alone: menus, antes, pots and shares hand by hand, and where the cards
come from that are drawn."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match, Step
from parlour.kit import cards_in


def low_rank(hand: list[int], low: str) -> tuple[int, ...]:
    """The smaller the better. Aces are high in 2-7, low otherwise; straights and flushes count against the hand except in a-5."""
    ranks = Counter(card % 13 if low == "2-7" else (card % 13 + 1) % 13 for card in hand)
    groups = tuple(sorted(((n, rank) for rank, n in ranks.items()), reverse=True))
    shape = tuple(n for n, _ in groups)
    order = tuple(rank for _, rank in groups)
    straight = shape == (1, 1, 1, 1, 1) and order[0] - order[4] == 4 and low != "a-5"
    flush = len({card // 13 for card in hand}) == 1 and low != "a-5"
    kinds = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kinds[shape]
    return (kind, *order)


def badugi_rank(hand: list[int], aces_low: bool, highest_first: bool) -> tuple[int, ...]:
    """Badugi: the smaller the better; the largest set of different ranks and suits, then its ranks."""
    best: tuple[int, ...] = ()
    for size in range(4, 0, -1):
        for cards in combinations(hand, size):
            if len({card % 13 for card in cards}) == len({card // 13 for card in cards}) == size:
                ranks = sorted(((card % 13 + 1) % 13 if aces_low else card % 13 for card in cards), reverse=highest_first)
                best = min(best or (99,), (-size, *ranks))
        if best:
            return best
    raise AssertionError("a hand without cards")


def halves(game: str, rules: dict[str, Any], hand: list[int]) -> list[tuple[int, ...]]:
    """Return the value of a hand in each half of a pot."""
    if game == "triple_draw":
        return [low_rank(hand, rules["lowball"])]
    badugi = badugi_rank(hand, rules["aces"] == "low", rules["tiebreak"] == "highest_first")
    return [badugi] if game == "badugi" else [badugi, low_rank(hand, rules["low"])]


@dataclass
class Hand:
    """One hand: `seats` from the dealer's left, those with chips."""

    game: str
    rules: dict[str, Any]
    chips: list[int]
    seats: list[int]
    spent: Counter[int] = field(default_factory=Counter)
    put: Counter[int] = field(default_factory=Counter)
    folded: set[int] = field(default_factory=set)
    due: list[int] = field(default_factory=list)
    street: int = 0
    high: int = 0
    last: int = 0
    raises: int = 0

    def __post_init__(self) -> None:
        for p in self.seats:
            self.spend(p, self.rules["ante"])
        self.put.clear()  # antes belong to the pot at once
        two = len(self.seats) == 2
        first, second = self.seats[:2]
        small, big = (second, first) if two and self.rules["heads_up_dealer_small"] else (first, second)
        self.spend(small, self.rules["small_blind"])
        self.spend(big, self.rules["big_blind"])
        self.high = max(self.put.values())
        if self.rules["short_blind"] == "nominal":
            self.high = max(self.high, self.rules["big_blind"])
        blinds = self.rules["small_blind"] or self.rules["big_blind"]
        self.open(self.seats[(self.seats.index(big) + 1) % len(self.seats)] if blinds else first)

    def spend(self, p: int, amount: int) -> None:
        amount = min(amount, self.chips[p])
        self.chips[p] -= amount
        self.spent[p] += amount
        self.put[p] += amount

    def live(self) -> list[int]:
        return [p for p in self.seats if p not in self.folded]

    def clockwise(self, first: int) -> list[int]:
        k = self.seats.index(first)
        return self.seats[k:] + self.seats[:k]

    def open(self, first: int) -> None:
        """F5, F6."""
        reach = sorted((self.put[p] + self.chips[p] for p in self.live()), reverse=True)
        self.due = [p for p in self.clockwise(first) if p in self.live() and self.chips[p] and self.put[p] < reach[1]]
        if len(self.due) == 1 and self.high <= self.put[self.due[0]]:
            self.due = []
        if not self.due:
            self.close()

    def close(self) -> None:
        """F11, and the next round."""
        amounts = sorted((self.put[p] for p in self.seats), reverse=True)
        if amounts[0] > amounts[1]:
            top = max(self.seats, key=lambda p: self.put[p])
            self.chips[top] += amounts[0] - amounts[1]
            self.spent[top] -= amounts[0] - amounts[1]
        self.put.clear()
        self.high = self.last = self.raises = 0
        self.street += 1

    def to_call(self, p: int) -> int:
        return min(self.chips[p], self.high - self.put[p])

    def menu(self) -> list[str]:
        """F7 to F9."""
        p = self.due[0]
        owed = self.to_call(p)
        cap = self.rules["cap"]
        if not self.rules["cap_heads_up"] and len(self.seats) == 2:
            cap = 0
        enough = owed >= self.last if self.rules["reopen"] == "full" else 2 * owed >= self.last
        rivals = any(self.put[q] + self.chips[q] > self.high for q in self.live() if q != p)
        menu = ["fold"] if owed or self.rules["free_fold"] else []
        menu.append("call" if owed else "check")
        if (cap == 0 or self.raises < cap) and self.chips[p] > self.high - self.put[p] and enough and rivals:
            menu.append("raise" if self.high else "bet")
        return menu

    def act(self, what: str) -> None:
        p = self.due.pop(0)
        if what == "fold":
            self.folded.add(p)
        elif what in ("call", "check"):
            self.spend(p, self.to_call(p))
        else:
            rounds = self.rules["draws"] + 1
            size = self.rules["big_bet"] if self.street >= rounds - rounds // 2 else self.rules["small_bet"]
            before = self.high
            self.spend(p, self.high + size - self.put[p])
            self.high = self.put[p]
            self.last = max(self.last, self.high - before)
            self.raises += 1
            self.due = [q for q in self.clockwise(p) if q != p and q in self.live() and self.chips[q]]
        if len(self.live()) == 1 or not self.due:
            self.due = []
            self.close()

    def settle(self, hands: dict[int, list[int]]) -> None:
        """F13, F14."""
        live, below = self.live(), 0
        levels = sorted({self.spent[p] for p in live})
        for level in levels:
            pot = sum(max(0, min(self.spent[p], level) - below) for p in self.seats)
            if level == levels[-1]:
                pot += sum(max(0, self.spent[p] - level) for p in self.folded)
            able = [p for p in live if self.spent[p] >= level]
            value = {p: halves(self.game, self.rules, hands[p]) for p in able} if len(live) > 1 else {able[0]: [()]}
            parts = len(value[able[0]])
            for half in range(parts):  # the odd chip is the first half's
                best = min(of[half] for of in value.values())
                self.share((pot + parts - 1 - half) // parts, [p for p in able if value[p][half] == best])
            below = level

    def share(self, pot: int, winners: list[int]) -> None:
        """F14."""
        share, odd = divmod(pot, len(winners))
        for k, p in enumerate(winners):
            self.chips[p] += share
            self.chips[p] += odd * (k == 0) if self.rules["odd_chips"] == "first" else k < odd


class Stub:
    """Where the cards of one hand come from and go to: R1, R2."""

    def __init__(self, t: Any, rules: dict[str, Any]) -> None:
        self.stub = pile(t.stub)
        self.dead: set[int] = set()
        self.thrown: dict[int, set[int]] = {}
        self.needs: Counter[int] = Counter()
        self.rules, self.burns = rules, rules["burn"]

    def watch(self, step: Step, seats: int, found: Counter[str]) -> None:
        before, after = step.before[0], step.after[0]
        if after.street != before.street:
            assert not any(self.needs.values()), "somebody has fewer cards than before the draw"
            self.dead |= set().union(*self.thrown.values())
            self.thrown.clear()
            self.burns = self.rules["burn"]
        for p in range(seats):
            old, new = (set(cards_in(int(t.hand[p]))) for t in (before, after))
            if old - new and step.seat == p:
                self.leave(p, old - new, after)
            elif new - old:
                self.serve(p, new - old)
        now = pile(after.stub)
        if len(now) > len(self.stub):
            self.reshuffle(int(after.player), now)
            found["reshuffled"] += 1
        elif len(now) < len(self.stub):  # a card is burnt
            assert self.burns
            self.dead.add(self.stub.pop())
            self.burns = False
            found["burnt"] += 1
        assert now == self.stub

    def leave(self, p: int, cards: set[int], after: Any) -> None:
        """By a fold, or by a discard: the picks of a seat count when all are made."""
        if after.folded[p]:
            self.dead |= cards
        else:
            self.thrown.setdefault(p, set()).update(cards)
            self.needs[p] += len(cards)

    def serve(self, p: int, cards: set[int]) -> None:
        """From the top; what one has thrown in this draw is passed over."""
        assert not self.burns or not self.stub
        for _ in cards:
            at = next(n for n in range(len(self.stub) - 1, -1, -1) if self.stub[n] not in self.thrown.get(p, ()))
            assert self.stub.pop(at) in cards
        self.needs[p] -= len(cards)

    def reshuffle(self, p: int, now: list[int]) -> None:
        """Check a new stub: folded hands, earlier discards and burnt cards, or else what the other players have discarded now."""
        assert self.needs[p] > 0
        assert all(card in self.thrown[p] for card in self.stub)
        source = self.dead or set().union(*(cards for q, cards in self.thrown.items() if q != p))
        assert sorted(now) == sorted({*self.stub, *source})
        if self.dead:
            self.dead = set()
        else:
            for q in self.thrown:
                if q != p:
                    self.thrown[q] = set()
        self.stub = now


def pile(zone: Any) -> list[int]:
    return [int(card) for card in zone[1 : 1 + zone[0]]]


class Follower:
    """Follows a match step by step, and compares the chips after every hand."""

    def __init__(self, match: Match, rules: dict[str, Any]) -> None:
        self.match, self.rules = match, rules
        self.chips = [rules["stack"]] * match.game.seats
        self.hand: Hand | None = None
        self.cards: dict[int, list[int]] = {}
        self.found = Counter[str]()
        self.begin(match.tables[0])
        match.watchers.append(self.watch)

    def watch(self, step: Step) -> None:
        after = step.after[0]
        if after.hand_number != step.before[0].hand_number:
            self.end(after)
            self.begin(after)
        elif not after.over:
            self.stub.watch(step, self.match.game.seats, self.found)
        self.keep_cards(after)

    def keep_cards(self, t: Any) -> None:
        for p in range(self.match.game.seats):
            cards = cards_in(int(t.hand[p]))
            if len(cards) == int(t.hand_size):
                self.cards[p] = list(cards)

    def begin(self, t: Any) -> None:
        n = self.match.game.seats
        order = [(int(t.dealer) + 1 + k) % n for k in range(n)]
        self.hand = Hand(self.match.game.room.name, self.rules, list(self.chips), [p for p in order if self.chips[p]])
        self.cards, self.stub = {}, Stub(t, self.rules)
        self.keep_cards(t)

    def end(self, t: Any) -> None:
        hand = self.hand
        assert hand is not None
        hand.settle(self.cards)
        self.found["several pots" if len({hand.spent[p] for p in hand.live()}) > 1 else "one pot"] += 1
        self.chips = hand.chips
        house = [int(t.score[p]) + int(t.paid[p]) * (not t.over) for p in range(self.match.game.seats)]
        assert self.chips == house, (self.rules, self.match.seed, hand)


def follow(game: str, seats: int, rules: dict[str, Any], seed: int) -> Counter[str]:
    """One random match beside the model."""
    rng = random.Random(seed)
    match = parlour.game(game, seats=seats, **rules).start(seed=seed)
    options = match.game.room.Table.options
    follower = Follower(match, {name: option.write(int(match.tables[0][name])) for name, option in options.items()})
    while not match.over:
        hand, choices = follower.hand, match.choices()
        assert hand is not None
        if choices[0] in ("fold", "check", "call"):
            while not hand.due:
                hand.open(hand.seats[0])
            assert hand.due[0] == match.turn
            assert sorted(hand.menu()) == sorted(choices), (rules, seed, hand)
            what = rng.choice(choices if rng.random() < 0.15 else [name for name in choices if name != "fold"])
            hand.act(what)
            match.play(what)
        else:
            held = [card for card in choices if card != "done"]
            thrown = held[: max(0, rng.randrange(len(held) + 3) - 2)]
            match.play(*thrown, *["done"] * (len(thrown) < len(held)))
    follower.end(match.tables[0])
    richest = max(follower.chips)
    assert sorted(match.winners) == [p for p in range(seats) if follower.chips[p] == richest]
    return follower.found


def some_rules(game: str, rng: random.Random) -> dict[str, Any]:
    """House rules with short stacks and dear antes, half of the time."""
    stack = rng.choice((3, 7, 20, 50, 300, 1000))
    lows, ties = ("2-7", "a-5", "a-6"), ("highest_first", "lowest_first")
    own: dict[str, Any] = {
        "triple_draw": {"lowball": rng.choice(lows)},
        "badugi": {"tiebreak": rng.choice(ties), "aces": rng.choice(("low", "high"))},
        "baduci": {"tiebreak": rng.choice(ties), "aces": rng.choice(("low", "high")), "low": rng.choice(lows)},
    }
    return own[game] | {
        "stack": stack,
        "hands": rng.choice((1, 4, 8)),
        "draws": rng.choice((1, 2, 3)),
        "ante": rng.choice((0, 1, 2, 3, stack // 2, stack, stack + 3)),
        "small_blind": rng.choice((0, 1, 2, 5)),
        "big_blind": rng.choice((0, 2, 5, 9)),
        "small_bet": rng.choice((1, 2, 4)),
        "big_bet": rng.choice((3, 4, 8)),
        "cap": rng.choice((0, 3, 4, 5)),
        "cap_heads_up": rng.random() < 0.5,
        "heads_up_dealer_small": rng.random() < 0.5,
        "reopen": rng.choice(("full", "half")),
        "short_blind": rng.choice(("actual", "nominal")),
        "free_fold": rng.random() < 0.3,
        "odd_chips": rng.choice(("first", "one_each")),
        "draw_style": rng.choice(("sequential", "batch")),
        "burn": rng.random() < 0.5,
    }


SEATS = {"triple_draw": 6, "badugi": 8, "baduci": 6}


def matches(game: str, number: int, seed: int) -> Counter[str]:
    """Play random matches, each beside the model, and count what happened."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    for k in range(number):
        seats = rng.choice((2, 3, *[SEATS[game]] * 2, rng.randrange(2, SEATS[game] + 1)))
        found += follow(game, seats, some_rules(game, rng), 1000 * seed + k)
    return found


@pytest.mark.parametrize("game", SEATS)
def test_random_matches(game: str) -> None:
    found = matches(game, 10, 11)
    assert found["several pots"]
    assert found["one pot"] > 5
    assert found["burnt"]


@pytest.mark.soak
@pytest.mark.parametrize("game", SEATS)
def test_hundreds_of_matches(game: str) -> None:
    found = matches(game, 150, 12)
    assert found["several pots"] > 20
    assert found["reshuffled"] > (5 if game == "badugi" else -1)
