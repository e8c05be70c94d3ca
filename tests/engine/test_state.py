"""A state plays the match that `Game.start` plays, copies itself whole, and keeps to itself."""

from __future__ import annotations

import gc
import random
import threading

import pytest

import parlour
from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.game import Game
from parlour.engine.match import OFTEN, PLAYED, Match
from parlour.engine.rooms import room_names
from parlour.engine.state import FIRST_POOL, State
from parlour.kit.layout import NOBODY
from parlour.ladder.climbing import Climb

DAILY = ("schnapsen", "crash", "aggravation", "scopa")
"""Without chains and with, asked at once and in turn, with a match that can be given up."""


def same_table(state: State, match: Match) -> bool:
    """Whether both tables are the same, but for the random state: a match deals from a state of its own."""
    one, other = state.view(NOBODY).tables, match.view(NOBODY).tables
    return bool(one.tobytes() == other.tobytes())


def play_both(game: Game, seed: int, most: int) -> int:
    """Random play of the same match through both doors, compared at each choice; returns how many were made."""
    state, match, chance, made = game.new_state(seed), game.start(seed), random.Random(seed), 0
    while not state.over and made < most:
        assert state.player in match.asked
        code = chance.choice(state.legal())
        aside = match.answers or len(match.asked) > 1 or match.picks(state.player)
        if not aside:
            assert same_table(state, match)
            assert [entry for entry in match.codes() if entry != game.room.resign] == state.legal()
        match.play(code, seat=state.player)
        state.apply(code)
        made += 1
    assert state.over == match.over or made == most
    if state.over:
        assert state.player == NOBODY
        assert state.legal() == []
        assert state.payoffs == match.payoff
    return made


@pytest.mark.parametrize("name", DAILY)
def test_the_same_match_as_by_name(name: str) -> None:
    assert sum(play_both(Game(name), seed, 150) for seed in range(3)) > 60


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_the_same_match_in_every_game(name: str) -> None:
    for number, (game, _) in enumerate(Climb(Game(name).room).tries(6, "state")):
        play_both(game, number, 400)


def test_clones_go_their_own_ways_and_deal_the_same() -> None:
    game = parlour.game("schnapsen")
    chance = random.Random(1)
    state = game.new_state(3)
    kept: list[tuple[State, bytes, list[int]]] = []
    while not state.over:
        kept.append((state.clone(), state.view(0).tables.tobytes(), list(state.legal())))
        state.apply(chance.choice(state.legal()))
    assert len(kept) > FIRST_POOL // 4
    ends = set()
    for number, (clone, seen, legal) in enumerate(kept):
        assert clone.view(0).tables.tobytes() == seen
        assert clone.legal() == legal
        twin = clone.clone()
        for each in (clone, twin):
            while not each.over:
                each.apply(each.legal()[number % len(each.legal())])
        assert clone.payoffs == twin.payoffs
        assert clone.view(0).tables.tobytes() == twin.view(0).tables.tobytes()
        ends.add(tuple(clone.payoffs))
    assert len(ends) > 1


def test_a_pool_grows_and_takes_back_what_nobody_uses() -> None:
    game = parlour.game("schnapsen")
    states = [game.new_state(seed) for seed in range(3 * FIRST_POOL)]
    seen = [state.view(0).tables.tobytes() for state in states]
    assert len(set(seen)) > 2 * FIRST_POOL
    assert seen == [game.new_state(seed).view(0).tables.tobytes() for seed in range(3 * FIRST_POOL)]
    pool = states[0]._pool
    size = len(pool.tables)
    del states, seen
    gc.collect()
    assert len(pool.free) == size
    for seed in range(2 * size):
        game.new_state(seed)
    assert len(pool.tables) == size


def test_threads_do_not_share_tables() -> None:
    game = parlour.game("schnapsen")
    found: dict[int, list[float]] = {}

    def play(seed: int) -> None:
        state = game.new_state(seed)
        while not state.over:
            state.apply(state.legal()[0])
        found[seed] = state.payoffs

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, payoffs in list(found.items()):
        play(seed)
        assert found[seed] == payoffs


