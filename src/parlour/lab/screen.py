"""Effects of house rules: all options of a game screened, then the largest effects measured among players of the ladder.

Under every rule the same deals are played (common random numbers: A. Law, "Simulation modeling and analysis"), and
differences are taken deal by deal. There are many comparisons, so p values are corrected for their number (Holm).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .measures import Columns
from .measures.base import bits, wins
from .measures.skill import duels, skill
from .players import POLICY
from .question import Question
from .statistics import Figure, holm, mean, p_value
from .tasks import Rule

if TYPE_CHECKING:
    from .rounds import Conductor

Floats = npt.NDArray[np.float64]
LIKELY = 0.05
"""Corrected p value below which an effect counts as one."""
LARGEST, DEALS = 3, 4
"""Number of house rules that the ladder's players try, and of deals at first."""
MOST_DEALS = 2000
MOST_VALUES = 5
SCREENED, TOGETHER = 10_000, 4
"""Matches of each variant at most, and how many variants are played at a time."""


@dataclass(frozen=True)
class Effect:
    """Effect of a house rule on one figure. usual, other: means; change: their difference; size: that in standard
    deviations of a match.
    """

    option: str
    value: Rule
    instead_of: Rule
    what: str
    unit: str
    usual: float
    other: float
    change: Figure
    size: float
    p: float

    @property
    def counts(self) -> bool:
        """Whether it is more than chance, all comparisons considered."""
        return self.p < LIKELY

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as data for JSON."""
        data = {
            name: getattr(self, name) for name in ("option", "value", "instead_of", "what", "unit", "usual", "other", "size", "p")
        }
        return data | {"change": self.change.as_dict()}


@dataclass(frozen=True)
class Played:
    """Effect of a house rule among players of the ladder: the part of matches that play decides, and the decisions of a match."""

    option: str
    value: Rule
    instead_of: Rule
    players: tuple[str, str]
    skill: Figure
    skill_usual: Figure
    skill_other: Figure
    decisions: Figure
    decisions_usual: Figure

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as data for JSON."""
        data: dict[str, Any] = {
            "option": self.option,
            "value": self.value,
            "instead_of": self.instead_of,
            "players": list(self.players),
        }
        names = ("skill", "skill_usual", "skill_other", "decisions", "decisions_usual")
        return data | {name: getattr(self, name).as_dict() for name in names}


def variants(question: Question) -> list[tuple[str, Rule, Rule]]:
    """(option, other value, usual value): those the question varies, otherwise every option of the game at every one of its
    values, or at half and double the usual figure. What does not go together with the other house rules is left out.
    """
    game = question.open()
    asked = question.vary or {name: values(game, name) for name in game.room.Table.options}
    found = []
    for name, others in asked.items():
        usual = game.options[name]
        found += [(name, value, usual) for value in others if value != usual and _fits_the_rules(game, question, name, value)]
    return found


