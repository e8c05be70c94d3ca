"""Train a player by self-play with proximal policy optimisation, in some minutes on a laptop's processor.

    pip install 'parlour[envs,train]'
    python bench/ppo.py toepen --seats 3 --minutes 10 --every 2.5 -o learned.npz
    export PARLOUR_LEARNED=learned.npz
    parlour arena toepen --seats 3 --hands --no-isolated --bots bench/ppo.py:Learned,fair -n 3000

One network plays every seat, since observations are seen from the seat that is asked. Every so often it is examined in the arena
against `fair`, on deals that are not trained on; no game against `fair` is trained on. The learner is Schulman et al., "Proximal
Policy Optimization Algorithms" (2017), with advantages by Schulman et al., "High-Dimensional Continuous Control Using
Generalized Advantage Estimation" (2016), each seat's choices of a hand being one trajectory.

Minutes are of processor time: what a machine with nothing else to do takes by the clock with `--threads 1`. With `--device cuda`
matches, network and learning are all on the graphics card, and minutes are those of the clock; the arena stays on the processor.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.arena import compare
from parlour.bots.guests import Guest
from parlour.engine.game import Game
from parlour.envs import Actions, Tensors, vector

Floats = npt.NDArray[np.float32]
Weights = dict[str, Floats]

LANES, STEPS = 256, 64
"""Matches side by side, unless the command line says otherwise, and steps of each between two updates."""
MOST_UPDATES = 32
"""Into how many batches what was played is divided at most."""
LOOKED_AT = 1500
"""Random steps in which columns of the observation are looked at: one that never changed there is left out of the network."""
HIDDEN = 64
EPOCHS, BATCH, CLIP, RATE, LAMBDA, ENTROPY = 2, 2048, 0.2, 1e-3, 0.95, 0.02
UNTRAINED = 2**40
"""Seed of the deals of an examination."""
NEVER = -1e9
"""Logit of an illegal action."""


class Learned:
    """The trained player, for the arena: its weights are in the file that PARLOUR_LEARNED names. It plays what it holds best."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Weights = dict(np.load(os.environ["PARLOUR_LEARNED"])) if weights is None else weights
        self._known: tuple[Game, Tensors, Actions] | None = None

    def choose(self, view: Any) -> list[int]:
        """One choice; the arena asks again for the rest of a chain."""
        known = self._known
        if known is None or known[0] is not view.game:  # a match has a game of its own
            known = self._known = view.game, Tensors(view.game), Actions(view.game)
        _, tensors, actions = known
        legal = actions.mask(view)
        if legal.sum() == 1:
            return [actions.code(int(legal.argmax()), view)]
        x = tensors.of(view)[self.weights["columns"]]
        for layer in ("1", "2"):
            x = np.maximum(x @ self.weights["w" + layer].T + self.weights["b" + layer], 0.0)
        worth = x @ self.weights["wp"].T + self.weights["bp"]
        return [actions.code(int(np.where(legal, worth, NEVER).argmax()), view)]


def train(arguments: argparse.Namespace) -> None:
    """Self-play and updates until the time is up; then the weights and the curve are written."""
    import torch

    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    clock = time.process_time if arguments.device == "cpu" else time.perf_counter
    began, exam = clock(), Exam(arguments, clock)
    learner = Learner(arguments)
    curve: list[tuple[float, int, float, float]] = []
    decisions, spent, beaten, next_exam = 0, 0.0, 0.0, 0.0
    while True:
        learner.play()
        decisions += STEPS * arguments.lanes
        learner.learn(min(spent / (60 * arguments.minutes), 1.0))
        if arguments.device != "cpu":
            torch.cuda.synchronize()
        spent = clock() - began - exam.seconds
        if spent / 60 >= min(next_exam, arguments.minutes):
            next_exam = spent / 60 + arguments.every
            mean, margin = exam.sit(learner.weights())
            curve.append((spent / 60, decisions, mean, margin))
            told = f"{spent / 60:5.2f} min, {decisions:>10,} decisions ({decisions / spent:,.0f}/s)"
            print(f"{told}: {mean:+.3f} ± {margin:.3f} a hand", flush=True)
            if not beaten and mean > margin:
                beaten = spent
                print(f"better than {arguments.against} after {beaten:.1f} s", flush=True)
            if spent >= 60 * arguments.minutes:
                break
    np.savez(arguments.output, **learner.weights())
    if arguments.curve:
        draw(curve, arguments)


