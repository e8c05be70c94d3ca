"""Sets and runs: splitting a multiset of cards of at most two packs into them, exactly.

Sets are three or four of a rank in different suits, runs three or more of a suit in order, aces low or high. `can_meld`,
`meldable` and `split_melds` go through the ranks between low ace and high ace. All that matters of a suit are the lengths (1,
2, 3 or more) of its at most two open runs: ten states, and how many of its aces went low. A run that may go on does: it can do
all that a new one could.

The suits meet only if a rank forms sets. So what is kept at a rank is a list of *fronts*: for each suit a set of states, any
of which may stand with any of the others'. Tables take a set of states past a rank at once, and what a suit can do with cards
that may be left in the hand never multiplies the fronts; only the choice of the sets does. A front that lies within another is
dropped, and two that differ in one suit only become one.

A multiset is given by its planes, as a bag holds them: the kinds held, and the kinds held twice. A meld of sets and runs never
holds a kind twice: it is a set.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from parlour.machine import count, highest, lowest, rule

from .cards import RANKS

__all__ = [
    "MOST_MELDS",
    "NOTHING_FIXED",
    "can_meld",
    "can_meld_with",
    "hold_still",
    "in_melds",
    "is_meld",
    "is_run",
    "is_set",
    "meldable",
    "run_row",
    "split_melds",
    "suit_row",
]

MOST_MELDS = 35
"""As many melds of three or more as 104 cards can make, and one: the length of what `split_melds` writes."""
_ENDS = 14  # positions: low ace, 2 .. K, high ace
_HIGH_ACE = 13
_RANK = RANKS[0]  # one rank in all suits

# the ten states of a suit, and sets of them


_STATES = [(a, b) for a in range(4) for b in range(a, 4)]
"""The lengths of the open runs of a suit; 0 is none, 3 three or more."""
_MASKS = 1 << len(_STATES)
_PART = _MASKS - 1
_NEVER = 9


def _used(state: tuple[int, int], cards: int) -> list[tuple[int, int]]:
    """Return the states after this many cards of the next rank, shorter runs first; an empty list if a run would end too
    short.
    """
    short = [n for n in state if n in (1, 2)]
    if len(short) > cards:
        return []
    runs = [n + 1 for n in short] + [3] * state.count(3) + [1, 1]
    a, b = sorted((*runs[:cards], 0, 0)[: max(2, cards)])
    return [(a, b)]


def _released(state: tuple[int, int]) -> list[tuple[int, int]]:
    """The states in which one run or none that is too short ends at a run that lies ahead."""
    a, b = state
    return [state, *((0, b) for _ in [0] if a in (1, 2)), *(((0, a)) for _ in [0] if b in (1, 2))]


def _opened(state: tuple[int, int]) -> list[tuple[int, int]]:
    """The state with one open run more that may go on or end; no rank has cards for three."""
    return [(state[1], 3)] if state[0] == 0 else [state]


def _weaker(state: tuple[int, int]) -> list[tuple[int, int]]:
    """The states that can go on in no way that this one cannot: three or more are as good as fewer, and as none."""
    below = ((0,), (1,), (1, 2), (0, 1, 2, 3))
    return [(min(a, b), max(a, b)) for a in below[state[0]] for b in below[state[1]]]


def _tables(after: Callable[[tuple[int, int]], list[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """[set of states] -> the states they lead to with all weaker ones, and those that lead into it."""
    ahead = [sum(1 << k for k in {_STATES.index(w) for s in after(state) for w in _weaker(s)}) for state in _STATES]
    to = [0] * _MASKS
    into = [0] * _MASKS
    for mask in range(_MASKS):
        for k, targets in enumerate(ahead):
            if (mask >> k) & 1:
                to[mask] |= targets
            if targets & mask:
                into[mask] |= 1 << k
    return to, into


def _by_cards() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The states after, and before, a set of states and at least this many, at most this many cards in runs.

    At (3 * least + most) * _MASKS + states; the last row is that of what cannot be.
    """
    tables = np.zeros((2, _NEVER + 1, _MASKS), np.int32)
    for least, most in itertools.combinations_with_replacement(range(3), 2):
        tables[:, 3 * least + most] = _tables(lambda s: [t for n in range(least, most + 1) for t in _used(s, n)])  # noqa: B023
    return tables[0].ravel(), tables[1].ravel()


