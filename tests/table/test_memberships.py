"""Memberships of a group: links that work once, what a founder can do with copies of them, and what all see of it."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.house.agreement import Agreement
from parlour.house.agreement_toml import faults, read_agreement, write_agreement
from parlour.table import agreements, create_app
from table.browsers import Browser
from table.test_house_rules import Club, client, settled, text_of
from table.test_seats import addresses, secrets_of

__all__ = ["client"]


class Clock:
    """The time at the server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = agreements.now()
        monkeypatch.setattr(agreements, "now", lambda: self.at)

    def wait(self, **more: int) -> None:
        self.at += timedelta(**more)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def link_for(club: Club, browser: Browser, name: str) -> str:
    """The link that a browser is shown for a member, "" for none."""
    found = re.findall(rf'value="http://testserver(\S+)" aria-label="Link for {name}"', club.page(browser))
    return found[0] if found else ""


def device_of(club: Club, name: str) -> str:
    """The label of a member's device, as everybody reads it."""
    found = re.search(rf'{name}(?: \(you\))?</span>\s*<span class="note">device ([a-z2-7]{{6}})', club.page(club.stranger))
    return found[1] if found else ""


def told(club: Club) -> list[tuple[str, str, str, str]]:
    """The log of the document: what was done, about whom, by whom, with which device."""
    return [(entry.did, entry.who, entry.by or entry.who, entry.device) for entry in document(club).log]


def document(club: Club) -> Agreement:
    return read_agreement(club.stranger.get(f"{club.url}/file").text)


def test_a_link_that_was_used_is_worth_nothing_to_those_who_kept_a_copy(client: TestClient) -> None:
    club = Club(client)
    copy = link_for(club, club.ann, "Bob")
    club.come(club.bob, "Bob")
    assert copy == club.links["Bob"]
    assert not link_for(club, club.ann, "Bob"), "the member who made the link is not shown the next one"
    for browser in (club.ann, club.stranger):
        for answer in (browser.get(copy), browser.post(copy, {})):
            assert answer.status_code == 404
            assert "no longer good" in text_of(answer)
    assert club.stranger.post(f"{club.url}/answer", {"do": "agree", "mark": club.mark(club.bob)}).status_code == 403
    assert club.ann.post(f"{club.url}/answer", {"do": "agree", "mark": club.mark(club.bob), "as": "Bob"}).status_code == 403
    assert list(document(club).proposal.agreed) == ["Ann"]
    assert club.answer(club.bob) == 303


def test_who_answers_for_several_is_seen_by_all(client: TestClient) -> None:
    """Ann uses Bob's link in her own browser, before Bob does."""
    club = Club(client)
    assert "This browser is Ann already" in text_of(club.ann.get(club.links["Bob"]))
    club.come(club.ann, "Bob")
    assert club.answer(club.ann, **{"as": "Bob"}) == 303
    ann = device_of(club, "Ann")
    assert ann
    assert device_of(club, "Bob") == ann
    page = text_of(club.stranger.get(club.url))
    assert f"Ann and Bob use one device: {ann}" in page
    assert f"Device {ann} answered for Ann and Bob." in page
    assert ("came", "Bob", "Ann", ann) in told(club)
    late = club.bob.get(club.links["Bob"])
    assert late.status_code == 404
    assert "Bob came by the link from Ann" in text_of(late)
    assert document(club).proposal.devices == {"Ann": ann, "Bob": ann}


def test_a_private_window_is_another_device_that_came_by_anns_link(client: TestClient) -> None:
    club, private = Club(client), Browser(client)
    club.come(private, "Bob")
    assert club.answer(private) == 303
    label = device_of(club, "Bob")
    assert label not in ("", device_of(club, "Ann"))
    assert told(club)[-2:] == [("came", "Bob", "Ann", label), ("agreed", "Bob", "Bob", label)]
    assert "Bob came by the link from Ann" in text_of(club.bob.get(club.links["Bob"]))


