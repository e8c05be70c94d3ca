"""A refusal in one sentence about this card, from what the seat sees and what it may choose; the paragraph stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import speech
from parlour.engine.counting import counted
from parlour.engine.game import Game
from parlour.engine.speech import CARDS, SUITS

from .wire import TableView

FEW = 4
"""This many cards are named; of more it is said how many there are."""


def sentence(game: Game, view: TableView, code: int, allowed: Sequence[int]) -> str:
    """Return why a card is refused: "Spades were led, and you hold 9♠"; "" for a call. `allowed`: the codes of the menu."""
    if code >= CARDS:
        return ""
    room = game.room
    cards = [one for one in allowed if one < CARDS]
    if not cards:
        calls = [speech.choice_words(room, one) for one in allowed if one != room.resign]
        instead = f": {calls[0][:1].lower()}{calls[0][1:]}" if len(calls) == 1 else ""
        return f"No card of yours can be played now{instead}"
    led = _led(game, view)
    if led >= 0 and all(card // 13 == led for card in cards) and code // 13 != led:
        return f"{SUITS[led].capitalize()} were led, and you hold {_listed(game, cards, 'and')}"
    if len(cards) > FEW:
        return f"It is not among the {counted(len(cards), 'card')} that may be played now"
    return f"You may play {_listed(game, cards, 'or')}"


def _led(game: Game, view: TableView) -> int:
    """Return the suit of the first card of a trick that has begun, -1 if there is none."""
    zones = speech.look(game.room).get("zones", {})
    for name, place in view.places.items():
        if zones.get(name.partition(".")[0], {}).get("look") == "trick" and place.cards and 0 <= place.cards[0] < 52:
            return place.cards[0] // 13
    return -1


def _listed(game: Game, cards: Sequence[int], last: str) -> str:
    names = [game.room.choice_name(card) for card in sorted(set(cards))]
    if len(names) > FEW:
        return f"{len(names)} of them"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
