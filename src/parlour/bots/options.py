"""A bot's opinion of its choices, and its words for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS, card_sign, choice_text
from parlour.languages import in_list, in_row, lazy_gettext

from .rollouts import CHANGE, FINAL, Floats

REASONS = 3
"""Choices that are spoken of at most."""
WORTH_A_WORD = 0.02
"""The share of the thought under which a choice is not spoken of."""
NORMAL_95 = 1.96
"""Standard errors in half of an interval of 95 %."""
SURE = 0.995
"""A choice taken more often is the only one."""


@dataclass(frozen=True)
class Option:
    """A bot's opinion of one choice: how often it was tried, and its mean worth to the seat.

    worth is a payoff if every rollout ended the match, or if it is known what a score is worth in the match, otherwise points of
    score, a payoff counting twice the largest change.
    points: the part of it that is points of score, against the others; payoff: the part that is the result of the match.
    share: if above 0, the bot draws between its choices, and this is how often it takes this one.
    known: whether its result is known; otherwise worth and points have no meaning.
    then: the picks that follow, if it is the first of a chain that was weighed as one choice.
    words: what is expected, if the room has words of its own for it; worth then only ranks.
    error: half of the interval of 95 % of how far it is behind the best; nan if that is not known.
    stake: how much worth a payoff of 1 is; nan if that is not known, or if worth only ranks.
    """

    code: int
    visits: int
    worth: float
    points: float = 0.0
    payoff: float = 0.0
    share: float = 0.0
    known: bool = True
    then: tuple[int, ...] = ()
    words: str = ""
    error: float = math.nan
    stake: float = math.nan


def option_of(chain: Sequence[int], deals: int, means: Floats, weights: Floats, variance: float = math.nan) -> Option:
    """Return the option for picks whose deals brought these means, float64[CHANGE, FINAL].

    weights: what CHANGE and FINAL count. variance: of how far it is behind the best.
    """
    change, final = float(means[CHANGE]), float(means[FINAL])
    return Option(
        chain[0],
        deals,
        float(means[:2] @ weights),
        change,
        final,
        then=tuple(chain[1:]),
        error=NORMAL_95 * math.sqrt(variance),
        stake=float(weights[FINAL]),
    )


def unit_of(room: Room) -> str:
    """Return what the score of a room counts: chips, tokens or points."""
    label = next((figure["label"] for figure in room.look.get("figures", []) if figure["field"] == "score"), "")
    return {"Chips": "chip", "Tokens": "token"}.get(label, "point")


def notable(options: Sequence[Option]) -> list[Option]:
    """Return the options worth a word. options: the best first. Worth it are the best, and others of which enough is known and
    none is better; of options drawn at random the one drawn, and those taken most."""
    if not options:
        return []
    best, least = options[0], WORTH_A_WORD * sum(option.visits for option in options)
    if best.share:
        return [best, *(option for option in options[1:] if option.visits >= least)][:REASONS]
    others = [option for option in options[1:] if option.visits >= least and option.worth <= best.worth]
    return [best, *sorted(others, key=lambda option: -option.worth)[: REASONS - 1]]


def spoken(game: Game, code: int) -> str:
    """A choice as a sentence names it: a card by its short name, a call by its words."""
    return card_sign(game.room, code) if code < CARDS else choice_text(game.room, code)


def whole(game: Game, option: Option, phase: int) -> str:
    """Return a whole chain as a sentence names it; of a set its cards, without the call that ends it."""
    codes = [option.code, *option.then]
    if len(codes) > 1 and phase in game.room.unordered:
        codes = [code for code in codes if code < CARDS] or codes[:1]
    names = [spoken(game, code) for code in codes]
    if len(names) == 1 or any(code >= CARDS for code in codes):
        return in_row(", ", names)
    return lazy_gettext("{card} with {others}", card=names[0], others=in_list(names[1:]))
