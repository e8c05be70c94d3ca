"""How the cards on the table of Machiavelli are grouped: which melds are taken up for new cards, which are added to."""

import numpy as np

from parlour.kit import ACE, count, holds, lowest, rank_of, rule
from parlour.kit.splits import MOST_MELDS, NOTHING_FIXED, can_meld, hold_still, is_meld, meldable, split_melds


@rule
def with_table(t, one, two):
    """The multiset (kinds held, kinds held twice) of some cards and those they join: the table's, unless its melds hold still."""
    if t.rearrange:
        for k in range(MOST_MELDS):
            two |= one & t.melds[k]
            one |= t.melds[k]
    return one, two


@rule
def keep_melds(t, one, two):
    """Take up as few melds as the new cards can be grouped with: none, one, two, or else those without which the others

    cannot be. Returns what is to be grouped.
    """
    up = few_melds(t, one, two)
    if up < 0:
        up = needed_melds(t, one, two)
    while up:
        k = lowest(up)
        up &= up - 1
        one, two = one | t.melds[k], two | (one & t.melds[k])
        t.melds[k] = 0
    return one, two


@rule
def few_melds(t, one, two):
    """Return at most two melds of the table (a bit each) that the new cards can be grouped with; -1 if two are not enough."""
    if can_meld(one, two):
        return 0
    for k in range(MOST_MELDS):
        meld = t.melds[k]
        if meld and can_meld(one | meld, two | (one & meld)):
            return 1 << k
    for k in range(MOST_MELDS):
        first = t.melds[k]
        with_one, with_two = one | first, two | (one & first)
        for j in range(k if first else 0):
            meld = t.melds[j]
            if meld and can_meld(with_one | meld, with_two | (with_one & meld)):
                return (1 << k) | (1 << j)
    return -1


@rule
def needed_melds(t, one, two):
    """Return melds that some grouping of all cards takes apart and that it cannot do without."""
    melds = np.empty(MOST_MELDS, np.int64)
    all_one, all_two = with_table(t, one, two)
    n, needed = split_melds(all_one, all_two, melds), 0
    for k in range(MOST_MELDS):
        meld = t.melds[k]
        i = 0
        while i < n and melds[i] != meld:
            i += 1
        if i < n:
            melds[i] = 0  # stands in both; an equal one is another
        elif meld:
            needed |= 1 << k
            one, two = one | meld, two | (one & meld)
    for k in range(MOST_MELDS):
        meld = t.melds[k]
        without, twice = one & ~(meld & ~two), two & ~meld
        if holds(needed, k) and can_meld(without, twice):
            needed ^= 1 << k
            one, two = without, twice
    return needed


@rule
def add_to_melds(t):
    """Put picked cards to melds that hold still, until those left are melds of their own."""
    fixed = np.empty(NOTHING_FIXED.shape, np.int64)
    while not can_meld(t.picked[0], t.picked[1]):
        for k in range(MOST_MELDS):
            cards = t.picked[0] if t.melds[k] else 0
            while cards:
                card, meld, free = lowest(cards), t.melds[k], free_place(t)
                cards &= cards - 1
                if add_card(t, k, card, free):
                    one, two, bit = t.picked[0], t.picked[1], 1 << card
                    t.picked[0], t.picked[1] = one & ~(bit & ~two), two & ~bit
                    hold_still(t.melds, MOST_MELDS, fixed)
                    if meldable(t.picked[0], t.picked[1], 0, 0, fixed) < 0:
                        t.picked[0], t.picked[1] = one, two
                        t.melds[k], t.melds[free] = meld, 0


@rule
def free_place(t):
    k = 0
    while t.melds[k]:
        k += 1
    return k


@rule
def add_card(t, k, card, free):
    """Put a card to a meld if it fits. R2: a run that would go from ace to ace becomes two, the second in the free place."""
    meld = t.melds[k]
    longer = meld | (1 << card)
    if longer == meld:
        if rank_of(card) != ACE or count(meld) < 13:
            return False
        t.melds[free] = meld & (7 << (card - 3)) | (1 << card)  # J Q K A
        t.melds[k] = meld & ~(7 << (card - 3))
        return True
    if is_meld(longer):
        t.melds[k] = longer
        return True
    return False
