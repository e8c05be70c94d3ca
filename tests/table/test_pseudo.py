"""Nothing that a table tells is left in English: a hand of every game, read in the pseudo-language."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.bots.reasons import sentence
from parlour.engine.game import Game
from parlour.engine.picks import pick
from parlour.engine.rooms import named, room_names
from parlour.engine.steps import verdict_row
from parlour.house.questions import QUESTIONS
from parlour.kit.layout import NOBODY
from parlour.languages import in_language, language, speaking
from parlour.table import asking, wire
from parlour.table.live import LiveMatch
from parlour.table.views import masked

CHOICES, HINTS = 24, 12
WORD = re.compile(r"[A-Za-z]{3,}")
TEXTS = {"text", "words", "said", "prompt", "label", "group", "read", "columns", "note", "gone", "reason", "news"}
"""The fields of messages that people read."""
WRITTEN = {"delphi": ("note", "label", "words", "said", "text", "group", *QUESTIONS)}
"""Fields in which a game has a grammar of its own, which is the same in every language."""


def texts_in(message: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a message, with the names of their fields."""
    if isinstance(message, dict):
        for key, value in message.items():
            yield from texts_in(value, key)
    elif isinstance(message, list):
        for value in message:
            yield from texts_in(value, name)
    elif isinstance(message, str) and name in TEXTS:
        yield name, message


def left_in_english(text: str) -> list[str]:
    """The words of a text that nobody marked; "and" comes from CLDR, and the names of the players have two letters."""
    return [word for word in WORD.findall(text) if word != "and"]


def told(live: LiveMatch, messages: list[wire.Message]) -> Iterator[tuple[str, str]]:
    """The texts of these messages."""
    for message in messages:
        if not isinstance(message, wire.Seals):
            yield from texts_in(json.loads(wire.write(message)))


def asked(live: LiveMatch, seat: int) -> Iterator[tuple[str, str]]:
    """The texts of a seat's menu, of the answers to its questions, and of refusals of the cards that it may not play."""
    yield from texts_in(json.loads(wire.write(live.menu(seat))))
    for question in QUESTIONS:
        yield question, asking.answer(live, seat, question, ()).text
    tables = masked(live.table_for(seat), seat)
    for code in range(52):
        reason = int(verdict_row(tables, 0, code))
        if reason:
            yield "about", in_language(live.about(seat, live.room.choice_name(code)))
            if reason < 0:
                yield "why", live.why(seat, live.room.choice_name(code))[2]


def hint(live: LiveMatch, seat: int, codes: list[int]) -> tuple[str, str]:
    """The sentence that says why a choice is good."""
    return "hint", in_language(sentence(live.thought(seat), codes, []))


@pytest.mark.parametrize("name", room_names())
def test_a_hand_is_told_in_the_language_of_the_reader(name: str) -> None:
    room = named(name)
    game = Game(room)
    live = LiveMatch(game.fresh(1), [f"P{seat}" for seat in range(game.seats)])
    lots, found = random.Random(name), set[tuple[str, str]]()
    with speaking(language("qps")):
        change = live.begin()
        for n in range(CHOICES):
            for beat in change.beats:
                for seat in (NOBODY, 0):
                    found |= set(told(live, beat.messages.get(seat, [])))
            if live.match.over or int(live.match.row.hand_number) > 2:
                break
            if not live.asked():
                change = live.close()
                continue
            seat = live.asked()[0]
            found |= set(asked(live, seat))
            codes: list[int] = []
            while not pick(live.game, tables := live.match.table_for(seat), codes)[1]:
                menu = [code for run in live.game.entries(masked(tables, seat)) for code in run if code != room.resign]
                codes.append(lots.choice(menu))
            if n < HINTS:
                found.add(hint(live, seat, codes))
            change = live.choose(seat, codes) or change
    assert found
    wrong = sorted((field, text) for field, text in found if field not in WRITTEN.get(name, ()) and left_in_english(text))
    assert not wrong[:20]