def values(game: Game, name: str) -> tuple[Rule, ...]:
    """The values of an option worth trying: all of a few, else half and double the usual one, or its neighbours."""
    option, usual = game.room.Table.options[name], game.options[name]
    if len(option.codes) <= MOST_VALUES:
        return tuple(option.write(code) for code in option.codes)
    code = option.read(usual)
    if option.plain_range:
        return tuple(option.write(min(max(near, option.codes[0]), option.codes[-1])) for near in (code // 2, 2 * code))
    place = list(option.codes).index(code)
    return tuple(option.write(near) for near in option.codes[max(place - 1, 0) : place + 2])


def _fits_the_rules(game: Game, question: Question, name: str, value: Rule) -> bool:
    try:
        Game(game.room, question.seats, dict(question.house) | {name: value})
    except BadInput:
        return False
    return True


def respects(rows: Columns, seats: int) -> dict[str, tuple[str, Floats]]:
    """Return, by match, what is compared: (unit, values); nan if a match does not say."""
    decisions = np.maximum(np.asarray(rows["decisions"], np.float64), 1)
    found: dict[str, tuple[str, Floats]] = {
        "decisions in a match": ("decisions", np.asarray(rows["decisions"], np.float64)),
        "hands in a match": ("hands", np.asarray(rows["hands"], np.float64)),
        "choices at a decision": ("choices", rows["choices_sum"] / decisions),
        "forced decisions": ("share", rows["forced"] / decisions),
    }
    if seats == 1:
        return found | {"matches won": ("share", (np.asarray(rows["winners"]) > 0).astype(float))}
    won, row = wins(rows, seats), np.arange(len(decisions))
    leading = bits(rows["halftime_leaders"], seats)
    number = leading.sum(axis=1)
    held = np.where((number > 0) & (number < seats), (leading & (won > 0)).sum(axis=1) / np.maximum(number, 1), np.nan)
    return found | {
        "wins of the first dealer": ("share", won[row, np.asarray(rows["dealer"], np.int64)]),
        "wins of the seat left of the dealer": ("share", won[row, (np.asarray(rows["dealer"], np.int64) + 1) % seats]),
        "leaders at half-time who win": ("share", held),
        "changes of the lead": ("changes", np.asarray(rows["lead_changes"], np.float64)),
    }


def screened(question: Question, conductor: Conductor, matches: int, until: float) -> list[Effect]:
    """Return the effect of each variant in matches by the policy over the first deals, largest first; as many variants as there
    is time for.
    """
    matches = min(matches, SCREENED)
    found: list[Effect] = []
    tasks = [question.chunks("playouts", [POLICY], matches, house=question.house)]
    tried = variants(question)
    tasks += [
        question.chunks("playouts", [POLICY], matches, house=dict(question.house) | {name: value}) for name, value, _ in tried
    ]
    base: dict[str, tuple[str, Floats]] = {}
    for first in range(0, len(tasks), TOGETHER):
        if base and conductor.now() > until:
            break
        batch = tasks[first : first + TOGETHER]
        conductor.have([task for chunk in batch for task in chunk], until - conductor.now() if base else math.inf)
        for k, chunk in enumerate(batch, first):
            if conductor.store.missing(chunk):
                continue
            seen = respects(conductor.rows(chunk), question.seats)
            base = base or seen
            if k:
                option, value, usual = tried[k - 1]
                both = [(what, unit, before, seen[what][1]) for what, (unit, before) in base.items()]
                found += filter(None, (_effect(option, value, usual, *one) for one in both))
    corrected = holm({str(i): effect.p for i, effect in enumerate(found)})
    found = [replace(effect, p=corrected[str(i)]) for i, effect in enumerate(found)]
    return sorted(found, key=lambda effect: (not effect.counts, -abs(effect.size)))


def _effect(option: str, value: Rule, usual: Rule, what: str, unit: str, before: Floats, after: Floats) -> Effect | None:
    both = np.isfinite(before) & np.isfinite(after)
    if both.sum() < 2:
        return None
    before, after = before[both], after[both]
    change = after - before
    spread = float(np.sqrt((before.var() + after.var()) / 2))
    size = float(change.mean()) / spread if spread > 0 else float(np.sign(change.mean()))
    return Effect(
        option, value, usual, what, unit, float(before.mean()), float(after.mean()), mean(change), size, p_value(change)
    )


def measured(effects: Sequence[Effect], question: Question, conductor: Conductor, until: float) -> list[Played]:
    """The house rules with the largest effects (all that the question varies), tried by two players of the ladder.

    Deals are doubled until the difference is as narrow as wished or the time is up.
    """
    if len(question.players) < 2 or question.seats < 2:
        return []
    players = duel_of(question.players)
    order = list(dict.fromkeys((one.option, one.value, one.instead_of) for one in effects if one.counts or question.vary))
    chosen = order if question.vary else order[:LARGEST]
    found = []
    for k, variant in enumerate(chosen):
        share = (until - conductor.now()) / (len(chosen) - k)
        if share > 0 and (one := _tried(question, players, variant, conductor, conductor.now() + share)):
            found.append(one)
    return found


def duel_of(players: Sequence[str]) -> tuple[str, str]:
    """The two players whose difference is asked for: the second weakest (the weakest plays at random) and the best but one of
    four.
    """
    return (players[-2], players[-1]) if len(players) < 4 else (players[-3], players[-2])


def _tried(
    question: Question, players: tuple[str, str], variant: tuple[str, Rule, Rule], conductor: Conductor, until: float
) -> Played | None:
    """Return what a house rule changes among players; None if there is no time for the first deals."""
    found: Played | None = None
    option, value, usual = variant
    houses, deals, width = (question.house, dict(question.house) | {option: value}), DEALS, conductor.width
    while True:
        began = conductor.now()
        tasks = [question.chunks("matches", players, deals, house=house) for house in houses]
        if not conductor.have([task for chunk in tasks for task in chunk], until - began):
            return found
        rows = [conductor.rows(chunk) for chunk in tasks]
        standings = [_standings(one, question.seats) for one in rows]
        lengths = [_lengths(one) for one in rows]
        common = sorted(standings[0].keys() & standings[1].keys())
        before, after = (np.array([one[deal] for deal in common]) for one in standings)
        change = mean(after.mean(axis=1) - before.mean(axis=1))
        usual_length, longer = ([lengths[k][deal] for deal in common] for k in range(2))
        decisions = mean(np.subtract(longer, usual_length))
        found = Played(option, value, usual, players, change, skill(before), skill(after), decisions, mean(usual_length))
        spent = conductor.now() - began
        if (change.known and change.margin <= 2 * width) or deals >= MOST_DEALS or conductor.now() + spent > until:
            return found
        deals *= 2


def _standings(rows: Columns, seats: int) -> dict[int, Floats]:
    """Return, by deal, how the stronger player came out in each seating."""
    (duel,) = duels(rows, seats).values()
    return dict(zip(duel.deals.tolist(), duel.standings(), strict=True))


def _lengths(rows: Columns) -> dict[int, float]:
    """Return, by deal, the mean number of decisions over its seatings."""
    deals, number = np.unique(rows["match"], return_inverse=True)
    totals = np.bincount(number, np.asarray(rows["decisions"], np.float64)) / np.bincount(number)
    return dict(zip(deals.tolist(), totals.tolist(), strict=True))
