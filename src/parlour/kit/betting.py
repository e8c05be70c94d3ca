"""Betting: chips, bets, raises, all-in, side pots. Chips are the score; a seat that has folded or was not dealt in is `folded`.

    class Table(Betting, Layout, seats=(2, 6)):
        ...

A hand: `clear_hand`, `post_antes`, `post_blind`; then every round `open_betting`, and for each seat it or `next_to_act` names
one of `fold_bet`, `call_bet` and `raise_bet`, until they name NOBODY; `return_unmatched` and `gather_bets` end the round, and
`clear_round` begins the next. At last the pots from `last_pot` down are paid out to the best of those `contesting` them.

A bet is named by the seat's total afterwards: "raise to 6" is 6, however much was there before. Each game sets its own sizes:
`fixed_raise`, `pot_raise` and `least_raise` are the usual ones, limited to the chips of the seat.
"""

from __future__ import annotations

from parlour.machine import count, lowest, rule

from .layout import NOBODY, SEATS, Flag, Number, Seat
from .turns import best_seats, end_match, left_of, next_without, seats_without

__all__ = [
    "CHIPS",
    "Betting",
    "call_bet",
    "can_raise",
    "cash_out",
    "chips_in",
    "clear_hand",
    "clear_round",
    "contesting",
    "fixed_raise",
    "fold_bet",
    "gather_bets",
    "last_pot",
    "least_raise",
    "live_seats",
    "next_level",
    "next_live",
    "next_to_act",
    "open_betting",
    "pay_out",
    "post_antes",
    "post_blind",
    "pot_raise",
    "price",
    "put_in",
    "raise_bet",
    "return_unmatched",
    "unmatched",
]

CHIPS = 10**10
"""More than all chips of a match together."""


class Betting:
    """The fields of a table with betting."""

    score = Number(0, CHIPS, per=SEATS)  # the chips a seat has left
    bet = Number(0, CHIPS, per=SEATS)  # what lies before it: put in in this round
    paid = Number(0, CHIPS, per=SEATS)  # put in in this hand, antes and all
    pots = Number(0, CHIPS, per=SEATS)  # gathered in earlier rounds: the main pot, then the side pots
    high = Number(0, CHIPS)  # the bet to be called
    increase = Number(0, CHIPS)  # the largest by which a bet or raise of this round has raised it
    raises = Number(0, 2**31 - 1)  # bets and raises in this round
    to_act = Number(0, 2**15 - 1)  # the seats that are still to act in this round, one bit per seat
    bettor = Seat()  # who bet or raised last in this round
    folded = Flag(per=SEATS)


@rule
def clear_hand(t):
    """Clear the bets before a hand: nothing is paid, and only seats with chips are in."""
    for p in range(t.seats):
        t.paid[p] = t.pots[p] = 0
        t.folded[p] = t.score[p] == 0
    clear_round(t)


@rule
def clear_round(t):
    """Clear the bets before a round."""
    for p in range(t.seats):
        t.bet[p] = 0
    t.high = t.increase = t.raises = t.to_act = 0
    t.bettor = NOBODY


@rule
def live_seats(t):
    """The seats that have not folded, one bit per seat."""
    return seats_without(t, t.folded)


@rule
def next_live(t, seat):
    """The next seat clockwise that has not folded."""
    return next_without(t, t.folded, seat)


# putting chips in


@rule
def put_in(t, seat, chips):
    """A seat lays chips before it, all it has if it has fewer; returns how many. The bet to call does not change."""
    chips = min(chips, t.score[seat])
    t.score[seat] -= chips
    t.bet[seat] += chips
    t.paid[seat] += chips
    return chips


@rule
def post_antes(t, ante):
    """Everybody in the hand pays the ante into the pot, or all chips if fewer."""
    for p in range(t.seats):
        if not t.folded[p]:
            chips = min(ante, t.score[p])
            t.score[p] -= chips
            t.paid[p] += chips
            t.pots[0] += chips


@rule
def post_blind(t, seat, chips, nominal):
    """Post a blind: a bet, but not a raise. nominal: others must call the full blind even if the seat has fewer chips."""
    put_in(t, seat, chips)
    t.high = max(t.high, chips if nominal else t.bet[seat])


# a round of betting


@rule
def open_betting(t, first):
    """Begin a round. Return the seat that acts first, from `first` on, or NOBODY if the round is skipped.

    In the round is who has chips and can still be challenged: whose bet is below the second most that any seat could reach.
    One seat alone that faces no bet has nobody to bet against.
    """
    most = second = 0
    for p in range(t.seats):
        if not t.folded[p]:
            reach = t.bet[p] + t.score[p]
            second = max(second, min(most, reach))
            most = max(most, reach)
    t.to_act = 0
    for p in range(t.seats):
        if not t.folded[p] and t.score[p] > 0 and t.bet[p] < second:
            t.to_act |= 1 << p
    if count(t.to_act) == 1 and price(t, lowest(t.to_act)) == 0:
        t.to_act = 0
    return first if (t.to_act >> first) & 1 else next_to_act(t, first)


@rule
def next_to_act(t, seat):
    """The next seat clockwise that is to act; NOBODY when the round is over."""
    if t.to_act == 0 or count(live_seats(t)) < 2:
        return NOBODY
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if (t.to_act >> seat) & 1:
            break
    return seat


@rule(inline=True)
def price(t, seat):
    """Return the price of a call for a seat, at most all its chips."""
    return max(min(t.high - t.bet[seat], t.score[seat]), 0)


