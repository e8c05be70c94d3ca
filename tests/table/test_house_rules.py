"""A group's house rules on the pages: who may what, when it counts, who is told, and the table under them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

import parlour
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room, room_names
from parlour.engine.rulebook import paragraphs
from parlour.house.agreement import HouseRules, Version, founded
from parlour.house.agreement_toml import read_agreement, write_agreement
from parlour.house.presets import presets
from parlour.table.agreements import Groups
from parlour.table.app import create_app
from parlour.table.rulebooks import paragraph_html
from parlour.table.store import Store

from .browsers import Browser

DAY = date(2026, 5, 14)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0), raise_server_exceptions=True) as client:
        yield client


def text_of(answer: object) -> str:
    """Return the text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


class Club:
    """Ann, Bob and Cleo, each with a browser of their own."""

    def __init__(self, client: TestClient, needed: str = "0", **form: str) -> None:
        self.ann, self.bob, self.cleo, self.stranger = (Browser(client) for _ in range(4))
        fields = {"title": "Thursdays", "name": "Ann", "members": "Bob\nCleo", "needed": needed} | form
        made = self.ann.post("/house/new/spades", fields)
        assert made.status_code == 303, text_of(made)
        self.url = made.headers["location"]
        self.links = dict(
            re.findall(r'value="http://testserver(/house/\w+/member/[\w-]+)" aria-label="Link for (\w+)"', self.page(self.ann))
        )
        self.links = {name: link for link, name in self.links.items()}

    def page(self, browser: Browser) -> str:
        return str(browser.get(self.url).text)

    def come(self, browser: Browser, name: str) -> None:
        assert browser.get(self.links[name]).status_code == 200
        assert browser.post(self.links[name], {}).headers["location"] == self.url

    def all_come(self) -> None:
        self.come(self.bob, "Bob")
        self.come(self.cleo, "Cleo")

    def mark(self, browser: Browser) -> str:
        return re.findall(r'name="mark" value="(\w+)"', self.page(browser))[0]

    def answer(self, browser: Browser, do: str = "agree", **form: str) -> int:
        return int(browser.post(f"{self.url}/answer", {"do": do, "mark": self.mark(browser)} | form).status_code)

    def document(self) -> object:
        return read_agreement(self.stranger.get(f"{self.url}/file").text)


def test_three_members_agree_each_in_a_browser_of_their_own(client: TestClient) -> None:
    club = Club(client, **{"option.target": "300", "new.0.label": "R5", "new.0.text": "A card that touches the table is played."})
    assert set(club.links) == {"Ann", "Bob", "Cleo"}
    club.all_come()
    assert set(re.findall(r"Link for (\w+)", club.page(club.ann))) == {"Ann"}  # who has come has the link alone
    assert set(re.findall(r"Link for (\w+)", club.page(club.bob))) == {"Bob"}
    assert "Link for" not in club.page(club.stranger)
    assert club.answer(club.bob) == 303
    assert club.document().in_force is None
    assert club.answer(club.cleo) == 303
    rules = club.document().house_rules()
    assert (rules.version, rules.options, set(rules.agreed)) == (1, {"target": 300}, {"Ann", "Bob", "Cleo"})
    assert rules.rulings == {"R5": "A card that touches the table is played."}
    told = text_of(club.stranger.get(f"{club.url}/rules"))
    assert "Our ruling. A card that touches the table is played." in told
    assert "points that end the game: 300, usually 500" in told
    printed = club.stranger.get(f"{club.url}/rules.pdf?version=1&paper=letter")
    assert printed.headers["content-type"] == "application/pdf"
    pages = [page.extract_text() for page in PdfReader(BytesIO(printed.content)).pages]
    assert any("A card that touches the table is played." in " ".join(page.split()) for page in pages)
    device = club.document().in_force.devices["Bob"]
    assert any(f"device {device})" in " ".join(page.split()) for page in pages), "print says with which device"
    assert club.stranger.get(f"{club.url}/rules.pdf?paper=papyrus").status_code == 400


