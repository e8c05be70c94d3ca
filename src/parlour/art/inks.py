"""Colours of the screen as inks: what a press is told for each.

Three ways: `cmyk`, the four inks of any press; `spot`, where the suits' colours and the gold are inks of their own, mixed before
they reach the press; `rgb`, for a printer that mixes by itself. In all of them black is black alone: greys and everything that is nearly
black are never mixed of colours, so that thin lines and figures stay sharp when the plates do not meet exactly. In `cmyk` and `spot`
black lines are printed over what lies below them. The paper's colour is not ink at all.

The house's own colours have recipes, settled for coated paper. Others are worked out: by a press's profile (an ICC file for
CMYK), or else by taking out all the grey. Shares are whole percents.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any, Literal

from PIL import Image, ImageCms
from reportlab.lib.colors import CMYKColor, CMYKColorSep, Color

from parlour.engine.errors import BadInput

from .shapes import BLUE, FACE, GOLD, GREEN, RED

Mode = Literal["cmyk", "spot", "rgb"]
MODES: tuple[Mode, ...] = ("cmyk", "spot", "rgb")
Mixture = dict[str, float]
"""Each ink's share, 0 to 1; what is not named is none."""

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
NEARLY_BLACK = 62
"""A colour none of whose channels is above this is black."""
NEARLY_GREY = 14
"""A colour whose channels differ by no more than this is a grey."""
_RECIPES = {
    FACE: (0, 0, 0, 0),
    RED: (0, 100, 92, 6),
    GREEN: (90, 0, 80, 40),
    BLUE: (94, 62, 0, 4),
    GOLD: (0, 32, 90, 4),
}
SPOTS = {RED: "Suit red", GREEN: "Suit green", BLUE: "Suit blue", GOLD: "Gold"}
"""The inks of their own, by the colour they stand for."""
REGISTRATION = "All"
"""The colour of registration marks: all inks together."""
CUT, CREASE = "Cut", "Crease"
"""The lines of a die, which are not ink: plates of their own that a press leaves out."""
_DIE = {CUT: (0, 100, 0, 0), CREASE: (100, 0, 0, 0), REGISTRATION: (100, 100, 100, 100)}


@dataclass(frozen=True)
class Inks:
    """The inks that colours become.

    profile: an ICC profile of a press (CMYK) for the colours without a recipe. plate: only what this ink prints, in black. BadInput for
    a profile that is none.
    """

    mode: Mode = "cmyk"
    profile: bytes | None = None
    plate: str | None = None

    def __post_init__(self) -> None:
        if self.profile is not None:
            _ = self._conversion

    @cached_property
    def _conversion(self) -> Any:
        assert self.profile is not None
        try:
            press = ImageCms.ImageCmsProfile(BytesIO(self.profile))
            space = press.profile.xcolor_space.strip()
            if space == "CMYK":
                intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
                flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
                return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), press, "RGB", "CMYK", intent, flags=flags)
        except (OSError, ImageCms.PyCMSError, ValueError):
            raise BadInput("the profile is not an ICC profile") from None
        raise BadInput(f"the profile is one for {space}, not for CMYK")

    def mixture(self, colour: str) -> Mixture:
        """The inks of a colour `#rrggbb`."""
        if self.mode == "spot" and colour in SPOTS:
            return {SPOTS[colour]: 1.0}
        shares = _neutral(colour) or (_RECIPES.get(colour) if self.profile is None else None) or self._mixed(colour)
        return {ink: share / 100 for ink, share in zip(PROCESS, shares, strict=True) if share}

    def _mixed(self, colour: str) -> tuple[int, ...]:
        rgb = channels(colour)
        if self.profile is not None:
            pixel = ImageCms.applyTransform(Image.new("RGB", (1, 1), rgb), self._conversion)
            assert pixel is not None
            return tuple(round(share / 2.55) for share in pixel.tobytes())
        black = 255 - max(rgb)
        return (*(round(100 * (255 - black - channel) / (255 - black)) for channel in rgb), round(black / 2.55))

    def paint(self, colour: str) -> Color:
        """A colour `#rrggbb` as the canvas takes it."""
        if self.plate is not None:
            return CMYKColor(0, 0, 0, self.mixture(colour).get(self.plate, 0.0))
        if self.mode == "rgb":
            shares = _neutral(colour)
            if shares is not None:
                return CMYKColor(*(share / 100 for share in shares))
            return Color(*(channel / 255 for channel in channels(colour)))
        mixture = self.mixture(colour)
        if self.mode == "spot" and colour in SPOTS:
            return _separation(SPOTS[colour], _RECIPES[colour])
        return CMYKColor(*(mixture.get(ink, 0.0) for ink in PROCESS))

    def line(self, name: str) -> Color:
        """Inks of marks and die lines: REGISTRATION, CUT or CREASE. On each single plate they are black."""
        return CMYKColor(0, 0, 0, 1) if self.plate is not None else _separation(name, _DIE[name])

    def overprints(self, colour: str) -> bool:
        """Whether a line of this colour is printed over what lies below it instead of making room."""
        return self.mode != "rgb" and self.mixture(colour) == {"Black": 1.0}

    def plates(self) -> tuple[str, ...]:
        """The inks there are."""
        return PROCESS + (tuple(SPOTS.values()) if self.mode == "spot" else ())


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`, 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _neutral(colour: str) -> tuple[int, int, int, int] | None:
    """Paper, black and greys on any press: black ink alone."""
    if colour == FACE:
        return 0, 0, 0, 0
    rgb = channels(colour)
    if max(rgb) <= NEARLY_BLACK:
        return 0, 0, 0, 100
    if max(rgb) - min(rgb) <= NEARLY_GREY:
        return 0, 0, 0, 100 - round(sum(rgb) / 7.65)
    return None


def _separation(name: str, shares: tuple[int, ...]) -> CMYKColorSep:
    return CMYKColorSep(*(share / 100 for share in shares), spotName=name, density=1)
