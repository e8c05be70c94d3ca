"""The review of a seat's choices in a match: the three that cost most, and how good all of them were, without luck.

Every choice is judged by what its seat saw and remembered: the strong player weighs it against its own on deals that fit the
view. How the cards lay plays no part, so a choice that turned out well may have been a mistake.

The rating compares the choices with those of `fair` in the same views. A difference from the same search counts, so neither the
deals nor how well the search knows a position falls to one of them alone. It is what play in this seat was worth per hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean, stdev

from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, Match, replay_log
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.languages import Text, begun, counted_as, lazy_gettext, lazy_ngettext, number, percent

from .base import Bot
from .levels import Strong, adviser
from .nerve import Nerve
from .options import NORMAL_95, Option, unit_of
from .reasons import Case, is_level, named, sentence
from .solver import Solver
from .strategy import Strategy

MATCH = "match"
"""The unit of figures that are shares of the match."""
MOST = 3
"""Choices that are shown."""
UNITS: dict[str, Callable[..., Text]] = {
    "point": lambda n, /, **values: lazy_ngettext("{n} ± {error} point", "{n} ± {error} points", n, **values),
    "chip": lambda n, /, **values: lazy_ngettext("{n} ± {error} chip", "{n} ± {error} chips", n, **values),
    "token": lambda n, /, **values: lazy_ngettext("{n} ± {error} token", "{n} ± {error} tokens", n, **values),
}
"""Figures in words, by what a score counts. The first argument chooses the plural form."""
LEAST = 0.05
"""Points that a choice costs at least to be shown; of shares of the match a tenth of that."""
MOST_WEIGHED = 120
"""Choices of a match that are weighed."""
FEWEST_HANDS = 4
"""Hands that a rating needs."""
T_95 = (3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)
"""Student's t for an interval of 95 %, from FEWEST_HANDS hands on."""


@dataclass(frozen=True)
class Weighed:
    """A choice and what the strong player thinks of it.

    entry: its number in the log of the match. hand: in which hand, from 1 on. taken, best: what was chosen and what is best, in
    words. points: whether the match decides little of it, so that `behind` counts points, chips or tokens, and otherwise shares
    of the match. behind: by how much it is worse than the best, and `error` half of the interval of 95 %. level: it is as good as
    the best. by_points: whether the bot weighed by points. loss: how far behind it is, as the bot weighed. ahead: by how much it
    is better than that of `fair`, in points or in shares of the match, nan if that is not known. why: what speaks for the best.
    """

    entry: int
    hand: int
    taken: str
    best: str
    points: bool
    behind: float
    error: float
    level: bool
    by_points: bool
    loss: float
    ahead: float
    why: Text | str


@dataclass(frozen=True)
class Review:
    """A seat's choices in a match.

    weighed: how many were weighed. costly: those that cost most, the worst first. hands: how many hands the rating is from.
    rating: what the choices were worth more than those of `fair`, per hand, nan if that is not known, and `error` half of its
    interval of 95 %. unit: what that counts: point, chip, token, or MATCH.
    """

    weighed: int
    costly: list[Weighed]
    hands: int
    rating: float
    error: float
    unit: str


def can_be_reviewed(game: Game) -> bool:
    """Whether the strong player of a game weighs choices: not if it follows advice or solves, not in a race, and not if it bluffs
    without knowing what its choices bring, as under house rules that its strategy was not learned under."""
    room = game.room
    searches = adviser(room) not in (Strategy.name, Solver.name) and (not Nerve.plays(room) or Nerve.weighs(game))
    return searches and not room.races and room.Table.seats_range[1] > 1