class Learner:
    """The network, the matches that it plays against itself, and the way it learns from them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        import torch
        from torch import nn

        self.arguments, self.device = arguments, arguments.device
        where = {"copy": False} if self.device == "cpu" else {"device": self.device, "checked": False}
        self.env = vector(arguments.game, arguments.lanes, seats=arguments.seats, hands=True, **where, **house(arguments))
        self.columns, choices = changing(self.env, arguments.seed), int(self.env.single_action_space.n)
        hidden = arguments.hidden
        self.body = nn.Sequential(nn.Linear(len(self.columns), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, choices), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        self.parts = nn.ModuleList([self.body, self.policy, self.value]).to(self.device)
        self.optimiser = torch.optim.Adam(self.parts.parameters(), lr=RATE, eps=1e-5)
        self.kept = Rollout(STEPS, arguments.lanes, len(self.columns), choices, arguments.seats, self.device)
        first = self.env.reset(seed=arguments.seed)
        self.seen: Any = first[0]
        self.info: dict[str, Any] = first[1]
        self.scale = 0.0
        """Results are divided by it: their standard deviation in the first steps."""

    def play(self) -> None:
        """Play some steps of all matches and keep what happens."""
        import torch

        kept = self.kept
        for step in range(STEPS):
            with torch.no_grad():
                legal = torch.from_dlpack(self.info["action_mask"])
                seen = torch.from_dlpack(self.seen)[:, self.columns]
                kept.note(step, seen, legal, torch.from_dlpack(self.info["seat"]))
                x = self.body(kept.seen[step])
                action, logarithm = drawn(self.policy(x).masked_fill(legal == 0, NEVER))
                kept.answer(step, action, logarithm, self.value(x)[:, 0])
            self.seen, _, terminated, _, self.info = self.env.step(action.numpy() if self.device == "cpu" else action)
            kept.ended[step] = torch.from_dlpack(terminated)
            kept.results[step] = torch.from_dlpack(self.info["results"])
        if self.scale == 0.0:
            self.scale = float(kept.results[kept.ended].std(correction=0))

    def learn(self, progress: float) -> None:
        """Learn from the steps that were played. progress: the share of the time that is spent."""
        import torch

        batch = self.kept.batch(self.scale)
        for group in self.optimiser.param_groups:
            group["lr"] = RATE * (1.0 - 0.9 * progress)
        for _ in range(self.arguments.epochs):
            for rows in torch.randperm(len(batch[0]), device=self.device).split(max(BATCH, len(batch[0]) // MOST_UPDATES)):
                loss = self.loss([array[rows] for array in batch], ENTROPY * (1.0 - progress))
                self.optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.parts.parameters(), 0.5)
                self.optimiser.step()

    def loss(self, rows: list[Any], weight: float) -> Any:
        """The loss over rows of a batch. weight: of the entropy of the policy."""
        import torch

        x, legal, action, before, advantage, target = rows
        y = self.body(x)
        odds = torch.log_softmax(self.policy(y).masked_fill(legal == 0, NEVER), dim=1)
        ratio = (odds.gather(1, action[:, None])[:, 0] - before).exp()
        advantage = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-8)
        gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        error = (self.value(y)[:, 0] - target).square().mean()
        entropy = -(odds.exp() * odds).sum(dim=1).mean()
        return 0.5 * error - gain - weight * entropy

    def weights(self) -> Weights:
        """The columns that the player looks at and its layers, under the names that `Learned` looks for."""
        found = {"w1": self.body[0].weight, "b1": self.body[0].bias, "w2": self.body[2].weight, "b2": self.body[2].bias}
        found |= {"wp": self.policy.weight, "bp": self.policy.bias, "columns": self.columns}
        return {name: array.detach().cpu().numpy().copy() for name, array in found.items()}


def changing(env: Any, seed: int) -> Any:
    """Return the columns of an observation that change in play at random, as a tensor of their numbers."""
    import torch

    seen, info = env.reset(seed=seed)
    least = torch.from_dlpack(seen).clone()
    most = least.clone()
    for _ in range(LOOKED_AT):
        legal = torch.from_dlpack(info["action_mask"])
        action, _ = drawn(torch.zeros(legal.shape, device=legal.device).masked_fill(legal == 0, NEVER))
        seen, _, _, _, info = env.step(action.numpy() if legal.device.type == "cpu" else action)
        torch.minimum(least, torch.from_dlpack(seen), out=least)
        torch.maximum(most, torch.from_dlpack(seen), out=most)
    return (most.amax(dim=0) > least.amin(dim=0)).nonzero()[:, 0]


def drawn(logits: Any) -> tuple[Any, Any]:
    """Return an action for each row, drawn with the odds of the logits, and the logarithm of its odds."""
    import torch

    odds = torch.log_softmax(logits, dim=1)
    noise = torch.empty_like(odds).exponential_()
    action = (odds - noise.log()).argmax(dim=1)
    return action, odds.gather(1, action[:, None])[:, 0]


def house(arguments: argparse.Namespace) -> dict[str, str]:
    """The house rules of --set."""
    return dict(rule.split("=", 1) for rule in arguments.set)


class Rollout:
    """The events of a number of steps of all lanes, in order, in tensors of a device."""

    def __init__(self, steps: int, lanes: int, columns: int, choices: int, seats: int, device: str) -> None:
        import torch

        def empty(*shape: int, dtype: Any = torch.float32) -> Any:
            return torch.empty((steps, lanes, *shape), dtype=dtype, device=device)

        self.seen, self.legal = empty(columns), empty(choices, dtype=torch.int8)
        self.action, self.seat = empty(dtype=torch.int64), empty(dtype=torch.int64)
        self.logarithm, self.value = empty(), empty()
        self.ended = empty(dtype=torch.bool)
        self.results = empty(seats)

    def note(self, step: int, seen: Any, legal: Any, seat: Any) -> None:
        """Keep what is asked before one step is made."""
        self.seen[step], self.legal[step], self.seat[step] = seen, legal, seat

    def answer(self, step: int, action: Any, logarithm: Any, value: Any) -> None:
        """Keep what is answered."""
        self.action[step], self.logarithm[step], self.value[step] = action, logarithm, value

    def batch(self, scale: float) -> list[Any]:
        """Rows to learn from: seen, legal, action, its log odds, advantage, target.

        Only of hands that ended, and if there was a choice. scale: what results are divided by.
        """
        import torch

        steps = len(self.results)
        advantage, target = torch.zeros_like(self.value), torch.zeros_like(self.value)
        known = torch.zeros_like(self.ended)
        done = torch.zeros_like(self.ended[0])  # whether the hand of the step at hand ends in this rollout
        reward = torch.zeros_like(self.results[0])  # by seat: result, and of its next choice value and trace
        later, trace = torch.zeros_like(reward), torch.zeros_like(reward)
        for step in range(steps - 1, -1, -1):
            end = self.ended[step]
            done |= end
            reward = torch.where(end[:, None], self.results[step] / scale, reward)
            later, trace = (array.masked_fill(end[:, None], 0.0) for array in (later, trace))
            at = self.seat[step][:, None]
            value = self.value[step]
            kept = (reward + later).gather(1, at)[:, 0] - value + LAMBDA * trace.gather(1, at)[:, 0]
            trace.scatter_(1, at, kept[:, None])
            advantage[step], target[step], known[step] = kept, kept + value, done
            later.scatter_(1, at, value[:, None])
            reward.scatter_(1, at, 0.0)
        rows = known & (self.legal.sum(dim=2) > 1)
        arrays = (self.seen, self.legal, self.action, self.logarithm, advantage, target)
        return [array[rows] for array in arrays]


class Exam:
    """Hands against another bot, each deal played in every seating: see `parlour.bots.arena`. No part of the training."""

    def __init__(self, arguments: argparse.Namespace, clock: Callable[[], float]) -> None:
        self.arguments, self.clock, self.seconds = arguments, clock, 0.0

    def sit(self, weights: Weights) -> tuple[float, float]:
        """The mean result of a hand, and half the width of its 95 % interval over deals."""
        asked, began = self.arguments, self.clock()
        found = compare(
            asked.game,
            [Guest(text="learned", player=Learned(weights)), asked.against],
            asked.exam,
            seats=asked.seats,
            house=house(asked),
            hands=True,
            seed=UNTRAINED,
        )
        self.seconds += self.clock() - began
        return found.players[0].mean, found.players[0].margin


def draw(curve: list[tuple[float, int, float, float]], arguments: argparse.Namespace) -> None:
    """The learning curve as SVG: the mean result of a hand over minutes, with its interval as a band."""
    wide, high, left, foot = 640, 320, 56, 40
    latest = max(point[0] for point in curve)
    least, most = min(mean - margin for _, _, mean, margin in curve), max(mean + margin for _, _, mean, margin in curve)
    least, most = float(np.floor(min(least, 0.0))), float(np.ceil(max(most, 0.0)))

    def at(minutes: float, worth: float) -> str:
        x, y = left + (wide - left - 16) * minutes / latest, (high - foot) - (high - foot - 16) * (worth - least) / (most - least)
        return f"{x:.1f},{y:.1f}"

    above = [at(minutes, mean + margin) for minutes, _, mean, margin in curve]
    middle = [at(minutes, mean) for minutes, _, mean, _ in curve]
    below = [at(minutes, mean - margin) for minutes, _, mean, margin in curve]
    title = f"{arguments.game}, {arguments.seats} seats: result of a hand against {arguments.against}, by minutes of training"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for worth in np.arange(least, most + 0.5, max(1.0, round((most - least) / 6))):
        x, y = at(0, float(worth)).split(",")
        lines.append(f'<path d="M{x} {y}H{wide - 16}" stroke="#{"888" if worth == 0 else "ddd"}"/>')
        lines.append(f'<text x="{left - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{worth:+.0f}</text>')
    between = next(step for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 50, latest) if latest / step <= 8)
    for minutes in np.arange(0.0, latest + 1e-9, between):
        x, _ = at(float(minutes), 0.0).split(",")
        lines.append(f'<text x="{x}" y="{high - foot + 18}" text-anchor="middle">{minutes:.3g}</text>')
    lines += [
        f'<text x="{wide - 16}" y="{high - 6}" text-anchor="end">minutes</text>',
        f'<path d="M{" L".join(above + below[::-1])}Z" fill="#2b6cb0" fill-opacity=".25"/>',
        f'<polyline points="{" ".join(middle)}" fill="none" stroke="#2b6cb0" stroke-width="2"/>',
        "</svg>",
    ]
    Path(arguments.curve).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    line = argparse.ArgumentParser(description="Train a player by self-play.")
    line.add_argument("game")
    line.add_argument("--seats", type=int, default=3)
    line.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help="a house rule; can be repeated")
    line.add_argument("--minutes", type=float, default=6.0, help="of training, examinations not counted (6)")
    line.add_argument("--every", type=float, default=1.0, help="minutes between examinations (1)")
    line.add_argument("--exam", type=int, default=100, help="deals of an examination, each played in every seating (100)")
    line.add_argument("--against", default="fair", help="the bot that it is examined against (fair)")
    line.add_argument("--threads", type=int, default=1, help="of the network (1)")
    line.add_argument("--device", default="cpu", help="cpu, or cuda for a graphics card (cpu)")
    line.add_argument("--lanes", type=int, default=LANES, help=f"matches side by side ({LANES})")
    line.add_argument("--hidden", type=int, default=HIDDEN, help=f"units of each of two layers ({HIDDEN})")
    line.add_argument("--epochs", type=int, default=EPOCHS, help=f"passes over what was played ({EPOCHS})")
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("-o", "--output", default="learned.npz")
    line.add_argument("--curve", help="where to draw the learning curve (SVG)")
    train(line.parse_args())


if __name__ == "__main__":
    main()
