"""One match for search and learning: no names, no log, no history, only the rules, called by the address of their machine code.

>>> import parlour
>>> state = parlour.game("schnapsen").new_state(seed=7)
>>> while not state.over:
...     state.apply(state.legal()[0])
>>> sum(state.payoffs)
0.0

The same seed and choices give the same match as `Game.start`. The states of a game share a pool of tables, so that a new one
costs little.
"""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from parlour.kit import NOBODY, rule
from parlour.kit.layout import DEAL, copy_of
from parlour.machine import Native, Records

from . import steps
from .dispatch import choices, mask
from .errors import BadInput, IllegalChoice
from .view import Tables, View

if TYPE_CHECKING:
    from .game import Game
    from .rooms import Room

Ints = npt.NDArray[np.int64]

PLACE, CODE, SEED, NUMBER, PAUSES, RESIGN, TURN, OTHERS, CHAIN, OVER, ENTRIES, RUNS, WAITS, HEAD = range(14)
"""The words of a call: which table, the code to play, the seed and number of the match, whether to stop before chance, the code
for giving up; and what comes back: who chooses next, whether others are asked as well, how far a chain is, whether the match is
over, how many entries the menu has, whether any of them is a run of codes, whether chance is to decide. RESIGN comes back as it
was if the player may give up now, otherwise as NO_CODE."""
NEVER, ALWAYS, NEXT = range(3)
"""When to stop before a choice or step that uses chance: NEXT, if it comes after the first."""
START, LOOK, NO_CODE = -1, -2, -3
"""Instead of a code: begin the match; only see who is asked; there is none."""
NOT_HERE = "a state belongs to the thread that made it"
FIRST_POOL = 64
"""Tables of a new pool, which doubles when they are all in use."""


def random_state(seed: int) -> Ints:
    """Return a random state for chance in the middle of a hand, by a seed."""
    words = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=32).digest()
    return np.frombuffer(words, np.int64)


@rule
def look(tables, words, sight):
    """Put what seat words[CODE] sees of a table into sight[0]."""
    sight[0] = tables[words[PLACE]]
    mask(sight[0], words[CODE])


@rule
def drew(before, after):
    """Whether chance was used on the way from one table to the next, with seed 0. `before` stays as it was."""
    a, b, c, d = before.rng[0], before.rng[1], before.rng[2], before.rng[3]
    used = steps.used_chance(before, after, 0, 0)
    before.rng[0], before.rng[1], before.rng[2], before.rng[3] = a, b, c, d
    return used


@rule
def advance(tables, words, kept):
    """Make a legal choice on a table, or begin its match, and go on to the next choice; the menu is written behind HEAD.

    tables: records. words: int64[HEAD + menu]. kept: one record, for the table before what may use chance. If chance is to
    decide, the table stays as it was before, and CHAIN is how far a chain would be after.
    """
    t, seed, number, pauses = tables[words[PLACE]], words[SEED], words[NUMBER], words[PAUSES]
    words[WAITS] = 0
    if words[CODE] == START:
        steps.begin(t, seed, number)
    elif words[CODE] >= 0:
        if pauses == ALWAYS:
            kept[0] = t
        steps.act(t, words[CODE])
        if pauses == ALWAYS and drew(kept[0], t):
            words[WAITS] = 1
    if pauses and words[CODE] != LOOK:
        pauses, seed, number = ALWAYS, 0, 0
    for _ in range(steps.MOST_STEPS):
        if t.turn != NOBODY or t.over or words[WAITS]:
            break
        if pauses == ALWAYS:
            kept[0] = t
        steps.step(t, seed, number)
        if pauses == ALWAYS and drew(kept[0], t):
            words[WAITS] = 1
        elif pauses == NEXT:
            pauses, seed, number = ALWAYS, 0, 0
    if words[WAITS]:
        words[CHAIN] = t.chain
        tables[words[PLACE]] = kept[0]
        words[TURN], words[OVER], words[OTHERS], words[ENTRIES], words[RUNS] = NOBODY, 0, 0, 0, 0
        return
    if t.turn == NOBODY and t.over == 0:
        t.over = steps.GIVEN_UP
    entries = runs = 0
    menu = words[HEAD:]
    if t.over == 0:
        entries = choices(t, menu)
        for k in range(entries):
            runs |= menu[k] >> 32
        if words[RESIGN] >= 0 and steps.verdict(t, words[RESIGN]):
            words[RESIGN] = NO_CODE
    words[TURN], words[OVER] = t.turn if t.over == 0 else NOBODY, t.over
    words[OTHERS], words[CHAIN] = t.asked & ~(1 << max(t.turn, 0)), t.chain
    words[ENTRIES], words[RUNS] = entries, runs


