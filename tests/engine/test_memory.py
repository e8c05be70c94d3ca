"""No memory rules out the truth, none knows more than its seat could see, and what it should know it does know."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parlour.engine.memory import Memory
from parlour.engine.redeal import redealt
from parlour.engine.rooms import room_names
from parlour.kit import NOBODY, read_card

from .harness import DRILL, OATH, Moment, advance, match, menu, new_table, remembered, ruled_out, view_of

DRILLS = [(DRILL, seats, {"packs": packs}) for packs in (1, 2) for seats in (2, 3, 4)]
"""Every way that cards can go, with and without equal cards."""


def tables_to_try() -> list[tuple[str, int | None, dict[str, int]]]:
    return [(name, None, {}) for name in room_names()] + [("i_doubt_it", 7, {})] * ("i_doubt_it" in room_names())


ALL = [*tables_to_try(), *DRILLS, (OATH, None, {})]
DAILY, NIGHTLY = 120, 800
"""Moments of each game."""


@pytest.mark.parametrize(("name", "seats", "options"), ALL)
def test_the_truth_is_never_ruled_out(name: str, seats: int | None, options: dict[str, int]) -> None:
    follow_the_truth(name, seats, options, DAILY)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats", "options"), ALL)
def test_the_truth_is_never_ruled_out_at_night(name: str, seats: int | None, options: dict[str, int]) -> None:
    follow_the_truth(name, seats, options, NIGHTLY)


def follow_the_truth(name: str, seats: int | None, options: dict[str, int], most: int) -> None:
    """Check that what each seat remembers agrees with the table, at most a given number of times."""
    checked = 0
    for seed in range(40 if name in (DRILL, OATH) else 6):
        for moment in match(name, seed, seats, options):
            wrong = ruled_out(moment)
            assert not wrong, f"seed {seed}, {moment.mover} chose {moment.choice}: {wrong}"
            checked += 1
            if checked > most:
                return


@pytest.mark.parametrize(("name", "seats", "options"), ALL[:-1])
def test_tables_that_look_alike_to_a_seat_leave_it_the_same_memory(name: str, seats: int | None, options: dict[str, int]) -> None:
    follow_twins(name, seats, options, DAILY)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats", "options"), ALL[:-1])
def test_tables_that_look_alike_leave_the_same_memory_at_night(name: str, seats: int | None, options: dict[str, int]) -> None:
    follow_twins(name, seats, options, NIGHTLY)


def follow_twins(name: str, seats: int | None, options: dict[str, int], most: int) -> None:
    """Twins: the table a seat sees is dealt again as it remembers it, and both are played on for as long as they look alike."""
    dice = random.Random(1)
    alike = 0
    for seed in range(30):
        twins: list[tuple[int, object, Memory]] = []
        for n, moment in enumerate(match(name, seed, seats, options)):
            twins = [twin for twin in twins if _play_along(moment, *twin, seed, dice)]
            alike += len(twins)
            if n % 3 == 0 and not moment.after[0].over and moment.after[0].phase:
                seat = dice.randrange(int(moment.after[0].seats))
                dealt = redealt(view_of(moment.after, seat), moment.memory.of(seat), n)
                twins.append((seat, dealt, moment.memory.copy()))
            if alike > most:
                return
    assert alike > 60, "too few twins to tell"


def _play_along(moment: Moment, seat: int, twin: object, memory: Memory, seed: int, dice: random.Random) -> bool:
    """Make a step on the twin that looks to the seat like the one of the match. False if there is none."""
    seen = view_of(moment.after, seat)
    start = twin.copy()  # type: ignore[attr-defined]
    candidates = [NOBODY]
    if start[0].turn != moment.mover:  # in a quiet phase: the seat cannot tell, and the twin goes a way of its own from here
        return False
    if moment.mover != NOBODY:
        legal = menu(moment.room, start)
        candidates = [moment.choice] * (moment.choice in legal)
        if moment.mover != seat:  # others may have chosen differently for all the seat can see
            other = [code for code in legal if code != moment.choice]
            candidates = dice.sample(other, min(3, len(other))) + candidates
    for code in candidates:
        twin[:] = start  # type: ignore[index]
        before, mover, shuffled = advance(moment.room, twin, code, seed)
        if shuffled == moment.shuffled and view_of(twin, seat).tobytes() == seen.tobytes():
            memory.watch(before, twin, mover, code, shuffled)
            for mine, other in zip(remembered(moment.memory.of(seat)), remembered(memory.of(seat)), strict=True):
                assert np.array_equal(mine, other), f"seat {seat} knows what it cannot have seen: {mine} {other}"
            return True
    return False


# what a seat should know


def places(memory: Memory, seat: int, card: str) -> list[tuple[str, int]]:
    """Where a seat thinks that the copies of a card may be, by the names of the places, and the slots; in alphabetical order."""
    kind = read_card(card)
    names = {place.number: place.name for place in memory.room.Table.places}
    return sorted(
        (" ".join(sorted(names[n] for n in names if (may >> n) & 1)), slot)
        for k, may, slot in zip(*(part.tolist() for part in remembered(memory.of(seat))), strict=True)
        if k == kind
    )


class Script:
    """A table of the drill set by hand, and its steps."""

    def __init__(self, packs: int = 1, seats: int = 3, **zones: str) -> None:
        self.room, self.tables = new_table(DRILL, seats, {"packs": packs, "length": 100})
        row = self.tables[0]
        row.hand_number, row.phase, row.turn, row.asked = 1, 1, 0, 1
        row.rng[:] = 1, 2, 3, 4
        for zone, text in zones.items():
            name, _, index = zone.partition("_")
            field = row[name][int(index)] if index else row[name]
            for n, card in enumerate(text.split()):
                if name in ("stock", "row"):
                    field[0], field[n + 1] = n + 1, read_card(card)
                else:
                    plane = 0
                    while (int(field[plane]) >> read_card(card)) & 1:
                        plane += 1
                    field[plane] |= 1 << read_card(card)
        self.memory = Memory.fresh(self.tables, self.room)

    def play(self, *names: str) -> None:
        for name in names:
            choice = self.room.read_choice(name) if name else NOBODY
            if choice != NOBODY:
                assert choice in menu(self.room, self.tables), name
            before, mover, shuffled = advance(self.room, self.tables, choice, 5)
            self.memory.watch(before, self.tables, mover, choice, shuffled)


def test_a_card_turned_under_is_known_by_its_slot_until_the_stock_is_shuffled() -> None:
    table = Script(hand_0="A♣", hand_1="A♦", hand_2="Q♥", stock="K♣ K♦ K♠", row="Q♣ Q♦", heap="A♥ A♠ K♥ Q♠")
    table.play("turn")  # the row's top card is laid first: Q♦ in slot 4, Q♣ in slot 5
    assert places(table.memory, 2, "Q♦") == [("stock", 4)]
    table.play("draw")  # seat 1 takes Q♣, which everybody can work out
    assert places(table.memory, 2, "Q♣") == [("hand.1", -1)]
    assert places(table.memory, 2, "K♣") == [("hand.0 hand.1 heap stock", -1)]
    table.play("mix", "")
    assert places(table.memory, 0, "Q♦") == [("stock", -1)]
    assert places(table.memory, 0, "K♥") == [("hand.1 hand.2 stock", -1)]


def test_a_card_laid_down_unseen_may_be_any_that_was_there() -> None:
    table = Script(hand_0="A♣ A♦", hand_1="K♦ K♥", hand_2="Q♥", stock="K♣", row="A♠ Q♣ Q♦ K♠ A♥ Q♠")
    table.play("bury")  # Q♠ goes from the row to the top of the stock
    table.play("draw")  # to seat 1
    assert places(table.memory, 0, "Q♠") == [("hand.1", -1)]
    table.play("bury", "give", "A♣")  # seat 0 gives A♣ to seat 1: its own choice it knows, seat 2 does not
    assert places(table.memory, 0, "A♣") == [("hand.1", -1)]
    assert places(table.memory, 2, "A♣") == [("hand.0 hand.1 stock", -1)]
    assert places(table.memory, 2, "Q♠") == [("hand.1", -1)]
    table.play("hide", "Q♠")  # by seat 1: one of its cards is in the heap, and it knows which
    assert places(table.memory, 1, "Q♠") == [("heap", -1)]
    assert places(table.memory, 0, "Q♠") == [("hand.1 heap", -1)]


def test_a_card_followed_by_its_slot_says_nothing_of_the_others() -> None:
    table = Script(hand_0="A♣", hand_1="A♦", hand_2="Q♥", stock="K♣ K♦", row="Q♣ Q♦ K♠", heap="A♥ A♠ K♥ Q♠")
    table.play("bury", "mix", "", "bury", "draw")  # K♠ is somewhere in the stock, Q♦ was on top and is seat 1's
    assert places(table.memory, 2, "Q♦") == [("hand.1", -1)]
    assert places(table.memory, 2, "K♠") == [("stock", -1)]
    assert places(table.memory, 2, "K♣") == [("hand.0 hand.1 stock", -1)]


def test_a_choice_that_others_do_not_see_leaves_them_both_ways() -> None:
    table = Script(hand_0="A♣", hand_1="A♦", hand_2="Q♥", stock="K♣ K♦", row="Q♣ Q♦ K♠", heap="A♥ A♠ K♥ Q♠")
    table.play("slip", "top to stock")
    assert places(table.memory, 0, "K♠") == [("stock", 3)]
    assert places(table.memory, 0, "Q♦") == [("heap", -1)]
    assert places(table.memory, 1, "K♠") == places(table.memory, 1, "Q♦") == [("heap stock", -1)]


def test_a_choice_shows_what_it_excludes() -> None:
    table = Script(hand_0="A♣ Q♥ K♠", hand_1="K♦ K♥", hand_2="Q♦ K♣", stock="A♦ Q♣ Q♠ A♠", row="A♥")
    table.play("follow", "Q♥")
    assert places(table.memory, 1, "K♥") == [("hand.1", -1)]
    assert places(table.memory, 2, "K♥") == [("hand.0 hand.1 stock", -1)]
    table.play("lay", "K♦")  # free: says nothing
    assert places(table.memory, 0, "A♦") == [("hand.1 hand.2 stock", -1)]
    table.play("follow", "Q♦", "follow", "A♣")  # seat 0 does not follow diamonds
    assert places(table.memory, 1, "A♦") == [("hand.2 stock", -1)]
    assert places(table.memory, 1, "Q♠") == [("hand.0 hand.2 stock", -1)]
    table = Script(hand_0="A♣ Q♥", hand_1="K♦ K♥", hand_2="Q♦ K♣", stock="A♦ Q♣ Q♠ K♠ A♥", row="A♠")
    table.play("pass")  # seat 0 has no spade
    assert places(table.memory, 1, "K♠") == [("hand.2 stock", -1)]
    assert places(table.memory, 1, "K♣") == [("hand.0 hand.2 stock", -1)]


def test_of_equal_cards_the_known_one_leaves_first() -> None:
    table = Script(packs=2, hand_0="K♣ K♠", hand_1="A♣ Q♥", hand_2="Q♦ K♦", stock="A♦ A♣", row="Q♠ A♠")
    table.play("lay", "K♠", "lay", "A♣", "bury")  # seat 2 buries the A♣: everybody knows its slot
    assert places(table.memory, 0, "A♣") == [("hand.1 hand.2 stock", -1), ("stock", 3)]
    table.play("hide", "K♣", "draw")  # seat 1 draws the one that is known
    assert places(table.memory, 0, "A♣") == [("hand.1", -1), ("hand.1 hand.2 stock", -1)]
    table.play("lay", "Q♦", "top")  # the other comes into sight
    assert places(table.memory, 2, "A♣") == [("hand.1", -1), ("row", 5)]
    table.play("lay", "A♣")
    assert places(table.memory, 2, "A♣") == [("row", 5), ("row", 6)]


def test_equal_cards_that_cannot_be_told_apart_share_what_is_known() -> None:
    table = Script(packs=2, hand_0="Q♠ A♣", hand_1="A♣ Q♥", hand_2="Q♦ K♦", stock="A♦ K♥", heap="K♣", row="K♠")
    table.play("give", "A♣", "give", "Q♥")  # to seat 1, to seat 2
    assert places(table.memory, 0, "A♣") == [("hand.1 hand.2", -1), ("hand.1 hand.2 heap stock", -1)]
    table.play("hide", "Q♦", "top", "lay", "A♣")  # from hand.1: either of the two
    assert places(table.memory, 0, "A♣") == [("hand.1 hand.2 heap stock", -1), ("row", 3)]


def test_a_shuffled_deal_forgets_everything() -> None:
    deals = 0
    for moment in match(DRILL, 3):
        if moment.before[0].phase == 0:
            deals += 1
            fresh = Memory.fresh(moment.after, moment.room)
            for seat in range(3):
                for mine, other in zip(remembered(moment.memory.of(seat)), remembered(fresh.of(seat)), strict=True):
                    assert np.array_equal(mine, other)
    assert deals == 2
