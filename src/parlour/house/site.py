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
from parlour.engine.speech import look
from parlour.engine.speech import title as title_of
from parlour.languages import gettext as _
from parlour.languages import ngettext

from .card_pictures import card_file, card_words, drawing, has_face
from .facts import facts_of
from .house_book import TITLE, Entry, Heading, HouseBook
from .rulebook_html import chip, differences_html, opening_tag, rulebook_html, ruling_html, signs_html, style_sheet
from .rulebook_text import RulebookText
from .rulebook_tree import Block, Text, blocks, plain, quick
from .site_words import Place, word_pages

EXAMPLES = 2
"""Examples a paragraph."""
SENTENCES = 2
"""Sentences a paragraph on a quick card."""
PARTS = ("by-family", "by-players", "by-pack")
"""The anchors of the parts of the index, the same in all languages."""
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
        links = [(f"{game.room.name}.html", title_of(game.room)) if game else None for game in beside]
        yield f"{text.game.room.name}.html", _rules(text, links).encode()
        yield f"{text.game.room.name}-quick.html", _quick(text).encode()
    for name, title, body in word_pages(places):
        yield name, _page(title, body, "words.html").encode()
    for card in [rank + suit for suit in _CARDS for rank in _RANKS] + ["★", "☆"]:
        yield f"cards/{card_file(card)}", drawing(card).encode()


def _page(title: str, body: str, here: str = "") -> str:
    """A page of the site."""
    links = (("index.html", _("All games")), ("words.html", _("Index of words")))
    book, search, skip, search_for = _(TITLE), _("The book"), _("To the text"), _("Search the rules")
    nav = " ".join(f'<a href="{file}"{" aria-current=page" if file == here else ""}>{escape(name)}</a>' for file, name in links)
    whole = title if title == book else f"{title} · {book}"
    return (
        f'<!doctype html>\n{opening_tag()}\n<head>\n<meta charset="utf-8">\n<title>{escape(whole)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="stylesheet" href="style.css">\n'
        '<script src="search-data.js" defer></script>\n<script src="search.js" defer></script>\n</head>\n'
        f'<body>\n<a class="skip" href="#main">{escape(skip)}</a>\n'
        f'<header class="no-print"><nav aria-label="{escape(search)}">{nav}</nav>\n'
        f'<form class="search" role="search" action="index.html" hidden><label for="words">{escape(search_for)}</label>'
        '<input id="words" name="words" type="search" autocomplete="off" spellcheck="false"></form>\n'
        '<div id="found" aria-live="polite"></div></header>\n'
        f'<main id="main" class="rulebook">\n{body}</main>\n</body>\n</html>\n'
    )


def _front(book: HouseBook, texts: list[RulebookText]) -> str:
    index = book.index()
    subtitle = ngettext("The rules of {n} card game", "The rules of {n} card games", len(texts))
    body, all_games = [f"<h1>{escape(_(TITLE))}</h1>\n<p>{escape(subtitle)}.</p>\n"], escape(_("All games"))
    parts = "".join(
        f'<li><a href="#{name}">{escape(title)}</a></li>' for name, (title, found) in zip(PARTS, index.parts, strict=True)
    )
    body.append(f'<ul class="contents"><li><a href="#games">{all_games}</a></li>{parts}</ul>\n')
    body.append(f'<h2 id="games">{all_games}</h2>\n<dl class="games">')
    for text in texts:
        room, facts = text.game.room, " · ".join(facts_of(text.game).in_words())
        caption = f"{escape(str(look(room).get('summary', '')))}<br><small>{escape(facts)}</small>"
        body.append(f'<div><dt><a href="{room.name}.html">{escape(title_of(room))}</a></dt><dd>{caption}</dd></div>')
    body.append("</dl>\n")
    for name, (title, headings) in zip(PARTS, index.parts, strict=True):
        body.append(f'<h2 id="{name}">{escape(title)}</h2>\n' + "".join(map(_heading, headings)))
    return _page(_(TITLE), "".join(body), "index.html")


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
    intro = f'<p class="summary">{escape(str(look(room).get("summary", "")))}</p>\n<p><small>{escape(facts)}</small></p>\n'
    sections = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', rest)
    items = "".join(f'<li><a href="#{anchor}">{title}</a></li>' for anchor, title in sections)
    quick_card, contents_of, beside_it = (escape(text) for text in (_("Quick card"), _("Contents"), _("Beside this game")))
    card = f'<li><a href="{room.name}-quick.html">{quick_card}</a></li>'
    contents = f'<nav aria-label="{contents_of}"><ul class="contents">{items}{card}</ul></nav>\n'
    before, after = (f'<a href="{link[0]}">{escape(link[1])}</a>' if link else "" for link in beside)
    turn = f'<nav class="turn no-print" aria-label="{beside_it}"><span>{before}</span><span>{after}</span></nav>\n'
    return _page(title_of(room), head + end + intro + differences_html(text) + contents + rest + turn)


# quick cards


def _quick(text: RulebookText) -> str:
    room = text.game.room
    whole = escape(_("The whole rules"))
    back = f'<p class="no-print"><a href="{room.name}.html">{whole}</a></p>\n'
    body = "".join(_block(block, room.name) for block in quick(text, SENTENCES))
    title = _("Quick card: {game}", game=title_of(room))
    return _page(title, f'<h1>{escape(title_of(room))}</h1>\n{back}<div class="quick">\n{body}</div>\n')


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
    return ruling_html(_inline(block["text"]))


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
    section, anchor, room = "", "", text.game.room
    title = title_of(room)
    for block in blocks(text):
        if block["is"] == "heading":
            section, anchor = plain(block["text"]), block["id"]
        elif block["is"] == "paragraph" and block["number"]:
            yield Place(room.name, title, block["id"], block["number"], section, plain(block["text"]))
        elif block["is"] == "paragraph":
            yield Place(room.name, title, anchor, "", section, plain(block["text"]))
        elif block["is"] == "list":
            prose = " ".join(plain(part["text"]) for item in block["items"] for part in item if "text" in part)
            yield Place(room.name, title, anchor, "", section, prose)


def _search_data(places: list[Place]) -> str:
    found = [[place.game, place.title, place.anchor, place.section, place.text] for place in places]
    return f"var PARLOUR_RULES = {_as_json(found)};\nvar PARLOUR_WORDS = {_as_json(_search_words())};\n"


def _as_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _search_words() -> dict[str, str]:
    """The words of the search, as its script fills them."""
    return {
        "nothing": _("Nothing found."),
        "found": _("Paragraphs found: {number}."),
        "first": _("Paragraphs found: {number}. Here are the first {most}."),
        "partly": _("No paragraph has all of these words. {found}"),
    }
