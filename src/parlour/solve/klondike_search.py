"""Klondike with all cards known: a depth-first search that settles whether a position can be won. The compiled part.

The state is worked on in place and every move is undone. What makes the search small:

- the stock is not a sequence of turns: a move takes any of the cards that turning would bring up (known as K+);
- a card goes home at once if no card that is not home can need it: every card that may lie on it could go home instead;
- which of two cards of one rank and colour a card lies on makes no difference (klondike_state), so only one is tried, and a part
  of a run moves only to let the card above it go home at once. Neither holds in Spider;
- a card comes back from its foundation only for the next move to lay something on it: until then it can wait;
- a whole column moves on only while a king is left to fill the space;
- a position is left if not even easier rules bring all cards home (klondike_relaxed);
- of positions that differ by the waste alone one is left out if another has the same stock cards in reach, and more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.kit import rule
from parlour.machine import lowest, shift_right, wrapping_mul

from .klondike_relaxed import is_hopeless, is_lost
from .klondike_state import (
    COLUMNS,
    DEEP,
    DRAW,
    KEY,
    PARTS,
    PASS,
    PASS_BITS,
    PASSES,
    RANDOM,
    RETURN,
    TAKES,
    TALON,
    WASTE,
    WASTE_BITS,
    Ints,
    cards_home,
    name,
    name_stock,
    note,
    place_on,
    reach,
    suit,
)

HOME, STOCK_HOME, STOCK_OUT, UNIT, FREE, BACK = range(6)
"""Kinds of moves: a column's card home, a stock card home or to a column, the face-up part of a column to another, a part of it
and the card above that home, a card from its foundation to a column."""
DEPTH, MENU, AT, SAVED = 400, 128, 3, 6
"""The longest line, the most moves of a position, the words for where a search is among them and for undoing one."""
CLOSER = 400
"""Positions searched below one before a closer check whether it is lost."""
OPEN, WON, LOST, FULL, CUT = range(5)
"""Answers of `search`."""
NODES, USED, STATE, LOSSES = range(4)
"""Of the tally: positions looked at; names kept; depth; FORGOT and TOO_LONG."""
FORGOT, TOO_LONG = 1, 2
NEVER = 1 << 62
WINDOW = 8
"""The places of the table that a name may be kept in."""


class Work(NamedTuple):
    """State of a search: it can be interrupted and continued."""

    menu: Ints  # [DEPTH * MENU] moves by depth
    at: Ints  # [DEPTH * AT] by depth the move being tried, -1 before the first; how many there are; positions looked at before
    saved: Ints  # [DEPTH * SAVED] by depth what undoing needs
    seen: Ints  # [2 * places] names of the positions met
    tally: Ints  # [4]


def workspace() -> Work:
    """Room for short searches."""
    return Work(
        menu=np.zeros(DEPTH * MENU, np.int64),
        at=np.zeros(DEPTH * AT, np.int64),
        saved=np.zeros(DEPTH * SAVED, np.int64),
        seen=np.zeros(2 << 10, np.int64),
        tally=np.zeros(4, np.int64),
    )


@rule(inline=True)
def is_safe(p, card):
    """Return whether a card can go home at once without harm: all cards that could lie on it could go home too."""
    rank, s = card % 13, suit(card)
    if s == 1 or s == 2:
        return min(p.home[0], p.home[3]) >= rank - 1 and p.home[3 - s] >= rank - 2
    return min(p.home[1], p.home[2]) >= rank - 1 and p.home[3 - s] >= rank - 2


@rule(inline=True)
def is_safe_of_stock(p, card):
    """Whether a card of the stock is safe to go home: only if taking it keeps no other from being reached."""
    return p.figures[DRAW] == 1 and p.figures[PASSES] == 0 and is_safe(p, card)


@rule(inline=True)
def target_of(p, takes, card, first, empty):
    """The first column from `first` on that takes a card, -1 if there is none. empty: the space for kings."""
    if card % 13 == 12:
        return empty if first <= empty else -1
    if not takes >> card & 1:
        return -1
    for c in range(first, COLUMNS):
        if p.size[c] and TAKES[p.cards[c * DEEP + p.size[c] - 1]] >> card & 1:
            return c
    return -1


@rule(inline=True)
def put(p, menu, n, at, kind, a, b, k, again, score, noise):
    """Add a move. Moves carry their score above bit 20, so they are sorted by it."""
    if noise:
        f = p.figures
        f[RANDOM] = (f[RANDOM] * 1103515245 + 12345) & 0x7FFFFFFF
        score += (f[RANDOM] >> 8) % noise
    menu[at + n] = score << 20 | kind | a << 3 | b << 8 | k << 11 | again << 15
    return n + 1


@rule(inline=True)
def put_from_stock(p, menu, n, at, ready, takes, back, empty, noise):
    """Write the moves of the stock's cards in reach behind n others; returns how many there are then, -1 if one of them is sure
    to be right and stands alone. back: as in `moves`."""
    start, parts = max(back, 0), p.figures[PARTS]
    now, later = reach(p)
    reached = now | later
    while reached:
        j = lowest(reached)
        reached &= reached - 1
        card, again = p.talon[j], later >> j & 1
        if ready >> card & 1 and back < 0 and is_safe_of_stock(p, card):
            menu[at] = STOCK_HOME | j << 3
            return -1
        if back < 0 and ready >> card & 1:
            n = put(p, menu, n, at, STOCK_HOME, j, 0, 0, again, 450, noise)
        to = -1 if ready >> card & 1 and is_safe(p, card) else target_of(p, takes, card, start, empty)
        while to >= 0:
            if back < 0 or to == back:
                n = put(p, menu, n, at, STOCK_OUT, j, to, 0, again, 400, noise)
            to = -1 if parts else target_of(p, takes, card, to + 1, empty)
    return n


@rule(inline=True)
def put_back(p, menu, n, at, takes, back, empty, noise):
    """Write the moves of cards that come back from the foundations behind n others; returns how many there are then."""
    start, parts = max(back, 0), p.figures[PARTS]
    for s in range(4):
        if p.home[s] < 2:
            continue
        card = s * 13 + p.home[s] - 1
        to = target_of(p, takes, card, start, empty)
        while to >= 0:
            if back < 0 or to == back:
                n = put(p, menu, n, at, BACK, s, to, 0, 0, 100, noise)
            to = -1 if parts else target_of(p, takes, card, to + 1, empty)
    return n


@rule(inline=True)
def sort_best_first(menu, at, n):
    """Sort n moves by their scores, and take the scores off."""
    for i in range(1, n):
        move = menu[at + i]
        k = i
        while k > 0 and menu[at + k - 1] < move:
            menu[at + k] = menu[at + k - 1]
            k -= 1
        menu[at + k] = move
    for i in range(n):
        menu[at + i] &= (1 << 20) - 1


@rule
def moves(p, menu, at, last, noise):
    """Write the moves of a position, best first; returns how many. last: the move before, -1 if there is none."""
    n = ready = takes = 0
    empty, kings = -1, 4
    for s in range(4):
        if p.home[s] < 13:
            ready |= 1 << (s * 13 + p.home[s])
        elif not p.figures[RETURN]:
            kings -= 1
    for c in range(COLUMNS):
        size = p.size[c]
        if size == 0:
            if empty < 0:
                empty = c
            continue
        kings -= p.cards[c * DEEP] % 13 == 12
        card = p.cards[c * DEEP + size - 1]
        takes |= TAKES[card]
        if ready >> card & 1 and is_safe(p, card) and (last < 0 or last & 7 != BACK):
            menu[at] = HOME | c << 3
            return 1
    back = (last >> 8) & 7 if last >= 0 and last & 7 == BACK else -1  # the column that took a card from a foundation
    start, parts = max(back, 0), p.figures[PARTS]
    for c in range(COLUMNS):
        size, down = p.size[c], p.down[c]
        if size == 0:
            continue
        card = p.cards[c * DEEP + size - 1]
        if back < 0 and ready >> card & 1:
            n = put(p, menu, n, at, HOME, c, 0, 0, 0, 600 + (150 if size == down + 1 and down else 0), noise)
        first = p.cards[c * DEEP + down]
        to = -1 if down == 0 and (first % 13 == 12 or not kings) else target_of(p, takes, first, start, empty)
        while to >= 0:
            if to != c and (back < 0 or to == back):
                score = 700 + 10 * down if down else 450
                n = put(p, menu, n, at, UNIT, c, to, size - down, 0, score, noise)
            to = -1 if parts else target_of(p, takes, first, to + 1, empty)
        for i in range(down + 1, size):
            above = p.cards[c * DEEP + i - 1]
            if parts:
                if not ready >> above & 1:
                    continue
            elif i != size - 1:
                continue
            to = target_of(p, takes, p.cards[c * DEEP + i], start, -1)
            while to >= 0:
                if to != c and (back < 0 or to == back):
                    kind = FREE if parts else UNIT
                    if parts and back < 0 and is_safe(p, above):
                        menu[at] = FREE | c << 3 | to << 8 | (size - i) << 11
                        return 1
                    n = put(p, menu, n, at, kind, c, to, size - i, 0, 500 + (150 if i == down + 1 and down else 0), noise)
                to = -1 if parts else target_of(p, takes, p.cards[c * DEEP + i], to + 1, -1)
    n = put_from_stock(p, menu, n, at, ready, takes, back, empty, noise)
    if n < 0:
        return 1
    if p.figures[RETURN]:
        n = put_back(p, menu, n, at, takes, back, empty, noise)
    sort_best_first(menu, at, n)
    return n


@rule(inline=True)
def turn_up(p, column):
    """Turn the last card of a column up if it lies face down; returns how many were turned."""
    if p.size[column] and p.down[column] == p.size[column]:
        p.down[column] -= 1
        return 1
    return 0


@rule(inline=True)
def lay(p, source, k, target):
    """Move the last k cards of a column."""
    for i in range(k):
        p.cards[target * DEEP + p.size[target] + i] = p.cards[source * DEEP + p.size[source] - k + i]
    p.size[target] += k
    p.size[source] -= k


@rule
def do(p, move, saved, at):
    """Make a move. saved[at:] is given what `undo` needs, but for the card that goes home."""
    f = p.figures
    kind, a, b, k = move & 7, move >> 3 & 31, move >> 8 & 7, move >> 11 & 15
    saved[at], saved[at + 1], saved[at + 2], saved[at + 3], saved[at + 4] = f[KEY], f[KEY + 1], f[WASTE], f[PASS], 0
    if kind == UNIT or kind == FREE:
        note(p, p.cards[a * DEEP + p.size[a] - k], place_on(p, b))
        lay(p, a, k, b)
    if kind == HOME or kind == FREE:
        p.size[a] -= 1
        card = p.cards[a * DEEP + p.size[a]]
        note(p, card, 3)
        p.home[suit(card)] += 1
    if kind == STOCK_HOME or kind == STOCK_OUT:
        card = p.talon[a]
        if kind == STOCK_HOME:
            note(p, card, 3)
            p.home[suit(card)] += 1
        else:
            note(p, card, place_on(p, b))
            p.cards[b * DEEP + p.size[b]] = card
            p.size[b] += 1
        f[TALON] -= 1
        for i in range(a, f[TALON]):
            p.talon[i] = p.talon[i + 1]
        f[WASTE] = a
        f[PASS] += move >> 15 & 1
        name_stock(p)
    elif kind == BACK:
        p.home[a] -= 1
        card = a * 13 + p.home[a]
        note(p, card, place_on(p, b))
        p.cards[b * DEEP + p.size[b]] = card
        p.size[b] += 1
    else:
        saved[at + 4] = turn_up(p, a)


@rule
def undo(p, move, saved, at):
    """Take a move back."""
    f = p.figures
    kind, a, b, k = move & 7, move >> 3 & 31, move >> 8 & 7, move >> 11 & 15
    f[KEY], f[KEY + 1], f[WASTE], f[PASS] = saved[at], saved[at + 1], saved[at + 2], saved[at + 3]
    if kind == STOCK_HOME or kind == STOCK_OUT:
        for i in range(f[TALON], a, -1):
            p.talon[i] = p.talon[i - 1]
        f[TALON] += 1
        if kind == STOCK_HOME:
            card = saved[at + 5]
            p.home[suit(card)] -= 1
        else:
            p.size[b] -= 1
            card = p.cards[b * DEEP + p.size[b]]
        p.talon[a] = card
        return
    if kind == BACK:
        p.home[a] += 1
        p.size[b] -= 1
        return
    p.down[a] += saved[at + 4]
    if kind == HOME or kind == FREE:
        card = saved[at + 5]
        p.home[suit(card)] -= 1
        p.cards[a * DEEP + p.size[a]] = card
        p.size[a] += 1
    if kind == UNIT or kind == FREE:
        lay(p, b, k, a)


@rule(inline=True)
def sent_home(p, move):
    """The card that a move sends home, -1 if it sends none."""
    kind, a, k = move & 7, move >> 3 & 31, move >> 11 & 15
    if kind == STOCK_HOME:
        return p.talon[a]
    if kind == HOME or kind == FREE:
        return p.cards[a * DEEP + p.size[a] - 1 - k]
    return -1


@rule(inline=True)
def but_waste(a):
    """The first word of a name without the waste, if runs through the stock are not counted."""
    return a if a & PASS_BITS else a & ~WASTE_BITS


@rule(inline=True)
def hash_of(a, b):
    """Return where a name is looked for first: names that differ by the waste alone lie together."""
    a = but_waste(a)
    h = wrapping_mul(wrapping_mul(a, -0x61C8864680B583EB) ^ b, 0x2545F4914F6CDD1D)
    return h ^ shift_right(h, 32)


@rule(inline=True)
def covers(known, asked, draw):
    """Whether all stock cards in reach with one waste are in reach with another too, of names that differ by the waste alone.

    The card taken decides the next state of the waste, so every win from the other is a win from it.
    """
    a, b = known >> 52 & 31, asked >> 52 & 31
    return b == 0 or (0 < a < b and a % draw == b % draw)


@rule
def is_new(p, w):
    """Whether a position was not met before, nor one that covers it; it is noted, instead of one that it covers. When the table
    is full one met before is forgotten for it.
    """
    a, b = p.figures[KEY], p.figures[KEY + 1]
    alike, draw = but_waste(a), p.figures[DRAW]
    seen = w.seen
    mask = len(seen) // 2 - 1
    h = hash_of(a, b)
    for i in range(WINDOW):
        at = 2 * ((h + i) & mask)
        if seen[at] == 0:
            seen[at], seen[at + 1] = a, b
            w.tally[USED] += 1
            return True
        if seen[at + 1] == b and but_waste(seen[at]) == alike:
            if seen[at] == a or covers(seen[at], a, draw):
                return False
            if covers(a, seen[at], draw):
                seen[at] = a
                return True
    at = 2 * ((h + shift_right(h, 40) % WINDOW) & mask)
    seen[at], seen[at + 1] = a, b
    w.tally[LOSSES] |= FORGOT
    return True


@rule
def is_repeated(p, w, depth):
    """Whether a position is on the way that led to it."""
    for d in range(depth):
        if w.saved[d * SAVED] == p.figures[KEY] and w.saved[d * SAVED + 1] == p.figures[KEY + 1]:
            return True
    return False


@rule
def grow(old, new):
    """Bring the names of one table into a larger one."""
    mask = len(new) // 2 - 1
    for i in range(0, len(old), 2):
        a, b = old[i], old[i + 1]
        if a == 0:
            continue
        h = hash_of(a, b)
        for k in range(WINDOW):
            at = 2 * ((h + k) & mask)
            if new[at] == 0:
                new[at], new[at + 1] = a, b
                break


@rule
def search(p, w, limit, noise, most):
    """Go on with a search until it has looked at `limit` positions or kept `most` names.

    WON: p is the position won, and w.menu and w.at hold the way. LOST: no way leads there. OPEN, FULL: neither yet. CUT: all
    was looked at but for lines that were too long.
    """
    tally, at = w.tally, w.at
    depth = tally[STATE]
    while True:
        if at[AT * depth] < 0:  # new here
            if cards_home(p) == 52:
                tally[STATE] = depth
                return WON
            if tally[NODES] >= limit:
                tally[STATE] = depth
                return OPEN
            if tally[USED] >= most:
                tally[STATE] = depth
                return FULL
            tally[NODES] += 1
            last = w.menu[(depth - 1) * MENU + at[AT * (depth - 1)]] if depth else -1
            at[AT * depth + 1] = moves(p, w.menu, depth * MENU, last, noise)
            if at[AT * depth + 1] > 1 and (last < 0 or last & 7 != BACK) and is_hopeless(p):
                at[AT * depth + 1] = 0
            at[AT * depth + 2] = tally[NODES]
        at[AT * depth] += 1
        if tally[NODES] - at[AT * depth + 2] > CLOSER and at[AT * depth] < at[AT * depth + 1]:
            at[AT * depth + 2] = NEVER
            if is_lost(p):
                at[AT * depth + 1] = 0
        if at[AT * depth] < at[AT * depth + 1]:
            move = w.menu[depth * MENU + at[AT * depth]]
            w.saved[depth * SAVED + 5] = sent_home(p, move)
            do(p, move, w.saved, depth * SAVED)
            fresh = is_new(p, w) if move & 7 != BACK else True
            if fresh and tally[LOSSES] & FORGOT and is_repeated(p, w, depth + 1):
                fresh = False
            if fresh and depth + 2 >= DEPTH:
                tally[LOSSES] |= TOO_LONG
                fresh = False
            if fresh:
                depth += 1
                at[AT * depth] = -1
            else:
                undo(p, move, w.saved, depth * SAVED)
            continue
        if depth == 0:
            tally[STATE] = depth
            return CUT if tally[LOSSES] & TOO_LONG else LOST
        depth -= 1
        undo(p, w.menu[depth * MENU + at[AT * depth]], w.saved, depth * SAVED)


@rule
def begin(p, w):
    """Set a search at its beginning, with an empty table."""
    for i in range(len(w.seen)):
        w.seen[i] = 0
    for i in range(len(w.tally)):
        w.tally[i] = 0
    w.at[0] = -1
    name(p)
    is_new(p, w)


@rule
def unwind(p, w):
    """Back from wherever a search stands to the position it began with."""
    for depth in range(w.tally[STATE] - 1, -1, -1):
        undo(p, w.menu[depth * MENU + w.at[AT * depth]], w.saved, depth * SAVED)
    w.tally[STATE] = 0
