"""Which hands to set: all ways to make up to four hands of the cards, each no better than the one before, are gone through.

What a hand brings depends on what the others set in its place. `LIKELY` holds the hands of players who choose by the same
computation: found by fictitious play, each round against all the rounds before, until nothing could be gained against it
(`python bench/crash_settings.py --find`). They set a weaker first hand than they could, for the sake of the others. One table
serves for any number of players and all house rules: it hardly differs between them.
"""

import numpy as np

from parlour.kit import first_cards, highest, next_cards, rule
from parlour.kit.rankings import BRAG_PAIR, BRAG_PRIAL, category_of, ranks_held

from .rules import ANY, HANDS, hands_set, strength

LIKELY = np.array(
    (
        (728, 780, 806, 832, 843, 871, 910, 962, 1012, 1040, 1066, 1092, 1118, 1144, 1157, 1181),
        (643, 669, 702, 728, 741, 767, 780, 793, 806, 819, 832, 843, 843, 897, 988, 1079),
        (457, 603, 631, 645, 656, 659, 669, 672, 674, 715, 728, 741, 754, 780, 793, 832),
        (0, 0, 350, 387, 420, 449, 479, 561, 602, 617, 631, 644, 655, 659, 670, 715),
    )
)
"""By hand the grades of sixteen that are as likely as each other, in their order; 0 if none is set."""
TRIPLES = 286  # ways to take three of thirteen cards
ABOVE = (BRAG_PRIAL + 1) * 169  # a grade that no hand has


@rule
def grade(strength):
    """A strength as one of some hundred and sixty steps a category: its two highest ranks that count."""
    first, second = (strength >> 13) & 0x1FFF, strength & 0x1FFF
    top = highest(first)
    lower = (first ^ (1 << top)) | second
    return category_of(strength) * 169 + top * 13 + (highest(lower) if lower else 0)


@rule
def chance_to_win(strength, k, others, likely):
    """Return how likely a hand of this strength is better than the k-th of each of the others; a tie counts as half a win."""
    steps, step = likely[k], grade(strength)
    n = len(steps)
    below = upto = 0
    for i in range(n):
        below += 1 if steps[i] < step else 0
        upto += 1 if steps[i] <= step else 0
    if below < upto:
        place = (below + upto) / 2.0
    else:  # between two of them
        low, high = steps[below - 1] if below else 0, steps[below] if below < n else ABOVE
        place = below + (step - low) / (high - low) - 0.5
    return (min(max(place, 0.1), n) / n) ** others


@rule
def triples(t, p, limit, sets, strengths):
    """The hands that can be made of p's cards, none above the limit, the strongest first; returns how many."""
    pool, n = t.hand[p] | t.picked[p], 0
    three = first_cards(pool, 3)
    while three:
        value = strength(t, three)
        if BRAG_PAIR << 26 <= value <= limit:
            sets[n], strengths[n] = three, value
            n += 1
        three = next_cards(pool, three)
    order = np.argsort(-strengths[:n], kind="mergesort")
    sets[:n], strengths[:n] = sets[:n][order], strengths[:n][order]
    return n


@rule
def limit_in_order(t, p):
    """Return how strong p's next hand may be: not above the one before, or any if fouls can be set."""
    k = hands_set(t, p)
    return strength(t, t.laid[p, k - 1]) if k else ANY


@rule
def four_of_a_kind(cards):
    """The ranks of which all four cards are among these."""
    return ranks_held(cards)[3]


@rule
def choose_setting(t, p, weights, bonus, others, likely, plan):
    """Into `plan` the hands that bring most: those set already, one that holds the cards picked, and the rest.

    Return False if no hand that may come next holds the cards picked.

    weights[k]: what it is worth to win the k-th hand. bonus: the value of setting all four cards of a rank, 0 if they bring
    nothing. A branch is left if the most that may follow is no more than what has been found.
    """
    sets, strengths = np.zeros(TRIPLES, np.int64), np.zeros(TRIPLES, np.int64)
    n, k0 = triples(t, p, limit_in_order(t, p), sets, strengths), hands_set(t, p)
    worths, most = worths_of(strengths, n, weights, others, likely)
    plan[:] = t.laid[p]
    at, used, worth = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64), np.zeros(HANDS)
    for k in range(k0):
        used[k0] |= plan[k]
    best, found = -1.0, t.picked[p] == 0
    if found:
        best = bonus if four_of_a_kind(used[k0]) else 0.0
    k = k0
    while k >= k0:
        i = at[k]
        if i == n or worth[k] + most[i, k] + bonus <= best:
            k -= 1
            continue
        at[k] += 1
        if sets[i] & used[k] or (k == k0 and t.picked[p] & ~sets[i]):
            continue
        cards, whole = used[k] | sets[i], worth[k] + worths[i, k]
        gained = whole + (bonus if bonus > 0.0 and four_of_a_kind(cards) else 0.0)
        if gained > best:
            best, found = gained, True
            for j in range(k0, HANDS):
                plan[j] = sets[at[j] - 1] if j <= k else 0
        if k < HANDS - 1:
            k += 1
            used[k], worth[k], at[k] = cards, whole, i + 1
    return found


@rule
def worths_of(strengths, n, weights, others, likely):
    """Return the value of each of n hands in each place, and the most that this place and those after it can bring from it on."""
    worths, most = np.zeros((n, HANDS)), np.zeros((n + 1, HANDS + 1))
    for k in range(HANDS - 1, -1, -1):
        for i in range(n - 1, -1, -1):
            same = i + 1 < n and strengths[i] == strengths[i + 1]
            worths[i, k] = worths[i + 1, k] if same else weights[k] * chance_to_win(strengths[i], k, others, likely)
            most[i, k] = max(most[i + 1, k], worths[i, k] + most[i + 1, k + 1])
    return worths, most
