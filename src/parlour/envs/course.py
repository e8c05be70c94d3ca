"""A match as OpenSpiel walks through it: a light state, and a walk for those who ask what a seat has seen.

Tree searches and solvers make and copy states far more often than they look at them. So a course goes on and is copied as a light
state (`engine.state.Paused`) and keeps its path. The walk is made along the path when it is first needed, and copies share it.
While several seats are asked at once, and where chance decides within a chain, only the walk knows how to go on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.state import START, Paused
from parlour.kit import NOBODY

from .actions import Actions
from .outcomes import Chance, Outcomes, lots
from .walk import Walk

OUTCOMES, PARTS = 128, 4
"""Outcomes of a chance action, and the actions that make a seed, if chance is drawn. Programs list all outcomes to draw one of
them, so 128 cost half of 256. With more and smaller actions the cards would lie too deep for tools that look at the first
states."""
Path = Any
"""The decisions so far, the last first: (the path before it, decision); None at the start. A decision is an action, the seed of a
draw, or the number of a listed outcome."""


class Rules:
    """The common part of all courses of a game: its actions, and the outcomes of chance if they are listed."""

    def __init__(self, game: Game, chance: Chance | None) -> None:
        self.game, self.actions, self.chance = game, Actions(game), chance
        self._start: Paused | None = None
        self._action_of = {code: action for code, action in enumerate(self.actions.lookup.tolist()) if action >= 0}
        self._code_of = {action: code for code, action in self._action_of.items()}

    # of light states

    @property
    def start(self) -> Paused:
        """The light state in which matches begin, for all courses of this thread. Go on with a clone of it."""
        if self._start is None or self._start.elsewhere:
            self._start = Paused(self.game)
        return self._start

    def legal(self, light: Paused) -> list[int]:
        """Return the actions of the player; none if no seat is asked."""
        if not self.actions.exact:
            return np.flatnonzero(self.actions.mask_of_menu(light.menu)).tolist()
        find = self._action_of.get
        return sorted(action for code in light.legal() if (action := find(code)) is not None)

    def go(self, light: Paused, decision: int) -> None:
        """Go on by a decision. BadInput if it is an action that is not legal now."""
        if not light.waits:
            light.go(self._code(light, decision))
        elif self.chance is None:
            light.draw(decision)
        else:
            light.become(self.outcomes(light)[decision][0])

    def _code(self, light: Paused, action: int) -> int:
        if not self.actions.exact:
            return self.actions.code_in_menu(action, light.menu)
        code = self._code_of.get(action, NOBODY)
        return code if code >= 0 and light.allows(code) else self.actions.code_among(action, light.legal())

    def outcomes(self, light: Paused) -> Outcomes:
        """Return the possible results of the next step of chance, if they are listed."""
        assert self.chance is not None
        tables = light.tables()
        if light.due == START:
            return lots(tables)
        mover, code = (int(tables[0].turn), light.due) if light.due >= 0 else (NOBODY, NOBODY)
        return self.chance.outcomes(tables, mover, code)

    # of walks

    def legal_of(self, walk: Walk) -> list[int]:
        """See `legal`."""
        return np.flatnonzero(self.actions.mask(walk.view(walk.turn))).tolist()

    def check(self, walk: Walk, action: int) -> None:
        """BadInput if an action is not legal now."""
        if not walk.waits:
            self.actions.code(action, walk.view(walk.turn))

    def decide(self, walk: Walk, decision: int) -> None:
        """See `go`."""
        if not walk.waits:
            walk.choose(self.actions.code(decision, walk.view(walk.turn)))
        elif self.chance is None:
            walk.draw(decision)
        else:
            walk.happen_as(self.outcomes_of(walk)[decision][0])

    def outcomes_of(self, walk: Walk) -> Outcomes:
        """See `outcomes`."""
        assert self.chance is not None
        return self.chance.outcomes(walk.tables, *walk.next_step()) if walk.begun else lots(walk.tables)


def parts_of(seed: int) -> tuple[int, ...]:
    """Return the chance actions that make a seed of 28 bits, the lowest bits first."""
    return tuple(seed // OUTCOMES**k % OUTCOMES for k in range(PARTS))


def seed_of(parts: tuple[int, ...]) -> int:
    """Return the seed that chance actions make, the lowest bits first."""
    return sum(part * OUTCOMES**k for k, part in enumerate(parts))


class Course:
    """A match in progress, from its start or from the position of a walk.

    seed: the parts of the next seed that have been decided, if chance is drawn.
    """

    __slots__ = ("_at", "_begins", "_lent", "_light", "_path", "_walk", "rules", "seed")

    def __init__(self, rules: Rules, walk: Walk | None = None, seed: tuple[int, ...] = ()) -> None:
        self.rules, self.seed = rules, seed
        self._path: Path = None
        self._walk, self._at, self._lent = walk, None, False
        self._light = rules.start if walk is None else None
        self._begins = walk is None  # whether the light state is the common one

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        """An independent copy, which shares what does not change and what is made only once."""
        twin, light = Course.__new__(Course), self.light
        twin.rules, twin.seed, twin._path, twin._walk, twin._at = self.rules, self.seed, self._path, self._walk, self._at
        twin._light, twin._begins = light, self._begins
        if light is not None and not self._begins:
            twin._light = light.clone()
        self._lent = twin._lent = True
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its walk."""
        return _restored, (self.walk, self.rules.chance is not None, self.seed)

    @property
    def light(self) -> Paused | None:
        """The light state, to go on with or to copy; None while there is none in this thread. Others may read `_light`."""
        light = self._light
        if light is not None and light.elsewhere:
            light = self._light = None
        return light

    @property
    def walk(self) -> Walk:
        """Return the walk at its current position. It may be shared with copies: read it only."""
        if self._walk is None:
            self._walk, self._lent = Walk(self.rules.game), False
        if self._at is not self._path:
            decisions, path = list[int](), self._path
            while path is not self._at:
                path, decision = path
                decisions.append(decision)
            if self._lent:
                self._walk, self._lent = self._walk.copy(), False
            for decision in reversed(decisions):
                self.rules.decide(self._walk, decision)
            self._at = self._path
        return self._walk

    def go(self, action: int) -> None:
        """Go on by an action of the player or of chance. BadInput if it is not legal now."""
        rules = self.rules
        if rules.chance is None and self.waits:
            self.seed = (*self.seed, action)
            if len(self.seed) < PARTS:
                return
            action, self.seed = seed_of(self.seed), ()
        light = self.light
        if light is None:
            rules.check(self.walk, action)
            self._path = (self._path, action)
            self._lighten()
            return
        if self._begins:
            self._light, self._begins = (light := light.clone()), False
        rules.go(light, action)
        self._path = (self._path, action)
        if light.shared:
            self._light = None

    def _lighten(self) -> None:
        """Have a light state again as soon as one knows how to go on."""
        walk = self.walk
        if not (walk.waits or walk.over or walk.unfinished or walk.answers or len(walk.asked) > 1):
            self._light = Paused(self.rules.game, walk.tables)

    # what there is to see

    @property
    def waits(self) -> bool:
        """Whether chance is to decide."""
        light = self._light
        return self.walk.waits if light is None else light.waits

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        light = self._light
        return (self.walk.over and not self.walk.waits) if light is None else light.over

    @property
    def turn(self) -> int:
        """The seat to choose."""
        light = self._light
        return self.walk.turn if light is None else light.player

    @property
    def payoff(self) -> list[float]:
        """The results by seat, 0 until the match is over."""
        light = self.light
        return self.walk.payoff if light is None else light.payoffs

    @property
    def score(self) -> list[int]:
        """Return the figures of the score sheet, by seat."""
        light = self.light
        return self.walk.score if light is None else light.score

    def legal(self) -> list[int]:
        """Return the actions of the seat to choose; none if no seat is asked."""
        light = self._light
        return self.rules.legal_of(self.walk) if light is None else self.rules.legal(light)

    def outcomes(self) -> Outcomes:
        """Return the possible decisions of chance, if they are listed."""
        light = self.light
        return self.rules.outcomes_of(self.walk) if light is None else self.rules.outcomes(light)


def _restored(walk: Walk, listed: bool, seed: tuple[int, ...]) -> Course:
    """A course out of a pickle."""
    game = walk.game
    return Course(_rules(game.room, game.seats, tuple(game.house.items()), listed), walk, seed)


@lru_cache(maxsize=8)
def _rules(opened: Room, seats: int, house: tuple[tuple[str, Any], ...], listed: bool) -> Rules:
    return Rules(Game(opened, seats, dict(house)), Chance(opened) if listed else None)
