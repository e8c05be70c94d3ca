"""A rulebook as a tree that the typesetter walks: blocks of text, tables, examples, all of it plain data (see rulebook.typ).

A block is a dictionary whose `is` names it: `heading` (level, text, id: the same in all languages), `paragraph` (text, id,
number, mark, differs), `legend` (text), `list` (items, each a
list of blocks), `table` (align, columns, head, rows), `ruling` (text), `example` (name, rows, says).
Text is a list of pieces: a string, or a dictionary with `is` and `text`: `strong`, `emph`, `code`, `ins`, `link` (to: a number).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from parlour.engine.rulebook import origin_sign
from parlour.languages import lettered_card

from .examples import Example, Shown
from .rulebook_text import RulebookText

Block = dict[str, Any]
Text = list[Any]
_NUMBER = re.compile(r"[RFH]\d+")
_SENTENCE = re.compile(r"[.!?](?=\s+\S|$)")
SHORT = 16
"""Letters of a cell that no column has to be wide for."""
_LEFT_OUT = ("example", "good-to-know", "house-rules")


def blocks(text: RulebookText) -> list[Block]:
    """The whole rulebook but its title."""
    made = [block for node in SyntaxTreeNode(text.tokens).children for block in _blocks(node)]
    return [block for block in made if not (block["is"] == "heading" and block["level"] == 1)]


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    kind = node.type
    if kind == "heading":
        yield {"is": "heading", "level": int(node.tag[1:]), "text": _text(node), "id": str(node.attrs.get("id", ""))}
    elif kind == "paragraph":
        yield _paragraph(node, node)
    elif kind in ("bullet_list", "ordered_list"):
        yield {"is": "list", "items": [_item(item) for item in node.children]}
    elif kind == "table":
        yield _table(node)
    elif kind == "ruling":
        yield {"is": "ruling", "text": [typographic(node.content)]}
    elif kind == "examples":
        yield from (_example(example) for example in node.meta["examples"])
    else:
        for child in node.children:
            yield from _blocks(child)


def _item(item: SyntaxTreeNode) -> list[Block]:
    """A list's item; one that is a numbered paragraph has its number itself in a tight list."""
    made = [block for child in item.children for block in _blocks(child)]
    if "id" in item.attrs and made and made[0]["is"] == "paragraph":
        made[0] |= _numbered(item)
    return made


def _paragraph(node: SyntaxTreeNode, numbered: SyntaxTreeNode) -> Block:
    text = _text(node)
    if node.attrs.get("class") == "legend":
        return {"is": "legend", "text": text}
    if text and isinstance(text[0], str):
        text[0] = text[0].lstrip()  # what stood between the number and the text
    return {"is": "paragraph", "text": text} | _numbered(numbered)


def _numbered(node: SyntaxTreeNode) -> Block:
    """A numbered paragraph: its identifier, its number in print, its mark of origin, whether it differs."""
    label = str(node.attrs.get("id", ""))
    meta = node.meta if label else {}
    number = str(meta.get("number", label))
    return {"id": label, "number": number, "mark": origin_sign(str(meta.get("origin", ""))), "differs": bool(meta.get("differs"))}


def _text(node: SyntaxTreeNode) -> Text:
    return [piece for inline in node.children for piece in _pieces(inline.children)]


def _pieces(nodes: list[SyntaxTreeNode]) -> Iterator[Any]:
    for node in nodes:
        kind = node.type
        if kind == "text":
            yield typographic(node.content)
        elif kind == "code_inline":
            yield {"is": "code", "text": [node.content]}
        elif kind == "ins_nothing":
            yield {"is": "ins", "text": ["‸"]}
        elif kind in ("softbreak", "hardbreak"):
            yield " "
        elif kind == "origin" or (kind == "strong" and node.attrs.get("class") == "number"):
            continue  # the paragraph has it
        elif kind in ("strong", "em", "ins"):
            yield {"is": {"em": "emph"}.get(kind, kind), "text": list(_pieces(node.children))}
        elif kind == "link" and _NUMBER.fullmatch(str(node.attrs["href"])[1:]):
            yield {"is": "link", "to": str(node.attrs["href"])[1:], "text": list(_pieces(node.children))}
        else:
            yield from _pieces(node.children)


