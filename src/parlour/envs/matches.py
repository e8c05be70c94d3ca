"""The same lanes as `ManyMatches`, each a `Match` in Python: for opponents that are any bot, and for what a seat remembers.

Slower by two or three orders of magnitude, and the same matches to the last card: tests hold the compiled lanes to these.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import Bot, make
from parlour.bots.guests import asked, blamed
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.kit.layout import NOBODY

from .actions import Actions
from .lanes import Outcome, blank_outcome, check_actions, check_lanes
from .tensors import Tensors


class PlainMatches:
    """n lanes of a game in Python; see `ManyMatches`. opponents: a bot, its text ("easy"), or "self"."""

    fresh = False

    def __init__(
        self, game: Game, n: int, opponents: Any = "self", seat: int | None = None, hands: bool = False, memory: bool = False
    ) -> None:
        check_lanes(game, n, seat, 1)
        alone = game.seats == 1
        if opponents == "policy" and not alone:
            raise BadInput("memory is kept in Python, where the policy does not play: opponents are self, chance or a bot")
        self.game, self.n, self.hands = game, n, hands
        self.tensors, self.actions = Tensors(game, memory), Actions(game)
        self.bot: Any = None if alone or opponents == "self" else make(opponents) if isinstance(opponents, str) else opponents
        self._draws = isinstance(self.bot, Bot) and self.bot.seed is None
        self.out = blank_outcome(n, self.tensors.width, self.actions.n, game.seats)
        self.fixed = seat
        self.matches: list[Match] = []
        self._learner, self._scores, self._seed = [NOBODY] * n, [[0] * game.seats] * n, 0

    def begin(self, seed: int) -> Outcome:
        """See `ManyMatches.begin`."""
        self._seed = seed
        if self.fresh:
            self._turn_page()
        if self._draws:
            self.bot = replace(self.bot, seed=seed)
        for array in self.out:
            array[...] = 0
        self.matches = [self._start(i, i) for i in range(self.n)]
        for i in range(self.n):
            while self._play_on(i):
                self._next_episode(i)
            self._show(i)
        return self.out

    def step(self, actions: npt.ArrayLike) -> Outcome:
        """See `ManyMatches.step`."""
        chosen = check_actions(self, actions)
        if self.fresh:
            self._turn_page()
        out = self.out
        out.results[out.ended] = 0
        out.last_seen[out.ended] = 0
        out.ended[:] = False
        out.reward[:] = 0
        for i, match in enumerate(self.matches):
            mover = match.turn
            code = self.actions.code(int(chosen[i]), match.view(mover))
            match.play(code, until="deal" if self.hands else None)
            while self._play_on(i):
                if not out.ended[i]:
                    self._finish(i, mover)
                self._next_episode(i)
            self._show(i)
        return self.out

    def _turn_page(self) -> None:
        """See `ManyMatches._turn_page`."""
        self.out = self.out._replace(seen=self.out.seen.copy(), last_seen=np.zeros_like(self.out.last_seen))

    def close(self) -> None:
        """Nothing is held."""

    def _start(self, i: int, number: int) -> Match:
        match = self.game.start(self._seed, number)
        self._scores[i] = [0] * self.game.seats  # as a match begins; what the first deal stakes is part of its hand
        seats = self.game.seats
        if self.bot is not None or seats == 1:
            self._learner[i] = (i + number // self.n) % seats if self.fixed is None else self.fixed
        return match

    def _next_episode(self, i: int) -> None:
        match = self.matches[i]
        if match.over:
            self.matches[i] = self._start(i, match.number + self.n)
        else:
            self._scores[i] = match.score
            match.settle()

    def _play_on(self, i: int) -> bool:
        """The opponents' choices; whether the episode has ended."""
        match = self.matches[i]
        while not match.over and match.turn != NOBODY:
            if self._learner[i] in (NOBODY, match.turn):
                return False
            with blamed(self.bot, match.turn, match.number):
                codes = asked(self.bot, partial(self.bot.choose, match.view(match.turn, memory=True)))
                match.play(*codes, until="deal" if self.hands else None)
        return True

    def _finish(self, i: int, mover: int) -> None:
        match, out = self.matches[i], self.out
        out.ended[i] = True
        out.results[i] = [self._gain(i, p) for p in range(match.seats)] if self.hands else match.payoff
        out.reward[i] = out.results[i, mover]
        out.last_seen[i] = self.tensors.of(match.view(mover, memory=self.tensors.memory))

    def _gain(self, i: int, seat: int) -> float:
        match = self.matches[i]
        changes = [after - before for after, before in zip(match.score, self._scores[i], strict=True)]
        sides = [int(match.row.side[p]) == int(match.row.side[seat]) for p in range(match.seats)]
        ours = [change for change, mine in zip(changes, sides, strict=True) if mine]
        theirs = [change for change, mine in zip(changes, sides, strict=True) if not mine]
        gain = sum(ours) / len(ours) - (sum(theirs) / len(theirs) if theirs else 0)
        return -gain if self.game.room.low else gain

    def _show(self, i: int) -> None:
        match, out = self.matches[i], self.out
        view = match.view(match.turn, memory=self.tensors.memory)
        out.seat[i] = match.turn
        out.seen[i] = self.tensors.of(view)
        out.legal[i] = self.actions.mask(view)
