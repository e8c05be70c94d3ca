"""Every example of a rulebook is played again by the rules, under random house rules, and has to say what comes of it."""

from __future__ import annotations

import pytest

from house.recounts import RECOUNTS, told
from house.test_rulebook_lint import houses
from parlour.engine.game import Game
from parlour.engine.rooms import room_names

TRIES = 12
WORDS_ONLY = {("aggravation", "No choice of cards")}
"""Advice, in which nothing is played or counted."""


@pytest.mark.parametrize("name", room_names())
def test_examples_say_what_the_rules_do(name: str) -> None:
    for game in houses(name, TRIES):
        for title, text in told(game).items():
            if (name, title) in WORDS_ONLY:
                continue
            assert (name, title) in RECOUNTS, f"{title!r} is not counted again by tests/house/recounts"
            said = RECOUNTS[name, title](game)
            missing = [words for words in said if words not in text]
            assert said, title
            assert not missing, f"{title!r} under {game.seats} seats, {game.house}: {missing} not in {text!r}"


def test_every_recount_has_its_example() -> None:
    """Under some house rules: what a rulebook no longer tells need not be counted."""
    seen = {(name, title) for name in room_names() for game in houses(name, TRIES) for title in told(game)}
    assert not set(RECOUNTS) - seen


def test_an_example_that_is_wrong_is_found() -> None:
    """Each recount depends on the house rules or the cards: a text with other figures is not what it says."""
    game = Game("scopa")
    assert RECOUNTS["scopa", "Primiera"](game) == ["= 73."]
    assert RECOUNTS["spades", "Made"](Game("spades", 4, {"bag_limit": 1})) == ["70", "less two penalties of 100", "2 for the bag"]
