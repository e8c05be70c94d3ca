"""The vector environment on a graphics card has the episodes of the one on the processor, to the byte.

If there is no card, this processor plays the card (`simulated.py`), whose memory is the processor's.
"""

from __future__ import annotations

import gc
import shutil
import subprocess

import numpy as np
import pytest

import parlour
from parlour import envs
from parlour.engine.rooms import room, room_names
from parlour.envs import oncard
from parlour.envs.lanes import ManyMatches
from parlour.envs.oncard import CardMatches
from parlour.gpu import Card, CardMissing, NotForCards, exchange, tables
from parlour.machine import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted")
FIELDS = ("seat", "legal", "seen", "reward", "results", "ended", "given_up")
ON_CARDS = [name for name in room_names() if room(name).gpu]


@pytest.fixture
def at_home(monkeypatch):
    """The simulated card's memory is given and taken as the processor's, which it is."""
    monkeypatch.setattr(exchange, "CUDA", 1)


def held_to_the_processor(card, name, steps, lanes=20, **how):
    """Both play the same random choices, and everything they write is the same; returns how many episodes ended."""
    game = parlour.game(name)
    theirs, ours = ManyMatches(game, lanes, **how), CardMatches(game, lanes, card=card, **how)
    chooser, ended = np.random.default_rng(len(name)), 0
    expected, found = theirs.begin(5), ours.begin(5)
    for step in range(steps):
        for field in FIELDS:
            assert getattr(found, field).to_host().tobytes() == getattr(expected, field).tobytes(), (name, field, step)
        assert np.array_equal(found.terminated.to_host(), expected.ended & ~expected.given_up)
        if expected.ended.any():
            last = ours.last_seen().to_host()
            assert last[expected.ended].tobytes() == expected.last_seen[expected.ended].tobytes(), (name, step)
            assert not last[~expected.ended].any()
            ended += int(expected.ended.sum())
        chosen = np.array([chooser.choice(np.flatnonzero(legal)) for legal in expected.legal])
        expected, found = theirs.step(chosen), ours.step(chosen)
    return ended


def test_episodes_are_those_of_the_processor(card):
    assert held_to_the_processor(card, "schnapsen", 150)


def test_episodes_against_chance_are_those_of_the_processor(card):
    assert held_to_the_processor(card, "schnapsen", 100, opponents="chance", hands=True)
    assert held_to_the_processor(card, "schnapsen", 100, opponents="chance", seat=1)


@pytest.mark.parametrize("name", ["whispers", "knocks"])
def test_quiet_phases_are_those_of_the_processor(card, name):
    """Rooms in which several seats are asked at once."""
    held_to_the_processor(card, f"tests/rooms/{name}", 100)


@pytest.mark.soak
@pytest.mark.parametrize("name", ON_CARDS)
def test_episodes_of_all_games_are_those_of_the_processor(card, name):
    held_to_the_processor(card, name, 200)
    held_to_the_processor(card, name, 200, hands=True)


@pytest.mark.parametrize("name", ["schnapsen", "oh_hell", "klondike"])
def test_a_card_has_the_episodes_of_the_processor(name):
    try:
        card = Card()
    except CardMissing as reason:
        pytest.skip(str(reason))
    held_to_the_processor(card, name, 200, lanes=500)


