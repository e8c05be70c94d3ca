"""Worked examples in the rulebook: drawn from scenarios, true under the house rules in force, showing no hidden card."""

from __future__ import annotations

import re

import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.house.examples import MOST, examples, with_examples
from parlour.house.rulebook_html import rulebook_html


def test_an_example_shows_what_may_be_played_and_what_forbids_the_rest() -> None:
    picture = next(p for p in examples(Game("schnapsen"))["R5"] if "A void player must trump" in p)
    may = re.findall(r'<span class="chip may[^>]*>([^<]*)', picture)
    forbidden = re.findall(r'<span class="chip not[^>]*>([^<]*)<small>([^<]*)', picture)
    assert may == ["10♠", "J♠"]
    assert forbidden == [("A♦", "R5")]
    assert "K♥" in picture, "the card led lies in the trick"
    assert "A♣" not in picture, "what the other player holds is hidden"


def test_examples_stand_behind_their_paragraph() -> None:
    game = Game("schnapsen")
    html = with_examples(rulebook_html(game), game)
    at = [html.index(part) for part in ('id="R5"', '<details class="example">', 'id="R6"')]
    assert at[0] < html.index('<details class="example">', at[0]) < at[2]
    assert html.count("<details") == html.count("</details>") == sum(map(len, examples(game).values()))


def test_an_example_is_shown_only_under_the_house_rules_it_was_written_for() -> None:
    assert examples(Game("schnapsen"))["R5"]
    assert not any(examples(Game("schnapsen", None, {"target_vp": 9})).values())


@pytest.mark.parametrize("name", room_names())
def test_every_room_has_examples_that_can_be_drawn(name: str) -> None:
    game = Game(name)
    found = examples(game)
    assert all(len(pictures) <= MOST for pictures in found.values())
    html = with_examples(rulebook_html(game), game)
    assert html.count("<details") == sum(len(found[label]) for label in found if f'id="{label}"' in html)
