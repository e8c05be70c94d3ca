"""A race between choices on common deals: who is out when, and how far behind it is said to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots.base import Thought
from parlour.bots.race import (
    ANY,
    ENOUGH,
    LATEST,
    LONGEST,
    RIVALS,
    Chain,
    Race,
    best_of,
    compare_trials,
    field_for,
    field_of,
    most_rivals,
    next_batch,
)
from parlour.bots.rivals import whole_chains
from parlour.bots.rollouts import CHANGE, Floats
from parlour.bots.search import Search, _Hunt
from parlour.bots.tree import TO_THE_END
from parlour.engine.view import View

MOST = 1000
SECRETS = str(Path(__file__).parent / "rooms" / "secrets")


def race_of(*codes: int, odds: Sequence[float] = ()) -> Race:
    """A race between single picks, as likely as each other if it is not said how likely."""
    race = Race(field_of([(code,) for code in codes], odds or [1 / len(codes)] * len(codes)))
    race.remember()
    return race


def run_on(race: Race, worths: Floats) -> None:
    """Deals on which the worths of those still in question were these, float64[deals, rivals], written down as the trees do."""
    for deal in worths:
        field = race.fields[0]
        for k, worth in zip(running(race), deal, strict=True):
            field.trials[k, CHANGE] += worth
            field.trials[k, LATEST] = worth
        compare_trials(field)
    race.tried(len(worths))


def running(race: Race) -> list[int]:
    """The places of those still in question."""
    return race.fields[0].running[: race.running].tolist()


def left_of(race: Race) -> list[int]:
    """Their picks."""
    return [int(race.fields[0].rivals[k, 0]) for k in running(race)]


def test_the_better_half_goes_on() -> None:
    """Four, then two, and of two none is out."""
    race = race_of(7, 8, 9, 10)
    assert race.stages == 2
    run_on(race, np.array([[0.0, 3.0, 1.0, 2.0], [1.0, 2.0, 0.0, 3.0]]))
    race.halve()
    assert left_of(race) == [8, 10]
    race.halve()
    assert left_of(race) == [8, 10]


def test_luck_that_all_share_does_not_count() -> None:
    """Deals are worth 100 more or less, and a choice is one point better on each: it is found, and the other soon out."""
    race, lots = race_of(1, 2), np.random.default_rng(1)
    luck = 100.0 * lots.normal(size=(ENOUGH, 1))
    run_on(race, luck + np.array([0.0, 1.0]) + 0.5 * lots.normal(size=(ENOUGH, 2)))
    race.drop_beaten()
    assert left_of(race) == [2]
    assert race.settled(1e9)


def test_nobody_is_out_for_bad_luck() -> None:
    """The same with luck of each one's own: both stay."""
    race, lots = race_of(1, 2), np.random.default_rng(1)
    run_on(race, np.array([0.0, 1.0]) + 100.0 * lots.normal(size=(ENOUGH, 2)))
    race.drop_beaten()
    assert not race.settled(0)


def test_what_is_out_is_as_far_behind_as_it_was() -> None:
    """Two points behind on poor deals, then the best does ten points better on rich ones: still two."""
    race = race_of(1, 2, 3, 4)
    run_on(race, np.array([[5.0, 3.0, 4.0, 0.0]] * 4))
    race.halve()
    run_on(race, np.array([[15.0, 14.5]] * 4))
    told = {option.code: option.worth for option in race.options(np.ones(2))}
    assert told == pytest.approx({1: 10.0, 2: 8.0, 3: 9.25, 4: 5.0})
    assert [option.code for option in race.options(np.ones(2))][:2] == [1, 3]


def test_the_policy_is_asked_where_deals_say_little() -> None:
    """What it thinks much likelier wins by the first deal's narrow loss, and not by fifty."""
    race = race_of(1, 2, odds=[0.9, 0.1])
    lots = np.random.default_rng(2)
    run_on(race, np.array([[0.0, 1.0]]))
    assert race.options(np.ones(2))[0].code == 1
    run_on(race, np.array([0.0, 1.0]) + 0.5 * lots.normal(size=(50, 2)))
    assert race.options(np.ones(2))[0].code == 2


