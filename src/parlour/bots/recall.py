"""What a person still knows of the cards that went by: much of the last round, less of each before it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from random import Random
from weakref import WeakKeyDictionary

import numpy as np

from parlour.engine.match import View
from parlour.engine.memory import Memory
from parlour.engine.speech import CARDS

_SECRETS: WeakKeyDictionary[Memory, str] = WeakKeyDictionary()
"""By match what bots without a seed draw their lots by."""


def secret_of(memory: Memory) -> str:
    """What a bot without a seed draws those lots by that are to stay the same throughout a match."""
    return _SECRETS.setdefault(memory, secrets.token_hex())


def faded(view: View, seed: int | None, rounds: float) -> View:
    """A view whose seat has forgotten where some of the cards may be: each so many rounds after it was played, on average.

    How long a card stays in mind is drawn once a hand, so that what is forgotten stays so: the time has the exponential
    distribution, and runs from the beginning of the hand for a card that nobody has chosen yet. Whatever the seat sees it knows.
    It has no eye for what a card tells of the hand that it came from; calls it remembers.
    """
    if view.memory is None:
        return view
    hand, seats = int(view.tables[0].hand_number), view.game.seats
    moves = [move.code for move in view.history if move.hand == hand]
    since = {code: len(moves) - n for n, code in enumerate(moves) if 0 <= code < CARDS}
    lots = Random(f"{secret_of(view.memory) if seed is None else seed} {view.seat} {hand}")
    kept = [seats * lots.expovariate(1 / rounds) for _ in range(CARDS)]
    memory, fresh = view.memory.copy(), Memory.fresh(view.tables, view.game.room).of(view.seat)
    memory.moves = [replace(move, table=None) if move.code < CARDS else move for move in memory.moves]
    _SECRETS[memory] = secret_of(view.memory)
    own = memory.of(view.seat)
    lost = np.isin(own.kind, [kind for kind in range(CARDS) if since.get(kind, len(moves)) > kept[kind]])
    own.may[lost], own.slot[lost] = fresh.may[lost], fresh.slot[lost]
    return replace(view, memory=memory)
