"""A view holds what its own seat may know and leads to nothing else: every byte that can be reached from it is compared in worlds
that differ in cards hidden from the seat."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.isolated import wire
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.rooms import Room
from parlour.engine.view import View
from reach import contents, lasting, reached
from twins import Twins, twins

PAUSES = (0, 8, 25)
NIGHTLY = (0, 3, 8, 15, 25, 40)


def written(view: View) -> list[tuple[str, Any]]:
    """By way what can be read in everything reached from a view, up to the room, which all matches share."""
    return [(way, contents(found)) for way, found in reached(view, stop=(Room,))]


def read_back(message: bytes, view: View) -> list[Any]:
    """Return a message as the process of an isolated bot reads it."""
    found = wire.Reader(view.game).read(message).view
    assert found is not None
    return bare(found)


def bare(view: View) -> list[Any]:
    """All parts of a view, compared byte by byte."""
    own = view.memory
    assert own is not None
    moves = [(move, move.table is not None and (move.table.dtype, type(move.table), move.table.tobytes())) for move in own.moves]
    cards = [part.tolist() for part in (own.kind, own.may, own.slot)]
    return [view.seat, type(view.tables), view.tables.dtype, view.tables.tobytes(), own.token, own.seat, cards, moves]


def shared(view: View, match: Match) -> list[str]:
    """The ways from a view to what belongs to the match and may still change. The game and its room belong to no match."""
    of_the_game = {id(found) for _, found in reached(match.game, stop=(Room,))}
    of_the_match = {id(found) for _, found in reached(match, stop=(Game, Room)) if lasting(found)} - of_the_game
    return [way for way, found in reached(view, stop=(Room,)) if id(found) in of_the_match]


def check(pair: Twins) -> int:
    """Compare a seat's views in two worlds; returns how many bytes."""
    views = pair.views()
    messages = [wire.question(wire.CHOOSE, 1, view, wire.KnownMoves()) for view in views]
    assert messages[0] == messages[1], f"the process of a bot is told hidden cards after {pair.choices} choices"
    assert read_back(messages[0], views[0]) == bare(views[0])
    first, second = map(written, views)
    assert [way for way, _ in first] == [way for way, _ in second]
    for (way, one), (_, other) in zip(first, second, strict=True):
        assert one == other, f"view{way} tells hidden cards after {pair.choices} choices"
    return sum(len(one) for _, one in first if one)


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_byte_reached_from_a_view_is_the_same_in_worlds_that_look_alike(name: str) -> None:
    found = list[int]()
    for pair in twins(parlour.game(name), PAUSES, seed=1):
        found.append(check(pair))
        assert not shared(pair.views()[0], pair.worlds[0])
    assert found
    print(f"{name}: {len(found)} twin positions, {sum(found)} bytes reached and compared")


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_every_byte_in_many_worlds(name: str) -> None:
    """The same from many matches."""
    found = [check(pair) for seed in range(1, 11) for pair in twins(parlour.game(name), NIGHTLY, seed)]
    assert len(found) >= 20
    print(f"{name}: {len(found)} twin positions, {sum(found)} bytes reached and compared")


def test_the_walk_finds_what_hides() -> None:
    """A truth behind a closure, a generator, a method, a buffer, a slice, a weak reference, a slot or a default."""

    class Slotted:
        __slots__ = ("__weakref__", "inside")

        def method(self) -> None:
            """Nothing."""

    truth = np.arange(7)
    slotted = Slotted()
    slotted.inside = truth  # type: ignore[attr-defined]

    def generator() -> Any:
        held = truth
        yield held

    begun = generator()
    next(begun)
    for hiding in (
        lambda: truth,
        begun,
        slotted,
        slotted.method,
        memoryview(truth),
        truth[:0],
        weakref.ref(slotted),
        {1: [truth]},
    ):
        assert any(found is truth for _, found in reached(hiding)), hiding


def test_a_view_is_not_changed_by_what_happens_later() -> None:
    """It is a copy: the match goes on without it, and what is done to it does not reach the match."""
    match = parlour.game("schnapsen").start(seed=7)
    view = match.view(match.turn, memory=True)
    assert view.memory is not None
    before = written(view)
    match.play(match.codes()[0])
    assert written(view) == before
    own = match.memory.of(view.seat).may
    view.memory.may[:] = 0
    view.tables[0].hand[:] = 0
    assert np.array_equal(match.memory.of(view.seat).may, own)
    (move,) = match.view(view.seat, memory=True).history
    with pytest.raises(ValueError, match="read-only"):
        move.table["leader"][0] = 1
