"""A guest's bot that looks for the opponent's hand behind its view: it finds none, and plays as its honest twin."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import parlour
from parlour.bots.arena import compare
from parlour.bots.guests import load
from parlour.engine.view import View

SOURCE = '''
"""Two bots for Schnapsen. Both play their first choice unless they know the opponent's hand; the cheat looks for it."""

import gc

import numpy as np


class Honest:
    """Knows what its view shows."""

    def known(self, view):
        return None

    def choose(self, view):
        codes, hand = view.codes(), self.known(view)
        if hand is None:
            return codes[0]
        return codes[-1 - bin(hand).count("1") % len(codes)]


class Cheat(Honest):
    """Knows what it finds in the memory of its view."""

    def known(self, view):
        return next(iter(hands(view)), None)


def hands(view):
    """Every hand of the opponent found in tables that the memory leads to, and in the true places of its notes."""
    other, own, found = 1 - view.seat, int(view.tables[0].hand[view.seat]), []
    shown = int(view.tables[0].hand[other])
    for table in [*named(view.memory), *walked(view.memory)]:
        if table.dtype.names and "hand" in table.dtype.names:
            rows = table.reshape(-1)["hand"]
            found += [int(row[other]) for row in rows if int(row[view.seat]) == own and int(row[other]) != shown]
    notes = getattr(view.memory, "notes", None)
    if notes is not None:
        kind, place = view.memory.kind, notes.facts[0].after
        found.append(sum(1 << int(k) for k, at in zip(kind, place[: len(kind)]) if at == other))
    return found


def named(memory):
    """What once led to the true table."""
    notes = getattr(memory, "notes", None)
    for holder in (memory, notes):
        tables = getattr(holder, "tables", None)
        if tables is not None:
            yield tables


def walked(memory):
    """Every array that the memory leads to, and what it is a view of, without what belongs to the house."""
    waiting, known = [memory], {}
    while waiting:
        found = waiting.pop()
        if id(found) in known or isinstance(found, type) or found is memory.room:
            continue
        known[id(found)] = found
        if isinstance(found, np.ndarray):
            yield found
            waiting.append(found.base)
        elif not callable(found):
            waiting += gc.get_referents(found)
'''
MATCHES = 6


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The bots, in a file."""
    written = tmp_path / "cheat.py"
    written.write_text(SOURCE, encoding="utf-8")
    return written


def views() -> list[View]:
    """Return the views of the seats on turn in some matches in which all choices are the first."""
    found = list[View]()
    for number in range(MATCHES):
        match = parlour.game("schnapsen").start(seed=3, number=number)
        for _ in range(12):
            found.append(match.view(match.turn, memory=True))
            match.play(match.codes()[0])
            if match.over:
                break
    return found


def finder(file: Path) -> ModuleType:
    """The file as it was loaded."""
    return sys.modules[load(str(file), "Cheat").__module__]


def test_the_cheat_would_find_a_true_table(file: Path) -> None:
    """Given the memory of the match, as bots once were, it has the hand at once and chooses by it."""
    cheat, honest = load(str(file), "Cheat")(), load(str(file), "Honest")()
    otherwise = 0
    for number in range(MATCHES):
        match = parlour.game("schnapsen").start(seed=3, number=number)
        view = match.view(match.turn, memory=True)
        old: Any = replace(view, memory=match.memory)  # type: ignore[arg-type]
        found = finder(file).hands(old)
        assert found
        assert set(found) == {int(match.row.hand[1 - view.seat])}
        otherwise += cheat.choose(old) != honest.choose(old)
    assert otherwise


def test_the_cheat_finds_no_hand_in_its_view(file: Path) -> None:
    """Nothing stands where the true table once stood, and no array that the memory leads to has the hand."""
    cheat, honest = load(str(file), "Cheat")(), load(str(file), "Honest")()
    for view in views():
        for name in ("notes", "tables", "sheet", "of", "watch", "_moves", "_earlier"):
            assert not hasattr(view.memory, name)
        assert finder(file).hands(view) == []
        assert len(view.memory.kind) == 20
        assert cheat.choose(view) == honest.choose(view)


def test_the_cheat_scores_as_its_twin(file: Path) -> None:
    """Each deal is played with the seats exchanged, so that two bots which choose the same win exactly as much as they lose."""
    found = compare("schnapsen", [f"{file}:Cheat", f"{file}:Honest"], deals=20, seed=5, isolated=False)
    assert [player.bot.rpartition(":")[2] for player in found.players] == ["Cheat", "Honest"]
    assert [player.mean for player in found.players] == [0, 0]
    assert found.players[0].moves == found.players[1].moves > 100
