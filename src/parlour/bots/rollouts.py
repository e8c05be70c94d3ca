"""The common part of all bots that look ahead, compiled: the choices worth trying, random play to the end of the hand, its worth.

A hand is worth its payoff if it ends the match, otherwise the change of score since the root, one's own side's against the mean
of the others. The two are added up separately (CHANGE, FINAL) and only combined when read: a match counts twice the largest
change of score met so far. If it is known what a score is worth in the match (see `equity`), every hand is worth a payoff, and
CHANGE is only kept for words. If a rollout stops before the hand ends, the learned value of positions estimates the rest
of it (see `values`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.engine.dispatch import choices, play, proceed
from parlour.engine.redeal import redeal
from parlour.engine.steps import GIVEN_UP, MOST_STEPS, begin, settle
from parlour.kit import DEAL, FIRST_CALL, NOBODY, pick_random, random_below, random_unit, rule
from parlour.kit.features import WIDTH

from .heuristics import HORIZON, equity_features, features, has_policy, hold_as, policy, position_features, sift, value

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

HIDDEN, UNORDERED, BY_POLICY = 1, 2, 4
"""Flags of phases: others do not see the choice; the picks are a set; the tree leaves the choice to the policy."""
CHANGE, FINAL = range(2)
LOWEST, HIGHEST, LARGEST, COUNTS = range(4)
"""Of the range of results: the least and the greatest, the largest against each opponent, and how much CHANGE counts: 1, or 0 if
a hand is worth what its score is in the match."""
NOTHING, POINTS, PAYOFF, LOSS = range(4)
"""The meaning of what is learned: nothing, the change of score, who wins the match, who loses it."""
AT_HAND, BLANK = range(2)
"""The rows of a run of matches: the one that is being played, and a table with nothing on it but seats and house rules."""
DEALT, SEEN = 2, 3
"""The rows of a workspace's tables: the deal that rivals are tried on, and what seat 0 saw."""
RUN = 8
"""Most codes tried of a run."""
WHIM = 0.05
"""The least likelihood of a choice: people have their whims."""
STUCK = 1
"""The place in `Workspace.horizon` that says whether a rollout came to no end."""


class Workspace(NamedTuple):
    """The workspace of a look ahead. It belongs to one thread."""

    tables: Any  # record array of 3 + seats: the deal at hand, a copy to try or mask, the deal as it was, what each seat saw
    words: Ints  # [3 + seats, words] the same memory
    menu: Ints  # [MENU]
    offered: Ints  # [RUN * MENU] the codes worth trying
    phases: Ints  # [128] flags
    worth: Floats  # [seats, 2] of the last rollout: CHANGE, FINAL
    range: Floats  # [2, 4] of the viewer's worth over all rollouts, of CHANGE and FINAL: LOWEST, HIGHEST, LARGEST, COUNTS
    low: Ints  # [1] 1 if the lowest score wins
    factors: Floats  # [FEATURES] by how much each feature makes a choice likelier
    found: Ints  # [RUN * MENU, WIDTH] the features of the choices at hand
    odds: Floats  # [RUN * MENU] how likely these are, against each other
    plays: (
        Ints  # [n, 2 + seats] choices that tell of hands: by whom, the code, by seat the cards that have gone from its hand since
    )
    shown: Any  # record array [n] what everybody saw before each
    tries: Ints  # [1] redeals looked at for a likely one, at most
    horizon: Ints  # [2] most choices of a rollout, and 1 if one came to no end
    value_kind: Ints  # [1] what the learned value predicts
    slopes: Floats  # [features of a position] its weights
    standing: Floats  # [features of a position] as it stands for a seat
    hope: Floats  # [seats] what the hand has brought and may bring, or the chance of winning
    stakes_kind: Ints  # [1] what a score predicts
    stakes: Floats  # [features of a score] its weights
    reached: Floats  # [features of a score] as it stands for a seat


@rule
def begin_next(run, seed, match):
    """The match of this number of a seed, at hand; returns the number of the next."""
    run[AT_HAND] = run[BLANK]
    begin(run[AT_HAND], seed, match)
    return match + 1


