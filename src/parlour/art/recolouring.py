"""Recolouring a file of unknown origin: in a process of its own, with limits (`confined`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .colours import Change, Channels, Met, Recolouring, gamma
from .confined import Limits, confined
from .expressions import Expression
from .recolour import recolour


@dataclass(frozen=True)
class Recolour:
    """A job of recolouring one file.

    gamma: of red, green and blue; or expressions: the new red, green and blue, of r, g and b that go up to `range`. truncate, select: as for
    `Recolouring` and `recolour`. BadInput for an expression that is none.
    """

    gamma: tuple[float, float, float] | None = None
    expressions: tuple[str, str, str] = ("r", "g", "b")
    range: float = 255.0
    truncate: bool = False
    select: str | None = None

    def __post_init__(self) -> None:
        _ = self.change

    @property
    def change(self) -> Change:
        """The change of one colour."""
        if self.gamma is not None:
            return gamma(*self.gamma)
        red, green, blue = (Expression(text) for text in self.expressions)
        unit = 255.0 / self.range

        def change(colour: Channels) -> Channels:
            r, g, b = (channel / unit for channel in colour)
            return red(r, g, b) * unit, green(r, g, b) * unit, blue(r, g, b) * unit

        return change


@dataclass(frozen=True)
class Recoloured:
    """A file with other colours; met and left: as `Recolouring` has them."""

    data: bytes
    met: dict[Met, int]
    left: dict[str, int]


def recolour_apart(data: bytes, asked: Recolour, limits: Limits) -> Recoloured:
    """Recolour a file in a process of its own. BadInput says why it cannot be done, or which limit was hit."""
    found, made = confined(f"{__name__}:work", asdict(asked), data, limits)
    return Recoloured(made, {(before, after): times for before, after, times in found["met"]}, found["left"])


def work(options: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """Recolour a file in this process."""
    asked = Recolour(**options)
    done = Recolouring(asked.change, asked.truncate)
    made = recolour(data, done, asked.select)
    return {"met": [[*met, times] for met, times in done.met.items()], "left": done.left}, made
