"""The suite of positions: every one can be, says why, and names choices there are. A few are asked, the rest by the bench."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import parlour
from parlour import bots

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from positions import Position, games, positions

ALL = [(f"{game}-{number}", position) for game in games() for number, position in enumerate(positions(game), 1)]


def test_every_game_has_ten() -> None:
    """At least; and no two of a game say the same."""
    assert set(games()) == set(parlour.game_names())
    for game in games():
        reasons = [position.reason for position in positions(game)]
        assert len(reasons) >= 10
        assert len(set(reasons)) == len(reasons), game


@pytest.mark.parametrize("position", [p for _, p in ALL], ids=[name for name, _ in ALL])
def test_a_position_can_be(position: Position) -> None:
    """It is read, leaves no card open that its seat sees, has a reason, and its choices are there, not all of them right."""
    view = position.view()
    assert view.tables.tobytes() == position.view().tables.tobytes()
    choices = view.choices()
    assert len(position.reason) > 20
    assert bool(position.right) != bool(position.wrong)
    assert {*position.right, *position.wrong} <= set(choices)
    assert any(not position.approves(choice) for choice in choices)


CHEAP = list(positions("schnapsen"))


def test_those_of_schnapsen_are_found() -> None:
    """By a search that thinks for some hundredths of a second."""
    bot = bots.make("search", iterations=2000, seed=1)
    missed = [f"{choice}, though {p.reason}" for p in CHEAP if not p.approves(choice := p.chosen(bot))]
    assert missed == []
