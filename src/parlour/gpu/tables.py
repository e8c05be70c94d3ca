"""Random matches, and many matches side by side, on a graphics card.

>>> from parlour.gpu import Card, CardMissing, playouts
>>> import parlour
>>> try:
...     matches = playouts(parlour.game("schnapsen"), 1000, seed=1, card=Card()).matches
... except CardMissing:  # what follows is then for the processor
...     matches = parlour.game("schnapsen").playouts(1000, seed=1).matches
>>> matches
1000
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine import steps
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.game import Game, Totals
from parlour.engine.rooms import Room
from parlour.kit import NOBODY
from parlour.machine import body

from . import lanes, ptx
from .driver import Card, CardArray, CardField, Kernel
from .ptx import NotForCards, Own, Shared, Whole

_FIGURE, _NUMBER = np.dtype(np.float64), np.dtype(np.int64)
WAVES = 4
"""Blocks that are handed out for each that the card holds at a time: what is left when the last are at work is a small part."""


def lane_arguments(room: Room) -> dict[Any, list[ptx.Argument]]:
    """The arguments of every rule of `lanes` after the first, for the tables of a room."""
    table, menu = room.Table.dtype, Own(_NUMBER, room.menu_size)
    tables, numbers = Shared(table), Shared(_NUMBER)
    return {
        lanes.play_out: [Own(table, 2), menu, tables, Whole(), Whole(), Whole(), Shared(_FIGURE, 2), numbers],
        lanes.play_events: [
            *(Own(table, 1), menu, tables, Whole(), Whole(), Whole(), Whole(), numbers, Shared(_FIGURE, 2), numbers),
        ],
        lanes.begin: [tables, Whole()],
        lanes.play: [tables, numbers, Whole()],
        lanes.write_menu: [tables, Shared(_NUMBER, 2), numbers],
        lanes.choose: [menu, tables, numbers],
        lanes.look: [tables, tables, Whole()],
    }


Arguments = tuple[ptx.Argument, ...]


def code(room: Room, rule: Any, capability: tuple[int, int] = ptx.HIGHEST, arguments: Arguments | None = None) -> str:
    """A rule for a room as PTX. NotForCards, with the room's name, if its rules are not for cards.

    arguments: of the rule after the first, the lane's number; None for a rule of `lanes`.
    """
    return _code(room.Table.marker, room, rule, capability, arguments or tuple(lane_arguments(room)[rule]))


@functools.lru_cache(maxsize=64)
def _code(marker: str, room: Room, rule: Any, capability: tuple[int, int], arguments: Arguments) -> str:
    if not room.gpu:
        raise NotForCards(f"{room.name}: not for graphics cards, for its rules use working arrays (GPU = False)")
    return ptx.to_ptx(ptx.kernel_module(rule, arguments, room.name), capability)


_ready: dict[tuple[str, str, int], bytes] = {}


def provide(room: Room, rule: Any, machine_code: bytes, registers: int = 0) -> None:
    """Let `kernel` use machine code that was made elsewhere for the cards of this process, such as by NVIDIA's assembler."""
    _ready[room.Table.marker, body(rule).__name__, registers] = machine_code


@functools.lru_cache(maxsize=256)
def kernel(card: Card, room: Room, rule: Any, registers: int = 0, arguments: Arguments | None = None) -> Kernel:
    """A rule for a room, ready on a card. registers: the most for a lane, 0 leaves it to the driver. arguments: see `code`."""
    ready = _ready.get((room.Table.marker, body(rule).__name__, registers))
    return Kernel(card, ready or code(room, rule, card.capability, arguments), ptx.KERNEL, registers)


def first_card() -> Card:
    """The first card, the same object each time. CardMissing."""
    return numbered_card(0)


@functools.cache
def numbered_card(number: int) -> Card:
    """A card by its number, the same object each time. CardMissing."""
    return Card(number)


