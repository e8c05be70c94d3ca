"""Reasons why bets cannot come to the payments any more, from a position in a deal of Brag. Each looks at two players.

R4.. and F102 are Brag's.

Between two bets of a player, everybody else who is still betting makes one of at least the same stake, and a blind chip counts
double (R4, R6). So the bets of one player limit what each of the others can pay.
"""

RAMP = 8  # payments that are looked at one by one to find out how high the stake can rise


def hopeless(payments, at):
    """Whether it is certain that bets do not come to the payments; False says nothing."""
    owing = [p for p in at.active if at.left[p]]
    for p in owing:
        if at.left[p] < payments.least(p, at) and not payments.may_cover[p]:
            return True
    if not owing:
        return False
    if payments.stays is not None and outlasts(payments, at, owing, payments.stays):
        return True
    if len(owing) == 1:  # a bet, after which the others are gone, or seeing
        return at.left[owing[0]] > max(payments.top(at), 2 * at.high)
    return not payments.pot_limit and has_no_company(payments, at, owing)


def weight(p, at):
    """R6: what a chip of a player counts at most."""
    return 2 if at.blind[p] else 1


def outlasts(payments, at, owing, w):
    """Whether others pay more than they can while w bets, who stays to the end: each of their bets, except a see, is followed
    by a bet of w, who also bets first if on turn before them."""
    if at.left[w] == 0:
        return is_stuck(payments, at, owing)
    first = at.active[at.turn :] + at.active[: at.turn]
    ahead = first[: first.index(w)]
    over = []
    for p in owing:
        chips = at.left[w] - (0 if p in ahead else payments.least(w, at))
        if p != w and at.left[p] > weight(w, at) * chips and not payments.may_cover[p]:
            over.append(at.left[p])
    if not over:
        return False
    stake = weight(w, at) * at.left[w]
    highest = stake if payments.pot_limit else min(stake, peak(payments, at, stake, len(owing)))
    return len(over) > 1 or over[0] > stake + 2 * max(highest, at.high)  # only one can see w


def is_stuck(payments, at, owing):
    """Whether the others cannot finish before the turn of a player who has nothing left to pay: all have to cover, except one who
    may see instead."""
    betting = [p for p in owing if not payments.can_cover(p, at)]
    if any(at.high == 0 or at.left[p] not in (at.high, 2 * at.high) for p in betting):
        return True
    return len(betting) > 1


def has_no_company(payments, at, owing):
    """Whether the player who owes most owes more than another one can answer, and a last bet."""
    p = max(owing, key=lambda p: at.left[p])
    for q in owing:
        stake = weight(q, at) * at.left[q]
        if q != p and at.left[p] <= stake + last_bet(payments, at, stake, len(owing)):
            return False
    return True


def last_bet(payments, at, stake, owing):
    """The most that a last bet can be, which nobody answers, or the price of seeing, after answers that come to a stake."""
    highest = max(peak(payments, at, stake, owing), at.high)
    return max(highest + owing * max(payments.max_raise, 1), 2 * highest, 0 if at.high else payments.max_open)


def peak(payments, at, stake, owing):
    """R5: how high the stake can rise while one player's bets come to `stake` in all. Each of `owing` players raises it once
    between two of these bets, so that the last ones are not far apart."""
    start, step, found = at.high or payments.max_open, owing * max(payments.max_raise, 1), 0
    for n in range(1, RAMP + 1):
        mean = (stake + step * (n * (n - 1) // 2)) // n
        found = max(found, mean if n == RAMP else min(mean, start + n * step))
    return min(found, stake)
