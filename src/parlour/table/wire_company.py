"""The messages between a browser and the server about the people at the table, as types; docs/wire.md explains them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

LONGEST_TALK = 200
"""Characters of what somebody says at the table."""

SeatNumber = Annotated[int, Meta(ge=0, lt=64)]


# from the server


class HomeInfo(Struct, omit_defaults=True):
    """The address at which others at home find the table ("": not at all), and whether this browser may change that."""

    url: str = ""
    may: bool = False


class SeatPresence(Struct, omit_defaults=True):
    """The presence of a player at a seat.

    state: `here`, `away`, `free` (a person's seat without a person) or `bot`. seconds: how long they are away. bot: the kind of
    bot that plays here, also for somebody who is away. choices: how many it has made for them since.
    """

    state: str
    seconds: int = 0
    bot: str = ""
    choices: int = 0


class Presence(Struct, tag_field="type", tag="presence", omit_defaults=True):
    """The people who are here, by seat, and the spectators. news: what has just happened, in words."""

    seats: list[SeatPresence]
    onlookers: list[str] = []
    paused: str = ""
    ended: str = ""
    news: str = ""


class TalkInfo(Struct):
    """The talk allowed at a table: these phrases, and any text if `free`."""

    phrases: list[str]
    free: bool


class Talk(Struct, tag_field="type", tag="talk", omit_defaults=True):
    """Somebody has said something. past: before this browser came."""

    seat: int
    name: str
    text: str
    past: bool = False


class Asking(Struct, tag_field="type", tag="asking"):
    """Somebody asks those named whether a choice may be taken back; `seat` -1: nothing is asked any more."""

    seat: int
    of: list[int]
    news: str


class Clocks(Struct, tag_field="type", tag="clocks"):
    """Milliseconds left by seat, and the seats whose clock runs."""

    left: list[int]
    running: list[int]


class Pass(Struct, tag_field="type", tag="pass"):
    """Asks to pass the shared device on to the player at this seat."""

    seat: int


class Moving(Struct, tag_field="type", tag="moving"):
    """Another device has the link of this seat, and asks whether it may go on there; -1: it asks no more."""

    seat: int


class Nudge(Struct, tag_field="type", tag="nudge"):
    """Somebody would like this player to go on."""

    name: str


# from the browser


class NewLink(Struct, tag_field="do", tag="link"):
    """Another link for a seat, one's own or for the host any person's; the old one is no longer good."""

    seat: SeatNumber


class SetSeat(Struct, tag_field="do", tag="seat"):
    """The host gives a seat to a bot, to anyone who comes with its new link, or to a player at the host's own device."""

    seat: SeatNumber
    who: Literal["bot", "friend", "here"]
    name: Annotated[str, Meta(max_length=100)] = ""


class StandIn(Struct, tag_field="do", tag="stand_in"):
    """A bot plays on for a seat: one's own, or for the host that of somebody who is away or lost in thought."""

    seat: SeatNumber


class Back(Struct, tag_field="do", tag="back"):
    """End `stand_in`: the player plays again, without a choice."""


class Pause(Struct, tag_field="do", tag="pause"):
    """The host stops the table; anyone who sits there may let it go on."""

    on: bool


class Begin(Struct, tag_field="do", tag="begin"):
    """The host lets the match begin while seats are free: bots play there until somebody comes."""


class Change(Struct, tag_field="do", tag="agreed"):
    """The host changes what was agreed on: how long somebody may be away before a bot plays, and how people talk."""

    away: int
    talk: Literal["free", "phrases", "off"]


class NameMe(Struct, tag_field="do", tag="name"):
    """The name of a spectator."""

    name: Annotated[str, Meta(max_length=100)]


class PassTo(Struct, tag_field="do", tag="pass"):
    """The player at this seat has the device now: one of those that this browser holds."""

    seat: SeatNumber


class Say(Struct, tag_field="do", tag="say"):
    """Says something at the table."""

    text: Annotated[str, Meta(max_length=LONGEST_TALK)]


class TakeBack(Struct, tag_field="do", tag="takeback"):
    """Takes back one's own last choice, or asks those concerned."""


class Agree(Struct, tag_field="do", tag="agree"):
    """Whether one agrees to what was asked."""

    yes: bool


class LetMove(Struct, tag_field="do", tag="move"):
    """Whether another device may have the seat that is played here."""

    yes: bool


class SendNudge(Struct, tag_field="do", tag="nudge"):
    """Reminds the player whose turn it is, gently."""

    seat: SeatNumber


class OpenHome(Struct, tag_field="do", tag="home"):
    """Opens the server to the local network, or closes it again: from a browser of the host on the same computer only."""

    on: bool


class End(Struct, tag_field="do", tag="end"):
    """The host ends the match before it is over."""


Message = Presence | Talk | Asking | Clocks | Pass | Moving | Nudge
Request = (
    NewLink
    | SetSeat
    | StandIn
    | Back
    | Pause
    | Begin
    | End
    | OpenHome
    | Say
    | TakeBack
    | Agree
    | LetMove
    | SendNudge
    | PassTo
    | NameMe
    | Change
)
HOST_ONLY = (SetSeat, Begin, End, OpenHome, Change)
CHANGES = (NewLink, SetSeat, StandIn, Back, Pause, Begin, End, OpenHome, Change, TakeBack)
"""Requests that everybody at the table is told of each time: they have a budget. Talk and nudges have limits of their own, names
of spectators have another budget; the rest only answers a question, or concerns its browser alone.
"""
