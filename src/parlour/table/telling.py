"""The log of one seat: what happened at the table, told from one of its views to the next and from nothing else.

The layout says what a movement means. Cards that leave the middle for somebody's place were taken; where they lay in a zone that
looks like a trick, they were one, and a card of the winner's among them is what it was won with. Of bets the log says what they
make the pot, of a step that nobody chose whose points it changed. It tells which cards a deal leaves open, and which cards come
to light later: those that the seat gets, those that a player shows, those that are turned up in the middle. Lines have a kind,
by which a page groups them: `hand`, `round` (of bets), `play` (a card to a trick), `trick`, `score`; all others have none.

Each event is told once, in one line. A line that the next step may complete is held until then: what somebody chose, until it is
seen whether it takes anything; the answers to a question that all are asked, until the last is in; words that nobody chose, until
the step that moves the cards or points they speak of.

What words say of the same thing is found in English; a line is told as a `Text`, which each reader gets in a language of their
own. A line is a whole sentence, or parts that are whole by themselves, with a colon or a dash between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.positions import live_places
from parlour.engine.speech import CARDS, card_sign
from parlour.kit.layout import ALL, NOBODY
from parlour.languages import Text, capital, in_list, in_row, lazy_gettext, with_english

from .moves import move_of
from .wire import LogLine, StepInfo, TableView

ENDS_A_CHAIN = "done"
"""The call by which a chain of picks ends in every room; beside its cards it says nothing."""
MOST_SHOWN = 7
"""Cards that are turned up together are named up to this many: more are counted, and the count is told."""
MOST_OPEN = 26
"""A deal that leaves more cards open than this in one place does not name them."""
MOST_NAMED = 13
"""A call that moves more cards than this does not name them."""
STEM = 4
"""Words that begin with the same letters, this many, say the same: "Bid 4" and "I bid 4", "Build 10" and "Building 10"."""


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
"""Numbers as a table says them: "Bid 0" and "Zero" are one bid."""
_YOU = re.compile(r"\byour?\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:a|one) (?:point|token)\b", re.IGNORECASE)


@dataclass
class _Held:
    """A line that the next step may complete."""

    line: LogLine
    by: int = NOBODY
    """The seat that chose; NOBODY for words of a step that nobody chose."""
    counted: bool = False
    """Whether points are told in it."""
    called: bool = False
    """Whether a call was chosen and not a card: cards that come next are what it asked for."""


@dataclass
class _Answers:
    """The answers of the seats so far to a question that all are asked."""

    phase: str
    lines: dict[str, LogLine] = field(default_factory=dict)
    seats: dict[str, list[int]] = field(default_factory=dict)
    cards: bool = False

    def add(self, seat: int, text: str, public: str, n: int) -> None:
        """Add a seat's answer. public: what all hear of it, by which answers are equal."""
        answer, before = public or text, self.lines.get(public or text)
        self.lines[answer] = LogLine(n, min(text, before.text, key=len) if before else text)
        self.seats.setdefault(answer, []).append(seat)

    def lines_for(self, names: Sequence[str]) -> list[LogLine]:
        """The lines: equal answers share one, and answers without cards all do."""
        lines = [
            LogLine(line.n, _says(_listed_names([names[seat] for seat in self.seats[answer]]), line.text))
            for answer, line in self.lines.items()
        ]
        if self.cards:
            return sorted(lines, key=lambda line: line.n)
        return [LogLine(max(line.n for line in lines), in_row(" · ", [line.text for line in lines]))]


