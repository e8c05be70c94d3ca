"""The messages between a browser and the server, as types; docs/wire.md explains them.

Every message is one JSON object. The server's messages differ in `type`, the browser's in `do`. Texts are written in the language
that is current when a message is encoded: one `Text` can be read by people of several languages.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from parlour.languages import Text, in_language, read_out

from . import wire_company as company
from . import wire_lesson as lesson
from . import wire_pacing as pacing
from . import wire_patience as patience
from .settings import Settings

MOST_CHARACTERS = 8192
"""The longest message a browser may send."""

LONGEST_TEXT = 200
"""The longest text that may stand for a choice."""

LONGEST_CODE = 16
LONGEST_ERROR = 300
"""An error says no more; it may repeat what was sent, but not at length."""

Name = Annotated[str, Meta(max_length=100)]
Names = Annotated[list[Name], Meta(max_length=200)]


class Place(Struct):
    """Somewhere cards can lie."""

    name: str
    zone: str
    owner: int
    kind: str


class HouseRule(Struct):
    """A house rule and how it stands: as files write it, and in words for people."""

    name: str
    text: str
    value: int | bool | str
    default: int | bool | str
    here: str
    usually: str


class Handles(Struct):
    """Everything that a seat may ever take hold of: zones that cards are moved from and to, places that are pressed, places that
    cards are chosen from.
    """

    from_: list[str] = msgspec.field(name="from")
    to: list[str]
    presses: list[str]
    cards: list[str] = []


class GameInfo(Struct):
    """All that does not change while a match goes on."""

    id: str
    title: str
    seats: int
    suited: bool
    names: list[str]
    kinds: list[str]
    look: dict[str, Any]
    house: list[HouseRule]
    places: list[Place]
    handles: Handles
    races: list[str] = []


class PlaceCards(Struct, omit_defaults=True):
    """The cards of a place: known ones by id, -1 for an unknown card of a pile, `unknown` more of a set.

    `marked`: those that count, `read`: what they make, in words; both only if all cards are known.
    """

    cards: list[int]
    unknown: int
    marked: list[int] = []
    read: list[str] = []


class TableView(Struct):
    """The table as a seat sees it."""

    turn: int
    asked: list[int]
    phase: str
    hand_number: int
    dealer: int
    over: bool
    chain: int
    places: dict[str, PlaceCards]
    figures: dict[str, Any]
    payoff: list[float]


class StepInfo(Struct):
    """A step, as far as the seat may know it."""

    seat: int | None
    choice: str | None
    words: str
    said: str
    said_by: int | None


class Move(Struct, omit_defaults=True):
    """The way a call is made by hand: this many cards (one, if it is left out) from a place to another, or a press on a place.

    A zone stands for any of its places.
    """

    from_: Name | UnsetType = msgspec.field(default=UNSET, name="from")
    cards: int | UnsetType = UNSET
    to: Name | UnsetType = UNSET
    press: Name | UnsetType = UNSET


class Entry(Move, omit_defaults=True, kw_only=True):
    """One choice of a menu, or a run of numbered calls.

    `pattern` is the call as the room declares it (`bid {1..13}`) and `values` the words in its braces; `group` is what all
    calls of a pattern with one number are called together. A run has `low` and `high`, and in `names` what stands before and
    behind the number.
    """

    name: str
    kind: str
    card: int | UnsetType = UNSET
    label: str | UnsetType = UNSET
    pattern: str | UnsetType = UNSET
    values: list[str] | UnsetType = UNSET
    group: str | UnsetType = UNSET
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET


class Premove(Struct):
    """A call that is made as soon as the seat is asked, if it is on."""

    name: str
    label: str
    on: bool


class LogLine(Struct, omit_defaults=True):
    """A line of the log and the view it came with.

    `kind`: "hand", "round" (of bets), "play" (a card to a trick), "trick", "score", or none; `trick`: the cards of a trick as
    they were played, each behind the seat it came from (-1 if nobody saw). `by`: the seat whose choice it tells, -1 for none.
    """

    n: int
    text: str
    kind: str = ""
    trick: list[list[int]] = []
    by: int = -1


class SheetRow(Struct):
    """The scores of a hand, by seat."""

    hand: int
    scores: list[int]
    totals: list[int]


# from the server


class Hello(Struct, tag_field="type", tag="hello", omit_defaults=True):
    """The first message: the game and who sits where.

    waits: the seat's cards come with the next deal, if the match has one, and until then a bot plays there.
    solver: whether the server can settle if a deal can be won. winnable: its answer for this deal, if a winnable one was wanted.
    daily: the day whose deal it is. difficulty: how hard a deal was asked for, in a word.
    """

    game: GameInfo
    you: int
    table: str
    solitaire: bool
    rules_url: str
    invite: dict[str, str] = {}
    deal: int = 0
    host: bool = False
    link: str = ""
    home: company.HomeInfo | None = None
    talk: company.TalkInfo | None = None
    shared: list[int] = []
    people: list[str] = []
    shareable: bool = False
    open_after: bool = False
    agreed: Settings | None = None
    solver: bool = False
    winnable: Literal["", "wanted", "yes", "unknown"] = ""
    daily: str = ""
    difficulty: str = ""
    waits: bool = False


class View(Struct, tag_field="type", tag="view"):
    """The table after a step. `view` is an encoded `TableView`, or one that is encoded for each reader because it has words."""

    n: int
    view: Raw | TableView
    step: StepInfo | None
    pause: int


class Menu(Struct, tag_field="type", tag="menu", omit_defaults=True):
    """The choices of the seat now, after the picks of a chain."""

    n: int
    prefix: list[str]
    prompt: str
    choices: list[Entry]
    complete: bool
    places: list[str] = []
    unordered: bool = False
    ms: int | UnsetType = UNSET
    finish: bool = False
    note: str = ""
    lets: str = ""


class Unread(Struct, tag_field="type", tag="unread"):
    """The answer that a text stands for no choice now, and why."""

    text: str
    reason: str


class Answer(Struct, tag_field="type", tag="answer", omit_defaults=True):
    """The answer to a question or a command. names: the choices a command makes. act: what else the browser is to do for it."""

    text: str = ""
    names: list[str] = []
    act: Literal["", "rules", "hint", "back", "undo", "redo", "leave"] = ""


class Why(Struct, tag_field="type", tag="why", omit_defaults=True):
    """The rule that forbids a choice; `text` is HTML, `about` a sentence about this card."""

    choice: str
    paragraph: str
    text: str
    about: str = ""


class Log(Struct, tag_field="type", tag="log"):
    """Lines to add to the log."""

    lines: list[LogLine]


class Sheet(Struct, tag_field="type", tag="sheet"):
    """The score sheet, whole."""

    columns: list[str]
    rows: list[SheetRow]


class Status(Struct, tag_field="type", tag="status"):
    """The answer that the table waits for; empty when it is over."""

    text: str


class Answered(Struct, tag_field="type", tag="answered"):
    """The seats that have answered when all are asked at once; their answers are still secret. Empty when the last one has."""

    seats: list[int]


class Error(Struct, tag_field="type", tag="error"):
    """The message before it was refused."""

    text: str


class Over(Struct, tag_field="type", tag="over"):
    """The match has ended."""

    winners: list[int]
    score: list[int]
    payoff: list[float]
    record_url: str


class Hinted(Struct, tag_field="type", tag="hint"):
    """The choice of the strong bot after the picks in `prefix`: its next pick, all that follow, and why in a sentence."""

    name: str
    choices: list[str]
    why: str = ""
    prefix: list[str] = []


class Seal(Struct):
    """The digest of a hand's deal, given before it is played; the record shows what was sealed."""

    hand: int
    sha256: str


