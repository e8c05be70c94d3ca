"""Botifarra: what the strict rules of play tell about a hand reaches the redeal, and never more than is true."""

from __future__ import annotations

import pytest

import parlour
from parlour.kit.cards import PACK_48, card_set, read_card

from .harness import check_redeals, match, remembered, ruled_out, scene, text

HANDS = {"hand.0": "K♥ 2♣ 4♣ 6♣", "hand.1": "8♥ 2♥ 3♠ 7♦", "hand.2": "5♥ 9♥ J♣ 5♦", "hand.3": "Q♣ 6♦ 4♦ 3♣"}


def trick_of_three_duties(**house: str) -> parlour.Match:
    """Spades are trumps. Seat 0 leads the K♥: 1 cannot head it, 2 gives up its lowest, 3 has neither hearts nor trumps."""
    played = PACK_48 & ~card_set(" ".join(HANDS.values()))
    found = scene(
        parlour.game("botifarra", **house),
        HANDS
        | {
            "phase": "play",
            "turn": 0,
            "leader": 0,
            "winning": -1,
            "dealer": 3,
            "declarer": 3,
            "doubler": -1,
            "hand_number": 1,
            "multiplier": 1,
            "trumps": 3,
            "tricks": [8, 0, 8, 0],
            "counted.0": text(played),  # what has been played lies open here, so that little is unseen
        },
    )
    for card in ("K♥", "8♥", "5♥", "Q♣"):
        found.play(card)
    return found


def places(found: parlour.Match, card: str) -> set[str]:
    """Where seat 0 thinks a card may be."""
    kinds, may, _ = remembered(found.memory.of(0))
    names = {place.number: place.name for place in found.game.room.Table.places}
    at = kinds.tolist().index(read_card(card))
    return {name for n, name in names.items() if (int(may[at]) >> n) & 1}


def test_what_a_trick_tells() -> None:
    """No heart above the king in hand 1, none below the five in hand 2, neither hearts nor spades in hand 3."""
    found = trick_of_three_duties()
    assert places(found, "9♥") == {"hand.2"}
    assert places(found, "2♥") == {"hand.1"}
    assert places(found, "3♠") == {"hand.1", "hand.2"}
    assert places(found, "7♦") == places(found, "J♣") == {"hand.1", "hand.2", "hand.3"}


def test_whoever_must_give_up_the_lowest_tells_more() -> None:
    """Where the house demands the lowest losing card, the 8♥ shows that hand 1 holds no lower heart."""
    found = trick_of_three_duties()
    assert places(found, "2♥") == {"hand.1"}
    with pytest.raises(parlour.IllegalChoice):
        trick_of_three_duties(losing_card="lowest")


def test_redeals_keep_what_the_trick_tells() -> None:
    """The 3♠ lies in hand 1 or 2 and the six free cards anywhere: 60 deals each way."""
    check_redeals(trick_of_three_duties().view(0, memory=True), 120)


@pytest.mark.parametrize("options", [{"losing_card": 1}, {"direction": 1, "losing_card": 1}], ids=str)
def test_house_rules_never_rule_out_the_truth(options: dict[str, int]) -> None:
    checked = 0
    for seed in range(8):
        for moment in match("botifarra", seed, None, options):
            assert not ruled_out(moment), f"seed {seed}, {moment.mover} chose {moment.choice}"
            checked += 1
            if checked > 600:
                return
