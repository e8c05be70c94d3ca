"""Reasons for betting and drawing: what it costs, what lies in the pot, what the hand is, and what the others have drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from parlour.kit import FIRST_CALL
from parlour.languages import in_list, lazy_gettext

from .words import Reason, phrase, rank_word

if TYPE_CHECKING:
    from .case import Case


class Vying:
    """The betting at a table that names things as `kit.betting` does."""

    def __init__(self, case: Case) -> None:
        row, seat = case.row, case.seat
        self.case = case
        self.price = max(min(int(row.high) - int(row.bet[seat]), int(row.score[seat])), 0)
        self.pot = sum(int(row.bet[p]) + int(row.pots[p]) for p in range(case.seats))
        self.rivals = [p for p in case.others if not row.folded[p]]

    def reasons(
        self, codes: Sequence[int], hand: Callable[[list[int]], str], kept_as: Callable[[list[int]], str] | None = None
    ) -> Iterator[Reason]:
        """Return why this bet or, in a phase `discard`, this draw. hand: says cards in words; kept_as: those kept, if in
        others."""
        own = self.case.own
        if self.case.phase != "discard":
            return self.bet(codes[0], hand(own))
        kept = [card for card in own if card not in codes]
        return self.draw(codes, (kept_as or hand)(kept), hand(own))

    def bet(self, code: int, hand: str) -> Iterator[Reason]:
        """Yield why this bet is good. hand: what the viewer holds, in words."""
        call = self.case.call(code)
        if call == "fold":
            yield Reason(
                "fold",
                phrase(
                    ": staying in costs {n} chip, and you hold {hand}",
                    ": staying in costs {n} chips, and you hold {hand}",
                    self.price,
                    hand=hand,
                ),
            )
        elif call == "check":
            # TRANSLATORS: {hand} is what a hand is: "a pair of twos", or cards: "8-7-4-2"
            yield Reason("check", phrase(": it costs nothing to stay in, and you hold {hand}", hand=hand))
        elif call in ("call", "see"):
            yield Reason(
                "call",
                phrase(
                    ": {n} chip for a pot of {pot}, and you hold {hand}",
                    ": {n} chips for a pot of {pot}, and you hold {hand}",
                    self.price,
                    pot=self.pot,
                    hand=hand,
                ),
            )
        else:
            yield Reason("bet", phrase(": you hold {hand}", hand=hand))
        if call in ("bet", "raise", "call") and (reason := self.drawn()):
            yield reason

    def drawn(self) -> Reason | None:
        """Return what the others drew last, if there was a draw; of several rivals that all of them did."""
        row = self.case.row
        if "drew" not in self.case.room.Table.fields or int(row.street) < 2:  # the first round is before all draws
            return None
        drew = [int(row.drew[p][int(row.street) - 2]) for p in self.rivals]
        own = int(row.drew[self.case.seat][int(row.street) - 2])
        if len(drew) == 1 and drew[0] > own:
            who = self.case.who(self.rivals[0])
            return Reason("drew", phrase(": {player} drew {n} card", ": {player} drew {n} cards", drew[0], player=who))
        if len(drew) > 1 and min(drew) > own:
            more = phrase(": everybody else who is in drew more cards than you")
            return Reason("drew", more if own else phrase(": everybody else who is in drew cards"))
        return None

    def draw(self, codes: Sequence[int], kept_as: str, hand: str) -> Iterator[Reason]:
        """Yield why these cards are thrown. kept_as, hand: the cards kept, and the whole hand, in words."""
        thrown = [code for code in codes if code < FIRST_CALL]
        if not thrown:
            yield Reason("pat", phrase(": you hold {hand}", hand=hand))
            return
        kept = [card for card in self.case.own if card not in thrown]
        new = phrase("gets you {n} new card", "gets you {n} new cards", len(thrown))
        yield Reason("keeps", phrase("keeps {cards}", cards=kept_as) if kept else new)
        twins = sorted({card % 13 for card in thrown if any(other % 13 == card % 13 for other in kept)})
        if twins:
            seconds = in_list(lazy_gettext("a second {rank}", rank=rank_word(rank)) for rank in twins)
            yield Reason("pairs", phrase("gives up {cards}", cards=seconds))

    def named(self, codes: Sequence[int]) -> str:
        """Return how a sentence names a draw; "" for a bet, whose usual name will do."""
        if self.case.phase != "discard":
            return ""
        thrown = [code for code in codes if code < FIRST_CALL]
        return lazy_gettext("throwing {cards}", cards=self.case.names(thrown)) if thrown else lazy_gettext("standing pat")
