"""Backhand written a second time, from the rulings: what may be chosen, wins and stakes, when it ends and who has won.

The cards that come are read off the table; everything that follows from them is worked out here.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import parlour
from parlour.engine.match import Step
from parlour.kit import cards_in


def value(card: int) -> int:
    rank = card % 13
    return 1 if rank == 12 else min(rank + 2, 10)


def menu(rules: dict[str, Any], hand: list[int], pushes: int) -> list[str]:
    """R8, R9."""
    total = sum(map(value, hand))
    if len(hand) == 2 and rules["push_from"] <= total <= 20:
        names = ["play"] + (["push"] if rules["max_pushes"] == 0 or pushes < rules["max_pushes"] else [])
        return names + (["hit"] if rules["push_hit"] else [])
    return ["hit", "backhand"]


def over(rules: dict[str, Any], rounds: int, wins: list[int], chips: list[int]) -> bool:
    """R11."""
    if rules["mode"] == "first_to":
        return max(wins) >= rules["target"] or rounds >= rules["max_rounds"]
    return rounds >= rules["rounds"] or (rules["mode"] == "betting" and max(chips) < rules["min_bet"])


def best(figures: list[int]) -> list[int]:
    return [p for p, figure in enumerate(figures) if figure == max(figures)]


def won(rules: dict[str, Any], hand: list[int], beside: list[int], said: str) -> bool:
    """R6 to R9: of a hand that is over."""
    total = sum(map(value, hand))
    if said == "backhand":
        return total + value(beside[0]) > 21
    if said == "play":
        return total <= 21
    assert total > 21 or (rules["five_card_wins"] and len(hand) == 5)
    return total <= 21


class Book:
    """Wins and chips, kept beside a match."""

    def __init__(self, seats: int, rules: dict[str, Any]) -> None:
        self.rules, self.wins, self.chips, self.stakes = rules, [0] * seats, [rules["stack"]] * seats, [0] * seats
        self.said, self.pushes, self.hands, self.found = "", 0, 0, Counter[str]()

    def watch(self, step: Step) -> None:
        before, after = step.before[0], step.after[0]
        p = int(after.player)
        if after.player != before.player or after.hand_number != before.hand_number:
            self.said, self.pushes = "", 0
        if before.hand_number and after.hand_number != before.hand_number:
            assert not over(self.rules, int(before.hand_number), self.wins, self.chips)
        if before.result == 0 and after.result:
            hand = [int(card) for card in after.hand[p][1 : 1 + after.hand[p][0]]]
            good = won(self.rules, hand, list(cards_in(int(after.beside[p]))), self.said)
            assert good == (after.result == 1), (self.rules, hand, self.said)
            self.found[f"{self.said} {good}"] += 1
            self.wins[p] += good
            self.chips[p] += 2 * self.stakes[p] * good
            self.stakes[p] = 0


def alone(rules: dict[str, Any], book: Book) -> bool:
    """F101: return whether a player who plays alone has won against the cards."""
    if rules["mode"] == "betting":
        return book.chips[0] > rules["stack"]
    return book.wins[0] >= rules["target"] if rules["mode"] == "first_to" else 2 * book.wins[0] > rules["rounds"]


def follow(seats: int, rules: dict[str, Any], seed: int) -> Counter[str]:
    """A random match beside the book."""
    rng = random.Random(seed)
    match = parlour.game("backhand", seats=seats, **rules).start(seed=seed)
    options = match.game.room.Table.options
    book = Book(seats, {name: option.write(int(match.tables[0][name])) for name, option in options.items()})
    rules = book.rules
    match.watchers.append(book.watch)
    while not match.over:
        p, names, t = match.turn, match.choices(), match.tables[0]
        if names[0].startswith("bet"):
            most = min(rules["max_bet"], book.chips[p])
            assert [int(name.split()[1]) for name in names] == list(range(rules["min_bet"], most + 1))
            name = rng.choice(names[-3:] + names[:1])
            book.stakes[p] = int(name.split()[1])
            book.chips[p] -= book.stakes[p]
        else:
            hand = [int(card) for card in t.hand[p][1 : 1 + t.hand[p][0]]]
            assert 12 <= sum(map(value, hand)) <= 21
            assert sorted(names) == sorted(menu(rules, hand, book.pushes)), (rules, hand, book.pushes)
            name = "push" if "push" in names and rng.random() < 0.8 else rng.choice(names)
            book.said = name
            book.pushes += name == "push"
        match.play(name)
    assert over(rules, int(match.tables[0].hand_number), book.wins, book.chips)
    assert [int(x) for x in match.tables[0].wins[:seats]] == book.wins
    if rules["mode"] == "betting":
        assert [int(x) for x in match.score] == book.chips
    winners = sorted(match.winners)
    expected = best(book.chips if rules["mode"] == "betting" else book.wins)
    if seats == 1 and not alone(rules, book):
        expected = []
    assert winners == expected, (rules, seed, book.wins, book.chips)
    book.found[f"{len(winners)} of {seats}"] += 1
    return book.found


def test_random_matches() -> None:
    rng, found = random.Random(3), Counter[str]()
    for seed in range(60):
        stack = rng.choice((3, 10, 30))
        rules = {
            "mode": rng.choice(("first_to", "fixed", "betting")),
            "target": rng.choice((1, 2, 4)),
            "rounds": rng.choice((1, 2, 6)),
            "stack": stack,
            "min_bet": rng.randrange(1, 4),
            "max_bet": rng.randrange(3, 12),
            "packs": rng.choice((0, 0, 1, 2)),
            "push_hit": rng.random() < 0.5,
            "push_from": rng.choice((12, 15, 17, 20)),
            "five_card_wins": rng.random() < 0.7,
            "max_pushes": rng.choice((0, 1, 2, 25)),
            "shuffle": rng.choice(("every_hand", "when_low")),
        }
        found += follow(rng.randrange(1, 5), rules, seed)
    assert min(found[what] for what in ("backhand True", "hit True", "hit False", "play True", "play False", "2 of 2")) > 0, found
