"""Names of hands, and the ranks that are compared, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parlour.kit.cards import ACE, FIVE, RANK_NAMES, SUIT_SIGNS, THREE, TWO, cards_in
from parlour.kit.rankings import (
    BRAG_FLUSH,
    BRAG_HIGH_CARD,
    BRAG_PAIR,
    BRAG_PRIAL,
    BRAG_RUN,
    BRAG_RUNNING_FLUSH,
    FLUSH,
    FULL_HOUSE,
    NO_PAIR,
    ONE_PAIR,
    QUADS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    badugi_cards,
    category_of,
    low_category_of,
)
from parlour.languages import card_language, listed, mark, mark_in, ngettext, pgettext, rank_letters
from parlour.languages import gettext as _

from .rankings import Reading
from .tally import BADUGI, BRAG, EIGHT_OR_BETTER

WORDS = (
    mark_in("rank", "two"),
    mark_in("rank", "three"),
    mark_in("rank", "four"),
    mark_in("rank", "five"),
    mark_in("rank", "six"),
    mark_in("rank", "seven"),
    mark_in("rank", "eight"),
    mark_in("rank", "nine"),
    mark_in("rank", "ten"),
    mark_in("rank", "jack"),
    mark_in("rank", "queen"),
    mark_in("rank", "king"),
    mark_in("rank", "ace"),
)
PLURALS = (
    mark("twos"),
    mark("threes"),
    mark("fours"),
    mark("fives"),
    mark("sixes"),
    mark("sevens"),
    mark("eights"),
    mark("nines"),
    mark("tens"),
    mark("jacks"),
    mark("queens"),
    mark("kings"),
    mark("aces"),
)
A_RANK = (
    mark("a two"),
    mark("a three"),
    mark("a four"),
    mark("a five"),
    mark("a six"),
    mark("a seven"),
    mark("an eight"),
    mark("a nine"),
    mark("a ten"),
    mark("a jack"),
    mark("a queen"),
    mark("a king"),
    mark("an ace"),
)
CATEGORIES = {
    NO_PAIR: mark("a hand without a pair"),
    ONE_PAIR: mark("a pair"),
    TWO_PAIR: mark("two pair"),
    TRIPS: mark("three of a kind"),
    STRAIGHT: mark("a straight"),
    FLUSH: mark("a flush"),
    FULL_HOUSE: mark("a full house"),
    QUADS: mark("four of a kind"),
    STRAIGHT_FLUSH: mark("a straight flush"),
}
BRAG_CATEGORIES = {
    BRAG_HIGH_CARD: mark("a high card"),
    BRAG_PAIR: mark("a pair"),
    BRAG_FLUSH: mark("a flush"),
    BRAG_RUN: mark("a run"),
    BRAG_RUNNING_FLUSH: mark("a running flush"),
    BRAG_PRIAL: mark("a prial"),
}
BADUGI_SIZES = ("", mark("one card"), mark("two cards"), mark("three cards"), mark("a badugi"))
WHEEL = (FIVE, FIVE - 1, THREE, TWO, ACE)
LOW_RUN = (THREE, TWO, ACE)
"""The ranks of A-2-3 as a run, if the ace is its low card."""
_RUNS = {STRAIGHT, STRAIGHT_FLUSH}
_BRAG_RUNS = {BRAG_RUN, BRAG_RUNNING_FLUSH}


class Standing(NamedTuple):
    """The parts of a hand, as its name is made from them."""

    category: int
    """As in `kit.rankings`; at badugi the number of cards that count."""
    kind: str
    """The category in words."""
    ranks: tuple[int, ...]
    """The different ranks that count, 0 the two to 12 the ace: what comes most often first, then the highest."""


@dataclass(frozen=True)
class Name:
    """The name of a hand."""

    short: str
    """As people say it: `an 8-7`, `a pair of tens`."""
    whole: str
    """All ranks that count: `8-7-5-3-2`."""

    def __str__(self) -> str:
        return self.short if self.whole in self.short else f"{self.short} ({self.whole})"


def standing_of(reading: Reading) -> Standing:
    """Return the parts of a hand that qualifies, which decide its rank."""
    cards, kind = reading.read_as, reading.ranking.kind
    if kind == BADUGI:
        cards = int(badugi_cards(cards, reading.aces_low))
        return Standing(cards.bit_count(), BADUGI_SIZES[cards.bit_count()], _in_order(cards, reading.aces_low))
    category = int(low_category_of(reading.strength) if reading.ranking.low else category_of(reading.strength))
    words = BRAG_CATEGORIES if kind == BRAG else CATEGORIES
    return Standing(category, words[category], _in_order(cards, reading.aces_low or _runs_from_the_ace(reading, category)))


def _in_order(cards: int, aces_low: bool) -> tuple[int, ...]:
    """The different ranks of some cards: what comes most often first, then the highest."""
    held = [card % 13 for card in cards_in(cards)]
    return tuple(sorted(set(held), key=lambda rank: (held.count(rank), (rank + 1) % 13 if aces_low else rank), reverse=True))


def _runs_from_the_ace(reading: Reading, category: int) -> bool:
    """Whether an ace is the low card of a run though aces are high otherwise: A-2-3 at Brag, A-2-3-4-5 at poker."""
    ranks = {card % 13 for card in cards_in(reading.read_as)}
    if reading.ranking.kind == BRAG:
        return category in _BRAG_RUNS and ranks == set(LOW_RUN)
    return category in _RUNS and {ACE, FIVE} < ranks


def name_of(reading: Reading) -> Name:
    """Return the name of a hand under its ranking."""
    ranking = reading.ranking
    if ranking.kind == EIGHT_OR_BETTER and not reading.strength:
        return Name(_("no low"), _("it does not qualify"))
    standing = standing_of(reading)
    held = [card % 13 for card in cards_in(reading.read_as)]
    times = [1 if ranking.kind == BADUGI else held.count(rank) for rank in standing.ranks]
    whole = figures([rank for rank, n in zip(standing.ranks, times, strict=True) for _each in range(n)])
    if ranking.kind == BADUGI:
        return Name(f"{_(standing.kind)}, {whole}", whole)
    if ranking.kind == BRAG:
        whole = "A-2-3" if standing.ranks == LOW_RUN else whole
        return Name(_brag_name(standing, whole), whole)
    if ranking.low and standing.category == NO_PAIR:
        wheel = reading.aces_low and standing.ranks == WHEEL
        return Name(_("the wheel") if wheel else _low_name(standing.ranks), whole)
    return Name(_poker_name(standing, reading, whole), whole)


def figures(ranks: Sequence[int]) -> str:
    """Ranks as they are written on the reader's cards: `8-7-5-3-2`."""
    letters = rank_letters(card_language())
    return "-".join(letters[rank] for rank in ranks)


