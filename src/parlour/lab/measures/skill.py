"""Luck against skill: what a better player makes of the same deals.

The rows are of duplicate matches: one seat of the better player sits among seats of the other (a side of partners among the other
sides), and every deal is played with the better player on every seat. So a better player who always wins is seen to always win,
however many sit at the table: two of them at one table would take matches from each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from parlour.lab.ratings import elo
from parlour.lab.statistics import Components, Figure, bootstrap, components, mean_share, share

from .base import Columns, Figures, Measure, Setting, bits

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Pair = tuple[int, int]
"""The weaker and the stronger player, by their places on the ladder."""
RESAMPLES = 400
AHEAD = 0.95
"""How surely the better player is to be ahead."""
DRAWS, REDRAWS = 2000, 200
"""Evenings that are made up from the matches played, and how often the deals are drawn again for the interval."""
SMALL = 60
"""Matches up to which evenings are drawn; sums of more are near enough to normal."""


@dataclass(frozen=True)
class Duel:
    """The deals that two players played in all their seatings.

    deals: int64[deals], their numbers; stronger: bool[seatings, seats], where the stronger sat; payoff, won: [deals, seatings,
    seats], the results. A patience has two seats here, that of the weaker first, and one seating.
    """

    deals: npt.NDArray[np.int64]
    stronger: Flags
    payoff: Floats
    won: Flags

    @property
    def sides(self) -> Flags:
        """bool[sides, seats]: all places at the table where the stronger might have sat."""
        two = self.stronger.shape[1] == 2  # a patience has the stronger on one of them only
        return np.unique(np.concatenate([self.stronger, ~self.stronger]) if two else self.stronger, axis=0)

    def standings(self) -> Floats:
        """float64[deals, seatings]: how the stronger came out, 1 as well as the best side, 0 on average for a side drawn at
        random.

        A side beats the sides that got less, and half of those that got the same; its part of all it met, less a half, is
        compared with that of the best side of the match. Nobody is ahead in a match in which all got the same.
        """
        mine, theirs = self.payoff[..., :, None], self.payoff[..., None, :]
        above = np.sign(mine - theirs) / 2 + 0.5
        sides = self.sides
        points = np.stack([above[..., side[:, None] & ~side].mean(axis=-1) for side in sides], axis=-1)
        seated = [int((sides == side).all(axis=1).argmax()) for side in self.stronger]
        own = points[:, np.arange(len(seated)), seated]
        best = points.max(axis=-1)
        return np.divide(own - 0.5, best - 0.5, out=np.zeros_like(own), where=best > 0.5)

    def wins(self) -> Floats:
        """float64[deals]: the part of a deal's matches that the stronger won, alone or with others."""
        return np.stack([self.won[:, k, side].any(axis=-1) for k, side in enumerate(self.stronger)]).mean(axis=0)

    def wins_by_lot(self) -> Floats:
        """float64[deals]: the same for a side drawn at random in each match."""
        return np.stack([self.won[..., side].any(axis=-1) for side in self.sides]).mean(axis=(0, 2))

    def differences(self) -> Floats:
        """float64[deals, ...]: by how much the stronger's payoff was above that of each seat of the weaker."""
        return np.concatenate(
            [self.payoff[:, k, side].mean(axis=-1)[:, None] - self.payoff[:, k, ~side] for k, side in enumerate(self.stronger)],
            axis=1,
        )

    def cube(self) -> Floats:
        """float64[deals, 2, seats]: the payoff on every seat of the weaker, then of the stronger; the weaker's is of the next
        seating, in which the stronger sat elsewhere.
        """
        at = self.stronger.argmax(axis=0)
        others, seats = (at + 1) % len(self.stronger), np.arange(len(at))
        return np.stack([self.payoff[:, others, seats], self.payoff[:, at, seats]], axis=1)


