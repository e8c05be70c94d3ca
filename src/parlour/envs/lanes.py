"""Play many matches of one game side by side, each in a lane of its own: the base of all adapters for learning libraries.

A lane always waits for a choice: of the learner or, in self-play, of any seat. A step makes one choice in every lane and lets
opponents and chance play on to the next one; if an episode ends, another begins in the same step. All results are written into
arrays that are made once and overwritten by the next step; observations, if so wished, into arrays that nobody else holds.

Episodes: match i + n * k of the seed is the k-th of lane i, with the deals of `Game.start(seed, number)`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.bots.base import workspace_for
from parlour.bots.rollouts import usual
from parlour.engine.counting import counted
from parlour.engine.dispatch import choices, mask, proceed
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.steps import GIVEN_UP, MOST_STEPS, act, begin, open_hand
from parlour.kit import DEAL, NOBODY, pick_random, rule, seed_random
from parlour.machine import lazy_menu, lend, offered, wrapping_add, wrapping_mul, write_by

from .actions import Actions, code_of, mark
from .packed import Packed
from .pages import Pages, aligned
from .tensors import Tensors
from .writer import marker_of, packer_of, writer_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

SELF_PLAY, CHANCE, POLICY = range(3)
"""The players of the other seats."""
OPPONENT, HANDS, LOW, SEED, STRIDE, ROTATES = range(6)
"""Of the rules of the lanes: who plays against the learner; whether an episode is a hand; whether the lowest score wins; the
seed; by how much the next match of a lane is numbered higher; whether the learner changes seats."""
RUNS, ENDED = range(2)
COUNTED = 2**31 - 1
"""A number of a lane stays as it is under it. The compiler sees that it is not negative, and leaves out what counts indices below
0 from the end of each array."""
TOGETHER, QUIET = 1, 2
"""Flags of a phase: several are asked at once; others are not shown who is asked."""


class Outcome(NamedTuple):
    """The result of a step, one row per lane."""

    seen: Floats  # [n, columns] what the seat that is asked sees
    legal: npt.NDArray[np.int8]  # [n, actions]
    seat: Ints  # [n] the seat that is asked
    reward: Floats  # [n] of the seat that chose: its result where the episode ended, else 0
    results: Floats  # [n, seats] of all seats where the episode ended, else 0
    ended: npt.NDArray[np.bool_]  # [n] whether the episode ended
    given_up: npt.NDArray[np.bool_]  # [n] whether a match was given up because nobody was ever asked again
    last_seen: Floats  # [n, columns] where the episode ended, what the seat that chose saw last, else 0


class Dice(NamedTuple):
    """The opponents' random state in one lane, from which the kit draws as from that of a table."""

    rng: Ints  # [4]


class Lanes(NamedTuple):
    """The matches behind it."""

    blank: Any  # [1] a table with seats and house rules and nothing on it
    tables: Any  # [n]
    base: Any  # [n] if several are asked at once: the table before any of them chose
    aside: Any  # [n] and as the one on turn sees it: with its own picks, without the choices of others
    shown: Any  # [n] on a card: masked for the seat that is asked
    parting: Any  # [n] where the episode ended, masked for the seat that chose; on the processor only if the phase is quiet
    movers: Ints  # [n] the seat that chose
    menus: Ints  # [n, MENU] the choices of each lane if its actions depend on them; else only the first row of a share is used
    sizes: Ints  # [n] the number of entries of these menus
    offered: Ints  # [n, 2] the cards and the first calls that a menu offers, as sets, in the first row of a share
    match: Ints  # [n] number of the match
    learner: Ints  # [n] seat of the learner, NOBODY in self-play
    scores: Ints  # [n, seats] at the beginning of the hand
    dice: Ints  # [n, 4] the opponents' random state: the match keeps its own for chance alone
    stale: npt.NDArray[np.bool_]  # [n] whether the last observation of a lane is not 0
    phases: Ints  # [128] by phase its flags
    rules: Ints  # [6]


class Pens(NamedTuple):
    """Addresses of machine code, for `write_by`."""

    seen: int  # writes an observation
    legal: int  # writes a mask


