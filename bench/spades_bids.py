"""Today's bids at Spades against those of an earlier commit, the cards played alike: by the advice, with everything remembered.

    python bench/spades_bids.py COMMIT [--deals 8000]

By how much one side's points of a hand exceed the other's, ten off for every bag: ten of them cost a hundred. Two partners
bid one way and two the other, every deal in both seatings.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import numpy as np

import parlour
from parlour.bots.arena import margin
from parlour.engine.dispatch import choices, play
from parlour.engine.steps import begin, step
from parlour.games.spades import bot
from parlour.games.spades.bot import ALL_ADVICE, strategy
from parlour.games.spades.rules import BID
from parlour.kit import DEAL, NOBODY, in_hands, rule

HERE = Path(__file__).resolve().parent
BAG = 10.0
BIDS, TRICKS, NILS, NILS_MADE, SEATS = range(5)


def bids_of(commit: str) -> ModuleType:
    """The `bot.py` of a commit, as a module beside today's rules."""
    path = "src/parlour/games/spades/bot.py"
    top = HERE.parent
    text = subprocess.run(["git", "-C", str(top), "show", f"{commit}:{path}"], capture_output=True, text=True, check=False)
    if text.returncode:
        sys.exit(f"spades_bids: there is no commit {commit} with {path}")
    file = Path(tempfile.mkdtemp(prefix="parlour-bids-")) / "earlier_bids.py"
    file.write_text(text.stdout.replace("from .rules", "from parlour.games.spades.rules"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = found
    spec.loader.exec_module(found)
    return found


@rule
def deal_hand(tables, match):  # type: ignore[no-untyped-def]
    """The first hand of a match on tables[0], up to the first bid."""
    t = tables[0]
    tables[0] = tables[1]
    begin(t, 5, match)
    while t.turn == NOBODY:
        step(t, 5, match)


@rule
def play_hand(tables, match, menu, may):  # type: ignore[no-untyped-def]
    """The cards of a hand that has been bid, and its score."""
    t = tables[0]
    while not (t.over or t.phase == DEAL):
        if t.turn == NOBODY:
            step(t, 5, match)
            continue
        for p in range(4):
            may[p] = t.hand[p] if p == t.turn else in_hands(t) & ~t.hand[p]  # as in the policy of rollouts
        play(t, strategy(t, menu, choices(t, menu), may, ALL_ADVICE))


@rule
def make_bid(tables, code):  # type: ignore[no-untyped-def]
    """Make a bid for the player who is asked."""
    play(tables[0], code)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Bids at Spades against those of an earlier commit.")
    parser.add_argument("commit")
    parser.add_argument("--deals", type=int, default=8000)
    given = parser.parse_args()
    bids = (bids_of(given.commit).bid, bot.bid)
    game = parlour.game("spades")
    tables, menu, may = game.blank(2), np.zeros(game.room.menu_size, np.int64), np.zeros(4, np.int64)
    gains, tally = np.zeros(given.deals), np.zeros((2, 5))
    for match in range(given.deals):
        for shift in range(2):
            deal_hand(tables, match)
            t = tables[0]
            while t.phase == BID:
                make_bid(tables, bids[(t.turn + shift) & 1](t, menu, choices(t, menu)))
            play_hand(tables, match, menu, may)
            for p in range(4):
                today = (p + shift) & 1
                gains[match] += (0.25 if today else -0.25) * (t.score[p] - BAG * t.bags[p])
                nil = t.bids[p] == 0
                tally[today] += (t.bids[p], t.tricks[p], nil, nil and t.tricks[p] == 0, 1)
    more = f"{gains.mean():+.2f} ± {margin(gains.tolist()):.2f}"
    print(f"today's bids {more} points a hand more than the other side, {given.deals} deals")
    for name, row in zip((given.commit, "today"), tally, strict=True):
        bid, took, nils = row[BIDS] / row[SEATS], row[TRICKS] / row[SEATS], row[NILS] / row[SEATS]
        made = f", of which {row[NILS_MADE] / row[NILS]:.0%} made" if row[NILS] else ""
        print(f"   {name:<10} bid {bid:.2f}, took {took:.2f} a seat; nil on {nils:.1%} of hands{made}")


if __name__ == "__main__":
    main()