_AFTER, _BEFORE = _by_cards()
_RELEASED, _RELEASED_BEFORE = (np.array(table, np.int64) for table in _tables(_released))
_OPENED, _OPENED_BEFORE = (np.array(table, np.int64) for table in _tables(_opened))
_FINAL = sum(1 << k for k, (a, b) in enumerate(_STATES) if a in (0, 3) and b in (0, 3))
_FINAL |= (_FINAL << 10) | (_FINAL << 20)  # three parts: by how many aces went low
_START = [1, (1 << _STATES.index((0, 1))) << 10, (1 << _STATES.index((1, 1))) << 20]  # likewise
_STARTS = np.array(_START, np.int64)

# what sets take of a rank


_SET_SHAPES = np.array(
    [
        sum(k << (2 * s) for s, k in enumerate(shape))
        for shape in itertools.product(range(3), repeat=4)
        if (n := sum(shape)) == 0 or n >= 6 or (n in (3, 4) and max(shape) == 1)
    ],
    np.int64,
)
"""The cards of each suit (two bits per suit) that the sets of one rank can take: no set, one set, or two."""


def _fitting_shapes() -> npt.NDArray[np.int64]:
    """[cards of each suit, two bits a suit] -> how many shapes they have room for, then these."""
    table = np.zeros((256, len(_SET_SHAPES) + 1), np.int64)
    for have in range(256):
        fit = [v for v in _SET_SHAPES.tolist() if all((v >> k) & 3 <= (have >> k) & 3 for k in (0, 2, 4, 6))]
        table[have, : len(fit) + 1] = [len(fit), *fit]
    return table


_SHAPES = _fitting_shapes()


# what one suit can do at a position: a code of how many of its cards must and can be used


@rule(inline=True)
def _code(least, most, in_runs, taken):
    """Return where in _ROWS it stands: at least and at most this many cards are used, 1 if they may go into runs, this many of
    them into

    sets that hold still.
    """
    return 9 * (3 * (4 * (2 * taken + in_runs) + least) + most)


_ONE_MORE = 27
"""Added to a code if at least one more card is used."""


def _rows() -> npt.NDArray[np.int64]:
    """[code + 3 * aces that went low + cards in sets] -> the row of _AFTER and _BEFORE."""
    rows = np.full((3, 2, 4, 3, 3, 3), _NEVER * _MASKS, np.int64)
    for taken, in_runs, least, most, low, cards in np.ndindex(*rows.shape):
        fewest, rest = max(0, least - low - cards - taken), most - low - cards
        if rest >= 0 and fewest <= rest * in_runs:
            rows[taken, in_runs, least, most, low, cards] = (3 * fewest + rest * in_runs) * _MASKS
    return rows.ravel()


_ROWS = _rows()


# cards


@rule
def is_set(cards):
    """Whether a set of cards is three or four of one rank."""
    return count(cards) >= 3 and cards & ~RANKS[lowest(cards) % 13] == 0


@rule
def is_run(cards):
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
def is_meld(cards):
    """Whether a set of cards is one set or one run."""
    return is_set(cards) or is_run(cards)


@rule(inline=True)
def suit_row(cards, suit):
    """The cards of a suit in order, fourteen bits: low ace, 2 .. K, high ace."""
    row = (cards >> (13 * suit)) & 0x1FFF
    return (row << 1) | (row >> 12)


@rule(inline=True)
def _in_runs(row):
    """Those of a suit's cards in order that have two neighbours to make a run with."""
    starts = row & (row >> 1) & (row >> 2)
    return starts | (starts << 1) | (starts << 2)


