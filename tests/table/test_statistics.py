"""Statistics: what is counted, for whom, and who sees it."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from parlour.table.course import Played, blocks, graph, shares, times, times_graph
from parlour.table.pages import page
from parlour.table.results import Result, summaries
from parlour.table.statistics_pages import _lines
from table.browsers import Browser
from table.test_match_page import finished


def result(number: int, won: bool, score: int = 0, game: str = "spades", seats: int = 4, low: bool = False) -> Result:
    even = 0.5 if seats == 4 else 1.0 * won
    return Result(f"t{number}", game, seats, 1000.0 + number, won, even, score, 10.0, low, 3, 60.0 * number)


def test_streaks_and_par() -> None:
    """Against a plain count by hand."""
    outcomes = [True, True, False, True, True, True, False, True]
    (found,) = summaries(result(k, won, score=10 + k) for k, won in enumerate(outcomes))
    assert (found.played, found.won, found.streak, found.longest) == (8, 6, 1, 3)
    assert found.points == sum(range(8)) / 8
    assert found.best == 7
    assert found.even == 4
    (low,) = summaries([result(1, True, score=4, low=True)])
    assert low.points == 6, "below par is better if low wins"
    assert summaries([]) == []


def test_a_patience_has_times_and_scores_and_no_par() -> None:
    games = [result(1, False, 12, "klondike", 1), result(3, True, 52, "klondike", 1), result(2, True, 52, "klondike", 1)]
    (found,) = summaries(games)
    assert found.alone
    assert (found.best, found.fastest, found.streak) == (52, 120.0, 2)
    assert [one.game for one in summaries([*games, result(9, True)])] == ["spades", "klondike"], "the latest first"


def test_a_patience_counts_apart_under_each_set_of_house_rules() -> None:
    vegas = [replace(result(k, k > 3, k, "klondike", 1), house='{"scoring":"vegas"}') for k in range(5)]
    found = summaries([*vegas, result(9, True, 52, "klondike", 1)])
    assert [(one.house, one.played, one.best) for one in found] == [("{}", 1, 52), ('{"scoring":"vegas"}', 5, 4)]
    assert found[1].usual == found[1].fastest == 240.0
    spades = [result(1, True), replace(result(2, True), house='{"target":300}')]
    assert len(summaries(spades)) == 1, "with others it is one game"


@pytest.mark.parametrize("n", [0, 1, 2, 3, 11, 500])
def test_the_graph_and_its_table_tell_the_same(n: int) -> None:
    played = [Played(k % 3 == 0, 10.0 * k) for k in range(n)]
    after = shares(played)
    assert all(after[k] == sum(one.won for one in played[: k + 1]) / (k + 1) for k in range(n))
    found = blocks(played)
    assert [number for block in found for number in range(block.first, block.last + 1)] == list(range(1, n + 1))
    assert sum(block.won for block in found) == sum(one.won for one in played)
    assert all(block.won == 0 or block.seconds == mean(range(block.first, block.last + 1)) for block in found)
    drawn = str(graph(played))
    assert bool(drawn) == (n >= 3)
    if drawn:
        svg = ET.fromstring(drawn)
        assert f"after all {n}" in svg.attrib["aria-label"]
        points = svg.find("polyline").attrib["points"].split()  # type: ignore[union-attr]
        assert len(points) == min(n, 120)
        assert points[-1] == f"280.0,{90 - 90 * after[-1]:.1f}"
        assert svg.findall("path")[1].attrib["d"].count("M") == sum(one.won for one in played)


@pytest.mark.parametrize("n", [0, 2, 3, 11, 500])
def test_the_graph_of_times_and_its_table_tell_the_same(n: int) -> None:
    """Losses and wins without a time are in neither."""
    won = [100.0 + 7 * (k * k % 31) for k in range(n)]
    played = [one for seconds in won for one in (Played(False, 5.0), Played(True, seconds), Played(True, 0.0))]
    found = times(played)
    assert [number for block in found for number in range(block.first, block.last + 1)] == list(range(1, n + 1))
    assert all(block.best == min(won[block.first - 1 : block.last]) for block in found)
    assert sum(block.mean * (block.last - block.first + 1) for block in found) == pytest.approx(sum(won))
    drawn = str(times_graph(played))
    assert bool(drawn) == (n >= 3)
    if drawn:
        svg = ET.fromstring(drawn)
        assert f"Times of {n} wins: 1:40 at the first" in svg.attrib["aria-label"]
        assert "best 1:40, on average" in svg.attrib["aria-label"]
        points = [tuple(map(float, point.split(","))) for point in svg.find("polyline").attrib["points"].split()]  # type: ignore[union-attr]
        assert len(points) == min(n, 120)
        assert all(0 <= x <= 280 and 0 <= y <= 90 for x, y in points)
        assert svg.find("circle").attrib["cy"] == f"{90 - 90 * min(won) / max(won):.1f}"  # type: ignore[union-attr]


def test_a_patience_shows_its_times_and_other_games_none(ann: Browser) -> None:
    """Wins are put into the store: winning three deals takes long."""
    won = [replace(result(k, True, 52, "klondike", 1), seconds=60.0 * k) for k in (3, 1, 2)]
    (patience,) = [_lines(one, "Klondike", None) for one in summaries(won)]
    assert "best 1:00, on average 2:00" in patience["times"]
    assert [row["mean"] for row in patience["wins"]] == ["1:00", "2:00", "3:00"]
    (other,) = [_lines(one, "Spades", None) for one in summaries([result(k, True) for k in range(1, 5)])]
    assert not other["times"]
    shown = page(
        "statistics.html", mine=False, link="", shared="", door=None, games=[patience, other], deletable={}, latest=[], matches=7
    )
    text = bytes(shown.body).decode()
    assert text.count("Time of each win") == 1
    assert '<tr><th scope="row">1</th>' in text


def mean(numbers: range) -> float:
    """The mean seconds of the wins among these matches, of every third from the first on."""
    won = [10.0 * (number - 1) for number in numbers if (number - 1) % 3 == 0]
    return sum(won) / len(won)


def test_a_patience_shows_times_rules_and_a_graph(ann: Browser) -> None:
    for _ in range(3):
        with ann.at(ann.make("klondike", "you", **{"option.scoring": "vegas"})) as socket:
            socket.until("menu")
            socket.choose("resign")
            socket.until("over")
    text = ann.get("/statistics").text
    assert "what the score counts: Vegas, in money" in text
    assert re.search(r"All deals together</dt><dd>−\$156<", text)
    assert 'role="img" aria-label="Share of matches won so far: 0 % after 2, 0 % after all 3"' in text
    assert text.count('<option value="klondike">') == 1


def matches(browser: Browser) -> list[dict[str, object]]:
    return list(browser.get("/statistics/matches.json").json()["matches"])


def test_a_match_is_counted_when_it_ends_for_those_who_sat_there(ann: Browser, bob: Browser) -> None:
    assert "No match of yours" in ann.get("/statistics").text
    match = finished(ann)
    (one,) = matches(ann)
    assert one["game"] == "schnapsen"
    assert one["match"] == match
    sheet = ann.get(f"{match}/replay.json").json()["sheet"]["rows"][-1]["totals"]
    assert one["score"] == sheet[0]
    assert one["par"] == sum(sheet) / 2
    assert one["points"] == (sheet[0] - sheet[1]) / 2
    table = list(csv.DictReader(io.StringIO(ann.get("/statistics/matches.csv").text)))
    assert [row["match"] for row in table] == [match]
    assert "Schnapsen" in ann.get("/statistics").text
    assert matches(bob) == []


def test_a_patience_given_up_is_played_and_not_won(ann: Browser) -> None:
    table = ann.make("klondike", "you")
    with ann.at(table) as socket:
        socket.until("menu")
        socket.choose("resign")
        socket.until("over")
    (one,) = matches(ann)
    assert (one["game"], one["won"], one["seats"]) == ("klondike", 0, 1)
    assert "0 of 1" in ann.get("/statistics").text


def test_they_are_shown_by_a_link_and_to_nobody_else(ann: Browser, bob: Browser) -> None:
    finished(ann)
    assert ann.post("/statistics/share", {"on": "yes"}).status_code == 303
    shown = re.findall(r"/statistics/of/[\w-]+", ann.get("/statistics").text)
    text = bob.get(shown[0]).text
    assert "Schnapsen" in text
    assert "/match/" not in text
    assert "/statistics/mine/" not in text
    ann.post("/statistics/share", {"on": ""})
    assert bob.get(shown[0]).status_code == 404
    assert bob.post("/statistics/share", {"on": "yes"}).status_code == 409
    assert bob.get("/statistics/of/").status_code == 404


def test_ones_own_link_brings_them_to_another_device(ann: Browser, bob: Browser) -> None:
    """With what was played there; from then on both count for one player."""
    finished(ann)
    finished(bob)
    (link,) = re.findall(r"/statistics/mine/[\w-]+", ann.get("/statistics").text)
    assert "bring them here" in bob.get(link).text
    assert len(matches(bob)) == 1, "looking at the link brings nothing"
    assert bob.post(link, {}).status_code == 303
    assert len(matches(bob)) == len(matches(ann)) == 2
    finished(bob)
    assert len(matches(ann)) == 3
    assert ann.post("/statistics/mine/nobody", {}).status_code == 404


def test_they_can_be_deleted(ann: Browser, bob: Browser) -> None:
    finished(ann)
    finished(bob)
    assert ann.post("/statistics/delete", {"game": ""}).status_code == 400, "not by one press"
    assert ann.post("/statistics/delete", {"game": "spades", "sure": "yes"}).status_code == 303
    assert len(matches(ann)) == 1
    (link,) = re.findall(r"/statistics/mine/[\w-]+", ann.get("/statistics").text)
    ann.post("/statistics/delete", {"game": "", "sure": "yes"})
    assert matches(ann) == []
    assert ann.get(link).status_code == 404
    assert len(matches(bob)) == 1


def test_a_match_that_was_ended_early_does_not_count(ann: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance")
    with ann.at(table) as socket:
        socket.until("menu")
        socket.say(do="end")
        socket.until("presence", where=lambda message: bool(message.get("ended")))
    assert matches(ann) == []