def test_the_policy_is_asked_where_deals_cannot_tell() -> None:
    """Level after a thousand deals, but for luck: it takes what people would."""
    lots = np.random.default_rng(4)
    race = race_of(1, 2, odds=[0.9, 0.1])
    luck = lots.normal(size=(1000, 2))
    run_on(race, luck - luck.mean(axis=0) + np.array([0.0, 0.01]))
    assert [option.code for option in race.options(np.ones(2))] == [1, 2]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_others_do_not_see_is_not_raced(seed: int) -> None:
    """Secrets: of the aces to lay face down none is better, and any is worth a half; raced, one would be said to be worth 0.9."""
    match = parlour.game(SECRETS, mode="hidden", decider=1).start(seed=1)
    match.play(match.codes()[0])
    options = Search(seed=seed, iterations=8000).weigh(match.view(match.turn, memory=True))
    assert len(options) == 4
    assert all(0.4 < option.worth < 0.6 for option in options)


@pytest.mark.parametrize(("iterations", "most"), [(1, 2), (50, 4), (500, 25)])
def test_few_iterations_are_for_few_rivals(iterations: int, most: int) -> None:
    """So that each is tried on some deals in each stage."""
    assert most_rivals(iterations) == most


def test_the_budget_is_kept() -> None:
    """As many iterations as asked for, or fewer if all others were clearly beaten."""
    for seed in range(5):
        match = parlour.game("schnapsen").start(seed=seed)
        options = Search(seed=1, iterations=400).weigh(match.view(match.turn, memory=True))
        assert 300 < sum(option.visits for option in options) <= 400 or options[0].visits > options[1].visits


def test_what_wins_at_once_is_soon_chosen() -> None:
    """Where one choice is sure the others are out long before the budget is spent."""
    match = parlour.game("schnapsen").start(seed=2)
    fewest = 1_000_000
    while not match.over:
        view = match.view(match.turn, memory=True)
        if len(view.codes()) > 1:
            fewest = min(fewest, sum(option.visits for option in Search(seed=1, iterations=2000).weigh(view)))
        match.play(*bots.make("easy:deals=2,seed=1").choose(view))
    assert fewest < 1000


