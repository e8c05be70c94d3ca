"""The bot that follows the advice people give: a room's own `strategy`, which plays from a view and what the seat remembers.

    ADVICE = ("counting", "second_seat")              the pieces of advice that can be switched off, in `bot.py`
    strategy(t, menu, n, may, advice)                 the seat's choice, a code out of the n entries of its menu

t is the masked table, with a random state of the bot's own if it is asked by itself; may[p] the set of the cards that seat p
may still hold, as the seat on turn remembers; bit k of `advice` says whether to follow ADVICE[k]. `strategy:-counting` follows
all but one piece, `strategy:-all+counting` that one alone: so the arena tells what each is worth.

It thinks for microseconds, so matches among such bots are played compiled as a whole (`contest`), with the same deals and
the same choices as when each is asked by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from parlour.engine.dispatch import choices, mask
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import Memory, Recall, watch
from parlour.engine.redeal import redeal, redealt
from parlour.engine.rooms import Room
from parlour.engine.state import State
from parlour.engine.steps import act, begin, step, used_chance
from parlour.engine.view import View
from parlour.kit import DEAL, NOBODY, next_word, rule
from parlour.kit.layout import copy_of
from parlour.languages import in_row, lazy_game_text, lazy_gettext

from . import heuristics
from .base import Bot, Thought
from .held import homes, may_hold
from .heuristics import strategy
from .options import Option
from .rollouts import Floats, take_picks

_PIECE = re.compile(r"([+-])(\w+)")


@dataclass(frozen=True)
class Strategy(Bot):
    """advice: pieces to leave out and to take in again, in this order, beginning with all: `-counting`, `-all+counting`."""

    name: ClassVar[str] = "strategy"
    advice: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(rf"({_PIECE.pattern})*", self.advice):
            raise BadInput(f"{self.name}: advice is written -piece or -all+piece, not {self.advice!r}")

    @classmethod
    def plays(cls, room: Room) -> bool:
        """See `Bot.plays`."""
        return heuristics.has_strategy(room)

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        room = view.game.room
        advice = self.followed(room)
        thought = Thought(view, self._seed_for(view))
        memory = view.memory or Memory.fresh(view.tables, room).of(view.seat)
        may = np.zeros(view.game.seats, np.int64)
        may_hold(memory.kind, memory.may, homes(room, view.game.seats), may)
        while (code := int(advised(thought.deck, thought.work, thought.picks, may, advice))) >= 0:
            thought.take(code)
        return thought.codes

    def winning(self, view: View) -> list[int]:
        """Return the choice if it wins the match at once, on a deal that fits the view; otherwise or without a deal nothing."""
        codes = self.choose(view)
        memory = view.memory or Recall.blank(view.tables, view.game.room)
        try:
            tables = redealt(view.tables, memory, self._seed_for(view))
        except BadInput:
            return []
        state = State(view.game, 0, tables=tables)
        for code in codes:
            state.apply(code)
        return codes if state.over and state.winners >> view.seat & 1 else []

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`; expectations are in the room's own words, and empty if it has none."""
        codes, room = self.choose(view), view.game.room
        own = heuristics.prospects(room)
        if own is None:
            return codes, []
        expected, words = own
        offered = [code for code in view.codes() if code != room.resign]
        menu, found = np.array(offered, np.int64), np.zeros((len(offered), len(words) + 1))
        expected(copy_of(view.tables), 0, menu, len(menu), self.followed(room), found)
        options = [
            Option(code, 1, float(row[-1]), words=_words_of(room, words, row)) for code, row in zip(offered, found, strict=True)
        ]
        known = sorted((option for option in options if option.worth > -np.inf), key=lambda option: -option.worth)
        first = [option for option in known if option.code == codes[0]]
        return codes, [*first, *(option for option in known if option not in first)] if first else []

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`; what it says in hints too."""
        match = game.start(seed=0)
        self.consider(match.view(match.turn, memory=True))

    def followed(self, room: Room) -> int:
        """Return the pieces of a room's advice that it follows, one bit per piece. BadInput if there is no such piece."""
        if not self.plays(room):
            raise BadInput(f"{room.name} has no strategy of its own for this bot to follow")
        pieces = heuristics.advice(room)
        bits = {piece: 1 << k for k, piece in enumerate(pieces)} | {"all": (1 << len(pieces)) - 1}
        followed = bits["all"]
        for sign, piece in _PIECE.findall(self.advice):
            if piece not in bits:
                raise BadInput(f"{room.name} has no advice {piece!r}; it has {', '.join(pieces)}")
            followed = followed | bits[piece] if sign == "+" else followed & ~bits[piece]
        return followed

    def __str__(self) -> str:
        seed = "" if self.seed is None else f"seed={self.seed}"
        options = ",".join(filter(None, (self.advice, seed)))
        return f"{self.name}:{options}" if options else self.name


BOT = Strategy


def _words_of(room: Room, words: tuple[str, ...], figures: Floats) -> str:
    """Figures in the words of the room; those that are nan are left out."""
    known = [(word, round(float(one))) for word, one in zip(words, figures[:-1], strict=True) if not np.isnan(one)]
    return (
        in_row(", ", [lazy_game_text(room.name, word, n=n) for word, n in known])
        if known
        else lazy_gettext("nothing that can be seen yet")
    )


@rule
def advised(deck, work, picks, may, advice):
    """Return the strategy's code after the first picks of the viewer's chain, -1 if the chain is complete.

    The picks are made on a redeal, and what they hide is hidden again before the strategy looks.
    """
    redeal(work.tables, 0, deck)
    t = work.tables[0]
    seat = t.turn
    take_picks(t, picks)
    if len(picks) > 0 and t.chain == 0:
        return -1
    n = choices(t, work.menu)
    mask(t, seat)
    for k in range(4):  # chance of the bot's own
        t.rng[k] = next_word(deck.cards[0])
    return strategy(t, work.menu, n, may, advice)


# matches among such bots


def plays_through(room: Room) -> bool:
    """Whether `contest` plays this room: no choice is hidden or sealed."""
    return not heuristics.separate(room)


def contested(game: Game, seated: list[Strategy], seed: int, number: int, hands: bool) -> tuple[Any, list[int]]:
    """A match played by these bots, or its first hand: the table at the end, and by seat how many choices were made."""
    tables = game.blank(3)
    memory = Memory.fresh(tables, game.room)
    advice = np.array([bot.followed(game.room) for bot in seated], np.int64)
    may, moves = np.zeros((2, game.seats), np.int64)
    menu = np.zeros(game.room.menu_size, np.int64)
    contest(tables, seed, number, memory.notes, memory.kind, homes(game.room, game.seats), may, menu, advice, moves, hands)
    return tables[:1], [int(n) for n in moves]


@rule
def contest(tables, seed, match, notes, kinds, homes, may, menu, advice, moves, hands):
    """Play a match of a seed on tables[0], only its first hand if `hands`: the engine's part, which knows the true table.

    A seat's strategy is given its masked view, tables[2], and what the seat remembers, `may`.
    """
    t, view = tables[0], tables[2]
    begin(t, seed, match)
    while t.over == 0 and not (hands and t.phase == DEAL and t.hand_number > 0):
        tables[1] = tables[0]
        mover, code = t.turn, NOBODY
        if mover == NOBODY:
            step(t, seed, match)
        else:
            tables[2] = tables[0]
            mask(view, mover)
            may_hold(kinds, notes.may[mover], homes, may)
            code = strategy(view, menu, choices(view, menu), may, advice[mover])
            act(t, code)
            moves[mover] += 1
        shuffled = used_chance(tables[1], t, seed, match)
        watch(tables, 1, tables, 0, notes, mover, code, shuffled)
