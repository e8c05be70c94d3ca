"""Random hands beside PokerKit: the same choices at every step, the same chips at the end; hand histories there and back."""

from __future__ import annotations

import random
import warnings

import pytest
from pokerkit import HandHistory

import parlour
from house.pokerkit_table import VARIANTS, TwoTables
from parlour.house import phh

ROOMS = pytest.mark.parametrize("name", sorted(VARIANTS))


def compare(name: str, seeds: range) -> int:
    """Play these hands at both tables; how many decisions there were."""
    decisions = 0
    for seed in seeds:
        rng = random.Random(seed)
        tables = TwoTables(name, rng.randint(2, 6), rng)
        try:
            decisions += tables.play(rng)
            assert tables.row.score[: tables.seats].tolist() == tables.due
        except AssertionError as error:
            raise AssertionError(f"{name}, seed {seed}, stacks {tables.stacks}, {tables.game.house}") from error
    return decisions


@ROOMS
def test_the_same_choices_and_chips(name: str) -> None:
    assert compare(name, range(300)) > 1800


@pytest.mark.soak
@ROOMS
@pytest.mark.timeout(3600)
def test_the_same_choices_and_chips_in_thousands_of_hands(name: str) -> None:
    assert compare(name, range(1000, 11_000)) > 60_000


def session(name: str, seed: int) -> parlour.Match:
    """A random session of a few hands, played out."""
    rng = random.Random(seed)
    house = {
        "hands": rng.choice((1, 4)),
        "stack": rng.choice((20, 100)),
        "ante": rng.choice((0, 0, 1)),
        "draw_style": rng.choice(("batch", "sequential")),
        "burn": rng.random() < 0.5,
    }
    match = parlour.Game(name, rng.randint(2, 6), house).start(seed=seed)
    while not match.over:
        match.play(rng.choice(match.choices()))
    return match


@ROOMS
@pytest.mark.parametrize("seed", range(8))
def test_hand_histories_there_and_back(name: str, seed: int) -> None:
    """PokerKit plays what we write to the same chips, and we play what it writes of that."""
    text = phh.write_hands(session(name, seed))
    theirs = list(HandHistory.loads_all(text)) if text.startswith("[") else [HandHistory.loads(text)]
    ours = phh.read_hands(text)
    assert len(ours) == len(theirs)
    for hand, history in zip(ours, theirs, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about cards that come back from the discards
            *_, last = history
        assert not last.status
        assert list(last.stacks) == history.finishing_stacks == hand.match.score
        again = HandHistory.from_game_state(history.create_game(), last).dumps()
        assert phh.read_hands(again)[0].match.score == hand.match.score
