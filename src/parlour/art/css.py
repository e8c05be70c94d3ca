"""The pieces of CSS: tokens, names, and which properties hold colours.

Every pattern is linear: repeats are possessive, so that nothing that was read is ever given back (tests/test_patterns.py).
A piece is what the specification calls a token; the text is never changed, because what is not a colour must stay to the byte.
"""

from __future__ import annotations

import re

_LETTER = r"a-zA-Z_\u0080-\U0010ffff"  # of a name: everything outside of ASCII is a letter
_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}+(?:\r\n|[ \t\r\n\f])?+|[^\r\n\f0-9a-fA-F])"
NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
TOKEN = re.compile(
    rf"""(?P<comment>/\*(?:[^*]|\*(?!/))*+(?:\*/)?+)
    |(?P<string>"(?:[^"\\\r\n\f]|\\(?:\r\n|.))*+"?+|'(?:[^'\\\r\n\f]|\\(?:\r\n|.))*+'?+)
    |(?P<url>[uU][rR][lL]\([ \t\r\n\f]*+(?!["'])(?:[^)\\]|\\.)*+\)?+)
    |(?P<hash>\#(?:[{_LETTER}0-9-]|{_ESCAPE})++)
    |(?P<number>{NUMBER}(?:%|(?:[{_LETTER}]|{_ESCAPE})(?:[{_LETTER}0-9-]|{_ESCAPE})*+)?+)
    |(?P<word>@?+(?:[{_LETTER}-]|{_ESCAPE})(?:[{_LETTER}0-9-]|{_ESCAPE})*+)(?P<function>\()?+
    |(?P<space>[ \t\r\n\f]++)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
"""One piece of a style sheet; `function` is a word together with its opening bracket. There is one at every place."""
HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
"""A colour in digits."""
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6}+)(?:\r\n|[ \t\r\n\f])?+|(.))", re.DOTALL)
_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?+")
_COLOUR_SELECTOR = re.compile(
    r"\[[ \t\r\n\f]*+(?:fill|stroke|color|stop-color|flood-color|lighting-color|style|bgcolor)[ \t\r\n\f]*+[~|^$*]?+="
)


def plain(piece: str) -> str:
    r"""A name without its escapes.

    >>> plain(r"\72 ed"), plain("navy")
    ('red', 'navy')
    """
    if "\\" not in piece:
        return piece
    return _ESCAPED.sub(lambda found: _letter(found[1]) if found[1] else found[2], piece)


def _letter(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if 0 < code <= 0x10FFFF else "\ufffd"


def without_comments(text: str) -> str:
    """A value with a space for each comment."""
    return _COMMENT.sub(" ", text) if "/*" in text else text


def selects_by_colour(prelude: str) -> bool:
    """Return whether a selector asks for the value of an attribute that holds colours."""
    return _COLOUR_SELECTOR.search(prelude) is not None


def closing(text: str, at: int, end: int) -> int:
    """Return the place behind the bracket that closes a function, whose inside begins at `at`; `end` if there is none."""
    depth = 1
    while at < end:
        token = TOKEN.match(text, at, end)
        assert token is not None
        at = token.end()
        if token.lastgroup == "function" or token[0] == "(":
            depth += 1
        elif token[0] == ")":
            depth -= 1
            if not depth:
                return at
    return end


# properties

ATTRIBUTES = frozenset(
    """fill stroke color stop-color flood-color lighting-color solid-color viewport-fill
    filter mask text-decoration""".split()  # noqa: SIM905
)
"""The presentation attributes whose values hold colours."""
HTML_ATTRIBUTES = frozenset(("bgcolor", "bordercolor", "text", "link", "vlink", "alink", "color"))
"""The same of HTML in a drawing."""
_ANIMATED = ("background", "border", "outline", "column-rule", "text-emphasis", "box-shadow", "text-shadow", "mask")
_PREFIXES = ("-webkit-", "-moz-", "-ms-", "-o-")
_IDENTIFIERS = frozenset(
    [
        "font",
        "animation",
        "content",
        "quotes",
        "will-change",
        "transition",
        "container",
        "page",
        "voice-family",
        "string-set",
        "src",
        "syntax",
        "inherits",
        "symbols",
        "additive-symbols",
        "prefix",
        "suffix",
        "pad",
        "negative",
        "range",
        "speak-as",
        "fallback",
        "system",
        "unicode-range",
        "list-style",
        "list-style-type",
        "grid",
        "grid-area",
        "grid-row",
        "grid-column",
        "grid-template",
        "anchor-name",
        "anchor-scope",
        "position-anchor",
        "timeline-scope",
        "base-palette",
        "counter-reset",
        "counter-set",
        "counter-increment",
        "d",
    ]
)
_IDENTIFIER_FAMILIES = (
    *("font-", "animation-", "grid-", "transition-", "container-", "view-", "scroll-timeline", "position-try", "-inkscape-"),
)

INITIAL = {
    "fill": (0.0, 0.0, 0.0),
    "color": (0.0, 0.0, 0.0),
    "stop-color": (0.0, 0.0, 0.0),
    "flood-color": (0.0, 0.0, 0.0),
    "solid-color": (0.0, 0.0, 0.0),
    "lighting-color": (255.0, 255.0, 255.0),
}
"""The colours of properties that nothing sets. Of `color` the specifications leave it open; it is black everywhere."""
INHERITED = ("fill", "color")
"""Those of them that come from the element around."""


def holds_names(name: str) -> bool:
    """Return whether a name such as `red` in a property's value is a colour: it may be a font, an animation or an area instead.

    >>> holds_names("-webkit-text-fill-color"), holds_names("--ink"), holds_names("font-family")
    (True, True, False)
    """
    name = name.lower()
    if name.startswith("--"):
        return True
    if name.startswith(_IDENTIFIER_FAMILIES):
        return False
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name not in _IDENTIFIERS and not name.startswith(_IDENTIFIER_FAMILIES)


def is_animated_colour(name: str) -> bool:
    """Return whether an animation of this attribute goes through colours."""
    name = name.strip().lower()
    return name in ATTRIBUTES or name.endswith("color") or name.startswith((*_ANIMATED, "--"))


# functions

COLOUR_FUNCTIONS = frozenset(["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"])
"""Functions that are a colour."""
UNREAD = frozenset(["device-cmyk", "icc-color", "icc-named-color", "contrast-color", "color-contrast", "attr", "env"])
"""Functions that may be a colour, which is known only to the viewer or the press."""
COMPUTED = frozenset(["hue-rotate", "sepia", "invert", "grayscale", "saturate", "brightness", "contrast"])
"""Filters that make colours of colours."""
_IMAGES = frozenset(
    ["image", "image-set", "-webkit-image-set", "cross-fade", "-webkit-gradient", "from", "to", "color-stop", "drop-shadow"]
)
_IMAGES |= {"light-dark", "color-mix"}


def holds_colours(function: str) -> bool:
    """Return whether names and digits within this function are colours in any property."""
    return function in _IMAGES or function.endswith("gradient")


SYSTEM = frozenset(
    [
        "accentcolor",
        "accentcolortext",
        "activetext",
        "buttonborder",
        "buttonface",
        "buttontext",
        "canvas",
        "canvastext",
        "field",
        "fieldtext",
        "graytext",
        "highlight",
        "highlighttext",
        "linktext",
        "mark",
        "marktext",
        "selecteditem",
        "selecteditemtext",
        "visitedtext",
        "activeborder",
        "activecaption",
        "appworkspace",
        "background",
        "buttonhighlight",
        "buttonshadow",
        "captiontext",
        "inactiveborder",
        "inactivecaption",
        "inactivecaptiontext",
        "infobackground",
        "infotext",
        "menu",
        "menutext",
        "scrollbar",
        "threeddarkshadow",
        "threedface",
        "threedhighlight",
        "threedlightshadow",
        "threedshadow",
        "window",
        "windowframe",
        "windowtext",
    ]
)
"""The colours of the viewer's own system."""
