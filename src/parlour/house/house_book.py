"""The book of the house: the rulebooks of all its games, and an index by family, by players and by pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from parlour.engine.families import family
from parlour.engine.game import Game
from parlour.engine.rooms import named, shown_names
from parlour.engine.speech import title
from parlour.languages import gettext as _
from parlour.languages import mark, ngettext

from .facts import Facts, facts_of
from .rulebook_text import RulebookText
from .typesetting import IN_PRINT, Print, chapter, set_in_type

TITLE = mark("The Book of the House")
_AFTER_SIZE = re.compile(r"\d+ \w+[:;, ]*(.*)", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """A game under a heading of the index: its room's name, its title, what is said behind it."""

    id: str
    title: str
    note: str = ""


@dataclass(frozen=True)
class Heading:
    """A heading of the index with its games."""

    title: str
    note: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Index:
    """The index of games, for readers who do not know a game's name."""

    families: tuple[Heading, ...]
    players: tuple[Heading, ...]
    packs: tuple[Heading, ...]

    @property
    def parts(self) -> list[tuple[str, tuple[Heading, ...]]]:
        """The three parts with their titles."""
        return [(_("By family"), self.families), (_("By players"), self.players), (_("By pack"), self.packs)]


@dataclass(frozen=True)
class HouseBook:
    """All games, in the order of their titles. agreed: games that are shown under a group's house rules, by name."""

    agreed: Mapping[str, Game] = field(default_factory=dict)

    @property
    def games(self) -> list[Game]:
        """The games under the rules in which the book gives them; a guest's room may have no rulebook yet."""
        rooms = [named(name) for name in shown_names()]
        found = [self.agreed.get(r.name) or Game(r) for r in rooms if (r.folder / "rulebook.md").is_file()]
        return sorted(found, key=lambda game: by_title(title(game.room)))

    def index(self) -> Index:
        """The index of its games."""
        games = [(Entry(game.room.name, title(game.room)), facts_of(game)) for game in self.games]
        return Index(tuple(_families(games)), tuple(_players(games)), tuple(_packs(games)))

    def texts(self, most: int) -> list[RulebookText]:
        """The rulebooks, with this many examples a paragraph."""
        return [RulebookText(game, most=most, thorough=bool(game.house)) for game in self.games]

    def pdf(self, on: Print | None = None) -> bytes:
        """The book as PDF: a title, contents, a chapter for each game, the index. Equal calls, equal bytes."""
        games = [chapter(text) for text in self.texts(IN_PRINT)]
        index = [
            {"title": part, "headings": [_as_data(heading) for heading in headings]} for part, headings in self.index().parts
        ]
        subtitle = ngettext("The rules of {n} card game", "The rules of {n} card games", len(games))
        book = {"title": _(TITLE), "description": subtitle, "subtitle": subtitle, "index": index, "games": games}
        return set_in_type(book, on or Print())


def by_title(title: str) -> str:
    """Return the key by which titles are sorted."""
    return re.sub(r"\W+", " ", title).strip().casefold()


def _as_data(heading: Heading) -> dict[str, object]:
    entries = [{"id": entry.id, "title": entry.title, "note": entry.note} for entry in heading.entries]
    return {"title": heading.title, "note": heading.note, "entries": entries}


Indexed = list[tuple[Entry, Facts]]


def _families(games: Indexed) -> Iterable[Heading]:
    for name in sorted({name for entry, facts in games for name in facts.families}):
        entries = tuple(_noted(entry, facts.players_in_words()) for entry, facts in games if name in facts.families)
        yield Heading(family(name).title, family(name).about, entries)


def _players(games: Indexed) -> Iterable[Heading]:
    for count in range(1, max(facts.players[1] for entry, facts in games) + 1):
        found = [entry for entry, facts in games if facts.players[0] <= count <= facts.players[1]]
        if found:
            yield Heading(ngettext("One player", "{n} players", count), "", tuple(found))


def _packs(games: Indexed) -> Iterable[Heading]:
    found: dict[int, list[Entry]] = {}
    for entry, facts in games:
        rest = _AFTER_SIZE.match(facts.pack) if facts.cards else None
        found.setdefault(facts.cards, []).append(_noted(entry, rest[1] if rest else facts.pack))
    for cards in sorted(found, key=lambda cards: (not cards, cards)):
        heading = ngettext("{n} card", "{n} cards", cards) if cards else _("Other packs")
        yield Heading(heading, "", tuple(found[cards]))


def _noted(entry: Entry, note: str) -> Entry:
    return Entry(entry.id, entry.title, note)
