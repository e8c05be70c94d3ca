"""Random matches of games by name, seen through tensors and actions: `python every_game.py cucumber klondike`.

Run interpreted in a process of its own by `test_tensors`: nothing has to be compiled for it.
"""

from __future__ import annotations

import math
import random
import sys

import numpy as np

import parlour
from parlour.engine import steps
from parlour.engine.match import Match
from parlour.engine.redeal import redealt
from parlour.engine.view import View
from parlour.envs import Actions, Part, Tensors
from parlour.kit.layout import NOBODY, Pile

CHOICES = 25


def walk(name: str) -> None:
    """Some choices of a random match, each looked at by who makes it; then by everybody."""
    game = parlour.game(name)
    tensors, actions = Tensors(game, memory=True), Actions(game)
    plain = Tensors(game)
    labels = tensors.labels()
    assert len(labels) == len(set(labels)) == tensors.width, name
    match, chooser = game.start(seed=len(name)), random.Random(len(name))
    for done in range(CHOICES):
        if match.over:
            break
        view = match.view(match.turn, memory=True)
        seen = tensors.of(view)
        outside = np.flatnonzero((seen < tensors.low - 1e-6) | (seen > tensors.high + 1e-6))
        assert not len(outside), (name, labels[outside[0]], seen[outside[0]])
        assert np.array_equal(seen[: plain.width], plain.of(view)), name
        same_as_the_record(plain, view)
        if done % 6 == 0:
            twin_looks_the_same(tensors, view)
            spectator_is_shown_no_more(plain, match)
        match.play(an_action(actions, view, chooser))


def an_action(actions: Actions, view: View, chooser: random.Random) -> int:
    """The code of a random action; the mask is the menu."""
    codes = [code for code in view.codes() if code != actions.game.room.resign]
    legal = np.flatnonzero(actions.mask(view))
    if actions.exact:
        assert sorted(actions.index(code, view) for code in codes) == list(legal), view.choices()
    meant = [actions.code(int(action), view) for action in legal]
    assert len(set(meant)) == len(meant)
    assert set(meant) <= set(codes)
    assert {codes[0], codes[-1]} <= set(meant)
    action = int(chooser.choice(legal))
    assert actions.index(actions.code(action, view), view) == action
    return actions.code(action, view)


def twin_looks_the_same(tensors: Tensors, view: View) -> None:
    """Check that other cards in places that the seat cannot see give the same observation."""
    assert view.memory is not None
    tables = redealt(view.tables, view.memory, seed=view.seat + 1)
    steps.mask_row(tables, 0, view.seat)
    assert np.array_equal(tensors.of(View(view.game, view.seat, tables, view.memory)), tensors.of(view)), view.game


def spectator_is_shown_no_more(tensors: Tensors, match: Match) -> None:
    """Check that the spectator sees no more of the cards than any seat sees."""
    if match.picks(match.turn):  # the mover sees its own on the table already
        return
    shown = tensors.of(match.view(NOBODY))
    names = {zone for zone, one in match.game.room.Table.zones.items() if not one.per_seat}
    for seat in range(match.seats):
        seen = tensors.of(match.view(seat))
        for part in tensors.parts:
            if part.name in names:
                columns = slice(part.start, part.start + part.size)
                assert np.array_equal(shown[columns], seen[columns]), part.name


def same_as_the_record(tensors: Tensors, view: View) -> None:
    """Every zone that is shown, worked out again in Python from the masked record."""
    row, seen, game = view.tables[0], tensors.of(view), view.game
    for part in tensors.parts:
        zone = game.room.Table.zones.get(part.name.removesuffix(".size"))
        if zone is None:
            continue
        block = seen[part.start : part.start + part.size].reshape(part.shape)
        inner = 0 if part.name.endswith(".size") else 2 if isinstance(zone, Pile) else 1
        outer = block.shape[: block.ndim - inner] if zone.per else ()
        only_own = zone.per_seat and len(outer) < len(zone.per)
        for index in np.ndindex(outer):
            seat = (view.seat + (0 if only_own else index[0])) % game.seats if zone.per_seat else NOBODY
            rest = index if only_own or not zone.per_seat else index[1:]
            held = row[zone.name]
            held = held[(seat, *rest)] if zone.per_seat else held[rest] if rest else held
            one_zone(game, part, zone, held, block[index] if zone.per else block)


def one_zone(game, part: Part, zone, held, block) -> None:
    """One repeat of a zone: `held` is what the record says, `block` what the tensor does."""
    name = game.room.choice_name
    if isinstance(zone, Pile):
        cards = [int(card) for card in held[1 : int(held[0]) + 1]]
        size = len(cards) / zone.n
        shown = [(name(card), k) for k, card in enumerate(cards) if card >= 0]
    else:
        planes = [int(plane) for plane in np.atleast_1d(held)]
        shown = [(name(card), 0) for plane in planes for card in range(54) if (plane >> card) & 1]
        size = None
    if part.name.endswith(".size"):
        value = float(np.ravel(block)[0])
        if size is not None:
            assert math.isclose(value, size, rel_tol=1e-5), part.name
        else:
            assert (value > 0) == any(planes), part.name
        return
    labels = list(part.axes[-1])
    expected = np.zeros(block.shape)
    for label, k in shown:
        column = labels.index(label)
        if not isinstance(zone, Pile):
            expected[column] += 1 / (zone.own_shape[0] if zone.own_shape else 1)
        elif block.shape[0] == zone.n and "slot 1" in part.axes[-2]:
            expected[k, column] = 1
        else:
            expected[0, column] = (k + 1) / zone.n
            expected[1, column] = k + 1 == len(cards)
            expected[2, column] = block[2, column]
            assert block[2, column] > 0
    assert np.allclose(block, expected, atol=1e-6), part.name


if __name__ == "__main__":
    for given in sys.argv[1:]:
        walk(given)
        print(given)
