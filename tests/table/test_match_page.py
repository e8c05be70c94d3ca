"""The page of a match that is over: who may see what of it, and what the strong player would have done."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour
from parlour.engine.deals import PastDeals
from parlour.engine.match import Chance, Match
from parlour.table.live import LiveMatch
from parlour.table.replays import can_be_dealt_again
from parlour.table.rows import Row, written
from table.browsers import Browser, first_choice
from table.test_protocol import invited


def played(browser: Browser, table: str) -> None:
    """Answer with the first choice until the match is over."""
    with browser.at(table) as socket:
        while (message := socket.until("menu", "over"))["type"] == "menu":
            socket.choose(first_choice(message))


def finished(ann: Browser, **form: str) -> str:
    """A match of Schnapsen against a bot, to its end; the address of its page."""
    table = ann.make("schnapsen", "you", "bot:chance", **{"option.target_vp": "3", "name": "Ann"} | form)
    played(ann, table)
    return table.replace("/table/", "/match/")


def steps(browser: Browser, match: str, eye: str) -> list[dict[str, Any]]:
    found = browser.get(f"{match}/replay.json?eye={eye}").json()
    return [step for k in range(len(found["hands"])) for step in browser.get(f"{match}/hands/{k}.json?eye={eye}").json()["steps"]]


def test_nothing_is_shown_before_the_match_is_over(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance", watch="true")
    with ann.at(table) as socket:
        socket.until("menu")
        match = table.replace("/table/", "/match/")
        for path in ("", "/replay.json", "/replay.json?eye=open", "/hands/0.json?eye=open", "/choices/2.json"):
            assert ann.get(match + path).status_code == 409
            assert bob.get(match + path).status_code == 409


def test_one_who_sat_sees_the_match_as_it_was_and_with_all_cards_open(ann: Browser) -> None:
    match = finished(ann)
    assert "match-replay" in ann.get(match).text
    found = ann.get(f"{match}/replay.json").json()
    assert [eye["name"] for eye in found["eyes"]] == ["0", "open", "1", "public"]
    assert found["eye"] == "0"
    assert found["over"]
    assert found["hands"]
    assert len(found["sheet"]["rows"]) == len(found["hands"])
    own, opened = steps(ann, match, "0"), steps(ann, match, "open")
    assert any(step["view"]["places"].get("hand.1", {}).get("unknown") for step in own)
    assert not any(place["unknown"] or -1 in place["cards"] for step in opened for place in step["view"]["places"].values())
    assert any(line["text"] for step in own for line in step.get("lines", []))
    assert {step["step"]["seat"] for step in own if "entry" in step} == {0}
    assert {step["step"]["seat"] for step in opened if "entry" in step} == {0, 1}


def test_the_eyes_of_a_seat_see_what_its_browser_was_told(ann: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance", **{"option.target_vp": "3"})
    with ann.at(table) as socket:
        while (message := socket.until("menu", "over"))["type"] == "menu":
            socket.choose(first_choice(message))
        live = [m["view"] for m in socket.read if m["type"] == "view" and m["step"] is not None]
    again = [step["view"] for step in steps(ann, table.replace("/table/", "/match/"), "0")]
    assert again == live


def test_a_stranger_sees_by_the_link_what_onlookers_saw_and_what_the_host_allows(ann: Browser, bob: Browser) -> None:
    match = finished(ann)
    found = bob.get(f"{match}/replay.json").json()
    assert [eye["name"] for eye in found["eyes"]] == ["public"]
    assert not found["may"]["ask"]
    assert found["hello"]["you"] == -1
    shown = steps(bob, match, "public")
    assert not any(place["cards"] for step in shown for name, place in step["view"]["places"].items() if name.startswith("hand"))
    for path in ("/replay.json?eye=open", "/hands/0.json?eye=0", "/choices/2.json"):
        assert bob.get(match + path).status_code == 403
    assert bob.get(match.replace("/match/", "/table/") + "/record").status_code == 403
    assert bob.post(f"{match}/link", {"link": "open"}).status_code == 403, "only the host"
    assert ann.post(f"{match}/link", {"link": "everything"}).status_code == 400
    assert ann.post(f"{match}/link", {"link": "open"}).status_code == 303
    assert bob.get(f"{match}/hands/0.json?eye=open").status_code == 200
    assert bob.get(match.replace("/match/", "/table/") + "/record").status_code == 200
    assert ann.post(f"{match}/link", {"link": "closed"}).status_code == 303
    assert bob.get(match).status_code == bob.get(f"{match}/replay.json").status_code == 403


def test_players_have_their_own_choices_reviewed(ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.table.replays.REVIEW_SECONDS", 0.02)
    match = finished(ann)
    assert ann.get(f"{match}/replay.json").json()["may"]["review"]
    found = ann.get(f"{match}/review.json").json()
    own = {step["entry"] for step in steps(ann, match, "0") if step.get("entry", -1) >= 0 and step["step"]["seat"] == 0}
    assert 1 <= found["weighed"] <= len(own)
    assert len(found["costly"]) <= 3
    assert {one["entry"] for one in found["costly"]} <= own
    assert all(one["taken"] != one["best"] and one["why"] and "±" in one["figure"] for one in found["costly"])
    assert "level “fair”" in found["text"] or "too few" in found["text"]
    assert ann.get(f"{match}/review.json").json() == found, "it is thought about once"
    assert bob.get(f"{match}/review.json").status_code == 403
    assert not bob.get(f"{match}/replay.json").json()["may"]["review"]


def test_the_strong_player_is_asked_with_the_eyes_of_whoever_chose(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(ann)
    step = next(step for step in steps(ann, match, "open") if step.get("entry", -1) >= 0 and step["step"]["seat"] == 1)
    found = ann.get(f"{match}/choices/{step['entry']}.json").json()
    assert found["seat"] == 1
    assert found["taken"]
    assert found["advised"]
    assert 1 <= len(found["options"]) <= 4
    assert found["text"].endswith(".")
    assert sum(option["taken"] for option in found["options"]) <= 1
    assert ann.get(f"{match}/choices/0.json").json()["error"] == "nobody chose there"
    assert ann.get(f"{match}/choices/999999.json").status_code == 400
    assert ann.get(f"{match}/hands/77.json").json() == {"error": "there is no such hand in this match"}


def test_a_match_that_its_host_has_ended_is_opened_by_all_who_sat(ann: Browser, bob: Browser) -> None:
    table = ann.make("cucumber", "you", "friend", "bot:chance", window="0", **{"option.limit": "10"})
    invited(ann, bob, table)
    match = table.replace("/table/", "/match/")
    with ann.at(table) as hers, bob.at(table) as his:
        his.until("view", where=lambda message: message["view"]["hand_number"] == 1)
        assert bob.get(f"{match}/hands/0.json?eye=open").status_code == 409
        hers.say(do="end")
        his.until("presence", where=lambda message: message.get("ended"))
    for browser, own in ((ann, "0"), (bob, "1")):
        assert json.loads(browser.get(f"{match}/replay.json").text)["eye"] == own
        assert browser.get(f"{match}/hands/0.json?eye=open").status_code == 200


# the same deals again


def first_hand(browser: Browser, match: str) -> dict[str, Any]:
    """All cards as they were dealt first."""
    step = next(step for step in steps(browser, match, "open") if step["view"]["hand_number"] == 1)
    return {name: place["cards"] for name, place in step["view"]["places"].items()}


def test_the_same_deals_are_played_again_against_bots_and_both_results_stand_side_by_side(ann: Browser, bob: Browser) -> None:
    match = finished(ann)
    assert bob.post(f"{match}/again", {"level": "chance"}).status_code == 403
    assert ann.post(f"{match}/again", {"level": "genius"}).status_code == 400
    answer = ann.post(f"{match}/again", {"level": "chance"})
    assert answer.status_code == 303
    table = answer.headers["location"]
    counted = len(ann.get("/statistics/matches.json").json()["matches"])
    played(ann, table)
    again = table.replace("/table/", "/match/")
    assert first_hand(ann, again) == first_hand(ann, match)
    found = ann.get(f"{again}/replay.json").json()
    assert found["hello"]["game"]["house"] == ann.get(f"{match}/replay.json").json()["hello"]["game"]["house"]
    before = found["before"]
    assert before["url"] == match
    assert before["now"] == found["sheet"]["rows"][-1]["totals"][0]
    assert before["now"] == sum(hand["now"] or 0 for hand in before["hands"])
    (rematch,) = ann.get(f"{match}/replay.json").json()["again"]
    assert (rematch["url"], rematch["then"], rematch["now"]) == (again, before["then"], before["now"])
    assert len(ann.get("/statistics/matches.json").json()["matches"]) == counted, "a player who knows the cards is not counted"
    third = ann.post(f"{again}/again", {"level": "chance"}).headers["location"]
    played(ann, third)
    assert ann.get(third.replace("/table/", "/match/") + "/replay.json").json()["before"]["url"] == match


def test_deals_of_an_earlier_version_are_not_dealt_again() -> None:
    game = parlour.game("schnapsen")
    live = LiveMatch(game.fresh(live=True), ["A", "B"])
    rows = live.begin().rows
    assert can_be_dealt_again(game, rows)
    (seal,) = [row for row in rows if row.kind == "commit"]
    hand, digest, _ = seal.data
    older = [Row("commit", written([hand, digest, "0" * 32])) if row is seal else row for row in rows]
    assert not can_be_dealt_again(game, older)
    assert not can_be_dealt_again(game, [row for row in rows if row is not seal])


def deals_of(match: Match) -> list[Chance]:
    """The lots, then every deal."""
    return [entry for entry in match.log if isinstance(entry, Chance)]


def test_hands_are_dealt_again_whatever_is_played() -> None:
    """Polignac, where the deal goes round: the second match plays other cards and gets the same deals."""
    game = parlour.game("polignac", target=50)

    def match_of(pick: int, redealt: PastDeals | None = None) -> Match:
        match = game.fresh(live=True, redealt=redealt)
        match.begin()
        while not match.over and match.row.hand_number < 4:
            match.play(match.codes()[pick])
        return match

    first = match_of(0)
    lots = deals_of(first)[0]
    again = match_of(-1, PastDeals(lots.fields, {seal.hand: seal.salt for seal in first.commitments[:3]}))
    assert first.log != again.log
    seals = [[seal.digest for seal in match.commitments] for match in (first, again)]
    hands = [
        [{k: v for k, v in entry.fields.items() if k.startswith("hand.")} for entry in match.log if isinstance(entry, Chance)]
        for match in (first, again)
    ]
    assert hands[0][1:4] == hands[1][1:4]
    assert all(hands[0][1:4])
    assert seals[0][0] == seals[1][0]
    assert hands[0][4] != hands[1][4], "the fourth has no salt: it is dealt afresh"
