"""The score pad in every language: it answers every entry with whole sentences of the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from parlour.art import stationery
from parlour.art.paper import Paper, text_width
from parlour.engine.rooms import room_names
from parlour.house.pad import Event, Form, Lacking, Pad, Refused, Scorer, fold
from parlour.house.pad.paper import MARGIN, WIDTH, sheet_pdf
from parlour.house.pad.sheet import MatchOfPad
from parlour.house.pad.words import counters, left, words_of
from parlour.languages import Text, in_language, language, languages, speaking
from parlour.languages.catalogue import PSEUDO

from .test_pad_possible import random_entries

ENTRIES = 24
TRANSLATED = [code for code, one in languages().items() if not one.is_english]
WORD = re.compile(r"[A-Za-z]{2,}")
"""A word of English in a text of the pseudo-language, which has accents on all letters."""
PLACE = re.compile(r"\{\w*\}")


def texts_of(name: str) -> Iterator[str]:
    """Everything that the pad says of random entries of a game: its questions, the entries in words, refusals and accounts."""
    for number, (game, scorer, dealt, form, cells) in enumerate(random_entries(name, ENTRIES)):
        if number < 12:
            yield from texts_of_fields(form)
            yield from left(scorer, dealt, MatchOfPad(1, 0, [], [0] * game.seats))
        yield from words_of(form, cells)
        yield from settled(scorer, dealt, form, cells)
        for field in form.fields[number % len(form.fields) :][:1]:
            for wrong in ("?", -7, [["?", 0, 0]], [[field.items[0].what, 99, 99]] if field.items else None):
                yield from (problem.text for problem in form.read(cells | {field.keys[0]: wrong, "0": 1})[2])


def texts_of_fields(form: Form) -> Iterator[str]:
    for field in form.fields:
        yield from (field.text, field.sum_text, field.note)
        if field.kind not in ("seat", "course"):
            yield from (text for _, text in field.values)
        yield from (text for value, text in field.values if value == -1)
        for item in field.items:
            yield from (item.text, *(text for _, text in item.values))


def settled(scorer: Scorer, dealt: Any, form: Form, cells: dict[str, Any]) -> Iterator[str]:
    values, missing, problems = form.read(cells)
    yield from (problem.text for problem in problems)
    if missing or problems:
        return
    try:
        hand = scorer.settle(dealt, form, values)
    except Lacking:
        return
    except Refused as why:
        yield str(why)
        return
    yield from (text for text, _ in hand.account)
    yield from (counter.label for counter in counters(scorer, hand.tables))


@pytest.mark.parametrize("name", room_names())
def test_what_a_pad_says_is_in_the_readers_language(name: str) -> None:
    found = {text: text for text in texts_of(name) if WORD.search(text)}
    english = [text for text in found.values() if not isinstance(text, Text)]
    assert not english, "texts for readers of any language are made by `told` and its like"
    with speaking(language(PSEUDO)):
        left_over = {text: shown for text in found.values() if WORD.search(shown := PLACE.sub("", in_language(text)))}
    assert not left_over, "words that nobody marked"
    for code in TRANSLATED:
        with speaking(language(code)):
            for text in found.values():
                shown = in_language(text)
                assert set(PLACE.findall(shown)) <= set(PLACE.findall(text)), (code, text, shown)


def test_a_printed_sheet_has_no_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet of a pad, and one to write on by hand: every line that is drawn, in the pseudo-language."""
    drawn: list[str] = []
    monkeypatch.setattr(Paper, "text", lambda self, x, y, text, *_more, **_named: drawn.append(text))
    monkeypatch.setattr(stationery, "paragraphs", lambda _text, _size: [])
    game = parlour.game("spades", nil=True)
    pad = Pad.of(game, ["P0", "P1", "P2", "P3"], 0, "2026-11-22T19:03:11Z")
    told = {f"bid.{p}": 0 if p == 1 else 3 for p in range(4)} | {"tricks.0": 8, "tricks.1": 5, "own.1": 0}
    pad.add(Event("a", "P0", hand=1, cells=told))
    pad.add(Event("b", "P0", hand=2, cells={"bid.0": 3}))
    with speaking(language(PSEUDO)):
        sheet_pdf(pad, fold(pad))
        stationery.score_pdf(game, ["P0", "P1"])
    assert len(drawn) > 40
    assert [text for text in drawn if WORD.search(text)] == []


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_house_rules_stay_on_a_printed_sheet(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are changed, and however long their words are: lines that begin at the margin fit between the margins."""
    lines: list[float] = []
    write = Paper.text

    def noted(self: Paper, x: float, y: float, text: str, size: float, *more: Any, **named: Any) -> None:
        if x == MARGIN:
            lines.append(text_width(text, size, *more[:1]))
        write(self, x, y, text, size, *more, **named)

    monkeypatch.setattr(Paper, "text", noted)
    changed = {
        "target": 250,
        "bag_limit": 5,
        "bag_penalty": 50,
        "nil_value": 50,
        "nil_help": True,
        "blind_nil": True,
        "min_team_bid": 4,
    }
    pad = Pad.of(parlour.game("spades", **changed), ["P0", "P1", "P2", "P3"], 0, "2026-11-22T19:03:11Z")
    with speaking(language(code)):
        sheet_pdf(pad, fold(pad))
    assert len(lines) > 3
    assert max(lines) <= WIDTH - 2 * MARGIN
