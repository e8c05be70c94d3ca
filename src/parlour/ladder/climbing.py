"""A room on its way up the ladder: which games of it are tried, and how hard."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.files import read_toml
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.rooms import Room
from parlour.house.course import drawn

from .faults import Fault
from .lines import MENU, at_function


@dataclass(frozen=True)
class Climb:
    """One room under test. `effort` multiplies how many matches are tried; the same effort tries the same ones."""

    room: Room
    effort: int = 1
    patience: float = math.inf
    """Seconds of computing after which no further scenario or choice is begun: searching without the compiler can take long."""

    @cached_property
    def scenarios(self) -> list[dict[str, Any]]:
        """The scenarios as written in the file."""
        found = read_toml(self.room.folder / "scenarios.toml").get("scenario", [])
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []

    @cached_property
    def game(self) -> Game:
        """The game under its default house rules."""
        return Game(self.room)

    @cached_property
    def course(self) -> Any:
        """Counts of one phase after another in all bulk play so far: int64[phases + 1, phases + 1], the end of the match
        last."""
        return no_course(self.room)

    def tries(self, count: int, rung: str) -> Iterator[tuple[Game, random.Random]]:
        """Games to try, each with a source of chance: first the default, then every number of seats with any house rules."""
        low, high = self.room.Table.seats_range
        for number in range(count * self.effort):
            chooser = random.Random(f"{self.room.name} {rung} {number}")
            yield (self.game if number == 0 else drawn(self.room, low + number % (high - low + 1), chooser)), chooser


def no_course(room: Room) -> Any:
    """A `Climb.course` of no matches."""
    return np.zeros((len(room.phases) + 1,) * 2, np.int64)


Rung = Callable[[Climb], Iterator[Fault]]


def random_walk(match: Match, chooser: random.Random, most: int) -> None:
    """Random choices, at most this many, seats asked at once in any order. BadInput if a seat is asked and may choose nothing."""
    for _ in range(most):
        if match.over:
            return
        seat = chooser.choice(match.asked)
        codes = choosable(match, seat)
        if not codes:
            where = at_function(match.game.room, *MENU)
            raise BadInput(f"{where}: seat {seat} is asked in phase {match.phase!r} and may choose nothing: {replay_hint(match)}")
        match.play(chooser.choice(codes), seat=seat)


def choosable(match: Match, seat: int) -> list[int]:
    """The codes a seat may choose, giving up left out: it would end every match early."""
    return [code for code in match.codes(seat) if code != match.game.room.resign]


def replay_hint(match: Match) -> str:
    """Return the command that makes a match again."""
    house = "".join(f" --set {name}={value}" for name, value in match.game.house.items())
    done = sum(hasattr(entry, "codes") for entry in match.log)
    return (
        f"parlour play {match.game.room.name} --seats {match.seats}{house} --seed {match.seed}, after {counted(done, 'choice')}"
    )