@rule
def in_melds(cards):
    """The cards of a set that belong to any set or run within it."""
    found = 0
    for s in range(4):
        row = _in_runs(suit_row(cards, s))
        found |= ((row >> 1) | ((row & 1) << 12)) << (13 * s)
    c, d, h, s = cards & 0x1FFF, (cards >> 13) & 0x1FFF, (cards >> 26) & 0x1FFF, (cards >> 39) & 0x1FFF
    ranks = (c & d & (h | s)) | (h & s & (c | d))
    return found | ((ranks | (ranks << 13) | (ranks << 26) | (ranks << 39)) & cards)


# melds that hold still


NOTHING_FIXED = np.zeros((3, _ENDS + 1, 4), np.int64)


@rule
def hold_still(melds, n, fixed):
    """Write what n melds that hold still would take: cards before a run, cards behind it, a fourth suit.

    melds: sets of cards, some perhaps empty. fixed: an int64 array like NOTHING_FIXED, by position and suit.
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
def run_row(cards):
    """A run in order, fourteen bits as in `suit_row`, its ace at the end where it belongs."""
    row = suit_row(cards, lowest(cards) // 13)
    return row & 0x1FFF if row & 2 else row & 0x3FFE


# the way through the positions


_REACH, _HAVE, _FIRST = 4, 8, 9
"""Columns of a plan, a row for each position: the codes of the four suits, the states they can be in before it, the cards there

