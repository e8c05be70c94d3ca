"""The rankings there are: how many cards each takes, its house rules, and hands read under it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.engine.errors import BadInput, shown
from parlour.kit.cards import card_name, cards_in, read_card
from parlour.kit.rankings import A23_HIGHEST, A23_LOWEST, A23_NO_RUN, A23_SECOND
from parlour.languages import gettext as _
from parlour.languages import listed, mark, pgettext, unlettered

from . import tally as counted
from .tally import Tally, naturals, strength, tally

_CARD = re.compile(r"(?:10|[2-9TJQKAtjqka])[♣♦♥♠cdhsCDHS]|[★☆]|\*")
_BETWEEN = re.compile(r"[\s,;·-]*")
_JOKERS = ("★", "☆")
MOST_CARDS = 9
"""Cards of a hand at most; the best of them count."""
MOST_HANDS = 10
ANY = -1
"""The cards that hands of different deals can have in common: all of them."""
MOST_TEXT = 200


@dataclass(frozen=True)
class Rule:
    """A house rule of a ranking: its values in the words of `--set`, what they are for the rules, what it means."""

    text: str
    values: Mapping[str, int]
    usual: str


@dataclass(frozen=True)
class Ranking:
    """One way to rank hands."""

    name: str
    title: str
    kind: int
    size: int
    """Cards that are compared at most."""
    least: int
    """Cards a hand must have."""
    says: str
    """In a sentence or two, what is best and what counts."""
    low: bool = False
    aces_low: bool = False
    rules: Mapping[str, Rule] = field(default_factory=dict)

    def settled(self, chosen: Mapping[str, str]) -> tuple[int, int]:
        """The two figures of the house rules. BadInput for one that it has not."""
        for name in chosen:
            if name not in self.rules:
                known = ", ".join(self.rules) or pgettext("house rules", "none")
                raise BadInput(
                    _("{title} has no house rule {name}; it has: {known}", title=_(self.title), name=shown(name), known=known)
                )
        found = []
        for name, rule in self.rules.items():
            value = chosen.get(name, rule.usual)
            if value not in rule.values:
                known = listed(rule.values, either=True)
                raise BadInput(_("{name} is one of {values}, not {value}", name=name, values=known, value=shown(value)))
            found.append(rule.values[value])
        first, second = (*found, 0, 0)[:2]
        return first, second


_YES_NO = {"yes": 1, "no": 0}
VALUES = {
    "yes": mark("yes"),
    "no": mark("no"),
    "low": mark("low"),
    "high": mark("high"),
    "highest_first": mark("highest first"),
    "lowest_first": mark("lowest first"),
    "highest": mark("highest"),
    "second": mark("second"),
    "lowest": mark("lowest"),
    "not_a_run": mark("not a run"),
}
"""The values of house rules in words."""
_ALL = (
    Ranking(
        "poker",
        mark("Poker, high"),
        counted.POKER,
        5,
        5,
        mark(
            "Straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, a pair, high card. "
            "Aces are high; A-2-3-4-5 is the lowest straight."
        ),
    ),
    Ranking(
        "ace_to_five",
        mark("Ace-to-five low (California)"),
        counted.ACE_TO_FIVE,
        5,
        5,
        mark("The lowest hand wins. Aces are low; straights and flushes do not count. Best: 5-4-3-2-A, the wheel."),
        low=True,
        aces_low=True,
    ),
    Ranking(
        "deuce_to_seven",
        mark("Deuce-to-seven low (Kansas City)"),
        counted.DEUCE_TO_SEVEN,
        5,
        5,
        mark("The lowest hand wins. Aces are high; straights and flushes count, so they lose. Best: 7-5-4-3-2, not of one suit."),
        low=True,
    ),
    Ranking(
        "ace_to_six",
        mark("Ace-to-six low"),
        counted.ACE_TO_SIX,
        5,
        5,
        mark("The lowest hand wins. Aces are low; straights and flushes count, so they lose. Best: 6-4-3-2-A, not of one suit."),
        low=True,
        aces_low=True,
    ),
    Ranking(
        "eight_or_better",
        mark("Eight-or-better low"),
        counted.EIGHT_OR_BETTER,
        5,
        5,
        mark("As ace-to-five, but only five different ranks from the eight down qualify; if nobody does, there is no low half."),
        low=True,
        aces_low=True,
    ),
    Ranking(
        "badugi",
        mark("Badugi"),
        counted.BADUGI,
        4,
        4,
        mark("Cards of different ranks and different suits count: four beat three, three beat two; then the lower ones win."),
        low=True,
        rules={
            "aces": Rule(mark("aces are"), {"low": 1, "high": 0}, "low"),
            "tiebreak": Rule(mark("compared from"), {"highest_first": 1, "lowest_first": 0}, "highest_first"),
        },
    ),
    Ranking(
        "brag",
        mark("Brag"),
        counted.BRAG,
        3,
        3,
        mark("Prial, running flush, run, flush, pair, high card."),
        rules={
            "a23": Rule(
                mark("A-2-3 is"),
                {"highest": A23_HIGHEST, "second": A23_SECOND, "lowest": A23_LOWEST, "not_a_run": A23_NO_RUN},
                "highest",
            ),
            "prial_threes": Rule(mark("3-3-3 is the best prial"), _YES_NO, "yes"),
        },
    ),
)
RANKINGS: dict[str, Ranking] = {ranking.name: ranking for ranking in _ALL}
"""By name, in the order they are shown."""


def ranking_called(name: str) -> Ranking:
    """A ranking by its name. BadInput if there is none."""
    if name not in RANKINGS:
        raise BadInput(_("there is no ranking {name}: choose from {rankings}", name=shown(name), rankings=listed(RANKINGS)))
    return RANKINGS[name]


def read_hand(text: str) -> int:
    """The set of the cards in a text: `8♠ 7♦ 5♥ 3♣ 2♠`, `8s7d5h3c2s`, a joker `*` or `★`. BadInput says what is wrong.

    With a sign, cards may have the letters of the reader's language.
    """
    if len(text) > MOST_TEXT:
        raise BadInput(_("a hand in {n} characters is too long", n=len(text)))
    text = unlettered(text)
    cards, at, jokers = 0, _BETWEEN.match(text).end(), iter(_JOKERS)  # type: ignore[union-attr]
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            raise BadInput(
                _("{card} is not a card: say 10♥ or Th, and * for a joker", card=shown(text[at:].split(maxsplit=1)[0]))
            )
        word = found[0]
        if word == "*":
            word = next((joker for joker in jokers if not cards >> read_card(joker) & 1), "")
            if not word:
                raise BadInput(_("there are two jokers at most"))
        bit = 1 << read_card(word)
        if cards & bit:
            raise BadInput(_("{word} stands twice in {text}", word=word, text=shown(text)))
        cards |= bit
        at = _BETWEEN.match(text, found.end()).end()  # type: ignore[union-attr]
    if not cards:
        raise BadInput(_("which cards? say for example 8♠ 7♦ 5♥ 3♣ 2♠"))
    return cards


def one_pack(hands: Sequence[int], common: int = 0) -> None:
    """BadInput if a card is in two hands, since they are dealt from one pack; those of `common` may be."""
    if len(hands) > MOST_HANDS:
        raise BadInput(_("too many hands, {n}: {most} at most", n=len(hands), most=MOST_HANDS))
    for (i, one), (j, other) in itertools.combinations(enumerate(hands, 1), 2):
        if both := one & other & ~common:
            raise BadInput(
                _("{card} is in hand {i} and in hand {j}: there is one in the pack", card=card_name(cards_in(both)[0]), i=i, j=j)
            )


def on_board(hands: Sequence[int], board: str) -> tuple[list[int], int]:
    """The hands, each with the cards of a board, and the board. BadInput if it holds a card of a hand."""
    one_pack(hands)
    try:
        common = read_hand(board)
    except BadInput as error:
        raise BadInput(_("the board: {error}", error=error)) from None
    for i, cards in enumerate(hands, 1):
        if both := cards & common:
            raise BadInput(_("{card} is in hand {i} and on the board", card=" ".join(map(card_name, cards_in(both))), i=i))
    return [cards | common for cards in hands], common


@dataclass(frozen=True)
class Reading:
    """A hand as a ranking sees it."""

    held: int
    """The cards held."""
    cards: int
    """Those that are ranked: of more than enough the best ones. Jokers stand in it as such."""
    read_as: int
    """The same with every joker as the card that it becomes."""
    becomes: tuple[str, ...]
    """The card of each joker: `Q♥`, or `Q` if its suit does not matter."""
    strength: int
    """0 if it does not qualify."""
    ranking: Ranking
    rules: tuple[int, int]
    """The figures of the house rules."""

    @property
    def aces_low(self) -> bool:
        """Whether the ace is the lowest rank."""
        return bool(self.rules[0]) if self.ranking.kind == counted.BADUGI else self.ranking.aces_low


def read(ranking: Ranking, cards: int, chosen: Mapping[str, str] | None = None) -> Reading:
    """A hand under a ranking and its house rules. BadInput if it has too few cards or too many."""
    rules, size = ranking.settled(chosen or {}), cards.bit_count()
    if not ranking.least <= size <= MOST_CARDS:
        raise BadInput(
            _(
                "{ranking}: a hand has {least} to {most} cards, not {n}",
                ranking=_(ranking.title),
                least=ranking.least,
                most=MOST_CARDS,
                n=size,
            )
        )
    if ranking.kind == counted.BADUGI:  # it picks its cards itself
        candidates = [cards]
    else:
        candidates = [sum(1 << card for card in some) for some in itertools.combinations(cards_in(cards), ranking.size)]
    kind = ranking.kind
    best = max(candidates, key=lambda some: int(strength(kind, some, *rules)))
    ways = naturals(kind, best, *rules)
    return Reading(cards, best, ways[0], _becomes(best, ways), int(strength(kind, best, *rules)), ranking, rules)


def _becomes(cards: int, ways: Sequence[int]) -> tuple[str, ...]:
    if not cards >> 52:
        return ()
    known = cards & counted.NATURAL
    first = cards_in(ways[0] & ~known)
    ranks = sorted(card % 13 for card in first)
    alike = [way for way in ways if sorted(card % 13 for card in cards_in(way & ~known)) == ranks]
    suits_matter = len(alike) == 1
    return tuple(card_name(card) if suits_matter else card_name(card, suits=False) for card in first)


def all_hands(reading: Reading, jokers: int) -> Tally:
    """All hands that a hand can be compared with, from a pack with this many jokers: at badugi of as many cards, up to five."""
    size = min(reading.held.bit_count(), 5) if reading.ranking.kind == counted.BADUGI else reading.ranking.size
    return tally(reading.ranking.kind, size, jokers, *reading.rules)