def ways_of(view: View, picks: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All whole chains of a view, pick by pick."""
    thought = Thought(view, 1)
    for code in picks:
        thought.take(code)
    codes = thought.offered().tolist()
    if not codes:
        yield picks
    for code in codes:
        yield from ways_of(view, (*picks, code))


@pytest.mark.parametrize("name", ["cassino", "bura", "triple_draw", pytest.param("machiavelli", marks=pytest.mark.soak)])
def test_all_ways_to_make_a_chain_are_found(name: str) -> None:
    """From any beginning all chains are found that one finds pick by pick, each set once; with one row too few, none.

    Only if they are few: at Machiavelli there may be 20,000, and to find them pick by pick takes half a minute.
    """
    match, chance, seen = parlour.game(name).start(seed=3), bots.make("chance:seed=1"), 0
    while seen < 5:
        view = match.view(match.turn, memory=True)
        found = set(islice(ways_of(view), MOST + 1))
        if len(found) <= MOST and any(len(chain) > 1 for chain in found):
            seen += 1
            thought, chains, odds = Thought(view, 2), np.empty((len(found), LONGEST), np.int64), np.empty(len(found))
            n = whole_chains(thought.deck, thought.work, thought.picks, chains, odds)
            ways = [tuple(code for code in row if code != ANY) for row in chains[:n].tolist()]
            if view.tables[0].phase in match.game.room.unordered:
                assert len({tuple(sorted(way)) for way in ways}) == n
                assert {tuple(sorted(way)) for way in ways} == {tuple(sorted(chain)) for chain in found}
            else:
                assert sorted(ways) == sorted(found)
                assert odds[:n].sum() == pytest.approx(1)
            assert whole_chains(thought.deck, thought.work, thought.picks, chains[: n - 1], odds) == 0
        match.play(*chance.choose(view))


def test_a_chain_is_one_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """At Cassino a capture is searched as one choice; if the budget is too small for all captures, pick by pick."""
    decided = list[Chain]()
    match, easy = parlour.game("cassino").start(seed=4), bots.make("easy:deals=1,seed=1")
    decide = _Hunt.decide
    monkeypatch.setattr(_Hunt, "decide", lambda self: decided.append(decide(self)) or decided[-1])
    while len(list(ways_of(view := match.view(match.turn, memory=True)))) < 8:
        match.play(*easy.choose(view))
    for iterations, whole in ((800, True), (20, False)):
        decided.clear()
        bot = Search(seed=1, iterations=iterations)
        codes, options = bot.consider(view)
        assert tuple(codes) in ways_of(view)
        assert options[0].code == codes[0]
        assert len({option.code for option in options}) == len(options)
        assert decided[0] == tuple(codes) if whole else len(decided[0]) == 1
        assert any(option.then for option in options) == whole


def test_one_pick_is_told_of_by_its_best_chain() -> None:
    """Of three chains that begin alike the worst is not what the pick is worth."""
    race = Race(field_of([(1, 2), (1, 3), (4,)], [1 / 3] * 3))
    run_on(race, np.array([[5.0, 3.0, 4.0]] * 4))
    assert race.best() == (1, 2)
    assert [(option.code, option.worth) for option in race.options(np.ones(2))] == [(1, 5.0), (4, 4.0)]


@pytest.mark.parametrize(("name", "iterations"), [("schnapsen", 24), ("schnapsen", 400), ("cassino", 60)])
def test_a_race_in_one_call_is_one_batch_by_batch(name: str, iterations: int) -> None:
    """The same rivals, deals and trials, to the last bit, as where Python goes from batch to batch."""
    match = parlour.game(name).start(seed=7)
    view = match.view(match.turn, memory=True)
    fields = [field_for(iterations, iterations // 2) for _ in range(2)]
    for field, at_once in zip(fields, (True, False), strict=True):
        with Search(seed=3, iterations=iterations).hunt(view) as hunt:
            growth = hunt.growths[0]
            if at_once:
                best = growth.run(field, TO_THE_END)
                continue
            growth.run(field, 0)
            while deals := int(next_batch(field)):
                growth.run(field, deals)
            assert best == int(best_of(field))
    one, other = fields
    n = int(one.figures[RIVALS])
    assert n > 1
    assert one.figures.tolist() == other.figures.tolist()
    assert one.running[:n].tolist() == other.running[:n].tolist()
    assert one.trials[:n].tolist() == other.trials[:n].tolist()


@pytest.mark.parametrize("iterations", [2, 10, 31])
def test_small_budgets_are_kept_too(iterations: int) -> None:
    """Below what a later pick of a chain gets at least."""
    for seed in range(5):
        match = parlour.game("schnapsen").start(seed=seed)
        options = Search(seed=1, iterations=iterations).weigh(match.view(match.turn, memory=True))
        assert 0 < sum(option.visits for option in options) <= iterations


def test_what_is_remembered_takes_no_more_the_larger_the_budget() -> None:
    """Only as much as there are rivals: with ten million iterations there might be a hundred thousand."""
    match = parlour.game("schnapsen").start(seed=7)
    with Search(seed=3, iterations=10_000_000).hunt(match.view(match.turn, memory=True)) as hunt:
        race = Race(field_for(10_000_000, 5_000_000))
        hunt.growths[0].run(race.fields[0], 0)
        race.remember()
    assert 1 < race.rivals < 20
    assert race.fields[0].then.shape == (race.rivals, race.rivals, 3)


def test_chains_may_be_longer_than_those_of_the_search() -> None:
    """Of choices that somebody else made."""
    long = tuple(range(LONGEST + 5))
    assert Race(field_of([(1,), long], [0.5, 0.5])).chain(1) == long