class ManyMatches:
    """n lanes of a game, compiled. `out` holds what the last `begin` or `step` left.

    opponents: "self" (every seat's choice is asked for), "chance" or "policy", the policy of the bots' rollouts. seat: the
    learner's seat, None for the next seat in every match. hands: an episode is a hand, worth the change of score against the
    others, instead of a match, worth its payoff. threads: lanes are shared among this many.

    packed: whether observations are written in bits (see `packed.Packed`): `out.seen` and `out.last_seen` are their bytes, as
    float32. fresh: whether observations are written into arrays that nobody else holds; otherwise into the same ones.
    """

    fresh = False

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: str = "self",
        seat: int | None = None,
        hands: bool = False,
        threads: int = 1,
        packed: bool = False,
    ) -> None:
        kinds = {"self": SELF_PLAY, "chance": CHANCE, "policy": POLICY}
        if opponents not in kinds:
            raise BadInput(f"opponents are self, chance, policy or a bot, not {opponents!r}")
        check_lanes(game, n, seat, threads)
        self.game, self.n, self.threads = game, n, min(threads, n)
        self.tensors, self.actions = Tensors(game), Actions(game)
        self.packed = Packed(self.tensors) if packed else None
        width = self.packed.row if self.packed else self.tensors.width
        self.out = blank_outcome(n, width, self.actions.n, game.seats)
        alone = game.seats == 1
        self.first_seat = NOBODY if opponents == "self" and not alone else seat or 0
        room = game.room
        rules = [kinds[opponents], hands, room.low, 0, n, self.first_seat != NOBODY and seat is None]
        asides, partings = (game.blank(n if phases else 1) for phases in (room.together, room.quiet))
        self.lanes = Lanes(
            blank=game.blank(),
            tables=game.blank(n),
            base=asides.copy(),
            aside=asides,
            shown=partings,
            parting=partings,
            movers=np.zeros(n, np.int64),
            menus=np.zeros((n, room.menu_size), np.int64),
            sizes=np.zeros(n, np.int64),
            offered=np.zeros((n, 2), np.int64),
            match=np.zeros(n, np.int64),
            learner=np.zeros(n, np.int64),
            scores=np.zeros((n, game.seats), np.int64),
            dice=np.zeros((n, 4), np.int64),
            stale=np.zeros(n, np.bool_),
            phases=phases_of(room),
            rules=np.array(rules, np.int64),
        )
        self._draws, self._chosen = first_draws(n, 0), np.zeros(n, np.int64)
        self._pages = Pages(n, width)
        self._pens = packer_of(self.packed) if self.packed else writer_of(self.tensors), marker_of(self.actions)
        self._desks = [workspace_for(game) if opponents == "policy" else None for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def begin(self, seed: int) -> Outcome:
        """Begin all lanes again with the matches of a seed."""
        if self.fresh:
            self._turn_page()
        lanes = self.lanes
        lanes.rules[SEED] = seed
        lanes.match[:] = np.arange(self.n)
        self._draws = first_draws(self.n, seed)
        lanes.learner[:] = self.first_seat
        if lanes.rules[ROTATES]:
            lanes.learner[:] = lanes.match % self.game.seats
        lanes.stale[:] = False
        for array in self.out:
            array[...] = 0
        self._each(begin_lanes, lanes.match)
        return self.out

    def step(self, actions: npt.ArrayLike) -> Outcome:
        """Make one choice in every lane, int[n]. BadInput if an action is not legal; then nothing has changed."""
        chosen = check_actions(self, actions)
        if self.fresh:
            self._turn_page()
        for array in (self.out.reward, self.out.results, self.out.ended, self.out.given_up):
            array.fill(0)  # in one go: whether an episode has ended is what a processor guesses worst
        self._each(step_lanes, chosen)
        if self.fresh and self.out.ended.any():
            self.lanes.stale[:] = True  # a holder of the last observations may write into any row
        return self.out

    def chosen(self) -> Ints:
        """Return random legal actions, int64[n], the same array each time; the same ones after the same `begin`, on a card
        too."""
        choose_all(self.out.legal, self._draws, self._chosen)
        return self._chosen

    def _turn_page(self) -> None:
        """Write observations into arrays that nobody else holds."""
        page = self._pages.take()
        self.out = self.out._replace(seen=page.seen.view(), last_seen=page.last_seen.view())  # their flags are the holder's own
        self.lanes = self.lanes._replace(stale=page.stale)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, work: Any, chosen: Ints) -> None:
        """Do the work on all lanes, a share of them in each thread."""
        actions, pens = self.actions, Pens(*(pen.address for pen in self._pens))
        blocks = None if actions.exact else actions.blocks
        share = -(-self.n // self.threads)

        def part(k: int) -> None:
            first, last = k * share, min((k + 1) * share, self.n)
            work(first, last, chosen, actions.codes, self.lanes, self.out, actions.lookup, blocks, self._desks[k], pens)

        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(self.threads)))


