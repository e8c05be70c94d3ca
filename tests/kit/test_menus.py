"""Menus against lists of codes."""

import random
from collections import Counter

import numpy as np
from kit_table import chi_square, mask_of, stream_of, table

from parlour.kit import (
    first_code,
    in_menu,
    last_code,
    menu_codes,
    offer,
    offer_cards,
    offer_if,
    offer_run,
    pick_random,
)


def random_menu(rng):
    """A menu with cards, calls and runs: (array, entries, the entries as ranges)."""
    menu, n, twin = np.zeros(128, np.int64), 0, []
    cards = rng.sample(range(54), rng.randrange(14))
    n = offer_cards(menu, n, mask_of(cards))
    twin += [range(c, c + 1) for c in sorted(cards)]
    code = 64
    for _ in range(rng.randrange(5)):
        code += rng.randrange(1, 4)
        kind = rng.randrange(3)
        if kind == 0:
            n = offer(menu, n, code)
            twin.append(range(code, code + 1))
        elif kind == 1:
            allowed = rng.randrange(2)
            n = offer_if(menu, n, code, allowed if rng.randrange(2) else allowed == 1)
            twin += [range(code, code + 1)] * allowed
        else:
            high = code + rng.choice([-1, 0, 1, 5, 80_000])
            n = offer_run(menu, n, code, high)
            if high >= code:
                twin.append(range(code, high + 1))
                code = high
        code += 1
    assert n == len(twin)
    return menu, n, twin


def test_entries():
    rng = random.Random(1)
    for _ in range(300):
        menu, n, twin = random_menu(rng)
        assert [range(int(first_code(e)), int(last_code(e)) + 1) for e in menu[:n]] == twin
        assert menu_codes(menu, n) == sum(len(codes) for codes in twin)
        for code in {0, 5, 53, 64, 70, 100, 90_000} | {codes[0] for codes in twin} | {codes[-1] + 1 for codes in twin}:
            assert bool(in_menu(menu, n, code)) == any(code in codes for codes in twin)


def test_chance_picks_an_entry_and_then_a_code_in_it():
    t, rng = table(seed=4), random.Random(2)
    for _ in range(400):
        menu, n, twin = random_menu(rng)
        if n:
            stream = stream_of(t)
            codes = twin[stream.below(n)]
            expected = codes[stream.below(len(codes))] if len(codes) > 1 else codes[0]
            assert pick_random(t, menu, n) == expected
            assert stream_of(t).state == stream.state


def test_no_entry_is_favoured():
    t, menu = table(seed=6), np.zeros(128, np.int64)
    n = offer_run(menu, offer_cards(menu, 0, 0b10110), 70, 71)
    found = Counter(int(pick_random(t, menu, n)) for _ in range(8000))
    assert set(found) == {1, 2, 4, 70, 71}
    assert abs(chi_square([found[1], found[2], found[4], found[70] + found[71]])) < 4.5
    assert abs(chi_square([found[70], found[71]])) < 4.5
