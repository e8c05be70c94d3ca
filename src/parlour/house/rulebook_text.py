"""A rulebook as it is read: its Markdown in tokens, paragraphs numbered, and in their places what differs from the usual rules,
the group's own rulings, and worked examples. What writes it as HTML or sets it in type starts from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from parlour.engine.errors import BadInput, meant
from parlour.engine.game import Game
from parlour.engine.rulebook import CLOSE, OPEN

from .agreement import OWN_LABEL, label_order
from .examples import Example, examples

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER = re.compile(r"[RFH]\d+")
_MARK = re.compile(rf"\b([RF]\d+)\b|([♥♦])|([{OPEN}{CLOSE}])")
_START = re.compile(r"(?<=\n)(?=\*\*[RF]\d+\*\*)")


@dataclass(frozen=True)
class HouseRule:
    """One house rule: what it is about, how it stands, how it usually stands, what may be chosen."""

    name: str
    text: str
    here: str
    usually: str
    values: str

    @property
    def differs(self) -> bool:
        """Whether it stands otherwise than usual."""
        return self.here != self.usually


def usual(game: Game) -> Game:
    """The same game without house rules: for as many players, or for as many as usual where these need house rules."""
    try:
        return Game(game.room, game.seats)
    except BadInput:
        return Game(game.room)


def house_rules(game: Game) -> list[HouseRule]:
    """All house rules of a game as they stand."""
    options, usually = game.room.Table.options, usual(game).options
    return [
        HouseRule(
            name,
            options[name].text,
            in_words(value),
            in_words(usually[name]),
            "yes or no" if options[name].boolean else options[name].range_text(),
        )
        for name, value in game.options.items()
    ]


def in_words(value: object) -> str:
    """How a house rule stands, as a text: yes and no for what is on or off."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class RulebookText:
    """The rulebook of a game under its house rules.

    given: the rulings, what the group has settled, by paragraph ("R5") or by a number of its own ("H1"); None for what those
    agreed on whose rules the game is played under. most, thorough: as for `examples`; 0 for none. BadInput where the room has
    no rulebook, a brace in it fits no house rule, or a ruling is about no paragraph.
    """

    game: Game
    given: Mapping[str, str] | None = None
    most: int = 0
    thorough: bool = False

    @cached_property
    def rulings(self) -> Mapping[str, str]:
        """The group's rulings by paragraph."""
        agreed = self.game.agreed
        return (agreed.rulings if agreed else {}) if self.given is None else self.given

    @cached_property
    def tokens(self) -> list[Token]:
        """The text as Markdown's tokens, with three kinds of our own, which have no children.

        `ruling`: its `content` is the ruling's text. `examples`: its `meta["examples"]` the examples, each an `Example`.
        `ins_nothing`: something usual is left out here. Around what differs stand `ins_open` and `ins_close`. A numbered
        paragraph has its number as `id` and says in its `meta` whether it `differs`; a reference to one is a link.
        """
        tokens = MARKDOWN.parse(_START.sub("\n", self.game.rulebook(beside=usual(self.game))))
        numbers = _anchor(tokens)
        unknown = [label for label in self.rulings if label not in numbers and not OWN_LABEL.fullmatch(label)]
        if unknown:
            raise BadInput(f"a ruling is about {unknown[0]}, which is no paragraph of this rulebook{meant(unknown[0], numbers)}")
        marks = _Marks(numbers)
        for token in tokens:
            if token.type == "inline" and token.children:
                within = marks.depth > 0
                token.children = _without_needless(list(marks.of(token.children)))
                token.meta["differs"] = within or any(child.type.startswith("ins_") for child in token.children)
        _tell_differing(tokens)
        return self._with_own(list(self._with_additions(tokens)))

    @cached_property
    def differing(self) -> list[str]:
        """The numbered paragraphs that read otherwise than usual, in their order."""
        return [str(token.attrs["id"]) for token in self.tokens if token.meta.get("differs") and "id" in token.attrs]

    @cached_property
    def numbers(self) -> list[str]:
        """All numbered paragraphs, in their order."""
        ids = (str(token.attrs.get("id", "")) for token in self.tokens if token.type != "heading_open")
        return [number for number in ids if _NUMBER.fullmatch(number)]

    def _with_own(self, tokens: list[Token]) -> list[Token]:
        """The group's own rules under a heading, before the list of house rules or at the end."""
        own = [label for label in sorted(self.rulings, key=label_order) if OWN_LABEL.fullmatch(label)]
        if not own:
            return tokens
        heading = Token("heading_open", "h2", 1, attrs={"id": "our-own"}), Token("heading_close", "h2", -1)
        made = [heading[0], Token("inline", "", 0, children=[_word("Rules of our own")], content="Rules of our own"), heading[1]]
        for label in own:
            strong = [
                Token("strong_open", "b", 1, attrs={"class": "number"}),
                Token("text", "", 0, content=label, meta={"number": True}),
                Token("strong_close", "b", -1),
            ]
            said = [*strong, _word(f" {' '.join(self.rulings[label].split())}")]
            opening = Token("paragraph_open", "p", 1, attrs={"id": label}, block=True)
            made += [opening, Token("inline", "", 0, children=said), Token("paragraph_close", "p", -1, block=True)]
        at = next((k for k, token in enumerate(tokens) if token.attrs.get("id") == "house-rules"), len(tokens))
        return [*tokens[:at], *made, *tokens[at:]]

    def _with_additions(self, tokens: list[Token]) -> Iterator[Token]:
        """Rulings and examples behind the paragraphs they belong to, and behind a list or table that these end in."""
        found = examples(self.game, self.most, self.thorough) if self.most else {}
        waiting: dict[int, list[Token]] = {}
        for at, token in enumerate(tokens):
            number = str(token.attrs.get("id", ""))
            if token.type != "heading_open" and _NUMBER.fullmatch(number):
                added = list(_additions(self.rulings.get(number, ""), found.get(number, [])))
                waiting.setdefault(_end(tokens, at), []).extend(added)
        for at, token in enumerate(tokens):
            yield from waiting.get(at, ())
            yield token
        yield from waiting.get(len(tokens), ())