are (two bits per suit, if they are enough for a set; otherwise 0), the first of its fronts.
"""


@rule
def _make_plan(must, must_twice, one, two, fixed, plan):
    """Write all but the fronts of a plan, as far as the suits can be in any state."""
    for i in range(1, _ENDS):
        plan[i, _HAVE] = 0
    for s in range(4):
        must_row, must_two, row, twice = suit_row(must, s), suit_row(must_twice, s), suit_row(one, s), suit_row(two, s)
        in_runs = row if fixed[0, _ENDS, 0] else _in_runs(row)
        plan[1, _REACH + s] = _STARTS[0] | (in_runs & 1) * (_STARTS[1] | (twice & 1) * _STARTS[2])
        for i in range(1, _ENDS):
            most = ((row >> i) & 1) + ((twice >> i) & 1)
            plan[i, s] = _code(((must_row >> i) & 1) + ((must_two >> i) & 1), most, (in_runs >> i) & 1, fixed[2, i, s])
            plan[i, _HAVE] |= most << (2 * s)
    for i in range(1, _ENDS):
        have = plan[i, _HAVE]
        if count((have | (have >> 1)) & 0x55) < 3:
            plan[i, _HAVE] = 0


@rule(inline=True)
def _parts(table, states):
    """A table for every part of a set of states."""
    return table[states & _PART] | (table[(states >> 10) & _PART] << 10) | (table[states >> 20] << 20)


@rule(inline=True)
def _past(table, i, code, cards, states):
    """Return where a suit comes from (_BEFORE) or to (_AFTER) with this many cards of position i in sets."""
    row = _ROWS[code + cards]
    found = table[row | (states & _PART)]
    if i < _HIGH_ACE and states <= _PART:
        return found
    second, third = (row, row) if i < _HIGH_ACE else (_ROWS[code + 3 + cards], _ROWS[code + 6 + cards])
    return found | (table[second | ((states >> 10) & _PART)] << 10) | (table[third | (states >> 20)] << 20)


@rule(inline=True)
def _after(i, s, code, cards, states, fixed):
    """The states of suit s that any of these lead to with this many cards of position i in sets."""
    return _after_still(i, s, code, cards, states, fixed) if fixed[0, _ENDS, 0] else _past(_AFTER, i, code, cards, states)


@rule
def _after_still(i, s, code, cards, states, fixed):
    """Return the states after, with melds that hold still."""
    for _ in range(fixed[0, i, s]):
        states = _parts(_RELEASED, states)
    states = _past(_AFTER, i, code, cards, states)
    for _ in range(fixed[1, i, s]):
        states = _parts(_OPENED, states)
    return states


@rule(inline=True)
def _before(i, s, code, cards, states, fixed):
    """The states of suit s that lead to any of these with this many cards of position i in sets."""
    return _before_still(i, s, code, cards, states, fixed) if fixed[0, _ENDS, 0] else _past(_BEFORE, i, code, cards, states)


@rule
def _before_still(i, s, code, cards, states, fixed):
    """Return the states before, with melds that hold still."""
    for _ in range(fixed[1, i, s]):
        states = _parts(_OPENED_BEFORE, states)
    states = _past(_BEFORE, i, code, cards, states)
    for _ in range(fixed[0, i, s]):
        states = _parts(_RELEASED_BEFORE, states)
    return states


# fronts: for each suit a set of states, two suits a word


_SUIT = (1 << 30) - 1


@rule(inline=True)
def _leads(a, b, fronts, begin, end):
    """Whether a front has states in common in every suit with one of these fronts."""
    for f in range(begin, end):
        x, y = a & fronts[f, 0], b & fronts[f, 1]
        if x & _SUIT and x >> 30 and y & _SUIT and y >> 30:
            return True
    return False


@rule(inline=True)
def _nearly(x, y):
    """Whether one suit alone tells two fronts apart."""
    return (x == 0 or y == 0) and ((x | y) & _SUIT == 0 or (x | y) >> 30 == 0)


@rule(inline=True)
def _add_front(a, b, fronts, start, end):
    """Add a front to those from `start` on, but for those that lie within another; returns the end. Two that differ in one

    suit only become one.
    """
    k = start
    while k < end:
        if a & ~fronts[k, 0] == 0 and b & ~fronts[k, 1] == 0:
            return end
        if fronts[k, 0] & ~a == 0 and fronts[k, 1] & ~b == 0:
            end -= 1
            fronts[k, 0], fronts[k, 1] = fronts[end, 0], fronts[end, 1]
        elif _nearly(a ^ fronts[k, 0], b ^ fronts[k, 1]):
            a, b = a | fronts[k, 0], b | fronts[k, 1]
            end -= 1
            fronts[k, 0], fronts[k, 1] = fronts[end, 0], fronts[end, 1]
            k = start
        else:
            k += 1
    fronts[end, 0], fronts[end, 1] = a, b
    return end + 1


@rule
def _reach(plan, fixed):
    """Write the states that each suit by itself can be in before each position; whether there are any everywhere."""
    for i in range(1, _HIGH_ACE):
        for s in range(4):
            states = _after(i, s, plan[i, s], 0, plan[i, _REACH + s], fixed)
            for k in range(1, 1 + ((plan[i, _HAVE] >> (2 * s)) & 3)):
                states |= _after(i, s, plan[i, s], k, plan[i, _REACH + s], fixed)
            if states == 0:
                return False
            plan[i + 1, _REACH + s] = states
    return True


@rule
def _fronts(plan, fixed, fronts):
    """Write the fronts from which the end can be reached: before position i, from plan[i, _FIRST] to plan[i - 1, _FIRST].

    Returns 1, 0 if there is no way from the start to the end, or -1 if there is no room for all fronts.
    """
    fronts[0, 0] = fronts[0, 1] = _FINAL | (_FINAL << 30)
    plan[_ENDS, _FIRST] = begin = 0
    end = 1
    states = np.empty(12, np.int64)
    for i in range(_HIGH_ACE, 0, -1):
        plan[i, _FIRST] = total = end
        have = plan[i, _HAVE]
        for f in range(begin, end):
            if total + len(_SET_SHAPES) > len(fronts):
                return -1
            for s in range(4):
                front = (fronts[f, s >> 1] >> (30 * (s & 1))) & _SUIT
                for k in range(1 + ((have >> (2 * s)) & 3)):
                    states[3 * s + k] = _before(i, s, plan[i, s], k, front, fixed) & plan[i, _REACH + s]
            for n in range(1, _SHAPES[have, 0] + 1):
                v = _SHAPES[have, n]
                c, d, h, p = states[v & 3], states[3 + ((v >> 2) & 3)], states[6 + ((v >> 4) & 3)], states[9 + (v >> 6)]
                if c and d and h and p:
                    total = _add_front(c | (d << 30), h | (p << 30), fronts, end, total)
        if total == end:
            return 0
        begin, end = end, total
    plan[0, _FIRST] = end
    return 1


@rule
def _search(must, must_twice, one, two, fixed):
    """Whether all that must can be melded with some of the others; and what tells how: the plan and its fronts."""
    plan = np.empty((_ENDS + 1, 10), np.int64)
    _make_plan(must, must_twice, one, two, fixed, plan)
    room = 256
    fronts = np.empty((room, 2), np.int64)
    if not _reach(plan, fixed):
        return 0, plan, fronts
    while True:
        found = _fronts(plan, fixed, fronts)
        if found >= 0:
            return found, plan, fronts
        room *= 8
        fronts = np.empty((room, 2), np.int64)


# all cards, none of them optional: a suit is in one state then, and what the sets leave of its cards says in which next


_DEAD = 0x80
_ALL_DEAD = 0x80808080
_NEXT = np.full(4 * len(_STATES), _DEAD, np.int64)
"""[4 * state + cards in runs] -> the state after them, or dead."""
for _state, _cards in itertools.product(range(len(_STATES)), range(3)):
    for _after_them in _used(_STATES[_state], _cards):
        _NEXT[4 * _state + _cards] = _STATES.index(_after_them)
_ENDED = sum(1 << k for k, (a, b) in enumerate(_STATES) if a in (0, 3) and b in (0, 3))
_LOW = np.array([_STATES.index(state) for state in ((0, 0), (0, 1), (1, 1))], np.int64)
_MOST_STEPS = 300
"""Positions walked through before the fronts are asked, which never see the same twice."""


@rule(inline=True)
def _for_sets(have):
    """Return the cards at a position (two bits per suit) if they are enough for a set; otherwise 0."""
    return have if count((have | (have >> 1)) & 0x55) >= 3 else 0


@rule(inline=True)
def _next_states(states, left):
    """Return the states of the four suits (eight bits each) after their cards left for runs; a dead one has its top bit set."""
    found = _NEXT[4 * (states & 15) + (left & 3)] | (_NEXT[4 * ((states >> 8) & 15) + ((left >> 2) & 3)] << 8)
    return found | (_NEXT[4 * ((states >> 16) & 15) + ((left >> 4) & 3)] << 16) | (_NEXT[4 * (states >> 24) + (left >> 6)] << 24)


@rule(inline=True)
def _all_ended(states):
    """Whether no suit has an open run that is too short."""
    first, second = (_ENDED >> (states & 15)) & (_ENDED >> ((states >> 8) & 15)), _ENDED >> ((states >> 16) & 15)
    return first & second & (_ENDED >> (states >> 24)) & 1


@rule
def _send_aces(way, aces, twos):
    """Return (cards, states): the aces of each suit that go low in one of 81 ways, and the states they begin with.

    states is -1 if that is impossible: an ace is missing, or there is no two to go on with.
    """
    low = states = 0
    for s in range(4):
        n = (way // 3**s) % 3
        if n > (aces >> (2 * s)) & 3 or n > (twos >> (2 * s)) & 3:
            return -1, 0
        low |= n << (2 * s)
        states |= _LOW[n] << (8 * s)
    return low, states


@rule
def _walk(one, two):
    """Whether a multiset splits into sets and runs, choosing the sets rank by rank and going back; -1 after too many steps."""
    here = np.empty((4, _ENDS + 1), np.int64)  # by position: cards there, of those for sets, shapes tried, states before it
    for i in range(1, _ENDS):
        have = 0
        for s in range(4):
            card = 13 * s + i - 1
            have |= (((one >> card) & 1) + ((two >> card) & 1)) << (2 * s)
        here[0, i], here[1, i] = have, _for_sets(have)
    aces, steps = here[0, _HIGH_ACE], 0
    for way in range(81):
        low, states = _send_aces(way, aces, here[0, 1])
        if low < 0:
            continue
        here[0, _HIGH_ACE], here[1, _HIGH_ACE] = aces - low, _for_sets(aces - low)
        i, here[2, 1], here[3, 1] = 1, 0, states
        while i:
            steps += 1
            if steps > _MOST_STEPS:
                return -1
            if i == _ENDS:
                if _all_ended(here[3, i]):
                    return 1
                i -= 1
            after = _DEAD
            while after & _ALL_DEAD and here[2, i] < _SHAPES[here[1, i], 0]:
                here[2, i] += 1
                after = _next_states(here[3, i], here[0, i] - _SHAPES[here[1, i], here[2, i]])
            if after & _ALL_DEAD:
                i -= 1
            else:
                i += 1
                here[2, i], here[3, i] = 0, after
    return 0


@rule
def can_meld(one, two):
    """Whether a multiset (the kinds held, the kinds held twice) splits completely into sets and runs; no cards at all do."""
    if in_melds(one) != one:
        return False
    if one == 0 or (two == 0 and is_meld(one)):
        return True
    found = _walk(one, two)
    return found > 0 or (found < 0 and _search(one, two, one, two, NOTHING_FIXED)[0] > 0)


@rule
def can_meld_with(must, must_twice, may, may_twice, fixed):
    """Whether all cards that must be used split into sets and runs together with some choice of the optional ones.

    fixed: as `meldable` has it.
    """
    one, two = must | may, must_twice | may_twice | (must & may)
    if fixed[0, _ENDS, 0] == 0:
        useful = in_melds(one)
        if must & ~useful:
            return False
        one, two = one & useful, two & useful
        if must == 0:
            return True
    return _search(must, must_twice, one, two, fixed)[0] > 0


@rule
def meldable(must, must_twice, may, may_twice, fixed):
    """The kinds of optional cards that can be of use: for each some choice of the optional cards, it among them, can be put

    to the cards that must be used so that all of them split into sets and runs. -1 if no choice does, not even the empty one.
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
    found, plan, fronts = _search(must, must_twice, one, two, fixed)
    if found == 0:
        return -1
    asked = (one & ~must) | (two & ~must_twice)
    if asked == 0:
        return 0
    room = 64
    while True:
        kinds = _of_use(asked, plan, fixed, fronts, np.empty((2, room, 2), np.int64))
        if kinds >= 0:
            return kinds
        room *= 8


