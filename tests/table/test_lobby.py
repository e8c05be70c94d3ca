"""The lobby: a game is one press away, and nothing raw is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.engine.rooms import room_names
from parlour.table.app import create_app

from .browsers import Browser


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        yield Browser(client)


def test_every_game_has_a_picture_and_a_play_button_that_seats_good_bots(ann: Browser) -> None:
    page = ann.get("/").text
    for name in room_names():
        form = re.search(rf'<form method="post" action="/new/{name}">(.*?)</form>', page, re.DOTALL)
        assert form, name
        fields = dict(re.findall(r'<input [^>]*name="([\w.]+)" value="([\w:]+)"', form[1]))
        assert fields.pop("seat.0") == "you"
        assert int(fields.pop("seats")) == len(fields) + 1, name
        assert all(who.startswith("bot:") and who != "bot:chance" for who in fields.values()), fields
        answer = ann.post(f"/new/{name}", {"seats": str(len(fields) + 1), "seat.0": "you"} | fields)
        assert answer.status_code == 303, name
        assert re.search(rf'<li class="game".*?<card-face card="-?\d+".*?/new/{name}"', page, re.DOTALL)


def test_what_was_played_last_comes_first(ann: Browser) -> None:
    assert "Played last" not in ann.get("/").text
    ann.make("scopa", "you", "bot:chance")
    ann.make("cassino", "you", "bot:chance")
    page = ann.get("/").text
    first = page[page.index("Played last") : page.index("Start here")]
    assert re.findall(r"<h4>(.*?)</h4>", first) == ["Cassino", "Scopa"]


def test_house_rules_are_one_fold_away_and_no_time_is_in_milliseconds(ann: Browser) -> None:
    page = ann.get("/new/aggravation").text
    assert re.search(r'<details class="house-fold">', page)
    shown = re.sub(r'<div class="field rule"[^>]* hidden.*?</div>', "", page, flags=re.DOTALL)
    assert "millisecond" not in shown
    assert "1.5 seconds" in shown
    assert re.search(r'<details class="house-fold" open>', ann.get("/new/scopa?target=21").text)
    assert "until 11 points" in ann.get("/new/scopa").text
