"""The random state of a table: xoshiro256** in four words of the record, seeded by SplitMix64.

Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators" (2021); bounded numbers by Lemire, "Fast Random
Integer Generation in an Interval" (2019). Every number drawn below some n takes one word of the stream, but for the rare
word that would favour some numbers and is thrown away.
"""

from __future__ import annotations

from parlour.machine import lower_half_below, remainder, rotate_left, rule, shift_left, shift_right, wrapping_add, wrapping_mul

_GOLDEN = -0x61C8864680B583EB  # 0x9E3779B97F4A7C15 as a signed number: the step of SplitMix64


@rule(inline=True)
def advance_seed(x):
    """The state after one step of SplitMix64."""
    return wrapping_add(x, _GOLDEN)


@rule(inline=True)
def splitmix(x):
    """One output of SplitMix64 for the state x, as a signed 64-bit number."""
    z = wrapping_add(x, _GOLDEN)
    z = wrapping_mul(z ^ shift_right(z, 30), -0x40A7B892E31B1A47)
    z = wrapping_mul(z ^ shift_right(z, 27), -0x6B2FB644ECCEEE15)
    return z ^ shift_right(z, 31)


@rule
def seed_random(t, seed, match, hand):
    """Set the table's random state from (seed, match, hand), so that any hand can be had again by itself."""
    x = splitmix(splitmix(splitmix(seed) ^ match) ^ hand)
    for i in range(4):
        t.rng[i] = splitmix(x)
        x = advance_seed(x)


@rule(inline=True)
def scrambled(b):
    """The 64 random bits that xoshiro256** gives for a state whose second word is b, as a signed number."""
    return wrapping_mul(rotate_left(wrapping_mul(b, 5), 7), 9)


@rule(inline=True)
def advanced(a, b, c, d):
    """The state of xoshiro256** after this one."""
    shifted = shift_left(b, 17)
    c ^= a
    d ^= b
    return a ^ d, b ^ c, c ^ shifted, rotate_left(d, 45)


@rule(inline=True)
def next_word(t):
    """The next 64 random bits of the table's state, as a signed number."""
    a, b, c, d = t.rng[0], t.rng[1], t.rng[2], t.rng[3]
    t.rng[0], t.rng[1], t.rng[2], t.rng[3] = advanced(a, b, c, d)
    return scrambled(b)


@rule(inline=True)
def drawn(a, b, c, d, n):
    """A whole number from 0 to n - 1 and the state after it, for a state held in variables: (number, a, b, c, d)."""
    scaled = shift_right(scrambled(b), 32) * n
    a, b, c, d = advanced(a, b, c, d)
    if lower_half_below(scaled, n):  # rare, and only then is the division worth its time
        least = remainder(0x100000000 - n, n)
        while lower_half_below(scaled, least):
            scaled = shift_right(scrambled(b), 32) * n
            a, b, c, d = advanced(a, b, c, d)
    return shift_right(scaled, 32), a, b, c, d


@rule(inline=True)
def random_below(t, n):
    """A whole number from 0 to n - 1 (1 <= n < 2**31), each equally likely."""
    number, t.rng[0], t.rng[1], t.rng[2], t.rng[3] = drawn(t.rng[0], t.rng[1], t.rng[2], t.rng[3], n)
    return number


@rule
def random_unit(t):
    """A number in [0, 1), with 53 random bits."""
    return shift_right(next_word(t), 11) * (1.0 / 9007199254740992.0)
