"""Machiavelli's player by itself: when it holds its hand back, what it says of that, and that it pays."""

from __future__ import annotations

import pytest

import parlour
from parlour import bots
from parlour.bots import arena
from parlour.engine.view import View
from parlour.games.machiavelli.bot import holds_back


def looking(hand: str) -> View:
    """Return the view of a player with a hand, with two others at the table and a full stock."""
    table = {"phase": "play", "turn": 0, "player": 0, "hand_number": 1, "dealer": 2, "melds.0": "6♣ 7♣ 8♣"}
    table |= {"hand.0": hand, "hand.1": "??×12", "hand.2": "??×12", "stock": f"??×{77 - len(hand.split())}"}
    return parlour.game("machiavelli", 3).match_from(table).view(0, memory=True)


def named(view: View, codes: list[int]) -> list[str]:
    return sorted(view.game.room.choice_name(code) for code in codes)


def holding(hands: list[int], stock: int, most: int, idle: int = 0, **house: object) -> bool:
    """Whether the first of some players holds back. hands: how many cards each has; most: how many of its own could go down."""
    table = parlour.game("machiavelli", len(hands), **house).start(seed=1).tables[0]
    table.turn = table.player = 0
    table.idle, table.stock[0] = idle, stock
    for seat, cards in enumerate(hands):
        table.hand[seat] = (1 << cards) - 1, 0
    return bool(holds_back(table, most))


def test_nothing_goes_down_before_all_can() -> None:
    strong = bots.make("strong", seed=1)
    for hand, choice in (("9♠ 9♦ 9♥ 2♣ K♦", ["draw"]), ("9♠ 9♦ 9♥ 9♣", ["9♠", "9♣", "9♥", "9♦"])):
        assert named(looking(hand), strong.choose(looking(hand))) == sorted(choice)
    assert holding([20, 3, 3], stock=1, most=19)


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_a_match_that_can_be_won_now_is_won(level: str) -> None:
    for hand in ("9♠ 9♦ 9♥ 9♣", "5♣ 9♣", "2♥ 3♥ 4♥ 9♣ 10♣ K♠ K♦ K♥"):
        view = looking(hand)
        assert named(view, bots.make(level, seed=1).choose(view)) == sorted(hand.split()), hand


def test_where_the_empty_stock_ends_the_game_the_last_turn_is_used() -> None:
    """The first turn of three after which there is another is that with three cards in the stock."""
    assert holding([20, 20, 20], stock=3, most=10, stock_out="end")
    assert not holding([20, 20, 20], stock=2, most=10, stock_out="end")
    assert not holding([20, 20, 20], stock=2, most=20, stock_out="end")


@pytest.mark.parametrize(
    ("hands", "idle", "waits"),
    [
        ([12, 13, 14], 0, True),  # if all pass, it wins
        ([12, 13, 14], 2, True),
        ([12, 12, 14], 2, True),
        ([12, 8, 14], 0, False),  # another may soon be out
        ([13, 12, 14], 0, True),  # the third has to go on before that
        ([13, 12, 14], 1, False),
        ([13, 14, 12], 1, True),
        ([13, 14, 12], 2, False),
    ],
)
def test_with_an_empty_stock_it_waits_as_long_as_that_costs_nothing(hands: list[int], idle: int, waits: bool) -> None:
    assert holding(hands, 0, 5, idle) == waits
    assert not holding(hands, 0, 5, idle, rearrange=False)


def test_it_says_how_many_are_held_back() -> None:
    view = looking("9♠ 9♦ 9♥ 2♣ K♦")
    codes, options = bots.make("strong", seed=1).consider(view)
    assert named(view, codes) == ["draw"]
    assert [option.words for option in options[:2]] == ["6 held back to go down together", "3 down, 2 kept"]


@pytest.mark.parametrize(
    ("seats", "house"),
    [
        (2, {}),
        (3, {"stock_out": "end"}),
        *(
            pytest.param(seats, house, marks=pytest.mark.soak)
            for seats, house in ((3, {}), (4, {}), (3, {"rearrange": False}), (3, {"attempts": "free"}))
        ),
    ],
)
def test_it_wins_more_than_who_lays_what_can_be_laid(seats: int, house: dict[str, object]) -> None:
    found = arena.compare(
        "machiavelli", ["strategy", "strategy:-hold"], 40 if seats < 4 else 100, seats=seats, house=house, seed=1
    )
    assert found.players[0].mean > found.players[0].margin
