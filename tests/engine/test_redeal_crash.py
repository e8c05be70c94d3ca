"""Redeals of Crash against an enumeration: what lies face down is set as the rules ask."""

from __future__ import annotations

import pytest

import parlour
from parlour.engine.match import Match
from parlour.engine.memory import Memory
from parlour.kit.cards import PACK_52, card_set

from .harness import Deal, check_redeals, text

HELD = "9♣ 9♦ 2♥ 5♠ 5♥ 4♣ 3♦"  # 4 3 2 and 5 4 3 are runs; a pair of nines, a pair of fives
MINE = "K♣ K♦ K♥"


def match_of(**house: object) -> parlour.Match:
    """Seat 1 has set two hands and laid one card away; all others lie open before seat 0."""
    known = PACK_52 & ~card_set(f"{HELD} {MINE}")
    cards = {"laid.1.0": "9♣ 9♦ 2♥", "laid.1.1": "5♠ 5♥ 3♦", "discards.1": "4♣", "laid.0.0": MINE, "exposed.0": text(known)}
    game = parlour.game("crash", seats=2, **house)
    tables = game.read_fields({"hand_number": 1, "dealer": 1, "phase": "show"} | cards)
    # Not played on, as a match from a position would be: nobody chooses any more.
    return Match(game, tables, start_position="position", memory=Memory.fresh(tables, game.room))


def worth(cards: tuple[int, ...]) -> tuple[int, int, int]:
    """A hand by counting and sorting: runs above pairs, 0 for less than a pair. These cards hold no flush and no prial."""
    ranks = sorted((card % 13 for card in cards), reverse=True)
    if ranks[0] - ranks[1] == 1 == ranks[1] - ranks[2]:
        return (2, ranks[0], 0)
    for pair, other in ((ranks[:2], ranks[2]), (ranks[1:], ranks[0])):
        if pair[0] == pair[1]:
            return (1, pair[0], other)
    return (0, 0, 0)


@pytest.mark.parametrize("fouls", ["prevented", "allowed"])
def test_hands_face_down_are_hands_in_order(fouls: str) -> None:
    """Each is a pair or better; the second is not above the first, unless such a foul can be set."""

    def set_so(deal: Deal) -> bool:
        hands = dict(deal)
        first, second = worth(hands["laid.1.0"]), worth(hands["laid.1.1"])
        return first[0] > 0 and second[0] > 0 and (fouls == "allowed" or first >= second)

    ways = 28 if fouls == "allowed" else 14  # none of these hands tie: one order of each two is a foul
    assert check_redeals(match_of(fouls=fouls).view(0, memory=True), ways, set_so) == ways