def _additions(ruling: str, found: list[Example]) -> Iterator[Token]:
    if ruling:
        yield Token("ruling", "", 0, content=" ".join(ruling.split()), block=True)
    if found:
        yield Token("examples", "", 0, meta={"examples": found}, block=True)


def _end(tokens: list[Token], at: int) -> int:
    """Where what follows a numbered paragraph is put in: behind it and what it leads to, or before the end of its list's item."""
    opening = tokens[at]
    closing = opening.type.replace("_open", "_close")
    end = next(k for k in range(at, len(tokens)) if tokens[k].type == closing and tokens[k].level == opening.level)
    if opening.type == "list_item_open":
        return end
    end += 1
    while end < len(tokens) and tokens[end].type in ("bullet_list_open", "ordered_list_open", "table_open"):
        if any(_NUMBER.fullmatch(str(token.attrs.get("id", ""))) for token in _within(tokens, end)):
            break
        end += len(_within(tokens, end))
    return end


def _within(tokens: list[Token], at: int) -> list[Token]:
    """A block from its opening to its closing token."""
    closing = tokens[at].type.replace("_open", "_close")
    end = next(k for k in range(at, len(tokens)) if tokens[k].type == closing and tokens[k].level == tokens[at].level)
    return tokens[at : end + 1]


def _anchor(tokens: list[Token]) -> set[str]:
    """Give numbered paragraphs and headings their ids; the numbers found."""
    numbers: set[str] = set()
    for before, opening, inline in zip([tokens[0], *tokens], tokens, tokens[1:], strict=False):
        children = inline.children or []
        if opening.type == "heading_open" and opening.tag != "h1":
            opening.attrSet("id", re.sub(r"\W+", "-", _plain(inline.content).lower()).strip("-"))
        strong = next((i for i, child in enumerate(children) if child.type == "strong_open"), None)
        if opening.type != "paragraph_open" or strong is None or any(_plain(child.content) for child in children[:strong]):
            continue
        number = children[strong + 1].content
        if _NUMBER.fullmatch(number) and number not in numbers:
            numbers.add(number)
            (before if opening.hidden else opening).attrSet("id", number)  # in a tight list only the item is written
            children[strong].tag = children[strong + 2].tag = "b"
            children[strong].attrSet("class", "number")
            children[strong + 1].meta["number"] = True
    return numbers


def _plain(text: str) -> str:
    return text.replace(OPEN, "").replace(CLOSE, "")


def _tell_differing(tokens: list[Token]) -> None:
    """Say of numbered paragraphs, with what they lead to, whether anything in them differs."""
    for at, token in enumerate(tokens):
        if _NUMBER.fullmatch(str(token.attrs.get("id", ""))) and token.type != "heading_open":
            inside = tokens[at : _end(tokens, at)]
            token.meta["differs"] = any(each.meta.get("differs") for each in inside if each.type == "inline")


