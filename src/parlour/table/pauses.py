"""The pauses of views, and with them the time of a table: computed from public facts alone.

A table keeps its time by the views of onlookers. `Timekeeper` computes their pauses without making the views, so nothing else is
made for onlookers who are not there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.match import Step
from parlour.engine.rooms import Room
from parlour.engine.view import Tables, plain
from parlour.kit.layout import DEAL, NOBODY

from .views import Viewer, in_english, masked
from .words import standing_calls

STAND = 900
"""Milliseconds a view stands in which nobody chooses: a full trick, a packet turned up. A room's `pace` makes all of them longer
or shorter."""
SPOKEN, SPOKEN_WITH_CHOICE, HAND_OVER = 1400, 700, 2500
CHOSEN, PICKED, PASSED, QUIET, SOLITAIRE = 250, 150, 200, 600, 150
RACED, COUNTED, TURNED = 400, 1500, 600
"""In a race, between ticks: an action that is carried out, words nobody speaks (one, two, three), any other step."""
OPENING = 0.4
"""Factor of the pauses in the opening, before any player is asked: the first deal and other steps that no player chooses."""
_SHOWN = ("turn", "phase", "hand_number", "dealer", "over", "chain")
"""Standard fields that every view has."""


def noticed_choice(room: Room, step: Step, before: Any, hides: bool, spoken: bool) -> tuple[int | None, int]:
    """Return who chose in a step and what, as far as a viewer may know it: None and NOBODY if it may not.

    before: the viewer's record before the step. hides: whether a choice made in secret is a secret from this viewer. spoken:
    whether words were spoken.
    """
    mover = step.seat if step.seat != NOBODY else None
    quiet = room.is_quiet(before)
    hidden = hides and (quiet or int(before["phase"]) in room.veiled)
    if hidden and quiet and not spoken:
        mover = None
    return mover, NOBODY if mover is None or hidden else step.choice


def picks_in_secret(room: Room, before: Any, after: Any) -> bool:
    """Whether a step is one more pick of a chain of which a viewer sees nothing: not even how many they are may be told."""
    return (
        bool(after["chain"])
        and int(before["phase"]) in room.veiled
        and before["phase"] == after["phase"]
        and all(np.array_equal(before[name], after[name]) for name in after.dtype.names if name not in ("chain", "rng", "said"))
    )


def counts_hand(row: Any, counted: int) -> bool:
    """Whether a hand has ended that is not on the score sheet yet. counted: the last one that is, 0 for none."""
    hand = int(row["hand_number"])
    return hand not in (0, counted) and bool(row["over"] or row["phase"] == DEAL)


@lru_cache(maxsize=1 << 12)
def _has_text(room: Room, word: int) -> bool:
    """Whether there is a text for a word of `said`. It does not depend on the figures and names that stand in it."""
    return bool(speech.spoken_text(room, word, 0, (), NOBODY))


class Pauses:
    """The pauses of the views of one viewer, one after the other."""

    def __init__(self, game: Game) -> None:
        self._room, self._alone = game.room, game.seats == 1
        self._standing = standing_calls(game.room)
        self._pace = float(speech.english(game.room).get("pace", 1))
        self._opening = True

    def copy(self, game: Game) -> Pauses:
        """Return an independent copy, for another viewer from here on."""
        twin = Pauses(game)
        twin._opening = self._opening
        return twin

    def is_no_answer(self, phase: int, choice: int) -> bool:
        """Whether a choice only lets a window pass that passes by itself: as good as not asked."""
        return phase in self._standing and choice == self._room.windows[phase]

    def stands(self, row: Any, phase: int, mover: int | None, choice: int, spoken: bool) -> int:
        """The milliseconds for which the view stands. How long the opening lasts is public too, or a quiet phase would show.

        row: the viewer's record. phase: the one before. mover, choice: from `noticed_choice`. spoken: whether words were spoken.
        """
        announced = mover is not None and spoken
        self._opening = self._opening and int(row["hand_number"]) <= 1 and not announced
        factor = OPENING if self._opening else 1.0
        self._opening = self._opening and (self._room.is_quiet(row) or int(row["turn"]) == NOBODY)
        return round(self._pace * factor * self._pause(row, phase, mover, choice, spoken))

    def _pause(self, row: Any, phase: int, mover: int | None, choice: int, spoken: bool) -> int:
        """Return how long the view stands. It depends on the phase, on who is asked and on what was spoken, all of it public."""
        if row["over"]:
            return 0
        room = self._room
        if room.is_quiet(row):
            return QUIET
        if room.races:  # the clock of a tick begins when the table before it has stood, so a tick is shown at once
            return 0 if row["turn"] != NOBODY else RACED if mover is not None else COUNTED if spoken else TURNED
        if row["turn"] == NOBODY:
            if self._alone:
                return SOLITAIRE
            if row["phase"] == DEAL:
                return HAND_OVER
            return SPOKEN if spoken else STAND
        if choice != NOBODY and choice == room.windows.get(phase):
            return PASSED if phase not in self._standing else 0
        if row["chain"]:
            return PICKED
        return SPOKEN_WITH_CHOICE if spoken else CHOSEN


class Timekeeper:
    """The time of a table: for every step how long onlookers would see it, without making their views."""

    def __init__(self, game: Game, blank: Tables) -> None:
        self._game, self._room, self._pauses = game, game.room, Pauses(game)
        self._viewer = Viewer(game)
        self._seen = masked(blank, NOBODY)
        self._asked: list[int] | None = None
        self._row = plain(self._seen)
        self._counted = 0

    def take(self, step: Step, asked: list[int] | None) -> tuple[int, bool]:
        """Return the pause of a step in milliseconds, and whether the account of a hand comes with it. As `Feed.take`."""
        tables = masked(step.after, NOBODY)
        room, before, row = self._room, self._row, plain(tables)
        self._row = row
        phase = int(before["phase"])
        if step.seat != NOBODY and phase in room.races:
            return 0, False
        spoken = _has_text(room, int(row["said"][0]))
        mover, choice = noticed_choice(room, step, before, True, spoken)
        if mover is None and not spoken and not self._differs(tables, row, asked):
            return 0, False
        if mover is not None and picks_in_secret(room, before, row):
            return 0, False
        self._seen, self._asked = tables, asked
        pause = self._pauses.stands(row, phase, mover, choice, spoken and not self._pauses.is_no_answer(phase, choice))
        counts = counts_hand(row, self._counted)
        if counts:
            self._counted = int(row["hand_number"])
        return pause, counts and self._game.seats > 1

    def go_back(self, tables: Tables, asked: list[int] | None = None) -> None:
        """Choices were taken back. asked: as for `take`."""
        self._seen, self._asked = masked(tables, NOBODY), asked
        self._row = plain(self._seen)
        hand = int(self._row["hand_number"])
        self._counted = max(0, min(self._counted, hand - 1))
        if counts_hand(self._row, self._counted):
            self._counted = hand

    def _differs(self, tables: Tables, row: Any, asked: list[int] | None) -> bool:
        """Whether the view of a table is another than the one shown last."""
        if asked == self._asked:
            if tables.tobytes() == self._seen.tobytes():
                return False
            seen = plain(self._seen)
            if any(row[name] != seen[name] for name in _SHOWN):
                return True
        before = in_english(self._viewer.view(self._seen, self._asked))
        return before != in_english(self._viewer.view(tables, asked))
