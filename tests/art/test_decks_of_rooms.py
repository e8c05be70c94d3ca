"""The packs that rooms say they are at home with have every card that the room deals."""

import re

import pytest

import parlour
from parlour.art import SUITS, deck_cards
from parlour.engine.rooms import room, shown_names
from parlour.engine.speech import look
from parlour.kit.cards import read_card

OFFERED = {name: suits for name in shown_names() if (suits := look(room(name)).get("suits"))}


def test_rooms_offer_what_is_traditional():
    assert OFFERED == {"botifarra": ["spanish"], "schafkopf": ["german"], "schnapsen": ["german"], "scopa": ["italian"]}
    assert set().union(*OFFERED.values()) <= set(SUITS)


@pytest.mark.parametrize("name", OFFERED)
def test_a_pack_that_is_offered_has_every_card_of_the_game(name):
    position = parlour.game(name).start(seed=1).position()
    cards = {read_card(card) for card in re.findall("(?:10|[2-9JQKA])[♣♦♥♠]", position)}
    assert len(cards) >= 20
    for deck in OFFERED[name]:
        assert cards <= set(deck_cards(deck))
