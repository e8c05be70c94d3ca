"""The colours of an SVG file changed in place: every byte that is not part of a changed colour stays as it is.

Colours are looked for in presentation attributes, `style` attributes, style sheets (never in selectors) and the values of
animations. Expat says whether the file is sound and where its elements begin; entities are never expanded into the file.

>>> grey = Recolouring(lambda colour: (sum(colour) / 3,) * 3)
>>> recolour(b"<svg xmlns='http://www.w3.org/2000/svg'><path id='red' fill='red'/></svg>", grey)
b"<svg xmlns='http://www.w3.org/2000/svg'><path id='red' fill='#555555'/></svg>"
"""

from __future__ import annotations

import codecs
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.parsers import expat

from parlour.engine.errors import BadInput

from .colours import ATTRIBUTES, Edit, Recolouring, in_declarations, in_value

LARGEST = 64 << 20
"""Bytes of a file at most."""
DEEPEST = 2000
"""Elements within elements at most."""
SVG = "http://www.w3.org/2000/svg"
ANIMATIONS = frozenset(("animate", "animateColor", "set"))

_DECLARED = re.compile(rb"""\A<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_ATTRIBUTE = re.compile(r"""\s+([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG = re.compile(r"<[^\s/>]+")
_RAW = re.compile(r"<!\[CDATA\[(?P<cdata>.*?)\]\]>|<!--.*?-->|<\?.*?\?>|&(?P<entity>[^;]+);|(?P<plain>[^<&]+)", re.DOTALL)
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


@dataclass
class _Element:
    """Where an element's start tag begins, and what it is; `content`, of a style sheet only, from and up to."""

    start: int
    name: str
    attributes: dict[str, str]
    content: tuple[int, int] | None = None


class _Document:
    """A file as text, with the places of its elements. BadInput says in one line why it is no SVG, and where."""

    def __init__(self, data: bytes, tree: bool) -> None:
        self.head, self.encoding, self.text = _decoded(data)
        self.elements: list[_Element] = []
        self.entities: dict[str, str] = {}
        self.root: ET.Element | None = None
        self._nodes: list[ET.Element] = []
        self._branch: list[ET.Element] = []
        self._open: list[_Element] = []
        self._tree = tree
        raw = self.text.encode()
        self._offsets = None if len(raw) == len(self.text) else _offsets(self.text)
        self._parser = parser = expat.ParserCreate("UTF-8", " ")
        parser.StartElementHandler, parser.EndElementHandler = self._begin, self._end
        parser.EntityDeclHandler = self._declare
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as error:
            raise BadInput(f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}") from None

    @property
    def by_node(self) -> dict[int, int]:
        """The number of each element by the identity of its node in the tree."""
        return {id(node): number for number, node in enumerate(self._nodes)}

    def _at(self) -> int:
        index = self._parser.CurrentByteIndex
        return index if self._offsets is None else self._offsets[index]

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if not self.elements and name.rpartition(" ")[2] != "svg":
            raise BadInput(f"it is no SVG: its outermost element is {name.rpartition(' ')[2][:40]!r}")
        if len(self._open) == DEEPEST:
            raise BadInput(f"line {self._parser.CurrentLineNumber}: more than {DEEPEST} elements lie within each other")
        element = _Element(self._at(), name.rpartition(" ")[2], attributes)
        self._open.append(element)
        self.elements.append(element)
        if self._tree:
            self._grow(name, attributes)

    def _grow(self, name: str, attributes: dict[str, str]) -> None:
        node = ET.Element(_clark(name), {_clark(key): value for key, value in attributes.items()})
        del self._branch[len(self._open) - 1 :]
        if self._branch:
            self._branch[-1].append(node)
        else:
            self.root = node
        self._branch.append(node)
        self._nodes.append(node)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if element.name == "style":
            begin = self.text.index(">", _tag_end(self.text, element.start) - 1) + 1
            if self.text[begin - 2] != "/":
                element.content = begin, self._at()

    def _declare(self, name: str, is_parameter: bool, value: str | None, *more: str | None) -> None:
        if not is_parameter and value is not None:
            self.entities[name] = value


def _clark(name: str) -> str:
    space, _, local = name.rpartition(" ")
    return f"{{{space}}}{local}" if space else local


def _decoded(data: bytes) -> tuple[bytes, str, str]:
    """(byte order mark, encoding, text)."""
    if len(data) > LARGEST:
        raise BadInput(f"it is larger than {LARGEST >> 20} MB")
    if data[:2] == b"\x1f\x8b":
        raise BadInput("it is compressed (.svgz): uncompress it first")
    marks = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
    mark, encoding = next(((mark, name) for mark, name in marks if data.startswith(mark)), (b"", ""))
    if not encoding:
        declared = _DECLARED.match(data)
        encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    try:
        return mark, encoding, data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise BadInput(f"not {encoding} text (byte {error.start + len(mark)})") from None
    except LookupError:
        raise BadInput(f"its encoding {encoding[:40]!r} is not known") from None


def _offsets(text: str) -> list[int]:
    """For each byte of the text as UTF-8 the character it belongs to, and one for the end."""
    found: list[int] = []
    for number, sign in enumerate(text):
        found += [number] * len(sign.encode())
    return [*found, len(text)]


def _tag_end(text: str, start: int) -> int:
    """Where a start tag ends, one behind its last attribute or name."""
    *_, end = (0, *(end for _, _, end in _attributes(text, start)))
    return end + 1 if end else _name_end(text, start)


def _name_end(text: str, start: int) -> int:
    found = _TAG.match(text, start)
    assert found is not None, "expat found a tag here"
    return found.end()


def _attributes(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """(name, from, up to) of the attributes' values of the tag that begins here, without their quotes."""
    at = _name_end(text, start)
    while found := _ATTRIBUTE.match(text, at):
        yield found[1], found.start(2) + 1, found.end(2) - 1
        at = found.end()


class _Piece:
    """A stretch of the file as its reader understands it: without comments and entities, each character with its place."""

    def __init__(self, document: _Document, start: int, end: int) -> None:
        self.document = document
        parts: list[str] = []
        self.places: list[tuple[int, int]] = []
        for found in _RAW.finditer(document.text, start, end):
            if found["entity"] is not None:
                meant = self._meant(found["entity"])
                parts.append(meant)
                self.places += [found.span()] * len(meant)
                continue
            kind = "cdata" if found["cdata"] is not None else "plain"
            if found[kind]:
                parts.append(found[kind])
                self.places += [(k, k + 1) for k in range(*found.span(kind))]
        self.text = "".join(parts)

    def _meant(self, entity: str) -> str:
        if entity.startswith("#"):
            return chr(int(entity[2:], 16) if entity[1] in "xX" else int(entity[1:]))
        known = _ENTITIES | self.document.entities
        return known.get(entity, "\ufffc")[:1000]

    def placed(self, edits: Iterable[Edit], work: Recolouring) -> Iterator[Edit]:
        """The edits at their places in the file; what would cut an entity in two is left alone."""
        for start, end, new in edits:
            first, last = self.places[start], self.places[end - 1]
            cut = (start > 0 and self.places[start - 1] == first) or (end < len(self.places) and self.places[end] == last)
            if cut and (first[1] - first[0] > 1 or last[1] - last[0] > 1):
                work.leave(f"{self.text[start:end]} in an entity")
            elif "<" in self.document.text[first[0] : last[1]]:
                work.leave(f"{self.text[start:end]} with markup in it")
            else:
                yield first[0], last[1], new


def recolour(data: bytes, work: Recolouring, select: str | None = None) -> bytes:
    """An SVG file with its colours changed, in the encoding it came in.

    `select`: a CSS selector; then only the attributes of the elements it names are touched, and no style sheet.
    BadInput says in one line why the file is no SVG, or what is wrong with the selector.
    """
    document = _Document(data, tree=select is not None)
    chosen = None if select is None else _selected(document, select)
    edits: list[Edit] = []
    for number, element in enumerate(document.elements):
        _note_pictures(element, work)
        if chosen is not None and number not in chosen:
            continue
        edits += _in_tag(document, element, work)
        if element.content and chosen is None:
            piece = _Piece(document, *element.content)
            edits += piece.placed(in_declarations(piece.text, work), work)
    parts, at = [], 0
    for start, end, new in sorted(edits):
        parts += [document.text[at:start], new]
        at = end
    return document.head + "".join([*parts, document.text[at:]]).encode(document.encoding)


def _in_tag(document: _Document, element: _Element, work: Recolouring) -> Iterator[Edit]:
    animated = element.name in ANIMATIONS
    paints = animated and (element.name == "animateColor" or element.attributes.get("attributeName") in ATTRIBUTES)
    for name, start, end in _attributes(document.text, element.start):
        value = name in ATTRIBUTES or (paints and name in ("from", "to", "values"))
        if value or name == "style":
            piece = _Piece(document, start, end)
            found = in_value(piece.text, 0, len(piece.text), work) if value else in_declarations(piece.text, work)
            yield from piece.placed(found, work)
        elif paints and name == "by":
            work.leave("the step of an animation (by)")


def _note_pictures(element: _Element, work: Recolouring) -> None:
    if element.name == "image":
        target = next((value for key, value in element.attributes.items() if key.rpartition(" ")[2] == "href"), "")
        kind = target[5 : target.find(";")] if target.startswith("data:") else target[:60]
        work.leave(f"picture {kind or 'without a source'}")


def _selected(document: _Document, select: str) -> set[int]:
    import cssselect2

    try:
        matchers = cssselect2.compile_selector_list(select)
    except cssselect2.SelectorError as error:
        raise BadInput(f"{select[:60]!r} is no CSS selector: {error}") from None
    assert document.root is not None
    numbers = document.by_node
    matcher = cssselect2.Matcher()
    for selector in matchers:
        matcher.add_selector(selector, None)
    root = cssselect2.ElementWrapper.from_xml_root(document.root)
    return {numbers[id(node.etree_element)] for node in root.iter_subtree() if matcher.match(node)}
