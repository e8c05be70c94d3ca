"""How fast melds are found: hands a second on one thread, in one process. Run as `python bench/melds.py [--json]`."""

from __future__ import annotations

import argparse
import json
import statistics
import time

import numpy as np

import parlour
from parlour.kit import Layout, random_below, rule
from parlour.kit.melds import best_melds, meld_rows, runs_of, sets_of
from parlour.kit.splits import MOST_MELDS, NOTHING_FIXED, can_meld, meldable, split_melds

RANKS_UP = "A 2 3 4 5 6 7 8 9 10 J Q K A"
MELDS = [(meld, len(meld)) for meld in sets_of("A 2 3 4 5 6 7 8 9 10 J Q K") + runs_of(RANKS_UP)]
PLAIN, WILD = meld_rows(MELDS), meld_rows(MELDS, 1)


class Table(Layout, seats=1):
    """Only for its random state."""


@rule
def random_hands(t, hands, cards):  # type: ignore[no-untyped-def]
    """Each row becomes a random hand out of two packs: the kinds held, and those held twice."""
    for k in range(len(hands)):
        hands[k, :] = 0
        n = 0
        while n < cards:
            card = random_below(t, 104)
            plane, bit = card // 52, 1 << (card % 52)
            if not hands[k, 2 + plane] & bit:
                hands[k, 2 + plane] |= bit
                n += 1
        hands[k, 0], hands[k, 1] = hands[k, 2] | hands[k, 3], hands[k, 2] & hands[k, 3]


@rule
def meld_hands(t, hands, rows, cards):  # type: ignore[no-untyped-def]
    """Make each row random melds of a given number of cards together, at most two more."""
    for k in range(len(hands)):
        hands[k, :] = 0
        n = 0
        while n < cards:
            row = random_below(t, len(rows))
            one, two, meld = hands[k, 0], hands[k, 1], rows[row, 0]
            if not two & meld and n + rows[row, 2] <= cards + 2:
                hands[k, 0], hands[k, 1] = one | meld, two | (one & meld)
                n += rows[row, 2]


@rule
def run_can_meld(hands):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found += can_meld(hands[k, 0], hands[k, 1])
    return found


@rule
def run_split(hands, melds):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found += split_melds(hands[k, 0], hands[k, 1], melds) >= 0
    return found


@rule
def run_meldable(tables, hands, fixed):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        one, two = hands[k, 0] & ~tables[k, 1], hands[k, 1] & ~tables[k, 0]  # no third copy of a card
        found += meldable(tables[k, 0], tables[k, 1], one, two, fixed) > 0
    return found


@rule
def run_best(hands, wilds, rows, chosen):  # type: ignore[no-untyped-def]
    found = 0
    for k in range(len(hands)):
        found += best_melds(hands[k, 0], hands[k, 1], wilds, rows, False, chosen)
    return found


def measure(function, *arguments, runs=7):  # type: ignore[no-untyped-def]
    """Return median hands per second of several runs by process time, and what the function found per hand."""
    function(*arguments)
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        found = function(*arguments)
        seconds.append(time.process_time() - start)
    return len(arguments[0]) / statistics.median(seconds), found / len(arguments[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("-n", type=int, default=200_000, help="hands of each measurement")
    given = parser.parse_args()
    t = Table.blank()[0]
    parlour.kit.seed_random(t, 1, 1, 1)
    hands, melds = np.zeros((given.n, 4), np.int64), np.zeros((given.n, 4), np.int64)
    few, tables = np.zeros((given.n // 20, 4), np.int64), np.zeros((given.n // 20, 4), np.int64)
    random_hands(t, hands, 13)
    meld_hands(t, melds, PLAIN, 13)
    random_hands(t, few, 13)
    meld_hands(t, tables, PLAIN, 39)
    out = np.zeros(MOST_MELDS, np.int64)
    results = {
        "random 13 cards: do they split": measure(run_can_meld, hands),
        "random melds, 13 to 15 cards: do they split": measure(run_can_meld, melds),
        "random melds, 13 to 15 cards: an arrangement": measure(run_split, melds, out),
        "random melds, 39 to 41 cards: do they split": measure(run_can_meld, tables),
        "39 to 41 cards on the table, 13 in hand: what can be put down": measure(run_meldable, tables, few, NOTHING_FIXED),
        "random 13 cards: most cards in melds": measure(run_best, hands, 0, PLAIN, out),
        "random 13 cards and a wild card: most cards in melds": measure(run_best, hands, 1, WILD, out),
    }
    if given.json:
        print(
            json.dumps({name: {"per_second": round(rate), "found": round(found, 4)} for name, (rate, found) in results.items()})
        )
        return
    for name, (rate, found) in results.items():
        print(f"{name:65}{rate:14,.0f}/s   {found:.3f} a hand")


if __name__ == "__main__":
    main()
