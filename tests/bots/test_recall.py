"""Levels forget some of the cards that went by: nothing that is in sight, little at first, and for the rest of the hand."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots.base import Thought
from parlour.bots.levels import Easy, Fair, Strong
from parlour.bots.recall import faded
from parlour.engine.sheets import places_of
from parlour.engine.view import View


def forgotten(view: View, seed: int, rounds: float) -> set[int]:
    """The cards of which less is known than was."""
    assert view.memory is not None
    told = faded(view, seed, rounds).memory
    assert told is not None
    own, left = view.memory, told
    hidden = own.may != 0
    assert (own.may & left.may)[hidden].all()  # it still may be where it was known to be
    return {int(kind) for kind, may, now in zip(own.kind, own.may, left.may, strict=True) if may != now}


def views(name: str, seed: int, most: int) -> list[View]:
    """Return the views of the players who are asked in a random match."""
    match, chance, seen = parlour.game(name).start(seed=seed), bots.make("chance:seed=1"), list[View]()
    while not match.over and len(seen) < most:
        view = match.view(match.turn, memory=True)
        assert view.memory is not None
        seen.append(view)
        match.play(*chance.choose(view))
    return seen


@pytest.mark.parametrize("name", ["schnapsen", "spades"])
def test_what_is_forgotten_stays_forgotten(name: str) -> None:
    """A card that was played, within a hand; and nobody forgets at once what has just been dealt."""
    lost: dict[tuple[int, int], set[int]] = {}
    for view in views(name, 5, 90):
        key, now = (int(view.tables[0].hand_number), view.seat), forgotten(view, 1, 3.0)
        assert key in lost or len(now) < 12
        lost.setdefault(key, set())
        assert lost[key] <= now
        lost[key] = now & {move.code for move in view.history if move.hand == key[0]}
    assert any(lost.values())


def test_more_is_forgotten_by_lower_levels() -> None:
    """Over some hands of Spades; strong forgets nothing, and in a patience all is there to be looked at."""
    seen = views("spades", 3, 50)[30:]
    easy, fair = (sum(len(forgotten(view, 1, level.rounds)) for view in seen) for level in (Easy, Fair))
    assert easy > 2 * fair > 0
    assert Strong(seed=1).remembered(seen[0]) is seen[0]
    (patience,) = views("klondike", 1, 1)
    assert Fair(seed=1).remembered(patience) is patience


def test_bots_can_deal_what_they_have_forgotten() -> None:
    """Every card still has a place, no matter what was forgotten; without a seed the draws are those of the match."""
    for name in ("bura", "cassino", "crazy_eights", "khanhoo", "toepen"):
        for view in views(name, 2, 60)[::7]:
            Thought(faded(view, 1, 0.5), 1).offered()
            a, b = (faded(view, None, 2.0).memory for _ in range(2))
            assert a is not None
            assert b is not None
            assert np.array_equal(a.may, b.may)


@pytest.mark.parametrize("name", ["schnapsen", "bura"])
def test_nobody_forgets_what_they_have_won(name: str) -> None:
    """Points are counted in secret: who has 66 of them knows it."""
    won = 0
    for view in views(name, 3, 60):
        assert view.memory is not None
        own = faded(view, 1, 0.01).memory
        assert own is not None
        mine = places_of(view.game.room, view.seat)
        certain = view.memory.may & ~mine == 0
        assert (own.may == view.memory.may)[certain].all()
        won += int(certain.sum())
    assert won > 100
