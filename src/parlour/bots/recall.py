"""A person's memory of the cards that were played: much of the last round, less of each round before it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from parlour.engine.memory import Memory
from parlour.engine.sheets import places_of
from parlour.engine.speech import CARDS
from parlour.engine.view import View


def faded(view: View, seed: int | None, rounds: float) -> View:
    """A view whose seat has forgotten where some of the cards may be: each this many rounds after it was played, on average.

    How long a card stays in mind is drawn once per hand, so that what is forgotten stays forgotten: the time has the exponential
    distribution, and runs from the beginning of the hand for a card that nobody has chosen yet. The seat knows everything it
    sees, and which cards it has won: people count their own points. It does not notice what a card reveals about the hand it
    came from; calls it remembers.
    """
    own = view.memory
    if own is None:
        return view
    hand, seats = int(view.tables[0].hand_number), view.game.seats
    moves = [move.code for move in view.history if move.hand == hand]
    since = {code: len(moves) - n for n, code in enumerate(moves) if 0 <= code < CARDS}
    lots = Random(f"{own.token if seed is None else seed} {view.seat} {hand}")
    kept = [seats * lots.expovariate(1 / rounds) for _ in range(CARDS)]
    fresh = Memory.fresh(view.tables, view.game.room).of(view.seat)
    lost = np.isin(own.kind, [kind for kind in range(CARDS) if since.get(kind, len(moves)) > kept[kind]])
    elsewhere = own.may & ~places_of(view.game.room, view.seat) != 0
    lost &= np.isin(own.kind, own.kind[elsewhere])  # equal cards are known together
    may, slot = np.where(lost, fresh.may, own.may), np.where(lost, fresh.slot, own.slot)
    public = tuple(replace(move, table=None) if move.code < CARDS and move.table is not None else move for move in own.moves)
    return replace(view, memory=replace(own, may=may, slot=slot, moves=public))
