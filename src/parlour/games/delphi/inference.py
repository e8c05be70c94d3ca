"""Inference of the oracle's rule from the verdicts so far.

Every card judged has a bit: of each clause and each test it says whether it held there, so that a rule is compared with all
verdicts in a few operations on words, and all 132,924 rules in a fraction of a millisecond.
"""

import numpy as np

from parlour.kit import holds, pile_size, random_below, rule

from .grammar import (
    ALT,
    AND,
    ATOM_COUNT,
    CLAUSE,
    CLAUSES,
    FORMS,
    OR,
    RISING,
    STATEMENTS,
    is_fair,
    rule_of,
    tests_of,
)

EQUAL = np.ones(CLAUSES)
"""The weights of forms and clauses if every rule weighs the same."""


@rule
def look_back(t, clauses, tests):
    """Return for each clause and each test the set of the judgements at which it held, a bit per card in the order they were
    turned.

    clauses: int64[CLAUSES], tests: int64[RISING + 1]. The card that lies turned, if one does, has the next bit.
    """
    clauses[:] = 0
    tests[:] = 0
    size, wrong = 1, 0
    for n in range(t.judged):
        if holds(t.verdicts, n):
            note(t, clauses, tests, size, t.line[size + 1], n)
            size += 1
        else:
            wrong += 1
            note(t, clauses, tests, size, t.wrong[wrong], n)
    if pile_size(t.turned):
        note(t, clauses, tests, size, t.turned[1], t.judged)
    for atom in range(ATOM_COUNT):
        clauses[ATOM_COUNT + atom] = ~clauses[atom]


@rule
def note(t, clauses, tests, size, card, n):
    """Judgement n: a card when the line had this many cards."""
    statements, holding = STATEMENTS[t.line[size], card], tests_of(t.line, size)
    for atom in range(ATOM_COUNT):
        clauses[atom] |= ((statements >> atom) & 1) << n
    for test in range(RISING + 1):
        tests[test] |= ((holding >> test) & 1) << n


@rule
def weigh(t, clauses, tests, form_weight, clause_weight, stop):
    """The weight of all admissible rules that agree with all verdicts, and of those among them that accept the card turned.

    clauses, tests: of `look_back`. A rule weighs the product of its parts. If the weight goes beyond `stop` it ends there, and
    the third result is the rule it has come to, otherwise 0. What the first clause settles is looked at once for all second ones.
    """
    judged, correct, turned = (1 << t.judged) - 1, t.verdicts, 1 << t.judged
    total = yes = 0.0
    for form in range(FORMS):
        for first in range(CLAUSES):
            settled = settled_by(form, clauses[first], tests)
            if (clauses[first] ^ correct) & settled & judged:
                continue
            open_still = judged & ~settled
            weight = form_weight[form] * clause_weight[first]
            for second in range(1 if form == CLAUSE else CLAUSES):
                if (clauses[second] ^ correct) & open_still == 0 and is_fair(form, first, second, t.fair_min, t.fair_max):
                    whole = weight if form == CLAUSE else weight * clause_weight[second]
                    total += whole
                    if total > stop:
                        return total, yes, rule_of(form, first, second)
                    if (clauses[first] & settled | clauses[second] & ~settled) & turned:
                        yes += whole
    return total, yes, 0


@rule(inline=True)
def settled_by(form, first, tests):
    """The judgements at which the first clause of a rule of this form has the last word: the second does not matter there."""
    if form == CLAUSE:
        return -1
    if form == AND:
        return ~first
    if form == OR:
        return first
    return tests[form - ALT]


@rule
def any_fitting(t):
    """Draw one of the rules that agree with all verdicts, each equally likely; 0 if there is none."""
    clauses, tests = np.empty(CLAUSES, np.int64), np.empty(RISING + 1, np.int64)
    look_back(t, clauses, tests)
    fitting, _, _ = weigh(t, clauses, tests, EQUAL, EQUAL, np.inf)
    if fitting == 0.0:
        return 0
    _, _, number = weigh(t, clauses, tests, EQUAL, EQUAL, float(random_below(t, int(fitting))))
    return number
