"""Many matches as a `gymnasium.vector.VectorEnv`, on the processor or on a graphics card; `parlour.envs.vector` opens it.

This module needs Gymnasium.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from parlour.engine.errors import BadInput

from .lanes import ManyMatches
from .matches import PlainMatches
from .packed import Packed

if TYPE_CHECKING:
    from parlour.gpu import CardArray

    from .oncard import CardMatches

Observations = npt.NDArray[np.float32] | npt.NDArray[np.uint8]
Info = dict[str, Any]


class VectorMatches(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Lanes of matches behind Gymnasium's interface; made by `parlour.envs.vector`.

    An environment whose episode ends begins the next one in the same step (`AutoresetMode.SAME_STEP`); then
    `info["final_obs"]` has what the seat that chose saw last, in the rows that `info["_final_obs"]` marks.
    `info["action_mask"]`, int8[n, actions], says what is legal now, `info["seat"]`, int64[n], who is asked,
    `info["results"]`, float32[n, seats], how all seats did in episodes that ended. An episode is only truncated where a
    match was given up because nobody was ever asked again.

    If the environments are `packed`, observations are uint8[n, packed.size]: `packed.unpack` makes the float32 of them. See
    `Packed`.

    copy: whether what is returned stays as it is; otherwise the next step writes over it. Observations are not copied for that:
    each step writes into arrays that nobody holds any more.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012, the name is Gymnasium's

    def __init__(self, many: ManyMatches | PlainMatches, copy: bool = True) -> None:
        self.many, self.copy = many, copy
        many.fresh = copy
        self.packed: Packed | None = getattr(many, "packed", None)
        """How observations are packed, if they are."""
        _describe(self, many)
        if self.packed:
            self.single_observation_space = gymnasium.spaces.Box(0, 255, (self.packed.size,), np.uint8)
            self.observation_space = batch_space(self.single_observation_space, many.n)

    @property
    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return which actions are legal now, int8[n, actions]; 1: legal."""
        return self._given(self.many.out.legal)

    @property
    def seat(self) -> npt.NDArray[np.int64]:
        """The seat that is asked, int64[n]."""
        return self._given(self.many.out.seat)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observations, Info]:
        """Begin again. The same seed gives the same deals and the same opponents; None takes a new seed."""
        super().reset(seed=seed, options=options)
        out = self.many.begin(secrets.randbits(62) if seed is None else seed)
        return self._seen(out.seen), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Make one choice in every environment, int[n]. BadInput if an action is not legal; then nothing has changed."""
        out = self.many.step(actions)
        truncated = out.ended & out.given_up
        info = self._info()
        info["results"] = self._given(out.results)
        if out.ended.any():
            info["final_obs"], info["_final_obs"] = self._seen(out.last_seen), self._given(out.ended)
        return self._seen(out.seen), self._given(out.reward), out.ended & ~truncated, truncated, info

    def chosen(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every environment, int64[n]: compiled, the same ones after the same `reset`.

        BadInput: the opponents are bots in Python, or there is a memory.
        """
        if not isinstance(self.many, ManyMatches):
            raise BadInput("these environments are played in Python: take actions from the mask")
        return self.many.chosen().copy()

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.many.close()

    def _info(self) -> Info:
        return {"action_mask": self.action_mask, "seat": self.seat}

    def _seen(self, array: npt.NDArray[np.float32]) -> Observations:
        return array.view(np.uint8) if self.packed else array

    def _given(self, array: Any) -> Any:
        return array.copy() if self.copy else array


class VectorOnCard(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Lanes of matches on a graphics card behind Gymnasium's interface; made by `parlour.envs.vector(..., device="cuda")`.

    The same episodes as those of `VectorMatches`. Everything that is returned is a `CardArray`, the same each time, which the
    next step writes over: other libraries take it without a copy by DLPack. So is what `info` holds: "action_mask", "seat", and,
    after a step, "results" and "ended". What was seen last in episodes that ended is made when `last_seen` asks for it.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012, the name is Gymnasium's

    def __init__(self, many: CardMatches) -> None:
        self.many = many
        _describe(self, many)

    @property
    def action_mask(self) -> CardArray:
        """Return which actions are legal now, int8[n, actions]; 1: legal."""
        return self.many.out.legal

    @property
    def seat(self) -> CardArray:
        """The seat that is asked, int64[n]."""
        return self.many.out.seat

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[CardArray, Info]:
        """Begin again. The same seed gives the same deals and the same opponents; None takes a new seed."""
        super().reset(seed=seed, options=options)
        out = self.many.begin(secrets.randbits(62) if seed is None else seed)
        return out.seen, self._info()

    def step(self, actions: Any) -> tuple[CardArray, CardArray, CardArray, CardArray, Info]:
        """Make one choice in every environment: int64[n], on the card or not.

        BadInput for another shape or type, and for an action that is not legal, if the environment is `checked`.
        """
        out = self.many.step(actions)
        return out.seen, out.reward, out.terminated, out.given_up, self._info() | {"results": out.results, "ended": out.ended}

    def last_seen(self) -> CardArray:
        """Return what the seat that chose saw last where the last step ended an episode, float32[n, columns]; 0 elsewhere."""
        return self.many.last_seen()

    def chosen(self) -> CardArray:
        """Return a random legal action for every environment, int64[n]: after the same `reset` the same as on the processor."""
        return self.many.chosen()

    def _info(self) -> Info:
        return {"action_mask": self.action_mask, "seat": self.seat}


def _describe(env: Any, many: ManyMatches | PlainMatches | CardMatches) -> None:
    """Give an environment its spaces."""
    env.num_envs = many.n
    env.single_observation_space = gymnasium.spaces.Box(many.tensors.low, many.tensors.high, dtype=np.float32)
    env.single_action_space = gymnasium.spaces.Discrete(many.actions.n)
    env.observation_space = batch_space(env.single_observation_space, many.n)
    env.action_space = batch_space(env.single_action_space, many.n)
