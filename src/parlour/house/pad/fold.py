"""A pad's events worked out to its sheet: which of them count, what was entered for each hand, and what the rules make of it.

It is one function of the set of events, whichever way they came, so undoing, correcting an earlier hand, two scorekeepers and
putting together what was written without a line are all the same thing.

`Folding` keeps what was worked out: how every match stands before each of its hands. New events then cost what they change, from
the first hand that they change to the end of its match.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.kit.layout import DEAL, NOBODY
from parlour.languages import in_series

from .entries import Entries, Ledger, Subject, Undoing, subject_of
from .events import Event, Pad
from .form import Form, Problem
from .scoring import Hand, Lacking, Refused, Scorer, Tables
from .sheet import Difference, Entry, HandOfPad, MatchOfPad, Next, Sheet, next_of
from .statistics import Tally
from .words import counters, difference_of, left, words_of

MOST_COMING = 20
"""Hands whose forms are given ahead."""


def fold(pad: Pad) -> Sheet:
    """The sheet of a pad."""
    return Folding(pad).sheet()


class Stand(NamedTuple):
    """The state of a match between two hands.

    dealt: the table as the next hand is dealt, or as it would be if hands before it are not scored (`stopped`). tables: as it was
    dealt last after hands that are all scored, None if that was in an earlier match.
    """

    dealt: Tables
    stopped: bool
    over: bool
    totals: list[int]
    tables: Tables | None
    tally: Tally


class Run:
    """A match that is worked out: how it stands before each hand that it shows and after the last.

    Hands without entries are not shown after one that is not scored, and after the end.
    """

    def __init__(self, match: MatchOfPad, start: Stand) -> None:
        self.match, self.stands = match, [start]

    @property
    def last(self) -> int:
        """The number of the last hand that is shown, 0 if there is none."""
        return self.match.hands[-1].number if self.match.hands else 0

    def back_to(self, number: int) -> list[HandOfPad]:
        """Go back to how it stood before a hand; the hands that are worked out no more."""
        match = self.match
        kept = bisect_left(match.hands, number, key=lambda hand: hand.number)
        dropped = match.hands[kept:]
        del match.hands[kept:], self.stands[kept + 1 :]
        stand = self.stands[-1]
        match.totals = stand.totals
        if not stand.over:
            match.over, match.winners, match.payoff = False, [], []
        return dropped


class Place(NamedTuple):
    """The state of a pad before a match. next: the hand to enter next, if it belongs to an earlier match; coming: its table."""

    dealer: int
    stopped: bool
    tables: Tables | None
    next: Next | None
    coming: Tables | None
    matches: int
    tally: Tally


class Folding:
    """A pad and its sheet, kept up to date.

    `refresh` follows what was added to the pad; `take` adds events and refuses those that cannot be. touched: the hands that were
    worked out again, or are gone; the reader empties it.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad, self.game = pad, pad.game
        self.touched: set[Subject] = set()
        self.hands: dict[Subject, HandOfPad] = {}
        self.differences: dict[Subject, list[Difference]] = {}
        self.undoing = Undoing()
        self.acts: list[Event] = []
        """Undos, and ends of matches."""
        self._absorbed = 0
        self._ledgers: dict[Subject, Ledger] = {}
        self._entries: dict[int, dict[int, Entries]] = {}
        self._ended: set[int] = set()
        self._given: dict[Subject, list[Event]] = {}
        """Events that `take` is about to add: those that make a hand impossible are refused."""
        self._refused: dict[str, str] = {}
        self._begin(list(pad.head.players))
        self._work_out({1: 0})
        self.refresh()

    def _begin(self, players: list[str]) -> None:
        """Nothing is worked out yet. players: their names are in everything that is shown."""
        self.players = players
        self.scorer = Scorer(self.game, players)
        goal = getattr(self.scorer.pad, "goal", None)
        self.single = goal is not None and goal(self.game.blank()[0])[2] == 1
        self.touched |= self.hands.keys()
        self.hands, self.differences = {}, {}
        self._runs: dict[int, Run] = {}
        self._matches: list[MatchOfPad] = []
        self._dealers = {1: self.pad.head.dealer}
        self._end = Place(self.pad.head.dealer, False, None, None, None, 0, Tally.none(self.game.seats))
        self._places = [self._end]
        """How the pad stands before each match, up to the one after the last with an entry."""

    # what is entered

    def refresh(self) -> None:
        """Follow what was added to the pad."""
        self._absorb(self.pad.since(self._absorbed))
        self._absorbed = len(self.pad)

    def take(self, given: Sequence[Event]) -> tuple[list[Event], dict[str, str]]:
        """Add those of new events that the pad can take: (they, by id why not the others); what it has is in neither.

        An event is refused if it cannot be one, or makes a hand impossible that was not so before. Of a hand that cannot have
        been so, its new events are tried one after the other, that hand alone.
        """
        self.refresh()
        new: dict[str, Event] = {}
        self._given, self._refused = {}, {}
        for event in given:
            try:
                if self.pad.lacks(event, new):
                    new[event.id] = event
                    if event.kind == "tell":
                        self._given.setdefault((event.match, event.hand), []).append(event)
            except BadInput as why:
                self._refused[event.id] = str(why)
        self._absorb(list(new.values()))
        empty = sorted((match, hand) for match, hand in self._given if hand not in self._entries.get(match, {}))
        self._given = {}
        if empty:  # all that was entered for them was refused, or does not count
            self._work_out(dict(reversed(empty)))
        taken = [self.undoing.known[event_id] for event_id in new if event_id not in self._refused]
        for event in taken:
            self.pad.add(event)
        self._absorbed = len(self.pad)
        return taken, self._refused

    def counts(self, event: Event) -> bool:
        """Whether an event was not taken back."""
        return event.id not in self.undoing.void

    def entries_by(self, match: int, hand: int, author: str) -> dict[str, Event]:
        """Return, by key of a hand, the event of an author that stands."""
        ledger = self._ledgers.get((match, hand), Ledger())
        places = ((key, event) for (kind, *_, key), events in ledger.stands.items() if kind == "tell" for event in events)
        return {key: event for key, event in places if event.by == author}

    def _absorb(self, events: Sequence[Event]) -> None:
        """Take events, and work out again what they change."""
        placed = []
        for event in events:
            subject = subject_of(event)
            placed.append(event if subject is None else self._ledgers.setdefault(subject, Ledger()).add(event))
            if event.kind in ("undo", "end"):
                self.acts.append(event)
        changed = {subject_of(event) for event in (*placed, *self.undoing.add(placed))} - {None}
        dirty: dict[int, int] = {}
        for match, hand in sorted(subject for subject in changed if subject is not None):
            ledger = self._ledgers[match, hand]
            ledger.weigh(self.undoing.void)
            if match == 0:
                seatings = [event.players for events in ledger.stands.values() for event in events]
                self._begin(list(seatings[-1] if seatings else self.pad.head.players))
                for number in self._settings():
                    self._set(number)
                dirty = {1: 0}
            elif hand == 0:
                self._set(match)
            else:
                self._set_entries((match, hand), ledger.entries())
            if match and not dirty.get(match):  # they are sorted: the first hand of each match is noted
                dirty[match] = hand
        if dirty:
            self._work_out(dirty)

    def _settings(self) -> list[int]:
        return [match for match, hand in self._ledgers if match and not hand]

    def _set(self, match: int) -> None:
        """Set the first dealer of a match, or that the match was broken off."""
        ledger = self._ledgers[match, 0]
        dealers = [event.dealer for events in ledger.stands.values() for event in events]
        if dealers:
            self._dealers[match] = dealers[-1]
        elif match == 1:
            self._dealers[1] = self.pad.head.dealer
        else:
            self._dealers.pop(match, None)
        ends = any(event.kind == "end" and self.counts(event) for event in ledger.events)
        (self._ended.add if ends else self._ended.discard)(match)

    def _set_entries(self, at: Subject, entries: Entries | None) -> None:
        match, hand = at
        if entries is not None:
            self._entries.setdefault(match, {})[hand] = entries
        elif hand in self._entries.get(match, {}):
            del self._entries[match][hand]
            if not self._entries[match]:
                del self._entries[match]

    # what is shown

    def sheet(self) -> Sheet:
        """Return the sheet of the pad. It is valid until the pad changes."""
        tables = self._end.tables
        assert tables is not None, "the first match is dealt with any entries"
        sides: dict[int, list[int]] = {}
        for p in range(self.game.seats):
            sides.setdefault(int(tables[0].side[p]), []).append(p)
        room = self.game.room
        return Sheet(
            room.name,
            speech.text(room, room.title),
            self.players,
            list(sides.values()),
            room.low,
            self._matches,
            self._next,
            [difference for at in sorted(self.differences) for difference in self.differences[at]],
            left(self.scorer, tables, self._matches[-1]),
            self.tally.figures(),
            len(self.pad),
        )

    @property
    def tally(self) -> Tally:
        """The figures of all hands and matches."""
        return self._end.tally

    @property
    def _next(self) -> Next:
        assert self._end.next is not None, "a match without entries is not over"
        return self._end.next

    def ahead(self, number: int) -> list[Next]:
        """The next hand and those after it, with the deal passing to the left: for a phone without a line."""
        found, tables = [self._next], self._end.coming
        assert tables is not None
        match, hand = self._next.match, self._next.hand
        while len(found) < min(number, MOST_COMING) and not tables[0].over:
            if self.single:
                dealer, match = self._left_of(int(tables[0].dealer)), match + 1
                tables = self.scorer.deal(self.scorer.begin(self._dealers.get(match, dealer)))
            else:
                tables, hand = self._as_if(tables), hand + 1
            found.append(self._coming(match, hand, tables, True))
        return found

    def form(self, match: int, hand: int) -> Form:
        """The form of a hand, entered already or the next one. BadInput if there is no such hand yet."""
        if not ((match, hand) in self.hands or (match, hand) == (self._next.match, self._next.hand)):
            raise BadInput(f"match {match}, hand {hand}: it cannot be entered yet")
        run = self._runs[match]
        shown = bisect_left(run.match.hands, hand, key=lambda one: one.number)
        return self.scorer.form(self._before(run, shown, hand).dealt)

    # what is worked out

    def _left_of(self, dealer: int) -> int:
        return (dealer + 1) % self.game.seats if dealer != NOBODY else 0

    def _work_out(self, dirty: dict[int, int]) -> None:
        """Work the matches out again from the first that has changed. The hand to enter next is in the first that is not over.

        dirty: by match the first hand that has changed, 0 if it is the match as a whole.
        """
        last = max(max(self._entries, default=1), max(self._ended, default=1))
        number = min(*dirty, last + 1, len(self._places))
        place = self._places[number - 1]
        del self._places[number - 1 :], self._matches[place.matches :]
        worked_out = set()
        for match in range(number, last + 2):
            self._places.append(place)
            if place.next is None or match in self._entries or match in self._ended:
                run = self._match(match, place, dirty.get(match, 0))
                place = self._after(match, place, run, match <= last)
                worked_out.add(match)
        self._end = place
        for match in dirty.keys() - worked_out:  # it has no entries any more
            self._forget(self._runs.pop(match, None))

    def _after(self, number: int, place: Place, run: Run, is_shown: bool) -> Place:
        """Return how the pad stands after a match."""
        match, stand = run.match, run.stands[-1]
        if is_shown:
            self._matches.append(match)
        stopped, found, coming = stand.stopped, place.next, place.coming
        if not (found or match.over or match.ended or (self.single and match.hands)):
            found, coming = self._coming(number, run.last + 1, stand.dealt, stopped), stand.dealt
            stopped = True
        return Place(
            self._left_of(match.hands[-1].dealer) if match.hands else match.dealer,
            stopped,
            place.tables if stand.tables is None else stand.tables,
            found,
            coming,
            len(self._matches),
            place.tally.plus(stand.tally).plus(Tally.of_end(match)) if match.over else place.tally.plus(stand.tally),
        )

    def _match(self, number: int, place: Place, first: int) -> Run:
        """A match, worked out from the first hand that has changed; 0: none has."""
        dealer, run = self._dealers.get(number, place.dealer), self._runs.get(number)
        if run is None or (run.match.dealer, run.stands[0].stopped) != (dealer, place.stopped):
            self._forget(run)
            run = self._runs[number] = self._started(number, dealer, place.stopped)
            first = 1
        if first:
            entries = self._entries.get(number, {})
            last = max(entries, default=0)
            self._drop(run.back_to(min(first, last + 1)))
            while run.last < last and not (run.stands[-1].stopped or run.stands[-1].over):
                self._hand(run, run.last + 1)
            for hand in sorted(hand for hand in entries if hand > run.last):
                self._hand(run, hand)
        run.match.ended = number in self._ended and not run.match.over
        return run

    def _started(self, number: int, dealer: int, stopped: bool) -> Run:
        dealt = self.scorer.deal(self.scorer.begin(dealer))
        totals = [int(x) for x in dealt[0].score[: self.game.seats]]
        start = Stand(dealt, stopped, False, totals, None if stopped else dealt, Tally.none(self.game.seats))
        return Run(MatchOfPad(number, dealer, [], totals), start)

    def _forget(self, run: Run | None) -> None:
        if run is not None:
            self._drop(run.match.hands)

    def _drop(self, hands: Sequence[HandOfPad]) -> None:
        for hand in hands:
            at = hand.match, hand.number
            self.touched.add(at)
            self.hands.pop(at, None)
            self.differences.pop(at, None)

    def _hand(self, run: Run, number: int) -> None:
        """Work out one hand, and how the match stands after it."""
        match, stand = run.match, self._before(run, len(run.stands) - 1, number)
        at = match.number, number
        entries = self._entries.get(match.number, {}).get(number) or Entries()
        shown, hand = self._shown(at, stand, entries)
        if shown.state == "refused" and at in self._given:
            entries = self._admit(at, stand)
            shown, hand = self._shown(at, stand, entries)
        match.hands.append(shown)
        self.hands[at] = shown
        self.touched.add(at)
        if differing := entries.differing():
            form = self.scorer.form(stand.dealt)
            self.differences[at] = [difference_of(*at, key, entries.claims[key], form) for key in differing]
        if hand is not None:
            stand = self._scored(match, stand, shown, hand)
        elif not stand.over:
            stand = stand._replace(dealt=self._as_if(stand.dealt), stopped=True)
        run.stands.append(stand)

    def _before(self, run: Run, shown: int, number: int) -> Stand:
        """The state of a match before a hand that is entered after the shown ones; hands between them are not entered yet."""
        stand = run.stands[shown]
        last = run.match.hands[shown - 1].number if shown else 0
        if stand.stopped:
            for _ in range(last + 1, min(number, shown + MOST_COMING)):
                stand = stand._replace(dealt=self._as_if(stand.dealt))
        return stand

    def _shown(self, at: Subject, stand: Stand, entries: Entries) -> tuple[HandOfPad, Hand | None]:
        """(a hand as it was entered, what the rules made of it if it is scored). Nothing else is changed."""
        form, cells, dealt = self.scorer.form(stand.dealt), entries.cells(), stand.dealt
        values, missing, problems = form.read(cells)
        shown = HandOfPad(
            *at, "scored", int(dealt[0].dealer), self.scorer.leader(dealt), cells, entries.authors(), note=entries.note
        )
        shown.fields, shown.words = form.fields, words_of(form, cells)
        shown.missing, shown.problems = missing, problems
        if stand.stopped:
            shown.state, shown.problems = "waiting", []
        elif entries.differing():
            shown.state = "differs"
        elif problems:
            shown.state = "refused"
        elif missing or not entries.claims:
            shown.state = "open"
        if stand.over:
            shown.state = "after the end"
        if shown.state != "scored":
            return shown, None
        try:
            return shown, self.scorer.settle(dealt, form, values)
        except Lacking as lack:
            shown.state, shown.missing = "open", lack.keys
        except Refused as why:
            shown.state, shown.problems = "refused", [Problem("", str(why))]
        return shown, None

    def _scored(self, match: MatchOfPad, stand: Stand, shown: HandOfPad, hand: Hand) -> Stand:
        """Note what the rules made of a hand; how the match stands after it."""
        seats, t = self.game.seats, hand.tables[0]
        match.totals = shown.totals = [int(x) for x in t.score[:seats]]
        shown.points = [now - was for was, now in zip(stand.totals, match.totals, strict=True)]
        shown.account = [Entry(text, points) for text, points in hand.account]
        shown.counters = counters(self.scorer, hand.tables)
        if t.over:
            match.over = True
            match.winners = [p for p in range(seats) if int(t.winners) >> p & 1]
            match.payoff = [float(x) for x in t.payoff[:seats]]
        dealt = hand.tables if match.over else self.scorer.deal(hand.tables)
        tally = stand.tally.plus(Tally.of_hand(shown))
        return Stand(dealt, False, match.over, match.totals, dealt, tally)

    def _admit(self, at: Subject, stand: Stand) -> Entries:
        """Refuse the new events of a hand that make it impossible; return the entries of the hand without them."""
        given = {event.id for event in self._given[at]}
        ledger = Ledger(event for event in self._ledgers[at].events if event.id not in given)
        if not self._why_not(at, stand, ledger):  # else it could not have been so before
            for event in self._given[at]:
                tried = Ledger([*ledger.events, event])
                why = self._why_not(at, stand, tried) if self.counts(event) else ""
                if why:
                    self._refused[event.id] = why
                    self.undoing.drop(event.id)
                else:
                    ledger = tried
                    self.undoing.known[event.id] = ledger.events[-1]
            self._ledgers[at] = ledger
            ledger.weigh(self.undoing.void)
            self._set_entries(at, ledger.entries())
        return self._entries.get(at[0], {}).get(at[1]) or Entries()

    def _why_not(self, at: Subject, stand: Stand, ledger: Ledger) -> str:
        """Return why a hand cannot have been as it was entered; empty if it can, or not all is known."""
        ledger.weigh(self.undoing.void)
        shown, _ = self._shown(at, stand, ledger.entries() or Entries())
        return in_series(problem.text for problem in shown.problems) if shown.state == "refused" else ""

    def _as_if(self, dealt: Tables) -> Tables:
        """The hand after one that is not scored yet, as far as it can be known."""
        tables = dealt.copy()
        t = tables[0]
        t.phase, t.turn, t.asked = DEAL, NOBODY, 0
        t.dealer = (t.dealer + 1) % t.seats if t.dealer != NOBODY else NOBODY
        again = getattr(self.scorer.pad, "again", None)
        if again is not None:
            again(t)
        return self.scorer.deal(tables)

    def _coming(self, match: int, hand: int, dealt: Tables, provisional: bool) -> Next:
        return next_of(match, hand, int(dealt[0].dealer), self.scorer.leader(dealt), self.scorer.form(dealt), provisional)
