"""The games of the house in OpenSpiel: its own checks, and games whose solution is known."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from parlour.engine.errors import BadInput
from parlour.engine.rooms import room, room_names
from parlour.envs.outcomes import Chance
from parlour.kit import sets

pyspiel = pytest.importorskip("pyspiel")

from parlour.envs import course, openspiel  # noqa: E402  # only if there is pyspiel
from parlour.envs.walk import Walk  # noqa: E402

HERE = Path(__file__).parent
KUHN = str(HERE.parent / "rooms" / "kuhn")
WHISPERS = str(HERE.parent / "rooms" / "whispers")
LEDUC = str(HERE.parent / "rooms" / "leduc")
DAILY = ["crash", WHISPERS]
RECORDED = [KUHN, WHISPERS, "schnapsen", "klondike"]
"""Written down and played again by day: chance listed with all its outcomes, answers sealed, hands hidden, one player."""


def checked(kind: str, names: list[str], *more: str, salt: str = "0") -> str:
    """Return what OpenSpiel wrote of a check that all these games have passed. salt: another order of Python's sets."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": salt}
    command = [sys.executable, str(HERE / "spiel_every_game.py"), kind, *more, *names]
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]
    assert run.stdout.splitlines()[-len(names) :] == names
    return run.stderr


def played_again(names: list[str], folder: Path) -> None:
    """One process writes playthroughs down, another must make the same of them."""
    checked("record", names, str(folder), salt="1")
    checked("replay", names, str(folder), salt="2")


def test_openspiels_random_simulation() -> None:
    checked("simulate", DAILY)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", [*room_names(), KUHN, LEDUC, WHISPERS])
def test_openspiels_random_simulation_of_every_game(name: str) -> None:
    checked("simulate", [name])


def test_openspiels_playthroughs(tmp_path: Path) -> None:
    played_again(RECORDED, tmp_path)


def test_a_playthrough_that_differs_is_told_by_its_line(tmp_path: Path) -> None:
    checked("record", [KUHN], str(tmp_path))
    file = tmp_path / "kuhn.txt"
    text = file.read_text(encoding="utf-8")
    wrong = text.replace('hand.0 = \\"A', 'hand.0 = \\"K').replace("Returns() = [0, 0]", "Returns() = [1, 0]", 1)
    assert wrong != text
    file.write_text(wrong, encoding="utf-8")
    line = next(n for n, (one, other) in enumerate(zip(text.split("\n"), wrong.split("\n"), strict=True), 1) if one != other)
    with pytest.raises(AssertionError, match=f"kuhn, line {line}: written"):
        checked("replay", [KUHN], str(tmp_path))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", room_names())
def test_openspiels_playthrough_of_every_game(name: str, tmp_path: Path) -> None:
    played_again([name], tmp_path)


def test_openspiels_interface_state_by_state() -> None:
    """All states of one hand of Kuhn poker; the part of the check that needs no whole tree, of a game that has none."""
    checked("whole", [KUHN])
    checked("api", ["cucumber"])


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_openspiels_interface_state_by_state_of_leduc() -> None:
    checked("whole", [LEDUC])


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", [*room_names(), WHISPERS])
def test_openspiels_interface_of_every_game(name: str) -> None:
    checked("api", [name])


@pytest.fixture(scope="module")
def kuhn():
    """One hand of Kuhn poker, all deals listed, played for chips."""
    return openspiel.load(KUHN, chance="listed", returns="score", hands=1)


def test_regret_minimisation_finds_the_value_of_kuhn_poker(kuhn) -> None:
    tree = pyspiel.convert_to_cached_tree(kuhn)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(tree, policy) < 0.005
    for dealer in range(2):
        dealt = tree.new_initial_state()
        dealt.apply_action(dealer)
        value = pyspiel.expected_returns(dealt, policy, -1, True)
        assert value[1 - dealer] == pytest.approx(-1 / 18, abs=0.002)
        assert sum(value) == pytest.approx(0)


