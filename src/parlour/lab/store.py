"""A folder of results: `question.toml`, and in `results` a Parquet file for each task that is done, named by its key.

A file appears whole or not at all. So a study may be killed at any moment, and goes on from the files that are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from parlour.engine.errors import BadInput
from parlour.engine.files import make_folder, read_bytes, read_text, refusals, write_bytes, write_text

from .arrow import Rows, arrow, parquet
from .question import Question, read_question
from .tasks import Task

QUESTION = "question.toml"
RESULTS = "results"
MOST = 1 << 30
"""Bytes of a result that is read."""


class Store:
    """The folder of a study, made where there is none. BadInput where it holds another question, or cannot be written to."""

    def __init__(self, folder: str | Path, question: Question) -> None:
        self.folder, self.question = Path(folder), question
        self.results = self.folder / RESULTS
        file = self.folder / QUESTION
        with refusals(folder):
            if not file.exists():
                if self.folder.exists() and any(self.folder.iterdir()):
                    raise BadInput(f"{folder}: the folder holds something else; a study wants a new one, or its own")
                make_folder(self.results)
                write_text(file, question.as_toml())
            make_folder(self.results)
            known = read_text(file)
        if differs := _difference(read_question(known), question):
            raise BadInput(f"{folder}: a study that was begun with another {differs}; give another folder, or ask the same")

    def path(self, task: Task) -> Path:
        """Where the result of a task is kept."""
        return self.results / f"{task.key}.parquet"

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that are still to be done, in order."""
        done = {path.name for path in self.results.iterdir()}
        return [task for task in tasks if self.path(task).name not in done]

    def keep(self, task: Task, table: Rows) -> None:
        """Write the result of a task. BadInput where there is no room for it."""
        sink = arrow().BufferOutputStream()
        parquet().write_table(table, sink, compression="zstd")
        write_bytes(self.path(task), sink.getvalue().to_pybytes())

    def read(self, task: Task, columns: Sequence[str] | None = None) -> Rows:
        """The result of a task that is done, whole or some of its columns. BadInput where its file is damaged."""
        try:
            return parquet().read_table(
                arrow().BufferReader(read_bytes(self.path(task), MOST)), columns=None if columns is None else list(columns)
            )
        except (arrow().ArrowInvalid, OSError) as error:
            raise BadInput(f"{self.path(task)} cannot be read ({error}); without it the study does its work again") from None

    def read_all(self, tasks: Iterable[Task], columns: Sequence[str] | None = None) -> Rows:
        """The results of tasks, one below the other in their order. All of them must be done."""
        return arrow().concat_tables([self.read(task, columns) for task in tasks])


def _difference(known: Question, asked: Question) -> str:
    """In what two questions differ, in a word; nothing where they are the same."""
    if Path(known.game).name != Path(asked.game).name:
        return "game"
    names = ("seats", "seed", "players", "house", "vary", "rules", "code")
    words = (
        "number of players",
        "seed",
        "ladder of players",
        "house rules",
        "options to vary",
        "state of the room's files",
        "version of the bots or of what plays them",
    )
    return next((word for name, word in zip(names, words, strict=True) if getattr(known, name) != getattr(asked, name)), "")
