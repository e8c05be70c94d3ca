"""A folder of results: `question.toml`, and in `results` a Parquet file for each task that is done.

A file appears whole or not at all. So a study may be killed at any moment, and goes on from the files that are there.

Nothing is read back that is not as it was written: the name of a result is the key of its task and the checksum of the whole
file, and texts carry a checksum of what they say (`sealed`). A result that is damaged, or has no checksum, is named, and done
again.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.files import make_folder, read_bytes, read_toml, refusals, write_bytes, write_text

from .arrow import Rows, arrow, parquet
from .question import Question, as_toml, question_of
from .tasks import Task

QUESTION = "question.toml"
RESULTS = "results"
MOST = 1 << 30
"""Bytes of a result that is read."""
SUM = "sha256"
"""Where a text carries its checksum."""
WHY = "it is damaged, or was written without a checksum"

Tell = Callable[[str], None]
"""Takes a line for the person who watches."""


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text of a JSON or TOML file, with its checksum."""
    return {SUM: _sum_of(data)} | dict(data)


def is_sealed(data: Mapping[str, Any]) -> bool:
    """Whether what a file says is what it was written with."""
    return data.get(SUM) == _sum_of(data)


def _sum_of(data: Mapping[str, Any]) -> str:
    content = {name: value for name, value in data.items() if name != SUM}
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def log(line: str) -> None:
    """Tell a line if there is no progress to tell it: Python prints it to standard error unless told otherwise."""
    logging.getLogger(__name__).warning(line)


class Store:
    """The folder of a study, made if there is none. BadInput if it holds another question, or cannot be written to.

    tell: called with each file that was found damaged.
    """

    def __init__(self, folder: str | Path, question: Question, tell: Tell = log) -> None:
        self.folder, self.question, self.tell = Path(folder), question, tell
        self.results = self.folder / RESULTS
        self._files: dict[str, Path] = {}
        self._looked_at: dict[Path, bool] = {}
        file = self.folder / QUESTION
        with refusals(folder):
            if not file.exists():
                if self.folder.exists() and any(self.folder.iterdir()):
                    raise BadInput(f"{folder}: the folder holds something else; a study wants a new one, or its own")
                make_folder(self.results)
                write_text(file, as_toml(sealed(question.as_dict())))
        known = self._known(file)
        if known is None and not self.results.exists():
            raise BadInput(f"{file}: it is not a question of a study, and there are no results beside it")
        make_folder(self.results)
        if known is None:  # results go by the digest of their own task, so the question can be written again
            tell(f"{file}: it is damaged; it is written again as asked now")
            write_text(file, as_toml(sealed(question.as_dict())))
        elif differs := _difference(known, question):
            raise BadInput(f"{folder}: this study was started with another {differs}; use another folder, or the same {differs}")

    def _known(self, file: Path) -> Question | None:
        """The question in the folder; None if it is damaged. One without a checksum is an earlier version's, and believed: it is
        only compared with what is asked."""
        try:
            data = read_toml(file)
            return question_of(data) if is_sealed(data) or self._early(data) else None
        except BadInput:
            if read_bytes(file):  # it can be read, but says nothing
                return None
            raise

    def _early(self, data: Mapping[str, Any]) -> bool:
        """Whether this is a question without a checksum. One whose checksum has lost its name is not."""
        return set(data) <= set(self.question.as_dict())

    def path(self, task: Task) -> Path:
        """Return where the result of a task is kept, once it is done."""
        return self._files.get(task.key, self.results / f"{task.key}.parquet")

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that are still to be done, or to be done again because their file is damaged, in order."""
        self._files = {path.stem.partition("-")[0]: path for path in self.results.glob("*.parquet")}
        return [task for task in tasks if task.key not in self._files or not self._is_whole(self.path(task))]

    def _is_whole(self, path: Path) -> bool:
        """Whether a file is as it was written. Each is looked at once, and again when it is read."""
        if path not in self._looked_at:
            self._looked_at[path] = _fits(path, read_bytes(path, MOST))
            if not self._looked_at[path]:
                self.tell(f"{path}: {WHY}; its work is done again")
        return self._looked_at[path]

    def keep(self, task: Task, table: Rows) -> None:
        """Write the result of a task. BadInput if there is no room for it."""
        sink = arrow().BufferOutputStream()
        parquet().write_table(table, sink, compression="zstd", write_page_checksum=True)
        data = sink.getvalue().to_pybytes()
        before, path = self.path(task), self.results / f"{task.key}-{_sum(data)}.parquet"
        write_bytes(path, data)
        self._files[task.key], self._looked_at[path] = path, True
        if before != path:
            with refusals(before):
                before.unlink(missing_ok=True)

    def read(self, task: Task, columns: Sequence[str] | None = None) -> Rows:
        """The result of a task that is done, whole or some of its columns. BadInput if its file is damaged."""
        path = self.path(task)
        data = read_bytes(path, MOST)
        if not _fits(path, data):
            self._looked_at[path] = False
            raise BadInput(f"{path}: {WHY}; the same command does its work again")
        return parquet().read_table(arrow().BufferReader(data), columns=None if columns is None else list(columns))

    def read_all(self, tasks: Iterable[Task], columns: Sequence[str] | None = None) -> Rows:
        """The results of tasks, one below the other in their order. All of them must be done."""
        return arrow().concat_tables([self.read(task, columns) for task in tasks])


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _fits(path: Path, data: bytes) -> bool:
    """Whether data have the checksum in the name of their file."""
    return path.stem.partition("-")[2] == _sum(data)


def _difference(known: Question, asked: Question) -> str:
    """Return in a word in what two questions differ; nothing if they are the same."""
    if Path(known.game).name != Path(asked.game).name:
        return "game"
    names = ("seats", "seed", "players", "house", "vary", "rules", "code", "isolated")
    words = (
        "number of players",
        "seed",
        "ladder of players",
        "house rules",
        "options to vary",
        "state of the room's files",
        "version of the bots or of what plays them",
        "choice of --isolated or --no-isolated",
    )
    return next((word for name, word in zip(names, words, strict=True) if getattr(known, name) != getattr(asked, name)), "")
