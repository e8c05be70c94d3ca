"""A seat's view and choices as arrays: for every game of the house, and in detail for some."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.cli import main
from parlour.engine.rooms import room_names
from parlour.envs import Actions, Tensors
from parlour.envs.actions import MOST, STEPS

HERE = Path(__file__).parent
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_every_game_interpreted(part: int) -> None:
    names = list(room_names())[part::PARTS]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, str(HERE / "every_game.py"), *names], env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.split() == names


def columns(tensors: Tensors, name: str) -> slice:
    part = next(part for part in tensors.parts if part.name == name)
    return slice(part.start, part.start + part.size)


def test_own_seat_first() -> None:
    game = parlour.game("cucumber", seats=4)
    match, tensors = game.start(seed=3), Tensors(game)
    for seat in range(4):
        view = match.view(seat)
        seen = tensors.of(view)
        turn, dealer = seen[columns(tensors, "turn")], seen[columns(tensors, "dealer")]
        assert list(np.flatnonzero(turn)) == [(match.turn - seat) % 4]
        assert list(np.flatnonzero(dealer)) == [(int(match.row.dealer) - seat) % 4]
        hand = [tensors.labels()[columns(tensors, "hand")][k] for k in np.flatnonzero(seen[columns(tensors, "hand")])]
        assert sorted(label.removeprefix("hand ") for label in hand) == sorted(view_hand(match, seat))


def view_hand(match, seat: int) -> list[str]:
    cards = int(match.row.hand[seat])
    return [match.game.room.choice_name(card) for card in range(54) if (cards >> card) & 1]


def test_a_scale_of_logarithms_has_a_sign() -> None:
    game = parlour.game("spades")
    tensors = Tensors(game)
    at = columns(tensors, "score")
    view = game.start(seed=1).view(0)
    view.tables[0].score[1] = -1000
    view.tables[0].score[2] = 1000
    seen = tensors.of(view)[at]
    assert seen[0] == 0
    assert seen[1] == pytest.approx(-1)
    assert seen[2] == pytest.approx(1)


def test_memory_must_come_with_the_view() -> None:
    game = parlour.game("cucumber")
    with pytest.raises(parlour.BadInput, match="memory"):
        Tensors(game, memory=True).of(game.start(seed=1).view(0))


def test_long_blocks_are_steps() -> None:
    game = parlour.game("brag", stack=1000, max_open=500)
    actions = Actions(game)
    assert not actions.exact
    assert actions.n <= MOST
    match = game.start(seed=1)
    view = match.view(match.turn)
    steps = [a for a in np.flatnonzero(actions.mask(view)) if ", step" in actions.names[a]]
    codes = [actions.code(int(a), view) for a in steps]
    legal = [code for code in view.codes() if actions.lookup[code] < 0]
    assert len(legal) > STEPS == len(codes)
    assert (codes[0], codes[-1]) == (legal[0], legal[-1])
    assert codes == sorted(set(codes))
    widths = np.diff(codes)
    assert widths.max() - widths.min() <= 1
    assert actions.index(codes[3] + 1, view) == steps[3]


def test_no_action_is_bad_input() -> None:
    game = parlour.game("klondike")
    actions, match = Actions(game), game.start(seed=1)
    view = match.view(0)
    illegal = int(np.flatnonzero(actions.mask(view) == 0)[0])
    with pytest.raises(parlour.BadInput, match="not legal"):
        actions.code(illegal, view)
    with pytest.raises(parlour.BadInput, match="not legal"):
        actions.code(actions.n, view)
    with pytest.raises(parlour.BadInput, match="is not an action now"):
        actions.index(game.room.resign, view)
    assert not actions.mask(match.view(-1)).any()


def test_the_command_line_tells_the_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["envs", "cucumber", "--seats", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    tensors = Tensors(parlour.game("cucumber", seats=3))
    assert told["columns"] == tensors.width
    assert [part["name"] for part in told["parts"]] == [part.name for part in tensors.parts]
    assert len(told["actions"]) == 52
    assert main(["envs", "schnapsen", "--memory"]) == 0
    text = capsys.readouterr().out
    assert "hand.may" in text
    assert "marriage ♣ ... marriage ♠" in text
    assert main(["envs", "no_such_game"]) == 2
