"""Whether bets can come to what everybody paid. R4.. and F102 are Brag's.

The bets of a deal are too many to try them all: five players with a hundred chips have more courses than any computer can follow.
So `Payments` first looks for a course that comes to the payments by playing towards them, as a person would; then it follows all
courses, but none that `bounds` shows to be in vain. What neither decides is said to be undecided.
"""

import random
from dataclasses import dataclass
from typing import NamedTuple

from .bounds import hopeless

DIVES = 40  # courses played towards the payments
LONGEST = 400  # bets in one of them
MOST_POSITIONS = 1500  # of all courses, after which the payments are undecided


class Betting(NamedTuple):
    """Where betting stands. turn: a place in `active`; left: what each seat still pays; high: the stake; blind: by seat;
    covered: who has, a bit each; duels: bets of each seat since only two are active."""

    turn: int
    left: tuple
    high: int
    blind: tuple
    active: tuple
    covered: int
    duels: tuple


@dataclass
class Plan:
    """How a course is played. tempers: by seat, 0 and 1 pay equally, 2 in fewer rounds, 3 anything; rounds: left to play."""

    chance: random.Random
    tempers: list
    rounds: int


class Payments:
    """The payments of a deal, by seat from the dealer's left. chips: what everybody had; takers: who took chips from the pots.

    A player who still has to pay may not fold, and one who has paid everything folds, covers or is the last. several: whether
    pots were covered. stays: who took chips without having covered, and so won the current pot; None if that is open.
    """

    def __init__(self, t, paid, chips, takers, several):
        self.several = several
        self.ante, self.min_open, self.max_open = int(t.ante), int(t.min_open), int(t.max_open)
        self.pot_limit, self.max_raise, self.duel_limit = bool(t.limit), int(t.max_raise), int(t.duel_limit)
        self.takers = sum(1 << p for p in takers)
        left = tuple(amount - self.ante for amount in paid)
        self.money = self.ante * len(paid) + sum(left)
        self.may_cover = tuple(several and amount == had for had, amount in zip(chips, paid, strict=True))
        self.stays = next((p for p in takers if not self.may_cover[p]), None)
        n = len(left)
        self.start = Betting(0, left, 0, (bool(t.blind_play),) * n, tuple(range(n)), 0, (0,) * n)

    def possible(self):
        """Whether there are such bets; None if that is undecided."""
        if hopeless(self, self.start):
            return False
        chance = random.Random(0)
        return any(self.dive(chance) for _ in range(DIVES)) or self.search()

    def dive(self, chance):
        """Whether one course that is played towards the payments, in about so many rounds, comes to them."""
        at, seats = self.start, len(self.start.left)
        plan = Plan(chance, [chance.randrange(4) for _ in range(seats)], int((LONGEST / seats) ** chance.uniform(0.2, 1)))
        for n in range(LONGEST):
            if self.is_over(at):
                return True
            plan.rounds -= n % len(at.active) == 0
            ways = [after for after in self.following(at, plan) if not hopeless(self, after)]
            if not ways:
                return False
            at = ways[0] if chance.random() < 0.8 else chance.choice(ways)
        return False

    def search(self):
        """Whether any course comes to the payments; None if there are too many."""
        tries, seen, todo = 0, set(), [iter([self.start])]
        while todo:
            at = next(todo[-1], None)
            if at is None:
                todo.pop()
                continue
            tries += 1
            if tries > MOST_POSITIONS:
                return None
            if self.is_over(at):
                return True
            if at not in seen:
                seen.add(at)
                if not hopeless(self, at):
                    todo.append(self.following(at))
        return False

    def is_over(self, at):
        """R8, R9, R12: whether the payments are made and one player is left, or the last two can see and either wins."""
        if len(at.active) == 1:
            return not any(at.left) and self.took(at.active[0], at.covered)
        if len(at.active) > 2 or at.high == 0:
            return False
        p, other = at.active[at.turn], at.active[1 - at.turn]
        prices = [2 * at.high] if not at.blind[other] or self.must_close(at) else []
        prices += [at.high] if at.blind[p] else []
        return at.left[other] == 0 and at.left[p] in prices and (self.took(p, at.covered) or self.took(other, at.covered))

    def took(self, champion, covered):
        """R13: only the champion and those who covered take anything."""
        return (covered > 0) == self.several and self.takers & ~(covered | 1 << champion) == 0

    def must_close(self, at):
        """F102: the last two have bet as often as the house lets them."""
        return len(at.active) == 2 and 0 < self.duel_limit <= min(at.duels[p] for p in at.active)

    def base(self, at):
        """R4: the least bet of a player who has looked."""
        return at.high or self.min_open

    def least(self, p, at):
        """R4."""
        return -(-self.base(at) // 2) if at.blind[p] else self.base(at)

    def top(self, at):
        """R5: the largest bet of a player who has looked."""
        if self.pot_limit:
            return max(self.base(at), self.money - sum(at.left))
        return at.high + self.max_raise if at.high else self.max_open

    def can_cover(self, p, at):
        """R11, F102: whether a player who pays the last chips does it without a bet, after a look, when bets are dearer."""
        return self.may_cover[p] and at.left[p] < (2 * at.high if self.must_close(at) else self.base(at))

    def following(self, at, plan=None):
        """The positions that the seat on turn can make; with a plan only some, the likeliest first."""
        if len(at.active) == 1:
            return
        p = at.active[at.turn]
        rest = at.active[: at.turn] + at.active[at.turn + 1 :]
        gone = at._replace(turn=at.turn % len(rest), active=rest)
        if at.left[p] == 0 and self.takers >> p & 1 == 0:  # R7
            yield gone
        if self.can_cover(p, at):
            yield gone._replace(left=replaced(at.left, p, 0), covered=at.covered | 1 << p)
        if at.left[p] == 0 or self.must_close(at):
            return
        duels = replaced(at.duels, p, at.duels[p] + 1) if self.duel_limit and len(at.active) == 2 else at.duels
        after = at._replace(turn=(at.turn + 1) % len(at.active), duels=duels)
        ways = self.ranges(p, at)
        for chips, unseen in likely(self, p, at, ways, plan) if plan else all_bets(at.left[p], ways):
            blind, left = replaced(at.blind, p, unseen), replaced(at.left, p, at.left[p] - chips)
            yield after._replace(left=left, high=chips * (2 if unseen else 1), blind=blind)

    def ranges(self, p, at):
        """R4 to R6: the least and largest bet, blind and by a player who has looked."""
        least, top, half = self.base(at), self.top(at), self.least(p, at)
        ways = [(half, max(half, top // 2), True)] if at.blind[p] else []
        return [(low, min(most, at.left[p]), unseen) for low, most, unseen in [*ways, (least, top, False)]]


def all_bets(due, ways):
    """Every bet as (chips, unseen): all that is due, the least, and from the largest down."""
    for low, most, unseen in ways:
        yield from ((chips, unseen) for chips in (due, low) if low <= chips <= most)
    for low, most, unseen in ways:
        yield from ((chips, unseen) for chips in range(most, low, -1) if chips != due)


def likely(payments, p, at, ways, plan):
    """A few bets as (chips, unseen) that play towards what a player still has to pay: equally in the rounds that are left, as far
    as the others can pay for them."""
    chance, temper = plan.chance, plan.tempers[p]
    due, others = at.left[p], [q for q in at.active if q != p]
    needed = [payments.stays] if payments.stays not in (p, None) else []
    rounds = {q: at.left[q] // payments.least(q, at) + 1 for q in others}
    most_rounds = max(1, min([plan.rounds, max(rounds.values()), *(rounds[q] for q in needed)]))
    if temper >= 2:
        most_rounds = chance.randint(1, most_rounds)
    sighted_first = (due // most_rounds >= payments.base(at)) != (chance.random() < 0.15)
    open_ways = [way for way in (ways[::-1] if sighted_first else ways) if way[0] <= way[1]]
    equal = []
    for low, most, unseen in open_ways:
        few = due // low > most_rounds  # too few rounds for the least bets: blind ones are least until it is time to look
        part = low if unseen and few else due // max(1, min(most_rounds, due // low))
        equal.append((min(max(part, low), most), unseen))
    more = [
        (chips, unseen)
        for low, most, unseen in open_ways
        for chips in (due, low, most, chance.randint(low, most))
        if low <= chips <= most
    ]
    if temper == 3:
        chance.shuffle(more)
        return dict.fromkeys(more + equal)
    return dict.fromkeys(equal + more)


def replaced(values, place, value):
    """Values with another at a place."""
    return (*values[:place], value, *values[place + 1 :])