class _Pool:
    """The tables that the states of a game lie on, and the one compiled call that moves any of them on."""

    def __init__(self, blank: Tables, room: Room) -> None:
        self.blank, self.sight, self.kept = blank, blank.copy(), blank.copy()
        self.resign, self.thread = room.resign, threading.get_ident()
        menu_size = room.menu_size
        self.buffer = np.zeros(HEAD + menu_size, np.int64)
        self.words = self.buffer.data
        self._hold(self._tables(FIRST_POOL), range(FIRST_POOL))

    def _tables(self, n: int) -> Tables:
        """Tables whose records can be copied as bytes."""
        found = np.zeros(n, self.blank.dtype).view(Records)
        found[:] = self.blank[0]
        return found

    def _hold(self, tables: Tables, free: range) -> None:
        self.tables, self.free = tables, list(free)
        self.size = tables.itemsize
        self.bytes = tables.view(np.ndarray).view(np.uint8).data
        self.payoff, self.score, self.winners = tables["payoff"], tables["score"], tables["winners"]
        self.advance = Native(advance, tables, self.buffer, self.kept).call
        self.look: Callable[[], Any] | None = None  # compiled when a view is first asked for

    def grow(self) -> None:
        """Have twice as many tables."""
        old, before = len(self.tables), self.bytes
        self._hold(self._tables(2 * old), range(old, 2 * old))
        self.bytes[: len(before)] = before


class _Here(threading.local):
    """The pools of a thread, by game; each lasts as long as its game."""

    def __init__(self) -> None:
        self.pools: weakref.WeakKeyDictionary[Game, _Pool] = weakref.WeakKeyDictionary()


_here = _Here()


class State:
    """A match at a choice, or at its end.

    game, seed, number: what it was made of; tables: a table at a choice, to go on from there. player: the seat that chooses next;
    NOBODY (-1) when the match is over. If several seats are asked at once, they choose one after another and see nothing of each
    other's choices in between. over: whether the match has ended.

    A state belongs to the thread that made it: RuntimeError in any other.
    """

    __slots__ = ("_legal", "_menu", "_place", "_pool", "chain", "game", "number", "over", "player", "resign", "seed", "shared")

    player: int
    over: bool
    _menu: list[int]
    _legal: list[int] | None
    shared: bool
    """Whether other seats are asked as well."""
    chain: bool
    """Whether the player has made some picks of a choice and not the last."""
    resign: int
    """The code for giving up; below 0 if the player may not."""

    def __init__(self, game: Game, seed: int, number: int = 0, tables: Tables | None = None) -> None:
        self._settle(game, seed, number, tables)
        self.go(START if tables is None else LOOK)

    def _settle(self, game: Game, seed: int, number: int, tables: Tables | None) -> None:
        """Take a place in the pool, for a table or a blank one."""
        pool = _here.pools.get(game)
        if pool is None:
            pool = _here.pools[game] = _Pool(game.blank(), game.room)
        if not pool.free:
            pool.grow()
        self.game, self.seed, self.number = game, seed, number
        self._pool, self._place = pool, pool.free.pop()
        self.over = False
        self._put(pool.blank if tables is None else tables)

    def _put(self, tables: Tables) -> None:
        """Lay a table in its place."""
        size, start = self._pool.size, self._place * self._pool.size
        self._pool.bytes[start : start + size] = tables.tobytes()

    def __del__(self) -> None:
        if hasattr(self, "_place"):  # compiling may have failed
            self._pool.free.append(self._place)

    def go(self, code: int, pauses: int = NEVER) -> None:
        """Make a choice that is known to be allowed, and read what comes back.

        code: of the choice. pauses: whether to stop before what chance decides, as `Paused` does (NEVER).
        """
        pool = self._pool
        if pool.thread != threading.get_ident():
            raise RuntimeError(NOT_HERE)
        words = pool.words
        words[PLACE], words[CODE], words[SEED], words[NUMBER] = self._place, code, self.seed, self.number
        words[PAUSES], words[RESIGN] = pauses, pool.resign
        pool.advance()
        self.player, self.resign, self.shared, self.chain = words[TURN], words[RESIGN], words[OTHERS] != 0, words[CHAIN] != 0
        if words[OVER]:
            self.over, self.shared, self.chain, self.resign = True, False, False, NO_CODE
            self._menu = self._legal = []
            if words[OVER] == steps.GIVEN_UP:
                raise RuntimeError(
                    f"{self.game.room.name}: no seat is ever asked again in match {self.number} of seed {self.seed}"
                )
            return
        self._menu = words[HEAD : HEAD + words[ENTRIES]].tolist()
        self._legal = None if words[RUNS] else self._menu

    @property
    def elsewhere(self) -> bool:
        """Whether another thread made it."""
        return self._pool.thread != threading.get_ident()

    def legal(self) -> list[int]:
        """Return the codes that the player may choose; none when the match is over. Giving up is never among them.

        The list belongs to the state and its clones: do not change it.
        """
        if self._legal is None:
            self._legal = [code for run in map(_run, self._menu) for code in run]
        return self._legal

    @property
    def menu(self) -> list[int]:
        """The choices of the player, as the rules write them (`Game.packed_menu`). Do not change the list."""
        return self._menu

    def allows(self, code: int) -> bool:
        """Whether a code is legal, giving up included."""
        if code in self._menu or code == self.resign >= 0:
            return True
        return self._legal is not self._menu and any(code in _run(entry) for entry in self._menu)

    def apply(self, code: int) -> None:
        """Make a choice for the player, and go on to the next choice or to the end.

        A code that is not in `legal` is allowed if the rules allow it (giving up). IllegalChoice otherwise; BadInput if the match
        is over. The state then stays as it is.
        """
        if code not in self._menu and not self.allows(code):
            self._refuse(code)
        self.go(code)

    def _refuse(self, code: int) -> NoReturn:
        if self.over:
            raise BadInput("the match is over")
        code = self.game.code(code)
        reason = int(steps.verdict_row(self._pool.tables, self._place, code))
        raise IllegalChoice(f"{self.game.room.choice_name(code)} is not allowed now", reason)

    def clone(self) -> Self:
        """Return an equal state that goes its own way. Its later deals are the same, because they depend on the seed alone."""
        pool = self._pool
        if not pool.free:
            pool.grow()
        twin = type(self).__new__(type(self))
        twin._pool, twin._place = pool, pool.free.pop()
        size, data = pool.size, pool.bytes
        target, source = twin._place * size, self._place * size
        data[target : target + size] = data[source : source + size]
        twin.game, twin.seed, twin.number = self.game, self.seed, self.number
        twin.player, twin.over, twin.shared = self.player, self.over, self.shared
        twin.chain, twin.resign = self.chain, self.resign
        twin._menu, twin._legal = self._menu, self._legal
        return twin

    @property
    def payoffs(self) -> list[float]:
        """The results by seat, in the unit of the game's payoff; zeros until the match is over."""
        return self._pool.payoff[self._place, : self.game.seats].tolist()

    @property
    def score(self) -> list[int]:
        """The figures of the score sheet, by seat."""
        return self._pool.score[self._place, : self.game.seats].tolist()

    @property
    def winners(self) -> int:
        """The seats that have won, one bit per seat; 0 until the match is over, and if nobody has won."""
        return int(self._pool.winners[self._place])

    def tables(self) -> Tables:
        """Return a copy of the whole table, hidden cards and all."""
        return copy_of(self._pool.tables[self._place : self._place + 1])

    def view(self, seat: int) -> View:
        """Return what a seat (or NOBODY, a spectator) sees now: a masked copy of the table, without a memory."""
        pool = self._pool
        if pool.thread != threading.get_ident():
            raise RuntimeError(NOT_HERE)
        if pool.look is None:
            pool.look = Native(look, pool.tables, pool.buffer, pool.sight).call
        pool.words[PLACE], pool.words[CODE] = self._place, seat
        pool.look()
        return View(self.game, seat, copy_of(pool.sight))


