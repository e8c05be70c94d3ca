"""A refusal in one sentence about this card, from what the seat sees and what it may choose; the paragraph stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.speech import CARDS, SUITS
from parlour.languages import Text, capital, in_list, lazy_gettext, with_english
from parlour.languages.lazy import suit

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
        calls = [speech.choice_text(room, one) for one in allowed if one != room.resign]
        if len(calls) != 1:
            return lazy_gettext("No card of yours can be played now")
        # TRANSLATORS: {call} is what the only button says: "pass"
        call = with_english(f"{calls[0][:1].lower()}{calls[0][1:]}", calls[0])
        return lazy_gettext("No card of yours can be played now: {call}", call=call)
    led = _led(game, view)
    if led >= 0 and all(card // 13 == led for card in cards) and code // 13 != led:
        # TRANSLATORS: {suit} is the name of a suit, {cards} a list: K♦, 9♦ and 2♦
        led_suit = capital(suit(led, SUITS[led]))
        return lazy_gettext("{suit} were led, and you hold {cards}", suit=led_suit, cards=_listed(game, cards))
    if len(cards) > FEW:
        return lazy_gettext("It is not among the {n} cards that may be played now", n=len(cards))
    return lazy_gettext("You may play {cards}", cards=_listed(game, cards, either=True))


def _led(game: Game, view: TableView) -> int:
    """Return the suit of the first card of a trick that has begun, -1 if there is none."""
    zones = speech.look(game.room).get("zones", {})
    for name, place in view.places.items():
        if zones.get(name.partition(".")[0], {}).get("look") == "trick" and place.cards and 0 <= place.cards[0] < 52:
            return place.cards[0] // 13
    return -1


def _listed(game: Game, cards: Sequence[int], either: bool = False) -> Text:
    names = [game.room.choice_name(card) for card in sorted(set(cards))]
    return lazy_gettext("{n} of them", n=len(names)) if len(names) > FEW else in_list(names, either)
