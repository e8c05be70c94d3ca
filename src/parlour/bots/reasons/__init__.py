"""Why a choice is good, in a card player's words: one sentence about the game, made from what a seat sees and remembers.

A sentence has two parts. *Why* comes from the rules: which trick a card takes, what cannot beat it any more, what it keeps. Each
such reason is true of every deal that fits what the seat knows: a test compares them with true tables. *What else* comes from
the bot that was asked: what the best alternative would cost in the game's own unit if the difference is larger than its interval
of 95 %, otherwise that the two are about as good.

A room says why in a module `reasons.py` beside its rules, in plain Python that is never compiled:

    def reasons(case, codes):          the reasons for a whole choice, the most telling first, as pairs (claim, text)
    def named(case, codes):            how a sentence names the choice, or "" if its usual name will do
    def is_spare(case, code):          in a patience, whether a choice brings home a card that is not needed any more

`case` is a `Case`; `case.tricks(...)` has the reasons of all trick games. A text is a predicate of the choice, such as "takes the
trick", or after a colon a sentence of its own. A room without the module has the words of its rules alone.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from functools import cache
from types import ModuleType

from parlour.bots.heuristics import score_names
from parlour.bots.options import WORTH_A_WORD, Option, unit_of, whole
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS
from parlour.engine.view import View

from .case import Case
from .words import Reason

MOST = 2
"""Reasons in a sentence."""
SMALL = 0.05
"""A difference of this much of the unit, or of the match, is none that a player would notice."""
OFTEN = 0.15
"""A choice drawn so often instead of another is about as good."""
CHANCES = ((0.3, "would often cost the match"), (0.1, "would cost the match now and then"), (0.0, "is a little worse"))
ALONE = ((0.3, "would lose many more deals"), (0.1, "would lose more deals"), (0.0, "would lose a few more deals"))
"""Words for a choice that is behind the best by this much of a payoff, for several players and for one."""

__all__ = ["Case", "Reason", "against", "is_level", "is_spare", "named", "reasons", "sentence"]


@cache
def _module(room: Room) -> ModuleType | None:
    """Return the room's reasons.py as a module; None if it has none."""
    if not (room.folder / "reasons.py").is_file():
        return None
    return importlib.import_module(f"{room.module.__name__.removesuffix('.rules')}.reasons")


def reasons(case: Case, codes: Sequence[int]) -> list[Reason]:
    """Return why this whole choice is good, the most telling first; none if the room has nothing to say."""
    module = _module(case.room)
    return [] if module is None else [Reason(*found) for found in module.reasons(case, list(codes))]


def named(case: Case, codes: Sequence[int]) -> str:
    """Return how a sentence names a choice."""
    own = getattr(_module(case.room), "named", None)
    if own is not None and (name := own(case, list(codes))):
        return str(name)
    return _usual(case, codes)


def is_spare(case: Case, code: int) -> bool:
    """Whether a choice brings home a card on which nothing can be put any more; False if the room does not say."""
    own = getattr(_module(case.room), "is_spare", None)
    return own is not None and bool(own(case, code))


def _usual(case: Case, codes: Sequence[int]) -> str:
    """The name of a choice as its card or its button has it."""
    return whole(case.game, Option(codes[0], 0, 0.0, then=tuple(codes[1:])), int(case.row.phase))


def sentence(view: View, codes: Sequence[int], options: Sequence[Option], compared: Sequence[Option] = ()) -> str:
    """Say in one sentence why a bot would choose these codes, and what the best alternative would cost.

    options: the one taken first, as `Bot.consider` gives them. compared: if there are none, those of `Bot.compare`.
    """
    case = Case(view)
    if len(case.menu) == 1:
        return f"{named(case, codes)} is your only {'legal card' if codes[0] < CARDS else 'choice'}."
    other = _rival(options or compared, weighed=bool(options))
    chosen = reasons(case, codes) or [Reason("expected", f": {option.words}") for option in options[:1] if option.words]
    shared = {reason.claim for reason in reasons(case, (other.code, *other.then))} if other else set()
    telling = [reason for reason in chosen if reason.claim not in shared] or chosen[:1]
    said = _joined(named(case, codes), [reason.text for reason in telling[:MOST]])
    return (
        f"{said}; {named(case, (other.code, *other.then))} {against(case, other, (options or compared)[0])}."
        if other
        else f"{said}."
    )


def _joined(name: str, texts: Sequence[str]) -> str:
    """A choice with why, as one clause."""
    if not texts:
        return f"{name} is best in the deals that fit what you have seen"
    first, *more = texts
    return ", and ".join([f"{name}{'' if first.startswith(':') else ' '}{first}", *(text.removeprefix(": ") for text in more)])


def _rival(options: Sequence[Option], weighed: bool) -> Option | None:
    """The best alternative that a sentence can compare with; None if there is none.

    weighed: whether the first was chosen by these figures. Otherwise it was advice, and what seems better is not spoken of.
    """
    if len(options) < 2:
        return None
    best, *others = options
    least = WORTH_A_WORD * sum(option.visits for option in options)
    others = [option for option in others if option.visits >= least and not option.words]
    if best.share:
        lots = [option for option in others if option.share >= OFTEN or option.known]
        return max(lots, key=lambda option: (option.share >= OFTEN, option.share, option.worth), default=None)
    if not weighed:
        others = [option for option in others if best.worth - option.worth > _doubt(option)]
    return max(others, key=lambda option: option.worth, default=None)


def _doubt(option: Option) -> float:
    """Half of the interval of how far an option is behind the best; 0 if it is not known."""
    return 0.0 if math.isnan(option.error) else option.error


def is_level(other: Option, best: Option) -> bool:
    """Whether another choice is as good as the best one, as far as the bot can tell."""
    return bool(other.share >= OFTEN if best.share else best.worth - other.worth <= _doubt(other))


def against(case: Case, other: Option, best: Option) -> str:
    """Say how another choice compares with the best one."""
    behind = best.worth - other.worth
    lost = "" if is_level(other, best) else cost(case, best.points - other.points, best.payoff - other.payoff, behind)
    return lost or "is about as good"


def cost(case: Case, points: float, payoff: float, behind: float) -> str:
    """Say what a choice would cost; nothing if it is too little for words.

    points, payoff: how much less of each it brings. behind: both together, in the figure that choices are compared by.
    """
    if abs(points) >= abs(behind - points):  # the score of the hand decides, not the end of the match
        said = amount(points, unit_of(case.room))
        return f"would cost about {said}" if said else ""
    said = amount(points, unit_of(case.room)) if payoff < CHANCES[1][0] and score_names(case.room) else ""
    if said:  # the match decides, but little of it
        return f"would cost about {said}"
    if payoff < SMALL:
        return ""
    return next(words for least, words in (ALONE if case.seats == 1 else CHANCES) if payoff >= least)


def amount(points: float, unit: str) -> str:
    """A number of points, chips or tokens as one says it; nothing if it is next to none.

    >>> amount(0.4, "point"), amount(1.2, "chip"), amount(3.4, "token"), amount(47, "point"), amount(0.01, "point")
    ('half a point', 'one chip', '3 tokens', '45 points', '')
    """
    if points < SMALL:
        return ""
    if points < 0.25:
        return f"a small part of a {unit}"
    if points < 0.75:
        return f"half a {unit}"
    whole = round(points) if points < 20 else 5 * round(points / 5)
    return f"one {unit}" if whole == 1 else f"{whole} {unit}s"
