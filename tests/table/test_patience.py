"""Games for one: numbered deals, bookmarks, and decided games played to their end."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import parlour
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.table.bookmarks import MOST_MARKS, WHERE_YOU_WERE
from parlour.table.forms import MOST_DEALS
from parlour.table.live import LiveMatch
from parlour.table.rows import Row
from parlour.table.store import _SCHEMA, VERSION, Store
from table.browsers import Browser, Socket


def dealt(game: str = "klondike", deal: int = 7) -> tuple[LiveMatch, list[Row]]:
    live = LiveMatch(Game(game).fresh(deal), ["Ann"])
    return live, list(live.begin().rows)


def stands(live: LiveMatch) -> dict[str, tuple[int, bool]]:
    return {mark.name: (mark.choices, mark.here) for mark in live.marks().marks}


# bookmarks


def test_back_to_a_bookmark_from_another_way() -> None:
    live, rows = dealt()
    start = live.match.position()
    for _ in range(3):
        rows += live.choose(0, ["draw"]).rows
    rows += live.mark("three").rows
    three = live.match.position()
    assert stands(live) == {"": (0, False), "three": (3, True)}
    rows += live.choose(0, ["draw"]).rows
    for _ in range(3):
        rows += live.undo().rows
    one = live.match.position()
    rows += live.choose(0, [next(name for name in live.match.choices() if name not in ("draw", "resign"))]).rows
    elsewhere = live.match.position()
    rows += live.go_to("three").rows
    assert live.match.position() == three
    assert stands(live) == {"": (0, False), "three": (3, True), WHERE_YOU_WERE: (2, False)}
    with pytest.raises(BadInput, match="nothing to do again"):
        live.redo()
    rows += live.undo().rows
    rows += live.undo().rows
    assert live.match.position() == one
    rows += live.go_to(WHERE_YOU_WERE).rows
    assert live.match.position() == elsewhere
    rows += live.go_to().rows
    assert live.match.position() == start
    assert stands(live)[""] == (0, True)

    again = LiveMatch(Game("klondike").fresh(7), ["Ann"])
    again.resume([Row(row.kind, row.body) for row in rows])
    assert again.match.position() == start
    assert again.marks() == live.marks()
    for _ in range(2):
        again.redo()
        live.redo()
    assert again.match.position() == live.match.position() == elsewhere, "what lies ahead on the way can be redone"


def test_going_back_and_redoing_leaves_no_mark_behind() -> None:
    live, _ = dealt("spider")
    for _ in range(2):
        live.choose(0, ["deal"])
    end = live.match.position()
    live.mark("end")
    live.go_to()
    assert stands(live) == {"": (0, True), "end": (2, False)}
    live.redo()
    assert live.match.position() != end
    live.go_to("end")
    assert live.match.position() == end
    live.undo()
    live.undo()
    live.redo()
    live.redo()
    assert live.match.position() == end


def test_numbers_names_and_limits() -> None:
    live, _ = dealt()
    live.mark()
    live.mark()
    live.unmark("1")
    live.mark("a name")
    live.mark()
    assert list(stands(live)) == ["", "2", "a name", "1"]
    for name in ("x" * 41, "two\nlines", " padded"):
        with pytest.raises(BadInput, match="a bookmark's name"):
            live.mark(name)
    with pytest.raises(BadInput, match="no bookmark 'b'"):
        live.go_to("b")
    with pytest.raises(BadInput, match="no bookmark ''"):
        live.unmark("")
    for _ in range(MOST_MARKS - 3):
        live.mark()
    with pytest.raises(BadInput, match="take one away"):
        live.mark()
    live.mark("a name")
    several = LiveMatch(Game("schnapsen").fresh(live=True), ["Ann", "Bob"])
    several.begin()
    for act in (several.mark, several.go_to):
        with pytest.raises(BadInput, match="only in games for one"):
            act()


# decided games

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
HOME = "\n".join(f'foundations.{s} = "{" ".join(rank + suit for rank in RANKS[:10])}"' for s, suit in enumerate("♣♦♥♠"))
KLONDIKE = f"""game = "klondike"
[table]
hand_number = 1
phase = "play"
turn = 0
pass_number = 1
most_home = 40
{HOME}
waste = "K♥ J♥"
stock = "Q♣"
up.0 = "K♠ Q♥ J♣"
up.1 = "K♦ Q♠ J♦"
up.2 = "K♣ Q♦ J♠"
"""


def begun(text: str) -> LiveMatch:
    match = parlour.from_position(text)
    live = LiveMatch(match, ["Ann"])
    live.begun = True
    return live


def test_klondike_is_decided_when_nothing_is_hidden_and_all_can_be_reached() -> None:
    live = begun(KLONDIKE)
    assert live.menu(0).finish
    rows = live.finish().rows
    assert live.match.over
    assert live.match.payoff == [1.0]
    assert {row.kind for row in rows} == {"choice"}
    live.undo()
    assert not live.match.over
    assert live.menu(0).finish
    assert not begun(KLONDIKE.replace('up.0 = "K♠ ', 'down.0 = "K♠"\nup.0 = "')).menu(0).finish, "a card is hidden"
    limited = KLONDIKE.replace('"klondike"\n', '"klondike"\nhouse = { passes = 1 }\n')
    assert not begun(limited).menu(0).finish, "the stock may not be gone through often enough"
    with pytest.raises(BadInput, match="not decided"):
        begun(limited).finish()


def down(suit: str, high: str, low: str) -> str:
    return " ".join(rank + suit for rank in reversed(RANKS[RANKS.index(low) : RANKS.index(high) + 1]))


DONE = "\n".join(f'done.{k} = "{" ".join(r + s for r in RANKS)}"' for k, s in enumerate("♣♣♦♦♥♠"))
SPIDER = f'''game = "spider"
[table]
hand_number = 1
phase = "play"
turn = 0
{DONE}
up.0 = "{down("♥", "K", "7")} {down("♠", "6", "4")}"
up.1 = "{down("♠", "K", "7")} {down("♥", "6", "A")}"
up.2 = "{down("♠", "3", "A")}"
'''


@pytest.mark.parametrize("removal", ["false", "true"])
def test_spider_is_decided_when_joining_in_suit_leads_to_the_end(removal: str) -> None:
    live = begun(SPIDER.replace('"spider"\n', f'"spider"\nhouse = {{ manual_removal = {removal} }}\n'))
    assert live.menu(0).finish
    live.finish()
    assert live.match.payoff == [1.0]


def test_spider_is_not_decided_without_a_space_to_sort_with() -> None:
    full = SPIDER.replace('done.0 = "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"\n', "")
    full = full.replace('"3♠ 2♠ A♠"', '"2♠ A♠"')
    ends = ["3♠ Q♣ K♣", "10♣ J♣", "8♣ 9♣", "6♣ 7♣", "4♣ 5♣", "2♣ 3♣", "A♣"]
    full += "".join(f'up.{c + 3} = "{cards}"\n' for c, cards in enumerate(ends))
    assert not begun(full).menu(0).finish


# deals with numbers


def test_a_deal_is_the_same_in_the_browser_and_elsewhere(ann: Browser) -> None:
    table = ann.make("spider", "you", **{"deal": "7", "option.suits": "2"})
    with ann.at(table) as socket:
        assert socket.until("hello")["deal"] == 7
        socket.until("menu")
        assert open_cards(socket) == open_cards_of("spider", 7, suits=2)
        socket.say(do="again", same=True)
        same = socket.until("go")["url"]
        socket.say(do="again")
        assert socket.refused() == "the match is not over"
    with ann.at(same) as socket:
        assert socket.until("hello")["deal"] == 7
        socket.until("menu")
        assert open_cards(socket) == open_cards_of("spider", 7, suits=2)
        socket.choose("resign")
        socket.until("over")
        socket.say(do="again")
        other = socket.until("go")["url"]
    with ann.at(other) as socket:
        assert socket.until("hello")["deal"] not in (0, 7)


def open_cards(socket: Socket) -> list[list[int]]:
    places = [m for m in socket.read if m["type"] == "view"][-1]["view"]["places"]
    return [places[f"up.{c}"]["cards"] for c in range(10)]


def open_cards_of(game: str, deal: int, **house: int) -> list[list[int]]:
    row = parlour.game(game, **house).start(seed=deal).row
    return [[int(card) for card in row.up[c][1 : row.up[c][0] + 1]] for c in range(10)]


def test_a_deal_that_nobody_asked_for_has_a_number_too(ann: Browser) -> None:
    table = ann.make("klondike", "you")
    with ann.at(table) as socket:
        deal = socket.until("hello")["deal"]
        assert 1 <= deal <= 1_000_000
        socket.until("menu")
    assert f"deal {deal}" in ann.get("/").text
    with ann.at(ann.make("schnapsen", "you", "bot:chance", deal="7")) as socket:
        assert "deal" not in socket.until("hello"), "if others play, no player may know the deal"


def test_an_address_fills_in_the_form(ann: Browser) -> None:
    form = ann.get("/new/spider?deal=12&suits=1&stall=no&deal_on_spaces=yes").text
    assert re.search(r'name="deal"[^>]* value="12"', form)
    assert re.search(r'<option value="1" selected>', form)
    assert re.search(r'id="option-deal_on_spaces"[^>]* checked', form)
    assert re.search(r'id="option-stall"[^>]*\n?[^>]* value="10000"', form)
    assert 'name="deal"' not in ann.get("/new/schnapsen?deal=12").text


@pytest.mark.parametrize("deal", ["0", "-3", "seven", str(MOST_DEALS + 1), "1" * 50])
def test_a_number_that_is_no_deal(ann: Browser, deal: str) -> None:
    answer = ann.post("/new/klondike", {"seats": "1", "seat.0": "you", "deal": deal})
    assert answer.status_code == 400
    assert "deals are numbered from 1 to" in answer.text


def test_bookmarks_over_the_line(ann: Browser) -> None:
    table = ann.make("klondike", "you", deal="7")
    with ann.at(table) as socket:
        socket.until("menu")
        socket.say(do="mark", name="  at  the start ")
        assert [m["name"] for m in socket.until("marks")["marks"]] == ["", "at the start"]
        before = [m for m in socket.read if m["type"] == "view"][-1]["view"]
        for _ in range(2):
            socket.choose("draw")
            socket.until("menu")
        socket.say(do="mark")
        assert socket.until("marks")["marks"][-1] == {"name": "1", "choices": 2, "here": True}
    with ann.at(table) as socket:
        assert [m["name"] for m in socket.until("marks")["marks"]] == ["", "at the start", "1"]
        socket.until("menu")
        socket.say(do="goto", name="at the start")
        assert socket.until("view")["view"] == before
        assert socket.until("log")["lines"][0]["text"] == "Back to “at the start”"
        socket.until("menu")
        socket.say(do="unmark", name="1")
        assert [m["name"] for m in socket.until("marks")["marks"]] == ["", "at the start"]
        socket.say(do="goto", name="1")
        assert "no bookmark '1'" in socket.refused()
        socket.say(do="finish")
        assert socket.refused() == "it is not decided yet"


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_file_of_an_earlier_version_is_taken_over(version: int, tmp_path: Path) -> None:
    schema = re.sub(" *--.*", "", _SCHEMA)
    later = {1: ("deal",), 2: ("settings", "paused", "ended"), 3: ("agreed",), 4: ("origin",), 5: ("renewed", "late", "former")}
    later[6] = ("made_by", "ready")
    for column in [column for older in range(version, VERSION) for column in later[older]]:
        schema = re.sub(rf",\n    {column} [^,\n]*", "", schema)
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as old:
        old.executescript(schema)
        if version < 5:
            old.executescript("DROP TABLE results; DROP TABLE devices; DROP TABLE players")
        if version < 4:
            old.executescript("DROP TABLE members; DROP TABLE agreements")
        old.execute(
            "INSERT INTO tables (id, game, rules, house, maker, watch, window_ms, created)"
            " VALUES ('t', 'klondike', 1, '{}', 'm', 0, 0, 0.0)"
        )
        key = "" if version < 3 else "k" * 24
        old.execute("INSERT INTO seats (table_id, seat, kind, name, key) VALUES ('t', 0, 'human', 'Anna', ?)", (key,))
        old.execute(f"PRAGMA user_version = {version}")
    Store(tmp_path / "tables.db").close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as new:
        assert new.execute("SELECT id, deal, settings, paused, ended FROM tables").fetchall() == [("t", 0, "{}", "", "")]
        assert len(new.execute("SELECT key FROM seats").fetchone()[0]) == 24, "every person has a link for good"
        assert new.execute("PRAGMA user_version").fetchone() == (VERSION,)
