"""Rankings of hands: a set of cards becomes one whole number, and the larger number wins, in low games too.

The number holds the category above all, then the ranks in the order they are compared, as two sets of ranks of 13 bits each:
`category << 26 | first << 13 | second`. A set of ranks compares like the ranks themselves from the highest down, as long as
both hands have as many of them, and two hands of one category have. So hands with equal numbers tie, whichever suits they have.

The ranks of the four suits lie side by side in a set of cards. Shifted over one another, a few ANDs and ORs tell which ranks
are held at least once, twice, three and four times, and that is all a ranking needs: no table, no sorting, and no branch, so
that in a loop the processor ranks several hands at once.
"""

from __future__ import annotations

import numpy as np

from parlour.machine import count, highest, rule

from .cards import ACE, CARD_BITS, FIVE, THREE

__all__ = [
    "A23_HIGHEST",
    "A23_LOWEST",
    "A23_NO_RUN",
    "A23_SECOND",
    "BRAG_FLUSH",
    "BRAG_HIGH_CARD",
    "BRAG_PAIR",
    "BRAG_PRIAL",
    "BRAG_RUN",
    "BRAG_RUNNING_FLUSH",
    "FLUSH",
    "FULL_HOUSE",
    "NO_PAIR",
    "ONE_PAIR",
    "QUADS",
    "ROYAL_FLUSH",
    "STRAIGHT",
    "STRAIGHT_FLUSH",
    "TRIPS",
    "TWO_PAIR",
    "ace_to_five",
    "ace_to_six",
    "aces_low",
    "badugi",
    "badugi_cards",
    "badugi_ranks",
    "brag",
    "category_of",
    "deuce_to_seven",
    "eight_or_better",
    "in_one_suit",
    "low_category_of",
    "poker_high",
    "ranks_held",
    "straight_top",
    "strength_of",
]

NO_PAIR, ONE_PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
"""Categories of five cards at poker, from the lowest."""
ROYAL_FLUSH = STRAIGHT_FLUSH << 26 | 1 << ACE << 13
"""The strength at `poker_high` of the straight flush up to the ace."""
BRAG_HIGH_CARD, BRAG_PAIR, BRAG_FLUSH, BRAG_RUN, BRAG_RUNNING_FLUSH, BRAG_PRIAL = range(1, 7)
"""Categories of three cards at Brag, from the lowest."""
A23_HIGHEST, A23_SECOND, A23_LOWEST, A23_NO_RUN = range(4)
"""The place of A 2 3 among the runs at Brag: the highest, the one below A K Q, the lowest, or no run."""

_RANKS = 0x1FFF
_WHEEL = 0x100F  # A 2 3 4 5
_A23 = 0x1003
_A23_TOPS = np.array([_RANKS, 1 << (ACE - 1) | 1, 1, 0])  # A K Q is 1 << ACE, K Q J 1 << (ACE - 1)
_LOWEST = STRAIGHT_FLUSH << 26 | _RANKS << 13 | _RANKS
_EIGHT_HIGH = 0xFF  # aces low: A 2 3 4 5 6 7 8


@rule(inline=True)
def strength_of(category, first, second):
    """A hand's strength from its category and the two sets of ranks that are compared, one after the other."""
    return (category << 26) | (first << 13) | second


@rule(inline=True)
def category_of(strength):
    """The category in a strength; at badugi the number of cards that count."""
    return strength >> 26


@rule(inline=True)
def low_category_of(strength):
    """The category in the strength of a low hand: NO_PAIR is the best there."""
    return STRAIGHT_FLUSH - (strength >> 26)


# What hands are made of


@rule(inline=True)
def ranks_held(cards):
    """The sets of the ranks held at least once, twice, three and four times (no jokers)."""
    clubs, diamonds, hearts, spades = cards & _RANKS, (cards >> 13) & _RANKS, (cards >> 26) & _RANKS, (cards >> 39) & _RANKS
    minor, major = clubs | diamonds, hearts | spades
    both_minor, both_major = clubs & diamonds, hearts & spades
    twice = both_minor | both_major | (minor & major)
    thrice = (both_minor & major) | (both_major & minor)
    return minor | major, twice, thrice, both_minor & both_major


@rule(inline=True)
def aces_low(ranks):
    """A set of ranks with the ace below the two: A 2 .. K instead of 2 .. K A."""
    return ((ranks << 1) & _RANKS) | (ranks >> ACE)


@rule(inline=True)
def in_one_suit(cards):
    """Whether all cards of a set are of one suit; a joker is of none."""
    not_clubs, not_spades = cards >> 13, cards & ~(_RANKS << 39)
    not_diamonds, not_hearts = cards & ~(_RANKS << 13), cards & ~(_RANKS << 26)
    return (not_clubs == 0) | (not_diamonds == 0) | (not_hearts == 0) | (not_spades == 0)


