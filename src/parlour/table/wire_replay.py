"""The answers to the page of a finished match, as types; see docs/wire.md."""

from __future__ import annotations

from msgspec import Raw, Struct

from . import wire


class ReplayStep(Struct, omit_defaults=True):
    """A view of the match, as after every step, and what the log said with it.

    entry: the number of the choice that led here, for questions about it; -1 if nobody chose, or the eye may not know.
    """

    n: int
    view: Raw | wire.TableView
    step: wire.StepInfo | None
    pause: int
    lines: list[wire.LogLine] = []
    entry: int = -1


class ReplayHand(Struct):
    """A hand: its number, its first step and how many it has, and its score by seat; empty if it was not counted."""

    hand: int
    first: int
    steps: int
    scores: list[int]


class ReplayEye(Struct):
    """With whose eyes the match may be seen: `open`, `public` or a seat's number, and what that is called."""

    name: str
    text: str


class ReplayMay(Struct):
    """The rights of this visitor: to ask about the choices, to say what the link shows, to have their own choices reviewed."""

    ask: bool
    link: bool
    review: bool


class ThenAndNow(Struct):
    """A player's score in a hand when it was first played, and when its deal was played again; null if it was not."""

    hand: int
    then: int | None
    now: int | None


class Rematch(Struct):
    """A match over the same deals: where it can be looked at, and hand by hand what the same seat scored then and now."""

    url: str
    hands: list[ThenAndNow]
    then: int
    now: int


class Replay(Struct):
    """A match that is over: who played what, its hands, and with whose eyes it is seen.

    before: the match whose deals were played again here. again: matches in which this visitor has played its deals again.
    """

    hello: wire.Hello
    eye: str
    eyes: list[ReplayEye]
    hands: list[ReplayHand]
    sheet: wire.Sheet
    winners: list[int]
    over: bool
    may: ReplayMay
    link: str
    before: Rematch | None
    again: list[Rematch]
    line: int = -1
    """The step after which this is no longer the match but a line of the solver; -1: it is the match."""


class ReplaySteps(Struct):
    """The steps of a hand."""

    steps: list[ReplayStep]


class Judged(Struct):
    """A choice and how it compares with the best one, in words.

    `taken`: it was chosen. `level`: it is as good as the best. `entry`: how it is made, to be pointed at.
    """

    words: str
    expected: str
    taken: bool
    level: bool
    entry: wire.Entry


class Verdict(Struct):
    """The choice that the strong player would have made, and the choice that was made: whole chains, in words.

    options: the best two or three first picks, and the one that was taken if it is not among them.
    """

    entry: int
    seat: int
    taken: list[str]
    advised: list[str]
    same: bool
    text: str
    options: list[Judged]


class Costly(Struct):
    """A choice that cost much by what its seat saw: its number in the log, the hand, what was chosen and what is best, in words.

    figure: by how much it is behind, with its interval. why: what speaks for the best one.
    """

    entry: int
    hand: int
    taken: str
    best: str
    figure: str
    why: str


class Reviewed(Struct):
    """A seat's choices in a match: how many were weighed, how good they were in a sentence, and the three that cost most."""

    weighed: int
    text: str
    costly: list[Costly]


class Settled(Struct):
    """Whether a position of a patience could have been won, all cards known; null: that was not settled in the time there is.

    entries: of the log, up to the position. moves: choices of a line that wins. seconds: of processor time it took. line: the
    page that shows the line, empty if there is none.
    """

    entries: int
    winnable: bool | None
    moves: int
    seconds: float
    line: str


class Lost(Struct):
    """The choice that lost a patience, in a sentence, as far as the solver found out.

    entry: the number of that choice in the log, -1 if it is not known. back: how much of the log leads to the last position
    that is known to be winnable, -1 if none is. line: the page that shows how it could be won there, empty if there is none.
    seconds: of processor time it took.
    """

    text: str
    entry: int
    back: int
    line: str
    seconds: float


Page = Replay | ReplaySteps | Verdict | Reviewed | Settled | Lost
