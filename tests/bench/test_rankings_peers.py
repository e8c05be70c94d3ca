"""Other evaluators put hands into the same order as ours."""

import pytest
import rankings

from parlour.kit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="the bench is compiled")


@pytest.mark.parametrize("peer", rankings.peers(), ids=lambda peer: f"{peer.name} {peer.ranking}")
def test_the_same_order(peer):
    hands = rankings.random_hands(3000, rankings.RANKINGS[peer.ranking].size, 5)
    assert list(rankings.disagreements(peer, hands)) == []


def test_another_order_is_noticed():
    ours = rankings.peers()[0]
    upside_down = rankings.Peer("upside down", ours.ranking, ours.take, lambda hand: -ours.rank(hand), True)
    blind = rankings.Peer("blind", ours.ranking, ours.take, lambda hand: 0, True)
    hands = rankings.random_hands(50, 5)
    assert len(list(rankings.disagreements(upside_down, hands))) > 40
    assert len(list(rankings.disagreements(blind, hands))) > 40


def test_a_run_counts_its_hands():
    assert rankings.RANKINGS["badugi"].in_bulk()()[0] == rankings.HANDS
    ours = rankings.peers()[0]
    hands, seconds = rankings.by_hand(ours, [ours.take([0, 1, 2, 3, 4])] * 100)()
    assert hands == 100
    assert seconds >= 0


def test_the_others_are_reported_where_they_are_installed():
    names = {peer.name for peer in rankings.peers()}
    assert rankings.available() == ({"phevaluator", "eval7", "PokerKit"} <= names)
