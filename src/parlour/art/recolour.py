"""The colours of an SVG file changed in place: every byte that is not part of a changed colour stays as it is.

Colours are looked for in presentation attributes, `style` attributes, style sheets (never in selectors) and the values of
animations. A colour that nothing sets, such as the black of a shape without a `fill`, is written as an attribute if it changes: attributes are the weakest
of all rules, so that nothing else is overruled. Expat says whether the file is sound and where its elements begin; entities are never
expanded into the file. The file is read once, and no more than a few copies of it are kept in memory: its size, depth and numbers are limited.

>>> grey = Recolouring(lambda colour: (sum(colour) / 3,) * 3)
>>> recolour(b"<svg xmlns='http://www.w3.org/2000/svg'><path id='red' fill='red'/></svg>", grey)
b"<svg xmlns='http://www.w3.org/2000/svg'><path id='red' fill='#555555'/></svg>"
"""

from __future__ import annotations

import codecs
import gzip
import re
import xml.etree.ElementTree as ET
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from xml.parsers import expat

import cssselect2

from parlour.engine.errors import BadInput

from .colours import Edit, Recolouring, in_declarations, in_value, picture
from .css import ATTRIBUTES, HEX, HTML_ATTRIBUTES, is_animated_colour

LARGEST = 64 << 20
"""Bytes of a file at most."""
DEEPEST = 2000
"""Elements within elements at most."""
LONGEST_STYLE = 1 << 20
"""Characters of a style sheet, or of one attribute that colours are looked for in, at most."""
COMPRESSED = b"\x1f\x8b"
"""How a compressed file begins."""
MOST_ATTRIBUTES = 5000
"""Attributes of an element at most."""
HTML = "http://www.w3.org/1999/xhtml"
ANIMATIONS = frozenset(("animate", "animateColor", "set"))
PICTURES = frozenset(("image", "feImage", "img", "video", "iframe", "object", "embed"))
SHAPES = frozenset(
    ["path", "rect", "circle", "ellipse", "polyline", "polygon", "text", "tspan", "textPath", "tref", "altGlyph", "glyph", "use"]
)
"""Elements that are filled, with black unless another fill is given."""
UNSET = {
    "stop": "stop-color",
    "feFlood": "flood-color",
    "feDropShadow": "flood-color",
    "feDiffuseLighting": "lighting-color",
    "feSpecularLighting": "lighting-color",
    "solidColor": "solid-color",
    "solidcolor": "solid-color",
}
"""Elements that have a colour even if nothing sets it, and do not take it from the element around them."""
FILTERS = frozenset(("feColorMatrix", "feComponentTransfer"))
"""Elements that make colours of colours."""

_DECLARED = re.compile(rb"""\A<\?xml(?:[^>"'e]|e(?!ncoding)|"[^"]*+"|'[^']*+')*+encoding\s*+=\s*+["']([\w.-]++)["']""")
_ATTRIBUTE = re.compile(r"""[ \t\r\n]++([^ \t\r\n=/>"']++)[ \t\r\n]*+=[ \t\r\n]*+("[^"]*+"|'[^']*+')""")
_TAG = re.compile(r"<[^ \t\r\n/>]++")
_RAW = re.compile(
    r"<!\[CDATA\[(?P<cdata>(?:[^]]|\](?!\]>))*+)(?:\]\]>)?+|<!--(?:[^-]|-(?!->))*+(?:-->)?+|<\?(?:[^?]|\?(?!>))*+(?:\?>)?+"
    r"|&(?P<entity>[^;&<]++);|(?P<plain>[^<&]++)"
)
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


class _Piece:
    """A stretch of the file as its reader understands it: without comments and entities, each part with its place."""

    def __init__(self, source: str, start: int, end: int, entities: dict[str, str]) -> None:
        self.source = source
        parts: list[str] = []
        self.begins: list[int] = []
        """Where each part begins in the text that is understood."""
        self.spans: list[tuple[int, int]] = []
        """Where it stands in the file."""
        length = 0
        for found in _RAW.finditer(source, start, end):
            kind = found.lastgroup
            if kind is None:
                continue
            part = _meant(found["entity"], entities) if kind == "entity" else found[kind]
            if part:
                parts.append(part)
                self.begins.append(length)
                self.spans.append(found.span() if kind == "entity" else found.span(kind))
                length += len(part)
                if length > LONGEST_STYLE:
                    raise BadInput(
                        f"line {source.count(chr(10), 0, start) + 1}: a style or a colour of more than {LONGEST_STYLE:,} characters"
                    )
        self.text = "".join(parts)

    def _place(self, index: int) -> tuple[int, int]:
        """Return where a character stands in the file; all those of an entity where the entity does."""
        number = bisect_right(self.begins, index) - 1
        start, end = self.spans[number]
        if self.source[start] == "&":
            return start, end
        return start + index - self.begins[number], start + index - self.begins[number] + 1

    def placed(self, edits: Iterable[Edit], work: Recolouring) -> Iterator[Edit]:
        """Yield the edits at their places in the file. One that would cut an entity in two is left alone."""
        for start, end, new, met in edits:
            first, last = self._place(start), self._place(end - 1)
            cut = (start > 0 and self._place(start - 1) == first) or (end < len(self.text) and self._place(end) == last)
            if new == self.text[start:end]:
                yield first[0], last[1], self.source[first[0] : last[1]], met
            elif cut and (first[1] - first[0] > 1 or last[1] - last[0] > 1):
                work.leave(f"{self.text[start:end]} in an entity")
            elif "<" in self.source[first[0] : last[1]]:
                work.leave(f"{self.text[start:end]} with markup in it")
            else:
                yield first[0], last[1], new, met


