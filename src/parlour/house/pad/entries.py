"""Entries, and which of them count: taken back, replaced, contradicted. Nothing here knows a rule."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Container, Iterable, Sequence
from typing import Any

from .events import Event, Latest, Place, places
from .sheet import Claim

Subject = tuple[int, int]
"""The subject of an event: a hand (match, hand); a match as a whole (match, 0); the players (0, 0)."""


class Entries:
    """Entries of one hand: by key the claims that count, in order of their authors; a note."""

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
        """All authors of entries."""
        return sorted({claim.by for claims in self.claims.values() for claim in claims})


def _agree(claims: list[Claim]) -> bool:
    return all(claim.value == claims[0].value and type(claim.value) is type(claims[0].value) for claim in claims)


def subject_of(event: Event) -> Subject | None:
    """Return the subject of an event; None for an undo, which is about another event."""
    if event.kind in ("tell", "note"):
        return event.match, event.hand
    if event.kind in ("dealer", "end"):
        return event.match, 0
    return (0, 0) if event.kind == "players" else None


class Ledger:
    """The events of one subject in the order in which they came, and which of them stand."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.stands: dict[Place, list[Event]] = {}
        self._latest = Latest()
        for event in events:
            self.add(event)

    def add(self, event: Event) -> Event:
        """Take an event; it comes back saying what it replaces."""
        event = self._latest.placed(event)
        self.events.append(event)
        return event

    def weigh(self, void: Container[str]) -> None:
        """Compute again what stands. void: ids of events that are taken back."""
        self.stands = standing(self.events, [event for event in self.events if event.id not in void])

    def entries(self) -> Entries | None:
        """Return the entries of the hand; None if none counts."""
        found = Entries()
        any_entry = False
        for (kind, *_, key), events in self.stands.items():
            if kind == "note":
                any_entry = True
                found.note = "; ".join(dict.fromkeys(event.text for event in events if event.text))
            if kind == "tell":
                claims = [Claim(e.by, e.cells[key], "", e.at, e.id) for e in events if e.cells[key] is not None]
                if claims:
                    any_entry = True
                    found.claims[key] = claims
        return found if any_entry else None


class Undoing:
    """The events that are taken back. An undo that was taken back itself takes nothing back."""

    def __init__(self) -> None:
        self.known: dict[str, Event] = {}
        self.void: set[str] = set()
        self._undos: dict[str, list[str]] = {}
        """By event the undos that take it back."""

    def add(self, events: Iterable[Event]) -> list[Event]:
        """Take new events; return those, also of before, that counted and are void now, or the other way round.

        Only the events that are linked with the new ones by undos are looked at.
        """
        reached: set[str] = set()
        for event in events:
            self.known[event.id] = event
            if event.kind == "undo":
                self._undos.setdefault(event.of, []).append(event.id)
        waiting = [event.id for event in events if event.kind == "undo" or event.id in self._undos]
        while waiting:
            event_id = waiting.pop()
            if event_id not in reached:
                reached.add(event_id)
                waiting += self._undos.get(event_id, ())
                if event_id in self.known and self.known[event_id].kind == "undo":
                    waiting.append(self.known[event_id].of)
        linked = [self.known[event_id] for event_id in reached if event_id in self.known]
        counts = {event.id for event in counting(linked)}
        turned = [event for event in linked if (event.id in self.void) == (event.id in counts)]
        self.void.symmetric_difference_update(event.id for event in turned)
        return turned

    def drop(self, event_id: str) -> None:
        """Forget an event that is not taken after all."""
        del self.known[event_id]


def counting(events: Sequence[Event]) -> list[Event]:
    """The events that were not taken back, in the order they are given. An undo that was taken back itself takes nothing back."""
    undone_by: Counts[str] = Counts(event.of for event in events if event.kind == "undo")
    by_id = {event.id: event for event in events}
    void: set[str] = set()
    settled = [event for event in events if not undone_by[event.id]]
    while settled:  # from those that nothing takes back inwards; a circle of undos takes nothing back
        event = settled.pop()
        if event.kind != "undo" or event.of not in by_id:
            continue
        undone_by[event.of] -= 1
        if event.id not in void:
            void.add(event.of)
        if not undone_by[event.of]:
            settled.append(by_id[event.of])
    return [event for event in events if event.id not in void]


def standing(events: Iterable[Event], counts: Iterable[Event]) -> dict[Place, list[Event]]:
    """Return, by place, the events that count and that no other one replaces, in order of author and id: whichever way they came.

    An event that replaces another also replaces everything that the other replaced, also after the event between them was taken
    back.
    """
    by_id: dict[Place, dict[str, Event]] = {}
    for event in events:
        for place in places(event):
            by_id.setdefault(place, {})[event.id] = event
    found: dict[Place, list[Event]] = {}
    for event in counts:
        for place in places(event):
            found.setdefault(place, []).append(event)
    for place, entered in found.items():
        replaced: set[str] = set()
        reached = list(entered)
        while reached:
            event = reached.pop()
            new = [of for of in event.over or () if of not in replaced and of != event.id and of in by_id[place]]
            replaced.update(new)
            reached += [by_id[place][of] for of in new]
        found[place] = sorted((event for event in entered if event.id not in replaced), key=lambda event: (event.by, event.id))
    return found
