"""PokerKit beside our rooms: whole hands, counted in the same decisions."""

import random

import ours
import pokerkit
import pokerkit_hands
import pytest


@pytest.mark.parametrize("name", ["triple_draw", "badugi"])
def test_runs_play_hands(name):
    decisions, seconds = pokerkit_hands.hands(name, 3)()
    assert seconds > 0
    assert pokerkit_hands.HANDS * 2 < decisions < pokerkit_hands.HANDS * 200
    assert [peer.name for peer in ours.peers(1)[name]] == ["PokerKit"]
    assert ours.HOUSE_RULES[name]["hands"] == 1


class TwoCards(random.Random):
    """A player who discards the first two cards, and checks or calls."""

    drawn = 0

    def randrange(self, n):
        self.drawn = (self.drawn + 1) % 3
        return 0 if self.drawn else n - 1

    def choice(self, choices):
        return choices[0]


def test_a_discard_counts_as_the_choices_it_takes_here():
    """Two players, four rounds of two calls or checks, three draws of two cards and `done` each."""
    state = pokerkit.FixedLimitBadugi.create_state(tuple(pokerkit.Automation), True, 0, (1, 2), 2, 4, 100, 2)
    assert pokerkit_hands.play(state, TwoCards()) == 4 * 2 + 3 * 2 * 3


def test_a_missing_peer_is_said(monkeypatch):
    monkeypatch.setattr(pokerkit_hands, "pokerkit", None)
    with pytest.raises(pokerkit_hands.PokerKitMissing, match="pip install pokerkit"):
        pokerkit_hands.hands("badugi", 1)
