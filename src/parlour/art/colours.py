"""Colours in the syntax of CSS: found in a value, changed, and written back in the syntax they came in.

Understood is every colour of CSS Color 4: `#rgb` and its longer forms, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, `color()` and
the 148 names, and a `color-mix()` of such. Digits and `rgb()` keep their syntax; everything else becomes `rgb()`, names become digits. A colour outside
of sRGB is brought into it first, by the gamut mapping of CSS Color 4 (less chroma in OKLCH at the same lightness and hue). What is not a colour is left as it
stands, to the character; so is a colour that does not change.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from parlour.engine.errors import BadInput

from .css import (
    COLOUR_FUNCTIONS,
    COMPUTED,
    HEX,
    INHERITED,
    INITIAL,
    NUMBER,
    SYSTEM,
    TOKEN,
    UNREAD,
    closing,
    holds_colours,
    holds_names,
    plain,
    selects_by_colour,
    without_comments,
)

Channels = tuple[float, float, float]
"""Red, green and blue, 0 to 255 each."""
MOST_COLOURS = 1 << 16
"""Different colours of a document at most."""
LONGEST = 400
"""Characters of a colour at most."""
Change = Callable[[Channels], Channels]
"""A change of one colour; the result is clamped."""
Met = tuple[str, str]
"""A colour before and after, in `#rrggbb`."""
New = tuple[str, Met]
"""The text that replaces a colour, and the kind it is counted as."""
Edit = tuple[int, int, str, Met]
"""A colour: from and up to where it stands, what is written for it, what it is counted as."""

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

_RGB_HSL = re.compile(r"(rgb|hsl)a?\(([^()]*)\)", re.IGNORECASE)
_PARTS = re.compile(rf"({NUMBER})(%|deg|grad|rad|turn)?+", re.IGNORECASE)
_BETWEEN = re.compile(r"[ \t\r\n\f,/]*+")
_TURNS = {"": 360.0, "deg": 360.0, "grad": 400.0, "rad": 6.283185307179586, "turn": 1.0}


@dataclass
class Recolouring:
    """Change every colour of a document and count the colours found.

    `truncate`: channels are cut to whole numbers instead of rounded, as some tools do.
    """

    change: Change
    truncate: bool = False
    met: dict[Met, int] = field(default_factory=dict)
    """Number of times each colour occurred, by (before, after) in `#rrggbb`."""
    left: dict[str, int] = field(default_factory=dict)
    """Texts that may be colours and were left alone, with their counts."""
    _known: dict[Channels, Channels] = field(default_factory=dict)
    _texts: dict[str, New | None] = field(default_factory=dict)
    """The changed text of a colour in digits or as a function; None if it cannot be read."""

    def changed(self, colour: Channels) -> Channels:
        """Return what becomes of a colour, 0..255 per channel, not yet whole numbers. It is not counted yet."""
        if colour not in self._known:
            if len(self._known) == MOST_COLOURS:
                raise BadInput(f"more than {MOST_COLOURS:,} different colours")
            red, green, blue = self.change(colour)
            self._known[colour] = _within(red), _within(green), _within(blue)
        return self._known[colour]

    def count(self, met: Met) -> None:
        """Note that a colour was met, and changed unless it stays as it was."""
        self.met[met] = self.met.get(met, 0) + 1

    def leave(self, what: str) -> None:
        """Note what is left alone."""
        self.left[what] = self.left.get(what, 0) + 1

    def whole(self, channel: float) -> int:
        """Return a channel as a whole number."""
        return int(channel) if self.truncate else int(channel + 0.5)

    def _met(self, colour: Channels) -> Met:
        return self._hex(colour), self._hex(self.changed(colour))

    def _hex(self, colour: Channels) -> str:
        return "#" + "".join(f"{self.whole(channel):02x}" for channel in colour)

    # one colour

    def initial(self, name: str) -> New | None:
        """Return the colour of a property that nothing sets, in digits; None if there is none, or if it does not change."""
        colour = INITIAL.get(name)
        if colour is None or _same(colour, self.changed(colour)):
            return None
        met = self._met(colour)
        return met[1], met

    def hex(self, text: str) -> New:
        """Return a colour given as `#` and digits."""
        new = self._texts.get(text)
        if new is None:
            new = self._texts[text] = self._new_hex(text)
        return new

    def _new_hex(self, text: str) -> New:
        digits = text[1:]
        short = len(digits) < 6
        pairs = [2 * digit for digit in digits] if short else [digits[k : k + 2] for k in range(0, len(digits), 2)]
        before = _channels(pairs)
        after = self.changed(before)
        if _same(before, after):
            return text, self._met(before)
        new = [f"{self.whole(channel):02x}" for channel in after] + pairs[3:]
        joined = (
            "".join(pair[0] for pair in new)
            if short and all(pair[0] == pair[1] for pair in map(str.lower, new))
            else "".join(new)
        )
        return "#" + (joined.upper() if digits.upper() == digits != digits.lower() else joined), self._met(before)

    def named(self, text: str) -> New:
        """Return a colour given by its name."""
        digits = NAMES[text.lower()]
        before = _channels([digits[k : k + 2] for k in (0, 2, 4)])
        return (text if _same(before, self.changed(before)) else self._hex(self.changed(before))), self._met(before)

    def function(self, text: str) -> New | None:
        """Return a colour given as a function; None if it cannot be read."""
        if len(text) > LONGEST:
            return None
        if text not in self._texts:
            bare = without_comments(text)
            new = self._function(bare)
            self._texts[text] = (text, new[1]) if new is not None and new[0] == bare else new
        return self._texts[text]

    def _function(self, text: str) -> New | None:
        found = _RGB_HSL.fullmatch(text)
        parts = list(_PARTS.finditer(found[2])) if found else []
        if found and len(parts) in (3, 4) and _between(found[2], parts):
            if found[1].lower() == "rgb":
                return self._rgb(text, found.start(2), parts)
            return self._hsl(text, found[2], parts)
        return self._modern(text)

    def _rgb(self, text: str, start: int, parts: list[re.Match[str]]) -> New:
        before = _three(_within(float(part[1]) * (2.55 if part[2] == "%" else 1)) for part in parts[:3])
        after = self.changed(before)
        if _same(before, after):
            return text, self._met(before)
        for part, channel in reversed(list(zip(parts, after, strict=False))):
            new = f"{channel / 2.55:.4g}%" if part[2] == "%" else str(self.whole(channel))
            text = text[: start + part.start()] + new + text[start + part.end() :]
        return text, self._met(before)

    def _hsl(self, text: str, inside: str, parts: list[re.Match[str]]) -> New:
        hue = float(parts[0][1]) / _TURNS.get((parts[0][2] or "").lower(), 360.0)
        saturation, lightness = (min(max(float(part[1]) / 100, 0.0), 1.0) for part in parts[1:3])
        before = _three(255 * channel for channel in colorsys.hls_to_rgb(hue % 1.0, lightness, saturation))
        return self._written(text, before, inside[parts[2].end() :].lstrip(" \t\r\n\f,/").rstrip())

    def _modern(self, text: str) -> New | None:
        """Any other colour of CSS Color 4, as `rgb()`."""
        from .spaces import read_colour  # noqa: PLC0415  its library takes long to load, and few files have such colours

        found = read_colour(text)
        if found is None:
            return None
        before, alpha = found
        return self._written(text, before, "" if alpha >= 1 else f"{alpha:.4g}")

    def _written(self, text: str, before: Channels, alpha: str) -> New:
        after = self.changed(before)
        if _same(before, after):
            return text, self._met(before)
        numbers = ", ".join(str(self.whole(channel)) for channel in after)
        return (f"rgba({numbers}, {alpha})" if alpha else f"rgb({numbers})"), self._met(before)


def _between(inside: str, parts: list[re.Match[str]]) -> bool:
    """Return whether nothing but separators stands between the numbers of a function."""
    places = [0, *(part.end() for part in parts)], [*(part.start() for part in parts), len(inside)]
    return all(_BETWEEN.fullmatch(inside, start, end) for start, end in zip(*places, strict=True))


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


# in a value, in a style sheet


def in_value(text: str, start: int, end: int, work: Recolouring, name: str = "fill") -> Iterator[Edit]:
    """Yield the colours of the value of the property `name`, text[start:end], those that do not change included."""
    at = start
    name = name.lower()
    inside = [holds_names(name)]  # of each bracket that is open, whether names and digits are colours in it
    while at < end:
        token = TOKEN.match(text, at, end)
        assert token is not None
        kind, piece, begin, at = token.lastgroup, token[0], token.start(), token.end()
        given, new = plain(piece), None
        if kind == "hash":
            new = work.hex(given) if inside[-1] and HEX.fullmatch(given) else None
        elif kind == "word":
            new = _word(given, name, inside, work)
        elif kind == "function":
            whole = _whole(text, given[:-1].lower(), at, end)
            given = _closed(text[begin:whole])
            new = _function(given, work)
            if whole > at and (new is not None or not _is_mixture(given)):
                at = whole
            else:
                inside.append(inside[-1] or holds_colours(piece[:-1].lower()))
        elif piece == "(":
            inside.append(inside[-1])
        elif piece == ")" and len(inside) > 1:
            inside.pop()
        elif kind == "url" or (kind == "string" and _is_source(text, begin)):
            _elsewhere(piece, work)
        if new is not None:
            yield begin, at, text[begin:at] if new[0] == given else new[0], new[1]


def _whole(text: str, function: str, at: int, end: int) -> int:
    """Return where a function ends that is read as one piece; of any other, whose parts are read one by one, where its inside begins."""
    if function in COLOUR_FUNCTIONS or function in UNREAD:
        return closing(text, at, end)
    # The parts of a mixture that cannot be computed are read one by one. The search for its end is bounded: otherwise nested mixtures
    # would take quadratic time.
    return closing(text, at, min(end, at + LONGEST)) if function == "color-mix" else at


def _is_mixture(text: str) -> bool:
    return text[:10].lower() == "color-mix("


def _function(text: str, work: Recolouring) -> New | None:
    """Return a function's colour; None if it is none or cannot be worked out, which is noted."""
    function = plain(text[: text.index("(")]).lower()
    if function in COMPUTED:
        work.leave(f"{function}(...)")
    if function in UNREAD:
        work.leave(_short(text))
    if function not in COLOUR_FUNCTIONS and function != "color-mix":
        return None
    new = work.function(text)
    if new is None:
        work.leave("color-mix(...), the mixing itself" if function == "color-mix" else _short(text))
    return new


