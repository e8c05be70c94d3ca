"""Read a room's own `bot.py`, which gives the bots an evaluation, a rollout policy, a horizon; each has a default.

    value(t, seat)      how good the table is for the seat, as a payoff, if a rollout stopped before the match was over;
                        nan says that the change of score tells more, with what was learned of positions (the default)
    features(t, menu, n, found)
                        the features of choices, for the policy learned by self-play (default: the phase and the code;
                        see `parlour.kit.features`). The weights it has learned stand in `policy.json` beside it
    policy(t, menu, n)  the choice of a rollout instead, a code out of the n entries of the menu (default: by what was learned)
    position_features(t, seat, found), POSITION_FEATURES
                        the features of positions, for the value function learned from matches: a figure for each of
                        POSITION_FEATURES, their names, as the table stands for the seat; nan in found[0] under house rules
                        for which nothing is learned. It judges a table with every card dealt and may look at them all
                        (default: none). The weights it has learned stand in `value.json`
    equity_features(t, seat, found), EQUITY_FEATURES
                        the features of a score between two hands, as it stands for the seat, and their names: what the rest of
                        the match depends on; nan in found[0] under house rules for which nothing is learned (default: none,
                        a hand is worth its points). The weights learned for them stand in `equity.json` (see `equity`)
    sift(t, menu, n)    leaves in the menu, in their order, the entries that are worth a search; returns how many, at least one
                        (default: all). It may look only at what the seat on turn sees
    TELLS               phases whose choices reveal the hand of their player: redeals in which they are what the learned
                        policy would have chosen are likelier (default: none; the room's cards in hand are `hand`, by seat)
    BY_POLICY           phases in which the tree leaves every choice but the first to the policy (default: none)
    HORIZON             most choices of one rollout, if there is a value to judge by (default: 2000)
    SEPARATE            whether each seat searches a tree of its own (default: if choices are hidden or sealed); False says
                        that what is chosen face down is shown before anybody answers it
    finish(t)           the choice by which a decided game goes on to its end, -1 if it is not decided (default: never);
                        t is a masked table of its own, which it may play on
    strategy, ADVICE    what people advise for the game, for the bot `strategy` (see there; default: the room has none)
    prospects(tables, i, menu, n, advice, found), PROSPECTS
                        what that bot expects of the n codes in `menu`, for hints, on a masked table: in found[k] a figure
                        for each of PROSPECTS, words with {n} for the figure, nan if it is not shown; then the
                        worth that ranks the codes, -inf for one of which it knows nothing. A `@rule(hurried=True)`
                        (default: it does not say)

They are compiled functions like those of `rules.py`, found by the type of the table like them.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.engine.dispatch import by_room
from parlour.engine.sheets import places_to_play
from parlour.kit import pick_random, rule
from parlour.kit.features import describe_plain
from parlour.machine import INNER, body

if TYPE_CHECKING:
    from parlour.engine.rooms import Room

HORIZON = 2000


@cache
def _module(room: Room) -> ModuleType | None:
    """Return the room's bot.py as a module; None if it has none."""
    if not (room.folder / "bot.py").is_file():
        return None
    return importlib.import_module(f"{room.module.__name__.removesuffix('.rules')}.bot")


@cache
def horizon(room: Room) -> int:
    """Return the most choices of one rollout, if there is a value to judge by."""
    return int(getattr(_module(room), "HORIZON", HORIZON))


@cache
def has_value(room: Room) -> bool:
    """Whether the room's author wrote an evaluation."""
    return hasattr(_module(room), "value")


def position_names(room: Room) -> tuple[str, ...]:
    """Return the names of the features of positions; none if the room has no such features."""
    return tuple(getattr(_module(room), "POSITION_FEATURES", ()))


def score_names(room: Room) -> tuple[str, ...]:
    """Return the names of the features of scores; none if the room has no such features."""
    return tuple(getattr(_module(room), "EQUITY_FEATURES", ()))


@cache
def by_policy(room: Room) -> tuple[int, ...]:
    """Return the phases in which the tree leaves every choice but the first to the policy."""
    return tuple(getattr(_module(room), "BY_POLICY", ()))


