"""A table with a field of every kind, for the tests of the kit, and plain Python to compare with."""

from __future__ import annotations

import numpy as np

from parlour.kit import NOBODY, OWNER, SEATS, YES_NO, Bag, Cards, Flag, Layout, Number, Option, Pile, Seat, by


class Table(Layout, seats=(2, 5), default_seats=4):
    target = Option(10, range(5, 51), "points that end the game")
    show = Option(False, YES_NO, "open hands")
    style = Option("gentle", ("gentle", "strict"), "how it is played")
    hand = Cards(per=SEATS, seen=by("show", OWNER, NOBODY), plays=True)
    picked = Cards(per=SEATS, seen=OWNER)
    trick = Pile(5)
    stock = Pile(54, seen=NOBODY)
    long = Pile(200, seen=NOBODY)
    column = Pile(13, per=3)
    bag = Bag(3)
    rack = Bag(2, per=SEATS, seen=OWNER)
    leader = Seat()
    bid = Number(0, 300, per=SEATS, seen=OWNER)
    ready = Flag()
    out = Flag(per=SEATS)
    extra = Number(0, 2)


def table(seats=4, seed=1):
    """One blank table whose random state is seeded."""
    t = Table.blank(1)[0]
    t.seats = seats
    t.rng[:] = [word(w) for w in Stream(seed, 0, 0).state]
    return t


def word(x):
    """An unsigned 64-bit word as the signed number it is kept as."""
    x %= 2**64
    return x - 2**64 if x >= 2**63 else x


def unsigned(x):
    return int(x) % 2**64


def cards_of(mask):
    return {c for c in range(54) if int(mask) >> c & 1}


def mask_of(cards):
    return sum(1 << int(c) for c in cards)


def pile_of(pile):
    """The cards of a pile, bottom first; checks that the slots above are zeroed."""
    size = int(pile[0])
    assert not np.any(pile[size + 1 :]), "slots above the top are not zeroed"
    return [int(c) for c in pile[1 : size + 1]]


def set_pile(pile, cards):
    pile[:] = 0
    pile[0] = len(cards)
    pile[1 : len(cards) + 1] = cards


def splitmix(state):
    """Steele, Lea and Flood's SplitMix64 as its authors print it: (next state, output)."""
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return state, z ^ (z >> 31)


class Stream:
    """xoshiro256** as its authors print it, seeded for (seed, match, hand)."""

    def __init__(self, seed, match, hand):
        x = seed % 2**64
        for other in (match, hand, None):
            _, x = splitmix(x)
            x ^= 0 if other is None else other % 2**64
        self.state = []
        for _ in range(4):
            x, output = splitmix(x)
            self.state.append(output)

    def next(self):
        s = self.state
        result = s[1] * 5 % 2**64
        result = (result << 7 | result >> 57) % 2**64 * 9 % 2**64
        t = s[1] << 17 & (2**64 - 1)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = (s[3] << 45 | s[3] >> 19) % 2**64
        return result

    def below(self, n):
        """Lemire's bounded number: the upper half of 32 bits times n, words that would favour some numbers thrown away."""
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def stream_of(t):
    """Return a stream in the same state as the table's random state."""
    stream = Stream(0, 0, 0)
    stream.state = [unsigned(w) for w in t.rng]
    return stream


def state_of(t):
    return [unsigned(w) for w in t.rng]


def chi_square(counts):
    """Return how far counts lie from equal, in standard deviations of what chance does."""
    counts = np.asarray(counts, float)
    expected = counts.sum() / counts.size
    freedom = counts.size - 1
    return (((counts - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom)
