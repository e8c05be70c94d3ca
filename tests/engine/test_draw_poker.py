"""The draw games: no chip is lost or made, under any house rules; what a seat knows when discards are shuffled back."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.engine import steps
from parlour.kit import NOBODY
from parlour.kit.cards import PACK_52, card_set

from .harness import check_redeals, fitting, scene, text

GAMES = ("triple_draw", "badugi", "baduci")
TWISTS = {
    "ante": (0, 0, 3),
    "small_blind": (0, 1, 2),
    "big_blind": (0, 2, 9),
    "small_bet": (2, 5),
    "cap": (0, 3, 4),
    "cap_heads_up": (False, True),
    "reopen": ("full", "half"),
    "short_blind": ("actual", "nominal"),
    "free_fold": (False, True),
    "odd_chips": ("first", "one_each"),
    "draw_style": ("sequential", "batch"),
    "burn": (False, True),
    "heads_up_dealer_small": (False, True),
    "draws": (1, 2, 3),
    "stack": (3, 20, 100),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_chips_are_conserved(name: str, seats: int) -> None:
    """After every step of a few hundred hands, by random players who raise a lot."""
    rng = random.Random(seats)
    for seed in range(12):
        house = {option: rng.choice(values) for option, values in TWISTS.items()}
        if name == "triple_draw":
            house["split"] = rng.choice(("none", "high_low", "high_low_8"))
        game = parlour.Game(name, seats, house | {"hands": 8})
        tables = game.blank()
        row = tables[0]
        steps.begin_row(tables, 0, seed, 0)
        total = seats * game.options["stack"]
        while not row.over:
            if row.turn == NOBODY:
                steps.step_row(tables, 0, seed, 0)
            else:
                menu = game.menu(tables)
                steps.act_row(tables, 0, menu[-1] if rng.random() < 0.3 else rng.choice(menu))
            if row.hand_number:
                lying = sum(int(row[field][p]) for field in ("score", "bet", "pots") for p in range(seats))
                assert lying == total, f"{game.house}, seed {seed}, phase {game.room.phases[row.phase]}"
        assert sum(row.payoff[:seats]) == pytest.approx(0)
        assert row.hand_number == 8 or sorted(row.score[:seats])[-1] == total


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("short_blind", "ante", "blinds", "high"),
    [("actual", 8, (1, 5), 2), ("nominal", 8, (1, 5), 5), ("actual", 5, (9, 2), 5), ("nominal", 5, (9, 2), 5)],
)
def test_only_a_short_big_blind_is_called_for_in_full(
    name: str, short_blind: str, ante: int, blinds: tuple[int, int], high: int
) -> None:
    """Check F4: what is to be called if the player who posts a blind of the two has too few chips left."""
    house = {"stack": 10, "ante": ante, "small_blind": blinds[0], "big_blind": blinds[1], "short_blind": short_blind}
    assert parlour.Game(name, 3, house).start(seed=1).row.high == high


def test_the_largest_stacks_do_not_overflow() -> None:
    """A thousand million chips each, raised to the end."""
    match = parlour.game("badugi", seats=2, stack=10**9, cap=0, big_bet=10_000, small_bet=10_000, hands=2).start(seed=2)
    for _ in range(60):
        match.play("raise" if "raise" in match.choices() else match.choices()[-1])
    row = match.row
    assert sum(row.score[:2]) + sum(row.bet[:2]) + sum(row.pots[:2]) == 2 * 10**9
    assert int(row.high) > 500_000


HELD = {"hand.0": "A♣ 2♦ Q♥ K♠", "hand.1": "3♣ 4♦ J♥ J♠", "stub": "5♣ 6♦ 7♥ 8♠"}


def drawing() -> parlour.Match:
    """Badugi for two: eight cards unseen by either, the rest lies open. Seat 0 draws two, seat 1 one, and both check."""
    seen = text(PACK_52 & ~card_set(" ".join(HELD.values())))
    figures = {
        "hand_number": 1,
        "dealer": 1,
        "street": 1,
        "hand_size": 4,
        "limit": 2,
        "score": [9, 9],
        "paid": [1, 1],
        "pots": [2, 0],
    }
    match = scene(parlour.game("badugi", seats=2), HELD | figures | {"phase": "discard", "turn": 0, "player": 0, "shown.0": seen})
    match.play("Q♥", "K♠", "done")
    match.play("J♠", "done")
    return match


def test_own_discards_are_remembered() -> None:
    """Of six unseen cards four are in the other hand, one is its discard and one the stub."""
    match = drawing()
    assert match.phase == "bet"
    assert check_redeals(match.view(0, memory=True), 30) == 30


@pytest.mark.parametrize(("stub", "deals"), [("J♠ Q♥ K♠", 5), ("Q♥ J♠ K♠", 1)])
def test_discards_that_are_shuffled_back(stub: str, deals: int) -> None:
    """Seat 0 draws three: the last card of the stub and two of the three that lay aside. What is left there it knows, if that is
    a card of its own: else it may be any of five."""
    match = drawing()
    match.play("check")
    match.play("check")
    match.play("A♣", "2♦", "7♥", "done", until="reshuffle")
    match.happen({"stub": stub})
    match.settle()
    match.play("done")
    assert len(fitting(match.view(0, memory=True))) == deals
