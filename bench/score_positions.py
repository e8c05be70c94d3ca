"""Positions in which the score decides what is right: how often each choice wins the match, and what a bot chooses.

    python bench/score_positions.py [GAME ...] [--bot strong] [--measure DEALS]

They stand in tests/bots/scores/GAME.toml, each with the share of matches that its choices win:

    [[position]]
    reason = "45 points behind in the last hand, so two tricks are no use"
    house = { max_hands = 9 }       seats and house rules, if they are not the usual ones
    table = { ... }                 as in tests/bots/positions
    deals = 4000                    on so many deals of the cards that the player does not see
    won = { "bid 2" = 0.0, "bid 4" = 0.77 }

`--measure` finds these shares again: after each choice everybody plays by the policy of the room's rollouts, hand after hand, to
the end of the match, on the same deals. The policy is a player of its own: it knows nothing of what a score is worth.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from positions import Position

from parlour import bots
from parlour.bots.base import Thought
from parlour.bots.rollouts import DEALT, Floats, usual
from parlour.engine.dispatch import choices, play
from parlour.engine.redeal import redeal
from parlour.engine.steps import step
from parlour.kit import NOBODY, rule

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "bots" / "scores"
NOISE = 2.5
"""Standard errors of a difference within which two choices are equally good."""
LEVEL = 0.01
"""A share of the matches that is no difference."""


@rule
def play_to_the_end(deck, work, codes, deals, seed, shares):  # type: ignore[no-untyped-def]
    """Add to `shares` how many of the matches each code wins, a shared win in equal parts."""
    seat = deck.masked[0].turn
    for deal in range(deals):
        redeal(work.tables, 0, deck)
        work.tables[DEALT] = work.tables[0]
        for k in range(len(codes)):
            work.tables[0] = work.tables[DEALT]
            t = work.tables[0]
            play(t, codes[k])
            while not t.over:
                if t.turn == NOBODY:
                    step(t, seed, deal)
                else:
                    play(t, usual(t, work.menu, choices(t, work.menu), work))
            shares[k] += 1.0 if t.payoff[seat] > 0.0 else 0.5 if t.payoff[seat] == 0.0 else 0.0


@dataclass(frozen=True)
class Scored:
    """A position, and of each choice the share of the matches that it wins, on this many deals."""

    position: Position
    won: dict[str, float]
    deals: int

    @property
    def best(self) -> str:
        """The choice that wins most."""
        return max(self.won, key=lambda name: self.won[name])

    def good(self, choice: str) -> bool:
        """Whether a choice wins as often as the best one, as far as the deals can tell."""
        p, q = self.won[self.best], self.won.get(choice, 0.0)
        return p - q <= LEVEL + NOISE * math.sqrt((p * (1 - p) + q * (1 - q)) / self.deals)

    def measured(self, deals: int, seed: int = 1) -> dict[str, float]:
        """Return these shares, found again."""
        view = self.position.view()
        thought, room, shares = Thought(view, seed), view.game.room, np.zeros(len(self.won))
        codes = np.array([room.read_choice(name) for name in self.won], np.int64)
        play_to_the_end(thought.deck, thought.work, codes, deals, seed, shares)
        return dict(zip(self.won, _rounded(shares / deals), strict=True))


def _rounded(shares: Floats) -> list[float]:
    return [round(float(share), 3) for share in shares]


def games() -> list[str]:
    """The games that have such positions."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def scored(game: str) -> list[Scored]:
    """Those of a game, in their order."""
    read = tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))["position"]
    return [
        Scored(
            Position(game, one["reason"], (), (), one.get("seats"), one.get("house", {}), one["table"]), one["won"], one["deals"]
        )
        for one in read
    ]


def main() -> None:
    """Ask or measure, and print."""
    parser = argparse.ArgumentParser(description="How many positions a bot finds in which the score decides.")
    parser.add_argument("games", nargs="*", help="all that have positions")
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--measure", type=int, metavar="DEALS", help="play every choice out on so many deals instead")
    given = parser.parse_args()
    if unknown := set(given.games) - set(games()):
        sys.exit(f"score_positions: there are none of {', '.join(sorted(unknown))}; there are of {', '.join(games())}")
    bot = bots.make(given.bot)
    for game in given.games or games():
        found = 0
        for number, one in enumerate(scored(game), 1):
            if given.measure:
                print(f"{game} {number}: {one.measured(given.measure)}", flush=True)
                continue
            choice = one.position.chosen(bot)
            found += one.good(choice)
            told = f"{choice} wins {one.won.get(choice, math.nan):.1%}, {one.best} {one.won[one.best]:.1%}"
            print(f"{game} {number}: {told}; {one.position.reason}", flush=True)
        if not given.measure:
            print(f"{game:<20} {found} of {len(scored(game))}")


if __name__ == "__main__":
    main()