class Teller:
    """Tells what one seat sees. `names`: as its log calls the players, `public`: as all do; both may change with the stream.
    viewer: the seat if its log calls it "You", otherwise NOBODY."""

    def __init__(self, game: Game, names: list[str], public: list[str], viewer: int) -> None:
        self.room, self.game, self.names, self.public = game.room, game, names, public
        look = speech.english(game.room).get("zones", {})
        self.owners = {place.name: place.owner for place in live_places(game.room, game.seats)}
        self.tricks = {zone for zone, entry in look.items() if entry.get("look") == "trick"}
        self._picks: list[tuple[str, bool]] = []  # of a chain that goes on, and whether it is a card
        self._played: dict[int, int] = {}  # cards of tricks and who played them
        self._brought: list[int] = []  # cards of the last choice that lie apart from all others in the middle
        self._turned_up: list[int] = []  # cards in the middle that were named since the last choice
        self._held: _Held | None = None
        self._answers: _Answers | None = None
        self.viewer = viewer
        room, phases = game.room, game.room.phases
        self.questions = {phases[phase] for phase in {*room.windows, *room.together, *room.quiet} - {*room.races}}
        self.asking = {phases[phase] for phase in room.calls.phases}
        self.unlogged, self.joined = (speech.english(room).get(key, ()) for key in ("unlogged", "joined"))

    def forget(self) -> list[LogLine]:
        """Choices were taken back. Return the lines that were held."""
        for part in (self._picks, self._played, self._brought, self._turned_up):
            part.clear()
        return self._release()

    def pick(self, names: Sequence[str]) -> None:
        """Cards of a chain that were picked unseen and lie open now."""
        self._picks += [(name, True) for name in names]

    def tell(self, before: TableView, after: TableView, info: StepInfo, n: int, word: str = "") -> list[LogLine]:
        """The lines of a step, after those that were held and are complete now. word: the one that is said in it."""
        if word in self.unlogged:
            info = structs.replace(info, said="", said_by=None)
        found: list[LogLine] = []
        if after.hand_number > max(before.hand_number, 1):
            found += [*self._release(), LogLine(n, lazy_gettext("Hand {n}", n=after.hand_number), "hand")]
            self._played.clear()
        if info.seat is not None:
            return found + self._chosen(before, after, info, n)
        deals = before.phase == self.room.phases[0]
        own = [] if deals else self._new_in_hand(before, after)
        if own and self._held and self._held.called and self._held.by == self.viewer:
            self._held.line.text, own = _and(self._held.line.text, self._cards(own)), []
        shown = self._opened(before, after) if deals else self._came_to_light(before, after, bool(info.said))
        news = lazy_gettext("New in your hand: {cards}", cards=self._cards(own)) if own else ""
        return found + self._with_news(self._happened(before, after, info, n, word), shown, news, n)

    def _with_news(self, lines: list[LogLine], shown: str, own: str, n: int) -> list[LogLine]:
        """The lines of a step that nobody chose with what it has shown: in its one line, if it has one already."""
        if not shown and not own:
            return lines
        held = self._held.line if self._held else None
        line = next((one for one in (held, *lines[-1:]) if one and one.n == n), None)
        if line is None:
            line = LogLine(n, shown or own)
            lines = [*lines, *self._release(), line]
        elif shown:
            line.text = _and(shown, line.text)
        if own and line.text != own:
            line.text = _and(line.text, own)
        return lines

    # what somebody chose

    def _chosen(self, before: TableView, after: TableView, info: StepInfo, n: int) -> list[LogLine]:
        assert info.seat is not None
        self._turned_up.clear()
        asked = self._answers is not None and self._answers.phase == before.phase
        found = [] if asked else self._release()
        if info.choice is not None and not info.words:
            return found
        laid = self._moved(before, after)
        brought = self._brought_in(before, after)
        alone = [card for place, cards in laid.items() if place not in before.places for card in cards]
        self._brought = [*(self._brought if before.chain else ()), *(card for card in brought if card in alone)]
        self._played |= dict.fromkeys(brought, info.seat)
        if info.choice is not None and (info.choice != ENDS_A_CHAIN or not self._picks):
            self._picks.append(self._named(info, after, laid))
        if after.chain:
            return found
        what = in_row(" ", [pick for pick, card in self._picks if card])
        calls = in_row(", ", [pick for pick, card in self._picks if not card])
        self._picks.clear()
        name, pot = self.names[info.seat], self._pot(before, after)
        kind = "play" if any(place.partition(".")[0] in self.tricks for place in laid) else ""
        others = info.said and (info.said_by != info.seat or info.said.startswith(tuple(f"{name} " for name in self.public)))
        if info.said and info.said_by == info.seat and not what and _is_repeated(name, calls, info.said):
            return [*found, *self._release(), LogLine(n, info.said, by=info.seat)]
        if others:
            done = in_row(", ", [part for part in (what, calls) if part] or [FACE_DOWN])
            spoken: str = _says(self.names[info.said_by or 0], info.said) if info.said_by != info.seat else info.said
            line = LogLine(n, _and(_with_pot(_says(name, done), pot), spoken), kind, by=info.seat)
            return [*found, *self._release(), line]
        text = _together(what, calls, info.said) or FACE_DOWN
        goes_on = after.turn == NOBODY and not after.over and after.phase != self.room.phases[0]
        if before.phase in self.questions and self.game.seats > 1 and not kind and not pot:
            found += self._answered(before.phase, info, text, bool(what), n)
            return found if goes_on or (after.phase == before.phase and not after.over) else [*found, *self._release()]
        line = LogLine(n, _with_pot(text if self.game.seats == 1 else _says(name, text), pot), kind, by=info.seat)
        if not kind and not info.said and goes_on and not self.room.races:
            self._held = _Held(line, info.seat, called=not what)
            return found
        own = self._new_in_hand(before, after) if info.seat == self.viewer and info.choice and not what else []
        if own:
            line.text = _and(line.text, self._cards(own))
        return [*found, line]

    def _answered(self, phase: str, info: StepInfo, text: str, cards: bool, n: int) -> list[LogLine]:
        """Note an answer to a question that all are asked. Return what is complete: the answers before, if this seat had one."""
        assert info.seat is not None
        again = self._answers is not None and any(info.seat in seats for seats in self._answers.seats.values())
        found = self._release() if again else []
        self._answers = self._answers or _Answers(phase)
        self._answers.add(info.seat, text, "" if cards else info.said, n)
        self._answers.cards |= cards
        return found

    def _named(self, info: StepInfo, after: TableView, laid: dict[str, list[int]]) -> tuple[str, bool]:
        """A choice as the log has it, and whether it is a card. A call that moves cards in sight names them."""
        assert info.choice is not None
        assert info.seat is not None
        code = self.game.code(info.choice)
        if code < CARDS:
            return card_sign(self.room, code), True
        move = move_of(self.room, code, info.seat)
        seen = [place for place in laid if self.owners.get(place) in (NOBODY, info.seat) and not self._hidden(place)]
        cards = [card for place in seen for card in laid[place]]
        if move is None or not cards or len(cards) > MOST_NAMED or self._picks:
            return info.words, False
        if isinstance(move.from_, str) and isinstance(move.to, str):
            ways = {"cards": self._cards(cards), "place": self._place(move.from_), "other": self._place(move.to)}
            return lazy_gettext("{cards} from {place} to {other}", **ways), False
        if isinstance(move.press, str) and move.press in laid and not self.room.races:  # in a race the word says what was done
            return self._cards(laid[move.press]), False
        return lazy_gettext("{call}: {cards}", call=info.words, cards=self._cards(cards)), False

    def _hidden(self, name: str) -> bool:
        """Whether a place is not drawn: cards lie there that are out of the way."""
        return bool(speech.english(self.room).get("zones", {}).get(name.partition(".")[0], {}).get("look") == "hidden")

    def _place(self, name: str) -> str:
        """Return the name of a place: "column 4", "waste"."""
        zone, _, index = name.partition(".")
        label = speech.text(self.room, str(speech.english(self.room).get("zones", {}).get(zone, {}).get("label", zone)))
        if not index.isdigit() or self.owners.get(name) != NOBODY:
            return label
        return lazy_gettext("{place} {n}", place=label, n=int(index) + 1)

    def _moved(self, before: TableView, after: TableView) -> dict[str, list[int]]:
        """The known cards that each place has gained: of a pile in the order in which they lie there."""
        found = {}
        for name, place in after.places.items():
            old = before.places.get(name)
            if place is old:  # views share what has not changed
                continue
            cards = [card for card in _gained(place.cards, old.cards if old else ()) if card >= 0]
            if cards:
                found[name] = cards
        return found

    def _brought_in(self, before: TableView, after: TableView) -> list[int]:
        """The known cards that were not in the middle before."""
        more = _without(self._middle(after, before), self._middle(before, after))
        return sorted(card for card in more if card >= 0)

    def _middle(self, view: TableView, other: TableView) -> list[int]:
        """The cards of the places in the middle that are not the same in another view."""
        owners, others = self.owners, other.places
        changed = (place for name, place in view.places.items() if place is not others.get(name) and owners.get(name) == NOBODY)
        return [card for place in changed for card in place.cards]

    def _release(self) -> list[LogLine]:
        answers, self._answers = self._answers, None
        held, self._held = self._held, None
        return [*(answers.lines_for(self.names) if answers else ()), *([held.line] if held else ())]

    # cards that come to light

    def _new_known(self, before: TableView, after: TableView) -> dict[str, list[int]]:
        """The cards that each place has gained and this seat has not seen until now."""
        laid = self._moved(before, after)
        seen: Counter[int] = Counter()
        for name, place in before.places.items():
            if place is not after.places.get(name):
                seen.update(card for card in place.cards if card >= 0)
        for name, place in after.places.items():  # what has stayed where it was has not moved
            old = before.places.get(name)
            if old is not None and place is not old:
                seen -= Counter(place.cards) & Counter(old.cards)
        found = {}
        for name, cards in laid.items():
            new = []
            for card in cards:
                if seen[card] > 0:
                    seen[card] -= 1
                else:
                    new.append(card)
            if new and not self._hidden(name):
                found[name] = new
        return found

    def _is_open(self, name: str) -> bool:
        """Whether all see the cards of a place."""
        return bool(self.game.room.Table.zones[name.partition(".")[0]].seen == ALL)

    def _new_in_hand(self, before: TableView, after: TableView) -> list[int]:
        """The cards that this seat alone gets to see, among its own."""
        if self.viewer == NOBODY:
            return []
        new = self._new_known(before, after)
        return [
            card
            for name, cards in new.items()
            if self.owners.get(name) == self.viewer and not self._is_open(name)
            for card in cards
        ]

    def _opened(self, before: TableView, after: TableView) -> str:
        """The cards that a deal leaves open, in the middle and before the players."""
        parts = []
        for name, cards in self._new_known(before, after).items():
            owner = self.owners.get(name, NOBODY)
            if self._is_open(name) and len(cards) <= MOST_OPEN:
                parts.append(self._lies(name, cards) if owner == NOBODY else _says(self.names[owner], self._cards(cards)))
        return in_row(" · ", parts)

    def _lies(self, name: str, cards: list[int]) -> Text:
        return lazy_gettext("{what}: {cards}", what=capital(self._place(name)), cards=self._cards(cards))

    def _came_to_light(self, before: TableView, after: TableView, has_words: bool) -> str:
        """The cards that are turned up in a step that nobody chose. Those that a player has just asked for go into that line, and
        of one in the middle the step's words speak. has_words: whether the step has any."""
        parts: list[str] = []
        for name, cards in self._new_known(before, after).items():
            owner = self.owners.get(name, NOBODY)
            if not self._is_open(name) or len(cards) > MOST_SHOWN or (owner == NOBODY and has_words):
                continue
            shown = self._cards(cards)
            if owner == NOBODY:
                parts.append(self._lies(name, cards))
                self._turned_up += cards
            elif self._held and self._held.called and self._held.by == owner:
                self._held.line.text = _and(self._held.line.text, shown)
            else:
                parts.append(_shows(self.names[owner], shown))
        return in_row(" · ", parts)

    # what nobody chose

    def _happened(self, before: TableView, after: TableView, info: StepInfo, n: int, word: str) -> list[LogLine]:
        points = self._points(before, after)
        text = info.said if info.said_by is None else _says(self.names[info.said_by], info.said)
        taken = None if before.phase == self.room.phases[0] else self._taken(before, after)
        if taken is not None:
            return self._took(*taken, text, points, n)
        if not text and points and self._completed(points):
            return self._release()
        found, pot = self._release(), self._pot(before, after)
        if text:
            if found and word in self.joined:
                last = found[-1]
                spoken = with_english(f"you{info.said[3:]}", info.said) if info.said.startswith("You ") else info.said
                last.text = self._worth(_and(last.text, spoken), points, spoken)
                return found
            if found and _stems(text) <= _stems(found[-1].text) and not points:
                return found
            line = LogLine(n, _with_pot(text, pot) if pot else self._worth(text, points, text))
            if after.turn != NOBODY or after.over or after.phase in self.asking or after.phase == self.room.phases[0]:
                return [*found, line]
            self._held = _Held(line, counted=bool(points))
        elif self._gathered(before, after):
            found.append(LogLine(n, lazy_gettext("The bets are in: the pot is {chips}", chips=self._in_pot(after)), "round"))
        elif points and not pot:
            found.append(LogLine(n, self._listed(points), "score"))
        elif counted := self._counted(before, after):
            found.append(LogLine(n, counted, "score"))
        return found

    def _took(self, line: LogLine, cards: list[int], by: int, text: str, points: dict[str, int], n: int) -> list[LogLine]:
        """The line of cards that are taken, in one with what was chosen to take them or with the words that say so."""
        held = self._held
        if held and not line.kind and held.by == by:
            self._held, line.by = None, by
        elif held and not line.kind and held.by == NOBODY and not text and _says_taken(held.line.text, self.names[by]):
            self._held, text = None, held.line.text
        line.n = n
        if text and not line.kind and _says_taken(text):
            known = set(cards) <= set(self._turned_up)
            what = text if known else lazy_gettext("{what}: {cards}", what=text, cards=self._cards(cards))
            line.text = self._worth(what, points, text)
            return [*self._release(), line]
        line.text = self._worth(_and(line.text, text) if text else line.text, points, text)
        return [*self._release(), line]

    def _completed(self, points: dict[str, int]) -> bool:
        """Whether points are what the words before them speak of: then they are told in that line."""
        held = self._held
        if (
            held is None
            or held.by != NOBODY
            or held.counted
            or any(who.casefold() not in held.line.text.casefold() for who in points)
        ):
            return False
        held.line.text = self._worth(held.line.text, points, held.line.text)
        return True

    def _counted(self, before: TableView, after: TableView) -> str:
        """Return the value of a player's cards that were turned up: the figures at the seat which have changed with them."""
        owners = {self.owners.get(place, NOBODY) for place in self._moved(before, after)}
        if len(owners) != 1 or owners == {NOBODY} or before.phase == self.room.phases[0]:
            return ""
        (seat,) = owners
        gains = []
        for figure in speech.english(self.room).get("figures", ()):
            old, new = before.figures.get(figure["field"]), after.figures.get(figure["field"])
            if figure.get("show") == "number" and figure.get("label") and isinstance(old, list) and isinstance(new, list):
                changed = [one for one in range(len(new)) if old[one] != new[one]]
                if changed == [seat]:
                    label = speech.text(self.room, figure["label"])
                    gains.append(lazy_gettext("{figure} {n}", figure=label, n=new[seat]))
        return _says(self.names[seat], in_row(", ", gains)) if gains else ""

    def _taken(self, before: TableView, after: TableView) -> tuple[LogLine, list[int], int] | None:
        """Return the line, not yet numbered, of cards that a player takes from the middle, the cards and who; else None."""
        lost: list[int] = []
        trick: list[int] = []
        for name, place in before.places.items():
            left = after.places.get(name)
            if left is place:
                continue
            cards = _without(place.cards, left.cards if left else ())
            if not cards or self.owners.get(name) != NOBODY:
                continue
            lost += cards
            if name.partition(".")[0] in self.tricks and left is None:
                trick += place.cards
        if not lost or min(lost) < 0:
            return None
        gained: Counter[int] = Counter()
        for name, place in after.places.items():
            old = before.places.get(name)
            if place is old:
                continue
            gained[self.owners.get(name, NOBODY)] += _size(place) - (_size(old) if old else 0)
        owners = [seat for seat, more in gained.items() if seat != NOBODY and more > 0]
        if trick:
            by = self._winner(before, after, owners)
            return None if by is None else (self._trick(trick, by), trick, by)
        if len(owners) != 1 or gained[owners[0]] != len(lost):
            return None
        capturer = after.figures.get("capturer")  # partners put what they capture on one pile
        by = capturer if isinstance(capturer, int) and capturer != NOBODY else owners[0]
        return self._capture(lost, by, _grew(before, after, "tricks", by)), lost, by

    def _winner(self, before: TableView, after: TableView, keepers: Sequence[int]) -> int | None:
        """Return the seat that has won a trick.

        The rules say it: the seat that was winning, or the seat that now is the leader. A pile that has grown says it only in
        rooms without either, because partners put their tricks on one pile.
        """
        keeper = keepers[0] if len(keepers) == 1 else NOBODY
        for found in (before.figures.get("winning"), after.figures.get("leader"), keeper, after.turn):
            if isinstance(found, int) and found != NOBODY:
                return found
        return None

    def _trick(self, cards: list[int], by: int) -> LogLine:
        played = [[self._played.get(card, NOBODY), card] for card in cards]
        own = [card for seat, card in played if seat == by]
        for card in cards:
            self._played.pop(card, None)
        return LogLine(0, _takes_trick(self.names[by], self._cards(own) if own else ""), "trick", played)

    def _capture(self, cards: list[int], by: int, trick: bool) -> LogLine:
        own = [card for card in cards if card in self._brought and self._held and self._held.by == by]
        others = [card for card in cards if card not in own]
        for card in cards:
            self._played.pop(card, None)
        name = self.names[by]
        if trick:
            return LogLine(0, lazy_gettext("{what}: {cards}", what=_takes_trick(name), cards=self._cards(cards)), "trick")
        if own and others:
            return LogLine(0, _takes(name, self._cards(others), self._cards(own)))
        return LogLine(0, _takes(name, self._cards(cards)))

    def _cards(self, cards: list[int]) -> str:
        return in_row(" ", [card_sign(self.room, card) for card in cards])

    # figures

    def _points(self, before: TableView, after: TableView) -> dict[str, int]:
        """Return the change of the scores in a step, by player or side; empty if a hand begins, for that sets up stakes."""
        if before.phase == self.room.phases[0] or after.hand_number == 0:
            return {}
        old, new = before.figures.get("score"), after.figures.get("score")
        if not isinstance(old, list) or not isinstance(new, list):
            return {}
        sides = after.figures.get("side") or list(range(len(new)))
        found: dict[str, int] = {}
        for side in dict.fromkeys(sides):
            seats = [seat for seat, one in enumerate(sides) if one == side]
            if new[seats[0]] != old[seats[0]]:
                found[in_row(" & ", [self.names[seat] for seat in seats])] = new[seats[0]] - old[seats[0]]
        return found

    def _worth(self, line: str, points: dict[str, int], spoken: str) -> str:
        """Return the line of a step with its points, as far as what is said in it has not told them."""
        if not points:
            return line
        if len(points) == 1:
            ((who, more),) = points.items()
            named, counted = _without_name(str(who), str(spoken))
            if named and (str(abs(more)) in counted.split() or (abs(more) == 1 and _ONE.search(counted))):
                return line
            if named:
                return lazy_gettext("{line} ({points})", line=line, points=signed(more))
        return lazy_gettext("{line} ({points})", line=line, points=self._listed(points))

    def _listed(self, points: dict[str, int]) -> str:
        return in_row(", ", [_gain(who, more) for who, more in points.items()])

    def _pot(self, before: TableView, after: TableView) -> int | None:
        """Return the new size of the pot if a step has paid into it."""
        paid, now = before.figures.get("paid"), after.figures.get("paid")
        if not isinstance(paid, list) or not isinstance(now, list) or sum(now) <= sum(paid):
            return None
        return self._in_pot(after)

    def _in_pot(self, view: TableView) -> int:
        return sum(sum(view.figures.get(name, ())) for name in ("pots", "bet") if isinstance(view.figures.get(name), list))

    def _gathered(self, before: TableView, after: TableView) -> bool:
        bets, now = before.figures.get("bet"), after.figures.get("bet")
        if not isinstance(bets, list) or not isinstance(now, list) or "pots" not in after.figures:
            return False
        return sum(bets) > 0 and sum(now) == 0 and after.phase != self.room.phases[0]


