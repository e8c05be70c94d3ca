"""The machine code that writes observations and masks: the same as the lists of orders and the menus say, and nothing hidden."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import envs
from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import card_kinds
from parlour.engine.rooms import room, room_names
from parlour.envs import Actions, Packed, Tensors
from parlour.envs.writer import marker_of, packer_of, writer_of
from parlour.kit import FIRST_CALL
from parlour.kit.layout import SEATS, Number, Option, Pile, Zone, copy_of
from parlour.machine import INTERPRETED, hurried

pytestmark = pytest.mark.skipif(INTERPRETED, reason="machine code is compiled")
TABLES = 12
SOME = ("backhand", "badugi", "chicago", "delphi", "khanhoo", "pirate", "schnapsen", "totit")
"""Rooms that have all kinds of zones and figures, piles of all sizes and packs of all shapes between them."""


def called(pen: Any, source: np.ndarray, number: int, row: np.ndarray) -> None:
    code = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)(pen.address)
    code(source.ctypes.data, number, row.ctypes.data)


def any_table(game: Game, chooser: random.Random) -> Any:
    """A table with anything at all in its fields, as far as they are declared so."""
    tables, kinds = game.blank(), sorted({int(kind) for kind in card_kinds(game.blank())})
    for field in game.room.Table.fields.values():
        if isinstance(field, Option) or field.name in ("seats", "rng", "payoff", "said", "elapsed"):
            continue
        place = tables.view(np.ndarray)[field.name]  # its first index is the table's
        for index in np.ndindex(1, *shape_of(field, game)):
            if isinstance(field, Pile):
                pile, held = place[index], chooser.randint(0, field.n)
                pile[0], pile[1 : held + 1] = held, [chooser.choice(kinds) for _ in range(held)]
            elif isinstance(field, Zone):
                for plane in np.ndindex(field.own_shape):
                    place[index + plane] = sum(1 << kind for kind in kinds if chooser.random() < 0.4)
            elif isinstance(field, Number):
                place[index] = any_figure(field, game, chooser)
    return tables


def shape_of(field: Any, game: Game) -> list[int]:
    return [game.seats if per is SEATS else n for per, n in zip(field.per, field.shape, strict=True)]


def any_figure(field: Number, game: Game, chooser: random.Random) -> int:
    if field.kind == "seat":
        return chooser.randint(-1, game.seats - 1)
    if field.name == "phase":
        return chooser.randrange(len(game.room.phases))
    some = [field.low, field.high, chooser.randint(field.low, field.high), chooser.randint(-2000, 2000), chooser.randint(-3, 9)]
    return min(max(chooser.choice(some), field.low), field.high)


def any_game(name: str, chooser: random.Random) -> Game:
    """A game of a room with random seats and house rules, as many as it takes."""
    declared = room(name)
    while True:
        seats = chooser.randint(*declared.Table.seats_range)
        house = {field.name: chooser.choice(field.codes) for field in declared.Table.fields.values() if isinstance(field, Option)}
        try:
            return Game(name, seats, {key: value for key, value in house.items() if chooser.random() < 0.5})
        except BadInput:
            continue


def held_to_the_orders(game: Game, chooser: random.Random) -> None:
    """For every viewer, the code writes from the true table what the orders say of the masked one, packed or not."""
    tensors = Tensors(game)
    pen, row = writer_of(tensors), np.empty(tensors.width, np.float32)
    packed = Packed(tensors)
    packer, bits = packer_of(packed), np.empty(packed.row, np.float32)
    for _ in range(TABLES):
        table, seat = any_table(game, chooser), chooser.randrange(game.seats)
        if int(table["phase"][0]) in game.room.quiet:
            table["turn"] = seat
        masked = copy_of(table)
        with hurried():
            steps.mask_row(masked, 0, seat)
        expected = np.empty((1, tensors.width), np.float32)
        tensors.write(masked, 0, seat, expected, 0)
        row[:] = 7.0
        called(pen, table, seat, row)
        wrong = np.flatnonzero(row.view(np.int32) != expected[0].view(np.int32))
        assert not len(wrong), (game, tensors.labels()[wrong[0]], row[wrong[0]], expected[0, wrong[0]])
        bits.view(np.uint8)[:] = 77
        called(packer, table, seat, bits)
        assert np.array_equal(bits.view(np.uint8), packed.pack(expected)[0]), game
        assert np.array_equal(packed.unpack(bits.view(np.uint8)[None]).view(np.int32), expected.view(np.int32)), game


@pytest.mark.parametrize("name", SOME)
def test_observations_are_those_of_the_orders(name: str) -> None:
    held_to_the_orders(parlour.game(name), random.Random(name))


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_observations_are_those_of_the_orders_under_any_house_rules(name: str) -> None:
    chooser = random.Random(name)
    held_to_the_orders(parlour.game(name), chooser)
    for _ in range(3):
        held_to_the_orders(any_game(name, chooser), chooser)


@pytest.mark.parametrize("name", room_names())
def test_masks_are_those_of_the_offered(name: str) -> None:
    actions, chooser = Actions(parlour.game(name)), random.Random(name)
    pen, row = marker_of(actions), np.empty(actions.n, np.int8)
    for _ in range(TABLES):
        known = [code for code in range(min(len(actions.lookup), 2 * FIRST_CALL)) if actions.lookup[code] >= 0]
        codes = [code for code in known if chooser.random() < 0.5]
        sets = [sum(1 << (code - low) for code in codes if low <= code < low + 64) for low in (0, FIRST_CALL)]
        row[:] = 7
        called(pen, np.array(sets, np.uint64), 0, row)
        assert np.array_equal(np.flatnonzero(row == 1), sorted(actions.lookup[codes])), name
        assert np.isin(row, (0, 1)).all()


def test_what_is_returned_stays_as_it_is() -> None:
    """As long as somebody holds it, a part of it, or what another library made of it; and then it is written again."""
    env = envs.vector("cucumber", 3, hands=True)
    chooser, held = np.random.default_rng(1), []
    addresses = set()
    seen, info = env.reset(seed=1)
    for step in range(120):
        kept: Any = (seen, seen[1:], np.from_dlpack(seen), seen.view(np.int32))[step % 4]
        held.append((kept, np.array(kept)))
        legal = info["action_mask"]
        seen, _, ended, _, info = env.step((legal * (1 + chooser.random(legal.shape))).argmax(axis=1))
        if "final_obs" in info:
            assert not info["final_obs"][~ended].any()
            held.append((info["final_obs"], info["final_obs"].copy()))
        assert all(np.array_equal(now, before) for now, before in held)
        if step % 40 > 20:
            held.clear()
            addresses.add(seen.ctypes.data)
    assert len(addresses) < 10


@pytest.mark.parametrize("opponents", ["self", "chance", "easy:deals=1"])
@pytest.mark.parametrize("copy", [True, False])
def test_only_ended_episodes_have_a_last_observation(opponents: str, copy: bool) -> None:
    """All other rows are 0, also after a holder has written into an earlier array."""
    env = envs.vector("cucumber", 3, hands=True, opponents=opponents, copy=copy)
    _, info = env.reset(seed=1)
    met = 0
    for _ in range(150):
        _, _, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
        if "final_obs" in info:
            met += 1
            assert not info["final_obs"][~ended].any()
            if copy:
                info["final_obs"] -= 0.5
    assert met > 2


def test_flags_of_an_array_are_its_holders() -> None:
    """A change to an array that a step has returned does not come back when its memory is written again."""
    env = envs.vector("cucumber", 2)
    seen, info = env.reset(seed=1)
    for _ in range(8):
        seen.setflags(write=False)
        seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert seen.flags.writeable


def test_machine_code_is_made_once_for_a_layout() -> None:
    """Its memory is never given back."""
    game = parlour.game("cucumber")
    assert writer_of(Tensors(game)) is writer_of(Tensors(parlour.game("cucumber")))
    assert writer_of(Tensors(game)) is not writer_of(Tensors(parlour.game("cucumber", 3 if game.seats != 3 else 4)))


@pytest.mark.parametrize("arguments", [{"opponents": "chance"}, {"threads": 2}, {"copy": False}])
def test_packed_observations_are_the_others_in_bits(arguments: dict[str, Any]) -> None:
    usual, packed = (envs.vector("cucumber", 5, hands=True, packed=one, **arguments) for one in (False, True))
    unpack, ended_ever = packed.packed.unpack, False
    (seen, info), (bits, other) = usual.reset(seed=3), packed.reset(seed=3)
    assert packed.observation_space.contains(bits)
    for _ in range(40):
        assert np.array_equal(unpack(bits), seen)
        assert np.array_equal(info["action_mask"], other["action_mask"])
        assert ("final_obs" in info) == ("final_obs" in other)
        if "final_obs" in info:
            ended_ever = True
            assert np.array_equal(unpack(other["final_obs"]), info["final_obs"])
        actions = usual.chosen()
        assert np.array_equal(actions, packed.chosen())
        seen, reward, _, _, info = usual.step(actions)
        bits, same, _, _, other = packed.step(actions)
        assert np.array_equal(reward, same)
    assert ended_ever


@pytest.mark.parametrize("arguments", [{"memory": True}, {"opponents": "easy"}, {"device": "cuda"}])
def test_what_is_not_compiled_here_is_not_packed(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"packed"):
        envs.vector("cucumber", 5, packed=True, **arguments)
