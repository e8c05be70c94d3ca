"""The search of a game's options for settings that meet wishes.

Settings are tried by players that plan under the rules as they are set, on the same deals for all. A generation of settings is
raced by sequential halving: all play a few deals, the better half plays twice as many, and so on. The next generation differs
from the best ones in one option, by steps that get smaller, or mixes two of them.

Of many settings the one that looks best looks too good. So the answer and those beside it are chosen first, and all figures that
are reported come from deals that nothing was chosen by.

Sources: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML (2013); generations about
the best so far: M. López-Ibáñez and others, "The irace package", Operations Research Perspectives 3 (2016).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from parlour.bots.nerve import Nerve
from parlour.bots.strategy import Strategy
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.kit import Option

from .players import CHANCE
from .question import Question
from .screen import values
from .statistics import Figure
from .tasks import Rule
from .wishes import MISSED, OPEN, Wish

if TYPE_CHECKING:
    from .rounds import Conductor

FACTORS = (0.25, 0.5, 0.7, 1.4, 2.0, 4.0)
"""Values of a number that are tried first, in proportion to the usual one."""
QUANTILES = (0.1, 0.25, 0.5)
"""Of the range, if the usual value is 0."""
FIRST_GENERATION, GENERATION, GENERATIONS = 48, 16, 6
ELITES, FINALISTS = 4, 5
SIMPLER = 0.1
"""Halves of the wished ranges by which a change of one more option must bring a setting nearer."""
START, MOST_DEALS = 4, 512
CHOOSING = 0.5
"""Part of the time that goes into choosing; the rest is for the figures."""
FRESH = 1_000_000_000
"""Number of the first deal that nothing is chosen by."""

Changes = tuple[tuple[str, Rule], ...]
"""The options of a setting that differ from the rules of the question, by name."""


@dataclass(frozen=True)
class Tried:
    """A setting and what matches said of each wish; deals: how many were played."""

    changes: Changes
    figures: tuple[Figure, ...]
    deals: int
    wishes: tuple[Wish, ...]

    @property
    def loss(self) -> float:
        """Return how far it is from all wishes together, and a little for every change, so that none is made for nothing."""
        return math.hypot(*self.distances) + SIMPLER * len(self.changes)

    @property
    def distances(self) -> tuple[float, ...]:
        """Return how far it is from each wish."""
        return tuple(wish.distance(figure) for wish, figure in zip(self.wishes, self.figures, strict=True))

    def beats(self, other: Tried) -> bool:
        """Whether it is nowhere farther from a wish than another setting, and somewhere nearer."""
        both = list(zip(self.distances, other.distances, strict=True))
        return all(mine <= theirs for mine, theirs in both) and any(mine < theirs for mine, theirs in both)


@dataclass(frozen=True)
class Finalist:
    """A setting with figures from deals that nothing was chosen by. usual: whether it is the rules of the question; others: the
    figures if the weaker kind of player plays, None if a wish is about both.
    """

    letter: str
    changes: Changes
    usual: bool
    figures: tuple[Figure, ...]
    others: tuple[Figure | None, ...]
    deals: int


@dataclass
class Answered:
    """Wishes and what was found. finalists: the first is the answer; tried: every other setting, as it was when it was dropped;
    players: who chose, and who played for the figures, from the weaker.
    """

    question: Question
    title: str
    wishes: tuple[Wish, ...]
    players: tuple[str, str]
    finalists: list[Finalist] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as data for JSON."""
        return {
            "game": self.question.game,
            "seats": self.question.seats,
            "house": dict(self.question.house),
            "players": list(self.players),
            "seed": self.question.seed,
            "wishes": [{"wish": one.name, "low": one.low, "high": one.high} for one in self.wishes],
            "tried": len(self.tried),
            "settings": [self._of_finalist(one) for one in self.finalists],
        }

    def _of_finalist(self, one: Finalist) -> dict[str, Any]:
        figures = {
            wish.name: figure.as_dict() | {"verdict": wish.verdict(figure), "other": other.as_dict() if other else None}
            for wish, figure, other in zip(self.wishes, one.figures, one.others, strict=True)
        }
        return {"setting": one.letter, "changes": dict(one.changes), "usual": one.usual, "deals": one.deals, "figures": figures}

    def disagree(self, wish: Wish, figure: Figure, other: Figure | None) -> bool:
        """Whether the two kinds of player contradict each other about a wish."""
        if other is None:
            return False
        verdicts = {wish.verdict(figure), wish.verdict(other)}
        return len(verdicts) == 2 and MISSED in verdicts and OPEN not in verdicts and not _overlap(figure, other)