@rule(inline=True)
def run_top(ranks):
    """The set of the top ranks of five ranks in a row."""
    return ranks & (ranks << 1) & (ranks << 2) & (ranks << 3) & (ranks << 4)


@rule(inline=True)
def straight_top(ranks):
    """Return the top of a straight as above, but A 2 3 4 5 is a straight too, whose top is the five."""
    return run_top(ranks) | ((ranks & _WHEEL == _WHEEL) << FIVE)


@rule(inline=True)
def five_cards(held, straight, flush):
    """The strength of five cards by the ranks held once, twice, three and four times, the top of a straight or 0, and a flush."""
    ranks, twice, thrice, four = held
    paired, several, run = twice != 0, twice & (twice - 1) != 0, straight != 0
    # Not a sum of comparisons: in rules that are interpreted, NumPy adds two booleans to a boolean.
    category = (1 if paired else 0) + (1 if several else 0) + (0 if thrice == 0 else 4 if several else 2) + (4 if four else 0)
    category += (8 if run else 5) if flush else (4 if run else 0)
    first = straight if run else thrice if thrice else twice if paired else ranks
    return strength_of(category, first, ranks & ~first if paired else 0)


# Five cards, high


@rule(inline=True)
def poker_high(cards):
    """The strength of five cards at poker: aces high, and A 2 3 4 5 is the lowest straight.

    >>> from parlour.kit import card_set
    >>> category_of(poker_high(card_set("A♠ 2♥ 3♦ 4♣ 5♠"))) == STRAIGHT
    True
    """
    held = ranks_held(cards)
    return five_cards(held, straight_top(held[0]), in_one_suit(cards))


# Five cards, low. A joker stands for the lowest rank that the hand lacks and that makes no straight.


@rule(inline=True)
def with_lacking(ranks):
    """A set of ranks and the lowest rank that it lacks."""
    return ranks | (ranks + 1)


@rule(inline=True)
def ace_to_five(cards):
    """The strength of five cards as a low hand: aces low, straights and flushes do not count. Jokers are wild.

    >>> from parlour.kit import card_set
    >>> ace_to_five(card_set("A♠ 2♠ 3♠ 4♠ 5♠")) > ace_to_five(card_set("A♠ 2♥ 3♦ 4♣ 6♠"))
    True
    """
    ranks, twice, thrice, four = ranks_held(cards)
    wild, ranks = (cards & CARD_BITS) >> 52, aces_low(ranks)
    ranks = with_lacking(ranks) if wild else ranks
    ranks = with_lacking(ranks) if wild == 3 else ranks
    return _LOWEST - five_cards((ranks, aces_low(twice), aces_low(thrice), aces_low(four)), 0, False)


@rule(inline=True)
def eight_or_better(cards):
    """Return the strength of a low hand of five different ranks from the eight down, which qualifies for half of a pot; 0 of any
    other. other. other. other."""
    strength = ace_to_five(cards)
    return strength if _LOWEST - strength <= _EIGHT_HIGH << 13 else 0


@rule(inline=True)
def wild_in_no_run(ranks, wild):
    """A set of ranks and what jokers (none 0, one 1 or 2, both 3) stand for in a low hand if straights count against it."""
    one = with_lacking(ranks)
    two = with_lacking(one)
    three = with_lacking(two)
    second, third = one ^ two, two ^ three  # the ranks lacking, next to the lowest
    single = one if run_top(one) == 0 else ranks | second if run_top(ranks | second) == 0 else ranks | third
    both = two if run_top(two) == 0 else one | third
    return both if wild == 3 else single if wild else ranks


@rule(inline=True)
def deuce_to_seven(cards):
    """The strength of five cards as a low hand: aces high, straights and flushes count against it. Jokers are wild.

    A 2 3 4 5 is not a straight but has an ace, the highest card.

    >>> from parlour.kit import card_set
    >>> deuce_to_seven(card_set("7♠ 5♥ 4♦ 3♣ 2♠")) > deuce_to_seven(card_set("A♠ 5♥ 4♦ 3♣ 2♠"))
    True
    """
    ranks, twice, thrice, four = ranks_held(cards)
    ranks = wild_in_no_run(ranks, (cards & CARD_BITS) >> 52)
    return _LOWEST - five_cards((ranks, twice, thrice, four), run_top(ranks), in_one_suit(cards))


@rule(inline=True)
def ace_to_six(cards):
    """Return the strength of a low hand with aces low: A 2 3 4 5 is a straight, 10 J Q K A is none. Jokers are wild."""
    ranks, twice, thrice, four = ranks_held(cards)
    ranks = wild_in_no_run(aces_low(ranks), (cards & CARD_BITS) >> 52)
    return _LOWEST - five_cards((ranks, aces_low(twice), aces_low(thrice), aces_low(four)), run_top(ranks), in_one_suit(cards))


