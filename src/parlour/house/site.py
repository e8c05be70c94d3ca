"""The book of the house as a static site: plain files that any web server carries, and that open from a disk as they are.

Everything can be read without scripts and without a network: pages, our cards as files, an index by family, players and pack,
and an index of words. The one script adds a search as one types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape

from parlour.engine.files import own_bytes, own_text

from .card_pictures import card_file, card_words, drawing, has_face
from .facts import facts_of
from .house_book import TITLE, Entry, Heading, HouseBook
from .rulebook_html import chip, differences_html, rulebook_html, signs_html, style_sheet
from .rulebook_text import RulebookText
from .rulebook_tree import Block, Text, blocks, plain, quick
from .site_words import Place, word_pages

EXAMPLES = 2
"""Examples a paragraph."""
SENTENCES = 2
"""Sentences a paragraph on a quick card."""
_CARDS = "♣♦♥♠"
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def site(book: HouseBook) -> Iterator[tuple[str, bytes]]:
    """Its files, each with its path inside the folder. Equal calls give equal bytes."""
    texts = book.texts(EXAMPLES)
    yield "style.css", (style_sheet() + own_text(__package__, "site.css")).encode()
    yield "search.js", own_bytes(__package__, "site.js")
    places = [place for text in texts for place in _places(text)]
    yield "search-data.js", _search_data(places).encode()
    yield "index.html", _front(book, texts).encode()
    for at, text in enumerate(texts):
        beside = [texts[k].game if 0 <= k < len(texts) else None for k in (at - 1, at + 1)]
        links = [(f"{game.room.name}.html", game.room.title) if game else None for game in beside]
        yield f"{text.game.room.name}.html", _rules(text, links).encode()
        yield f"{text.game.room.name}-quick.html", _quick(text).encode()
    for name, title, body in word_pages(places):
        yield name, _page(title, body, "words.html").encode()
    for card in [rank + suit for suit in _CARDS for rank in _RANKS] + ["★", "☆"]:
        yield f"cards/{card_file(card)}", drawing(card).encode()


def _page(title: str, body: str, here: str = "") -> str:
    """A page of the site."""
    links = (("index.html", "All games"), ("words.html", "Index of words"))
    nav = " ".join(f'<a href="{file}"{" aria-current=page" if file == here else ""}>{name}</a>' for file, name in links)
    whole = title if title == TITLE else f"{title} · {TITLE}"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(whole)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="stylesheet" href="style.css">\n'
        '<script src="search-data.js" defer></script>\n<script src="search.js" defer></script>\n</head>\n'
        f'<body>\n<a class="skip" href="#main">To the text</a>\n<header class="no-print"><nav aria-label="The book">{nav}</nav>\n'
        '<form class="search" role="search" action="index.html" hidden><label for="words">Search the rules</label>'
        '<input id="words" name="words" type="search" autocomplete="off" spellcheck="false"></form>\n'
        '<div id="found" aria-live="polite"></div></header>\n'
        f'<main id="main" class="rulebook">\n{body}</main>\n</body>\n</html>\n'
    )


def _front(book: HouseBook, texts: list[RulebookText]) -> str:
    index = book.index()
    body = [f"<h1>{TITLE}</h1>\n<p>The rules of {len(texts)} card games.</p>\n"]
    parts = "".join(f'<li><a href="#{_anchor(title)}">{title}</a></li>' for title, _ in index.parts)
    body.append(f'<ul class="contents"><li><a href="#games">All games</a></li>{parts}</ul>\n')
    body.append('<h2 id="games">All games</h2>\n<dl class="games">')
    for text in texts:
        room, facts = text.game.room, " · ".join(facts_of(text.game).in_words())
        said = f"{escape(str(room.look.get('summary', '')))}<br><small>{escape(facts)}</small>"
        body.append(f'<div><dt><a href="{room.name}.html">{escape(room.title)}</a></dt><dd>{said}</dd></div>')
    body.append("</dl>\n")
    for title, headings in index.parts:
        body.append(f'<h2 id="{_anchor(title)}">{title}</h2>\n' + "".join(map(_heading, headings)))
    return _page(TITLE, "".join(body), "index.html")


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _heading(heading: Heading) -> str:
    note = f"<p>{escape(heading.note)}</p>" if heading.note else ""
    return f"<h3>{escape(heading.title)}</h3>{note}<ul>{''.join(map(_entry, heading.entries))}</ul>\n"


def _entry(entry: Entry) -> str:
    note = f", <small>{escape(entry.note)}</small>" if entry.note else ""
    return f'<li><a href="{entry.id}.html">{escape(entry.title)}</a>{note}</li>'


def _drawn(card: str) -> str:
    """A card as a picture from a file."""
    if not has_face(card):
        return chip(card)
    return f'<img class="card" src="cards/{card_file(card)}" alt="{card_words(card)}" width="48" height="67" loading="lazy">'


def _rules(text: RulebookText, beside: list[tuple[str, str] | None]) -> str:
    room = text.game.room
    head, end, rest = rulebook_html(text, _drawn, folded=False).partition("</h1>\n")
    facts = " · ".join(facts_of(text.game).in_words())
    intro = f'<p class="summary">{escape(str(room.look.get("summary", "")))}</p>\n<p><small>{escape(facts)}</small></p>\n'
    sections = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', rest)
    items = "".join(f'<li><a href="#{anchor}">{title}</a></li>' for anchor, title in sections)
    card = f'<li><a href="{room.name}-quick.html">Quick card</a></li>'
    contents = f'<nav aria-label="Contents"><ul class="contents">{items}{card}</ul></nav>\n'
    before, after = (f'<a href="{link[0]}">{escape(link[1])}</a>' if link else "" for link in beside)
    turn = f'<nav class="turn no-print" aria-label="Beside this game"><span>{before}</span><span>{after}</span></nav>\n'
    return _page(room.title, head + end + intro + differences_html(text) + contents + rest + turn)


# quick cards


def _quick(text: RulebookText) -> str:
    room = text.game.room
    back = f'<p class="no-print"><a href="{room.name}.html">The whole rules</a></p>\n'
    body = "".join(_block(block, room.name) for block in quick(text, SENTENCES))
    return _page(f"{room.title}: quick card", f'<h1>{escape(room.title)}</h1>\n{back}<div class="quick">\n{body}</div>\n')


def _block(block: Block, name: str) -> str:
    kind = block["is"]
    if kind == "heading":
        return f"<h2>{_inline(block['text'])}</h2>\n"
    if kind == "paragraph":
        number = f'<b class="number"><a href="{name}.html#{block["id"]}">{block["number"]}</a></b> ' if block["number"] else ""
        return f"<p{' class=differs' if block['differs'] else ''}>{number}{_inline(block['text'])}</p>\n"
    if kind == "list":
        items = "".join(f"<li>{''.join(_block(part, name) for part in item)}</li>" for item in block["items"])
        return f"<ul>{items}</ul>\n"
    if kind == "table":
        head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in block["head"])
        rows = "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in block["rows"])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n"
    return f'<p class="ruling"><b>Our ruling.</b> {_inline(block["text"])}</p>\n'


def _inline(text: Text) -> str:
    return "".join(
        signs_html(piece) if isinstance(piece, str) else _tagged(str(piece["is"]), _inline(piece["text"])) for piece in text
    )


def _tagged(kind: str, html: str) -> str:
    tag = {"emph": "em", "strong": "strong", "code": "code", "ins": "ins"}.get(kind)
    return f"<{tag}>{html}</{tag}>" if tag else html


# what is searched


def _places(text: RulebookText) -> Iterator[Place]:
    """Every paragraph with what it says."""
    section, room = "", text.game.room
    for block in blocks(text):
        if block["is"] == "heading":
            section = plain(block["text"])
        elif block["is"] == "paragraph" and block["number"]:
            yield Place(room.name, room.title, block["id"], block["number"], section, plain(block["text"]))
        elif block["is"] == "paragraph":
            yield Place(room.name, room.title, "", "", section, plain(block["text"]))
        elif block["is"] == "list":
            said = " ".join(plain(part["text"]) for item in block["items"] for part in item if "text" in part)
            yield Place(room.name, room.title, "", "", section, said)


def _search_data(places: list[Place]) -> str:
    found = [[place.game, place.title, place.anchor, place.section, place.text] for place in places]
    return f"var PARLOUR_RULES = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"
