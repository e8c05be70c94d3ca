"""No level knows what its seat cannot see: with the hidden cards exchanged it chooses the same, at every game."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots.base import workspace_for
from parlour.bots.rollouts import offer_codes, weigh
from parlour.bots.solver import forget_plans
from parlour.engine.match import Match
from parlour.engine.memory import Memory
from parlour.engine.positions import fields_of
from parlour.engine.redeal import redeal, unseen
from parlour.engine.rooms import room

WITH_FEATURES = [name for name in parlour.game_names() if (room(name).folder / "policy.json").is_file()]
TEXTS = ("easy:deals=1", "fair:iterations=6", "strong:iterations=6", "greedy:deals=1", "chance")
PAUSES = (0, 5, 11)
"""Choices after which everybody is asked twice, once as the cards lie and once with those exchanged that are hidden."""


def exchanged(match: Match, seed: int, remembered: bool = False) -> Match:
    """Return the same position for the seat on turn, with unseen cards dealt again; remembered: with what it remembers."""
    view = match.view(match.turn, memory=True)
    tables = match.tables.copy()
    if remembered and view.memory is not None:
        redeal(tables, 0, unseen(view.tables, view.memory, seed))
    else:
        redeal(tables, 0, unseen(view.tables, Memory.fresh(view.tables, match.game.room).of(view.seat), seed))
    return match.game.match_from(fields_of(match.game.room, tables[0]))


def compare_choices(name: str, texts: tuple[str, ...] = TEXTS, pauses: tuple[int, ...] = PAUSES) -> int:
    """Ask bots at some points of a match with the cards as they lie and with the hidden ones exchanged; returns at how many of
    these points anything was hidden."""
    game, hidden = parlour.game(name), 0
    match, chance = game.start(seed=3), bots.make("chance:seed=3")
    for k in range(max(pauses) + 1):
        if match.over:
            break
        if k in pauses:
            as_it_is = game.match_from(fields_of(game.room, match.row))
            twin = exchanged(as_it_is, k + 1)
            assert twin.turn == as_it_is.turn
            hidden += twin.position() != as_it_is.position()
            views = [one.view(one.turn, memory=True) for one in (as_it_is, twin)]
            assert views[0].codes() == views[1].codes()
            for text in texts:
                answers = []
                for view in views:
                    forget_plans()  # or the solver answers the second time what it thought the first
                    answers.append(bots.make(text, seed=k).choose(view))
                assert answers[0] == answers[1], f"{text} at {name} after {k} choices"
        match.play(*chance.choose(match.view(match.turn, memory=True)))
    return hidden


def compare_features(name: str, matches: int, choices: int = 40) -> int:
    """Hold the features of choices with the cards as they lie against those with the ones exchanged that the seat cannot know, at
    one choice in three; returns how often there were any.
    """
    game, hidden = parlour.game(name), 0
    work, chance = workspace_for(game), bots.make("chance:seed=3")
    for number in range(matches):
        match = game.start(seed=4, number=number)
        for k in range(choices):
            if match.over:
                break
            if k % 3 == 0:
                found = []
                for one in (match, exchanged(match, k + 1, remembered=True)):
                    t = one.tables.copy()[0]
                    n = offer_codes(t, work, -1)
                    weigh(t, work.offered, n, work)
                    found.append(work.found[:n].tolist())
                    hidden += one is not match and one.position() != match.position()
                assert found[0] == found[1], f"{name}, match {number} after {k} choices: {match.position()}"
            match.play(*chance.choose(match.view(match.turn, memory=True)))
    return hidden


def test_features_of_choices_do_not_tell_what_is_hidden() -> None:
    """In every room that has features of its own."""
    assert len(WITH_FEATURES) >= 8
    call = f"from test_hidden import *; assert all([compare_features(name, 2) for name in {WITH_FEATURES}])"
    interpreted("-c", call, folder=Path(__file__).parent)


@pytest.mark.soak
@pytest.mark.parametrize("name", WITH_FEATURES)
def test_features_of_choices_do_not_tell_what_is_hidden_at_night(name: str) -> None:
    assert compare_features(name, 40)


def test_interpreted_levels_do_not_know_what_is_hidden() -> None:
    """Some rooms every day, in a process of its own: one tree for all, trees apart, sealed choices, a learned value, learned
    strategies."""
    names = ("schnapsen", "oh_hell", "scopa", "aggravation", "toepen", "triple_draw", "khanhoo", "crazy_eights")
    few = dict.fromkeys(names, 2)
    call = f"from test_hidden import *; assert {few} == {{n: compare_choices(n, TEXTS[:3], (0, 5)) for n in {list(few)}}}"
    interpreted("-c", call, folder=Path(__file__).parent)


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_levels_do_not_know_what_is_hidden(name: str) -> None:
    """All rooms at night."""
    assert compare_choices(name) > 0