def _word(word: str, name: str, inside: list[bool], work: Recolouring) -> New | None:
    lower = word.lower()
    if len(inside) == 1 and (lower == "initial" or (lower in ("unset", "revert", "revert-layer") and name not in INHERITED)):
        if name == "all" and work.initial("fill"):
            work.leave(f"all: {lower}")
        return work.initial(name)
    if not inside[-1]:
        return None
    if lower in NAMES:
        return work.named(word)
    if lower in SYSTEM and not name.startswith("--"):
        work.leave(word)
    return None


def _closed(function: str) -> str:
    """A function with its last bracket, which may be missing at the end of a style."""
    return function if function.endswith(")") else function + ")"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[: text.index("(") + 1] + "...)"


def _is_source(text: str, at: int) -> bool:
    """Return whether a string is the address of a picture: it stands first in `url(`, `src(` or `image-set(`."""
    before = text[max(0, at - 40) : at].rstrip(" \t\r\n\f").lower()
    return before.endswith(("url(", "src(", "image-set(", "image("))


def _elsewhere(target: str, work: Recolouring) -> None:
    """Note a picture that a value names."""
    target = target.removesuffix(")")[4 * (target[:4].lower() == "url(") :].strip("\"' \t\r\n\f")
    if not target.startswith("#"):
        work.leave(f"picture {picture(target)}")


