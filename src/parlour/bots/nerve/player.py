"""The bot of nerve: it plays by the strategy learned for its room if there is one, and searches in all other phases and
situations."""

from __future__ import annotations

import math
import random
import secrets
import zlib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from parlour.bots.base import Bot, Thought
from parlour.bots.heuristics import value
from parlour.bots.options import SURE, Option
from parlour.bots.reasons import OFTEN
from parlour.bots.rollouts import Floats, Ints, take_picks
from parlour.bots.search import Search
from parlour.engine.dispatch import choices, mask
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.redeal import redeal
from parlour.engine.rooms import Room
from parlour.engine.steps import mask_row
from parlour.engine.view import View
from parlour.kit import NOBODY, rule
from parlour.kit.layout import copy_of

from .files import Strategy, read_strategy, strategy_of
from .regret import HUNDREDTHS
from .rooms import REST, WAYS, digest, phases_of_nerve, situation, ways

COMPLETE = -1
"""The situation of a chain that is complete."""


@rule
def look(deck, work, picks, found):
    """Return the situation of the viewer after the first picks of its chain, with its ways in `found`; COMPLETE if no pick is
    left.

    The picks are made on a redeal, and what they hide is hidden again before the room looks.
    """
    redeal(work.tables, 0, deck)
    t = work.tables[0]
    seat = t.turn
    take_picks(t, picks)
    if len(picks) > 0 and t.chain == 0:
        return COMPLETE
    n = choices(t, work.menu)
    mask(t, seat)
    ways(t, work.menu, n, found)
    return situation(t)


@rule
def standing(work, seat):
    """Return the room's estimate of the table looked at for a seat; see `heuristics.value`."""
    return value(work.tables[0], seat)


def _options(codes: Ints, odds: Floats, worths: Floats, before: float) -> list[Option]:
    """Return how often each code is taken and, if known, what it brings; several ways may lead to one code. If only one is ever
    taken it is the best, and the others show what they would bring.

    before: the payoff to be expected so far if `worths` are hundredths of the match, nan if they are points.
    """
    shares: dict[int, float] = {}
    brings: dict[int, float] = {}
    for k in np.argsort(-odds, kind="stable").tolist():
        if (code := int(codes[k])) >= 0:
            shares[code] = shares.get(code, 0.0) + float(odds[k])
            brings.setdefault(code, float(worths[k]))  # by the way to it that is taken most
    known = {code: worth for code, worth in brings.items() if math.isfinite(worth)}
    if max(shares.values()) > SURE and next(iter(shares)) in known:
        return [_brought(Option(code, 1, 0.0), worth, before) for code, worth in known.items()]
    lots = [Option(code, round(1000 * share), 0.0, share=share, known=code in known) for code, share in shares.items() if share]
    return [_brought(lot, known[lot.code], before) if lot.known else lot for lot in lots]


def _brought(option: Option, worth: float, before: float) -> Option:
    if math.isnan(before):
        return replace(option, worth=worth, points=worth)
    payoff = before + worth / HUNDREDTHS
    return replace(option, worth=payoff, payoff=payoff, stake=1.0)


def _rest_of_chain(view: View, code: int) -> tuple[int, ...]:
    """The picks that complete a chain after its first: of each the first way that is there."""
    thought, codes = Thought(view, 0), np.empty(WAYS, np.int64)
    thought.take(code)
    while int(look(thought.deck, thought.work, thought.picks, codes)) != COMPLETE:
        thought.take(int(codes[codes >= 0][0]))
    return tuple(thought.codes[1:])