def _meant(entity: str, entities: dict[str, str]) -> str:
    """Return the text of an entity, cut to the length that a colour can have."""
    if entity.startswith("#"):
        return chr(int(entity[2:], 16) if entity[1] in "xX" else int(entity[1:]))
    known = _ENTITIES.get(entity) or entities.get(entity, "\ufffc")
    return known[:1000]


class _Reader:
    """Goes through a file's text, an element at a time. BadInput says in one line why it is not an SVG, and where.

    The text is the file as UTF-8 with a character for each byte, so that expat's places are its own.
    """

    def __init__(self, raw: bytes) -> None:
        self.raw, self.text = raw, raw.decode("latin-1")
        self.entities: dict[str, str] = {}
        self._names: list[tuple[int, str]] = []
        """The elements that are open: where each begins, and what it is."""
        self._sheets = 0
        """Style sheets among them."""
        self._parser = expat.ParserCreate("UTF-8", " ")
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._begin, self._end
        self._parser.EntityDeclHandler = self._declare
        self._parser.ProcessingInstructionHandler = self.instruction

    def read(self) -> None:
        try:
            self._parser.Parse(self.raw, True)
        except expat.ExpatError as error:
            raise BadInput(f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}") from None

    def element(self, start: int, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def style_sheet(self, start: int, end: int) -> None:
        """A style sheet has ended; from and up to."""

    def instruction(self, target: str, data: str) -> None:
        """An instruction to a program that shows the drawing."""

    @property
    def depth(self) -> int:
        """Number of open elements."""
        return len(self._names)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        parser, local = self._parser, name.rpartition(" ")[2]
        if not self._names and local != "svg":
            raise BadInput(f"it is not an SVG: its outermost element is {local[:40]!r}")
        if len(self._names) == DEEPEST:
            raise BadInput(f"line {parser.CurrentLineNumber}: more than {DEEPEST} elements lie within each other")
        if len(attributes) > MOST_ATTRIBUTES:
            raise BadInput(f"line {parser.CurrentLineNumber}: an element of {len(attributes):,} attributes")
        start = parser.CurrentByteIndex
        self._names.append((start, local))
        self._sheets += local == "style"
        self.element(start, name, attributes)

    def _end(self, name: str) -> None:
        start, local = self._names.pop()
        if local == "style":
            self._sheets -= 1
        if local == "style" and not self._sheets and self.text[start] == "<":  # one within another is text to it
            begin = self.text.index(">", _tag_end(self.text, start) - 1) + 1
            if self.text[begin - 2] != "/":
                self.style_sheet(begin, self._parser.CurrentByteIndex)

    def _declare(self, name: str, is_parameter: bool, value: str | None, *more: str | None) -> None:
        if not is_parameter and value is not None:
            self.entities[name] = value


class _Tree(_Reader):
    """The elements as a tree, for selectors; `nodes` in the order in which they begin."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        self.nodes: list[ET.Element] = []
        self._branch: list[ET.Element] = []

    def element(self, start: int, name: str, attributes: dict[str, str]) -> None:
        node = ET.Element(_clark(name), {_clark(key): value for key, value in attributes.items()})
        del self._branch[self.depth - 1 :]
        if self._branch:
            self._branch[-1].append(node)
        self._branch.append(node)
        self.nodes.append(node)


class _Recolourer(_Reader):
    """Writes the file again. chosen: the numbers of the elements to touch, None for all and style sheets too."""

    def __init__(self, raw: bytes, work: Recolouring, chosen: set[int] | None) -> None:
        super().__init__(raw)
        self.work, self.chosen = work, chosen
        self.made = bytearray()
        self._written = 0
        self._number = -1
        self._waiting: list[Edit] = []
        self._fills: list[bool | None] = []
        """For each element that is open: whether the fill around it is changed, None if nothing sets it."""
        self._root = 0
        """Where attributes are put into the outermost element."""
        self._unset: set[str] = set()
        """The inherited colours that something relies on though nothing sets them."""
        self._has_sheets = b"<style" in raw or b":style" in raw or b"<?xml-stylesheet" in raw
        self._asks_for_colour = any(word in raw.lower() for word in (b"currentcolor", b"drop-shadow(", HTML.encode()))

    def element(self, start: int, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self._number += 1
        touched = self.chosen is None or self._number in self.chosen
        if self.text[start] != "<":  # an entity holds the whole element
            self._report_entity(attributes)
            touched = False
        _note(local, attributes, self.work)
        if touched:
            self._waiting += self._in_tag(start, local, space == HTML, attributes)
            self._set_unset(start, local, attributes)
        self._inherit(start, local, space == HTML, touched, attributes)
        if self._waiting and not self._sheets:
            self._write()

    def style_sheet(self, start: int, end: int) -> None:
        if self.chosen is None:
            piece = _Piece(self.text, start, end, self.entities)
            self._waiting += piece.placed(in_declarations(piece.text, self.work), self.work)
        self._write()

    def instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self.work.leave("a style sheet outside of the file")

    def _write(self) -> None:
        """The edits that wait, in order, and what stands between them."""
        for start, end, new, met in sorted(self._waiting):
            if start >= self._written:
                self.work.count(met)
                self.made += self.raw[self._written : start]
                self.made += new.encode()
                self._written = end
        self._waiting.clear()

    def finished(self) -> bytes:
        self._write()
        made = self.made + self.raw[self._written :]
        for name in sorted(self._unset):  # nothing before the outermost element was changed
            if new := self.work.initial(name):
                self.work.count(new[1])
                made[self._root : self._root] = f' {name}="{new[0]}"'.encode()
        return bytes(made)

    # colours that nothing sets

    def _set_unset(self, start: int, local: str, attributes: dict[str, str]) -> None:
        """Write down the colour of an element that has one by default."""
        name = UNSET.get(local)
        if name and not _sets(name, attributes) and (new := self.work.initial(name)):
            at = _name_end(self.text, start)
            self._waiting.append((at, at, f' {name}="{new[0]}"', new[1]))

    def _inherit(self, start: int, local: str, is_html: bool, touched: bool, attributes: dict[str, str]) -> None:
        """Note what an element has from those around it, or from nothing."""
        if self._number == 0:
            self._root = _name_end(self.text, start)
            if self.chosen is None and self._asks_for_colour and "color" not in attributes:
                self._unset.add("color")
        del self._fills[self.depth - 1 :]
        own = touched if _sets("fill", attributes) else None
        around = self._fills[-1] if self._fills else None
        self._fills.append(around if own is None else own)
        if is_html or local not in SHAPES or own is not None:
            return
        if self.chosen is None:
            if around is None:
                self._unset.add("fill")
        elif touched and not around and (around is not None or self.work.initial("fill")):
            if around is None and not self._has_sheets and (new := self.work.initial("fill")):
                at = _name_end(self.text, start)
                self._waiting.append((at, at, f' fill="{new[0]}"', new[1]))
            else:
                self.work.leave(f"the fill that a selected {local} has from an element around it")

    def _report_entity(self, attributes: dict[str, str]) -> None:
        for key, value in attributes.items():
            if key in ATTRIBUTES or key == "style":
                self.work.leave(f"{value[:60]} in an entity")

    # colours in a tag

    def _in_tag(self, start: int, name: str, is_html: bool, attributes: dict[str, str]) -> Iterator[Edit]:
        work = self.work
        target = attributes.get("attributeName", "").strip()
        paints = name in ANIMATIONS and (name == "animateColor" or is_animated_colour(target))
        known = ATTRIBUTES | HTML_ATTRIBUTES if is_html else ATTRIBUTES
        if is_html and attributes.get("type", "").lower() == "color":
            known |= {"value"}
        if not paints and not any(key in known or key == "style" for key in attributes):
            return
        seen = set()
        for key, begin, end in _attributes(self.text, start):
            seen.add(key)
            if key in known or (paints and key in ("from", "to", "values")):
                yield from self._in_attribute(begin, end, key if key in known else target)
            elif key == "style":
                piece = _Piece(self.text, begin, end, self.entities)
                yield from piece.placed(in_declarations(piece.text, work), work)
            elif paints and key == "by":
                work.leave("the step of an animation (by)")
        for key in attributes.keys() - seen:
            if key in known or key == "style":
                work.leave(f"{attributes[key][:60]} by the document type")

    def _in_attribute(self, begin: int, end: int, name: str) -> Iterator[Edit]:
        if HEX.fullmatch(self.text, begin, end):  # what most of them are
            new, met = self.work.hex(self.text[begin:end])
            yield begin, end, new, met
            return
        piece = _Piece(self.text, begin, end, self.entities)
        yield from piece.placed(in_value(piece.text, 0, len(piece.text), self.work, name), self.work)


def _sets(name: str, attributes: dict[str, str]) -> bool:
    """Return whether an element itself says what a property is."""
    return name in attributes or name in attributes.get("style", "").lower()


def _note(local: str, attributes: dict[str, str], work: Recolouring) -> None:
    """Note what shows colours that are not in the file, or makes them."""
    if local in PICTURES:
        target = next((value for key, value in attributes.items() if key.rpartition(" ")[2] in ("href", "src", "data")), "")
        work.leave(f"picture {picture(target)}")
    elif local in FILTERS:
        work.leave(f"colours that {local} makes")
    elif local == "script" or any(key.startswith("on") for key in attributes):
        work.leave("a script")
    elif local == "link":
        work.leave("a style sheet outside of the file")


def _clark(name: str) -> str:
    space, _, local = name.rpartition(" ")
    return f"{{{space}}}{local}" if space else local


def _decoded(data: bytes) -> tuple[bytes, str, bytes]:
    """(byte order mark, encoding, the rest as UTF-8)."""
    if len(data) > LARGEST:
        raise BadInput(f"it is larger than {LARGEST >> 20} MB")
    marks = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
    mark, encoding = next(((mark, name) for mark, name in marks if data.startswith(mark)), (b"", ""))
    if not encoding:
        declared = _DECLARED.match(data)
        encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    try:
        return mark, encoding, data[len(mark) :].decode(encoding).encode()
    except UnicodeDecodeError as error:
        raise BadInput(f"not {encoding} text (byte {error.start + len(mark)})") from None
    except LookupError:
        raise BadInput(f"its encoding {encoding[:40]!r} is not known") from None
    except UnicodeError:  # one half of a pair, as some encodings let through; a codec of no text
        raise BadInput(f"not {encoding[:40]} text") from None


def _tag_end(text: str, start: int) -> int:
    """Return where a start tag ends, one behind its last attribute or name."""
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


def uncompressed(data: bytes) -> bytes:
    """Return what a compressed file holds; another file as it is. BadInput if it is broken or too large."""
    if not data.startswith(COMPRESSED):
        return data
    found = bytearray()
    try:
        while data:
            member = zlib.decompressobj(zlib.MAX_WBITS | 16)
            found += member.decompress(data, LARGEST + 1 - len(found))
            if len(found) > LARGEST:
                raise BadInput(f"it is larger than {LARGEST >> 20} MB when uncompressed")
            if not member.eof:
                raise BadInput("it is a compressed file (.svgz) whose end is missing")
            data = member.unused_data.lstrip(b"\0")
    except zlib.error:
        raise BadInput("it is a compressed file (.svgz) that is broken") from None
    return bytes(found)


def compressed(data: bytes) -> bytes:
    """Return a file as `.svgz`: equal files, equal bytes."""
    return gzip.compress(data, mtime=0)


def recolour(data: bytes, work: Recolouring, select: str | None = None) -> bytes:
    """An SVG file with its colours changed, in the encoding it came in.

    `select`: a CSS selector; then only the attributes of the elements it names are touched, and no style sheet.
    A compressed file (`.svgz`) comes back compressed. BadInput says in one line why the file is not an SVG, what is too much in it, or what is
    wrong with the selector.
    """
    if data.startswith(COMPRESSED):
        return compressed(recolour(uncompressed(data), work, select))
    mark, encoding, raw = _decoded(data)
    chosen = None if select is None else _selected(raw, select)
    reader = _Recolourer(raw, work, chosen)
    reader.read()
    made = reader.finished()
    work.left = {_readable(what): times for what, times in work.left.items()}
    return mark + (made if encoding == "utf-8" else made.decode().encode(encoding))


def _readable(text: str) -> str:
    """Decode text that was collected byte by byte."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


def _selected(raw: bytes, select: str) -> set[int]:
    try:
        matchers = cssselect2.compile_selector_list(select)
    except cssselect2.SelectorError as error:
        raise BadInput(f"{select[:60]!r} is not a CSS selector: {error}") from None
    except RecursionError:
        raise BadInput(f"{select[:60]!r} is not a CSS selector: brackets within brackets") from None
    tree = _Tree(raw)
    tree.read()
    numbers = {id(node): number for number, node in enumerate(tree.nodes)}
    matcher = cssselect2.Matcher()
    for selector in matchers:
        matcher.add_selector(selector, None)
    root = cssselect2.ElementWrapper.from_xml_root(tree.nodes[0])
    try:
        return {numbers[id(node.etree_element)] for node in root.iter_subtree() if matcher.match(node)}
    except RecursionError:
        raise BadInput(f"{select[:60]!r} asks for too much where elements lie so deep within each other") from None