def test_a_new_link_is_told_to_all_and_waits_for_the_device_that_is_there(client: TestClient, clock: Clock) -> None:
    club = settled(client)
    bob, cleo = device_of(club, "Bob"), device_of(club, "Cleo")
    assert club.stranger.post(f"{club.url}/members", {"do": "renew", "name": "Bob"}).status_code == 403
    assert club.cleo.post(f"{club.url}/members", {"do": "renew", "name": "Bob"}).status_code == 303
    link = link_for(club, club.cleo, "Bob")
    assert link not in ("", club.links["Bob"])
    assert not link_for(club, club.ann, "Bob"), "only who made it has it"
    assert link_for(club, club.bob, "Bob") not in ("", link), "Bob's own is another"
    assert told(club)[-1] == ("linked", "Bob", "Cleo", cleo)
    assert "Cleo has made a new link; it works from" in text_of(club.stranger.get(club.url))
    assert "If you did not ask for it, cancel it." in text_of(club.bob.get(club.url))
    early = club.cleo.post(link, {})
    assert early.status_code == 400
    assert "The device that is Bob now can still cancel this link" in text_of(early)
    assert club.bob.post(f"{club.url}/members", {"do": "cancel"}).status_code == 303
    clock.wait(days=2)
    assert club.stranger.post(link, {}).status_code == 404
    assert told(club)[-1] == ("kept", "Bob", "Cleo", bob)
    assert club.bob.post(f"{club.url}/members", {"do": "allow"}).status_code == 400


@pytest.mark.parametrize("waits", [True, False])
def test_who_has_lost_a_phone_comes_back_and_earlier_answers_stay_whose_they_were(
    client: TestClient, clock: Clock, waits: bool
) -> None:
    club, phone = settled(client), Browser(client)
    old = device_of(club, "Bob")
    club.ann.post(f"{club.url}/members", {"do": "renew", "name": "Bob"})
    link = link_for(club, club.ann, "Bob")
    if waits:
        clock.wait(days=1, seconds=1)
    else:
        assert club.bob.post(f"{club.url}/members", {"do": "allow"}).status_code == 303
    assert "Welcome back, Bob" in text_of(phone.get(link))
    assert phone.post(link, {}).status_code == 303
    new = device_of(club, "Bob")
    assert new not in ("", old)
    assert told(club)[-1] == ("moved", "Bob", "Ann", new)
    assert club.bob.post(f"{club.url}/members", {"name": "Zoe"}).status_code == 403
    assert phone.post(f"{club.url}/change", {"option.target": "200", "needed": "2"}).status_code == 303
    now = document(club)
    assert (now.in_force.devices["Bob"], now.proposal.devices["Bob"]) == (old, new)
    page = text_of(club.stranger.get(club.url))
    assert f"device {old}" in page
    assert f"device {new}" in page
    assert not faults(write_agreement(now), "it")


def test_ones_own_link_moves_at_once_and_works_once(client: TestClient) -> None:
    club, phone, thief = settled(client), Browser(client), Browser(client)
    link = link_for(club, club.bob, "Bob")
    assert phone.post(link, {}).status_code == 303
    assert told(club)[-1] == ("moved", "Bob", "Bob", device_of(club, "Bob"))
    assert thief.post(link, {}).status_code == 404
    assert club.bob.post(f"{club.url}/members", {"name": "Zoe"}).status_code == 403


def test_a_link_nobody_has_used_is_replaced_by_any_member_and_logged(client: TestClient) -> None:
    club = Club(client)
    club.come(club.cleo, "Cleo")
    club.cleo.post(f"{club.url}/members", {"do": "renew", "name": "Bob"})
    assert club.stranger.post(club.links["Bob"], {}).status_code == 404, "the founder's copy is worth nothing"
    assert not link_for(club, club.ann, "Bob")
    assert told(club)[-1] == ("linked", "Bob", "Cleo", device_of(club, "Cleo"))
    assert club.bob.post(link_for(club, club.cleo, "Bob"), {}).status_code == 303


def test_who_adds_a_member_has_the_link(client: TestClient) -> None:
    club = settled(client)
    club.bob.post(f"{club.url}/members", {"name": "Dan"})
    assert link_for(club, club.bob, "Dan")
    assert not link_for(club, club.ann, "Dan")
    assert told(club)[-1] == ("added", "Dan", "Bob", device_of(club, "Bob"))
    assert club.ann.get(f"{club.url}/qr/3.svg").status_code == 403
    assert club.bob.get(f"{club.url}/qr/3.svg").status_code == 200


def test_an_answer_that_changes_leaves_the_one_before_in_the_log(client: TestClient) -> None:
    club = settled(client)
    club.ann.post(f"{club.url}/change", {"option.target": "200", "needed": "2"})
    for do in ("object", "withdraw"):
        assert club.answer(club.bob if do == "object" else club.ann, do) == 303
    done = [(did, who) for did, who, _, _ in told(club)]
    assert done[-3:] == [("proposed", "Ann"), ("objected", "Bob"), ("withdrew", "Ann")]