def _overlap(one: Figure, other: Figure) -> bool:
    return one.low <= other.high and other.low <= one.high


def planners(room: Room, players: Sequence[str] = ()) -> tuple[str, str]:
    """Two kinds of player that plan under the rules they play by, the weaker first: the ends of a ladder without `chance`, or if
    none is given, players that use no strategy learned under the usual rules. BadInput if the ladder has not two of them.
    """
    if not players:
        by_strategy = Nerve.plays(room) or str(room.look.get("easy", "")).startswith(Strategy.name)
        return ("greedy:deals=4", "search:iterations=50") if by_strategy else ("easy", "fair")
    able = [one for one in players if one not in (CHANCE, Strategy.name)]
    if len(set(able)) < 2:
        raise BadInput("--wish needs two players that plan under the rules: name them with --bots, the weaker first")
    return able[0], able[-1]


def options_of(question: Question) -> dict[str, tuple[Rule, ...]]:
    """The options that are searched, each with the values that are tried first: those the question varies, or all that it does
    not set. BadInput if there are none.
    """
    game = question.open()
    found = dict(question.vary) or {
        name: _first_values(game, name) for name in game.room.Table.options if name not in question.house
    }
    if not game.room.Table.options:
        raise BadInput(f"{game.room.name} has no house rules, so there is nothing to search for wishes")
    if not found:
        raise BadInput(f"all house rules of {game.room.name} are set, so there is nothing to search for wishes")
    return found


def _first_values(game: Game, name: str) -> tuple[Rule, ...]:
    option, usual = game.room.Table.options[name], game.options[name]
    if not option.plain_range:
        return values(game, name)
    code, low, high = option.read(usual), option.codes[0], option.codes[-1]
    near = [round(code * factor) for factor in FACTORS] if code else [low + round((high - low) * part) for part in QUANTILES]
    return tuple(option.write(one) for one in sorted({min(max(one, low), high) for one in near} - {code}))