class _Marks:
    """Text with references to paragraphs as links, red signs of suits marked as red, and what differs within `ins`."""

    def __init__(self, numbers: set[str]) -> None:
        self.numbers = numbers
        self.depth = 0

    def of(self, children: list[Token]) -> Iterator[Token]:
        linked = 0
        for child in children:
            linked += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type == "code_inline":
                yield from self._code(child)
            elif child.type != "text" or child.meta.get("number"):
                yield child
            else:
                yield from self._text(child.content, linked > 0)

    def _code(self, child: Token) -> Iterator[Token]:
        opened = self.depth
        self.depth += child.content.count(OPEN) - child.content.count(CLOSE)
        differs = opened or OPEN in child.content
        child.content = _plain(child.content)
        yield from _wrapped([child], "ins", {}) if differs else [child]

    def _text(self, text: str, linked: bool) -> Iterator[Token]:
        at = 0
        for match in _MARK.finditer(text):
            if match[1] and (linked or match[1] not in self.numbers):
                continue
            yield from self._piece([_word(text[at : match.start()])])
            at = match.end()
            if match[3]:
                self.depth += 1 if match[3] == OPEN else -1
                if match[3] == OPEN and text[at : at + 1] == CLOSE:
                    yield Token("ins_nothing", "", 0)  # something is left out here
            elif match[1]:
                yield from self._piece(_wrapped([_word(match[1])], "link", {"href": f"#{match[1]}"}))
            else:
                yield from self._piece(_wrapped([_word(match[2])], "span", {"class": "red"}))
        yield from self._piece([_word(text[at:])])

    def _piece(self, tokens: list[Token]) -> list[Token]:
        if not any(token.content for token in tokens):
            return []
        return _wrapped(tokens, "ins", {}) if self.depth else tokens


def _without_needless(children: list[Token]) -> list[Token]:
    """Without marks that something is left out where what stands there instead is marked."""
    kept = [child for child in children if child.type != "text" or child.content.strip()]
    beside = {id(one) for pair in pairwise(kept) for one in pair if {"ins_open", "ins_close"} & {p.type for p in pair}}
    found, last = [], ""
    for child in children:
        if child.type == "ins_nothing":
            if id(child) in beside or last == "ins_nothing":
                continue
        last = child.type
        found.append(child)
    return found


def _word(text: str) -> Token:
    return Token("text", "", 0, content=text)


def _wrapped(tokens: list[Token], kind: str, attributes: dict[str, str]) -> list[Token]:
    tag = "a" if kind == "link" else kind
    return [Token(f"{kind}_open", tag, 1, attrs=dict(attributes)), *tokens, Token(f"{kind}_close", tag, -1)]


def rulebook_markdown(game: Game, rulings: Mapping[str, str] | None = None) -> str:
    """The rulebook as Markdown: first what differs from the usual, if anything does, and rulings behind their paragraphs.

    BadInput where a ruling is about no paragraph.
    """
    text = RulebookText(game, rulings)
    changed = [f"- {rule.text}: **{rule.here}** (usually {rule.usually})" for rule in house_rules(game) if rule.differs]
    ruled = [number for number in text.numbers if number in text.rulings]
    said = ["\n".join(changed)] if changed else []
    said += [f"Changed from the usual rules: {', '.join(text.differing)}."] if text.differing else []
    said += [f"With a ruling of our own: {', '.join(ruled)}."] if ruled else []
    written = game.rulebook()
    for number in (label for label in ruled if not OWN_LABEL.fullmatch(label)):
        written = _ruled(written, number, " ".join(text.rulings[number].split()))
    own = [f"**{label}** {' '.join(text.rulings[label].split())}" for label in ruled if OWN_LABEL.fullmatch(label)]
    if own:
        before, heading, after = written.partition("\n## House rules\n")
        written = "\n\n".join([before.rstrip(), "## Rules of our own", *own]) + "\n" + heading + after
    if not said:
        return written
    title, _, rest = written.partition("\n")
    return "\n\n".join([title, "**House rules in force**", *said, rest.lstrip("\n")])


def _ruled(written: str, number: str, ruling: str) -> str:
    """A ruling in its place: behind the paragraph and the list or table that it ends in."""
    at = written.index(f"**{number}**")
    stop = re.search(r"\n[ \t]*\n(?![ \t]*[-*|])|\n#|\n(?:- )?\*\*[RF]\d+\*\*|\Z", written[at:])
    end = at + (stop.start() if stop else 0)
    return f"{written[:end].rstrip()}\n\n> **Our ruling.** {ruling}\n\n{written[end:].lstrip(chr(10))}"
