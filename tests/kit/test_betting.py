"""Bets, raises, all-in and pots, beside a plain book-keeper that was written apart from them."""

import random

import pytest

from parlour.kit import NOBODY, SEATS, Layout, Number
from parlour.kit.betting import (
    Betting,
    call_bet,
    can_raise,
    cash_out,
    chips_in,
    clear_hand,
    clear_round,
    contesting,
    fixed_raise,
    fold_bet,
    gather_bets,
    last_pot,
    least_raise,
    live_seats,
    next_level,
    next_to_act,
    open_betting,
    pay_out,
    post_antes,
    post_blind,
    pot_raise,
    price,
    put_in,
    raise_bet,
    return_unmatched,
    unmatched,
)


class Table(Betting, Layout, seats=(2, 6)):
    mark = Number(0, 9, per=SEATS)


def table(*stacks):
    """A table at the start of a hand; the last seat deals."""
    t = Table.blank(1)[0]
    t.seats, t.dealer = len(stacks), len(stacks) - 1
    t.score[: len(stacks)] = stacks
    clear_hand(t)
    return t


def blinds(t, small=1, big=2):
    post_blind(t, 0, small, False)
    post_blind(t, 1, big, False)


def figures(t, name):
    return getattr(t, name)[: t.seats].tolist()


def test_tables_that_share_fields_share_nothing_else():
    class Small(Betting, Layout, seats=2):
        score = Number(0, 100, per=SEATS)

    assert (Small.dtype["bet"].shape, Table.dtype["bet"].shape) == ((2,), (6,))
    assert Small.fields["score"].high == 100 != Table.fields["score"].high
    assert list(Small.options) == []


def test_a_hand_begins_with_those_who_have_chips():
    t = table(10, 0, 5)
    t.paid[:3] = t.pots[:3] = t.bet[:3] = 4
    t.high, t.increase, t.raises, t.to_act, t.bettor = 4, 4, 2, 7, 1
    clear_hand(t)
    assert figures(t, "folded") == [0, 1, 0]
    assert live_seats(t) == 0b101
    assert figures(t, "paid") == figures(t, "pots") == figures(t, "bet") == [0, 0, 0]
    assert (t.high, t.increase, t.raises, t.to_act, t.bettor) == (0, 0, 0, 0, NOBODY)


def test_nobody_puts_in_more_than_they_have():
    t = table(10, 3, 10**9)
    assert [put_in(t, p, 5) for p in range(3)] == [5, 3, 5]
    assert figures(t, "score") == [5, 0, 10**9 - 5]
    assert figures(t, "bet") == figures(t, "paid") == [5, 3, 5]
    assert t.high == 0
    assert chips_in(t) == 13


def test_antes_are_in_the_pot_and_blinds_lie_before_their_seats():
    t = table(10, 1, 0, 10)
    post_antes(t, 2)
    assert figures(t, "score") == [8, 0, 0, 8]
    assert figures(t, "paid") == [2, 1, 0, 2]
    assert (t.pots[0], chips_in(t), t.high) == (5, 5, 0)
    post_blind(t, 3, 1, False)
    post_blind(t, 0, 100, False)
    assert (figures(t, "bet"), t.high, t.raises) == ([8, 0, 0, 1], 8, 0)


@pytest.mark.parametrize(("nominal", "owed"), [(False, 1), (True, 2)])
def test_a_short_blind(nominal, owed):
    t = table(10, 1, 10)
    post_blind(t, 0, 1, nominal)
    post_blind(t, 1, 2, nominal)
    assert t.high == owed
    assert price(t, 2) == owed


