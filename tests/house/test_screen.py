"""The table in lines: figures with several parts are written as people read them."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.engine.rooms import room_names
from parlour.house.screen import Screen

ROW = re.compile(r"\d \d|· ·|\? \?")
"""An array as it lies in the table."""


def screen(game: parlour.Game) -> Screen:
    return Screen(game, [f"Player {chr(65 + p)}" for p in range(game.seats)], 0)


def test_pots_are_those_with_chips() -> None:
    game = parlour.game("badugi")
    row = game.blank()[0]
    assert not [text for text in screen(game).figures(row, "centre", None) if "Pots" in text]
    row["pots"][:2] = 5, 3
    row["paid"][:2] = 4, 4
    assert "Pots: 5, 3" in screen(game).figures(row, "centre", None)
    assert "Paid in this hand: Player A 4, Player B 4, Player C 0, Player D 0, Player E 0, Player F 0" in screen(game).figures(
        row, "sheet", None
    )


def test_a_rule_is_read_in_the_words_of_the_room() -> None:
    game = parlour.game("delphi")
    row = game.blank()[0]
    assert screen(game).figures(row, "seat", 1) == ["Tokens: 0"], "a rule that is not written yet is not shown"
    row["rule"][1] = 5
    words = [text for text in screen(game).figures(row, "seat", 1) if text.startswith("Your rule: ")]
    assert words == [f"Your rule: {game.room.writing.rule_words(5)}"]
    assert words != ["Your rule: 5"]


@pytest.mark.parametrize("name", room_names())
def test_no_figure_is_written_as_an_array(name: str) -> None:
    game = parlour.game(name)
    row, drawn = game.blank()[0], screen(game)
    found = [text for area in ("centre", "sheet") for text in drawn.figures(row, area, None)]
    found += [text for seat in range(game.seats) for text in drawn.figures(row, "seat", seat)]
    assert [text for text in found if ROW.search(text)] == []
