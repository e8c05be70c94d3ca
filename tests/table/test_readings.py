"""The room's readings of a table as the viewer sees it: cards in sight, figures worked out, what calls come to."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parlour.engine import steps
from parlour.engine.game import Game
from parlour.engine.rooms import room
from parlour.engine.speech import spoken_text
from parlour.house.screen import Screen
from parlour.kit import card_set, cards_in
from parlour.kit.layout import NOBODY
from parlour.machine import body
from parlour.table.live import LiveMatch
from parlour.table.views import game_info, table_view
from parlour.table.wire import TableView

HANDS = {"hand.0": "A♣ 2♣ 4♦ K♥", "hand.1": "3♣ 5♦ 7♥ 9♠"}


def badugi(phase: str = "bet", **fields: Any) -> LiveMatch:
    """A hand for two, the dealer seat 1, before the last bets."""
    figures = {"phase": phase, "turn": 0, "dealer": 1, "hand_number": 1, "street": 4, "hand_size": 4, "limit": 4}
    chips = {"score": [80, 80], "paid": [20, 20], "pots": [40, 0], "to_act": 3}
    game = Game("badugi", 2, {"hands": 1})
    live = LiveMatch(game.match_from({**HANDS, **figures, **chips, "rest": "stub", **fields}), ["Anna", "Bot"])
    live.begun = True
    return live


def view(live: LiveMatch, seat: int) -> TableView:
    """Return what a seat sees after the last step."""
    return msgspec.json.decode(live.feeds[seat].body, type=TableView)


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
    lines = [line.text for line in live.feeds[0].lines]
    assert lines[-3:] == [
        "You: Three cards, king high",
        "Bot shows 3♣ 5♦ 7♥ 9♠ — Bot: Badugi, nine high",
        "Bot wins the pot (+40)",
    ]


def test_a_call_says_what_it_comes_to() -> None:
    """A raise to 8 after a bet of 4; who has only 6 left calls with these; the log says what was meant."""
    live = badugi(score=[80, 6], paid=[20, 94], pots=[114, 0])
    assert [(entry.name, entry.label) for entry in live.menu(0).choices] == [("check", "Check"), ("bet", "Bet 4")]
    live.choose(0, ["bet"])
    assert [entry.label for entry in live.menu(1).choices] == ["Fold", "Call 4", "Raise to 6"]
    live.choose(1, ["raise"])
    assert live.feeds[NOBODY].lines[-1].text == "Bot: Raise to 6, “All in” · pot 124"
    assert [entry.label for entry in live.menu(0).choices] == ["Fold", "Call 2"]


def test_both_halves_of_a_hand_are_read() -> None:
    game = Game("baduci", 2)
    live = LiveMatch(game.fresh(), ["Anna", "Bot"])
    live.begin()
    (seat,) = live.asked()
    place = view(live, seat).places[f"hand.{seat}"]
    assert len(place.read) == 2
    assert 1 <= len(place.marked) <= 4
    suits = {card // 13 for card in place.marked}
    assert len(suits) == len(place.marked) == len({card % 13 for card in place.marked})


def seen(name: str, seat: int, seats: int, table: dict[str, Any], **house: Any) -> TableView:
    """The view of a position."""
    game = Game(name, seats, house)
    tables = game.read_fields({"hand_number": 1, **table})
    steps.mask_row(tables, 0, seat)
    return table_view(game, tables)


FIVE_EACH = {f"hand.{seat}": f"A{suit} K{suit} Q{suit} J{suit} 10{suit}" for seat, suit in enumerate("♣♦♥♠")} | {"rest": "stub"}
"""Hands of four, and where the other cards are."""
LED = FIVE_EACH | {"leader": 0}


def test_the_sum_of_the_bids_stands_beside_the_tricks() -> None:
    table = {"phase": "bid", "turn": 2, "dealer": 3, "hand_size": 5, "bids": [2, 1, -1, -1], **LED}
    figures = seen("oh_hell", NOBODY, 4, table).figures
    assert (figures["sum_of_bids"], figures["hand_size"]) == (3, 5)


@pytest.mark.parametrize("show_points", [False, True])
def test_points_of_a_hand_are_their_owners_to_see_marriages_included(show_points: bool) -> None:
    table = {"phase": "lead", "turn": 0, "dealer": 1, "leader": 0, "trumps": 2, "won.0": "A♠ 10♠", "won_after.0": "K♦ J♦"}
    table |= {
        "won.1": "J♠ Q♠",
        "tricks": [2, 1],
        "credited": [20, 40],
        "hand.0": "A♣",
        "hand.1": "K♣",
        "closer": 0,
        "married": -1,
        "turned": "J♥",
        "tricks_at_close": [1, 1],
        "rest": "stock",
    }
    for seat, known in ((0, [47, -1]), (1, [-1, 45]), (NOBODY, [-1, -1])):
        points = seen("schnapsen", seat, 2, table, show_points=show_points).figures["points_in_sight"]
        assert points == (known if show_points else [-1, -1])
    counted = {"phase": "score", "counted.0": "A♠ 10♠", "credited": [20, 0], "dealer": 1, "rest": "stock"}
    assert seen("schnapsen", 1, 2, counted).figures["points_in_sight"] == [41, 0], "once counted it is for all to see"


def test_a_forced_game_says_what_it_is_worth() -> None:
    table = {
        "phase": "play",
        "turn": 0,
        "dealer": 3,
        "declarer": 0,
        "forced": 1,
        "contract": 2,
        "trumps": 0,
        "named": 1,
        "leader": 0,
        **{f"hand.{seat}": card for seat, card in enumerate(("A♠", "A♦", "Q♠", "J♠"))},
    }
    for house, worth in (({}, 4), ({"forced_value_2": True}, 2)):
        assert seen("solo", 0, 4, {**table, "rest": "won.1"}, **house).figures["worth"] == worth


def test_twins_are_marked_while_an_odd_card_protects_them() -> None:
    """The 5s have an odd card and the court too; of the 7s there are only twins."""
    table = {
        "phase": "play",
        "turn": 0,
        "dealer": 2,
        "hand.0": "2♦",
        "table": "5♦ 5♦ 5♥ 7♠ 7♠ K♣ K♣ J♣ A♠ A♠ 9♦",
        "rest": "aside",
    }
    assert seen("totit", 0, 3, table).places["table"].marked == cards_in(card_set("5♦ K♣ A♠"))
    assert seen("totit", 0, 3, table, protect_pairs=False).places["table"].marked == []


def test_the_terminal_shows_figures_that_are_worked_out() -> None:
    table = {"phase": "bid", "turn": 2, "dealer": 3, "hand_number": 1, "hand_size": 5, "bids": [2, 1, -1, -1], **LED}
    game = Game("oh_hell", 4)
    lines = Screen(game, ["Anna", "Bea", "Cora", "Dora"], 2).table(game.match_from(table).view(2).tables[0])
    assert any("Sum of the bids: 3" in line for line in lines), lines


def test_hands_are_sorted_as_the_house_rules_rank_them() -> None:
    """The ace stands where `aces` puts it, in the browser and in the terminal."""
    for aces, hand in (("low", "A♣ 4♦ 9♠ K♥"), ("high", "4♦ 9♠ K♥ A♣")):
        game = Game("badugi", 2, {"aces": aces})
        order = game_info(game, ["Anna", "Bot"], ["human", "bot"], 0).look["ranking"].split()
        assert (order[0] == "A", order[-1] == "A") == (aces == "low", aces == "high")
        tables = game.view(
            0,
            {
                "phase": "bet",
                "hand_number": 1,
                "turn": 0,
                "dealer": 1,
                "hand.0": "K♥ 9♠ 4♦ A♣",
                "hand.1": "2♣ 3♣ 5♣ 6♣",
                "stub": "??×44",
            },
        )
        assert any(hand in line for line in Screen(game, ["Anna", "Bot"], 0).table(tables.tables[0]))


def test_a_run_of_ace_two_three_is_named_by_its_three() -> None:
    """At Brag the ace is its lowest card, wherever `a23` ranks it."""
    for a23, word, rank in (("highest", "run", 1), ("second", "run", 1), ("lowest", "run", 1), ("not_a_run", "high_card", 12)):
        game = Game("brag", 4, {"a23": a23})
        named = body(game.room.module.named)
        assert [int(n) for n in named(game.blank()[0], card_set("A♣ 2♦ 3♠"))] == [game.room.words.index(word) + 1, rank]
        assert int(named(game.blank()[0], card_set("A♣ K♦ Q♠"))[1]) == 12


def test_a_word_takes_a_figure_apart() -> None:
    porrazo = room("porrazo")
    word = porrazo.words.index("best rondine") + 1
    told = "Bea has the best declaration, a rondine of aces", "You have the best declaration, a rondine of aces"
    assert (spoken_text(porrazo, word, 25, ["Anna", "Bea"], 0), spoken_text(porrazo, word, 25, ["Anna", "You"], 0)) == told
