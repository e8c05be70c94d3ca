"""Whether the rounds of a draw game at fixed limit can come to what everybody paid and who folded. F101.. are the paragraphs of
`parlour.kit.draw_poker`.

All bets are searched, but positions that differ only in what no longer matters count as one (`Rounds.sort`), and long ladders of
raises that change nothing are climbed in one step (`Rounds.climbs`). So few positions are left: docs/decisions/0305.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from parlour.kit.draw_poker import small_seat
from parlour.kit.turns import next_seat_in

MOST_TRIES = 4000
FIRST, LAST = 3, 5
"""Raises at the beginning and the end of a long ladder that are made one by one."""
NOBODY = -1
Chips = tuple[int, ...]


class Position(NamedTuple):
    """A position of the betting. chips: left to each seat; bets: before it in this round; folded, to_act: a bit per seat."""

    street: int
    turn: int
    chips: Chips
    bets: Chips
    folded: int
    to_act: int
    high: int = 0
    increase: int = 0
    raises: int = 0


def bets_come_to(chips: int, sizes: tuple[int, int], rounds: tuple[int, int], cap: int) -> bool:
    """Whether small and big bets come to this many chips, in this many rounds of each; cap: in a round at most, 0: any number."""
    (small, big), (early, late) = sizes, rounds
    if chips <= 0 or not early:
        return chips == 0 or (chips > 0 and chips % big == 0 and late > 0 and (not cap or chips // big <= cap * late))
    if cap or not late:
        left = [chips - n * big for n in range(min(cap * late, chips // big) + 1)]
        return any(rest % small == 0 and (not cap or rest // small <= cap * early) for rest in left)
    common = math.gcd(small, big)
    turns = small // common  # of this many big bets each leaves another rest of small ones
    return chips % common == 0 and chips // common * pow(big // common, -1, turns) % turns * big <= chips


class Rounds:
    """The bets of a hand, searched one by one for those that come to the payments entered.

    t: the table before anybody has paid; paid: by seat; folded: a bit per seat, also of those who are out.
    """

    def __init__(self, t: Any, paid: Chips, folded: int) -> None:
        self.t, self.paid, self.folded = t, paid, folded
        self.seats = range(int(t.seats))
        self.had = tuple(int(t.score[p]) for p in self.seats)
        self.dealt = [p for p in self.seats if not t.out[p]]
        self.cap = int(t.cap) if t.cap_heads_up or len(self.dealt) > 2 else 0
        self.rounds = int(t.draws) + 1
        self.live = [p for p in self.seats if not folded >> p & 1]
        self.levels = sorted({self.paid[p] for p in self.dealt})
        self.all_in = [self.paid[p] for p in self.live if self.paid[p] == self.had[p]]
        self.early = self.rounds - self.rounds // 2  # rounds of small bets
        self.seen: set[tuple[Any, ...]] = set()

    def possible(self) -> bool | None:
        """Whether there are such bets: antes and blinds, then the first round. None if MOST_TRIES positions do not decide."""
        t, small = self.t, int(small_seat(self.t))
        if any(self.folded >> p & 1 and self.paid[p] == self.had[p] for p in self.dealt):
            return False  # a player who is all-in is not asked any more
        big = int(next_seat_in(t, small))
        chips = [max(0, self.had[p] - int(t.ante)) if p in self.dealt else 0 for p in self.seats]
        bets = [0 for _ in self.seats]
        for seat, blind in ((small, int(t.small_blind)), (big, int(t.big_blind))):
            bets[seat] += min(blind, chips[seat])
            chips[seat] -= min(blind, chips[seat])
        high = max(*bets, int(t.big_blind) if t.short_blind else 0)
        after_blinds = small if t.small_blind + t.big_blind == 0 else big
        first = int(next_seat_in(t, t.dealer if t.small_blind + t.big_blind == 0 else after_blinds))
        out = sum(1 << p for p in self.seats if p not in self.dealt)
        todo = [iter([self.begin(Position(1, first, tuple(chips), tuple(bets), out, 0, high))])]
        while todo:
            at = next(todo[-1], None)
            if at is None:
                todo.pop()
            elif self.is_over(at) and self.is_reached(at):
                return True
            elif len(self.seen) > MOST_TRIES:
                return None
            elif self.can_be(at) and (sort := self.sort(at)) not in self.seen:
                self.seen.add(sort)
                todo.append(self.after(at))
        return False

    def can_still_pay(self, chips: int, street: int) -> bool:
        """Whether whole bets in the rounds after this one come to this many chips."""
        rounds = max(0, self.early - street), self.rounds - max(street, self.early)
        return bets_come_to(chips, (int(self.t.small_bet), int(self.t.big_bet)), rounds, self.cap)

    def limit(self, street: int) -> int:
        """F108: what a bet or raise adds."""
        return int(self.t.big_bet if street > self.early else self.t.small_bet)

    def level(self, at: Position) -> int:
        """Return what everybody who has chips has paid in the rounds before this one."""
        return max(self.had[p] - at.chips[p] - at.bets[p] for p in self.seats)

    def sort(self, at: Position) -> tuple[Any, ...]:
        """Return all of a position on which its future depends.

        A player who faces a raise calls up to the same bet, however much lies there already. What is owed matters only if it is
        less than a whole bet, because such players may not raise again (F109), or if the player folds now.
        """
        limit, mine = self.limit(at.street), []
        for p in self.seats:
            waits = at.raises > 0 and at.to_act >> p & 1
            folds = self.folded >> p & 1 and self.had[p] - at.chips[p] >= self.paid[p]
            mine.append(-min(at.high - at.bets[p], limit) if waits and not folds else at.bets[p])
        raises = at.raises if self.cap else min(at.raises, 1)
        return at.street, at.turn, self.level(at), tuple(mine), at.folded, at.to_act, at.high, at.increase, raises

    def begin(self, at: Position) -> Position:
        """F106: a round, from the seat on turn or the next that is in it."""
        reach = sorted((at.bets[p] + at.chips[p] for p in self.seats if not at.folded >> p & 1), reverse=True)
        second = reach[1] if len(reach) > 1 else 0
        to_act = sum(1 << p for p in self.seats if not at.folded >> p & 1 and at.chips[p] and at.bets[p] < second)
        if to_act.bit_count() == 1 and at.high <= at.bets[to_act.bit_length() - 1]:
            to_act = 0
        at = at._replace(to_act=to_act)
        return at if to_act >> at.turn & 1 else at._replace(turn=self.next(at))

    def next(self, at: Position) -> int:
        """The next seat that is to act; NOBODY if the round is over."""
        if at.to_act == 0 or len(self.seats) - at.folded.bit_count() < 2:
            return NOBODY
        n = len(self.seats)
        return next(p for k in range(1, n + 1) if at.to_act >> (p := (at.turn + k) % n) & 1)

    def after(self, at: Position) -> Iterator[Position]:
        """The positions that the seat on turn can make, or the next round; what more likely leads to the payments first."""
        if at.turn == NOBODY:
            yield from self.next_round(at)
            return
        yield from self.fold(at)
        missing = self.paid[at.turn] - (self.had[at.turn] - at.chips[at.turn] + self.price(at))
        if missing > 0:  # more is still to be paid
            yield from self.raised(at)
            yield from self.call(at)
        else:
            yield from self.call(at)
            yield from self.raised(at)

    def is_reached(self, at: Position) -> bool:
        """Whether the hand is over with these payments."""
        return at.turn == NOBODY and at.folded == self.folded and all(self.spent(at)[p] == self.paid[p] for p in self.dealt)

    def can_be(self, at: Position) -> bool:
        """Whether nobody has paid more than entered, but for a bet that nobody has called yet, and nobody has to."""
        top, price = max(at.bets), self.level(at) + at.high
        alone = at.bets.count(top) == 1
        for p in self.dealt:
            spent, due = self.had[p] - at.chips[p], self.paid[p]
            if spent > due and not (alone and at.bets[p] == top):
                return False
            if self.folded >> p & 1:
                if spent < due < price:
                    return False
            elif at.raises and due < min(price, self.had[p]) and at.bets[p] < at.high:
                return False
        return True

    def price(self, at: Position) -> int:
        """Return the price of a call."""
        return max(min(at.high - at.bets[at.turn], at.chips[at.turn]), 0)

    def fold(self, at: Position) -> Iterator[Position]:
        """F107: yield the position after the seat on turn folds, if it did and has paid what it paid."""
        p, spent = at.turn, self.had[at.turn] - at.chips[at.turn]
        if not self.folded >> p & 1 or spent < self.paid[p] or (self.price(at) == 0 and not self.t.free_fold):
            return
        left = at._replace(folded=at.folded | 1 << p, to_act=at.to_act & ~(1 << p))
        yield left._replace(turn=self.next(left))

    def call(self, at: Position) -> Iterator[Position]:
        """F107: yield the position after the seat on turn calls, or checks."""
        after = self.put_in(at, self.price(at))
        after = after._replace(to_act=at.to_act & ~(1 << at.turn))
        yield after._replace(turn=self.next(after))

    def raised(self, at: Position) -> Iterator[Position]:
        """F108 to F110: yield the positions after the seat on turn raises, several times at once if that changes nothing."""
        t, p = self.t, at.turn
        owed, mine = self.price(at), at.bets[p] + at.chips[p]
        others = [q for q in self.seats if q != p and not at.folded >> q & 1]
        if (0 < self.cap <= at.raises) or mine <= at.high or owed * (2 if t.reopen else 1) < at.increase:
            return
        if all(at.bets[q] + at.chips[q] <= at.high for q in others):
            return
        to_act = sum(1 << q for q in others if at.chips[q])
        for raises in self.climbs(at):
            to = min(at.high + raises * self.limit(at.street), mine)
            increase = max(at.increase, min(self.limit(at.street), to - at.high))
            after = self.put_in(at, to - at.bets[p])._replace(
                to_act=to_act, high=to, increase=increase, raises=at.raises + raises
            )
            yield after._replace(turn=self.next(after))

    def climbs(self, at: Position) -> Iterable[int]:
        """Return numbers of raises to make at once: one, or more if there is no cap and the next amount told is many bets away.

        On the way no player leaves or is all-in. So it does not matter who raises, except for the last few raises, and the number
        of raises matters only for the remainder that small bets leave for big ones.
        """
        if self.cap:
            return (1,)
        limit, level = self.limit(at.street), self.level(at)
        here = level + at.high
        above = next((due for due in self.levels if due > here), here)
        made = -(-(here - max([level, *(due for due in self.levels if due <= here)])) // limit)
        free = (above - here - 1) // limit - LAST  # this many raises, and LAST are left before the next amount
        if free <= 0 or made < FIRST:
            return (1,)
        if made > FIRST:  # has been climbed
            return ()
        return {free + 1 - free % 2} | (self.fitting(here, free - 1) if at.street <= self.early else set())

    def fitting(self, here: int, free: int) -> set[int]:
        """The least and largest numbers of small bets, of this many, after which big ones come to an amount told."""
        small, big, found = int(self.t.small_bet), int(self.t.big_bet), set()
        common = math.gcd(small, big)
        turns = big // common
        for due in self.levels:
            if due > here and (due - here) % common == 0:
                raises = (due - here) // common * pow(small // common, -1, turns) % turns or turns
                found |= {raises, free - (free - raises) % turns} if raises <= free else set()
        return found

    def put_in(self, at: Position, chips: int) -> Position:
        """The seat on turn lays chips before it."""
        p, change = at.turn, [0] * len(self.seats)
        change[p] = chips
        return at._replace(
            chips=tuple(n - k for n, k in zip(at.chips, change, strict=True)),
            bets=tuple(n + k for n, k in zip(at.bets, change, strict=True)),
        )

    def is_over(self, at: Position) -> bool:
        """Whether no round follows."""
        return at.turn == NOBODY and (at.street == self.rounds or len(self.seats) - at.folded.bit_count() < 2)

    def spent(self, at: Position) -> list[int]:
        """F111: what everybody has paid after a round: what nobody has called comes back."""
        second, most = sorted(at.bets)[-2:]
        spent = [had - left for had, left in zip(self.had, at.chips, strict=True)]
        spent[at.bets.index(most)] -= most - second
        return spent

    def next_round(self, at: Position) -> Iterator[Position]:
        """F105: unless somebody has paid too much by now, has folded with too little, or cannot come to the payments any more."""
        spent = self.spent(at)
        missing = [self.paid[p] - spent[p] for p in self.seats]
        wrong = any(missing[p] < 0 or (at.folded >> p & 1 and missing[p]) for p in self.dealt)
        if self.is_over(at) or wrong:
            return
        chips = tuple(had - chips for had, chips in zip(self.had, spent, strict=True))
        for p in self.dealt:
            if 0 < missing[p] < chips[p] and not any(spent[p] < due <= self.paid[p] for due in self.all_in):
                if not self.can_still_pay(missing[p], at.street):  # by whole bets, since nobody is all-in on the way
                    return
        first = int(next_seat_in(self.t, self.t.dealer))
        yield self.begin(Position(at.street + 1, first, chips, (0,) * len(chips), at.folded, 0))
