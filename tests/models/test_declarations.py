"""Declarations, claims and accusations of players, judged a second time: by the cards there were when it was said.

Each model sees every step of random matches and knows the rulings, not the rules of the room.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.engine.match import Step
from parlour.kit.cards import card_name, cards_in
from parlour.kit.layout import NOBODY

LOW_ACE = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def names(cards: Any) -> list[str]:
    """The cards of a set."""
    return [card_name(card) for card in cards_in(int(cards))]


def pips(card: str) -> int:
    """1 for an ace up to 13 for a king."""
    return LOW_ACE.index(card[:-1]) + 1


class Model:
    """Looks at the steps of a match; `seen` counts what it has judged."""

    def __init__(self, match: parlour.Match) -> None:
        self.room, self.seen = match.game.room, Counter[str]()
        match.watchers.append(self.step)

    def step(self, step: Step) -> None:
        before, after = step.before[0], step.after[0]
        chosen = self.room.choice_name(step.choice) if step.seat != NOBODY else ""
        self.judge(self.room.phases[int(before.phase)], before, after, step.seat, chosen)

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        raise NotImplementedError


class Porrazo(Model):
    """R4, R5: only what was dealt is declared, and the best declaration of the deal scores, the earlier of equal ones."""

    dealt: tuple[list[str], ...] = ()

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        seats = range(int(before.seats))
        if phase in ("deal", "serve"):
            self.dealt = tuple(names(after.hand[p]) for p in seats)
        if phase != "bonus":
            return
        found = []
        for order in range(1, len(seats) + 1):
            p = (int(before.dealer) + order) % len(seats)
            rank, number = Counter(map(pips, self.dealt[p])).most_common(1)[0]
            declared = int(before.declared[p])
            assert declared in (0, number - 1)
            if declared:
                found.append((declared, rank, -order, p))
        gains = [int(after.score[p]) - int(before.score[p]) for p in seats]
        if found:
            declared, rank, _, p = max(found)
            assert gains[p] == {11: 2, 12: 3, 13: 4}.get(rank, 1) * (3 if declared == 2 else 1)
            gains[p] = 0
            self.seen["rondine" if declared == 2 else "ronda"] += 1
        assert not any(gains)


class Toepen(Model):
    """R4: the packet that is turned up decides, and the player who was wrong loses a token."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        if phase == "expose":
            wrong = any(card[:-1] in ("7", "8", "9", "10") for card in names(before.packet[before.discarder]))
            assert after.payer == (before.discarder if wrong else before.payer)
            self.seen["caught" if wrong else "honest"] += 1
        if phase == "judge":
            paid = [int(before.score[p]) - int(after.score[p]) for p in range(int(before.seats))]
            assert paid == [int(p == before.payer) for p in range(int(before.seats))]


class IDoubtIt(Model):
    """R4, R6: one card of another rank makes the claim a lie."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        if phase != "judge":
            return
        wheel = LOW_ACE[-int(before.plays) % 13] if before.rank_order else LOW_ACE[int(before.plays) % 13]
        lie = any(card[:-1] != wheel for card in names(before.shown[0]) + names(before.shown[1]))
        assert after.taker == (before.player if lie else before.doubter)
        self.seen["lie" if lie else "true"] += 1


class Bura(Model):
    """R2, R3: what is announced is held; R13: a claim is right with 31 points in the pile."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        held = names(before.hand[seat]) if seat != NOBODY else []
        suits, ranks = {card[-1] for card in held}, {card[:-1] for card in held}
        trumps = "♣♦♥♠"[int(before.trumps)]
        if chosen in ("bura", "molodka"):
            assert len(held) == 3
            assert len(suits) == 1
            assert (trumps in suits) == (chosen == "bura")
            self.seen[chosen] += 1
        if chosen == "three aces":
            assert len(held) == 3
            assert ranks == {"A"}
        if phase == "count":
            worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
            right = sum(worth.get(card[:-1], 0) for card in names(before.won[before.claimant])) >= 31
            assert (after.winner == before.claimant) == right
            self.seen["right" if right else "wrong"] += 1


class Crash(Model):
    """R2: thirteen ranks; six pairs, of which four cards of a rank are two unless six ranks are asked for."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        if phase != "declare" or seat == NOBODY:
            return
        numbers = Counter(card[:-1] for card in names(before.hand[seat])).values()
        pairs = sum(n >= 2 for n in numbers) if before.six_pairs_distinct else sum(n // 2 for n in numbers)
        assert chosen != "thirteen" or len(numbers) == 13
        assert chosen != "six pairs" or pairs >= 6
        self.seen[chosen] += 1


class Solo(Model):
    """R5, R7: a player with both black queens neither passes below a solo nor names a simple game."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        if seat != NOBODY and before.queens_rule and {"Q♣", "Q♠"} <= set(names(before.hand[seat])):
            assert chosen != "pass" or before.level + 1 > 3
            assert phase != "contract" or not chosen.startswith("simple")
            self.seen[phase] += 1