def duels(rows: Columns, seats: int) -> dict[Pair, Duel]:
    """The duels of all pairs of different players that met; a deal not played in all their seatings does not count."""
    players, payoff = np.asarray(rows["players"], np.int64), np.asarray(rows["payoff"], np.float64)
    won = bits(rows["winners"], seats)
    if seats == 1:
        return _alone(rows, players[:, 0], payoff[:, 0], won[:, 0])
    low, high = players.min(axis=1), players.max(axis=1)
    found = {}
    for weak, strong in sorted(set(zip(low[low != high].tolist(), high[low != high].tolist(), strict=True))):
        of = np.flatnonzero((low == weak) & (high == strong))
        of = of[np.lexsort((rows["seating"][of], rows["match"][of]))]
        numbers, place, counts = np.unique(rows["match"][of], return_inverse=True, return_counts=True)
        seatings = int(counts.max())
        of = of[counts[place] == seatings].reshape(-1, seatings)
        found[weak, strong] = Duel(numbers[counts == seatings], players[of[0]] == strong, payoff[of], won[of])
    return found


def _alone(rows: Columns, players: npt.NDArray[np.int64], payoff: Floats, won: Flags) -> dict[Pair, Duel]:
    results = {(int(p), int(m)): i for i, (p, m) in enumerate(zip(players, rows["match"], strict=True))}
    ladder, found = sorted(set(players.tolist())), {}
    for i, weak in enumerate(ladder):
        for strong in ladder[i + 1 :]:
            deals = sorted({m for p, m in results if p == weak} & {m for p, m in results if p == strong})
            if deals:
                of = np.array([[[results[weak, deal], results[strong, deal]]] for deal in deals])
                found[weak, strong] = Duel(np.array(deals), np.array([[False, True]]), payoff[of], won[of])
    return found


def skill(standings: Floats) -> Figure:
    """The mean standing, deal by deal, and its interval. standings: float64[deals, seatings], see `Duel`."""
    return mean_share(standings.mean(axis=1) / 2 + 0.5).scaled(2.0, -1.0)


def _named(rows: Columns, setting: Setting) -> dict[str, Duel]:
    found = duels(rows, setting.seats)
    return {f"{setting.players[strong]} against {setting.players[weak]}": duel for (weak, strong), duel in found.items()}


def _skill(rows: Columns, setting: Setting) -> Figures:
    return {name: skill(duel.standings()) for name, duel in _named(rows, setting).items()}


def _wins(rows: Columns, setting: Setting) -> Figures:
    found = {}
    for name, duel in _named(rows, setting).items():
        found[name] = mean_share(duel.wins())
        found[f"{name}, by lot"] = mean_share(duel.wins_by_lot())
    return found


def matches_until_ahead(differences: Floats, draw: np.random.Generator) -> float:
    """The number of matches after which a sum of `differences`, drawn again with replacement, is above 0 with AHEAD, a sum of 0
    counting half; infinite if their mean is not above 0.
    """
    values = differences.ravel()
    mean, spread = float(values.mean()), float(values.std())
    if not mean > 1e-12:
        return math.inf
    normal = (NormalDist().inv_cdf(AHEAD) * spread / mean) ** 2
    if normal > SMALL:
        return math.ceil(normal)
    sums = values[draw.integers(0, len(values), (DRAWS, 2 * math.ceil(normal) + 8))].cumsum(axis=1)
    ahead = ((sums > 1e-9).mean(axis=0) + (sums > -1e-9).mean(axis=0)) / 2
    return float(np.argmax(ahead >= AHEAD) + 1 if (ahead >= AHEAD).any() else math.ceil(max(normal, 1.0)))


def until_ahead(differences: Floats, seed: int) -> Figure:
    """`matches_until_ahead` with its interval, whose upper end is infinite if the deals do not show who is better."""

    def pace(blocks: Floats) -> float:
        return 1 / matches_until_ahead(blocks, np.random.default_rng(seed))

    found = bootstrap(differences, pace, seed=seed, resamples=REDRAWS)
    value, low, high = (math.nan if math.isnan(x) else 1 / x if x else math.inf for x in (found.value, found.high, found.low))
    return Figure(value, low, high, found.n)


def _lead(rows: Columns, setting: Setting) -> Figures:
    found = {name: until_ahead(duel.differences(), setting.seed) for name, duel in _named(rows, setting).items()}
    return {name: figure for name, figure in found.items() if figure.known}


def _ladder(rows: Columns, setting: Setting) -> Figures:
    blocks, size = [], len(setting.players)
    for (weak, strong), duel in duels(rows, setting.seats).items():
        points = (duel.standings() / 2 + 0.5).sum(axis=1)
        points -= min(points.mean(), 0.0)  # who always is the only one to lose has won nothing, and no less than nothing
        block = np.zeros((len(points), size, size))
        block[:, strong, weak], block[:, weak, strong] = points, len(duel.stronger) - points
        blocks.append(block)
    if size < 2 or sum(map(len, blocks)) < 2:
        return {}
    found = elo(np.concatenate(blocks))
    return {setting.players[i]: found[i] for i in range(1, size) if found[i].known}