def test_only_members_change_anything(client: TestClient) -> None:
    club = Club(client)
    before = write_agreement(club.document())
    mark = club.mark(club.ann)
    for path, form in (
        ("answer", {"do": "agree", "mark": mark}),
        ("members", {"name": "Zoe"}),
        ("change", {"option.target": "200"}),
        ("table", {}),
    ):
        assert club.stranger.post(f"{club.url}/{path}", form).status_code == 403, path
    assert club.stranger.get(f"{club.url}/change").status_code == 403
    assert club.stranger.get(f"{club.url}/qr/1.svg").status_code == 403
    assert club.stranger.post(f"{club.url}/member/none", {}).status_code == 404
    assert write_agreement(club.document()) == before
    assert club.stranger.get("/house/0000000000000000").status_code == 404


def test_an_objection_and_a_proposal_exchanged_meanwhile(client: TestClient) -> None:
    club = Club(client, **{"option.target": "300"})
    club.all_come()
    old = club.mark(club.bob)
    assert "Ann proposes a change of the house rules of Thursdays" in club.cleo.get("/").text
    assert club.answer(club.cleo, "object", why="too short") == 303
    assert "proposes a change" not in club.cleo.get("/").text
    assert "too short" in club.page(club.bob)
    assert (
        club.bob.post(f"{club.url}/change", {"option.target": "400", "needed": "2"}).status_code == 303
    )  # it had become hopeless
    answer = club.cleo.post(f"{club.url}/answer", {"do": "agree", "mark": old})
    assert answer.status_code == 400
    assert "not proposed any more" in text_of(answer)
    assert club.document().proposal.options == {"target": 400}
    refused = club.ann.post(f"{club.url}/change", {"option.target": "200"})
    assert refused.status_code == 400
    assert "one thing at a time" in text_of(refused)
    assert club.answer(club.bob, "withdraw") == 303
    assert club.document().proposal is None


def settled(client: TestClient) -> Club:
    """Version 1 with everybody's consent; from then on two are enough."""
    club = Club(client, "2", **{"option.target": "300"})
    club.all_come()
    club.answer(club.bob)
    club.answer(club.cleo)
    return club


def test_who_was_away_is_told_before_they_play(client: TestClient) -> None:
    club = settled(client)
    assert (
        club.bob.post(
            f"{club.url}/change", {"option.target": "200", "option.nil": "false", "needed": "2", "note": "Late"}
        ).status_code
        == 303
    )
    club.answer(club.ann)
    assert club.document().in_force.number == 2
    assert "Since you last played" in club.page(club.cleo)
    assert "Since you last played" not in club.page(club.ann)
    table = club.ann.post(f"{club.url}/table", {}).headers["location"]
    told = club.cleo.get(table)
    assert "Since you last played" in told.text
    assert "points that end the game: 200, before 300" in text_of(told)
    assert "a bid of no tricks is scored separately: no, before yes" in text_of(told)
    assert "Since you last played" not in club.bob.get(table).text
    again = club.cleo.post(f"{club.url}/told", {"version": "2", "table": table.removeprefix("/table/")})
    assert again.headers["location"] == table
    assert "Since you last played" not in club.cleo.get(table).text


def test_a_table_under_them_in_one_click(client: TestClient) -> None:
    club = settled(client)
    club.cleo.post(
        f"{club.url}/change", {"option.target": "300", "new.0.label": "R5", "new.0.text": "Cards laid are played.", "needed": "2"}
    )
    club.answer(club.bob)
    table = club.ann.post(f"{club.url}/table", {}).headers["location"]
    with club.ann.at(table) as line:
        hello = line.until("hello")
        assert hello["game"]["names"] == ["You", "Bob", "Cleo", "Bot"]
        assert hello["game"]["house"][0]["value"] == 300
        rules = club.bob.get(hello["rules_url"] + "&fragment=1").text
        assert "By the house rules of" in rules
        assert "Cards laid are played." in rules
    club.bob.post(f"{club.url}/told", {"version": "2"})
    with club.bob.at(table) as line:  # the seat is Bob's without any link
        assert line.until("hello")["game"]["names"][1] == "You"
    pad = club.ann.post(f"{club.url}/table", {"pad": "true"}).headers["location"]
    form = client.get(pad).text
    assert 'value="300"' in form, "a score pad plays by them too"
    assert 'value="Bob"' in form
    assert "version 2" in form, pad
    only = club.ann.post(f"{club.url}/table", {"plays": "chosen", "plays.2": "true"}).headers["location"]
    with club.ann.at(only) as line:
        assert line.until("hello")["game"]["names"] == ["You", "Cleo", "Bot 1", "Bot 2"]


