"""Brag written a second time, from the rulings alone: menus, pots, covers, showdowns, the pack from deal to deal, the end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match


def strength(rules: dict[str, Any], hand: list[int]) -> tuple[int, ...]:
    """Ranks from 2 to 14; the larger the better."""
    ranks = sorted((card % 13 + 2 for card in hand), reverse=True)
    suits = {card // 13 for card in hand}
    if ranks[0] == ranks[2]:
        return (6, 15 if ranks[0] == 3 and rules["prial_threes"] else ranks[0])
    top = 0.0
    if ranks == [14, 3, 2]:
        top = {"highest": 15.0, "second": 13.5, "lowest": 3.0, "not_a_run": 0.0}[rules["a23"]]
    elif ranks[0] - 1 == ranks[1] == ranks[2] + 1:
        top = ranks[0]
    if top:
        return (5 if len(suits) == 1 else 4, int(2 * top))
    if len(suits) == 1:
        return (3, *ranks)
    if len(set(ranks)) == 2:
        odd = ranks[0] + ranks[1] + ranks[2] - 2 * ranks[1]
        return (2, ranks[1], odd)
    return (1, *ranks)


@dataclass
class Deal:
    """One deal: `order` has the seats dealt in from the dealer's left, `pack` the cards from the top."""

    rules: dict[str, Any]
    chips: dict[int, int]
    order: list[int]
    pack: list[int]
    hands: dict[int, list[int]] = field(default_factory=dict)
    blind: set[int] = field(default_factory=set)
    active: list[int] = field(default_factory=list)
    pots: list[int] = field(default_factory=lambda: [0])
    covers: list[int] = field(default_factory=list)
    stake: int = 0
    turn: int = -1
    bets: Counter[int] = field(default_factory=Counter)
    champion: int = -1
    over: bool = False
    shown: set[int] = field(default_factory=set)
    prial: bool = False
    found: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """R1, R2: the cards go round one at a time."""
        for n in range(3 * len(self.order)):
            self.hands.setdefault(self.order[n % len(self.order)], []).append(self.pack.pop(0))
        self.active, self.turn = list(self.order), self.order[0]
        self.blind = set(self.order) if self.rules["blind_play"] else set()
        for p in self.order:
            self.pay(p, self.rules["ante"])

    def pay(self, p: int, amount: int) -> None:
        self.chips[p] -= amount
        self.pots[-1] += amount

    def least(self, p: int) -> int:
        """R4."""
        b = self.stake or self.rules["min_open"]
        return (b + 1) // 2 if p in self.blind else b

    def most(self, p: int) -> int:
        """R5."""
        top = self.stake + self.rules["max_raise"] if self.stake else self.rules["max_open"]
        if self.rules["limit"] == "pot":
            top = max(self.stake or self.rules["min_open"], sum(self.pots))
        if p in self.blind:
            top = max(self.least(p), top // 2)
        return min(top, self.chips[p])

    def price(self, p: int) -> int:
        """R8: of a see."""
        return self.stake if p in self.blind else 2 * self.stake

    def menu(self) -> set[str]:
        """R3 to R11, ruling 15."""
        p = self.turn
        two = len(self.active) == 2
        limit = self.rules["duel_limit"]
        closing = two and limit > 0 and all(self.bets[q] >= limit for q in self.active)
        menu = {"fold"} | ({"look"} if p in self.blind else set())
        if not closing and self.chips[p] >= self.least(p):
            menu |= {f"bet {n}" for n in range(self.least(p), self.most(p) + 1)}
        if two and self.stake and self.chips[p] >= self.price(p):
            other = next(q for q in self.active if q != p)
            if other not in self.blind or p in self.blind or closing:
                menu.add("see")
        if self.chips[p] < (self.price(p) if closing else self.least(p)):
            menu.add("cover")
        return menu

    def act(self, name: str) -> None:
        """Make one choice; if betting ends, settle the money."""
        p = self.turn
        after = self.active[(self.active.index(p) + 1) % len(self.active)]
        what, _, figure = name.partition(" ")
        if what == "look":
            self.blind.discard(p)
            return
        if what == "bet":
            self.pay(p, int(figure))
            self.stake = int(figure) * (2 if p in self.blind else 1)
            self.bets[p] += 1
        elif what == "see":
            self.pay(p, self.price(p))
            self.see(p, after)
        else:
            self.leave(p, what)
        self.turn = after
        if len(self.active) == 1:
            self.champion = self.active[0]
        if self.champion >= 0:
            self.settle()

    def leave(self, p: int, what: str) -> None:
        """R7, R11."""
        self.active.remove(p)
        self.bets.clear()
        if what == "fold":
            self.pack += self.hands.pop(p)
        else:
            self.pay(p, self.chips[p])
            self.covers.append(p)
            self.pots.append(0)

    def see(self, seer: int, seen: int) -> None:
        """R9."""
        self.shown.add(seen)
        better = strength(self.rules, self.hands[seer]) > strength(self.rules, self.hands[seen])
        if better:
            self.shown.add(seer)
        self.champion = seer if better else seen
        self.found["seen"] += 1

    def settle(self) -> None:
        """R13, R14."""
        self.over = True
        if self.covers:
            self.shown.add(self.champion)
        self.take(self.champion, self.pots.pop())
        for coverer in reversed(self.covers):
            pot = self.pots.pop()
            self.shown.add(coverer)
            mine, theirs = (strength(self.rules, self.hands[p]) for p in (self.champion, coverer))
            self.found["covered"] += 1
            if mine == theirs:
                self.take(coverer, pot // 2)
                self.take(self.champion, pot - pot // 2)
                self.found["level"] += 1
            else:
                self.champion = coverer if theirs > mine else self.champion
                self.take(self.champion, pot)
        self.found["several covers"] += len(self.covers) > 1
        for p in self.order:
            self.pack += self.hands.get(p, [])

    def take(self, p: int, pot: int) -> None:
        self.chips[p] += pot
        if p in self.shown and strength(self.rules, self.hands[p])[0] == 6:
            self.prial = True
            self.found["prial"] += 1


def pile(zone: Any) -> list[int]:
    return [int(card) for card in zone[1 : 1 + zone[0]]]


def pack_of(t: Any, order: list[int]) -> list[int]:
    """The pack as it was before this deal, from the top, read off the cards in hand."""
    hands = [pile(t.blind[p]) or pile(t.hand[p]) for p in order]
    return [hand[n] for n in range(3) for hand in hands] + pile(t.stock)[::-1]


class Follower:
    """A match beside the model."""

    def __init__(self, match: Match, rules: dict[str, Any]) -> None:
        self.match, self.rules, self.seats = match, rules, match.game.seats
        self.chips = dict.fromkeys(range(self.seats), rules["stack"])
        self.dealt, self.found = 0, Counter[str]()
        self.dealer = int(match.row.dealer)
        self.begin([])

    def begin(self, pack: list[int]) -> None:
        """A deal; `pack` where it is not shuffled."""
        t, n = self.match.row, self.seats
        self.dealt += 1
        assert int(t.hand_number) == self.dealt
        assert int(t.dealer) == self.dealer
        order = [p for k in range(1, n + 1) if self.chips[p := (self.dealer + k) % n] >= self.rules["ante"]]
        lies = pack_of(t, order)
        assert not pack or pack == lies, (self.rules, self.match.seed)
        self.deal = Deal(self.rules, self.chips, order, list(lies))
        assert sorted(lies) == list(range(52))
        assert [int(x) for x in t.score[:n]] == [self.chips[p] for p in range(n)]

    def end(self) -> bool:
        """Whether the match is over: R15. Else the next deal."""
        deal = self.deal
        self.found += deal.found
        can_pay = [p for p in range(self.seats) if self.chips[p] >= self.rules["ante"]]
        if self.dealt == self.rules["deals"] or len(can_pay) < 2:
            return True
        self.dealer = next(p for k in range(1, self.seats + 1) if (p := (self.dealer + k) % self.seats) in can_pay)
        anew = self.rules["shuffle"] == "every_deal" or deal.prial
        self.found["shuffled" if anew else "not shuffled"] += 1
        self.begin([] if anew else deal.pack)
        return False


def follow(seats: int, rules: dict[str, Any], seed: int) -> Counter[str]:
    """One random match beside the model."""
    rng = random.Random(seed)
    match = parlour.game("brag", seats=seats, **rules).start(seed=seed)
    options = match.game.room.Table.options
    follower = Follower(match, {name: option.write(int(match.row[name])) for name, option in options.items()})
    while not match.over:
        deal = follower.deal
        assert deal.turn == match.turn, (rules, seed, deal)
        names = match.choices()
        assert set(names) == deal.menu(), (rules, seed, deal)
        bets = [name for name in names if name.startswith("bet")]
        willing = [name for name in names if name in ("see", "cover", "look")] + bets[:1] + bets[-1:]
        name = rng.choice(willing) if willing and rng.random() < 0.85 else rng.choice(names)
        deal.act(name)
        match.play(name)
        if deal.over and follower.end():
            assert match.over, (rules, seed)
    n, chips = match.game.seats, follower.chips
    assert follower.deal.over
    assert match.score == [chips[p] for p in range(n)], (rules, seed)
    assert match.winners == [p for p in range(n) if chips[p] == max(chips.values())]
    return follower.found


def some_rules(rng: random.Random) -> dict[str, Any]:
    """House rules with short stacks, so that many cover."""
    stack = rng.choice((20, 25, 40, 100))
    low = rng.choice((1, 2, 5, 10))
    return {
        "stack": stack,
        "ante": rng.choice((1, 2, 5, stack // 3)),
        "min_open": low,
        "max_open": low + rng.choice((0, 3, 8)),
        "max_raise": rng.choice((0, 1, 10)),
        "limit": rng.choice(("fixed", "pot")),
        "blind_play": rng.random() < 0.7,
        "a23": rng.choice(("highest", "second", "lowest", "not_a_run")),
        "prial_threes": rng.random() < 0.5,
        "shuffle": rng.choice(("after_prial", "after_prial", "every_deal")),
        "duel_limit": rng.choice((0, 0, 1, 2, 5)),
        "deals": rng.choice((1, 5, 20)),
    }


def matches(number: int, seed: int) -> Counter[str]:
    """Play random matches, each beside the model, and count what happened."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    for k in range(number):
        found += follow(rng.randrange(4, 9), some_rules(rng), 1000 * seed + k)
    return found


def test_random_matches() -> None:
    found = matches(25, 1)
    assert found["covered"] > 20
    assert found["several covers"] > 5
    assert found["seen"] > 10
    assert found["not shuffled"] > 5


@pytest.mark.soak
def test_thousands_of_deals() -> None:
    found = matches(400, 2)
    assert found["level"] > 0
    assert found["prial"] > 10