class Seals(Struct, tag_field="type", tag="seals"):
    """Digests of deals: all so far to anyone who comes in, then each with its deal."""

    seals: list[Seal]


class Premoves(Struct, tag_field="type", tag="premoves", omit_defaults=True):
    """The calls this seat may make before it is asked, and whether it has; `gone`: what was taken back for it, and why."""

    calls: list[Premove]
    gone: str = ""


class Mark(Struct):
    """A bookmark: how many choices lead there, and whether the table stands there now."""

    name: str
    choices: int
    here: bool


class Marks(Struct, tag_field="type", tag="marks"):
    """The bookmarks of a game for one, in the order they were set; first the beginning, which has no name."""

    marks: list[Mark]


class Go(Struct, tag_field="type", tag="go"):
    """There is a new table; go there."""

    url: str


class Ping(Struct, tag_field="type", tag="ping"):
    """To be answered at once, so that the server knows how long messages take."""

    id: int


class Here(Struct, tag_field="type", tag="here"):
    """The answer to `beat`."""


Message = (
    Hello
    | View
    | Menu
    | Unread
    | Answer
    | Why
    | Log
    | Sheet
    | Status
    | Answered
    | Error
    | Over
    | Hinted
    | Seals
    | Premoves
    | Marks
    | Go
    | Ping
    | Here
    | company.Message
    | pacing.Message
    | patience.Message
    | lesson.Message
)


