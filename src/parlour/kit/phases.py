"""The phases of a game, declared once: who chooses what in each, what others see of it, and which are steps of nobody's.

    PHASES = phases(
        asks("bid", "pass", "bid {1..13}"),
        asks("lay aside", CARD, veiled=True, unordered=True),
        asks("play", CARD),
        steps("gather", "score", "next"),
    )
    BID, LAY_ASIDE, PLAY, GATHER, SCORE, NEXT = PHASES
    PASS, BID_1 = PHASES.codes("pass", "bid 1")

The phases are numbered from 1 in this order (0 is the engine's own `DEAL`), and their calls take codes from 64 on in the
order of first mention (see `calls`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .calls import Calls
from .layout import By


@dataclass(frozen=True)
class Phase:
    """One phase. Made by `asks` and `steps`, whose words these are; `offers` is empty where nobody is asked."""

    name: str
    offers: tuple[str, ...] = ()
    together: bool = False
    veiled: bool = False
    quiet: bool | By = False
    unordered: bool = False
    telling: bool = True
    window: str | None = None
    race: str | None = None


def asks(
    name: str,
    *offers: str,
    together: bool = False,
    veiled: bool = False,
    quiet: bool | By = False,
    unordered: bool = False,
    telling: bool = True,
    window: str | None = None,
    race: str | None = None,
) -> Phase:
    """A phase in which somebody chooses: among cards (CARD) and calls.

    together: several are asked at once (`ask_all`) and their answers sealed. veiled: others do not see what was chosen.
    quiet: nor that anybody is asked, so it is a window too, which stands as long for everyone; `by(option, False, True)` where
    under this house rule all know who is asked, and the phase is neither. unordered: a set is picked card by card, and the
    order of the picks means nothing. telling=False: what is chosen tells nothing of the cards that are
    not held, for here more cards make more choices legal, or the objection is too dear to be asked 54 times. window: who
    does not want to act lets it pass by this answer. race: all asked answer in each tick of a race, this one by waiting.

    >>> from parlour.kit import CARD
    >>> asks("play", CARD, "pass", window="pass").offers
    ('card', 'pass')
    """
    if not offers:
        raise ValueError(f"the phase {name!r} asks for nothing: name what it offers, or make it one of the steps")
    for answer in (window, race):
        if answer is not None and answer not in offers:
            raise ValueError(f"the phase {name!r} does not offer {answer!r}, which lets it pass")
    if quiet and window is None:
        raise ValueError(f"the quiet phase {name!r} names no answer that lets it pass: add window=...")
    together, veiled = together or race is not None, veiled or race is not None
    return Phase(name, offers, together, veiled, quiet, unordered, telling, window, race)


def steps(*names: str) -> tuple[Phase, ...]:
    """Phases in which nobody chooses: `proceed` does one thing in each.

    >>> [step.name for step in steps("gather", "score")]
    ['gather', 'score']
    """
    return tuple(Phase(name) for name in names)


class Phases:
    """All phases of a game in the order of their numbers; iterating gives the numbers, from 1. Made by `phases`."""

    def __init__(self, declared: Sequence[Phase]) -> None:
        self.declared = (Phase("deal"), *declared)
        self.names = tuple(phase.name for phase in self.declared)
        for name in self.names:
            if self.names.count(name) > 1:
                raise ValueError(f"two phases are called {name!r}" if name != "deal" else "'deal' is the engine's own phase")
        self.calls = Calls({number: phase.offers for number, phase in enumerate(self.declared) if phase.offers})

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, len(self.names)))

    def __len__(self) -> int:
        return len(self.names) - 1

    def code(self, call: str) -> int:
        """The code of a call by its name. ValueError where there is no such call."""
        return self.calls.code(call)

    def codes(self, *calls: str) -> tuple[int, ...]:
        """The codes of several calls, in this order."""
        return tuple(self.calls.code(call) for call in calls)

    def which(self, what: str) -> tuple[int, ...]:
        """The numbers of the phases that are declared so: `which("veiled")`."""
        return tuple(number for number, phase in enumerate(self.declared) if getattr(phase, what))

    def passing(self, what: str) -> dict[int, int]:
        """By phase the code of the answer that lets it pass, of windows or races: `passing("window")`."""
        return {number: self.code(getattr(self.declared[number], what)) for number in self.which(what)}


def phases(*declared: Phase | Sequence[Phase]) -> Phases:
    """The phases of a game, each from `asks` or `steps`.

    >>> from parlour.kit import CARD
    >>> found = phases(asks("bid", "pass", "bid {1..3}"), asks("play", CARD), steps("gather", "next"))
    >>> BID, PLAY, GATHER, NEXT = found
    >>> PLAY, found.codes("pass", "bid 1")
    (2, (64, 65))
    """
    flat: list[Phase] = []
    for one in declared:
        flat += [one] if isinstance(one, Phase) else one
    return Phases(flat)
