"""Reasons for cards at trick games: who can still beat a card, what it takes, what it gives away, what it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from parlour.kit.cards import SUITS

from .words import Reason, each, suit_word

if TYPE_CHECKING:
    from .case import Case

TAKE, DUCK = 1, -1
"""The aim of a seat: tricks, or none."""
LONG = 4
"""Cards of a suit that make it long."""


class Tricks:
    """The trick on the table, which `trick` and `leader` show, as `kit.tricks` names things.

    trumps: the set of the trumps. strength: by card, in each suit and among the trumps. worth: by card, what it counts for the
    side that takes it; None if only tricks count. order: the seats in the order in which they play to this trick. friends:
    the seats of the viewer's own side, without the viewer; by default those of the table.
    """

    def __init__(
        self,
        case: Case,
        trumps: int,
        strength: Sequence[int],
        worth: Sequence[int] | None = None,
        order: Sequence[int] | None = None,
        friends: Sequence[int] | None = None,
    ) -> None:
        self.case, self.trumps, self.strength = case, int(trumps), strength
        self.worth = None if worth is None else [int(points) for points in worth]
        self.hand = 0
        for card in case.cards:
            self.hand |= 1 << card
        self.held = case.figure("hand") | self.hand
        self.lies = case.lie("trick")
        leader = int(case.row.leader) if self.lies else case.seat
        self.order = list(order) if order is not None else [(leader + k) % case.seats for k in range(case.seats)]
        self.friends = case.friends if friends is None else list(friends)
        self.later = self.order[len(self.lies) + 1 :]

    # what there is to know

    def suit(self, card: int) -> int:
        """The set of the cards that follow suit to a card."""
        return self.trumps if self.trumps >> card & 1 else int(SUITS[card // 13]) & ~self.trumps

    def word(self, card: int) -> str:
        """Return what a card is called by its suit: a trump, or a heart."""
        return "trump" if self.trumps >> card & 1 else suit_word(card // 13)

    def beats(self, card: int, other: int) -> bool:
        """Whether a card played later beats one that is winning."""
        if self.suit(card) == self.suit(other):
            return self.strength[card] > self.strength[other]
        return bool(self.trumps >> card & 1)

    @cached_property
    def best(self) -> int:
        """The card that is winning the trick, -1 before the lead."""
        best = -1
        for card in self.lies:
            if best < 0 or self.beats(card, best):
                best = card
        return best

    @property
    def owner(self) -> int:
        """The seat whose card that is."""
        return self.order[self.lies.index(self.best)]

    def goes_ahead(self, card: int) -> bool:
        """Whether a card is winning once it is played."""
        return self.best < 0 or self.beats(card, self.best)

    def above(self, cards: int, card: int) -> int:
        """The cards of a set that beat a card."""
        return sum(1 << other for other in each(cards) if self.beats(other, card))

    def stands(self, card: int) -> bool:
        """Whether nobody who plays later can beat a card, as far as the seat knows for certain."""
        return not any(self.above(self.case.may[seat], card) for seat in self.later if seat not in self.friends)

    def sure(self, card: int) -> bool:
        """Whether a card takes the trick for the viewer's side for certain."""
        return self.goes_ahead(card) and self.stands(card)

    def points(self, cards: Sequence[int]) -> int:
        """Return what some cards count."""
        return sum(self.worth[card] for card in cards) if self.worth else 0

    # reasons

    def reasons(self, card: int, aim: int = TAKE) -> Iterator[Reason]:
        """Yield why this card is good, the most telling reason first."""
        found = list(self.lead(card, aim) if self.best < 0 else self.duck(card) if aim == DUCK else self.follow(card))
        yield from found or self.thrift(card)

    def lead(self, card: int, aim: int = TAKE) -> Iterator[Reason]:
        """Yield why the card is led."""
        word, suit, out = self.word(card), self.suit(card), self.case.out
        own, trump = self.held & suit, bool(self.trumps >> card & 1)
        if aim == DUCK:
            yield from self.lead_low(card)
            return
        if self.stands(card) and self.case.out:
            if not self.above(out, card):
                yield Reason(
                    "unbeaten",
                    "cannot be beaten: no card that is still out is higher"
                    if not self.trumps or trump
                    else f"cannot be beaten: no higher {word} and no trump is out",
                )
            else:
                yield Reason("sure", "cannot be beaten by the players against you")
        elif not any(self.strength[other] > self.strength[card] for other in each(out & suit)) and out & suit:
            yield Reason("highest", f"is the highest {word} left")
        if trump and out & self.trumps:
            yield Reason("draws", "leads trumps while some are still out")
        if not trump and own == 1 << card and self.held & self.trumps:
            yield Reason("single", f"is your only {word}, so that you can trump the suit later")
        if not trump and own.bit_count() >= LONG and own.bit_count() == self.longest():
            yield Reason("long", f"comes from your longest suit, {word}s")
        if self.worth is not None and not self.worth[card] and not self.stands(card):
            yield Reason("cheap", "gives nothing away if it is beaten")
        keeps = [other for other in each(own) if self.strength[other] > self.strength[card]]
        if keeps and self.lowest(card):
            top = max(keeps, key=lambda other: self.strength[other])
            yield Reason("keeps", f"is your lowest {word} and keeps {self.case.name(top)} for later")
        elif own == 1 << card:
            yield Reason("only", f"is your only {word}")

    def lead_low(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants no tricks leads the card."""
        word, suit, out = self.word(card), self.suit(card), self.case.out
        higher = self.above(out & suit, card).bit_count()
        lower = (out & suit).bit_count() - higher
        if higher and not lower:
            yield Reason("lowest out", f"is lower than every other {word} that is still out")
        elif higher > lower:
            yield Reason("more above", f"is a low {word}: {higher} of the {higher + lower} you have not seen are higher")
        if self.held & suit == 1 << card:
            yield Reason("only", f"is your only {word}, so that you can throw off other cards when the suit is led again")
        elif self.lowest(card) and lower:
            yield Reason("lowest", f"is your lowest {word}")

    def follow(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants tricks plays the card to the trick."""
        ahead = self.goes_ahead(card)
        if ahead and self.owner in self.friends and not self.sure(self.best):
            yield Reason("over partner", f"makes your partner's {self.case.name(self.best)} safer")
        if ahead:
            yield from self.take(card)
        else:
            yield from self.lose(card)

    def take(self, card: int) -> Iterator[Reason]:
        """Yield why the card goes ahead in the trick."""
        takers = [other for other in self.case.cards if self.goes_ahead(other)]
        alike = [other for other in takers if self.suit(other) == self.suit(card)]
        cheapest = card == min(alike, key=lambda other: self.strength[other])
        sure, worth = self.stands(card), 0 if self.later else self.points([*self.lies, card])
        rivals = "no opponent" if any(seat in self.friends for seat in self.later) else "nobody"
        what = f"takes the trick with {self.case.counted(worth, 'point')}" if worth > 0 else "takes the trick"
        trumps_in = self.trumps >> card & 1 and not self.trumps >> self.lies[0] & 1
        overtaken = any(self.above(self.case.may[seat], card) for seat in self.later if seat in self.friends)
        if sure and not overtaken:
            yield Reason("takes", ("trumps in and " if trumps_in else "") + what)
        if sure and self.later:
            yield Reason("sure", f": {rivals} left to play can beat it")
        if not sure:
            yield Reason("ahead", f"{'trumps in over' if trumps_in else 'beats'} {self.case.name(self.best)}")
            if cheapest is False and card == max(alike, key=lambda other: self.strength[other]):
                yield Reason("hardest", "is the hardest of your cards to beat")
        if cheapest and len(alike) > 1:
            yield Reason("cheapest", f"is the lowest {self.word(card)} that is enough")

    def lose(self, card: int) -> Iterator[Reason]:
        """Yield why the card lets others win the trick."""
        case, led = self.case, self.lies[0]
        partner, best = self.owner in self.friends, case.name(self.best)
        takers = [other for other in case.cards if self.goes_ahead(other)]
        follows = bool(self.suit(led) >> card & 1)
        if partner and self.sure_of_partner():
            if self.worth is not None and self.worth[card]:
                yield Reason(
                    "feeds", f"gives {case.counted(self.worth[card], 'point')} to your partner, whose {best} takes the trick"
                )
            else:
                yield Reason("partner's", f"leaves the trick to your partner, whose {best} cannot be beaten")
        elif partner:
            yield Reason("partner ahead", f"leaves the trick to your partner's {best}")
        elif not takers:
            yield Reason("no taker", f"loses nothing that you could win: none of your cards beats {best}")
        else:
            top = max(takers, key=lambda other: (self.trumps >> other & 1, self.strength[other]))
            yield Reason("saves", f"lets {best} win and keeps {case.name(top)} for later")
        if self.worth is not None and not partner:
            least = min(self.worth[other] for other in case.cards if not self.goes_ahead(other))
            if self.worth[card] == least:
                gives = case.counted(least, "point") if least else "no points"
                yield Reason("least", f"gives away {gives if not least else 'only ' + gives}")
        if not follows and not self.trumps >> card & 1:
            yield Reason(
                "throws", f"throws off a {self.word(card)}" + (" and saves your trumps" if self.held & self.trumps else "")
            )
        if self.lowest(card) and (takers or not follows):
            yield Reason("lowest", f"is your lowest {self.word(card)}")

    def duck(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants no tricks plays the card to the trick."""
        case, led, best = self.case, self.lies[0], self.case.name(self.best)
        under = [other for other in case.cards if not self.goes_ahead(other)]
        if not self.goes_ahead(card):
            if not self.suit(led) >> card & 1:
                higher = self.above(case.out & self.suit(card), card).bit_count()
                top = self.strength[card] == max(self.strength[other] for other in each(self.held & self.suit(card)))
                if top and higher * 2 < (case.out & self.suit(card)).bit_count():
                    yield Reason("rids high", f"gets rid of your highest {self.word(card)}, which could take a trick later")
                yield Reason("throws", f"throws off a {self.word(card)} without taking the trick")
            else:
                same = [other for other in under if self.suit(other) == self.suit(card)]
                if len(same) > 1 and card == max(same, key=lambda other: self.strength[other]):
                    yield Reason("highest under", f"is your highest card that stays under {best}")
                else:
                    yield Reason("under", f"stays under {best}")
        elif under:
            yield from self.take(card)
        elif not self.later:
            yield Reason("must take", "takes a trick that you cannot avoid")
            if self.strength[card] == max(self.strength[other] for other in case.cards):
                yield Reason("highest", "is the highest card that you can get rid of in it")
        else:
            yield Reason("must go over", f"has to go over {best}, as every card that you may play does")
            if card == min(case.cards, key=lambda other: self.strength[other]):
                yield Reason("easiest", "is the one most easily beaten")

    def thrift(self, card: int) -> Iterator[Reason]:
        """Return what it costs to play this card and not another of the suit, if there is nothing better to say."""
        alike = [other for other in self.case.cards if self.suit(other) == self.suit(card)]
        if len(alike) > 1 and card == max(alike, key=lambda other: self.strength[other]):
            yield Reason("highest own", f"is your highest {self.word(card)}")
        elif len(alike) > 1 and self.lowest(card):
            yield Reason("lowest", f"is your lowest {self.word(card)}")
        else:
            held = (self.held & self.suit(card)).bit_count()
            yield Reason(
                "of suit",
                f"is one of your {self.case.counted(held, self.word(card))}" if held > 1 else f"is your only {self.word(card)}",
            )

    # helpers

    def lowest(self, card: int) -> bool:
        """Whether it is the lowest that the seat holds of its suit, and not the only one."""
        own = self.held & self.suit(card)
        return own.bit_count() > 1 and self.strength[card] == min(self.strength[other] for other in each(own))

    def longest(self) -> int:
        """Return how many cards of one suit that is not trumps the seat holds at most."""
        return max((self.held & int(suit) & ~self.trumps).bit_count() for suit in SUITS)

    def sure_of_partner(self) -> bool:
        """Whether a partner's card that is winning cannot be beaten any more."""
        return not any(self.above(self.case.may[seat], self.best) for seat in self.later if seat not in self.friends)
