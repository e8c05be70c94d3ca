"""A lesson as data: the deal it is played with, and its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.history import Chance, Chosen
from parlour.engine.match import Match
from parlour.engine.picks import pick
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS

from .dealing import stacked

ANY, ANY_CARD = "any", "any card"
"""A step may ask for these in place of a list of choices: anything legal, or any legal card."""
Choice = tuple[int, ...]
"""The codes of a whole choice: one, or all picks of a chain."""


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    say: what the learner reads. point: places, cards and calls to look at, by name. play: what happens before the text is shown;
    the lesson makes these choices for every seat, the learner's too. choose: the right choices of the learner, or ANY or
    ANY_CARD; empty if there is nothing to do but to go on. wrong: choices that are not right, each with the reason. otherwise:
    the same for all others. hint: shown if the learner asks for it. number: its place in the file, from 0.
    """

    say: tuple[str, ...]
    point: tuple[str, ...] = ()
    play: tuple[Chosen, ...] = ()
    choose: tuple[Choice, ...] | str = ()
    wrong: Mapping[Choice, str] = field(default_factory=dict)
    otherwise: str = ""
    hint: str = ""
    number: int = 0

    @property
    def is_task(self) -> bool:
        """Whether the learner chooses something here."""
        return bool(self.choose)

    def accepts(self, match: Match, chosen: Chosen) -> bool:
        """Return whether a legal choice is right. match: before it is made. chosen: its whole chain."""
        if _same_as_one(match, chosen, self.wrong):
            return False
        if isinstance(self.choose, str):
            return self.choose == ANY or chosen.codes[0] < CARDS
        return _same_as_one(match, chosen, self.choose) is not None

    def reason(self, match: Match, chosen: Chosen) -> str:
        """Return what the lesson says of a choice that is not right, "" for nothing. Arguments as `accepts`."""
        known = _same_as_one(match, chosen, self.wrong)
        return self.wrong[known] if known else self.otherwise


def _same_as_one(match: Match, chosen: Chosen, known: Iterable[Choice]) -> Choice | None:
    """The one among some choices that a choice is the same as: the order of its picks counts only if it makes a difference."""
    known = list(known)
    if chosen.codes in known:
        return chosen.codes
    alike = [codes for codes in known if sorted(codes) == sorted(chosen.codes)]
    if not alike or int(match.row.phase) in match.game.room.unordered:
        return alike[0] if alike else None
    led = _led_to(match, chosen)
    return next((codes for codes in alike if _led_to(match, Chosen(chosen.seat, codes)) == led), None)


def _led_to(match: Match, chosen: Chosen) -> bytes | None:
    """The table after a choice alone, apart from what chance comes next; None if the rules forbid it."""
    table = match.table_for(chosen.seat, picked=False)
    try:
        pick(match.game, table, chosen.codes)
    except BadInput:
        return None
    table[0].rng[:] = 0
    return bytes(table.tobytes())


@dataclass(frozen=True)
class Lesson:
    """A lesson of a room.

    title: a line. minutes: how long it takes. seat: the learner's. seats, house: as for `Game`. seed: of the deals. deal: places
    of the first deal that are chosen, as positions write them; the other places share the rest of the cards. steps: in order.
    source: the file.
    """

    room: Room
    title: str
    minutes: int
    seat: int
    seats: int | None
    house: Mapping[str, Any]
    seed: int
    deal: Mapping[str, Any]
    steps: tuple[Step, ...]
    source: str = ""

    def game(self) -> Game:
        """Return the game under the lesson's seats and house rules. BadInput if there is no such game."""
        return Game(self.room, self.seats, self.house)

    def fresh(self, game: Game) -> Match:
        """Return the match of the lesson, not begun. game: from `game`."""
        return game.fresh(self.seed)

    def opening(self, game: Game) -> list[Chance] | None:
        """Return what chance sets when the match begins, for `Match.begin`; None if the seed says it all. BadInput if the deal
        cannot be."""
        return game.opening(self.seed, 0, stacked(game, self.seed, self.deal)) if self.deal else None

    def start(self) -> Match:
        """Return the match of the lesson at its first choice. BadInput if it cannot be dealt."""
        game = self.game()
        match = self.fresh(game)
        match.begin(self.opening(game))
        return match

    def texts(self) -> Iterator[str]:
        """Yield all that a learner reads, in order."""
        yield self.title
        for step in self.steps:
            yield from step.say
            yield from (text for text in (step.hint, *step.wrong.values(), step.otherwise) if text)
