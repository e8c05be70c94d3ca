"""Colours in the syntax of CSS: found in a value, changed, and written back in the syntax they came in.

Understood are `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()` and `rgba()` with numbers or percentages, `hsl()` and `hsla()`
(written back as `rgb()`), and the 148 names. What is no colour is left as it stands, to the character; so is a colour that does not change.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from parlour.engine.errors import BadInput

Channels = tuple[float, float, float]
"""Red, green and blue, 0 to 255 each."""
MOST_COLOURS = 1 << 16
"""Different colours of a document at most."""
Change = Callable[[Channels], Channels]
"""What is done with a colour; the result is clamped."""

ATTRIBUTES = frozenset(("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "solid-color"))
"""The attributes whose values are colours."""
_SIDES = ("", "-top", "-right", "-bottom", "-left")
PAINTS = (
    ATTRIBUTES
    | {f"border{side}{what}" for side in _SIDES for what in ("", "-color")}
    | {
        f"{name}{what}"
        for name in ("background", "outline", "column-rule", "text-decoration", "text-emphasis")
        for what in ("", "-color")
    }
    | {"box-shadow", "text-shadow", "filter", "caret-color"}
)
"""The properties whose values hold colours; a property of one's own (`--ink`) may too."""

_NAMES = """aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e
coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b
darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00
darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f
darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff
firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0
khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080
lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a
lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0
lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3
mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc
mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080
oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6
purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460
seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090
snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee
wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32"""
_words = _NAMES.split()
NAMES = dict(zip(_words[::2], _words[1::2], strict=True))

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_LETTER = r"[a-zA-Z_\u0080-\U0010ffff]"  # of a name: by CSS everything outside of ASCII is one
TOKEN = re.compile(
    rf"""(?P<comment>/\*.*?(?:\*/|\Z))
    |(?P<string>"(?:\\.|[^"\\])*(?:"|\Z)|'(?:\\.|[^'\\])*(?:'|\Z))
    |(?P<url>[uU][rR][lL]\(\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?:\\.|[^)\\])*)\s*(?:\)|\Z))
    |(?P<hash>\#(?:{_LETTER}|[\d-]|\\.)+)
    |(?P<function>(?:{_LETTER}|-|\\.)(?:{_LETTER}|[\d-]|\\.)*\()
    |(?P<number>{_NUMBER}(?:%|{_LETTER}(?:{_LETTER}|[\d-])*)?)
    |(?P<word>@?(?:{_LETTER}|-|\\.)(?:{_LETTER}|[\d-]|\\.)*)
    |(?P<space>[ \t\r\n\f]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
"""One piece of a style sheet."""

HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
"""A colour in digits."""
_FUNCTIONS = re.compile(r"(rgb|hsl)a?\(([^()]{0,400})\)", re.IGNORECASE)
_PARTS = re.compile(rf"({_NUMBER})(%|deg|grad|rad|turn)?", re.IGNORECASE)
_TURNS = {"": 360.0, "deg": 360.0, "grad": 400.0, "rad": 6.283185307179586, "turn": 1.0}
UNREAD = ("color(", "color-mix(", "lab(", "lch(", "oklab(", "oklch(", "hwb(", "device-cmyk(", "icc-color(", "light-dark(")
"""Colours of later specifications, which are left alone and told."""


@dataclass
class Recolouring:
    """What is done with every colour of a document, and what was met.

    `truncate`: channels are cut to whole numbers instead of rounded, as some tools do.
    """

    change: Change
    truncate: bool = False
    met: dict[tuple[str, str], int] = field(default_factory=dict)
    """How often each colour came, as (before, after) in `#rrggbb`."""
    left: dict[str, int] = field(default_factory=dict)
    """What was left alone though it may be a colour, and how often."""
    _known: dict[Channels, Channels] = field(default_factory=dict)
    _texts: dict[str, tuple[str, tuple[str, str]]] = field(default_factory=dict)
    """What became of a colour in digits, and how it is counted."""

    def changed(self, colour: Channels) -> Channels:
        """The colour that becomes of one, 0..255 a channel, not yet whole numbers."""
        if colour not in self._known:
            if len(self._known) == MOST_COLOURS:
                raise BadInput(f"more than {MOST_COLOURS:,} different colours")
            red, green, blue = self.change(colour)
            self._known[colour] = _within(red), _within(green), _within(blue)
        after = self._known[colour]
        key = self._hex(colour), self._hex(after)
        self.met[key] = self.met.get(key, 0) + 1
        return after

    def leave(self, what: str) -> None:
        """Note what is left alone."""
        self.left[what] = self.left.get(what, 0) + 1

    def whole(self, channel: float) -> int:
        """A channel as a whole number."""
        return int(channel) if self.truncate else int(channel + 0.5)

    def _hex(self, colour: Channels) -> str:
        half = 0.0 if self.truncate else 0.5
        return f"#{int(colour[0] + half):02x}{int(colour[1] + half):02x}{int(colour[2] + half):02x}"

    # one colour

    def hex(self, text: str) -> str:
        """A colour as `#` and digits."""
        if text in self._texts:
            new, counted = self._texts[text]
            self.met[counted] += 1
            return new
        before, new = self._new_hex(text)
        self._texts[text] = new, (self._hex(before), self._hex(self._known[before]))
        return new

    def _new_hex(self, text: str) -> tuple[Channels, str]:
        digits = text[1:]
        short = len(digits) < 6
        pairs: list[str] = re.findall("." if short else "..", digits)
        pairs = [2 * pair for pair in pairs] if short else pairs
        before = _channels(pairs)
        after = self.changed(before)
        if _same(before, after):
            return before, text
        new = [f"{self.whole(channel):02x}" for channel in after] + pairs[3:]
        joined = (
            "".join(pair[0] for pair in new)
            if short and all(pair[0] == pair[1] for pair in map(str.lower, new))
            else "".join(new)
        )
        return before, "#" + (joined.upper() if digits.upper() == digits != digits.lower() else joined)

    def named(self, text: str) -> str:
        """A colour by its name."""
        digits = NAMES[text.lower()]
        before = _channels(re.findall("..", digits))
        after = self.changed(before)
        return text if _same(before, after) else self._hex(after)

    def function(self, text: str) -> str:
        """`rgb(...)` or `hsl(...)`, as it stands where it cannot be read."""
        found = _FUNCTIONS.fullmatch(text)
        parts = list(_PARTS.finditer(found[2])) if found else []
        if found is None or len(parts) < 3:
            self.leave(text)
            return text
        return self._hsl(text, found[2], parts) if found[1].lower() == "hsl" else self._rgb(text, found.start(2), parts)

    def _rgb(self, text: str, start: int, parts: list[re.Match[str]]) -> str:
        before = _three(_within(float(part[1]) * (2.55 if part[2] == "%" else 1)) for part in parts[:3])
        after = self.changed(before)
        if _same(before, after):
            return text
        for part, channel in reversed(list(zip(parts, after, strict=False))):
            new = f"{channel / 2.55:.4g}%" if part[2] == "%" else str(self.whole(channel))
            text = text[: start + part.start()] + new + text[start + part.end() :]
        return text

    def _hsl(self, text: str, inside: str, parts: list[re.Match[str]]) -> str:
        hue = float(parts[0][1]) / _TURNS.get((parts[0][2] or "").lower(), 360.0)
        saturation, lightness = (min(max(float(part[1]) / 100, 0.0), 1.0) for part in parts[1:3])
        before = _three(255 * channel for channel in colorsys.hls_to_rgb(hue % 1.0, lightness, saturation))
        after = self.changed(before)
        if _same(before, after):
            return text
        alpha = inside[parts[2].end() :].lstrip(" \t\r\n,/").rstrip()
        numbers = ", ".join(str(self.whole(channel)) for channel in after)
        return f"rgba({numbers}, {alpha})" if alpha else f"rgb({numbers})"


def _channels(pairs: list[str]) -> Channels:
    return _three(float(int(pair, 16)) for pair in pairs[:3])


def _three(channels: Iterator[float]) -> Channels:
    red, green, blue = channels
    return red, green, blue


def _within(channel: float) -> float:
    return min(max(channel, 0.0), 255.0)


def _same(before: Channels, after: Channels) -> bool:
    return all(abs(a - b) < 1e-6 for a, b in zip(before, after, strict=True))


def gamma(red: float, green: float, blue: float) -> Change:
    """Gamma correction, each channel by its own: 255 * (c / 255) ** (1 / gamma). Above 1 colours get lighter.

    >>> [round(channel) for channel in gamma(1.66, 1.66, 1)((64.0, 128.0, 128.0))]
    [111, 168, 128]
    """

    def change(colour: Channels) -> Channels:
        r, g, b = colour
        return 255 * (r / 255) ** (1 / red), 255 * (g / 255) ** (1 / green), 255 * (b / 255) ** (1 / blue)

    return change


Edit = tuple[int, int, str]
"""Where something is replaced, from and up to, and by what."""


def in_value(text: str, start: int, end: int, work: Recolouring) -> Iterator[Edit]:
    """The edits to the colours of a property's value, text[start:end]."""
    at = start
    while at < end:
        token = TOKEN.match(text, at, end)
        assert token is not None
        kind, piece, at = token.lastgroup, token[0], token.end()
        if kind == "hash" and HEX.match(piece):
            new = work.hex(piece)
        elif kind == "word" and piece.lower() in NAMES:
            new = work.named(piece)
        elif kind == "function" and piece.lower() in ("rgb(", "rgba(", "hsl(", "hsla("):
            whole = _FUNCTIONS.match(text, token.start(), end)
            if whole is None:  # with calc() or var() in it
                work.leave(piece + "...)")
                continue
            piece, at = whole[0], whole.end()
            new = work.function(piece)
        else:
            if kind == "function" and piece.lower() in UNREAD:
                work.leave(piece + "...)")
            continue
        if new != piece:
            yield token.start(), at, new


def in_declarations(text: str, work: Recolouring) -> Iterator[Edit]:
    """The edits to a style attribute or a whole style sheet: to values of properties that hold colours, never to selectors."""
    at = 0
    while at < len(text):
        end, mark, name, value = _statement(text, at)
        if mark != "{" and name is not None and (name.lower() in PAINTS or name.startswith("--")):
            yield from in_value(text, value, end, work)
        at = end + 1


def _statement(text: str, at: int) -> tuple[int, str, str | None, int]:
    """From a place up to the next `;`, `{` or `}` outside of brackets: where it is and which, the property, where its value begins."""
    depth, name, value = 0, None, len(text)
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token is not None
        kind, piece = token.lastgroup, token[0]
        if kind == "mark" and piece in "{};" and (depth == 0 or piece != ";"):
            return at, piece, name if value < len(text) else None, value
        if kind == "function" or piece in "([":
            depth += 1
        elif piece in ")]":
            depth = max(0, depth - 1)
        elif kind == "word" and name is None and value == len(text):
            name = piece
        elif piece == ":" and depth == 0 and value == len(text):
            value = token.end()
        at = token.end()
    return len(text), "", name if value < len(text) else None, value
