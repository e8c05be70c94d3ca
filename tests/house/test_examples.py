"""Worked examples in the rulebook: drawn from scenarios, true under the house rules in force, showing no hidden card."""

from __future__ import annotations

import re

import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.house.examples import MOST, Example, examples
from parlour.house.rulebook_html import example_html, rulebook_html
from parlour.house.rulebook_text import RulebookText


def one(found: list[Example], name: str) -> Example:
    return next(example for example in found if name in example.name)


def test_an_example_shows_what_may_be_played_and_what_forbids_the_rest() -> None:
    example = one(examples(Game("schnapsen"))["R5"], "A void player must trump")
    shown = [card for _, cards in example.rows for card in cards]
    assert [card.card for card in shown if card.may] == ["10♠", "J♠"]
    assert [(card.card, card.note) for card in shown if card.may is False] == [("A♦", "rule 5")]
    assert "K♥" in [card.card for card in shown], "the card led lies in the trick"
    assert "A♣" not in [card.card for card in shown], "what the other player holds is hidden"


def test_only_the_hand_is_asked_about() -> None:
    """Suits do not count in Spite and Malice, so the ace of a build pile is written as the one in the hand is."""
    for found in examples(Game("spite_and_malice")).values():
        for example in found:
            asked = [label for label, cards in example.rows if any(card.may is not None for card in cards)]
            assert set(asked) <= {"Your hand", "Your talon"}
            if "Your hand" in asked:
                assert example.rows[-1][0] == "Your hand"


def test_an_example_shows_what_is_played_and_what_comes_of_it() -> None:
    example = one(examples(Game("oh_hell"))["R6"], "Ten for each trick")
    label, played = example.rows[-1]
    assert (label, [(card.card, card.note) for card in played]) == (
        "Played",
        [("A♠", "P2"), ("Q♠", "P3"), ("J♥", "P4"), ("J♦", "P1")],
    )
    assert example.says == ("Total: P1 −10, P2 30, P3 −40, P4 −10.", "Taken: P1 3, P2 1, P3 1, P4 0.")


def test_examples_stand_behind_their_paragraph() -> None:
    text = RulebookText(Game("schnapsen"), {}, most=MOST)
    html = rulebook_html(text)
    at = [html.index(part) for part in ('id="R5"', 'id="R6"')]
    assert at[0] < html.index('<details class="example">', at[0]) < at[1]
    assert html.count("<details") == html.count("</details>") == sum(map(len, examples(text.game).values()))


def test_an_example_is_shown_only_under_the_house_rules_it_was_written_for_unless_it_is_tried() -> None:
    game = Game("schnapsen", None, {"target_vp": 9})
    assert examples(Game("schnapsen"))["R5"]
    assert not any(examples(game).values())
    tried = examples(game, thorough=True)
    assert tried["R5"] == examples(Game("schnapsen"))["R5"], "what may be played does not depend on the target"
    assert not any("Seven" in example.name for found in tried.values() for example in found), "seven points do not win any more"


def test_one_of_the_house_rules_in_force_comes_first() -> None:
    found = examples(Game("oh_hell", None, {"dealer_rule": "none", "zero_points": 5}), thorough=True)
    assert found["R3"][0].name == "Mildest: the dealer bids freely"
    assert not any("Milder" in example.name for example in found["R3"])


@pytest.mark.parametrize("name", room_names())
def test_every_room_has_examples_that_can_be_drawn(name: str) -> None:
    found = examples(Game(name), 1)
    assert sum(map(len, found.values())) >= 2
    for example in (each for several in found.values() for each in several):
        html = example_html(example)
        assert len(re.findall('class="chip', html)) == sum(len(cards) for _, cards in example.rows)
        assert example.says or any(card.may is not None for _, cards in example.rows for card in cards)