def _without_name(who: str, spoken: str) -> tuple[bool, str]:
    """Return whether a player is named in what is said, and what is said without the name: "Bot 1" is not one point.

    A name that is a number is left out once: with "2 gets 2 points" the points stay.
    """
    if who == "You":
        others, times = _YOU.subn("", spoken)
        return times > 0, others
    text, name = spoken.lower(), who.lower()
    if len(text) != len(spoken):  # letters that become two in lower case: only the name as it is written
        text, name = spoken, who
    parts, at, begin = list[str](), 0, 0
    while name and (begin := text.find(name, begin)) >= 0:
        end = begin + len(name)
        if _is_word(text[max(begin - 1, 0) : begin]) or _is_word(text[end : end + 1]):
            begin += 1
            continue
        parts.append(spoken[at:begin])
        at = begin = end
        if who.isdigit():
            break
    return bool(parts), "".join([*parts, spoken[at:]])


def _is_word(sign: str) -> bool:
    """Whether a sign, if there is one, belongs to a word or a number."""
    return sign.isalnum() or sign == "_"


def signed(number: int) -> str:
    """A change of a score, with its sign.

    >>> signed(3), signed(-3)
    ('+3', '−3')
    """
    return f"+{number}" if number > 0 else f"−{-number}"


def _without(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    """Cards of which there are more than in another place, as often as there are more; equal ones stand together.

    >>> _without([1, 2, 1, 3], [1, 3, 4])
    [1, 2]
    """
    more: dict[int, int] = {}
    for card in cards:
        more[card] = more.get(card, 0) + 1
    for card in others:
        if card in more:
            more[card] -= 1
    return [card for card, times in more.items() for _ in range(times)]


def _gained(cards: Sequence[int], before: Sequence[int]) -> list[int]:
    """The cards that have come to a place: in their order if they lie on those before, otherwise sorted.

    >>> _gained([11, 7, 45, 31], [11, 7]), _gained([45, 31], ()), _gained([2, 5, 9], [5])
    ([45, 31], [45, 31], [2, 9])
    """
    on_top = list(cards[: len(before)]) == list(before)
    return list(cards[len(before) :]) if on_top else sorted(_without(cards, before))


def _size(place: Any) -> int:
    return len(place.cards) + int(place.unknown)


def _grew(before: TableView, after: TableView, figure: str, seat: int) -> bool:
    old, new = before.figures.get(figure), after.figures.get(figure)
    return isinstance(old, list) and isinstance(new, list) and isinstance(new[seat], int) and new[seat] > (old[seat] or 0)


FACE_DOWN = lazy_gettext("face down")
"""The words for a card that nobody may see."""


def _says(player: str, what: str) -> Text:
    """Return a line about what a player does or says: "Ann: 7♦"."""
    return lazy_gettext("{player}: {what}", player=player, what=what)


def _and(line: str, more: str) -> Text:
    """A line, and what came of it."""
    return lazy_gettext("{line} — {more}", line=line, more=more)


def _with_pot(line: str, pot: int | None) -> str:
    """A line of a bet with the size of the pot after it."""
    return line if pot is None else lazy_gettext("{line} · pot {chips}", line=line, chips=pot)


def _gain(player: str, points: int) -> Text:
    """Return the points that a player or a side has won or lost: "Ann +3"."""
    return lazy_gettext("{player} {points}", player=player, points=signed(points))


def _takes_trick(player: str, cards: str = "") -> Text:
    """Return the line of a trick: the player who has taken it, and with which of its cards if that is known."""
    if player == "You":
        return lazy_gettext("You take the trick with {cards}", cards=cards) if cards else lazy_gettext("You take the trick")
    if not cards:
        return lazy_gettext("{player} takes the trick", player=player)
    return lazy_gettext("{player} takes the trick with {cards}", player=player, cards=cards)


def _shows(player: str, cards: str) -> Text:
    """Return the line of cards that a player turns up."""
    if player == "You":
        return lazy_gettext("You show {cards}", cards=cards)
    return lazy_gettext("{player} shows {cards}", player=player, cards=cards)


def _takes(player: str, cards: str, own: str = "") -> Text:
    """Return the line of cards that a player has taken, and with which of their own."""
    if player == "You":
        return (
            lazy_gettext("You take {cards} with {own}", cards=cards, own=own)
            if own
            else lazy_gettext("You take {cards}", cards=cards)
        )
    if not own:
        return lazy_gettext("{player} takes {cards}", player=player, cards=cards)
    return lazy_gettext("{player} takes {cards} with {own}", player=player, cards=cards, own=own)


def _together(cards: str, calls: str, words: str) -> str:
    """Cards, calls and what was said with them, each thing once."""
    if words and calls.isdigit():
        calls = ""  # a bid that is said in words
    if words and calls:
        stems, others = _stems(calls), _stems(words)
        if stems <= others or any(not word.isalpha() for word in stems & others):
            calls = ""
        elif others <= stems:
            words = ""
    elif words and _stems(cards) == _stems(words):
        words = ""
    # TRANSLATORS: what a player says, in the quotation marks of your language
    spoken = lazy_gettext("“{said}”", said=words) if words else ""
    return in_row(", ", [part for part in (cards, calls, spoken) if part])


def _is_repeated(name: str, calls: str, words: str) -> bool:
    """Whether what is said names the player and what was called: "Pass" and "Bot 1 passes"."""
    return words.startswith(f"{name} ") and bool(calls) and _stems(calls) <= _stems(words)


def _stems(text: str) -> set[str]:
    words = "".join(c if c.isalnum() or c in "♣♦♥♠" else " " for c in text.casefold()).split()
    return {str(NUMBERS.index(word)) if word in NUMBERS else word[:STEM] for word in words if word not in ("i", "a", "the", "to")}


def _says_taken(text: str, name: str = "") -> bool:
    """Whether words say that somebody (this player, if one is named) takes cards: "Ben takes the pile"."""
    return name.casefold() in text.casefold() and "take" in _stems(text)


def _listed_names(names: Sequence[str]) -> str:
    """Names in a row, "You" as a row has it.

    >>> _listed_names(["Ann", "You", "Ben"]), _listed_names(["You"])
    ('Ann, you and Ben', 'You')
    """
    first, *rest = names
    return in_list([first, *(lazy_gettext("you") if name == "You" else name for name in rest)])
