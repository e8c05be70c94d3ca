"""The index of words of the site: every word that distinguishes games, and its paragraphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from parlour.languages import gettext as _

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
SHORTEST = 3
COMMON = 0.5
"""A word that more than this part of the games have says nothing of where to look."""


@dataclass(frozen=True)
class Place:
    """Somewhere in the rules: a room's name, its title, the anchor on the game's page (a numbered paragraph's identifier, or
    its section's, or ""), a numbered paragraph's number in print or "", the section, what it says."""

    game: str
    title: str
    anchor: str
    number: str
    section: str
    text: str


def word_pages(places: list[Place]) -> Iterator[tuple[str, str, str]]:
    """The pages of the index: file, title, body. The first is `words.html`, which leads to one for each letter."""
    found = words(places)
    letters: dict[str, list[str]] = {}
    for word in found:
        letters.setdefault(initial(word), []).append(word)
    rows = "".join(
        f'<li><a href="words-{letter}.html">{letter.upper()}</a> <small>{len(listed)}</small></li>'
        for letter, listed in letters.items()
    )
    intro = escape(_("Words of the rules and where they stand. Those that most games have are left out."))
    title = _("Index of words")
    yield "words.html", title, f'<h1>{escape(title)}</h1>\n<p>{intro}</p>\n<ul class="letters">{rows}</ul>\n'
    for letter, listed in letters.items():
        items = "".join(f"<div><dt>{escape(word)}</dt><dd>{_where(found[word])}</dd></div>" for word in listed)
        yield (
            f"words-{letter}.html",
            _("Words with {letter}", letter=letter.upper()),
            f'<h1>{letter.upper()}</h1>\n<dl class="words">{items}</dl>\n',
        )


def initial(word: str) -> str:
    """The letter a word is listed under.

    >>> initial("écarté")
    'e'
    """
    return unicodedata.normalize("NFD", word)[0]


def words(places: list[Place]) -> dict[str, list[Place]]:
    """Every word that is listed, in order, with the places it stands in."""
    found: dict[str, list[Place]] = {}
    for place in places:
        for word in dict.fromkeys(match.casefold() for match in _WORD.findall(place.text)):
            if len(word) >= SHORTEST:
                found.setdefault(word, []).append(place)
    most = COMMON * len({place.game for place in places})
    listed = [word for word in found if len({place.game for place in found[word]}) <= most]
    return {word: found[word] for word in sorted(listed, key=lambda word: (unicodedata.normalize("NFD", word), word))}


def _where(places: list[Place]) -> str:
    by_game: dict[str, list[Place]] = {}
    for place in places:
        by_game.setdefault(place.game, []).append(place)
    return "; ".join(f"{escape(listed[0].title)} {_links(listed)}" for listed in by_game.values())


def _links(places: list[Place]) -> str:
    once = {place.anchor: place for place in places}
    return ", ".join(
        f'<a href="{place.game}.html#{anchor}">{escape(place.number or place.section)}</a>'
        if anchor
        else f'<a href="{place.game}.html">{escape(_("top"))}</a>'
        for anchor, place in once.items()
    )
