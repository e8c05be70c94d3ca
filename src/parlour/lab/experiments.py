"""Experiments of a study, and the figures that each must determine.

One number says how sure: the width, half the length of a 95 % interval of a share. Figures in other units follow from it: a
gain over a fair share is a share times the seats, what play decides is twice a share of wins for two, about even play one per
cent of wins is seven points of Elo, and counts are meant in proportion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.engine.game import Game

from .measures import BY_NAME, Columns, Setting
from .players import POLICY
from .statistics import Figure
from .tasks import Rule

WIDTH = 0.02
ELO_A_SHARE = 700.0


@dataclass(frozen=True)
class Experiment:
    """Matches of one kind by the same bots under the same house rules.

    measures: what is worked out from them; watched: those whose intervals decide how many are played. weight: its part of the
    time.
    """

    name: str
    kind: str
    bots: tuple[str, ...]
    measures: tuple[str, ...]
    watched: tuple[str, ...]
    weight: float
    house: Mapping[str, Rule] = field(default_factory=dict)
    start: int = 1
    most: int = 1_000_000
    every: int = 1

    def narrow(self, columns: Columns, setting: Setting, width: float) -> list[tuple[Figure, float]]:
        """The figures that decide, each with the half width wished for."""
        found = []
        for name in self.watched:
            measure = BY_NAME[name]
            for figure in measure(columns, setting).values():
                found.append((figure, half_width_wanted(measure.unit, figure, setting.seats, width)))
        return found


def half_width_wanted(unit: str, figure: Figure, seats: int, width: float) -> float:
    """Half the width that an interval of this unit is to have."""
    if unit == "share":
        return width
    if unit == "gain":
        return width * seats
    if unit == "scale":  # from 0 to 1 as a share of wins goes from a half to all
        return 2 * width
    if unit == "Elo":
        return width * ELO_A_SHARE
    return max(width * abs(figure.value), 1e-9)


COURSE = ("decisions", "hands", "minutes", "choices", "forced", "choices_by_tenth", "lead_changes", "halftime", "ties", "spread")
SEATS = ("places", "turns", "seat", "evenness")
DUELS = ("skill", "wins", "lead", "both_sides", "variance")


def usual(game: Game, players: tuple[str, ...], house: Mapping[str, Rule]) -> list[Experiment]:
    """Return the experiments for a game: by the policy, by pairs of the ladder, by good players among themselves, and decisions
    looked at.
    """
    found = [
        Experiment("policy", "playouts", (POLICY,), COURSE + SEATS, ("decisions", "places", "halftime"), 0.15, house),
    ]
    rungs = pairs(len(players))
    for weak, strong in rungs:
        name, bots = f"pair {weak} {strong}", (players[weak], players[strong])
        found.append(Experiment(name, "matches", bots, DUELS, ("skill",), 0.5 / len(rungs), house, start=10))
    good = players[-2] if len(players) > 2 else players[-1]
    if game.seats > 1:
        alone = ("settled", "drama")
        found.append(Experiment("self", "matches", (good,), alone, ("settled",), 0.15, house, start=20))
    if len(players) > 1:
        found.append(
            Experiment("thought", "decisions", (players[-1],), ("matters", "matters_by_tenth"), ("matters",), 0.2, house)
        )
    return found


def pairs(players: int) -> list[tuple[int, int]]:
    """The pairs of a ladder that play: neighbours, the ends, and the second against the last (the weakest often plays by
    chance).
    """
    found = {(i, i + 1) for i in range(players - 1)}
    if players > 2:
        found |= {(0, players - 1), (1, players - 1)}
    return sorted(found)
