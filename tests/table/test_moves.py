"""Calls that are made by hand: which calls a move or a press would be, and what a seat may take hold of."""

from __future__ import annotations

import parlour
from parlour.table.moves import calls_of, handles
from parlour.table.wire import Move
from parlour.table.words import entries


def named(name: str, seat: int, **hand: object) -> list[str]:
    game = parlour.game(name)
    return [game.room.choice_name(code) for code in calls_of(game, seat, Move(**hand))]  # type: ignore[arg-type]


def test_a_move_nobody_offered_has_its_name() -> None:
    assert named("klondike", 0, from_="up.2", cards=4, to="up.6") == ["c3:4>c7"]
    assert named("klondike", 0, from_="up.0", to="foundations.3") == ["c1>f"]
    assert named("klondike", 0, from_="up.0", cards=2, to="foundations.3") == []
    assert named("klondike", 0, from_="up.0") == [], "half a move is none"


def test_a_press_is_known_by_its_calls_whether_offered_or_not() -> None:
    assert named("spite_and_malice", 1, press="discards.1.2") == ["pile 3", "discard 3"]
    assert named("spite_and_malice", 1, press="discards.0.2") == []
    assert named("pirate", 0, press="waste.1") == ["claim"]


def test_what_a_seat_may_take_hold_of() -> None:
    own = handles(parlour.game("spite_and_malice"), 1)
    assert own.from_ == own.to == []
    assert "discards.1.2" in own.presses
    assert "discards.0.2" not in own.presses
    patience = handles(parlour.game("klondike"), 0)
    assert "up" in patience.from_
    assert "foundations" in patience.to


def test_a_call_says_its_pattern_its_values_and_what_its_kind_is_called() -> None:
    game = parlour.game("oh_hell", 4)
    match = game.start(seed=3)
    for entry in entries(game, [range(code, code + 1) for code in match.game.menu(match.tables)], match.turn):
        assert entry.pattern == "bid {0..11}"
        assert entry.values == [entry.name.removeprefix("bid ")]
        assert entry.group and not any(sign.isdigit() for sign in entry.group)  # noqa: PT018
