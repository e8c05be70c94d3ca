"""Melds: splitting a multiset of cards of at most two packs into combinations, exactly.

Two ways, for two kinds of games:

- *Sets and runs* (three or four of a rank in different suits; three or more of a suit in order, aces low or high): `can_meld`,
  `meldable` and `split_melds` scan the ranks from low ace to high ace. For every suit they keep the lengths (1, 2, 3 or more)
  of its at most two open runs; what has the same lengths has the same future, so even a hundred cards need few such states.
  A run that may go on does: it can do all that a new one could. What remains to be chosen at a rank is which of its cards form
  sets.
- *Any list of melds with their worth* (`meld_rows`), wild cards among them: `best_melds` tries the melds that a hand holds
  against one another, until no better choice can come.

A multiset is given by its planes, as a bag holds them: the kinds held, and the kinds held twice. A meld of sets and runs never
holds a kind twice: it is a set.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from parlour.machine import count, highest, lowest, rule, shift_right, wrapping_mul

from .cards import RANK_NAMES, RANKS

MOST_MELDS = 35
"""As many melds of three or more as 104 cards can make, and one: the length of what `split_melds` writes."""
_ENDS = 14  # positions of the scan: low ace, 2 .. K, high ace
_DEAD = 255
_SET_SHAPES = np.array(
    [
        sum(k << (2 * s) for s, k in enumerate((c, d, h, p)))
        for c in range(3)
        for d in range(3)
        for h in range(3)
        for p in range(3)
        if (n := c + d + h + p) == 0 or n >= 6 or (n in (3, 4) and max(c, d, h, p) == 1)
    ],
    np.int64,
)
"""How many cards of each suit (two bits a suit) the sets of one rank can take: none, one set, or two."""
_SPREAD = np.array([sum(((shape >> (2 * s)) & 3) << (4 * s) for s in range(4)) for shape in _SET_SHAPES], np.int64)
"""The same with four bits a suit, to be taken from the cards there are all at once."""


def _next_lengths() -> npt.NDArray[np.int64]:
    """[open runs, cards of the next rank] -> open runs after it; a pair of lengths a <= b is 4 * a + b."""
    table = np.full((16, 3), _DEAD, np.int64)
    for a in range(4):
        for b in range(a, 4):
            short = [n for n in (a, b) if n in (1, 2)]
            for cards in range(3):
                if len(short) <= cards:
                    runs = [n + 1 for n in short] + [3] * (a, b).count(3) + [1, 1]
                    pair = sorted((*runs[:cards], 0, 0)[: max(2, cards)])
                    table[4 * a + b, cards] = 4 * pair[0] + pair[1]
    return table


def _pruned_lengths() -> npt.NDArray[np.int64]:
    """[open runs, cards at the next rank, at the one after] -> the open runs that can still matter, or dead."""
    table = np.full((16, 3, 3), _DEAD, np.int64)
    for a in range(4):
        for b in range(a, 4):
            short = [n for n in (a, b) if n in (1, 2)]
            for one in range(3):
                for two in range(3):
                    if len(short) <= one and short.count(1) <= two:
                        runs = (short + [3] * (a, b).count(3))[:one]
                        pair = sorted((*runs, 0, 0)[:2])
                        table[4 * a + b, one, two] = 4 * pair[0] + pair[1]
    return table


_NEXT = _next_lengths()
_PRUNED = _pruned_lengths()


# sets and runs: what a scan works on


@rule
def is_set(cards):  # type: ignore[no-untyped-def]
    """Whether a set of cards is three or four of one rank."""
    return count(cards) >= 3 and cards & ~RANKS[lowest(cards) % 13] == 0


@rule
def is_run(cards):  # type: ignore[no-untyped-def]
    """Whether a set of cards is three or more in order of one suit, an ace low or high."""
    if count(cards) < 3:
        return False
    suit = lowest(cards) // 13
    row = suit_row(cards, suit)
    if count(row & 0x3FFE) != count(cards):  # cards of another suit
        return False
    for top in (row & 0x3FFE, row & 0x1FFF):
        start = top & -top
        if count(top) == count(cards) and (top + start) & top == 0:
            return True
    return False


@rule(inline=True)
def suit_row(cards, suit):  # type: ignore[no-untyped-def]
    """The cards of a suit in order, fourteen bits: low ace, 2 .. K, high ace."""
    row = (cards >> (13 * suit)) & 0x1FFF
    return (row << 1) | (row >> 12)


@rule
def in_melds(cards):  # type: ignore[no-untyped-def]
    """The cards of a set that belong to any set or run within it."""
    found = 0
    for s in range(4):
        row = suit_row(cards, s)
        starts = row & (row >> 1) & (row >> 2)
        row = starts | (starts << 1) | (starts << 2)
        found |= ((row >> 1) | ((row & 1) << 12)) << (13 * s)
    c, d, h, s = cards & 0x1FFF, (cards >> 13) & 0x1FFF, (cards >> 26) & 0x1FFF, (cards >> 39) & 0x1FFF
    ranks = (c & d & (h | s)) | (h & s & (c | d))
    return found | ((ranks | (ranks << 13) | (ranks << 26) | (ranks << 39)) & cards)


@rule
def _copies_by_position(one, two, rows):  # type: ignore[no-untyped-def]
    """rows[i, s]: how many cards of suit s stand at position i; both ends are the aces."""
    for s in range(4):
        row, twice = suit_row(one, s), suit_row(two, s)
        for i in range(_ENDS):
            rows[i, s] = ((row >> i) & 1) + ((twice >> i) & 1)
        rows[_ENDS, s] = rows[_ENDS + 1, s] = 0


@rule
def _shapes_by_position(high, shapes):  # type: ignore[no-untyped-def]
    """shapes[i]: how many ways of forming sets the cards at position i have, then these ways, rows of _SET_SHAPES."""
    for i in range(_ENDS):
        have = 0x8888  # four bits a suit; the highest stays set where the cards are enough
        for s in range(4):
            have += high[i, s] << (4 * s)
        shapes[i, 0], shapes[i, 1] = 1, 0
        if i > 0 and count(((have & 0x3333) + 0x3333) & 0x4444) >= 3:
            for v in range(1, len(_SET_SHAPES)):
                if (have - _SPREAD[v]) & 0x8888 == 0x8888:
                    shapes[i, 0] += 1
                    shapes[i, shapes[i, 0]] = v


@rule
def _successors(i, key, low, high, shapes, fixed, out, how):  # type: ignore[no-untyped-def]
    """All that the cards at position i can be used for after the state `key`: the next states and how they were reached.

    key: four bits a suit for its open runs, then two bits a suit for its aces used low. how: two bits a suit each for the
    cards in sets, in runs, and used at all. fixed: three bags of kinds (see `meldable`) by position.
    """
    n = 0
    for v in range(1, shapes[i, 0] + 1):
        shape = _SET_SHAPES[shapes[i, v]]
        out[n], how[n], size = 0, shape, 1
        for s in range(4):
            if high[i, s] == 0 and (key >> (4 * s)) & 15 == 0 and fixed[1, i, s] == 0:
                continue
            used_low = (key >> (16 + 2 * s)) & 3 if i == _ENDS - 1 else 0
            in_set = (shape >> (2 * s)) & 3
            least, most = low[i, s] - used_low, high[i, s] - used_low
            options = 0
            if in_set <= most:
                options = _suit_options(i, s, (key >> (4 * s)) & 15, in_set, least, most, high, fixed, out, how, n, size)
            size *= options
            if options == 0:
                break
        if i > 0 and i < _ENDS - 1:
            for k in range(n, n + size):
                out[k] |= key & 0xFF0000
        n += size
    return n


@rule(inline=True)
def _suit_options(i, s, runs, in_set, least, most, high, fixed, out, how, n, size):  # type: ignore[no-untyped-def]
    """Multiply the `size` partial successors from n on by what suit s can do at a position; returns the number of its options.

    The first option is written last, over the partial successors that the others are copied from.
    """
    options = 0
    first_out = first_how = 0
    ahead, behind = fixed[0, i, s], fixed[1, i, s]
    one, two = high[i + 1, s], high[i + 2, s]
    if i + 1 < _ENDS and fixed[0, i + 1, s]:  # a run lies ahead, short ones may end there
        one = two = 2
    elif i + 2 < _ENDS and fixed[0, i + 2, s]:
        two = 2
    for released in range(ahead + 1):
        before = runs if released == 0 else _release(runs, released)
        if before == _DEAD:
            break
        for taken in range(fixed[2, i, s] + 1):
            for cards in range(max(0, least - in_set - taken), most - in_set - taken + 1):
                after = _NEXT[before, cards]
                if after == _DEAD:
                    continue
                for _ in range(behind):
                    after = _with_open(after)
                after = _PRUNED[after, min(one, 2), min(two, 2)]
                if after == _DEAD:
                    continue
                used = in_set + taken + cards
                state = (after << (4 * s)) | ((cards << (16 + 2 * s)) if i == 0 else 0)
                way = (cards << (8 + 2 * s)) | (used << (16 + 2 * s))
                if options == 0:
                    first_out, first_how = state, way
                else:
                    for k in range(size):
                        out[n + options * size + k] = out[n + k] | state
                        how[n + options * size + k] = how[n + k] | way
                options += 1
    if options:
        for k in range(size):
            out[n + k] |= first_out
            how[n + k] |= first_how
    return options


@rule
def _release(runs, n):  # type: ignore[no-untyped-def]
    """The open runs when n of those that are too short, the shortest first, end at a run that lies ahead; or dead."""
    a, b = runs >> 2, runs & 3
    for _ in range(n):
        if a == 1 or a == 2:
            a = 0
        elif b == 1 or b == 2:
            a, b = 0, a
        else:
            return _DEAD
    return 4 * a + b


@rule
def _with_open(runs):  # type: ignore[no-untyped-def]
    """The open runs and one more that may go on or end."""
    return 4 * (runs & 3) + 3 if runs < 4 else _DEAD


@rule
def _scan(low, high, shapes, fixed, keys, slots, ways, out, how):  # type: ignore[no-untyped-def]
    """Write the states that can be reached, by position, and the ways from one to another (from, to, how), in this order.

    slots: a hash table of the states, empty. Returns how many states and ways, the first of the last states (0 where the end
    is not reached), or -1 for the states where there is no room for all.
    """
    keys[0] = first = steps = 0
    total, mask = 1, len(slots) - 1
    for i in range(_ENDS):
        last = total
        for at in range(first, last):
            found = _successors(i, keys[at] & 0xFFFFFF, low, high, shapes, fixed, out, how)
            if total + found > len(keys) or steps + found > len(ways):
                return -1, 0, 0
            for k in range(found):
                slot = _slot_of(i + 1, out[k], keys, slots, mask)
                if slots[slot] == 0:
                    keys[total] = out[k] | ((i + 1) << 24)
                    total += 1
                    slots[slot] = total
                ways[steps, 0], ways[steps, 1], ways[steps, 2] = at, slots[slot] - 1, how[k]
                steps += 1
        first = last
        if first == total:
            return total, steps, 0
    return total, steps, first


@rule(inline=True)
def _slot_of(i, key, keys, slots, mask):  # type: ignore[no-untyped-def]
    """The slot of a state at a position, or the empty slot where it belongs. A slot holds the place in `keys`, plus one."""
    word = key | (i << 24)
    slot = shift_right(wrapping_mul(word, -0x61C8864680B583EB), 40) & mask
    while slots[slot] != 0 and keys[slots[slot] - 1] != word:
        slot = (slot + 1) & mask
    return slot


@rule
def _scanned(must, must_twice, all_, all_twice, fixed):  # type: ignore[no-untyped-def]
    """Scan with room enough: what `_scan` says (the last states first), the states, the ways, the copies that must be used."""
    low, high = np.empty((_ENDS + 2, 4), np.int64), np.empty((_ENDS + 2, 4), np.int64)
    _copies_by_position(must, must_twice, low)
    _copies_by_position(all_, all_twice, high)
    low[0, :] = 0  # a low ace is asked for only where it can still be a high one
    shapes = np.empty((_ENDS, len(_SET_SHAPES) + 1), np.int64)
    _shapes_by_position(high, shapes)
    out, how = np.empty(1024, np.int64), np.empty(1024, np.int64)
    room = 64 if must == all_ else 512
    while True:
        keys, slots, ways = np.empty(room, np.int64), np.zeros(4 * room, np.int64), np.empty((4 * room, 3), np.int64)
        total, steps, end = _scan(low, high, shapes, fixed, keys, slots, ways, out, how)
        if total >= 0:
            return end, total, steps, keys, ways, low
        room *= 8


NOTHING_FIXED = np.zeros((3, _ENDS + 2, 4), np.int64)


@rule
def can_meld(one, two):  # type: ignore[no-untyped-def]
    """Whether a multiset (the kinds held, the kinds held twice) splits completely into sets and runs; no cards at all do."""
    if in_melds(one) != one:
        return False
    if one == 0:
        return True
    return _scanned(one, two, one, two, NOTHING_FIXED)[0] > 0


@rule
def meldable(must, must_twice, may, may_twice, fixed):  # type: ignore[no-untyped-def]
    """The kinds of optional cards that can be of use: for each some choice of the optional cards, it among them, can be put

    to the cards that must be used so that all of them split into sets and runs. -1 where no choice does, not even none.
    fixed: NOTHING_FIXED, or the melds that hold still and may only be added to, as `hold_still` writes them.
    """
    one, two = must | may, must_twice | may_twice | (must & may)
    if fixed[0, _ENDS, 0] == 0:
        useful = in_melds(one)
        if must & ~useful:
            return -1
        one, two = one & useful, two & useful
        if one == 0:
            return 0
    end, total, steps, keys, ways, low = _scanned(must, must_twice, one, two, fixed)
    if end == 0:
        return -1
    leads, kinds = _leading(end, total, steps, ways), 0
    for k in range(steps):
        if leads[ways[k, 1]]:
            key = keys[ways[k, 0]]
            kinds |= _more_than(key >> 24, key, ways[k, 2], low)
    return kinds


@rule
def _leading(end, total, steps, ways):  # type: ignore[no-untyped-def]
    """Which states of a scan lead to its end."""
    leads = np.zeros(total, np.bool_)
    leads[end:] = True
    for k in range(steps - 1, -1, -1):
        if leads[ways[k, 1]]:
            leads[ways[k, 0]] = True
    return leads


@rule(inline=True)
def _more_than(i, key, way, low):  # type: ignore[no-untyped-def]
    """The kinds at a position of which this way uses more than it must. What becomes of the aces is known at the high end."""
    kinds = 0
    if i > 0:
        for s in range(4):
            used = (way >> (16 + 2 * s)) & 3
            if i == _ENDS - 1:
                used += (key >> (16 + 2 * s)) & 3
            if used > low[i, s]:
                kinds |= 1 << (13 * s + i - 1)
    return kinds


@rule
def hold_still(melds, n, fixed):  # type: ignore[no-untyped-def]
    """Write what n melds that hold still would take: cards before a run, cards behind it, a fourth suit.

    melds: sets of cards, some perhaps empty. fixed: int64[3, 16, 4], by position and suit.
    """
    fixed[:] = 0
    fixed[0, _ENDS, 0] = 1  # behind the last position: a mark that something holds still
    for k in range(n):
        cards = melds[k]
        if cards == 0:
            continue
        if is_set(cards):
            for s in range(4):
                card = 13 * s + lowest(cards) % 13
                fixed[2, card % 13 + 1, s] += 1 - ((cards >> card) & 1)
        else:
            suit = lowest(cards) // 13
            row = run_row(cards)
            fixed[0, lowest(row), suit] += 1
            fixed[1, highest(row), suit] += 1


@rule
def run_row(cards):  # type: ignore[no-untyped-def]
    """A run in order, fourteen bits as in `suit_row`, its ace at the end where it belongs."""
    row = suit_row(cards, lowest(cards) // 13)
    return row & 0x1FFF if row & 2 else row & 0x3FFE


@rule
def split_melds(one, two, melds):  # type: ignore[no-untyped-def]
    """Split a multiset into sets and runs: writes each as a set of cards, at most MOST_MELDS; returns how many.

    -1 where that cannot be.
    """
    if in_melds(one) != one:
        return -1
    if one == 0:
        return 0
    end, total, steps, _, ways, _ = _scanned(one, two, one, two, NOTHING_FIXED)
    if end == 0:
        return -1
    leads = _leading(end, total, steps, ways)
    runs, n, at, i = np.zeros((4, 2), np.int64), 0, 0, 0
    for k in range(steps):
        if ways[k, 0] == at and leads[ways[k, 1]]:
            at, way, rank = ways[k, 1], ways[k, 2], (i + 12) % 13
            n = _add_sets(way & 0xFF, rank, melds, n)
            for s in range(4):
                n = _go_on(runs[s], 1 << (13 * s + rank), (way >> (8 + 2 * s)) & 3, melds, n)
            i += 1
    for s in range(4):
        n = _go_on(runs[s], 0, 0, melds, n)
    return n


@rule
def _add_sets(shape, rank, melds, n):  # type: ignore[no-untyped-def]
    """Write the sets of a rank: suits that give two cards are in both, those that give one take turns."""
    first = second = 0
    for s in range(4):
        card, cards = 1 << (13 * s + rank), (shape >> (2 * s)) & 3
        if cards == 2:
            first, second = first | card, second | card
        elif cards == 1 and (count(shape & 0xAA) == 0 or count(first) <= count(second)):
            first |= card
        elif cards == 1:
            second |= card
    if first:
        melds[n] = first
        n += 1
    if second:
        melds[n] = second
        n += 1
    return n


@rule
def _go_on(open_runs, card, cards, melds, n):  # type: ignore[no-untyped-def]
    """Put so many equal cards to the two open runs of a suit, the shorter first; those that get none are complete and written."""
    if count(open_runs[0]) > count(open_runs[1]):
        open_runs[0], open_runs[1] = open_runs[1], open_runs[0]
    if open_runs[0] == 0 and cards == 1:
        open_runs[0], open_runs[1] = open_runs[1], 0
    for k in range(2):
        run = open_runs[k]
        if k < cards:
            if run & card:  # from the low ace to the high one: two runs
                high = (card >> 1) | (card >> 2) | (card >> 3)
                melds[n] = run & ~high
                n += 1
                run = high
            open_runs[k] = run | card
        elif run:
            melds[n] = run
            n += 1
            open_runs[k] = 0
    return n


# any list of melds


def runs_of(order: str, suits: Iterable[int] = range(4), lengths: Iterable[int] = (3, 4, 5)) -> list[tuple[int, ...]]:
    """The runs of these lengths in an order of ranks, lowest first; longer ones are made of these. An ace may stand at both ends.

    >>> [len(run) for run in runs_of("A 2 3 4", [0])]
    [3, 3, 4]
    """
    ranks = [RANK_NAMES.index(name) for name in order.split()]
    return [
        tuple(13 * s + r for r in ranks[start : start + n]) for s in suits for n in lengths for start in range(len(ranks) - n + 1)
    ]


def sets_of(ranks: str, suits: Iterable[int] = range(4), sizes: Iterable[int] = (3, 4)) -> list[tuple[int, ...]]:
    """The sets of these sizes: cards of one rank in different suits.

    >>> sets_of("A", sizes=[4])
    [(12, 25, 38, 51)]
    """
    suits = tuple(suits)
    return [
        tuple(13 * s + RANK_NAMES.index(name) for s in chosen)
        for name in ranks.split()
        for n in sizes
        for chosen in itertools.combinations(suits, n)
    ]


def meld_rows(melds: Iterable[tuple[Sequence[int], int]], wilds: int = 0) -> npt.NDArray[np.int64]:
    """A list of melds (their cards, at most two of a kind; their worth) as `best_melds` wants it.

    A row is a meld with some of its cards, at most `wilds` and not all, left to wild cards: the kinds it needs, those it needs
    twice, its worth, how many wild cards, and its number in the list. Rows go by their lowest card.
    """
    rows = set()
    for number, (cards, worth) in enumerate(melds):
        for gone in range(min(wilds, len(cards) - 1) + 1):
            for kept in itertools.combinations(sorted(cards), len(cards) - gone):
                one = sum(1 << c for c in set(kept))
                two = sum(1 << c for c in set(kept) if kept.count(c) == 2)
                rows.add((kept[0], -worth, gone, one, two, number))
    return np.array([(one, two, -worth, gone, number) for _, worth, gone, one, two, number in sorted(rows)], np.int64)


@rule
def best_melds(one, two, wilds, rows, whole, chosen):  # type: ignore[no-untyped-def]
    """The most that disjoint melds of a list are worth which a multiset and so many wild cards can form.

    whole: every card and every wild card must be used; then -1 where that cannot be. rows: as `meld_rows` makes them. chosen
    (int64, MOST_MELDS) gets the rows of a best choice, its number of melds in front.
    """
    held, n, dearest = _held_rows(one, two, wilds, rows)
    best, chosen[0] = 0, 0
    if whole and (one or wilds):
        best = -1
    ones, twos, wild, worth = np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64), 0
    at, depth = np.zeros(MOST_MELDS, np.int64), 0
    ones[0], twos[0], wild[0] = one, two, wilds
    while depth >= 0:
        one, two, left = ones[depth], twos[depth], wild[depth]
        k = _next_fitting(one, two, left, rows, held, n, at[depth], whole)
        if k == n or worth + dearest * (count(one) + count(two) + left) <= best:
            depth -= 1
            if depth >= 0:
                worth -= rows[held[at[depth] - 1], 2]
            continue
        row = held[k]
        at[depth] = k + 1
        a, b = rows[row, 0], rows[row, 1]
        single = a & ~b
        depth += 1
        ones[depth], twos[depth] = one & ~b & ~(single & ~two), two & ~a
        wild[depth], at[depth] = left - rows[row, 3], k
        worth += rows[row, 2]
        if worth > best and not (whole and (ones[depth] or wild[depth])):
            best, chosen[0] = worth, depth
            for d in range(depth):
                chosen[d + 1] = held[at[d] - 1]
    return best


@rule
def _held_rows(one, two, wilds, rows):  # type: ignore[no-untyped-def]
    """The rows that a multiset holds all cards of, how many, and the most that any of them is worth a card."""
    held, n, dearest = np.empty(len(rows), np.int64), 0, 0.0
    for k in range(len(rows)):
        if rows[k, 0] & ~one == 0 and rows[k, 1] & ~two == 0 and rows[k, 3] <= wilds:
            held[n] = k
            n += 1
            dearest = max(dearest, rows[k, 2] / (count(rows[k, 0]) + count(rows[k, 1]) + rows[k, 3]))
    return held, n, dearest


@rule(inline=True)
def _next_fitting(one, two, wilds, rows, held, n, k, whole):  # type: ignore[no-untyped-def]
    """The next of the held rows, from k on, that still fits; n if none does, or if the lowest card can no longer be used."""
    least = one & -one
    while k < n:
        a = rows[held[k], 0]
        if whole and a & -a > least:
            return n
        if a & ~one == 0 and rows[held[k], 1] & ~two == 0 and rows[held[k], 3] <= wilds:
            return k
        k += 1
    return n
