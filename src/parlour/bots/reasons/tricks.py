"""Reasons for cards at trick games: who can still beat a card, what it takes, what it gives away, what it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parlour.kit.cards import SUITS
from parlour.languages import in_words

from .words import Phrase, Reason, each, phrase, suit_word, suit_words

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

    def either(self, card: int, of_trump: Phrase, of_suit: Phrase) -> Phrase:
        """Return one phrase if a card is a trump, and the other if not."""
        return of_trump if self.trumps >> card & 1 else of_suit

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
        word, suit, out = suit_word(card // 13), self.suit(card), self.case.out
        own, trump = self.held & suit, bool(self.trumps >> card & 1)
        if aim == DUCK:
            yield from self.lead_low(card)
            return
        if self.stands(card) and self.case.out:
            if not self.above(out, card):
                # TRANSLATORS: {suit} is the name of a suit: hearts. {choice} is a card, or what a button says.
                by_nothing = phrase("cannot be beaten: no higher {suit} and no trump is out", suit=word)
                if not self.trumps or trump:
                    by_nothing = phrase("cannot be beaten: no card that is still out is higher")
                yield Reason("unbeaten", by_nothing)
            else:
                yield Reason("sure", phrase("cannot be beaten by the players against you"))
        elif not any(self.strength[other] > self.strength[card] for other in each(out & suit)) and out & suit:
            highest = phrase("is the highest trump left"), phrase("is the highest {suit} left", suit=word)
            if any(self.strength[other] > self.strength[card] for other in each(own)):
                highest = (
                    phrase("is higher than every trump that is out"),
                    phrase("is higher than every {suit} that is out", suit=word),
                )
            yield Reason("highest", self.either(card, *highest))
        if trump and out & self.trumps:
            yield Reason("draws", phrase("leads trumps while some are still out"))
        single = not trump and own == 1 << card and bool(self.held & self.trumps)
        if single:
            yield Reason("single", phrase("is your only {suit}, so that you can trump the suit later", suit=word))
        if not trump and own.bit_count() >= LONG and own.bit_count() == self.longest():
            yield Reason("long", phrase("comes from your longest suit, {suit}", suit=suit_words(card // 13)))
        if self.worth is not None and not self.worth[card] and not self.stands(card):
            yield Reason("cheap", phrase("gives nothing away if it is beaten"))
        keeps = [other for other in each(own) if self.strength[other] > self.strength[card]]
        if keeps and self.lowest(card):
            top = max(keeps, key=lambda other: self.strength[other])
            values = {"suit": word, "card": self.case.name(top)}
            yield Reason(
                "keeps",
                self.either(
                    card,
                    phrase("is your lowest trump and keeps {card} for later", **values),
                    phrase("is your lowest {suit} and keeps {card} for later", **values),
                ),
            )
        elif own == 1 << card and not single:
            yield Reason("only", self.only(card))

    def lead_low(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants no tricks leads the card."""
        word, suit, out = suit_word(card // 13), self.suit(card), self.case.out
        higher = self.above(out & suit, card).bit_count()
        lower = (out & suit).bit_count() - higher
        if higher and not lower:
            lowest = phrase("is lower than every other trump that is still out")
            yield Reason(
                "lowest out", self.either(card, lowest, phrase("is lower than every other {suit} that is still out", suit=word))
            )
        elif higher > lower:
            values: dict[str, Any] = {"higher": higher, "all": higher + lower, "suit": word}
            yield Reason(
                "more above",
                self.either(
                    card,
                    phrase("is a low trump: {higher} of the {all} you have not seen are higher", **values),
                    phrase("is a low {suit}: {higher} of the {all} you have not seen are higher", **values),
                ),
            )
        if self.held & suit == 1 << card:
            yield Reason(
                "only",
                self.either(
                    card,
                    phrase("is your only trump, so that you can throw off other cards when the suit is led again"),
                    phrase("is your only {suit}, so that you can throw off other cards when the suit is led again", suit=word),
                ),
            )
        elif self.lowest(card) and lower:
            yield Reason("lowest", self.lowest_own(card))

    def follow(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants tricks plays the card to the trick."""
        ahead = self.goes_ahead(card)
        if ahead and self.owner in self.friends and not self.sure(self.best):
            yield Reason("over partner", phrase("makes your partner's {card} safer", card=self.case.name(self.best)))
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
        trumps_in = self.trumps >> card & 1 and not self.trumps >> self.lies[0] & 1
        overtaken = any(self.above(self.case.may[seat], card) for seat in self.later if seat in self.friends)
        if sure and not overtaken:
            yield Reason("takes", self.taking(bool(trumps_in), worth))
        if sure and self.later:
            partner_plays = any(seat in self.friends for seat in self.later)
            none, nobody = phrase(": no opponent left to play can beat it"), phrase(": nobody left to play can beat it")
            yield Reason("sure", none if partner_plays else nobody)
        if not sure:
            best = self.case.name(self.best)
            yield Reason("ahead", phrase("trumps in over {card}", card=best) if trumps_in else phrase("beats {card}", card=best))
            if cheapest is False and card == max(alike, key=lambda other: self.strength[other]):
                yield Reason("hardest", phrase("is the hardest of your cards to beat"))
        if cheapest and len(alike) > 1:
            enough = phrase("is the lowest {suit} that is enough", suit=suit_word(card // 13))
            yield Reason("cheapest", self.either(card, phrase("is the lowest trump that is enough"), enough))

    @staticmethod
    def taking(trumps_in: bool, worth: int) -> Phrase:
        """The trick is taken. worth: its points, 0 if it has none or they are not known."""
        if trumps_in and worth > 0:
            return phrase("trumps in and takes the trick with {n} point", "trumps in and takes the trick with {n} points", worth)
        if worth > 0:
            return phrase("takes the trick with {n} point", "takes the trick with {n} points", worth)
        return phrase("trumps in and takes the trick") if trumps_in else phrase("takes the trick")

    def lose(self, card: int) -> Iterator[Reason]:
        """Yield why the card lets others win the trick."""
        case, led = self.case, self.lies[0]
        partner, best = self.owner in self.friends, case.name(self.best)
        takers = [other for other in case.cards if self.goes_ahead(other)]
        follows = bool(self.suit(led) >> card & 1)
        if partner and self.sure_of_partner():
            if self.worth is not None and self.worth[card]:
                yield Reason(
                    "feeds",
                    phrase(
                        "gives {n} point to your partner, whose {card} takes the trick",
                        "gives {n} points to your partner, whose {card} takes the trick",
                        self.worth[card],
                        card=best,
                    ),
                )
            else:
                yield Reason("partner's", phrase("leaves the trick to your partner, whose {card} cannot be beaten", card=best))
        elif partner:
            yield Reason("partner ahead", phrase("leaves the trick to your partner's {card}", card=best))
        elif not takers:
            yield Reason("no taker", phrase("loses nothing that you could win: none of your cards beats {card}", card=best))
        else:
            top = max(takers, key=lambda other: (self.trumps >> other & 1, self.strength[other]))
            yield Reason("saves", phrase("lets {card} win and keeps {other} for later", card=best, other=case.name(top)))
        if self.worth is not None and not partner:
            least = min(self.worth[other] for other in case.cards if not self.goes_ahead(other))
            if self.worth[card] == least:
                only = phrase("gives away only {n} point", "gives away only {n} points", least)
                yield Reason("least", only if least else phrase("gives away no points"))
        if not follows and not self.trumps >> card & 1:
            word = suit_word(card // 13)
            saves = phrase("throws off a {suit} and saves your trumps", suit=word)
            yield Reason("throws", saves if self.held & self.trumps else phrase("throws off a {suit}", suit=word))
        if self.lowest(card) and (takers or not follows):
            yield Reason("lowest", self.lowest_own(card))

    def duck(self, card: int) -> Iterator[Reason]:
        """Yield why a player who wants no tricks plays the card to the trick."""
        case, led, best, word = self.case, self.lies[0], self.case.name(self.best), suit_word(card // 13)
        under = [other for other in case.cards if not self.goes_ahead(other)]
        if not self.goes_ahead(card):
            if not self.suit(led) >> card & 1:
                higher = self.above(case.out & self.suit(card), card).bit_count()
                top = self.strength[card] == max(self.strength[other] for other in each(self.held & self.suit(card)))
                if top and higher * 2 < (case.out & self.suit(card)).bit_count():
                    rids = phrase("gets rid of your highest trump, which could take a trick later")
                    of_suit = phrase("gets rid of your highest {suit}, which could take a trick later", suit=word)
                    yield Reason("rids high", self.either(card, rids, of_suit))
                throws = phrase("throws off a trump without taking the trick")
                off = phrase("throws off a {suit} without taking the trick", suit=word)
                yield Reason("throws", self.either(card, throws, off))
            else:
                same = [other for other in under if self.suit(other) == self.suit(card)]
                if len(same) > 1 and card == max(same, key=lambda other: self.strength[other]):
                    yield Reason("highest under", phrase("is your highest card that stays under {card}", card=best))
                else:
                    yield Reason("under", phrase("stays under {card}", card=best))
        elif under:
            yield from self.take(card)
        elif not self.later:
            yield Reason("must take", phrase("takes a trick that you cannot avoid"))
            if self.strength[card] == max(self.strength[other] for other in case.cards):
                yield Reason("highest", phrase("is the highest card that you can get rid of in it"))
        else:
            yield Reason("must go over", phrase("has to go over {card}, as every card that you may play does", card=best))
            if card == min(case.cards, key=lambda other: self.strength[other]):
                yield Reason("easiest", phrase("is the one most easily beaten"))

    def thrift(self, card: int) -> Iterator[Reason]:
        """Return what it costs to play this card and not another of the suit, if there is nothing better to say."""
        alike = [other for other in self.case.cards if self.suit(other) == self.suit(card)]
        if len(alike) > 1 and card == max(alike, key=lambda other: self.strength[other]):
            highest = phrase("is your highest {suit}", suit=suit_word(card // 13))
            yield Reason("highest own", self.either(card, phrase("is your highest trump"), highest))
        elif len(alike) > 1 and self.lowest(card):
            yield Reason("lowest", self.lowest_own(card))
        else:
            held = (self.held & self.suit(card)).bit_count()
            yield Reason("of suit", self.one_of(card, held) if held > 1 else self.only(card))

    def only(self, card: int) -> Phrase:
        """It is the only one of its suit in hand."""
        return self.either(card, phrase("is your only trump"), phrase("is your only {suit}", suit=suit_word(card // 13)))

    def lowest_own(self, card: int) -> Phrase:
        """It is the lowest of its suit in hand."""
        return self.either(card, phrase("is your lowest trump"), phrase("is your lowest {suit}", suit=suit_word(card // 13)))

    def one_of(self, card: int, held: int) -> Phrase:
        """It is one of several of its suit in hand."""
        number, word = in_words(held), suit_words(card // 13)
        of_suit = phrase("is one of your {number} {suit}", number=number, suit=word)
        return self.either(card, phrase("is one of your {number} trumps", number=number), of_suit)

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
