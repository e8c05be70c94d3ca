"""Names that a room uses and that are not there: what became of those of the first rooms, and where others are imported from."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from parlour import kit

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


MODULES = {
    "np": "import numpy as np",
    "numpy": "import numpy as np",
    "math": "rules import the kit and NumPy, nothing else: import numpy as np",
    "random": "chance comes from the table, so that a seed deals the same again: random_below(t, n), shuffle(t, pile)",
}
"""By a module that authors miss, what to write at the top of the file."""


def missing(name: str, known: Iterable[str]) -> str:
    """Return the message about a name that does not exist: what to write in its place, or what to import.

    >>> missing("rest", ["next_step"]), missing("gathr", ["gather"])
    ('there is no rest any more: it is called next_step(t, phase)', "there is no gathr; did you mean 'gather'?")
    >>> missing("np", ["nth"]), missing("pairing", ["pack"])
    ('np is not imported: import numpy as np', 'pairing is not imported: from parlour.kit.captures import *')
    """
    if name in BECAME:
        return f"there is no {name} any more: {BECAME[name]}"
    if line := MODULES.get(name) or _line_for(name):
        return f"{name} is not imported: {line}"
    return f"there is no {name}{meant(name, known)}"


@cache
def _line_for(name: str) -> str:
    """Return the line that imports a word of the kit, empty if the kit has no such word."""
    if name in kit.__all__:
        return f"from {kit.__name__} import *"
    modules = [importlib.import_module(f"{kit.__name__}.{found.name}") for found in pkgutil.iter_modules(kit.__path__)]
    return next((f"from {one.__name__} import *" for one in modules if name in getattr(one, "__all__", ())), "")
