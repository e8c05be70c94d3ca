"""Whether bets can come to what everybody paid. R4.. and F102 are Brag's."""

from typing import NamedTuple

MOST_TRIES = 1000  # of positions, after which the payments are taken for possible


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

    def possible(self):
        """Whether there are such bets."""
        n, tries, seen = len(self.left), 0, set()
        todo = [iter([Betting(0, self.left, 0, (bool(self.t.blind_play),) * n, tuple(range(n)), 0, (0,) * n)])]
        while todo:
            at = next(todo[-1], None)
            tries += 1
            if at is None:
                todo.pop()
            elif tries > MOST_TRIES or self.is_over(at):
                return True
            elif at not in seen and all(self.can_pay(p, at) for p in at.active):
                seen.add(at)
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
        return len(at.active) == 2 and 0 < self.t.duel_limit <= min(at.duels[p] for p in at.active)

    def least(self, p, at):
        """R4."""
        base = at.high or int(self.t.min_open)
        return -(-base // 2) if at.blind[p] else base

    def can_pay(self, p, at):
        """Whether a player can come to pay what is left: nothing, a bet, or the last chips for a cover."""
        return at.left[p] == 0 or at.left[p] >= self.least(p, at) or (self.several and self.after[p] == 0)

    def following(self, at):
        """The positions that the seat on turn can make."""
        if len(at.active) == 1:
            return
        p = at.active[at.turn]
        rest = at.active[: at.turn] + at.active[at.turn + 1 :]
        gone = at._replace(turn=at.turn % len(rest), active=rest)
        if at.left[p] == 0 and self.takers >> p & 1 == 0:  # R7
            yield gone
        price = 2 * at.high if self.must_close(at) else at.high or int(self.t.min_open)  # after a look, which is dearer
        if self.several and self.after[p] == 0 and at.left[p] < price:  # R11, F102
            yield gone._replace(left=replaced(at.left, p, 0), covered=at.covered | 1 << p)
        if not self.must_close(at):
            yield from self.bets(p, at)

    def bets(self, p, at):
        """R4 to R6: by a player who has looked, or blind."""
        least, top = at.high or int(self.t.min_open), at.high + int(self.t.max_raise) if at.high else int(self.t.max_open)
        if self.t.limit:
            top = max(least, self.antes + sum(self.left) - sum(at.left))
        half = self.least(p, at)
        ways = [(least, top, False), *([(half, max(half, top // 2), True)] if at.blind[p] else [])]
        duels = replaced(at.duels, p, at.duels[p] + 1) if self.t.duel_limit and len(at.active) == 2 else at.duels
        after = at._replace(turn=(at.turn + 1) % len(at.active), duels=duels)
        for low, most, unseen in ways:
            after = after._replace(blind=replaced(at.blind, p, unseen))
            for chips in range(low, min(most, at.left[p]) + 1):
                yield after._replace(left=replaced(at.left, p, at.left[p] - chips), high=chips * (2 if unseen else 1))


def replaced(values, place, value):
    """Values with another at a place."""
    return (*values[:place], value, *values[place + 1 :])
