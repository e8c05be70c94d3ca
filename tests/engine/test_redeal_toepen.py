"""Toepen: what signals and voids tell reaches the redeal, and nobody can tell tens from jacks."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.engine.dispatch import contradictions
from parlour.engine.match import Step
from parlour.kit import NOBODY, RANKS, rule
from parlour.kit.cards import JACK, PACK_32, TEN, card_set, cards_in, read_card

from .harness import Deal, check_redeals, match, remembered, ruled_out, scene, text, view_of


@rule
def contradictions_row(tables, i, seat):  # type: ignore[no-untyped-def]
    """`contradictions` for tables[i]."""
    return contradictions(tables[i], seat)


def after_a_whistle() -> parlour.Match:
    """Three seats, the second trick; seat 1 has whistled. Ten cards are unseen to seat 0."""
    hands = {"hand.0": "9♣ 8♣ K♦", "hand.1": "10♥ 10♦ 10♣", "hand.2": "J♥ 7♥ K♣", "stock": "J♦ J♣ 8♥ Q♣"}
    open_cards = {"played.0": "K♠", "played.1": "A♠", "played.2": "Q♥"}
    rest = PACK_32 & ~card_set(" ".join([*hands.values(), *open_cards.values()]))
    figures = {
        "phase": "play",
        "turn": 1,
        "player": 1,
        "leader": 1,
        "dealer": 2,
        "hand_number": 1,
        "value": 1,
        "cards_left": 3,
        "knocker": -1,
        "score": [1, 1, 1],  # nobody may knock
        "signalled": [0, 1, 0],
    }
    return parlour.game("toepen", seats=3).match_from(hands | open_cards | figures | {"exposed.0": text(rest)})


def of_rank(cards: set[int], rank: int) -> int:
    return len(cards & set(cards_in(int(RANKS[rank]))))


def test_a_whistle_is_three_tens_or_three_jacks_and_silence_is_no_three_tens() -> None:
    """Hand 1 holds the tens and hand 2 any three of seven cards, or the jacks, and hand 2 any three but the tens: 35 + 34."""

    def sound(deal: Deal) -> bool:
        hidden = {place: set(cards) for place, cards in deal}
        whistles = 3 in (of_rank(hidden["hand.1"], TEN), of_rank(hidden["hand.1"], JACK))
        return whistles and of_rank(hidden["hand.2"], TEN) < 3

    check_redeals(after_a_whistle().view(0, memory=True), 69, sound)


def places(found: parlour.Match, card: str) -> set[str]:
    """Where seat 0 thinks a card may be."""
    kinds, may, _ = remembered(found.memory.of(0))
    names = {place.number: place.name for place in found.game.room.Table.places}
    at = kinds.tolist().index(read_card(card))
    return {name for n, name in names.items() if (int(may[at]) >> n) & 1}


def test_a_void_reaches_the_redeal() -> None:
    """Seat 2 follows hearts, which tells nothing, and then throws a club on a diamond: it holds no diamond."""
    found = after_a_whistle()
    for card in ("10♥", "7♥", "K♦", "10♦", "K♣"):
        found.play(card)
    assert places(found, "8♥") == {"hand.1", "hand.2", "stock"}
    assert places(found, "J♦") == {"hand.1", "stock"}


HANDS = {"hand.0": "7♠ 8♠ 9♠ K♠", "hand.1": "7♣ 8♣ 9♣ K♣", "hand.3": "7♥ 8♥ 9♥ K♥"}
HIDDEN = {
    "tens": {"hand.2": "10♦ 10♣ 10♥ A♠", "stock": "J♦ J♣ J♥"},
    "jacks": {"hand.2": "J♦ J♣ J♥ A♠", "stock": "10♦ 10♣ 10♥"},
    "neither": {"hand.2": "J♦ J♣ 10♥ A♠", "stock": "10♦ 10♣ J♥"},
}


def told(holds: str, *answers: str) -> list[bytes]:
    """Return what the seats 0, 1 and 3 and an onlooker see, change by change, while signals are given; then their memories."""
    rest = PACK_32 & ~card_set(" ".join([*HANDS.values(), *HIDDEN[holds].values()]))
    figures = {"phase": "discard", "turn": 0, "discarder": 0, "dealer": 0, "hand_number": 1, "value": 1, "cards_left": 4}
    found = scene(parlour.game("toepen"), HANDS | HIDDEN[holds] | figures | {"score": [1] * 4, "exposed.0": text(rest)})
    seen: list[bytes] = []

    def watch(step: Step) -> None:
        shown = b"".join(view_of(step.after, seat).tobytes() for seat in (0, 1, 3, NOBODY))
        if not seen or seen[-1] != shown:
            seen.append(shown)

    found.watchers.append(watch)
    for choice in ("keep", *answers, "7♣"):
        found.play(choice)
    return [*seen, *(found.memory.of(seat).may.tobytes() for seat in (0, 1, 3))]


def test_nobody_can_tell_jacks_from_tens() -> None:
    assert told("jacks", "whistle") == told("tens")


def test_nobody_can_tell_silent_jacks_from_any_other_hand() -> None:
    assert told("jacks", "silent") == told("neither")


@pytest.mark.parametrize(
    ("seats", "options"), [(8, {}), (3, {"ending": 1}), (4, {"knock_timing": 1, "poverty": 1}), (6, {"ending": 1})], ids=str
)
def test_neither_memory_nor_signals_rule_out_the_truth(seats: int, options: dict[str, int]) -> None:
    checked = signals = 0
    for seed in range(40):
        for moment in match("toepen", seed, seats, options):
            tables = moment.after.copy()
            for seat in range(seats):
                assert contradictions_row(tables, 0, seat) == 0, f"seed {seed}, {moment.mover} chose {moment.choice}"
            signals += int(np.any(tables[0].signalled))
            if checked < 500:
                assert not ruled_out(moment), f"seed {seed}, {moment.mover} chose {moment.choice}"
                checked += 1
    assert signals > 20
