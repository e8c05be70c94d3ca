"""A lesson at a web table: the page, the messages, and what others see of it."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.engine.rooms import named
from parlour.house.lessons import lesson_of
from table.browsers import Browser, Socket

Message = dict[str, Any]


def begun(ann: Browser, game: str = "schnapsen") -> str:
    answer = ann.post(f"/learn/{game}", {})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def step(line: Socket, number: int) -> Message:
    """The message in which a step is shown."""
    return line.until("lesson", where=lambda message: message["step"] == number and bool(message.get("say")))


def test_a_lesson_is_found(ann: Browser) -> None:
    assert "Learn by playing" in ann.get("/new/schnapsen").text
    assert 'action="/learn/schnapsen"' in ann.get("/").text


@pytest.mark.parametrize("game", ["schnapsen", "delphi", "crash", "pirate", "khanhoo"])
def test_a_lesson_leads_to_free_play(ann: Browser, game: str) -> None:
    """At Delphi the others have answered, aside, before the learner is asked, at Crash they answer later.

    At Pirate no clock runs, and to wait is a choice.
    """
    table, room = begun(ann, game), named(game)
    lesson = lesson_of(room)
    assert lesson
    with ann.at(table) as line:
        for number, one in enumerate(lesson.steps, 1):
            shown = step(line, number)
            assert shown["say"] == list(one.say)
            assert shown["of"] == len(lesson.steps)
            assert bool(shown.get("task")) == one.is_task
            if one.is_task:
                menu = line.until("menu")
                assert menu["n"] == line.n
                wrong = next(iter(one.wrong), None)
                if wrong is not None:
                    line.choose(*map(room.choice_name, wrong))
                    assert step(line, number)["wrong"] == one.wrong[wrong]
                    line.until("menu")
                offered = [choice["name"] for choice in menu["choices"]]
                names = offered[:1] if isinstance(one.choose, str) else [room.choice_name(code) for code in one.choose[0]]
                assert names[0] in offered
                line.choose(*names)
            else:
                line.say(do="learn", act="next")
        over = line.until("lesson", where=lambda message: message["step"] > message["of"])
        assert "say" not in over
        menu = line.until("menu")
        line.choose(menu["choices"][0]["name"])
        line.until("view", "menu")  # of a chain the first pick is answered by a menu
    assert begun(ann, game) != table, "a lesson that is over begins again at a new table"


def test_a_lesson_goes_on_where_it_was_left(ann: Browser) -> None:
    table = begun(ann)
    with ann.at(table) as line:
        step(line, 1)
        line.say(do="learn", act="next")
        step(line, 2)
    assert begun(ann) == table
    assert "a lesson" in ann.get("/").text
    with ann.at(table) as line:
        assert step(line, 2)["title"] == "Schnapsen: your first hand"
        line.say(do="learn", act="back")
        step(line, 1)
        line.say(do="learn", act="back")
        assert line.refused() == "there is no step to go back to"


def test_a_lesson_is_left_alone(ann: Browser) -> None:
    """No undo, no premove and no bot that plays for the learner may lead away from the steps."""
    with ann.at(begun(ann)) as line:
        step(line, 1)
        for request in ({"do": "undo"}, {"do": "takeback"}, {"do": "stand_in", "seat": 0}):
            line.say(**request)
            assert "this is a lesson" in line.refused()
        line.say(do="learn", act="skip")
        line.until("lesson", where=lambda message: message["step"] > message["of"])
        line.say(do="learn", act="next")
        assert line.refused() == "there is no lesson here"


def test_no_lesson_elsewhere(ann: Browser) -> None:
    assert ann.post("/learn/nothing", {}).status_code == 404
    table = ann.make("schnapsen", "you", "bot:chance")
    with ann.at(table) as line:
        line.until("menu")
        line.say(do="learn", act="next")
        assert line.refused() == "there is no lesson here"
