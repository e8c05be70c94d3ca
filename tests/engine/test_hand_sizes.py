"""The sizes of the hands of whole matches of Oh Hell!, against the same sequences written down a second time."""

from __future__ import annotations

import random

import pytest

import parlour


def sizes(sequence: str, largest: int) -> list[int]:
    """R7 as a list: the hands before any tie-break."""
    down = list(range(largest, 0, -1))
    up = down[::-1]
    return {"down_up": down + up[1:], "down": down, "up_down": up + down[1:]}[sequence]


@pytest.mark.parametrize("largest", [1, 2, 4])
@pytest.mark.parametrize("sequence", ["down_up", "down", "up_down"])
@pytest.mark.parametrize("seats", [3, 5])
def test_hands_come_in_the_sizes_of_their_sequence(sequence: str, largest: int, seats: int) -> None:
    game = parlour.Game("oh_hell", seats, {"sequence": sequence, "start_cards": largest, "tie_break": "share"})
    match, chooser, found = game.start(seed=largest), random.Random(seats), []
    while not match.over:
        if len(found) < match.row.hand_number:
            assert {int(cards).bit_count() for cards in match.row.hand[:seats]} == {int(match.row.hand_size)}
            found.append(int(match.row.hand_size))
        match.play(chooser.choice(match.codes()))
    assert found == sizes(sequence, largest)


@pytest.mark.parametrize("sequence", ["down_up", "down", "up_down"])
def test_hands_that_break_a_tie_have_one_card(sequence: str) -> None:
    """Where the best are level after the last hand, hands of one card follow, five at most."""
    game = parlour.Game("oh_hell", 3, {"sequence": sequence, "start_cards": 1, "dealer_rule": "none"})
    usual, lengths = sizes(sequence, 1), set()
    for seed in range(12):
        match, chooser, found = game.start(seed=seed), random.Random(seed), []
        while not match.over:
            if len(found) < match.row.hand_number:
                found.append(int(match.row.hand_size))
            match.play(chooser.choice(match.codes()))
        assert found[: len(usual)] == usual
        assert set(found[len(usual) :]) <= {1}
        lengths.add(len(found))
    assert max(lengths) <= len(usual) + 5
    assert len(lengths) > 1, "some of these matches are level after their last hand, and some are not"
