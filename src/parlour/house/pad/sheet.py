"""The sheet of a pad: matches, hands, totals, open entries and targets. Plain data, `as_dict` makes it JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .form import Field, Form, Problem

State = Literal["scored", "open", "differs", "refused", "waiting", "after the end"]


class Claim(msgspec.Struct):
    """One author's entry of a value, and its event."""

    by: str
    value: Any
    text: str
    at: str
    id: str


class Difference(msgspec.Struct):
    """A value that was entered differently. `ids`: what an event must name as `over` to settle it."""

    match: int
    hand: int
    key: str
    label: str
    claims: list[Claim]

    @property
    def ids(self) -> list[str]:
        """The events that differ."""
        return [claim.id for claim in self.claims]


class Entry(msgspec.Struct):
    """A line of the account of a hand: what was said, and what it brought to whom."""

    text: str
    points: list[int]


class Counter(msgspec.Struct):
    """A figure besides the score that outlasts a hand: bags, cucumbers, counters. By seat."""

    field: str
    label: str
    values: list[int]


class HandOfPad(msgspec.Struct):
    """One hand. cells: as agreed; entered_by: who entered anything for it; fields: of its form; points and totals by seat.

    State: `scored`; `open`: values are still missing (missing); `differs`; `refused`: it cannot have been so (problems);
    `waiting` for an earlier hand; entered `after the end` of its match.
    """

    match: int
    number: int
    state: State
    dealer: int
    leader: int
    cells: dict[str, Any]
    entered_by: list[str] = msgspec.field(name="told_by")  # the key in exported JSON
    fields: list[Field] = []
    words: list[str] = []
    points: list[int] = []
    totals: list[int] = []
    account: list[Entry] = []
    counters: list[Counter] = []
    missing: list[str] = []
    problems: list[Problem] = []
    note: str = ""


class MatchOfPad(msgspec.Struct):
    """A match: its hands and how it stands. payoff: by seat, as the table has it. ended: left off before its end."""

    number: int
    dealer: int
    hands: list[HandOfPad]
    totals: list[int]
    over: bool = False
    ended: bool = False
    winners: list[int] = []
    payoff: list[float] = []


class Next(msgspec.Struct):
    """A hand that is to be entered: its form. provisional: an earlier hand is not scored yet, and the form may still change."""

    match: int
    hand: int
    dealer: int
    leader: int
    fields: list[Field]
    provisional: bool = False


class Figure(msgspec.Struct):
    """A line of the statistics, by seat."""

    label: str
    values: list[float | int | str]


class Sheet(msgspec.Struct):
    """All a pad shows. sides: the seats that score together; left: what is still to be reached, in words."""

    game: str
    title: str
    players: list[str]
    sides: list[list[int]]
    low: bool
    matches: list[MatchOfPad]
    next: Next
    differences: list[Difference]
    left: list[str]
    statistics: list[Figure]
    events: int

    @property
    def match(self) -> MatchOfPad:
        """The match that goes on, or the last one."""
        return self.matches[-1]

    @property
    def totals(self) -> list[int]:
        """Return how the last match stands, by seat."""
        return self.match.totals

    @property
    def hands(self) -> list[HandOfPad]:
        """All hands, of all matches."""
        return [hand for match in self.matches for hand in match.hands]

    def as_dict(self) -> dict[str, Any]:
        """Return the sheet as JSON data, with English texts in every language."""
        found: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str.__str__)
        return found


def next_of(match: int, hand: int, dealer: int, leader: int, form: Form, provisional: bool = False) -> Next:
    """A hand to be entered."""
    return Next(match, hand, dealer, leader, form.fields, provisional)
