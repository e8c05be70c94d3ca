"""python bench/rankings.py [--json] [--runs N]: how fast hands are ranked, beside other evaluators, on one thread.

Our rankings are measured in bulk, as rules, bots and studies use them: a compiled loop over an array of random hands. The
others (`pip install phevaluator eval7 pokerkit`, the extra `bench`) rank one hand per call, from Python, of cards made before the
clock starts; ours is shown in this way too. PokerKit ranks by making objects that compare. Each is measured in turn with
ours in bulk, and before it is, both must put the same random hands into the same order. Rates are by processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import timing

from parlour.kit import cards_in, rule
from parlour.kit.rankings import ace_to_five, ace_to_six, badugi, brag, deuce_to_seven, poker_high

try:
    with warnings.catch_warnings():  # its grammar of ranges of hands, of which nothing is used here
        warnings.simplefilter("ignore")
        import eval7
    import phevaluator
    import pokerkit
except ImportError:  # an extra: see available()
    eval7 = phevaluator = pokerkit = None

HANDS = 1_000_000  # of a run in bulk: eight megabytes, so that memory is part of what is measured
CALLS = 10_000  # of a run hand by hand
LETTERS = "23456789TJQKA"


def available() -> bool:
    """Whether all the other evaluators are installed."""
    return pokerkit is not None


def random_hands(number: int, size: int, seed: int = 1) -> np.ndarray[Any, Any]:
    """Return random sets of a given number of cards of a pack of 52."""
    draw = random.Random(seed)
    return np.array([sum(1 << card for card in draw.sample(range(52), size)) for _ in range(number)])


# Ours in bulk. A loop for each: a ranking handed to a loop as an argument would not become part of it.


@rule
def high(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= poker_high(hands[k])
    return found


@rule
def to_five(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= ace_to_five(hands[k])
    return found


@rule
def to_seven(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= deuce_to_seven(hands[k])
    return found


@rule
def to_six(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= ace_to_six(hands[k])
    return found


@rule
def four_of_badugi(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= badugi(hands[k], True, True)
    return found


@rule
def three_of_brag(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found ^= brag(hands[k], 0, True)
    return found


def by_processor_time(work: Callable[[], int]) -> timing.Run:
    """A run that is not slowed down by what else the machine does (as long as it does not share the core's caches)."""

    def run() -> timing.Measured:
        start = time.process_time()
        hands = work()
        return hands, time.process_time() - start

    return run


@dataclass(frozen=True)
class Ranking:
    """One of ours: the loop over an array, one hand, how many cards it has."""

    loop: Callable[[Any], int]
    one: Callable[[int], int]
    size: int = 5

    def in_bulk(self) -> timing.Run:
        """A run over an array of random hands."""
        hands = np.tile(random_hands(HANDS // 10, self.size), 10)

        def work() -> int:
            self.loop(hands)
            return len(hands)

        return by_processor_time(work)


RANKINGS = {
    "poker high": Ranking(high, poker_high),
    "ace to five": Ranking(to_five, ace_to_five),
    "deuce to seven": Ranking(to_seven, deuce_to_seven),
    "ace to six": Ranking(to_six, ace_to_six),
    "badugi": Ranking(four_of_badugi, lambda cards: badugi(cards, True, True), 4),
    "Brag": Ranking(three_of_brag, lambda cards: brag(cards, 0, True), 3),
}


@dataclass(frozen=True)
class Peer:
    """Another evaluator of the same hands: how it takes a hand, how it ranks it, and whether the largest is the best."""

    name: str
    ranking: str
    take: Callable[[list[int]], Any]
    rank: Callable[[Any], Any]
    largest: bool


@cache
def peers() -> tuple[Peer, ...]:
    """All that are installed; ours hand by hand the first of them."""
    ours = Peer("ours, one hand per call", "poker high", lambda cards: sum(1 << c for c in cards), poker_high, True)
    if not available():
        return (ours,)

    def names(cards: list[int]) -> list[str]:
        return [LETTERS[card % 13] + "cdhs"[card // 13] for card in cards]

    def parsed(cards: list[int]) -> tuple[Any, ...]:
        return tuple(pokerkit.Card.parse("".join(names(cards))))

    evaluate_five = phevaluator.evaluate_5cards
    return (
        ours,
        Peer(
            "phevaluator",
            "poker high",
            lambda cards: [card % 13 * 4 + card // 13 for card in cards],
            lambda hand: evaluate_five(*hand),
            False,
        ),
        Peer("eval7", "poker high", lambda cards: [eval7.Card(name) for name in names(cards)], eval7.evaluate, True),
        Peer("PokerKit", "poker high", parsed, pokerkit.StandardHighHand, True),
        Peer("PokerKit", "ace to five", parsed, pokerkit.RegularLowHand, True),
        Peer("PokerKit", "deuce to seven", parsed, pokerkit.StandardLowHand, True),
        Peer("PokerKit", "badugi", parsed, pokerkit.BadugiHand.from_game, True),
    )


def by_hand(peer: Peer, hands: list[Any]) -> timing.Run:
    """A run of one evaluator over hands in its own form."""
    rank = peer.rank

    def work() -> int:
        for hand in hands:
            rank(hand)
        return len(hands)

    return by_processor_time(work)


def disagreements(peer: Peer, hands: np.ndarray[Any, Any]) -> Iterator[tuple[int, int]]:
    """Pairs of hands that stand in another order there: neighbours in our order are compared."""
    ours = RANKINGS[peer.ranking]
    order = sorted(((ours.one(int(hand)), int(hand)) for hand in hands), key=lambda pair: pair[0])
    ranked = [(strength, hand, peer.rank(peer.take(cards_in(hand)))) for strength, hand in order]
    for (low, weak, a), (high_, strong, b) in pairwise(ranked):
        same = a == b
        above = b > a if peer.largest else b < a
        if same != (low == high_) or (low < high_ and not above):
            yield weak, strong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    rows = [
        {"ranking": name, "who": "ours in bulk", **asdict(timing.rates(each.in_bulk(), given.runs))}
        for name, each in RANKINGS.items()
    ]
    for peer in peers():
        hands = random_hands(CALLS, RANKINGS[peer.ranking].size, 2)
        for weak, strong in disagreements(peer, hands):
            raise SystemExit(f"{peer.name} puts {cards_in(weak)} and {cards_in(strong)} into another order")
        pairs = timing.alternate(
            RANKINGS[peer.ranking].in_bulk(), by_hand(peer, [peer.take(cards_in(h)) for h in hands]), given.runs
        )
        rows.append({"ranking": peer.ranking, "who": peer.name, **asdict(pairs.b), "ours_in_bulk_by": pairs.ratio.median})
    if given.json:
        print(json.dumps(rows, indent=2))
        return
    if not available():
        print("phevaluator, eval7 and pokerkit are not all installed: ours alone")
    for row in rows:
        times = f"   ours in bulk {row['ours_in_bulk_by']:,.0f} times as fast" if "ours_in_bulk_by" in row else ""
        spread = f"({timing.short(row['low'])} .. {timing.short(row['high'])})"
        print(f"{row['ranking']:15} {row['who']:20} {timing.short(row['median']):>8} hands/s {spread:22}{times}")


if __name__ == "__main__":
    main()
