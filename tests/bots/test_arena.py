"""The arena: fair seatings, equal deals, honest intervals, and bots that are told no more than a view."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

import parlour
from parlour.bots.arena import compare, margin, seatings, student
from parlour.bots.base import Bot
from parlour.bots.chance import Chance
from parlour.engine.match import Match
from parlour.engine.view import View


@dataclass(frozen=True)
class Spy(Bot):
    """Plays at random and keeps what it was shown; `mark` tells two of them apart."""

    name: ClassVar[str] = "spy"
    mark: int = 0
    shown: list[View] = field(default_factory=list, compare=False)

    def choose(self, view: View) -> list[int]:
        """Note the view."""
        self.shown.append(view)
        return Chance(seed=self.mark).choose(view)

    def prepare(self, game: parlour.Game) -> None:
        """Nothing to compile."""


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 4), (2, 3), (3, 3), (4, 4), (3, 2), (1, 4), (4, 2)])
def test_every_bot_has_every_seat_equally_often(bots: int, seats: int) -> None:
    """The seats of each bot over all seatings."""
    places = Counter((bot, seat) for seating in seatings(bots, seats) for seat, bot in enumerate(seating))
    assert len(places) == bots * seats
    assert len(set(places.values())) == 1


def test_every_seating_gets_the_same_deals() -> None:
    """The first hands that the seats see are the same in every seating, and differ from deal to deal."""
    spies = [Spy(mark=1), Spy(mark=2)]
    compare("schnapsen", spies, deals=3, house={"target_vp": 3}, seed=9)
    first: dict[tuple[int, str], int] = Counter()
    for spy in spies:
        for view in spy.shown:
            row = view.tables[0]
            if row.hand_number == 1 and row.stock[0] == 9 and row.trick[0] == 0 and row.tricks.sum() == 0 and row.married < 0:
                first[view.seat, view.position()] += 1
    leads = [times for (seat, text), times in first.items()]
    assert leads == [2, 2, 2]  # one leader per deal, seen once by each of the two bots


def test_bots_are_shown_masked_tables() -> None:
    """Nothing that the seat does not see, and no random state."""
    spies = [Spy(mark=1), Spy(mark=2)]
    compare("schnapsen", spies, deals=2, house={"target_vp": 3})
    views = spies[0].shown + spies[1].shown
    assert len(views) > 10
    for view in views:
        row = view.tables[0]
        assert not row.rng.any()
        assert int(row.hand[1 - view.seat]) & (1 << 54) - 1 == 0
        assert all(card == -1 for card in row.stock[1 : 1 + row.stock[0]])


def test_equal_bots_are_one_player() -> None:
    """One against two at three seats: three seatings, and payoffs that sum to nothing."""
    found = compare("oh_hell", ["greedy:deals=1,seed=1", "chance:seed=1", "chance:seed=1"], 2, seats=3, house={"start_cards": 2})
    assert [player.bot for player in found.players] == ["greedy:seed=1,deals=1", "chance:seed=1"]
    assert len(found.seatings) == 3
    one, two = found.players
    assert one.mean + 2 * two.mean == pytest.approx(0.0, abs=1e-9)
    assert one.wins + 2 * two.wins == pytest.approx(1.0)


def test_partners_win_together() -> None:
    """At Botifarra two sides play: what they win adds up to all matches, and the heading says what equal bots win."""
    found = compare("botifarra", ["chance:seed=1", "chance:seed=2"], 2, house={"target": 50})
    assert sum(player.wins for player in found.players) == pytest.approx(1.0)
    assert found.sides == 2
    assert "with equal bots a side wins 50.0%" in str(found)
    alone = compare("botifarra", ["chance:seed=1"], 1, house={"target": 50})
    assert alone.players[0].wins == pytest.approx(0.5)


def test_the_result_is_the_same_on_any_number_of_threads() -> None:
    """Bots with seeds and no clock, and single hands by score."""
    runs = [compare("schnapsen", ["greedy:deals=2,seed=1", "chance:seed=1"], 4, hands=True, threads=n) for n in (1, 2)]
    found = [[(player.bot, player.mean, player.margin, player.moves) for player in run.players] for run in runs]
    assert found[0] == found[1]
    assert runs[0].measure == "score"
    assert runs[0].players[0].mean == pytest.approx(-runs[0].players[1].mean)
    assert json.loads(json.dumps(runs[0].as_dict(), allow_nan=False))["players"][0]["wins"] is None


def test_search_beats_chance() -> None:
    """Schnapsen, fixed seeds, 1000 iterations per move: the interval is far above nothing."""
    found = compare("schnapsen", ["search:iterations=1000,seed=1", "chance:seed=1"], 8, house={"target_vp": 3}, seed=1)
    search = found.players[0]
    assert search.mean - search.margin > 0.3


def test_bad_input_is_told() -> None:
    """Bots, deals, seats."""
    for bots, more, told in (
        (["nobody"], {}, "there is no bot 'nobody'"),
        ([], {}, "at least one bot"),
        (["chance"], {"deals": 0}, "at least one deal"),
        (["chance"], {"seats": 5}, "Schnapsen is for 2 players, not 5"),
        (["search"], {"seconds_per_move": 0.0}, "no time to think"),
    ):
        with pytest.raises(parlour.BadInput, match=told):
            compare("schnapsen", bots, **more)  # type: ignore[arg-type]
    with pytest.raises(parlour.BadInput, match="seatings"):
        seatings(9, 4)


@pytest.mark.parametrize("name", ["crash", "scopa", "cucumber"])
def test_a_bot_that_looks_at_nothing_costs_no_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that ask several seats at once, that have chains, and plain ones; whole matches and single hands."""

    def view(*given: object, **more: object) -> None:
        raise AssertionError("a view was made")

    monkeypatch.setattr(Match, "view", view)
    monkeypatch.setattr(Chance, "prepare", lambda bot, game: None)
    for hands in (False, True):
        found = compare(name, ["chance", "chance"], 2, hands=hands, seed=1)
        assert found.players[0].moves > 10
        assert found.players[0].mean == pytest.approx(0, abs=1e-9)


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_chance_plays_every_game_without_a_view(name: str) -> None:
    assert compare(name, ["chance"], 2, seed=1).players[0].moves > 0


def test_chance_takes_every_entry_of_a_menu_equally_often() -> None:
    """And every code of a run equally often."""
    found = Counter(Chance().pick([5, 7 + (2 << 32)]) for _ in range(6000))
    assert set(found) == {5, 7, 8, 9}
    for code, share in ((5, 3000), (7, 1000), (8, 1000), (9, 1000)):
        assert abs(found[code] - share) < 6 * share**0.5


def test_intervals() -> None:
    """Student's t against the tables, and the interval of four figures by hand."""
    for freedom, point in ((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)):
        assert student(freedom) == pytest.approx(point, rel=2e-3)
    assert margin([1.0, 2.0, 3.0, 4.0]) == pytest.approx(3.182 * math.sqrt(5 / 3) / 2, rel=2e-3)
    assert math.isnan(margin([1.0]))
