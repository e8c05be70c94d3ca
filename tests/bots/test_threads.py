"""A search with several threads: trees side by side, added up; and how many threads there are for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import bots
from parlour.bots import cores
from parlour.bots.search import Search, _Growth
from parlour.bots.tree import BEGIN
from parlour.engine.errors import BadInput

SECRETS = str(Path(__file__).parent / "rooms" / "secrets")
WHISPERS = str(Path(__file__).parent.parent / "rooms" / "whispers")


@pytest.fixture(autouse=True)
def _three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that this machine has three cores."""
    monkeypatch.setattr(cores, "MACHINE", cores.Cores(3))


def test_cores_are_lent_once() -> None:
    """Everybody gets one thread; more only as long as there are some left, and what was lent comes back."""
    three = cores.Cores(3)
    assert [three.take(2), three.take(4), three.take(4)] == [2, 1, 1]
    for threads in (2, 1, 1):
        three.give_back(threads)
    assert three.take(9) == 3


def test_what_was_lent_comes_back_whatever_happens() -> None:
    """Threads are returned if there is nothing to think about, and if the thinking fails."""
    match = parlour.game("schnapsen").start(seed=1)
    bot, asked = Search(seed=1, seconds=0.05, threads=3), match.view(match.turn, memory=True)
    with pytest.raises(BadInput):
        bot.choose(match.view(1 - match.turn, memory=True))
    with pytest.raises(KeyError), bot.hunt(asked):
        raise KeyError
    assert cores.MACHINE.used == 0


def test_what_the_trees_found_is_added_up() -> None:
    """Each tree is grown on deals of its own, and the visits of all count."""
    match = parlour.game("schnapsen").start(seed=1)
    view = match.view(match.turn, memory=True)
    bot = Search(seed=1, seconds=0.05, threads=3)
    bot.hurried().choose(view)
    with bot.hunt(view) as hunt:
        hunt.decide()
        assert hunt.race is not None
        grown = [visits_below_the_root(growth) for growth in hunt.growths]
        assert len(grown) == 3
        assert min(grown) > 0
        assert sum(option.visits for option in hunt.options()) == sum(grown)
        assert len({str(field.trials) for field in hunt.race.fields}) == 3
    assert cores.MACHINE.used == 0


def visits_below_the_root(growth: _Growth) -> int:
    """Return how often a tree was walked through."""
    nodes = growth.tree.nodes
    root = nodes[growth.tree.walks[BEGIN, growth.own]]
    return int(nodes.visits[root.child : root.child + root.children].sum())


def test_a_number_of_iterations_is_one_thread_s() -> None:
    """So the same seed finds the same on every machine."""
    match = parlour.game("schnapsen").start(seed=1)
    view = match.view(match.turn, memory=True)
    alone, together = (Search(seed=1, iterations=300, threads=threads).weigh(view) for threads in (1, 3))
    assert alone == together


def test_none_of_the_trees_knows_what_lies_face_down() -> None:
    """To guess one of four is worth -1/2: more than -0.8, less than -0.2."""
    for safe, best in ((-2, "safe"), (-8, "play")):
        match = parlour.game(SECRETS, mode="hidden", decider=1, safe=safe).start(seed=1)
        bot, view = Search(seed=1, seconds=0.1, threads=3), match.view(1, memory=True)
        bot.hurried().choose(view)
        code = bot.choose(view)[0]
        assert match.game.room.choice_name(code) == best


@pytest.mark.parametrize(("name", "text"), [(WHISPERS, "search"), ("schnapsen", "strong")])
def test_chains_are_complete(name: str, text: str) -> None:
    """All trees go on from what was picked, and the chain that comes of it can be played."""
    match, longest = parlour.game(name).start(seed=1), 0
    for _ in range(12):
        codes = bots.make(text, seconds=0.01, threads=3).choose(match.view(match.turn, memory=True))
        before, seat = len(match.log), match.turn
        match.play(*codes)
        assert len(match.log) > before or seat not in match.asked, "the chain is not complete"
        longest = max(longest, len(codes))
    assert longest > 1 or name == "schnapsen"


@pytest.mark.parametrize("kind", ["search", "strong", "nerve"])
def test_no_thread_at_all_is_refused(kind: str) -> None:
    with pytest.raises(parlour.BadInput, match="threads"):
        bots.make(kind, threads=0)