def test_who_opens_and_who_is_left_out():
    t = table(10, 10, 10, 10)
    blinds(t)
    assert open_betting(t, 2) == 2
    assert t.to_act == 0b1111
    t.folded[2] = t.folded[3] = 1
    assert open_betting(t, 2) == 0
    t = table(10, 2, 2)  # the others are all-in: 10 can only be challenged for 2
    blinds(t)
    put_in(t, 0, 1)
    assert open_betting(t, 0) == 2
    assert t.to_act == 0b100
    t = table(10, 1)  # nobody can challenge the first blind
    blinds(t)
    assert open_betting(t, 0) == NOBODY
    t = table(10, 3, 1)  # one left with chips, who faces a bet
    blinds(t)
    t.folded[2] = 1
    put_in(t, 1, 1)
    assert open_betting(t, 0) == 0
    clear_round(t)
    t.score[1] = 0
    assert open_betting(t, 0) == NOBODY


def test_the_order_of_acting():
    t = table(10, 10, 10)
    t.to_act = 0b101
    assert [next_to_act(t, p) for p in range(3)] == [2, 2, 0]
    t.to_act = 0
    assert next_to_act(t, 0) == NOBODY
    t.to_act = 0b100
    t.folded[0] = t.folded[1] = 1
    assert next_to_act(t, 0) == NOBODY  # alone


def test_calls_checks_folds_and_raises():
    t = table(10, 10, 3, 10)
    blinds(t)
    open_betting(t, 2)
    call_bet(t, 2)
    raise_bet(t, 3, fixed_raise(t, 3, 2))
    assert (t.high, t.increase, t.raises, t.bettor, t.to_act) == (4, 2, 1, 3, 0b0111)
    assert [price(t, p) for p in range(4)] == [3, 2, 1, 0]
    fold_bet(t, 0)
    assert (t.folded[0], t.to_act) == (1, 0b0110)
    call_bet(t, 1)
    call_bet(t, 2)
    assert (figures(t, "bet"), figures(t, "score"), t.to_act) == ([1, 4, 3, 4], [9, 6, 0, 6], 0)
    clear_round(t)
    call_bet(t, 1)
    assert t.score[1] == 6  # a check


def test_when_a_raise_is_legal():
    t = table(20, 20, 20)
    blinds(t)
    open_betting(t, 2)
    assert can_raise(t, 2, 4, False)
    t.raises = 3
    assert not can_raise(t, 2, 3, False)
    assert can_raise(t, 2, 4, False)
    t.raises = 4
    assert not can_raise(t, 2, 4, False)
    assert can_raise(t, 2, 0, False)
    t = table(20, 2, 2)  # nobody else could call more
    blinds(t)
    assert not can_raise(t, 2, 4, False)
    assert not can_raise(t, 0, 4, False)
    t = table(20, 4, 2)
    blinds(t)
    assert not can_raise(t, 2, 4, False)  # it takes all to call
    assert can_raise(t, 0, 4, False)


def test_a_short_raise_does_not_let_who_has_acted_raise_again():
    t = table(40, 40, 7)
    raise_bet(t, 0, 4)
    raise_bet(t, 1, 6)  # by only 2, as if that were all
    assert (t.increase, price(t, 0)) == (4, 2)
    assert not can_raise(t, 0, 4, False)
    assert can_raise(t, 0, 4, True)  # half of 4
    assert can_raise(t, 2, 4, False)  # who owes 6 may raise, all-in for 7
    assert fixed_raise(t, 2, 4) == 7
    t.increase = 5
    assert not can_raise(t, 0, 4, True)


def test_raises_of_other_sizes():
    t = table(100, 100, 100, 9)
    blinds(t)
    assert (pot_raise(t, 2), least_raise(t, 2, 2)) == (7, 4)  # 2 to call, then 5 in the pot
    raise_bet(t, 2, 7)
    assert (pot_raise(t, 0), least_raise(t, 0, 2)) == (23, 12)  # 6 to call, then 16 in the pot
    assert (pot_raise(t, 3), least_raise(t, 3, 2)) == (9, 9)
    t.bet[:4] = 0
    t.pots[0], t.pots[1], t.high, t.increase = 30, 8, 0, 0
    assert (pot_raise(t, 1), least_raise(t, 1, 5)) == (38, 5)


