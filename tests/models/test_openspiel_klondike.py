"""Klondike beside OpenSpiel's own (`solitaire` there), state by state: the same deal, the same random moves of cards.

There the stock is not drawn from: of all its cards the first, fourth, seventh ... lie open at any time. So at each state ours
leafs through stock and waste a card at a time, and what may be done with those cards, and with none, must be what is legal
there. A move back to a board of this game may be illegal there; nothing else that is legal here may be missing.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.engine.match import Match
from parlour.kit import card_name

pyspiel = pytest.importorskip("pyspiel")

SUITS, HOME, SPACE, COLUMNS = "♣♦♥♠", "home", "space", 7
Move = tuple[str, str]
"""The card that moves, with what lies on it, and where to: the card it goes on, `HOME` or `SPACE`."""


def pile(field: Any) -> list[str]:
    """The cards of a pile, from the lowest."""
    return [card_name(int(card)) for card in field[1 : 1 + int(field[0])]]


def board(match: Match) -> tuple[tuple[str, ...], ...]:
    """Everything that lies open, the stock as it is leafed through."""
    row = match.row
    columns = [tuple(pile(column)) for column in row.up]
    homes = [tuple(pile(foundation)) for foundation in row.foundations]
    return (*columns, *homes, (*pile(row.waste), *reversed(pile(row.stock))))


def moved(here: tuple[tuple[str, ...], ...], card: str, to: str) -> list[tuple[tuple[str, ...], ...]]:
    """The boards a move may lead to, if it turns up nothing: one for each space that it may fill."""
    source = next(k for k, cards in enumerate(here) if card in cards)
    at = here[source].index(card)
    end = at + 1 if source == len(here) - 1 else len(here[source])
    unit = here[source][at:end]
    left = [*here[:source], here[source][:at] + here[source][end:], *here[source + 1 :]]
    if to == HOME:
        targets = [COLUMNS + SUITS.index(card[-1])]
    elif to == SPACE:
        targets = [k for k in range(COLUMNS) if not here[k]]
    else:
        targets = [next(k for k, cards in enumerate(here) if to in cards)]
    return [tuple(cards + unit if k == target else cards for k, cards in enumerate(left)) for target in targets]


def named(choice: str, here: tuple[tuple[str, ...], ...], open_card: str | None) -> Move | None:
    """Return what one of our choices moves and to where; None if it moves no card."""
    source, arrow, target = choice.partition(">")
    if not arrow:
        return None
    place, _, size = source.partition(":")
    if place == "waste":
        assert open_card is not None
        card = open_card
    elif place.startswith("f-"):
        card = here[COLUMNS + "cdhs".index(place[2])][-1]
    else:
        card = here[int(place[1]) - 1][-int(size or 1)]
    if target == "f":
        return card, HOME
    column = here[int(target[1]) - 1]
    return card, column[-1] if column else SPACE


def theirs(text: str) -> Move:
    """A move of theirs, written as target and card."""
    target, card = (part.strip().replace("T", "10") for part in text.split("←"))
    if target and target[-1] in SUITS and target[-1] == card[-1]:
        return card, HOME
    return card, target if target and target[-1] in SUITS else SPACE


def offered(match: Match) -> dict[Move, tuple[int, str]]:
    """All moves of cards, each with how many cards are turned before it, and the choice. The stock is left turned back."""
    turn_back(match)
    here = board(match)
    found: dict[Move, tuple[int, str]] = {}
    turned = 0
    while True:
        waste = pile(match.row.waste)
        for choice in match.choices():
            move = named(choice, here, waste[-1] if waste else None)
            if move and (turned % 3 == 1 or not choice.startswith("waste")):
                found.setdefault(move, (turned, choice))
        if not match.row.stock[0]:
            break
        match.play("draw")
        turned += 1
    turn_back(match)
    return found


def turn_back(match: Match) -> None:
    """All cards of the waste become the stock again."""
    while match.row.waste[0]:
        match.play("draw" if match.row.stock[0] else "recycle")


def begun(chooser: random.Random) -> tuple[Any, Match]:
    """The same deal in both."""
    state = pyspiel.load_game("solitaire", {"players": 1, "is_colored": False, "depth_limit": 100_000}).new_initial_state()
    cards = [card_name(card) for card in range(52)]
    chooser.shuffle(cards)
    tops, stock, hidden = cards[:7], cards[7:31], cards[31:]
    for card in (*tops, *stock):
        turn_up(state, card)
    fields: dict[str, Any] = {"hand_number": 1, "dealer": 0, "turn": 0, "phase": "play", "pass_number": 1}
    fields["stock"] = " ".join(reversed(stock))
    for column in range(COLUMNS):
        fields[f"up.{column}"] = tops[column]
        if column:
            fields[f"down.{column}"] = " ".join(hidden[column * (column - 1) // 2 : column * (column + 1) // 2])
    return state, parlour.game("klondike", draw=1, foundation_return=True, stall=100_000).match_from(fields)


def turn_up(state: Any, card: str) -> None:
    """Their chance: a hidden card is turned up."""
    wanted = "Reveal" + card.replace("10", "T")
    (action,) = (outcome for outcome, _ in state.chance_outcomes() if state.action_to_string(outcome) == wanted)
    state.apply_action(action)


def side_by_side(chooser: random.Random, most: int) -> int:
    """Play a game of at most a number of moves; return how many were made."""
    state, match = begun(chooser)
    seen = {board(match)}
    for made in range(most):
        here = board(match)
        ours = offered(match)
        legal = {theirs(text): action for action in state.legal_actions() if "←" in (text := state.action_to_string(action))}
        assert set(legal) <= set(ours), match.position()
        for card, to in set(ours) - set(legal):
            assert seen.intersection(moved(here, card, to)), (card, to, match.position())
        if not legal:
            return made
        move = chooser.choice(sorted(legal))
        state.apply_action(legal[move])
        turned, choice = ours[move]
        if choice.startswith("waste"):
            for _ in range(turned):
                match.play("draw")
        before = [set(column) for column in here[:COLUMNS]]
        match.play(choice)
        if state.is_chance_node():
            columns = [set(pile(column)) for column in match.row.up]
            (fresh,) = set().union(*columns) - set().union(*before) - {move[0]}
            turn_up(state, fresh)
        seen.add(board(match))
    return most


def test_state_by_state() -> None:
    chooser = random.Random(1)
    assert sum(side_by_side(chooser, 60) for _ in range(4)) > 100


@pytest.mark.soak
def test_state_by_state_at_length() -> None:
    chooser = random.Random(2)
    assert sum(side_by_side(chooser, 200) for _ in range(20)) > 1000
