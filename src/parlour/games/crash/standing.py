"""The value of points in the match: the probability of winning it, by who takes which of the four points of a deal.

Beyond the deal every player is taken to make points at the same rate, independently of the others, and the first with enough
wins: the old problem of points, for more than two. So a player who needs one point cares most for the first hand, and a player
who could take all four and needs them sets hands that may all win.
"""

import math

import numpy as np

from parlour.kit import rule

from .rules import HANDS

MOST = HANDS + 1  # points of a deal, with the bonus
MOMENTS = 48  # at which the race is looked at


@rule
def results(t, seat, others, bonus):
    """Return the probability that the seat wins the match, by who takes the four points: digit k of the index takes point k.

    A digit of 0 is the seat, 1 the first of the others who are in, and so on. bonus: whether the seat gets a fifth point.
    """
    players, ahead, values = players_from(t, seat, others), race(t), np.zeros((others + 1) ** HANDS)
    for index in range(len(values)):
        values[index] = result(t, players, index, bonus, ahead)
    return values


@rule
def result_of_void(t, seat, others):
    """Return how likely the seat wins the match after a deal that brings nobody anything."""
    return chance_after(t, players_from(t, seat, others), np.zeros(t.seats, np.int64), race(t))


@rule
def players_from(t, seat, others):
    """The seat, and those of the others who are in."""
    players, n = np.zeros(others + 1, np.int64), 1
    players[0] = seat
    for p in range(t.seats):
        if p != seat and not t.out[p]:
            players[n] = p
            n += 1
    return players


@rule
def result(t, players, index, bonus, ahead):
    """One of them: the points are told in their order, and the first to have enough has won."""
    gains, n = np.zeros(t.seats, np.int64), len(players)
    for _ in range(HANDS):
        p = players[index % n]
        index //= n
        gains[p] += 1
        if t.score[p] + gains[p] >= t.target or (gains[p] == HANDS and t.crash_wins):
            return 1.0 if p == players[0] else 0.0
    if bonus:
        gains[players[0]] += 1
        if t.score[players[0]] + gains[players[0]] >= t.target:
            return 1.0
    return chance_after(t, players, gains, ahead)


@rule
def chance_after(t, players, gains, ahead):
    """Return how likely the first of the players wins the match after a deal that brought everybody these points."""
    seat = players[0]
    if t.hand_number >= t.max_deals:  # R12
        best, sharing = t.score[seat] + gains[seat], 1
        for p in players[1:]:
            if t.score[p] + gains[p] > best:
                return 0.0
            sharing += 1 if t.score[p] + gains[p] == best else 0
        return 1.0 / sharing
    chance = 0.0
    for i in range(MOMENTS):
        now = ahead[seat, gains[seat], i] - ahead[seat, gains[seat], i + 1]
        for p in players[1:]:
            now *= (ahead[p, gains[p], i] + ahead[p, gains[p], i + 1]) / 2.0
        chance += now
    return chance


@rule
def race(t):
    """[p, gain, i]: how likely p, after gaining this much in this deal, still lacks points at the i-th moment."""
    ahead = np.zeros((t.seats, MOST + 1, MOMENTS + 1))
    least = t.target
    for p in range(t.seats):
        least = min(least, t.target - t.score[p])
    end = least + 5.0 * math.sqrt(least) + 5.0  # by then somebody has them
    for i in range(MOMENTS + 1):
        time = end * i / MOMENTS
        for p in range(t.seats):
            need, lacking, chance = t.target - t.score[p], 0.0, math.exp(-time)
            for points in range(need):
                lacking += chance
                chance *= time / (points + 1)
                if need - points - 1 <= MOST:
                    ahead[p, need - points - 1, i] = lacking
    return ahead


@rule
def expected(values, chances, others, slopes):
    """The mean of the results if the seat takes point k with chances[k] and the others share the rest alike.

    slopes: becomes how much better it is to take a point than to leave it to another.
    """
    whole, n = 0.0, others + 1
    slopes[:] = 0.0
    for index in range(len(values)):
        for k in range(HANDS):
            rest, likely = index, 1.0
            for j in range(HANDS):
                own = rest % n == 0
                rest //= n
                if j != k:
                    likely *= chances[j] if own else (1.0 - chances[j]) / others
            own = index // n**k % n == 0
            slopes[k] += likely * values[index] * (1.0 if own else -1.0 / others)
            if k == 0:
                whole += likely * values[index] * (chances[0] if own else (1.0 - chances[0]) / others)
    return whole
