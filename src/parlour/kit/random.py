"""The random state of a table: xoshiro256** in four words of the record, seeded by SplitMix64.

Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators" (2021); bounded numbers by Lemire, "Fast Random
Integer Generation in an Interval" (2019). Compiled it is 64-bit arithmetic that wraps; interpreted it is Python's
integers cut to 64 bits, so both give the same numbers.
"""

from __future__ import annotations

from .machine import INTERPRETED, rule

_WORD = 0xFFFFFFFFFFFFFFFF

if INTERPRETED:

    def _signed(x: int) -> int:
        return x - (1 << 64) if x >> 63 else x

    def splitmix(x):  # type: ignore[no-untyped-def]
        """One output of SplitMix64 for the state x, as a signed 64-bit number."""
        z = (int(x) + 0x9E3779B97F4A7C15) & _WORD
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return _signed(z ^ (z >> 31))

    def next_word(t):  # type: ignore[no-untyped-def]
        """The next 64 random bits of the table's state, as a signed number."""
        a, b, c, d = (int(w) & _WORD for w in t.rng)
        x = (b * 5) & _WORD
        word = (((x << 7) | (x >> 57)) * 9) & _WORD
        shifted = (b << 17) & _WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = ((d << 45) | (d >> 19)) & _WORD
        t.rng[0], t.rng[1], t.rng[2], t.rng[3] = _signed(a), _signed(b), _signed(c), _signed(d)
        return _signed(word)

else:

    @rule
    def _mix(z):  # type: ignore[no-untyped-def]
        # constants as signed numbers, right shifts made logical by a mask: int64 throughout, which wraps
        z = (z ^ ((z >> 30) & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
        z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
        return z ^ ((z >> 31) & 0x1FFFFFFFF)

    @rule
    def splitmix(x):  # type: ignore[no-untyped-def]
        """One output of SplitMix64 for the state x, as a signed 64-bit number."""
        return _mix(x - 0x61C8864680B583EB)

    @rule
    def next_word(t):  # type: ignore[no-untyped-def]
        """The next 64 random bits of the table's state, as a signed number."""
        a, b, c, d = t.rng[0], t.rng[1], t.rng[2], t.rng[3]
        x = b * 5
        word = ((x << 7) | ((x >> 57) & 0x7F)) * 9
        shifted = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        t.rng[0], t.rng[1], t.rng[2] = a, b, c
        t.rng[3] = (d << 45) | ((d >> 19) & 0x1FFFFFFFFFFF)
        return word


@rule
def seed_random(t, seed, match, hand):  # type: ignore[no-untyped-def]
    """Set the table's random state from (seed, match, hand), so that any hand can be had again by itself."""
    x = splitmix(splitmix(splitmix(seed) ^ match) ^ hand)
    for i in range(4):
        t.rng[i] = splitmix(x)
        x = advance_seed(x)


if INTERPRETED:

    def advance_seed(x):  # type: ignore[no-untyped-def]
        """The state after one step of SplitMix64."""
        return _signed((int(x) + 0x9E3779B97F4A7C15) & _WORD)

else:

    @rule
    def advance_seed(x):  # type: ignore[no-untyped-def]
        """The state after one step of SplitMix64."""
        return x - 0x61C8864680B583EB


@rule
def random_below(t, n):  # type: ignore[no-untyped-def]
    """A whole number from 0 to n - 1 (1 <= n < 2**31), each equally likely."""
    scaled = ((next_word(t) >> 32) & 0xFFFFFFFF) * n
    low = scaled & 0xFFFFFFFF
    if low < n:
        least = (0x100000000 - n) % n
        while low < least:
            scaled = ((next_word(t) >> 32) & 0xFFFFFFFF) * n
            low = scaled & 0xFFFFFFFF
    return scaled >> 32


@rule
def random_unit(t):  # type: ignore[no-untyped-def]
    """A number in [0, 1), with 53 random bits."""
    return ((next_word(t) >> 11) & 0x1FFFFFFFFFFFFF) * (1.0 / 9007199254740992.0)
