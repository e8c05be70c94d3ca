"""Verdicts kept in a file as they are found, so that a long run goes on from where it stopped.

A CSV file, a line a verdict; of several for one deal the last counts. Lines that win are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import append_text, read_text, write_text
from parlour.engine.game import Game
from parlour.engine.spreadsheet import Row, number_of, read_rows, write_rows

from .deals import Deal
from .verdicts import Verdict

COLUMNS = ("id", "house", "verdict", "states", "seconds", "limit")
WORDS = {"winnable": True, "unwinnable": False, "unsettled": None}


class Kept:
    """The verdicts of a file, which is made if there is none. BadInput if it holds something else, or deals of another
    game or under other house rules.

    limit: seconds of processor time for a deal; one that was left unsettled within less is to be looked at again.
    """

    def __init__(self, path: str, game: Game, limit: float) -> None:
        self._path, self._limit = Path(path), limit
        self._house = f"{game.room.name} " + " ".join(f"{name}={value}" for name, value in sorted(game.options.items()))
        self._found: dict[str, Verdict] = {}
        if not self._path.exists() or not self._path.stat().st_size:
            write_text(self._path, _line(COLUMNS))
        text = read_text(self._path)
        try:
            self._read(read_rows(text, COLUMNS))
        except (ValueError, KeyError) as error:
            if isinstance(error, BadInput) and str(error).startswith(f"{path}"):
                raise
            raise BadInput(f"{path} is not a file of verdicts, with the columns {', '.join(COLUMNS)}") from None
        if not text.startswith(_line(COLUMNS)):  # a spreadsheet wrote it in its own way: what is added would not fit
            cells = [[row[column] for column in COLUMNS] for row in read_rows(text, COLUMNS)]
            for row in cells:
                row[4:] = [value.replace(",", ".") for value in row[4:]]
            write_text(self._path, "".join(map(_line, [COLUMNS, *cells])))
        elif not text.endswith("\n"):
            append_text(self._path, "\n")

    def _read(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if row["house"] != self._house:
                raise BadInput(f"{self._path} holds verdicts on other deals: {shown(row['house'])}, not {self._house}")
            seconds, limit = number_of(row["seconds"]), number_of(row["limit"])
            if seconds is None or limit is None:
                raise ValueError
            verdict = Verdict(WORDS[row["verdict"]], (), int(row["states"]), seconds)
            if verdict.winnable is not None or limit >= self._limit:
                self._found[row["id"]] = verdict

    def get(self, deal: Deal) -> Verdict | None:
        """Return the verdict on a deal, None if it is not settled yet."""
        return self._found.get(deal.name)

    def put(self, deal: Deal, verdict: Verdict) -> None:
        """Keep a verdict; it is on disk when this comes back."""
        self._found[deal.name] = verdict
        row = (deal.name, self._house, verdict, verdict.states, round(verdict.seconds, 6), self._limit)
        append_text(self._path, _line(row))


def _line(row: Sequence[object]) -> str:
    return write_rows([row])
