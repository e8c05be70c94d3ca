"""Whether turns can lead to hands of this many cards. A set of numbers is an integer with a bit each. R1.. are the rulebook's."""

from functools import cache, lru_cache

MELD = 3
ANY = 1 << 10  # more plays than a player has turns


def can_come_to(t, cards, stock):
    """Whether players can be left with this many cards, from the first to play on; stock: cards in it after the deal.

    A round is a turn of everybody. For every number of rounds each player has drawn one of a set of numbers of cards, and
    together they have drawn less than the stock if a player went out before it was empty, or else all of it.
    """
    if least_drawn(t, cards) > stock:
        return False
    seats, house = len(cards), (int(t.cards), int(t.penalty), bool(t.draw_then_play))
    for rounds in range(1, int(t.cards) + 2 + 2 * stock // seats):  # in more rounds more would be drawn
        for last in range(seats):  # who has the last turn, or takes the last card of the stock
            turns = [rounds if p <= last else rounds - 1 for p in range(seats)]
            for roles in openings(seats, not t.stock_out):
                courses = list(zip(turns, cards, roles, strict=True))
                if cards[last] == 0 and sums([drawn(house, *one, True, False) for one in courses], stock) & (1 << stock) - 1:
                    return True
                if t.stock_out and 0 in cards and cards[last]:
                    continue  # the game was over when a player went out
                sets = [drawn(house, *one, bool(t.stock_out), p == last) for p, one in enumerate(courses)]
                if sums(sets, stock) >> stock & 1:
                    return True
    return False


def least_drawn(t, cards):
    """Fewer cards than these cannot have been drawn: the largest hand took some turns to grow, and in each turn of the others,
    but for one, a card was drawn or laid."""
    dealt = int(t.cards)
    turns = -(-(max(cards) - dealt) // (int(t.penalty) + int(t.draw_then_play))) - 1
    return sum(max(0, left - dealt, turns if t.draw_then_play else (turns + left - dealt + 1) // 2) for left in cards)


@cache
def openings(seats, later):
    """R1, R3: who makes the first play: by seat, its turns before, most and fewest plays, and cards besides one for each.

    The first play has at least three cards, and it is made in the first round, or after the stock is empty (`later`), or never.
    """
    found = [[(0, 0, 0, 0)] * seats]
    for first in range(seats):
        found.append(
            [(1, ANY, 0, 0) if p < first else (0, ANY, int(p == first), (MELD - 1) * (p == first)) for p in range(seats)]
        )
        if later:
            found.append([(0, 0, 0, MELD * (p == first)) for p in range(seats)])
    return found


def sums(sets, most):
    """The sums of one number of each set, up to `most`."""
    found, up_to = 1, (2 << most) - 1
    for numbers in sets:
        numbers &= up_to
        more = 0
        while numbers:
            low = numbers & -numbers
            more |= found * low
            numbers ^= low
        found = more & up_to
    return found


@lru_cache(maxsize=1 << 14)
def drawn(house, turns, left, role, ends, last):
    """The numbers of cards a player can have drawn in this many turns who has some left at the end.

    ends: the game is over then, and if not, more cards can be laid with the stock empty; last: takes the last card of the stock.
    """
    (dealt, penalty, draws_first), (before, most, fewest, more), found = house, role, 0
    for plays in range(fewest, min(most, turns - before) + 1):
        least = max(0, left - dealt + plays + more)
        numbers = every_turn_draws(turns, plays, penalty, last) if draws_first else without_plays(turns - plays, penalty, last)
        if not ends or plays:
            found |= numbers & -1 << least
        elif left >= dealt:
            found |= numbers & 1 << least
    return found


@cache
def every_turn_draws(turns, plays, penalty, last):
    """F101: what this many turns draw, some of them plays and any number of them failed."""
    failed = range(turns - plays + 1)
    if not last:
        return sum(1 << turns + penalty * n for n in failed)
    short = sum(1 << turns + penalty * n for n in failed) if turns else 0
    for k in range(1, penalty):
        short |= sum(1 << turns + penalty * (n - 1) + k for n in failed if n)
    return short


@cache
def without_plays(turns, penalty, last):
    """R4, R6: what so many turns draw that are draws and failed plays; the stock may have less than the penalty at last."""
    if not last:
        return sum(1 << n for n in {turns + (penalty - 1) * failed for failed in range(turns + 1)})
    found = 0
    for k in range(1, penalty + 1):
        found |= without_plays(turns - 1, penalty, False) << k if turns else 0
    return found
