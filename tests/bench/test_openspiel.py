"""Check what the benchmark's notes say of OpenSpiel's games against the installed version."""

import random
from itertools import pairwise

import openspiel
import pytest

pytestmark = pytest.mark.skipif(not openspiel.available(), reason="OpenSpiel is not installed")


def played(game, rng, look=lambda state: None):
    """A random game to its end; `look` is shown each state in which a player chooses."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            look(state)
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("way", [openspiel.loop, openspiel.native, openspiel.native_dealt])
def test_a_match_of_oh_hell_is_512_decisions_either_way(way):
    run = way(openspiel.oh_hell(), 3)
    for _ in range(2):
        decisions, seconds = run()
        assert decisions == 3 * 512
        assert seconds > 0


def test_oh_hell_sizes_are_those_of_our_match():
    sizes = openspiel.OH_HELL_SIZES
    assert len(sizes) == 19
    assert (sizes[0], min(sizes), sizes[-1]) == (10, 1, 10)
    assert all(abs(a - b) == 1 for a, b in pairwise(sizes))
    assert sum(openspiel.OH_HELL_SEATS * (size + 1) for size in sizes) == 512


def test_oh_hell_scores_made_bids_like_ten_plus_bid_and_misses_by_one_a_trick():
    rng, made, missed = random.Random(1), 0, 0
    game = openspiel.oh_hell()[6]  # four cards
    for _ in range(50):
        state = played(game, rng)
        actions = [(action.player, action.action) for action in state.full_history() if action.player >= 0]
        bids = {player: action - 52 for player, action in actions[:4]}
        for player, points in enumerate(state.returns()):
            if points > 0:
                made += 1
                assert points == 10 + bids[player]
            else:
                missed += 1
                assert -4 <= points <= -1
    assert made
    assert missed


def test_oh_hell_dealer_may_bid_anything_but_the_rest():
    asked = 0

    def look(state):
        nonlocal asked
        bids = [action.action - 52 for action in state.full_history() if action.player >= 0]
        if len(bids) == 3:
            asked += 1
            assert [action - 52 for action in state.legal_actions()] == [bid for bid in range(5) if bid + sum(bids) != 4]

    rng = random.Random(2)
    for _ in range(30):
        played(openspiel.oh_hell()[6], rng, look)
    assert asked == 30


def test_klondike_has_no_draws_and_counts_the_turned_cards_in_its_limit():
    rng = random.Random(3)
    game = openspiel.klondike(depth_limit=120)[0]
    for _ in range(10):
        state = played(game, rng)
        history = state.full_history()
        assert all(action.player < 0 for action in history[:31])
        assert history[31].player == 0
        assert len(history) == 120 or history[-1].action == 0  # the limit, or the closing action of a stuck game
        assert openspiel.decisions_of(state) <= 120 - 31


@pytest.mark.parametrize("way", [openspiel.loop, openspiel.native, openspiel.native_dealt])
def test_klondike_decisions_leave_the_turned_cards_out(way):
    decisions, _ = way(openspiel.klondike(depth_limit=60), 20)()
    assert 0 < decisions <= 20 * (60 - 31)
