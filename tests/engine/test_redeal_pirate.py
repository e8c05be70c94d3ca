"""Redeals of Pirate: two packs that never mix, and wastes that come back in the order in which they were seen."""

from __future__ import annotations

import random

import numpy as np

import parlour
from parlour.engine.redeal import redealt
from parlour.kit.cards import PACK_52, card_name, cards_in

from .harness import check_redeals, fitting


def position(cards: dict[str, str], **figures: object) -> dict[str, object]:
    """Return a position in which all cards not named are captured."""
    named = " ".join(cards.values()).split()
    pack = [card_name(card) for card in cards_in(PACK_52)]
    rest = " ".join(card for card in pack for _ in range(2 - named.count(card)))
    defaults = {"phase": "tick", "turn": 0, "asked": 3, "low": 0, "builder": [0, 0, 0, 0], "hand_number": 1}
    return {**defaults, **cards, "captured.0": rest, **figures}


def pile(tables: np.ndarray, zone: str, seat: int) -> list[int]:
    row = tables[0][zone][seat].tolist()
    return row[1 : row[0] + 1]


def tick(match: parlour.Match, one: str, other: str) -> None:
    match.play(one, seat=0)
    match.play(other, seat=1)


def test_a_stock_holds_a_whole_pack() -> None:
    """Every redeal of the beginning: each card once in each stock, in any order."""
    match = parlour.game("pirate").start(seed=3)
    for seat in (0, 1):
        view = match.view(seat, memory=True)
        deals = [redealt(view.tables, view.memory, seed) for seed in range(20)]
        for tables in deals:
            assert sorted(pile(tables, "stock", 0)) == sorted(pile(tables, "stock", 1)) == cards_in(PACK_52)
        assert len({tuple(pile(tables, "stock", 1)) for tables in deals}) == 20


def test_equal_cards_unseen_lie_one_with_each_player() -> None:
    """The 5♣ and 6♣ are in both stocks; of the four other cards any two are in either."""
    cards = {"stock.0": "5♣ 6♣ 9♦ 2♥", "stock.1": "10♥ 5♣ 3♠ 6♣"}
    match = parlour.game("pirate").match_from(position(cards))
    assert check_redeals(match.view(0, memory=True), 6) == 6
    tick(match, "turn", "wait")  # the 2♥
    assert check_redeals(match.view(1, memory=True), 3) == 3
    tick(match, "turn", "wait")  # the 9♦: the other two are in the other stock
    assert len(fitting(match.view(1, memory=True))) == 1
    tick(match, "wait", "turn")  # the 6♣, which says nothing about the other one
    assert len(fitting(match.view(0, memory=True))) == 1


def test_a_waste_that_was_turned_over_is_known_card_by_card() -> None:
    """The length of each turn is random, and no card is forgotten for it."""
    match = parlour.game("pirate").start(seed=8)
    for n in range(52):
        tick(match, "turn", "turn" if n < 20 else "wait")
    tick(match, "flip", "wait")
    for seat in (0, 1):
        view = match.view(seat, memory=True)
        deals = [redealt(view.tables, view.memory, seed) for seed in range(12)]
        for tables in deals:
            assert pile(tables, "stock", 0) == pile(match.tables, "stock", 0)
            assert pile(tables, "passed", 1) == pile(match.tables, "passed", 1)
            assert sorted(pile(tables, "stock", 1)) == sorted(pile(match.tables, "stock", 1))
        assert len({tuple(pile(tables, "stock", 1)) for tables in deals}) == 12


def test_memory_holds_through_random_play() -> None:
    """In any play, a player who has seen a whole pass knows every card of that pack, and the truth is never ruled out."""
    match = parlour.game("pirate").start(seed=5)
    chooser = random.Random(5)
    flipped = [False, False]
    for _ in range(400):
        if match.over:
            break
        for seat in list(match.asked):
            choices = [choice for choice in match.choices(seat) if choice != "wait"] or ["wait"]
            choice = chooser.choice(choices)
            flipped[seat] |= choice == "flip"
            match.play(choice, seat=seat)
    assert all(flipped)
    view = match.view(0, memory=True)
    again = redealt(view.tables, view.memory, 1)
    for seat in (0, 1):
        assert pile(again, "stock", seat) == pile(match.tables, "stock", seat)
        assert pile(again, "passed", seat) == pile(match.tables, "passed", seat)


def test_an_answer_is_sealed_until_both_are_in() -> None:
    """Nothing of the first answer is in the other's view."""
    match = parlour.game("pirate").start(seed=2)
    before = match.view(1).tables.tobytes()
    match.play("turn", seat=0, elapsed=312)
    assert match.view(1).tables.tobytes() == before
    match.play("wait", seat=1)
    assert int(match.row.waste[0][0]) == 1
    assert match.row.took.tolist() == [312, 0]
