"""Which move lost a patience: found by halving, with questions that stay unanswered, and asked of the solver over the line."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

import parlour
from parlour.engine.game import Game
from parlour.languages import language, speaking
from parlour.solve import Settler
from parlour.table import daily, daily_pages, settling
from parlour.table.daily import Form
from parlour.table.live import Change, LiveMatch
from parlour.table.lost import Bracket, bracketed, sentence
from parlour.table.store import Row
from table.browsers import Browser
from table.test_settling import UNWINNABLE, WINNABLE, given_up


def asked_about(last: int, lost: int, unknown: set[int], most: int = 24) -> tuple[Bracket, list[int]]:
    """Return what is found if all positions from `lost` on are lost, and the questions that were asked."""
    questions: list[int] = []

    async def settled(k: int) -> bool | None:
        questions.append(k)
        return None if k in unknown else k < lost

    return asyncio.run(bracketed(settled, last, most)), questions


@pytest.mark.parametrize("last", [0, 1, 2, 7, 100])
def test_the_move_is_found_with_few_questions(last: int) -> None:
    for lost in range(last + 2):
        found, questions = asked_about(last, lost, set())
        assert (found.won, found.lost) == (lost - 1, lost)
        assert len(questions) == len(set(questions)) <= 2 + last.bit_length()
        assert found.found == (0 < lost <= last)


def test_what_is_not_known_stays_unknown_and_the_rest_is_found() -> None:
    """Against all there is to know: the nearest settled positions on both sides."""
    for last in (3, 6):
        for lost in range(last + 2):
            for bits in range(1 << (last + 1)):
                unknown = {k for k in range(last + 1) if bits >> k & 1}
                found, questions = asked_about(last, lost, unknown)
                known = [k for k in range(last + 1) if k not in unknown]
                assert found.won == max((k for k in known if k < lost), default=-1)
                assert found.lost == min((k for k in known if k >= lost), default=last + 1)
                assert len(questions) == len(set(questions))
    found, questions = asked_about(1000, 500, set(range(1, 1000)), most=9)
    assert (found.won, found.lost, len(questions)) == (0, 1000, 9), "no more questions than allowed"


def test_it_is_said_in_a_sentence() -> None:
    assert sentence(Bracket(-1, 0, 9), "") == "No move of yours: the deal could not be won from the start."
    assert "still be won" in sentence(Bracket(9, 10, 9), "")
    assert sentence(Bracket(4, 5, 9), "Turn the stock") == "Move 5 lost the deal: Turn the stock."
    assert "moves 3 to 7" in sentence(Bracket(2, 7, 9), "")
    assert "From move 7 on it was lost" in sentence(Bracket(-1, 7, 9), "")
    assert "before move 3" in sentence(Bracket(2, 10, 9), "")
    assert "did not find out" in sentence(Bracket(-1, 10, 9), "")
    pseudo = language("qps")
    assert pseudo
    with speaking(pseudo):
        for bracket in (Bracket(-1, 0, 9), Bracket(4, 5, 9), Bracket(2, 7, 9), Bracket(-1, 7, 9), Bracket(2, 10, 9)):
            assert not re.search(r"[A-Za-z]{3}", sentence(bracket, "")), "in the reader's language"


LOSING = 3
"""The move of deal 69 with one time through the stock that loses it: each turns the stock."""


def test_a_move_that_loses_is_named_and_can_be_taken_back(ann: Browser) -> None:
    """With one time through the stock, turning it may lose a deal that can be won."""
    table = ann.make("klondike", "you", deal="69", **{"option.passes": "1"})
    match = table.replace("/table/", "/match/")
    with ann.at(table) as socket:
        for choice in (*["draw"] * 3, "resign"):
            socket.until("menu")
            socket.choose(choice)
        socket.until("over")
        found = ann.get(f"{match}/lost.json").json()
        assert found["text"] == f"Move {LOSING} lost the deal: Turn the stock."
        assert ann.get(f"{match}/winnable/{found['back']}.json").json()["winnable"] is True
        assert ann.get(f"{match}/winnable/{found['entry'] + 1}.json").json()["winnable"] is False
        assert found["line"].startswith(f"{match}?eye=open&line=")
        socket.say(do="rewind", after=found["back"])
        view = socket.until("view")["view"]
        assert view["figures"]["moves"] == LOSING - 1
        assert not view["over"]
        socket.until("menu")
        assert ann.get(f"{match}/lost.json").status_code == 409, "nobody is told while it goes on"
        socket.say(do="rewind", after=0)
        assert socket.refused() == "the deal is not over"
        socket.choose("resign")
        socket.until("over")
    with ann.at(table) as socket:  # read from disk
        socket.until("over")
    (one,) = ann.get("/statistics/matches.json").json()["matches"]
    assert one["won"] == 0


BACK = {
    "rewind": {"do": "rewind", "after": 0},
    "undo": {"do": "undo"},
    "start": {"do": "goto"},
    "mark": {"do": "goto", "name": "a"},
}
"""The ways back from the end of a deal."""


@pytest.mark.parametrize("way", BACK)
def test_a_deal_that_has_ended_has_ended(ann: Browser, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """By now the player may have seen all cards: no way back changes statistics, money or the calendar."""
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([WINNABLE]))
    monkeypatch.setattr(daily, "forms", lambda room: [Form("Vegas", Game(room, 1, {"scoring": "vegas", "auto_finish": False}))])
    line = Settler(Game("klondike")).settle(parlour.game("klondike").start(seed=WINNABLE).tables).line
    day = f"{daily_pages._today():%Y-%m-%d}"
    table = str(ann.post("/daily/klondike", {"form": "0", "day": day}).headers["location"])
    with ann.at(table) as socket:
        socket.until("menu")
        socket.say(do="mark", name="a")
        socket.until("marks", where=lambda message: len(message["marks"]) > 1)
        socket.choose("resign")
        socket.until("over")
        socket.say(**BACK[way])
        for name in line:
            socket.until("menu")
            socket.choose(name)
        assert socket.until("over")["winners"] == [0]
        socket.say(do="seen", on=True)
        time = socket.until("time")
        assert (time["bank"], time["counted"]) == (-52, True)
    (one,) = ann.get("/statistics/matches.json").json()["matches"]
    assert (one["won"], one["score"]) == (0, -52)
    assert f"{int(day[8:])} {daily_pages._today():%B}: not won yet" in ann.get("/daily/klondike").text
    assert "All deals together</dt><dd>−$52<" in ann.get("/statistics").text


@pytest.mark.parametrize("back", [lambda live: live.undo(), lambda live: live.go_to(), lambda live: live.rewind(0)])
def test_a_table_read_from_disk_knows_that_it_has_ended_before(back: Callable[[LiveMatch], Change]) -> None:
    live = LiveMatch(Game("klondike").fresh(WINNABLE), ["Ann"])
    rows = [*live.begin().rows]
    for act in (lambda: live.choose(0, ["draw"]), live.undo, lambda: live.choose(0, ["resign"])):
        change = act()
        assert change is not None
        rows += change.rows
        assert not live.reopened, "undo before the end is an ordinary undo"
    rows += back(live).rows
    again = LiveMatch(Game("klondike").fresh(WINNABLE), ["Ann"])
    again.resume([Row(row.kind, row.body) for row in rows])
    assert again.reopened
    assert not again.match.over


def test_the_calendar_keeps_a_deal_that_ended_if_statistics_are_deleted(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([WINNABLE]))
    day = f"{daily_pages._today():%Y-%m-%d}"
    table = str(ann.post("/daily/klondike", {"form": "0", "day": day}).headers["location"])
    with ann.at(table) as socket:
        socket.until("menu")
        socket.choose("resign")
        socket.until("over")
    ann.post("/statistics/delete", {"game": "", "sure": "yes"})
    assert ann.post("/daily/klondike", {"form": "0", "day": day}).headers["location"] != table, "it is over"


def test_deals_that_no_move_lost_and_answers_that_take_too_long(
    ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hopeless = ann.get(f"{given_up(ann, UNWINNABLE, 'draw')}/lost.json").json()
    assert (hopeless["entry"], hopeless["back"], hopeless["line"]) == (-1, -1, "")
    assert "from the start" in hopeless["text"]
    match = given_up(ann, WINNABLE, "draw")
    fine = ann.get(f"{match}/lost.json").json()
    assert "could still be won" in fine["text"]
    assert fine["back"] >= 0
    assert bob.get(f"{match}/lost.json").status_code == 403
    monkeypatch.setattr(settling, "LOST_SECONDS", 0.0)
    other = given_up(ann, WINNABLE + 1, "draw")
    assert "did not find out" in ann.get(f"{other}/lost.json").json()["text"]
