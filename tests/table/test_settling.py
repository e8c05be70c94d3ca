"""Deals that can be won, and whether a deal could have been: asked of the solver, which sees all cards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.engine.game import Game
from parlour.solve import Settler
from parlour.table import settling
from parlour.table.hall import Hall
from parlour.table.settling import can_be_settled
from parlour.table.store import Store
from parlour.table.understudy import Understudy
from table import clockwork
from table.browsers import Browser

WINNABLE, UNWINNABLE = 5, 52
"""Deals of Klondike by their numbers, both settled within some positions."""


def dealing(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> Iterator[int]:
    """Have these numbers drawn, one after another."""
    drawn = iter(numbers)
    monkeypatch.setattr(settling, "fresh_deal", lambda: next(drawn))
    return drawn


def given_up(ann: Browser, deal: int, *choices: str, game: str = "klondike") -> str:
    """A deal played so far and given up; the page of the match."""
    table = ann.make(game, "you", deal=str(deal))
    with ann.at(table) as socket:
        for choice in (*choices, "resign"):
            socket.until("menu")
            socket.choose(choice)
        socket.until("over")
    return table.replace("/table/", "/match/")


# before the first card


def test_a_deal_that_can_be_won_is_looked_for(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    left = dealing(monkeypatch, UNWINNABLE, WINNABLE, 99)
    table = ann.make("klondike", "you", winnable="true")
    with ann.at(table) as socket:
        hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
        assert (hello["deal"], hello["winnable"], hello["solver"]) == (WINNABLE, "yes", True)
        socket.until("menu")
    assert list(left) == [99], "nothing is looked at beyond what was wanted"
    with ann.at(table) as socket:
        assert socket.until("hello")["deal"] == WINNABLE, "it is kept as any deal is"
    assert f"deal {WINNABLE}" in ann.get("/").text


def test_the_next_deal_can_be_won_too_and_the_same_again_is_the_same(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    dealing(monkeypatch, WINNABLE, UNWINNABLE, WINNABLE + 1)
    with ann.at(ann.make("klondike", "you", winnable="true")) as socket:
        socket.until("menu")
        socket.say(do="again", same=True)
        same = socket.until("go")["url"]
    with ann.at(same) as socket:
        assert socket.until("hello")["deal"] == WINNABLE
        socket.until("menu")
        socket.choose("resign")
        socket.until("over")
        socket.say(do="again")
        other = socket.until("go")["url"]
    with ann.at(other) as socket:
        hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
        assert (hello["deal"], hello["winnable"]) == (WINNABLE + 1, "yes")


def test_where_none_is_found_in_time_it_says_so(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    dealing(monkeypatch, WINNABLE)
    monkeypatch.setattr(settling, "SEARCH_SECONDS", 0.0)
    with ann.at(ann.make("klondike", "you", winnable="true")) as socket:
        hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
        assert (hello["deal"], hello["winnable"]) == (WINNABLE, "unknown")
        socket.until("menu")


def test_nobody_waits_for_a_solver_that_is_still_being_compiled(tmp_path: Path) -> None:
    async def play() -> tuple[float, bool]:
        hall = Hall(Store(tmp_path / "tables.db"))
        hall.understudy = Understudy()
        hall.settles = lambda game: hall.spawn(asyncio.sleep(1e6))  # type: ignore[method-assign]
        _, found = await hall.settling.deal(Game("klondike"))
        waited = asyncio.get_running_loop().time()
        await hall.close()
        return waited, found

    assert clockwork.run(play()) == (settling.SEARCH_SECONDS, False)


def test_what_cannot_be_looked_for(ann: Browser) -> None:
    form = {"seats": "1", "seat.0": "you", "winnable": "true"}
    assert "not both" in ann.post("/new/klondike", form | {"deal": "7"}).text
    for game, house in (("klondike", {"option.empty_column": "any"}), ("spider", {"option.manual_removal": "true"})):
        answer = ann.post(f"/new/{game}", form | house)
        assert answer.status_code == 400
        assert f"the solver of {game}" in answer.text
    assert 'name="winnable"' in ann.get("/new/spider").text
    assert 'name="winnable" value="true" checked' in ann.get("/new/klondike?winnable=true").text
    assert 'name="winnable"' not in ann.get("/new/schnapsen").text
    assert not can_be_settled(Game("klondike", house={"empty_column": "any"}))


# afterwards


def test_it_is_told_whether_a_deal_could_have_been_won_and_how(ann: Browser) -> None:
    match = given_up(ann, WINNABLE, "draw")
    found = ann.get(f"{match}/winnable/0.json").json()
    assert found["winnable"] is True
    verdict = Settler(Game("klondike")).settle(parlour.game("klondike").start(seed=WINNABLE).tables)
    assert found["moves"] == len(verdict.line)
    end = ann.get(f"{match}/winnable/99999999.json").json()
    assert end["entries"] == found["entries"] + 1, "from where it was given up"

    line = found["line"].split("?")[1]
    told = ann.get(f"{match}/replay.json?{line}").json()
    steps = ann.get(f"{match}/hands/0.json?{line}").json()["steps"]
    assert told["winners"] == [0]
    assert told["line"] == next(k for k, step in enumerate(steps) if step.get("entry", -1) >= 0) - 1
    assert steps[-1]["view"]["over"]
    made = [step for step in steps if step.get("entry", -1) >= 0]
    assert len(made) == found["moves"]
    was = ann.get(f"{match}/replay.json").json()
    assert (was["line"], was["winners"], was["hello"]["solver"]) == (-1, [], True)


def test_a_deal_that_could_not_be_won(ann: Browser) -> None:
    match = given_up(ann, UNWINNABLE)
    found = ann.get(f"{match}/winnable/0.json").json()
    assert (found["winnable"], found["moves"], found["line"]) == (False, 0, "")
    answer = ann.get(f"{match}/replay.json?line=0")
    assert answer.status_code == 400
    assert answer.json()["error"] == "no line from there is known that wins"
    assert ann.get(f"{match}/replay.json?line=x").status_code == 400


def test_what_was_not_settled_is_not_said_to_be_lost(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "ASKED_SECONDS", 0.0)
    match = given_up(ann, 7, game="spider")
    assert ann.get(f"{match}/winnable/0.json").json()["winnable"] is None


def test_nobody_is_told_while_it_goes_on_nor_who_may_not_see_all_cards(ann: Browser, bob: Browser) -> None:
    table = ann.make("klondike", "you", deal=str(WINNABLE))
    match = table.replace("/table/", "/match/")
    with ann.at(table) as socket:
        socket.until("menu")
        assert ann.get(f"{match}/winnable/0.json").status_code == 409
        assert ann.get(f"{match}/replay.json?line=0").status_code == 409
        socket.choose("resign")
        socket.until("over")
        assert ann.get(f"{match}/winnable/0.json").status_code == 200
        assert bob.get(f"{match}/winnable/0.json").status_code == bob.get(f"{match}/replay.json?line=0").status_code == 403
        socket.say(do="undo")
        socket.until("menu")
        assert ann.get(f"{match}/winnable/0.json").status_code == 409, "it goes on again"


def test_a_game_without_a_solver_has_no_answer(ann: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance")
    with ann.at(table) as socket:
        assert "solver" not in socket.until("hello")
        socket.until("menu")
        socket.say(do="end")
        socket.until("presence", where=lambda message: message.get("ended"))
    answer = ann.get(f"{table.replace('/table/', '/match/')}/winnable/0.json")
    assert answer.status_code == 400
    assert "no solver for schnapsen" in answer.json()["error"]
