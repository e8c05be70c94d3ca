"""The page of partners and seats: what is settled stays settled at its address, and tables and pads have the people in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from parlour.house.seating.asking import Asked, settle
from parlour.table.app import create_app

from .browsers import Browser

KNOCKS = Path(__file__).parents[1] / "rooms" / "knocks"
"""A room outside the house: to open it is to run its code, which no address may ask for."""
FOUR = "/seating?players=Ann%0ABob%0ACleo%0ADan"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        yield Browser(client)


def test_a_draw_has_an_address_that_shows_it_again(ann: Browser) -> None:
    assert 'href="/seating"' in ann.get("/").text
    answer = ann.get(FOUR)
    assert answer.status_code == 303
    again = answer.headers["location"]
    assert re.search(r"seed=\d+", again)
    page = ann.get(again).text
    assert page == ann.get(again).text
    seed = int(parse_qs(urlsplit(again).query)["seed"][0])
    draw = settle(Asked(("Ann", "Bob", "Cleo", "Dan"), seed=seed)).draw
    assert draw is not None
    assert re.findall(r'data-card="(\d+)" data-name="(.+?)" data-side="(\w+)" data-player="(\w+)"', page) == [
        (str(lot.card), lot.name, draw.side_name(lot.side), lot.player) for lot in draw.lots
    ]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("players=Ann", "At least two players"),
        ("players=Ann,ann", "named twice"),
        ("players=Ann,Bob,Cleo&how=pairs", "make no pairs"),
        ("players=17", "seats 16 people at most"),
        ("players=4&how=magic", "artners can be settled by"),
        ("players=4&how=strength", "have no rating"),
        ("players=8&how=rotation&rounds=x", "ounds: a number from 0 to 60"),
        ("players=4&game=spades&teams=4", "Spades is played by"),
        ("players=4&seed=-1", "eed: a number"),
        (f"players=4&game={KNOCKS}", "here is no "),
        ("players=<script>,Bob,Ann&how=agreement&together=Ann,Zoe", "obody is called"),
    ],
)
def test_what_cannot_be_settled_is_said_above_the_form(ann: Browser, query: str, why: str) -> None:
    answer = ann.get(f"/seating?{query}")
    assert answer.status_code == 400
    refusal = re.search(r'<p class="refusal" role="alert">(.*?)</p>', answer.text)
    assert refusal
    assert why in unescape(refusal[1])
    assert "<script>," not in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "players=Ann,Bob,Cleo,Dan&how=agreement&together=Ann,Bob",
        "players=Ann,Bob,Cleo,Dan&how=strength&rating=9,7,4,1",
        "players=10&how=rotation&rounds=3",
        "players=6&how=pairs",
        "players=5&how=draw",
    ],
)
def test_every_way_shows_what_the_command_line_does(ann: Browser, query: str) -> None:
    page = ann.get(f"/seating?{query}&seed=5")
    assert page.status_code == 200
    assert "style=" not in page.text
    given = parse_qs(query)
    names = tuple(given["players"][0].split(","))
    asked = Asked(
        names,
        how=given["how"][0],
        together=tuple(given.get("together", ())),
        ratings=tuple(given.get("rating", ())),
        rounds=int(given.get("rounds", ["0"])[0]),
        seed=5,
    )
    assert settle(asked).outcome() in page.text


def hidden_query(page: str) -> str:
    found = re.search(r'name="query" value="(.*?)"', page)
    assert found
    return unescape(found[1])


def test_tables_of_a_round_are_opened_with_the_people_in_order(ann: Browser) -> None:
    page = ann.get("/seating?players=8&how=rotation&seed=3").text
    query = hidden_query(page)
    rounds = settle(Asked(("8",), how="rotation", seed=3)).rounds()
    answer = ann.post("/seating/tables", {"query": query, "game": "spades", "round": "2", "you": "5"})
    assert answer.status_code == 303
    links = ann.get(answer.headers["location"])
    shown = [re.findall(r"<li><b>(.*?)</b>", section) for section in links.text.split('<section class="opened">')[1:]]
    assert shown == [list(seating.players) for seating in rounds[1]]
    assert links.text.count("Sit down") == 1
    other = Browser(ann.client)
    assert other.get(answer.headers["location"]).status_code == 403
    link = re.search(r'href="http://testserver(/table/[^"]*)"', links.text)
    assert link
    assert other.get(link[1]).status_code == 200
    name = "Bobby"
    sat = other.post(link[1], {"name": name})
    assert sat.status_code == 303
    assert other.get(sat.headers["location"]).status_code == 200
    assert name in ann.get(answer.headers["location"]).text


def test_one_table_where_one_sits_is_gone_to_at_once(ann: Browser) -> None:
    query = hidden_query(ann.get(f"{FOUR}&teams=2&seed=1").text)
    answer = ann.post("/seating/tables", {"query": query, "game": "scopa", "you": "Cleo"})
    assert answer.headers["location"].startswith("/table/")
    seating = settle(Asked(("Ann", "Bob", "Cleo", "Dan"), teams="2", seed=1)).seating
    assert seating is not None
    page = ann.get(answer.headers["location"] + "/qr/9.svg")
    assert page.status_code == 403
    with ann.at(answer.headers["location"]) as socket:
        hello = socket.until("hello")
        assert hello["you"] == seating.players.index("Cleo")
        assert hello["game"]["names"] == ["You" if name == "Cleo" else name for name in seating.players]


def test_the_score_pad_takes_names_and_a_keeper_for_each_side(ann: Browser) -> None:
    query = hidden_query(ann.get(f"{FOUR}&seed=1").text)
    answer = ann.post("/seating/tables", {"query": query, "game": "porrazo", "pad": "1"})
    assert answer.status_code == 303
    form = ann.get(answer.headers["location"]).text
    seating = settle(Asked(("Ann", "Bob", "Cleo", "Dan"), seed=1)).seating
    assert seating is not None
    assert tuple(re.findall(r'name="name\.\d" value="(\w+)"', form)) == seating.players
    assert re.findall(r'name="keeper\.\d"[^>]*value="(\w+)"', form) == [team[0] for team in seating.teams]
    assert re.search(r'name="option.partnerships" value="true" checked', form)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"game": "oh_hell"}, 400),
        ({"game": "whisky"}, 404),
        ({"game": "spades", "round": "2"}, 400),
        ({"game": "spades", "pad": "2"}, 400),
        ({"game": "spades", "query": ""}, 400),
    ],
)
def test_what_cannot_be_opened_is_refused(ann: Browser, fields: dict[str, str], status: int) -> None:
    query = hidden_query(ann.get(f"{FOUR}&seed=1").text)
    assert ann.post("/seating/tables", {"query": query} | fields).status_code == status
    assert ann.get("/seating/tables?t=nothing").status_code == 403