def test_what_is_not_allowed_changes_nothing() -> None:
    state = parlour.game("schnapsen").new_state(7)
    before = state.view(0).tables.tobytes()
    held = set(state.legal())
    with pytest.raises(IllegalChoice) as refused:
        state.apply(next(card for card in range(52) if card not in held))
    assert "not allowed now" in str(refused.value)
    with pytest.raises(BadInput):
        state.apply(100_000)
    assert state.view(0).tables.tobytes() == before
    while not state.over:
        state.apply(state.legal()[0])
    with pytest.raises(BadInput, match="the match is over"):
        state.apply(0)


def test_a_match_can_be_given_up() -> None:
    """Giving up is not offered, and allowed."""
    game = parlour.game("klondike")
    state = game.new_state(1)
    assert game.room.resign not in state.legal()
    state.apply(game.room.resign)
    assert state.over


def same_match(hot: Match, cold: Match, chance: random.Random) -> None:
    """Compare what is seen without leaving the light state, and now and then all of it."""
    assert (hot.turn, hot.asked, hot.over, hot.payoff) == (cold.turn, cold.asked, cold.over, cold.payoff)
    assert hot.choices() == cold.choices()
    assert hot.view(NOBODY).tables.tobytes() == cold.view(NOBODY).tables.tobytes()
    if chance.random() < 0.1:
        assert hot.tables.tobytes() == cold.tables.tobytes()
        assert hot.log == cold.log
        assert hot.record() == cold.record()


@pytest.mark.parametrize("name", DAILY)
def test_a_match_that_plays_ahead_is_the_same(name: str) -> None:
    """Random play and undo, at a game that is played much and at one that never is."""
    much, little, chance = Game(name), Game(name), random.Random(name)
    ahead = 0
    for seed in range(3):
        PLAYED[much], PLAYED[little] = OFTEN, -(2**31)
        hot, cold = much.start(seed), little.start(seed)
        for _ in range(80):
            same_match(hot, cold, chance)
            if cold.over:
                break
            ahead += hot.is_ahead
            if chance.random() < 0.05:
                assert hot.undo() == cold.undo()
            elif chance.random() < 0.05:
                nothing = chance.randrange(52)
                assert (hot.why_not(nothing) is None) == (cold.why_not(nothing) is None)
            else:
                choice = chance.choice(cold.choices())
                for match in (hot, cold):
                    match.play(choice)
        assert hot.log == cold.log
        while cold.undo():
            assert hot.undo()
            assert hot.tables.tobytes() == cold.tables.tobytes()
    assert ahead > 20 or name in ("crash", "aggravation")  # if all are asked at once there is little to play ahead


def test_who_watches_sees_every_step_from_then_on() -> None:
    game = Game("schnapsen")
    PLAYED[game] = OFTEN
    match, seen = game.start(1), []
    for _ in range(3):
        match.play(match.choices()[0])
    assert match.is_ahead
    match.watchers.append(seen.append)
    assert not seen
    match.play(match.choices()[0])
    assert seen[0].seat >= 0
    assert not match.is_ahead


def play_out(match: Match) -> None:
    """The first choice every time."""
    while not match.over:
        match.play(match.choices()[0])


def test_a_script_is_followed_by_a_match_that_has_played_ahead() -> None:
    game = Game("schnapsen")
    for played in (OFTEN, -(2**31)):
        PLAYED[game] = played
        match = game.start(1)
        match.play(match.choices()[0])
        assert match.is_ahead == (played == OFTEN)
        with pytest.raises(BadInput, match="what chance set"), match.following([]):
            play_out(match)


def test_a_refusal_says_the_same() -> None:
    said = []
    for played in (OFTEN, -(2**31)):
        game = Game("schnapsen")
        PLAYED[game] = played
        match = game.start(1)
        match.play(match.choices()[0])
        for wrong in ("A♥ A♠ K♠", "2♣", "close", "nonsense"):
            with pytest.raises(BadInput) as refused:
                match.play(*wrong.split(" "))
            said.append((wrong, str(refused.value)))
        assert len(match.choices()) > 1
    assert said[: len(said) // 2] == said[len(said) // 2 :]
