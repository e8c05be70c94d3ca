"""The bots' knowledge of Spider.

`strategy` searches everything that can be done before a hidden card or the next row has to be seen, best positions first, and
takes the first step to the best position it finds. A position is good if few cards are hidden and many follow each other in suit.
Spaces are a means to this end; they must be filled before the next row, so as long as there is stock no move is made only to get
a space. So it never goes in circles.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.solitaire import *

from .rules import *

HORIZON = 12
LOOKS = 1500  # positions from which it looks on for a choice
MET = 6000  # positions it meets at most, those included where a card is turned up or a sequence leaves
SEEN = 8192  # places of the table that knows them again: some must stay free, or it would search for one forever
IDLE, GIVE_UP = 80, 100  # so long without progress it deals, and gives up
HIDDEN, BURIED, IN_SUIT, IN_ORDER, BREAK, SPACE, SEQUENCE, STEP = 8.0, 3.0, 3.0, 0.8, -1.5, 4.0, 90.0, 0.05
PROSPECTS = ("a sequence complete", "a card turned up", "{n} more in suit", "empty columns: {n} more")
"""The words for what the best position in reach of a move brings."""


@rule
def worth(t):
    """Return the worth of the columns, spaces apart. A hidden card at the end of a column is about to be turned up."""
    sum = SEQUENCE * removed(t)
    for c in range(COLUMNS):
        hidden, size = pile_size(t.down[c]), pile_size(t.up[c])
        if hidden and size == 0:
            hidden -= 1
        if hidden:
            sum -= HIDDEN * hidden + BURIED
        for i in range(2, size + 1):
            above, below = t.up[c, i - 1], t.up[c, i]
            if SUIT_RUNG[above] == SUIT_RUNG[below] + 1:
                sum += IN_SUIT
            else:
                sum += IN_ORDER if RUNG[above] == RUNG[below] + 1 else BREAK
    return sum


@rule
def spaces_in(t):
    n = 0
    for c in range(COLUMNS):
        n += pile_size(t.up[c]) == 0 and pile_size(t.down[c]) == 0
    return n


@rule
def worth_after(t, c):
    """Return the worth of the columns once the whole sequence at the end of column c has left."""
    t.up[c, 0] -= WHOLE
    found = worth(t) + SEQUENCE
    t.up[c, 0] += WHOLE
    return found


@rule
def mark_of(t):
    """Return a number that distinguishes positions; columns without hidden cards may change places."""
    sum = 0
    for c in range(COLUMNS):
        mark = c + 1 if pile_size(t.down[c]) else 0
        for i in range(1, pile_size(t.up[c]) + 1):
            mark = wrapping_mul(mark ^ (t.up[c, i] + 1), 0x2545F4914F6CDD1D)
            mark ^= shift_right(mark, 29)
        sum = wrapping_add(sum, wrapping_mul(mark, mark | 1))
    return sum | 1


@rule
def is_new(seen, mark):
    """Whether a position was not met before; it is noted."""
    k = mark & (SEEN - 1)
    while seen[k]:
        if seen[k] == mark:
            return False
        k = (k + 1) & (SEEN - 1)
    seen[k] = mark
    return True


@rule
def store(t, ups):
    for c in range(COLUMNS):
        for i in range(pile_size(t.up[c]) + 1):
            ups[c, i] = t.up[c, i]


@rule
def fetch(t, ups):
    for c in range(COLUMNS):
        for i in range(ups[c, 0] + 1):
            t.up[c, i] = ups[c, i]


@rule
def pairs_in_suit(t):
    """Return how many cards lie on the next higher one of their suit."""
    n = 0
    for c in range(COLUMNS):
        for i in range(2, pile_size(t.up[c]) + 1):
            n += SUIT_RUNG[t.up[c, i - 1]] == SUIT_RUNG[t.up[c, i]] + 1
    return n


@rule
def best_step(t, menu, filling, only, reached):
    """Return the first step to the best position in reach, -1 if none is better. filling: to the best with fewer spaces.

    only: the one first step it looks at, or -1. reached: float64[len(PROSPECTS) + 1]; what that position has more, and its worth.
    """
    ups = np.zeros((LOOKS, COLUMNS, 79), np.int8)
    hope, first, depth = np.full(LOOKS, -np.inf), np.zeros(LOOKS, np.int64), np.zeros(LOOKS, np.int64)
    seen = np.zeros(SEEN, np.int64)
    before, open_before, paired = worth(t), spaces_in(t), pairs_in_suit(t)
    free = pile_size(t.stock) == 0 or t.deal_on_spaces != 0
    best, step = (-np.inf if filling else before + (SPACE * open_before if free else 0.0)), -1
    store(t, ups[0])
    is_new(seen, mark_of(t))
    hope[0], n, met = 0.0, 1, 1
    while n < LOOKS and met < MET:
        k = np.argmax(hope)
        if hope[k] == -np.inf:
            break
        hope[k] = -np.inf
        fetch(t, ups[k])
        entries = legal_moves(t, menu)
        for e in range(entries):
            code = menu[e]
            if code >= TAKE or n == LOOKS or met == MET:
                break
            if k == 0 and only >= 0 and code != only:
                continue
            source, size, target = unit_of(code - MOVE, COLUMNS)
            lay_top(t.up[source], size, t.up[target])
            if is_new(seen, mark_of(t)):
                met += 1
                whole = is_complete(t, target)
                turned = pile_size(t.up[source]) == 0 and pile_size(t.down[source]) > 0
                found = worth_after(t, target) if whole else worth(t)
                spaces = spaces_in(t)
                begun = code if k == 0 else first[k]
                total = found + SPACE * spaces - STEP * (depth[k] + 1)
                if filling:
                    fits = spaces < open_before
                else:
                    fits = free or whole or turned or (spaces <= open_before and found > before + STEP)
                if fits and total > best:
                    best, step = total, begun
                    reached[0], reached[1], reached[3] = whole, turned, spaces - open_before
                    reached[2], reached[4] = pairs_in_suit(t) - paired, total - before - SPACE * open_before
                if not whole and not turned:
                    hope[n], first[n], depth[n] = total, begun, depth[k] + 1
                    store(t, ups[n])
                    n += 1
            lay_top(t.up[target], size, t.up[source])
    fetch(t, ups[0])
    return step


@rule
def strategy(t, menu, n, may, advice):
    """A sequence off, the best step, a space filled before a row, a row; otherwise anything, until it gives up."""
    if t.idle >= GIVE_UP:
        return RESIGN
    last = menu[n - 1]
    if TAKE <= last < DEAL_OUT:
        return last
    offered = menu[:n].copy()
    if n > 1 and TAKE <= offered[n - 2] < DEAL_OUT:
        return offered[n - 2]
    reached = np.zeros(len(PROSPECTS) + 1)
    code = best_step(t, menu, False, -1, reached) if t.idle < IDLE or pile_size(t.stock) == 0 else -1
    if code < 0 and last != DEAL_OUT and pile_size(t.stock):
        code = best_step(t, menu, True, -1, reached)
    if code >= 0:
        return code
    return last if last == DEAL_OUT else offered[t.moves % n]


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: for each move what the best position brings that it can lead to before a card is turned up."""
    t, scratch = tables[i], np.zeros(MENU, np.int64)
    for e in range(n):
        if menu[e] >= TAKE or best_step(t, scratch, False, menu[e], found[e]) < 0:
            found[e, len(PROSPECTS)] = -np.inf
        for k in range(len(PROSPECTS)):
            if found[e, k] <= 0.0:
                found[e, k] = np.nan


