"""python bench/klondike_policy.py DRAW [--batches 100] [--check 20000]: learn how to play Klondike by what a player sees.

REINFORCE with each deal played several times, the mean of its other matches as the baseline (Kool, van Hoof and Welling, "Buy 4
REINFORCE samples, get a baseline for free!", 2019), and Adam. Prints the weights for `parlour/solve/klondike_policy.py`, and how
many deals a player wins by itself who always makes the likeliest move, or draws by the odds, on deals drawn by another seed.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import parlour
from parlour.kit import rule
from parlour.solve import klondike
from parlour.solve import klondike_play as inner
from parlour.solve.klondike_policy import FEATURES, Player, drawn, player, weigh
from parlour.solve.klondike_search import desk, do, moves
from parlour.solve.klondike_state import COLUMNS, DEEP, PASS, RANDOM, TALON, WASTE

TIMES, DEALS = 8, 500
"""How often a deal is played; deals of a batch."""
HOME = 0.2
"""What all cards home are worth beside a win of 1, so that there is something to learn from a loss."""
RATE, SLOW, SLOWER = 0.1, 0.9, 0.99


@rule
def dealt(p, cards):
    """Lay out a deal."""
    k = 0
    for c in range(COLUMNS):
        p.size[c], p.down[c] = c + 1, c
        for i in range(c + 1):
            p.cards[c * DEEP + i] = cards[k]
            k += 1
    for s in range(4):
        p.home[s] = 0
    for i in range(24):
        p.talon[i] = cards[k + i]
    p.figures[TALON], p.figures[WASTE], p.figures[PASS] = 24, 0, 1


@rule
def learned_match(p, w, who, slope, surest):
    """Play a match; slope is given the gradient of the logarithm of its odds. surest: by the likeliest moves."""
    for i in range(FEATURES):
        slope[i] = 0.0
    while True:
        n = moves(p, w.menu, 0, -1, 0)
        if n == 0:
            return p.home[0] + p.home[1] + p.home[2] + p.home[3]
        taken = 0
        if n > 1:
            weigh(p, w, who, n)
            taken = drawn(p, who, n)
            if surest:
                taken = np.argmax(who.odds[:n])
            for i in range(FEATURES):
                slope[i] += who.given[taken, i]
                for k in range(n):
                    slope[i] -= who.odds[k] * who.given[k, i]
        do(p, w.menu[taken], w.saved, 0)


@rule
def batch(p, w, who, decks, times, total, surest):
    """Play decks (int64[deals, 52]) so often each; total is given the sum of the gradients. Returns how many were won."""
    slopes, gains = np.zeros((times, FEATURES)), np.zeros(times)
    won = 0
    for deal in range(len(decks)):
        for k in range(times):
            dealt(p, decks[deal])
            p.figures[RANDOM] = (decks[deal, 0] * 52 + decks[deal, 1] + 2704 * (deal * times + k) + 1) * 7919 & 0x7FFFFFFF
            home = learned_match(p, w, who, slopes[k], surest)
            won += home == 52
            gains[k] = (home == 52) + HOME * home / 52
        for k in range(times):
            ahead = gains[k] - (gains.sum() - gains[k]) / max(times - 1, 1)
            for i in range(FEATURES):
                total[i] += ahead * slopes[k, i]
    return won


def shuffled(rng: np.random.Generator, deals: int) -> np.ndarray:
    """Decks of cards 0 to 51."""
    return rng.permuted(np.tile(np.arange(52), (deals, 1)), axis=1)


def learn(p: klondike.Position, who: Player, batches: int, rng: np.random.Generator) -> None:
    """Change the weights of who, batch by batch, in ever smaller steps."""
    w = desk()
    mean, square = np.zeros(FEATURES), np.zeros(FEATURES)
    for n in range(1, batches + 1):
        total = np.zeros(FEATURES)
        won = batch(p, w, who, shuffled(rng, DEALS), TIMES, total, False)
        slope = total / (DEALS * TIMES)
        mean, square = SLOW * mean + (1 - SLOW) * slope, SLOWER * square + (1 - SLOWER) * slope**2
        step = mean / (1 - SLOW**n) / (np.sqrt(square / (1 - SLOWER**n)) + 1e-8)
        who.weights[:] += RATE * max(0.1, 1 - n / batches) * step
        if n % 10 == 0:
            print(f"{n} batches: {100 * won / (DEALS * TIMES):.1f} % won", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("draw", type=int, choices=(1, 3))
    parser.add_argument(
        "--batches", type=int, default=100, help="batches of 4000 matches to learn from; 0: measure the weights that ship (100)"
    )
    parser.add_argument("--check", type=int, default=20_000, help="deals that are measured (20000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    p, who = klondike.blank(), player(args.draw)
    inner.take(p, parlour.game("klondike", draw=args.draw).start(seed=1).view(0).tables)
    rng = np.random.default_rng(args.seed)
    if args.batches:
        who.weights[:] = 0.0
        learn(p, who, args.batches, rng)
        print([round(float(weight), 2) for weight in who.weights])
    decks = shuffled(np.random.default_rng(args.seed + 1_000_000), args.check)
    for surest in (True, False):
        began = time.process_time()
        won = batch(p, desk(), who, decks, 1, np.zeros(FEATURES), surest)
        spent, share = time.process_time() - began, won / args.check
        half = 1.96 * (share * (1 - share) / args.check) ** 0.5
        kind = "the likeliest move" if surest else "a draw by the odds"
        print(f"{kind}: {100 * share:.1f} ± {100 * half:.1f} % of {args.check} deals, {1e6 * spent / args.check:.0f} us a deal")


if __name__ == "__main__":
    main()