@rule
def can_raise(t, seat, cap, half):
    """Whether a seat may bet or raise: fewer than `cap` did (0: no cap), it has more than it takes to call, it owes at least
    the largest raise of the round (half of it with `half`), and somebody else can pay more than is bet.

    The third is what stops who has acted from raising again when somebody else went all-in for less than a full raise.
    """
    if (cap > 0 and t.raises >= cap) or t.score[seat] <= t.high - t.bet[seat]:
        return False
    if price(t, seat) * (2 if half else 1) < t.increase:
        return False
    for p in range(t.seats):
        if p != seat and not t.folded[p] and t.bet[p] + t.score[p] > t.high:
            return True
    return False


@rule
def fixed_raise(t, seat, size):
    """Return the total of a bet or raise of a fixed size."""
    return min(t.high + size, t.bet[seat] + t.score[seat])


@rule
def least_raise(t, seat, least):
    """Return the total of the smallest bet or raise if sizes are free: a raise by the largest increase so far, at least
    `least`.
    """
    return min(t.high + max(t.increase, least), t.bet[seat] + t.score[seat])


@rule
def pot_raise(t, seat):
    """Return the total of the largest bet or raise at pot limit: a raise by the whole pot after the seat has called."""
    return min(2 * t.high - t.bet[seat] + chips_in(t), t.bet[seat] + t.score[seat])


@rule
def chips_in(t):
    """All chips in the pots and before the seats."""
    chips = 0
    for p in range(t.seats):
        chips += t.bet[p] + t.pots[p]
    return chips


@rule
def fold_bet(t, seat):
    """A seat folds; what becomes of its cards is the game's affair."""
    t.folded[seat] = 1
    t.to_act &= ~(1 << seat)


@rule
def call_bet(t, seat):
    """A seat calls, or checks if there is nothing to call."""
    put_in(t, seat, price(t, seat))
    t.to_act &= ~(1 << seat)


@rule
def raise_bet(t, seat, to):
    """A seat bets or raises to this, more than is bet: everybody else who has chips is to act again."""
    t.increase = max(t.increase, to - t.high)
    put_in(t, seat, to - t.bet[seat])
    t.high = to
    t.raises += 1
    t.bettor = seat
    t.to_act = 0
    for p in range(t.seats):
        if p != seat and not t.folded[p] and t.score[p] > 0:
            t.to_act |= 1 << p


@rule
def unmatched(t):
    """(seat, chips): what the highest bet has that nobody matched, those who folded too; (NOBODY, 0) if there is none."""
    seat, most, second = NOBODY, 0, 0
    for p in range(t.seats):
        if t.bet[p] > most:
            seat, most, second = p, t.bet[p], most
        else:
            second = max(second, t.bet[p])
    return (seat, most - second) if most > second else (NOBODY, 0)


@rule
def return_unmatched(t):
    """The unmatched chips go back to who bet them; returns how many."""
    seat, chips = unmatched(t)
    if chips:
        t.bet[seat] -= chips
        t.paid[seat] -= chips
        t.score[seat] += chips
    return chips


# pots


@rule
def next_level(t, above):
    """The least above a level that a seat still in the hand has paid; the level itself if there is none."""
    level = above
    for p in range(t.seats):
        if not t.folded[p] and t.paid[p] > above and (level == above or t.paid[p] < level):
            level = t.paid[p]
    return level


@rule
def gather_bets(t):
    """The bets of a round go to the pots: a pot for each different amount paid by those who are in, from everybody's chips.

    What folded seats paid above the last level joins the last pot.
    """
    t.high = 0
    for p in range(t.seats):
        t.bet[p] = t.pots[p] = 0
    k, level, upper = 0, 0, next_level(t, 0)
    while upper > level:
        for p in range(t.seats):
            t.pots[k] += min(t.paid[p], upper) - min(t.paid[p], level)
        k, level, upper = k + 1, upper, next_level(t, upper)
    for p in range(t.seats):
        t.pots[max(k - 1, 0)] += max(t.paid[p] - level, 0)


@rule
def last_pot(t):
    """Return the number of the newest pot with chips in it, -1 if there is none."""
    k = t.seats - 1
    while k >= 0 and t.pots[k] == 0:
        k -= 1
    return k


@rule
def contesting(t, k):
    """The seats that can win pot k, one bit per seat: those still in that have paid to it."""
    level, seats = 0, 0
    for _ in range(k + 1):
        level = next_level(t, level)
    for p in range(t.seats):
        seats |= (1 if not t.folded[p] and t.paid[p] >= level else 0) << p
    return seats


@rule
def pay_out(t, k, seats, chips, one_each):
    """Chips of pot k are divided equally among a set of seats (not empty).

    What does not divide goes to the first of them from the dealer's left, or `one_each` from there on.
    """
    share, odd = chips // count(seats), chips % count(seats)
    t.pots[k] -= chips
    p = t.dealer
    for _ in range(t.seats):
        p = left_of(t, p)
        if (seats >> p) & 1:
            more = min(odd, 1) if one_each else odd
            t.score[p] += share + more
            odd -= more


@rule
def cash_out(t, stack):
    """End the match: most chips win, equal chips share; the payoff is what was gained or lost, in stacks of the beginning."""
    for p in range(t.seats):
        t.payoff[p] = (t.score[p] - stack) / stack
    end_match(t, best_seats(t, False))
