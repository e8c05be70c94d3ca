"""The log of one seat: what happened at the table, told from one of its views to the next and from nothing else.

The layout says what a movement means. Cards that leave the middle for somebody's place were taken; where they lay in a zone that
looks like a trick, they were one, and a card of the winner's among them is what it was won with. Of bets the log says what they
make the pot, of a step that nobody chose whose points it changed. Lines have a kind, by which a page groups them: `hand`, `round`
(of bets), `play` (a card to a trick), `trick`, `score`; all others have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.positions import live_places
from parlour.engine.speech import CARDS
from parlour.kit.layout import NOBODY

from .moves import move_of
from .wire import LogLine, StepInfo, TableView

ENDS_A_CHAIN = "done"
"""The call by which a chain of picks ends in every room; beside its cards it says nothing."""
MOST_NAMED = 13
"""A call that moves more cards than this does not name them."""
STEM = 4
"""Words that begin with the same letters, so many, say the same: "Bid 4" and "I bid 4", "Build 10" and "Building 10"."""


class Teller:
    """Tells what one seat sees. `names`: as its log calls the players, `public`: as all do; both may change with the stream."""

    def __init__(self, game: Game, names: list[str], public: list[str]) -> None:
        self.room, self.game, self.names, self.public = game.room, game, names, public
        look = speech.look(game.room).get("zones", {})
        self.owners = {place.name: place.owner for place in live_places(game.room, game.seats)}
        self.tricks = {zone for zone, said in look.items() if said.get("look") == "trick"}
        self._picks: list[tuple[str, bool]] = []  # of a chain that goes on, and whether it is a card
        self._played: dict[int, int] = {}  # cards of tricks and who played them
        self._brought: list[int] = []  # cards of the last choice that lie apart from all others in the middle
        self._held: tuple[int, LogLine] | None = None  # what was chosen, until it is seen whether it takes anything

    def forget(self) -> None:
        """Choices were taken back."""
        self._picks.clear()
        self._played.clear()
        self._brought.clear()
        self._held = None

    def pick(self, names: Sequence[str]) -> None:
        """Cards of a chain that were picked unseen and lie open now."""
        self._picks += [(name, True) for name in names]

    def tell(self, before: TableView, after: TableView, info: StepInfo, n: int) -> list[LogLine]:
        """The lines of a step."""
        found: list[LogLine] = []
        if after.hand_number > max(before.hand_number, 1):
            found += [*self._release(), LogLine(n, f"Hand {after.hand_number}", "hand")]
            self._played.clear()
        told = self._happened(before, after, info, n) if info.seat is None else self._chosen(before, after, info, n)
        return found + told

    # what somebody chose

    def _chosen(self, before: TableView, after: TableView, info: StepInfo, n: int) -> list[LogLine]:
        assert info.seat is not None
        found = self._release()
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
        what = " ".join(pick for pick, card in self._picks if card)
        calls = ", ".join(pick for pick, card in self._picks if not card)
        self._picks.clear()
        name, pot = self.names[info.seat], self._pot(before, after)
        kind = "play" if any(place.partition(".")[0] in self.tricks for place in laid) else ""
        if info.said and info.said_by == info.seat and not what and _told_already(name, calls, info.said):
            return [*found, LogLine(n, info.said)]
        if info.said and (info.said_by != info.seat or info.said.startswith(tuple(f"{name} " for name in self.public))):
            told = ", ".join(part for part in (what, calls) if part) or "face down"
            about = f"{self.names[info.said_by or 0]}: " if info.said_by != info.seat else ""
            return [*found, LogLine(n, f"{name}: {told}{pot}", kind), LogLine(n, about + info.said)]
        text = _together(what, calls, info.said) or "face down"
        line = LogLine(n, (text if self.game.seats == 1 else f"{name}: {text}") + pot, kind)
        if not kind and not info.said and after.turn == NOBODY and not after.over and not self.room.races:
            self._held = info.seat, line
            return found
        return [*found, line]

    def _named(self, info: StepInfo, after: TableView, laid: dict[str, list[int]]) -> tuple[str, bool]:
        """A choice as the log has it, and whether it is a card. A call that moves cards in sight names them."""
        assert info.choice is not None
        assert info.seat is not None
        code = self.game.code(info.choice)
        if code < CARDS:
            return info.choice, True
        move = move_of(self.room, code, info.seat)
        seen = [place for place in laid if self.owners.get(place) in (NOBODY, info.seat) and not self._hidden(place)]
        cards = [card for place in seen for card in laid[place]]
        if move is None or not cards or len(cards) > MOST_NAMED or self._picks:
            return info.words, False
        if isinstance(move.from_, str) and isinstance(move.to, str):
            return f"{self._cards(cards)} from {self._place(move.from_)} to {self._place(move.to)}", False
        if isinstance(move.press, str) and move.press in laid and not self.room.races:  # in a race the word says what was done
            return self._cards(laid[move.press]), False
        return f"{info.words}: {self._cards(cards)}", False

    def _hidden(self, name: str) -> bool:
        """Whether a place is not drawn: cards lie there that are out of the way."""
        return bool(speech.look(self.room).get("zones", {}).get(name.partition(".")[0], {}).get("look") == "hidden")

    def _place(self, name: str) -> str:
        """Return the name of a place: "column 4", "waste"."""
        zone, _, index = name.partition(".")
        label = str(speech.look(self.room).get("zones", {}).get(zone, {}).get("label", zone))
        return f"{label} {int(index) + 1}" if index.isdigit() and self.owners.get(name) == NOBODY else label

    def _moved(self, before: TableView, after: TableView) -> dict[str, list[int]]:
        """The known cards that each place has gained."""
        found = {}
        for name, place in after.places.items():
            old = before.places.get(name)
            gained = Counter(place.cards) - Counter(old.cards if old else ())
            cards = sorted(card for card in gained.elements() if card >= 0)
            if cards:
                found[name] = cards
        return found

    def _brought_in(self, before: TableView, after: TableView) -> list[int]:
        """The known cards that were not in the middle before."""
        more = self._middle(after) - self._middle(before)
        return sorted(card for card in more.elements() if card >= 0)

    def _middle(self, view: TableView) -> Counter[int]:
        return Counter(card for name, place in view.places.items() if self.owners.get(name) == NOBODY for card in place.cards)

    def _release(self) -> list[LogLine]:
        held, self._held = self._held, None
        return [held[1]] if held else []

    # what nobody chose

    def _happened(self, before: TableView, after: TableView, info: StepInfo, n: int) -> list[LogLine]:
        points = self._points(before, after)
        text = info.said
        if info.said_by is not None:
            text = f"{self.names[info.said_by]}: {info.said}"
        taken = None if before.phase == self.room.phases[0] else self._taken(before, after)
        if taken is not None:
            line, by = taken
            if self._held and self._held[0] == by and not line.kind:
                self._held = None  # told together
            line.n = n
            line.text = speech.addressed(line.text) if "You" in self.names else line.text
            line.text += (f" — {text}" if text else "") + self._worth(points, text)
            return [*self._release(), line]
        found = self._release()
        pot = self._pot(before, after)
        if text:
            return [*found, LogLine(n, text + pot + ("" if pot else self._worth(points, text)))]
        if self._gathered(before, after):
            found.append(LogLine(n, f"The bets are in: the pot is {self._in_pot(after)}", "round"))
        elif points and not pot:
            found.append(LogLine(n, self._listed(points), "score"))
        elif counted := self._counted(before, after):
            found.append(LogLine(n, counted, "score"))
        return found

    def _counted(self, before: TableView, after: TableView) -> str:
        """Return the value of a player's cards that were turned up: the figures at the seat which have changed with them."""
        owners = {self.owners.get(place, NOBODY) for place in self._moved(before, after)}
        if len(owners) != 1 or owners == {NOBODY} or before.phase == self.room.phases[0]:
            return ""
        (seat,) = owners
        told = []
        for figure in speech.look(self.room).get("figures", ()):
            old, new = before.figures.get(figure["field"]), after.figures.get(figure["field"])
            if figure.get("show") == "number" and figure.get("label") and isinstance(old, list) and isinstance(new, list):
                changed = [one for one in range(len(new)) if old[one] != new[one]]
                if changed == [seat]:
                    told.append(f"{figure['label']} {new[seat]}")
        return f"{self.names[seat]}: {', '.join(told)}" if told else ""

    def _taken(self, before: TableView, after: TableView) -> tuple[LogLine, int] | None:
        """Return the line, not yet numbered, of cards that a player takes from the middle, and who; None if no player does."""
        lost: list[int] = []
        trick: list[int] = []
        for name, place in before.places.items():
            left = after.places.get(name)
            cards = list((Counter(place.cards) - Counter(left.cards if left else ())).elements())
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
            gained[self.owners.get(name, NOBODY)] += _size(place) - (_size(old) if old else 0)
        owners = [seat for seat, more in gained.items() if seat != NOBODY and more > 0]
        if trick:
            by = self._winner(before, after, owners)
            return None if by is None else (self._trick(trick, by), by)
        if len(owners) != 1 or gained[owners[0]] != len(lost):
            return None
        capturer = after.figures.get("capturer")  # partners put what they capture on one pile
        by = capturer if isinstance(capturer, int) and capturer != NOBODY else owners[0]
        return self._capture(lost, by, _grew(before, after, "tricks", by)), by

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
        how = f" with {self._cards(own)}" if own else ""
        return LogLine(0, f"{self.names[by]} takes the trick{how}", "trick", played)

    def _capture(self, cards: list[int], by: int, trick: bool) -> LogLine:
        own = [card for card in cards if card in self._brought and self._held and self._held[0] == by]
        others = [card for card in cards if card not in own]
        for card in cards:
            self._played.pop(card, None)
        name = self.names[by]
        if trick:
            return LogLine(0, f"{name} takes the trick: {self._cards(cards)}", "trick")
        if own and others:
            return LogLine(0, f"{name} takes {self._cards(others)} with {self._cards(own)}")
        return LogLine(0, f"{name} takes {self._cards(cards)}")

    def _cards(self, cards: list[int]) -> str:
        return " ".join(self.room.choice_name(card) for card in cards)

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
                found[" & ".join(self.names[seat] for seat in seats)] = new[seats[0]] - old[seats[0]]
        return found

    def _worth(self, points: dict[str, int], said: str) -> str:
        """Return the words that the points of a step add to the line of the step."""
        if not points:
            return ""
        if len(points) == 1:
            ((who, more),) = points.items()
            if str(abs(more)) in said.split():
                return "" if who.casefold() in said.casefold() else f" ({who} {signed(more)})"
            if who.casefold() in said.casefold():
                return f" ({signed(more)})"
        return f" ({self._listed(points)})"

    def _listed(self, points: dict[str, int]) -> str:
        return ", ".join(f"{who} {signed(more)}" for who, more in points.items())

    def _pot(self, before: TableView, after: TableView) -> str:
        """Return the new size of the pot if a step has paid into it."""
        paid, now = before.figures.get("paid"), after.figures.get("paid")
        if not isinstance(paid, list) or not isinstance(now, list) or sum(now) <= sum(paid):
            return ""
        return f" · pot {self._in_pot(after)}"

    def _in_pot(self, view: TableView) -> int:
        return sum(sum(view.figures.get(name, ())) for name in ("pots", "bet") if isinstance(view.figures.get(name), list))

    def _gathered(self, before: TableView, after: TableView) -> bool:
        bets, now = before.figures.get("bet"), after.figures.get("bet")
        if not isinstance(bets, list) or not isinstance(now, list) or "pots" not in after.figures:
            return False
        return sum(bets) > 0 and sum(now) == 0 and after.phase != self.room.phases[0]


