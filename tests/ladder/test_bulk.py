"""Mistakes that show only in matches by the thousand, on compiled rules: each is found, with the line that made it.

One room makes all of them, a house rule says which: so it is compiled once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ladder_rooms import room_of_files
from parlour.engine.game import Game
from parlour.engine.rooms import room
from parlour.ladder import Fault
from parlour.ladder.laying_out import FILES, TEMPLATE
from parlour.ladder.matches import bulk_played, going_both_ways

CHANGES = {
    "    hand = Cards(": """\
    slip = Option(0, range(0, 7), "which mistake is made")

    pot = Number(0, 100, kept=True)
    hand = Cards(""",
    "    return hands * t.cards * t.seats\n": "    return hands * t.cards * t.seats // (2 if t.slip == 4 else 1)\n",
    "@PLAY.play\n": """\
@PLAY.objection
def ace_of_spades(t, choice):
    if t.slip == 5 and choice == 51 and t.hand_number == 9:
        return 2
    return 0


@PLAY.play
""",
    "    t.score[winner] += 1\n": """\
    if t.slip == 1 and t.hand_number == 9 and t.won[0] & 1:
        t.pot += 26
    if t.slip == 2 and t.hand_number == 9:
        t.pot += 256
    if t.slip == 3 and t.hand_number == 9:
        t.pot = 200
        t.score[winner] += t.pot // 200 - 1
        t.pot = 0
    if t.slip == 6 and t.hand_number == 9:
        t.winners = 1
    t.score[winner] += 1
""",
}
FOUND = {
    1: ("t.pot += 26", "pot is 104, and it is declared in line 18 from 0 to 100"),
    2: ("t.pot += 256", "pot is 256, and it is declared in line 18 from 0 to 100"),
    3: ("    t.score[winner] += 1\n", "score is "),
    4: ("def bound(t):", "past the bound"),
    5: ("        return 2\n", "menu and objection disagree about 'A♠'"),
    6: ("lead_or_end(t, winner, PLAY, NEXT)", "the winners are not those with the best payoff"),
}


def brink() -> str:
    files = {name: (TEMPLATE / name).read_text(encoding="utf-8") for name in FILES}
    for before, after in CHANGES.items():
        assert before in files["rules.py"]
        files["rules.py"] = files["rules.py"].replace(before, after)
    return room_of_files("brink", files)


@pytest.mark.parametrize("slip", FOUND)
def test_a_mistake_that_is_rare(slip: int) -> None:
    """A thousand matches on wide tables and on those as they are."""
    opened = room(brink())
    game = Game(opened, 2, {"slip": slip, "target": 30})
    found = bulk_played(game, 20, 7, 400) if slip == 5 else going_both_ways(game, 1000, 7)
    at, what = FOUND[slip]
    lines = (Path(opened.folder) / "rules.py").read_text(encoding="utf-8").splitlines(keepends=True)
    assert isinstance(found, Fault), "nothing was found"
    assert found.where.partition(":")[0] == "rules.py"
    assert at in lines[int(found.where.partition(":")[2]) - 1], found
    assert found.what.startswith(what), found


def test_without_a_mistake() -> None:
    game = Game(room(brink()), 2, {"target": 30})
    played = going_both_ways(game, 1000, 7)
    assert not isinstance(played, Fault), played
    assert played.decisions > 10_000
