"""A graphics card plays what the processor plays. If there is no card, this processor plays the card."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room, room_names
from parlour.gpu import Card, CardFailed, CardMissing, CardTables, NotForCards, code, driver, lanes, playouts, ptx, tables
from parlour.kit import rule
from parlour.machine import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted")
LANES = (lanes.play_out, lanes.play_events, lanes.begin, lanes.play, lanes.write_menu, lanes.choose, lanes.look)


@rule
def sum_below(i, numbers):
    """An array of as many numbers as one says."""
    row = np.empty(numbers[i], np.int64)
    for k in range(numbers[i]):
        row[k] = row[k - i] + k
    numbers[i] = row[numbers[i] - 1]


def real_card():
    try:
        return Card()
    except CardMissing as reason:
        pytest.skip(str(reason))


def same_playouts(card, game, matches):
    ours, theirs = playouts(game, matches, seed=3, card=card), game.playouts(matches, seed=3)
    assert (ours.matches, ours.hands, ours.decisions) == (theirs.matches, theirs.hands, theirs.decisions)
    assert ours.payoff == pytest.approx(theirs.payoff, abs=1e-6)


def same_steps(card, game, n, plies):
    """A vector on the card stays equal to one on the processor, to the last byte."""
    ours, theirs = CardTables(game, n, seed=5, card=card), game.tables(n, seed=5)
    ended = False
    for _ in range(plies):
        (menus, sizes), (their_menus, their_sizes) = ours.menus(), theirs.menus()
        assert (sizes.to_host() == their_sizes).all()
        written = np.arange(their_menus.shape[1]) < their_sizes[:, None]
        assert (menus.to_host()[written] == their_menus[written]).all()
        seen, expected = ours.views().to_host(), theirs.array.copy()
        for i in range(n):
            steps.mask_row(expected, i, int(expected[i].turn))
        assert seen.tobytes() == expected.tobytes()
        codes = ours.chosen()
        theirs.array["rng"] = ours.array.field("rng").to_host()  # which the choice has moved
        theirs.play(codes.to_host())
        ours.play(codes)
        assert ours.array.to_host().tobytes() == theirs.array.tobytes()
        assert (ours.over() == theirs.over).all()
        ended = ended or bool(theirs.over.any())
    assert (ours.payoff.to_host() == theirs.payoff).all()
    return ended


def test_random_matches_are_those_of_the_processor(card):
    same_playouts(card, parlour.game("schnapsen", target_vp=3), 2500)  # the last lane has fewer to play than the others


@pytest.mark.parametrize("events", [(0, 0), (7, 3)])
def test_random_matches_event_by_event_are_those_of_the_processor(card, events):
    game = parlour.game("schnapsen", target_vp=3)
    ours, theirs = playouts(game, 900, seed=3, card=card, events=events), game.playouts(900, seed=3)
    assert (ours.matches, ours.hands, ours.decisions) == (theirs.matches, theirs.hands, theirs.decisions)
    assert ours.payoff == pytest.approx(theirs.payoff, abs=1e-6)


def test_tables_side_by_side_are_those_of_the_processor(card):
    assert same_steps(card, parlour.game("schnapsen", target_vp=3), 40, 30)


def test_lanes_beyond_the_last_match_are_not_there(card):
    assert playouts(parlour.game("schnapsen", target_vp=3), 1, card=card).matches == 1


def test_memory_is_given_back(simulated, card):
    before = len(simulated.memory)
    array = card.copy(np.arange(10))
    assert len(simulated.memory) == before + 1
    assert array.to_host().tolist() == list(range(10))
    told = array.__cuda_array_interface__
    assert told["data"][0] in simulated.memory
    assert told["shape"] == (10,)
    del array
    assert len(simulated.memory) == before


def test_a_field_is_seen_in_place(card):
    game = parlour.game("schnapsen", target_vp=3)
    records = game.blank(3)
    records["payoff"][:, 1] = [0.25, 0.5, 0.75]
    array = card.copy(records.view(game.room.Table.dtype, np.ndarray))
    field = array.field("payoff")
    assert field.to_host()[:, 1].tolist() == [0.25, 0.5, 0.75]
    told = field.__cuda_array_interface__
    assert told["data"][0] - array.address == array.dtype.fields["payoff"][1]
    assert told["strides"] == (array.dtype.itemsize, 8)


@pytest.fixture
def bench(monkeypatch):
    """bench/gpu.py, comparing less."""
    path = Path(__file__).parents[2] / "bench" / "gpu.py"
    monkeypatch.syspath_prepend(path.parent)
    spec = importlib.util.spec_from_file_location("bench_gpu", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "SAME", 1000)
    monkeypatch.setattr(module, "PLIES", 8)
    return module


def test_the_bench_sees_whether_both_play_the_same(bench, card, monkeypatch):
    game = parlour.game("schnapsen", target_vp=3)
    assert bench.check_same(game, card, seed=1) > 500
    monkeypatch.setattr(bench, "playouts", lambda game, matches, seed, card, events: playouts(game, matches, seed + 1, card))
    with pytest.raises(bench.NotTheSame, match=r"^\d+ decisions in \d+ hands, not \d+ in \d+$"):
        bench.check_same(game, card, seed=1)


@pytest.mark.parametrize("name", ["schnapsen", "polignac"])
def test_rules_are_written_for_cards(name, tmp_path):
    check_code(name, lanes.play_out, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in room_names() if room(name).gpu])
def test_all_rules_are_written_for_cards(name, tmp_path):
    for lane in LANES:
        check_code(name, lane, tmp_path)


def check_code(name, lane, folder):
    """Complete code for one kernel, that calls no other; NVIDIA's assembler, if installed, accepts it."""
    text = ptx.to_ptx(ptx.kernel_module(lane, tables.lane_arguments(room(name))[lane], name))
    assert ".target sm_90" in text
    assert f".visible .entry {ptx.KERNEL}(" in text
    assert ".extern" not in text
    assembler = shutil.which("ptxas")
    if assembler:
        (folder / "rules.ptx").write_text(text)
        subprocess.run([assembler, "-arch=sm_90", folder / "rules.ptx", "-o", folder / "rules.cubin"], check=True)


