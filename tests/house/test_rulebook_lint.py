"""Texts that no rulebook may print, under any house rules: in Markdown, as HTML and as it is set in type."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

import parlour
from parlour.engine import house_words
from parlour.engine.rooms import room, room_names
from parlour.engine.rulebook import NOT_IN_FORCE, ORIGINS, identifiers, paragraphs
from parlour.house.presets import presets
from parlour.house.rulebook_html import rulebook_html
from parlour.house.rulebook_text import RulebookText
from parlour.house.rulebook_tree import blocks, plain

TRIES = 12
DAY = int(os.environ.get("PARLOUR_CHANCE", "0") or 0)
FAULTS = {
    "a backslash, a brace or a mark of our own": re.compile(r"[\\{}\ue000-\uf8ff]"),
    "an identifier": re.compile(r"\b[A-Za-z]+_\w+"),
    "an identifier of a paragraph": re.compile(r"\b[RF]\d+\b"),
    "a count of none": re.compile(r"\b0 (?:more|cards|chips|tokens|times|hands|deals|cucumbers)\b|(?:no more than|at most) 0\b"),
    "one of many": re.compile(r"(?<![\d.,:♠♥♦♣] )(?<![\d±−-])\b1 (?!is\b|was\b|as\b|minus\b|plus\b|this\b)[a-z]+s\b"),
    "a thing that is switched off": re.compile(
        r"(?i)not played (?:here|in this house)|nothing (?:special|extra|more) in this house|"
        r"there (?:is|are) no \w+ in this house|"
        r"in this house (?:nobody|there is none)|nobody is blind|there is no second game|is worth nothing special"
    ),
    "a count of one that is no limit": re.compile(r"\b(?:after|only|than|last) 1 (?:hand|deal|round|game)\b"),
    "a range of one number": re.compile(r"\b(\d+) to \1\b(?!,\d)"),
    "a stray stop": re.compile(r"\S (?:[,;]|\.(?!\.))|(?<!\.)\.\.(?!\.)|,,|\(\)"),
}
"""Faults, and how each looks."""


def houses(name: str, tries: int) -> Iterator[parlour.Game]:
    """A game under its usual house rules, and under random ones that go together."""
    chance = random.Random(f"{name} {DAY}")
    yield parlour.Game(name)
    options, (low, high) = room(name).Table.options, room(name).Table.seats_range
    found = 0
    for _ in range(10 * tries):
        if found == tries:
            return
        house = {}
        for key, option in options.items():
            if chance.random() < 0.5:
                codes = option.codes
                code = chance.choice([codes[0], codes[min(1, len(codes) - 1)], codes[-1], codes[chance.randrange(len(codes))]])
                house[key] = option.write(code)
        try:
            game = parlour.Game(name, chance.randint(low, high), house)
        except parlour.BadInput:
            continue
        found += 1
        yield game


def forms(game: parlour.Game) -> dict[str, str]:
    """The words of a rulebook in each of its forms."""
    text = RulebookText(game)
    html = re.sub(r"<h1>.*?</h1>", "", rulebook_html(text))
    html = re.sub(r"<code>.*?</code>", "x", html)
    return {
        "Markdown": re.sub(r"`[^`\n]*`", "x", game.rulebook()),
        "HTML": unescape(re.sub(r"<[^>]+>", "", html)),
        "type": "\n".join(_words(blocks(text))),
    }


def _words(found: Any) -> Iterator[str]:
    """The texts of a tree, but for what is written as code."""
    for block in found:
        yield plain([piece if isinstance(piece, str) or piece["is"] != "code" else "x" for piece in block.get("text", [])])
        for item in block.get("items", ()):
            yield from _words(item)
        for row in (block.get("head", []), *block.get("rows", ())):
            yield from (plain(cell) for cell in row if isinstance(cell, list))


@pytest.mark.parametrize("name", room_names())
def test_nothing_is_printed_that_is_no_text(name: str) -> None:
    for game in houses(name, TRIES):
        for form, words in forms(game).items():
            for what, look in FAULTS.items():
                found = look.search(words)
                around = words[max(0, found.start() - 40) : found.end() + 40] if found else ""
                assert not found, f"{what} in {form} under {game.seats} seats, {game.house}: {around!r}"


@pytest.mark.parametrize("name", room_names())
def test_numbers_are_consecutive_and_references_lead_to_them(name: str) -> None:
    for game in houses(name, TRIES):
        text = RulebookText(game)
        printed = [int(number) for number in re.findall(r"^(?:- )?\*\*(\d+)\*\*", game.rulebook(), re.MULTILINE)]
        assert printed == list(range(1, len(printed) + 1)), game.house
        assert re.findall(r'<b class="number">(\d+)</b>', rulebook_html(text)) == list(map(str, printed))
        numbers = [int(block["number"]) for block in _all(blocks(text)) if block["is"] == "paragraph" and block["number"]]
        assert numbers == printed
        assert {int(number) for number in re.findall(r"\b[Rr]ule (\d+)", game.rulebook())} <= set(printed)


def _all(found: Any) -> Iterator[Any]:
    for block in found:
        yield block
        for item in block.get("items", ()):
            yield from _all(item)


@pytest.mark.parametrize("name", room_names())
def test_every_paragraph_says_where_it_comes_from(name: str) -> None:
    game = parlour.Game(name)
    assert {one.origin for one in paragraphs(game.room, game.blank()[0]).values()} <= set(ORIGINS)


@pytest.mark.parametrize("name", room_names())
def test_every_value_that_is_a_word_has_words(name: str) -> None:
    here = room(name)
    for key, option in here.Table.options.items():
        said = here.look.get("options", {}).get(key, {})
        assert not [word for word in option.words.values() if word not in said], key
        for code in option.codes[:20]:
            assert "_" not in house_words.words(here, key, code)


OLD_WORDS = re.compile(r"(?i)\b(?:somebody|one may|all the same|by itself|as they like|where)\b|^and ")
"""Words that texts of house rules avoid besides those that scripts/plain_english.py finds in every text."""


@pytest.mark.parametrize("name", room_names())
def test_house_rules_are_told_in_plain_words(name: str) -> None:
    here = room(name)
    told = [option.text for option in here.Table.options.values()]
    told += [house_words.words(here, key, code) for key, option in here.Table.options.items() for code in option.words]
    told += [words for preset in presets(here) for words in (preset.title, preset.text)]
    assert [text for text in told if OLD_WORDS.search(text)] == []


@pytest.mark.parametrize("name", room_names())
def test_what_forbids_a_choice_is_in_force(name: str) -> None:
    """A refusal names a rule by the number that this rulebook prints."""
    for game in houses(name, 3):
        known = {one.identifier: one.number for one in paragraphs(game.room, game.blank()[0]).values()}
        match = game.start(seed=1)
        for _ in range(25):
            if match.over:
                break
            for code in [*range(0, 54, 3), *range(64, min(game.room.calls.end, 110))]:
                why = match.why_not(code)
                if why is not None and why.paragraph > 0:
                    assert why.text.startswith(f"Rule {known[why.label]}: ") if why.label in known else why.text == NOT_IN_FORCE
            match.play(match.codes()[0])


@pytest.mark.parametrize("name", room_names())
def test_examples_refer_to_rules_by_their_numbers(name: str) -> None:
    html = re.sub(r"<[^>]+>", " ", rulebook_html(RulebookText(parlour.Game(name), most=3)))
    assert not FAULTS["an identifier of a paragraph"].search(html)


CONTRADICTIONS = [
    ("toepen", 4, {"max_discards": 0}, r"discard|challenge"),
    ("toepen", 8, {}, r"challenge it"),
    ("toepen", 3, {}, r"7 times"),
    ("delphi", 4, {"oracle_judges": True}, r"grammar|`and\(|does? not matter|%"),
    ("delphi", 4, {"start_tokens": 0}, r"every guesser has no"),
    ("khanhoo", 3, {"out_bonus": 0}, r"and 0 more"),
    ("khanhoo", 2, {}, r"\*bump\*|challenge"),
    ("chicago", 4, {"freeze_at": 83}, r"passed over in all three draws\.\n\n"),
    ("polignac", 4, {"target": 12}, r"12, 3, 4 and 3"),
    ("schafkopf", 3, {"all_pass": "redeal"}, r"\*least\*|Playing least"),
    ("oh_hell", 4, {"start_cards": 5}, r"hand of eight"),
    ("brag", 4, {"max_raise": 0}, r"0 more"),
    ("brag", 4, {"shuffle": "after_prial"}, r"not shuffled for the next deal"),
    ("backhand", 3, {"push_from": 20}, r"20 to 20"),
    ("crazy_eights", 3, {"draw_rule": "three"}, r"draw until"),
    ("crash", 4, {"six_pairs": False, "thirteen_wins": False}, r"[Dd]eclar|void"),
    ("khanhoo", 3, {"max_hands": 1}, r"deal passes|be the first with|brings a player to"),
    ("oh_hell", 4, {"start_cards": 1}, r"deal passes"),
    ("porrazo", 3, {"max_hands": 1}, r"deal passes"),
    ("spades", 4, {"max_hands": 1}, r"deal passes|first side|another hand is played"),
    ("spite_and_malice", 2, {"scoring": "none"}, r"points"),
    ("spite_and_malice", 2, {"must_play_ace": True}, r"talon card either"),
    ("snip_snap_snorem", 3, {"show_hands": True}, r"## Counters"),
    ("khanhoo", 3, {"out_bonus": 0}, r"scores for going out"),
    ("backhand", 3, {"mode": "betting", "min_bet": 5, "max_bet": 5}, r"any number of chips"),
    ("spades", 4, {"bag_points": 0, "bag_limit": 0}, r"\bbags?\b"),
    ("spades", 4, {"bag_points": 0, "bag_limit": 0, "nil_help": True}, r"\bbags?\b"),
    ("delphi", 4, {"fair_min": 0, "fair_max": 100}, r"%|percentage"),
    ("chicago", 4, {"kickers": False}, r"kicker"),
    *((name, 4, {"small_blind": 0, "big_blind": 0}, r"posts|big blind") for name in ("badugi", "baduci", "triple_draw")),
    *((name, 4, {"burn": False, "draws": 1}, r"[Bb]urnt|earlier draws") for name in ("badugi", "baduci", "triple_draw")),
]


@pytest.mark.parametrize(("name", "seats", "house", "wrong"), CONTRADICTIONS)
def test_no_text_contradicts_its_house_rules(name: str, seats: int, house: dict[str, Any], wrong: str) -> None:
    text = parlour.Game(name, seats, house).rulebook().partition("## House rules")[0]
    assert not re.search(wrong, text)


@pytest.mark.parametrize("name", room_names())
def test_examples_come_out_as_they_are_told(name: str) -> None:
    """The examples that a rulebook shows are played by the rules as the house has them."""
    from parlour.engine.scenarios import read_scenarios
    from parlour.house.examples import examples

    game = parlour.Game(name)
    shown = {example.name.partition(" (")[0] for found in examples(game, 3).values() for example in found}
    played = [
        each for each in read_scenarios(game.room.folder / "scenarios.toml").scenarios if each.name.partition(" (")[0] in shown
    ]
    assert [line for scenario in played[:8] for line in scenario.run()] == []
    assert set(identifiers(game.room)) >= {label for scenario in played for label in scenario.shows}
