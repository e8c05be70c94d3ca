"""One card everywhere: id = suit * 13 + rank, suits clubs diamonds hearts spades, ranks 2..A; jokers 52 and 53.

A game's own ranking and points are small constant arrays over the rank (`ranking`, `points`), never a renumbering.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from parlour.machine import rule

CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
BIG_JOKER, SMALL_JOKER = 52, 53
FIRST_CALL = 64
"""Choices below are cards, from here on calls."""

CARD_BITS = (1 << 54) - 1
SUITS = np.array([0x1FFF << (13 * s) for s in range(4)], np.int64)
"""SUITS[s]: the set of the cards of suit s."""
RANKS = np.array([sum(1 << (13 * s + r) for s in range(4)) for r in range(13)], np.int64)
"""RANKS[r]: the set of the four cards of rank r."""

RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
SUIT_LETTERS = "cdhs"
JOKER_NAMES = ("★", "☆")
_READ_RANK = {name: r for r, name in enumerate(RANK_NAMES)} | {"T": 8, "t": 8, "j": 9, "q": 10, "k": 11, "a": 12}
_READ_SUIT = {sign: s for s, sign in enumerate(SUIT_SIGNS)} | {
    letter: s for s in range(4) for letter in (SUIT_LETTERS[s], SUIT_LETTERS[s].upper())
}


@rule(inline=True)
def suit_of(card):
    """0..3 for clubs, diamonds, hearts, spades; 4 for a joker."""
    return (card * 79) >> 10  # card // 13 for 0..64, without the sign care of a division


@rule(inline=True)
def rank_of(card):
    """0..12 for 2..A; 0 and 1 for the jokers."""
    return card - 13 * ((card * 79) >> 10)


def card_name(card: int, suits: bool = True) -> str:
    """The card as text: `10♥`, `★`; only the rank in a pack without suits.

    >>> card_name(34), card_name(52), card_name(8, suits=False)
    ('10♥', '★', '10')
    """
    if card >= 52:
        return JOKER_NAMES[card - 52]
    return RANK_NAMES[card % 13] + (SUIT_SIGNS[card // 13] if suits else "")


def read_card(text: str, suits: bool = True) -> int:
    """The id of a card written as text. ValueError names the text that is not a card.

    >>> [read_card(t) for t in ("10♥", "10h", "Th", "TH", "☆")]
    [34, 34, 34, 34, 53]
    """
    if text in JOKER_NAMES:
        return 52 + JOKER_NAMES.index(text)
    rank, suit = (text[:-1], text[-1:]) if suits else (text, "♣")
    if rank in _READ_RANK and suit in _READ_SUIT:
        return _READ_SUIT[suit] * 13 + _READ_RANK[rank]
    raise ValueError(f"{text!r} is not a card")


def card_set(text: str) -> int:
    """The set of the cards in a text: `card_set("A♠ 10♦")`. ValueError for no card or a card twice."""
    cards = 0
    for word in text.split():
        bit = 1 << read_card(word)
        if cards & bit:
            raise ValueError(f"{word} stands twice in {text!r}")
        cards |= bit
    return cards


def cards_in(cards: int) -> list[int]:
    """The ids in a set, ascending."""
    left, found = int(cards) & (1 << 54) - 1, []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def ranking(order: str) -> npt.NDArray[np.int64]:
    """Strength by rank, from an order written lowest first; ranks not named have strength 0, the lowest named 1.

    >>> ranking("J Q K 10 A").tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 3, 5]
    """
    strength = np.zeros(13, np.int64)
    for i, name in enumerate(order.split()):
        strength[_READ_RANK[name]] = i + 1
    return strength


def points(values: str) -> npt.NDArray[np.int64]:
    """Points by rank, written `A=11 10=10 K=4`; ranks not named are worth 0.

    >>> points("A=11 J=2").tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 11]
    """
    worth = np.zeros(13, np.int64)
    for item in values.split():
        name, value = item.split("=")
        worth[_READ_RANK[name]] = int(value)
    return worth


def pack_of(ranks: str, suits: Iterable[int] = range(4)) -> int:
    """The set of all cards of the ranks named, in these suits: `pack_of("A K Q J 10")` is the pack of 20."""
    chosen = [_READ_RANK[name] for name in ranks.split()]
    return sum(1 << (13 * s + r) for s in suits for r in chosen)


PACK_20 = pack_of("10 J Q K A")
PACK_32 = pack_of("7 8 9 10 J Q K A")
PACK_36 = pack_of("6 7 8 9 10 J Q K A")
PACK_40 = pack_of("A 2 3 4 5 6 7 J Q K")
PACK_48 = pack_of("A 2 3 4 5 6 7 8 9 J Q K")
PACK_52 = pack_of("2 3 4 5 6 7 8 9 10 J Q K A")
JOKERS = (1 << BIG_JOKER) | (1 << SMALL_JOKER)
