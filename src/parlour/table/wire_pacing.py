"""The messages between a browser and the server about the pace and the end of a hand, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Pace = Literal["slow", "normal", "quick"]


# from the server


class AccountEntry(Struct):
    """A line said as a hand was counted, and its change of the scores, by seat."""

    text: str
    points: list[int]


class AccountFigure(Struct):
    """A figure of every seat at the end of a hand; null if it says nothing."""

    label: str
    values: list[int | None]


class AccountHand(Struct):
    """Cards of a seat that came to light at the end, and what they make."""

    seat: int
    label: str
    cards: list[int]
    read: list[str]


class Account(Struct, tag_field="type", tag="account"):
    """The account of a hand that has ended with view `n`."""

    n: int
    hand: int
    columns: list[str]
    entries: list[AccountEntry]
    figures: list[AccountFigure]
    hands: list[AccountHand]
    scores: list[int]
    totals: list[int]


class Resting(Struct, tag_field="type", tag="resting"):
    """After a hand: the seats that have not yet asked to go on; nobody any more if it is empty."""

    seats: list[int]


Message = Account | Resting


# from the browser


class SetPace(Struct, tag_field="do", tag="pace"):
    """The pace at which this browser wants to see it; the slowest who plays sets the pace of the bots."""

    pace: Pace


class SetRest(Struct, tag_field="do", tag="rest"):
    """Whether the table waits after a hand until this browser says `continue`."""

    on: bool


class Continue(Struct, tag_field="do", tag="continue"):
    """The account of a hand has been read."""


class Skip(Struct, tag_field="do", tag="skip"):
    """The player has seen the present step; bots need not wait for it."""


Request = SetPace | SetRest | Continue | Skip
