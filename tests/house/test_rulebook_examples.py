"""Every example of a rulebook is played again by the rules, under random house rules, and has to say what comes of it."""

from __future__ import annotations

import re

import pytest

from house.recounts import INLINE, LOOKS_LIKE_ONE, RECOUNTS, sentences, told
from house.test_rulebook_lint import houses
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names

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


@pytest.mark.parametrize("name", room_names())
def test_examples_and_sums_inside_paragraphs_say_what_the_rules_do(name: str) -> None:
    for game in houses(name, TRIES):
        for sentence in sentences(game):
            known = [recount for (room_name, words), recount in INLINE.items() if room_name == name and words in sentence]
            assert known or not LOOKS_LIKE_ONE.search(sentence), (
                f"{sentence!r} is not counted again by tests/house/recounts/inline.py"
            )
            missing = [words for recount in known for words in recount(game) if words not in sentence]
            assert not missing, f"under {game.seats} seats, {game.house}: {missing} not in {sentence!r}"


def test_every_inline_recount_has_its_sentence() -> None:
    names = {name for name, _ in INLINE}
    books = {name: " ".join(sentence for game in houses(name, TRIES) for sentence in sentences(game)) for name in names}
    assert [key for key in INLINE if key[1] not in books[key[0]]] == []


CARD = r"(?:10|[2-9AKQJ])[♣♦♥♠]?(?!\w)"
LISTED = [
    (re.compile(rf"(?:[Tt]he cards are|are led:) ({CARD}(?:(?:, | and ){CARD})*)"), 0),
    (re.compile(r"[Tt]he others have (\d+(?:(?:, | and )\d+)*)\b(?! cards)"), 1),
]
"""Lists of an example for each player, and how many players the list leaves out."""
FOLLOWERS = ["one stays", "two stay", "three stay", "four stay", "five stay", "six stay"]


@pytest.mark.parametrize("name", room_names())
def test_examples_have_as_many_players_as_the_game(name: str) -> None:
    """Under every number of seats: the cards of a trick and what the others have are one for each player."""
    low, high = room(name).Table.seats_range
    for seats in range(low, high + 1):
        try:
            game = Game(name, seats)
        except BadInput:  # a number between that the game does not have
            continue
        for text in told(game).values():
            for listed, without in LISTED:
                for found in listed.findall(text):
                    assert len(re.split(", | and ", found)) == seats - without, f"{seats} seats: {text!r}"
            if "folds and pays" in text:
                assert f", {FOLLOWERS[seats - 3]}." in text, f"{seats} seats: {text!r}"
            assert seats > 2 or "The others" not in text, text


def test_an_example_that_is_wrong_is_found() -> None:
    """Each recount depends on the house rules or the cards: a text with other figures is not what it says."""
    game = Game("scopa")
    assert RECOUNTS["scopa", "Primiera"](game) == ["= 73."]
    assert RECOUNTS["spades", "Made"](Game("spades", 4, {"bag_limit": 1})) == ["70", "less two penalties of 100", "2 for the bag"]