class Schnapsen(Model):
    """R6, R7, R10 to R12: tricks, marriages and points, as they are and as they were at the close."""

    def judge(self, phase: str, before: Any, after: Any, seat: int, chosen: str) -> None:
        worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
        if phase == "deal":
            self.points, self.tricks, self.pending = [0, 0], [0, 0], [0, 0]
            self.closed: tuple[int, list[int], list[int]] | None = None
            self.declarer = NOBODY
        elif chosen.startswith("marriage"):
            self.pending[seat] += 40 if "♣♦♥♠"[int(before.trumps)] == chosen[-1] else 20
            if before.marriage_at_once and self.tricks[seat]:
                self.points[seat], self.pending[seat] = self.points[seat] + self.pending[seat], 0
        elif chosen == "close":
            self.closed = seat, list(self.points), list(self.tricks)
        elif chosen == "declare":
            self.declarer = seat
        elif phase == "gather":
            one, other = (card_name(int(card)) for card in before.trick[1:3])
            order = ["J", "Q", "K", "10", "A"]
            same, trumps = one[-1] == other[-1], "♣♦♥♠"[int(before.trumps)]
            second = order.index(other[:-1]) > order.index(one[:-1]) if same else other[-1] == trumps
            self.last = p = int(before.leader) ^ second
            self.points[p] += worth[one[:-1]] + worth[other[:-1]] + self.pending[p]
            self.tricks[p], self.pending[p] = self.tricks[p] + 1, 0
        elif phase == "score":
            winner, victory = self.outcome()
            assert [int(after.score[p]) - int(before.score[p]) for p in range(2)] == [victory * (p == winner) for p in range(2)]
            self.seen[f"{'closed' if self.closed else 'open'} {victory}"] += 1

    def outcome(self) -> tuple[int, int]:
        """R11, R12."""
        p = self.declarer
        if p == NOBODY:
            if self.closed is None:
                return self.last, 1
            closer, _, tricks = self.closed
            return 1 - closer, 2 if tricks[1 - closer] else 3
        q, made = 1 - p, self.points[p] >= 66
        points, tricks = (self.points, self.tricks) if self.closed is None else self.closed[1:]
        if self.closed is not None and self.closed[0] == q:
            return (p, 2 if tricks[p] else 3) if made else (q, 2 if self.tricks[q] else 3)
        if made:
            return p, 3 if not tricks[q] else 2 if points[q] <= 32 else 1
        return q, 2 if tricks[q] else 3


MODELS: dict[str, tuple[Callable[[parlour.Match], Model], int, dict[str, Any], set[str]]] = {
    "porrazo": (Porrazo, 1, {"seats": 3, "declare": "automatic"}, {"ronda"}),
    "toepen": (Toepen, 6, {}, {"caught"}),
    "i_doubt_it": (IDoubtIt, 1, {"max_turns": 20}, {"lie"}),
    "bura": (Bura, 4, {}, {"wrong"}),
    "crash": (Crash, 1, {"max_deals": 10}, {"set"}),
    "solo": (Solo, 2, {}, {"play"}),
    "schnapsen": (Schnapsen, 6, {}, {"open 2", "open 3"}),
}


def judged(name: str, seed: int, matches: int) -> Counter[str]:
    """Return what a game's model has judged in a number of random matches."""
    model, _, house, _ = MODELS[name]
    rng, seen = random.Random(f"{name} {seed}"), Counter[str]()
    for _ in range(matches):
        match = parlour.game(name, **house).fresh(seed=rng.randrange(10**6))
        found = model(match)
        match.begin()
        while not match.over:
            match.play(rng.choice([code for code in match.codes() if code != match.game.room.resign]))
        seen += found.seen
    return seen


@pytest.mark.parametrize("name", MODELS)
def test_declarations_are_judged_by_the_cards(name: str) -> None:
    assert MODELS[name][3] <= judged(name, 1, MODELS[name][1]).keys()


@pytest.mark.soak
@pytest.mark.parametrize("name", MODELS)
def test_many_declarations_are_judged_by_the_cards(name: str) -> None:
    assert judged(name, 2, 200)