@rule(inline=True)
def offer_codes(t, work, last):
    """Write the codes worth trying into `offered`, ascending: runs thinned out, sets picked in ascending order only, and of the
    rest what the room's `sift` leaves.

    last: the pick of the chain before, or -1. Returns how many; at least one.
    """
    menu, offered = work.menu, work.offered
    entries = sift(t, menu, choices(t, menu))
    ascending = last >= 0 and work.phases[t.phase] & UNORDERED
    n = 0
    for k in range(entries):
        entry = menu[k]
        if entry >> 32:
            n = thin_run(offered, n, entry)
        elif not ascending or entry >= last:  # an equal card of another pack may follow; calls come after all cards
            offered[n] = entry
            n += 1
    if n == 0:  # a set that must be larger and was begun too high: any order then
        for k in range(entries):
            offered[k] = menu[k] & 0xFFFFFFFF
        return entries
    return n


@rule
def thin_run(offered, n, entry):
    """The whole of a short run; of a long one the ends and steps between, closer together at the lower end."""
    low, span = entry & 0xFFFFFFFF, entry >> 32
    if span < RUN:
        for code in range(low, low + span + 1):
            offered[n] = code
            n += 1
        return n
    offered[n] = low
    n += 1
    for sixteenths in (1, 2, 4, 8, 12, 16):
        code = low + span * sixteenths // 16
        if code > offered[n - 1]:
            offered[n] = code
            n += 1
    return n


@rule
def take_picks(t, picks):
    """Make the first picks of a chain. Returns the last of them if it is a card and the chain goes on, otherwise -1."""
    last = -1
    for k in range(len(picks)):
        play(t, picks[k])
        last = picks[k]
    return last if t.chain > 0 and last < FIRST_CALL else -1


@rule(inline=True)
def deal_likely(deck, work):
    """A redeal into the first table: one that fits what others chose, if one is found in some tries.

    Each deal is taken with a probability in proportion to how likely the policy is to make the choices that were made.
    """
    redeal(work.tables, 0, deck)
    if len(work.plays):
        for _ in range(work.tries[0]):
            if random_unit(work.tables[0]) < likelihood(work.tables[0], work):
                return
            redeal(work.tables, 0, deck)


@rule
def likelihood(t, work):
    """Return how likely the choices are in this deal that were made, against the likeliest ones; something is left to whim."""
    whole = 1.0
    for k in range(len(work.plays)):
        seat, code = work.plays[k, 0], work.plays[k, 1]
        work.tables[1] = work.shown[k]
        x = work.tables[1]
        x.turn = seat
        for p in range(t.seats):
            hold_as(x, t, p, work.plays[k, 2 + p])
        n = choices(x, work.menu)
        weigh(x, work.menu, n, work)
        best = made = 0.0
        for j in range(n):
            best = max(best, work.odds[j])
            if work.menu[j] == code:
                made = work.odds[j]
        whole *= max(made / best, WHIM)
    return whole


@rule
def offered_after(deck, work, picks):
    """Write the viewer's codes after the first picks of its chain into `offered`.

    Returns how many, none if the chain is complete, and whether any of them leaves more to pick. It looks at a redeal: menus and
    chains of the viewer are the same in all of them.
    """
    redeal(work.tables, 0, deck)
    last = take_picks(work.tables[0], picks)
    if len(picks) > 0 and work.tables[0].chain == 0:
        return 0, False
    n = offer_codes(work.tables[0], work, last)
    goes_on = False
    for k in range(n):
        if not goes_on:
            work.tables[1] = work.tables[0]
            play(work.tables[1], work.offered[k])
            goes_on = work.tables[1].chain > 0
    return n, goes_on


@rule
def any_after(deck, work, picks):
    """Return a random code of the viewer's after the first picks of its chain: first an entry of the menu is drawn, then a code
    in it. -1 if the chain is complete."""
    redeal(work.tables, 0, deck)
    t = work.tables[0]
    take_picks(t, picks)
    if len(picks) > 0 and t.chain == 0:
        return -1
    return pick_random(deck.cards[0], work.menu, choices(t, work.menu))


