"""The melds of Khanhoo as lists: what they are worth, and all the ways in which a discard may be claimed for one."""

import itertools
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from parlour.kit import (
    ACE,
    BIG_JOKER,
    DIAMONDS,
    HEARTS,
    RANKS,
    SPADES,
    SUITS,
    TEN,
    TWO,
    card_set,
    count,
    holds,
    pack_of,
    read_card,
    rule,
)
from parlour.kit.melds import meld_rows, rows_by_card, runs_of
from parlour.kit.splits import in_melds, suit_row

ALL_CARDS = pack_of("A 2 3 4 5 6 7 8 9", (DIAMONDS, HEARTS, SPADES)) | card_set("J♣ Q♣ K♣")
JOKER = 1 << BIG_JOKER
SUITS_OF = (DIAMONDS, HEARTS, SPADES)
SINGLES = ("sequence", "aces", "triplet", "royal", "court", "khanhoo")
TYPES = (*SINGLES, "double aces", "double triplet", "double royal", "double khanhoo")
WORTH = np.array((1, 1, 2, 3, 4, 5, 10, 10, 10, 15), np.int64)
SEQUENCE, ACES, TRIPLET, ROYAL, COURT, KHANHOO, DOUBLE_ACES, DOUBLE_TRIPLET, DOUBLE_ROYAL, DOUBLE_KHANHOO = range(10)


def ids(text: str) -> tuple[int, ...]:
    """The cards in a text, with repeats."""
    return tuple(read_card(word) for word in text.split())


def of_rank(rank: int, copies: int = 1) -> tuple[int, ...]:
    """Return this many cards of a rank in each of the three suits."""
    return tuple(13 * s + rank for s in SUITS_OF for _ in range(copies))


ACES_OF_THREE: list[tuple[int, ...]] = [
    aces for aces in itertools.combinations_with_replacement(of_rank(ACE), 3) if len(set(aces)) > 1
]
NUMBERS = range(TWO, TEN)
MELDS: dict[int, list[tuple[int, ...]]] = {
    SEQUENCE: runs_of("A 2 3 4 5 6 7 8 9", SUITS_OF),
    ACES: ACES_OF_THREE,
    TRIPLET: [of_rank(r) for r in (*NUMBERS, ACE)],
    ROYAL: [ids("J♣ Q♣ K♣")],
    COURT: [ids("J♣ 7♦ 7♦"), ids("Q♣ 8♠ 8♠"), ids("K♣ 9♥ 9♥")],
    KHANHOO: [ids("A♥ 2♠ 3♦")],
    DOUBLE_ACES: [of_rank(ACE, 2)],
    DOUBLE_TRIPLET: [of_rank(r, 2) for r in NUMBERS],
    DOUBLE_ROYAL: [ids("J♣ J♣ Q♣ Q♣ K♣ K♣")],
    DOUBLE_KHANHOO: [ids("A♥ A♥ 2♠ 2♠ 3♦ 3♦")],
}
LIST = [(kind, meld) for kind, melds in MELDS.items() for meld in melds]
KIND_OF = np.array([kind for kind, _ in LIST], np.int64)


def rows_of(aces: bool) -> npt.NDArray[np.int64]:
    """The melds with their worth, triplets of aces among them or worth nothing."""
    worth = [0 if kind == TRIPLET and ACE == meld[0] % 13 and not aces else int(WORTH[kind]) for kind, meld in LIST]
    rows = meld_rows([(meld, n) for (_, meld), n in zip(LIST, worth, strict=True)], 1)
    return rows[rows[:, 2] > 0]


ROWS, ROWS_ACE_TRIPLETS = rows_of(False), rows_of(True)
FIRST, FIRST_ACE_TRIPLETS = rows_by_card(ROWS), rows_by_card(ROWS_ACE_TRIPLETS)


def with_card(needs: Iterable[int]) -> npt.NDArray[np.int64]:
    """[card] -> how many sets of cards hold it, then their numbers."""
    sets = list(needs)
    found = [[k for k, cards in enumerate(sets) if (cards >> card) & 1] for card in range(54)]
    table = np.zeros((54, 1 + max(map(len, found))), np.int64)
    for card, numbers in enumerate(found):
        table[card, : len(numbers) + 1] = [len(numbers), *numbers]
    return table


