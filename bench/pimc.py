"""Players of trick games as others publish them: perfect-information Monte Carlo, at once or after one choice.

Pimc: every choice is tried on the same deals that fit the view, all equally likely. Each is played on by the rollout policy until
few cards are left, and then as well as possible with all cards open (`parlour.solve.endings`): side against side, or, if
everybody plays for themselves, one against all others. The best mean wins (Ginsberg, "GIB: Imperfect information in a
computationally challenging game", 2001; Long et al., "Understanding the success of perfect information Monte Carlo sampling",
2010).

Epimc: perfect information is postponed by one own choice. On each deal a choice is made and the others reply by the policy, until
the viewer is asked again. The deals in which it has seen the same until then are one group, in which it must choose the same:
every choice is tried on all of them as Pimc does, and the best mean counts (Arjonilla, Saffidine and Cazenave, "Perfect
information Monte Carlo with postponing reasoning", 2024).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from parlour.bots.base import Bot, Thought
from parlour.bots.rollouts import DEALT, HIDDEN, SEEN, offer_codes, roll_out, take_picks, usual
from parlour.engine.dispatch import choices, mask, play, proceed
from parlour.engine.redeal import redeal
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.kit import DEAL, NOBODY, rule, size_of, splitmix
from parlour.solve.endings import Board, board, search_ending, worth_to

MOST = 24
"""Choices after the next that are tried, at most."""
NO_STOCK = -1
"""In place of the word that tells whether cards are still drawn, in games without a stock."""
AFTER = SEEN + 1
"""The row of a workspace's tables that a choice after the next is tried on."""


@rule
def try_open(deck, work, b, picks, codes, totals, deals, exact):  # type: ignore[no-untyped-def]
    """Add to totals[k] the worth of codes[k] to the viewer on some deals that fit the view. exact: see `played_open`."""
    root = deck.masked[0]
    for _ in range(deals):
        redeal(work.tables, 0, deck)
        take_picks(work.tables[0], picks)
        for k in range(len(codes)):
            work.tables[1] = work.tables[0]
            play(work.tables[1], codes[k])
            totals[k] += played_open(work.tables[1], 1, root, work, b, exact)


@rule
def played_open(t, row, root, work, b, exact):  # type: ignore[no-untyped-def]
    """Return the worth of a table to the viewer: played on by the policy, and, as soon as nothing is drawn and the seat on turn
    has few cards, as well as can be. row: of the table. exact: int64[3], that number of cards, the most positions of an ending,
    and the word of the table that is 0 if nothing is drawn, or NO_STOCK."""
    cards, nodes, stock = exact[0], exact[1], exact[2]
    while not t.over and t.phase != DEAL:
        if t.turn == NOBODY:
            proceed(t)
        elif size_of(t.hand[t.turn]) <= cards and (stock == NO_STOCK or work.words[row, stock] == 0):
            b.tables[0] = t
            work.tables[DEALT] = t
            work.tables[DEALT].score[:] = root.score
            worth = search_ending(b, work.tables[DEALT], root.turn, nodes)
            if not math.isnan(worth):
                return worth
            roll_out(t, work)
        else:
            play(t, usual(t, work.menu, choices(t, work.menu), work))
    return worth_to(t, root, root.turn, b.sign[0])


@rule
def try_postponed(deck, work, b, picks, codes, totals, deals, exact, keys, sums):  # type: ignore[no-untyped-def]
    """Add to totals[k] the worth of codes[k] to the viewer if it knows the cards only from its next choice on.

    keys: int64[codes, deals], by code the digests of what was seen until the next choice. sums: float64[codes, deals, MOST], by
    code and digest the worths of what may be chosen then, nan for none.
    """
    root = deck.masked[0]
    keys[:] = 0
    sums[:] = math.nan
    for _ in range(deals):
        redeal(work.tables, 0, deck)
        take_picks(work.tables[0], picks)
        for k in range(len(codes)):
            work.tables[1] = work.tables[0]
            t = work.tables[1]
            play(t, codes[k])
            seen = until_asked(t, root, work)
            if seen == 0:
                totals[k] += worth_to(t, root, root.turn, b.sign[0])
                continue
            group = 0
            while keys[k, group] != 0 and keys[k, group] != seen:
                group += 1
            if keys[k, group] == 0:
                keys[k, group] = seen
                sums[k, group, : min(offer_codes(t, work, -1), MOST)] = 0.0
            for j in range(min(offer_codes(t, work, -1), MOST)):
                work.tables[AFTER] = t
                play(work.tables[AFTER], work.offered[j])
                sums[k, group, j] += played_open(work.tables[AFTER], AFTER, root, work, b, exact)
    for k in range(len(codes)):
        for group in range(deals):
            if keys[k, group] != 0:
                totals[k] += np.nanmax(sums[k, group])


