"""Courses of betting that come to given payments, found by their stakes. R4.. are Brag's.

What a player has paid after some bets depends on the stakes and on when the player looked, not on the other players. So stakes
are drawn, low ones as a rule, and every player leaves when it suits; the rules then check the whole (`plays`).
"""

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

LAPS = 400  # the longest course
CLIMB = 60  # laps at first in which stakes rise
ENDINGS = 3  # of one course of stakes, that the rules check


class Part(NamedTuple):
    """The part of a player: this many bets, the first ones without a look, and then: "fold", "cover", "see" or "stay"."""

    bets: int
    blind: int
    then: str


@dataclass
class Stakes:
    """The stake after every turn of some laps, in sighted money, and what follows from it for each seat.

    after: by lap and seat; sums: by seat, of the first k stakes; even: by seat, how many stakes at first are even, so that they
    can be bet blind.
    """

    after: np.ndarray
    sums: list
    even: list

    def before(self, lap, p):
        """The stakes on which a seat acts in some laps; the last one when all laps are over, and 0 before the first bet."""
        places = np.minimum(lap * self.after.shape[1] + p, self.after.size) - 1
        return np.where(places < 0, 0, self.after.flat[np.maximum(places, 0)])


def suits(payments, chance):
    """Whether one drawn course of stakes gives the payments."""
    stakes = draw(payments, chance)
    return stakes is not None and any(plays(payments, stakes, parts) for parts in islice(endings(payments, stakes), ENDINGS))


