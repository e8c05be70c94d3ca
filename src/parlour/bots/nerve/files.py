"""The file of a strategy: `nerve.npz` in the folder of its room.

    digest   of the rules and of the room's nerve.py: if it differs, the file is stale and not used
    house    the house rules it was learned under, as JSON
    keys     the situations, ascending: the differences between them, their eight bytes apart (so that they pack well)
    odds     uint8[situations, WAYS]: how often each way is taken, in 255ths
    worths   int16[situations, WAYS]: what each way brings, in tenths of a point, or of a hundredth of the match if the room
             values tables; UNKNOWN if it is not known

If a file is refused, one line of the log says so, and the search plays.
"""

from __future__ import annotations

import json
import logging
import math
from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from parlour.bots.rollouts import Floats, Ints
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.files import read_bytes, write_bytes
from parlour.engine.rooms import Room

from .rooms import WAYS, digest, phases_of_nerve

FILE = "nerve.npz"
UNKNOWN = -(1 << 15)
TENTHS = 10
DRAWN = 0.25
"""The share from which a way counts as drawn."""
log = logging.getLogger("parlour.bots")


@dataclass(frozen=True)
class Strategy:
    """A strategy: odds for every situation. keys: int64[n], ascending; odds: uint8[n, WAYS], in 255ths; worths: int16[n, WAYS],
    what the rest of the hand brings against the mean of the others, in the units of the file."""

    digest: str
    house: dict[str, Any]
    keys: Ints
    odds: npt.NDArray[np.uint8]
    worths: npt.NDArray[np.int16]

    def _place(self, situation: int) -> int | None:
        k = int(np.searchsorted(self.keys, situation))
        return k if k < len(self.keys) and self.keys[k] == situation else None

    def odds_of(self, situation: int) -> Floats | None:
        """Return how often each way is taken, float64[WAYS]; None if the situation was never met."""
        if (k := self._place(situation)) is None:
            return None
        found = self.odds[k].astype(np.float64)
        return found / found.sum()

    def worths_of(self, situation: int) -> Floats:
        """Return what each way brings on average, float64[WAYS] in points, or in hundredths of the match; NaN if it is not
        known."""
        if (k := self._place(situation)) is None:
            return np.full(WAYS, np.nan)
        return self._brings(k)

    def _brings(self, rows: Any) -> Floats:
        """Return what each way of a row brings, or of some rows."""
        return np.where(self.worths[rows] == UNKNOWN, np.nan, self.worths[rows] / TENTHS)

    @cached_property
    def noise(self) -> float:
        """Half of the interval of 95 % of a difference between what two ways bring; NaN if that is not known.

        Ways between which the strategy draws are equally good, as far as it could learn. So it is the difference that 95 of 100
        situations with such ways stay below.
        """
        drawn = self.odds >= DRAWN * self.odds.sum(axis=1, keepdims=True, dtype=np.int64)
        rows = np.flatnonzero((drawn & (self.worths != UNKNOWN)).sum(axis=1) >= 2)
        if not len(rows):
            return math.nan
        brings = np.where(drawn[rows], self._brings(rows), np.nan)
        return float(np.quantile(np.nanmax(brings, axis=1) - np.nanmin(brings, axis=1), 0.95))


def write_strategy(path: Path, strategy: Strategy) -> None:
    """Write a strategy so that `read_strategy` finds it."""
    steps = np.diff(strategy.keys, prepend=0).astype("<i8").view(np.uint8).reshape(-1, 8)
    made = BytesIO()
    np.savez_compressed(
        made,
        digest=np.array(strategy.digest),
        house=np.array(json.dumps(strategy.house)),
        keys=np.ascontiguousarray(steps.T),
        odds=np.ascontiguousarray(strategy.odds.T),
        worths=np.ascontiguousarray(strategy.worths.T),
    )
    write_bytes(path, made.getvalue())


def read_strategy(path: Path) -> Strategy:
    """Return the strategy in a file. BadInput if the file holds none."""
    try:
        with np.load(BytesIO(read_bytes(path)), allow_pickle=False) as read:
            steps = np.ascontiguousarray(read["keys"].T).view("<i8").reshape(-1)
            odds, worths = (np.ascontiguousarray(read[name].T) for name in ("odds", "worths"))
            found = Strategy(str(read["digest"]), dict(json.loads(str(read["house"]))), np.cumsum(steps), odds, worths)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadInput(f"{path} holds no strategy: {error}") from None
    for name, rows, kind in (("odds", found.odds, np.uint8), ("worths", found.worths, np.int16)):
        if rows.shape != (len(found.keys), WAYS) or rows.dtype != kind:
            raise BadInput(f"{path} holds no strategy: there are {rows.shape} {name} to {counted(len(found.keys), 'situation')}")
    return found


@cache
def strategy_of(room: Room) -> Strategy | None:
    """Return the strategy in a room's folder; None if there is none, or it is for other rules, which is logged."""
    path = room.folder / FILE
    if not phases_of_nerve(room) or not path.is_file():
        return None
    try:
        found = read_strategy(path)
    except BadInput as error:
        log.warning("%s; the search plays %s instead", error, room.name)
        return None
    if found.digest != digest(room):
        log.warning(
            "%s is for other rules (parlour train %s --nerve learns a new one); the search plays instead", path, room.name
        )
        return None
    return found
