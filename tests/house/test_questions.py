"""Answers to questions about the table: true, and made of nothing that the player does not see."""

from __future__ import annotations

import random
import re

import pytest

import parlour
from parlour.engine.history import Chosen
from parlour.engine.rooms import named, room_names
from parlour.house.commands import read_choice
from parlour.house.lessons import lesson_of
from parlour.house.questions import QUESTIONS, Questions, Sight
from parlour.table.views import known_cards

GAMES = ("cucumber", "klondike", "schnapsen", "scopa", "spades", "toepen")
CARD = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


@pytest.mark.parametrize("name", [name if name in GAMES else pytest.param(name, marks=pytest.mark.soak) for name in room_names()])
def test_answers_name_only_cards_that_the_player_sees(name: str) -> None:
    match, rng = parlour.game(name).start(seed=5), random.Random(5)
    names = [f"Player {seat}" for seat in range(match.game.seats)]
    for _ in range(25):
        for seat in range(match.game.seats):
            row = match.view(seat).tables[0]
            codes = match.codes(seat) if seat in match.asked else []
            sight = Sight(row, match.asked, codes)
            known = {match.game.room.choice_name(card) for card in known_cards(match.game, row)}
            offered = {card for code in codes for card in CARD.findall(Questions(match.game, names, seat).screen.choice(code))}
            for question in QUESTIONS:
                answer = Questions(match.game, names, seat).answer(question, sight)
                assert answer.endswith((".", "?")), (question, answer)
                assert "▒" not in answer
                if question != "stakes":  # a bid or a claim may name any card
                    assert set(CARD.findall(answer)) <= known | offered, (question, answer)
        if match.over:
            break
        match.play(rng.choice(match.choices(match.asked[0])), seat=match.asked[0])


def test_a_number_of_hidden_cards_is_one_phrase() -> None:
    match = parlour.game("spades").start(seed=1)
    told = Questions(match.game, ["You", "Ann", "Ben", "Cleo"], 0).answer("table", Sight(match.view(0).tables[0]))
    assert told.count("13 cards face down") == 3


def test_cards_beside_a_line_are_told_after_it() -> None:
    """At Delphi a card that the rule refused is not a card of the line."""
    lesson = lesson_of(named("delphi"))
    assert lesson
    match = lesson.start()
    for step in lesson.steps:
        for chosen in step.play:
            match.accept(chosen)
        if step.is_task:
            codes = next((code,) for code in match.codes(0)) if isinstance(step.choose, str) else step.choose[0]
            match.accept(Chosen(0, codes))
    told = Questions(match.game, ["You", "Ann", "Ben"], 0).answer("table", Sight(match.view(0).tables[0]))
    assert "Line: 4♣ 8♦ K♣ 6♥ J♣." in told
    assert "Sidelines: 7♣ after K♣, 4♦ after 6♥." in told


def test_cards_without_suits_are_told_one_by_one() -> None:
    """Each can be typed as it is heard; in a pack with suits the signs part them."""
    match = parlour.game("spite_and_malice").start(seed=1)
    seat = match.asked[0]
    questions = Questions(match.game, ["You", "Ann"], seat)
    codes, row = match.codes(seat), match.view(seat).tables[0]
    told = questions.answer("may", Sight(row, match.asked, codes))
    cards = told.partition("You may choose: ")[2].rstrip(".").partition("; or ")[0].split(", ")
    assert len(cards) > 1
    assert all(read_choice(match.game, questions.screen, codes, row, card) in codes for card in cards)
