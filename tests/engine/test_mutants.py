"""Spoilt files of every kind are read or refused in one line, soon: forty of each every day, 2,300 in the soak."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreted import interpreted

MUTANTS = Path(__file__).with_name("mutants.py")
KINDS = ("position", "record", "scenario", "hand history", "house rules", "line")


def spoilt(kind: str, count: int, seed: int) -> list[str]:
    """Return the failures. Interpreted, in a process of its own: see `mutants`."""
    line = [str(MUTANTS), kind, str(count), str(seed)]
    failures = [json.loads(text) for text in interpreted(*line).splitlines()]
    return [f"{failure['wrong']} ({' '.join(line)}: number {failure['n']})\n{failure['text']}" for failure in failures]


@pytest.mark.parametrize("kind", KINDS)
def test_forty(kind: str) -> None:
    assert spoilt(kind, 40, 1) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_2300(kind: str) -> None:
    assert spoilt(kind, 2300, 2) == []
