"""Which choices of a match are compared."""

import choices
import pytest

import parlour
from parlour.bots.nerve.rooms import phases_of_nerve

GAME = parlour.game("chicago")


@pytest.fixture(autouse=True)
def _beginners(monkeypatch):
    monkeypatch.setattr(choices, "QUICK", "easy:seed=1,deals=1")


def test_a_choice_is_drawn_from_a_part_of_the_hand():
    nerve, parts = phases_of_nerve(GAME.room), {}
    for only in (None, *choices.PARTS):
        drawn = [choices.drawn(GAME, number, "hand", only) for number in range(1, 9)]
        parts[only] = sum(times for _, times in drawn)
        seen = {view.tables[0].phase in nerve for view, _ in drawn if view}
        assert seen == {None: {True, False}, "nerve": {True}, "cards": {False}}[only]
    assert parts["nerve"] + parts["cards"] == parts[None]


def test_a_game_without_nerve_has_cards_alone():
    assert choices.drawn(parlour.game("scopa"), 1, "hand", "nerve") == (None, 0.0)
