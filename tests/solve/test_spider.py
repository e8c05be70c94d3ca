"""The solver of Spider: the verdicts of a plain second one, lines that the rules accept, what its beams work out."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.cli import main
from parlour.solve import Settler, solve, spider_beam
from parlour.solve import spider_search as inner
from parlour.solve.spider import WEIGHTS, beam, blank, moves_of, workspace
from parlour.solve.spider_beam import Beam
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


DAILY, NIGHTLY = 15, 100
"""Endgames that are judged by looking at everything."""


@pytest.mark.parametrize("stock", [0, 10])
def test_small_positions_are_judged_as_by_looking_at_everything(stock: int) -> None:
    check_verdicts(stock, DAILY)


@pytest.mark.soak
@pytest.mark.parametrize("stock", [0, 10])
def test_more_small_positions_are_judged_so(stock: int) -> None:
    check_verdicts(stock, NIGHTLY)


def check_verdicts(stock: int, endgames: int) -> None:
    """Compare the search's verdicts on endgames with those of the plain program."""
    chance, counts = random.Random(stock), {True: 0, False: 0, None: 0}
    work = workspace(30_000)
    work.weights[:] = WEIGHTS
    for _ in range(endgames):
        p = endgame(chance, stock)
        expected = can_be_won(p, 800)
        counts[expected] += 1
        if expected is not None:
            position = loaded(p)
            inner.begin(position, work)
            found = inner.OPEN
            while found == inner.OPEN:
                found = int(inner.search(position, work, 1, 400))
            assert found == (inner.WON if expected else inner.LOST), p
    assert counts[True] > 1
    assert counts[False] > 1 or stock


def test_the_line_of_a_deal_is_a_record_that_replays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "spider", "--suits", "1", "--seed", "1", "--memory", "64", "--line"]) == 0
    match = parlour.replay(capsys.readouterr().out)
    assert match.winners == [0]


def swept(p: Plain, width: int, seed: int = 0) -> tuple[inner.Position, Beam]:
    """A beam gone through all levels."""
    position, w = loaded(p), beam(width)
    for level in range(int(spider_beam.begin(position, w, seed)), -1, -1):
        spider_beam.sweep(position, w, level, 100 * width, 100 * width)
    return position, w


@pytest.mark.parametrize("stock", [0, 10])
def test_a_beam_wins_what_can_be_won_and_nothing_else(stock: int) -> None:
    check_beams(stock, DAILY)


@pytest.mark.soak
@pytest.mark.parametrize("stock", [0, 10])
def test_beams_win_more_of_what_can_be_won(stock: int) -> None:
    check_beams(stock, NIGHTLY)


def check_beams(stock: int, endgames: int) -> None:
    """Compare what a beam wins with the verdicts of the plain program."""
    chance, won = random.Random(100 + stock), 0
    for _ in range(endgames):
        p = endgame(chance, stock)
        expected = can_be_won(p, 800)
        _, w = swept(p, 64)
        found = w.tally[spider_beam.WINNER] >= 0
        if expected is not None:
            assert found == expected, p
        won += found
    assert won > 1


def test_what_waits_is_what_its_way_leads_to() -> None:
    """Levels, marks and worths are worked out from two columns, or a row; here the moves are made and all is counted again."""
    game, seen = parlour.game("spider", suits=2), {"deals": 0, "filled": 0, "moves": 0, "off": 0}
    position, w = blank(), beam(64)
    w.weights[spider_beam.STIR] = w.weights[spider_beam.STEP] = 0.0
    for deal in (1, 2, 3):
        inner.load(position, game.start(seed=deal).tables, 0)
        for level in range(int(spider_beam.begin(position, w, 0)), -1, -1):
            for k in range(int(w.length[level])):
                inner.unpack(w.packed[w.origins[level, k]], position)
                was, way = int(position.figures[inner.DONE]), int(w.ways[level, k])
                spider_beam.make(position, way)
                worth, mark, _ = spider_beam.overview(position, w)
                assert spider_beam.level_at(position) == level
                assert w.keys[level, k] == pytest.approx(worth, abs=1e-3)
                assert mark in w.seen
                moves = list(moves_of(way))
                seen["deals"] += moves == [inner.DEAL]
                seen["filled"] += len(moves) > 1
                seen["moves"] += inner.DEAL not in moves
                seen["off"] += int(position.figures[inner.DONE]) > was
            spider_beam.sweep(position, w, level, 40, 20)
        assert w.tally[spider_beam.USED] > 1000
    assert min(seen.values()) > 0, seen


def test_a_beam_that_is_full_says_so_and_stops() -> None:
    position, w = blank(), beam(2)
    inner.load(position, parlour.game("spider").start(seed=1).tables, 0)
    for level in range(int(spider_beam.begin(position, w, 0)), -1, -1):
        spider_beam.sweep(position, w, level, 10_000, 10_000)
    assert w.tally[spider_beam.USED] <= len(w.parent)
    assert w.tally[spider_beam.MARKS] < len(w.seen)
    assert (w.length <= w.keys.shape[1]).all()


@pytest.mark.parametrize("suits", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_more_suits_are_won_too(suits: int) -> None:
    match = parlour.game("spider", suits=suits).start(seed=3)
    verdict = solve(match, memory=64)
    assert verdict.winnable
    for choice in verdict.line:
        match.play(choice)
    assert match.winners == [0]


@pytest.mark.soak
def test_most_deals_of_four_suits_are_won() -> None:
    settler = Settler(parlour.game("spider"), seconds=30.0)
    verdicts = [settler.settle(parlour.game("spider").start(seed=seed).tables) for seed in range(1, 41)]
    assert sum(verdict.winnable is True for verdict in verdicts) >= 36


def test_sequences_that_stay_are_not_for_the_solver() -> None:
    with pytest.raises(parlour.BadInput, match="manual_removal"):
        solve(parlour.game("spider", manual_removal=True).start(seed=1))
