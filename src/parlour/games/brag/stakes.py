"""The price of a turn at Brag: the least and largest bet, the price of seeing, and who may cover. R4.. are in rulebook.md."""

from parlour.kit import count, lowest, rule
from parlour.kit.betting import chips_in

from .table import Table

BLIND, SIGHTED = 1, 2  # sight, of those who are active


@rule(inline=True)
def half_up(chips):
    """R4: the blind price of a bet in sighted money."""
    return (chips + 1) // 2


@rule(inline=True)
def is_blind(t, p):
    return t.sight[p] == BLIND


@rule
def base(t):
    """R4: what a sighted player must bet at least."""
    return t.high if t.high else t.min_open


@rule
def least_bet(t, p):
    """R4: return the least that a player may bet, half as much if blind."""
    return half_up(base(t)) if is_blind(t, p) else base(t)


@rule
def largest_bet(t, p):
    """R5, without regard to the player's chips."""
    top = max(base(t), chips_in(t)) if t.limit == Table.limit.pot else t.high + t.max_raise if t.high else t.max_open
    return max(least_bet(t, p), top // 2) if is_blind(t, p) else top


@rule
def see_price(t, p):
    """R8: return the price to see the other's hand: twice a bet."""
    return t.high if is_blind(t, p) else 2 * t.high


@rule
def active(t):
    return count(t.to_act)


@rule
def opponent(t, p):
    """The other of the last two."""
    return lowest(t.to_act & ~(1 << p))


@rule
def must_close(t, p):
    """F102: the last two have bet as often as the house lets them."""
    return 0 < t.duel_limit <= t.duels[p] and active(t) == 2 and t.duels[opponent(t, p)] >= t.duel_limit


@rule
def against_bet(t, p, chips):
    """Return the paragraph that forbids a bet, or 0."""
    if must_close(t, p):
        return 102
    if chips < least_bet(t, p):
        return 4
    return 5 if chips > min(largest_bet(t, p), t.score[p]) else 0


@rule
def against_see(t, p):
    """Return the paragraph that forbids seeing, or 0."""
    if active(t) != 2 or t.high == 0 or t.score[p] < see_price(t, p):
        return 8
    return 10 if is_blind(t, opponent(t, p)) and not is_blind(t, p) and not must_close(t, p) else 0


@rule
def against_cover(t, p):
    """Return the paragraph that forbids covering, or 0."""
    if must_close(t, p):
        return 102 if t.score[p] >= see_price(t, p) else 0
    return 11 if t.score[p] >= least_bet(t, p) else 0