def test_an_information_state_is_what_the_seat_knows(kuhn) -> None:
    """In the twelve deals each player distinguishes the dealer and its own card; after a bet that too."""
    for played, cards in (([], 3), (["bet"], 3)):
        known: list[dict[str, set[str]]] = [{}, {}]
        for dealer in range(2):
            for deal in range(6):
                state = kuhn.new_initial_state()
                state.apply_action(dealer)
                state.apply_action(deal)
                for choice in played:
                    state.apply_action(state.string_to_action(choice))
                for seat in range(2):
                    held = state.walk.position().split(f"hand.{seat} = ")[1].split("\n")[0]
                    known[seat].setdefault(state.information_state_string(seat), set()).add(f"{dealer} {held}")
        for seat in range(2):
            assert len(known[seat]) == 2 * cards
            assert all(len(held) == 1 for held in known[seat].values())


def test_listed_deals_are_the_deals_that_are_drawn(kuhn) -> None:
    drawn = openspiel.load(KUHN, returns="score", hands=1)
    chooser, counts = random.Random(7), Counter()
    for _ in range(600):
        state = drawn.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chooser.randrange(course.OUTCOMES))
        counts[state.walk.position()] += 1
    listed = set()
    for dealer, _ in kuhn.new_initial_state().chance_outcomes():
        state = kuhn.new_initial_state()
        state.apply_action(dealer)
        outcomes = state.chance_outcomes()
        assert sum(weight for _, weight in outcomes) == pytest.approx(1)
        assert len(outcomes) == 6
        listed |= {state.child(outcome).walk.position() for outcome, _ in outcomes}
    assert set(counts) == listed
    assert sum((n - 50) ** 2 / 50 for n in counts.values()) < 31.3  # chi square of 11 degrees of freedom, one in a thousand


def test_sets_drawn_at_random_are_listed_each_once() -> None:
    chance = Chance(room(KUHN))
    draw = chance._twin(sets.random_cards)
    found = Counter(draw(None, 0b1101101, 2) for _ in chance._odometer.ways())
    assert len(found) == 10
    assert set(found.values()) == {1}
    assert all(cards.bit_count() == 2 and not cards & ~0b1101101 for cards in found)


def test_what_is_too_much_to_list_is_said() -> None:
    state = openspiel.load("cucumber", chance="listed").new_initial_state()
    state.apply_action(0)
    with pytest.raises(BadInput, match="cucumber: chance has more than 8192 outcomes in one step"):
        state.chance_outcomes()


def test_sealed_answers_are_nobody_elses() -> None:
    """Seat 1 chooses after seat 0 and must not know what seat 0 has laid aside."""
    states = []
    for choice in (0, -1):
        state = openspiel.load(WHISPERS).new_initial_state()
        while state.is_chance_node():
            state.apply_action(17)
        first = state.current_player()
        while state.current_player() == first:
            state.apply_action(state.legal_actions()[choice])
        states.append((first, state))
    (first, one), (_, other) = states
    assert str(one) != str(other)
    for seat in range(3):
        same = one.information_state_string(seat) == other.information_state_string(seat)
        assert same == (seat != first)
        assert (one.observation_tensor(seat) == other.observation_tensor(seat)) == (seat != first)


def test_states_are_copied_and_written_whole() -> None:
    game = openspiel.load("cucumber", players=3)
    state, chooser = game.new_initial_state(), random.Random(3)
    for _ in range(40):
        state.apply_action(chooser.choice(state.legal_actions()))
    twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())]
    for twin in twins:
        assert str(twin) == str(state)
        for seat in range(3):
            assert twin.information_state_string(seat) == state.information_state_string(seat)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)


def played_by_both(name: str, most: int, **rules: object) -> tuple[int, int]:
    """Random play of one match on states and beside it on a walk, compared at each state, half of them copies.

    Returns how many states were compared, and how many of them were light.
    """
    state, chooser, made, light = openspiel.load(name, **rules).new_initial_state(), random.Random(name), 0, 0
    rules_of, walk, seed = state.course.rules, Walk(state.course.rules.game), list[int]()
    while not state.is_terminal() and made < most:
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        action = chooser.choice(actions)
        if not seed:
            made += 1
            assert state.current_player() == (openspiel.CHANCE if walk.waits else walk.turn)
            if not walk.waits:
                assert actions == np.flatnonzero(rules_of.actions.mask(walk.view(walk.turn))).tolist()
            if (known := state.course.light) is not None:
                light += 1
                reached = walk.table_for(walk.turn) if walk.unfinished else walk.tables
                assert known.tables().tobytes() == reached.tobytes()
        if walk.waits:
            seed.append(action)
            if len(seed) == course.PARTS:
                walk.draw(course.seed_of(tuple(seed)))
                seed = []
        else:
            walk.choose(rules_of.actions.code(action, walk.view(walk.turn)))
        if chooser.random() < 0.5:
            state = state.child(action)
        else:
            state.apply_action(action)
        if chooser.random() < 0.05:
            for seat in range(walk.game.seats):
                assert state.walk.seen(seat) == walk.seen(seat)
    assert state.is_terminal() == (walk.over and not walk.waits)
    assert state.returns() == walk.payoff
    return made, light


