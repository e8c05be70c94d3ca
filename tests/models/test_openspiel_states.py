"""Oh Hell! and Spades beside OpenSpiel's own, state by state: who is asked, what is legal, what a hand scores.

Both are given the same deal and the same random choices. A comment names what no setting can match and is left out.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match
from parlour.kit import card_name, cards_in

pyspiel = pytest.importorskip("pyspiel")

HANDS = 12


def cards(held: list[int]) -> str:
    return " ".join(card_name(card) for card in sorted(held))


def dealt(state: Any, chooser: random.Random) -> list[tuple[int, str]]:
    """Their chance actions up to the first choice, each with its name."""
    found = []
    while state.is_chance_node():
        action = chooser.choice([outcome for outcome, _ in state.chance_outcomes()])
        found.append((action, state.action_to_string(action)))
        state.apply_action(action)
    return found


def named(text: str) -> int:
    """Our card of one of theirs: `DJ` or `DT`."""
    return "CDHS".index(text[0]) * 13 + "23456789TJQKA".index(text[1])


def side_by_side(
    state: Any,
    match: Match,
    chooser: random.Random,
    name: Any,
    theirs_lack: Any = lambda match, names: set(),
    liked: frozenset[str] = frozenset(),
) -> int:
    """One hand in both: the number of choices. `name`: our name of one of their actions; `theirs_lack`: what they forbid here;
    `liked`: choices that are taken rather than others."""
    made = 0
    while not state.is_terminal():
        assert match.turn == state.current_player()
        legal = {name(state, action): action for action in state.legal_actions()}
        names = set(match.choices())
        assert set(legal) == names - theirs_lack(match, names), match.position()
        choice = chooser.choice(sorted(liked & set(legal)) or sorted(legal))
        state.apply_action(legal[choice])
        match.play(choice)
        made += 1
    return made


@pytest.mark.parametrize(("seats", "size"), [(3, 10), (4, 1), (4, 3), (4, 7), (5, 10), (7, 2)])
def test_oh_hell(seats: int, size: int) -> None:
    """A missed bid costs 1 point per trick there and 10 here, which no setting changes; a made one scores 10 + bid in both."""
    chooser, game = (
        random.Random(size),
        pyspiel.load_game(
            "oh_hell", {"players": seats, "num_tricks_fixed": size, "off_bid_penalty": True, "points_per_trick": 1}
        ),
    )
    ours = parlour.game("oh_hell", seats=seats, start_cards=size, dealer_rule="not_equal", made_score="ten_plus_bid")
    made = missed = 0
    for _ in range(HANDS):
        state = game.new_initial_state()
        _, (dealer, _), *drawn = dealt(state, chooser)
        found = [named(text) for _, text in drawn]
        held = [found[seat : seats * size : seats] for seat in range(seats)]
        turned = found[seats * size]
        fields = {f"hand.{seat}": cards(held[seat]) for seat in range(seats)} | {"turned": card_name(turned), "rest": "stub"}
        eldest = (dealer + 1) % seats
        figures = {"hand_number": 1, "dealer": dealer, "turn": eldest, "leader": eldest, "phase": "bid"}
        figures |= {"hand_size": size, "trumps": turned // 13, "bids": [-1] * seats}
        match = ours.match_from(fields | figures)

        def name(state: Any, action: int) -> str:
            text = state.action_to_string(action)
            return f"bid {action - 52}" if action >= 52 else card_name(named(text))

        assert side_by_side(state, match, chooser, name) == seats * (size + 1)
        for points, score in zip(state.returns(), match.score, strict=True):
            assert score == (points if points > 0 else 10 * points)
            made, missed = made + (points > 0), missed + (points <= 0)
    assert made
    assert missed


def test_spades() -> None:
    """There partners may not bid more than 13 together; and that spades are broken is never noted, so that who holds other cards
    may not lead one to the end of the hand. Neither can be set. In every other hand bids are low, so that bags are penalized."""
    ours = parlour.game("spades", set_penalty="minus_bid", nil_help=True, max_hands=1)
    game = pyspiel.load_game("spades", {"use_mercy_rule": False, "win_or_loss_bonus": 0, "num_tricks": 13})
    chooser, broken, penalties, nils = random.Random(4), 0, 0, 0
    low = frozenset({"nil", "bid 1", "bid 2"})

    def name(state: Any, action: int) -> str:
        if action < 52:
            return card_name(action)
        return "nil" if action == 52 else f"bid {action - 52}"

    def theirs_lack(match: Match, names: set[str]) -> set[str]:
        nonlocal broken
        row = match.row
        bid = int(row.bids[int(row.turn) ^ 2])
        if match.phase == "bid":
            return {f"bid {n}" for n in range(1, 14) if bid + n > 13}
        hand = set(map(card_name, cards_in(int(row.hand[int(row.turn)]))))
        spades = {card for card in hand if card.endswith("♠")}
        if row.broken and not row.trick[0] and spades != hand:
            broken += 1
            return spades
        return set()

    for number in range(2 * HANDS):
        state = game.new_initial_state()
        found = [action for action, _ in dealt(state, chooser)]
        fields = {f"hand.{seat}": cards(found[seat::4]) for seat in range(4)}
        figures = {"hand_number": 1, "dealer": 3, "turn": 0, "phase": "bid", "side": [0, 1, 0, 1], "bids": [-1] * 4}
        match = ours.match_from(fields | figures)
        liked = low if number % 2 else frozenset()
        assert side_by_side(state, match, chooser, name, theirs_lack, liked) == 4 + 52
        assert match.score == state.returns()
        bids = [int(bid) for bid in match.row.bids]
        nils += bids.count(0)
        penalties += any(-100 < score - 10 * (bids[seat] + bids[seat ^ 2]) < -80 for seat, score in enumerate(match.score))
    assert broken
    assert penalties
    assert nils