@rule
def _of_use(asked, plan, fixed, fronts, ahead):
    """Return the kinds among those asked for of which more cards can be used than must be; -1 if `ahead` has no room.

    ahead: gets the fronts that can be reached before a position and after it, in turn.
    """
    ahead[1, 0, 0] = plan[1, _REACH] | (plan[1, _REACH + 1] << 30)
    ahead[1, 0, 1] = plan[1, _REACH + 2] | (plan[1, _REACH + 3] << 30)
    kinds, n = 0, 1
    states = np.empty(24, np.int64)
    for i in range(1, _ENDS):
        m, here, have = 0, asked & (_RANK << (i - 1)), plan[i, _HAVE]
        old, new = i & 1, 1 - (i & 1)
        asked &= ~here
        for f in range(n):
            if m + len(_SET_SHAPES) > ahead.shape[1]:
                return -1
            for s in range(4):
                front = (ahead[old, f, s >> 1] >> (30 * (s & 1))) & _SUIT
                for k in range(1 + ((have >> (2 * s)) & 3)):
                    states[3 * s + k] = _after(i, s, plan[i, s], k, front, fixed)
                    if (here >> (13 * s + i - 1)) & 1:
                        states[12 + 3 * s + k] = _after(i, s, plan[i, s] + _ONE_MORE, k, front, fixed)
            for k in range(1, _SHAPES[have, 0] + 1):
                v = _SHAPES[have, k]
                at, bt, ct, dt = v & 3, 3 + ((v >> 2) & 3), 6 + ((v >> 4) & 3), 9 + (v >> 6)
                a, b = states[at] | (states[bt] << 30), states[ct] | (states[dt] << 30)
                if not _leads(a, b, fronts, plan[i + 1, _FIRST], plan[i, _FIRST]):
                    continue
                if asked:
                    m = _add_front(a, b, ahead[new], 0, m)
                cards = here & ~kinds
                while cards:
                    card = lowest(cards)
                    cards &= cards - 1
                    x = states[12 + at if card < 13 else at] | (states[12 + bt if 13 <= card < 26 else bt] << 30)
                    y = states[12 + ct if 26 <= card < 39 else ct] | (states[12 + dt if card >= 39 else dt] << 30)
                    if _leads(x, y, fronts, plan[i + 1, _FIRST], plan[i, _FIRST]):
                        kinds |= 1 << card
        n = m
        if asked == 0:
            break
    return kinds


