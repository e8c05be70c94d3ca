"""Whether bets can come to what everybody paid and took. R4.. and F102 are Brag's.

The bets of a deal are too many to try them all: five players with a hundred chips have more courses than any computer can follow.
So courses are tried in short runs. In each run every player has a habit, like betting blind and little. A position that has been
in vain in one run is not tried in another. If the first runs do not decide, `plans` and `courses` draw courses that are likely to
come to the payments. `bounds` shows of many positions that they are in vain. What is open in the end is undecided.
"""

import random
from typing import NamedTuple

from .bounds import hopeless
from .courses import suits
from .plans import dives

PLANS, COURSES = 300, 250  # that are drawn
RUNS = (100, 200, 800)  # positions of a run
FEW_POSITIONS, MOST_POSITIONS = 5000, 18_000  # of all runs: before courses are drawn, and after that
DRAWN = 4  # bets that are tried before all others
RISING, FALLING, ANY, LITTLE, EQUAL = HABITS = range(5)
MOST_EQUAL = 3  # hands that can be equal to the champion's: a rank has four suits


class Betting(NamedTuple):
    """A position of the betting. turn: a place in `active`; left: what each seat still pays; high: the stake; blind: by seat;
    closed: the covered pots, oldest first, each with who covered it and what all had paid by then; duels: bets of each seat
    since only two are active."""

    turn: int
    left: tuple
    high: int
    blind: tuple
    active: tuple
    closed: tuple
    duels: tuple


