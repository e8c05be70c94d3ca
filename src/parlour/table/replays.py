"""Matches that are over, to be looked at again: step by step with the eyes of a seat, of an onlooker, or with all cards open.

Everything is made from the log of the match as it stands at its end, so what was taken back is not in it. A replay with the
eyes of a seat is told by the same feed as the match itself; what the strong player would have chosen is asked of a view of the
seat that chose, masked as it was then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.bots import review
from parlour.bots.options import Option, notable, spoken, unit_of
from parlour.bots.reasons import Case, against, is_level, sentence
from parlour.bots.review import Weighed
from parlour.engine.deals import PastDeals
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, Match, Step, replay_log
from parlour.engine.positions import seats_of
from parlour.engine.view import View
from parlour.engine.windows import in_order
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from . import players, words
from .feeds import Feed
from .gallery import OpenFeed
from .live import attributed, quiet_step
from .rows import Row
from .wire import Log, LogLine, Sheet, SheetRow
from .wire import View as ViewMessage
from .wire_replay import Costly, Judged, ReplayHand, ReplayStep, Reviewed, Verdict

OPEN, PUBLIC = "open", "public"
"""The eyes that are not a seat's."""
OWN = lazy_gettext("You")
PEER = "fair"
"""The level that a review compares a player with."""
REVIEW_SECONDS = 0.2
"""Thought of the strong player for each choice of a review."""
Entries = Sequence[Chosen | Chance]
"""The log of a match."""


@dataclass(frozen=True)
class MatchReplay:
    """A match as one eye sees it."""

    steps: list[ReplayStep]
    hands: list[ReplayHand]
    sheet: Sheet
    winners: list[int]
    over: bool

    def of_hand(self, number: int) -> list[ReplayStep]:
        """Return the steps of the hand with this index. Raise BadInput if there is none."""
        if not 0 <= number < len(self.hands):
            raise BadInput(lazy_gettext("there is no such hand in this match"))
        hand = self.hands[number]
        return self.steps[hand.first : hand.first + hand.steps]


def past_deals(rows: Sequence[Row]) -> PastDeals:
    """Return the deals of a table from its rows, so that they can be dealt again. Raise BadInput if it has not begun."""
    lots = next((row.data for row in rows if row.kind == "chance"), None)
    if lots is None:
        raise BadInput(lazy_gettext("nothing was dealt there"))
    sealed = [row.data for row in rows if row.kind == "commit"]
    return PastDeals(lots, {hand: salt for hand, _, salt in sealed})


def can_be_dealt_again(game: Game, rows: Sequence[Row]) -> bool:
    """Whether the first hand of a table comes again by its salt: not if it was dealt by an earlier version of Parlour."""
    seals = [row.data for row in rows if row.kind == "commit"]
    if not seals:
        return False
    match = game.fresh(live=True, redealt=past_deals(rows))
    match.at_once = True
    match.begin()
    return bool(match.commitments[0].digest == seals[0][1])


def fresh(game: Game) -> Match:
    """A match that has not begun, to play a log on."""
    return game.fresh(0)


def make_replay(game: Game, log: Entries, names: Sequence[str], eye: str, own: int = NOBODY) -> MatchReplay:
    """A match as an eye sees it: `open`, `public`, or a seat's number as text.

    own: the seat of the visitor, which is called "You" if they look with its eyes or with all cards open. Raise BadInput if
    there is no such eye.
    """
    teller = _Replayer(game, names, eye, own)
    teller.follow(log)
    return teller.replay()


def verdict(game: Game, log: Entries, entry: int) -> Verdict:
    """Return what the strong player would have chosen instead of this entry of the log. Raise BadInput if it is not a choice."""
    chosen, view = _before(game, log, entry)
    bot = players.bot(players.adviser(game.room))
    codes, options = bot.consider(view)
    few = notable(options)
    taken = chosen.codes[0]
    few += [option for option in options if option.code == taken and option not in few]
    judged = [_judged(Case(view), option, few[0], option.code == taken) for option in few]
    chains = [[spoken(game, code) for code in chain] for chain in (chosen.codes, codes)]
    same = list(chosen.codes) == codes
    why = sentence(view, codes, options, [] if options else bot.compare(view, codes[0]))
    return Verdict(entry, chosen.seat, chains[0], chains[1], same, why, judged)


def weighed(game: Game, log: Entries, entry: int) -> Weighed | None:
    """See `review.weighed`: the strong player looks at each choice of a match, so for each it has less time than for a hint."""
    judge = players.bot(players.adviser(game.room), REVIEW_SECONDS)
    try:
        return review.weighed(lambda: fresh(game), log, entry, judge, players.bot(PEER))
    except BadInput:  # no deal was found that fits this view: the others still count
        return None


