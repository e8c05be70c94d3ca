"""Rotations built after known plans.

An individual movement is developed from its first round: in the next one everybody is a number higher, round and round. The
first rounds are chosen so that the differences between partners, and between opponents, come up as equally as can be; then
the meetings do. With 4, 8, 12 and 16 players (one sits still) and 5, 9 and 13 (one sits out) these are whist tournaments, in
which all partner each other once and meet as opponents twice (Moore 1896; Anderson 1997, "Combinatorial designs and
tournaments", chapters 11 to 16); for 9 the numbers are pairs of figures modulo 3, because there is no cyclic one. For the
other numbers two or three sit out, and partners meet at most once. With 7 the three who sit out are the lines of a plane of
seven points, any two of which have a point in common: so somebody sits out two rounds running.

Pairs move as in a Howell movement, which is the round robin by the circle method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .teams import divisions

Teams = tuple[tuple[int, ...], ...]
Plan = tuple[tuple[Teams, ...], tuple[int, ...]]
"""A round: its tables, and who sits out."""

STARTS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((3, 0, 1, 2),),
    5: ((4, 1, 2, 3),),
    6: ((5, 1, 3, 4),),
    7: ((2, 4, 5, 6),),
    8: ((7, 0, 1, 3), (6, 2, 4, 5)),
    9: ((8, 4, 1, 2), (7, 5, 3, 6)),
    10: ((1, 9, 6, 7), (2, 5, 4, 8)),
    11: ((10, 1, 2, 5), (9, 4, 7, 8)),
    12: ((11, 0, 1, 3), (10, 4, 5, 8), (9, 2, 6, 7)),
    13: ((12, 1, 5, 8), (11, 2, 3, 10), (9, 4, 6, 7)),
    14: ((13, 1, 5, 8), (12, 11, 2, 10), (9, 4, 3, 7)),
    15: ((14, 1, 2, 7), (13, 4, 6, 9), (12, 8, 3, 11)),
    16: ((15, 0, 1, 2), (14, 5, 6, 9), (13, 8, 4, 11), (12, 10, 3, 7)),
}
"""By number of players the first round: a, b against c, d. Found by search, and counted in the tests."""


def individual(players: int) -> tuple[Plan, ...]:
    """The whole movement for this many players (4 to 16) in partnerships of two, as many tables as they fill."""
    rounds = players - 1 if players % 4 == 0 else players
    move = _by_three if players == 9 else _round_and_round(rounds)
    return tuple(_developed(players, STARTS[players], round_, move) for round_ in range(rounds))


def _round_and_round(length: int) -> Callable[[int, int], int]:
    return lambda player, by: (player + by) % length if player < length else player


def _by_three(player: int, by: int) -> int:
    return (player // 3 + by // 3) % 3 * 3 + (player % 3 + by % 3) % 3


def _developed(players: int, start: tuple[tuple[int, int, int, int], ...], round_: int, move: Callable[[int, int], int]) -> Plan:
    moved = [tuple(move(player, round_) for player in table) for table in start]
    tables = tuple(((a, b), (c, d)) for a, b, c, d in moved)
    return tables, tuple(sorted(set(range(players)) - {player for table in moved for player in table}))


def every(shape: Sequence[int]) -> tuple[Plan, ...]:
    """One table at which everybody plays: every division into teams of these sizes once."""
    players = sum(shape)
    rows = divisions(shape).tolist()
    teams = [[tuple(player for player in range(players) if mask >> player & 1) for mask in row] for row in rows]
    return tuple(((tuple(sorted(table, key=len, reverse=True)),), ()) for table in teams)


def pairs(number: int) -> tuple[Plan, ...]:
    """Each pair against each: with an even number the last pair sits still, with an odd one a pair sits out each round."""
    ring = number - 1 + number % 2
    still = () if number % 2 else (number - 1,)
    rounds = []
    for round_ in range(ring):
        tables: list[Teams] = [((pair,), (round_,)) for pair in still]
        tables += [(((round_ + k) % ring,), ((round_ - k) % ring,)) for k in range(1, (ring + 1) // 2)]
        rounds.append((tuple(tables), () if still else (round_,)))
    return tuple(rounds)
