"""Number of matches of a study: played in rounds, until intervals are as narrow as wished or the time is up.

After each round the figures say how many deals their width needs, and the next round plays as many more, at most doubling
what there is. Only widths decide, never the value of a figure: a study that stops when a difference has become significant finds
differences that are none.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .experiments import DUELS, WIDTH, Experiment, usual
from .measures import BY_NAME, Columns, Figures, Setting, cards, columns_of
from .progress import Progress
from .question import Question
from .screen import Effect, Played, measured, screened
from .statistics import needed
from .store import Store
from .tasks import CHUNK, Task
from .workers import Workers, run_missing

WIDE_ENOUGH, SHORT_OF_TIME, ALL_PLAYED = "as narrow as wished", "short of time", "as many as there may be"
HANDS = 20_000
"""Deals whose hands are looked at for what cards are worth."""
SCREENING = 0.2
"""Part of the time that house rules get."""
FIRST_LOOK = 20.0
"""Seconds of matches by the policy before the first report."""
GROWS = 20.0
"""Seconds between two reports while a study goes on."""
LOOKS = 60
"""Decisions of a match that are looked at, if it has more: many of one match say less than some of several."""


@dataclass(frozen=True)
class Answer:
    """Result of an experiment. ended: why it stopped; matches: deals played; seconds: spent in this run."""

    experiment: Experiment
    columns: Columns
    figures: dict[str, Figures]
    matches: int
    seconds: float
    ended: str


@dataclass
class Study:
    """A question and what has been found. figures: by measure; effects: what house rules change in matches by the policy;
    played_out: what the largest of those change among players of the ladder; growing: whether the study still goes on.
    """

    question: Question
    title: str
    setting: Setting
    answers: list[Answer]
    figures: dict[str, Figures] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    played_out: list[Played] = field(default_factory=list)
    cards: Figures = field(default_factory=dict)
    card_probabilities: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    growing: bool = False

    @property
    def width(self) -> float:
        """The half width wished for."""
        return self.question.width or WIDTH

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as data for JSON and for `figures.json`."""
        return {
            "game": self.question.game,
            "title": self.title,
            "seats": self.question.seats,
            "house": dict(self.question.house),
            "players": list(self.question.players),
            "seed": self.question.seed,
            "width": self.width,
            "played": {
                one.experiment.name: {
                    "kind": one.experiment.kind,
                    "bots": list(one.experiment.bots),
                    "matches": one.matches,
                    "ended": one.ended,
                }
                for one in self.answers
            },
            "figures": {
                name: {part: figure.as_dict() for part, figure in figures.items()}
                for name, figures in self.figures.items()
                if figures
            },
            "cards": {card: figure.as_dict() | {"p": self.card_probabilities.get(card)} for card, figure in self.cards.items()},
            "effects": [effect.as_dict() for effect in self.effects],
            "played_out": [one.as_dict() for one in self.played_out],
        }


