"""Rulebooks as HTML: numbered paragraphs with anchors, references as links, house rules.

`rulebook_html` gives the body that the web table shows in its own page; `rulebook_page` a whole page with a style sheet for
screen and print. Nothing in it is inline style or script, so the web table may forbid both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from parlour.engine.game import Game

_NUMBER = re.compile(r"[RF]\d+")
_MARK = re.compile(r"\b([RF]\d+)\b|([♥♦])")
_START = re.compile(r"(?<=\n)(?=\*\*[RF]\d+\*\*)")


def rulebook_html(game: Game) -> str:
    """The rulebook under the game's house rules as the body of a page: an h1, sections, house rules (a table is
    added where the rulebook lists none).

    Every numbered paragraph is `<p id="R5"><b class="number">R5</b> text</p>`. HTML in the Markdown is shown, not used.
    BadInput where the room has no rulebook or a brace in it fits no house rule.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_START.sub("\n", game.rulebook()))
    numbers = _anchor(tokens)
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_marked(token.children, numbers))
        _classes(token)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return _with_house_rules(html, house_rules_html(game))


def _anchor(tokens: list[Token]) -> set[str]:
    """Give numbered paragraphs and headings their ids; the numbers found."""
    numbers: set[str] = set()
    for before, opening, inline in zip([tokens[0], *tokens], tokens, tokens[1:], strict=False):
        children = inline.children or []
        if opening.type == "heading_open" and opening.tag != "h1":
            opening.attrSet("id", re.sub(r"\W+", "-", inline.content.lower()).strip("-"))
        strong = next((i for i, child in enumerate(children) if child.type == "strong_open"), None)
        if opening.type != "paragraph_open" or strong is None or any(child.content for child in children[:strong]):
            continue
        number = children[strong + 1].content
        if _NUMBER.fullmatch(number) and number not in numbers:
            numbers.add(number)
            (before if opening.hidden else opening).attrSet("id", number)  # in a tight list only the item is written
            children[strong].tag = children[strong + 2].tag = "b"
            children[strong].attrSet("class", "number")
            children[strong + 1].meta["number"] = True
    return numbers


def _marked(children: list[Token], numbers: set[str]) -> Iterator[Token]:
    """Text with references to paragraphs as links and the red signs of the suits marked as red."""
    linked = 0
    for child in children:
        linked += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type != "text" or child.meta.get("number"):
            yield child
            continue
        at = 0
        for match in _MARK.finditer(child.content):
            if match[1] and (linked or match[1] not in numbers):
                continue
            yield Token("text", "", 0, content=child.content[at : match.start()])
            tag, attributes = ("a", {"href": f"#{match[1]}"}) if match[1] else ("span", {"class": "red"})
            yield Token(f"{tag}_open", tag, 1, attrs=dict(attributes))
            yield Token("text", "", 0, content=match[0])
            yield Token(f"{tag}_close", tag, -1)
            at = match.end()
        yield Token("text", "", 0, content=child.content[at:])


def _classes(token: Token) -> None:
    """The alignment of a table's cell as a class."""
    style = token.attrs.pop("style", None)
    if isinstance(style, str) and style.startswith("text-align:"):
        token.attrSet("class", style.removeprefix("text-align:"))


def house_rules_html(game: Game) -> str:
    """The house rules as a table: what each is about, how it stands, what may be chosen. Empty where there are none."""
    rows = []
    for name, value in game.options.items():
        option = game.room.Table.options[name]
        changed = ' class="changed"' if name in game.house and option.read(value) != option.default else ""
        values = "yes or no" if option.boolean else option.range_text()
        cells = (_words(value), _words(option.write(option.default)), values)
        first = f"<td>{escape(option.text)} <code>{name}</code></td>"
        rows.append(f"<tr{changed}>{first}{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{text}</th>' for text in ("House rule", "here", "usually", "may be"))
    return f'<table class="house-rules"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>\n'


def _words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _with_house_rules(html: str, table: str) -> str:
    """The table under a heading of its own, where the rulebook has no such section itself."""
    if not table or 'id="house-rules"' in html:
        return html
    return html + '<h2 id="house-rules">House rules</h2>\n' + table


PRINT_STYLE = """
:root { color-scheme: light; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1.5rem; color: #1d1d1b;
  font: 11pt/1.5 Georgia, "Liberation Serif", serif; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
h1 { font-size: 2em; } h2 { font-size: 1.3em; margin-top: 1.6em; border-bottom: .5pt solid #999; }
p { orphans: 3; widows: 3; }
p[id] { position: relative; }
.number { display: inline-block; min-width: 2.2em; font: 600 .8em/1 "Liberation Sans", Arial, sans-serif; color: #555; }
a { color: inherit; text-decoration-color: #bbb; }
.red { color: #b3121d; }
table { border-collapse: collapse; width: 100%; font-size: .92em; }
th, td { text-align: left; vertical-align: top; padding: .25em .6em .25em 0; border-bottom: .5pt solid #ccc; }
tr { break-inside: avoid; } .right { text-align: right; } .center { text-align: center; } .changed { font-weight: 600; }
code { font-size: .85em; color: #666; }
p:target { background: #fff4c2; }
@page { size: A4; margin: 20mm 18mm; }
@media print { body { max-width: none; margin: 0; padding: 0; } a { text-decoration: none; } }
"""


def rulebook_page(game: Game) -> str:
    """The rulebook as a whole page, complete in one file, for reading and printing."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(game.room.title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{PRINT_STYLE}</style>\n</head>\n'
        f"<body>\n{rulebook_html(game)}</body>\n</html>\n"
    )
