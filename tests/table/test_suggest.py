"""The page that says what to play: the answers are the command line's, and a company's memory is its own, on every device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.house.suggest import Preferences, suggest
from parlour.table.app import create_app

from .browsers import Browser

KNOCKS = Path(__file__).parents[1] / "rooms" / "knocks"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        yield Browser(client)


def titles(page: str) -> list[str]:
    return [unescape(title) for title in re.findall(r"<h3>(.*?)</h3>", page)]


def test_the_answers_are_those_of_the_command_line(ann: Browser) -> None:
    assert 'href="/suggest"' in ann.get("/").text
    blank = ann.get("/suggest").text
    assert "These fit" not in blank
    page = ann.get("/suggest?players=4&packs=1&minutes=60&depth=deep&partners=yes").text
    fit, out = suggest(Preferences(4, 1, minutes=60, depth="deep", partners=True))
    assert titles(page) == [one.facts.title for one in fit]
    for one in fit:
        assert all(reason in unescape(page) for reason in (*one.reasons, *one.but))
    assert all(f"<b>{one.facts.title}</b> {one.why_not}" in unescape(page) for one in out)
    assert "/new/spades?seats=4" in page
    assert "style=" not in page
    assert titles(ann.get("/suggest?players=5&children=yes&jokers=no").text) == [
        one.facts.title for one in suggest(Preferences(5, 1, jokers=False, children=True))[0]
    ]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("players=0", "Players: '0' is not a number from 1 to 20"),
        ("players=x", "Players: 'x'"),
        ("players=4&packs=99", "Packs: '99'"),
        ("players=4&minutes=-1", "Minutes: '-1'"),
        ("players=4&depth=<b>", "Depth: '<b>' is not one of light or deep"),
        ("players=4&partners=perhaps", "Partners: 'perhaps'"),
    ],
)
def test_nonsense_is_answered_with_a_reason(ann: Browser, query: str, why: str) -> None:
    answer = ann.get(f"/suggest?{query}")
    assert answer.status_code == 400
    assert why in unescape(answer.text)
    assert "<b>'" not in answer.text


def test_a_company_is_remembered_and_its_link_brings_it_to_another_device(ann: Browser) -> None:
    said = ann.post("/suggest/said", {"game": "toepen", "word": "liked", "query": "players=4"})
    assert said.status_code == 303
    assert said.headers["location"] == "/suggest?players=4#game-toepen"
    page = ann.get("/suggest?players=4").text
    assert titles(page)[0] == "Toepen"
    assert "You liked it." in page
    ann.post("/suggest/said", {"game": "toepen", "word": "played"})
    link = re.search(r'href="http://testserver(/suggest/with/[\w-]+)"', page)
    assert link
    bob = Browser(ann.client)
    assert titles(bob.get("/suggest?players=4").text)[0] != "Toepen"
    assert bob.get(link[1]).status_code == 303
    page = bob.get("/suggest?players=4").text
    assert titles(page)[0] == "Toepen"
    assert "<b>Toepen</b>: played and liked" in page
    bob.post("/suggest/said", {"game": "toepen", "word": "disliked"})
    page = ann.get("/suggest?players=4").text
    assert titles(page)[-1] == "Toepen"
    assert "<b>Toepen</b>: played and not for you" in page
    ann.post("/suggest/said", {"game": "toepen", "word": "forget"})
    assert "What you said" not in bob.get("/suggest?players=4").text


def test_what_was_played_here_is_known(ann: Browser) -> None:
    table = ann.make("scopa", "you", "bot:chance")
    with ann.at(table) as socket:
        socket.until("menu")
        socket.choose(str(socket.read[-1]["choices"][0]["name"]))
        socket.until("view")
    page = ann.get("/suggest?players=2&novelty=known").text
    assert titles(page)[0] == "Scopa"
    assert "You know it. You played it last on " in page


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": "scopa"},
        {"game": "scopa", "word": "drunk"},
        {"game": "whisky", "word": "liked"},
        {"game": str(KNOCKS), "word": "liked"},
    ],
)
def test_nonsense_is_not_remembered(ann: Browser, fields: dict[str, str]) -> None:
    assert ann.post("/suggest/said", fields).status_code == 400
    assert ann.get("/suggest/with/nobody").status_code == 404
    assert "What you said" not in ann.get("/suggest").text
