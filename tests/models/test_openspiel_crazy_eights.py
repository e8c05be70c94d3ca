"""Crazy Eights beside OpenSpiel's own, state by state: who is asked, what is legal, what is held, who is out.

Both are given the same deal, the same order of the stock and the same random choices, up to the end of the stock: what was
discarded comes back there with the last card drawn, here when the next is wanted. Twos, queens and aces stay switched off:
there they are on together, and a two may be passed on by another.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match
from parlour.kit import card_name

pyspiel = pytest.importorskip("pyspiel")

SUITS, RANKS = "♣♦♥♠", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECK, DEALER, DRAW, PASS, NAME = 52, 52, 52, 53, 54
"""Their actions: cards by rank, then suit; as chance `DEALER` + seat, else to draw, to pass and to name a suit."""


def theirs(card: int) -> int:
    """Their number of one of our cards."""
    return card % 13 * 4 + card // 13


def ours(action: int) -> str:
    """Our name of one of their actions."""
    if action < DECK:
        return RANKS[action // 4] + SUITS[action % 4]
    return {DRAW: "draw", PASS: "pass"}.get(action) or f"name {SUITS[action - NAME]}"


def begun(seats: int, rule: str, draws: int, chooser: random.Random) -> tuple[Any, Match]:
    """The same deal in both; the first card turned is not an eight."""
    deal = 7 if seats == 2 else 5
    game = parlour.game("crazy_eights", seats=seats, deal=deal, draw_rule=rule, draw_when_able=True, max_turns=500)
    packs = 1 + (seats > 5)
    cards = list(range(DECK)) * packs
    while True:
        chooser.shuffle(cards)
        if cards[seats * deal] % 13 != RANKS.index("8"):
            break
    dealer = chooser.randrange(seats)
    eldest = (dealer + 1) % seats
    state = pyspiel.load_game(
        "crazy_eights", {"players": seats, "max_draw_cards": draws, "max_turns": 10_000}
    ).new_initial_state()
    for action in (DEALER + dealer, *map(theirs, cards[: seats * deal + 1])):
        state.apply_action(action)
    fields: dict[str, Any] = {"hand_number": 1, "dealer": dealer, "turn": eldest, "phase": "play", "demand": 4}
    for place in range(seats):
        fields[f"hand.{(eldest + place) % seats}"] = " ".join(map(card_name, sorted(cards[place : seats * deal : seats])))
    fields["discards"] = card_name(cards[seats * deal])
    fields["stock"] = " ".join(map(card_name, reversed(cards[seats * deal + 1 :])))
    return state, game.match_from(fields)


def worth(action: int, copies: int) -> int:
    """Return the cost of a card left in the hand there: below a jack it is counted by its number in the pack, not by its rank."""
    rank = action // 4
    return -copies * (50 if rank == RANKS.index("8") else 10 if rank > RANKS.index("10") else action + 2)


def held(match: Match, seat: int) -> list[int]:
    """Return how many of each card a seat holds, in their order."""
    planes = match.row.hand[seat]
    return [sum(int(plane) >> (action % 4 * 13 + action // 4) & 1 for plane in planes) for action in range(DECK)]


@pytest.mark.parametrize(("seats", "rule", "draws"), [(2, "three", 3), (3, "one", 1), (4, "until", 127), (7, "three", 3)])
def test_state_by_state(seats: int, rule: str, draws: int) -> None:
    chooser, out, named, passed = random.Random(seats), 0, 0, 0
    for _ in range(12):
        state, match = begun(seats, rule, draws, chooser)
        while not state.is_terminal() and match.row.stock[0]:
            assert match.turn == state.current_player()
            legal = {ours(action): action for action in state.legal_actions()}
            assert set(legal) == set(match.choices()), match.position()
            names = sorted(legal)
            cards = [name for name in names if name[-1] in SUITS]
            choice = chooser.choice(cards if cards and chooser.random() < 0.7 else names)
            drawn = theirs(int(match.row.stock[match.row.stock[0]]))
            state.apply_action(legal[choice])
            if choice == "draw":
                state.apply_action(drawn)
            match.play(choice)
            named, passed = named + choice.startswith("name"), passed + (choice == "pass")
        if state.is_terminal():
            assert match.over
            hands = [held(match, seat) for seat in range(seats)]
            assert [sum(worth(action, n) for action, n in enumerate(hand)) for hand in hands] == state.returns()
            assert match.winners == [seat for seat in range(seats) if not any(hands[seat])]
            out += 1
    assert out
    assert named
    assert passed or rule == "until"