def _table(node: SyntaxTreeNode) -> Block:
    rows = [row for part in node.children for row in part.children]
    cells = [[_text(cell) for cell in row.children] for row in rows]
    align = [str(cell.attrs.get("class") or cell.attrs.get("style") or "left") for cell in rows[0].children]
    sides = ["right" if "right" in each else "center" if "center" in each else "left" for each in align]
    return {"is": "table", "align": sides, "columns": _columns(cells), "head": cells[0], "rows": cells[1:]}


def _columns(rows: list[list[Text]]) -> list[int]:
    """Return how wide columns are beside each other; 0 for those that are as wide as what is in them."""
    cells = [[plain(cell) for cell in column] for column in zip(*rows, strict=True)]
    longest = [max(map(len, column)) for column in cells]
    words = [max((len(word) for cell in column for word in cell.split()), default=0) for column in cells]
    return [0 if length <= SHORT else max(min(length, 4 * SHORT), 2 * word) for length, word in zip(longest, words, strict=True)]


def _example(example: Example) -> Block:
    rows = [{"label": typographic(label), "cards": [_shown(card) for card in cards]} for label, cards in example.rows]
    says = [typographic(sentence) for sentence in example.says]
    return {"is": "example", "name": typographic(example.name), "rows": rows, "says": says}


def _shown(shown: Shown) -> dict[str, Any]:
    return {"card": shown.card, "letters": lettered_card(shown.card), "may": shown.may, "note": shown.note}


def typographic(text: str) -> str:
    """A text with the apostrophes and quotation marks of print.

    >>> typographic("the dealer's")
    'the dealer’s'
    """
    text = re.sub(r"(?<=\w)'|'(?=\w)", "’", text)
    return re.sub(r'"(?=\w)', "“", text).replace('"', "”")


# the quick card


def quick(text: RulebookText, sentences: int) -> list[Block]:
    """The rules in short words: of every paragraph its first sentences, with the tables; rulings whole.

    What a sentence leads to (a list behind a colon) stays with it. Left out are examples, advice, the list of house rules, and
    the paragraphs for rare cases (F101 and on) unless something about them is not as usual.
    """
    found: list[Block] = []
    skipped, led = False, False
    for block in blocks(text):
        kind = block["is"]
        if kind == "heading":
            skipped = block["id"].startswith(_LEFT_OUT)
        if kind == "paragraph":
            led = False
        rare = kind == "paragraph" and block["id"][:1] == "F" and not (block["differs"] or block["id"] in text.rulings)
        if skipped or rare or kind in ("example", "legend") or (kind == "list" and not led):
            continue
        if kind == "paragraph":
            block = block | {"text": first_sentences(block["text"], sentences)}
            led = plain(block["text"]).rstrip().endswith(":")
        if kind == "list":
            block = block | {"items": [_shortened(item, sentences) for item in block["items"]]}
        found.append(block)
    return found


def _shortened(item: list[Block], sentences: int) -> list[Block]:
    return [part | {"text": first_sentences(part["text"], sentences)} if part["is"] == "paragraph" else part for part in item[:1]]


def plain(text: Text) -> str:
    """The words of a text."""
    return "".join(piece if isinstance(piece, str) else plain(piece["text"]) for piece in text)


def first_sentences(text: Text, count: int) -> Text:
    """A text up to the end of its first sentences.

    >>> first_sentences(["One ", {"is": "emph", "text": ["two. Three"]}, " four."], 1)
    ['One ', {'is': 'emph', 'text': ['two.']}]
    """
    words = plain(text)
    ends = [match.end() for match in _SENTENCE.finditer(words)]
    return _cut(text, ends[count - 1] if count <= len(ends) else len(words))


def _cut(text: Text, length: int) -> Text:
    found: Text = []
    for piece in text:
        if length <= 0:
            break
        size = len(plain([piece]))
        if isinstance(piece, str):
            found.append(piece[:length])
        else:
            found.append(piece | {"text": _cut(piece["text"], length)})
        length -= size
    return found