def picture(target: str) -> str:
    """A picture's address, as a report names it."""
    if target[:5].lower() != "data:":
        return target[:60] or "without a source"
    return target[5:60].partition(",")[0].partition(";")[0] or "without a kind"


def in_declarations(text: str, work: Recolouring) -> Iterator[Edit]:
    """Yield the colours of a style attribute or a whole style sheet: of the values of properties, never of selectors."""
    at = 0
    while at < len(text):
        end, mark, name, value = _statement(text, at)
        if mark == "{":
            if selects_by_colour(text[at:end]):
                work.leave("a selector by the value of a colour")
        elif name is not None and name.lower() == "@import":
            work.leave(_short(text[at:end].strip()))
        elif name is not None and value < end:
            yield from in_value(text, value, end, work, name)
        at = end + 1


def _statement(text: str, at: int) -> tuple[int, str, str | None, int]:
    """Return the next `;`, `{` or `}` outside of brackets: where it is and which, the property, where its value begins (at the end if there is none)."""
    depth, name, value = 0, None, len(text)
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token is not None
        kind, piece = token.lastgroup, token[0]
        if kind == "mark" and piece in "{};" and (depth == 0 or piece != ";"):
            return at, piece, name, value
        if kind == "function" or piece in "([":
            depth += 1
        elif piece in ")]":
            depth = max(0, depth - 1)
        elif kind == "word" and name is None and value == len(text):
            name = plain(piece)
        elif piece == ":" and depth == 0 and value == len(text):
            value = token.end()
        at = token.end()
    return len(text), "", name, value
