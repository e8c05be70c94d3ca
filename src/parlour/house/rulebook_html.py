"""Rulebooks as HTML: numbered paragraphs with anchors, references as links, house rules, rulings, examples.

`rulebook_html` gives the body that the web table shows in its own page; `rulebook_page` a whole page with a style sheet for
screen and print. Nothing in the body is inline style or script, so the web table may forbid both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from parlour.engine.files import own_text
from parlour.engine.game import Game
from parlour.engine.speech import title
from parlour.languages import current, lettered_card
from parlour.languages import gettext as _

from .card_pictures import drawings_of, has_face, in_page
from .examples import MOST, Example, Shown
from .rulebook_text import RulebookText, house_rules

DrawCard = Callable[[str], str]
"""How a card is drawn, from its text as in `10♥`: HTML."""


def chip(card: str) -> str:
    """A card as a few letters."""
    red = " red" if card[-1] in "♥♦" else ""
    return f'<span class="chip{red}">{lettered_card(card)}</span>'


def rulebook_html(text: RulebookText | Game, draw: DrawCard = chip, folded: bool = True) -> str:
    """The rulebook under the game's house rules as the body of a page: an h1, sections, house rules.

    Every numbered paragraph is `<p id="R5"><b class="number">4</b> text</p>`: the identifier, and the number in print; of class
    `differs` if it is not as usual. What differs stands in `<ins>`; a mark of origin is `<sup class="origin">†</sup>`.
    draw: how examples show a card. folded: whether an example is to be unfolded. HTML in the
    Markdown is shown, not used. BadInput if the room has no rulebook or a brace in it fits no house rule.
    """
    text = text if isinstance(text, RulebookText) else RulebookText(text)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("ruling", _ruling)
    markdown.add_render_rule("examples", lambda self, tokens, at, options, env: _examples(tokens[at], draw, folded))
    markdown.add_render_rule("ins_nothing", _left_out)
    for token in text.tokens:
        _classes(token)
    html: str = markdown.renderer.render(text.tokens, markdown.options, {})
    return html


def _ruling(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return ruling_html(signs_html(tokens[at].content))


def ruling_html(html: str) -> str:
    """A ruling as a paragraph of its own."""
    word = escape(_("Our ruling."))
    return f'<p class="ruling"><b>{word}</b> {html}</p>\n'


def _left_out(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    title = escape(_("something usual is left out here"))
    return f'<ins class="nothing" title="{title}"></ins>'


def signs_html(text: str) -> str:
    """A text as HTML with its red suits marked as red.

    >>> signs_html("10♥ < J♠")
    '10<span class="red">♥</span> &lt; J♠'
    """
    return re.sub("[♥♦]", r'<span class="red">\g<0></span>', escape(text))


def _examples(token: Token, draw: DrawCard, folded: bool) -> str:
    found: list[Example] = token.meta["examples"]
    return "".join(example_html(example, draw, folded) for example in found)


def example_html(example: Example, draw: DrawCard = chip, folded: bool = True) -> str:
    """An example: its name, rows of cards with what is written below them, what is said."""
    rows = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{''.join(_shown(card, draw) for card in cards)}</dd></div>"
        for label, cards in example.rows
    )
    spread = f'<dl class="spread">{rows}</dl>' if rows else ""
    says = f"<p>{signs_html(' '.join(example.says))}</p>" if example.says else ""
    if folded:
        return f'<details class="example"><summary>{signs_html(example.name)}</summary>{spread}{says}</details>\n'
    word = escape(_("Example."))
    return f'<div class="example"><p class="name"><b>{word}</b> {signs_html(example.name)}</p>{spread}{says}</div>\n'


def _shown(shown: Shown, draw: DrawCard) -> str:
    state = {True: " may", False: " not", None: ""}[shown.may]
    hint = {True: _("may be played"), False: _("may not be played"), None: ""}[shown.may]
    title = f' title="{escape(hint)}"' if hint else ""
    note = shown.note or {True: "✓", False: "✗", None: ""}[shown.may]
    small = f"<small>{escape(note)}</small>" if note else ""
    return f'<span class="shown{state}"{title}>{draw(shown.card)}{small}</span>'


def _classes(token: Token) -> None:
    """Set the class of a token: the alignment of a table's cell, or that a paragraph differs."""
    style = token.attrs.pop("style", None)
    if isinstance(style, str) and style.startswith("text-align:"):
        token.attrSet("class", style.removeprefix("text-align:"))
    if token.meta.get("differs") and "id" in token.attrs:
        token.attrSet("class", "differs")


def differences_html(text: RulebookText) -> str:
    """Return a box with the differences from the usual rules; empty if there are none."""
    changed = [rule for rule in house_rules(text.game) if rule.differs]
    if not changed and not text.rulings:
        return ""
    rows = "".join(
        f"<div><dt>{escape(rule.text)}</dt><dd>{escape(rule.here)} <small>{escape(usually)}</small></dd></div>"
        for rule, usually in ((rule, _("usually {value}", value=rule.usually)) for rule in changed)
    )
    listed = f"<dl>{rows}</dl>" if rows else ""
    where = (
        (_("Changed from the usual rules: {numbers}."), text.differing),
        (_("With a ruling of our own: {numbers}."), [n for n in text.numbers if n in text.rulings]),
    )
    links = "".join(
        f"<p>{escape(sentence).format(numbers=_references(text, labels))}</p>" for sentence, labels in where if labels
    )
    group, heading = text.game.agreed, escape(_("House rules in force"))
    version = _("{title}, version {number}", title=group.title, number=group.version) if group else ""
    agreed = f": {escape(version)}" if group else ""
    return f'<aside class="house" aria-label="{heading}"><h2>{heading}{agreed}</h2>{listed}{links}</aside>\n'


def _references(text: RulebookText, labels: Sequence[str]) -> str:
    return ", ".join(f'<a href="#{label}">{text.printed[label]}</a>' for label in labels)


def style_sheet() -> str:
    """The style of pages that stand by themselves, for screen and paper."""
    return own_text(__package__, "pages.css")


def drawn(card: str) -> str:
    """A card as a reference to a drawing in the same page; a suit or a rank alone as a few letters."""
    return in_page(card) if has_face(card) else chip(card)


def rulebook_page(game: Game, rulings: Mapping[str, str] | None = None) -> str:
    """The rulebook as a whole page, complete in one file, for reading and printing: with examples, their cards drawn in it."""
    text = RulebookText(game, rulings, most=MOST, thorough=True)
    head, title_end, rest = rulebook_html(text, drawn, folded=False).partition("</h1>\n")
    return whole_page(title(game.room), drawings_of(rest) + head + title_end + differences_html(text) + rest)


def opening_tag() -> str:
    """The first tag of a page in the reader's language."""
    return f'<html lang="{current().code}" dir="{current().direction}">'


def whole_page(title: str, body: str) -> str:
    """A page complete in one file."""
    return (
        f'<!doctype html>\n{opening_tag()}\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{style_sheet()}</style>\n</head>\n'
        f'<body>\n<main class="rulebook">\n{body}</main>\n</body>\n</html>\n'
    )
