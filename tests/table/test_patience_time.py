"""The time of a patience, scores against a model of their own, money carried on, cards that go home by themselves."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.engine.game import Game
from parlour.table.live import LiveMatch
from parlour.table.patience import says, time_bonus
from parlour.table.rows import Row
from table.browsers import Browser, Socket

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13} | {str(k): k for k in range(2, 11)}


# scores


class Model:
    """Standard and Vegas scoring from their definitions, over the names of moves and what a player sees."""

    def __init__(self, draw: int) -> None:
        self.draw, self.standard, self.vegas = draw, 0, -52

    def moved(self, name: str, turned_up: int) -> None:
        source, _, target = name.partition(">")
        points = {("waste", "c"): 5, ("waste", "f"): 10, ("c", "f"): 10, ("f", "c"): -15}
        if target:
            place = "waste" if source == "waste" else source[0]
            self.standard = max(0, self.standard + points.get((place, target[0]), 0))
            self.vegas += 5 * ((target == "f") - (place == "f"))
        elif name == "recycle" and self.draw == 1:
            self.standard = max(0, self.standard - 100)
        self.standard += 5 * turned_up


@pytest.mark.parametrize("draw", [1, 3])
def test_scores_of_klondike_are_those_of_their_definition(draw: int) -> None:
    """Random play, with cards that come back from the foundations."""
    chance = random.Random(draw)
    seen = set()
    for deal in range(1, 9):
        matches = {
            way: parlour.game("klondike", draw=draw, scoring=way, foundation_return=True).start(seed=deal)
            for way in ("standard", "vegas")
        }
        model = Model(draw)
        first = matches["standard"]
        for _ in range(120):
            names = [name for name in first.choices() if name != "resign"]
            if first.over or not names:
                break
            name = chance.choice([one for one in names if one not in ("draw", "recycle")] * 2 + names)
            hidden = sum(int(pile[0]) for pile in first.row.down)
            for match in matches.values():
                match.play(name)
            model.moved(name, hidden - sum(int(pile[0]) for pile in first.row.down))
            seen.add((name.partition(">")[0][0], name.partition(">")[2][:1]))
            assert (first.score[0], matches["vegas"].score[0]) == (model.standard, model.vegas), (deal, name)
    assert {("w", "c"), ("w", "f"), ("c", "f"), ("f", "c"), ("r", "")} <= seen


def test_points_of_spider() -> None:
    """500, one less per move and row, 100 more per sequence: deal 12 with one suit."""
    match = parlour.game("spider", suits=1, scoring="points").start(seed=12)
    moves = "c1:1>c10 c1:1>c10 c1:1>c8 c1:1>c4 c3:1>c2 c3:1>c10 c7:1>c8 c5:1>c7 c8:3>c4 c3:1>c8 c8:2>c1 c2:2>c8 c8:3>c9 c9:4>c4"
    for k, name in enumerate(moves.split(), 1):
        match.play(name)
        assert match.score[0] == 500 - k
    match.play("c10:4>c4")
    assert match.score[0] == 500 - 15 + 100


@pytest.mark.parametrize(("seconds", "bonus"), [(0.0, 0), (30.0, 0), (31.0, 22580), (100.0, 7000), (701.0, 998), (1e7, 0)])
def test_a_quick_win_brings_a_bonus(seconds: float, bonus: int) -> None:
    assert time_bonus(seconds) == bonus


def test_which_house_rules_bring_a_bonus_or_count_money() -> None:
    found = {
        way: [says(parlour.game("klondike", scoring=way), what) for what in ("bonus", "money")]
        for way in ("none", "vegas", "standard")
    }
    assert found == {"none": [False, False], "vegas": [False, True], "standard": [True, False]}
    assert not says(parlour.game("spider"), "bonus")


# the time


def looks(socket: Socket, on: bool = True) -> dict[str, object]:
    socket.say(do="seen", on=on)
    return socket.until("time") if on else {}


def test_the_time_begins_with_the_first_choice_and_is_kept(ann: Browser) -> None:
    table = ann.make("klondike", "you", deal="7")
    with ann.at(table) as socket:
        socket.until("menu")
        assert looks(socket) == {"type": "time", "seconds": 0.0}
        socket.choose("draw")
        assert socket.until("time")["runs"]
        before = looks(socket)
        looks(socket, on=False)
        assert not looks(socket).get("runs") or before["runs"]
        assert socket.read[-1]["seconds"] >= before["seconds"]
    with ann.at(table) as socket:
        socket.until("menu")
        assert looks(socket)["runs"], "a page that shows the table lets it go on"
        socket.choose("resign")
        end = socket.until("time", where=lambda message: "runs" not in message)
    (one,) = ann.get("/statistics/matches.json").json()["matches"]
    assert one["seconds"] == round(float(end["seconds"]))


def test_only_a_game_for_one_takes_the_time(ann: Browser) -> None:
    with ann.at(ann.make("schnapsen", "you", "bot:chance")) as socket:
        socket.until("menu")
        socket.say(do="seen", on=True)
        assert "only in games for one" in socket.refused()


def test_money_is_carried_from_deal_to_deal(ann: Browser, bob: Browser) -> None:
    """All deals played for money add up under all other house rules; points are not money."""
    for draw, scoring in (("1", "vegas"), ("3", "vegas"), ("1", "standard")):
        with ann.at(ann.make("klondike", "you", deal="9", **{"option.scoring": scoring, "option.draw": draw})) as socket:
            socket.until("menu")
            assert looks(socket).get("bank") == {"1vegas": 0, "3vegas": -47, "1standard": None}[draw + scoring]
            if draw == "1":
                socket.choose("c3>f")
                socket.until("menu")
            socket.choose("resign")
            socket.until("over")
    for browser, bank in ((ann, -99), (bob, 0)):
        with browser.at(browser.make("klondike", "you", **{"option.scoring": "vegas"})) as socket:
            socket.until("menu")
            assert looks(socket)["bank"] == bank


# cards that go home by themselves


def home_after(deal: int, moves: list[str], drop: str, **house: object) -> list[int]:
    live = LiveMatch(Game("klondike", house=house).fresh(deal), ["Ann"])
    rows = list(live.begin().rows)
    for name in moves:
        change = live.choose(0, [name], drop=drop)
        assert change is not None
        rows += change.rows
    again = LiveMatch(Game("klondike", house=house).fresh(deal), ["Ann"])
    again.resume([Row(row.kind, row.body) for row in rows])
    assert again.match.position() == live.match.position(), "each is a choice of its own on disk"
    return [int(pile[0]) for pile in live.match.row.foundations]


def test_cards_go_home_after_a_choice_as_wanted() -> None:
    """At random until it tells: those not needed any more are among all that can go, and nothing goes if it is off."""
    more = 0
    for deal in range(1, 13):
        live = LiveMatch(Game("klondike").fresh(deal), ["Ann"])
        live.begin()
        chance, moves = random.Random(deal), []
        for _ in range(12):
            if live.match.over:
                break
            name = chance.choice([one for one in live.match.choices() if one != "resign" and not one.endswith(">f")])
            moves.append(name)
            change = live.choose(0, [name], drop="safe")
            assert change is not None
            home = [int(pile[0]) for pile in live.match.row.foundations]
            red, black = min(home[1:3]), min(home[0], home[3])
            for row in change.rows[1:]:
                assert row.data.names[0].endswith(">f")
            for suit, height in enumerate(home):  # of all that went home no card below is left that could be put on it
                assert height <= 2 or (red if suit in (0, 3) else black) >= height - 1
        assert not any(name.endswith(">f") for name in moves)
        assert sum(home_after(deal, ["draw"], "")) == 0
        more += sum(home_after(deal, ["draw"], "always")) > 0
    assert more


def test_a_card_that_came_back_does_not_go_home_again_at_once() -> None:
    live = LiveMatch(Game("klondike", house={"foundation_return": True}).fresh(9), ["Ann"])
    live.begin()
    back = ""
    chance = random.Random(1)
    for _ in range(400):
        names = [one for one in live.match.choices() if one != "resign"]
        back = next((one for one in names if one.startswith("f-")), "")
        if back:
            break
        assert live.choose(0, [chance.choice(names)], drop="always") is not None
    assert back
    change = live.choose(0, [back], drop="always")
    assert change is not None
    assert [row.kind for row in change.rows] == ["choice"]