def test_whoever_comes_by_a_seat_reads_what_is_played(client: TestClient) -> None:
    club = Club(client, **{"option.target": "300"})
    club.come(club.bob, "Bob")
    club.come(club.cleo, "Cleo")
    club.answer(club.bob)
    club.answer(club.cleo)
    club.ann.post(f"{club.url}/members", {"name": "Dan"})
    table = club.ann.post(f"{club.url}/table", {}).headers["location"]
    door = text_of(club.stranger.get(table))
    assert "Played by the house rules of Thursdays" in door
    assert "points that end the game: 300, usually 500" in door


def test_back_to_an_earlier_version(client: TestClient) -> None:
    club = settled(client)
    club.bob.post(f"{club.url}/change", {"option.target": "200", "needed": "2"})
    club.answer(club.ann)
    form = club.cleo.get(f"{club.url}/change?from=1").text
    assert re.search(r'name="option.target"[^>]*value="300"', form)
    assert "Back to version 1" in form
    assert club.cleo.get(f"{club.url}/change?from=7").status_code == 400


def test_members_come_and_go(client: TestClient) -> None:
    club = settled(client)
    assert club.ann.post(f"{club.url}/members", {"name": "Dan"}).status_code == 303
    assert club.ann.post(f"{club.url}/members", {"name": "dan"}).status_code == 400
    link = re.findall(r'value="http://testserver(\S+)" aria-label="Link for Dan"', club.page(club.ann))[0]
    assert club.stranger.post(link, {}).headers["location"] == club.url
    assert club.stranger.post(f"{club.url}/members", {"do": "leave"}).status_code == 303
    assert "Dan" not in club.document().members
    assert club.stranger.post(f"{club.url}/members", {"name": "Zoe"}).status_code == 403


@pytest.mark.parametrize("name", room_names())
def test_every_paragraph_opens_with_its_ruling(name: str) -> None:
    """For each question of the table, the official text comes with what the group has settled, once."""
    plain = HouseRules(name).open()
    labels = paragraphs(plain.room, plain.blank()[0])
    game = HouseRules(name, {}, {label: f"Settled {label}." for label in labels}, 1, {}, "0" * 16, "T").open()
    for label in labels:
        html = paragraph_html(game, label, "")
        assert html.count(f"Settled {label}.") == 1
        assert html.count("Settled") == 1


def test_a_file_goes_to_another_house_and_is_brought_there(client: TestClient, tmp_path: Path) -> None:
    club = settled(client)
    text = club.stranger.get(f"{club.url}/file").text
    assert club.stranger.post("/house/open", {"text": text, "name": "Bob"}).headers["location"] == club.url  # it is here
    assert club.stranger.post(f"{club.url}/members", {"name": "Zoe"}).status_code == 403  # and stays theirs
    with TestClient(create_app(tmp_path / "other.db", tempo=0)) as other:
        browser = Browser(other)
        refused = browser.post("/house/open", {"text": text, "name": "Zoe"})
        assert refused.status_code == 400
        assert "The file names Ann, Bob and Cleo" in text_of(refused)
        bad = browser.post("/house/open", {"text": text.replace("target = 300", "target = 3"), "name": "Bob"})
        assert re.search(r"the file:\d+: house rule target: 3 is not one of", text_of(bad))
        assert browser.post("/house/open", {"text": text, "name": "Bob"}).headers["location"] == club.url
        brought = browser.get(f"{club.url}/file").text
        assert brought.startswith(text)
        assert re.findall(r'did = "(\w+)"', brought.removeprefix(text)) == ["brought"]
        assert "which may say anything about what happened before" in browser.get(club.url).text
        assert "Thursdays" in browser.get("/house").text
        assert "(you)" in browser.get(club.url).text