def test_what_nobody_matched_goes_back():
    t = table(20, 20, 20)
    blinds(t)
    raise_bet(t, 2, 4)
    fold_bet(t, 0)
    assert unmatched(t) == (2, 2)
    assert return_unmatched(t) == 2
    assert (figures(t, "bet"), figures(t, "paid"), t.score[2]) == ([1, 2, 2], [1, 2, 2], 18)
    assert unmatched(t) == (NOBODY, 0)
    assert return_unmatched(t) == 0


def test_side_pots():
    t = table(2, 5, 9, 9)
    for p in range(4):
        put_in(t, p, 9)
    t.folded[2] = 1
    gather_bets(t)
    assert figures(t, "bet") == [0, 0, 0, 0]
    assert figures(t, "pots") == [8, 9, 8, 0]  # 2 of each, 3 of three, 4 of two
    assert [contesting(t, k) for k in range(3)] == [0b1011, 0b1010, 0b1000]
    assert (last_pot(t), next_level(t, 0), next_level(t, 2), next_level(t, 9)) == (2, 2, 5, 9)
    t.folded[3] = 1  # what nobody in the hand has paid joins the last pot
    gather_bets(t)
    assert figures(t, "pots") == [8, 17, 0, 0]
    assert chips_in(t) == 25


def test_a_pot_that_its_winner_paid_nothing_to():
    t = table(9, 9)
    put_in(t, 0, 1)
    t.folded[0] = 1
    gather_bets(t)
    assert figures(t, "pots") == [1, 0]
    assert contesting(t, 0) == 0b10
    t.pots[0] = 0
    assert last_pot(t) == -1


def test_odd_chips():
    for one_each, expected in ((False, [3, 4, 0, 3, 6]), (True, [4, 5, 0, 3, 4])):
        t = table(0, 0, 0, 0, 0)
        t.dealer, t.pots[1] = 3, 20
        pay_out(t, 1, 0b11011, 15, one_each)
        assert t.pots[1] == 5
        pay_out(t, 1, 0b00010, 1, one_each)
        assert t.pots[1] == 4
        assert figures(t, "score") == ([3, 4, 0, 3, 6] if not one_each else [4, 5, 0, 3, 4]) == expected


def test_the_end_of_a_session():
    t = table(150, 0, 30)
    t.turn, t.asked = 2, 4
    cash_out(t, 60)
    assert t.payoff[:3].tolist() == [1.5, -1.0, -0.5]
    assert (t.over, t.turn, t.asked, t.winners) == (1, NOBODY, 0, 0b001)
    for stacks, winners in (((60, 60, 60), 0b111), ((40, 10, 40), 0b101)):  # equal chips share; others may have won still more
        t = table(*stacks)
        cash_out(t, 60)
        assert t.winners == winners