def phases_of(room: Room) -> Ints:
    """Return the flags of the phases of a room, int64[128]."""
    phases = np.zeros(128, np.int64)
    phases[list(room.together)] |= TOGETHER
    phases[list(room.quiet)] |= QUIET
    return phases


def check_lanes(game: Game, n: int, seat: int | None, threads: int) -> None:
    """Raise BadInput if such lanes are impossible."""
    if n < 1 or threads < 1:
        raise BadInput("there must be at least one environment and one thread")
    if seat is not None and not 0 <= seat < game.seats:
        raise BadInput(f"{game.room.name} has seats 0 to {game.seats - 1} here, not {seat}")


def check_actions(many: Any, actions: npt.ArrayLike) -> Ints:
    """The actions as int64[n]. BadInput names a lane whose action is not legal."""
    chosen = np.ascontiguousarray(actions, np.int64)
    if chosen.shape != (many.n,):
        raise BadInput(f"{counted(many.n, 'action')} are needed, one for each environment, not an array of shape {chosen.shape}")
    lane = int(first_illegal(chosen, many.out.legal))
    if lane >= 0:
        raise BadInput(f"environment {lane}: action {int(chosen[lane])} is not legal; see the action mask")
    return chosen


def blank_outcome(n: int, width: int, actions: int, seats: int) -> Outcome:
    """The arrays of n lanes, each at an address that other libraries take without a copy."""
    return Outcome(
        seen=aligned((n, width), np.float32),
        legal=aligned((n, actions), np.int8),
        seat=aligned((n,), np.int64),
        reward=aligned((n,), np.float32),
        results=aligned((n, seats), np.float32),
        ended=aligned((n,), np.bool_),
        given_up=aligned((n,), np.bool_),
        last_seen=aligned((n, width), np.float32),
    )


def first_draws(n: int, seed: int) -> Ints:
    """Return the states of `choose_legal` after `begin`, int64[n]."""
    return np.arange(n) * 2654435761 + seed % 2**31


