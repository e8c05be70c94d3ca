"""Lanes held to plain matches, step by step, for games by name: `python lanes_as_matches.py cucumber klondike`."""

from __future__ import annotations

import sys

import numpy as np

import parlour
from parlour.engine.steps import menu_row
from parlour.envs.actions import Actions
from parlour.envs.lanes import ManyMatches
from parlour.envs.matches import PlainMatches
from parlour.machine import INTERPRETED

LANES = 3


def compare(name: str, steps: int, hands: bool) -> int:
    """Both play the same random choices in self-play; returns how many episodes ended."""
    game = parlour.game(name)
    many, plain = ManyMatches(game, LANES, hands=hands), PlainMatches(game, LANES, hands=hands)
    chooser, ended = np.random.default_rng(len(name)), 0
    same(many.begin(5), plain.begin(5), name)
    for _ in range(steps):
        chosen = [chooser.choice(np.flatnonzero(legal)) for legal in many.out.legal]
        same(many.step(chosen), plain.step(chosen), name)
        ended += int(many.out.ended.sum())
    return ended


def same(one, other, name: str) -> None:
    """Check that all results of a step are equal; at the end of an episode also the last observation."""
    for field in ("seat", "legal", "seen", "reward", "results", "ended"):
        assert np.array_equal(getattr(one, field), getattr(other, field)), (name, field)
    assert np.array_equal(one.last_seen[one.ended], other.last_seen[one.ended]), name


def keep_menus(name: str, steps: int, threads: int) -> None:
    """Beside opponents, too, each lane keeps the menu that it was shown, and its mask is that of this menu."""
    game = parlour.game(name)
    many = ManyMatches(game, LANES, "chance", threads=threads)
    many.begin(5)
    for _ in range(steps):
        for i in range(LANES):
            menu = np.zeros(game.room.menu_size, np.int64)
            entries = menu[: int(menu_row(many.lanes.tables, i, menu))]
            assert np.array_equal(many.lanes.menus[i][: many.lanes.sizes[i]], entries), name
            assert np.array_equal(many.out.legal[i], many.actions.mask_of_menu(entries)), name
        many.step(many.chosen())
    many.close()


if __name__ == "__main__":
    for given in sys.argv[1:]:
        compare(given, 16 if INTERPRETED else 400, hands=False)
        compare(given, 16 if INTERPRETED else 400, hands=True)
        if not Actions(parlour.game(given)).exact:
            keep_menus(given, 12 if INTERPRETED else 400, threads=1)
            keep_menus(given, 12 if INTERPRETED else 400, threads=2)
        print(given)
