"""The phases of a game, declared once: who chooses what in each, what others see of it, and which are steps of nobody's.
What happens in a phase is written at the phase.

    PHASES = phases(
        asks("bid", "pass", "bid {1..13}"),
        asks("lay aside", CARD, veiled=True, unordered=True),
        asks("play", CARD),
        steps("gather", "score", "next"),
    )
    BID, LAY_ASIDE, PLAY, GATHER, SCORE, NEXT = PHASES
    PASS, BID_1 = PHASES.codes("pass", "bid 1")

    @PLAY.allowed(paragraph=2)
    def following_suit(t):
        return playable(t)

    @PLAY.play
    def lay(t, choice):
        lay_card(t, choice)
        pass_on(t, GATHER)

The phases are numbered from 1 in this order (0 is the engine's own `DEAL`), and their calls take codes from 64 on in the
order of first mention (see `calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.machine import body, rule

from .calls import Calls
from .layout import By

PARTS = {"allowed": "t", "objection": "t, choice", "choices": "t, menu", "play": "t, choice", "step": "t"}
"""The functions of a phase, with what each is given."""


@dataclass(frozen=True)
class Declaration:
    """A room's declaration of one phase. Made by `asks` and `steps`; `offers` is empty if no seat is asked."""

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
) -> Declaration:
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
    return Declaration(name, offers, together, veiled, quiet, unordered, telling, window, race)


def steps(*names: str) -> tuple[Declaration, ...]:
    """Phases in which no seat chooses: the step of each changes one thing that a spectator could point at.

    >>> [step.name for step in steps("gather", "score")]
    ['gather', 'score']
    """
    return tuple(Declaration(name) for name in names)


class Phase(int):
    """The number of a phase, a constant in compiled rules, and the functions that are written at the phase.

    Each decorator makes its function a `@rule` too. One function can serve several phases: stack their decorators.
    """

    declared: Declaration
    _written: dict[str, list[_Written]]

    def __new__(cls, number: int, declared: Declaration) -> Phase:
        """The phase with this number."""
        made = super().__new__(cls, number)
        made.declared, made._written = declared, {}
        return made

    def __reduce__(self) -> Any:
        """A copy elsewhere, in compiled code on the disk for instance, is the number alone."""
        return int, (int(self),)

    def allowed(self, function: Any = None, *, paragraph: int | None = None) -> Any:
        """The set of the cards (kinds) that the seat on turn may choose: `def f(t)`.

        paragraph: the one that forbids all other cards; without it `objection` says which.
        """
        if function is None:
            return lambda function: self.allowed(function, paragraph=paragraph)
        return self._write("allowed", function, paragraph)

    def objection(self, function: Any) -> Any:
        """0 if the rules allow a choice, otherwise the number of the paragraph that forbids it: `def f(t, choice)`.

        Left out, every call of the phase is allowed, and every card that `allowed` gives.
        """
        return self._write("objection", function)

    def choices(self, function: Any) -> Any:
        """Write the menu by hand; returns the number of its entries: `def f(t, menu)`. Left out, the engine writes it."""
        return self._write("choices", function)

    def play(self, function: Any) -> Any:
        """Do what a choice does, and say what comes next: `def f(t, choice)`."""
        return self._write("play", function)

    def step(self, function: Any) -> Any:
        """Do what happens when no seat is asked: `def f(t)`."""
        return self._write("step", function)

    def _write(self, part: str, function: Any, paragraph: int | None = None) -> Any:
        found = self._written.setdefault(part, [])
        plain = body(function)
        for other in found:
            if other.module == plain.__module__:
                both = f"{body(other.function).__name__} and {plain.__name__}"
                raise ValueError(f"the phase {self.declared.name!r} has two functions for {part!r}: {both}")
        # put into its caller: a menu asks for each code by its number, and the optimiser folds most of these questions
        made = function if hasattr(function, "py_func") else rule(function, inline=True)
        found.append(_Written(made, plain.__module__, paragraph))
        return made

    def written(self, part: str, package: str) -> Callable[..., Any] | None:
        """The function for a part of the phase, None if there is none."""
        found = self._found(part, package)
        return found.function if found else None

    def paragraph(self, package: str) -> int | None:
        """The paragraph that forbids the cards that are not `allowed`; None if `objection` says which."""
        found = self._found("allowed", package)
        return found.paragraph if found else None

    def _found(self, part: str, package: str) -> _Written | None:
        """Return what a module of this package writes, otherwise what the kit does: games that share their phases, as those of
        `draw_poker`, can each write some parts themselves."""
        found = self._written.get(part, ())
        own = [one for one in found if one.module.startswith(f"{package}.")]
        return next(iter(own or [one for one in found if one.module.startswith(_KIT)]), None)


@dataclass(frozen=True)
class _Written:
    """A function that is written at a phase, the name of its module, and the paragraph given with it."""

    function: Callable[..., Any]
    module: str
    paragraph: int | None


_KIT = f"{__package__}."


class Phases:
    """All phases of a game in the order of their numbers; iterating gives them, from 1. Made by `phases`."""

    def __init__(self, declared: Sequence[Declaration]) -> None:
        self.declared = (Declaration("deal"), *declared)
        self.names = tuple(phase.name for phase in self.declared)
        for name in self.names:
            if self.names.count(name) > 1:
                raise ValueError(f"two phases are called {name!r}" if name != "deal" else "'deal' is the engine's own phase")
        self.calls = Calls({number: phase.offers for number, phase in enumerate(self.declared) if phase.offers})
        self._phases = [Phase(number, phase) for number, phase in enumerate(declared, 1)]

    def __iter__(self) -> Iterator[Phase]:
        return iter(self._phases)

    def __len__(self) -> int:
        return len(self.names) - 1

    def code(self, call: str) -> int:
        """The code of a call by its name. ValueError if there is no such call."""
        return self.calls.code(call)

    def codes(self, *calls: str) -> tuple[int, ...]:
        """The codes of several calls, in this order."""
        return tuple(self.calls.code(call) for call in calls)

    def which(self, what: str) -> tuple[int, ...]:
        """The numbers of the phases that are declared so: `which("veiled")`."""
        return tuple(number for number, phase in enumerate(self.declared) if getattr(phase, what))

    def passing(self, what: str) -> dict[int, int]:
        """Return, by phase, the code of the answer that lets it pass, of windows or races: `passing("window")`."""
        return {number: self.code(getattr(self.declared[number], what)) for number in self.which(what)}


def phases(*declared: Declaration | Sequence[Declaration]) -> Phases:
    """The phases of a game, each from `asks` or `steps`.

    >>> from parlour.kit import CARD
    >>> found = phases(asks("bid", "pass", "bid {1..3}"), asks("play", CARD), steps("gather", "next"))
    >>> BID, PLAY, GATHER, NEXT = found
    >>> PLAY, found.codes("pass", "bid 1")
    (2, (64, 65))
    """
    flat: list[Declaration] = []
    for one in declared:
        flat += [one] if isinstance(one, Declaration) else one
    return Phases(flat)
