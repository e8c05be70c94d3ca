"""The lanes of `parlour.envs.lanes` on a graphics card: the same rules, the same arrays, the same bytes.

A step is two kernels. The first makes the choice of every lane, plays on to the next one, begins the next episode, writes masks
and results, and blanks a copy of each table for the seat that is asked. The second writes the observations from these copies:
neighbours on the card write neighbouring columns, which is what its memory is fast at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.engine.counting import counted
from parlour.engine.dispatch import choices, mask
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import card_kinds
from parlour.engine.sheets import item
from parlour.gpu import Card, CardArray, ptx
from parlour.gpu.driver import Kernel, Launch
from parlour.gpu.ptx import Shared, Whole
from parlour.gpu.tables import Arguments, first_card, kernel, numbered_card
from parlour.kit import CARD_BITS, NOBODY, bag_size, rule, size_of
from parlour.kit.layout import UNKNOWN

from . import tensors
from .actions import Actions, mark
from .lanes import (
    CHANCE,
    SEED,
    SELF_PLAY,
    TOGETHER,
    Lanes,
    Outcome,
    check_lanes,
    choose_legal,
    first_draws,
    go_on,
    phases_of,
    start_match,
    step_lane,
)
from .tensors import Tensors, logarithm, whose

ROWS = 16
"""Lanes whose column one thread of the card writes: what is to be done is read once for all of them."""
CELL = 64
"""Cards have numbers below this: `which` of a cell is the number of a slot or figure times this, and a card."""
_NUMBER, _FLAG, _FLOAT, _DOUBLE, _MASK = (np.dtype(kind) for kind in (np.int64, np.bool_, np.float32, np.float64, np.int8))


class Results(NamedTuple):
    """The arrays of a step, on the card; those of `lanes.Outcome` but for the last observation."""

    seen: CardArray  # float32[n, columns]
    legal: CardArray  # int8[n, actions]
    seat: CardArray  # int64[n]
    reward: CardArray  # float32[n]
    results: CardArray  # float32[n, seats]
    ended: CardArray  # bool[n]
    terminated: CardArray  # bool[n] ended, and not because the match was given up
    given_up: CardArray  # bool[n]


class CardMatches:
    """n lanes of a game on a card. `out` holds what the last `begin` or `step` left, in arrays that the next one writes over.

    opponents: "self" or "chance". seat, hands: as for `ManyMatches`. checked: whether `step` looks for actions that are not
    legal, for which it waits for the card; without, a lane with such an action stays as it is, and has the reward 0.
    BadInput; CardMissing, NotForCards.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: str = "self",
        seat: int | None = None,
        hands: bool = False,
        card: Card | None = None,
        checked: bool = True,
        block: int = 128,
    ) -> None:
        kinds = {"self": SELF_PLAY, "chance": CHANCE}
        if opponents not in kinds:
            raise BadInput(f"on a graphics card opponents are self or chance, not {opponents!r}")
        check_lanes(game, n, seat, 1)
        self.card, self.game, self.n, self.checked, self._block = card or first_card(), game, n, checked, block
        self.tensors, self.actions = Tensors(game), Actions(game)
        alone = game.seats == 1
        self.first_seat = NOBODY if opponents == "self" and not alone else seat or 0
        rotates = self.first_seat != NOBODY and seat is None
        self._rules = np.array([kinds[opponents], hands, game.room.low, 0, n, rotates], np.int64)
        self._make_lanes()
        self.out = Results(**{name: self._shared[name] for name in Results._fields})
        step = step_on_card, self._shared["movers"], self._shared["codes"], *self._lane_arrays()
        self._go = self._kernel(step[0]).launch(n, *step[1:], block=block)  # the actions take the place of the first array
        choice = [self._shared[name] for name in ("legal", "draws", "chosen")]
        self._choose = self._kernel(choose_legal).launch(n, *choice, block=block)
        self._look = self._observation(self._shown, self.out.seat, 0, self.out.seen)
        self._held: Any = None  # the actions of the last step, until another library's work is ordered behind it

    def _make_lanes(self) -> None:
        """The arrays on the card."""
        game, n, put = self.game, self.n, self.card.copy
        table, words = game.room.Table.dtype, game.room.Table.dtype.itemsize // 8
        aside = n if game.room.together else 1
        zeros = self.card.zeros
        cells, scales = cells_of(self.tensors)
        self._shared: dict[str, CardArray] = {
            "blank": put(np.asarray(game.blank(1).view(table, np.ndarray))),
            **{name: zeros(n, table) for name in ("tables", "shown", "parting")},
            **{name: zeros(aside, table) for name in ("base", "aside")},
            **{name: zeros(n, _NUMBER) for name in ("movers", "sizes", "match", "learner", "seat")},
            "menus": zeros((n, game.room.menu_size), _NUMBER),
            "scores": zeros((n, game.seats), _NUMBER),
            "dice": zeros((n, 4), _NUMBER),
            "phases": put(phases_of(game.room)),
            "rules": put(self._rules),
            "lookup": put(self.actions.lookup),
            "blocks": put(self.actions.blocks),
            "codes": put(self.actions.codes),
            "seen": self.card.empty((n, self.tensors.width), _FLOAT),
            "legal": zeros((n, self.actions.n), _MASK),
            "reward": zeros(n, _FLOAT),
            "results": zeros((n, game.seats), _FLOAT),
            "ended": zeros(n, _FLAG),
            "terminated": zeros(n, _FLAG),
            "given_up": zeros(n, _FLAG),
            "cells": put(cells),
            "scales": put(scales),
            "wrong": zeros(1, _NUMBER),
            "draws": zeros(n, _NUMBER),
            "chosen": zeros(n, _NUMBER),
        }
        self._shown, self._parting = (self._shared[name].seen_as((n, words), _NUMBER) for name in ("shown", "parting"))

    def begin(self, seed: int) -> Results:
        """Begin all lanes again with the matches of a seed."""
        self._rules[SEED] = seed
        match = np.arange(self.n)
        learner = np.full(self.n, self.first_seat, np.int64)
        if self._rules[-1]:
            learner[:] = match % self.game.seats
        draws = first_draws(self.n, seed)
        for name, array in (("rules", self._rules), ("match", match), ("learner", learner), ("draws", draws)):
            self._shared[name].set(array)
        for name in ("legal", "reward", "results", "ended", "terminated", "given_up"):
            self._shared[name].fill_bytes(0)
        self._run(begin_on_card, *self._lane_arrays())
        self._look()
        return self.out

    def step(self, actions: Any) -> Results:
        """Make one choice in every lane: int64[n] of any library, taken without a copy if it lies on the card.

        BadInput if it has another shape or type; if `checked`, also if an action is not legal, and then nothing has changed.
        """
        chosen = self.card.take(actions)
        if chosen.shape != (self.n,) or chosen.dtype != _NUMBER:
            have = f"{chosen.dtype} of shape {chosen.shape}"
            raise BadInput(f"{counted(self.n, 'action')} are needed, int64, one for each environment, not {have}")
        if self.checked:
            self._check(chosen)
        self._go(chosen)
        self._look()
        self._held = chosen
        return self.out

    def last_seen(self) -> CardArray:
        """Return what the seat that chose saw last where the last step ended an episode, float32[n, columns]; 0 elsewhere."""
        seen = self.card.zeros((self.n, self.tensors.width), _FLOAT)
        self._observation(self._parting, self._shared["movers"], 1, seen)()
        return seen

    def chosen(self) -> CardArray:
        """Return random legal actions, int64[n], the same array each time; the same ones after the same `begin`."""
        self._choose()
        return self._shared["chosen"]

    def close(self) -> None:
        """Nothing is held but memory of the card."""

    def _check(self, chosen: CardArray) -> None:
        wrong = self._shared["wrong"]
        wrong.fill_bytes(0xFF)
        self._run(find_illegal, chosen, self.out.legal, wrong)
        lane = int(wrong.to_host()[0])
        if lane >= 0:
            action = int(chosen.to_host()[lane])
            raise BadInput(f"environment {lane}: action {action} is not legal; see the action mask")

    def _lane_arrays(self) -> list[CardArray]:
        return [self._shared[name] for name in LANE_ARRAYS]

    def _observation(self, sheet: CardArray, viewers: CardArray, only: int, out: CardArray) -> Launch:
        """Return the start of the second kernel of a step."""
        groups, shared = -(-self.n // ROWS), self._shared
        return self._kernel(observe_on_card).launch(
            groups * self.tensors.width,
            *(sheet, viewers, shared["cells"], shared["scales"], shared["ended"], only, self.game.seats, out),
            block=256,
        )

    def _run(self, work: Any, *arguments: CardArray | int) -> None:
        self._kernel(work)(self.n, *arguments, block=self._block)

    def _kernel(self, work: Any) -> Kernel:
        return kernel(self.card, self.game.room, work, 0, arguments_of(self.game)[work])


def card_of(device: str) -> Card:
    """Return the card that "cuda" or "cuda:1" names, the same object each time. BadInput for another name; CardMissing."""
    name, colon, number = device.partition(":")
    if name != "cuda" or (colon and not (number.isascii() and number.isdecimal() and len(number) < 4)):
        raise BadInput(f"a device is cpu, cuda, or cuda:1 for the second graphics card, not {device!r}")
    return numbered_card(int(number or 0))


LANE_ARRAYS = (
    *("blank", "tables", "base", "aside", "shown", "parting", "movers", "menus", "sizes", "match", "learner", "scores", "dice"),
    *("phases", "rules", "legal", "seat", "reward", "results", "ended", "terminated", "given_up", "lookup", "blocks"),
)
"""The arguments that the rules of all lanes share, in order."""


def arguments_of(game: Game) -> dict[Any, Arguments]:
    """Return the arguments of each rule of this module after the lane's number, for a game."""
    table, numbers, rows = Shared(game.room.Table.dtype), Shared(_NUMBER), Shared(_NUMBER, 2)
    kinds: dict[str, ptx.Argument] = dict.fromkeys(LANE_ARRAYS, numbers)
    kinds |= dict.fromkeys(("blank", "tables", "base", "aside", "shown", "parting"), table)
    kinds |= dict.fromkeys(("menus", "scores", "dice", "blocks"), rows)
    kinds |= dict.fromkeys(("ended", "terminated", "given_up"), Shared(_FLAG))
    kinds |= {"legal": Shared(_MASK, 2), "reward": Shared(_FLOAT), "results": Shared(_FLOAT, 2)}
    arrays = tuple(kinds[name] for name in LANE_ARRAYS)
    seen = (rows, numbers, rows, Shared(_DOUBLE), Shared(_FLAG), Whole(), Whole(), Shared(_FLOAT, 2))
    return {
        begin_on_card: arrays,
        step_on_card: (numbers, numbers, *arrays),
        find_illegal: (numbers, Shared(_MASK, 2), numbers),
        choose_legal: (Shared(_MASK, 2), numbers, numbers),
        observe_on_card: seen,
    }


def cells_of(made: Tensors) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the orders of an observation column by column: int64[9, columns], an order but for its column, and which of its
    columns this is; and by what its values are multiplied."""
    orders, scales, _ = made.orders
    kinds = np.unique(card_kinds(made.game.blank())).tolist()
    cells, factors = np.zeros((tensors.HIDDEN + 1, made.width), np.int64), np.zeros(made.width)
    for order, scale in zip(orders.tolist(), scales.tolist(), strict=True):
        what, size, at = order[tensors.OP], order[tensors.SIZE], order[tensors.AT]
        if what in (tensors.SET, tensors.BAG):
            which = kinds
        elif what in (tensors.SLOT, tensors.HEAP):
            first, figures = (1, size) if what == tensors.SLOT else (0, 3)
            which = [CELL * (first + k) + kind for k in range(figures) for kind in kinds]
        elif what == tensors.PARTNERS:
            which = list(range(1, made.game.seats))
        elif what in (tensors.TO_SEAT, tensors.TO_SEATS):
            which = list(range(made.game.seats))
        else:
            which = list(range(size)) if what in (tensors.VALUE, tensors.DIGIT) else [0]
        cells[:, at : at + len(which)] = np.array(order)[:, None]
        cells[tensors.AT, at : at + len(which)] = which
        factors[at : at + len(which)] = scale
    return cells, factors


# compiled for every room


@rule
def begin_on_card(
    i, blank, tables, base, aside, shown, parting, movers, menus, sizes, match, learner, scores, dice, phases, rules, legal, seat,
    reward, results, ended, terminated, given_up, lookup, blocks,
):  # fmt: skip
    """Begin lane i."""
    lanes = Lanes(
        blank, tables, base, aside, shown, parting, movers, menus, sizes, menus, match, learner, scores, dice, ended, phases,
        rules,
    )  # fmt: skip
    out = Outcome(results, legal, seat, reward, results, ended, given_up, results)
    start_match(i, lanes)
    go_on(i, i, lanes, None)
    show_on_card(i, lanes, out, lookup, blocks)


@rule
def step_on_card(
    i, chosen, codes, blank, tables, base, aside, shown, parting, movers, menus, sizes, match, learner, scores, dice, phases,
    rules, legal, seat, reward, results, ended, terminated, given_up, lookup, blocks,
):  # fmt: skip
    """The choice chosen[i] in lane i, if it is legal."""
    lanes = Lanes(
        blank, tables, base, aside, shown, parting, movers, menus, sizes, menus, match, learner, scores, dice, ended, phases,
        rules,
    )  # fmt: skip
    out = Outcome(results, legal, seat, reward, results, ended, given_up, results)
    ended[i] = terminated[i] = given_up[i] = False
    reward[i] = 0.0
    for p in range(results.shape[1]):
        results[i, p] = 0.0
    if is_legal(legal, i, chosen[i]):
        step_lane(i, i, chosen[i], codes, lanes, out, lookup, blocks, None, None)
        show_on_card(i, lanes, out, lookup, blocks)
        terminated[i] = ended[i] and not given_up[i]


@rule
def show_on_card(i, lanes, out, lookup, blocks):
    """Blank a copy of the table for the seat that is asked, and write what it may do; no action is marked before."""
    seat = out.seat[i] = lanes.tables[i].turn
    if lanes.phases[lanes.tables[i].phase] & TOGETHER:
        lanes.shown[i] = lanes.aside[i]
    else:
        lanes.shown[i] = lanes.tables[i]
    lanes.sizes[i] = choices(lanes.shown[i], lanes.menus[i])
    mask(lanes.shown[i], seat)
    mark(lanes.menus[i], 0, lanes.sizes[i], lookup, blocks, out.legal, i, 1)


@rule
def is_legal(legal, i, action):
    """Return whether the mask of lane i allows an action."""
    return 0 <= action < legal.shape[1] and legal[i, action] != 0


@rule
def find_illegal(i, chosen, legal, wrong):
    """Write the number of lane i if its action is not legal. If several do, one of them stays."""
    if not is_legal(legal, i, chosen[i]):
        wrong[0] = i


@rule
def observe_on_card(i, sheet, viewers, cells, scales, ended, only, seats, out):
    """One column of the observations of `ROWS` lanes. only: 1: of those whose episode has ended."""
    width = len(scales)
    column, first = i % width, i // width * ROWS
    what, form, start, stride = cells[0, column], cells[1, column], cells[2, column], cells[3, column]
    seat, which, size, low, hidden = cells[4, column], cells[5, column], cells[6, column], cells[7, column], cells[8, column]
    scale = scales[column]
    for row in range(first, min(first + ROWS, len(viewers))):
        if only and not ended[row]:
            continue
        viewer = viewers[row]
        here = whose(start, stride, seat, viewer, seats)
        if what <= tensors.BAG_SIZE:
            out[row, column] = of_set(sheet, row, what, here, size, which, scale)
        elif what <= tensors.PILE_SIZE:
            out[row, column] = of_pile(sheet, row, what, form, here, size, which, scale)
        elif what == tensors.PARTNERS:
            mine = item(sheet, row, form, start + viewer)
            out[row, column] = 1.0 if item(sheet, row, form, start + (viewer + which) % seats) == mine else 0.0
        else:
            value = item(sheet, row, form, here)
            known = not hidden or value != UNKNOWN
            out[row, column] = of_figure(value, what, low, which, viewer, seats, scale) if known else 0.0


@rule
def of_set(sheet, row, what, here, size, card, scale):
    """Return the share of planes of a set or bag that hold a card; or how many cards it holds."""
    if what == tensors.SET_SIZE:
        return np.float32(size_of(sheet[row, here]) * scale)
    if what == tensors.BAG_SIZE:
        return np.float32(bag_size(sheet[row, here : here + size]) * scale)
    found, part = np.float32(0.0), 1.0 / size
    for plane in range(here, here + size):
        if ((sheet[row, plane] & CARD_BITS) >> card) & 1:
            found = np.float32(found + part)
    return found


@rule
def of_pile(sheet, row, what, form, here, size, which, scale):
    """Return whether a card lies in a slot of a pile; how high it lies, whether on top, how many there are; the size."""
    held = item(sheet, row, form, here)
    if what == tensors.PILE_SIZE:
        return np.float32(held * scale)
    card, figure, found = which % CELL, which // CELL, np.float32(0.0)
    if what == tensors.SLOT:
        if figure <= held and item(sheet, row, form, here + figure) == card:
            found = np.float32(1.0)
        return found
    for slot in range(1, held + 1):
        if item(sheet, row, form, here + slot) == card:
            if figure == 0:
                found = np.float32(slot / size)
            elif figure == 1:
                found = np.float32(1.0 if slot == held else 0.0)
            else:
                found = np.float32(found + scale)
    return found


@rule
def of_figure(value, what, low, which, viewer, seats, scale):
    """Return a column of a figure."""
    if what == tensors.VALUE:
        return np.float32(1.0 if value - low == which else 0.0)
    if what == tensors.SCALED:
        return np.float32(value * scale)
    if what == tensors.LOGARITHM:
        far = logarithm(abs(value)) * scale
        return np.float32(far if value >= 0 else -far)
    if what == tensors.DIGIT:
        return np.float32((value >> which) & 1)
    seat = viewer + which if viewer + which < seats else viewer + which - seats
    if what == tensors.TO_SEAT:
        return np.float32(1.0 if value == seat else 0.0)
    return np.float32(1.0 if value > 0 and (value >> seat) & 1 else 0.0)
