"""The solver of Spider: the verdicts of a plain second one, lines that the rules accept."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.cli import main
from parlour.solve import solve
from parlour.solve import spider_search as inner
from parlour.solve.spider import WEIGHTS, blank, desk
from solve.plain_spider import Plain, can_be_won, tidied


def endgame(chance: random.Random, stock: int) -> Plain:
    """Two sequences left, their cards in ten columns, some hidden, and some in the stock."""
    cards = [*range(13), *(range(13) if chance.random() < 0.5 else range(13, 26))]
    chance.shuffle(cards)
    if not stock and chance.random() < 0.6:  # ends that hardly fit on each other: the last ten cards are the ends
        cards.sort(key=lambda card: card % 2 == 0 or chance.random() < 0.1)
    row, rest = cards[:stock], cards[stock:]
    columns: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for c in range(10):
        own = rest[::-1][c::10][::-1]
        columns.append((tuple(own[:-1]), tuple(own[-1:])))
    return tidied(Plain(tuple(columns), tuple(row), 6))


def loaded(p: Plain) -> inner.Position:
    """The same for the solver."""
    made = blank()
    for c, (down, up) in enumerate(p.columns):
        made.hidden[c], made.size[c] = len(down), len(up)
        made.down[c * inner.BURIED : c * inner.BURIED + len(down)] = down
        made.up[c * inner.DEEP : c * inner.DEEP + len(up)] = up
    made.stock[: len(p.stock)] = p.stock
    made.figures[:4] = 0, p.done, len(p.stock), 0
    return made


@pytest.mark.parametrize("stock", [0, 10])
def test_small_positions_are_judged_as_by_looking_at_everything(stock: int) -> None:
    chance, counts = random.Random(stock), {True: 0, False: 0, None: 0}
    work = desk(30_000)
    work.weights[:] = WEIGHTS[0]
    for _ in range(30):
        p = endgame(chance, stock)
        expected = can_be_won(p, 800)
        counts[expected] += 1
        if expected is not None:
            position = loaded(p)
            inner.begin(position, work)
            found = inner.OPEN
            while found == inner.OPEN:
                found = int(inner.search(position, work, 1, 400, 1))
            assert found == (inner.WON if expected else inner.LOST), p
    assert counts[True] > 1
    assert counts[False] > 1 or stock


def test_the_line_of_a_deal_is_a_record_that_replays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "spider", "--suits", "1", "--seed", "1", "--memory", "64", "--line"]) == 0
    match = parlour.replay(capsys.readouterr().out)
    assert match.winners == [0]


def test_two_suits_are_won_too() -> None:
    match = parlour.game("spider", suits=2).start(seed=2)
    verdict = solve(match, memory=128)
    assert verdict.winnable
    for choice in verdict.line:
        match.play(choice)
    assert match.winners == [0]


def test_sequences_that_stay_are_not_for_the_solver() -> None:
    with pytest.raises(parlour.BadInput, match="manual_removal"):
        solve(parlour.game("spider", manual_removal=True).start(seed=1))
