"""Rotations that nobody has a plan for: simulated annealing over who sits where in each round, or out.

What is made small is the sum of the squares of how often each two were partners, each two were opponents and each sat out: it is
least when the counts are even. Sitting out twice running costs something too, as it does at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from .movements import Plan

MOVES = 80_000
PARTNER, OPPONENT, OUT, AGAIN = 3, 1, 8, 2
"""Weights of the squares, and of a second round in a row that a player sits out."""
HOTTEST, WARM, COOLEST = 3.0, 0.6, 0.15
LOOK = 1000
"""Moves between two looks at whether it can get any better."""


def fill(
    players: int,
    shape: Sequence[int],
    tables: int,
    rounds: int,
    rng: Random,
    moves: int = MOVES,
    hint: Sequence[Plan] = (),
) -> list[Plan]:
    """Return this many rounds, the most even that were found with this many moves from each of two starts: the hint and a random
    one. one. one. one.

    hint: as many rounds, or none. The same arguments give the same rounds.
    """
    starts = []
    if hint:
        starts.append(([[player for table in each[0] for team in table for player in team] + [*each[1]] for each in hint], WARM))
    starts.append((_in_turn(players, players - tables * sum(shape), rounds, rng), HOTTEST))
    best: tuple[int, list[list[int]]] | None = None
    for start, heat in starts:
        anneal = _Annealing(players, tuple(shape), tables, start)
        found = anneal.run(rng, moves, heat)
        if best is None or found[0] < best[0]:
            best = found
        if best[0] <= anneal.floor():
            break
    assert best is not None
    return [_plan(places, shape, tables) for places in best[1]]


def _in_turn(players: int, away: int, rounds: int, rng: Random) -> list[list[int]]:
    """Rounds in any order of the places, sitting out in turn."""
    found = []
    for round_ in range(rounds):
        out = [(round_ * away + k) % players for k in range(away)]
        sitting = [player for player in range(players) if player not in out]
        rng.shuffle(sitting)
        found.append(sitting + out)
    return found


def _plan(places: Sequence[int], shape: Sequence[int], tables: int) -> Plan:
    left, made = list(places), []
    for _ in range(tables):
        table = []
        for size in shape:
            table.append(tuple(left[:size]))
            del left[:size]
        made.append(tuple(table))
    return tuple(made), tuple(sorted(left))


class _Annealing:
    """The rounds as lists of players in order of the places, those who sit out last; and how often each two have met."""

    def __init__(self, players: int, shape: tuple[int, ...], tables: int, start: list[list[int]]) -> None:
        self.rounds = start
        self.size = players
        teams = [team for team, size in enumerate(shape) for _ in range(size)]
        width = len(teams)
        self.playing = width * tables
        self.mates: list[list[int]] = []
        self.rivals: list[list[int]] = []
        for place in range(self.playing):
            first, team = place - place % width, teams[place % width]
            table = [first + k for k in range(width) if first + k != place]
            self.mates.append([other for other in table if teams[other % width] == team])
            self.rivals.append([other for other in table if teams[other % width] != team])
        self.partners = [0] * (players * players)
        self.opponents = [0] * (players * players)
        self.out = [0] * players
        self.away = [[False] * players for _ in range(len(start) + 2)]
        """By round, with an empty one before the first and after the last, who sits out."""
        for round_, places in enumerate(start):
            for place, player in enumerate(places):
                if place >= self.playing:
                    self.out[player] += 1
                    self.away[round_ + 1][player] = True
                    continue
                for other in self.mates[place]:
                    self.partners[player * players + places[other]] += 1
                for other in self.rivals[place]:
                    self.opponents[player * players + places[other]] += 1

    def run(self, rng: Random, moves: int, hottest: float) -> tuple[int, list[list[int]]]:
        """The best rounds found, with what they cost."""
        cost = self._cost()
        least, best, floor = cost, [list(places) for places in self.rounds], self.floor()
        heat = hottest
        for step in range(moves):
            if step % LOOK == 0:
                heat = hottest * (COOLEST / hottest) ** (step / moves)
                if least <= floor:
                    break
            round_ = int(rng.random() * len(self.rounds))
            a, b = int(rng.random() * self.playing), int(rng.random() * self.size)
            if a == b or b in self.mates[a]:
                continue
            change = self._swap(round_, a, b)
            if change <= 0 or rng.random() < exp(-change / heat):
                cost += change
                if cost < least:
                    least, best = cost, [list(places) for places in self.rounds]
            else:
                self._swap(round_, a, b)
        return least, best

    def _swap(self, round_: int, a: int, b: int) -> int:
        """Let two players of a round change places; by how much that costs more."""
        places = self.rounds[round_]
        change = self._count(round_, a, -1) + self._count(round_, b, -1)
        places[a], places[b] = places[b], places[a]
        return change + self._count(round_, a, 1) + self._count(round_, b, 1)

    def _count(self, round_: int, place: int, by: int) -> int:
        """Count what happens at a place once more or no longer; what that costs.

        Two of one table who change places are counted with each other twice, before as after: it comes out even.
        """
        places = self.rounds[round_]
        player, change = places[place], 0
        if place >= self.playing:
            change += OUT * (by * 2 * self.out[player] + 1)
            change += by * AGAIN * (self.away[round_][player] + self.away[round_ + 2][player])
            self.out[player] += by
            self.away[round_ + 1][player] = by > 0
            return change
        for others, counts, weight in (
            (self.mates[place], self.partners, PARTNER),
            (self.rivals[place], self.opponents, OPPONENT),
        ):
            for other in others:
                met = counts[player * self.size + places[other]]
                change += weight * (by * 2 * met + 1)
                counts[player * self.size + places[other]] = counts[places[other] * self.size + player] = met + by
        return change

    def _cost(self) -> int:
        again = sum(
            a and b for before, now in zip(self.away, self.away[1:], strict=False) for a, b in zip(before, now, strict=True)
        )
        met = PARTNER * _squares(self.partners) // 2 + OPPONENT * _squares(self.opponents) // 2
        return met + OUT * _squares(self.out) + AGAIN * again

    def floor(self) -> int:
        """What it would cost if all counts were even and nobody sat out twice running."""
        pairs = self.size * (self.size - 1) // 2
        found = OUT * _least(sum(self.out), self.size)
        for counts, weight in ((self.partners, PARTNER), (self.opponents, OPPONENT)):
            found += weight * _least(sum(counts) // 2, pairs)
        return found


def _squares(counts: list[int]) -> int:
    return sum(count * count for count in counts)


def _least(total: int, parts: int) -> int:
    """The least sum of squares of whole figures with this total."""
    low, more = divmod(total, parts)
    return parts * low * low + more * (2 * low + 1)
