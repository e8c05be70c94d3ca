"""The view of spectators at a table that shows them everything: all cards of a hand, once it is over.

The hand is told from the open table, step by step, and held back until the next is dealt, or the match is over. In games that
keep hidden cards from hand to hand (a stock that is dealt on) nothing is shown before the match is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.engine.game import Game
from parlour.engine.match import Step
from parlour.engine.view import Tables
from parlour.kit.layout import ALL, NOBODY, copy_of

from .feeds import FIRST_LINES, Feed
from .wire import Log, LogLine, Message, Sheet, View


class OpenFeed(Feed):
    """The messages of somebody who sees every card. They go to nobody before the hand is over."""

    def sight(self, tables: Tables) -> Tables:
        copy = tables.copy()
        copy[0].rng = 0
        return copy

    def hides(self, mover: int) -> bool:
        return False


class Gallery:
    """The messages for the onlookers of one match, held back until they may be seen."""

    def __init__(self, game: Game, names: Sequence[str], blank: Tables) -> None:
        self.feed = OpenFeed(game, NOBODY, names, "", blank)
        self._whole = any(field.kept and field.seen != ALL for field in game.room.Table.fields.values())
        self._hand = 0
        self._held: list[Message] = []
        self._fresh: list[Message] = []
        self._shown: list[Message] = [self.feed.state()[0]]
        self._lines: list[LogLine] = []
        self._later: list[Callable[[], None]] = []

    def take(self, step: Step, asked: list[int] | None) -> None:
        """A step of the match. With a new deal the hand before it may be seen. It is told once somebody looks."""
        self._later.append(lambda: self._take(step, asked))

    def _take(self, step: Step, asked: list[int] | None) -> None:
        messages, row = self.feed.take(step, asked), step.after[0]
        if int(row.hand_number) != self._hand and not self._whole:
            self._release()
        self._hand = int(row.hand_number)
        self._held += messages
        if row.over:
            self._release()

    def go_back(self, tables: Tables, text: Callable[[Feed], str], asked: list[int] | None) -> None:
        """A choice was taken back. text: makes the line of the log about it."""
        tables = copy_of(tables)
        self._later.append(lambda: self._held.extend(self.feed.go_back(tables, text(self.feed), asked)))

    def rename(self, seat: int, name: str) -> None:
        """Give the player at a seat another name from now on."""
        self._later.append(lambda: self.feed.rename(seat, name))

    @property
    def behind(self) -> int:
        """The number of steps that have not been told yet."""
        return len(self._later)

    def catch_up(self) -> None:
        """Tell what has not been told yet."""
        later, self._later = self._later, []
        for act in later:
            act()

    def fresh(self) -> list[Message]:
        """Return the messages that have become visible since the last call."""
        self.catch_up()
        found, self._fresh = self._fresh, []
        return found

    def state(self) -> list[Message]:
        """All that somebody needs who comes in now. Onlookers who are there have been told all that is `fresh`."""
        self.fresh()
        return [*self._shown, *([Log(self._lines[-FIRST_LINES:])] if self._lines else [])]

    def _release(self) -> None:
        held, self._held = self._held, []
        self._fresh += held
        self._lines += [line for message in held if isinstance(message, Log) for line in message.lines]
        before = [*self._shown, *held]
        views = [message for message in before if isinstance(message, View)][-1:]
        sheets = [message for message in before if isinstance(message, Sheet)][-1:]
        self._shown = [View(view.n, view.view, None, 0) for view in views]
        self._shown += sheets