class Conductor:
    """Has experiments played, round by round. now: the clock, in seconds."""

    def __init__(
        self,
        question: Question,
        store: Store,
        workers: Workers,
        progress: Progress | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.question, self.store, self.workers, self.progress, self.now = question, store, workers, progress, now
        self.width = question.width or WIDTH
        self.setting = Setting(question.game, question.seats, question.players, question.seed)
        self.ends = now() + 60 * question.minutes if question.minutes else math.inf

    @property
    def left(self) -> float:
        """The seconds that are left of the time for the study."""
        return self.ends - self.now()

    def tasks(self, experiment: Experiment, matches: int) -> list[Task]:
        """The tasks of an experiment's first this many matches."""
        house = dict(experiment.house)
        return self.question.chunks(experiment.kind, experiment.bots, matches, house=house, every=experiment.every)

    def rows(self, tasks: Sequence[Task]) -> Columns:
        """Their results, which must be there; players as numbers of the question's ladder."""
        columns = columns_of([self.store.read(task) for task in tasks])
        if tasks and "players" in columns:
            places = np.array([self.question.players.index(bot) for bot in tasks[0].bots])
            return columns | {"players": places[np.asarray(columns["players"], np.int64)]}
        return columns

    def matches_done(self, experiment: Experiment) -> int:
        """Return the number of an experiment's matches that are done, from the first on."""
        done, more = 0, 16
        while True:
            tasks = self.tasks(experiment, (done + more) * CHUNK[experiment.kind])[done:]
            if missing := self.store.missing(tasks):
                return (done + tasks.index(missing[0])) * CHUNK[experiment.kind]
            done += more

    def have(self, tasks: Sequence[Task], seconds: float = math.inf) -> bool:
        """Have tasks done that are not yet, as far as the seconds allow; return whether all of them are."""
        if seconds > 0:
            run_missing(tasks, self.store, self.workers, self.progress, seconds)
        return math.isinf(seconds) or not self.store.missing(tasks)

    def answer(self, experiment: Experiment, seconds: float) -> Answer | None:
        """Play an experiment until it is as narrow as wished, or for about this many seconds.

        Rounds are as long as the seconds allow, by the pace of the round before. What takes much longer all the same is given up:
        the first round, which may have to load or compile the players, after half of the time that is left for the study. None if
        there is nothing then.
        """
        began, chunk, matches = self.now(), CHUNK[experiment.kind], 0
        patience = max(2 * seconds, self.left / 2)
        want = self.question.games if experiment.kind == "playouts" else chunk
        pace = 0.0
        while True:  # the first round is small: it tells how long the next may be
            want = -(-min(want, experiment.most) // chunk) * chunk
            tasks = self.tasks(experiment, want)
            missing, before = len(self.store.missing(tasks)), self.now()
            whole = self.have(tasks, patience - (before - began))
            if missing:
                pace = (self.now() - before) / (missing * chunk)
            matches = want if whole else self.matches_done(experiment)
            if not matches:
                return None
            columns = self.rows(self.tasks(experiment, matches))
            decisive = experiment.narrow(columns, self.setting, self.width)
            goal = max((needed(figure, margin) * matches // max(figure.n, 1) for figure, margin in decisive), default=0)
            left = seconds - (self.now() - began)
            if not whole:
                ended = SHORT_OF_TIME
                break
            if goal <= matches * 1.02 or matches >= experiment.most:
                ended = WIDE_ENOUGH if goal <= matches * 1.02 else ALL_PLAYED
                break
            wanted = want = min(goal, max(2 * matches, experiment.start))
            if pace > 0 and want - matches > left / pace:
                want = matches + int(left / pace) // chunk * chunk
            if left <= 0 or want <= matches:
                want = min(wanted, self.matches_done(experiment))  # what an earlier run has played costs no time
                if want <= matches:
                    ended = SHORT_OF_TIME
                    break
        figures = {name: BY_NAME[name](columns, self.setting) for name in experiment.measures}
        return Answer(experiment, columns, figures, matches, self.now() - began, ended)


def conduct(
    question: Question,
    store: Store,
    workers: Workers,
    progress: Progress | None = None,
    now: Callable[[], float] = time.monotonic,
    tell: Callable[[Study], object] | None = None,
) -> Study:
    """Answer a question: play, measure, screen the house rules. What the store holds already is not played again.

    question.minutes: how long it may take (0: until every interval is as narrow as question.width asks). tell: called with
    what has been found so far, soon after the beginning and then every GROWS seconds or so.
    """
    game = question.open()
    conductor = Conductor(question, store, workers, progress, now)
    experiments = usual(game, question.players, question.house)
    began, shown_at = now(), -math.inf
    screening = SCREENING if question.screen and (question.vary or game.room.Table.options) else 0.0
    study = Study(question, game.room.title, conductor.setting, [], growing=True)

    def found(*answers: Answer | None) -> None:
        nonlocal shown_at
        study.answers = [one for one in answers if one is not None]
        if tell is not None and study.answers and now() - shown_at >= GROWS:
            study.figures, study.seconds = gathered(study.answers, conductor.setting), now() - began
            tell(study)
            shown_at = now()

    if tell is not None and conductor.left > 2 * FIRST_LOOK:
        found(conductor.answer(experiments[0], FIRST_LOOK))
    for k, experiment in enumerate(experiments):
        if experiment.kind == "decisions":
            experiment = replace(experiment, every=_every(study.answers))
        rest = sum(one.weight for one in experiments[k:]) + screening
        answer = conductor.answer(experiment, conductor.left * experiment.weight / rest)
        found(*(study.answers if k else ()), answer)
    study.figures = gathered(study.answers, conductor.setting)
    study.cards, study.card_probabilities = cards_of(question, study.answers)
    if screening and study.answers:
        left = conductor.left
        study.effects = screened(question, conductor, study.answers[0].matches, until=now() + left / 2)
        study.played_out = measured(study.effects, question, conductor, until=conductor.ends)
    study.seconds, study.growing = now() - began, False
    return study


def _every(answers: Sequence[Answer]) -> int:
    """One decision in how many is looked at, for LOOKS of a match: by the length of its first matches by the policy, which are
    the same however long a study goes on.
    """
    lengths = next((one.columns["decisions"] for one in answers if one.experiment.kind == "playouts"), np.zeros(1))
    return max(1, round(float(np.mean(lengths[: CHUNK["playouts"]])) / LOOKS))


def gathered(answers: Sequence[Answer], setting: Setting) -> dict[str, Figures]:
    """The figures of all experiments; those of duels from all pairs of the ladder together."""
    found: dict[str, Figures] = {}
    for one in answers:
        found |= {name: figures for name, figures in one.figures.items() if name not in DUELS}
    duels = [one.columns for one in answers if one.experiment.measures == DUELS]
    if duels:
        columns = {
            name: np.concatenate([one[name] for one in duels]) for name in ("match", "seating", "players", "payoff", "winners")
        }
        found |= {name: BY_NAME[name](columns, setting) for name in ("elo", "elo_spread", *DUELS)}
    return found


def cards_of(question: Question, answers: Sequence[Answer]) -> tuple[Figures, dict[str, float]]:
    """Return the value of each card in the first hand, from the matches by the policy; nothing if no hands are dealt."""
    game = question.open()
    playouts = next((one for one in answers if one.experiment.kind == "playouts"), None)
    if playouts is None or not cards.has_hands(game):
        return {}, {}
    some = {name: column[:HANDS] for name, column in playouts.columns.items()}
    hands = cards.dealt(game, question.seed, np.asarray(some["match"], np.int64))
    return cards.worth(some, Setting(question.game, question.seats), hands, game.room.low)
