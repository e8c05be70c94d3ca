"""Luck against skill: what better players make of the same deals.

The rows are of duplicate matches: every deal is played once in every seating of two players, each of whom has every seat
equally often. A seat of one is compared with the seats of the other; partners never are, since two players sit as A B A B.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from parlour.lab.ratings import elo
from parlour.lab.statistics import Components, Figure, bootstrap, components, mean_share, share

from .base import Columns, Figures, Measure, Setting

Floats = npt.NDArray[np.float64]
RESAMPLES = 400


def match_points(seating: npt.NDArray[np.int64], payoff: Floats, a: int, b: int) -> float:
    """Return the score of a against b, 0 to 1: over their pairs of seats, 1 if a's result was better, a half where
    equal.
    """
    mine, theirs = payoff[seating == a], payoff[seating == b]
    return float(((mine[:, None] > theirs).mean() + (mine[:, None] >= theirs).mean()) / 2)


def duels(rows: Columns, seats: int) -> Iterator[tuple[tuple[int, int], int, Floats]]:
    """Of every deal that two different players (stronger last) played in all their seatings: (pair, deal, points of the
    stronger by seating).

    With one seat the two played the same deal by themselves, and it is one comparison.
    """
    players, payoff = np.asarray(rows["players"], np.int64), np.asarray(rows["payoff"], np.float64)
    low, high = players.min(axis=1), players.max(axis=1)
    if seats == 1:
        yield from _alone(rows, players[:, 0], payoff[:, 0])
        return
    mixed = low != high
    for weak, strong in sorted(set(zip(low[mixed].tolist(), high[mixed].tolist(), strict=True))):
        of = np.flatnonzero((low == weak) & (high == strong))
        of = of[np.lexsort((rows["seating"][of], rows["match"][of]))]
        deals, first, counts = np.unique(rows["match"][of], return_index=True, return_counts=True)
        for deal, start, count in zip(deals.tolist(), first.tolist(), counts.tolist(), strict=True):
            if count == counts.max():
                chosen = of[start : start + count]
                yield (weak, strong), deal, np.array([match_points(players[i], payoff[i], strong, weak) for i in chosen])


def _alone(rows: Columns, players: npt.NDArray[np.int64], payoff: Floats) -> Iterator[tuple[tuple[int, int], int, Floats]]:
    results = {(int(p), int(m)): float(x) for p, m, x in zip(players, rows["match"], payoff, strict=True)}
    ladder = sorted(set(players.tolist()))
    for i, weak in enumerate(ladder):
        for strong in ladder[i + 1 :]:
            for deal in sorted({m for p, m in results if p == weak} & {m for p, m in results if p == strong}):
                mine, theirs = results[strong, deal], results[weak, deal]
                yield (weak, strong), deal, np.array([((mine > theirs) + (mine >= theirs)) / 2])


def _ladder(rows: Columns, setting: Setting) -> Figures:
    blocks, size = [], len(setting.players)
    for (weak, strong), _, points in duels(rows, setting.seats):
        block = np.zeros((size, size))
        block[strong, weak], block[weak, strong] = points.sum(), (1 - points).sum()
        blocks.append(block)
    if len(blocks) < 2 or size < 2:
        return {}
    found = elo(np.array(blocks))
    return {setting.players[i]: found[i] for i in range(1, size) if found[i].known}


def _spread(rows: Columns, setting: Setting) -> Figures:
    ladder = list(_ladder(rows, setting).values())
    return {"": max(ladder, key=lambda figure: figure.value)} if ladder else {}


def _pairs(rows: Columns, setting: Setting) -> dict[str, list[Floats]]:
    found: dict[str, list[Floats]] = {}
    for (weak, strong), _, points in duels(rows, setting.seats):
        found.setdefault(f"{setting.players[strong]} against {setting.players[weak]}", []).append(points)
    return found


def _better(rows: Columns, setting: Setting) -> Figures:
    """By pair, the share of matches that the second wins, ties halved."""
    return {name: mean_share([points.mean() for points in deals]) for name, deals in _pairs(rows, setting).items()}


def _both_sides(rows: Columns, setting: Setting) -> Figures:
    """By pair, the deals that the stronger wins from all sides."""
    if setting.seats == 1:
        return {}
    found = {}
    for name, deals in _pairs(rows, setting).items():
        if len(deals[0]) > 1:
            found[name] = share(sum(bool((points > 0.5).all()) for points in deals), len(deals))
    return found


def cubes(rows: Columns, seats: int) -> dict[tuple[int, int], Floats]:
    """By pair of players: float[deals, 2, seats], the result on every seat of every deal that was played in all seatings."""
    players, payoff = np.asarray(rows["players"], np.int64), np.asarray(rows["payoff"], np.float64)
    low, high = players.min(axis=1), players.max(axis=1)
    found = {}
    for weak, strong in sorted(set(zip(low[low != high].tolist(), high[low != high].tolist(), strict=True))):
        of = np.flatnonzero((low == weak) & (high == strong))
        deals, number = np.unique(rows["match"][of], return_inverse=True)
        cube = np.full((len(deals), 2, seats), np.nan)
        for i, deal in zip(of, number, strict=True):
            cube[deal, (players[i] == strong).astype(int), np.arange(seats)] = payoff[i]
        whole = cube[np.isfinite(cube).all(axis=(1, 2))]
        if len(whole) >= 2:
            found[weak, strong] = whole
    return found


def _shares(rows: Columns, setting: Setting) -> Figures:
    """Of the pair furthest apart on the ladder."""
    if setting.seats < 2 or not (found := cubes(rows, setting.seats)):
        return {}
    weak, strong = max(found, key=lambda pair: (pair[1] - pair[0], pair[1]))
    cube = found[weak, strong]
    figures: Figures = {}
    for part in ("player", "seat", "deal", "rest"):
        found_part = bootstrap(cube, partial(_component, part), seed=setting.seed, resamples=RESAMPLES)
        certain = found_part.known and found_part.low == found_part.high
        # where every deal says the same there is nothing to draw again: then as many deals as trials
        figures[part] = share(found_part.value * found_part.n, found_part.n) if certain else found_part
    player = figures["player"]
    figures["luck"] = Figure(1 - player.value, 1 - player.high, 1 - player.low, player.n)
    return figures


def _component(part: str, cube: Floats) -> float:
    found: Components = components(np.asarray(cube, np.float64))
    return float(getattr(found, part))


_ELO = (
    "A. Elo, The rating of chessplayers (1978), fitted to the model of Bradley and Terry (1952) as in D. Firth (1993); "
    "interval by profile likelihood, a bound if a player won everything"
)
_WIDTH = (
    "the wider the ratings, the more skill: P. Duersch, M. Lambrecht and J. Oechssler, Measuring skill "
    "and chance in games, European Economic Review 127 (2020)"
)

SKILL = (
    Measure("elo", "Ladder", "Elo", "How far each player of the ladder is above the weakest.", _ELO, "matches", _ladder),
    Measure(
        "elo_spread",
        "Spread of the ladder",
        "Elo",
        "How far the strongest player is above the weakest.",
        _WIDTH,
        "matches",
        _spread,
    ),
    Measure(
        "better",
        "Matches the better player wins",
        "share",
        "How many matches the stronger of two players wins, ties halved; 50 % would be luck alone.",
        _WIDTH,
        "matches",
        _better,
    ),
    Measure(
        "both_sides",
        "Deals won from both sides",
        "share",
        "How many deals the stronger of two players wins with either side's cards.",
        "duplicate play, as at bridge",
        "matches",
        _both_sides,
    ),
    Measure(
        "variance",
        "Where results come from",
        "share",
        (
            "Which part of what results vary is made by who plays, by the seat, by the cards dealt there, and by "
            "what is left: the play's own chance."
        ),
        "variance components: S. Searle, G. Casella and C. McCulloch, Variance components (1992); of the players furthest apart",
        "matches",
        _shares,
    ),
)
