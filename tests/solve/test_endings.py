"""Exact endings against plain minimax over all ways to play on, in games of two sides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.cli import main
from parlour.engine import steps
from parlour.engine.match import Match
from parlour.kit import CARD_BITS, NOBODY
from parlour.solve.endings import MATCH, ending, play_row


def late(name: str, seats: int | None, seed: int, cards: int) -> Match | None:
    """Return a match of random play in its first hand, when so few cards are left; None if the hand ended before."""
    match, chance = parlour.game(name, seats).start(seed=seed), random.Random(seed)
    early = list(map(match.game.room.calls.code, ("declare", "close"))) if name == "schnapsen" else []
    while not match.over and match.row.hand_number == 1:
        held = sum((int(hand) & CARD_BITS).bit_count() for hand in match.row.hand[: match.seats])
        if held <= cards and (name != "schnapsen" or match.row.stock[0] == 0):
            return match
        codes = match.codes()
        match.play(chance.choice([code for code in codes if code not in early] or codes))
    return None


def minimax(match: Match) -> float:
    """Return what the seat on turn can have at least, by trying everything."""
    room, root, viewer = match.game.room, match.row, match.turn

    def worth(tables: Any) -> float:
        row = tables[0]
        if row.over or row.turn == NOBODY:
            gains = [float(row.score[p] - root.score[p]) * (-1 if room.low else 1) for p in range(row.seats)]
            ours = [gain for p, gain in enumerate(gains) if row.side[p] == row.side[viewer]]
            others = [gain for p, gain in enumerate(gains) if row.side[p] != row.side[viewer]]
            result = float(np.mean(ours) - np.mean(others))
            return result + (MATCH * float(row.payoff[viewer]) if row.over else 0.0)
        menu = np.zeros(room.menu_size, np.int64)
        found = []
        for code in menu[: steps.menu_row(tables, 0, menu)]:
            after = tables.copy()
            play_row(after, int(code))
            found.append(worth(after))
        return max(found) if row.side[row.turn] == row.side[viewer] else min(found)

    return worth(match.tables.copy())


@pytest.mark.parametrize(("name", "seats", "cards"), [("schnapsen", None, 6), ("botifarra", None, 8), ("cucumber", 2, 6)])
def test_endings_equal_minimax(name: str, seats: int | None, cards: int) -> None:
    """Worth and line: played along, it comes to what was said."""
    asked = 0
    for seed in range(30):
        match = late(name, seats, seed, cards)
        if match is None or asked == 4:
            continue
        found = ending(match)
        assert found.points + MATCH * (found.result or 0.0) == pytest.approx(minimax(match))
        scores, seat, sides = match.score, match.turn, [int(side) for side in match.row.side[: match.seats]]
        for choice in found.line:
            match.play(choice.split(":")[1])
        gains = [(after - before) * (-1 if match.game.room.low else 1) for before, after in zip(scores, match.score, strict=True)]
        ours = [gain for gain, side in zip(gains, sides, strict=True) if side == sides[seat]]
        others = [gain for gain, side in zip(gains, sides, strict=True) if side != sides[seat]]
        assert np.mean(ours) - np.mean(others) == pytest.approx(found.points)
        asked += 1
    assert asked == 4


def test_what_has_no_exact_ending_is_told() -> None:
    """Chance in it, more than two sides, nobody asked: one line."""
    with pytest.raises(parlour.BadInput, match="more than 50 positions"):
        ending(next(m for seed in range(9) if (m := late("botifarra", None, seed, 8))), nodes=50)
    with pytest.raises(parlour.BadInput, match="two sides"):
        ending(parlour.game("oh_hell").start(seed=1))


def test_the_command_solves_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it is worth and the line; a position with unknown cards, or of another game, is refused."""
    match = next(m for seed in range(9) if (m := late("schnapsen", None, seed, 4)))
    path = tmp_path / "ending.toml"
    path.write_text(match.position(), encoding="utf-8")
    assert main(["solve", "schnapsen", "--file", str(path)]) == 0
    told, line = capsys.readouterr().out.splitlines()
    assert told == str(ending(match))
    assert line.split()[0].startswith(f"{match.turn}:")
    assert main(["solve", "spades", "--file", str(path)]) == 2
    assert "is of schnapsen, not of spades" in capsys.readouterr().err
    path.write_text(match.view(match.turn).position(), encoding="utf-8")
    assert main(["solve", "schnapsen", "--file", str(path)]) == 2
    assert "every card must be known" in capsys.readouterr().err
