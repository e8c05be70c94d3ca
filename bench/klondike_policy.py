"""python bench/klondike_policy.py DRAW [--batches 600] [--check 20000]: learn to play Klondike by what a player sees.

First the policy: REINFORCE with each deal played several times, the mean of its other matches as the baseline (Kool, van Hoof
and Welling, "Buy 4 REINFORCE samples, get a baseline for free!", 2019), and Adam. Prints how many deals a player wins by itself
who always makes the likeliest move, or draws by the odds, on deals drawn by another seed. --on goes on from what is in the file.

Then how likely that policy wins from the positions it meets, by logistic regression; prints how much of the variance that tells.
Writes the weights to `parlour/solve/klondike_policy.npz`, or to another file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import parlour
from parlour.kit import rule
from parlour.solve import klondike
from parlour.solve import klondike_play as inner
from parlour.solve.klondike_features import FEATURES, STATE
from parlour.solve.klondike_policy import CHANCES, FILE, GLANCE, UNITS, WEIGHTS, Floats, Player, drawn, look, playing_by, weigh
from parlour.solve.klondike_search import do, moves, workspace
from parlour.solve.klondike_state import COLUMNS, DEEP, PASS, RANDOM, TALON, WASTE, cards_home

TIMES, DEALS = 8, 500
"""Times that a deal is played; deals of a batch."""
HOME = 0.2
"""Value of having all cards home compared with 1 for a win, so that there is something to learn from a loss."""
RATE, LAST = 0.01, 0.05
"""Step size at the beginning, and the share of it that remains at the end."""
EVERY = 20
WATCHED, PASSES, SOME, BRISK, SLACKER = 40_000, 8, 2048, 0.003, 0.7
"""Learning chances: matches, passes over their positions, positions at a time, the step, and what each pass leaves
of it."""
INNER, BIAS = FEATURES, FEATURES + UNITS * (FEATURES + STATE)
OUTER = BIAS + UNITS
"""Where weights begin, one kind after another, as `playing_by` takes them apart."""


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
def add_slope(who, n, taken, slope):
    """Add the gradient of the logarithm of the odds of the move taken."""
    for k in range(n):
        ahead = (k == taken) - who.odds[k]
        for i in range(FEATURES):
            slope[i] += ahead * who.given[k, i]
        for j in range(UNITS):
            said = who.units[k, j]
            slope[OUTER + j] += ahead * said
            who.units[k, j] = ahead * who.outer[j] if said > 0.0 else 0.0
            slope[BIAS + j] += who.units[k, j]
        for i in range(FEATURES + STATE):
            x = who.given[k, i] if i < FEATURES else who.state[i - FEATURES]
            if x != 0.0:
                for j in range(UNITS):
                    slope[INNER + i * UNITS + j] += who.units[k, j] * x


@rule
def learned_match(p, w, who, slope, surest):
    """Play a match; slope is given the gradient of the logarithm of its odds. surest: by the likeliest moves, nothing learned."""
    if not surest:
        slope[:] = 0.0
    while True:
        n = moves(p, w.menu, 0, -1, 0)
        if n == 0:
            return cards_home(p)
        taken = 0
        if n > 1:
            weigh(p, w, who, n)
            if surest:
                taken = np.argmax(who.odds[:n])
            else:
                taken = drawn(p, who, n)
                add_slope(who, n, taken, slope)
        do(p, w.menu[taken], w.saved, 0)


@rule
def batch(p, w, who, decks, times, total, surest, salt):
    """Play decks (int64[deals, 52]) so often each; total is given the sum of the gradients. Returns how many were won."""
    slopes, gains = np.zeros((times, WEIGHTS)), np.zeros(times)
    won = 0
    for deal in range(len(decks)):
        for k in range(times):
            dealt(p, decks[deal])
            chance = decks[deal, 0] * 52 + decks[deal, 1] + 2704 * (deal * times + k) + 1 + 1000003 * salt
            p.figures[RANDOM] = chance * 7919 & 0x7FFFFFFF
            home = learned_match(p, w, who, slopes[k], surest)
            won += home == 52
            gains[k] = (home == 52) + HOME * home / 52
        for k in range(times):
            ahead = gains[k] - (gains.sum() - gains[k]) / max(times - 1, 1)
            if ahead != 0.0 and not surest:
                for i in range(WEIGHTS):
                    total[i] += ahead * slopes[k, i]
    return won


def shuffled(rng: np.random.Generator, deals: int) -> np.ndarray:
    """Decks of cards 0 to 51."""
    return rng.permuted(np.tile(np.arange(52), (deals, 1)), axis=1)


class Adam:
    """The size of steps along a slope (Kingma and Ba, 2015). slower: the share of the mean of its squares that is kept."""

    def __init__(self, size: int, slower: float, slow: float = 0.9) -> None:
        self.mean, self.square, self.slow, self.slower, self.steps = np.zeros(size), np.zeros(size), slow, slower, 0

    def step(self, slope: Floats) -> Floats:
        """The next step, by about 1 for each weight."""
        self.steps += 1
        self.mean = self.slow * self.mean + (1 - self.slow) * slope
        self.square = self.slower * self.square + (1 - self.slower) * slope**2
        length = np.sqrt(self.square / (1 - self.slower**self.steps)) + 1e-8
        return self.mean / (1 - self.slow**self.steps) / length


def fresh(rng: np.random.Generator) -> Floats:
    """Weights to begin with: odds are all but even, and the units differ."""
    weights = np.zeros(WEIGHTS)
    weights[INNER:BIAS] = rng.normal(0, (3 / (FEATURES + STATE)) ** 0.5, BIAS - INNER)
    weights[OUTER:] = rng.normal(0, 0.05, UNITS)
    return weights


def learn(p: klondike.Position, weights: Floats, batches: int, rng: np.random.Generator) -> None:
    """Change the weights, batch by batch, in ever smaller steps."""
    w, who = workspace(), playing_by(weights)
    adam, won = Adam(WEIGHTS, 0.99), 0
    for n in range(1, batches + 1):
        total = np.zeros(WEIGHTS)
        won += batch(p, w, who, shuffled(rng, DEALS), TIMES, total, False, n)
        weights += RATE * max(LAST, 1 - n / batches) * adam.step(total / (DEALS * TIMES))
        if n % EVERY == 0:
            print(f"{n} batches: {100 * won / (EVERY * DEALS * TIMES):.1f} % won", flush=True)
            won = 0


@rule
def watched(p, w, who, decks, glances, won, deals):
    """Play decks, and write down what was to be seen at each choice, whether the match was won and which it was; returns how many
    choices there were room for."""
    n_seen = 0
    for deal in range(len(decks)):
        dealt(p, decks[deal])
        p.figures[RANDOM] = (decks[deal, 0] * 52 + decks[deal, 1] + 2704 * deal + 1) * 7919 & 0x7FFFFFFF
        first = n_seen
        while True:
            n = moves(p, w.menu, 0, -1, 0)
            if n == 0:
                break
            taken = 0
            if n > 1:
                weigh(p, w, who, n)
                taken = drawn(p, who, n)
                if n_seen < len(glances):
                    look(who, n)
                    glances[n_seen], deals[n_seen] = who.glance, deal
                    n_seen += 1
            do(p, w.menu[taken], w.saved, 0)
        won[first:n_seen] = cards_home(p) == 52
    return n_seen


def chances_of(sight: Floats, even: Floats, tell: Floats, usual: Floats, glances: Floats) -> tuple[Floats, Floats]:
    """Return what the units say of glances, and the chances of winning."""
    said = np.maximum(glances @ sight + even, 0)
    return said, 1 / (1 + np.exp(-(said @ tell + usual[0])))


def learn_chances(p: klondike.Position, who: Player, rng: np.random.Generator) -> Floats:
    """Return how likely a policy wins, from matches of its own; a tenth of them are kept to measure it by."""
    glances, won = np.zeros((60 * WATCHED, GLANCE)), np.zeros(60 * WATCHED)
    deals = np.zeros(60 * WATCHED, np.int64)
    n = int(watched(p, workspace(), who, shuffled(rng, WATCHED), glances, won, deals))
    kept = int(np.searchsorted(deals[:n], WATCHED * 9 // 10))
    chances = np.zeros(CHANCES)
    view = playing_by(np.zeros(WEIGHTS), chances)
    parts = (view.sight, view.even, view.tell, view.usual)
    view.sight[:] = rng.normal(0, (2 / GLANCE) ** 0.5, view.sight.shape)
    view.tell[:] = rng.normal(0, 0.1, UNITS)
    adam = Adam(CHANCES, 0.999)
    for passed in range(PASSES):
        order = rng.permutation(kept)
        for some in np.split(order, range(SOME, kept, SOME)):
            said, chance = chances_of(*parts, glances[some])
            wrong = (chance - won[some]) / len(some)
            back = np.outer(wrong, view.tell) * (said > 0)
            slope = np.concatenate([(glances[some].T @ back).ravel(), back.sum(0), said.T @ wrong, wrong.sum(keepdims=True)])
            chances -= BRISK * SLACKER**passed * adam.step(slope)
        missed = won[kept:n] - chances_of(*parts, glances[kept:n])[1]
        told = 1 - (missed**2).mean() / won[kept:n].var()
        print(f"chances, pass {passed + 1}: {100 * told:.1f} % of the variance told, of {n - kept} choices", flush=True)
    return chances


def keep(path: Path, draw: int, weights: Floats, chances: Floats) -> None:
    """Write the weights beside those for another number of cards drawn."""
    kept = dict(np.load(path)) if path.is_file() else {}
    learned = {f"draw_{draw}": weights.astype(np.float32), f"chance_{draw}": chances.astype(np.float32)}
    np.savez_compressed(path, **kept | learned)


def measure(p: klondike.Position, who: Player, decks: np.ndarray) -> None:
    """Print how many of these deals a player wins by itself."""
    for surest in (True, False):
        began = time.process_time()
        won = batch(p, workspace(), who, decks, 1, np.zeros(WEIGHTS), surest, 0)
        spent, share = time.process_time() - began, won / len(decks)
        half = 1.96 * (share * (1 - share) / len(decks)) ** 0.5
        kind = "the likeliest move" if surest else "a draw by the odds"
        print(f"{kind}: {100 * share:.1f} ± {100 * half:.1f} % of {len(decks)} deals, {1e6 * spent / len(decks):.0f} us a deal")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("draw", type=int, choices=(1, 3))
    parser.add_argument(
        "--batches", type=int, default=600, help="batches of 4000 matches to learn from; 0 with --on: chances only (600)"
    )
    parser.add_argument("--check", type=int, default=20_000, help="deals that are measured (20000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="go on from the weights in the file")
    parser.add_argument("-o", "--output", type=Path, default=FILE, metavar="FILE", help="the weights (those that ship)")
    args = parser.parse_args()
    p = klondike.blank()
    inner.take(p, parlour.game("klondike", draw=args.draw).start(seed=1).view(0).tables)
    rng = np.random.default_rng(args.seed)
    if args.on:
        weights = np.load(args.output)[f"draw_{args.draw}"].astype(np.float64)
    else:
        weights = fresh(rng)
    learn(p, weights, args.batches, rng)
    keep(args.output, args.draw, weights, learn_chances(p, playing_by(weights), rng))
    measure(p, playing_by(weights), shuffled(np.random.default_rng(args.seed + 1_000_000), args.check))


if __name__ == "__main__":
    main()
