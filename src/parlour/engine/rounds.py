"""The round of answers: who is asked at a table, what they have said so far, and when that is enough to go on.

Most rounds ask one seat. If several are asked at once, their answers are kept aside until all have come in. In a window or a
quiet phase of a live table they are kept until no answer that is missing could count, or its time is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.kit.layout import NOBODY, copy_of

from . import positions, steps, windows
from .errors import BadInput
from .history import Chosen
from .picks import pick
from .view import Tables, plain

if TYPE_CHECKING:
    from .game import Game
    from .history import History


class Round:
    """The answers that are being collected at a table, which every method is given; it only reads the table, except `give`.

    at_once: a window asks all seats that may press in it at once. answers: by seat, whole answers kept aside. picks: by seat,
    those of a chain that is not complete.
    """

    def __init__(self, game: Game, at_once: bool = False) -> None:
        self.game, self.at_once = game, at_once
        self.answers: dict[int, Chosen] = {}
        self.picks: dict[int, list[int]] = {}
        self._window: tuple[bytes, list[tuple[int, Tables]]] = b"", []

    def copy(self) -> Round:
        """An independent copy."""
        twin = Round(self.game, self.at_once)
        twin.stand_as(self)
        return twin

    def stand_as(self, other: Round) -> None:
        """Take over the answers and picks of another round."""
        self.answers = dict(other.answers)
        self.picks = {seat: list(picks) for seat, picks in other.picks.items()}

    # who is asked

    def asked(self, tables: Tables) -> list[int]:
        """The seats that may answer now."""
        row = plain(tables)
        turn = int(row["turn"])
        if turn == NOBODY or row["over"]:
            return []
        seats = self.window(tables) or positions.seats_of(int(row["asked"]) | 1 << turn)
        return [seat for seat in seats if seat not in self.answers] if self.answers else seats

    def window(self, tables: Tables) -> list[int]:
        """The seats that an open window asks at once, in the rules' order, whether they have answered or not."""
        return [seat for seat, _ in self._open(tables)]

    def mover(self, tables: Tables, seat: int | None) -> int:
        """The seat, if it is asked; the first that is asked for None. BadInput if it is not asked, or no seat is."""
        asked = self.asked(tables)
        if not asked:
            raise BadInput("the match is over" if tables[0].over else "nobody is asked")
        if seat is None:
            return asked[0]
        if seat not in asked:
            raise BadInput(f"seat {seat} is not asked now")
        return seat

    def _open(self, tables: Tables) -> list[tuple[int, Tables]]:
        """The open window, each seat with the table as it is if all before it let the window pass."""
        if not self.at_once or not self.game.room.windows or plain(tables)["over"]:
            return []
        now = tables.tobytes()
        if self._window[0] != now:
            self._window = now, windows.in_order(self.game.room, tables)
        return self._window[1]

    # what they see, and say

    def table_for(self, tables: Tables, seat: int, picked: bool = True) -> Tables:
        """A copy of the whole table on which a seat that is asked chooses: it is on turn there and, if `picked`, has made its
        picks."""
        mine: Tables = copy_of(next((table for p, table in self._open(tables) if p == seat), tables))
        plain(mine)["turn"] = seat
        for code in self.picks.get(seat, ()) if picked else ():
            steps.act_row(mine, 0, code)
        return mine

    def sight(self, tables: Tables, seat: int) -> Tables:
        """The table as a seat sees it: it sees its own answer and picks, and nothing of the others'."""
        room, waits = self.game.room, seat in self.asked(tables)
        mine = self.table_for(tables, seat) if waits else copy_of(tables)
        row, window = mine[0], self.window(tables)
        if seat in self.answers and not window and int(row.phase) not in room.races:
            row.turn = seat
            for code in self.answers[seat].codes:
                steps.act_row(mine, 0, code)
        elif window and not waits and room.is_quiet(row):
            row.turn, row.asked = NOBODY, 0  # also for who is first in order: all who are asked are asked alike
        elif seat in self.answers:  # whether the others have answered is not known
            others = [p for p in window[:2] or positions.seats_of(int(row.asked)) if p != seat]
            row.turn, row.asked = others[0] if others else NOBODY, sum(1 << p for p in others)
        steps.mask_row(mine, 0, seat)
        return mine

    def picked(self, tables: Tables, seat: int, choices: Sequence[str | int]) -> tuple[list[int], bool]:
        """The picks of a seat with these choices, and whether they complete its chain. IllegalChoice or BadInput: see `pick`."""
        picks, whole = pick(self.game, self.table_for(tables, seat), choices)
        return [*self.picks.get(seat, ()), *picks], whole

    def add(self, answer: Chosen) -> None:
        """Keep a whole answer aside."""
        self.picks.pop(answer.seat, None)
        self.answers[answer.seat] = answer

    def close(self, tables: Tables, answers: Sequence[Chosen], stands: bool) -> None:
        """Time is up: add the last answers; a seat without one does nothing in a race and lets a window pass. stands: whether the
        table stands in a quiet phase. BadInput: nothing waits for the time."""
        room, phase = self.game.room, int(tables[0].phase)
        racing = phase in room.races and bool(self.asked(tables))
        if not (racing or stands or self.window(tables)):
            raise BadInput("nothing waits for the time")
        for answer in answers:
            self.answers.setdefault(answer.seat, answer)
        if racing:
            for seat in self.asked(tables):
                self.answers[seat] = Chosen(seat, (room.races[phase],))

    # what becomes of it

    def settled(self, tables: Tables) -> bool:
        """Whether no answer that is missing could count. In a quiet phase only the time says so."""
        order, room = self.window(tables), self.game.room
        if not order:
            return not self.asked(tables)
        if room.is_quiet(tables[0]):
            return False
        passing = (room.windows[int(tables[0].phase)],)
        pressed = next((k for k, p in enumerate(order) if p not in self.answers or self.answers[p].codes != passing), len(order))
        return pressed == len(order) or order[pressed] in self.answers

    def take(self) -> dict[int, Chosen]:
        """Take the answers by seat, in the order of the seats; the round is empty then."""
        answers = {seat: self.answers[seat] for seat in sorted(self.answers)}
        self.clear()
        return answers

    def clear(self) -> None:
        """Forget all answers and picks."""
        self.answers, self.picks = {}, {}

    def give(self, history: History) -> bool:
        """Give the answers to the table. Returns whether an answer in a window was heard: then the others are asked again."""
        order, answers = self.window(history.tables), self.take()
        if order:
            return self._give_in_order(history, order, answers)
        for answer in answers.values():
            history.choose(answer)
        return False

    def _give_in_order(self, history: History, order: Sequence[int], answers: dict[int, Chosen]) -> bool:
        """Play the answers of a window in the rules' order, up to the first that is heard."""
        room, row = self.game.room, history.row
        phase, quiet = int(row.phase), room.is_quiet(row)
        passing = Chosen(NOBODY, (room.windows[phase],))
        for seat in order:
            if row.over or int(row.turn) != seat or int(row.phase) != phase:
                break
            before, codes = copy_of(history.tables), answers.get(seat, passing).codes
            if steps.verdict_row(before, 0, codes[0]):  # a silent answer before it can have changed what is allowed
                codes = passing.codes
            history.choose(Chosen(seat, codes))
            if windows.noticed(before, history.tables) if quiet else codes != passing.codes:
                return True
        return False
