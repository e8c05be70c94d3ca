"""Menus: the legal choices of the seat on turn, ascending, each entry a code or a run of codes.

A run has its first code in the lower half of the word and its length less one in the upper half, so that a bet of
1 to 80,000 is one entry. A menu is written once, from its first entry on: what has been offered is not taken back.
"""

from __future__ import annotations

from parlour.machine import rule, write_cards, write_code

from .random import random_below


@rule(inline=True)
def offer(menu, n, code):
    """Write one choice as entry n; returns the number of entries."""
    return write_code(menu, n, code, 1)


@rule(inline=True)
def offer_if(menu, n, code, allowed):
    """Write one choice as entry n if it is allowed (yes or no, 1 or 0); returns the number of entries."""
    return write_code(menu, n, code, 1 if allowed else 0)


@rule(inline=True)
def offer_cards(menu, n, cards):
    """Write every card of a set from entry n on; returns the number of entries."""
    return write_cards(menu, n, cards)


@rule(inline=True)
def offer_run(menu, n, low, high):
    """Write the codes low..high as one entry, none if high < low. Return the number of entries."""
    if low > high:
        return n
    menu[n] = low | ((high - low) << 32)
    return n + 1


@rule(inline=True)
def first_code(entry):
    """The first code of an entry."""
    return entry & 0xFFFFFFFF


@rule(inline=True)
def last_code(entry):
    """The last code of an entry."""
    return (entry & 0xFFFFFFFF) + (entry >> 32)


@rule(inline=True)
def pick_random(t, menu, n):
    """A random choice: an entry out of n, then a code in it, by the table's random state."""
    entry = menu[random_below(t, n)]
    if entry > 0xFFFFFFFF:  # compared as it is: what comes of a set is known to be less
        return (entry & 0xFFFFFFFF) + random_below(t, (entry >> 32) + 1)
    return entry


@rule
def in_menu(menu, n, code):
    """Whether a code is among the n entries."""
    for k in range(n):
        if first_code(menu[k]) <= code <= last_code(menu[k]):
            return True
    return False


@rule
def menu_codes(menu, n):
    """Return the total number of codes in the n entries."""
    codes = 0
    for k in range(n):
        codes += (menu[k] >> 32) + 1
    return codes
