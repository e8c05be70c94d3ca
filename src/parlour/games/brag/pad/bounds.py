"""Reasons why bets cannot come to the payments any more, from a position in a deal of Brag. Each looks at two players.

R4.. and F102 are Brag's.

Between two bets of a player, everybody else who is still betting makes one of at least the same stake, and a blind chip counts
double (R4, R6). So the bets of one player limit what each of the others can pay. Only the last payment of a player has no answer:
seeing, covering, or a bet after which the others are gone.
"""


def hopeless(payments, at):
    """Whether it is certain that bets do not come to the payments; False says nothing."""
    c = payments.champion
    if c not in at.active:
        return True
    owing = [p for p in at.active if at.left[p]]
    if any(at.left[p] < payments.least(p, at) and not payments.may_cover[p] for p in owing):
        return True
    if not owing:
        return False
    if len(at.active) == 2 and is_duel_too_short(payments, at):
        return True
    if at.left[c] == 0:
        return is_stuck(payments, at, owing)
    return outlasts(payments, at, owing) or has_no_company(payments, at, owing)


def is_duel_too_short(payments, at):
    """F102: whether one of the last two owes more than the bets that are left to both come to, and a last payment."""
    if not payments.duel_limit or payments.pot_limit:
        return False
    rise = max(payments.max_raise, 1)
    high = at.high or max(0, payments.max_open - rise)
    order = (at.active[at.turn], at.active[1 - at.turn])
    bets = [max(0, payments.duel_limit - at.duels[p]) for p in order]
    last = 2 * (high + rise * sum(bets))
    for place, (p, number) in enumerate(zip(order, bets, strict=True), 1):
        if at.left[p] > number * (high + rise * (place + number - 1)) + last:
            return True
    return False


def is_stuck(payments, at, owing):
    """Whether the others cannot finish before the turn of a champion who has nothing left to pay.

    All have to cover, except one who may see instead.
    """
    betting = [p for p in owing if not payments.can_cover(p, at)]
    if any(at.high == 0 or at.left[p] not in (at.high, 2 * at.high) for p in betting):
        return True
    return len(betting) > 1


def worth(p, at):
    """R6: the most that the chips of a player count."""
    return at.left[p] * (2 if at.blind[p] else 1)


def acts_before(p, q, at):
    """Whether the next turn of p comes before that of q."""
    first = at.active[at.turn :] + at.active[: at.turn]
    return first.index(p) < first.index(q)


def outlasts(payments, at, owing):
    """Whether others pay more than the champion answers, who bets at every turn until the end."""
    c, over = payments.champion, 0
    stake = worth(c, at)
    highest = stake if payments.pot_limit else min(stake, peak(payments, at, stake, len(owing)))
    for p in owing:
        ahead = acts_before(p, c, at)
        answered = stake if ahead else stake - payments.base(at)  # the first bet answers nothing
        if p == c or at.left[p] <= answered:
            continue
        covered = max(payments.base(at), highest)  # more than the chips with which a player can cover
        if payments.may_cover[p] and at.left[p] < answered + covered:
            continue
        duels = payments.may_cover[p] and payments.duel_limit and at.left[p] < answered + 2 * covered  # F102
        if not duels and at.left[p] > largest_sight(payments, at, p, answered, highest, len(owing)):
            return True
        over += 1
    return over > 1  # only one can see the champion, or cover because that is too dear


def largest_sight(payments, at, p, answered, highest, owing):
    """The most that a player can have paid after seeing the champion, whose last bet is the stake that is doubled."""
    c = payments.champion
    now = 2 * at.high if acts_before(p, c, at) else 0  # before the champion bets again
    if payments.duel_limit and at.blind[c]:
        return max(now, answered + 2 * highest)  # F102: even a blind champion may be seen
    if at.blind[c]:  # not when it made its last bet: that one counts once
        last = min(at.left[c], highest if payments.pot_limit else peak(payments, at, 2 * at.left[c], owing, 1))
        looked = answered + last
    else:
        looked = answered + 2 * highest
    return max(now, looked, (answered + 1) // 2 + highest if at.blind[p] else 0)


def has_no_company(payments, at, owing):
    """Whether the champion owes more than anybody else can answer, and a last payment."""
    c = payments.champion
    for q in at.active:
        stake = worth(q, at)
        answered = max(0, stake - (payments.base(at) if acts_before(q, c, at) and stake else 0))
        if q != c and at.left[c] <= answered + last_payment(payments, at, stake, len(owing)):
            return False
    return True


def last_payment(payments, at, stake, owing):
    """The most that a last bet can be, which nobody answers, or the price of seeing, after answers that come to a stake."""
    if payments.pot_limit:
        return max(payments.base(at) + 1, payments.money)
    highest = max(peak(payments, at, stake, owing), at.high)
    return max(highest + owing * max(payments.max_raise, 1), 2 * highest, 0 if at.high else payments.max_open + 1)


def peak(payments, at, stake, owing, again=0):
    """R5: how high the stake can rise while one player's bets come to `stake` in all.

    again: how often the last bet is counted besides. Each of `owing` players raises it once between two of these bets, so that
    the last ones are not far apart.
    """
    start, step = at.high or payments.max_open, owing * max(payments.max_raise, 1)
    low, high = 0, stake
    while low < high:
        middle = (low + high + 1) // 2
        bets = max(1, -(-(middle - start) // step))
        if bets * middle - step * (bets * (bets - 1) // 2) + again * middle <= stake:
            low = middle
        else:
            high = middle - 1
    return low