def can_be_paid(t, paid, chips, takes):
    """Whether there are bets after which everybody has paid and taken this much; None if that is undecided. By seat from the
    dealer's left. chips: what everybody had."""
    seats = range(len(paid))
    sure = [p for p in seats if takes[p] and paid[p] < chips[p]]  # they took chips and did not cover
    if len(sure) > 1:
        return False
    ways = [Payments(t, paid, chips, takes, p) for p in sure or sorted(seats, key=lambda p: not takes[p])]
    ways = [way for way in ways if not hopeless(way, way.start)]
    chance = random.Random(0)
    found = searched(ways, chance, FEW_POSITIONS)
    if found is None:
        drawn = [(dives, PLANS), (suits, COURSES)]
        if any(draw(way, chance) for draw, number in drawn for way in ways for _ in range(number // len(ways))):
            return True
        found = searched(ways, chance, MOST_POSITIONS)
    return found


def searched(ways, chance, positions):
    """Whether runs of several searches in turn find a course; None if this many positions do not decide it.

    Searches that have tried everything are taken out of `ways`.
    """
    while ways and positions > 0:
        for way in list(ways):
            most = chance.choice(RUNS)
            positions -= most
            found = way.run(chance, most)
            if found:
                return True
            if found is False:
                ways.remove(way)
    return None if ways else False


class Payments:
    """The payments of a deal in which one player, the champion, wins the current pot (R12, R13).

    A player who still has to pay may not fold. One who has paid everything folds, covers or is the champion.
    """

    def __init__(self, t, paid, chips, takes, champion):
        self.champion, self.takes = champion, takes
        self.ante, self.min_open, self.max_open = int(t.ante), int(t.min_open), int(t.max_open)
        self.pot_limit, self.max_raise, self.duel_limit = bool(t.limit), int(t.max_raise), int(t.duel_limit)
        left = tuple(amount - self.ante for amount in paid)
        self.money = sum(paid)
        self.may_cover = tuple(p != champion and paid[p] == chips[p] for p in range(len(paid)))
        n = len(left)
        self.start = Betting(0, left, 0, (bool(t.blind_play),) * n, tuple(range(n)), (), (0,) * n)
        self.vain = set()

    def run(self, chance, most):
        """Whether any course comes to the payments; None if a run of this many positions does not decide it.

        Chips only get fewer, so a position cannot come again before all that follows it has been tried: then it is in vain.
        """
        alike, seats = chance.random() < 0.3, range(len(self.takes))
        habits = [chance.choice(HABITS)] * len(seats) if alike else [chance.choice(HABITS) for _ in seats]
        first = [chance.choice((True, False))] * len(seats) if chance.random() < 0.5 else [chance.random() < 0.5 for _ in seats]
        tries, todo = 0, [(None, iter([self.start]))]
        while todo:
            before, following = todo[-1]
            at = next(following, None)
            if at is None:
                self.vain.add(before)
                todo.pop()
            elif at not in self.vain:
                tries += 1
                if tries > most:
                    return None
                if self.is_over(at):
                    return True
                if hopeless(self, at):
                    self.vain.add(at)
                else:
                    p = at.active[at.turn]
                    todo.append((at, self.following(at, habits[p], first[p], chance)))
        return False

    def is_over(self, at):
        """R8, R9, R12: whether the payments are made and one player is left, or the last two can see and either wins."""
        if len(at.active) == 1:
            return not any(at.left) and self.took(at)
        if len(at.active) > 2 or at.high == 0:
            return False
        p, other = at.active[at.turn], at.active[1 - at.turn]
        return at.left[other] == 0 and at.left[p] in self.prices(at) and self.took(at)

    def prices(self, at):
        """R8, R10, F102: what seeing costs the seat on turn, with and without a look."""
        p, other = at.active[at.turn], at.active[1 - at.turn]
        prices = [2 * at.high] if not at.blind[other] or self.must_close(at) else []
        return prices + ([at.high] if at.blind[p] else [])

    def took(self, at):
        """R12, R13: whether the champion and those who covered can take what they took."""
        if self.champion not in at.active:
            return False
        due = list(self.takes)
        due[self.champion] -= self.money - (at.closed[-1][1] if at.closed else 0)
        return settles(at.closed, self.champion, due, 0)

    def must_close(self, at):
        """F102: the last two have bet as often as the house lets them."""
        return len(at.active) == 2 and 0 < self.duel_limit <= min(at.duels[p] for p in at.active)

    def base(self, at):
        """R4: the least bet of a player who has looked."""
        return at.high or self.min_open

    def least(self, p, at):
        """R4: return the least that a player may bet, half as much if blind."""
        return -(-self.base(at) // 2) if at.blind[p] else self.base(at)

    def top(self, at):
        """R5: the largest bet of a player who has looked."""
        if self.pot_limit:
            return max(self.base(at), self.money - sum(at.left))
        return at.high + self.max_raise if at.high else self.max_open

    def can_fold(self, p, at):
        """R7: only those who have paid and take nothing are out of the deal."""
        return at.left[p] == 0 and self.takes[p] == 0 and p != self.champion

    def can_cover(self, p, at):
        """R11, F102: whether a player who pays the last chips does it without a bet, after a look, when bets are dearer."""
        return self.may_cover[p] and at.left[p] < (2 * at.high if self.must_close(at) else self.base(at))

    def following(self, at, habit, blind_first, chance):
        """The positions that the seat on turn can make, in the order of its habit."""
        if len(at.active) == 1:
            return
        p = at.active[at.turn]
        if self.can_fold(p, at):
            yield self.folded(at)
        if self.can_cover(p, at):
            yield self.covered(at)
        if at.left[p] and not self.must_close(at):
            for low, most, unseen in self.ranges(p, at)[:: 1 if blind_first else -1]:
                for chips in all_bets(low, most, at.left[p], habit, chance):
                    yield self.bet(at, chips, unseen)

    def folded(self, at):
        """Return the position after the seat on turn has gone."""
        active = at.active[: at.turn] + at.active[at.turn + 1 :]
        return at._replace(turn=at.turn % len(active), active=active)

    def covered(self, at):
        """R11: after the seat on turn has paid its last chips and closed the pot."""
        p = at.active[at.turn]
        left = replaced(at.left, p, 0)
        return self.folded(at)._replace(left=left, closed=(*at.closed, (p, self.money - sum(left))))

    def bet(self, at, chips, unseen):
        """R6: return the position after the player on turn has bet this much, blind or not."""
        p = at.active[at.turn]
        duels = replaced(at.duels, p, at.duels[p] + 1) if self.duel_limit and len(at.active) == 2 else at.duels
        blind, left = replaced(at.blind, p, unseen), replaced(at.left, p, at.left[p] - chips)
        turn = (at.turn + 1) % len(at.active)
        return at._replace(turn=turn, duels=duels, left=left, high=chips * (2 if unseen else 1), blind=blind)

    def ranges(self, p, at):
        """R4 to R6: the least and largest bet, blind and by a player who has looked."""
        least, top, half = self.base(at), self.top(at), self.least(p, at)
        ways = [(half, max(half, top // 2), True)] if at.blind[p] else []
        return [(low, min(most, at.left[p]), unseen) for low, most, unseen in [*ways, (least, top, False)]]


def settles(closed, champion, due, equal):
    """R13: whether the covered pots, the newest first, can be won or divided so that everybody has what is due.

    equal: hands that were equal to the champion's.
    """
    if min(due) < 0:
        return False
    if not closed:
        return not any(due)
    *older, (p, chips) = closed
    chips -= older[-1][1] if older else 0
    # the champion wins it, or the player who covered it, or they divide it
    for part, best, same in ((0, champion, equal), (chips, p, 0), (chips // 2, champion, equal + 1)):
        rest = list(due)
        rest[p] -= part
        rest[champion] -= chips - part
        if same <= MOST_EQUAL and settles(older, best, rest, same):
            return True
    return False


def all_bets(low, most, due, habit, chance):
    """Every bet from the lowest to the largest, in the order of a habit; some more than once."""
    if low > most:
        return
    if habit != RISING and due == most:
        yield due
    if habit == FALLING:
        yield from range(most, low - 1, -1)
        return
    if habit == LITTLE:
        yield low
        yield from (low + int((most - low) ** chance.random()) for _ in range(DRAWN) if most > low)
    elif habit == EQUAL:  # what is due, in as many equal bets as the stake allows, or in fewer
        number = due // low
        yield from (part for bets in (number, number - 1) if bets > 0 for part in (-(-due // bets), due // bets) if part <= most)
    elif habit == ANY:
        yield from (chance.randint(low, most) for _ in range(DRAWN))
    yield from range(low, most + 1)


def replaced(values, place, value):
    """Values with another at a place."""
    return (*values[:place], value, *values[place + 1 :])
