"""The account of a hand adds up, begins with the stake, and shows nothing but what the seat has seen."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parlour
from parlour.kit.layout import NOBODY
from parlour.table import accounts, wire_pacing

from .test_telling import played


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[wire_pacing.Account]]:
    """Every account that is closed, by whose it is."""
    found: dict[str, list[wire_pacing.Account]] = {}
    close = accounts.Accountant.close

    def noted(self: accounts.Accountant, *arguments: Any) -> wire_pacing.Account:
        account = close(self, *arguments)
        found.setdefault("You" if "You" in self.names else "all", []).append(account)
        return account

    monkeypatch.setattr(accounts.Accountant, "close", noted)
    return found


@pytest.mark.parametrize(("name", "choices"), [("scopa", 60), ("cassino", 60), ("schnapsen", 60), ("oh_hell", 60), ("bura", 80)])
def test_entries_add_up_to_what_the_hand_was_worth(closed: dict[str, Any], name: str, choices: int) -> None:
    """Every point has its entry, what the deal has cost too."""
    live = played(name, choices)
    assert closed["all"]
    for account in closed["all"]:
        sums = [sum(points) for points in zip(*(entry.points for entry in account.entries), strict=True)]
        assert account.scores == (sums or [0] * live.game.seats)


@pytest.mark.parametrize(("name", "stake"), [("brag", 100), ("triple_draw", 100), ("toepen", 10), ("bura", 5)])
def test_the_first_hand_counts_from_the_stake(closed: dict[str, Any], name: str, stake: int) -> None:
    live = played(name, 70)
    first = closed["all"][0]
    assert [total - score for total, score in zip(first.totals, first.scores, strict=True)] == [stake] * live.game.seats
    assert live.feeds[NOBODY].rows[0].scores == first.scores


def test_a_showdown_is_in_the_account_and_a_hand_thrown_in_is_not(closed: dict[str, Any]) -> None:
    live = played("brag", 120)
    shown = 0
    for account in closed["all"]:
        folded = next((figure.values for figure in account.figures if figure.label == "folded"), [None] * live.game.seats)
        for hand in account.hands:
            assert len(hand.cards) == 3
            assert folded[hand.seat] is None
            assert hand.read
            shown += 1
    assert shown


def test_the_figures_are_those_that_the_rules_count(closed: dict[str, Any]) -> None:
    """Scopa: cards, diamonds and primiera by a count of the cards that came to light."""
    played("scopa", 60)
    account = next(account for account in closed["all"] if len(account.hands) == 2)
    cards = {figure.label: figure.values for figure in account.figures}
    sweeps = [points for entry in account.entries if "sweeps" in entry.text for points in entry.points] or [0, 0]
    for hand in account.hands:
        assert cards["Cards"][hand.seat] - len(hand.cards) in (0, sweeps[hand.seat])
        assert cards["Diamonds"][hand.seat] >= sum(card // 13 == 1 for card in hand.cards)


def test_partners_with_one_pile_have_its_figures_once() -> None:
    """Scopa for four: the plate of a player without a pile shows none, and the account has no "18 · 0"."""
    accountant = accounts.Accountant(parlour.game("scopa", seats=4), ["a", "b", "c", "d"])
    now = {"cards": [18, 22, 0, 0], "diamonds": [7, 3, 0, 0], "prime": [75, 78, 0, 0], "score": [0, 0, 0, 0]}
    found = accountant._figures_of([now.get(kind["field"]) for kind in accountant.kinds], now)
    assert [figure.values for figure in found] == [[18, 22, None, None], [7, 3, None, None], [75, 78, None, None]]


def test_words_of_the_last_trick_are_not_those_of_the_hand(closed: dict[str, Any]) -> None:
    """Polignac says what a trick costs and counts the hand after it: "One point" stood beside five."""
    played("polignac", 120)
    found = [(str(entry.text), {n for n in entry.points if n}) for account in closed["all"] for entry in account.entries]
    assert ("Points", {1, 3}) in found
    for text, points in found:
        if told := re.fullmatch(r"(\d+|One) points?", text):
            assert points <= {int(told[1].replace("One", "1"))}, (text, points)


@pytest.mark.parametrize("name", ["badugi", "triple_draw"])
def test_what_was_paid_and_what_was_won_make_the_hand(closed: dict[str, Any], name: str) -> None:
    """Chips that nobody matched come back and are no longer said to be paid: they are not won as well."""
    played(name, 150)
    came_back = 0
    for account in closed["all"]:
        paid = next(figure.values for figure in account.figures if figure.label.startswith("Paid"))
        won = [sum(points) for points in zip(*(entry.points for entry in account.entries), strict=True)]
        assert account.scores == [gain - (chips or 0) for gain, chips in zip(won, paid, strict=True)]
        came_back += any("nobody matched" in entry.text for entry in account.entries)
    assert came_back
