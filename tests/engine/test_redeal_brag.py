"""Brag is dealt from a pack that is not shuffled: what a seat has seen of its order it knows card by card in the next deals."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parlour
from parlour.engine import steps
from parlour.engine.match import Match, Step
from parlour.engine.memory import Memory
from parlour.engine.redeal import redealt
from parlour.kit import NOBODY
from parlour.kit.cards import PACK_52, card_set, cards_in, read_card

from .harness import Deal, check_redeals, match, ruled_out

SLOTS = [f"{zone}.{seat}" for seat in range(4) for zone in ("blind", "hand", "shown")] + [f"cover.{pot}" for pot in range(7)]


def lying(table: object) -> dict[str, list[int]]:
    """Return the cards of every pile from the bottom up, -1 if one is unknown."""
    found = {}
    for name in ["stock", *SLOTS]:
        zone, _, index = name.partition(".")
        pile = table[zone][int(index)] if index else table[zone]  # type: ignore[index]
        found[name] = [int(card) for card in pile[1 : int(pile[0]) + 1]]
    return found


class Onlooker:
    """All that a seat can know of the order, carried card by card by hand: every card it saw, and where it went since."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: set[int] = set()

    def look(self, step: Step | None, row: object) -> None:
        if step is not None and step.shuffled:
            self.known.clear()
        for name, cards in lying(row).items():
            if name.startswith("shown") or name == f"hand.{self.seat}":
                self.known.update(cards)


def played(seed: int, **house: object) -> tuple[parlour.Match, list[Onlooker], list[bool]]:
    """A random match of some deals with its onlookers, and for each deal whether it was shuffled."""
    game = parlour.game("brag", seats=4, **house)
    match = game.start(seed=seed)
    seats = [Onlooker(seat) for seat in range(4)]
    shuffles = [True]

    def watch(step: Step) -> None:
        if step.seat == NOBODY and int(step.before[0].phase) == 0:
            shuffles.append(step.shuffled)
        for seat in seats:
            seat.look(step, step.after[0])

    match.watchers.append(watch)
    return match, seats, shuffles


@pytest.mark.parametrize("shuffle", ["after_prial", "every_deal"])
def test_cards_once_seen_are_known_by_their_slots_in_later_deals(shuffle: str) -> None:
    """Memory and redeals know the cards that a seat has seen since the last shuffle, in their true slots, and no others."""
    dice = random.Random(3)
    across = 0
    for seed in range(4):
        match, seats, shuffles = played(seed, shuffle=shuffle, deals=6)
        while not match.over:
            for seat in seats:
                view = match.view(seat.seat, memory=True)
                assert view.memory is not None
                kinds, may, slots = view.memory.kind, view.memory.may, view.memory.slot
                truth = lying(match.row)
                places = match.game.room.Table.places
                known = set()
                for kind, where, slot in zip(kinds.tolist(), may.tolist(), slots.tolist(), strict=True):
                    if slot >= 0:
                        assert where & (where - 1) == 0
                        name = places[where.bit_length() - 1].name
                        assert truth[name][slot - 1] == kind
                        known.add(kind)
                assert known == seat.known
                again = lying(redealt(view.tables, view.memory, dice.getrandbits(60))[0])
                for name, cards in truth.items():
                    assert [c for c in again[name] if c in known] == [c for c in cards if c in known]
                    assert all(again[name][n] == card for n, card in enumerate(cards) if card in known)
                if len(shuffles) > 1 and not shuffles[-1]:
                    across += len(known & set(truth["stock"]))
            codes = match.codes()
            match.play(codes[0] if len(codes) > 1 and dice.random() < 0.5 else codes[min(2, len(codes) - 1)])
        assert shuffles[0]
        assert all(shuffles) or shuffle == "after_prial"
    assert (across > 500) == (shuffle == "after_prial")


def test_a_blind_player_may_hold_any_card_not_seen() -> None:
    """Redeals of a table on which only a hand looked at is known: blind hands and the stock alike, the owner's too."""
    game = parlour.game("brag", seats=4)
    match = game.start(seed=5)
    view = match.view(match.turn, memory=True)
    seen = dict.fromkeys(range(52), 0)
    for n in range(2000):
        for card in lying(redealt(view.tables, view.memory, n)[0])[f"blind.{match.turn}"]:
            seen[card] += 1
    expected = 2000 * 3 / 52
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 52 + 5 * 102**0.5


