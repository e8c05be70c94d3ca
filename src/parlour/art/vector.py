"""Our drawings taken apart: SVG of the kind this house draws, as shapes with paths, matrices and paints, for paper.

Read is what the deck is drawn with and a little more: svg, g, defs, symbol, use, path, rect, circle, ellipse, line,
polyline and polygon; fill, stroke and what belongs to them; opacity; transforms. What would come out wrong (text, pictures,
`url()`, style sheets) is refused instead of left out. Lengths are the drawing's own units, y downwards.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, hypot, radians, sin, tan

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from parlour.engine.errors import BadInput

Matrix = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Segment = tuple[str, tuple[float, ...]]
"""M x y, L x y, C x1 y1 x2 y2 x y, or Z."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_CIRCLE = 0.5522847498307936  # where the handles of a quarter of a circle lie: 4/3 (sqrt 2 - 1)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TRANSFORM = re.compile(r"\s*+,?+\s*+(\w++)\s*+\(([^)]*+)\)\s*+")
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-miterlimit", "stroke-dasharray", "fill-rule",
    "fill-opacity", "stroke-opacity", "color",
)  # fmt: skip
_START = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-linejoin": "miter", "stroke-linecap": "butt", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "fill-rule": "nonzero", "fill-opacity": "1", "stroke-opacity": "1", "color": "#000000",
}  # fmt: skip
_IGNORED = {"title", "desc", "defs", "symbol", "metadata"}
_REFUSED = {"style", "class", "clip-path", "mask", "filter"}


@dataclass(frozen=True)
class Shape:
    """One shape, in the units of its own coordinates.

    fill, stroke: `#rrggbb`, or None for no paint. opacity: of fill and of stroke, 0 to 1. part: the innermost `data-part` it lies in.
    """

    path: tuple[Segment, ...]
    matrix: Matrix
    fill: str | None
    stroke: str | None
    width: float
    join: str
    cap: str
    miter: float
    dash: tuple[float, ...]
    even_odd: bool
    opacity: tuple[float, float]
    part: str

    def bounds(self) -> Box | None:
        """What it covers, its stroke included (at a mitred corner perhaps a little less), after its matrix. None if nothing."""
        pen = BoundsPen(None)
        for kind, points in self.path:
            moved = [apply(self.matrix, points[k], points[k + 1]) for k in range(0, len(points), 2)]
            if kind == "M":
                pen.moveTo(moved[0])
            elif kind == "L":
                pen.lineTo(moved[0])
            elif kind == "C":
                pen.curveTo(*moved)
        if pen.bounds is None or (self.fill is None and self.stroke is None):
            return None
        a, b, c, d, _, _ = self.matrix
        across, down = (self.width / 2 * hypot(a, c), self.width / 2 * hypot(b, d)) if self.stroke else (0.0, 0.0)
        left, top, right, bottom = pen.bounds
        return left - across, top - down, right + across, bottom + down


