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

from .rankings import Reading
from .tally import BADUGI, BRAG, EIGHT_OR_BETTER

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLURALS = tuple(word + ("es" if word == "six" else "s") for word in WORDS)
CATEGORIES = {
    NO_PAIR: "a hand without a pair",
    ONE_PAIR: "a pair",
    TWO_PAIR: "two pair",
    TRIPS: "three of a kind",
    STRAIGHT: "a straight",
    FLUSH: "a flush",
    FULL_HOUSE: "a full house",
    QUADS: "four of a kind",
    STRAIGHT_FLUSH: "a straight flush",
}
BRAG_CATEGORIES = {
    BRAG_HIGH_CARD: "a high card",
    BRAG_PAIR: "a pair",
    BRAG_FLUSH: "a flush",
    BRAG_RUN: "a run",
    BRAG_RUNNING_FLUSH: "a running flush",
    BRAG_PRIAL: "a prial",
}
BADUGI_SIZES = ("", "one card", "two cards", "three cards", "a badugi")
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
        return Name("no low", "it does not qualify")
    standing = standing_of(reading)
    held = [card % 13 for card in cards_in(reading.read_as)]
    times = [1 if ranking.kind == BADUGI else held.count(rank) for rank in standing.ranks]
    whole = figures([rank for rank, n in zip(standing.ranks, times, strict=True) for _ in range(n)])
    if ranking.kind == BADUGI:
        return Name(f"{standing.kind}, {whole}", whole)
    if ranking.kind == BRAG:
        whole = "A-2-3" if standing.ranks == LOW_RUN else whole
        return Name(_brag_name(standing, whole), whole)
    if ranking.low and standing.category == NO_PAIR:
        wheel = reading.aces_low and whole == "5-4-3-2-A"
        return Name("the wheel" if wheel else _low_name(standing.ranks), whole)
    return Name(_poker_name(standing, reading, whole), whole)


def figures(ranks: Sequence[int]) -> str:
    """Ranks as they are written on cards: `8-7-5-3-2`."""
    return "-".join(RANK_NAMES[rank] for rank in ranks)


def joker_words(reading: Reading) -> str:
    """Return the cards that the jokers of a hand replace, `the joker is an ace`; empty without jokers."""
    said = [_stands_for(text) for text in reading.becomes]
    return f"the joker{'s are' if len(said) > 1 else ' is'} {' and '.join(said)}" if said else ""


def _stands_for(card: str) -> str:
    if card[-1] in SUIT_SIGNS:
        return f"the {card}"
    word = WORDS[RANK_NAMES.index(card)]
    return f"{'an' if word[0] in 'ae' else 'a'} {word}"


def _low_name(ranks: Sequence[int]) -> str:
    return f"{'an' if RANK_NAMES[ranks[0]] in ('8', 'A') else 'a'} {figures(ranks[:2])}"


def _brag_name(standing: Standing, whole: str) -> str:
    first = standing.ranks[0]
    return {
        BRAG_PRIAL: f"a prial of {PLURALS[first]}",
        BRAG_RUNNING_FLUSH: f"a running flush, {whole}",
        BRAG_RUN: f"a run, {whole}",
        BRAG_FLUSH: f"a flush, {whole}",
        BRAG_PAIR: f"a pair of {PLURALS[first]}",
        BRAG_HIGH_CARD: f"{WORDS[first]} high",
    }[standing.category]


def _poker_name(standing: Standing, reading: Reading, whole: str) -> str:
    first, second = (*standing.ranks, 0)[:2]
    royal = not reading.ranking.low and reading.strength == ROYAL_FLUSH
    return {
        NO_PAIR: f"{WORDS[first]} high",
        ONE_PAIR: f"a pair of {PLURALS[first]}",
        TWO_PAIR: f"two pair, {PLURALS[first]} and {PLURALS[second]}",
        TRIPS: f"three {PLURALS[first]}",
        STRAIGHT: f"a straight up to the {WORDS[first]}",
        FLUSH: f"a flush, {whole}",
        FULL_HOUSE: f"a full house, {PLURALS[first]} over {PLURALS[second]}",
        QUADS: f"four {PLURALS[first]}",
        STRAIGHT_FLUSH: "a royal flush" if royal else f"a straight flush up to the {WORDS[first]}",
    }[standing.category]
