"""The lobby: a game is one press away, and nothing raw is shown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.engine.rooms import named, room_names
from parlour.table.app import create_app

from .browsers import Browser


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        yield Browser(client)


def _cards(page: str) -> dict[str, str]:
    """The list of games: by title what its card holds."""
    cards = re.findall(r'<li class="game" data-title="(.*?)"(.*?)</li>', page, re.DOTALL)
    assert len({title for title, _ in cards}) == len(cards), "each game once"
    ours = {named(name).title for name in room_names()}  # other tests may have invited rooms from outside
    return {unescape(title): card for title, card in cards if unescape(title) in ours}


def _sent(form: str) -> dict[str, str]:
    return dict(re.findall(r'<input [^>]*name="([\w.]+)" value="([\w:]+)"', form))


def test_each_game_is_listed_once_with_a_picture_and_a_play_button_that_seats_good_bots(ann: Browser) -> None:
    cards = _cards(ann.get("/").text)
    assert set(cards) == {named(name).title for name in room_names()}
    for name in room_names():
        card = cards[named(name).title]
        form = re.search(rf'<form method="post" action="/new/{name}">(.*?)</form>', card, re.DOTALL)
        assert form, name
        table = ann.post(f"/new/{name}", _sent(form[1])).headers["location"].removeprefix("/table/")
        row = asyncio.run(ann.client.app.state.store.table(table))  # type: ignore[attr-defined]
        assert len(row.seats) == named(name).Table.default_seats
        assert row.seats[0].kind == "human"
        assert all(seat.kind not in ("human", "chance") for seat in row.seats[1:]), name


def test_no_two_pictures_are_alike(ann: Browser) -> None:
    seen = {}
    for title, card in _cards(ann.get("/").text).items():
        kind, cloth = re.search(r'class="picture of-([a-z-]+) (cloth-\d)"', card).groups()  # type: ignore[union-attr]
        faces = re.findall(r'<card-face card="(-?\d+)"', card)
        assert faces, title
        seen[title] = (kind, cloth, faces)
    for (one, (kind, cloth, faces)), (other, (its_kind, its_cloth, its_faces)) in combinations(seen.items(), 2):
        assert faces != its_faces, (one, other)
        same = kind == its_kind and sorted(int(card) % 13 for card in faces) == sorted(int(card) % 13 for card in its_faces)
        assert not (same and cloth == its_cloth), (one, other)


def test_the_lobby_says_what_helps_to_choose_and_nothing_of_the_lab(ann: Browser) -> None:
    page = ann.get("/").text
    assert "better player" not in page
    assert "%" not in re.sub(r"<[^>]*>", "", page)
    for title, card in _cards(page).items():
        facts = re.findall(r"<span>(.*?)</span>", card)
        assert re.fullmatch(r"\d+(–\d+)? players?", facts[0]), title
        assert facts[1].endswith(" min")
        assert facts[2] in ("easy", "medium", "demanding")


def test_what_was_played_last_is_one_press_away(ann: Browser) -> None:
    def quick() -> list[str]:
        page = ann.get("/").text
        return re.findall(r'<button class="(?:primary|button)" type="submit">(.*?)</button>', page[: page.index('id="friends"')])

    beginners = {named(name).title for name in room_names() if named(name).look.get("start")}
    assert set(quick()) == beginners
    ann.make("scopa", "you", "bot:chance")
    ann.make("cassino", "you", "bot:chance")
    assert quick()[:2] == ["Cassino", "Scopa"]
    assert set(quick()[2:]) < beginners


def test_the_table_that_goes_on_comes_first(ann: Browser) -> None:
    assert 'id="continue"' not in ann.get("/").text
    first, second = ann.make("scopa", "you", "bot:chance"), ann.make("cassino", "you", "bot:chance")
    page = ann.get("/").text
    assert re.search(r'id="continue".*?href="(.*?)"', page, re.DOTALL)[1] == second  # type: ignore[index]
    assert re.findall(rf'class="open-table" href="({first}|{second})"', page) == [second, first], "each table once"


def test_a_table_for_friends_is_one_press_away(ann: Browser) -> None:
    form = re.search(r'<form class="with-friends" method="post" action="/new">(.*?)</form>', ann.get("/").text, re.DOTALL)
    assert form
    offered = re.findall(r'<option value="(\w+)"', form[1])
    assert set(offered) >= {name for name in room_names() if named(name).Table.seats_range[1] > 1}
    table = ann.post("/new", _sent(form[1]) | {"game": "spades"}).headers["location"].removeprefix("/table/")
    row = asyncio.run(ann.client.app.state.store.table(table))  # type: ignore[attr-defined]
    assert [seat.open for seat in row.seats] == [False, True, True, True]
    assert ann.post("/new", {"game": "no such game"}).status_code == 404
    assert ann.post("/new", {}).status_code == 404


def test_spider_begins_with_one_suit_and_offers_the_others_by_name(ann: Browser) -> None:
    card = _cards(ann.get("/").text)["Spider"]
    forms = re.findall(r'<form method="post" action="/new/spider">(.*?)</form>', card, re.DOTALL)
    assert [re.search(r"<button[^>]*>(.*?)<", form)[1] for form in forms] == ["One suit", "Two suits", "Four suits"]  # type: ignore[index]
    suits = []
    for form in forms:
        table = ann.post("/new/spider", _sent(form)).headers["location"].removeprefix("/table/")
        row = asyncio.run(ann.client.app.state.store.table(table))  # type: ignore[attr-defined]
        suits.append(row.house.get("suits", 4))
    assert suits == [1, 2, 4]
    assert named("spider").Table.options["suits"].default == 4, "the usual rules stay what they are"

    def chosen(address: str) -> str:
        page = ann.get(address).text
        return re.search(r'name="option.suits".*?<option value="(\d)" selected', page, re.DOTALL)[1]  # type: ignore[index]

    assert chosen("/new/spider") == "1"
    assert chosen("/new/spider?seats=1") == "1"
    assert chosen("/new/spider?suits=2") == "2"
    assert chosen("/new/spider?deal=7") == "4", "a deal that somebody told of is that deal"


PLACES = ("/", "/house", "/score", "/seating", "/suggest", "/print", "/statistics")


def test_every_page_leads_to_every_place_of_the_house(ann: Browser) -> None:
    more = ("/rulebooks", "/rules/schnapsen", "/new/schnapsen", "/house/new/schnapsen", "/score/new/schnapsen", "/gamma")
    for path in (*PLACES, *more, "/nowhere"):
        page = ann.get(path).text
        nav = re.search(r'<nav id="site".*?</nav>', page, re.DOTALL)
        assert nav, path
        assert re.findall(r'href="(.*?)"', nav[0]) == list(PLACES)
        here = re.findall(r'href="([^"]*)" aria-current', nav[0])
        assert here == [path] if path in PLACES else len(here) <= 1, path
        assert re.search(r'<label class="scheme" hidden>Theme ', nav[0]), "the list of themes says what it is"


def test_what_is_printed_comes_from_one_page(ann: Browser) -> None:
    page = ann.get("/print").text
    assert re.findall(r'<form action="(.*?)"', page) == ["/print/deck.pdf", "/print/score.pdf", "/print/quick.pdf"]
    for address in ("/print/score.pdf?game=schnapsen&paper=letter", "/print/quick.pdf?game=schnapsen"):
        answer = ann.get(address)
        assert answer.content.startswith(b"%PDF"), address
        assert answer.headers["content-type"] == "application/pdf"
    for address in ("/print/deck.pdf?deck=tarot", "/print/score.pdf?game=schnapsen&paper=a9"):
        assert ann.get(address).status_code == 400
    assert ann.get("/print/quick.pdf?game=bridge").status_code == 404


def test_house_rules_are_one_fold_away_and_no_time_is_in_milliseconds(ann: Browser) -> None:
    page = ann.get("/new/aggravation").text
    assert re.search(r'<details class="house-fold">', page)
    shown = re.sub(r'<div class="field rule"[^>]* hidden.*?</div>', "", page, flags=re.DOTALL)
    assert "millisecond" not in shown
    assert "1.5 seconds" in shown
    assert re.search(r'<details class="house-fold" open>', ann.get("/new/scopa?target=21").text)
    assert "until 11 points" in ann.get("/new/scopa").text