@dataclass(frozen=True)
class Drawing:
    """A drawing of `width` by `height` units, its shapes from the back to the front."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def bounds(self, *parts: str) -> Box | None:
        """Bounds of all shapes together, or of the named parts."""
        return union(box for part, box in self._boxes if not parts or part in parts)

    def ends(self, part: str) -> tuple[set[int], set[int]]:
        """The numbers of a part's shapes at the upper end and at the lower one: what is drawn at both ends is drawn first above, then below."""
        numbers = [number for number, shape in enumerate(self.shapes) if shape.part == part]
        return set(numbers[: len(numbers) // 2]), set(numbers[len(numbers) // 2 :])

    @cached_property
    def _boxes(self) -> list[tuple[str, Box]]:
        boxes = [(shape.part, shape.bounds()) for shape in self.shapes]
        return [(part, box) for part, box in boxes if box is not None]


def union(boxes: Iterator[Box]) -> Box | None:
    """The smallest box around boxes, None if there are none."""
    columns = list(zip(*boxes, strict=True))
    return (min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])) if columns else None


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point after a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def times(first: Matrix, second: Matrix) -> Matrix:
    """Return the matrix that applies `second`, then `first`, as nested transforms of SVG do."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


@lru_cache(maxsize=512)
def read_drawing(svg: str) -> Drawing:
    """A drawing of ours taken apart. BadInput for what cannot be drawn exactly."""
    try:
        root = ET.fromstring(svg)
    except ET.ParseError as error:
        raise BadInput(f"the drawing is not a sound SVG: {error}") from None
    _, _, width, height = _numbers(root.get("viewBox", "0 0 0 0"))
    named = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    shapes = tuple(_children(root, named, IDENTITY, dict(_START), 1.0, "", 0))
    return Drawing(width, height, shapes)


def _children(
    node: ET.Element, named: Mapping[str, ET.Element], matrix: Matrix, style: dict[str, str], alpha: float, part: str, depth: int
) -> Iterator[Shape]:
    for child in node:
        yield from _shapes(child, named, matrix, style, alpha, part, depth)


def _shapes(
    node: ET.Element, named: Mapping[str, ET.Element], matrix: Matrix, style: dict[str, str], alpha: float, part: str, depth: int
) -> Iterator[Shape]:
    tag = node.tag.rpartition("}")[2]
    if tag in _IGNORED:
        return
    if depth > 60:
        raise BadInput("the drawing's elements lie too deep within each other")
    refused = _REFUSED & set(node.attrib)
    if refused:
        raise BadInput(f"a drawing for paper has no {min(refused)}")
    matrix = times(matrix, _transform(node.get("transform", "")))
    own = {name: node.attrib[name] for name in _INHERITED if node.get(name, "inherit") != "inherit"}
    style = style | own
    alpha *= float(node.get("opacity", 1))
    part = node.get("data-part", part)
    if tag in ("svg", "g"):
        yield from _children(node, named, matrix, style, alpha, part, depth + 1)
    elif tag == "use":
        name = node.get("href", "")
        if name[:1] != "#" or name[1:] not in named:
            raise BadInput(f"the drawing uses {name!r}, which is not in it")
        moved = times(matrix, (1, 0, 0, 1, float(node.get("x", 0)), float(node.get("y", 0))))
        yield from _shapes(named[name[1:]], named, moved, style, alpha, part, depth + 1)
    else:
        yield _shape(tuple(_path(tag, node)), matrix, style, alpha, part)


def _shape(path: tuple[Segment, ...], matrix: Matrix, style: Mapping[str, str], alpha: float, part: str) -> Shape:
    width = float(style["stroke-width"])
    dash = () if style["stroke-dasharray"] == "none" else tuple(_numbers(style["stroke-dasharray"]))
    return Shape(
        path,
        matrix,
        _paint(style["fill"], style["color"]),
        _paint(style["stroke"], style["color"]) if width > 0 else None,
        width,
        style["stroke-linejoin"],
        style["stroke-linecap"],
        float(style["stroke-miterlimit"]),
        dash,
        style["fill-rule"] == "evenodd",
        (alpha * float(style["fill-opacity"]), alpha * float(style["stroke-opacity"])),
        part,
    )


def _paint(value: str, current: str) -> str | None:
    if value == "none":
        return None
    value = (current if value == "currentColor" else value).lower()
    if re.fullmatch("#[0-9a-f]{3}", value):
        return "#" + "".join(2 * digit for digit in value[1:])
    if re.fullmatch("#[0-9a-f]{6}", value):
        return value
    raise BadInput(f"a drawing for paper has no paint {value!r}")


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBER.findall(text)]


@lru_cache(maxsize=4096)
def _transform(text: str) -> Matrix:
    """BadInput for what is not a list of transforms."""
    matrix, at = IDENTITY, 0
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if found is None:
            raise BadInput(f"the drawing has a transform {text!r}")
        matrix, at = times(matrix, _one_transform(found[1], _numbers(found[2]))), found.end()
    return matrix


def _one_transform(name: str, given: list[float]) -> Matrix:
    match name, given:
        case "translate", [x]:
            return 1, 0, 0, 1, x, 0
        case "translate", [x, y]:
            return 1, 0, 0, 1, x, y
        case "scale", [x]:
            return x, 0, 0, x, 0, 0
        case "scale", [x, y]:
            return x, 0, 0, y, 0, 0
        case "rotate", [angle]:
            c, s = cos(radians(angle)), sin(radians(angle))
            return c, s, -s, c, 0, 0
        case "rotate", [angle, x, y]:
            c, s = cos(radians(angle)), sin(radians(angle))
            return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
        case "skewX", [angle]:
            return 1, 0, tan(radians(angle)), 1, 0, 0
        case "skewY", [angle]:
            return 1, tan(radians(angle)), 0, 1, 0, 0
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
    raise BadInput(f"the drawing has a transform {name!r} of {len(given)} figures")


class _Segments(BasePen):  # type: ignore[misc]
    """Gathers a path as lines and cubic curves."""

    def __init__(self) -> None:
        super().__init__(None)
        self.found: list[Segment] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.found.append(("M", pt))

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.found.append(("L", pt))

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:  # noqa: N802
        self.found.append(("C", (*pt1, *pt2, *pt3)))

    def _closePath(self) -> None:  # noqa: N802
        self.found.append(("Z", ()))


def _path(tag: str, node: ET.Element) -> list[Segment]:
    """An element's outline. BadInput for an element that has none."""
    if tag == "path":
        return list(_read_path(node.get("d", "")))

    def get(name: str) -> float:
        return float(node.get(name, 0))

    if tag == "rect":
        rx = float(node.get("rx", node.get("ry", 0)))
        return _rectangle(get("x"), get("y"), get("width"), get("height"), rx, float(node.get("ry", rx)))
    if tag in ("circle", "ellipse"):
        rx, ry = (get("r"), get("r")) if tag == "circle" else (get("rx"), get("ry"))
        return _rectangle(get("cx") - rx, get("cy") - ry, 2 * rx, 2 * ry, rx, ry)
    if tag == "line":
        return [("M", (get("x1"), get("y1"))), ("L", (get("x2"), get("y2")))]
    if tag in ("polyline", "polygon"):
        figures = _numbers(node.get("points", ""))
        points = list(zip(figures[::2], figures[1::2], strict=False))
        return [("L" if k else "M", point) for k, point in enumerate(points)] + ([("Z", ())] if tag == "polygon" else [])
    raise BadInput(f"a drawing for paper has no <{tag}>")


@lru_cache(maxsize=4096)
def _read_path(d: str) -> tuple[Segment, ...]:
    pen = _Segments()
    parse_path(d, pen)
    return tuple(pen.found)


def _rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> list[Segment]:
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not rx or not ry:
        return [("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ())]
    u, v = rx * (1 - _CIRCLE), ry * (1 - _CIRCLE)
    return [
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - u, y, right, y + v, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - v, right - u, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + u, bottom, x, bottom - v, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + v, x + u, y, x + rx, y)),
        ("Z", ()),
    ]