@cache
def separate(room: Room) -> bool:
    """Whether the seats of this room search trees of their own, because some choice is not seen by all at once."""
    return bool(getattr(_module(room), "SEPARATE", room.veiled or room.quiet or room.together))


@cache
def in_the_open(room: Room) -> bool:
    """Whether every choice is seen by all at once, and no seat is asked together with others."""
    return not (room.veiled or room.quiet or room.together or room.windows or room.races)


@cache
def revealing_phases(room: Room) -> tuple[int, ...]:
    """Return the phases whose calls reveal something of hands."""
    return tuple(getattr(_module(room), "TELLS", ()))


@cache
def from_hand(room: Room, phase: int) -> bool:
    """Whether cards are chosen from `hand` in a phase."""
    hands = sum(1 << place.number for place in room.Table.places if place.zone.name == "hand")
    return places_to_play(room, phase, 0) & hands != 0


def has_strategy(room: Room) -> bool:
    """Whether the room says how it is played."""
    return hasattr(_module(room), "strategy")


def sifts(room: Room) -> bool:
    """Whether the room says which choices are worth a search."""
    return hasattr(_module(room), "sift")


def can_finish(room: Room) -> bool:
    """Whether the room says when a game is decided."""
    return hasattr(_module(room), "finish")


def advice(room: Room) -> tuple[str, ...]:
    """The pieces of the strategy's advice that can be switched off."""
    return tuple(getattr(_module(room), "ADVICE", ()))


def prospects(room: Room) -> tuple[Callable[..., None], tuple[str, ...]] | None:
    """Return the function that gives what the room's strategy expects of choices, and its words; None if the room has none."""
    found = getattr(_module(room), "prospects", None)
    return None if found is None else (found, tuple(getattr(_module(room), "PROSPECTS", ())))


def _no_value(t, seat):
    return math.nan


def _any(t, menu, n):
    return pick_random(t, menu, n)


def _yes(t):
    return True


def _no(t):
    return False


def _by_hand(t, now, seat, gone):
    t.hand[seat] = now.hand[seat] | gone


def _not_at_all(t, now, seat, gone):
    return


def _all(t, menu, n):
    return n


def _no_features(t, seat, found):
    return


_DEFAULTS: dict[str, Callable[..., Any]] = {
    "value": _no_value,
    "policy": _any,
    "sift": _all,
    "features": body(describe_plain),
    "position_features": _no_features,
    "equity_features": _no_features,
}


def _function(room: Room, name: str) -> Callable[..., Any]:
    if name == "has_policy":
        return _yes if hasattr(_module(room), "policy") else _no
    if name == "hold_as":
        return _by_hand if revealing_phases(room) else _not_at_all
    own = getattr(_module(room), name, None)
    return _DEFAULTS[name] if own is None else body(own)


@by_room(INNER, _function)
def value(t, seat):
    """Return the room's estimate of the table for the seat, as a payoff; nan if it has none."""


@by_room(INNER, _function)
def policy(t, menu, n):
    """The choice of a rollout: a code out of the menu's n entries."""


@by_room(INNER, _function)
def has_policy(t):
    """Whether the room's author wrote a rollout policy."""


@by_room(INNER, _function)
def hold_as(t, now, seat, gone):
    """Give a seat the hand that it had before these cards went from it, in a room whose choices tell of hands."""


@by_room(INNER, _function)
def features(t, menu, n, found):
    """The features of the menu's n entries, into the rows of `found`."""


@by_room(INNER, _function)
def position_features(t, seat, found):
    """Write the features of the table for a seat into `found`."""


@by_room(INNER, _function)
def equity_features(t, seat, found):
    """Write the features of the score between two hands for a seat into `found`."""


@by_room(INNER, _function)
def sift(t, menu, n):
    """Leave in the menu the entries that are worth a search; returns how many."""


@by_room(INNER, _function)
def strategy(t, menu, n, may, advice):
    """The choice of a room that has a strategy: a code out of the menu's n entries."""


@by_room(INNER, _function)
def finish(t):
    """The choice by which a decided game of a room that can finish goes on, or -1."""


@rule(hurried=True)
def finish_row(tables, i):
    """`finish` for a table of an array."""
    return finish(tables[i])
