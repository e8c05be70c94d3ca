"""Whether a table that was read can be played on: its cards are the pack, and it asks who can be asked.

What a field can hold alone was checked when it was read (`positions`). Here the fields are held against one another, before a
rule is run on them: rules believe the table they are given. What only a game can know its `unsound(t)` says, plain Python:
why the table cannot be, or nothing.
"""

from __future__ import annotations

from typing import Any

from parlour.kit.layout import DEAL, NOBODY, UNKNOWN

from . import positions
from .errors import BadInput
from .rooms import Room


def check_table(room: Room, row: Any) -> None:
    """BadInput where no table of this game is like that. Unknown cards may lie on it."""
    positions.check_cards(room, row)
    seats = range(int(row.seats))
    check_asked(room, row)
    for seat in seats:
        if int(row.side[seat]) not in seats:
            raise BadInput(f"side: {int(row.side[seat])} is no seat")
    check_with_rules(room, row)


def check_with_rules(room: Room, row: Any) -> None:
    """BadInput where the room's `unsound` says why the table cannot be, or cannot go on."""
    unsound = room.function("unsound")
    reason = str(unsound(row)) if unsound is not None else ""
    if reason:
        raise BadInput(f'the position cannot be played on in phase "{room.phases[int(row.phase)]}": {reason}')


def check_asked(room: Room, row: Any) -> None:
    """BadInput where the phase asks somebody and nobody is on turn, or the other way round, or a card for a full trick."""
    phase, turn, asked = int(row.phase), int(row.turn), int(row.asked)
    name = room.phases[phase]
    if asked >> int(row.seats):
        raise BadInput(f"asked: {asked} is no set of the seats 0..{int(row.seats) - 1}")
    if row.over:
        return
    asks = phase != DEAL and phase in room.calls.phases
    if turn == NOBODY and asks and phase not in room.quiet:  # whether anybody is asked in a quiet phase follows from hidden cards
        raise BadInput(f'turn: nobody is on turn, and the phase "{name}" asks somebody')
    if turn != NOBODY and not asks:
        raise BadInput(f'seat {turn} has nothing to choose in this position (phase "{name}")')
    if turn != NOBODY and not (asked >> turn) & 1:
        raise BadInput(f"asked: {asked} leaves out seat {turn}, who is on turn")
    trick = room.Table.zones.get("trick")
    full = trick is not None and trick.kind == "pile" and not trick.per and int(row.trick[0]) == len(row.trick) - 1
    if turn != NOBODY and full and phase in room.calls.cards:
        raise BadInput(f"trick: it is full, and seat {turn} is asked for a card")
    if turn == NOBODY and asked:
        raise BadInput(f"asked: {asked}, but nobody is on turn")
    if turn == NOBODY and int(row.chain) not in (0, UNKNOWN):
        raise BadInput(f"chain: {int(row.chain)}, but nobody is on turn")


def same_places(room: Room, dealt: Any, given: Any) -> None:
    """BadInput where a deal puts more or fewer cards into a place than the game does."""
    for place in positions.live_places(room, int(dealt.seats)):
        cards, other = (positions.zone_cards(place.zone, positions.place_item(row, place))[0] for row in (dealt, given))
        if len(cards) != len(other):
            raise BadInput(f"{place.name}: {len(other)} cards, and {len(cards)} are dealt there")
