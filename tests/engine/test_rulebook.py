"""The rulebook under other house rules says nothing of what is not played."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.engine import rulebook
from parlour.engine.rulebook import explain, paragraphs

UNPLAYED = [
    ("spades", 4, {"nil": False}, ("both partners", "failed nil", "a nil adds")),
    ("schafkopf", 3, {"all_pass": "dealer_takes"}, ("least hand", "all three tie")),
    ("botifarra", 4, {"doubling": False}, ("reredoubled", "doubled, that")),
    ("porrazo", 2, {"counter": False}, ("waiting points", "wins the whole game", "strikes back")),
    ("porrazo", 2, {"tendido": "none"}, ("tendido scores", "dealer's tendido")),
    ("oh_hell", 4, {"dealer_rule": "none"}, ("sure to fail",)),
    ("oh_hell", 4, {"start_cards": 1}, ("one fewer",)),
    ("klondike", 1, {"passes": 1}, ("turn the whole waste over",)),
    ("khanhoo", 3, {"bumping": False}, ("*bump*", "*challenge*", "claim that card")),
    ("machiavelli", 2, {"rearrange": False}, ("regroup", "take melds apart", "move the 4")),
    ("cassino", 2, {"count_out": True}, ("game is a draw",)),
    ("cassino", 2, {"count_out": True, "sweeps": False}, ("sweeps in the order",)),
    ("polignac", 4, {"queen_of_spades": True}, ("four cards cost points",)),
    ("totit", 3, {"points_per_card": True}, ("collect twins", "worth a point to you")),
]


@pytest.mark.parametrize(("name", "seats", "house", "unplayed"), UNPLAYED)
def test_what_is_not_played_is_not_spoken_of(name: str, seats: int, house: dict[str, Any], unplayed: tuple[str, ...]) -> None:
    *others, _ = house.items()
    here, played = (plain(parlour.Game(name, seats, rules)) for rules in (house, dict(others)))
    assert not [words for words in unplayed if words in here]
    assert [words for words in unplayed if words not in played] == [], "no rulebook says that: look for what it says now"


def plain(game: parlour.Game) -> str:
    """The text of a rulebook without its house rules, on one line in small letters."""
    return " ".join(game.rulebook().split("## House rules", maxsplit=1)[0].split()).casefold()


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
