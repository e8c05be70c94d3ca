"""A pad's events worked out to its sheet: which of them count, what was told of each hand, and what the rules make of it.

It is one function of the set of events, whichever way they came, so undoing, correcting an earlier hand, two scorekeepers and
putting together what was written without a line are all the same thing.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.kit.layout import DEAL, NOBODY

from .events import Event, Latest, Pad, places
from .form import Form, Problem
from .scoring import Lacking, Refused, Scorer, Tables
from .sheet import Claim, Counter, Difference, Entry, HandOfPad, MatchOfPad, Next, Sheet, next_of
from .statistics import statistics_of

MOST_COMING = 20
"""Hands whose forms are given ahead."""


class Told:
    """What is told of one hand: by key the claims that count, in order of their authors; a note."""

    def __init__(self) -> None:
        self.claims: dict[str, list[Claim]] = {}
        self.note = ""

    def cells(self) -> dict[str, Any]:
        """The values that nobody contradicts."""
        return {key: claims[0].value for key, claims in self.claims.items() if _agree(claims)}

    def differing(self) -> list[str]:
        """The keys with claims that differ."""
        return [key for key, claims in self.claims.items() if not _agree(claims)]

    def authors(self) -> list[str]:
        """Who told anything."""
        return list(dict.fromkeys(claim.by for claims in self.claims.values() for claim in claims))


def _agree(claims: list[Claim]) -> bool:
    return all(claim.value == claims[0].value and type(claim.value) is type(claims[0].value) for claim in claims)


def counting(events: Iterable[Event]) -> list[Event]:
    """The events that were not taken back, in the order they are given. An undo that was taken back itself takes nothing back."""
    every = list(events)
    undone_by: Counts[str] = Counts(event.of for event in every if event.kind == "undo")
    by_id = {event.id: event for event in every}
    void: set[str] = set()
    settled = [event for event in every if not undone_by[event.id]]
    while settled:  # from those that nothing takes back inwards; a circle of undos takes nothing back
        event = settled.pop()
        if event.kind != "undo" or event.of not in by_id:
            continue
        undone_by[event.of] -= 1
        if event.id not in void:
            void.add(event.of)
        if not undone_by[event.of]:
            settled.append(by_id[event.of])
    return [event for event in every if event.id not in void]


def standing(events: Iterable[Event], counts: Iterable[Event]) -> dict[tuple[Any, ...], list[Event]]:
    """By place the events that count and that no other one replaces, in order of author and id: whichever way they came.

    What an event replaces, whatever replaces that event replaces too, also after the event between them was taken back.
    """
    by_id: dict[tuple[Any, ...], dict[str, Event]] = {}
    for event in events:
        for place in places(event):
            by_id.setdefault(place, {})[event.id] = event
    found: dict[tuple[Any, ...], list[Event]] = {}
    for event in counts:
        for place in places(event):
            found.setdefault(place, []).append(event)
    for place, told in found.items():
        replaced: set[str] = set()
        reached = list(told)
        while reached:
            event = reached.pop()
            new = [of for of in event.over or () if of not in replaced and of != event.id and of in by_id[place]]
            replaced.update(new)
            reached += [by_id[place][of] for of in new]
        found[place] = sorted((event for event in told if event.id not in replaced), key=lambda event: (event.by, event.id))
    return found


def told_of(stands: Mapping[tuple[Any, ...], Sequence[Event]]) -> dict[tuple[int, int], Told]:
    """What is told of each hand, by (match, hand)."""
    found: dict[tuple[int, int], Told] = {}
    for (kind, match, number, key), events in stands.items():
        if kind == "note":
            notes = dict.fromkeys(event.text for event in events if event.text)
            found.setdefault((match, number), Told()).note = "; ".join(notes)
        if kind == "tell":
            claims = [Claim(e.by, e.cells[key], "", e.at, e.id) for e in events if e.cells[key] is not None]
            if claims:
                found.setdefault((match, number), Told()).claims[key] = claims
    return found


def fold(pad: Pad) -> Sheet:
    """The sheet of a pad."""
    return _Fold(pad).sheet()


def forms_ahead(pad: Pad, number: int) -> list[Next]:
    """The forms of the next hands, as far as they can be known now: for a phone without a line."""
    return _Fold(pad).ahead(min(number, MOST_COMING))


def fold_and_ahead(pad: Pad, number: int) -> tuple[Sheet, list[Next]]:
    """The sheet of a pad and the forms of the next hands, worked out once."""
    work = _Fold(pad)
    return work.sheet(), work.ahead(min(number, MOST_COMING))


def form_of(pad: Pad, match: int, hand: int) -> Form:
    """The form of a hand, told already or the next one. BadInput where there is no such hand yet."""
    work = _Fold(pad)
    form = work.forms.get((match, hand))
    if form is None:
        raise BadInput(f"match {match}, hand {hand}: that is not to be told yet")
    return form


def admitted(pad: Pad, given: Sequence[Event]) -> tuple[list[Event], dict[str, str]]:
    """(those of new events that the pad can take, by id why not the others); those that it has already are in neither.

    An event is refused if it cannot be one, or makes a hand impossible that was not so before. The pad is computed once for
    them all: of a hand that cannot have been so, its new events are tried one after the other, that hand alone.
    """
    trial, new, refused = Pad(pad.head, pad.events), [], {}
    for event in given:
        try:
            if trial.add(event):
                new.append(event)
        except BadInput as why:
            refused[event.id] = str(why)
    refused |= _Fold(trial, new).refused
    return [event for event in new if event.id not in refused], refused


class _Fold:
    """The work of `fold`, match by match. given: events that are new, of which those that make a hand impossible are refused."""

    def __init__(self, pad: Pad, given: Sequence[Event] = ()) -> None:
        self.pad, self.game = pad, pad.game
        self.refused: dict[str, str] = {}
        self.given: dict[tuple[int, int], list[Event]] = {}
        for event in given:
            if event.kind == "tell":
                self.given.setdefault((event.match, event.hand), []).append(event)
        self.counting = counting(pad.events)
        self.counts = {event.id for event in self.counting}
        stands = standing(pad.events, self.counting)
        self.players = list(pad.head.players)
        self.dealers: dict[int, int] = {1: pad.head.dealer}
        self.ended = {event.match for event in self.counting if event.kind == "end"}
        for (kind, match, *_), events in stands.items():
            if events and kind == "players":
                self.players = list(events[-1].players)
            elif events and kind == "dealer":
                self.dealers[match] = events[-1].dealer
        self.told = told_of(stands)
        self.scorer = Scorer(pad.game, self.players)
        goal = getattr(self.scorer.pad, "goal", None)
        self.single = goal is not None and goal(self.game.blank()[0])[2] == 1
        self.forms: dict[tuple[int, int], Form] = {}
        self.matches: list[MatchOfPad] = []
        self.differences: list[Difference] = []
        self.next: Next
        self.tables: Tables
        self.next_tables: Tables
        self._matches()

    def sheet(self) -> Sheet:
        """What the pad shows."""
        t = self.tables[0]
        sides: dict[int, list[int]] = {}
        for p in range(self.game.seats):
            sides.setdefault(int(t.side[p]), []).append(p)
        room = self.game.room
        return Sheet(
            room.name,
            room.title,
            self.players,
            list(sides.values()),
            room.low,
            self.matches,
            self.next,
            self.differences,
            left(self.scorer, self.tables, self.matches[-1]),
            statistics_of(self.matches, self.players),
            len(self.pad.events),
        )

    def ahead(self, number: int) -> list[Next]:
        """The next hand and those after it, with the deal passing to the left."""
        found, tables = [self.next], self.next_tables
        match, hand = self.next.match, self.next.hand
        while len(found) < number and not tables[0].over:
            if self.single:
                dealer, match = self._left_of(int(tables[0].dealer)), match + 1
                tables = self.scorer.deal(self.scorer.begin(self.dealers.get(match, dealer)))
            else:
                tables, hand = self._as_if(tables), hand + 1
            found.append(self._next(match, hand, tables, True))
        return found

    def _left_of(self, dealer: int) -> int:
        return (dealer + 1) % self.game.seats if dealer != NOBODY else 0

    def _matches(self) -> None:
        """Every match of which anything is told; the hand to be told next is in the first that is not over."""
        told = {match for match, _ in self.told} | self.ended
        last, dealer, stopped, found = max(told, default=1), self.dealers[1], False, False
        for number in range(1, last + 2):
            if found and number not in told:
                continue
            match, dealt, hand, stopped = self._match(number, self.dealers.get(number, dealer), stopped)
            if number <= last:
                self.matches.append(match)
            if not (found or match.over or match.ended or (self.single and match.hands)):
                self.next_tables, found = dealt, True
                self.next = self._next(number, hand + 1, dealt, stopped)
                stopped = True
            dealer = self._left_of(match.hands[-1].dealer) if match.hands else match.dealer

    def _match(self, number: int, dealer: int, stopped: bool) -> tuple[MatchOfPad, Tables, int, bool]:
        """(a match, the table as its next hand is dealt, hands told, whether some are not scored)."""
        dealt = self.scorer.deal(self.scorer.begin(dealer))
        if not stopped:
            self.tables = dealt
        match = MatchOfPad(number, dealer, [], [int(x) for x in dealt[0].score[: self.game.seats]])
        last = max((hand for of, hand in self.told if of == number), default=0)
        for hand in range(1, last + 1):
            if stopped and (number, hand) not in self.told:
                dealt = self._as_if(dealt) if hand - len(match.hands) < MOST_COMING else dealt
                continue
            if not stopped and not match.over and (number, hand) in self.given:
                self._admit((number, hand), dealt)
            shown = self._hand(match, hand, dealt, self.told.get((number, hand), Told()), stopped)
            match.hands.append(shown)
            if match.over:
                shown.state = "after the end"
            elif shown.state == "scored":
                after = self._score(match, shown, dealt)
                if shown.state == "scored":
                    self.tables = dealt = after if match.over else self.scorer.deal(after)
                    continue
            if not match.over:
                stopped, dealt = True, self._as_if(dealt)
        match.ended = number in self.ended and not match.over
        return match, dealt, last, stopped

    def _admit(self, at: tuple[int, int], dealt: Tables) -> None:
        """Refuse those of the new events of a hand that make it impossible."""
        if not self._why_not(dealt, self.told.get(at, Told())):
            return
        new = {event.id for event in self.given[at]}
        events = [e for e in self.pad.events if e.kind in ("tell", "note") and (e.match, e.hand) == at and e.id not in new]
        latest = Latest()
        for event in events:
            latest.placed(event)
        if self._why_not(dealt, self._told_at(at, events)):
            return  # it could not have been so before
        for event in self.given[at]:
            tried = [*events, latest.completed(event)]
            why = self._why_not(dealt, self._told_at(at, tried)) if event.id in self.counts else ""
            if why:
                self.refused[event.id] = why
            else:
                events = [*events, latest.placed(event)]
        self.told[at] = self._told_at(at, events)

    def _told_at(self, at: tuple[int, int], events: Sequence[Event]) -> Told:
        return told_of(standing(events, [event for event in events if event.id in self.counts])).get(at, Told())

    def _why_not(self, dealt: Tables, told: Told) -> str:
        """Why a hand cannot have been as it was told; empty if it can, or not all is known."""
        form = self.scorer.form(dealt)
        values, missing, problems = form.read(told.cells())
        if problems or missing or told.differing() or not told.claims:
            return "" if told.differing() else "; ".join(problem.text for problem in problems)
        try:
            self.scorer.settle(dealt, form, values)
        except Lacking:
            return ""
        except Refused as why:
            return str(why)
        return ""

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

    def _hand(self, match: MatchOfPad, number: int, dealt: Tables, told: Told, stopped: bool) -> HandOfPad:
        form = self.forms[match.number, number] = self.scorer.form(dealt)
        cells = told.cells()
        shown = HandOfPad(
            match.number, number, "scored", int(dealt[0].dealer), self.scorer.leader(dealt), cells, told.authors(), note=told.note
        )
        for key in told.differing():
            self.differences.append(_difference(match.number, number, key, told.claims[key], form))
        shown.fields = form.fields
        shown.words = words_of(form, cells)
        _, shown.missing, shown.problems = form.read(cells)
        if stopped:
            shown.state, shown.problems = "waiting", []
        elif told.differing():
            shown.state = "differs"
        elif shown.problems:
            shown.state = "refused"
        elif shown.missing or not told.claims:
            shown.state = "open"
        return shown

    def _score(self, match: MatchOfPad, shown: HandOfPad, dealt: Tables) -> Tables:
        """Score a hand; where the rules refuse it, say so."""
        form, seats = self.scorer.form(dealt), self.game.seats
        values, _, _ = form.read(shown.cells)
        try:
            hand = self.scorer.settle(dealt, form, values)
        except Lacking as lack:
            shown.state, shown.missing = "open", lack.keys
            return dealt
        except Refused as why:
            shown.state, shown.problems = "refused", [Problem("", str(why))]
            return dealt
        t = hand.tables[0]
        before = match.totals
        match.totals = [int(x) for x in t.score[:seats]]
        shown.totals = match.totals
        shown.points = [now - was for was, now in zip(before, match.totals, strict=True)]
        shown.account = [Entry(text, points) for text, points in hand.account]
        shown.counters = counters(self.scorer, hand.tables)
        if t.over:
            match.over = True
            match.winners = [p for p in range(seats) if int(t.winners) >> p & 1]
            match.payoff = [float(x) for x in t.payoff[:seats]]
        return hand.tables

    def _next(self, match: int, hand: int, dealt: Tables, provisional: bool) -> Next:
        form = self.forms.setdefault((match, hand), self.scorer.form(dealt))
        return next_of(match, hand, int(dealt[0].dealer), self.scorer.leader(dealt), form, provisional)


def _difference(match: int, hand: int, key: str, claims: list[Claim], form: Form) -> Difference:
    field = form.field(key)
    label = key
    if field is not None:
        seat = field.asked[field.keys.index(key)]
        label = form.label(field, seat)
        for claim in claims:
            claim.text = field.say(claim.value) if not field.fault(claim.value) else str(claim.value)
    return Difference(match, hand, key, label, claims)


def words_of(form: Form, cells: Mapping[str, Any]) -> list[str]:
    """What was told of a hand, a line for each field."""
    found = []
    for field in form.fields:
        told = [(seat, cells[key]) for key, seat in zip(field.keys, field.asked, strict=True) if key in cells]
        told = [(seat, value) for seat, value in told if not field.fault(value) and form.is_asked(field, seat, cells)]
        if not told or all(value == field.usual for _, value in told):
            continue
        if field.per == "hand":
            found.append(f"{field.text}: {field.say(told[0][1])}")
        else:
            whose = form.side_name if field.per == "side" else form.names.__getitem__
            if field.kind == "flag":
                parts = [whose(seat) for seat, value in told if value]
            else:
                parts = [f"{whose(seat)} {field.say(value)}" for seat, value in told]
            found.append(f"{field.text}: {', '.join(parts)}")
    return found


def counters(scorer: Scorer, tables: Tables) -> list[Counter]:
    """The figures besides the score that outlast a hand, as the look names them."""
    room, t = scorer.room, tables[0]
    found: list[Counter] = []
    for figure in speech.look(room).get("figures", ()):
        field = room.Table.fields.get(figure["field"])
        if field is None or not field.kept or not field.per_seat or field.own_shape or len(field.per) > 1:
            continue
        if figure.get("label") and all(counter.field != field.name for counter in found):
            values = [int(x) for x in t[field.name][: scorer.game.seats]]
            found.append(Counter(field.name, str(figure["label"]), values))
    return found


def left(scorer: Scorer, tables: Tables, match: MatchOfPad) -> list[str]:
    """What is still to be reached, in words: by side what is missing to the target, and which hand may be the last."""
    if match.over or match.ended:
        return []
    t, lines = tables[0], []
    goal = getattr(scorer.pad, "goal", None)
    if goal is None:
        return []
    what, figure, hands = goal(t)
    form = Form(t, scorer.names, scorer.game)
    if what == "reach":
        away = [f"{form.side_name(p)} {figure - int(t.score[p])}" for p in form.sides if t.score[p] < figure]
        lines.append(f"To {figure}: {', '.join(away)} to go" if away else f"{figure} is reached; somebody must be ahead")
    elif what == "ends":
        nearest = max(int(t.score[p]) for p in form.sides)
        lines.append(f"The match ends when somebody has {figure}: {max(figure - nearest, 0)} to go")
    elif what:
        lines.append(what.replace("{n}", str(figure)))
    if hands > 1:
        lines.append(f"Hand {int(t.hand_number)} of {'at most ' if what in ('reach', 'ends') else ''}{hands}")
    return lines
