"""Hands entered on a pad, settled by the room's own rules: a hand is dealt with cards that nobody looks at, the entries are set,
and the rules run on from there to the next deal or the end of the match.

So the pad counts nothing itself: who deals, what a hand is worth, what it takes to win and every house rule are the room's.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from parlour.engine import speech, steps
from parlour.engine.counting import in_singular
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.rulebook import explained
from parlour.kit.layout import DEAL, NOBODY
from parlour.languages import Text, in_list, in_row, lazy_gettext, lettered_ranks

from . import draw_poker, plain
from .fishing import Fishing
from .form import Form, is_out, pad_text, with_letters
from .witness import can_deal, cards_worth, hand_worth

log = logging.getLogger(__name__)
Tables = npt.NDArray[np.void]
FAMILIES: dict[str, Any] = {"draw poker": draw_poker}
SEED = 1
"""Of the cards that nobody looks at; nothing entered or scored depends on it."""


class Refused(BadInput):
    """A hand cannot have been as it was entered: one clear line says why."""


class Lacking(Refused):
    """A value is still missing before the rules can settle a hand. keys: of the missing values."""

    def __init__(self, keys: list[str]) -> None:
        super().__init__(lazy_gettext("still missing: {entries}", entries=in_row(", ", keys)))
        self.keys = keys


class Unsettled(Refused):
    """The room's `settle` has failed at a hand: a fault of the room, kept from everything but this hand."""

    def __init__(self) -> None:
        super().__init__(lazy_gettext("the rules cannot score this hand as it was entered; check the values and correct them"))


def has_pad(room: Room) -> bool:
    """Return whether a room declares the entries of its hands; without them a pad is a log of deals and points."""
    return (room.folder / "pad" / "__init__.py").is_file()


def pad_of(room: Room) -> ModuleType | Any:
    """The room's own words for the pad, or those of its family, or a plain log of points."""
    if not has_pad(room):
        return plain
    module = importlib.import_module(f"{room.module.__name__.removesuffix('.rules')}.pad")
    family = getattr(module, "FAMILY", None)
    return module if family is None else FAMILIES[family]


