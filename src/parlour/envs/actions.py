"""Map choices to a fixed number of actions with a mask, for every room by its declarations alone.

    actions = Actions(parlour.game("schnapsen"))
    actions.mask(view)               int8[actions.n]: 1 if legal
    match.play(actions.code(a, view))

The cards of the pack come first, then the calls in the order of their codes. A chain of choices takes one action per pick. If
there would be more than `MOST` actions, the longest blocks of calls ("bet {1..80000}") have `STEPS` each: steps of equal width
through those of the block that are legal at the moment, from the lowest to the highest. Giving up is not an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import card_kinds
from parlour.engine.view import View
from parlour.kit import NOBODY, first_code, last_code, rule
from parlour.kit.calls import Pattern

__all__ = ["MOST", "STEPS", "Actions"]

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.int8]

MOST = 4096
"""Actions a game has at most, if that can be had by thinning out blocks of calls."""
STEPS = 32
"""Actions of a block that is thinned out."""
NO_ACTION = -(2**31)


class Actions:
    """The actions of a game. `n`: how many; `names`: what they are called; `exact`: whether each is one choice.

    >>> import parlour
    >>> actions = Actions(parlour.game("schnapsen"))
    >>> actions.n, actions.names[0], actions.names[-1], actions.exact
    (28, '10♣', 'continue', True)
    """

    def __init__(self, game: Game) -> None:
        self.game, room = game, game.room
        kinds = np.unique(card_kinds(game.blank())) if room.calls.cards else np.empty(0, np.int64)
        blocks = [pattern for pattern in room.calls.patterns if pattern.low != room.resign]
        thin = _thinned(blocks, len(kinds))
        self.exact = not thin
        self.names = [room.choice_name(int(kind)) for kind in kinds]
        codes = [int(kind) for kind in kinds]
        lookup = np.full(room.calls.end, NO_ACTION, np.int64)
        lookup[kinds] = np.arange(len(kinds))
        rows: list[tuple[int, int, int]] = []
        for block in blocks:
            first = len(codes)
            if block in thin:
                lookup[block.low : block.high + 1] = -1 - len(rows)
                rows.append((block.low, block.high, first))
                codes += [-len(rows)] * STEPS
                self.names += [f"{block.text}, step {k + 1} of {STEPS}" for k in range(STEPS)]
            else:
                lookup[block.low : block.high + 1] = np.arange(first, first + block.size)
                codes += range(block.low, block.high + 1)
                self.names += [block.name(code) for code in range(block.low, block.high + 1)]
        self.n = len(codes)
        self.codes: Ints = np.array(codes, np.int64)
        """int64[n]: the code of each action; below 0, -1 - b, for the steps of thinned block b."""
        self.lookup: Ints = lookup
        """int64[codes]: the action of each code, -1 - b in thinned block b."""
        self.blocks: Ints = np.array(rows, np.int64).reshape(-1, 3)
        """int64[thinned blocks, 3]: lowest and highest code, first action."""

    def mask(self, view: View) -> Mask:
        """Return which actions the seat of a view may choose, int8[n]; all 0 if it is not asked."""
        if self.exact:
            return self.mask_of(view.codes())
        menu, n = self._menu(view)
        return self.mask_of_menu(menu[:n])

    def mask_of(self, codes: Sequence[int]) -> Mask:
        """Return which actions mean one of these codes, int8[n], in a game whose actions are `exact`."""
        mask = np.zeros(self.n, np.int8)
        if len(codes):
            found = self.lookup[codes]
            mask[found[found >= 0]] = 1
        return mask

    def mask_of_menu(self, menu: npt.ArrayLike) -> Mask:
        """Return which actions a menu allows, int8[n]. menu: packed, as `Game.packed_menu` returns it."""
        mask, entries = np.zeros((1, self.n), np.int8), np.asarray(menu, np.int64)
        mark(entries, 0, len(entries), self.lookup, self.blocks, mask, 0, 1)
        return mask[0]

    def code(self, action: int, view: View) -> int:
        """Return the code of an action.

        action: from 0 to n - 1. view: of the seat that chooses.

        BadInput: the seat may not choose it now.
        """
        if self.exact:
            return self.code_among(action, view.codes())
        menu, n = self._menu(view)
        return self.code_in_menu(action, menu[:n])

    def code_in_menu(self, action: int, menu: npt.ArrayLike) -> int:
        """Return the code of an action.

        action: from 0 to n - 1. menu: packed, as `Game.packed_menu` returns it.

        BadInput: the action is not legal.
        """
        code, entries = -1, np.asarray(menu, np.int64)
        if 0 <= action < self.n and self.mask_of_menu(entries)[action]:
            code = int(code_of(entries, len(entries), action, self.codes, self.blocks))
        return self._legal(action, code)

    def code_among(self, action: int, codes: Sequence[int]) -> int:
        """Return the code of an action, in a game whose actions are `exact`.

        action: from 0 to n - 1. codes: that are legal.

        BadInput: it is none of these codes.
        """
        code = int(self.codes[action]) if 0 <= action < self.n else -1
        return self._legal(action, code if code in codes else -1)

    def _legal(self, action: int, code: int) -> int:
        """The code, unless it is below 0."""
        if code < 0:
            what = self.names[action] if 0 <= action < self.n else f"{action} of {self.n}"
            raise BadInput(f"{self.game.room.name}: action {what} is not legal now")
        return code

    def index(self, code: int, view: View) -> int:
        """Return the action of a code, in a thinned block the nearest step. BadInput if there is none, or it is illegal."""
        menu, n = self._menu(view)
        at = int(self.lookup[code]) if 0 <= code < len(self.lookup) else NO_ACTION
        if at == NO_ACTION or code not in view.codes():
            raise BadInput(f"{self.game.room.name}: choice {code} is not an action now")
        if at >= 0:
            return at
        first = int(self.blocks[-1 - at, 2])
        legal = [first + k for k in range(STEPS) if self.mask(view)[first + k]]
        return min(legal, key=lambda action: abs(int(code_of(menu, n, action, self.codes, self.blocks)) - code))

    def _menu(self, view: View) -> tuple[Ints, int]:
        menu = np.zeros(self.game.room.menu_size, np.int64)
        row: Any = view.tables[0]
        asked = row.turn == view.seat != NOBODY and not row.over
        return menu, int(steps.menu_row(view.tables, 0, menu)) if asked else 0


def _thinned(blocks: list[Pattern], cards: int) -> list[Pattern]:
    """The blocks to thin out, longest first, until no more than MOST actions are left or nothing is gained any more."""
    thin: list[Pattern] = []
    total = cards + sum(block.size for block in blocks)
    for block in sorted(blocks, key=lambda block: -block.size):
        if total <= MOST or block.size <= STEPS:
            break
        thin.append(block)
        total += STEPS - block.size
    return thin


@rule
def mark(menu, first, n, lookup, blocks, mask, i, legal):
    """Write `legal`, 1 or 0, in row i of the mask, for the actions that entries first .. n - 1 of a menu leave.

    blocks: None if no block is thinned.
    """
    for k in range(first, n):
        code, last = first_code(menu[k]), last_code(menu[k])
        while code <= last:
            action = lookup[code]
            if action >= 0:
                mask[i, action] = legal
                code += 1
            elif blocks is not None and action != NO_ACTION:  # a thinned block is counted below
                code = blocks[-1 - action, 1] + 1
            else:
                code += 1
    if blocks is not None:
        for b in range(len(blocks)):
            for step in range(min(legal_in(menu, n, blocks[b, 0], blocks[b, 1]), STEPS)):
                mask[i, blocks[b, 2] + step] = legal


@rule
def code_of(menu, n, action, codes, blocks):
    """Return the code of a legal action under a menu of n entries, -1 if it is a step beyond the last."""
    code = codes[action]
    if code >= 0:
        return code
    low, high, first = blocks[-1 - code, 0], blocks[-1 - code, 1], blocks[-1 - code, 2]
    legal, step = legal_in(menu, n, low, high), action - first
    rank = step if legal <= STEPS else step * (legal - 1) // (STEPS - 1)
    for k in range(n):
        begin, end = max(low, first_code(menu[k])), min(high, last_code(menu[k]))
        if begin <= end:
            if rank <= end - begin:
                return begin + rank
            rank -= end - begin + 1
    return -1


@rule
def legal_in(menu, n, low, high):
    """Return how many codes from low to high the n entries of a menu hold."""
    legal = 0
    for k in range(n):
        begin, end = max(low, first_code(menu[k])), min(high, last_code(menu[k]))
        if begin <= end:
            legal += end - begin + 1
    return legal
