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
    rule,
)
from parlour.machine import BLOCK, begin_menu, lazy_menu


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


@rule
def write_menu(menu, single, cards, more, call):
    """A menu of all that rules may write: cards one by one, two sets, calls, a call of a high code, a run, and one more call.

    A lazy menu holds in sets what comes first; here everything comes first at some time, for each may be nothing.
    """
    begin_menu(menu)
    n = 0
    for card in range(54):
        n = offer_if(menu, n, card, (single >> card) & 1)
    n = offer_cards(menu, n, cards)
    n = offer_cards(menu, n, more)
    n = offer_if(menu, n, call, call % 2)
    n = offer_if(menu, n, call + 1, call > 70)
    if call % 3 == 0:
        n = offer(menu, n, call + 90)
    n = offer_run(menu, n, call + 91, call + 90 + call % 4)
    return offer_if(menu, n, call + 100, call % 5)


@rule
def entry_unlike(words, menu, single, cards, more, call):
    """Return the first entry in which a lazy menu is not like the menu, -1 if there is none."""
    lazy = lazy_menu(words)
    write_menu(lazy, 1, 2, 4, 120)  # a menu before it
    entries = write_menu(menu, single, cards, more, call)
    if write_menu(lazy, single, cards, more, call) != entries:
        return entries
    for k in range(entries):
        if lazy[k] != menu[k]:
            return k
    return -1


@rule
def pick_lazily(t, menu, cards, call):
    """A random choice from a lazy menu."""
    lazy = lazy_menu(menu)
    begin_menu(lazy)
    return pick_random(t, lazy, offer_if(lazy, offer_cards(lazy, 0, cards), call, call > 70))


def test_a_lazy_menu_reads_like_a_menu():
    rng, menu, words = random.Random(3), np.zeros(128, np.int64), np.zeros(128, np.int64)
    for _ in range(400):
        cards = rng.sample(range(54), 40)
        sets = [mask_of(cards[13 * i :][: rng.choice([0, 1, 2, 9, 13])]) for i in range(3)]
        assert entry_unlike(words, menu, *sets, rng.randrange(64, 140)) == -1


def test_chance_picks_alike_from_a_lazy_menu():
    rng, menu, words = random.Random(3), np.zeros(128, np.int64), np.zeros(128, np.int64)
    t, twin = table(seed=5), table(seed=5)
    for _ in range(400):
        cards, call = mask_of(rng.sample(range(54), rng.randrange(1, 20))), rng.randrange(64, 80)
        n = offer_if(menu, offer_cards(menu, 0, cards), call, call > 70)
        assert pick_random(t, menu, n) == pick_lazily(twin, words, cards, call)


def test_what_is_written_besides_has_room():
    for n in range(30):
        menu = np.full(n + BLOCK - 1, -7, np.int64)
        assert offer_cards(menu, 0, mask_of(range(n))) == n
        assert list(menu[:n]) == list(range(n))