def entries_of(log: Sequence[Chosen | Chance], seat: int) -> tuple[list[int], int]:
    """Return the numbers of a seat's choices in a log, of more than MOST_WEIGHED only every so many; and every how many."""
    own = [entry for entry, chosen in enumerate(log) if isinstance(chosen, Chosen) and chosen.seat == seat]
    step = max(1, -(-len(own) // MOST_WEIGHED))
    return own[::step], step


def weighed(fresh: Callable[[], Match], log: Sequence[Chosen | Chance], entry: int, judge: Bot, peer: Bot) -> Weighed | None:
    """Return what a bot thinks of a choice of a log, and of that of its peer.

    None if there was no choice, if the player gave up, or if the bot cannot say: it has not weighed this choice, or does not know
    how sure it is of it.

    fresh: makes the match before its first entry. entry: the number of the choice.
    """
    chosen, match = log[entry], fresh()
    assert isinstance(chosen, Chosen)
    replay_log(match, list(log[:entry]))
    view = match.view(chosen.seat, memory=True)
    resign = view.game.room.resign
    if sum(code != resign for code in view.codes()) < 2 or chosen.codes[0] == resign:
        return None
    return _weigh(judge, peer, entry, chosen, view)


def _weigh(judge: Bot, peer: Bot, entry: int, chosen: Chosen, view: View) -> Weighed | None:
    unordered = int(view.tables[0].phase) in view.game.room.unordered
    codes, options = _opinions(judge, view, chosen, unordered)
    best, taken = next(iter(options), None), _option(options, chosen.codes, unordered)
    if taken is None or best is None or any(option.words or not option.known for option in options):
        return None
    if any(math.isnan(option.error) for option in options if option is not best):  # it does not know how sure it is
        return None
    other = _option(options, peer.choose(view), unordered)
    behind = max(best.worth - taken.worth, 0.0)
    by_points = not all(math.isclose(option.worth, option.payoff, abs_tol=1e-9) for option in options)
    points = by_points and abs(best.points - taken.points) >= abs(behind - (best.points - taken.points))
    cost = (best.points - taken.points) if points else _share(view, best.payoff - taken.payoff)
    case, whole = Case(view), [best.code, *best.then] if best.then or best.code != codes[0] else list(codes)
    level = behind == 0.0 or is_level(taken, best) or cost < (LEAST if points else LEAST / 10)
    return Weighed(
        entry,
        int(view.tables[0].hand_number),
        begun(named(case, list(chosen.codes))),
        begun(named(case, whole)),
        points,
        cost,
        taken.error * cost / behind if behind else 0.0,  # as sure of the part that is told as of the whole
        level,
        by_points,
        behind,
        math.nan if other is None else _ahead(view, taken, other, by_points),
        "" if level else sentence(view, whole, [best, taken]),
    )


def _opinions(judge: Bot, view: View, chosen: Chosen, unordered: bool) -> tuple[Sequence[int], list[Option]]:
    """Return the best choice and what is thought of the choices, the best first.

    In a phase in which a strategy bluffs, that is what they bring on average over the hands that look alike to it: a bluff that
    was called need not be a mistake, and one that was not may be. Otherwise it is the judge's search.
    """
    room = view.game.room
    player = judge.player(room) if isinstance(judge, Strong) else judge
    nerve = player if isinstance(player, Nerve) else Nerve()
    if Nerve.plays(room) and (known := nerve.opinions(view, chosen.codes[0])) is not None:
        return [code for option in known[:1] for code in (option.code, *option.then)], known
    codes, options = judge.consider(view)
    if _option(options, chosen.codes, unordered) is None and len(chosen.codes) == 1:
        compared = judge.compare(view, chosen.codes[0])  # with errors against this choice
        if len(compared) > 1:
            taken = replace(compared[0], error=max(compared[1:], key=_worth).error)
            options = sorted([taken, *compared[1:]], key=_worth, reverse=True)
    return codes, options


def _worth(option: Option) -> float:
    return option.worth


def _option(options: Iterable[Option], codes: Sequence[int], unordered: bool) -> Option | None:
    """The option that is a choice, or its first pick if only these were weighed."""
    order = sorted if unordered else list
    return next(
        (
            one
            for one in options
            if (one.code == codes[0] and not one.then and len(codes) == 1) or order([one.code, *one.then]) == order(codes)
        ),
        None,
    )


def _share(view: View, payoff: float) -> float:
    """A difference of payoffs as a share of the match: the winner has 1, and the others together lose as much."""
    row = view.tables[0]
    sides = len({int(side) for side in row.side[: int(row.seats)]})
    return payoff * (sides - 1) / sides


def _ahead(view: View, taken: Option, other: Option, by_points: bool) -> float:
    return taken.points - other.points if by_points else _share(view, taken.payoff - other.payoff)


def summary(room: Room, found: Sequence[Weighed], step: int = 1) -> Review:
    """Return the review of choices that were weighed.

    found: of `weighed`. step: every how many choices of the seat one was weighed.
    """
    costly = sorted((one for one in found if not one.level), key=lambda one: -one.loss)
    points = 2 * sum(one.by_points for one in found) >= len(found)
    unit = unit_of(room) if points else MATCH
    by_hand: dict[int, float] = {}
    for one in found:
        if one.by_points == points and not math.isnan(one.ahead):
            by_hand[one.hand] = by_hand.get(one.hand, 0.0) + step * one.ahead
    hands = list(by_hand.values())
    if len(hands) < FEWEST_HANDS:
        return Review(len(found), costly[:MOST], len(hands), math.nan, math.nan, unit)
    factor = T_95[len(hands) - FEWEST_HANDS] if len(hands) - FEWEST_HANDS < len(T_95) else NORMAL_95
    return Review(len(found), costly[:MOST], len(hands), mean(hands), factor * stdev(hands) / math.sqrt(len(hands)), unit)


def figure(value: float, error: float, unit: str) -> Text:
    """Return a figure with its interval, in words.

    >>> figure(2.31, 0.5, "point"), figure(0.124, 0.04, "match")
    ('2.3 ± 0.5 points', '12.4% ± 4.0% of the match')
    """
    if unit == MATCH:
        return lazy_gettext("{n} ± {error} of the match", n=_percent(value), error=_percent(error))
    return UNITS[unit](counted_as(value, 1), n=_rounded(value), error=_rounded(error))


def _rounded(value: float) -> Text:
    """A number as each reader writes it."""
    return Text(number(value, 1), partial(number, value, 1))


def _percent(value: float) -> Text:
    return Text(percent(value, 1), partial(percent, value, 1))


def verdict(review: Review) -> Text:
    """Say how good the choices were."""
    if math.isnan(review.rating):
        return lazy_gettext("The choices that could be weighed are too few for a rating.")
    amount = figure(abs(review.rating), review.error, review.unit)
    if abs(review.rating) <= review.error:
        return lazy_gettext(
            "Your choices were worth about as much as those of the level “fair”: {amount} per hand apart.", amount=amount
        )
    if review.rating > 0:
        return lazy_gettext(
            "Your choices were worth more than those of the level “fair” in your seat: {amount} per hand.", amount=amount
        )
    return lazy_gettext(
        "Your choices were worth less than those of the level “fair” in your seat: {amount} per hand.", amount=amount
    )
