"""Menus and the table: where cards are chosen from, and which of a player's own places are pressed."""

from __future__ import annotations

import parlour
from parlour.table import words
from parlour.table.moves import chosen_from


def test_cards_are_chosen_from_ones_own_hand_and_not_from_equal_cards_elsewhere() -> None:
    """Totit has every card twice: in a play only those of the hand are choices, in a capture those of the table."""
    room = parlour.Game("totit").room
    play, take, gather = (room.phases.index(name) for name in ("play", "take", "gather"))
    assert chosen_from(room, 3, 1, play) == ["hand.1"]
    assert chosen_from(room, 3, 1, take) == ["table"]
    assert chosen_from(room, 3, 1, gather) == []


def test_a_place_of_ones_own_is_that_of_the_seat_that_chooses() -> None:
    game = parlour.Game("spite_and_malice")
    code = game.room.calls.code("pile 3")
    for seat in range(2):
        (entry,) = words.entries(game, [range(code, code + 1)], seat)
        assert entry.press == f"discards.{seat}.2"
    place = game.room.phases.index("place")
    assert chosen_from(game.room, 2, 0, place) == []


def test_a_claim_is_made_by_pressing_the_others_card() -> None:
    game = parlour.Game("pirate")
    code = game.room.calls.code("claim")
    for seat in range(2):
        (entry,) = words.entries(game, [range(code, code + 1)], seat)
        assert entry.press == f"waste.{1 - seat}"
