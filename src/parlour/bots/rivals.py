"""Choices worth trying, compiled: the ways in which the viewer's chain may go on, and how likely the policy is to take each."""

from __future__ import annotations

import math

from parlour.engine.dispatch import choices
from parlour.engine.redeal import redeal
from parlour.kit import rule

from .heuristics import has_policy, policy
from .race import ANY, EXPECTED, GOES_ON, HALF, ITERATIONS, most_rivals, set_out
from .rollouts import BY_POLICY, DEALT, UNORDERED, offer_codes, offered_after, take_picks, weigh

FLOOR = 0.1
"""The share of the expectation that is spread evenly: every choice is tried at some time, even if the policy thinks nothing of
it."""


EACH = 64
"""Iterations for every rival in a phase that is otherwise left to the policy: fewer know less than it does."""


@rule
def line_up(deck, work, picks, field):
    """Write the ways to go on after the viewer's picks into a field: none if the chain is complete.

    These are all whole chains, if the budget is enough for them. Otherwise they are the codes that the policy thinks likeliest
    for the next pick, with half of the budget if more picks may follow.
    """
    figures = field.figures
    n, goes_on = offered_after(deck, work, picks)
    if n > 1 and goes_on:
        chains = whole_chains(deck, work, picks, field.rivals[: most_rivals(figures[ITERATIONS])], field.trials[:, EXPECTED])
        if chains:
            n, goes_on = chains, False
        else:
            figures[ITERATIONS] = figures[HALF]
            offered_after(deck, work, picks)
            n = likeliest(work, field, n)
    elif n > 1:
        n = likeliest(work, field, n)
    elif n == 1:
        field.rivals[0, 0], field.rivals[0, 1], field.trials[0, EXPECTED] = work.offered[0], ANY, 1.0
    figures[GOES_ON] = goes_on
    for k in range(n):
        field.trials[k, EXPECTED] = math.log(field.trials[k, EXPECTED])
    set_out(field, n)


@rule
def likeliest(work, field, n):
    """Keep those of the n codes offered that the policy thinks likeliest, in their order, as many as the budget is enough for,
    and how likely; returns how many."""
    odds, most = work.odds, min(most_rivals(field.figures[ITERATIONS]), len(field.rivals))
    if work.phases[work.tables[0].phase] & BY_POLICY:
        most = max(min(most, field.figures[ITERATIONS] // EACH), 1)
    whole = expect(work.tables[0], work, n)
    for k in range(n):
        odds[k] = FLOOR / n + (1.0 - FLOOR) * odds[k] / whole
    kept = 0
    for k in range(n):
        likelier = 0
        for j in range(n):
            likelier += odds[j] > odds[k] or (odds[j] == odds[k] and j < k)
        if likelier < most and kept < most:  # NaN is no likelier than NaN: then the count alone stops it
            field.rivals[kept, 0], field.rivals[kept, 1], field.trials[kept, EXPECTED] = work.offered[k], ANY, odds[k]
            kept += 1
    return kept


@rule
def whole_chains(deck, work, picks, chains, odds):
    """Write all ways to make the rest of the viewer's chain, one per row of `chains`, ended by ANY, and how likely the policy is
    to take each; return how many, none if there are more or longer ones than there is room for. Each set is there only once,
    lowest first."""
    redeal(work.tables, 0, deck)
    work.tables[DEALT] = work.tables[0]
    t, menu = work.tables[0], work.offered
    chains[0] = ANY
    odds[0] = 1.0
    n, k = 1, 0
    while k < n:
        work.tables[0] = work.tables[DEALT]
        last, made = take_picks(t, picks), picks_in(chains[k])
        if made:
            last = take_picks(t, chains[k, :made])
            if t.chain == 0:
                k += 1
                continue
        more = offer_codes(t, work, last)
        if last >= 0 and work.phases[t.phase] & UNORDERED and menu[0] < last:  # see `offer_codes`
            n -= 1
            chains[k], odds[k] = chains[n], odds[n]
            continue
        if made == chains.shape[1] or n + more - 1 > len(chains):
            return 0
        whole, so_far = expect(t, work, more), odds[k]
        for j in range(more):  # the first in place of what it goes on from
            row = n + j - 1 if j else k
            chains[row, :made] = chains[k, :made]
            chains[row, made] = menu[j]
            chains[row, made + 1 :] = ANY
            odds[row] = so_far * (FLOOR / more + (1.0 - FLOOR) * work.odds[j] / whole)
        n += more - 1
    return n


@rule(inline=True)
def picks_in(rival):
    """Return the number of picks of a rival."""
    n = 0
    while n < len(rival) and rival[n] != ANY:
        n += 1
    return n


@rule(inline=True)
def expect(t, work, n):
    """Write how likely the policy is to take each of the n codes offered into `odds`; return their sum.

    A policy that its author wrote names one choice: half of the expectation is there.
    """
    if n == 1:
        work.odds[0] = 1.0
        return 1.0
    whole = weigh(t, work.offered, n, work)
    if has_policy(t):
        code = policy(t, work.menu, choices(t, work.menu))
        for k in range(n):
            if work.offered[k] == code:
                work.odds[k] += whole
                return 2.0 * whole
    return whole
