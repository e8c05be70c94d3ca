"""What the table reads off cards in sight, and what calls come to: the room says it, of the table as the viewer sees it."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.engine.game import Game
from parlour.kit import card_set, cards_in
from parlour.kit.layout import NOBODY
from parlour.table.live import LiveMatch
from parlour.table.wire import TableView

HANDS = {"hand.0": "A♣ 2♣ 4♦ K♥", "hand.1": "3♣ 5♦ 7♥ 9♠"}


def badugi(phase: str = "bet", **fields: Any) -> LiveMatch:
    """A hand for two, the dealer seat 1, before the last bets."""
    figures = {"phase": phase, "turn": 0, "dealer": 1, "hand_number": 1, "street": 4, "hand_size": 4, "limit": 4}
    chips = {"score": [80, 80], "paid": [20, 20], "pots": [40, 0], "to_act": 3}
    game = Game("badugi", 2, {"hands": 1})
    live = LiveMatch(game, ["Anna", "Bot"], match=game.match_from({**HANDS, **figures, **chips, "rest": "stub", **fields}))
    live.begun = True
    return live


def view(live: LiveMatch, seat: int) -> TableView:
    """What a seat sees after the last step."""
    return msgspec.json.decode(live.streams[seat].body, type=TableView)


def test_the_best_set_is_marked_and_named_for_its_owner_alone() -> None:
    live = badugi()
    live.choose(0, ["check"])
    hand = view(live, 0).places["hand.0"]
    assert hand.marked == cards_in(card_set("A♣ 4♦ K♥"))
    assert hand.read == ["Three cards, king high"]
    for seat in (1, NOBODY):
        hidden = view(live, seat).places["hand.0"]
        assert (hidden.marked, hidden.read, hidden.unknown) == ([], [], 4)


def test_hands_shown_are_read_for_all_and_told_of_whose_they_are() -> None:
    live = badugi()
    live.choose(0, ["check"])
    live.choose(1, ["check"])
    for seat in (0, 1, NOBODY):
        shown = view(live, seat).places
        assert shown["shown.0"].read == ["Three cards, king high"]
        assert shown["shown.1"].read == ["Badugi, nine high"]
        assert shown["shown.1"].marked == cards_in(card_set(HANDS["hand.1"]))
    lines = [line.text for line in live.streams[0].lines]
    assert lines[-3:] == ["You: Three cards, king high", "Bot: Badugi, nine high", "Bot wins the pot"]


def test_a_call_says_what_it_comes_to() -> None:
    """A raise to 8 after a bet of 4; who has only 6 left calls with these; the log says what was meant."""
    live = badugi(score=[80, 6], paid=[20, 94], pots=[114, 0])
    assert [(entry.name, entry.label) for entry in live.menu(0).choices] == [("check", "Check"), ("bet", "Bet 4")]
    live.choose(0, ["bet"])
    assert [entry.label for entry in live.menu(1).choices] == ["Fold", "Call 4", "Raise to 6"]
    live.choose(1, ["raise"])
    assert live.streams[NOBODY].lines[-1].text == "Bot: Raise to 6, “All in”"
    assert [entry.label for entry in live.menu(0).choices] == ["Fold", "Call 2"]


def test_both_halves_of_a_hand_are_read() -> None:
    game = Game("baduci", 2)
    live = LiveMatch(game, ["Anna", "Bot"], live=False)
    live.begin()
    (seat,) = live.asked()
    place = view(live, seat).places[f"hand.{seat}"]
    assert len(place.read) == 2
    assert 1 <= len(place.marked) <= 4
    suits = {card // 13 for card in place.marked}
    assert len(suits) == len(place.marked) == len({card % 13 for card in place.marked})
