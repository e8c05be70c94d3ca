"""The score pad, for people with real cards: you enter what happened, and it scores by the rules the table plays by.

    pad = Pad.of(game, ["Anna", "Ben", "Cleo", "Dan"], dealer=2)
    pad.add(Event("a-1", "Anna", match=1, hand=1, cells={"bid.0": 3, ...}))
    sheet = fold(pad)
    sheet.totals, sheet.next.form, sheet.differences

The entries of a hand are declared by the room, in the folder `pad` beside its rules: `fields(t, form)` says what is asked,
`settle(t, hand)` brings the table to where the rules begin to settle; from there they run to the next deal or the match's end.
A pad is its head and the events that were entered (`events`); all else is worked out from them (`fold`).
"""

from .events import Cells, Event, Head, Pad
from .fold import fold
from .form import Field, Form, Problem
from .scoring import Lacking, Refused, Scorer, Unsettled, has_pad
from .sheet import Claim, Difference, HandOfPad, MatchOfPad, Next, Sheet

__all__ = [
    "Cells",
    "Claim",
    "Difference",
    "Event",
    "Field",
    "Form",
    "HandOfPad",
    "Head",
    "Lacking",
    "MatchOfPad",
    "Next",
    "Pad",
    "Problem",
    "Refused",
    "Scorer",
    "Sheet",
    "Unsettled",
    "fold",
    "has_pad",
]
