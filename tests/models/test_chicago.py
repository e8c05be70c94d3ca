"""Chicago written a second time, from the rulings alone: who may say what in a showdown, comparisons rank by rank, who has to
show a hand, whose declaration is not proven, and every point."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from itertools import combinations
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match, Step
from parlour.kit import card_name, cards_in

CATEGORIES = (
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PAIR, STRAIGHT, FULL, ROYAL = 1, 4, 6, 9
Talk = Generator[tuple[int, set[str]], str, None]


def judged(hand: set[int]) -> tuple[int, list[int], set[int]]:
    """R5: category (0 high card to 9), the ranks in the order in which they are compared, and the cards that belong to it."""
    count = Counter(card % 13 for card in hand)
    groups = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = [count[rank] for rank in groups]
    flush = len({card // 13 for card in hand}) == 1
    low = sorted(groups) == [0, 1, 2, 3, 12]
    straight = len(groups) == 5 and (max(groups) - min(groups) == 4 or low)
    top = 3 if low else max(groups)
    if straight:
        category = (9 if top == 12 else 8) if flush else 4
        return category, [] if category == ROYAL else [top], hand
    if flush:
        return 5, groups, hand
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    return category, groups, hand if category == FULL else {card for card in hand if count[card % 13] > 1}


def places(category: int, kickers: bool) -> int:
    """Return how many ranks are compared."""
    with_kickers, without = {0: (5, 5), 1: (4, 1), 2: (3, 2), 3: (3, 1), 5: (5, 5), 6: (2, 2), 7: (2, 1), 9: (0, 0)}.get(
        category, (1, 1)
    )
    return with_kickers if kickers else without


def found_in(hand: set[int], claim: int, named: dict[int, int]) -> bool:
    """Whether five cards hold a hand of the category that has the ranks named, each card standing for one thing that was said."""
    alike = {PAIR: (2,), 2: (2, 2), 3: (3,), 7: (4,)}.get(claim)
    if alike is None:
        category, ranks, _ = judged(hand) if len(hand) == 5 else (0, [], set())
        return category == claim and all(ranks[place] == rank for place, rank in named.items())
    held = Counter(card % 13 for card in hand)
    kickers = Counter(rank for place, rank in named.items() if place >= len(alike))
    for chosen in combinations(held, len(alike)):
        said = {rank for place, rank in named.items() if place < len(alike)}
        distinct = len(said) == sum(place < len(alike) for place in named)
        needed = kickers + Counter(dict.fromkeys(chosen, alike[0]))
        if distinct and said <= set(chosen) and needed <= held:
            return True
    return False


class Model:
    """A match; `talk` yields who is asked and what may be chosen, and is sent what was chosen."""

    def __init__(self, match: Match, rules: dict[str, Any]) -> None:
        self.match, self.rules, self.seats = match, rules, match.game.seats
        self.score, self.out = [0] * self.seats, set[int]()
        self.dealer, self.shows = int(match.row.dealer), Counter[int]()
        self.winners: list[int] = []
        self.found = Counter[str]()
        match.watchers.append(self.watch)

    def watch(self, step: Step) -> None:
        """Check that a player who lays five cards open has to, and no other player does."""
        before, after = step.before[0], step.after[0]
        for p in range(self.seats):
            cards = set(cards_in(int(after.exposed[p])))
            if cards and not before.exposed[p]:
                assert len(cards) == 5
                self.shows[p] += 1

    def cards(self, p: int) -> set[int]:
        return set(cards_in(int(self.match.row.hand[p])))

    def order(self) -> list[int]:
        """Return who is in, from the eldest to the dealer."""
        return [p for k in range(1, self.seats + 1) if (p := (self.dealer + k) % self.seats) not in self.out]

    def worth(self, category: int) -> int:
        return {7: self.rules["quads_points"], 9: self.rules["royal_points"]}.get(category, category)

    def key(self, hand: set[int]) -> tuple[int, list[int]]:
        category, ranks, _ = judged(hand)
        return category, ranks[: places(category, self.rules["kickers"])]

    def talk(self) -> Talk:
        extra = 0
        for number in range(1, 10_000):
            fell = yield from self.hand()
            left = [p for p in range(self.seats) if p not in self.out]
            if len(left) < 2:
                self.winners = left or fell
                return
            best = max(self.score[p] for p in left)
            leaders = [p for p in left if self.score[p] == best]
            self.winners = leaders
            if self.rules["chicago_call"] and number == 100:
                return
            if best >= self.rules["target"]:
                if len(leaders) == 1 or extra == 5:
                    return
                extra += 1
            self.dealer = self.order()[0]

    def hand(self) -> Generator[tuple[int, set[str]], str, list[int]]:
        """One hand; returns who has forfeited in it."""
        rules = self.rules
        before = list(self.score)
        self.shown: dict[int, list[tuple[int, set[int]]]] = {}  # by seat: after how many showdowns, which five cards
        self.true: list[set[int]] = []  # by showdown: whose declaration was true when it was made
        self.claims: list[dict[int, tuple[int, dict[int, int]]]] = []  # by showdown and seat: the category, and ranks by place
        self.stood: list[tuple[list[int], dict[int, set[int]]]] = []  # by showdown: who stood, with the cards that belong to it
        frozen = {p for p in self.order() if 0 < rules["freeze_at"] <= self.score[p]}
        for draw in range(1, 4):
            for p in self.order():
                if p not in frozen:
                    yield from self.draw(p)
            if draw == 1 or (draw == 2 and rules["second_showdown"]):
                yield from self.showdown()
        leader, caller = self.order()[0], -1
        if rules["chicago_call"]:
            for p in self.order():
                if (yield p, {"chicago", "pass"}) == "chicago":
                    leader = caller = p
                    break
        hands = {p: self.cards(p) for p in self.order()}
        yield from self.tricks(leader, caller, hands)
        self.best_hand(hands)
        return self.judge(before, hands)

    def draw(self, p: int) -> Talk:
        """R2, R4."""
        held, thrown = self.cards(p), set[int]()
        names = {card_name(card): card for card in held}
        while len(thrown) < 5:
            name = yield p, {"done", *(name for name, card in names.items() if card not in thrown)}
            if name == "done":
                break
            thrown.add(names[name])
        expected = False
        if self.rules["false_declarations"]:
            for claims, true in zip(self.claims, self.true, strict=True):
                broken = p in claims and found_in(held, *claims[p]) and not found_in(held - thrown, *claims[p])
                expected |= broken and p in true
                self.found["came true"] += broken and p not in true
        elif self.stood:
            stood, belong = self.stood[-1]  # without a second showdown the first, as long as its combination is whole
            expected = p in stood and belong[p] <= held and bool(belong[p] & thrown)
        assert self.shows[p] == expected, (self.rules, self.match.seed, p, held, thrown)
        self.found["shown"] += expected
        if expected:
            self.shown.setdefault(p, []).append((len(self.claims), held))
        self.shows.clear()

    def showdown(self) -> Talk:
        """R6 to R8, ruling 1."""
        lies, kickers = self.rules["false_declarations"], self.rules["kickers"]
        hands = {p: self.cards(p) for p in self.order()}
        standing: list[int] = []
        claims: dict[int, tuple[int, dict[int, int]]] = {}
        for p in self.order():
            own, ranks, _ = judged(hands[p])
            stands = claims[standing[0]][0] if standing else 0
            least = max(PAIR, stands)
            if lies:
                name = yield p, {"pass", *(f"claim {CATEGORIES[c - 1]}" for c in range(max(own, least), ROYAL + 1))}
                claim = 0 if name == "pass" else CATEGORIES.index(name.removeprefix("claim ")) + 1
            elif own >= least:
                claim = own if (yield p, {"declare", "pass"}) == "declare" else 0
            else:
                claim = 0
            if not claim:
                continue
            claims[p] = claim, {}
            if claim > stands:
                standing = [p]
                continue
            first, named = standing[0], claims[standing[0]][1]
            self.found["compared"] += 1
            for place in range(places(claim, kickers)):
                if place not in named:
                    told = judged(hands[first])[1][place] if not lies else 0
                    if lies:
                        told = RANKS.index((yield first, {f"name {rank}" for rank in RANKS}).removeprefix("name "))
                    named[place] = told
                answer = named[place] - 1 if not lies and ranks[place] < named[place] else ranks[place] if not lies else 0
                if lies:
                    name = yield p, {"pass", "equal", *(f"higher {rank}" for rank in RANKS[named[place] + 1 :])}
                    answer = named[place] + (name == "equal") - 1
                    if name.startswith("higher"):
                        answer = RANKS.index(name.removeprefix("higher "))
                if answer < named[place]:
                    break
                claims[p][1][place] = answer
                if answer > named[place]:
                    standing = [p]
                    break
            else:
                standing.append(p)
                self.found["tied"] += 1
        self.claims.append(claims)
        self.true.append({p for p, claim in claims.items() if found_in(hands[p], *claim)})
        self.stood.append((standing, {p: judged(hands[p])[2] for p in standing}))
        if len(standing) == 1:
            self.score[standing[0]] += self.worth(claims[standing[0]][0])

    def tricks(self, leader: int, caller: int, hands: dict[int, set[int]]) -> Talk:
        """R9, and what the last trick brings."""
        left, order, won = {p: set(hand) for p, hand in hands.items()}, self.order(), 0
        last = 0
        for _ in range(5):
            k = order.index(leader)
            laid: dict[int, int] = {}
            for p in order[k:] + order[:k]:
                suit = laid[leader] // 13 if laid else -1
                may = {card for card in left[p] if card // 13 == suit} or left[p]
                name = yield p, {card_name(card) for card in may}
                laid[p] = next(card for card in may if card_name(card) == name)
                left[p].remove(laid[p])
            suit = laid[leader] // 13
            leader = max((p for p in laid if laid[p] // 13 == suit), key=lambda p: laid[p] % 13)
            last = laid[leader]
            won += leader == caller
        if caller >= 0:
            self.score[caller] += 15 if won == 5 else -15
            self.found["chicago"] += 1
        else:
            self.score[leader] += 10 if self.rules["two_bonus"] and last % 13 == 0 else 5

    def best_hand(self, hands: dict[int, set[int]]) -> None:
        """R10."""
        best = max(map(self.key, hands.values()))
        winners = [p for p, hand in hands.items() if self.key(hand) == best]
        if best[0] >= PAIR and len(winners) == 1:
            self.score[winners[0]] += self.worth(best[0])

    def judge(self, before: list[int], hands: dict[int, set[int]]) -> list[int]:
        """Ruling 1: who cannot prove a declaration loses the points of the hand, and leaves."""
        fell = []
        for p in hands if self.rules["false_declarations"] else ():
            for number, claims in enumerate(self.claims):
                self.found["twice"] += p in claims and len(set(claims[p][1].values())) < len(claims[p][1])
                since = [
                    hand for showdowns, hand in self.shown.get(p, ()) if showdowns > number
                ]  # what was shown before proves nothing
                if p in claims and not any(found_in(hand, *claims[p]) for hand in [*since, hands[p]]):
                    fell.append(p)
                    break
        for p in fell:
            self.score[p] = before[p]
            self.found["forfeits"] += 1
        self.out.update(fell)
        return fell


def follow(seats: int, rules: dict[str, Any], seed: int, alike: bool = False) -> Counter[str]:
    """One random match beside the model; `alike`: only its first hand, dealt from few ranks."""
    rng = random.Random(seed)
    match = parlour.game("chicago", seats=seats, **rules).start(seed=seed, deal=few_ranks(rng, seats) if alike else None)
    options = match.game.room.Table.options
    model = Model(match, {name: option.write(int(match.row[name])) for name, option in options.items()})
    talk = model.talk()
    seat, menu = next(talk)
    while True:
        names = match.choices()
        assert (match.turn, set(names)) == (seat, menu), (rules, seed, match.position())
        assert match.score == model.score, (rules, seed, match.position())
        if alike and match.row.hand_number > 1:
            return model.found
        name = some_choice(rng, match, names)
        match.play(name)
        try:
            seat, menu = talk.send(name)
        except StopIteration:
            break
        assert not match.over, (rules, seed)
    assert match.over, (rules, seed)
    assert match.score == model.score
    assert match.winners == sorted(model.winners)
    return model.found


def few_ranks(rng: random.Random, seats: int) -> dict[str, str]:
    """A deal in which most hands are of seven ranks, so that pairs meet pairs and what was a lie often comes true."""
    ranks = rng.sample(range(13), 7)
    cards = [card_name(card) for card in rng.sample(range(52), 52)]
    cards.sort(key=lambda name: RANKS.index(name[:-1]) not in ranks)
    hands = {f"hand.{p}": " ".join(cards[5 * p : 5 * p + 5]) for p in range(seats)}
    return hands | {"stock": " ".join(reversed(cards[5 * seats :]))}


def some_choice(rng: random.Random, match: Match, names: list[str]) -> str:
    """At random, but mostly what brings comparisons and lies that are nearly true: low claims, ranks held or named before."""
    claims = [name for name in names if name == "declare" or name.startswith("claim")]
    if claims and rng.random() < 0.6:
        return claims[0] if rng.random() < 0.7 else rng.choice(claims[:2])
    if match.phase == "discard":
        return "done" if rng.random() < 0.25 else rng.choice(names)
    held = {f"{verb} {RANKS[card % 13]}" for card in cards_in(int(match.row.hand[match.turn])) for verb in ("name", "higher")}
    likely = [name for name in names if name in held or name == "equal"]
    named = {f"{verb} {RANKS[rank - 1]}" for rank in match.row.named[match.turn] if rank for verb in ("name", "higher")}
    again = [name for name in names if name in named]
    if again and rng.random() < 0.3:
        return rng.choice(again)
    return rng.choice(likely if likely and rng.random() < 0.6 else names)


def some_rules(rng: random.Random) -> dict[str, Any]:
    """House rules for short matches."""
    return {
        "target": rng.choice((20, 30, 52)),
        "false_declarations": rng.random() < 0.6,
        "freeze_at": rng.choice((0, 10, 46)),
        "kickers": rng.random() < 0.5,
        "royal_points": rng.choice((8, 52)),
        "two_bonus": rng.random() < 0.5,
        "chicago_call": rng.random() < 0.2,
        "quads_points": rng.choice((7, 8)),
        "second_showdown": rng.random() < 0.6,
    }


def matches(number: int, seed: int, lies: bool = False) -> Counter[str]:
    """Play random matches, each beside the model, and count what happened; `lies`: first hands with false declarations."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    for k in range(number):
        rules = some_rules(rng) | ({"false_declarations": True} if lies else {})
        found += follow(rng.randrange(2, 5), rules, 1000 * seed + k, alike=lies)
    return found


def test_random_matches() -> None:
    found = matches(12, 1)
    assert found["compared"] > 10
    assert found["shown"] > 3
    assert found["forfeits"] > 3


def test_false_declarations() -> None:
    """Check a combination that is named twice, and one that became true only after it was declared."""
    found = matches(80, 3, lies=True)
    assert found["twice"] > 10
    assert found["came true"] > 2


@pytest.mark.soak
def test_thousands_of_hands() -> None:
    found = matches(150, 2)
    assert found["tied"] > 5
    assert found["chicago"] > 50