@rule
def choose_legal(i, legal, draws, chosen):
    """A random legal action for lane i. draws[i]: its state, a linear congruence; the upper 31 of 63 bits are drawn."""
    draws[i] = wrapping_add(wrapping_mul(draws[i], 6364136223846793005), 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
    n = 0
    for action in range(legal.shape[1]):
        n += legal[i, action]
    rank = ((draws[i] >> 32) * n) >> 31
    for action in range(legal.shape[1]):
        if legal[i, action] != 0:
            if rank == 0:
                chosen[i] = action
            rank -= 1


@rule(apart=True)
def choose_all(legal, draws, chosen):
    """Choose a random legal action for each lane."""
    for i in range(len(chosen)):
        choose_legal(i, legal, draws, chosen)


@rule(apart=True)
def first_illegal(chosen, legal):
    """Return the first lane whose action is not legal, -1 if all are legal. Compiled once for all rooms."""
    for i in range(len(chosen)):
        action = chosen[i]
        if action < 0 or action >= legal.shape[1] or legal[i, action] == 0:
            return i
    return -1


# compiled for every room. What is given the lanes is put into its caller: they are some two hundred words to pass on.


@rule
def begin_lanes(first, last, chosen, codes, lanes, out, lookup, blocks, work, pens):
    """Begin lanes first .. last - 1. blocks: of the actions; None if each action is one choice."""
    lanes, out, lookup, blocks, work = lend(lanes), lend(out), lend(lookup), lend(blocks), lend(work)
    first &= COUNTED
    for lane in range(first, last):
        i = lane & COUNTED
        scratch = first if blocks is None else i
        start_match(i, lanes)
        go_on(i, scratch, lanes, work)
        show(i, scratch, lanes, out, lookup, blocks, pens)


@rule
def step_lanes(first, last, chosen, codes, lanes, out, lookup, blocks, work, pens):
    """One legal choice in lanes first .. last - 1. codes, blocks: of the actions."""
    lanes, out, lookup, blocks, work = lend(lanes), lend(out), lend(lookup), lend(blocks), lend(work)
    chosen, codes = lend(chosen), lend(codes)
    first &= COUNTED
    for lane in range(first, last):
        i = lane & COUNTED
        scratch = first if blocks is None else i  # where actions stand for blocks, each lane keeps its menu to the next step
        step_lane(i, scratch, chosen[i], codes, lanes, out, lookup, blocks, work, pens)
        if lanes.stale[i] and not out.ended[i]:
            for k in range(out.last_seen.shape[1]):
                out.last_seen[i, k] = 0.0
        lanes.stale[i] = out.ended[i]
        show(i, scratch, lanes, out, lookup, blocks, pens)


@rule(inline=True)
def step_lane(i, scratch, action, codes, lanes, out, lookup, blocks, work, pens):
    """One legal choice in a lane, and on to the next one, which is then to be shown. The results of the lane are 0 before.

    scratch: the row of the menus that may be used meanwhile. pens: None on a card, which writes observations later.
    """
    mover = lanes.movers[i] = lanes.tables[i].turn
    code = codes[action]
    if blocks is not None:
        code = code_of(lanes.menus[i], lanes.sizes[i], action, codes, blocks)
        mark(lanes.menus[i], 0, lanes.sizes[i], lookup, blocks, out.legal, i, 0)
    choose(i, lanes, code)
    while play_on(i, scratch, lanes, work) == ENDED:
        if not out.ended[i]:  # an episode in which the learner is never asked is not shown
            finish(i, mover, lanes, out, pens)
        next_episode(i, lanes)


@rule(inline=True)
def go_on(i, scratch, lanes, work):
    """Go on to the first choice of the learner, through episodes in which it has none."""
    while play_on(i, scratch, lanes, work) == ENDED:
        next_episode(i, lanes)


@rule(inline=True)
def start_match(i, lanes):
    """The match of a lane begins."""
    lanes.tables[i] = lanes.blank[0]
    t = lanes.tables[i]
    begin(t, lanes.rules[SEED], lanes.match[i])
    note_scores(i, lanes)
    if lanes.rules[OPPONENT] != SELF_PLAY:
        dice = Dice(lanes.dice[i])
        seed_random(dice, lanes.rules[SEED], lanes.match[i], -1)


@rule(inline=True)
def note_scores(i, lanes):
    """Note the scores at the start of a hand, if it is an episode."""
    if lanes.rules[HANDS]:
        for p in range(lanes.tables[i].seats):
            lanes.scores[i, p] = lanes.tables[i].score[p]


@rule(inline=True)
def next_episode(i, lanes):
    """Begin another match or, if an episode is a hand, the next hand of the same match."""
    if lanes.tables[i].over:
        lanes.match[i] += lanes.rules[STRIDE]
        if lanes.rules[ROTATES]:
            lanes.learner[i] = (lanes.learner[i] + 1) % lanes.tables[i].seats
        start_match(i, lanes)
    else:
        note_scores(i, lanes)
        open_hand(lanes.tables[i], lanes.rules[SEED], lanes.match[i])
        keep_aside(i, lanes)


@rule(inline=True)
def keep_aside(i, lanes):
    """Keep what the seats see until all have answered, if several are asked at once from now on."""
    if lanes.phases[lanes.tables[i].phase] & TOGETHER:
        lanes.base[i] = lanes.tables[i]
        lanes.aside[i] = lanes.tables[i]


@rule(inline=True)
def choose(i, lanes, code):
    """Make the choice of the seat on turn. If several are asked at once, the next of them sees the table as it was before."""
    t = lanes.tables[i]
    phase, seat, asked = t.phase, t.turn, t.asked
    act(t, code)
    if lanes.phases[t.phase] & TOGETHER and t.turn != NOBODY:
        if t.phase != phase or t.asked & ~asked:  # a choice has asked them, without a step between
            keep_aside(i, lanes)
        elif t.turn == seat and t.chain > 0:
            act(lanes.aside[i], code)
        else:
            lanes.aside[i] = lanes.base[i]
            lanes.aside[i].turn = t.turn


@rule(inline=True)
def play_on(i, scratch, lanes, work):
    """Steps, deals and the opponents' choices, until the learner is asked (RUNS) or the episode has ended (ENDED)."""
    t, idle, opens = lanes.tables[i], 0, False
    while True:
        if t.over:
            return ENDED
        if t.turn == NOBODY:
            opens = True
            if t.phase != DEAL:
                proceed(t)
            elif lanes.rules[HANDS] and t.hand_number > 0:
                return ENDED
            else:
                open_hand(t, lanes.rules[SEED], lanes.match[i])
            idle += 1
            if idle > MOST_STEPS:
                t.over = GIVEN_UP
            continue
        idle = 0
        if opens:
            keep_aside(i, lanes)
        opens = False
        if lanes.learner[i] < 0 or t.turn == lanes.learner[i]:
            return RUNS
        tables = lanes.aside if lanes.phases[t.phase] & TOGETHER else lanes.tables
        choose(i, lanes, answer(tables[i], i, scratch, lanes, work))


@rule
def answer(t, i, scratch, lanes, work):
    """The choice of an opponent on turn."""
    menu, dice = lanes.menus[scratch], Dice(lanes.dice[i])
    n = choices(t, menu)
    if work is None:
        return pick_random(dice, menu, n)
    for k in range(4):  # it draws from the table's random state: that of the match is put away meanwhile
        lanes.dice[i, k], t.rng[k] = t.rng[k], lanes.dice[i, k]
    code = usual(t, menu, n, work)
    for k in range(4):
        lanes.dice[i, k], t.rng[k] = t.rng[k], lanes.dice[i, k]
    return code


@rule(inline=True)
def finish(i, mover, lanes, out, pens):
    """The results of an episode that has ended, and the table as the seat that chose last sees it."""
    t = lanes.tables[i]
    out.ended[i] = True
    out.given_up[i] = t.over == GIVEN_UP
    for p in range(t.seats):
        out.results[i, p] = gain(i, lanes, p) if lanes.rules[HANDS] else t.payoff[p]
    out.reward[i] = out.results[i, mover]
    if pens is None or lanes.phases[t.phase] & QUIET:
        lanes.parting[i] = t
        mask(lanes.parting[i], mover)
    if pens is not None:
        if lanes.phases[t.phase] & QUIET:
            write_by(pens.seen, lanes.parting, i, mover, out.last_seen, i)
        else:
            write_by(pens.seen, lanes.tables, i, mover, out.last_seen, i)


@rule(inline=True)
def gain(i, lanes, seat):
    """Return by how much the score of the seat's side has changed in this hand more than that of the others, for the better."""
    t = lanes.tables[i]
    ours = theirs = 0.0
    friends = foes = 0
    for p in range(t.seats):
        change = float(t.score[p] - lanes.scores[i, p])
        if t.side[p] == t.side[seat]:
            ours += change
            friends += 1
        else:
            theirs += change
            foes += 1
    found = ours / friends - (theirs / foes if foes else 0.0)
    return -found if lanes.rules[LOW] else found


@rule(inline=True)
def show(i, scratch, lanes, out, lookup, blocks, pens):
    """Write the table as the seat that is asked sees it, and what it may do.

    A pen writes only what the viewer sees (see `writer`), so it needs no masked copy. In a quiet phase a mask hides who is
    asked, but not from the seat that is.
    """
    tables = lanes.aside if lanes.phases[lanes.tables[i].phase] & TOGETHER else lanes.tables
    seat = out.seat[i] = lanes.tables[i].turn
    if blocks is None:
        menu = lazy_menu(lanes.menus[scratch])
        mark_offered(i, scratch, menu, choices(tables[i], menu), lanes, out, lookup, pens)
    else:  # no action is marked before
        lanes.sizes[i] = choices(tables[i], lanes.menus[i])
        mark(lanes.menus[i], 0, lanes.sizes[i], lookup, blocks, out.legal, i, 1)
    write_by(pens.seen, tables, i, seat, out.seen, i)


@rule(inline=True)
def mark_offered(i, scratch, menu, n, lanes, out, lookup, pens):
    """Write the mask of a lane over what was in it.

    menu: lazy, of n entries: most of it are sets, which a pen writes at once.
    """
    cards, calls, rest = offered(menu)
    lanes.offered[scratch, 0], lanes.offered[scratch, 1] = cards, calls
    write_by(pens.legal, lanes.offered, scratch, 0, out.legal, i)
    if rest < n:
        mark(menu, rest, n, lookup, None, out.legal, i, 1)