# Badugi: cards of different ranks and suits


@rule(inline=True)
def badugi_ranks(cards, ace_is_low):
    """The ranks of the best cards that share neither rank nor suit: as many as can be, and those the lowest.

    Up to four times the lowest rank is kept that still fits in: with which each rank kept can have a suit of its own. This gives
    the best set, whichever way sets are compared, because such sets are the independent sets of a matroid. `reach` has a bit for
    each of the 16 sets of suits: whether the ranks kept can have just these. A rank fits in that is held in a suit which one of
    these sets does without.
    """
    clubs, diamonds, hearts, spades = cards & _RANKS, (cards >> 13) & _RANKS, (cards >> 26) & _RANKS, (cards >> 39) & _RANKS
    if ace_is_low:
        clubs, diamonds, hearts, spades = aces_low(clubs), aces_low(diamonds), aces_low(hearts), aces_low(spades)
    kept, reach = 0, 1
    for _ in range(4):
        no_clubs, no_diamonds, no_hearts, no_spades = reach & 0x5555, reach & 0x3333, reach & 0x0F0F, reach & 0x00FF
        fits = (clubs if no_clubs else 0) | (diamonds if no_diamonds else 0)
        fits = (fits | (hearts if no_hearts else 0) | (spades if no_spades else 0)) & ~kept
        rank = fits & -fits
        kept |= rank
        reach = (no_clubs << 1 if clubs & rank else 0) | (no_diamonds << 2 if diamonds & rank else 0)
        reach |= (no_hearts << 4 if hearts & rank else 0) | (no_spades << 8 if spades & rank else 0)
    return kept


@rule(inline=True)
def turned_over(ranks):
    """A set of ranks with the lowest in the place of the highest."""
    ranks = ((ranks & 0x5555) << 1) | ((ranks >> 1) & 0x5555)
    ranks = ((ranks & 0x3333) << 2) | ((ranks >> 2) & 0x3333)
    ranks = ((ranks & 0x0F0F) << 4) | ((ranks >> 4) & 0x0F0F)
    return (((ranks & 0x00FF) << 8) | (ranks >> 8)) >> (15 - ACE)


@rule(inline=True)
def badugi(cards, ace_is_low, highest_first):
    """The strength of a hand at badugi: more cards first, then lower ones, compared from the highest down or from the lowest up.

    >>> from parlour.kit import card_set
    >>> long, low = card_set("2♣ 3♦ 4♥ K♠"), card_set("2♣ 3♦ 5♥ 6♠")
    >>> badugi(long, True, True) < badugi(low, True, True), badugi(long, True, False) > badugi(low, True, False)
    (True, True)
    """
    kept = badugi_ranks(cards, ace_is_low)
    return strength_of(count(kept), _RANKS ^ kept if highest_first else turned_over(kept), 0)


@rule
def badugi_cards(cards, ace_is_low):
    """The best set itself: one card of each of its ranks. A card stays if the others that are left would make less without it.

    >>> from parlour.kit import card_set, cards_in, card_name
    >>> [card_name(card) for card in cards_in(badugi_cards(card_set("2♣ 2♦ 5♦ 9♣"), True))]
    ['2♣', '5♦']
    """
    best, left = badugi_ranks(cards, ace_is_low), cards
    while cards:
        card = highest(cards)
        cards &= ~(1 << card)
        left = left & ~(1 << card) if badugi_ranks(left & ~(1 << card), ace_is_low) == best else left
    return left


# Three cards at Brag


@rule(inline=True)
def brag(cards, a23, threes_best):
    """The strength of three cards at Brag: aces high, A 2 3 as `a23` says (A23_HIGHEST ..), 3 3 3 the best prial or in its place.

    >>> from parlour.kit import card_set
    >>> category_of(brag(card_set("A♠ 2♥ 3♦"), A23_HIGHEST, True)) == BRAG_RUN
    True
    """
    ranks, twice, thrice, _ = ranks_held(cards)
    run = (ranks & (ranks << 1) & (ranks << 2)) | (_A23_TOPS[a23] if ranks == _A23 else 0)
    flush, in_row, pair, prial = in_one_suit(cards), run != 0, twice != 0, thrice != 0
    category = (BRAG_RUNNING_FLUSH if in_row else BRAG_FLUSH) if flush else BRAG_RUN if in_row else BRAG_HIGH_CARD
    category = BRAG_PRIAL if prial else BRAG_PAIR if pair else category
    threes = (thrice == 1 << THREE) & (threes_best != 0)
    first = _RANKS if threes else run if in_row else twice if pair else ranks
    return strength_of(category, first, ranks & ~first if pair else 0)
