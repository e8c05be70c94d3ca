"""Short courses of betting that come to given payments: everybody plans how often to bet, and the stakes follow. R4.. are Brag's.

If a player still makes some bets, the stake cannot be more now than the mean of these bets. So every bet is at most the least of
these means, and the last bet of a player is all that is due.
"""

LONGEST = 60  # bets of a plan
PART = 0.7  # by how many bets a plan differs from equal ones


def dives(payments, chance):
    """Whether one course, played by plans that are drawn, gives the payments."""
    plan = Plan(payments, chance)
    return plan.possible and sum(plan.bets) <= LONGEST and plan.plays()


class Plan:
    """The bets that each seat still makes, and how many of them are blind. seer: who sees at the end, or None."""

    def __init__(self, payments, chance):
        self.payments, self.chance = payments, chance
        self.left, self.blind = payments.start.left, payments.start.blind[0]
        seats, c = range(len(self.left)), payments.champion
        most = max(payments.min_open, *self.left)
        self.level = payments.min_open * (most / payments.min_open) ** chance.random()
        if self.left[c] and chance.random() < 0.6:
            self.level = 2 * self.left[c] / chance.choice((1, 2, 3, 4, 5, 6, 8))
        self.covers = {p for p in seats if payments.may_cover[p] and chance.random() < 0.7}
        others = [p for p in seats if p != c and self.left[p]]
        self.seer = chance.choice([None, None, None, c, *others])
        end = self.end(chance.choice(others)) if others and self.left[c] else None
        self.possible = end is not None
        self.bets, self.unseen = [0] * len(self.left), [0] * len(self.left)
        for p in seats:
            if self.possible:
                self.set(p, (end - 1 - p) // len(self.left), p in (c, self.last))

    def parts(self, p):
        """The least and largest number of bets of about equal size, and their worth in blind bets."""
        bonus = 0 if p != self.seer else 4 if not self.blind or self.chance.random() < 0.7 else 2
        if p in self.covers:
            bonus += self.chance.randrange(3)
        least = 1 if self.left[p] and not bonus else 0
        halves = (
            max(least, round(2 * self.left[p] / self.level + self.chance.uniform(-PART, PART)) - bonus) if self.left[p] else 0
        )
        return (-(-halves // 2), halves if self.blind else -(-halves // 2)), halves

    def end(self, other):
        """The turn before which all others leave, if the champion and this player stay as long as they can."""
        n, c = len(self.left), self.payments.champion
        self.last = other if self.seer in (None, c) else self.seer
        self.sizes = [self.parts(p) for p in range(n)]
        (low, high), _ = self.sizes[c]
        bets = self.chance.randint(low, high)
        if self.seer == c:
            return bets * n + c
        if self.seer is not None:
            return (bets - (self.seer < c)) * n + self.seer + n if c < self.seer else bets * n + self.seer
        return (bets - 1) * n + c + n

    def set(self, p, most, stays):
        """The bets of a player who makes at most this many."""
        (low, high), halves = self.sizes[p]
        high = min(high, most)
        if low > high:
            self.possible = False
            return
        self.bets[p] = high if stays else self.chance.randint(low, high)
        self.unseen[p] = max(0, min(self.bets[p], 2 * self.bets[p] - halves)) if self.blind else 0

    def mean(self, p, at):
        """The mean stake of the bets that a player still makes."""
        weight = 2 * self.bets[p] - self.unseen[p]
        if p == self.seer:
            weight += 4 if self.unseen[p] < self.bets[p] or not at.blind[p] else 2
        return 2 * at.left[p] // weight

    def plays(self):
        """Whether the rules allow a course by the plan, and it gives the payments."""
        payments, at = self.payments, self.payments.start
        while not payments.is_over(at):
            if len(at.active) == 1:
                return False
            p = at.active[at.turn]
            if self.bets[p] and at.left[p] and not payments.must_close(at):
                chips, unseen = self.choose(p, at)
                if not any(low <= chips <= most for low, most, way in payments.ranges(p, at) if way == unseen):
                    return False
                at = payments.bet(at, chips, unseen)
                self.bets[p] -= 1
                self.unseen[p] -= self.unseen[p] > 0
            elif payments.can_fold(p, at):
                at = payments.folded(at)
            elif payments.can_cover(p, at):
                at = payments.covered(at)
            else:
                return False
        return True

    def choose(self, p, at):
        """A bet as (chips, unseen)."""
        payments, chance = self.payments, self.chance
        unseen, low = self.unseen[p] > 0, payments.base(at)
        if self.bets[p] == 1 and p != self.seer and p not in self.covers:
            return at.left[p], unseen
        most = min(payments.top(at), at.left[p], *(self.mean(q, at) for q in at.active if self.bets[q] and at.left[q]))
        stake = chance.choice((low, low, most, chance.randint(low, max(low, most))))
        return (-(-stake // 2) if unseen else stake), unseen
