"""Khanhoo's quick tests of a hand against the list of melds: cards in no meld, going out, bumps and kinds by a card."""

from __future__ import annotations

import random

from parlour.engine.game import Game
from parlour.games.khanhoo import melds
from parlour.games.khanhoo.melds import ALL_CARDS, JOKER, MELDS, NEEDS, NEEDS_WITH, ROWS, ROWS_ACE_TRIPLETS, perhaps_in_melds
from parlour.games.khanhoo.rules import DISCARD, going_out, may_go_out
from parlour.kit import BIG_JOKER, cards_in

PACK = [*cards_in(ALL_CARDS), *cards_in(ALL_CARDS), BIG_JOKER]


def planes(cards: list[int]) -> tuple[int, int]:
    return sum(1 << c for c in set(cards)), sum(1 << c for c in set(cards) if cards.count(c) == 2)


def melded_hand(rng: random.Random) -> list[int]:
    """Melds thrown together, sixteen cards at most, then some card exchanged."""
    hand: list[int] = []
    every = [meld for kind in MELDS.values() for meld in kind]
    for _ in range(30):
        meld = rng.choice(every)
        if len(hand) + len(meld) <= 15 and all((*hand, *meld).count(c) <= 2 for c in meld):
            hand += meld
    free = list(PACK)
    for card in hand:
        free.remove(card)
    rng.shuffle(free)
    hand += free[: 16 - len(hand)]
    if rng.random() < 0.5:
        hand[rng.randrange(15)] = free[-1] if rng.random() < 0.7 or BIG_JOKER in hand else BIG_JOKER
    return hand if all(hand.count(c) <= 2 for c in hand) else melded_hand(rng)


def test_no_card_of_a_meld_is_called_lonely() -> None:
    rng = random.Random(1)
    lonely = 0
    for _ in range(150):
        one, two = planes(rng.sample(PACK, rng.choice((8, 15, 16))))
        wild = (one >> BIG_JOKER) & 1
        in_some = 0
        for row in ROWS_ACE_TRIPLETS:
            a, b = int(row[0]), int(row[1])
            if a & ~one == 0 and b & ~two == 0 and row[3] <= wild:
                in_some |= a
        perhaps = int(perhaps_in_melds(one, two))
        assert in_some & ~perhaps == 0
        lonely += (one & ~JOKER & ~perhaps).bit_count()
    assert lonely > 100


def test_going_out_is_every_card_whose_rest_splits() -> None:
    rng = random.Random(2)
    found = 0
    for seats, house in ((3, {}), (2, {"ace_triplets": True})):
        tables = Game("khanhoo", seats, house).blank()
        t = tables[0]
        t.turn, t.phase = 1, DISCARD
        for _ in range(150):
            one, two = planes(melded_hand(rng))
            t.hand[1, 0], t.hand[1, 1] = one, two
            each = sum(1 << card for card in cards_in(one) if may_go_out(t, card))
            assert int(going_out(t, one)) == each
            found += each != 0
    assert 30 < found < 290


def test_lists_by_card_are_whole() -> None:
    for card in cards_in(ALL_CARDS | JOKER):
        rows = [k for k in range(len(NEEDS)) if (int(NEEDS[k, 0]) >> card) & 1]
        assert NEEDS_WITH[card, 1 : NEEDS_WITH[card, 0] + 1].tolist() == rows
        held = [k for k, row in enumerate(ROWS) if ((int(row[0]) | (JOKER if row[3] else 0)) >> card) & 1]
        with_it = melds.ROWS_WITH[card]
        assert with_it[1 : with_it[0] + 1].tolist() == held
