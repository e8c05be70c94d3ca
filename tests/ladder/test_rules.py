"""What holds for every game, every number of seats and any house rules, over random matches."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from ladder import checks
from ladder_rooms import games, ladder_rooms, short, told
from parlour.engine import positions, steps
from parlour.engine.match import Step
from parlour.engine.rooms import room
from parlour.kit.layout import NOBODY

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)
LADDER = settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck), derandomize=True)


@ROOMS
@LADDER
@given(data=st.data())
def test_menus_objections_bounds_and_payoffs(name: str, data: st.DataObject) -> None:
    """On every code of every state visited, the menu offers what meets no objection; every match ends in time."""
    game = data.draw(games(name))
    seed = data.draw(st.integers(0, 2**40))
    menu, spare = np.zeros((2, game.room.menu_size), np.int64)
    fault, match, decision, code = checks.first_fault(
        game.blank(2), 3, seed, menu, spare, game.room.calls.end + 1, game.room.resign, game.room.zero_sum, 400
    )
    where = f"{game.room.name}, {game.seats} seats, {game.house}, seed {seed}, match {match}, decision {decision}, code {code}"
    assert fault == checks.OK, f"{checks.FAULTS[fault]}: {where}"


def random_walk(match: parlour.Match, chooser: random.Random, most: int) -> None:
    """Random choices, at most so many, seats asked at once in any order."""
    for _ in range(most):
        if match.over:
            return
        seat = chooser.choice(match.asked)
        codes = [code for code in match.codes(seat) if code != match.game.room.resign]
        match.play(chooser.choice(codes), seat=seat)


@ROOMS
@LADDER
@given(data=st.data())
def test_cards_are_conserved_and_every_step_is_seen(name: str, data: st.DataObject) -> None:
    """After every step the cards are the pack; every step changes what somebody sees; a choice is seen unless veiled."""
    game = data.draw(games(name))
    match = game.start(seed=data.draw(st.integers(0, 2**40)))

    def watch(step: Step) -> None:
        positions.check_cards(game.room, step.after[0])
        assert any(seen(step.before, seat) != seen(step.after, seat) for seat in range(game.seats)), told(match)

    match.watchers.append(watch)
    random_walk(match, random.Random(data.draw(st.integers(0, 2**40))), 120)


def seen(tables: np.ndarray, seat: int) -> bytes:
    """A masked table as bytes: all that a seat sees."""
    copy = tables.copy()
    steps.mask_row(copy, 0, seat)
    return copy.tobytes()


@ROOMS
@LADDER
@given(data=st.data())
def test_choices_are_public_unless_veiled(name: str, data: st.DataObject) -> None:
    """In a phase not declared VEILED or QUIET two different choices look different to every other seat."""
    game = data.draw(games(name))
    match = game.start(seed=data.draw(st.integers(0, 2**40)))
    chooser = random.Random(data.draw(st.integers(0, 2**40)))
    for _ in range(60):
        if match.over:
            break
        codes = match.codes()
        phase = int(match.row.phase)
        if len(codes) > 1 and phase not in game.room.veiled + game.room.quiet and len(match.asked) == 1:
            one, other = chooser.sample(codes, 2)
            after = []
            for code in (one, other):
                tables = match._scratch(match.turn)  # with the picks of a chain that is not complete
                steps.act_row(tables, 0, code)
                after.append(tables)
            same = after[0].tobytes() == after[1].tobytes()  # two ways to say one thing: cards of one capture, say
            for seat in range(game.seats):
                if seat != match.turn and not same:
                    assert seen(after[0], seat) != seen(after[1], seat), told(match)
        random_walk(match, chooser, 1)


@ROOMS
def test_sealed_choices_give_the_same_table_in_any_order(name: str) -> None:
    """Seats asked at once may answer in any order of arrival."""
    game = parlour.Game(name)
    chooser = random.Random(5)
    for seed in range(3):
        match = game.start(seed=seed)
        for _ in range(40):
            if match.over:
                break
            if len(match.asked) > 1:
                answers = {seat: whole_chain(match, seat, chooser) for seat in match.asked}
                results = []
                for order in (sorted(answers), sorted(answers, reverse=True)):
                    twin = parlour.replay(match.record())
                    twin.tables[:] = match.tables
                    twin._picks = {seat: list(picks) for seat, picks in match._picks.items()}
                    twin._aside = dict(match._aside)
                    for seat in order:
                        twin.play(*answers[seat], seat=seat)
                    results.append(twin.tables.tobytes())
                assert results[0] == results[1], told(match)
            random_walk(match, chooser, 1)


def whole_chain(match: parlour.Match, seat: int, chooser: random.Random) -> list[int]:
    """Random choices for a seat that complete its chain, without making them."""
    tables = match.view(seat).tables
    codes: list[int] = []
    while True:
        code = chooser.choice([c for c in match.game.menu(tables) if c != match.game.room.resign])
        steps.act_row(tables, 0, code)
        codes.append(code)
        if int(tables[0].chain) == 0:
            return codes


@ROOMS
def test_random_matches_in_bulk(name: str) -> None:
    """Many matches under the default house rules end, and the deals of a hand do not depend on what was played."""
    game = parlour.Game(name)
    totals = game.playouts(40, seed=3, threads=1)
    assert totals.matches == 40
    assert totals.decisions > 0
    assert totals.hands >= 40
    if game.room.zero_sum:
        assert abs(sum(totals.payoff)) < 1e-6
    again = game.playouts(40, seed=3, threads=2)
    assert (again.hands, again.decisions) == (totals.hands, totals.decisions)
    assert again.payoff == pytest.approx(totals.payoff)


@ROOMS
def test_bound_is_stated(name: str) -> None:
    """`bound` is a positive number for every number of seats."""
    low, high = room(name).Table.seats_range
    for seats in range(low, high + 1):
        game = parlour.Game(name, seats)
        bound = game.room.function("bound")
        assert bound is not None
        assert bound(game.blank()[0]) > 0
        assert game.start(seed=1).turn != NOBODY
