"""The games of the house as environments of PettingZoo (AEC: agents act one after another), for libraries that train on it.

    from parlour.envs import pettingzoo
    env = pettingzoo.env("toepen", seats=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination else env.action_space(agent).sample(info["action_mask"])
        env.step(action)

One episode is a match. What an agent gets is made from its masked view. Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.view import View

from .actions import Actions
from .tensors import Tensors

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:  # an extra: `raw_env` says so
    AECEnv = None

__all__ = ["HouseEnv", "env", "raw_env"]

PAYOFF, SCORE = "payoff", "score"
ANSI, HUMAN = "ansi", "human"


def env(
    name: str, seats: int | None = None, memory: bool = False, rewards: str = PAYOFF, render_mode: str | None = None, **house: Any
) -> Any:
    """Return a game as an AEC environment, in PettingZoo's wrappers that check how it is used.

    name: of a game of the house, or a room's folder. seats, house: as for `parlour.game`. memory: observations also say what the
    seat remembers of unseen cards. rewards: "payoff", the result when the match is over; or "score", each change of the score as
    it happens (more is better). render_mode: "ansi", `render` returns what the agent on turn sees as text; "human", it prints
    that.

    BadInput: says which games, seats or values there are.
    """
    raw = raw_env(name, seats, memory, rewards, render_mode, **house)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def raw_env(
    name: str, seats: int | None = None, memory: bool = False, rewards: str = PAYOFF, render_mode: str | None = None, **house: Any
) -> HouseEnv:
    """Return the environment that `env` wraps, without the wrappers that check its use; arguments as there."""
    if AECEnv is None:
        raise BadInput("PettingZoo is not installed: pip install 'parlour[pettingzoo]'")
    return HouseEnv(Game(name, seats, house), memory, rewards, render_mode)


class HouseEnv(AECEnv if AECEnv else object):  # type: ignore[misc]
    """A game as a PettingZoo environment. Made by `env`.

    An observation is a dict: "observation", float32 as in `Tensors`; "action_mask", int8, 1 if the action is legal, all 0 for
    agents that are not on turn. The mask is in `infos` too. Several picks of one move are several steps of the same agent; agents
    that choose at the same time are asked one after another and do not see the others' answers.
    """

    def __init__(self, game: Game, memory: bool, rewards: str, render_mode: str | None) -> None:
        super().__init__()
        for what, value, known in (
            ("rewards", rewards, (PAYOFF, SCORE)),
            ("render_mode", render_mode, (None, ANSI, HUMAN)),
        ):
            if value not in known:
                raise BadInput(f"{what} is {' or '.join(map(str, known))}, not {value!r}")
        self.game, self.scored, self.render_mode = game, rewards == SCORE, render_mode
        self.tensors, self.action = Tensors(game, memory=memory), Actions(game)
        name = f"parlour_{game.room.name}"
        self.metadata = {"name": name, "render_modes": [ANSI, HUMAN], "is_parallelizable": False, "render_fps": 1}
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = spaces.Box(self.tensors.low, self.tensors.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.action.n,), np.int8)
        self.observation_spaces = {agent: _both(box, mask) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.action.n) for agent in self.possible_agents}
        self._nothing = np.zeros(self.action.n, np.int8)
        self._legal: list[int] = []
        self.match: Match | None = None

    def __str__(self) -> str:
        """The name, as PettingZoo shows it."""
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match. The same seed gives the same deals for any play; None takes a new seed. There are no options."""
        self.match = self.game.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self.match.turn]
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent."""
        return {"observation": self.tensors.of(self._view(agent)), "action_mask": self.infos[agent]["action_mask"].copy()}

    def step(self, action: int | None) -> None:
        """Make the choice of the agent on turn; None for an agent whose match is over. BadInput if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        match = self._begun()
        before = match.score if self.scored else []
        match.play(self._code(-1 if action is None else int(action), agent), seat=self.seat_of[agent])
        self._cumulative_rewards[agent] = 0.0
        over = match.over
        # Once it is over each agent is taken off in turn, which begins at the one that was on turn.
        self.agent_selection = agent if over else self.possible_agents[match.turn]
        for seat, one in enumerate(self.agents):
            self.rewards[one] = self._reward(seat, before)
            self.terminations[one] = over
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == HUMAN:
            self.render()

    def render(self) -> str | None:
        """Return the view of the agent on turn, as a position; unknown cards are `??`."""
        if self.render_mode is None:
            return None
        text = self._view(self.agent_selection).position()
        if self.render_mode == HUMAN:
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    def _reward(self, seat: int, before: list[int]) -> float:
        match = self._begun()
        if self.scored:
            return float((before[seat] - match.score[seat]) if self.game.room.low else (match.score[seat] - before[seat]))
        return match.payoff[seat] if match.over else 0.0

    def _ask(self) -> None:
        """Find what the agent on turn may choose, and give each agent its observation."""
        match, mover = self._begun(), self.agent_selection
        self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in self.agents}
        if self.action.exact:
            self._legal = [] if match.over else match.codes(match.turn)
            self.infos[mover] = {"action_mask": self.action.mask_of(self._legal)}
        else:
            self.infos[mover] = {"action_mask": self.action.mask(self._view(mover))}

    def _code(self, action: int, agent: str) -> int:
        return self.action.code_among(action, self._legal) if self.action.exact else self.action.code(action, self._view(agent))

    def _view(self, agent: str) -> View:
        return self._begun().view(self.seat_of[agent], memory=self.tensors.memory)

    def _begun(self) -> Match:
        if self.match is None:
            raise BadInput("the environment has not been reset")
        return self.match


def _both(observation: Any, mask: Any) -> Any:
    return spaces.Dict({"observation": observation, "action_mask": mask})