def rows_with_card(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """`with_card` of the melds' rows, the joker as a card."""
    return with_card(int(row[0]) | (JOKER if row[3] else 0) for row in rows)


ROWS_WITH, ROWS_WITH_ACE_TRIPLETS = rows_with_card(ROWS), rows_with_card(ROWS_ACE_TRIPLETS)
ODD_MELDS = np.array(
    [
        (sum(1 << c for c in set(meld)), sum(1 << c for c in set(meld) if meld.count(c) == 2))
        for meld in (*MELDS[COURT], *MELDS[KHANHOO])
    ],
    np.int64,
)
"""The melds that are neither of one rank nor of neighbours: the kinds, and those needed twice."""


def ways(kind: int) -> list[tuple[int, ...]]:
    """The cards of the melds of a kind: whole, then with the joker for each of its cards. Of aces all whole ones come first."""
    if kind == ACES:
        pairs = itertools.combinations_with_replacement(of_rank(ACE), 2)
        return [*ACES_OF_THREE, *((*pair, BIG_JOKER) for pair in pairs)]
    return [
        cards
        for meld in MELDS[kind]
        for cards in (meld, *((*sorted_without(meld, gone), BIG_JOKER) for gone in dict.fromkeys(meld)))
    ]


def sorted_without(cards: tuple[int, ...], gone: int) -> list[int]:
    """Cards without one of them."""
    others = list(cards)
    others.remove(gone)
    return others


WAYS = [(kind, cards) for kind in range(ACES, len(TYPES)) for cards in ways(kind)]  # in the order of the bumps below
NEEDS = np.array(
    [(sum(1 << c for c in set(way)), sum(1 << c for c in set(way) if way.count(c) == 2), kind) for kind, way in WAYS], np.int64
)
"""The cards a bump needs, the joker among them, those it needs twice, and the kind of its meld."""
NEEDS_WITH = with_card(int(row[0]) for row in NEEDS)
IN_THREES, IN_SIXES = "{♦♥♠,♥♠★,♦♠★,♦♥★}", "{♦♦♥♥♠♠,♦♥♥♠♠★,♦♦♥♠♠★,♦♦♥♥♠★}"
BUMPS = (
    "bump aces {♦♦♥,♦♦♠,♦♥♥,♦♥♠,♦♠♠,♥♥♠,♥♠♠,♦♦★,♦♥★,♦♠★,♥♥★,♥♠★,♠♠★}",
    "bump triplet {2,3,4,5,6,7,8,9,A} " + IN_THREES,
    "bump royal {JQK,QK★,JK★,JQ★}",
    "bump court {J77,77★,J7★,Q88,88★,Q8★,K99,99★,K9★}",
    "bump khanhoo {A23,23★,A3★,A2★}",
    "bump double aces " + IN_SIXES,
    "bump double triplet {2,3,4,5,6,7,8,9} " + IN_SIXES,
    "bump double royal {JJQQKK,JQQKK★,JJQKK★,JJQQK★}",
    "bump double khanhoo {AA2233,A2233★,AA233★,AA223★}",
)


@rule
def perhaps_in_melds(one, two):
    """Cards of a hand without those that no meld can hold: each card by itself, so that the joker may be in all at once."""
    wild = holds(one, BIG_JOKER)
    one &= ~JOKER
    found, aces = in_melds(one), RANKS[ACE]
    if count(one & aces) + count(two & aces) + wild >= 3:
        found |= aces
    for k in range(len(ODD_MELDS)):
        if count(ODD_MELDS[k, 0] & ~one) + count(ODD_MELDS[k, 1] & ~two) <= wild:
            found |= ODD_MELDS[k, 0]
    if wild:
        d, h, s = one & SUITS[DIAMONDS], (one >> 13) & SUITS[DIAMONDS], (one >> 26) & SUITS[DIAMONDS]
        ranks = (d & h) | (h & s) | (d & s)
        found |= ranks | (ranks << 13) | (ranks << 26)
        for suit in range(4):
            row = suit_row(one, suit) & 0x1FFF
            next_to, over = row & (row >> 1), row & (row >> 2)
            row = next_to | (next_to << 1) | over | (over << 2)
            found |= ((row >> 1) | ((row & 1) << 12)) << (13 * suit)
    return found
