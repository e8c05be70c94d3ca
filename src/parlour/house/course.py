"""The course of a hand: which phase can follow which, as the rules say it (`leads`) and as random play shows it (`seen_in`).

An exit that play shows after none of the phases that come to it is a branch that is rarely taken, or never (`untaken`).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.leads import END, Exit, Leads, leads
from parlour.engine.rooms import Room
from parlour.kit.layout import DEAL, NOBODY

CHOICES, OTHERS, TRIES = 10_000, 20, 200
"""Choices of random play under the house rules of a game; in how many games under others as many are made; how many house rules
are drawn until some go together."""

Pairs = frozenset[tuple[int, int]]
"""Phases that can follow each other: (before, after)."""


@dataclass(frozen=True)
class Course:
    """The phases of a game and what follows each. The deal has number 0, the end of the match comes after the last phase."""

    title: str
    names: tuple[str, ...]
    offers: tuple[tuple[str, ...], ...]
    """By phase what is offered to a seat; empty for a step that no player chooses."""
    seen: Pairs
    """In random play under these house rules."""
    rare: Pairs
    """Not seen there, but under other house rules, or only named in the rules."""

    @property
    def end(self) -> int:
        """The number that stands for the end of the match."""
        return len(self.names) - 1

    def after(self, phase: int) -> list[int]:
        """Return the phases that can follow a phase, in order of their numbers, without the phase itself."""
        return sorted({to for at, to in self.seen | self.rare if at == phase != to})

    def as_json(self) -> dict[str, Any]:
        """The phases in order, each with what it offers, what can follow it, and which of that was seen in random play."""
        return {
            "title": self.title,
            "phases": [
                {
                    "name": name,
                    "offers": list(self.offers[at]),
                    "after": [self.names[to] for to in self.after(at)],
                    "seen": [self.names[to] for to in self.after(at) if (at, to) in self.seen],
                }
                for at, name in enumerate(self.names)
            ],
        }

    def lasting(self, phase: int) -> bool:
        """Whether a phase was seen to follow itself: the next seat, the next card."""
        return (phase, phase) in self.seen


def course_of(game: Game) -> Course:
    """The course of a hand of a game under its house rules, with what some random matches (always the same) show of it."""
    room, end = game.room, len(game.room.phases)
    names = (*room.phases, "end of the match")
    offers = ((), *(phase.offers for phase in room.module.PHASES.declared[1:]), ())
    seen, found = seen_in(game, CHOICES), leads(room)
    other: set[tuple[int, int]] = set()
    for number in range(OTHERS):
        other |= seen_in(drawn(room, game.seats, random.Random(number)), CHOICES // OTHERS)
    never = untaken(found, {(at, END if to == end else to) for at, to in seen | other})
    other |= {(at, end if way.to == END else way.to) for way, phases in never.items() for at in phases}
    return Course(room.title, names, offers, seen, frozenset(other - seen))


def untaken(found: Mapping[int, Leads], seen: Collection[tuple[int, int]]) -> dict[Exit, list[int]]:
    """Return the exits that play did not show, each with the phases that come to it.

    found: as `leads` returns it. seen: pairs of phases that play showed, END for the end of the match. An exit counts as shown
    if its phase came after any of those that come to it.
    """
    before: dict[Exit, list[int]] = {}
    for at, after in sorted(found.items()):
        for way in after.exits:
            if way.to != at:
                before.setdefault(way, []).append(at)
    return {way: phases for way, phases in sorted(before.items()) if not any((at, way.to) in seen for at in phases)}


def drawn(room: Room, seats: int, chooser: random.Random) -> Game:
    """A game with house rules drawn at random that go together, or the default ones if none are found."""
    for _ in range(TRIES):
        options = room.Table.options.items()
        house = {name: option.write(chooser.choice(option.codes)) for name, option in options if chooser.random() < 0.5}
        try:
            return Game(room, seats, house)
        except BadInput:
            continue
    return Game(room, seats)


def seen_in(game: Game, choices: int) -> Pairs:
    """The pairs of phases that follow each other in some random matches; the same ones for the same game.

    choices: how many are made. The end of the match comes after the last phase.
    """
    pairs: set[tuple[int, int]] = set()
    end, seed = len(game.room.phases), 0
    while choices > 0:
        seed += 1
        chooser, tables = random.Random(seed), game.blank()
        steps.begin_row(tables, 0, seed, 0)
        at = DEAL
        choices -= 1  # even if a match ends without a choice
        while at != end and choices > 0:
            if tables[0].turn == NOBODY:
                steps.step_row(tables, 0, seed, 0)
            else:
                choices -= 1
                steps.act_row(tables, 0, chooser.choice([code for code in game.menu(tables) if code != game.room.resign]))
            after = end if tables[0].over else int(tables[0].phase)
            pairs.add((at, after))
            at = after
    return frozenset(pairs)
