"""A room's bot.py has its effect, compiled and not; a room without one gets the defaults."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots import heuristics
from parlour.bots.base import workspace_for
from parlour.bots.heuristics import policy, sift, value
from parlour.engine.rooms import Room, room
from parlour.kit import rule

ROOMS = Path(__file__).parent / "rooms"
BOT = """
from parlour.kit import rule

HORIZON = 7
SEPARATE = False


@rule
def value(t, seat):
    return 0.25 * seat + t.safe


@rule
def policy(t, menu, n):
    return menu[n - 1]


@rule
def sift(t, menu, n):
    menu[0] = menu[n - 1]
    return 1
"""


@pytest.fixture(scope="module")
def counselled(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The room of secrets under another name, with a bot.py."""
    folder = tmp_path_factory.mktemp("rooms") / "counsel"
    shutil.copytree(ROOMS / "secrets", folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bot.py").write_text(BOT)
    return room(str(folder))


@rule
def heard(tables, seat, menu):  # type: ignore[no-untyped-def]
    """The functions, compiled: the last is how many entries are left, and the first of them."""
    worth, choice = value(tables[0], seat), policy(tables[0], menu, 2)
    return worth, choice, sift(tables[0], menu, 2), menu[0]


def test_a_bot_file_is_heard(counselled: Room) -> None:
    """Its figures, and its functions from Python and from compiled code."""
    tables, menu = counselled.Table.blank(), np.array([64, 65], np.int64)
    tables[0].safe = 3
    assert value(tables[0], 1) == 3.25
    assert policy(tables[0], menu, 2) == 65
    assert heard(tables, 1, menu) == (3.25, 65, 1, 65)
    match = parlour.Game(str(counselled.folder)).start(seed=1)
    codes = match.codes()
    assert len(codes) > 1
    assert bots.make("search", iterations=8).choose(match.view(match.turn, memory=True))[:1] == codes[-1:]
    assert heuristics.horizon(counselled) == workspace_for(parlour.Game(counselled)).horizon[0] == 7
    assert not heuristics.separate(counselled)


def test_without_one_there_are_defaults() -> None:
    """No value, any choice of the menu, each seat's own tree if something is hidden."""
    secrets = room(str(ROOMS / "secrets"))
    tables, menu = secrets.Table.blank(), np.array([64, 65], np.int64)
    tables[0].rng[0] = 1
    worth, choice, left, first = heard(tables, 0, menu)
    assert math.isnan(worth)
    assert (left, first) == (2, 64)
    assert choice in (64, 65)
    assert heuristics.horizon(secrets) == heuristics.HORIZON
    assert heuristics.separate(secrets)
