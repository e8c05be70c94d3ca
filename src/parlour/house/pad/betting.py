"""Whether the rounds of a draw game at fixed limit can come to what everybody paid and who folded. F101.. are the paragraphs of
`parlour.kit.draw_poker`."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.kit.draw_poker import small_seat
from parlour.kit.turns import next_seat_in

MOST_TRIES = 1000
NOBODY = -1
Chips = tuple[int, ...]


class Position(NamedTuple):
    """Where betting stands. chips: left to each seat; bets: before it in this round; folded, to_act: a bit per seat."""

    street: int
    turn: int
    chips: Chips
    bets: Chips
    folded: int
    to_act: int
    high: int = 0
    increase: int = 0
    raises: int = 0


class Rounds:
    """The bets of a hand, searched one by one for those that come to the payments told.

    t: the table before anybody has paid; paid: by seat; folded: a bit per seat, also of those who are out. What is not decided
    after MOST_TRIES positions is taken for possible.
    """

    def __init__(self, t: Any, paid: Chips, folded: int) -> None:
        self.t, self.paid, self.folded = t, paid, folded
        self.seats = range(int(t.seats))
        self.had = tuple(int(t.score[p]) for p in self.seats)
        self.dealt = [p for p in self.seats if not t.out[p]]
        self.cap = int(t.cap) if t.cap_heads_up or len(self.dealt) > 2 else 0
        self.rounds = int(t.draws) + 1
        self.seen: set[Position] = set()

    def possible(self) -> bool:
        """Whether there are such bets: antes and blinds, then the first round."""
        t, small = self.t, int(small_seat(self.t))
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
        return self.begin(Position(1, first, tuple(chips), tuple(bets), out, 0, high))

    def begin(self, at: Position) -> bool:
        """F106: a round, from the seat on turn or the next that is in it."""
        reach = sorted((at.bets[p] + at.chips[p] for p in self.seats if not at.folded >> p & 1), reverse=True)
        second = reach[1] if len(reach) > 1 else 0
        to_act = sum(1 << p for p in self.seats if not at.folded >> p & 1 and at.chips[p] and at.bets[p] < second)
        if to_act.bit_count() == 1 and at.high <= at.bets[to_act.bit_length() - 1]:
            to_act = 0
        at = at._replace(to_act=to_act)
        return self.search(at if to_act >> at.turn & 1 else at._replace(turn=self.next(at)))

    def next(self, at: Position) -> int:
        """The next seat that is to act; NOBODY if the round is over."""
        if at.to_act == 0 or len(self.seats) - at.folded.bit_count() < 2:
            return NOBODY
        n = len(self.seats)
        return next(p for k in range(1, n + 1) if at.to_act >> (p := (at.turn + k) % n) & 1)

    def search(self, at: Position) -> bool:
        """The bets from here on."""
        if at.turn == NOBODY:
            return self.end(at)
        if len(self.seen) > MOST_TRIES:
            return True
        if at in self.seen or not self.can_be(at):
            return False
        self.seen.add(at)
        if self.fold(at):
            return True
        missing = self.paid[at.turn] - (self.had[at.turn] - at.chips[at.turn] + self.price(at))
        if missing > 0:  # more is still to be paid
            return self.raised(at) or self.call(at)
        return self.call(at) or self.raised(at)

    def can_be(self, at: Position) -> bool:
        """Whether nobody has paid more than told, but for a bet that nobody has called yet."""
        top = max(at.bets)
        alone = at.bets.count(top) == 1
        return all(self.had[p] - at.chips[p] <= self.paid[p] or (alone and at.bets[p] == top) for p in self.dealt)

    def price(self, at: Position) -> int:
        """What a call costs."""
        return max(min(at.high - at.bets[at.turn], at.chips[at.turn]), 0)

    def fold(self, at: Position) -> bool:
        """F107."""
        p, spent = at.turn, self.had[at.turn] - at.chips[at.turn]
        if not self.folded >> p & 1 or spent < self.paid[p] or (self.price(at) == 0 and not self.t.free_fold):
            return False
        left = at._replace(folded=at.folded | 1 << p, to_act=at.to_act & ~(1 << p))
        return self.search(left._replace(turn=self.next(left)))

    def call(self, at: Position) -> bool:
        """F107."""
        after = self.put_in(at, self.price(at))
        after = after._replace(to_act=at.to_act & ~(1 << at.turn))
        return self.search(after._replace(turn=self.next(after)))

    def raised(self, at: Position) -> bool:
        """F108 to F110."""
        t, p = self.t, at.turn
        limit = int(t.big_bet if at.street > self.rounds - self.rounds // 2 else t.small_bet)
        owed, mine = self.price(at), at.bets[p] + at.chips[p]
        others = [q for q in self.seats if q != p and not at.folded >> q & 1]
        if (0 < self.cap <= at.raises) or mine <= at.high or owed * (2 if t.reopen else 1) < at.increase:
            return False
        if all(at.bets[q] + at.chips[q] <= at.high for q in others):
            return False
        to = min(at.high + limit, mine)
        after = self.put_in(at, to - at.bets[p])._replace(
            to_act=sum(1 << q for q in others if at.chips[q]),
            high=to,
            increase=max(at.increase, to - at.high),
            raises=at.raises + 1,
        )
        return self.search(after._replace(turn=self.next(after)))

    def put_in(self, at: Position, chips: int) -> Position:
        """The seat on turn lays chips before it."""
        p, change = at.turn, [0] * len(self.seats)
        change[p] = chips
        return at._replace(
            chips=tuple(n - k for n, k in zip(at.chips, change, strict=True)),
            bets=tuple(n + k for n, k in zip(at.bets, change, strict=True)),
        )

    def end(self, at: Position) -> bool:
        """F111: what nobody has called comes back; then the next round, or the hand is over."""
        bets = sorted(at.bets, reverse=True)
        top = at.bets.index(bets[0])
        chips = tuple(n + (bets[0] - bets[1] if p == top else 0) for p, n in enumerate(at.chips))
        spent = tuple(had - left for had, left in zip(self.had, chips, strict=True))
        if at.street == self.rounds or len(self.seats) - at.folded.bit_count() < 2:
            return at.folded == self.folded and all(spent[p] == self.paid[p] for p in self.dealt)
        if any(spent[p] > self.paid[p] or (at.folded >> p & 1 and spent[p] < self.paid[p]) for p in self.dealt):
            return False
        first = int(next_seat_in(self.t, self.t.dealer))
        return self.begin(Position(at.street + 1, first, chips, (0,) * len(bets), at.folded, 0))