def signed(number: int) -> str:
    """A change of a score, with its sign.

    >>> signed(3), signed(-3)
    ('+3', '−3')
    """
    return f"+{number}" if number > 0 else f"−{-number}"


def _size(place: Any) -> int:
    return len(place.cards) + int(place.unknown)


def _grew(before: TableView, after: TableView, figure: str, seat: int) -> bool:
    old, new = before.figures.get(figure), after.figures.get(figure)
    return isinstance(old, list) and isinstance(new, list) and isinstance(new[seat], int) and new[seat] > (old[seat] or 0)


def _together(cards: str, calls: str, said: str) -> str:
    """Cards, calls and what was said with them, each thing once."""
    if said and calls.isdigit():
        calls = ""  # a bid that is said in words
    if said and calls:
        stems, heard = _stems(calls), _stems(said)
        if stems <= heard or any(not word.isalpha() for word in stems & heard):
            calls = ""
        elif heard <= stems:
            said = ""
    elif said and _stems(cards) == _stems(said):
        said = ""
    spoken = f"“{said}”" if said else ""
    return ", ".join(part for part in (cards, calls, spoken) if part)


def _told_already(name: str, calls: str, said: str) -> bool:
    """Whether what is said names the player and what was called: "Pass" and "Bot 1 passes"."""
    return said.startswith(f"{name} ") and bool(calls) and _stems(calls) <= _stems(said)


def _stems(text: str) -> set[str]:
    words = "".join(c if c.isalnum() or c in "♣♦♥♠" else " " for c in text.casefold()).split()
    return {word[:STEM] for word in words if word not in ("i", "a", "the", "to")}