# an arrangement


@rule
def split_melds(one, two, melds):
    """Split a multiset into sets and runs: writes each as a set of cards, at most MOST_MELDS; returns how many.

    -1 if that is impossible.
    """
    if in_melds(one) != one:
        return -1
    if one == 0:
        return 0
    if two == 0 and is_meld(one):
        melds[0] = one
        return 1
    found, plan, fronts = _search(one, two, one, two, NOTHING_FIXED)
    if found == 0:
        return -1
    low, states = np.zeros(4, np.int64), np.empty(4, np.int64)
    _send_low(plan, fronts, low, states)
    runs, n = np.zeros((4, 2), np.int64), 0
    for s in range(4):
        n = _go_on(runs[s], 1 << (13 * s + 12), low[s], melds, n)
    for i in range(1, _ENDS):
        shape = _first_shape(i, plan, fronts, states)
        n = _add_sets(shape, i - 1, melds, n)
        for s in range(4):
            row = _ROWS[plan[i, s] + (3 * low[s] if i == _HIGH_ACE else 0) + ((shape >> (2 * s)) & 3)]
            n = _go_on(runs[s], 1 << (13 * s + i - 1), row // _MASKS % 3, melds, n)
    for s in range(4):
        n = _go_on(runs[s], 0, 0, melds, n)
    return n


@rule
def _send_low(plan, fronts, low, states):
    """Write how many aces of each suit go low, as few as can be, the last suit's first, and the states after them."""
    for way in range(81):
        for s in range(4):
            low[s] = (way // 3**s) % 3
            states[s] = plan[1, _REACH + s] & (_PART << (10 * low[s]))
        if _leads(states[0] | (states[1] << 30), states[2] | (states[3] << 30), fronts, plan[1, _FIRST], plan[0, _FIRST]):
            return


@rule
def _first_shape(i, plan, fronts, states):
    """The first choice of sets at position i after which the others can be melded; the states become those after it."""
    have, after = plan[i, _HAVE], np.empty(4, np.int64)
    for n in range(1, _SHAPES[have, 0] + 1):
        shape = _SHAPES[have, n]
        for s in range(4):
            after[s] = _past(_AFTER, i, plan[i, s], (shape >> (2 * s)) & 3, states[s])
        if _leads(after[0] | (after[1] << 30), after[2] | (after[3] << 30), fronts, plan[i + 1, _FIRST], plan[i, _FIRST]):
            states[:] = after
            return shape
    return 0


@rule
def _add_sets(shape, rank, melds, n):
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
def _go_on(open_runs, card, cards, melds, n):
    """Put this many equal cards to the two open runs of a suit, the shorter first; those that get none are complete and
    written."""
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
