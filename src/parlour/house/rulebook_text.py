"""A rulebook as it is read: its Markdown in tokens, paragraphs numbered, and in their places what differs from the usual rules,
the group's own rulings, and worked examples. What writes it as HTML or sets it in type starts from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from parlour.engine import house_words
from parlour.engine.errors import BadInput, meant
from parlour.engine.game import Game
from parlour.engine.rulebook import CLOSE, NUMBERED, OPEN, headings, identifiers, legend, origin_sign, referred, rulebook, source
from parlour.languages import gettext as _

from .agreement import OWN_LABEL, label_order
from .examples import Example, examples

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER = re.compile(r"[RFH]\d+")
_MARK = re.compile(rf"\b([RF]\d+)\b|([♥♦])|([{OPEN}{CLOSE}])")
_START = re.compile(rf"(?<=\n)(?={NUMBERED.pattern})")
_IDENTIFIER = re.compile(r"([RFH]\d+)(?:, (\w+))?")


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
    """The game without house rules: for as many players, or for as many as usual where these need house rules."""
    try:
        return Game(game.room, game.seats)
    except BadInput:
        return Game(game.room)


def house_rules(game: Game) -> list[HouseRule]:
    """All house rules of a game as they stand."""
    room, usually = game.room, usual(game).options
    return [
        HouseRule(
            name,
            house_words.about(room, name),
            house_words.value_words(room, name, value),
            house_words.value_words(room, name, usually[name]),
            house_words.choices(room, name),
        )
        for name, value in game.options.items()
    ]


@dataclass(frozen=True)
class RulebookText:
    """The rulebook of a game under its house rules.

    given: the rulings, what the group has settled, by the paragraph's identifier ("R5") or by a number of its own ("H1"); None
    for what those agreed on whose rules the game is played under. A ruling about a paragraph that is not in force is left out.
    most, thorough: as for `examples`; 0 for none. BadInput if the room has no rulebook, a brace in it fits no house rule, or a
    ruling is about no paragraph.
    """

    game: Game
    given: Mapping[str, str] | None = None
    most: int = 0
    thorough: bool = False

    @cached_property
    def rulings(self) -> Mapping[str, str]:
        """The group's rulings by the identifier of the paragraph."""
        agreed = self.game.agreed
        return (agreed.rulings if agreed else {}) if self.given is None else self.given

    @cached_property
    def tokens(self) -> list[Token]:
        """The text as Markdown's tokens, with three kinds of our own, which have no children.

        `ruling`: its `content` is the ruling's text. `examples`: its `meta["examples"]` the examples, each an `Example`.
        `ins_nothing`: something usual is left out here. Around what differs stand `ins_open` and `ins_close`. A numbered
        paragraph has its identifier as `id` and in its `meta` the `number` in print, the `origin`, and whether it `differs`;
        a reference to one is a link. What the marks of origin mean is a paragraph of class `legend` before the first section.
        Ids are the same in all languages: a heading's is made from the English one.
        """
        written, english = headings(source(self.game.room, self.game.blank()[0], usual(self.game).blank()[0]))
        tokens = MARKDOWN.parse(_START.sub("\n", written))
        numbers = _anchor(tokens, english)
        known = identifiers(self.game.room)
        unknown = [label for label in self.rulings if label not in known and not OWN_LABEL.fullmatch(label)]
        if unknown:
            raise BadInput(f"a ruling is about {unknown[0]}, which is not a paragraph of this rulebook{meant(unknown[0], known)}")
        _explain_marks(tokens)
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
    def printed(self) -> dict[str, str]:
        """Printed numbers of paragraphs by identifier."""
        found = {
            str(token.attrs["id"]): str(token.meta["number"]) for token in self.tokens if "number" in token.meta and token.attrs
        }
        return found | {label: label for label in self.rulings if OWN_LABEL.fullmatch(label)}

    @cached_property
    def numbers(self) -> list[str]:
        """The identifiers of all numbered paragraphs, in their order."""
        ids = (str(token.attrs.get("id", "")) for token in self.tokens if token.type != "heading_open")
        return [number for number in ids if _NUMBER.fullmatch(number)]

    def _with_own(self, tokens: list[Token]) -> list[Token]:
        """The group's own rules under a heading, before the list of house rules or at the end."""
        own = [label for label in sorted(self.rulings, key=label_order) if OWN_LABEL.fullmatch(label)]
        if not own:
            return tokens
        heading = Token("heading_open", "h2", 1, attrs={"id": "our-own"}), Token("heading_close", "h2", -1)
        words = _("Rules of our own")
        made = [heading[0], Token("inline", "", 0, children=[_word(words)], content=words), heading[1]]
        for label in own:
            strong = [
                Token("strong_open", "b", 1, attrs={"class": "number"}),
                Token("text", "", 0, content=label, meta={"number": True}),
                Token("strong_close", "b", -1),
            ]
            children = [*strong, _word(f" {' '.join(self.rulings[label].split())}")]
            opening = Token("paragraph_open", "p", 1, attrs={"id": label}, block=True)
            made += [opening, Token("inline", "", 0, children=children), Token("paragraph_close", "p", -1, block=True)]
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
    """Return where what follows a numbered paragraph is put in: behind it and what it leads to, or before the end of its list's
    item."""
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