# from the browser


class Choose(Struct, tag_field="do", tag="choose"):
    """Make a choice, or a whole chain.

    drop: in a game for one, which cards then go home by themselves: those that are not needed any more (`safe`), or all.
    """

    n: int
    choices: Annotated[Names, Meta(min_length=1)]
    drop: Literal["", "safe", "always"] = ""


class Ask(Struct, tag_field="do", tag="ask"):
    """The menu after some picks of a chain."""

    n: int
    prefix: Names = []


class AskWhy(Struct, tag_field="do", tag="why"):
    """Asks what forbids a choice, given by its name or as a hand would make it."""

    n: int
    choice: Name = ""
    hand: Move | None = None
    prefix: Names = []


class Read(Struct, tag_field="do", tag="read"):
    """The chain that a text stands for, if the room lets choices be written."""

    n: int
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Question(Struct, tag_field="do", tag="question"):
    """A question about the table."""

    what: Literal["hand", "trick", "last", "who", "score", "stakes", "may", "missed", "table"]
    prefix: Names = []


class Command(Struct, tag_field="do", tag="command"):
    """A line as `parlour play` reads it, after these picks of a chain.

    cards: the language of the letters on the player's cards, by its code, if it was chosen apart from that of the page.
    suits: the suit system of these cards, such as "german"; "" for French suits.
    """

    n: int
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    prefix: Names = []
    cards: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""
    suits: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""


class Undo(Struct, tag_field="do", tag="undo"):
    """Take the last choice back."""


class Redo(Struct, tag_field="do", tag="redo"):
    """Make the choice again that was taken back last."""


class SetMark(Struct, tag_field="do", tag="mark"):
    """Set a bookmark here; without a name it gets the next number."""

    name: Name = ""


class DropMark(Struct, tag_field="do", tag="unmark"):
    """Take a bookmark away."""

    name: Name


class GoTo(Struct, tag_field="do", tag="goto"):
    """Go to a bookmark; without a name to the beginning."""

    name: Name = ""


class Drop(Struct, tag_field="do", tag="drop"):
    """In a game for one: send home all cards that can go."""


class Finish(Struct, tag_field="do", tag="finish"):
    """Play a decided game to its end."""


class Hint(Struct, tag_field="do", tag="hint"):
    """What would be a good choice after these picks of a chain?"""

    prefix: Names = []


class SetPremove(Struct, tag_field="do", tag="premove"):
    """Make a call before being asked, or take it back."""

    call: Name
    on: bool


class Again(Struct, tag_field="do", tag="again"):
    """Another match with the same seats and rules; `same`: with the same deal, if deals have numbers."""

    same: bool = False


class Pong(Struct, tag_field="do", tag="pong"):
    """The answer to a ping."""

    id: int


class Beat(Struct, tag_field="do", tag="beat"):
    """Whether the server is there; answered at once by `here`."""


Request = (
    Choose
    | Ask
    | AskWhy
    | Read
    | Question
    | Command
    | Undo
    | Redo
    | SetMark
    | DropMark
    | GoTo
    | Drop
    | Finish
    | Hint
    | SetPremove
    | Again
    | Pong
    | Beat
    | company.Request
    | pacing.Request
    | patience.Request
    | lesson.Request
)

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


_encoder = msgspec.json.Encoder(enc_hook=read_out)


def read(text: str) -> Request:
    """Read a message of a browser. ValueError says in one line why it is not a message of ours."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a message has at most {MOST_CHARACTERS} characters")
    try:
        return _decoder.decode(text)
    except RecursionError:
        raise ValueError("the message is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ValueError(brief(f"not understood: {error}")) from None


def write(message: Message | TableView) -> bytes:
    """A message as it goes over the wire, in the language of the reader: UTF-8, equal messages as equal bytes."""
    return _encoder.encode(message)


def error(text: str) -> bytes:
    """The message that says why something was refused, cut if it goes on too long."""
    return write(Error(brief(text)))


def brief(text: str) -> str:
    """A text on one line, cut if it goes on too long to be read."""
    return Text(_brief(text), partial(_brief_in, text)) if isinstance(text, Text) else _brief(text)


def _brief_in(text: Text) -> str:
    return _brief(in_language(text))


def _brief(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_ERROR else line[:LONGEST_ERROR] + " …"
