"""Daily deals: the same for everybody, one that can be won, a calendar of one's own."""

from __future__ import annotations

import re
from itertools import islice

import pytest

import parlour
from parlour.engine.game import Game
from parlour.solve import Settler
from parlour.table import daily, daily_pages, settling
from table.browsers import Browser
from table.test_settling import UNWINNABLE, WINNABLE

TODAY = "2026-11-27"


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_pages, "_today", lambda: daily_pages.date.fromisoformat(TODAY))


def begun(browser: Browser, day: str, game: str = "klondike", form: str = "0") -> str:
    answer = browser.post(f"/daily/{game}", {"form": form, "day": day})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def deal_of(browser: Browser, table: str, *choices: str) -> int:
    with browser.at(table) as socket:
        hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
        assert hello["winnable"] == "yes"
        socket.until("menu")
        for choice in choices:
            socket.choose(choice)
            socket.until("menu", "over")
        return int(hello["deal"])


def test_numbers_follow_from_the_day_and_the_house_rules_alone() -> None:
    one, three = Game("klondike"), Game("klondike", house={"draw": 3})
    found = [tuple(islice(daily.numbers(game, day), 5)) for game in (one, three) for day in ("2026-11-26", TODAY)]
    assert found[1] == tuple(islice(daily.numbers(Game("klondike"), TODAY), 5))
    assert len({number for numbers in found for number in numbers}) == 20
    assert found[1][0] == 368532092, "the deals of past days never change"
    assert [form.title for form in daily.forms(one.room)] == ["Draw one", "Draw three"]
    assert [form.game.house for form in daily.forms(Game("spider").room)] == [{"suits": 1}, {"suits": 2}, {}]


def test_everybody_gets_the_first_that_can_be_won(ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([UNWINNABLE, WINNABLE, 6]))
    assert deal_of(ann, begun(ann, "2026-11-03")) == WINNABLE
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([6]))
    assert deal_of(bob, begun(bob, "2026-11-03")) == WINNABLE, "it was found once"
    assert deal_of(bob, begun(bob, "2026-11-04")) == 6


def test_the_calendar_is_ones_own(ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([WINNABLE]))
    line = Settler(Game("klondike")).settle(parlour.game("klondike").start(seed=WINNABLE).tables).line
    deal_of(ann, begun(ann, TODAY), *line)
    deal_of(ann, begun(ann, "2026-11-20"), "resign")
    open_table = begun(ann, "2026-11-21")
    deal_of(ann, open_table, "draw")
    assert begun(ann, "2026-11-21") == open_table, "it goes on where it stood"
    assert states(ann) == {"20": "not won yet", "21": "begun", "27": "won"}
    assert states(bob) == {}
    assert states(ann, form="1") == {}, "each form has its own"
    again = begun(ann, TODAY)
    deal_of(ann, again, "resign")
    assert states(ann)["27"] == "won", "won once is won"
    text = ann.get("/daily/klondike").text
    assert "1 won this month" in text
    assert "Play today’s deal again" in text
    assert not re.search('value="2026-11-28"', text), "not before its day"
    assert 'month=2026-10"' in text
    assert 'month=2026-12"' not in text
    with ann.at(again) as socket:
        assert socket.until("hello")["daily"] == TODAY
        socket.until("over")
        socket.say(do="again")
        other = socket.until("go")["url"]
    with ann.at(other) as socket:
        assert "daily" not in socket.until("hello")


def states(browser: Browser, form: str = "0") -> dict[str, str]:
    text = browser.get(f"/daily/klondike?form={form}&month=2026-11").text
    found = re.findall(r'aria-label="(\d+) November: ([^"]+)"', text)
    assert len(found) == 27
    return {day: state for day, state in found if state != "not played yet"}


@pytest.mark.parametrize("day", ["2026-11-28", "2019-12-31", "", "27", "x" * 500, "2026-13-01"])
def test_a_day_without_a_deal(ann: Browser, day: str) -> None:
    assert ann.post("/daily/klondike", {"form": "0", "day": day}).status_code == 400


def test_what_has_no_daily_deals(ann: Browser) -> None:
    assert ann.get("/daily/schnapsen").status_code == 404
    assert ann.get("/daily/nothing").status_code == 404
    assert ann.get("/daily/klondike?form=9").status_code == 400
    for month in ("2030-01", "2019-01", "x", "2026-99"):
        assert "November 2026" in ann.get(f"/daily/klondike?month={month}").text
    assert 'href="/daily/spider"' in ann.get("/").text


def test_if_none_is_found_in_time_it_is_said(ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "SEARCH_SECONDS", 0.0)
    deals = set()
    for browser in (ann, bob):
        with browser.at(begun(browser, "2026-11-11")) as socket:
            hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
            assert hello["winnable"] == "unknown"
            deals.add(hello["deal"])
    assert len(deals) == 1
