"""The work of one lane of a graphics card, written as rules, so that the processor can do the same."""

from __future__ import annotations

from parlour.engine import steps, vector
from parlour.engine.dispatch import mask, random_choice
from parlour.kit import NOBODY, rule
from parlour.machine import lazy_menu


@rule
def play_out(i, tables, menu, blank, matches, share, seed, totals, stuck):
    """The lane's share of the random matches 0 .. matches - 1 of a seed: from i * share on, on tables of its own.

    tables: two records; menu: int64[MENU]; blank: a record with seats and house rules. totals: float64[lanes, 2 + seats],
    added to; stuck: int64[lanes], set: what `steps.playouts` returns.
    """
    tables[1] = blank[0]
    stuck[i] = steps.playouts(tables, min(share, matches - i * share), i * share, seed, menu, totals[i])


@rule
def begin(i, tables, seed):
    """Match i of a seed on tables[i], up to its first choice."""
    vector.begin_row(tables, i, seed)


@rule
def play(i, tables, codes, seed):
    """The legal choice codes[i] on tables[i], and on to the next one."""
    vector.play_row(tables, i, codes[i], seed)


@rule
def write_menu(i, tables, menus, sizes):
    """menus[i, :sizes[i]]: the menu of tables[i]."""
    sizes[i] = vector.menu_row(tables, i, menus[i])


@rule
def choose(i, menu, tables, codes):
    """codes[i]: a choice by chance for tables[i], drawn from its random state; 0 if the match is over."""
    codes[i] = 0 if tables[i].over else random_choice(tables[i], lazy_menu(menu))


@rule
def look(i, tables, views, seat):
    """views[i]: tables[i] as a seat sees it, or, for NOBODY, as the seat on turn sees it."""
    views[i] = tables[i]
    mask(views[i], tables[i].turn if seat == NOBODY else seat)
