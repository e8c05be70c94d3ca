"""Redeals fit what a seat sees and remembers, each deal as often as it should, against an enumeration on small packs."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.engine import redeal as redeals
from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.memory import Memory, Recall
from parlour.engine.redeal import Deck, fork, redeal, redealt, unseen
from parlour.engine.rooms import Room, room_names
from parlour.kit import NOBODY, read_card

from .harness import DRILL, OATH, Moment, each_finds_one, has_unknown, lies, match, menu, new_table, remembered, view_of

ROOMS = [*((name, {}) for name in [*room_names(), OATH]), (DRILL, {"packs": 1}), (DRILL, {"packs": 2})]


def fits(opened: Room, row: Any, memory: Recall) -> bool:
    """Whether the cards of a full table lie where the seat thinks they may, equal cards in some order."""
    spots: dict[int, list[tuple[int, int]]] = {}
    for kind, place, slot in lies(opened, row):
        spots.setdefault(kind, []).append((place, slot))
    items: dict[int, list[tuple[int, int]]] = {}
    for kind, may, slot in zip(*(part.tolist() for part in remembered(memory)), strict=True):
        items.setdefault(kind, []).append((may, slot))
    return all(each_finds_one(items[kind], spots[kind]) for kind in items)


@pytest.mark.parametrize(("name", "options"), ROOMS)
def test_a_redeal_keeps_the_view_the_menu_and_the_memory(name: str, options: dict[str, int]) -> None:
    deal_again(name, options, 50)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "options"), ROOMS)
def test_a_redeal_keeps_them_at_night(name: str, options: dict[str, int]) -> None:
    deal_again(name, options, 1000)


def deal_again(name: str, options: dict[str, int], most: int) -> None:
    """Check redeals of random matches, one match more if there were at most this number."""
    checked = 0
    for seed in range(60):
        for n, moment in enumerate(match(name, seed, None, options)):
            if n % 5:
                continue
            for seat in range(int(moment.after[0].seats)):
                _check_redeal(moment, seat, n)
                checked += 1
        if checked > most:
            break
    assert checked > 40


def _check_redeal(moment: Moment, seat: int, seed: int) -> None:
    view = view_of(moment.after, seat)
    dealt = redealt(view, moment.memory.of(seat), seed)
    assert view_of(dealt, seat).tobytes() == view.tobytes()
    assert not has_unknown(moment.room, dealt[0])
    assert [kind for kind, _, _ in lies(moment.room, dealt[0])] == [kind for kind, _, _ in lies(moment.room, moment.after[0])]
    assert fits(moment.room, dealt[0], moment.memory.of(seat))
    if dealt[0].turn == seat:
        assert menu(moment.room, dealt) == menu(moment.room, moment.after)


# frequencies


def enumerate_deals(opened: Room, view: Any, memory: Recall) -> Counter[tuple[tuple[int, int, int], ...]]:
    """Every way to lay the unseen cards, one by one, in the unknown spots that fits; equal deals are counted together."""
    known, spots = [], []
    for place in opened.Table.places:
        value = view[0][place.zone.name][place.index]
        if place.zone.kind == "pile":
            for k in range(1, int(value[0]) + 1):
                if value[k] == -1:
                    spots.append((place.number, k))
                else:
                    known.append((int(value[k]), place.number, k))
        else:
            planes = value if place.zone.kind == "bag" else [value]
            spots += [(place.number, -1)] * ((int(planes[0]) >> 56) & 0x7F)
            known += [(kind, place.number, -1) for kind in range(54) for plane in planes if (int(plane) >> kind) & 1]
    hidden = 0
    for place_number, _ in spots:
        hidden |= 1 << place_number
    items = [
        (kind, may & hidden, slot)
        for kind, may, slot in zip(*(p.tolist() for p in remembered(memory)), strict=True)
        if may & hidden
    ]
    assert len(items) == len(spots) <= 8
    found: Counter[tuple[tuple[int, int, int], ...]] = Counter()
    for order in itertools.permutations(spots):
        if all((may >> place) & 1 and slot in (-1, at) for (_, may, slot), (place, at) in zip(items, order, strict=True)):
            laid = [(kind, place, at) for (kind, _, _), (place, at) in zip(items, order, strict=True)]
            found[tuple(sorted(known + laid))] += 1
    return found


def chi_square(counts: Counter[Any], weights: Counter[Any], n: int) -> float:
    """Return how many standard deviations the counts are further from their expectation than they should be on average."""
    assert set(counts) <= set(weights), "a deal that does not fit"
    whole = sum(weights.values())
    square = sum((counts[deal] - n * weight / whole) ** 2 / (n * weight / whole) for deal, weight in weights.items())
    freedom = len(weights) - 1
    return (square - freedom) / math.sqrt(2 * freedom) if freedom else 0.0


def sample(opened: Room, deck: Deck, n: int, thin: int = 1) -> Counter[Any]:
    """n redeals, every `thin`-th counted (those of a walk are not independent of one another)."""
    tables = deck.masked.copy()
    found: Counter[bytes] = Counter()
    for k in range(n * thin):
        assert redeal(tables, 0, deck) == 0
        if k % thin == 0:
            tables[0].rng[:] = 0
            found[tables.tobytes()] += 1
    counts: Counter[Any] = Counter()
    for table, times in found.items():
        counts[tuple(lies(opened, np.frombuffer(table, tables.dtype)[0]))] += times
    return counts


def drill_view(packs: int, **zones: str) -> tuple[Room, Any, Recall]:
    """A table of the drill as seat 0 sees it, and its memory of nothing."""
    opened, tables = new_table(DRILL, 3, {"packs": packs})
    row = tables[0]
    row.hand_number, row.phase, row.turn, row.asked = 1, 1, 0, 1
    for zone, text in zones.items():
        name, _, index = zone.partition("_")
        field = row[name][int(index)] if index else row[name]
        for n, card in enumerate(text.split()):
            if name in ("stock", "row"):
                field[0], field[n + 1] = n + 1, read_card(card)
            else:
                plane = 1 if (int(field[0]) >> read_card(card)) & 1 else 0
                field[plane] |= 1 << read_card(card)
    return opened, view_of(tables, 0), Memory.fresh(tables, opened).of(0)


def remember(memory: Recall, card: str, names: str, slot: int = -1, copy: int = 0) -> None:
    """Let seat 0 think that a copy of a card may be in these places only."""
    numbers = {place.name: place.number for place in memory.room.Table.places}
    row = int(np.flatnonzero(memory.kind == read_card(card))[copy])
    memory.may[row] = sum(1 << numbers[name] for name in names.split())
    memory.slot[row] = slot


def test_without_any_knowledge_every_deal_is_as_likely() -> None:
    opened, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ K♦", hand_1="A♥ A♠", hand_2="K♥", stock="K♠ Q♣ Q♦", row="Q♥ Q♠")
    weights = enumerate_deals(opened, view, memory)
    assert len(weights) == 720 // 2
    deck = unseen(view, memory, 1)
    assert deck.cards[0].plain
    assert abs(chi_square(sample(opened, deck, 20_000), weights, 20_000)) < 4


def test_places_excluded_and_slots_known() -> None:
    opened, view, memory = drill_view(1, hand_0="A♣ A♦ K♣", hand_1="A♥ A♠ K♦", hand_2="K♥ Q♣", stock="K♠ Q♦", heap="Q♥", row="Q♠")
    remember(memory, "A♥", "hand.1 hand.2")
    remember(memory, "A♠", "hand.1 stock")
    remember(memory, "K♦", "hand.1 heap")
    remember(memory, "Q♦", "stock", slot=2)
    remember(memory, "K♠", "stock hand.2 hand.1")
    weights = enumerate_deals(opened, view, memory)
    assert len(weights) > 20
    deck = unseen(view, memory, 2)
    assert not deck.cards[0].plain
    assert abs(chi_square(sample(opened, deck, 8_000, 4), weights, 8_000)) < 4


def test_a_card_known_to_be_in_a_pile_is_in_any_slot() -> None:
    opened, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ Q♠", hand_1="A♥ A♠", hand_2="K♥", stock="K♠ Q♦ K♦ Q♥", row="Q♣")
    remember(memory, "Q♦", "stock")
    remember(memory, "Q♥", "stock hand.1")
    remember(memory, "K♥", "hand.2 hand.1")
    weights = enumerate_deals(opened, view, memory)
    assert abs(chi_square(sample(opened, unseen(view, memory, 3), 8_000, 4), weights, 8_000)) < 4


def test_tight_rooms_are_not_favoured() -> None:
    """The case that filling without weights gets wrong: few places for some cards, one large place for the rest."""
    opened, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ Q♠", hand_1="A♥", hand_2="A♠", stock="K♥ K♠ Q♦ K♦ Q♥", heap="Q♣")
    for card in ("A♥", "A♠"):
        remember(memory, card, "hand.1 hand.2 stock")
    remember(memory, "K♥", "hand.1 stock")
    remember(memory, "K♠", "hand.1 hand.2")
    remember(memory, "Q♣", "heap stock hand.2")
    weights = enumerate_deals(opened, view, memory)
    assert abs(chi_square(sample(opened, unseen(view, memory, 4), 10_000, 4), weights, 10_000)) < 4


def test_a_proposal_is_as_likely_as_one_over_its_weight() -> None:
    """Check the rate by which the walk accepts: without it, fresh deals that leave much room to choose would be favoured."""
    _, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ Q♠", hand_1="A♥", hand_2="A♠", stock="K♥ K♠ Q♦ K♦ Q♥", heap="Q♣")
    remember(memory, "K♥", "hand.1 stock")
    remember(memory, "K♠", "hand.1 hand.2")
    remember(memory, "Q♣", "heap hand.2")
    deck = unseen(view, memory, 4)
    cards = deck.cards[0]
    rows = int(cards.walkers)
    counts: Counter[Any] = Counter()
    weights: dict[Any, float] = {}
    for _ in range(20_000):
        product = redeals.product_of(cards, cards.proposal, True)
        proposal = tuple(cards.proposal[:rows].tolist())
        if product > 0:
            counts[proposal] += 1
            weights[proposal] = 1 / product
            cards.place[:rows] = proposal
            assert redeals.product_of(cards, cards.place, False) == pytest.approx(product)
    assert max(weights.values()) > 1.9 * min(weights.values())
    whole, n = sum(weights.values()), sum(counts.values())
    expected = Counter({proposal: n * weight / whole for proposal, weight in weights.items()})
    assert abs(chi_square(counts, expected, n)) < 4


def test_equal_cards() -> None:
    opened, view, memory = drill_view(
        2,
        hand_0="A♣ A♦ K♣ K♦ A♥ A♠ Q♣ Q♦ Q♥ Q♠ K♥ K♠ A♣ A♦ K♣ K♦ Q♣",
        hand_1="A♥ A♠ K♥",
        hand_2="K♠ Q♦",
        heap="Q♥ Q♠",
    )
    assert sum(len(kind) for kind in [memory.kind]) == 24
    for card, places in (("A♥", "hand.1 heap"), ("K♠", "hand.2 hand.1")):
        rows = np.flatnonzero(memory.kind == read_card(card))
        hidden = [n for n, row in enumerate(rows) if memory.may[row] & (memory.may[row] - 1)]
        remember(memory, card, places, copy=hidden[0])
    weights = enumerate_deals(opened, view, memory)
    assert abs(chi_square(sample(opened, unseen(view, memory, 5), 8_000, 4), weights, 8_000)) < 4


def test_two_equal_cards_of_different_knowledge() -> None:
    opened, view, memory = drill_view(
        2,
        hand_0="A♣ A♦ K♣ K♦ A♥ A♠ Q♣ Q♦ Q♥ Q♠ K♥ A♣ A♦ K♣ K♦ Q♣ A♠ Q♦",
        hand_1="A♥ K♥",
        hand_2="K♠ K♠",
        heap="Q♥ Q♠",
    )
    remember(memory, "K♠", "hand.1 hand.2", copy=0)
    remember(memory, "K♠", "hand.1 heap hand.2", copy=1)
    remember(memory, "Q♥", "hand.1 heap", copy=1)
    weights = enumerate_deals(opened, view, memory)
    assert len(set(weights.values())) > 1  # deals that more than one order of the equal cards leads to
    assert abs(chi_square(sample(opened, unseen(view, memory, 6), 8_000, 4), weights, 8_000)) < 4


def test_contradictions_are_dealt_away() -> None:
    """The deals without `contradictions` are as likely as one another, and its hidden numbers are filled."""
    for seed in range(6):
        opened, tables = new_table(OATH)
        steps.begin_row(tables, 0, seed, 0)
        steps.step_row(tables, 0, seed, 0)
        memory = Memory.fresh(tables, opened).of(0)
        view = view_of(tables, 0)
        red = int(view[0].sworn[1])
        deals = enumerate_deals(opened, view, memory)
        place = next(place.number for place in opened.Table.places if place.name == "hand.1")
        weights: Counter[Any] = Counter()
        for deal, weight in deals.items():
            if sum(13 <= kind < 39 for kind, where, _ in deal if where == place) == red:
                weights[deal] = weight
        deck = unseen(view, memory, seed)
        counts = sample(opened, deck, 4_000)
        assert abs(chi_square(counts, weights, 4_000)) < 4, seed
        dealt = redealt(view, memory, seed)
        hand = int(dealt[0].hand[1])
        assert dealt[0].mark[1] == (hand & -hand).bit_length() - 1


# what cannot be


def test_a_memory_that_no_deal_fits_is_named() -> None:
    _, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ K♦", hand_1="A♥ A♠", hand_2="K♥", stock="K♠ Q♣ Q♦", row="Q♥ Q♠")
    for card in ("A♥", "A♠", "K♠"):
        remember(memory, card, "hand.1")
    with pytest.raises(BadInput, match=r"no deal of the unknown cards fits: there is no place for [AK][♥♠]"):
        unseen(view, memory)


def test_a_pack_too_small_or_too_large_is_named() -> None:
    opened, view, memory = drill_view(1, hand_0="A♣", hand_1="A♥ A♠", hand_2="K♥", stock="K♠ Q♣ Q♦", row="Q♥ Q♠")
    with pytest.raises(BadInput, match="more cards to spare"):
        unseen(view, Memory.fresh(view, opened).of(0))
    view[0].hand[1, 0] += 9 << 56
    with pytest.raises(BadInput, match="fewer cards to spare"):
        unseen(view, memory)


# the rest


def test_a_position_with_unknown_cards_is_filled_for_anybody() -> None:
    """Known cards in places nobody may look into stay where they are; unknown ones in open places are filled, too."""
    opened, tables = new_table(DRILL, 2)
    row = tables[0]
    row.phase, row.turn = 1, 0
    row.hand[0, 0] = (1 << read_card("A♣")) | (2 << 56)
    row.hand[1, 0] = 1 << read_card("K♠")
    row.row[:3] = 2, read_card("Q♥"), -1
    row.stock[:8] = 6, -1, read_card("A♠"), -1, -1, -1, -1, 0
    for seat in (0, 1, NOBODY):
        seen = set()
        for seed in range(30):
            dealt = redealt(tables, Memory.fresh(tables, opened).of(seat), seed)
            cards = lies(opened, dealt[0])
            assert len({kind for kind, _, _ in cards}) == 12
            assert dealt[0].stock[2] == read_card("A♠")
            assert int(dealt[0].hand[1, 0]) == 1 << read_card("K♠")
            seen.add(int(dealt[0].row[2]))
        assert len(seen) > 4


def test_decks_of_one_seed_give_the_same_deals_and_forks_their_own() -> None:
    _, view, memory = drill_view(1, hand_0="A♣ A♦ K♣ K♦", hand_1="A♥ A♠", hand_2="K♥", stock="K♠ Q♣ Q♦", row="Q♥ Q♠")
    remember(memory, "A♥", "hand.1 stock")
    first, second = unseen(view, memory, 8), unseen(view, memory, 8)
    other = fork(first, 9)
    ours, same, others = ([(redeal(view, 0, deck), view.tobytes())[1] for _ in range(20)] for deck in (first, second, other))
    assert ours == same
    assert ours != others
    assert len(set(ours)) == 20  # each has a random state of its own to play on with