@pytest.mark.parametrize("name", ["schnapsen", "oh_hell", "klondike"])
def test_a_card_plays_as_the_processor(name):
    same_playouts(real_card(), parlour.game(name), 20_000)
    same_steps(real_card(), parlour.game(name), 100, 30)


@pytest.mark.parametrize("name", [name for name in room_names() if not room(name).gpu])
def test_rooms_with_working_arrays_are_refused(name):
    with pytest.raises(NotForCards, match=f"^{name}: not for graphics cards"):
        code(room(name), lanes.play_out)


def test_what_allocates_is_found_out():
    with pytest.raises(NotForCards, match=r"^these rules: not for graphics cards, for they call .*NRT_"):
        ptx.kernel_module(sum_below, [ptx.Shared(np.dtype(np.int64))])


def test_a_missing_driver_is_one_line():
    with pytest.raises(CardMissing, match=r"^no driver of an NVIDIA card is installed here \(no-such-driver.so"):
        driver.load("no-such-driver.so")


def test_a_card_that_is_not_there_is_one_line(simulated):
    with pytest.raises(CardMissing, match="there is no graphics card 1: the driver finds 1"):
        Card(1, simulated.functions)


def test_an_old_card_is_refused():
    with pytest.raises(NotForCards, match=r"compute capability 6\.1 is too old: 7\.0 is needed"):
        ptx.target((6, 1))


@pytest.mark.parametrize(("found", "written"), [((7, 0), "sm_70"), ((8, 7), "sm_86"), ((9, 0), "sm_90"), ((12, 0), "sm_90")])
def test_code_is_for_the_card_or_one_before_it(found, written):
    assert ptx.target(found) == written


def test_what_the_driver_says_of_code_is_passed_on(card):
    with pytest.raises(CardFailed, match=r"cuModuleLoadDataEx: it will not \(218\): line 1: no code"):
        driver.Kernel(card, "nonsense", ptx.KERNEL)


def test_a_card_that_stops_is_told_of(simulated, card):
    array = card.copy(np.arange(3))
    simulated.failing = True
    try:
        with pytest.raises(CardFailed, match=r"cuMemcpyDtoH_v2: it will not \(719\)"):
            array.to_host()
    finally:
        simulated.failing = False


def test_choices_of_another_shape_are_refused(card):
    vector = CardTables(parlour.game("schnapsen", target_vp=3), 4, card=card)
    with pytest.raises(BadInput, match=r"choices are int64 of shape \(4,\), not int32 of shape \(3,\)"):
        vector.play(np.zeros(3, np.int32))


def test_no_matches_are_refused(card):
    with pytest.raises(BadInput, match="0 matches: at least 1 is needed"):
        playouts(parlour.game("schnapsen"), 0, card=card)
    with pytest.raises(BadInput, match="0 tables: at least 1 is needed"):
        CardTables(parlour.game("schnapsen"), 0, card=card)


def test_the_house_does_not_load_it():
    asked = "import sys, parlour, parlour.cli; sys.exit('parlour.gpu' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
