"""A quiz of close calls: two hands, and which of them wins."""

from __future__ import annotations

import random
from dataclasses import dataclass

from parlour.kit.cards import card_set
from parlour.languages import gettext as _

from .compare import why
from .names import name_of, standing_of
from .rankings import RANKINGS, Ranking, Reading, read

FIRST, SECOND, TIE = "first", "second", "tie"
_DEALT = 14
"""Hands that a question is chosen from."""
_TRAPS = {
    "poker": (
        ("A♠ 2♥ 3♦ 4♣ 5♠", "2♠ 3♥ 4♥ 5♦ 6♣"),
        ("Q♠ K♥ A♦ 2♣ 3♠", "2♦ 2♣ 4♥ 5♦ 7♣"),
        ("K♠ K♥ 3♦ 3♣ 2♠", "Q♠ Q♥ J♦ J♣ A♠"),
    ),
    "ace_to_five": (
        ("5♠ 4♠ 3♠ 2♠ A♠", "6♥ 4♦ 3♣ 2♦ A♥"),
        ("7♣ 5♥ 4♦ ★ 2♠", "7♥ 5♦ 4♣ 3♥ A♠"),
        ("8♠ 7♠ 6♥ 5♦ 4♣", "9♠ 4♥ 3♦ 2♣ A♦"),
    ),
    "deuce_to_seven": (
        ("6♠ 5♥ 4♦ 3♣ 2♠", "A♠ K♥ Q♦ J♣ 9♠"),
        ("A♣ 5♥ 4♥ 3♦ 2♣", "K♠ Q♥ J♦ 10♣ 8♠"),
        ("8♠ 7♠ 5♠ 3♠ 2♠", "2♦ 2♥ 4♦ 5♣ 6♥"),
    ),
    "ace_to_six": (
        ("5♠ 4♥ 3♦ 2♣ A♠", "6♠ 4♦ 3♣ 2♦ A♥"),
        ("K♠ Q♥ J♦ 10♣ A♠", "9♠ 9♥ 4♦ 3♣ 2♠"),
        ("7♣ 6♥ 4♦ ★ 2♠", "7♥ 6♦ 4♣ 3♥ 2♥"),
    ),
    "eight_or_better": (
        ("9♠ 4♥ 3♦ 2♣ A♠", "8♠ 7♥ 6♦ 5♣ 4♠"),
        ("8♥ 6♠ 5♥ 4♥ 2♦", "8♦ 6♥ 5♣ 3♣ 2♠"),
        ("A♣ A♦ 2♥ 3♠ 4♦", "8♣ 7♦ 6♣ 5♥ 3♥"),
    ),
    "badugi": (
        ("K♠ Q♥ J♦ 10♣", "2♠ 3♠ A♥ 4♦"),
        ("7♠ 5♥ 3♦ 3♣", "7♥ 5♣ 4♠ A♠"),
        ("8♠ 4♥ 2♦ A♠", "8♦ 4♣ 2♥ K♥"),
    ),
    "brag": (
        ("A♠ 2♥ 3♦", "A♥ K♦ Q♣"),
        ("3♠ 3♥ 3♦", "A♠ A♥ A♦"),
        ("K♠ A♠ 2♠", "4♥ 5♦ 6♣"),
        ("9♠ 10♠ Q♠", "2♥ 3♦ 4♣"),
    ),
}
"""Pairs of hands that people get wrong."""


@dataclass(frozen=True)
class Question:
    """Two hands of one pack under a ranking."""

    ranking: Ranking
    first: Reading
    second: Reading

    @property
    def answer(self) -> str:
        """FIRST, SECOND or TIE."""
        difference = self.first.strength - self.second.strength
        return FIRST if difference > 0 else SECOND if difference < 0 else TIE

    @property
    def because(self) -> str:
        """Return the names of both hands, and why one beats the other."""
        first, second = _capital(str(name_of(self.first))), name_of(self.second)
        return f"{_('{hand} against {other}.', hand=first, other=second)} {why(self.first, self.second)}"


def question(ranking: Ranking | None, seed: int) -> Question:
    """The question of a seed; of any ranking if None is named. Every third is one that people get wrong."""
    chance = random.Random(seed)
    asked = ranking or chance.choice(list(RANKINGS.values()))
    if chance.random() < 1 / 3:
        pair = [read(asked, card_set(text)) for text in chance.choice(_TRAPS[asked.name])]
    else:
        pair = _close(asked, chance)
    chance.shuffle(pair)
    return Question(asked, *pair)


def _close(ranking: Ranking, chance: random.Random) -> list[Reading]:
    """Draw some hands, and return two of them that share no card and differ as late as possible in the comparison."""
    dealt: list[Reading] = []
    while len(dealt) < _DEALT:
        reading = read(ranking, sum(1 << card for card in chance.sample(range(52), ranking.size)))
        if reading.strength and (not ranking.low or _is_low(reading)):
            dealt.append(reading)
    pairs = [(one, other) for one in dealt for other in dealt if one is not other and not one.cards & other.cards]
    return list(max(pairs, key=lambda pair: (_alike(*pair), chance.random()))) if pairs else _close(ranking, chance)


def _is_low(reading: Reading) -> bool:
    """Whether it is a hand that people play for low: no pair, or three cards or more at badugi."""
    category = standing_of(reading).category
    return category >= 3 if reading.ranking.name == "badugi" else category == 0


def _alike(one: Reading, other: Reading) -> int:
    """Return the number of compared ranks that are equal before one differs; -1 for different categories."""
    mine, theirs = standing_of(one), standing_of(other)
    if mine.category != theirs.category:
        return -1
    return next((i for i, (a, b) in enumerate(zip(mine.ranks, theirs.ranks, strict=True)) if a != b), len(mine.ranks))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
