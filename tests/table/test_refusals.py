"""A refusal is one sentence about this card, compared with what the rules allow."""

from __future__ import annotations

import pytest

from parlour.engine.errors import BadInput
from parlour.table.views import table_view

from .test_telling import played


@pytest.mark.parametrize("name", ["spades", "oh_hell", "crazy_eights", "schafkopf"])
def test_what_is_refused_is_said_of_this_card(name: str) -> None:
    kinds: dict[str, int] = {}
    for choices in (5, 6, 9, 14, 19, 26, 31, 38):
        live = played(name, choices)
        if live.match.over or not live.asked():
            continue
        seat = live.asked()[0]
        menu = live.menu(seat)
        legal = [entry.card for entry in menu.choices if entry.kind == "card"]
        hand = table_view(live.game, live.match.view(seat).tables).places[f"hand.{seat}"].cards
        for card in [card for card in hand if card not in legal]:
            refused, paragraph, _ = live.why(seat, live.room.choice_name(card))
            if not paragraph:
                continue
            said = live.about(seat, refused)
            kinds[said.split()[0]] = 1 + kinds.get(said.split()[0], 0)
            named = {live.room.choice_name(one) for one in legal}
            assert live.room.choice_name(card) not in said
            if " were led" in said:
                word = said.split()[0].casefold()
                led = ("clubs", "diamonds", "hearts", "spades").index(word)
                assert all(one // 13 == led for one in legal)
                assert card // 13 != led
                assert len(legal) > 4 or all(one in said for one in named)
            elif said.startswith("You may play"):
                assert all(one in said for one in named)
            elif said.startswith("No card"):
                assert not legal
            else:
                assert str(len(legal)) in said
    assert kinds, "nothing was refused"


def test_a_seat_that_is_not_asked_is_told_nothing() -> None:
    live = played("spades", 6)
    with pytest.raises(BadInput):
        live.about((live.asked()[0] + 1) % 4, "A♠")
