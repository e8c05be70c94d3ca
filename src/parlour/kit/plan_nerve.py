"""Discards by plans, for the `nerve.py` of rooms in which cards are picked one by one: a plan is the set of cards to throw.

The lowest goes first. Plans that begin alike are one way until they part, and a plan that is complete is done.
"""

from __future__ import annotations

from parlour.machine import highest, lowest, rule

__all__ = ["offer_plan"]


@rule
def offer_plan(found, place, thrown, gone, done):
    """Write the next code of a plan into its place, -1 if an earlier place has the same. gone: cards picked already."""
    code = next_of(thrown, gone, done)
    for k in range(place):
        if found[k] == code:
            code = -1
    found[place] = code


@rule
def next_of(thrown, gone, done):
    """Return the next card of a plan, -1 if cards other than the plan's lowest have been picked."""
    left = thrown & ~gone
    if gone & ~thrown or (gone and left & ((1 << highest(gone)) - 1)):
        return -1
    return lowest(left) if left else done
