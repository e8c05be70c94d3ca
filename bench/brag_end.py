"""The end of a hand of Brag between the last two players, solved: `python bench/brag_end.py [--bets 2] [--iterations 300]`.

House rules: nobody blind, no raise above the stake, and a limit to the bets of the last two, so that the betting is a small tree.
The engine walks it: seats fold until two are left, then every line of choices is played out, on deals in which the first of them
has the better hand, the worse, and an equal one; what the first wins stands on its tables. All 22,100 hands are in, by their 741
strengths, each pair of strengths weighted by how many pairs of hands there are without a card in common; suits are distinguished
as far as they make the hand. The equilibrium is found by CFR+ (Tammelin, "Solving Large Imperfect Information Games Using CFR+",
2014), over the whole tree and all hands at once; what a best answer to it wins is worked out as exactly.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

import parlour
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.kit import gather
from parlour.kit.rankings import A23_HIGHEST, brag

Floats = npt.NDArray[np.float64]
BETTER, WORSE, EQUAL = range(3)


@dataclass
class Node:
    """A choice of player 0 or 1, or an end: what player 0 wins, in chips, if its hand is better, worse, or equal."""

    player: int = -1
    calls: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    won: tuple[float, float, float] = (0.0, 0.0, 0.0)
    regrets: Floats = field(default_factory=lambda: np.zeros(0))
    sums: Floats = field(default_factory=lambda: np.zeros(0))


def weights() -> tuple[Floats, int]:
    """The share of each pair of strengths among all pairs of hands without a card in common; and how many strengths there are."""
    hands = np.array([sum(1 << card for card in cards) for cards in itertools.combinations(range(52), 3)], np.int64)
    strengths = np.array([brag(int(hand), A23_HIGHEST, True) for hand in hands])
    classes, of = np.unique(strengths, return_inverse=True)
    found = np.zeros((len(classes), len(classes)))
    for hand, mine in zip(hands, of, strict=True):
        found[mine] += np.bincount(of[(hands & hand) == 0], minlength=len(classes))
    return found / found.sum(), len(classes)


def begun(game: Game, seed: int, line: tuple[str, ...]) -> Match:
    """The match of a seed in which all but two have folded, and the two have then chosen along a line."""
    match = game.start(seed=seed)
    for call in ("fold",) * (game.seats - 2) + line:
        match.play(call)
    return match


def seeds(game: Game) -> list[int]:
    """Seeds of deals in which the first of the two to act has the better hand, the worse, and an equal one."""
    found: dict[int, int] = {}
    for seed in range(20_000):
        match = begun(game, seed, ())
        first, row = match.turn, match.row
        (second,) = (p for p in range(game.seats) if int(row.to_act) >> p & 1 and p != first)
        mine, theirs = (brag(gather(row.hand[p]), A23_HIGHEST, True) for p in (first, second))
        found.setdefault(EQUAL if mine == theirs else BETTER if mine > theirs else WORSE, seed)
        if len(found) == 3:
            return [found[k] for k in (BETTER, WORSE, EQUAL)]
    raise RuntimeError("no deal with equal hands was found")


def walk(game: Game, deals: list[int], line: tuple[str, ...] = ()) -> Node:
    """The tree below a line of choices. Player 0 is the first of the two to act; all chips are counted from before the antes."""
    at = [begun(game, seed, line) for seed in deals]
    firsts = [begun(game, seed, ()).turn for seed in deals]
    if at[0].over:
        won = [float(match.score[first] - game.options["stack"]) for match, first in zip(at, firsts, strict=True)]
        return Node(won=(won[BETTER], won[WORSE], won[EQUAL]))
    calls = [call for call in at[0].choices() if call != "look"]
    return Node(0 if at[0].turn == firsts[0] else 1, calls, [walk(game, deals, (*line, call)) for call in calls])


class Solver:
    """The tree and all hands. pairs: [3, n, n] the shares of pairs of strengths in which the first is better, worse, equal."""

    def __init__(self, root: Node, pairs: Floats, dead: float) -> None:
        self.root, self.pairs, self.dead = root, pairs, dead
        self.n = pairs.shape[1]

    def strategy(self, node: Node, average: bool) -> Floats:
        """[calls, n] how often each call is chosen with each strength."""
        figures = node.sums if average else node.regrets
        if not len(figures):
            return np.full((len(node.calls), self.n), 1 / len(node.calls))
        whole = figures.sum(axis=0)
        return np.where(whole > 0, figures / np.where(whole > 0, whole, 1), 1 / len(node.calls))

    def end(self, node: Node, player: int, reach: Floats) -> Floats:
        """Return by strength what an end is worth to a player if the other gets there with these reaches."""
        total = np.zeros(self.n)
        for kind, won in enumerate(node.won):
            mine = won if player == 0 else self.dead - won
            pairs = self.pairs[kind] if player == 0 else self.pairs[kind].T
            total += mine * (pairs @ reach)
        return total

    def improve(self, node: Node, player: int, mine: Floats, theirs: Floats, weight: float) -> Floats:
        """One iteration of CFR+ for a player; by strength what the node is worth to it."""
        if node.player < 0:
            return self.end(node, player, theirs)
        now = self.strategy(node, False)
        if node.player != player:
            children = zip(node.children, now, strict=True)
            return np.sum([self.improve(child, player, mine, theirs * share, weight) for child, share in children], axis=0)
        children = zip(node.children, now, strict=True)
        worths = np.array([self.improve(child, player, mine * share, theirs, weight) for child, share in children])
        worth = (now * worths).sum(axis=0)
        node.regrets = np.maximum((node.regrets if len(node.regrets) else 0.0) + worths - worth, 0.0)
        node.sums = (node.sums if len(node.sums) else 0.0) + weight * mine * now
        return np.asarray(worth)

    def worth(self, node: Node, player: int, theirs: Floats, best: bool) -> Floats:
        """By strength what a node is worth to a player by the average strategies, or by its best answer to the other's."""
        if node.player < 0:
            return self.end(node, player, theirs)
        average = self.strategy(node, True)
        if node.player != player:
            children = zip(node.children, average, strict=True)
            return np.sum([self.worth(child, player, theirs * share, best) for child, share in children], axis=0)
        worths = np.array([self.worth(child, player, theirs, best) for child in node.children])
        return np.asarray(worths.max(axis=0) if best else (average * worths).sum(axis=0))

    def value(self, player: int, best: bool) -> float:
        """The same over all hands, in chips."""
        return float(self.worth(self.root, player, np.ones(self.n), best).sum())

    def solve(self, iterations: int) -> None:
        """Alternating updates; the average weighted by the iteration."""
        ones = np.ones(self.n)
        for iteration in range(1, iterations + 1):
            for player in (0, 1):
                self.improve(self.root, player, ones, ones, float(iteration))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bets", type=int, default=2, help="bets of each of the two before one must see or fold (2)")
    parser.add_argument("--seats", type=int, default=4, help="players, whose antes lie in the pot (4)")
    parser.add_argument("--iterations", type=int, default=300)
    arguments = parser.parse_args()
    rules = {"blind_play": False, "min_open": 2, "max_open": 2, "max_raise": 0, "duel_limit": arguments.bets, "deals": 1}
    game = parlour.game("brag", seats=arguments.seats, **rules)
    ante = float(game.options["ante"])
    shares, n = weights()
    better = np.tril(np.ones((n, n)), -1)
    pairs = np.array([shares * better, shares * better.T, shares * np.eye(n)])
    solver = Solver(walk(game, seeds(game)), pairs, ante * (arguments.seats - 2))
    solver.solve(arguments.iterations)
    first, best = solver.value(0, False), [solver.value(player, True) for player in (0, 1)]
    gap = (sum(best) - solver.dead) / 2
    print(f"{n} strengths of three cards, {arguments.bets} bets each, {arguments.seats} antes in the pot")
    print(f"the first to act wins {first / ante:+.4f} antes a hand, the other {(solver.dead - first) / ante:+.4f}")
    print(f"exploitability after {arguments.iterations} iterations: {gap / ante:.6f} antes a hand")


if __name__ == "__main__":
    main()
