"""The pad's totals are the table's: random matches of every game, each hand told to a pad in its own terms and compared.

A few matches of each game every day; `-m soak` plays a thousand under random house rules and numbers of seats, or as many as
`PAD_MATCHES` says.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from house.tellers import TELLERS
from parlour.engine import steps
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.house.pad import Event, Pad, Refused, Scorer, fold, scoring
from parlour.kit.layout import DEAL, NOBODY, Zone
from parlour.ladder.climbing import Climb

SHORT: dict[str, dict[str, int]] = {
    "klondike": {"stall": 50},
    "spider": {"stall": 50},
    "brag": {"deals": 20},
    "backhand": {"rounds": 20, "max_rounds": 20},
    "spades": {"max_hands": 30},
    "pirate": {"max_ticks": 2000},
    "i_doubt_it": {"max_turns": 40},
    "crazy_eights": {"max_turns": 40},
    "machiavelli": {"target": 20},
    **{name: {"hands": 20} for name in ("badugi", "baduci", "triple_draw")},
}
"""House rules that keep a random match from taking all day."""
DAILY = 2
MATCHES = int(os.environ.get("PAD_MATCHES", "1000"))
Choose = Callable[[Any, Any, int, random.Random], int]
Told = tuple[dict[str, Any] | None, Any, Any]


def games(name: str, number: int) -> Iterator[tuple[Game, random.Random]]:
    """The default game, then every number of seats with any house rules."""
    for game, chooser in Climb(room(name)).tries(number, "pad"):
        yield (Game(game.room, game.seats, game.house | SHORT[name]) if name in SHORT else game), chooser


def choice(tables: Any, words: Any, n: int, chooser: random.Random) -> int:
    """One of a menu's entries, and of a run its ends or something between. The tables do not matter here."""
    word = int(words[chooser.randrange(n)])
    low, more = word & 0xFFFFFFFF, word >> 32
    return low + chooser.choice((0, min(1, more), more, chooser.randint(0, more)))


def played(game: Game, chooser: random.Random, choose: Choose = choice) -> Iterator[Told]:
    """Play a random match: of each hand yield the entries, the table before it, and the table after it."""
    tables, teller = game.blank(), TELLERS[game.room.name](game)
    menu = np.zeros(game.room.menu_size, np.int64)
    steps.begin_row(tables, 0, chooser.randrange(2**62), 0)
    seed = chooser.randrange(2**62)
    t = tables[0]
    while not t.over:
        start = tables.copy()
        steps.step_row(tables, 0, seed, 0)
        teller.dealt(start[0])
        while not t.over and (t.phase != DEAL or t.turn != NOBODY):
            before = tables.copy()
            if t.turn == NOBODY:
                steps.step_row(tables, 0, seed, 0)
                teller.stepped(before[0], t)
            else:
                code = choose(tables, menu, int(steps.menu_row(tables, 0, menu)), chooser)
                steps.act_row(tables, 0, code)
                teller.acted(before[0], t, int(before[0].turn), game.room.choice_name(code))
        yield teller.tell(t), start, tables.copy()


def differences(game: Game, mine: Any, theirs: Any, skip: tuple[str, ...]) -> dict[str, tuple[Any, Any]]:
    """Return the differences between two tables after a hand in all that outlasts it."""
    found = {}
    for name, field in game.room.Table.fields.items():
        lasting = field.kept or name in ("score", "dealer", "hand_number", "over", "winners", "payoff", "side")
        if not lasting or isinstance(field, Zone) or name in skip:
            continue
        one, other = (np.asarray(x[name])[: game.seats] if field.per_seat else np.asarray(x[name]) for x in (mine, theirs))
        if not np.array_equal(one, other):
            found[name] = one.tolist(), other.tolist()
    return found


def compare(game: Game, chooser: random.Random, choose: Choose = choice) -> int:
    """Enter a match into a pad hand by hand; return the number of hands. Fail if the pad disagrees."""
    names = [f"P{p}" for p in range(game.seats)]
    scorer, tables, hands = Scorer(game, names), None, 0
    skip = ("prial",) if game.room.name == "brag" else ()  # real cards are shuffled or not, the pad's always
    for told, start, after in played(game, chooser, choose):
        if tables is None:
            tables = scorer.begin(int(start[0].dealer))
        if told is None:
            skip = (*skip, "hand_number")
            continue
        dealt = scorer.deal(tables)
        form = scorer.form(dealt)
        values, missing, problems = form.read(told)
        where = f"{game!r}, hand {hands + 1}: {told}"
        assert not missing, f"{where}: {missing} not told"
        assert not problems, f"{where}: {problems}"
        try:
            tables = scorer.settle(dealt, form, values).tables
        except Refused as why:
            raise AssertionError(f"{where}: {why}") from None
        found = differences(game, tables[0], after[0], skip)
        assert found == {}, f"{where}: {found}"
        hands += 1
    return hands


@pytest.mark.parametrize("name", room_names())
def test_the_totals_of_a_pad_are_those_of_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "SEED", 7)  # cards that nobody looks at: which ones is all the same
    for game, chooser in games(name, DAILY):
        assert compare(game, chooser) > 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", room_names())
def test_a_thousand_matches(name: str) -> None:
    hands = sum(compare(game, chooser) for game, chooser in games(name, MATCHES))
    assert hands >= MATCHES


@pytest.mark.parametrize("name", ["spades", "toepen", "porrazo", "scopa"])
def test_a_match_written_down_and_read_again(name: str) -> None:
    """The same through a pad's text and its sheet."""
    game = Game(name)
    told = [cells for cells, _, _ in played(game, random.Random(f"pad {name}")) if cells is not None]
    *_, last = played(game, random.Random(f"pad {name}"))
    first = next(played(game, random.Random(f"pad {name}")))
    pad = Pad.of(game, [f"P{p}" for p in range(game.seats)], int(first[1][0].dealer))
    for n, cells in enumerate(told, 1):
        pad.add(Event(f"e{n}", "P0", "2026-11-22T19:00:00Z", hand=n, cells=cells))
    sheet = fold(Pad.read(pad.write()))
    t = last[2][0]
    assert sheet.match.totals == [int(x) for x in t.score[: game.seats]]
    assert sheet.match.over
    assert sheet.match.payoff == [float(x) for x in t.payoff[: game.seats]]
    pad.add(Event("more", "P0", "2026-11-23T00:00:00Z", hand=len(told) + 1, cells=told[-1]))
    assert [hand.state for hand in fold(pad).hands[-2:]] == ["scored", "after the end"]