def playouts(
    game: Game,
    matches: int,
    seed: int = 0,
    card: Card | None = None,
    block: int = 128,
    registers: int = 0,
    events: tuple[int, int] | None = None,
) -> Totals:
    """Random matches 0 .. matches - 1 of a seed on a card (None: the first): exactly the matches that `Game.playouts` plays.

    events: None: matches are loops of their own; else `deals` and `waits` of `lanes.play_events`. Decisions and hands are
    equal; the sums of payoffs are added in another order. CardMissing, NotForCards and BadInput in
    one clear line; RuntimeError if a match never ends.
    """
    if matches < 1:
        raise BadInput(f"{counted(matches, 'match', 'matches')}: at least 1 is needed")
    card = card or first_card()
    run = kernel(card, game.room, lanes.play_out if events is None else lanes.play_events, registers)
    share = -(-matches // (WAVES * run.resident(block)))
    count = min(matches, run.resident(block)) if events else -(-matches // share)
    totals, stuck = card.zeros((count, 2 + game.seats), _FIGURE), card.empty(count, _NUMBER)
    blank = card.copy(_records(game, 1))
    if events:
        run(count, blank, *events, matches, seed, card.zeros(1, _NUMBER), totals, stuck, block=block)
    else:
        run(count, blank, matches, share, seed, totals, stuck, block=block)
    lost = stuck.to_host()
    if (lost >= 0).any():
        first = int(lost[lost >= 0][0])
        raise RuntimeError(f"{game.room.name}: match {first} of seed {seed} went past the bound of its rules")
    sums = totals.to_host().sum(axis=0)
    return Totals(matches, int(sums[1]), int(sums[0]), tuple(float(x) for x in sums[2:]))


def _records(game: Game, n: int) -> npt.NDArray[Any]:
    return np.asarray(game.blank(n).view(game.room.Table.dtype, np.ndarray))


class CardTables:
    """n matches of one game in a card's memory: what `TableVector` is on the processor, with the same choices the same tables.

    Arrays stay on the card; `to_host()` of each copies. Methods return at once; reading an array waits for the card.
    """

    def __init__(self, game: Game, n: int, seed: int = 0, card: Card | None = None, block: int = 128) -> None:
        """BadInput if n is below 1; CardMissing, NotForCards."""
        if n < 1:
            raise BadInput(f"{counted(n, 'table')}: at least 1 is needed")
        self.card, self.room, self.seed, self._block = card or first_card(), game.room, seed, block
        self.array = self.card.copy(_records(game, n))
        """The records, shape (n,)."""
        self._menus: CardArray | None = None
        self._sizes, self._codes = (self.card.zeros(n, _NUMBER) for _ in range(2))
        self._run(lanes.begin, self.array, seed)

    def __len__(self) -> int:
        return len(self.array)

    def _run(self, rule: Any, *arguments: int | CardArray) -> None:
        kernel(self.card, self.room, rule)(len(self), *arguments, block=self._block)

    def menus(self) -> tuple[CardArray, CardArray]:
        """(menus int64[n, MENU], sizes int64[n]) as those of `TableVector`; the same two arrays each time."""
        if self._menus is None:
            self._menus = self.card.zeros((len(self), self.room.menu_size), _NUMBER)
        self._run(lanes.write_menu, self.array, self._menus, self._sizes)
        return self._menus, self._sizes

    def chosen(self) -> CardArray:
        """Random choices, int64[n], drawn from the tables' own random states; the same array each time."""
        self._run(lanes.choose, self.array, self._codes)
        return self._codes

    def play(self, codes: CardArray | npt.NDArray[np.int64]) -> None:
        """One legal choice at every table that is not over; int64[n]. Legality is the caller's promise.

        BadInput for another shape or type of codes.
        """
        if codes.shape != (len(self),) or codes.dtype != _NUMBER:
            raise BadInput(f"choices are int64 of shape ({len(self)},), not {codes.dtype} of shape {codes.shape}")
        given = codes if isinstance(codes, CardArray) else self.card.copy(codes)
        self._run(lanes.play, self.array, given, self.seed)

    def views(self, seat: int = NOBODY) -> CardArray:
        """The tables as a seat sees them, or as the seat on turn sees them: records in which everything hidden is blanked."""
        seen = self.card.empty(len(self), self.array.dtype)
        self._run(lanes.look, self.array, seen, seat)
        return seen

    def over(self) -> npt.NDArray[np.bool_]:
        """Return which matches have ended, shape (n,), on the processor. RuntimeError if one goes on with nobody choosing."""
        over = self.array.field("over").to_host()
        stuck = np.flatnonzero(over == steps.GIVEN_UP)
        if len(stuck):
            raise RuntimeError(f"{self.room.name}: in match {stuck[0]} of seed {self.seed} nobody is ever asked again")
        return np.asarray(over != 0)

    @property
    def payoff(self) -> CardField:
        """Results by table and seat, float64[n, most seats of the game], a view."""
        return self.array.field("payoff")
