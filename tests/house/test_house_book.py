"""The book of the house: all games in it, an index that leads to them; as a site whose links all lead somewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from pypdf import PdfReader

from parlour.cli import main
from parlour.engine.families import FAMILIES, family
from parlour.engine.game import Game
from parlour.engine.rooms import invite, named, room_names
from parlour.engine.rulebook import paragraphs
from parlour.house.house_book import TITLE, HouseBook
from parlour.house.site import site
from parlour.house.typesetting import Print


class Page(HTMLParser):
    """A page taken apart: its ids, its links, the files it needs, its words outside of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.words: list[str] = []
        self.styled = False
        self.unlabelled = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        self.links += [found for name in ("href", "src") if (found := given.get(name))]
        self.styled |= "style" in given or any(name.startswith("on") for name in given)
        self.unlabelled += tag == "img" and not given.get("alt")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module", autouse=True)
def no_guests() -> Iterator[None]:
    """Other tests may have brought rooms of their own into this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.house.house_book.shown_names", room_names)
        yield


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(site(HouseBook()))


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, Page]:
    return {name: Page(data.decode()) for name, data in files.items() if name.endswith(".html")}


def test_every_link_leads_somewhere(files: dict[str, bytes], pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        for link in page.links:
            parts = urlparse(link)
            assert not parts.scheme, f"{name} is left for {link}"
            assert not parts.netloc
            target = unquote(parts.path) or name
            assert target in files, f"{name}: {link}"
            if parts.fragment and target in pages:
                assert parts.fragment in pages[target].ids, f"{name}: {link}"


def test_every_page_is_reached_from_the_first(pages: dict[str, Page]) -> None:
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        for link in pages[waiting.pop()].links:
            target = urlparse(link).path
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert reached == set(pages)


def test_all_rules_can_be_read_without_a_script(pages: dict[str, Page]) -> None:
    for name in room_names():
        page = pages[f"{name}.html"]
        said = "".join("".join(page.words).split())
        game = Game(name)
        for one in paragraphs(game.room, game.blank()[0]).values():
            assert one.identifier in page.ids
            assert "".join(re.split(r"[*`|\n]", one.text)[0].split()) in said, f"{name} {one.identifier}"
        assert not page.styled
        assert not page.unlabelled


def test_the_index_has_every_game_where_it_belongs(pages: dict[str, Page]) -> None:
    index = HouseBook().index()
    for name in room_names():
        room = named(name)
        low, high = room.Table.seats_range
        assert sum(entry.id == name for heading in index.families for entry in heading.entries) == len(room.look["families"])
        counts = [heading.title for heading in index.players for entry in heading.entries if entry.id == name]
        assert counts == ["One player" if count == 1 else f"{count} players" for count in range(low, high + 1)]
        packs = [heading.title for heading in index.packs for entry in heading.entries if entry.id == name]
        assert len(packs) == 1
        assert room.look["deck"].startswith(packs[0])
    assert "Trick-taking games" in pages["index.html"].words


def test_words_lead_to_the_paragraphs_that_have_them(pages: dict[str, Page]) -> None:
    letters = {name: page for name, page in pages.items() if re.fullmatch(r"words-\w\.html", name)}
    assert len(letters) > 20
    porrazo = letters["words-r.html"]
    assert "rondine" in porrazo.words
    assert "porrazo.html#R4" in porrazo.links


def test_the_search_knows_all_paragraphs(files: dict[str, bytes]) -> None:
    text = files["search-data.js"].decode().partition("var PARLOUR_WORDS")[0]
    places = json.loads(text.removeprefix("var PARLOUR_RULES = ").removesuffix(";\n"))
    for name in room_names():
        game = Game(name)
        assert {place[2] for place in places if place[0] == name} >= set(paragraphs(game.room, game.blank()[0]))


def test_equal_calls_give_equal_bytes(files: dict[str, bytes]) -> None:
    assert dict(site(HouseBook())) == files


def test_a_group_s_rules_take_the_place_of_the_usual_ones() -> None:
    book = HouseBook({"oh_hell": Game("oh_hell", None, {"zero_points": 5})})
    assert [game.house for game in book.games if game.house] == [{"zero_points": 5}]
    assert len(book.games) == len(room_names())


def test_a_guest_stands_in_the_book_once_it_has_a_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("knocks", "whispers"):
        invite(str(Path(__file__).parents[1] / "rooms" / folder))
    monkeypatch.setattr("parlour.house.house_book.shown_names", lambda: ["cucumber", "knocks", "whispers"])
    assert [game.room.name for game in HouseBook().games] == ["cucumber", "knocks"], "whispers has no rulebook"
    assert "knocks.html" in dict(site(HouseBook()))


def test_the_book_in_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games stand for all: contents and index name the pages on which they begin."""
    monkeypatch.setattr("parlour.house.house_book.shown_names", lambda: ["cucumber", "oh_hell", "klondike"])
    pdf = PdfReader(BytesIO(HouseBook().pdf(Print("letter"))))
    words = [" ".join(page.extract_text().split()) for page in pdf.pages]
    assert TITLE in words[0]
    begins = {
        title: next(k for k, said in enumerate(words, 1) if said.startswith(title))
        for title in ("Cucumber", "Klondike", "Oh Hell!")
    }
    assert sorted(begins, key=lambda title: begins[title]) == ["Cucumber", "Klondike", "Oh Hell!"]
    last = next(k for k, said in enumerate(words) if said.startswith("Index By family"))
    for title, page in begins.items():
        assert re.search(rf"{title}[ .]+{page}\b", words[1]), "contents"
        assert len(re.findall(rf"{title}[^.]*[ .]+{page}\b", " ".join(words[last:]))) >= 3, "by family, by players, by pack"
    assert "Solitaire games" in words[last]
    assert pdf.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--all", "-o", str(tmp_path / "book")]) == 0
    assert "files" in capsys.readouterr().out
    assert (tmp_path / "book" / "cards" / "queen-of-hearts.svg").is_file()
    for line, message in (
        (["--all", "schnapsen"], "it goes with no GAME"),
        (["--all", "--format", "md"], "--all makes a pdf or a site, not md"),
        (["--all", "--format", "site"], "a site is a folder: say where to with -o FOLDER"),
        (["schnapsen", "--format", "site"], "--format site is for --all"),
    ):
        assert main(["rules", *line]) == 2
        assert message in capsys.readouterr().err


def test_every_family_is_called_what_card_players_call_it_and_described_in_a_sentence() -> None:
    declared = {name for game in room_names() for name in named(game).look["families"]}
    assert declared == set(FAMILIES), "no family without games, no game without a family"
    for name, words in FAMILIES.items():
        assert name in words.one, "the word in table.toml is the word on the page"
        assert words.one.replace("game", "games", 1) == words.many
        assert words.about.endswith(".")
        assert len(words.about) < 90
    headings = {heading.title: heading.note for heading in HouseBook().index().families}
    assert headings == {words.title: words.about for words in FAMILIES.values()}


def test_a_family_from_outside_has_a_name_too() -> None:
    assert (family("patience").title, family("patience").about) == ("Patience games", "")
