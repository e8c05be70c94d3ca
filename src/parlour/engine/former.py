"""Names of the first rooms that are no more, and what has become of each: a room written with them is told how to say it now."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import meant

PHASES = 'PHASES = phases(asks("play", CARD, "pass"), steps("gather", "next"))'
BECAME = {
    "CALLS": f"the phases name what they offer: {PHASES}",
    "calls": f"the phases name what they offer, in place of CALLS = calls(...): {PHASES}",
    "QUIET": 'a phase says so itself: asks("answer", "yes", "no", quiet=True, window="no")',
    "VEILED": 'a phase says so itself: asks("discard", CARD, veiled=True)',
    "UNORDERED": 'a phase says so itself: asks("discard", CARD, unordered=True)',
    "SILENT": 'a phase says so itself: asks("play", CARD, telling=False)',
    "WINDOWS": 'a phase says so itself: asks("claim", "claim", "no claim", window="no claim")',
    "RACES": 'a phase says so itself: asks("snap", "snap", "wait", race="wait")',
    "WORDS": 'the words of steps are made by words(...), and said by their names: SAY = words("trick"), say(t, SAY.trick, seat)',
    "allowed": "it is written at its phase: @PLAY.allowed above a function (t)",
    "objection": "it is written at its phase: @PLAY.objection above a function (t, choice)",
    "choices": "it is written at its phase: @PLAY.choices above a function (t, menu)",
    "play": "it is written at its phase: @PLAY.play above a function (t, choice)",
    "proceed": "each step is written at its phase: @GATHER.step above a function (t)",
    "rest": "it is called next_step(t, phase)",
    "misfit": "it is called contradictions(t, seat)",
    "clear_columns": "every field that is not declared with kept=True is empty when deal is called",
}
"""By former name how it is said now."""


def missing(name: str, known: Iterable[str]) -> str:
    """Return the message about a name that does not exist.

    >>> missing("rest", ["next_step"]), missing("gathr", ["gather"])
    ('there is no rest any more: it is called next_step(t, phase)', "there is no gathr; did you mean 'gather'?")
    """
    if name in BECAME:
        return f"there is no {name} any more: {BECAME[name]}"
    return f"there is no {name}{meant(name, known)}"