@pytest.mark.parametrize(
    ("name", "share"), [("cucumber", 0.9), ("scopa", 0.9), ("klondike", 0.9), ("schnapsen", 0.9), ("crash", 0)]
)
def test_a_light_state_is_where_a_walk_is(name: str, share: float) -> None:
    made, light = played_by_both(name, 120)
    assert light >= share * made


@pytest.mark.soak
@pytest.mark.parametrize("name", [*room_names(), KUHN, LEDUC, WHISPERS])
def test_a_light_state_is_where_a_walk_is_in_every_game(name: str) -> None:
    played_by_both(name, 600)


def test_a_state_moves_to_another_thread() -> None:
    """Light states stay in theirs; the match goes on all the same."""
    state, found = openspiel.load("cucumber").new_initial_state(), list[str]()
    while state.is_chance_node():
        state.apply_action(17)
    action = state.legal_actions()[0]

    def go_on() -> None:
        twin = state.clone()
        twin.apply_action(action)
        found.append(str(twin))

    for where in (threading.Thread(target=go_on), None):
        if where is None:
            go_on()
        else:
            where.start()
            where.join()
    assert len(found) == 2
    assert len(set(found)) == 1


def test_house_rules_are_parameters() -> None:
    game = openspiel.load("baduci", low="2-7", players=3)
    again = pyspiel.load_game(str(game))
    assert again.game.options == game.game.options
    assert again.num_players() == 3
    assert openspiel.load("oh_hell", start_cards=3).game.options["start_cards"] == 3
    for wrong, line in (
        ({"players": 9}, "Schnapsen is for 2 players, not 9"),
        ({"colour": 1}, "no house rule"),
        ({"chance": "loaded"}, "chance is drawn or listed"),
        ({"returns": "chips"}, "returns is payoff, score or margin"),
    ):
        with pytest.raises(BadInput, match=line):
            openspiel.load("schnapsen", **wrong)


def observer(game, public: bool, private, recalls: bool = False):
    kind = pyspiel.IIGObservationType(public_info=public, private_info=private, perfect_recall=recalls)
    return game.make_py_observer(kind)


def test_what_everybody_sees_and_what_a_seat_sees_alone() -> None:
    """Where the seats hold other cards the public part stays as it is; a private part is the seat's own hand, nobody else's."""
    kinds = pyspiel.PrivateInfoType
    game = openspiel.load(KUHN, chance="listed", hands=1)
    public, private = observer(game, True, kinds.NONE), observer(game, False, kinds.SINGLE_PLAYER)
    said, own, tensors = set(), [Counter(), Counter()], set()
    for deal in range(6):
        state = game.new_initial_state().child(1).child(deal)
        for seat in range(2):
            said.add(public.string_from(state, seat))
            public.set_from(state, seat)
            tensors.add(public.tensor.tobytes())
            own[seat][private.string_from(state, seat)] += 1
    assert len(said) == len(tensors) == 1
    for seat in range(2):
        assert set(own[seat]) == {f'hand.{seat} = "{card}"\n' for card in ("Q♣", "K♣", "A♣")}
        assert set(own[seat].values()) == {2}
    for others in ((True, kinds.ALL_PLAYERS), (False, kinds.NONE), (True, kinds.NONE, True), (False, kinds.SINGLE_PLAYER, True)):
        assert observer(game, *others) is None


def test_margins_sum_to_zero() -> None:
    """At Cucumber low scores are good."""
    game, chooser = openspiel.load("cucumber", players=3, returns="margin"), random.Random(5)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.utility_sum() == 0
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
    scores = list(map(int, state.walk.score))
    assert state.returns() == pytest.approx([sum(scores) / 3 - points for points in scores])
    assert sum(state.returns()) == pytest.approx(0)