class Book:
    """A plain book-keeper of one hand of fixed limit: lists and a queue of who is to act."""

    def __init__(self, stacks, cap, half):
        self.n, self.stack, self.cap, self.half = len(stacks), list(stacks), cap, half
        self.total, self.out = [0] * self.n, [s == 0 for s in stacks]
        self.new_round()

    def new_round(self):
        self.lies, self.high, self.last, self.count, self.queue = [0] * self.n, 0, 0, 0, []

    def pay(self, p, amount):
        amount = min(amount, self.stack[p])
        self.stack[p] -= amount
        self.lies[p] += amount
        self.total[p] += amount

    def clockwise(self, first):
        return [p % self.n for p in range(first, first + self.n)]

    def open(self, first):
        reach = sorted((self.lies[p] + self.stack[p] for p in range(self.n) if not self.out[p]), reverse=True)
        second = reach[1] if len(reach) > 1 else 0
        self.queue = [p for p in self.clockwise(first) if not self.out[p] and self.stack[p] and self.lies[p] < second]
        if len(self.queue) == 1 and self.lies[self.queue[0]] >= self.high:
            self.queue = []

    def actor(self):
        return self.queue[0] if self.queue and self.out.count(False) > 1 else None

    def owed(self, p):
        return min(self.stack[p], self.high - self.lies[p])

    def may_raise(self, p):
        rivals = [q for q in range(self.n) if q != p and not self.out[q] and self.lies[q] + self.stack[q] > self.high]
        enough = 2 * self.owed(p) >= self.last if self.half else self.owed(p) >= self.last
        return bool(rivals) and enough and self.stack[p] > self.high - self.lies[p] and (not self.cap or self.count < self.cap)

    def do(self, p, what, size):
        self.queue = self.queue[1:]
        if what == "fold":
            self.out[p] = True
        elif what == "call":
            self.pay(p, self.owed(p))
        else:
            before = self.high
            self.pay(p, self.high + size - self.lies[p])
            self.high = self.lies[p]
            self.last, self.count = max(self.last, self.high - before), self.count + 1
            self.queue = [q for q in self.clockwise(p + 1)[:-1] if not self.out[q] and self.stack[q]]

    def close(self):
        top = max(self.lies)
        if self.lies.count(top) == 1:
            p = self.lies.index(top)
            extra = top - sorted(self.lies)[-2]
            self.stack[p] += extra
            self.total[p] -= extra

    def pots(self):
        """Chip by chip: the n-th chip of every seat lies in the pot of those in the hand who have paid n chips."""
        found = {}
        for n in range(1, max(self.total) + 1):
            those = tuple(p for p in range(self.n) if not self.out[p] and self.total[p] >= n)
            found[those] = found.get(those, 0) + sum(paid >= n for paid in self.total)
        left = found.pop((), 0)
        if left:
            last = min(found, key=len) if found else tuple(p for p in range(self.n) if not self.out[p])
            found[last] = found.get(last, 0) + left
        return found


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_random_hands_beside_the_book_keeper(seats):
    rng = random.Random(seats)
    for _ in range(120):
        stacks = [rng.choice((0, 1, 2, 3, 5, 9, 14, 60)) for _ in range(seats - 2)] + [rng.choice((1, 4, 7)), 30]
        cap, half = rng.choice((0, 3, 4)), rng.random() < 0.5
        t, book = table(*stacks), Book(stacks, cap, half)
        posts = [p for p in range(seats) if stacks[p]][:2]
        for p, chips in zip(posts, (1, 2), strict=True):
            post_blind(t, p, chips, False)
            book.pay(p, chips)
            book.high = max(book.high, book.lies[p])
        for size in (2, 2, 4, 4):
            first = rng.randrange(seats)
            turn = open_betting(t, first)
            book.open(first)
            while True:
                assert turn == (NOBODY if book.actor() is None else book.actor())
                if turn == NOBODY:
                    break
                assert price(t, turn) == book.owed(turn)
                assert can_raise(t, turn, cap, half) == book.may_raise(turn)
                what = rng.choice(["call", "fold"] + ["raise"] * 2 * (book.may_raise(turn) and book.count < 9))
                if what == "fold":
                    fold_bet(t, turn)
                elif what == "call":
                    call_bet(t, turn)
                else:
                    raise_bet(t, turn, fixed_raise(t, turn, size))
                book.do(turn, what, size)
                turn = next_to_act(t, turn)
            return_unmatched(t)
            book.close()
            gather_bets(t)
            assert (figures(t, "score"), figures(t, "paid")) == (book.stack, book.total)
            clear_round(t)
            book.new_round()
        expected = book.pots()
        assert {seats_of(contesting(t, k)): int(t.pots[k]) for k in range(last_pot(t) + 1)} == expected
        assert sum(figures(t, "pots")) + sum(figures(t, "score")) == sum(stacks)


def seats_of(mask):
    return tuple(p for p in range(6) if int(mask) >> p & 1)