def _anchor(tokens: list[Token], english: list[str]) -> dict[str, int]:
    """Give numbered paragraphs and headings their ids; the numbers in print by identifier. english: the headings in English."""
    numbers: dict[str, int] = {}
    named = iter(english)
    for before, opening, inline in zip([tokens[0], *tokens], tokens, tokens[1:], strict=False):
        children = inline.children or []
        if opening.type == "heading_open":
            heading = next(named, inline.content)
            if opening.tag != "h1":
                opening.attrSet("id", re.sub(r"\W+", "-", _plain(heading).lower()).strip("-"))
        strong = next((i for i, child in enumerate(children) if child.type == "strong_open"), None)
        if opening.type != "paragraph_open" or strong is None or any(_plain(child.content) for child in children[:strong]):
            continue
        match = _IDENTIFIER.fullmatch(children[strong + 1].content)
        if match and match[1] not in numbers:
            numbers[match[1]] = len(numbers) + 1
            holder = before if opening.hidden else opening  # in a tight list only the item is written
            holder.attrSet("id", match[1])
            holder.meta |= {"number": numbers[match[1]], "origin": match[2] or ""}
            children[strong].tag = children[strong + 2].tag = "b"
            children[strong].attrSet("class", "number")
            children[strong + 1].content = str(numbers[match[1]])
            children[strong + 1].meta["number"] = True
            if sign := origin_sign(match[2] or ""):
                around = [Token("origin_open", "sup", 1, attrs={"class": "origin"}), Token("origin_close", "sup", -1)]
                children[strong + 3 : strong + 3] = [around[0], _word(sign), around[1]]
    return numbers


def _explain_marks(tokens: list[Token]) -> None:
    """Put what the marks of origin mean before the first section."""
    marks = legend(str(token.meta.get("origin", "")) for token in tokens)
    if not marks:
        return
    at = next((k for k, token in enumerate(tokens) if token.type == "heading_open" and token.tag != "h1"), len(tokens))
    opening = Token("paragraph_open", "p", 1, attrs={"class": "legend"}, block=True)
    tokens[at:at] = [
        opening,
        Token("inline", "", 0, content=marks, children=[_word(marks)]),
        Token("paragraph_close", "p", -1, block=True),
    ]


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

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers
        self.depth = 0
        self.before = ""
        """The last letters of the text so far."""

    def of(self, children: list[Token]) -> Iterator[Token]:
        linked, self.before = 0, ""
        for child in children:
            linked += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type == "code_inline":
                yield from self._code(child)
            elif child.type != "text" or child.meta.get("number"):
                yield child
            else:
                yield from self._text(child.content, linked > 0)
            if not child.meta.get("number"):
                text = " " if child.type == "softbreak" else child.content
                self.before = (self.before + text).lstrip()[-9:]

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
                label = referred(self.numbers[match[1]], (self.before + text[: match.start()]).lstrip())
                yield from self._piece(_wrapped([_word(label)], "link", {"href": f"#{match[1]}"}))
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

    BadInput if a ruling is about no paragraph.
    """
    text = RulebookText(game, rulings)
    changed = [
        f"- {rule.text}: **{rule.here}** ({_('usually {value}', value=rule.usually)})"
        for rule in house_rules(game)
        if rule.differs
    ]
    ruled = [label for label in text.numbers if label in text.rulings]
    lines = ["\n".join(changed)] if changed else []
    lines += [_("Changed from the usual rules: {numbers}.", numbers=_listed(text, text.differing))] if text.differing else []
    lines += [_("With a ruling of our own: {numbers}.", numbers=_listed(text, ruled))] if ruled else []
    printed = {label: " ".join(text.rulings[label].split()) for label in ruled}
    written = rulebook(
        game.room, game.blank()[0], {label: ruling for label, ruling in printed.items() if not OWN_LABEL.fullmatch(label)}
    )
    own = [f"**{label}** {printed[label]}" for label in ruled if OWN_LABEL.fullmatch(label)]
    if own:
        before, heading, after = written.partition(f"\n## {_('House rules')}\n")
        written = "\n\n".join([before.rstrip(), f"## {_('Rules of our own')}", *own]) + "\n" + heading + after
    if not lines:
        return written
    title, rest = written.split("\n", 1)
    return "\n\n".join([title, f"**{_('House rules in force')}**", *lines, rest.lstrip("\n")])


def _listed(text: RulebookText, labels: Iterable[str]) -> str:
    return ", ".join(text.printed[label] for label in labels)