@rule
def until_asked(t, root, work):  # type: ignore[no-untyped-def]
    """Play on by the policy until the viewer has another choice to begin. Return a digest of what it has seen until then, above
    0; or 0 if the hand ends before."""
    seen = 0
    while not t.over and t.phase != DEAL:
        if t.turn == NOBODY:
            proceed(t)
            continue
        n = choices(t, work.menu)
        if t.turn == root.turn and t.chain == 0 and (n > 1 or work.menu[0] >> 32 != 0):
            return digest(t, root, work, seen)
        code = usual(t, work.menu, n, work)
        if t.turn == root.turn or not work.phases[t.phase] & HIDDEN:
            seen = splitmix(seen ^ (t.turn << 32 | code))
        play(t, code)
    return 0


@rule
def digest(t, root, work, seen):  # type: ignore[no-untyped-def]
    """Return a digest, above 0, of what was seen of the choices and of what the viewer sees on the table."""
    work.tables[SEEN] = t
    mask(work.tables[SEEN], root.turn)
    for k in range(work.words.shape[1]):
        seen = splitmix(seen ^ work.words[SEEN, k])
    return seen & 0x3FFFFFFFFFFFFFFF | 1


@dataclass(frozen=True)
class Pimc(Bot):
    """deals: of every choice. cards: in hand, from which endings are exact. nodes: positions of an ending, at most."""

    name: ClassVar[str] = "pimc"
    deals: int = 10
    cards: int = 3
    nodes: int = 20_000

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        thought = Thought(view, self._seed_for(view))
        room = view.game.room
        b, exact = board_of(room), np.array([self.cards, self.nodes, stock_word(room)])
        while len(codes := thought.offered()):
            best = 0
            if len(codes) > 1:
                totals = np.zeros(len(codes))
                self.weigh(thought, b, codes, totals, exact)
                best = int(np.argmax(totals))
            thought.take(int(codes[best]))
        return thought.codes

    def weigh(self, thought: Thought, b: Board, codes: Any, totals: Any, exact: Any) -> None:
        """Add to totals[k] the worth of codes[k]."""
        try_open(thought.deck, thought.work, b, thought.picks, codes, totals, self.deals, exact)


@dataclass(frozen=True)
class Epimc(Pimc):
    """The same, with perfect information only after the next own choice."""

    name: ClassVar[str] = "epimc"

    def weigh(self, thought: Thought, b: Board, codes: Any, totals: Any, exact: Any) -> None:
        """See `Pimc.weigh`."""
        keys, sums = np.empty((len(codes), self.deals), np.int64), np.empty((len(codes), self.deals, MOST))
        try_postponed(thought.deck, thought.work, b, thought.picks, codes, totals, self.deals, exact, keys, sums)


BOARDS: dict[Room, Board] = {}


def board_of(room: Room) -> Board:
    """Return the working arrays of a game's endings, made once."""
    if room not in BOARDS:
        BOARDS[room] = board(room)
    return BOARDS[room]


def stock_word(room: Room) -> int:
    """Return the word of a game's table that is 0 if no cards are drawn any more, NO_STOCK if they never are. In games with a
    stock that is the upcard: the last card drawn, and turned down if nothing is drawn any more."""
    fields = room.Table.dtype.fields or {}
    return int(fields["upcard"][1]) // 8 if "upcard" in fields else NO_STOCK
