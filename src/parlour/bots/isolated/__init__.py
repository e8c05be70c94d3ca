"""Bots in processes of their own, which receive the bytes of their seat's view and nothing else of the match.

    with BotProcesses() as processes:
        guest = processes.invite(game, "mine.py:MyBot")
        with processes.seated([guest, other], key=0) as (one, two):
            one.choose(view)

What is said between the two is in `wire`, what the process does in `inside`. What this keeps from a bot, and what it does not,
stands in docs/bots.md.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, ClassVar, Self

from parlour.bots.base import Bot
from parlour.bots.guests import blamed, named, of_file
from parlour.bots.options import Option
from parlour.engine.errors import BadInput, one_line
from parlour.engine.game import Game
from parlour.engine.limits import set_private
from parlour.engine.rooms import GAMES
from parlour.engine.view import View

from . import wire
from .process import POSSIBLE, Process

INSIDE = "parlour.bots.isolated.inside"
ANSWER, START = 60.0, 600.0
"""Seconds in which an answer must come, and the first of a process, before which rules may have to be compiled."""
THINKING = 10
"""A bot that is given seconds to think may take this many times as long to answer."""
SPARE = 16
"""Processes kept for later matches."""


def wanted(text: str, isolated: bool | None) -> bool:
    """Whether a bot is to be isolated. None: if it is from a file and the system can. BadInput if the system cannot."""
    if isolated and not POSSIBLE:
        raise BadInput("this system has no isolated bots: leave --isolated out")
    return of_file(text) and POSSIBLE if isolated is None else isolated


@dataclass(frozen=True)
class Isolated(Bot):
    """A bot that plays from a process, as it described itself there. `BotProcesses.seated` gives it one. label: its own text
    form. file: its file and class, if it is from one. introduction: the first message to its processes.
    patience: seconds in which it must answer.
    """

    name: ClassVar[str] = "isolated"
    label: str = ""
    file: str = ""
    introduction: bytes = field(default=b"", compare=False)
    patience: float = field(default=ANSWER, compare=False)

    def prepare(self, game: Game) -> None:
        """Do nothing: the process compiled all it needs before it named itself."""

    def __str__(self) -> str:
        """Return the bot's own text."""
        return self.label