@rule
def policy(t, menu, n):
    """Choose in rollouts the better of a few random choices."""
    best, code = -np.inf, menu[n - 1]
    for _ in range(4):
        choice = menu[random_below(t, n)]
        gain = gain_of(t, choice)
        if gain > best:
            best, code = gain, choice
    return code


@rule
def gain_of(t, choice):
    """Return the gain of a choice at first sight."""
    if choice >= TAKE:
        return 0.0 if choice == DEAL_OUT else SEQUENCE
    source, k, target = unit_of(choice - MOVE, COLUMNS)
    size, there = pile_size(t.up[source]), pile_size(t.up[target])
    card = t.up[source, size + 1 - k]
    gain = -1.0
    if there:
        gain += IN_SUIT if SUIT_RUNG[t.up[target, there]] == SUIT_RUNG[card] + 1 else IN_ORDER
    if k < size:
        above = t.up[source, size - k]
        if SUIT_RUNG[above] == SUIT_RUNG[card] + 1:
            return gain - IN_SUIT
        return gain - (IN_ORDER if RUNG[above] == RUNG[card] + 1 else BREAK)
    return gain + (HIDDEN if pile_size(t.down[source]) else 0.0)


@rule
def value(t, seat):
    """Somewhere between the deal and the last sequence."""
    return max(-1.0, min(1.0, (worth(t) + SPACE * spaces_in(t)) / 720.0))


@rule
def finish(t):
    """Decided: nothing is hidden or to be dealt, and joining in suit, with the help of spaces, leads to the end."""
    if pile_size(t.stock) or face_down(t):
        return -1
    step = -1
    for _ in range(300):
        code = complete_column(t)
        code = TAKE + code if code != NOBODY else joining(t)
        if code < 0:
            return -1
        if step < 0:
            step = code
        if code >= TAKE:
            take_off(t, code - TAKE)
        else:
            source, k, target = unit_of(code - MOVE, COLUMNS)
            lay_top(t.up[source], k, t.up[target])
        if removed(t) == SEQUENCES:
            return step
    return -1


@rule
def joining(t):
    """Return the move of a unit to the place where it belongs in suit; otherwise of the smallest unit that covers something to a
    space; -1 if there is neither."""
    space, source, least = NOBODY, NOBODY, WHOLE + 1
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        if size == 0:
            space = c
            continue
        k = run_length(t.up[c], SUIT_RUNG)
        for other in range(COLUMNS):
            there = pile_size(t.up[other])
            if other != c and there and SUIT_RUNG[t.up[other, there]] == SUIT_RUNG[t.up[c, size + 1 - k]] + 1:
                return MOVE + unit_code(c, k, other)
        if k < size and k < least:
            source, least = c, k
    if space == NOBODY or source == NOBODY:
        return -1
    return MOVE + unit_code(source, least, space)


@rule
def unit_code(source, k, target):
    return (13 * source + k - 1) * COLUMNS + target