@rule
def weigh(t, menu, n, work):
    """The odds of the menu's n entries by what was learned of their features, into `odds`; returns their sum."""
    found, odds, factors = work.found, work.odds, work.factors
    features(t, menu, n, found)
    whole = 0.0
    for k in range(n):
        chance = 1.0
        for j in range(WIDTH):
            chance *= factors[found[k, j]]
        odds[k] = chance
        whole += chance
    return whole


@rule
def draw_learned(t, menu, n, work):
    """A choice by these odds, a code out of the menu's n entries."""
    k = 0
    if n > 1:
        left = random_unit(t) * weigh(t, menu, n, work)
        while k < n - 1:
            left -= work.odds[k]
            if left < 0.0:
                break
            k += 1
    entry = menu[k]
    if entry >> 32:
        return (entry & 0xFFFFFFFF) + random_below(t, (entry >> 32) + 1)
    return entry


@rule(inline=True)
def usual(t, menu, n, work):
    """The choice of a rollout: by the policy that the room's author wrote, otherwise by what was learned."""
    return policy(t, menu, n) if has_policy(t) else draw_learned(t, menu, n, work)


@rule(inline=True)
def roll_out(t, work):
    """Play on by the policy to the end of the hand, or as far as the horizon."""
    menu, idle = work.menu, 0
    for _ in range(work.horizon[0]):
        while t.turn == NOBODY:
            if t.over or t.phase == DEAL:
                return
            proceed(t)
            idle += 1
            if idle > MOST_STEPS:
                t.over = GIVEN_UP
                return
        if t.over:
            return
        n = choices(t, menu)
        if n == 0:
            t.over = GIVEN_UP
            return
        idle = 0
        play(t, usual(t, menu, n, work))
    settle(t)


@rule(inline=True)
def judge(t, root, work):
    """The worth of the table to every seat, into `worth`; the viewer's also into the range. root: the table looked at."""
    worth, part = work.worth, FINAL
    if t.over == GIVEN_UP:
        work.horizon[STUCK] = 1
    if t.over:
        for p in range(t.seats):
            worth[p, FINAL] = t.payoff[p]
    elif t.phase == DEAL and weigh_score(t, work):
        for p in range(t.seats):
            worth[p, FINAL] = lead(t, work.hope, p)
    elif math.isnan(value(t, 0)):
        part = expect_rest(t, root, work)
        for p in range(t.seats):
            worth[p, part] = lead(t, work.hope, p)
    else:
        for p in range(t.seats):
            worth[p, FINAL] = value(t, p)
    for p in range(t.seats):
        worth[p, 1 - part] = 0.0
    note(work, part, worth[root.turn, part], opponents(t, root.turn))
    if work.stakes_kind[0] != NOTHING:
        for p in range(t.seats):
            worth[p, CHANGE] = change(t, root, p, work)
        note(work, CHANGE, worth[root.turn, CHANGE], opponents(t, root.turn))


@rule(inline=True)
def note(work, part, own, against):
    """Widen the range of the worths met by this one of the viewer. against: how many play against the viewer."""
    met = work.range
    met[part, LOWEST] = min(met[part, LOWEST], own)
    met[part, HIGHEST] = max(met[part, HIGHEST], own)
    met[part, LARGEST] = max(met[part, LARGEST], abs(own) * against)


@rule(inline=True)
def weigh_score(t, work):
    """Write into `hope`, by seat, the chance of winning the match from the score after a hand, or less 0 the chance of losing it.
    Return whether that is known."""
    hope, reached, stakes, kind, whole = work.hope, work.reached, work.stakes, work.stakes_kind[0], 0.0
    if kind == NOTHING:
        return False
    for p in range(t.seats):
        equity_features(t, p, reached)
        if math.isnan(reached[0]):  # not under these house rules
            work.stakes_kind[0], work.range[CHANGE, COUNTS] = NOTHING, 1.0
            return False
        hope[p] = 0.0
        for j in range(len(stakes)):
            hope[p] += stakes[j] * reached[j]
        hope[p] = math.exp(hope[p])
        whole += hope[p]
    for p in range(t.seats):
        hope[p] *= (-1.0 if kind == LOSS else 1.0) / whole
    return True


