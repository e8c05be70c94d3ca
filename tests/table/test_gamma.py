"""The gamma page's server side: the same result as the command line's, and every refusal a line of text."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.art.colours import Recolouring, gamma
from parlour.art.confined import Limits
from parlour.art.recolour import recolour
from parlour.table.gamma import LARGEST

DRAWING = "<?xml version='1.0'?><!-- as it is -->\n"
DRAWING += "<svg xmlns='http://www.w3.org/2000/svg'><path id='ö'  fill='#804020' stroke = 'device-cmyk(0 1 1 0)'/></svg>"


def test_a_drawing_comes_back_as_the_command_line_makes_it(client: TestClient) -> None:
    for encoding in ("utf-8", "utf-16"):
        data = DRAWING.encode(encoding)
        answer = client.post("/gamma?red=1.66&green=1.2&blue=0.6", content=data)
        assert answer.status_code == 200
        assert answer.content == recolour(data, Recolouring(gamma(1.66, 1.2, 0.6)))
        assert (answer.headers["Parlour-Colours"], answer.headers["Parlour-Left-Alone"]) == ("1", "1")
        assert answer.headers["Content-Security-Policy"].startswith("sandbox"), "nothing in it runs, wherever it is opened"
        assert client.post("/gamma", content=data).content == data


@pytest.mark.parametrize(
    ("query", "data", "why"),
    [
        ("", b"hello", "line 1, column 1: syntax error"),
        ("", b"<html/>", "it is not an SVG: its outermost element is 'html'"),
        ("", b"", "no element found"),
        ("", b"<svg>" * 3000, "more than 2000 elements"),
        ("", b" " * (LARGEST + 1), "it is larger than 4 MB"),
        ("?red=a", b"<svg/>", "red: 'a' is not a number"),
        ("?blue=nan", b"<svg/>", "blue: a gamma is between 0.2 and 5"),
        ("?green=1e9", b"<svg/>", "green: a gamma is between 0.2 and 5"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(client: TestClient, query: str, data: bytes, why: str) -> None:
    answer = client.post(f"/gamma{query}", content=data)
    assert answer.status_code == 400
    assert why in answer.text
    assert "\n" not in answer.text
    assert answer.headers["content-type"].startswith("text/plain")


def test_a_compressed_drawing_is_answered_compressed(client: TestClient) -> None:
    answer = client.post("/gamma?red=1.66&green=1.2&blue=0.6", content=gzip.compress(DRAWING.encode()))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.content == recolour(DRAWING.encode(), Recolouring(gamma(1.66, 1.2, 0.6))), "the client has unpacked it"


def test_the_server_answers_while_a_drawing_hits_its_limit(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.table.gamma.LIMITS", Limits(1, 1024))
    heavy = "<svg>" + f"<style>a{{fill:{'gray ' * 200_000}}}</style>" * 4 + "</svg>"
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(client.post, "/gamma", content=heavy.encode())
        answered = 0
        while not waiting.done():
            assert client.get("/healthz").status_code == 200
            answered += 1
    assert waiting.result().status_code == 400
    assert waiting.result().text == "it takes more than 1 s of work, so it was stopped"
    assert answered > 3
    assert client.post("/gamma", content=b"<svg/>").status_code == 200


def test_only_our_own_page_may_send(client: TestClient) -> None:
    assert client.post("/gamma", content=b"<svg/>", headers={"Origin": "http://elsewhere.example"}).status_code == 403


def test_the_page_tells_why_and_every_page_leads_there(client: TestClient) -> None:
    page = client.get("/gamma")
    assert "img-src 'self' blob:" in page.headers["Content-Security-Policy"]
    guide = (Path(__file__).parents[2] / "docs" / "gamma.md").read_text(encoding="utf-8")
    row = next(line for line in guide.splitlines() if line.startswith("| gamma 1.66"))
    figures = [cell.strip() for cell in row.split("|")[2:-1]]
    assert "".join(f"<td>{figure}</td>" for figure in figures) in page.text
    assert 'href="/gamma"' in client.get("/").text
