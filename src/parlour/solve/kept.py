"""Verdicts kept in a file as they are found, so that a long run goes on from where it stopped.

A CSV file, a line a verdict; of several for one deal the last counts. Lines that win are not kept.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game

from .deals import Deal
from .verdicts import Verdict

COLUMNS = ("id", "house", "verdict", "states", "seconds", "limit")
WORDS = {"winnable": True, "unwinnable": False, "unsettled": None}


class Kept:
    """The verdicts of a file, which is made where there is none. BadInput where it holds something else, or deals of another
    game or under other house rules.

    limit: seconds of processor time for a deal; one that was left unsettled within less is to be looked at again.
    """

    def __init__(self, path: str, game: Game, limit: float) -> None:
        self._path, self._limit = Path(path), limit
        self._house = f"{game.room.name} " + " ".join(f"{name}={value}" for name, value in sorted(game.options.items()))
        self._found: dict[str, Verdict] = {}
        try:
            if not self._path.exists() or not self._path.stat().st_size:
                self._write(COLUMNS)
            with self._path.open(newline="", encoding="utf-8") as file:
                self._read(csv.DictReader(file))
        except BadInput:
            raise
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, csv.Error):
            raise BadInput(f"{path} is no file of verdicts, with the columns {', '.join(COLUMNS)}") from None

    def _read(self, rows: csv.DictReader[str]) -> None:
        for row in rows:
            if row["house"] != self._house:
                raise BadInput(f"{self._path} holds verdicts on other deals: {shown(row['house'])}, not {self._house}")
            verdict = Verdict(WORDS[row["verdict"]], (), int(row["states"]), float(row["seconds"]))
            if verdict.winnable is not None or float(row["limit"]) >= self._limit:
                self._found[row["id"]] = verdict

    def get(self, deal: Deal) -> Verdict | None:
        """What was found of a deal, None where it is to be settled still."""
        return self._found.get(deal.name)

    def put(self, deal: Deal, verdict: Verdict) -> None:
        """Keep a verdict; it is on disk when this comes back."""
        self._found[deal.name] = verdict
        self._write((deal.name, self._house, verdict, verdict.states, round(verdict.seconds, 6), self._limit))

    def _write(self, row: tuple[object, ...]) -> None:
        with self._path.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerow(row)
            file.flush()
            os.fsync(file.fileno())