def _spread(rows: Columns, setting: Setting) -> Figures:
    ladder = list(_ladder(rows, setting).values())
    return {"": max(ladder, key=lambda figure: figure.value)} if ladder else {}


def _both_sides(rows: Columns, setting: Setting) -> Figures:
    """Return, by pair, the deals in which the stronger beats the others from every seat."""
    found = {}
    for name, duel in _named(rows, setting).items():
        if len(duel.stronger) > 1:
            standings = duel.standings()
            found[name] = share(int((standings > 0).all(axis=1).sum()), len(standings))
    return found


def _shares(rows: Columns, setting: Setting) -> Figures:
    """Return the shares of the best player and the weakest who does not play at random."""
    found = {pair: duel for pair, duel in duels(rows, setting.seats).items() if len(duel.stronger) > 1 and len(duel.payoff) > 1}
    if not found:
        return {}
    _, duel = max(found.items(), key=lambda one: (one[0][0] > 0 or len(setting.players) < 3, one[0][1], -one[0][0]))
    cube = duel.cube()
    figures: Figures = {}
    for part in ("player", "seat", "deal", "rest"):
        found_part = bootstrap(cube, partial(_component, part), seed=setting.seed, resamples=RESAMPLES)
        certain = found_part.known and found_part.low == found_part.high
        # if every deal says the same there is nothing to draw again: then as many deals as trials
        figures[part] = share(found_part.value * found_part.n, found_part.n) if certain else found_part
    return figures


def _component(part: str, cube: Floats) -> float:
    found: Components = components(np.asarray(cube, np.float64))
    return float(getattr(found, part))


def able(figures: Figures, players: tuple[str, ...]) -> bool:
    """Whether the best player is shown to play better than one at random; if not, the players cannot play the game, and what
    they make of it says nothing about it. figures: of `skill`.
    """
    against_chance = figures.get(f"{players[-1]} against {players[0]}")
    return players[0] != "chance" or against_chance is None or (against_chance.known and against_chance.low > 0)


_ELO = (
    "A. Elo, The rating of chessplayers (1978), fitted to the model of Bradley and Terry (1952) as in D. Firth (1993); "
    "interval by profile likelihood, a bound if a player won everything"
)
_CHESS = (
    "P. Duersch, M. Lambrecht and J. Oechssler, Measuring skill and chance in games, European Economic Review 127 (2020): "
    "a game that is chess or a lot with equal chance is 50 % on this scale"
)

SKILL = (
    Measure(
        "skill",
        "Decided by play",
        "scale",
        (
            "The part of matches that would have to go to the better player for certain, the rest to a player drawn by lot, "
            "for the better player to do as well: 100 % if that player always wins, 0 % if play decides nothing."
        ),
        _CHESS,
        "matches",
        _skill,
    ),
    Measure(
        "wins",
        "Matches one better player wins among others",
        "share",
        (
            "How many matches one seat of the better player wins among seats of the other, alone or with others; by lot: "
            "the same for a seat drawn by lot."
        ),
        _CHESS,
        "matches",
        _wins,
    ),
    Measure(
        "lead",
        "Matches until the better player is ahead",
        "matches",
        "After how many matches the better player has, with 95 % certainty, been paid more than another player at the table.",
        "the sum of independent matches, drawn from those played; interval by bootstrap over deals",
        "matches",
        _lead,
    ),
    Measure("elo", "Ladder", "Elo", "How far each player of the ladder is above the weakest.", _ELO, "matches", _ladder),
    Measure(
        "elo_spread",
        "Spread of the ladder",
        "Elo",
        "How far the strongest player is above the weakest.",
        _CHESS,
        "matches",
        _spread,
    ),
    Measure(
        "both_sides",
        "Deals won from every seat",
        "share",
        "How many deals the stronger of two players wins with the cards of every seat.",
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
        "variance components: S. Searle, G. Casella and C. McCulloch, Variance components (1992); of the best player and the "
        "weakest who does not play at random",
        "matches",
        _shares,
    ),
)