class Paused(State):
    """A state that stops before each decision of chance, until `draw` or `become` gives its outcome.

    It begins before the lot for the first dealer. waits: whether chance is to decide. due: the choice that does not happen before
    chance has decided; LOOK for a step, START for the lot. shared: from then on it does not know how to go on, because several
    seats are asked, or chance decides within a chain.
    """

    __slots__ = ("due", "waits")

    def __init__(self, game: Game, tables: Tables | None = None) -> None:
        """tables: a table at a choice, to go on from there."""
        self._settle(game, 0, 0, tables)
        self.due, self.waits = LOOK, tables is None
        if tables is not None:
            self.go(LOOK, ALWAYS)
            return
        self.due, self.player, self.resign, self.shared, self.chain = START, NOBODY, NO_CODE, False, False
        self._menu = self._legal = []

    def go(self, code: int, pauses: int = ALWAYS) -> None:
        """See `State.go`."""
        State.go(self, code, pauses)
        words = self._pool.words
        self.waits, self.due = words[WAITS] != 0, LOOK
        if self.waits and self._pool.tables["turn"][self._place] != NOBODY:  # the choice itself uses chance, no step after it
            self.due, self.shared = code, self.chain

    def draw(self, seed: int) -> None:
        """Let chance decide by a seed. The states of a seed and choices are those of a walk (`parlour.envs.walk`)."""
        pool = self._pool
        if self.due != START and not (self.due == LOOK and pool.tables["phase"][self._place] == DEAL):
            pool.tables["rng"][self._place] = random_state(seed)
        self.seed = seed
        self.go(self.due, NEXT)
        self.seed = 0

    def become(self, tables: Tables) -> None:
        """Let chance have decided for this table, which is the next after what was due."""
        self._put(tables)
        self.go(LOOK, ALWAYS)

    def clone(self) -> Self:
        """See `State.clone`."""
        twin = State.clone(self)
        twin.due, twin.waits = self.due, self.waits
        return twin


def _run(entry: int) -> range:
    """The codes of a menu entry."""
    low = entry & 0xFFFFFFFF
    return range(low, low + (entry >> 32) + 1)
