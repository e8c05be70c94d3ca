"""Whole studies in their folders: results, figures and a report; one game, or all of them with a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from parlour.engine.errors import BadInput

from . import depth, report, summary, wish_report
from .progress import Progress
from .question import Question
from .rounds import Conductor, Study, conduct
from .settings import Answered, Search
from .store import Store, Tell, log
from .wishes import wishes
from .workers import Workers

PAGE, TABLE = "all-games.md", "all-games.toml"
LEAST = 0.5
"""Minutes that a game gets if the time for all is up."""


def one(question: Question, folder: Path, workers: Workers, progress: Progress | None = None) -> tuple[Study, Path]:
    """A study with its figures and its report, whose path is returned, in its folder. BadInput if that cannot be written.

    The report is written from the beginning on and grows, so that there is one if the study is stopped.
    """
    store = Store(folder, question, _tell(progress))
    study = conduct(question, store, workers, progress, tell=lambda so_far: report.write(so_far, folder))
    if not study.answers:
        raise BadInput(f"{question.open().room.name}: the time was too short for the first matches; give more minutes")
    summary.keep(study, folder)
    return study, report.write(study, folder)


def wished(
    question: Question, texts: Sequence[str], folder: Path, workers: Workers, progress: Progress | None = None
) -> tuple[Answered, Path]:
    """Settings of a game for wishes, and the path of the report on them. BadInput if the time was too short."""
    store = Store(folder, question, _tell(progress))
    found = Search(question, wishes(texts, question.seats), Conductor(question, store, workers, progress)).answer()
    return found, wish_report.write(found, folder)


def deep(question: Question, folder: Path, workers: Workers, progress: Progress | None = None) -> tuple[depth.Depth, Path]:
    """The depth of a game, and the path of the report on it."""
    found = depth.measured(question, Conductor(question, Store(folder, question, _tell(progress)), workers, progress))
    return found, depth.write(found, folder)


def _tell(progress: Progress | None) -> Tell:
    return progress.print_line if progress else log


def _raise(game: str, error: Exception) -> None:
    raise error


def every(
    questions: Sequence[Question],
    folder: Path,
    workers: Workers,
    progress: Progress | None = None,
    *,
    minutes: float,
    command: str,
    now: Callable[[], float] = time.monotonic,
    failed: Callable[[str, Exception], None] = _raise,
) -> list[summary.StudyData]:
    """Make one study per game, each in a folder of its own, and the table of them all; games that are done are not done again.

    A game that fails for any reason does not stop the others: it is named to `failed` with the error, and is done again
    where the study goes on. BadInput if a folder holds another question, before anything is played.

    minutes: for all of them (0: as long as it takes); each gets its part of what is left. command: what the table says made it.
    """
    folders = [folder / question.open().room.name for question in questions]
    for own, question in zip(folders, questions, strict=True):
        Store(own, question, _tell(progress))
    ends, found = now() + 60 * minutes, []
    for k, (own, question) in enumerate(zip(folders, questions, strict=True)):
        left = max((ends - now()) / 60 / (len(questions) - k), LEAST) if minutes else 0.0
        if progress:
            progress.study(f"{own.name}, {k + 1} of {len(questions)}", ends if minutes else 0.0)
        try:
            figures = (
                summary.kept(own, _tell(progress)) or one(replace(question, minutes=left), own, workers, progress)[0].as_dict()
            )
        except Exception as error:
            failed(own.name, error)
        else:
            found.append(figures)
    if not found:
        raise BadInput("no game could be studied")
    summary.write(found, folder / PAGE, folder / TABLE, command)
    return found
