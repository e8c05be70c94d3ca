"""The solver of Klondike: the verdicts of a plain second one, deals with known answers, lines that the rules accept."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.solve import Settler, solve
from parlour.solve import klondike_search as inner
from parlour.solve import klondike_state as state
from parlour.solve.deals import Numbered, from_csv
from parlour.solve.kept import Kept
from parlour.solve.klondike import Solver, blank
from parlour.solve.klondike_relaxed import is_hopeless, is_lost
from parlour.solve.verdicts import Verdict
from solve.plain_klondike import House, Plain, after, can_be_won

KNOWN = Path(__file__).parent / "known.csv"


def endgame(chance: random.Random, house: House) -> Plain:
    """A position near the end: the low cards are home, the rest lies badly in few columns and in the stock."""
    home = [chance.randint(10, 12) if house.foundation_return else chance.randint(8, 11) for _ in range(4)]
    rest = [suit * 13 + rank for suit in range(4) for rank in range(home[suit], 13)]
    chance.shuffle(rest)
    k = chance.randint(0, min(5, len(rest) - 2))
    talon, rest = rest[:k], rest[k:]
    turned = chance.randint(0, k)
    columns: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())] * 7
    used = chance.randint(1, 3)
    for c in range(used):
        own = rest[c::used]
        if own:
            columns[c] = (tuple(own[:-1]), (own[-1],))
    run = chance.randint(1, house.passes) if house.passes else 1
    return Plain(tuple(columns), tuple(home), tuple(talon[turned:][::-1]), tuple(talon[:turned]), run)


def played_on(chance: random.Random, p: Plain, house: House) -> Plain:
    """Some choices later: with runs in the columns, spaces, and cards of the stock among them."""
    for _ in range(chance.randint(0, 12)):
        ways = list(after(p, house))
        if not ways:
            break
        p = chance.choice(ways)
    return p


def loaded(p: Plain, house: House) -> state.Position:
    """The same for the solver."""
    made = blank()
    for c, (down, up) in enumerate(p.columns):
        cards = down + up
        made.cards[c * state.DEEP : c * state.DEEP + len(cards)] = cards
        made.size[c], made.down[c] = len(cards), len(down)
    talon = p.waste + p.stock[::-1]
    made.talon[: len(talon)] = talon
    made.home[:] = p.home
    made.figures[:7] = len(talon), len(p.waste), p.run, house.draw, house.passes, house.foundation_return, house.partial_units
    return made


def verdict(p: Plain, house: House, places: int = 1 << 16) -> int:
    work = Solver(1)._work(np.zeros(2 * places, np.int64))
    position = loaded(p, house)
    inner.begin(position, work)
    return int(inner.search(position, work, 1 << 60, 0, 1 << 60))


HOUSES = [
    House(draw=draw, passes=passes, foundation_return=back, partial_units=parts)
    for draw in (1, 3)
    for passes in (0, 1, 2)
    for back in (False, True)
    for parts in (True, False)
]


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_small_positions_are_judged_as_by_looking_at_everything(house: House) -> None:
    chance, counts = random.Random(str(house)), {True: 0, False: 0, None: 0}
    for _ in range(24):
        p = played_on(chance, endgame(chance, house), house)
        expected = can_be_won(p, house, 2500)
        counts[expected] += 1
        if expected is not None:
            assert verdict(p, house) == (inner.WON if expected else inner.LOST), p
    assert counts[True] > 5
    assert counts[False] > 3 or house.foundation_return
    assert counts[None] < 3


def test_what_is_told_to_be_lost_early_cannot_be_won() -> None:
    chance, hopeless, closer, lost = random.Random(7), 0, 0, 0
    for k in range(900):
        house = HOUSES[k % len(HOUSES)]
        p = played_on(chance, endgame(chance, house), house)
        expected = can_be_won(p, house, 2500)
        lost += expected is False
        if is_lost(loaded(p, house)):
            hopeless += is_hopeless(loaded(p, house))
            closer += not is_hopeless(loaded(p, house))
            assert expected is False, (house, p)
    assert hopeless > lost / 3 > 30
    assert closer > 0


def test_deals_that_are_lost_are_told_from_those_that_can_be_won_without_a_search() -> None:
    game, told, p = Game("klondike", None, {"draw": 3, "foundation_return": True}), 0, blank()
    for deal in from_csv(game, KNOWN.read_text()):
        state.load(p, deal.tables, 0)
        told += is_lost(p) and not is_hopeless(p)
        assert not (deal.known and is_lost(p)), deal.name
    assert told == 2


def test_what_lies_on_twins_can_change_places() -> None:
    """Black fives on the red sixes and a red four on one of the fives: the same name, moves and verdict either way round."""
    c5, s5, d6, h6, h4 = 4, 43, 18, 31, 29
    home = (4, 4, 3, 4)
    others = sorted(set(range(52)) - {s * 13 + r for s in range(4) for r in range(home[s])} - {c5, s5, d6, h6, h4})
    house, chance, found = House(draw=3, foundation_return=True), random.Random(3), set()
    for _ in range(12):
        chance.shuffle(others)
        talon, rest = tuple(others[:20]), tuple(others[20:])
        for low, high in (((c5, h4), (s5,)), ((c5, h4), ())):
            stock = talon if high else (*talon, s5)
            tables = [((rest[:4], (d6, *a)), (rest[4:], (h6, *b)), *[((), ())] * 5) for a, b in ((low, high), (high, low))]
            one, other = (loaded(Plain(columns, home, stock[::-1], (), 1), house) for columns in tables)
            works = [Solver(1)._work(np.zeros(2 << 18, np.int64)) for _ in range(2)]
            verdicts = []
            for p, work in zip((one, other), works, strict=True):
                inner.begin(p, work)
                verdicts.append(int(inner.search(p, work, 1 << 60, 0, 1 << 60)))
                inner.unwind(p, work)
                state.name(p)
            assert one.figures[state.KEY] == other.figures[state.KEY]
            assert one.figures[state.KEY + 1] == other.figures[state.KEY + 1]
            assert verdicts[0] == verdicts[1]
            found.add(verdicts[0])
    assert found == {inner.WON, inner.LOST}


@pytest.mark.parametrize("draw", ["1", "3"])
def test_deals_with_known_answers_are_judged_right(capsys: pytest.CaptureFixture[str], draw: str) -> None:
    assert main(["solve", "klondike", "--file", str(KNOWN), "--draw", draw, "--threads", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["wrong"] == []
    assert found["summary"]["unsettled"] == 0
    assert found["summary"]["winnable"] == {"1": 13, "3": 8}[draw]


def test_a_file_that_is_wrong_fails_the_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = KNOWN.read_text().splitlines()
    number, deal, *_ = lines[1].split(",")
    (tmp_path / "wrong.csv").write_text(f"{lines[0]}\n{number},{deal},0,0\n")
    assert main(["solve", "klondike", "--file", str(tmp_path / "wrong.csv")]) == 1
    assert f"otherwise of 1 deal: {number}" in capsys.readouterr().err


def test_a_run_goes_on_from_what_it_has_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.csv"
    few = ["solve", "klondike", "--seed", "3", "--threads", "1", "-o", str(kept)]
    assert main([*few, "--deals", "2"]) == 0
    assert capsys.readouterr().out.count("deal ") == 2
    kept.write_text(kept.read_text().replace("\n4,", "\nfour,").replace("winnable", "unwinnable"))
    assert main([*few, "--deals", "3"]) == 0
    out = capsys.readouterr().out
    assert "deal 3:" not in out, "deal 3 is taken from the file"
    assert out.splitlines()[-1].startswith("3 deals: 2 winnable"), "and is there what the file says of it"
    assert [line.split(",")[0] for line in kept.read_text().splitlines()] == ["id", "3", "four", "4", "5"]
    assert main([*few, "--draw", "3" if "draw=1" in kept.read_text() else "1"]) == 2
    assert "holds verdicts on other deals" in capsys.readouterr().err


def test_what_was_unsettled_in_less_time_is_looked_at_again(tmp_path: Path) -> None:
    game, path = Game("klondike"), str(tmp_path / "verdicts.csv")
    (deal,) = Numbered(game, 3, 1)
    Kept(path, game, 1.0).put(deal, Verdict(None, (), 7, 1.0))
    assert Kept(path, game, 1.0).get(deal) == Kept(path, game, 0.5).get(deal) == Verdict(None, (), 7, 1.0)
    again = Kept(path, game, 2.0)
    assert again.get(deal) is None
    again.put(deal, Verdict(True, (), 9, 1.5))
    assert Kept(path, game, 60.0).get(deal) == Verdict(True, (), 9, 1.5)
    Path(path).write_text("id,deal\n1,2\n")
    with pytest.raises(BadInput, match="not a file of verdicts"):
        Kept(path, game, 1.0)


def test_the_line_of_one_deal_is_a_record_that_replays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--seed", "1", "--draw", "3", "--line"]) == 0
    match = parlour.replay(capsys.readouterr().out)
    assert match.over
    assert match.winners == [0]


def test_a_line_goes_on_from_where_the_match_stands() -> None:
    match = parlour.game("klondike", draw=3).start(seed=3)
    for choice in ("draw", "draw"):
        match.play(choice)
    verdict = solve(match)
    assert verdict.winnable
    for choice in verdict.line:
        match.play(choice)
    assert match.winners == [0]


def test_what_cannot_be_settled_is_said_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("id,deal\n7,AC/2C|3C\n")
    for line, told in (
        (["schnapsen"], "no solver for schnapsen"),
        (["klondike", "--draw", "2"], "draw"),
        (["klondike", "--set", "empty_column=any"], "empty_column"),
        (["klondike", "--draw", "1", "--set", "draw=3"], "do not go together"),
        (["klondike", "--file", str(tmp_path / "bad.csv")], "deal 7"),
    ):
        assert main(["solve", *line]) == 2
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
    with pytest.raises(BadInput, match="no solver"):
        Settler(parlour.game("schnapsen"))
