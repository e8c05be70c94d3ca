"""Rulebooks on the pages of the table: to read, marked where they differ, and on paper."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from parlour.engine.game import Game
from parlour.engine.rooms import named, room_names
from parlour.house.typesetting import Print, rulebook_pdf


def test_what_differs_is_told_and_marked(client: TestClient) -> None:
    page = client.get("/rules/oh_hell?zero_points=5").text
    assert "House rules in force" in page
    assert "<ins>5</ins>" in page
    assert '<p id="R6" class="differs">' in page
    assert "<ins>" not in client.get("/rules/oh_hell").text


def test_the_same_on_paper(client: TestClient) -> None:
    page = client.get("/rules/oh_hell?zero_points=5&seats=5").text
    url = next(link for link in re.findall(r'href="([^"]+)"', page) if link.endswith("paper=letter"))
    answer = client.get(url.replace("&amp;", "&"))
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'inline; filename="oh_hell.pdf"'
    assert answer.content == rulebook_pdf(Game("oh_hell", 5, {"zero_points": 5}), None, Print("letter"))
    sides = PdfReader(BytesIO(client.get("/rules/cucumber.pdf?booklet=1").content)).pages
    assert sides[0].mediabox.width > sides[0].mediabox.height


def test_all_rulebooks(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = client.get("/rulebooks").text
    for name in room_names():
        assert f'href="/rules/{name}">{named(name).title.replace("&", "&amp;")}</a>' in page
        assert f'href="/rules/{name}.pdf?paper=a4&amp;booklet=1"' in page
    assert 'href="/rulebooks"' in client.get("/").text
    monkeypatch.setattr("parlour.house.house_book.shown_names", lambda: ["cucumber"])
    book = client.get("/rulebooks.pdf?paper=letter")
    assert "The rules of 1 card game" in PdfReader(BytesIO(book.content)).pages[0].extract_text()
    assert client.get("/rulebooks.pdf?paper=letter").content == book.content


@pytest.mark.parametrize(
    ("url", "status", "why"),
    [
        ("/rules/oh_hell.pdf?paper=a0", 400, "There is no paper"),
        ("/rules/oh_hell.pdf?seats=x", 400, "is not a number of players"),
        ("/rules/oh_hell.pdf?zero_points=99", 400, "house rule zero_points"),
        ("/rules/no_game.pdf", 404, "no game"),
        ("/rulebooks.pdf?paper=%00", 400, "There is no paper"),
    ],
)
def test_what_there_is_not(client: TestClient, url: str, status: int, why: str) -> None:
    answer = client.get(url)
    assert answer.status_code == status
    assert why in answer.text