class Search:
    """Settings of a question's options, raced. The question's players are those of `planners`; its folder keeps what was played,
    so no setting plays a deal twice.
    """

    def __init__(self, question: Question, wishes: tuple[Wish, ...], conductor: Conductor) -> None:
        self.question, self.wishes, self.conductor = question, wishes, conductor
        self.game, self.options = question.open(), options_of(question)
        self.players = question.players[0], question.players[-1]
        self.random = Random(question.seed)
        self.tried: dict[Changes, Tried] = {}

    def answer(self) -> Answered:
        """Choose settings, then measure them on other deals. BadInput if there was no time for the first deals."""
        self.conductor.have(self._matches((), START))  # however long it takes to compile the players
        began, left = self.conductor.now(), self.conductor.left
        elites = self.choose(began + CHOOSING * left)
        if not elites:
            raise BadInput("the time was too short for the first deals; give more --minutes")
        chosen = self.finalists(elites)
        found = Answered(self.question, self.game.room.title, self.wishes, self.players)
        found.finalists = self.measured(chosen)
        found.tried = [one for changes, one in self.tried.items() if changes not in chosen]
        found.seconds = self.conductor.now() - began
        return found

    def choose(self, until: float) -> list[Tried]:
        """The best settings, generation by generation."""
        elites: list[Tried] = []
        for number in range(GENERATIONS):
            new = self.children(elites, number) if number else self.first()
            if not new or (elites and self.conductor.now() >= until):
                break
            pool = [one.changes for one in elites] + new
            ends = self.conductor.now() + (until - self.conductor.now()) / (2 if number else 1.5)
            elites = self.race(pool, START << number, ends) or elites or self.race(pool, START, until)
        return elites

    def first(self) -> list[Changes]:
        """The usual setting, and those that differ from it in one option; some drawn by lot if there are very many."""
        single = [((name, value),) for name, those in self.options.items() for value in those]
        fitting = [one for one in single if one[0][1] != self.game.options[one[0][0]] and self.fits(one)]
        if len(fitting) > FIRST_GENERATION:
            fitting = self.random.sample(fitting, FIRST_GENERATION)
        self.random.shuffle(fitting)  # if there is no time for all, those that are played are drawn by lot
        return [(), *fitting]

    def children(self, elites: Sequence[Tried], generation: int) -> list[Changes]:
        """Settings about the best ones: one option changed, or what two of them changed together."""
        found = dict.fromkeys(self._mixed(elites))
        found |= dict.fromkeys(child for one in elites for child in self._stepped(one.changes, generation))
        new = [child for child in found if child not in self.tried and self.fits(child)]
        mixed = [child for child in new if len(child) > 1][: GENERATION // 2]
        rest = [child for child in new if child not in mixed]
        return mixed + self.random.sample(rest, min(len(rest), GENERATION - len(mixed)))

    def _mixed(self, elites: Sequence[Tried]) -> Iterator[Changes]:
        best = sorted(self.tried.values(), key=lambda one: one.loss)[: 2 * ELITES]
        for one in elites:
            for other in best:
                yield self._settled(dict(other.changes) | dict(one.changes))

    def _stepped(self, changes: Changes, generation: int) -> Iterator[Changes]:
        """One option otherwise: any of the first values, or a step up or down of a number, shorter in every generation."""
        for name, those in self.options.items():
            option, now = self.game.room.Table.options[name], dict(changes).get(name, self.game.options[name])
            near = [self.game.options[name]]
            near += those if generation == 1 or not option.plain_range else ()
            if option.plain_range and not self.question.vary:
                near += self._steps(option, now, generation)
            for value in near:
                if value != now:
                    yield self._settled(dict(changes) | {name: value})

    def _steps(self, option: Option, now: Rule, generation: int) -> list[Rule]:
        code, low, high = option.read(now), option.codes[0], option.codes[-1]
        step = max(round(abs(code) * (2**0.5**generation - 1)), 1)
        return [option.write(near) for near in (code - step, code + step) if low <= near <= high]

    def _settled(self, changes: Mapping[str, Rule]) -> Changes:
        """Changes in order, without those that change nothing."""
        return tuple((name, changes[name]) for name in sorted(changes) if changes[name] != self.game.options[name])

    def fits(self, changes: Changes) -> bool:
        """Whether the rules go together."""
        try:
            Game(self.game.room, self.question.seats, self.house(changes))
        except BadInput:
            return False
        return True

    def house(self, changes: Changes) -> dict[str, Rule]:
        """The house rules of a setting."""
        return dict(self.question.house) | dict(changes)

    def race(self, pool: Sequence[Changes], deals: int, until: float) -> list[Tried]:
        """The best of some settings, by sequential halving; only the settings that there was time for."""
        rest: list[Tried] = []
        while True:
            ready = self.played([self._matches(changes, deals) for changes in pool], until)
            now = [self._tried(changes, deals) for changes, there in zip(pool, ready, strict=True) if there]
            self.tried |= {one.changes: one for one in now}
            rest = sorted(now, key=lambda one: one.loss) or rest
            if len(rest) <= ELITES or len(now) < len(pool) or 2 * deals > MOST_DEALS or self.conductor.now() >= until:
                return rest[:ELITES]
            pool, deals = [one.changes for one in rest[: max(len(rest) // 2, ELITES)]], 2 * deals

    def played(self, wanted: Sequence[list[Any]], until: float) -> list[bool]:
        """Have tasks done, and say for which of the lists all are."""
        tasks = list({task.key: task for those in wanted for task in those}.values())
        self.conductor.have(tasks, until - self.conductor.now())
        missing = {task.key for task in self.conductor.store.missing(tasks)}
        return [not any(task.key in missing for task in those) for those in wanted]

    def _chooser(self) -> tuple[str, ...]:
        """Return who plays while settings are chosen: both players if luck is wished for, otherwise the quicker."""
        return self.players if self._of_both() else self.players[:1]

    def _of_both(self) -> bool:
        return any(wish.name == "luck" for wish in self.wishes)

    def _matches(self, changes: Changes, deals: int, first: int = 0, bots: Sequence[str] = ()) -> list[Any]:
        return self.question.chunks("matches", bots or self._chooser(), deals, first=first, house=self.house(changes))

    def _tried(self, changes: Changes, deals: int) -> Tried:
        """A setting with the figures of its first deals, of more if more were played before."""
        deals = max(deals, self.tried[changes].deals if changes in self.tried else 0)
        figures = self._figures(self._matches(changes, deals), self.wishes)
        return Tried(changes, figures, deals, self.wishes)

    def _figures(self, tasks: list[Any], wishes: Sequence[Wish]) -> tuple[Figure, ...]:
        rows, setting = self.conductor.rows(tasks), self.conductor.setting
        return tuple(wish.figure(rows, setting) for wish in wishes)

    def finalists(self, elites: Sequence[Tried]) -> list[Changes]:
        """The answer, the usual setting, and others that no setting beats on every wish."""
        enough = [one for one in self.tried.values() if one.deals >= 2 * START] or list(self.tried.values())
        front = [one for one in enough if not any(other.beats(one) for other in enough)]
        order = [elites[0].changes, (), *(one.changes for one in sorted(front, key=lambda one: one.loss))]
        order += [one.changes for one in elites]
        return list(dict.fromkeys(order))[:FINALISTS]

    def measured(self, chosen: Sequence[Changes]) -> list[Finalist]:
        """Figures of settings on fresh deals, as many as there is time for; the same number for all."""
        weak, strong = self.players
        who = [(strong,), (weak,)] + ([(weak, strong)] if self._of_both() else [])
        deals, ends, width = START, self.conductor.ends, self.conductor.width
        while True:
            began = self.conductor.now()
            wanted = [self._matches(changes, deals, FRESH, bots) for changes in chosen for bots in who]
            ready, several = self.played(wanted, ends), len(who)
            if not all(ready):
                if deals == START:  # those at the head of the order that there was time for
                    whole = [all(ready[k * several : (k + 1) * several]) for k in range(len(chosen))]
                    chosen = chosen[: [*whole, False].index(False)]
                else:
                    deals //= 2
                break
            figures = self._final_figures(chosen[0], deals)
            narrow = all(self._narrow(wish, figure, width) for wish, figure in zip(self.wishes, figures, strict=True))
            spent = self.conductor.now() - began
            if narrow or self.conductor.now() + 2 * spent > ends:
                break
            deals *= 2
        if not chosen:
            raise BadInput("the time was too short to measure what was chosen; give more --minutes")
        return [self._finalist(letter, changes, deals) for letter, changes in zip("ABCDEFGH", chosen, strict=False)]

    def _narrow(self, wish: Wish, figure: Figure, width: float) -> bool:
        wanted = width if wish.kind.unit == "share" else width * abs(figure.value)
        return figure.bounded and figure.margin <= max(wanted, 1e-9)

    def _final_figures(self, changes: Changes, deals: int, kind: int = 1) -> tuple[Figure, ...]:
        """Figures of a setting by one kind of player; luck by both together."""
        found: list[Figure] = []
        for wish in self.wishes:
            bots = self.players if wish.name == "luck" else (self.players[kind],)
            found += self._figures(self._matches(changes, deals, FRESH, bots), [wish])
        return tuple(found)

    def _finalist(self, letter: str, changes: Changes, deals: int) -> Finalist:
        figures, others = (self._final_figures(changes, deals, kind) for kind in (1, 0))
        second = tuple(None if wish.name == "luck" else other for wish, other in zip(self.wishes, others, strict=True))
        return Finalist(letter, changes, not changes, figures, second, deals)
