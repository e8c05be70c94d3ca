"""Hands under a ranking as plain data: what the command line prints and the page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.kit.cards import card_name, cards_in

from .compare import Placed, order, why
from .names import Name, joker_words, name_of
from .rankings import Ranking, all_hands


@dataclass(frozen=True)
class Line:
    """A hand in its place."""

    place: int
    hand: int
    """The how manieth of the hands given, from 1."""
    cards: tuple[int, ...]
    """All that are held, jokers and high cards first."""
    counting: tuple[int, ...]
    """Those that count, of more than enough the best."""
    name: Name
    joker: str
    """The cards that its jokers replace, empty without jokers."""
    rank: int
    """1 for the best hand there is, among hands that differ in more than suits that do not matter."""
    ranks: int
    """Number of such hands."""
    beaten_by: int
    ties: int
    """Hands that are worth the same, itself included."""
    beats: int
    why: str
    """Why it beats the hand below it, or ties with it; empty for the last."""

    @property
    def of(self) -> int:
        """All hands of the pack."""
        return self.beaten_by + self.ties + self.beats


def report(
    ranking: Ranking, hands: Sequence[int], jokers: int | None, rules: Mapping[str, str] | None = None, common: int = 0
) -> list[Line]:
    """Hands from the best down. jokers: in the pack, as many as the hands have if None. BadInput as for `order`."""
    placed = order(ranking, hands, rules, common)
    if jokers is None:
        jokers = max((cards >> 52).bit_count() for cards in hands)
    below: list[Placed | None] = [*placed[1:], None]
    return [_line(one, other, jokers) for one, other in zip(placed, below, strict=True)]


def _line(one: Placed, below: Placed | None, jokers: int) -> Line:
    reading, tally = one.reading, all_hands(one.reading, jokers)
    rank, better, level, worse = tally.place(reading.strength)
    return Line(
        place=one.place,
        hand=one.index + 1,
        cards=in_order(reading.held),
        counting=in_order(reading.cards),
        name=name_of(reading),
        joker=joker_words(reading),
        rank=rank,
        ranks=tally.classes,
        beaten_by=better,
        ties=level,
        beats=worse,
        why=why(reading, below.reading) if below else "",
    )


def in_order(cards: int) -> tuple[int, ...]:
    """The cards of a set, jokers first, then from the ace down."""
    return tuple(sorted(cards_in(cards), key=lambda card: (card < 52, -(card % 13), -card)))


def in_text(cards: Sequence[int]) -> str:
    """Cards as they are written: `★ A♠ 10♥`."""
    return " ".join(map(card_name, cards))
