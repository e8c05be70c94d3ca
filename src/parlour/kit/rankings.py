"""Rankings of hands: a set of cards becomes one whole number, and the larger number wins.

The number holds the category above all, then the ranks in the order they are compared, as two sets of ranks of 13 bits each:
`category << 26 | first << 13 | second`. A set of ranks compares like the ranks themselves from the highest down, as long as
both hands have as many of them, and two hands of one category have. So equal numbers are hands that tie, whatever their suits.

The ranks of the four suits lie side by side in a set of cards. Shifted over one another, a few ANDs and ORs tell which ranks
are held at least once, twice, three and four times, and that is all a ranking needs: no table, no loop, no sorting.
"""

from __future__ import annotations

from .cards import ACE, FIVE
from .machine import rule

NO_PAIR, ONE_PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
"""Categories of five cards at poker, from the lowest."""
ROYAL_FLUSH = STRAIGHT_FLUSH << 26 | 1 << ACE << 13
"""The strength at `poker_high` of the straight flush up to the ace."""

_RANKS = 0x1FFF
_WHEEL = 0x100F  # A 2 3 4 5


@rule(inline=True)
def strength_of(category, first, second):  # type: ignore[no-untyped-def]
    """A hand's strength from its category and the two sets of ranks that are compared, one after the other."""
    return (category << 26) | (first << 13) | second


@rule(inline=True)
def category_of(strength):  # type: ignore[no-untyped-def]
    """The category in a strength."""
    return strength >> 26


@rule(inline=True)
def ranks_held(cards):  # type: ignore[no-untyped-def]
    """The sets of the ranks held at least once, twice, three and four times (no jokers)."""
    clubs, diamonds, hearts, spades = cards & _RANKS, (cards >> 13) & _RANKS, (cards >> 26) & _RANKS, (cards >> 39) & _RANKS
    minor, major = clubs | diamonds, hearts | spades
    both_minor, both_major = clubs & diamonds, hearts & spades
    twice = both_minor | both_major | (minor & major)
    thrice = (both_minor & major) | (both_major & minor)
    return minor | major, twice, thrice, both_minor & both_major


@rule(inline=True)
def in_one_suit(cards, ranks):  # type: ignore[no-untyped-def]
    """Whether some suit of a set holds all of these ranks."""
    spare = (~cards & ranks == 0) | (~(cards >> 13) & ranks == 0)
    return spare | (~(cards >> 26) & ranks == 0) | (~(cards >> 39) & ranks == 0)


@rule(inline=True)
def straight_top(ranks):  # type: ignore[no-untyped-def]
    """The set of the top ranks of five ranks in a row; of A 2 3 4 5 the five. Empty where there is no straight."""
    run = ranks & (ranks << 1) & (ranks << 2) & (ranks << 3) & (ranks << 4)
    return run | ((ranks & _WHEEL == _WHEEL) << FIVE)


@rule
def poker_high(cards):  # type: ignore[no-untyped-def]
    """The strength of five cards at poker: aces high, and A 2 3 4 5 is the lowest straight.

    >>> from parlour.kit import card_set
    >>> category_of(poker_high(card_set("A♠ 2♥ 3♦ 4♣ 5♠"))) == STRAIGHT
    True
    """
    ranks, twice, thrice, four = ranks_held(cards)
    if twice == 0:
        flush, top = in_one_suit(cards, ranks), straight_top(ranks)
        if top:
            return strength_of(STRAIGHT_FLUSH if flush else STRAIGHT, top, 0)
        return strength_of(FLUSH if flush else NO_PAIR, ranks, 0)
    if four:
        return strength_of(QUADS, four, ranks & ~four)
    several = twice & (twice - 1) != 0  # two ranks at least twice
    if thrice:
        return strength_of(FULL_HOUSE if several else TRIPS, thrice, ranks & ~thrice)
    return strength_of(TWO_PAIR if several else ONE_PAIR, twice, ranks & ~twice)
