"""One match as a `gymnasium.Env`, its other seats played by bots. This module needs Gymnasium; `parlour.envs.single` opens it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .gym import Info, Observations
from .lanes import ManyMatches
from .matches import PlainMatches

ENTRY = f"{__name__}:SingleMatch"
"""Where `gymnasium.make` finds it."""


class SingleMatch(gymnasium.Env):  # type: ignore[misc]
    """A seat of one match behind Gymnasium's interface; made by `parlour.envs.single`, or by `gymnasium.make(envs.spec(...))`.

    It is one lane of those in `VectorMatches`: the same observations, actions, results and arguments. `info["action_mask"]`,
    int8[actions], says what is legal, `info["seat"]` where the learner sits; at the end `info["results"]`, float32[seats], how
    all seats did.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012, the name is Gymnasium's

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        opponents: Any = "policy",
        seat: int | None = None,
        hands: bool = False,
        memory: bool = False,
        illegal: float | None = -1.0,
        render_mode: None = None,
        **house: Any,
    ) -> None:
        if opponents == "self":
            raise BadInput("a single match is played against others: opponents are chance, policy or a bot")
        if render_mode is not None:
            raise BadInput(f"a single match is not drawn: render_mode is None, not {render_mode!r}")
        table = game if isinstance(game, Game) else Game(game, seats, house)
        if memory or opponents not in ("chance", "policy"):
            self.many: ManyMatches | PlainMatches = PlainMatches(table, 1, opponents, seat, hands, memory)
        else:
            self.many = ManyMatches(table, 1, str(opponents), seat, hands)
        self.illegal = illegal
        self.observation_space = gymnasium.spaces.Box(self.many.tensors.low, self.many.tensors.high, dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.many.actions.n)
        self._follows = self._over = False  # whether the lane stands at the next episode; whether a step is out of place

    @property
    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return which actions are legal now, int8[actions]; 1: legal."""
        return self.many.out.legal[0].copy()

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observations, Info]:
        """Begin an episode: with a seed, that of `game.start(seed)`; without one, the next. If an episode was broken off, the
        next has a fresh seed, which depends on the last seed given."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._follows:
            self.many.begin(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._follows = self._over = False
        return self.many.out.seen[0].copy(), self._info()

    def step(self, action: int | np.int64) -> tuple[Observations, float, bool, bool, Info]:
        """Make one choice. An illegal choice ends the episode with the reward `illegal`, or raises BadInput if that is None."""
        if self._over:
            raise BadInput("the episode is over: reset begins the next")
        out = self.many.out
        legal = 0 <= action < self.many.actions.n and out.legal[0, action]
        if not legal and self.illegal is not None:
            self._over = True
            return out.seen[0].copy(), float(self.illegal), True, False, self._info()
        self.many.step(np.array([action]))
        if not out.ended[0]:
            return out.seen[0].copy(), 0.0, False, False, self._info()
        self._follows = self._over = True
        given_up = bool(out.given_up[0])
        info = {"action_mask": np.zeros(self.many.actions.n, np.int8), "results": out.results[0].copy()}
        return out.last_seen[0].copy(), float(out.reward[0]), not given_up, given_up, info

    def _info(self) -> Info:
        return {"action_mask": self.action_mask, "seat": int(self.many.out.seat[0])}