def test_who_saw_and_did_not_show_has_nothing_better() -> None:
    """Six cards unknown, the hand kept back and three of the stock, against an enumeration."""
    unknown = card_set("A♣ A♦ K♥ 9♠ 7♥ 5♦")
    seen = "Q♣ Q♦ 2♠"
    game = parlour.game("brag", seats=4)
    rest = PACK_52 & ~unknown & ~card_set(seen)
    fields = {
        "hand_number": 2,
        "dealer": 3,
        "phase": "award",
        "score": [90, 90, 90, 90],
        "pots": [20, 0, 0, 0],
        "to_act": 3,
        "seer": 0,
        "champion": 1,
        "sight": [2, 2, 0, 0],
        "folded": [0, 0, 1, 1],
        "hand.0": "9♠ 7♥ 5♦",
        "shown.1": seen,
        "rest": "stock",
    }
    tables = game.read_fields(fields)
    memory = Memory.fresh(tables, game.room)
    match = Match(game, tables, start_position="position", memory=memory)
    # Seat 3 knows where every card of the stock lies but three.
    notes = memory.notes
    at = {card: n for n, card in enumerate(lying(match.row)["stock"], 1)}
    stock = next(place.number for place in game.room.Table.places if place.name == "stock")
    for card in cards_in(rest):
        notes.may[3, card], notes.slot[3, card] = 1 << stock, at[card]
    pairs = {read_card("A♣"), read_card("A♦")}

    def allowed(deal: Deal) -> bool:
        hand = dict(deal)["hand.0"]
        return not pairs <= set(hand)  # two aces would have beaten the queens; nothing else here would

    assert check_redeals(match.view(3, memory=True), 16, allowed) == 16


def test_no_memory_rules_out_the_truth_over_many_deals() -> None:
    """A whole match with few bets, deal after deal from the same pack."""
    checked = 0
    for moment in match("brag", 11, 4, {"stack": 200, "max_open": 2, "max_raise": 0, "deals": 40}):
        assert not ruled_out(moment)
        checked += 1
    assert checked > 400


def test_the_order_of_the_pack_is_nobodys_view() -> None:
    """No view shows the order of the stock, least of all the next deal's cards."""
    match = parlour.game("brag", seats=4).start(seed=2)
    for seat in (NOBODY, 0, 1, 2, 3):
        found = lying(match.view(seat).tables[0])
        assert set(found["stock"]) == {-1}
        assert all(set(found[f"blind.{other}"]) == {-1} for other in range(4))


@pytest.mark.parametrize("house", [{"stack": 30, "min_open": 5}, {"limit": "pot", "ante": 7, "duel_limit": 2}])
def test_no_chip_is_lost_or_made(house: dict[str, object]) -> None:
    """The chips of the seats, in front of them and in the pots add up to those at the start."""
    covered = 0
    for seed in range(6):
        for seats in (4, 7):
            for moment in match("brag", seed, seats, options(house)):
                row = moment.after[0]
                if row.hand_number:
                    lying_there = int(row.score.sum() + row.bet.sum() + row.pots.sum())
                    assert lying_there == seats * int(row.stack)
                    covered = max(covered, int(row.closed))
    assert covered >= 2


def options(house: dict[str, object]) -> dict[str, int]:
    """House rules as the figures that a table holds."""
    return {name: parlour.game("brag").room.Table.options[name].read(value) for name, value in house.items()}


def test_the_largest_bets_are_one_entry_of_the_menu() -> None:
    """Two of eight have nearly all chips of the table, and the pot is larger than what they have."""
    game = parlour.game("brag", seats=8, stack=10_000, limit="pot")
    words = np.zeros(game.room.menu_size, np.int64)
    for chips in (60, 39_950, 79_990):
        fields = {"hand_number": 9, "dealer": 7, "phase": "bet", "turn": 0, "to_act": 3, "rest": "stock"}
        fields |= {
            "score": [chips, 10, *[0] * 6],
            "pots": [80_000, *[0] * 7],
            "sight": [2, 2, *[0] * 6],
            "folded": [0, 0, *[1] * 6],
        }
        tables = game.read_fields(fields | {"hand.0": "A♣ K♦ 9♥", "hand.1": "2♣ 4♦ 9♠"})
        n = steps.menu_row(tables, 0, words)
        runs = [int(word) for word in words[:n] if word >> 32]
        assert [(run >> 32) + 1 for run in runs] == [chips - 1]  # from 2 to all there is