def test_presets_begin_the_form(client: TestClient) -> None:
    browser = Browser(client)
    assert browser.get("/house/new/spades").status_code == 200
    assert browser.get("/house/new/spades?preset=nonsense").status_code == 400
    assert browser.get("/house/new/bridge").status_code == 404
    account = next(one.url for one in presets(room("baduci")) if one.url)
    assert f'<a href="{account}" rel="noopener noreferrer">' in browser.get("/house/new/baduci").text
    refused = browser.post("/house/new/spades", {"title": "", "name": "Ann", "option.target": "300", "new.0.text": "No."})
    assert refused.status_code == 400
    assert "needs a paragraph" in text_of(refused)
    assert re.search(r'name="option.target"[^>]*value="300"', refused.text)  # nothing typed is lost


def test_what_strangers_write_is_shown_and_not_run(client: TestClient) -> None:
    evil = "<script>alert(1)</script>"
    club = Club(client, **{"title": evil, "new.0.label": "R5", "new.0.text": evil, "note": evil})
    club.all_come()
    club.answer(club.bob)
    club.answer(club.cleo)
    for path in ("", "/rules", "/change", "/rules?fragment=1"):
        text = club.ann.get(club.url + path).text
        assert evil not in text
        assert "&lt;script&gt;" in text


def test_the_record_says_which_version(client: TestClient) -> None:
    browser = Browser(client)
    made = browser.post("/house/new/klondike", {"title": "Alone", "name": "Ann", "option.draw": "3"})
    url = made.headers["location"]
    table = browser.post(f"{url}/table", {}).headers["location"]
    with browser.at(table) as line:
        line.until("menu")
        line.choose("resign")
        line.until("over")
    record = browser.get(f"{table}/record").text
    agreed = parlour.replay(record).game.agreed
    assert agreed is not None
    assert (agreed.title, agreed.version, f"/house/{agreed.id}") == ("Alone", 1, url)


def test_a_file_brought_by_whoever_starts_the_server(tmp_path: Path) -> None:
    """The longer of two histories counts; if neither continues the other, nothing is lost."""
    one = founded("Alone", ("Ann",), Version(0, "Ann", DAY, {"draw": 3}), "klondike")
    two = one.propose(Version(0, "Ann", DAY, {"draw": 3, "passes": 3}))
    other = one.propose(Version(0, "Ann", DAY, {"passes": 1}))
    store = Store(tmp_path / "tables.db")
    groups = Groups(store)
    first = asyncio.run(groups.put(one))
    again = asyncio.run(groups.put(two))
    assert again.agreement.versions == two.versions
    assert [entry.did for entry in again.agreement.log] == ["served", "served"]
    assert again.members[0].key == first.members[0].key  # links hold
    assert asyncio.run(groups.put(one)).agreement == again.agreement
    with pytest.raises(BadInput, match="has gone on differently here"):
        asyncio.run(groups.put(other))
    store.close()


def test_a_document_that_cannot_be_read_hides_no_other(client: Any) -> None:
    """The others are listed, it is named, and a new table can be begun."""
    club = Club(client)
    spoilt = club.url
    made = club.ann.post("/house/new/cucumber", {"title": "Fridays", "name": "Ann", "members": "Bob", "needed": "0"})
    assert made.status_code == 303
    spoil = "UPDATE agreements SET document = 'format = 1' WHERE id = ?"
    client.portal.call(client.app.state.hall.store.transact, lambda store: store.execute(spoil, (spoilt.rpartition("/")[2],)))
    page = club.ann.get("/house")
    assert page.status_code == 200
    assert "Fridays" in page.text
    assert f"House rules of yours cannot be read any more. {spoilt}: " in text_of(page)
    assert club.ann.get("/new/spades").status_code == 200
