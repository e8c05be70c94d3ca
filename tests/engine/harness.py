"""Random matches of any room with the memory of every seat kept up beside them, and what tests ask of a memory and of redeals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.engine import positions, steps
from parlour.engine.dispatch import house
from parlour.engine.memory import Memory, Recall
from parlour.engine.redeal import redeal, unseen
from parlour.engine.rooms import Room, room
from parlour.engine.view import View
from parlour.kit import CARD_BITS, NOBODY, bag_copies, rule, unknown_count
from parlour.kit.cards import card_name, cards_in

Deal = tuple[tuple[str, tuple[int, ...]], ...]
"""The cards of every place the viewer does not see, sorted."""
DRILL, OATH = (str(Path(__file__).parent / "rooms" / name) for name in ("drill", "oath"))


@rule
def house_row(tables, i):  # type: ignore[no-untyped-def]
    """`house` for tables[i]."""
    return house(tables[i])


def new_table(name: str, seats: int | None = None, options: Mapping[str, int] | None = None) -> tuple[Room, Any]:
    """A blank table of a room with these house rules settled."""
    opened = room(name)
    tables = opened.Table.blank(1)
    tables[0].seats = seats or opened.Table.default_seats
    for option, value in (options or {}).items():
        tables[0][option] = value
    assert house_row(tables, 0) == 0
    return opened, tables


def menu(opened: Room, tables: Any) -> list[int]:
    """The codes the seat on turn may choose."""
    words = np.zeros(opened.menu_size, np.int64)
    n = steps.menu_row(tables, 0, words)
    return [code for word in words[:n].tolist() for code in range(word & 0xFFFFFFFF, (word & 0xFFFFFFFF) + (word >> 32) + 1)]


@dataclass
class Moment:
    """One step of a match, and the memory after it."""

    room: Room
    before: Any
    after: Any
    mover: int
    choice: int
    shuffled: bool
    memory: Memory


def advance(opened: Room, tables: Any, choice: int, seed: int) -> tuple[Any, int, bool]:
    """One step in place: the choice, or what nobody chooses. The table before, the mover, whether chance was in it."""
    before = tables.copy()
    mover = int(tables[0].turn)
    if mover == NOBODY:
        steps.step_row(tables, 0, seed, 0)
    else:
        steps.act_row(tables, 0, choice)
    return before, mover, bool(steps.used_chance_row(before.copy(), 0, tables, 0, seed, 0))


def match(name: str, seed: int, seats: int | None = None, options: Mapping[str, int] | None = None) -> Iterator[Moment]:
    """A random match, step by step. The table and the memory of a moment change with the next one."""
    dice = random.Random(seed)
    opened, tables = new_table(name, seats, options)
    steps.begin_row(tables, 0, seed, 0)
    memory = Memory.fresh(tables, opened)
    while not tables[0].over:
        choice = dice.choice(menu(opened, tables)) if tables[0].turn != NOBODY else NOBODY
        before, mover, shuffled = advance(opened, tables, choice, seed)
        memory.watch(before, tables, mover, choice, shuffled)
        yield Moment(opened, before, tables, mover, choice, shuffled, memory)


def view_of(tables: Any, seat: int) -> Any:
    """A masked copy."""
    view = tables.copy()
    steps.mask_row(view, 0, seat)
    return view


def lies(opened: Room, row: Any) -> list[tuple[int, int, int]]:
    """Every card of a table as (kind, place, slot of a pile or -1), read off the fields one by one."""
    found = []
    for place in opened.Table.places:
        value = row[place.zone.name][place.index]
        if place.zone.kind == "pile":
            found += [(int(value[k]), place.number, k) for k in range(1, int(value[0]) + 1)]
        elif place.zone.kind == "bag":
            found += [(kind, place.number, -1) for kind in range(54) for _ in range(int(bag_copies(value, kind)))]
        else:
            found += [(kind, place.number, -1) for kind in range(54) if (int(value) >> kind) & 1]
    return sorted(found)


def has_unknown(opened: Room, row: Any) -> bool:
    """Whether anything on a table is still unknown."""
    for name, field in opened.Table.fields.items():
        value = np.asarray(row[name])
        if field.kind == "cards" and np.any(value & ~CARD_BITS):
            return True
        if field.kind == "bag" and any(unknown_count(int(plane)) for plane in value.reshape(-1)):
            return True
        if field.kind == "pile" and np.any(value == -1):
            return True
        if field.kind in ("number", "seat", "flag") and field.seen != -2 and np.any(value == -128):
            return True
    return False


def remembered(memory: Recall) -> tuple[Any, Any, Any]:
    """By card of the pack its kind, where it may be, and its slot."""
    return memory.kind, memory.may, memory.slot


def ruled_out(moment: Moment) -> list[str]:
    """Return what a memory says that is not so: for every kind its cards must find their places, one each (Hall's theorem)."""
    truth: dict[int, list[tuple[int, int]]] = {}
    for kind, place, slot in lies(moment.room, moment.after[0]):
        truth.setdefault(kind, []).append((place, slot))
    complaints = []
    for seat in range(int(moment.after[0].seats)):
        by_kind: dict[int, list[tuple[int, int]]] = {}
        for kind, may, slot in zip(*(part.tolist() for part in remembered(moment.memory.of(seat))), strict=True):
            by_kind.setdefault(kind, []).append((may, slot))
        for kind, items in by_kind.items():
            if not each_finds_one(items, truth.get(kind, [])):
                complaints.append(f"seat {seat}, card {kind}: remembers {items}, truth {truth.get(kind)}")
    return complaints


def each_finds_one(items: list[tuple[int, int]], spots: list[tuple[int, int]]) -> bool:
    """Whether remembered cards, as (places, slot or -1), can be given one spot (place, slot) each."""
    if len(items) != len(spots):
        return False
    if not items:
        return True
    (may, slot), rest = items[0], items[1:]
    return any(
        (may >> place) & 1 and slot in (-1, at) and each_finds_one(rest, spots[:n] + spots[n + 1 :])
        for n, (place, at) in enumerate(spots)
    )


def scene(game: parlour.Game, fields: Mapping[str, Any]) -> parlour.Match:
    """A match of a few choices from the fields of a position, as of a scenario, which may leave out what it does not touch."""
    found = parlour.Match(game, game.read_fields(fields), start_position="scenario")
    found.settle()
    return found


def text(cards: int) -> str:
    """A set as text."""
    return " ".join(card_name(card) for card in cards_in(cards))


def fitting(view: View) -> Counter[Deal]:
    """Every deal of the unseen cards that fits view and memory, with the number of ways to deal it card by card."""
    assert view.memory is not None
    room = view.game.room
    kinds, may, _ = remembered(view.memory)
    row = view.tables[0]
    space: dict[int, int] = {}
    for place in positions.live_places(room, view.game.seats):
        known, hidden = positions.zone_cards(place.zone, positions.place_item(row, place))
        count = hidden + sum(card < 0 for card in known)
        if count:
            space[place.number] = count
    cards = [(int(k), [p for p in space if (int(m) >> p) & 1]) for k, m in zip(kinds, may, strict=True)]
    cards = [(kind, places) for kind, places in cards if places]
    assert len(cards) == sum(space.values())
    found: Counter[Deal] = Counter()
    lying: dict[int, list[int]] = {place: [] for place in space}

    def lay(at: int) -> None:
        if at == len(cards):
            found[tuple((room.Table.places[p].name, tuple(sorted(lying[p]))) for p in sorted(lying))] += 1
            return
        kind, places = cards[at]
        for place in places:
            if len(lying[place]) < space[place]:
                lying[place].append(kind)
                lay(at + 1)
                lying[place].pop()

    lay(0)
    return found


def dealt(view: View, tables: np.ndarray) -> Deal:
    """The unseen cards of a redealt table."""
    room = view.game.room
    found = []
    for place in positions.live_places(room, view.game.seats):
        known, hidden = positions.zone_cards(place.zone, positions.place_item(view.tables[0], place))
        if hidden or any(card < 0 for card in known):
            cards, left = positions.zone_cards(place.zone, positions.place_item(tables[0], place))
            assert left == 0
            seen = Counter(card for card in known if card >= 0)
            found.append((place.name, tuple(sorted((Counter(cards) - seen).elements()))))
    return tuple(found)


def check_redeals(view: View, least: int, allowed: Callable[[Deal], bool] | None = None) -> int:
    """Redeals are as frequent as an enumeration of the deals says, of which there are at least this many. Returns how many.

    allowed: what the test itself says of a deal that memory lets through, for rooms that count `contradictions`.
    """
    assert view.memory is not None
    ways = Counter({deal: n for deal, n in fitting(view).items() if allowed is None or allowed(deal)})
    assert least <= len(ways) <= 2000
    deck = unseen(view.tables, view.memory, seed=5)
    tables = view.tables.copy()
    draws = 15 * max(len(ways), 40)
    counts: Counter[Deal] = Counter()
    for _ in range(draws):
        for _ in range(4):  # one redeal depends on the one before it
            assert redeal(tables, 0, deck) == 0
        counts[dealt(view, tables)] += 1
    assert set(counts) <= set(ways)
    total = sum(ways.values())
    chi = sum((counts[deal] - draws * w / total) ** 2 / (draws * w / total) for deal, w in ways.items())
    free = len(ways) - 1
    assert chi < free + 5 * sqrt(2 * free), f"chi square {chi:.0f} for {free} degrees of freedom"
    return len(ways)