def test_answers_changed_again_and_again_are_one_entry(client: TestClient) -> None:
    club = Club(client)
    club.come(club.bob, "Bob")
    before = len(told(club))
    for do in ("agree", "object", "agree", "object"):
        assert club.answer(club.bob, do) == 303
    assert [did for did, *_ in told(club)[before:]] == ["objected"]


def test_no_page_tells_anybody_anothers_link_or_cookie(client: TestClient) -> None:
    """Every page and file, as each member gets it, against every secret in the server's file."""
    club = settled(client)
    club.cleo.post(f"{club.url}/members", {"do": "renew", "name": "Bob"})
    club.bob.post(f"{club.url}/members", {"name": "Dan"})
    table = club.ann.post(f"{club.url}/table", {}).headers["location"]
    browsers = {"Ann": club.ann, "Bob": club.bob, "Cleo": club.cleo, "": club.stranger}
    cookies = {name: set(browser.jar.values()) for name, browser in browsers.items()}
    secrets = secrets_of(client).union(*cookies.values())
    own = {name: {link_for(club, one, name or "-").rpartition("/")[2]} - {""} for name, one in browsers.items()}
    own["Bob"].add(link_for(club, club.bob, "Dan").rpartition("/")[2])
    own["Cleo"].add(link_for(club, club.cleo, "Bob").rpartition("/")[2])
    own["Ann"] |= set(re.findall(r"/sit/([\w-]+)", club.ann.get(f"/seating/tables?t={table.rpartition('/')[2]}").text))
    assert len(secrets) > 12
    asked = 0
    kinds = ("/house", "/table", "/seating", "/healthz", "/match")
    pages = [one for one in addresses(table.rpartition("/")[2], club.url.rpartition("/")[2]) if one.startswith(kinds)]
    for name, browser in browsers.items():
        for address in ("/", club.url, *pages):
            answer = browser.get(address)
            seen = answer.text + json.dumps(dict(answer.headers))
            others = secrets - own[name] - cookies[name]
            told = [one for one in others if one in seen and one not in address]
            assert not told, (name, address)
            asked += 1
    assert asked > 60


def test_a_file_from_before_keeps_its_members_and_renews_their_links(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with TestClient(create_app(path, tempo=0)) as client:
        club = Club(client)
        club.come(club.bob, "Bob")
        text = document(club)
        keys = {name: link.rpartition("/")[2] for name, link in club.links.items()}
    with closing(sqlite3.connect(path)) as old, old:
        rows = old.execute("SELECT agreement_id, name, holder, key, played FROM members").fetchall()
        old.executescript(
            "DROP TABLE members; PRAGMA user_version = 6;"
            " CREATE TABLE members (agreement_id TEXT NOT NULL REFERENCES agreements(id), name TEXT NOT NULL,"
            " holder TEXT NOT NULL DEFAULT '', key TEXT NOT NULL, played INTEGER NOT NULL DEFAULT 0,"
            " PRIMARY KEY (agreement_id, name)) STRICT; CREATE INDEX members_by_holder ON members(holder);"
        )
        for group, name, holder, _, played in rows:  # there everybody's link stayed as the founder had made it
            old.execute("INSERT INTO members VALUES (?, ?, ?, ?, ?)", (group, name, holder, keys[name], played))
        assert text.proposal is not None
        plain = write_agreement(replace(text, log=(), proposal=replace(text.proposal, devices={})))
        assert "device" not in plain
        old.execute("UPDATE agreements SET document = ?", (plain,))
    with TestClient(create_app(path, tempo=0)) as client:
        for browser in (club.ann, club.bob, club.cleo, club.stranger):
            browser.client = client
        assert club.stranger.post(club.links["Bob"], {}).status_code == 404, "its copies are worth nothing any more"
        assert club.cleo.post(club.links["Cleo"], {}).status_code == 303, "nobody has used this one"
        assert club.answer(club.bob) == 303
        assert not faults(write_agreement(document(club)), "it")
        assert ("came", "Cleo", "Ann", device_of(club, "Cleo")) in told(club)


def test_devices_are_told_apart_and_nothing_else_is_told_of_them(client: TestClient) -> None:
    """One browser has another label in every document, and a label is made of nothing that could be used."""
    ann = Browser(client)
    made = [ann.post("/house/new/klondike", {"title": t, "name": "Ann"}).headers["location"] for t in ("One", "Two")]
    labels = {read_agreement(ann.get(f"{url}/file").text).log[0].device for url in made}
    assert len(labels) == 2
