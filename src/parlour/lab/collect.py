"""Matches played at random or by the learned policy, compiled, and what is noted of each of them.

The deals are those of `Game.start(seed=, number=)` and, at random, the choices those of `Game.playouts`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from parlour.bots.rollouts import Floats, Ints, usual
from parlour.engine.dispatch import bound, choices, play, proceed
from parlour.engine.steps import MOST_STEPS, STEPS_A_DECISION, begin, open_hand, playouts
from parlour.kit import DEAL, NOBODY, count, menu_codes, pick_random, rule
from parlour.machine import lazy_menu

FIGURES = (
    "match",
    "decisions",
    "hands",
    "choices_sum",
    "forced",
    "winners",
    "halftime_leaders",
    "lead_changes",
    "first_seat",
    "dealer",
    "last_seat",
)
MATCH, DECISIONS, HANDS, CHOICES_SUM, FORCED, WINNERS, HALFTIME, LEAD_CHANGES, FIRST, DEALER, LAST = range(len(FIGURES))
TENTHS = 10
LOGS = np.log(np.maximum(np.arange(512), 1))
"""ln n, looked up: most menus are short."""


class Sheet(NamedTuple):
    """Records of n matches, one row each."""

    figures: Ints  # [n, FIGURES]
    logs: Floats  # [n] sum of ln of the number of choices
    payoff: Floats  # [n, seats]
    first_score: Ints  # [n, seats] the score after the first hand
    sides: Ints  # [n, seats] who shares a score, as it stood at the end
    choices_by_tenth: Ints  # [n, TENTHS] numbers of choices, added up by how much of the match had been played
    count_by_tenth: Ints  # [n, TENTHS] decisions there


def sheet(n: int, seats: int) -> Sheet:
    """An empty sheet for n matches."""
    return Sheet(
        figures=np.zeros((n, len(FIGURES)), np.int64),
        logs=np.zeros(n),
        payoff=np.zeros((n, seats)),
        first_score=np.zeros((n, seats), np.int64),
        sides=np.zeros((n, seats), np.int64),
        choices_by_tenth=np.zeros((n, TENTHS), np.int64),
        count_by_tenth=np.zeros((n, TENTHS), np.int64),
    )


@rule
def collect_chance(tables, first, seed, low, menu, logs, found):
    """Matches first, first + 1, ... of a seed at random, one for each row of the sheet; see `_collect`."""
    return _collect(tables, first, seed, low, lazy_menu(menu), None, logs, found)


@rule
def collect_policy(tables, first, seed, low, work, logs, found):
    """Collect the figures of matches that the policy of rollouts plays."""
    return _collect(tables, first, seed, low, work.menu, work, logs, found)


@rule
def tally(tables, matches, first, seed, menu, one, sums):
    """Play this many random matches, added up as fast as they can be played: into sums[0] what `steps.playouts` adds up, into
    sums[1] its squares, into sums[2] by seat the matches won, in parts if several win. one: float64[2 + seats], scratch.

    Returns -1, or the number of a match that went past the room's bound.
    """
    for match in range(first, first + matches):
        one[:] = 0.0
        if playouts(tables, 1, match, seed, menu, one) >= 0:
            return match
        winners = tables[0].winners
        share = 1.0 / max(count(winners), 1)
        for k in range(len(one)):
            sums[0, k] += one[k]
            sums[1, k] += one[k] * one[k]
            if k >= 2 and (winners >> (k - 2)) & 1:
                sums[2, k] += share
    return -1


@rule(inline=True)
def _collect(tables, first, seed, low, menu, work, logs, found):
    """Play on tables[0], each match restored from tables[1]. low: 1 if the lowest score wins; logs: LOGS.

    Returns -1, or the number of a match that went past the room's bound.
    """
    t = tables[0]
    sizes = np.empty(1024, np.int64)
    scores = np.empty((64, t.seats), np.int64)
    for row in range(len(found.logs)):
        tables[0] = tables[1]
        begin(t, seed, first + row)
        notes = found.figures[row]
        notes[FIRST] = notes[LAST] = NOBODY
        decisions = 0
        for _ in range(STEPS_A_DECISION * bound(t) + MOST_STEPS):
            if t.turn != NOBODY:
                n = choices(t, menu)
                if decisions == len(sizes):
                    sizes = np.concatenate((sizes, sizes))
                sizes[decisions] = menu_codes(menu, n)
                if decisions == 0:
                    notes[FIRST] = t.turn
                notes[LAST] = t.turn
                if work is None:
                    code = pick_random(t, menu, n)
                else:
                    code = usual(t, menu, n, work)
                play(t, code)
                decisions += 1
            elif t.over:
                break
            elif t.phase == DEAL:
                if t.hand_number > 0:
                    scores = note_scores(t, scores)
                open_hand(t, seed, first + row)
                if t.hand_number == 1:
                    notes[DEALER] = t.dealer
            else:
                proceed(t)
        if not t.over or decisions > bound(t):
            return first + row
        scores = note_scores(t, scores)
        notes[MATCH] = first + row
        sum_up(t, row, sizes[:decisions], scores[: t.hand_number], low, logs, found)
    return -1


@rule
def note_scores(t, scores):
    """Write down the scores as they stand after a hand, in more rows if there are not enough."""
    if t.hand_number > len(scores):
        scores = np.concatenate((scores, scores))
    for p in range(t.seats):
        scores[t.hand_number - 1, p] = t.score[p]
    return scores


@rule
def sum_up(t, row, sizes, scores, low, logs, found):
    """Record a finished match: the number of choices of each decision, the scores after each hand."""
    notes, decisions, hands = found.figures[row], len(sizes), len(scores)
    whole = forced = 0
    chaos = 0.0
    for j in range(TENTHS):
        part, start, end = 0, (j * decisions + 9) // 10, ((j + 1) * decisions + 9) // 10
        for k in range(start, end):
            part += sizes[k]
            forced += sizes[k] == 1
            chaos += logs[sizes[k]] if sizes[k] < len(logs) else math.log(sizes[k])
        found.choices_by_tenth[row, j] = part
        found.count_by_tenth[row, j] = end - start
        whole += part
    found.logs[row] = chaos
    for p in range(t.seats):
        found.payoff[row, p] = t.payoff[p]
        found.first_score[row, p] = scores[0, p]
        found.sides[row, p] = t.side[p]
    notes[DECISIONS], notes[HANDS], notes[CHOICES_SUM], notes[FORCED] = decisions, hands, whole, forced
    notes[WINNERS] = t.winners
    notes[HALFTIME] = leaders(scores[hands // 2 - 1], low) if hands > 1 else -1
    notes[LEAD_CHANGES] = lead_changes(t, scores, low)


@rule
def leaders(scores, low):
    """The set of the seats with the best score."""
    best, ahead = scores[0], 0
    for p in range(len(scores)):
        if (scores[p] < best) if low else (scores[p] > best):
            best, ahead = scores[p], 0
        if scores[p] == best:
            ahead |= 1 << p
    return ahead


@rule
def lead_changes(t, scores, low):
    """Return the number of changes of the leading side, hand by hand; shared leads do not count."""
    changes, last = 0, NOBODY
    for hand in range(len(scores)):
        ahead, side, alone = leaders(scores[hand], low), NOBODY, True
        for p in range(t.seats):
            if (ahead >> p) & 1:
                alone = alone and (side == NOBODY or side == t.side[p])
                side = int(t.side[p])
        if alone:
            changes += last != NOBODY and last != side
            last = side
    return changes
