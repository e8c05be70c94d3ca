"""Writes what `parlour suggest` knows of each game beside its layout: NUMBA_DISABLE_JIT=1 python scripts/game_facts.py.

For every game at its usual number of players, over random matches of seed 1: hands, and how many possibilities there are at
a choice that is one (a chain counts once); and how many packs it needs at each number of players.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import tomli_w

from parlour.engine import steps
from parlour.engine.dispatch import choices
from parlour.engine.game import Game
from parlour.engine.memory import card_kinds
from parlour.engine.rooms import room_names
from parlour.kit import NOBODY, pick_random

MATCHES, SECONDS, CAP = 12, 20.0, 20
JOKER, RANKS, SUITS = 52, 13, 4
TARGET = Path(__file__).parents[1] / "src" / "parlour" / "house" / "suggest" / "facts.toml"


def packs(name: str) -> tuple[dict[str, int], bool]:
    """By number of players how many packs of 52 are needed, and whether jokers are."""
    low, high = Game(name).room.Table.seats_range
    found, jokers = {}, False
    for seats in range(low, high + 1):
        kinds = Counter(card_kinds(Game(name, seats).blank()).tolist())
        equal = max(count for kind, count in kinds.items() if kind < JOKER)
        found[str(seats)] = -(-equal // SUITS) if max(kinds) < RANKS else equal  # a pack written by rank alone uses the clubs
        jokers |= any(kind >= JOKER for kind in kinds)
    return found, jokers


def played(name: str) -> dict[str, float]:
    """Return two means of random matches: hands, and possibilities at a choice."""
    game = Game(name)
    menu = np.zeros(game.room.menu_size, np.int64)
    hands = real = 0
    widths, until, matches = 0.0, time.monotonic() + SECONDS, 0
    while matches < MATCHES and time.monotonic() < until:
        t = game.blank(1)[0]
        steps.begin(t, 1, matches)
        while not t.over:
            if t.turn == NOBODY:
                steps.step(t, 1, matches)
                continue
            number = choices(t, menu)
            width = sum(1 + (int(entry) >> 32) for entry in menu[:number])
            if not t.chain and width > 1:
                real += 1
                widths += math.log(min(width, CAP))
            steps.act(t, pick_random(t, menu, number))
        hands += int(t.hand_number)
        matches += 1
    return {
        "hands": round(hands / matches, 1),
        "possibilities": round(math.exp(widths / max(real, 1)), 1),
    }


def main() -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        sys.exit("it is read off the plain rules, step by step: set NUMBA_DISABLE_JIT=1")
    found = {}
    for name in sys.argv[1:] or room_names():
        needed, jokers = packs(name)
        least = set(needed.values())
        found[name] = {"packs": least.pop() if len(least) == 1 else needed, "jokers": jokers} | played(name)
        print(name, found[name], flush=True)
    if not sys.argv[1:]:
        head = "# Written by scripts/game_facts.py: what random matches of each game are like.\n"
        TARGET.write_text(head + tomli_w.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
