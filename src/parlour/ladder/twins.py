"""Hidden facts in open fields: the same deal with the cards that a seat cannot see exchanged must show it the same figures.

What the kit draws cards with (`shuffle`, `random_card`, `random_cards`) is led through a permutation of the pack that leaves
alone what the seat sees. Then the room deals again from the same random state: the seat has the same cards before it, others
hold other cards. A figure that differs was worked out from what the seat may not know. Only for interpreted rules, whose
functions can be replaced.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from parlour.engine import steps
from parlour.engine.game import Game
from parlour.engine.positions import fields_of, pack_of_table, zone_cards
from parlour.engine.view import Tables
from parlour.kit import piles, sets
from parlour.kit.layout import Number, Seat, Zone

from .climbing import Climb
from .faults import Fault
from .lines import line_that_sets

DEALS = 6
_STANDARD = ("asked", "chain", "elapsed", "hand_number", "over", "phase", "rng", "said", "side", "turn")

Exchange = Mapping[int, int]
"""A permutation of the pack."""


def open_facts(climb: Climb) -> Iterator[Fault]:
    """No open figure of a fresh deal depends on cards that the one who sees it cannot see. Who begins may: that is a rule."""
    game = climb.game
    if set(pack_of_table(climb.room, game.blank()[0]).values()) != {1}:
        return  # of equal cards nobody can say which was exchanged
    for seed in range(DEALS):
        chooser = random.Random(seed)
        for seat in range(game.seats):
            usual = _dealt(game, seed)
            exchange = _unseen_exchanged(game, usual, seat, chooser)
            with _dealing(climb.room.module, exchange):
                other = _dealt(game, seed)
            if name := _differs(game, usual, other, seat):
                where = line_that_sets(climb.room, name.partition(".")[0], steps.step_row, _begun(game, seed), 0, seed, 0)
                yield Fault(where, f"the deal puts into {name}, which seat {seat} sees, what depends on cards it cannot see")
                return


def _dealt(game: Game, seed: int) -> Tables:
    """The first deal of a seed."""
    tables = _begun(game, seed)
    steps.step_row(tables, 0, seed, 0)
    return tables


def _begun(game: Game, seed: int) -> Tables:
    """The table before the first deal of a seed."""
    tables = game.blank()
    steps.begin_row(tables, 0, seed, 0)
    return tables


def _unseen_exchanged(game: Game, tables: Tables, seat: int, chooser: random.Random) -> Exchange:
    """Every card that a seat sees goes to itself, the others to each other."""
    pack = sorted(pack_of_table(game.room, tables[0]))
    masked = tables.copy()
    steps.mask_row(masked, 0, seat)
    seen: set[int] = set()
    for zone in game.room.Table.zones.values():
        for index in zone.indices(game.seats):
            known, _ = zone_cards(zone, masked[0][zone.name][index] if index else masked[0][zone.name])
            seen |= {card for card in known if card >= 0}
    unseen = [card for card in pack if card not in seen]
    return dict(zip(pack, pack, strict=True)) | dict(zip(unseen, chooser.sample(unseen, len(unseen)), strict=True))


def _differs(game: Game, one: Tables, other: Tables, seat: int) -> str:
    """Return the name of a figure that differs for a seat though all the cards it sees are the same; empty if there is none."""
    one, other = one.copy(), other.copy()
    shown = []
    for tables in (one, other):
        steps.mask_row(tables, 0, seat)
        shown.append(fields_of(game.room, tables[0], derived=True))
    fields = game.room.Table.fields
    figures = []
    for name in {*shown[0], *shown[1]}:
        if shown[0].get(name) != shown[1].get(name):
            field = fields[name.partition(".")[0]]
            if isinstance(field, Zone | Seat):
                return ""  # it sees other cards, or another begins: they are not twins
            if isinstance(field, Number) and name not in _STANDARD:
                figures.append(name)
    return min(figures, default="")


@contextmanager
def _dealing(module: ModuleType, exchange: Exchange) -> Iterator[None]:
    """Let the kit draw every card's partner in its place, inside the context."""
    back = {partner: card for card, partner in exchange.items()}
    random_card, random_cards, shuffle = sets.random_card, sets.random_cards, piles.shuffle

    def led(cards: int, way: Exchange) -> int:
        return sum(1 << way.get(card, card) for card in range(54) if (cards >> card) & 1)

    def other_card(t: Any, cards: int) -> int:
        return led(random_card(t, led(cards, back)), exchange)

    def other_cards(t: Any, cards: int, n: int) -> int:
        return led(random_cards(t, led(cards, back), n), exchange)

    def other_shuffle(t: Any, pile: Any) -> None:
        n = int(pile[0])
        pile[1 : n + 1] = sorted(back.get(int(card), int(card)) for card in pile[1 : n + 1])  # as `fill` lays them
        shuffle(t, pile)
        pile[1 : n + 1] = [exchange.get(int(card), int(card)) for card in pile[1 : n + 1]]

    with _replaced(module, {random_card: other_card, random_cards: other_cards, shuffle: other_shuffle}):
        yield


@contextmanager
def _replaced(module: ModuleType, others: Mapping[Callable[..., Any], Callable[..., Any]]) -> Iterator[None]:
    """Replace these functions in the kit and in the room, inside the context."""
    kit = [each for name, each in sys.modules.items() if name.partition(".kit")[0] == "parlour"]
    held = [(each, name, value) for each in [module, *kit] for name, value in vars(each).items() if callable(value)]
    held = [(each, name, value) for each, name, value in held if value in others]
    for each, name, value in held:
        setattr(each, name, others[value])
    try:
        yield
    finally:
        for each, name, value in held:
            setattr(each, name, value)
