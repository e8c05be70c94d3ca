"""How often it matters what one does, in the eyes of the strongest player."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from parlour.lab.statistics import Z, rate

from .base import Columns, Figures, Measure, Setting

TENTHS = 10


def decisions_that_matter(rows: Columns) -> npt.NDArray[np.bool_]:
    """Whether the best choice is worth more than the second by more than noise, as a second look at the same view tells.

    The first look picks the two, so its own gap flatters the best; the second look's gap does not. The noise of a gap is told
    by how much two looks differ, over all decisions; if nothing matters, one in forty is beyond it.
    """
    first = np.asarray(rows["best"], np.float64) - np.asarray(rows["second"], np.float64)
    again = np.asarray(rows["best_again"], np.float64) - np.asarray(rows["second_again"], np.float64)
    both = np.isfinite(first) & np.isfinite(again)
    noise = math.sqrt(float(((first - again)[both] ** 2).mean()) / 2) if both.any() else math.nan
    with np.errstate(invalid="ignore"):
        return np.asarray((rows["menu"] > 1) & both & (again > Z * noise) & (again > 0))


def _by_match(
    rows: Columns, hits: npt.NDArray[np.bool_], chances: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    _, number = np.unique(rows["match"], return_inverse=True)
    return np.bincount(number, hits & chances).astype(float), np.bincount(number, chances).astype(float)


def _share_that_matters(rows: Columns, setting: Setting) -> Figures:
    matter, free = decisions_that_matter(rows), np.asarray(rows["menu"] > 1)
    if not np.isfinite(np.asarray(rows["second_again"], np.float64)).any():
        return {}  # a player that does not weigh its choices
    return {
        "all": rate(*_by_match(rows, matter, np.ones(len(free), bool))),
        "free": rate(*_by_match(rows, matter, free)),
    }


def _by_tenth(rows: Columns, setting: Setting) -> Figures:
    matter = decisions_that_matter(rows)
    if not _share_that_matters(rows, setting):
        return {}
    tenth = np.minimum(TENTHS * np.asarray(rows["index"]) // np.maximum(rows["of"], 1), TENTHS - 1)
    return {str(k + 1): rate(*_by_match(rows, matter, tenth == k)) for k in range(TENTHS) if (tenth == k).any()}


_SOURCE = "the gap between the best two choices (A.-m. Farahmand, Action-gap phenomenon in reinforcement learning, 2011)"

THOUGHT = (
    Measure(
        "matters",
        "Decisions that matter",
        "share",
        "How often the best choice is better than the second by more than noise: of all decisions, and of those with a choice.",
        _SOURCE,
        "decisions",
        _share_that_matters,
    ),
    Measure(
        "matters_by_tenth",
        "When decisions matter",
        "share",
        "The same in each tenth of a match.",
        _SOURCE,
        "decisions",
        _by_tenth,
    ),
)
