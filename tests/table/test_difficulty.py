"""How hard a deal is: who is told, when, and that nothing else of it is."""

from __future__ import annotations

import pytest

from parlour.engine.game import Game
from parlour.solve import rater
from parlour.solve.deals import Numbered
from parlour.solve.verdicts import UNWINNABLE, WORDS, Rating
from parlour.table import daily, daily_pages, settling
from parlour.table.difficulty import Difficulties
from table.browsers import Browser
from table.test_settling import WINNABLE, dealing

TODAY = "2026-11-27"
VEGAS = {"option.scoring": "vegas"}


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_pages, "_today", lambda: daily_pages.date.fromisoformat(TODAY))


def word_of(deal: int) -> str:
    return str(rater(Game("klondike")).rate(Numbered(Game("klondike"), deal, 1)[0].tables).word)


def test_who_sits_there_may_ask_and_learns_one_word(ann: Browser, bob: Browser) -> None:
    table = ann.make("klondike", "you", deal=str(WINNABLE))
    answer = ann.get(f"{table}/difficulty.json")
    assert answer.json() == {"difficulty": word_of(WINNABLE)}
    assert answer.headers["cache-control"] == "private, no-store"
    assert bob.get(f"{table}/difficulty.json").status_code == 404
    assert bob.get("/table/nothing/difficulty.json").status_code == 404
    with ann.at(table) as socket:
        socket.until("menu")
        socket.choose("draw")
        socket.until("menu")
        assert not any(word in str(socket.read) for word in (*WORDS[2:], UNWINNABLE)), "no other message says it"


def test_what_has_none(ann: Browser) -> None:
    for table in (ann.make("schnapsen", "you", "bot:chance"), ann.make("klondike", "you", **{"option.empty_column": "any"})):
        assert "no difficulty" in ann.get(f"{table}/difficulty.json").json()["error"]


def test_the_calendar_asks_day_by_day(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "numbers", lambda game, day: iter([WINNABLE]))
    assert ann.get(f"/daily/klondike/{TODAY}.json?form=0").json() == {"difficulty": word_of(WINNABLE)}
    for day, form in (("2026-11-28", "0"), ("x", "0"), (TODAY, "9")):
        assert ann.get(f"/daily/klondike/{day}.json?form={form}").status_code == 400
    assert ann.get(f"/daily/schnapsen/{TODAY}.json").status_code == 404


def test_a_deal_is_rated_once(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def rated(self: Difficulties, game: Game, deal: int) -> Rating:
        asked.append(deal)
        return Rating("hard", True, 0.5, 0.5)

    monkeypatch.setattr(Difficulties, "_rated", rated)
    tables = [ann.make("klondike", "you", deal="7") for _ in range(2)]
    for table in (*tables, *tables):
        assert ann.get(f"{table}/difficulty.json").json() == {"difficulty": "hard"}
    assert asked == [7]


def ratings(monkeypatch: pytest.MonkeyPatch, words: dict[int, str]) -> None:
    """Numbered deals have these words, and are dealt in this order. The house rules `VEGAS` have none that are known already."""
    monkeypatch.setattr(Difficulties, "_rated", lambda self, game, deal: Rating(words[deal], None, 0.5, 0.0))
    dealing(monkeypatch, *words)


def test_a_deal_is_as_hard_as_asked_for_and_so_is_the_next(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {1: "easy", 2: UNWINNABLE, WINNABLE: "hard", 3: "very hard", WINNABLE + 1: "hard"}
    ratings(monkeypatch, words)
    table = ann.make("klondike", "you", difficulty="hard", **VEGAS)
    for deal in (WINNABLE, WINNABLE + 1):
        with ann.at(table) as socket:
            hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
            assert (hello["deal"], hello["winnable"], hello["difficulty"]) == (deal, "yes", "hard")
            assert ann.get(f"{table}/difficulty.json").json() == {"difficulty": "hard"}
            socket.until("menu")
            socket.choose("resign")
            socket.until("over")
            socket.say(do="again")
            table = socket.until("go")["url"]


def test_if_none_is_as_hard_one_that_comes_close_is_dealt(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    ratings(monkeypatch, {11: "easy", 12: "moderate", 13: "very hard", 14: "easy"})
    monkeypatch.setattr(settling, "LEAST_SECONDS", settling.SEARCH_SECONDS / 4)
    with ann.at(ann.make("klondike", "you", difficulty="hard", **VEGAS)) as socket:
        hello = socket.until("hello", where=lambda message: message.get("deal", 0) > 0)
        assert hello["deal"] in (12, 13)
        assert hello["winnable"] == "unknown"


def test_what_cannot_be_asked_for(ann: Browser) -> None:
    form = {"seats": "1", "seat.0": "you", "difficulty": "hard"}
    assert "not both" in ann.post("/new/klondike", form | {"deal": "7"}).text
    assert "difficulty: &#39;mild&#39;" in ann.post("/new/klondike", form | {"difficulty": "mild"}).text
    assert ann.post("/new/klondike", form | {"option.empty_column": "any"}).status_code == 400
    assert '<option value="hard" selected>hard</option>' in ann.get("/new/klondike?difficulty=hard").text
    assert 'name="difficulty"' not in ann.get("/new/schnapsen").text
