"""Whether a deal of a patience can be won: settled before the cards are dealt if somebody wants one that can, and asked
afterwards about any position of a match that is over.

The solver sees all cards, so nobody may ask it about a match that goes on. It has a thread of its own: bots never wait for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, replay_log
from parlour.engine.speech import choice_words
from parlour.languages import lazy_gettext
from parlour.solve import GAMES, Settler, Verdict, check
from parlour.solve.deals import Numbered
from parlour.solve.verdicts import UNWINNABLE, WORDS, Rating

from . import daily
from .forms import fresh_deal
from .lost import bracketed, sentence
from .replays import Entries, fresh
from .rows import written
from .server import Server
from .store import TableRow
from .turns import Client, Turns
from .wire_replay import Lost, Settled

DEAL_SECONDS, SEARCH_SECONDS = 5.0, 20.0
"""Processor time for a deal that may be dealt, and until any deal is as good."""
LEAST_SECONDS = 0.05
"""Seconds that a deal counts at least, so that the search ends under house rules by which nothing can be won."""
ASKED_SECONDS = 20.0
"""Processor time for a position that somebody asks about."""
LOST_SECONDS, EACH_SECONDS, MOST_LOOKED_AT = 60.0, 5.0, 24
"""Processor time for all positions of a match when somebody asks which choice lost it, and for each; how many are looked at."""
MEMORY = 128
"""MiB that the solver may take."""
MOST_KEPT = 64
"""Answers that are kept for who asks again or wants to see the line."""
DEALS = ("", "deals")
"""The search for deals that can be won has turns of its own: tables that wait for one are not visitors."""
LOOKS_AGAIN = 0.1
"""Seconds between two looks whether who asked is still there."""


def can_be_settled(game: Game) -> bool:
    """Whether there is a solver that knows the game and its house rules."""
    if game.room.name not in GAMES:
        return False
    try:
        check(game)
    except BadInput:
        return False
    return True


class Question(NamedTuple):
    """Whether a match that is over could have been won after this many entries of its log; `gone`: nobody waits any more."""

    visitor: Client
    row: TableRow
    after: int
    gone: Callable[[], Awaitable[bool]]


class Settling:
    """The solver of a server, and who has a question for it.

    load_log: returns the game, the log and the names of a table. rate: returns how hard a numbered deal is.
    """

    def __init__(
        self,
        server: Server,
        load_log: Callable[[str], Awaitable[tuple[Game, Entries, list[str]]]],
        rate: Callable[[Game, int], Awaitable[Rating]],
    ) -> None:
        self._server, self._load_log, self._rate = server, load_log, rate
        self._turns = Turns(1, "parlour-solve")
        self._working: set[Settler] = set()
        self._asking: dict[Client, Settler] = {}
        self._daily, self._days = asyncio.Lock(), dict[tuple[str, str, str], tuple[int, bool]]()
        self._known: OrderedDict[tuple[Any, ...], Verdict] = OrderedDict()

    def close(self) -> None:
        """Settle nothing any more."""
        for settler in self._working:
            settler.stop()
        self._turns.close()

    async def deal(self, game: Game, day: str = "", word: str = "") -> tuple[int, bool]:
        """The number of a deal that can be won, and True; if none was found in time, of a deal not looked at, and False.

        day: the deal of this day, the same for everybody in the house. word: how hard it is to be; if none as hard was found in
        time, one that comes close.
        """
        if word and not day:
            return await self._search_rated(game, word)
        if not day:
            return await self._search(game, iter(fresh_deal, 0))
        async with self._daily:  # the deal of a day is looked for once
            kept = await self._server.store.transact(lambda file: daily.kept(file, game, day))
            key = (game.room.name, written(game.house), day)
            if key not in self._days:
                self._days[key] = kept or await self._search(game, daily.numbers(game, day))
            return self._days[key]

    async def _search(self, game: Game, numbers: Iterator[int]) -> tuple[int, bool]:
        """The first of these deals that can be won. Nobody waits long for a solver that is still being compiled, if nobody waits
        for bots either.
        """
        patience = SEARCH_SECONDS if self._server.understudy else None
        ready, _ = await asyncio.wait({self._server.settles(game)}, timeout=patience)
        spent = 0.0 if ready else SEARCH_SECONDS
        while spent < SEARCH_SECONDS:
            number, settler = next(numbers), Settler(game, DEAL_SECONDS, MEMORY)
            found = await self._run(settler, lambda number=number: Numbered(game, number, 1)[0].tables)  # type: ignore[misc]
            if found.winnable:
                return number, True
            spent += max(LEAST_SECONDS, found.seconds)
        return next(numbers), False

    async def _search_rated(self, game: Game, word: str) -> tuple[int, bool]:
        """The first fresh deal that is as hard as this word says and can be won, or else the closest to it."""
        patience = SEARCH_SECONDS if self._server.understudy else None
        compiled = asyncio.gather(self._server.settles(game), self._server.rates(game))
        ready, _ = await asyncio.wait({compiled}, timeout=patience)
        now, found, spent = asyncio.get_running_loop().time, list[tuple[int, int]](), 0.0
        while ready and spent < SEARCH_SECONDS:
            number, began = fresh_deal(), now()
            rating = await self._rate(game, number)
            miss = len(WORDS) if rating.word == UNWINNABLE else abs(WORDS.index(rating.word) - WORDS.index(word))
            winnable = False
            if not miss:
                settler = Settler(game, DEAL_SECONDS, MEMORY)
                proof = await self._run(settler, lambda number=number: Numbered(game, number, 1)[0].tables)  # type: ignore[misc]
                winnable = bool(proof.winnable)
            if winnable:
                return number, True
            found.append((miss, number))
            spent += max(LEAST_SECONDS, now() - began)
        return min(found)[1] if found else fresh_deal(), False

    async def asked(self, question: Question) -> Settled:
        """Whether it could have been won there. There is one question at a time for a visitor: one that asks again, or goes
        away, is answered no more. BadInput if that has happened.
        """
        _, part, found = await self._answer(question)
        line = f"/match/{question.row.id}?eye=open&line={len(part)}" if found.winnable else ""
        return Settled(len(part), found.winnable, len(found.line), round(found.seconds, 3), line)

    async def continued(self, question: Question) -> tuple[int, Entries]:
        """Return how many entries of the log are of the match, and the log as the solver would have gone on there.

        BadInput if no line is known that wins, and as `asked`.
        """
        game, part, found = await self._answer(question)
        if not found.winnable:
            raise BadInput(lazy_gettext("no line from there is known that wins"))
        return len(part), [*part, *(Chosen(0, (game.code(name),)) for name in found.line)]

    async def lost(self, question: Question) -> Lost:
        """Return which choice lost the match, as far as the solver finds out in the time there is. BadInput as `asked`."""
        game, log, _ = await self._load_log(question.row.id)
        check(game)
        made = [k for k, entry in enumerate(log) if isinstance(entry, Chosen)]
        last = len((await self._server.work(cut, game, log, len(log)))[0])
        ends = [*(k for k in made if k < last), last]  # by position how much of the log leads there
        spent = 0.0

        async def settled(k: int) -> bool | None:
            nonlocal spent
            left = min(EACH_SECONDS, LOST_SECONDS - spent)
            if left <= 0:
                return None
            part, tables = await self._server.work(cut, game, log, ends[k])
            verdict = await self._verdict(question, game, part, tables, left)
            spent += verdict.seconds
            return verdict.winnable

        found = await bracketed(settled, len(ends) - 1, MOST_LOOKED_AT)
        entry = ends[found.won] if found.found else -1
        chosen = log[entry] if found.found else None
        move = choice_words(game.room, chosen.codes[0]) if isinstance(chosen, Chosen) else ""
        back = ends[found.won] if found.won >= 0 else -1
        line = f"/match/{question.row.id}?eye=open&line={back}" if back >= 0 else ""
        return Lost(sentence(found, move), entry, back, line, round(spent, 3))

    async def _answer(self, question: Question) -> tuple[Game, Entries, Verdict]:
        """The game, the log up to the position, and the verdict on it, thought about once."""
        game, log, _ = await self._load_log(question.row.id)
        check(game)
        part, tables = await self._server.work(cut, game, log, question.after)
        return game, part, await self._verdict(question, game, part, tables, ASKED_SECONDS)

    async def _verdict(self, question: Question, game: Game, part: Entries, tables: Any, seconds: float) -> Verdict:
        """The verdict on a position, kept for the next time unless it was left unsettled in less than the usual time."""
        made = [entry.codes for entry in part if isinstance(entry, Chosen)]  # choices may be taken back, and others made
        key = (question.row.id, *made)
        found = self._known.get(key)
        if found is None:
            found = await self._think(question, game, tables, seconds)
            if found.winnable is None and seconds < ASKED_SECONDS:
                return found
            self._known[key] = found
        self._known.move_to_end(key)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return found

    async def _think(self, question: Question, game: Game, tables: Any, seconds: float) -> Verdict:
        await self._server.settles(game)
        if before := self._asking.pop(question.visitor, None):
            before.stop()
        settler = self._asking[question.visitor] = Settler(game, seconds, MEMORY)
        solving = asyncio.ensure_future(self._run(settler, lambda: tables, question.visitor))
        while not (await asyncio.wait({solving}, timeout=LOOKS_AGAIN))[0]:
            if await question.gone():
                settler.stop()
        if self._asking.get(question.visitor) is settler:
            del self._asking[question.visitor]
        if settler.stopped:
            raise BadInput(lazy_gettext("you have asked something else since"))
        return solving.result()

    async def _run(self, settler: Settler, tables: Callable[[], Any], client: Client = DEALS) -> Verdict:
        self._working.add(settler)
        try:
            return await self._turns.think(client, lambda: settler.settle(tables()))
        finally:
            self._working.discard(settler)


def cut(game: Game, log: Entries, after: int) -> tuple[Sequence[Chosen | Chance], Any]:
    """The log of a match up to a number of its entries and what chance set then; the table there, if the player is asked.

    If the match is over by then: before the choice that ended it, such as giving up. BadInput if nothing was dealt.
    """
    if not any(isinstance(entry, Chance) for entry in log):
        raise BadInput(lazy_gettext("nothing was dealt there"))
    end = min(after, len(log))
    while end < len(log) and isinstance(log[end], Chance):
        end += 1
    while True:
        match = fresh(game)
        replay_log(match, list(log[:end]))
        if not match.over:
            return log[:end], match.tables
        end = max(k for k in range(end) if isinstance(log[k], Chosen))