@dataclass(frozen=True)
class Nerve(Bot):
    """seconds: budget of the search's moves; iterations: if above 0, the budget instead; threads: of the search. strategy: a file
    of `parlour train --nerve -o`, instead of the room's own."""

    name: ClassVar[str] = "nerve"
    seconds: float = 0.5
    iterations: int = 0
    strategy: str = ""
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.seconds > 0 or self.threads < 1 or self.iterations < 0:
            raise BadInput(f"{self.name}: seconds and threads must be above 0, and iterations not below")

    @classmethod
    def plays(cls, room: Room) -> bool:
        """See `Bot.plays`."""
        return strategy_of(room) is not None

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        decided = self._decide(view)
        return decided[0] if decided else self.search.choose(view)

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`; its options say how often each is taken and, if known, what it brings."""
        decided = self._decide(view)
        if decided is None:
            return self.search.consider(view)
        chosen, options = decided
        if len(chosen) > 1:
            thens = [tuple(chosen[1:]), *(_rest_of_chain(view, option.code) for option in options[1:])]
            options = [replace(option, then=then) for option, then in zip(options, thens, strict=False)]
        return chosen, options

    def _decide(self, view: View) -> tuple[list[int], list[Option]] | None:
        """Return its choice, drawn at random, and its options, that choice first; None if there is no strategy."""
        found = self.followed(view.game)
        row = view.tables[0]
        if found is None or int(row.phase) not in phases_of_nerve(view.game.room):
            return None
        thought, first = Thought(view, self._seed_for(view)), list[Option]()
        mood = self._mood(view)
        codes = np.empty(WAYS, np.int64)
        while (key := int(look(thought.deck, thought.work, thought.picks, codes))) != COMPLETE:
            odds = self._odds(found, key, codes)
            if odds is not None and (of_rest := codes == REST).any():
                codes[of_rest] = self._of_the_rest(view, codes) if odds[of_rest].any() else -1
            if odds is None:
                if not len(thought.picks):
                    return None
                thought.take(int(codes[codes >= 0][0]))
                continue
            if not len(thought.picks):
                first = _options(codes, odds, found.worths_of(key), float(standing(thought.work, thought.seat)))
            lots = random.Random(f"{mood} {key}")
            thought.take(int(codes[lots.choices(range(WAYS), odds.tolist())[0]]))
        first.sort(key=lambda option: (option.code != thought.codes[0], -option.share, -option.worth))
        return thought.codes, first

    def compare(self, view: View, code: int) -> list[Option]:
        """See `Bot.compare`."""
        return self.search.compare(view, code)

    @classmethod
    def weighs(cls, game: Game) -> bool:
        """Whether the strategy of a game knows what its ways bring."""
        found = cls().followed(game)
        return found is not None and not math.isnan(found.noise)

    def opinions(self, view: View, code: int) -> list[Option] | None:
        """Return what a choice and its alternatives bring on average over all hands that look alike to the strategy, the best
        first: that which brings most of those it takes often. None in a phase that is played by the search.

        Only choices of which that is known are among them; none are if the strategy does not know the best, or was learned under
        other house rules. `error` is that of any difference (see `Strategy.noise`), infinite for a choice that is taken often. Of
        a choice that the strategy does not name, a card at Toepen, the search says how it stands among the others of its kind.

        code: the choice, or its first pick.
        """
        if int(view.tables[0].phase) not in phases_of_nerve(view.game.room):
            return None
        found, codes, thought = self.followed(view.game), np.empty(WAYS, np.int64), Thought(view, 0)
        if found is None:
            return []
        key = int(look(thought.deck, thought.work, thought.picks, codes))
        odds = self._odds(found, key, codes)
        if odds is None:
            return []
        if (of_rest := codes == REST).any():
            if code not in codes:
                return self._opinions_of_the_rest(view, codes)
            codes[of_rest] = self._of_the_rest(view, codes)
        worths, before = found.worths_of(key), float(standing(thought.work, thought.seat))
        noise = found.noise if math.isnan(before) else found.noise / HUNDREDTHS
        shares = {int(code): float(odds[codes == code].sum()) for code in codes if code >= 0}
        options = [
            replace(
                _brought(Option(int(code), 1, 0.0, then=_rest_of_chain(view, int(code))), float(worth), before),
                error=math.inf if shares[int(code)] >= OFTEN else noise,
            )
            for code, worth, odd in zip(codes, worths, odds, strict=True)
            if code >= 0 and math.isfinite(worth) and odd == max(odds[codes == code])
        ]
        best = max((option for option in options if math.isinf(option.error)), key=lambda one: one.worth, default=None)
        return [best, *(option for option in options if option.code != best.code)] if best else []

    def _opinions_of_the_rest(self, view: View, codes: Ints) -> list[Option]:
        """Return what the search thinks of the choices that are not named, the best first, and errors against that one."""
        best = self._of_the_rest(view, codes)
        compared = self.search.compare(view, best)
        return [option for option in compared if option.code not in codes]

    def _mood(self, view: View) -> str:
        """Return the seed of the lots of this hand: a seat that comes into a situation again makes the same choice as before.

        With a seed it depends only on the seat's own cards and on the choices of earlier hands.
        """
        if self.seed is None:
            if view.memory is None:
                return secrets.token_hex()
            return f"{view.memory.token} {view.seat} {view.tables[0].hand_number}"
        public = copy_of(view.tables)
        mask_row(public, 0, NOBODY)
        own = np.frombuffer(view.tables.tobytes(), np.uint8) ^ np.frombuffer(public.tobytes(), np.uint8)
        past = [(move.seat, move.code) for move in view.history if move.hand < view.tables[0].hand_number]
        return f"{self.seed} {view.seat} {zlib.crc32(own.tobytes())} {past}"

    def _of_the_rest(self, view: View, codes: Ints) -> int:
        """Return the best, by the search, of the choices that are not named."""
        options = self.search.consider(view)[1]
        return next(code for code in [*(option.code for option in options), *view.codes()] if code not in codes)

    @staticmethod
    def _odds(strategy: Strategy, key: int, codes: Ints) -> Floats | None:
        """Return the odds of the possible ways, 1 if there is only one; None if the strategy does not know the situation."""
        there = codes >= 0
        if there.sum() == 1:
            return there.astype(np.float64)
        odds = strategy.odds_of(key)
        if odds is None or not (odds * there).sum():
            return None
        return odds * there / (odds * there).sum()

    def followed(self, game: Game) -> Strategy | None:
        """Return the strategy for a game; None if it was learned under other house rules."""
        found = self._given or strategy_of(game.room)
        if found is None or found.digest != digest(game.room):
            if self.strategy:
                raise BadInput(f"{self.strategy} is not a strategy for the rules of {game.room.name} as they are now")
            return None
        options = game.options
        return found if all(options.get(name) == value for name, value in found.house.items()) else None

    @cached_property
    def _given(self) -> Strategy | None:
        return read_strategy(Path(self.strategy)) if self.strategy else None

    @property
    def search(self) -> Search:
        """The player if there is no strategy."""
        return Search(self.seed, seconds=self.seconds, iterations=self.iterations, threads=self.threads)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`; the search, too, may be asked, and what a way brings."""
        super().prepare(game)
        match = game.start(seed=0)
        standing(Thought(match.view(match.turn, memory=True), 0).work, 0)
        self.search.prepare(game)
