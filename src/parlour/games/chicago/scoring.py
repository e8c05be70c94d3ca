"""Chicago R10 to R12 and F101: points for the tricks and the best hand, and declarations that were lies."""

from parlour.kit import NOBODY, count, holds, lowest, rule, say

from .hands import category, compared, whole, worth
from .words import BEST_HAND, JUDGE, LAST_TRICK, NEXT, SAY


@LAST_TRICK.step
def score_last_trick(t):
    """R10, F102: score the last trick, or the 15 points of a call of Chicago."""
    if t.caller == NOBODY:
        t.score[t.leader] += t.prize
        say(t, SAY.last_trick, t.leader)
    elif t.tricks[t.caller] == 5:
        t.score[t.caller] += 15
        say(t, SAY.made, t.caller)
    else:
        t.score[t.caller] -= 15
        say(t, SAY.failed, t.caller)
    t.phase = BEST_HAND


@BEST_HAND.step
def score_best_hand(t):
    """R10: score the best hand that was played, unless two are equal."""
    best, holders = 1 << 26, 0  # at least a pair
    for p in range(t.seats):
        if not t.out[p]:
            strength = (category(t.played[p]) << 26) | compared(t, t.played[p])
            if strength >= best:
                holders = (holders if strength == best else 0) | (1 << p)
                best = strength
    say(t, SAY.no_hand, 0)
    if count(holders) == 1:
        t.score[lowest(holders)] += worth(t, best >> 26)
        say(t, SAY.best_hand, lowest(holders))
    t.phase = JUDGE


@JUDGE.step
def judge(t):
    """F101: players who have declared what cannot be proven leave the match, one after the other."""
    for p in range(t.seats):
        if t.false_declarations and not t.out[p] and has_lied(t, p):
            t.out[p] = 1
            t.fell |= 1 << p
            t.score[p] = t.before[p]
            say(t, SAY.forfeit, p)
            return
    t.phase = NEXT


@rule
def has_lied(t, p):
    """F101: whether p has declared what neither an exposed hand nor the cards on the table prove."""
    for s in range(2):
        if t.declared[p, s] and not t.proven[p, s] and not whole(t, p, s, t.played[p]):
            return True
    return False


@rule
def leaders(t, seats):
    """Those of a set of seats that have the highest total."""
    best = 0
    for p in range(t.seats):
        if holds(seats, p):
            if best == 0 or t.score[p] > t.score[lowest(best)]:
                best = 1 << p
            elif t.score[p] == t.score[lowest(best)]:
                best |= 1 << p
    return best
