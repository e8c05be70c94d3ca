"""Whether a table that was read can exist: statements about its fields, checked before a rule runs on them.

What a field can hold alone was checked when it was read (`positions`). The statements here compare fields with each other; rules
believe the table they are given. Statements that follow from the layout are made for every game that has the fields: the cards
are the pack, the trick fits the hands and the turn, chips add up. What only one game can know, its `unsound(t)` says, plain
Python: why the table cannot exist, or nothing; and its `unplayable(t)`, why a match cannot go on from it to the end, though a
scenario of a few choices can. A message begins with the field it blames.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.kit.betting import CHIPS
from parlour.kit.layout import DEAL, NOBODY, UNKNOWN, Field, Number, Zone
from parlour.machine.plain import hurried, in_place_of

from . import positions
from .counting import counted, in_singular
from .errors import BadInput
from .rooms import Room
from .written import written_by

TRICK_PHASES = ("play", "lead", "reply")
"""The phases in which a card is asked for a trick."""
LED = {"lead": False, "reply": True}
"""Whether a trick has begun in a phase of this name."""
TAKEN_UP = "gather"
"""The phase in which a trick is taken up."""
CHIPS_PAID = frozenset({"score", "bet", "paid", "pots"})
PAYING_IN = {"return", "gather"}
"""The phases that make pots of what was paid: a game that has them loses or makes chips if the two differ."""
PAYING_OUT = ("take", "show", "award", "next")
"""The phases in which pots are paid out."""
MOST_HANDS = MOST_POINTS = 1_000_000_000
"""Hands of a match, and points of a seat above or below zero: far more than anybody plays, and they can still go up."""


def check_table(room: Room, row: Any) -> None:
    """Check that a table of this game can be like this. Unknown cards may lie on it. BadInput says why not."""
    positions.check_cards(room, row)
    check_asked(room, row)
    check_match(room, row)
    check_trick(room, row)
    check_hand_sizes(room, row)
    check_chips(room, row)
    check_with_rules(room, row)


def check_start(room: Room, row: Any) -> None:
    """BadInput unless a match can be played on to its end from here. Scenarios play a few choices, and may leave more out or lay
    cards aside that they do not need."""
    check_unwritten(room, row)
    check_with_rules(room, row, "unplayable")


def check_match(room: Room, row: Any) -> None:
    """BadInput unless sides, hands and points can be, and only a match that is over has winners and asks nobody."""
    seats = range(int(row.seats))
    for seat in seats:
        if int(row.side[seat]) not in seats:
            raise BadInput(f"side: {int(row.side[seat])} is not a seat")
        if abs(int(row.score[seat])) > MOST_POINTS and not CHIPS_PAID <= room.Table.fields.keys():
            raise BadInput(f"score: {int(row.score[seat])}, and no seat has more than {MOST_POINTS} points")
    if int(row.hand_number) > MOST_HANDS:
        raise BadInput(f"hand_number: {int(row.hand_number)}, and no match has more than {MOST_HANDS} hands")
    if row.over and int(row.turn) != NOBODY:
        raise BadInput(f"over: the match is over, and seat {int(row.turn)} is on turn")
    if not row.over and int(row.winners):
        raise BadInput("winners: the match is not over")


def check_unwritten(room: Room, row: Any) -> None:
    """BadInput if a field holds something, and no rule can have written it between the deal and this phase."""
    written, phase = written_by(room), int(row.phase)
    if row.over or phase == DEAL or phase not in written:
        return
    for field in (*room.Table.of_a_hand, room.Table.fields["chain"]):
        if field.name not in written[phase] and np.any(row[field.name] != field.empty):
            raise BadInput(f'{first_full(field, row)}: it is still empty in the phase "{room.phases[phase]}"')


def first_full(field: Field, row: Any) -> str:
    """Return the name of a field that is not empty, of a zone with several places that of the first that holds cards."""
    if not isinstance(field, Zone) or not field.per:
        return str(field.name)
    full = next(index for index in field.indices() if np.any(row[field.name][index]))
    return ".".join([field.name, *map(str, full)])


def order_of_play(room: Room, row: Any) -> list[int]:
    """The seats that are not out, in the order in which they play to a trick, from its leader on."""
    out = row.out if "out" in room.Table.fields else ()
    seats = [seat for seat in range(int(row.seats)) if not any(out[seat : seat + 1])]
    if "direction" in room.Table.options and room.Table.options["direction"].write(int(row.direction)) == "counter":
        seats.reverse()
    if int(row.leader) not in seats:
        raise BadInput(
            f"leader: {'nobody' if int(row.leader) == NOBODY else f'seat {int(row.leader)}'} cannot have led to the trick"
        )
    at = seats.index(int(row.leader))
    return seats[at:] + seats[:at]


def check_trick(room: Room, row: Any) -> None:
    """BadInput unless a trick goes round from its leader, and all who play to it have as many cards.

    If one may fold, as at Toepen, the cards before a seat say less, and its room says what must hold.
    """
    zones, fields, turn = room.Table.zones, room.Table.fields, int(row.turn)
    trick, phase = zones.get("trick"), int(row.phase)
    asks = turn != NOBODY and room.phases[phase] in TRICK_PHASES and phase in room.calls.cards
    if row.over or not (asks or (turn == NOBODY and room.phases[phase] == TAKEN_UP)):
        return
    if trick is None or trick.kind != "pile" or trick.per or "leader" not in fields or "hand" not in zones or "folded" in fields:
        return
    if int(row.chain) > 0:
        raise BadInput(f"chain: {int(row.chain)}, and a card of a trick is a choice by itself")
    size, order = int(row.trick[0]), order_of_play(room, row)
    if size < len(order) and not asks:
        raise BadInput(f"trick: it is taken up with {counted(size, 'card')}, and {counted(len(order), 'seat')} to play to it")
    if asks and room.phases[phase] in LED and LED[room.phases[phase]] != (size > 0):
        raise BadInput(f'trick: {counted(size, "card")}, and seat {turn} is asked in the phase "{room.phases[phase]}"')
    if size >= len(order) and asks:
        raise BadInput(f"trick: it is full, and seat {turn} is asked for a card")
    if asks and order[size] != turn:
        led = f"the trick of {counted(size, 'card')} that seat {order[0]} led"
        raise BadInput(f"turn: seat {turn}, but seat {order[size]} plays to {led}")
    held = {seat: cards_before(room, row, seat) + (seat in order[:size]) for seat in order}
    if asks and not held[turn]:
        raise BadInput(f"hand.{turn}: it is empty, and seat {turn} is asked for a card")
    usual = sorted(held.values())[len(held) // 2]
    for seat, number in held.items():
        if number != usual:
            raise BadInput(f"hand.{seat}: {counted(number, 'card')} before this trick, and the others had {usual}")


def check_hand_sizes(room: Room, row: Any) -> None:
    """BadInput unless all hands are as large as the table says they are dealt, before the first trick."""
    size, phase = room.Table.fields.get("hand_size"), int(row.phase)
    if row.over or int(row.turn) == NOBODY or phase in room.calls.cards or not isinstance(size, Number):
        return
    if not {"trick", "hand"} <= room.Table.zones.keys():
        return
    if int(row.trick[0]):
        raise BadInput(f'trick: {counted(int(row.trick[0]), "card")} played in the phase "{room.phases[phase]}"')
    for seat in range(int(row.seats)):
        number = cards_before(room, row, seat)
        if number != int(row.hand_size):
            raise BadInput(f"hand.{seat}: {counted(number, 'card')}, and {int(row.hand_size)} are dealt to each")


def cards_before(room: Room, row: Any, seat: int) -> int:
    """Return how many cards a seat can play from: all zones from which it chooses cards, or will once it sees them."""
    number = 0
    for place in room.Table.places:
        if place.owner == seat and (place.zone.plays or place.zone.name == "face_down"):
            known, unknown = positions.zone_cards(place.zone, positions.place_item(row, place))
            number += len(known) + unknown
    return number


def check_chips(room: Room, row: Any) -> None:
    """BadInput unless what was paid in a hand lies in the pots and before the seats, or has been paid out of them."""
    if not CHIPS_PAID <= room.Table.fields.keys():
        return
    seats = range(int(row.seats))
    left, paid, bets, pots = (sum(int(row[name][seat]) for seat in seats) for name in ("score", "paid", "bet", "pots"))
    if left + bets + pots > CHIPS:
        raise BadInput(f"score: with pots and bets {counted(left + bets + pots, 'chip')}, and no match has more than {CHIPS}")
    if not row.over and (int(row.phase) == DEAL or room.phases[int(row.phase)] == "next") and bets + pots:
        raise BadInput(f"{'pots' if pots else 'bet'}: {counted(bets + pots, 'chip')} left, and the hand has ended")
    if row.over or int(row.phase) == DEAL or not PAYING_IN <= set(room.phases):
        return
    there = bets + pots
    if there > paid or (there < paid and room.phases[int(row.phase)] not in PAYING_OUT):
        raise BadInput(f"paid: {counted(paid, 'chip')}, and {there} in pots and bet")
    for seat in seats:
        if int(row.bet[seat]) > int(row.paid[seat]):
            raise BadInput(f"bet: seat {seat} has bet {int(row.bet[seat])} and paid {counted(int(row.paid[seat]), 'chip')}")


def check_with_rules(room: Room, row: Any, function: str = "unsound") -> None:
    """BadInput if the room's `unsound` or `unplayable` says why the table cannot be or go on; a match that is over need not.

    They are interpreted, with the rules that they call, in the words of 64 bits that rules compute in: nothing is compiled.
    """
    found = room.function(function)
    if found is None or row.over:
        return
    with hurried():
        reason = str((in_place_of(found, True, (row,)) or found)(row))
    if reason:
        raise BadInput(f'the position cannot be played on in phase "{room.phases[int(row.phase)]}": {in_singular(reason)}')


def check_asked(room: Room, row: Any) -> None:
    """Check that a seat is on turn exactly if the phase asks one, and no card for a full trick. BadInput says why not."""
    phase, turn, asked = int(row.phase), int(row.turn), int(row.asked)
    name = room.phases[phase]
    if asked >> int(row.seats):
        raise BadInput(f"asked: {asked} is not a set of the seats 0..{int(row.seats) - 1}")
    if row.over:
        return
    asks = phase != DEAL and phase in room.calls.phases
    if turn == NOBODY and asks and phase not in room.quiet:  # whether anybody is asked in a quiet phase follows from hidden cards
        raise BadInput(f'turn: nobody is on turn, and the phase "{name}" asks somebody')
    if turn != NOBODY and not asks:
        raise BadInput(f'turn: seat {turn} has nothing to choose in this position (phase "{name}")')
    if asked & (asked - 1) and phase not in room.together:
        raise BadInput(f'asked: {asked} is a set of several seats, and the phase "{name}" asks one')
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
    """Check that a deal puts as many cards into each place as the game does. BadInput names one if it does not."""
    for place in positions.live_places(room, int(dealt.seats)):
        cards, other = (positions.zone_cards(place.zone, positions.place_item(row, place))[0] for row in (dealt, given))
        if len(cards) != len(other):
            raise BadInput(f"{place.name}: {counted(len(other), 'card')}, and {len(cards)} are dealt there")
