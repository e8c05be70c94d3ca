"""Which cards each seat may still hold, as another remembers."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlour.engine.rooms import Room
from parlour.engine.sheets import places_to_play
from parlour.kit import rule

from .rollouts import Ints


@cache
def homes(room: Room, seats: int) -> Ints:
    """Return, by seat, the set of its places that it plays cards from, in any phase."""
    found = np.zeros(seats, np.int64)
    for seat in range(seats):
        for phase in range(len(room.phases)):
            found[seat] |= places_to_play(room, phase, seat)
    return found


@rule
def may_hold(kinds, places, homes, may):
    """Write into may[p] the set of the cards that seat p may hold. kinds, places: for each card its kind and the places where a
    seat remembers that it may be."""
    for p in range(len(may)):
        may[p] = 0
    for row in range(len(kinds)):
        for p in range(len(may)):
            if places[row] & homes[p]:
                may[p] |= 1 << kinds[row]