@pytest.mark.parametrize("name", ["schnapsen"])
def test_its_rules_are_written_for_cards(name, tmp_path):
    check_code(name, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", ON_CARDS)
def test_all_rules_are_written_for_cards(name, tmp_path):
    check_code(name, tmp_path)


def check_code(name, folder):
    """Complete code without fused arithmetic, which would round otherwise; NVIDIA's assembler, if installed, accepts it."""
    for rule, arguments in oncard.arguments_of(parlour.game(name)).items():
        text = tables.code(room(name), rule, arguments=arguments)
        assert ".extern" not in text
        assert "fma." not in text
        assembler = shutil.which("ptxas")
        if assembler:
            (folder / "rules.ptx").write_text(text)
            subprocess.run([assembler, "-arch=sm_90", folder / "rules.ptx", "-o", folder / "rules.cubin"], check=True)


def test_actions_that_are_not_legal_change_nothing(card):
    many = CardMatches(parlour.game("schnapsen"), 4, card=card)
    out = many.begin(1)
    before, legal = out.seen.to_host(), out.legal.to_host()
    chosen = legal.argmax(axis=1)
    for wrong in (int(legal[2].argmin()), -1, 10**6):
        chosen[2] = wrong
        with pytest.raises(parlour.BadInput, match=f"^environment 2: action {wrong} is not legal; see the action mask$"):
            many.step(chosen)
    assert np.array_equal(out.seen.to_host(), before)
    for other in (chosen[:3], chosen.astype(np.int32)):
        with pytest.raises(parlour.BadInput, match=r"^4 actions are needed, int64, one for each environment, not int"):
            many.step(other)


def test_unchecked_a_lane_with_an_action_that_is_not_legal_stays(card):
    careful = CardMatches(parlour.game("schnapsen"), 4, card=card)
    careless = CardMatches(parlour.game("schnapsen"), 4, card=card, checked=False)
    legal = careful.begin(1).legal.to_host()
    assert np.array_equal(careless.begin(1).legal.to_host(), legal)
    before, chosen = careless.out.seen.to_host(), legal.argmax(axis=1)
    careful.step(chosen)
    chosen[2] = legal[2].argmin()
    careless.step(chosen)
    after, expected = careless.out.seen.to_host(), careful.out.seen.to_host()
    assert np.array_equal(after[2], before[2])
    assert np.array_equal(np.delete(after, 2, 0), np.delete(expected, 2, 0))


def test_chance_chooses_legal_actions(card):
    many, seen = CardMatches(parlour.game("schnapsen"), 50, card=card), []
    for _ in range(2):
        out = many.begin(1)
        for _ in range(20):
            legal, chosen = out.legal.to_host(), many.chosen().to_host()
            assert legal[np.arange(50), chosen].all()
            seen.append(chosen.tobytes())
            assert (chosen != legal.argmax(axis=1)).any()
    assert seen[:20] == seen[20:]
    assert len(set(seen)) == 20


def test_other_libraries_take_arrays_in_place_and_give_them_back(simulated, card, at_home):
    array = card.copy(np.arange(12, dtype=np.float32).reshape(3, 4))
    address, held = array.address, len(exchange._lent)
    taken = np.from_dlpack(array)
    assert taken.ctypes.data == address
    assert taken.tolist() == array.to_host().tolist()
    assert len(exchange._lent) == held + 1
    del array
    gc.collect()
    assert address in simulated.memory  # as long as somebody has it
    del taken
    gc.collect()
    assert len(exchange._lent) == held
    assert address not in simulated.memory


def test_an_array_that_nobody_takes_is_given_back(card, at_home):
    held = len(exchange._lent)
    capsule = card.copy(np.arange(3)).__dlpack__()
    assert len(exchange._lent) == held + 1
    del capsule
    assert len(exchange._lent) == held


class Theirs:
    """An array of a library that works on cards; `streams` notes for which it was asked."""

    def __init__(self, array):
        self.array, self.streams = array, []

    def __dlpack_device__(self):
        return exchange.CUDA, 0

    def __dlpack__(self, stream):
        self.streams.append(stream)
        return self.array.__dlpack__()


def test_arrays_of_other_libraries_are_taken_in_place(card, at_home):
    theirs = np.arange(6)
    given = Theirs(theirs)
    ours = card.take(given)
    assert given.streams == [1]
    assert ours.address == theirs.ctypes.data
    assert (ours.shape, ours.dtype) == ((6,), theirs.dtype)
    assert card.take(ours) is ours
    with pytest.raises(BufferError, match="without gaps"):
        card.take(Theirs(theirs[::2]))


class OldFashioned:
    """An array of a library that knows the CUDA array interface alone."""

    def __init__(self, array, strides=None):
        self.array = array
        told = {"shape": array.shape, "typestr": array.dtype.str, "data": (array.ctypes.data, False)}
        self.__cuda_array_interface__ = told | {"strides": strides, "version": 3, "stream": 7}


def test_the_older_interface_is_taken_too(card):
    theirs = np.arange(6)
    assert card.take(OldFashioned(theirs)).address == theirs.ctypes.data
    with pytest.raises(BufferError, match="without gaps"):
        card.take(OldFashioned(theirs[::2], (16,)))


def test_work_in_other_streams_is_waited_for(simulated, card, monkeypatch):
    asked = []
    monkeypatch.setattr(card, "call", lambda name, *given: asked.append((name, given)))
    card.order(7, None)
    names = ["cuEventCreate", "cuEventRecord", "cuStreamWaitEvent", "cuEventDestroy_v2"]
    assert [one[0] for one in asked][1:] == names
    asked.clear()
    for first, then in ((None, 1), (0, None), (-1, None), (None, -1)):
        card.order(first, then)
    assert asked == []


def test_records_are_no_tensors(card):
    with pytest.raises(BufferError, match="take a field of it"):
        card.zeros(3, parlour.game("schnapsen").room.Table.dtype).__dlpack__()
    with pytest.raises(BufferError, match="not copied"):
        card.zeros(3, np.int64).__dlpack__(copy=True)


def test_gymnasium_finds_what_it_expects(card, monkeypatch):
    gymnasium = pytest.importorskip("gymnasium")
    monkeypatch.setattr(oncard, "numbered_card", lambda number: card)
    env = envs.vector("cucumber", 8, seats=3, device="cuda:1", opponents="chance")
    plain = envs.vector("cucumber", 8, seats=3, opponents="chance")
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.observation_space == plain.observation_space
    (seen, info), (expected, told) = env.reset(seed=3), plain.reset(seed=3)
    ended = False
    for _ in range(60):
        assert np.array_equal(seen.to_host(), expected)
        assert np.array_equal(info["action_mask"].to_host(), told["action_mask"])
        actions = told["action_mask"].argmax(axis=1)
        seen, reward, terminated, truncated, info = env.step(actions)
        expected, *others, told = plain.step(actions)
        assert all(np.array_equal(a.to_host(), b) for a, b in zip((reward, terminated, truncated), others, strict=True))
        assert np.array_equal(info["results"].to_host(), told["results"])
        if "final_obs" in told:
            ended = True
            assert np.array_equal(env.last_seen().to_host(), told["final_obs"])
    assert ended


@pytest.mark.parametrize("device", ["tpu", "cuda:", "cuda:x", "cuda:12345", ""])
def test_other_devices_are_one_line(device):
    with pytest.raises(parlour.BadInput, match=r"^a device is cpu, cuda, or cuda:1"):
        envs.vector("cucumber", 2, device=device)


def test_what_a_card_cannot_play_is_one_line(card, monkeypatch):
    monkeypatch.setattr(oncard, "numbered_card", lambda number: card)
    for how in ({"opponents": "policy"}, {"memory": True}, {"seat": 9}):
        with pytest.raises(parlour.BadInput):
            envs.vector("cucumber", 2, device="cuda", **how)
    with pytest.raises(NotForCards, match=r"^khanhoo: not for graphics cards"):
        envs.vector("khanhoo", 2, device="cuda").reset(seed=1)