@rule
def expect_rest(t, root, work):
    """Write into `hope`, by seat, the gain of a hand since the root plus the learned value of its rest, in points, or the chance
    of winning, if the value predicts that. Returns which part of the worth it is."""
    hope, standing, slopes = work.hope, work.standing, work.slopes
    kind, whole = NOTHING if t.phase == DEAL else work.value_kind[0], 0.0
    for p in range(t.seats):
        hope[p] = 0.0
        if kind != NOTHING:
            position_features(t, p, standing)
            if math.isnan(standing[0]):  # not under these house rules: from now on hands are played to their end
                kind = work.value_kind[0] = NOTHING
                work.horizon[0] = HORIZON
        if kind != NOTHING:
            for j in range(len(slopes)):
                hope[p] += slopes[j] * standing[j]
        if kind == PAYOFF:
            hope[p] = math.exp(hope[p])
            whole += hope[p]
        else:
            hope[p] += risen(t, root, p, work.low[0])
    if kind != PAYOFF:
        return CHANGE
    for p in range(t.seats):
        hope[p] /= whole
    return FINAL


@rule(inline=True)
def risen(t, root, seat, low):
    """Return by how much the score of a seat has changed, for the better."""
    gain = float(t.score[seat] - root.score[seat])
    return -gain if low else gain


@rule(inline=True)
def change(t, root, seat, work):
    """Return by how much the score of the seat's side has changed more than that of the others, for the better."""
    for p in range(t.seats):
        work.hope[p] = risen(t, root, p, work.low[0])
    return lead(t, work.hope, seat)


@rule(inline=True)
def lead(t, figures, seat):
    """Return how much more a seat's side has on average than the others, from figures by seat."""
    ours = theirs = 0.0
    friends = foes = 0
    for p in range(t.seats):
        if t.side[p] == t.side[seat]:
            ours += figures[p]
            friends += 1
        else:
            theirs += figures[p]
            foes += 1
    return ours / friends - (theirs / foes if foes else 0.0)


@rule(inline=True)
def opponents(t, seat):
    """Return how many seats play against a seat, at least one."""
    against = 0
    for p in range(t.seats):
        against += t.side[p] != t.side[seat]
    return max(against, 1)


@rule(inline=True)
def match_weight(met):
    """Return what a payoff of 1 counts in points of score, 1 if points do not count. met: the range of what was met so far.

    LARGEST is met for each opponent: partners share the payoff of a win, and to lose to one of n has a payoff of -1/n. So a match
    won is better than any change, and a match lost is worse.
    """
    return 2.0 * met[CHANGE, LARGEST] if met[CHANGE, COUNTS] * met[CHANGE, LARGEST] > 0.0 else 1.0


@rule(inline=True)
def joined(met, change, final):
    """Return what a change of score and a payoff are worth together."""
    return met[CHANGE, COUNTS] * change + match_weight(met) * final


def weights_by(met: Floats) -> Floats:
    """Return what CHANGE and FINAL count, float64[2]."""
    return np.array([met[CHANGE, COUNTS], match_weight(met)])


@rule(inline=True)
def width(met):
    """Return the distance between the best and the worst result met so far, at least a little.

    The range and not the standard deviation, because the latter shrinks as a search settles, and a search that settled too early
    on choices that are equally good would never try others again.
    """
    weight = match_weight(met)
    low, high = weight * met[FINAL, LOWEST], weight * met[FINAL, HIGHEST]
    if met[CHANGE, COUNTS]:
        low, high = min(met[CHANGE, LOWEST], low), max(met[CHANGE, HIGHEST], high)
    return high - low if high > low else 0.1 * weight
