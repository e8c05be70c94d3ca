"""The review of a seat's choices in a match: the three that cost most, and how good all of them were, without luck.

Every choice is judged by what its seat saw and remembered: the strong player weighs it against its own on deals that fit the
view. How the cards lay plays no part, so a choice that turned out well may have been a mistake.

The rating compares the choices with those of `fair` in the same views. A difference from the same search counts, so neither the
deals nor how well the search knows a position falls to one of them alone. It is what play in this seat was worth per hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean, stdev

from parlour.engine.match import Chance, Chosen, Match, replay_log
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.languages import Text, mark, number, percent, told

from .base import Bot
from .options import NORMAL_95, Option, unit_of
from .reasons import Case, is_level, named, sentence

MATCH = "match"
"""The unit of figures that are shares of the match."""
MOST = 3
"""Choices that are shown."""
MOST_WEIGHED = 160
"""Choices of a match that are weighed."""
FEWEST_HANDS = 4
"""Hands from which on the interval of the rating comes from how they differ, in place of how sure the search was."""


@dataclass(frozen=True)
class Weighed:
    """A choice and what the strong player thinks of it.

    entry: its number in the log of the match. hand: in which hand, from 1 on. taken, best: what was chosen and what is best, in
    words. behind: by how much it is worse than the best, and `error` half of the interval of 95 %. ahead: by how much it is
    better than that of `fair`, nan if that is not known. points: whether these are points, chips or tokens, otherwise shares of
    the match. level: it is as good as the best. why: what speaks for the best one.
    """

    entry: int
    hand: int
    taken: str
    best: str
    behind: float
    error: float
    ahead: float
    points: bool
    level: bool
    why: Text | str


@dataclass(frozen=True)
class Review:
    """A seat's choices in a match. weighed: how many were weighed. costly: those that cost most, the worst first. hands: how many
    hands the rating is from. rating: what the choices were worth more than those of `fair`, per hand, nan if that is not known,
    and `error` half of its interval of 95 %. unit: what that counts: point, chip, token, or MATCH."""

    weighed: int
    costly: list[Weighed]
    hands: int
    rating: float
    error: float
    unit: str


def entries_of(log: Sequence[Chosen | Chance], seat: int) -> list[int]:
    """Return the numbers of a seat's choices in a log; of more than MOST_WEIGHED only some, evenly over the match."""
    own = [entry for entry, chosen in enumerate(log) if isinstance(chosen, Chosen) and chosen.seat == seat]
    return own[:: -(-len(own) // MOST_WEIGHED)] if own else []


def weighed(fresh: Callable[[], Match], log: Sequence[Chosen | Chance], entry: int, judge: Bot, peer: Bot) -> Weighed | None:
    """Return what a bot thinks of a choice of a log, and of that of its peer; None if there was no choice, or if it cannot say.

    fresh: makes the match before its first entry. entry: the number of the choice.
    """
    chosen, match = log[entry], fresh()
    assert isinstance(chosen, Chosen)
    replay_log(match, list(log[:entry]))
    view = match.view(chosen.seat, memory=True)
    if sum(code != view.game.room.resign for code in view.codes()) < 2:
        return None
    return _weigh(judge, peer, entry, chosen, view)


def _weigh(judge: Bot, peer: Bot, entry: int, chosen: Chosen, view: View) -> Weighed | None:
    codes, options = judge.consider(view)
    taken = _option(options, chosen.codes)
    if taken is None and not (options and options[0].share):
        options = judge.compare(view, chosen.codes[0])
        taken = _option(options, chosen.codes[:1])
    if taken is None or not taken.known or taken.words or len(options) < 2:
        return None
    best = max((option for option in options if option.known), key=lambda option: option.worth)
    level = taken is best or is_level(taken, best)
    points = not all(math.isclose(option.worth, option.payoff, abs_tol=1e-9) for option in options if option.known)
    other = _option(options, peer.choose(view))
    case = Case(view)
    whole = [best.code, *best.then] if best.code != codes[0] else codes
    return Weighed(
        entry,
        int(view.tables[0].hand_number),
        named(case, list(chosen.codes)),
        named(case, whole),
        behind=best.worth - taken.worth,
        error=0.0 if math.isnan(taken.error) else taken.error,
        ahead=math.nan if other is None or not other.known else taken.worth - other.worth,
        points=points,
        level=level,
        why="" if level else sentence(view, whole, [best, taken]),
    )


def _option(options: Iterable[Option], codes: Sequence[int]) -> Option | None:
    """The option that is a choice, or begins it if only first picks were weighed."""
    begun = [option for option in options if option.code == codes[0]]
    return next((one for one in begun if [one.code, *one.then] == list(codes)), next(iter(begun), None))


def summary(room: Room, found: Sequence[Weighed]) -> Review:
    """Return the review of choices that were weighed: in points if most of them were, otherwise in shares of the match."""
    points = 2 * sum(one.points for one in found) >= len(found)
    counted = [one for one in found if one.points == points]
    costly = sorted((one for one in counted if not one.level), key=lambda one: -one.behind)[:MOST]
    by_hand: dict[int, list[Weighed]] = {}
    for one in counted:
        if not math.isnan(one.ahead):
            by_hand.setdefault(one.hand, []).append(one)
    hands = [sum(one.ahead for one in each) for each in by_hand.values()]
    unit = unit_of(room) if points else MATCH
    if not hands:
        return Review(len(found), costly, 0, math.nan, math.nan, unit)
    error = math.sqrt(sum(one.error**2 for each in by_hand.values() for one in each)) / len(hands)
    if len(hands) >= FEWEST_HANDS:
        error = NORMAL_95 * stdev(hands) / math.sqrt(len(hands))
    return Review(len(found), costly, len(hands), mean(hands), error, unit)


def figure(value: float, error: float, unit: str) -> Text:
    """Return a figure with its interval, in words.

    >>> figure(2.31, 0.5, "point"), figure(0.124, 0.04, "match")
    ('2.3 ± 0.5 points', '12.4% ± 4.0% of the match')
    """
    if unit == MATCH:
        return told("{n} ± {error} of the match", n=_share(value), error=_share(error))
    form = {"point": mark("{n} ± {error} points"), "chip": mark("{n} ± {error} chips"), "token": mark("{n} ± {error} tokens")}[
        unit
    ]
    return told(form, n=_rounded(value, 1), error=_rounded(error, 1))


def _rounded(value: float, digits: int) -> Text:
    """A number as each reader writes it."""
    return Text(number(value, digits), partial(number, value, digits))


def _share(value: float) -> Text:
    return Text(percent(value, 1), partial(percent, value, 1))


def verdict(review: Review) -> Text:
    """Say how good the choices were."""
    if not review.hands:
        return told("The choices that could be weighed are too few for a rating.")
    amount = figure(abs(review.rating), review.error, review.unit)
    if abs(review.rating) <= review.error:
        return told("Your choices were worth about as much as those of the level “fair”: {amount} per hand apart.", amount=amount)
    if review.rating > 0:
        return told("Your choices were worth more than those of the level “fair” in your seat: {amount} per hand.", amount=amount)
    return told("Your choices were worth less than those of the level “fair” in your seat: {amount} per hand.", amount=amount)
