"""Advantages of seats: how much more often a player wins because of the place.

Which seat deals first is drawn by lot, so seats are counted from there: the dealer, then round the table from the dealer's left.
The seat that makes the last choice of a match is not among them: in many games the match ends when a player wins, so the winner
chooses last from any seat.
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from parlour.lab.statistics import NOTHING, Figure, largest_mean, mean_share

from .base import Columns, Figures, Measure, Setting, wins

PARTS = {"dealer": "the dealer of the first hand", "first": "the player who chooses first"}


def by_place(rows: Columns, seats: int) -> npt.NDArray[np.float64]:
    """float[matches, places]: the share of the win; place 0 is the first dealer, place 1 the seat to the left, and so on."""
    won, dealer = _won(rows, seats), np.asarray(rows["dealer"], np.int64)
    order = (dealer[:, None] + np.arange(seats)) % seats
    return np.take_along_axis(won, order, axis=1)


def _won(rows: Columns, seats: int) -> npt.NDArray[np.float64]:
    """float[matches, seats]: the share of the win; what nobody won is nobody's advantage, and counts as everybody's."""
    won = wins(rows, seats)
    return np.where(won.any(axis=1, keepdims=True), won, 1 / seats)


def _places(rows: Columns, setting: Setting) -> Figures:
    if setting.seats < 2:
        return {}
    placed = by_place(rows, setting.seats)
    return {str(place): _gain(placed[:, place], setting.seats) for place in range(setting.seats)}


def _gain(won: npt.NDArray[np.float64], seats: int) -> Figure:
    """Shares of wins, as a gain over a fair share."""
    return mean_share(won).scaled(seats, -1.0)


def _gain_by_seat(rows: Columns, setting: Setting) -> Figures:
    if setting.seats < 2:
        return {}
    won, found = _won(rows, setting.seats), {}
    for part, column in (("dealer", "dealer"), ("first", "first_seat")):
        if column in rows:
            seat = np.asarray(rows[column], np.int64)
            there = (seat >= 0) & (seat < setting.seats)
            if there.any():
                found[part] = _gain(won[there, seat[there]], setting.seats)
    return found


def _best_place(rows: Columns, setting: Setting) -> Figures:
    """The largest of several estimates is too large on average, so the best place is found on one half of the deals and
    measured on the other. The interval is that of the largest share, whichever place has it.
    """
    if setting.seats < 2 or len(rows["dealer"]) < 4:
        return {}
    placed = by_place(rows, setting.seats)
    halves = placed[0::2], placed[1::2]
    best = [halves[1 - k][:, int(halves[k].mean(axis=0).argmax())] for k in range(2)]
    value = float(np.concatenate(best).mean())
    return {"": largest_mean(_with_imagined(placed), value, seed=setting.seed).scaled(setting.seats, -1.0)}


def _with_imagined(placed: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Matches by place, and one more won from each place: a few matches that agree do not make a figure certain."""
    return np.concatenate([placed, np.eye(placed.shape[1])])


def _evenness(rows: Columns, setting: Setting) -> Figures:
    """1 if all places win equally often, 0 if one wins always: one less the mean distance from a fair share, over its
    most. Which places win too often is found on one half of the deals and measured on the other: chance alone would
    make a distance. The distance is the largest sum of shares with a sign for each place, and so is its interval.
    """
    seats = setting.seats
    if seats < 2 or len(rows["dealer"]) < 4:
        return {}
    placed = by_place(rows, seats)
    halves = placed[0::2] - 1 / seats, placed[1::2] - 1 / seats
    distances = [halves[1 - k] @ np.sign(halves[k].mean(axis=0)) for k in range(2)]
    factor = seats / (2 * (seats - 1))
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=seats)))[1:-1].T
    gains = (_with_imagined(placed) - 1 / seats) @ signs * factor
    figure = largest_mean(gains, float(np.concatenate(distances).mean() * factor), seed=setting.seed)
    if not figure.known:
        return {"": NOTHING}
    value, low, high = (min(max(1 - x, 0.0), 1.0) for x in (figure.value, figure.high, figure.low))
    return {"": Figure(value, low, high, figure.n)}


_SEAT = "matches of equal players; seats rotate because the first dealer is drawn by lot; mean over deals by Student's t"

FAIRNESS = (
    Measure(
        "places",
        "Seats from the dealer round",
        "gain",
        "How much more often than a fair share each seat wins: the dealer (0), then from the dealer's left.",
        _SEAT,
        "playouts",
        _places,
    ),
    Measure(
        "turns",
        "Dealer and first to choose",
        "gain",
        "How much more often than a fair share the dealer and the first to choose win.",
        _SEAT,
        "playouts",
        _gain_by_seat,
    ),
    Measure(
        "seat",
        "The best seat",
        "gain",
        "How much more often than a fair share the best seat wins.",
        _SEAT + "; chosen on one half of the deals, measured on the other; the interval is that of the largest share",
        "playouts",
        _best_place,
    ),
    Measure(
        "evenness",
        "Fairness of the seats",
        "share",
        "1 if every seat wins equally often, 0 if one always does.",
        "fairness as C. Bell and M. Goadrich use the word (Automated playtesting with RECYCLEd CardStock, "
        "2016); here one less the share of wins in"
        " the wrong place",
        "playouts",
        _evenness,
    ),
)