@dataclass(frozen=True, eq=False)
class SeatedBot(Bot):
    """An isolated bot with its process, at one seat."""

    name: ClassVar[str] = "chair"
    bot: Isolated = field(default_factory=Isolated)
    process: Any = None

    @property
    def file(self) -> str:
        """Its file and class, if it is from one."""
        return self.bot.file

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`. BadInput if there is no answer in time, or it is not a choice."""
        return wire.codes_of(self._ask(wire.CHOOSE, view))

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        found = self._ask(wire.CONSIDER, view)
        return wire.codes_of(found), wire.options_of(found)

    def _ask(self, what: int, view: View) -> dict[str, Any]:
        process: Process = self.process
        process.asked += 1
        message = wire.question(what, process.asked, view, process.known)
        found = process.ask(message, START if process.asked == 1 else self.bot.patience)
        if found.get("number") != process.asked:
            raise BadInput("it answered without being asked")
        return found

    def __str__(self) -> str:
        """Return the bot's own text."""
        return str(self.bot)


def _with_process(bot: Isolated, process: Process) -> SeatedBot:
    """A bot with its process, when that is ready. If the bot has been given a seed for the match, it is made again with that."""
    process.described(START)
    if bot.seed is not None:
        process.ask(wire.begin(bot.seed), bot.patience)
    return SeatedBot(None, bot, process)


class BotProcesses:
    """The processes of isolated bots. A process serves one key and seat, for as long as it lasts: if all matches of a key have
    different deals, no process sees a deal twice, and so none can know from one seat what it saw from another.

    It may be used by several threads.
    """

    def __init__(self, spare: int = SPARE) -> None:
        """spare: processes that are kept while no match needs them."""
        self._spare, self._lock = spare, Lock()
        self._known = dict[bytes, Isolated]()
        self._idle = list[Process]()
        self._running = set[Process]()
        self._was_private: bool | None = None

    def invite(
        self, game: Game, text: str, *, seconds: float | None = None, seed: int | None = None, timeless: bool = False
    ) -> Isolated:
        """A bot by its text for a game, compiled there. BadInput if its process refuses, or does not answer.

        seconds: its budget, if it has one. timeless: as `bots.timeless`, with this seed in every match if it has none.
        """
        introduction = _introduction(game, text, seconds, timeless)
        if introduction not in self._known:
            process = self._started(introduction, text)
            try:
                with named(text):
                    description = process.described(START)
            except BaseException:
                self._end([process], at_once=True)
                raise
            head, _, rest = text.strip().partition(":")
            file = f"{head}:{rest.partition(':')[0]}" if of_file(text) else ""
            thinks = description.get("seconds")
            patience = ANSWER + THINKING * (thinks if isinstance(thinks, float | int) and 0 < thinks < START else 0)
            label = one_line(str(description.get("label") or text))
            self._known[introduction] = Isolated(None, label, file, introduction, patience)
            with self._lock:
                self._idle.append(process)
        return replace(self._known[introduction], seed=seed)

    @contextmanager
    def seated(self, bots: Sequence[Bot], key: Hashable) -> Iterator[list[Bot]]:
        """The bots of a match by seat, those that are isolated with a process each. key: what matches share processes."""
        taken = list[Process]()
        try:
            for seat, bot in enumerate(bots):
                if isinstance(bot, Isolated):
                    taken.append(self._take(bot, (key, seat), f"{bot}, seat {seat},"))
            seated, processes = list(bots), iter(taken)
            for seat, bot in enumerate(bots):
                if isinstance(bot, Isolated):
                    with blamed(bot, seat):
                        seated[seat] = _with_process(bot, next(processes))
            yield seated
        except BaseException:
            self._end(taken, at_once=True)
            raise
        self._give(taken)

    def _take(self, bot: Isolated, place: Hashable, name: str) -> Process:
        """A process for a place: the one that had it before, one that has seen no match yet, or one that starts only now."""
        with self._lock:
            for usual in (place, None):
                for n, process in enumerate(self._idle):
                    if (process.introduction, process.place) == (bot.introduction, usual):
                        process.name, process.place = name, place
                        return self._idle.pop(n)
        process = self._started(bot.introduction, name)
        process.place = place
        return process

    def _give(self, taken: Sequence[Process]) -> None:
        with self._lock:
            self._idle += taken
            over, self._idle = self._idle[: -self._spare], self._idle[-self._spare :]
        self._end(over)

    def _started(self, introduction: bytes, name: str) -> Process:
        if self._was_private is None:
            self._was_private = set_private(True)
        process = Process(INSIDE, name, introduction)
        with self._lock:
            self._running.add(process)
        return process

    def stop(self) -> None:
        """End all processes, busy or not: matches that are being played stop at once."""
        with self._lock:
            running = list(self._running)
        for process in running:
            process.kill()

    def close(self) -> None:
        """End all processes, when no match needs any."""
        with self._lock:
            self._idle.clear()
            running = list(self._running)
        self._end(running)
        if self._was_private is False:
            set_private(False)
        self._was_private = None

    def _end(self, processes: Sequence[Process], at_once: bool = False) -> None:
        """End processes. at_once: without the time to end by themselves."""
        for process in processes:
            process.dismiss()  # all of them first: they take their time side by side
        for process in processes:
            process.end(at_once)
        with self._lock:
            self._running.difference_update(processes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _introduction(game: Game, text: str, seconds: float | None, timeless: bool) -> bytes:
    """Return the first message to the process of a bot: the game, and how the bot is made."""
    dtype = game.blank().dtype
    introduction = {
        "game": game.room.name if game.room.folder.parent == GAMES else str(game.room.folder),
        "seats": game.seats,
        "house": game.house,
        "layout": [str(dtype.names[0]), dtype.itemsize],
        "bot": text,
        "seconds": seconds,
        "timeless": timeless,
    }
    return json.dumps(introduction).encode()
