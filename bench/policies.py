"""A room's rollout policy against that of another `bot.py`, compiled, all cards open: tens of thousands of matches a second.

    python bench/policies.py pirate bench/pirate_rules.py

What a search makes of a better policy is for the arena to say; but only here is a hundredth of a match seen in a minute.
For policies that are written out, not learned. Two seats, every deal played in both seatings.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

import parlour
from parlour.engine.dispatch import choices, play, proceed
from parlour.engine.steps import begin, open_hand
from parlour.kit import NOBODY, rule


@rule
def match(t, menu, one, other, first, longest):  # type: ignore[no-untyped-def]
    """Play a match to its end, or to a given number of choices; policy `one` has the seat `first`."""
    asked = 0
    while not t.over and asked < longest:
        if t.turn == NOBODY:
            proceed(t)
        else:
            n = choices(t, menu)
            play(t, one(t, menu, n) if t.turn == first else other(t, menu, n))
            asked += 1
    return asked


@rule
def matches(tables, blank, menu, one, other, seed, longest, found, asked):  # type: ignore[no-untyped-def]
    """Play a number of matches: what policy `one` was paid in each, 0 if one was broken off, and how many choices each had."""
    for k in range(len(found)):
        tables[0] = blank[0]
        t = tables[0]
        begin(t, seed, k // 2)
        open_hand(t, seed, k // 2)
        asked[k] = match(t, menu, one, other, k % 2, longest)
        if t.over:
            found[k] = t.payoff[k % 2]


def module_at(path: Path, name: str) -> ModuleType:
    """A `bot.py` that lies elsewhere, as a part of the room's package."""
    spec = importlib.util.spec_from_file_location(f"parlour.games.{name}.{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """The mean over deals with its 95 % interval."""
    parser = argparse.ArgumentParser(description="A room's rollout policy against that of another bot.py.")
    parser.add_argument("game")
    parser.add_argument("other", type=Path, help="a bot.py of this room")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--longest", type=int, default=4000, help="choices after which a match is broken off (4000)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.other.is_file():
        parser.error(f"there is no file {given.other}")
    game = parlour.game(given.game, 2)
    here = importlib.import_module(f"parlour.games.{given.game}.bot")
    other = module_at(given.other, given.game)
    found, asked = np.zeros(2 * given.deals), np.zeros(2 * given.deals, np.int64)
    menu = np.zeros(game.room.menu_size, np.int64)
    matches(game.blank(1), game.blank(1), menu, here.policy, other.policy, given.seed, given.longest, found, asked)
    paid = found.reshape(-1, 2).mean(axis=1)
    margin = 1.96 * paid.std(ddof=1) / np.sqrt(len(paid))
    print(f"{given.game}: payoff {paid.mean():+.3f} ± {margin:.3f} a match ({given.deals:,} deals)")
    print(f"{asked.mean():.0f} choices a match; {np.mean(asked == given.longest):.1%} broken off")


if __name__ == "__main__":
    main()