def draw(payments, chance):
    """Stakes at random, which rise at first and at the end and hardly between; None if nobody bets."""
    left, blind = payments.start.left, payments.start.blind[0]
    payers = [p for p in range(len(left)) if left[p]]
    if not payers:
        return None
    target = chance.choice(payers) if chance.random() < 0.7 else max(payers, key=left.__getitem__)
    total = left[target] * (1 + blind * chance.choice((0, 1, chance.random())))
    rise = Rise(payments, chance, payers, target, 2 if blind and chance.random() < 0.8 else 1)
    first = rise.whole(payments.min_open if chance.random() < 0.7 else chance.randint(payments.min_open, payments.max_open))
    goal = max(first, total / LAPS)
    if chance.random() < 0.4:
        goal *= (max(1, left[target]) / goal) ** (chance.random() ** 2)
    early = rise.to(first, goal)
    level = first + int(early.sum())
    late = rise.at_random(chance.choice((0, 1, 1, 2, 3)), level)
    spent = sum(
        int((start + part.ravel().cumsum())[target :: len(left)].sum()) for start, part in ((first, early), (level, late))
    )
    flat = np.zeros((int(max(0, total - spent) // level), len(left)), np.int64)
    if len(flat) and chance.random() < 0.6:
        step = rise.whole(1)
        for lap in chance.sample(range(len(flat)), min(len(flat), chance.choice((1, 2, 3, 10, len(flat) // 8, len(flat) // 3)))):
            flat[lap, chance.choice((target, chance.choice(payers)))] = step
    rises = np.concatenate((early, flat, late, np.zeros((1, len(left)), np.int64)))
    rises[0, : payers[0] + 1] = 0
    return stakes_of(first + rises.ravel().cumsum().reshape(rises.shape), blind)


class Rise:
    """The way stakes are raised in one course: by whom, and in even numbers or any."""

    def __init__(self, payments, chance, payers, target, unit):
        self.chance, self.unit, self.seats = chance, unit, len(payments.start.left)
        self.raisers = sorted(set([payers, [target], [target, chance.choice(payers)]][chance.randrange(3)]))
        self.most = payments.money if payments.pot_limit else payments.max_raise
        self.often = chance.choice((0.3, 0.6, 1))

    def whole(self, chips):
        """Return a number of chips, rounded up to the unit in which stakes are raised."""
        return chips + -chips % self.unit

    def to(self, now, goal):
        """Rises by lap and seat until the stake is what it should be."""
        laps = []
        while now < goal and self.most >= self.unit and len(laps) < CLIMB:
            lap = [0] * self.seats
            for p in self.raisers:
                lap[p] = max(0, min(self.whole(int(goal - now)), self.most // self.unit * self.unit))
                now += lap[p]
            laps.append(lap)
        return np.array(laps, np.int64).reshape(-1, self.seats)

    def at_random(self, laps, level):
        """Rises in a few laps, small ones more often than large ones."""
        rises, most = np.zeros((laps, self.seats), np.int64), min(self.most, 4 * level)
        for lap in range(laps):
            for p in self.raisers:
                if most and self.chance.random() < self.often:
                    rises[lap, p] = min(self.whole(int((most + 1) ** self.chance.random())), most)
        return rises


def stakes_of(after, blind):
    """Return the sums of stakes by seat, and which can be bet blind."""
    n = after.shape[1]
    sums = [np.concatenate(([0], np.cumsum(after[:, p]))) for p in range(n)]
    odd = after % 2 == 1
    even = [int(odd[:, p].argmax()) if odd[:, p].any() else len(after) for p in range(n)] if blind else [0] * n
    return Stakes(after, sums, even)


def looks(stakes, p, due):
    """Return, by number of bets, how many must be blind so that they come to what is due; -1 if none are."""
    sums, count = stakes.sums[p], np.arange(len(stakes.sums[p]))
    saved = 2 * (sums - due)
    blind = np.minimum(np.searchsorted(sums, saved), len(sums) - 1)
    fits = (sums[blind] == saved) & (blind <= np.minimum(count, stakes.even[p]))
    return np.where(fits, blind, -1)


def covers(payments, stakes, p):
    """Return, by number of bets, how many must be blind so that the chips left are less than the stake; -1 if none are."""
    sums, left = stakes.sums[p], payments.start.left[p]
    count = np.arange(len(sums))
    base = np.maximum(stakes.before(count, p), payments.min_open if p == 0 else 0)
    least, most = 2 * (sums - left), 2 * (sums - left + base - 1)
    blind = np.minimum(np.searchsorted(sums, most, side="right") - 1, np.minimum(count, stakes.even[p]))
    return np.where((blind >= 0) & (sums[np.maximum(blind, 0)] >= least), blind, -1)


def endings(payments, stakes):
    """The parts of all players, for every end of the betting that the champion's payments allow."""
    n, c, left = stakes.after.shape[1], payments.champion, payments.start.left
    exact = [looks(stakes, p, left[p]) for p in range(n)]
    exits = [Exits(payments, stakes, p, exact[p]) for p in range(n)]
    for bets in np.flatnonzero(exact[c] >= 0)[::-1].tolist():
        if bets:
            last = (bets - 1) * n + c  # the turn of the champion's last bet
            parts = others(exits, last + n, (c,))
            if parts and max(part.bets * n + p for p, part in parts.items()) > last:
                yield parts | {c: Part(bets, int(exact[c][bets]), "stay")}
    for seer, seen in ((p, q) for q in range(n) for p in range(n) if p != q and c in (p, q)):
        yield from sights(payments, stakes, seer, seen, exact, exits)


class Exits:
    """The moments when a player can leave: by number of bets, those that must be blind before folding and before covering, or
    -1."""

    def __init__(self, payments, stakes, p, exact):
        fold = np.full_like(exact, -1) if payments.takes[p] else exact
        cover = covers(payments, stakes, p) if payments.may_cover[p] else np.full_like(exact, -1)
        self.blind, self.folds = np.where(fold >= 0, fold, cover), fold >= 0
        places = np.where(self.blind >= 0, np.arange(len(exact)), -1)
        self.latest = np.maximum.accumulate(places)

    def by(self, bets):
        """The last part after at most this many bets, or None."""
        bets = int(self.latest[min(bets, len(self.latest) - 1)]) if bets >= 0 else -1
        return Part(bets, int(self.blind[bets]), "fold" if self.folds[bets] else "cover") if bets >= 0 else None


def others(exits, end, staying):
    """The parts of all who do not stay: they leave as late as they can before a turn; None if somebody cannot."""
    n = len(exits)
    parts = {p: exits[p].by((end - 1 - p) // n) for p in range(n) if p not in staying}
    return None if None in parts.values() else parts


def sights(payments, stakes, seer, seen, exact, exits):
    """R8, R10: the parts of all players for every turn at which one can see another."""
    n, due, sums = stakes.after.shape[1], payments.start.left[seer], stakes.sums[seer]
    bets = np.arange(len(sums))
    high, answered = stakes.before(bets, seer), (bets * n + seer - seen + n - 1) // n
    unlooked = (bets <= stakes.even[seer]) & (stakes.even[seer] > 0) & (sums + 2 * high == 2 * due)
    saved = 2 * (sums + 2 * high - due)
    blind = np.minimum(np.searchsorted(sums, saved), len(sums) - 1)
    looked = (sums[blind] == saved) & (blind <= np.minimum(bets, stakes.even[seer]))
    answers = exact[seen][np.minimum(answered, len(sums) - 1)]
    for k in np.flatnonzero((unlooked | looked) & (high > 0) & (answered < len(sums)) & (answers >= 0)).tolist():
        parts = others(exits, k * n + seer, (seer, seen))
        if parts is not None:
            mine = Part(k, k if unlooked[k] else int(blind[k]), "see")
            yield parts | {seer: mine, seen: Part(int(answered[k]), int(answers[k]), "stay")}


def plays(payments, stakes, parts):
    """Whether the rules allow a course."""
    at, made = payments.start, [0] * len(parts)
    while not payments.is_over(at):
        if len(at.active) == 1:
            return False
        p = at.active[at.turn]
        bets, blind, then = parts[p]
        if made[p] < bets:
            unseen = made[p] < blind
            chips = int(stakes.after[made[p], p]) // (2 if unseen else 1)
            if payments.must_close(at) or (chips, unseen) not in open_bets(payments, p, at, chips):
                return False
            at, made[p] = payments.bet(at, chips, unseen), made[p] + 1
        elif then == "fold" and payments.can_fold(p, at):
            at = payments.folded(at)
        elif then == "cover" and payments.can_cover(p, at):
            at = payments.covered(at)
        else:
            return False
    return True


def open_bets(payments, p, at, chips):
    """The bets of this many chips, blind or not, that a player may make."""
    return [(chips, unseen) for low, most, unseen in payments.ranges(p, at) if low <= chips <= most]
