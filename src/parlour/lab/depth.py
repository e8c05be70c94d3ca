"""Depth of a game: how many doublings of the search's budget still win 60 % of matches against the budget before.

For two players, 60 % of matches is a fifth decided by play; this fifth is the bound at any number of seats. The more doublings
there are, the longer thinking pays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.engine.counting import counted
from parlour.engine.files import write_text

from . import plots
from .experiments import Experiment
from .question import Question
from .report import REPORT, Part, filled
from .sentences import percent
from .statistics import NOTHING, Figure

if TYPE_CHECKING:
    from .rounds import Conductor

STEP = 0.2
"""The share of matches that play decides if one of two players wins 60 %."""
FIRST_BUDGET, STEPS = 16, 8
"""Iterations of the weakest search, and how often they are doubled at most."""
START = 10
CAVEAT = (
    "The depth counts doublings from the first on. A step counts as won if play decides at least 20 % of its matches, which is "
    "60 % of matches for two players. The players are the search of the house: another player may gain longer, or less long."
)


def ladder() -> tuple[str, ...]:
    """The searches, each with twice the budget of the one before."""
    return tuple(f"search:iterations={FIRST_BUDGET << k}" for k in range(STEPS + 1))


def depth(steps: Sequence[Figure]) -> Figure:
    """Return how many steps in a row, from the first on, decide at least STEP; infinite above if no step is shown to decide less.

    steps: how much play decides between each budget and the one before. The lower end counts steps that are shown to decide as
    much, the upper end goes to the first that is shown to decide less.
    """
    known = [one for one in steps if one.known]
    if not known:
        return NOTHING
    value = _run([one.value >= STEP for one in known])
    low, short = _run([one.low >= STEP for one in known]), [k for k, one in enumerate(known) if one.high < STEP]
    return Figure(float(value), float(low), float(short[0]) if short else math.inf, min(one.n for one in known))


def _run(flags: Sequence[bool]) -> int:
    """Return how many are true before the first that is not."""
    return next((k for k, flag in enumerate(flags) if not flag), len(flags))


@dataclass(frozen=True)
class Depth:
    """The depth of a game. steps: how much play decides between each budget and the one before, as far as there was time."""

    question: Question
    title: str
    steps: tuple[Figure, ...]

    @property
    def figure(self) -> Figure:
        """See `depth`."""
        return depth(self.steps)

    def as_dict(self) -> dict[str, Any]:
        """Return the figure as data for JSON."""
        budgets = [FIRST_BUDGET << k for k in range(1, len(self.steps) + 1)]
        steps = [{"iterations": budget} | one.as_dict() for budget, one in zip(budgets, self.steps, strict=True)]
        return {"game": self.question.game, "seats": self.question.seats, "depth": self.figure.as_dict(), "steps": steps}


def measured(question: Question, conductor: Conductor) -> Depth:
    """Play each budget against the one before, until a step is shown to decide less than STEP or the time is up.

    question: its players are those of `ladder`.
    """
    steps: list[Figure] = []
    for k, pair in enumerate(zip(question.players, question.players[1:], strict=False)):
        experiment = Experiment(f"step {k}", "matches", pair, ("skill",), ("skill",), 1.0, question.house, start=START)
        answer = conductor.answer(experiment, conductor.left / min(3, STEPS - k))
        if answer is None:
            break
        steps += answer.figures["skill"].values()
        if steps[-1].known and steps[-1].high < STEP:
            break
        if conductor.left <= 0:
            break
    return Depth(question, question.open().room.title, tuple(steps))


def lines(found: Depth) -> list[str]:
    """The depth in a sentence, and each step."""
    depth = found.figure
    if not depth.known:
        return ["The time was too short for the first deals; give more --minutes."]
    ends = f"{depth.low:.0f} to {depth.high:.0f}" if depth.bounded else f"{depth.low:.0f} or more"
    lines = [f"{depth.value:.0f} doublings of the search budget in a row still win 60 % against the budget before ({ends})."]
    return lines + [f"{named(k)}: play decides {percent(one)} of matches." for k, one in enumerate(found.steps)]


def named(step: int) -> str:
    """A step in words.

    >>> named(0)
    '32 iterations against 16'
    """
    return f"{FIRST_BUDGET << step + 1} iterations against {FIRST_BUDGET << step}"


def write(found: Depth, folder: Path) -> Path:
    """Write the report into the study's folder."""
    figures = {named(k): one for k, one in enumerate(found.steps)}
    svg = plots.dots(figures, "depth", "decided by play, %", 100, even=100 * STEP) if figures else ""
    caption = "How much play decides between each budget and the one before; the line is at 60 % of matches for two."
    parts: list[Part] = [("Depth", lines(found), [(caption, svg)] if svg else [])]
    players = f"For {counted(found.question.seats, 'player')}, the seed {found.question.seed}. Intervals are 95 %."
    path = folder / REPORT
    write_text(path, filled(title=f"{found.title}: depth", asked=players, parts=parts, caveat=CAVEAT))
    return path