def joker_words(reading: Reading) -> str:
    """Return the cards that the jokers of a hand replace, `the joker is an ace`; empty without jokers."""
    cards = [_stands_for(text) for text in reading.becomes]
    return ngettext("the joker is {cards}", "the jokers are {cards}", len(cards), cards=listed(cards)) if cards else ""


def _stands_for(card: str) -> str:
    if card[-1] in SUIT_SIGNS:
        return _("the {card}", card=card)
    return _(A_RANK[RANK_NAMES.index(card)])


def _low_name(ranks: Sequence[int]) -> str:
    shown = figures(ranks[:2])
    return _("an {ranks}", ranks=shown) if RANK_NAMES[ranks[0]] in ("8", "A") else _("a {ranks}", ranks=shown)


def _brag_name(standing: Standing, whole: str) -> str:
    first = standing.ranks[0]
    return {
        BRAG_PRIAL: _("a prial of {ranks}", ranks=_(PLURALS[first])),
        BRAG_RUNNING_FLUSH: _("a running flush, {ranks}", ranks=whole),
        BRAG_RUN: _("a run, {ranks}", ranks=whole),
        BRAG_FLUSH: _("a flush, {ranks}", ranks=whole),
        BRAG_PAIR: _("a pair of {ranks}", ranks=_(PLURALS[first])),
        BRAG_HIGH_CARD: _("{rank} high", rank=pgettext("rank", WORDS[first])),
    }[standing.category]


def _poker_name(standing: Standing, reading: Reading, whole: str) -> str:
    first, second = (*standing.ranks, 0)[:2]
    royal = not reading.ranking.low and reading.strength == ROYAL_FLUSH
    rank, ranks, others = pgettext("rank", WORDS[first]), _(PLURALS[first]), _(PLURALS[second])
    return {
        NO_PAIR: _("{rank} high", rank=rank),
        ONE_PAIR: _("a pair of {ranks}", ranks=ranks),
        TWO_PAIR: _("two pair, {ranks} and {others}", ranks=ranks, others=others),
        TRIPS: _("three {ranks}", ranks=ranks),
        STRAIGHT: _("a straight up to the {rank}", rank=rank),
        FLUSH: _("a flush, {ranks}", ranks=whole),
        FULL_HOUSE: _("a full house, {ranks} over {others}", ranks=ranks, others=others),
        QUADS: _("four {ranks}", ranks=ranks),
        STRAIGHT_FLUSH: _("a royal flush") if royal else _("a straight flush up to the {rank}", rank=rank),
    }[standing.category]