def reviewed(game: Game, found: Sequence[Weighed], step: int) -> Reviewed:
    """Return the review of a seat's choices as a page tells it. found: of `weighed`. step: every how many choices one was."""
    whole = review.summary(game.room, found, step)
    costly = [
        Costly(
            *(one.entry, one.hand, one.taken, one.best),
            review.figure(one.behind, one.error, unit_of(game.room) if one.points else review.MATCH),
            one.why,
        )
        for one in whole.costly
    ]
    return Reviewed(whole.weighed, review.verdict(whole), costly)


def _judged(case: Case, option: Option, best: Option, taken: bool) -> Judged:
    (entry,) = words.entries(case.game, [range(option.code, option.code + 1)], case.seat, case.row)
    expected = "is best" if option is best else against(case, option, best)
    return Judged(spoken(case.game, option.code), expected, taken, option is best or is_level(option, best), entry)


def _before(game: Game, log: Entries, entry: int) -> tuple[Chosen, View]:
    """An entry of the log, and what its seat saw and remembered when it chose."""
    chosen = log[entry] if 0 <= entry < len(log) else None
    if not isinstance(chosen, Chosen):
        raise BadInput(lazy_gettext("nobody chose there"))
    match = fresh(game)
    replay_log(match, list(log[:entry]))
    return chosen, match.view(chosen.seat, memory=True)


class _Replayer:
    """Plays a log again and notes what an eye is told."""

    def __init__(self, game: Game, names: Sequence[str], eye: str, own: int) -> None:
        self.game, self.room = game, game.room
        self.match = fresh(game)
        self.match.watchers.append(self._watch)
        self.open = eye == OPEN
        self.seat = _seat_of(game, eye)
        blank = self.match.tables
        called = [OWN if seat == own else name for seat, name in enumerate(names)]
        self.feed: Feed
        if self.open:
            self.feed = OpenFeed(game, NOBODY, called, "", blank)
            self.feed.teller.viewer = own
        else:
            self.feed = Feed(game, self.seat, names, called[self.seat] if self.seat != NOBODY else "", blank)
        self.steps: list[ReplayStep] = []
        self._numbers: list[int] = []  # by step that of its hand; what comes before the first deal belongs to it

    def follow(self, log: Entries) -> None:
        """Play the log. One that its host ended may break off within steps that nobody chooses: then they are left out."""
        try:
            replay_log(self.match, list(log))
        except BadInput:
            if self._chosen(self.match.log) < self._chosen(log):
                raise

    @staticmethod
    def _chosen(log: Entries) -> int:
        return sum(isinstance(entry, Chosen) for entry in log)

    def replay(self) -> MatchReplay:
        """Return the replay as it is so far."""
        row, sheet = self.match.row, self.feed.sheet()
        winners = seats_of(int(row.winners)) if row.over else []
        return MatchReplay(self.steps, self._hands(sheet.rows), sheet, winners, bool(row.over))

    def _watch(self, step: Step) -> None:
        entry = self._entry(step)
        step = attributed(self.game, step)
        if self.open:
            asked: list[int] | None = None
        elif self.room.is_quiet(step.after[0]) and not step.after[0].over:
            step, asked = quiet_step(self.room, step, self.seat, True), None
        else:
            asked = [seat for seat, _ in in_order(self.room, step.after)] or None
        lines: list[LogLine] = []
        for message in self.feed.take(step, asked):
            if isinstance(message, Log):
                lines += message.lines
            elif isinstance(message, ViewMessage):
                known = entry if self.open or (message.step is not None and message.step.seat == self.seat) else -1
                self.steps.append(ReplayStep(message.n, message.view, message.step, message.pause, list(lines), known))
                self._numbers.append(max(1, int(step.after[0].hand_number)))

    def _entry(self, step: Step) -> int:
        """Return the number of the log's entry that a step comes from, -1 if nobody chose it."""
        if step.seat == NOBODY:
            return -1
        return next(k for k in range(len(self.match.log) - 1, -1, -1) if isinstance(self.match.log[k], Chosen))

    def _hands(self, rows: list[SheetRow]) -> list[ReplayHand]:
        scores = {row.hand: row.scores for row in rows}
        found: list[ReplayHand] = []
        for k, number in enumerate(self._numbers):
            if not found or number != found[-1].hand:
                found.append(ReplayHand(number, k, 0, scores.get(number, [])))
            found[-1].steps += 1
        return found


def _seat_of(game: Game, eye: str) -> int:
    """Return the seat of an eye, NOBODY for a spectator. Raise BadInput if there is none."""
    if eye in (OPEN, PUBLIC):
        return NOBODY
    if eye.isascii() and eye.isdigit() and len(eye) < 3 and int(eye) < game.seats:
        return int(eye)
    raise BadInput(lazy_gettext("this match has no such point of view"))
