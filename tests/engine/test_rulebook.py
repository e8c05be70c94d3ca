"""The rulebook under other house rules says nothing of what is not played."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.engine import rulebook
from parlour.engine.rulebook import explain, paragraphs

UNPLAYED = [
    ("spades", 4, {"nil": False}, ("both partners", "blind_nil?", "failed nil", "a nil adds")),
    ("schafkopf", 3, {"all_pass": "dealer_takes"}, ("least hand", "fewest points", "all three tie")),
    ("botifarra", 4, {"doubling": False}, ("reredoubled", "doubled, that")),
    ("porrazo", 2, {"counter": False}, ("waiting points", "wins the whole game", "strikes back")),
    ("porrazo", 2, {"tendido": "none"}, ("tendido scores", "dealer's tendido")),
    ("oh_hell", 4, {"dealer_rule": "none"}, ("bound to fail", "sure to fail")),
    ("oh_hell", 4, {"start_cards": 1}, ("1 cards", "one fewer")),
    ("klondike", 1, {"passes": 1}, ("1 times", "turn the whole waste over")),
    ("khanhoo", 3, {"bumping": False}, ("*bump*", "*challenge*", "claims it")),
    ("machiavelli", 2, {"rearrange": False}, ("regroup", "take melds apart", "move the 4")),
    ("cassino", 2, {"count_out": True, "sweeps": False}, ("sweeps in the order", "game is a draw")),
    ("polignac", 4, {"queen_of_spades": True}, ("four cards bring trouble",)),
    ("totit", 3, {"points_per_card": True}, ("collect twins", "worth a point to you")),
]


@pytest.mark.parametrize(("name", "seats", "house", "unplayed"), UNPLAYED)
def test_what_is_not_played_is_not_spoken_of(name: str, seats: int, house: dict[str, Any], unplayed: tuple[str, ...]) -> None:
    game = parlour.Game(name, seats, house)
    text = " ".join(game.rulebook().split("## House rules", maxsplit=1)[0].split()).casefold()
    assert not [words for words in unplayed if words in text]


def test_conditions_stand_within_conditions() -> None:
    """R15 of Porrazo: on `counter`, and there on `san_benito`."""
    said = {
        (counter, wins): one.text if (one := paragraphs(game.room, game.blank()[0]).get("R15")) else ""
        for counter in (False, True)
        for wins in ("game", "points")
        for game in [parlour.Game("porrazo", 2, {"counter": counter, "san_benito": wins})]
    }
    assert said[False, "game"] == said[False, "points"] == ""
    assert "whole game" in said[True, "game"]
    assert "six times" in said[True, "points"]


def test_house_rules_that_do_not_go_together_are_refused_in_one_line() -> None:
    with pytest.raises(parlour.BadInput, match="Rule 1: Only four players can play as partners") as refused:
        parlour.Game("porrazo", 3, {"partnerships": True})
    assert "\n" not in str(refused.value)


def test_a_rulebook_is_filled_once_for_all_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each set of house rules: a page asks for every card that may not be played."""
    filled, fill = [], rulebook._fill
    monkeypatch.setattr(rulebook, "_fill", lambda room, text, row, usual: filled.append(room) or fill(room, text, row, usual))
    rulebook._in_force.cache_clear()
    tables = [parlour.Game("spades", 4, {"nil": nil}).blank()[0] for nil in (True, False)]
    room = parlour.game("spades").room
    found = [{explain(room, row, number) for number in range(1, 20) for _ in range(3)} for row in tables]
    assert len(filled) == 2
    assert found[0] != found[1]
    assert min(map(len, found)) > 5
