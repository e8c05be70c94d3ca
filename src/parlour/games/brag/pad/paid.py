"""Whether bets can come to what everybody paid. R4.. and F102 are Brag's."""

from collections import namedtuple

MOST_TRIES = 1000  # of positions, after which the payments are taken for possible

Betting = namedtuple("Betting", "turn left high blind active covered duels")
"""Where betting stands. turn: a place in `active`; left: what each seat still pays; high: the stake; blind: by seat; covered: who
has, a bit each; duels: bets of each seat since only two are active."""


class Payments:
    """The payments of a deal, by seat from the dealer's left. chips: what everybody had; takers: who took chips from the pots.

    The search makes bets one by one until they come to the payments: a player who still has to pay may not fold, and one who has
    paid everything folds, covers or is the last. several: whether pots were covered.
    """

    def __init__(self, t, paid, chips, takers, several):
        self.t, self.several = t, several
        self.takers = sum(1 << p for p in takers)
        self.left = tuple(amount - int(t.ante) for amount in paid)
        self.after = tuple(had - amount for had, amount in zip(chips, paid, strict=True))
        self.antes = int(t.ante) * len(paid)
        self.seen = set()

    def possible(self):
        """Whether there are such bets."""
        seats = len(self.left)
        return self.search(Betting(0, self.left, 0, (bool(self.t.blind_play),) * seats, tuple(range(seats)), 0, (0,) * seats))

    def search(self, at):
        """The bets from here on."""
        if len(self.seen) > MOST_TRIES:
            return True
        if at in self.seen:
            return False
        self.seen.add(at)
        if len(at.active) == 1:
            return not any(at.left) and self.took(at.active[0], at.covered)
        return self.folds(at) or self.covers(at) or self.sees(at) or self.bets(at)

    def took(self, champion, covered):
        """R13: only the champion and those who covered take anything."""
        return (covered > 0) == self.several and self.takers & ~(covered | 1 << champion) == 0

    def without(self, at):
        """The seat on turn bets no more."""
        rest = at.active[: at.turn] + at.active[at.turn + 1 :]
        return at._replace(turn=at.turn % len(rest), active=rest)

    def folds(self, at):
        """R7."""
        p = at.active[at.turn]
        return at.left[p] == 0 and self.takers >> p & 1 == 0 and self.search(self.without(at))

    def covers(self, at):
        """R11: all chips that are left, too few for a bet; F102: or to see."""
        p = at.active[at.turn]
        price = self.see_price(at) if self.must_close(at) else self.least(p, at)
        if not self.several or self.after[p] or at.left[p] >= price:
            return False
        return self.search(self.without(at)._replace(left=replaced(at.left, p, 0), covered=at.covered | 1 << p))

    def sees(self, at):
        """R8 to R10: the last two, and either may win."""
        if len(at.active) != 2 or at.high == 0:
            return False
        p, other = at.active[at.turn], at.active[1 - at.turn]
        prices = [2 * at.high] if not at.blind[other] or self.must_close(at) else []
        prices += [at.high] if at.blind[p] else []
        return at.left[other] == 0 and at.left[p] in prices and (self.took(p, at.covered) or self.took(other, at.covered))

    def see_price(self, at):
        """R8: a blind player may look first, and sees for more."""
        return at.high if at.blind[at.active[at.turn]] else 2 * at.high

    def must_close(self, at):
        """F102: the last two have bet as often as the house lets them."""
        return len(at.active) == 2 and 0 < self.t.duel_limit <= min(at.duels[p] for p in at.active)

    def bets(self, at):
        """R4 to R6: by a player who has looked, or blind."""
        if self.must_close(at):
            return False
        p, least = at.active[at.turn], at.high or int(self.t.min_open)
        top = at.high + int(self.t.max_raise) if at.high else int(self.t.max_open)
        if self.t.limit:
            top = max(least, self.antes + sum(self.left) - sum(at.left))
        half = self.least(p, at)
        ways = [(least, top, False), *([(half, max(half, top // 2), True)] if at.blind[p] else [])]
        duels = replaced(at.duels, p, at.duels[p] + 1) if self.t.duel_limit and len(at.active) == 2 else at.duels
        after = at._replace(turn=(at.turn + 1) % len(at.active), duels=duels)
        for low, most, unseen in ways:
            after = after._replace(blind=replaced(at.blind, p, unseen))
            for chips in range(min(most, at.left[p]), low - 1, -1):
                after = after._replace(left=replaced(at.left, p, at.left[p] - chips), high=chips * (2 if unseen else 1))
                if all(self.can_pay(q, after) for q in at.active) and self.search(after):
                    return True
        return False

    def least(self, p, at):
        """R4."""
        base = at.high or int(self.t.min_open)
        return -(-base // 2) if at.blind[p] else base

    def can_pay(self, p, at):
        """Whether a player can come to pay what is left: nothing, a bet, or the last chips for a cover."""
        return at.left[p] == 0 or at.left[p] >= self.least(p, at) or (self.several and self.after[p] == 0)


def replaced(values, place, value):
    """Values with another at a place."""
    return (*values[:place], value, *values[place + 1 :])
