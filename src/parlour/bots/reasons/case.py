"""The material of reasons: a seat's view of a table, and what it remembers of the cards that it does not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from parlour.bots.held import homes, may_hold
from parlour.engine.memory import Memory, Recall
from parlour.engine.speech import card_sign
from parlour.engine.steps import act_row
from parlour.engine.view import View
from parlour.kit import CARD_BITS, FIRST_CALL, RANKS, SUITS, card_name
from parlour.kit.layout import copy_of
from parlour.languages import Text, in_list, in_words, lazy_game_text, lazy_gettext, lettered_ranks

from .tricks import Tricks
from .vying import Vying
from .words import Phrase, each, phrase, rank_word, rank_words


class Case:
    """A view, as reasons read it. Sets of cards are plain whole numbers, one bit per card."""

    def __init__(self, view: View) -> None:
        self.view, self.game, self.seat = view, view.game, view.seat
        self.room, self.row = view.game.room, view.tables[0]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.row.seats)

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.room.phases[int(self.row.phase)]

    @property
    def others(self) -> list[int]:
        """The other seats, in turn order."""
        return [(self.seat + k) % self.seats for k in range(1, self.seats)]

    @cached_property
    def friends(self) -> list[int]:
        """The other seats of the viewer's side."""
        return [p for p in self.others if self.row.side[p] == self.row.side[self.seat]]

    @cached_property
    def menu(self) -> list[int]:
        """The codes of everything that the seat may choose, without giving up."""
        return [code for code in self.view.codes() if code != self.room.resign]

    @cached_property
    def cards(self) -> list[int]:
        """The cards among these."""
        return [code for code in self.menu if code < FIRST_CALL]

    def figure(self, field: str, seat: int | None = None) -> int:
        """A field of the table: of the viewer's seat, or of another; of a set of cards those that the viewer sees."""
        found = self.row[field]
        if np.ndim(found):
            found = found[self.seat if seat is None else seat]
        return int(found) & CARD_BITS if field in self.room.Table.zones else int(found)

    def lie(self, zone: str, *place: int, row: Any = None) -> list[int]:
        """The cards that lie in a place as far as they are seen, of a pile from the bottom up and -1 for one that is not seen.

        row: the table, instead of the case's own.
        """
        found, kind = (self.row if row is None else row)[zone], self.room.Table.zones[zone].kind
        for k in place:
            found = found[k]
        if kind == "pile":
            return [int(card) if 0 <= card < FIRST_CALL else -1 for card in found[1 : 1 + int(found[0])]]
        return [card for part in np.atleast_1d(found) for card in each(int(part) & CARD_BITS)]

    @cached_property
    def own(self) -> list[int]:
        """The cards of the viewer's hand, with those that it has picked for this choice; equal ones several times."""
        zones = self.room.Table.zones
        return [card for zone in ("hand", "picked") if zone in zones and zones[zone].per for card in self.lie(zone, self.seat)]

    def after(self, codes: Sequence[int]) -> Any:
        """The table as the viewer sees it right after a choice, before anything follows from it."""
        tables = copy_of(self.view.tables)
        for code in codes:
            act_row(tables, 0, code)
        return tables[0]

    def suit(self, number: int) -> int:
        """The set of the cards of a suit."""
        return int(SUITS[number])

    def rank(self, number: int) -> int:
        """The set of the cards of a rank."""
        return int(RANKS[number])

    @cached_property
    def memory(self) -> Recall:
        """Return what the viewer remembers; of a view without a memory what is in sight."""
        return self.view.memory or Memory.fresh(self.view.tables, self.room).of(self.seat)

    def known(self, zone: str, seat: int) -> int:
        """The set of the cards that the viewer knows to lie in a hidden place of a seat."""
        place = next(place for place in self.room.Table.places if place.zone.name == zone and place.index == (seat,))
        lies = self.memory.may == 1 << place.number
        return sum(1 << int(kind) for kind in self.memory.kind[lies])

    @cached_property
    def may(self) -> list[int]:
        """Return, by seat, the set of the cards that it may hold, as the viewer remembers."""
        memory, found = self.memory, np.zeros(self.seats, np.int64)
        may_hold(memory.kind, memory.may, homes(self.room, self.seats), found)
        return [int(cards) for cards in found]

    @cached_property
    def out(self) -> int:
        """The set of the cards that some other seat may hold."""
        found = 0
        for seat in self.others:
            found |= self.may[seat]
        return found

    def code(self, name: str) -> int:
        """The code of a call."""
        return int(self.room.read_choice(name))

    def call(self, code: int) -> str:
        """The name of a call, as it is typed."""
        return str(self.room.choice_name(code))

    def name(self, card: int) -> str:
        """The short name of a card."""
        return card_sign(self.room, int(card))

    def ranks(self, cards: Iterable[int]) -> Text:
        """The ranks of some cards from the highest down, as one says a low hand: "8-7-4-2"."""
        return lettered_ranks("-".join(card_name(card, False) for card in sorted(cards, key=lambda card: -(card % 13))))

    def names(self, cards: int | Iterable[int]) -> Text:
        """Some cards in a list: "K♦, 9♥ and 2♣"."""
        return in_list(self.name(card) for card in (cards if isinstance(cards, Iterable) else each(int(cards))))

    def who(self, seat: int) -> Text:
        """Another player, as a sentence names them: by where they sit."""
        if self.seats == 2:
            return lazy_gettext("your opponent")
        if seat in self.friends:
            return lazy_gettext("your partner")
        where = (seat - self.seat) % self.seats
        if where == 1:
            return lazy_gettext("the next player")
        return lazy_gettext("the player before you") if where == self.seats - 1 else lazy_gettext("another player")

    # texts: each is found in a room's reasons.py by the name of these functions, and translated

    def phrase(self, one: str, many: str = "", n: int = 1, /, **values: Any) -> Phrase:
        """The text of a reason: a predicate of the choice, or after a colon a sentence of its own, with values for its places.

        one, many: for the number `n`, which is `{n}` in them.
        """
        return phrase(one, many, int(n), context=self.room.name, **values)

    def label(self, form: str, /, **values: Any) -> Text:
        """A text with values for its places: the name of a choice, or of a hand."""
        return lazy_game_text(self.room.name, form, **values)

    def number(self, n: int) -> Text:
        """A number in a sentence, in English up to ten in words."""
        return in_words(int(n))

    def each(self, cards: int) -> list[int]:
        """The cards of a set, from the lowest."""
        return list(each(int(cards)))

    def rank_word(self, card: int, several: bool = False) -> Text:
        """The name of a card's rank, or of several such cards."""
        return rank_words(card) if several else rank_word(card)

    def tricks(self, trumps: int, strength: Sequence[int], **given: Any) -> Tricks:
        """The reasons of trick games at this table; see `Tricks`."""
        return Tricks(self, trumps, [int(figure) for figure in strength], **given)

    def vying(self) -> Vying:
        """The reasons of betting and drawing at this table; see `Vying`."""
        return Vying(self)