class Scorer:
    """Hands of a game, scored one after the other. names: of the players, by seat; tables: arrays of one table."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.room, self.names = game, game.room, list(names)
        self.pad = pad_of(game.room)

    def begin(self, dealer: int) -> Tables:
        """The table before the first hand of a match."""
        tables: Tables = self.game.blank()
        steps.begin_row(tables, 0, SEED, 0)
        tables[0].dealer = dealer
        return tables

    def deal(self, tables: Tables) -> Tables:
        """The table as the next hand has been dealt."""
        dealt = tables.copy()
        steps.step_row(dealt, 0, SEED, 0)
        return dealt

    def form(self, dealt: Tables) -> Form:
        """Return the form of a hand that has been dealt."""
        form = Form(dealt[0], self.names, self.game)
        self.pad.fields(dealt[0], form)
        return form

    def settle(self, dealt: Tables, form: Form, values: Mapping[str, Any]) -> Hand:
        """The hand as it was entered, scored; its `tables` are those before the next deal. Refused says what cannot be.

        A fault of the room is Unsettled, which is Refused as well: one hand that cannot be scored must not stop a pad.
        """
        hand = Hand(self, dealt.copy(), form, values)
        try:
            hand.empty()
            self.pad.settle(hand.t, hand)
            hand.run()
        except Refused:
            raise
        except Exception as error:
            log.exception("%s/pad cannot settle a hand: %s", self.room.name, dict(values))
            raise Unsettled from error
        return hand

    def leader(self, dealt: Tables) -> int:
        """Return the seat that begins a dealt hand: the leader, or else the first to be asked; NOBODY if the deal does not
        say.
        """
        t = dealt[0]
        if "leader" in t.dtype.names and t.leader != NOBODY:
            return int(t.leader)
        if t.turn != NOBODY:
            return int(t.turn)
        seats, dealer = int(t.seats), int(t.dealer)
        after = ((dealer + 1 + k) % seats for k in range(seats)) if dealer != NOBODY else ()
        return next((p for p in after if not is_out(self.room, t, p)), NOBODY)


class Hand:
    """A hand on its way from what was entered to its score: what a room's `settle(t, hand)` works with.

    t: the one table, without cards. account: what was said and the points it brought, in order.
    """

    def __init__(self, scorer: Scorer, tables: Tables, form: Form, values: Mapping[str, Any]) -> None:
        self.scorer, self.tables, self.t, self.form, self.values = scorer, tables, tables[0], form, values
        self.room = scorer.room
        self.account: list[tuple[str, list[int]]] = []
        self._words = Text("", str)

    def __getitem__(self, name: str) -> Any:
        """Return the entry of a field: a value, or a list by seat (a side's at each of its seats; None if it is not asked)."""
        field = next(one for one in self.form.fields if one.name == name)
        if field.per == "hand":
            return self.values[name]
        first = {int(self.t.side[p]): p for p in reversed(range(int(self.t.seats)))}
        at = [first[int(self.t.side[p])] if field.per == "side" else p for p in range(int(self.t.seats))]
        return [self.values.get(f"{name}.{p}") for p in at]

    def __contains__(self, name: str) -> bool:
        """Whether a field is asked in this hand at all."""
        return any(field.name == name for field in self.form.fields)

    def get(self, name: str, default: Any) -> Any:
        """Return the entry of a field, or a default if it is not asked in this hand."""
        try:
            return self[name]
        except StopIteration:
            return default

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.scorer.names[seat]

    @property
    def rules(self) -> ModuleType:
        """The room's rules, for what they are made of."""
        return self.room.module

    def cards_worth(self, points: int, worth: Mapping[str, int]) -> int:
        """A set of cards, at most one of each suit and rank, that is worth this much (by rank). Refused if none is."""
        cards = cards_worth(points, worth)
        if cards is None:
            self.refuse("no cards are worth {n} point together", "no cards are worth {n} points together", points)
        return cards

    def hand_worth(self, points: int, number: int, kinds: Mapping[int, Sequence[int]], packs: int) -> tuple[int, int] | None:
        """Two planes of cards: this many cards of this many points; None if there are none. kinds: by points the cards of a
        pack."""
        return hand_worth(points, number, kinds, packs)

    def can_deal(self, shares: Sequence[tuple[int, int]], kinds: Mapping[int, Sequence[int]], packs: int) -> bool | None:
        """Whether hands of this many cards and points each can come from the same packs. kinds: by points the cards of a pack.

        None if the pad could not find out.
        """
        return can_deal(shares, kinds, packs)

    def check_sweeps(self, sides: Sequence[int], turns: int) -> None:
        """Refuse sweeps of the table that cannot come in this order within the turns of a hand, of one card each.

        The dealer's left has the first turn. A sweep leaves an empty table, so the next player can only add a card to it.
        """
        turn = -1
        for side in sides:
            turn += 2
            while int(self.t.side[(int(self.t.dealer) + turn) % int(self.t.seats)]) != side:
                turn += 1
        if turn > turns:
            self.refuse(
                "{sweeps} sweeps in this order take at least {least} turns, and a hand has {turns} in which a sweep is possible",
                sweeps=len(sides),
                least=turn,
                turns=turns,
            )

    def check_captures(
        self,
        turns: int,
        sweeps: Sequence[int],
        cards: Mapping[int, int],
        ranks: Mapping[int, int],
        **limits: Any,
    ) -> None:
        """Refuse piles that no captures give together with these sweeps, if four cards lie on the table at first.

        turns: how many cards are played, from the dealer's left on. limits: `most`, `clears` and `takes_all` of `Fishing`.
        """
        t, first = self.t, int(self.t.dealer) + 1
        fishing = Fishing(tuple(int(t.side[(first + n) % t.seats]) for n in range(turns)), 4, **limits)
        if fishing.can_give(sweeps, cards, ranks):
            return
        piles = in_row(", ", map(str, cards.values()))
        if not fishing.can_give(sweeps, cards):
            self.refuse("no captures give piles of {piles} cards together with these sweeps", piles=piles)
        self.refuse(
            "piles of {piles} cards with these sweeps cannot have so many different ranks, since a single card is captured"
            " only by its own rank",
            piles=piles,
        )

    def check_paid(self, seat: int, paid: int, held: int) -> None:
        """Refuse that a player has paid more chips than they held."""
        if paid > held:
            self.refuse(
                "{player} has {n} chip and cannot have paid {paid}",
                "{player} has {n} chips and cannot have paid {paid}",
                held,
                player=self.name(seat),
                paid=paid,
            )

    def check_points_of_deal(self, points: int, low: int, top: int, won: bool) -> None:
        """Refuse points that a deal of a patience, won or not, cannot have."""
        if low <= points <= top:
            return
        if won:
            self.refuse(
                "{n} point: a deal that came out has {low} to {top}",
                "{n} points: a deal that came out has {low} to {top}",
                points,
                low=low,
                top=top,
            )
        self.refuse(
            "{n} point: a deal that did not come out has {low} to {top}",
            "{n} points: a deal that did not come out has {low} to {top}",
            points,
            low=low,
            top=top,
        )

    def needs(self, possible: bool | None, why: str, undecided: str, /, **values: Any) -> None:
        """Refuse a hand that is not possible, saying why; remark on one of which the pad could not find out (`possible` is None).

        why, undecided: sentences with places for the values. Translators find them here, as in `refuse` and `remark`.
        """
        if possible is None:
            self.remark(undecided, **values)
        elif not possible:
            self.refuse(why, **values)

    def refuse(self, one: str, many: str = "", n: int = 1, /, **values: Any) -> NoReturn:
        """The hand cannot have been so, for the reason in this sentence.

        values: for its places, also texts that other methods give. many: the sentence for other numbers than one, `n`, which is
        `{n}` in both.
        """
        raise Refused(self._text(one, many, n, **values))

    def remark(self, words: str, /, **values: Any) -> None:
        """Add a line without points to the account of the hand."""
        self.account.append((self._text(words, **values), [0] * int(self.t.seats)))

    def _text(self, one: str, many: str = "", n: int = 1, /, **values: Any) -> Text:
        text = pad_text(self.room.name, one, many, int(n), **values)
        return Text(in_singular(str.__str__(text)), text.again)

    # what stands in the places of these sentences

    def names(self, seats: Iterable[int]) -> Text:
        """Return the names of players in a list."""
        return in_list(map(self.name, seats))

    def ranks(self, text: str) -> Text:
        """Return a rank, or ranks, with the letters of the reader's cards: "K"."""
        return lettered_ranks(text)

    def entry(self, name: str, entry: Sequence[Any]) -> Text:
        """Return an entry of a course in words."""
        return next(one for one in self.form.fields if one.name == name).item_in_words(entry)

    def word(self, text: str) -> Text:
        """Return a word that stands elsewhere in the game's texts: the name of a hand, a meld."""
        return pad_text(self.room.name, text)

    def lack(self, name: str) -> NoReturn:
        """A field that may be left out in other hands must be entered in this one."""
        raise Lacking(next(field.keys for field in self.form.fields if field.name == name))

    def empty(self) -> None:
        """Take away the cards of this hand: real ones are played with."""
        for name, zone in self.room.Table.zones.items():
            if not zone.kept:
                self.tables[name] = 0

    @property
    def options(self) -> dict[str, Any]:
        """The house rules as they are written."""
        return self.form.options

    def choose(self, seat: int, phase: str, choice: str) -> None:
        """A seat makes a call in a phase, by the rules. Refused with the paragraph that forbids it."""
        t, code = self.t, self.room.read_choice(choice)
        t.turn, t.phase, t.asked, t.chain = seat, self.room.phases.index(phase), 1 << int(seat), 0
        reason = int(steps.verdict_row(self.tables, 0, code))
        if reason:
            why, choice = explained(self.room, t, reason), speech.choice_text(self.room, code, t)
            raise Refused(with_letters(lazy_gettext("{player}, {choice}: {why}", player=self.name(seat), choice=choice, why=why)))
        before = t.score.copy()
        steps.act_row(self.tables, 0, code)
        self._note(before, seat)

    def step(self, phase: str) -> None:
        """One step that nobody chooses, from this phase."""
        self.go_on(phase)
        self._step()

    def go_on(self, phase: str) -> None:
        """Let the rules go on from a phase."""
        t = self.t
        t.turn, t.phase, t.asked, t.chain = NOBODY, self.room.phases.index(phase), 0, 0

    def at(self, phase: str) -> bool:
        """Whether the rules have come to this phase."""
        return self.room.phases[int(self.t.phase)] == phase

    def run(self) -> None:
        """Steps until the next deal or the end of the match."""
        for _ in range(steps.MOST_STEPS):
            if self.t.over or (self.t.phase == DEAL and self.t.turn == NOBODY):
                return
            if self.t.turn != NOBODY:
                raise AssertionError(f"{self.room.name}/pad: the rules still ask in phase {self.room.phases[int(self.t.phase)]}")
            self._step()
        raise AssertionError(f"{self.room.name}/pad: the hand does not end")

    def _step(self) -> None:
        before = self.t.score.copy()
        steps.step_row(self.tables, 0, SEED, 0)
        self._note(before, NOBODY)

    def _note(self, before: Any, seat: int) -> None:
        """The points a step brought, with what was said; points without words belong to the words before."""
        t, seats = self.t, int(self.t.seats)
        points = [int(now - was) for now, was in zip(t.score[:seats], before[:seats], strict=True)]
        words = with_letters(speech.spoken_text(self.room, int(t.said[0]), int(t.said[1]), self.scorer.names, seat))
        if words and seat != NOBODY:
            words = lazy_gettext("{player}: {what}", player=self.name(seat), what=words)
        if any(points):
            self.account.append((words or self._words or lazy_gettext("Points"), points))
        self._words = Text("", str) if any(points) else words
