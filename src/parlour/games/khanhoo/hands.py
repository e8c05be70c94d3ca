"""Possibilities of a hand of Khanhoo: split into melds, go out, bump a discard or challenge for it. R6.. are those of
rulebook.md.
"""

from parlour.kit import ACE, BIG_JOKER, RANKS, count, holds, lowest, rule, top
from parlour.kit.melds import all_in_melds, best_melds

from .melds import (
    FIRST,
    FIRST_ACE_TRIPLETS,
    JOKER,
    KIND_OF,
    NEEDS,
    NEEDS_WITH,
    ROWS,
    ROWS_ACE_TRIPLETS,
    ROWS_WITH,
    ROWS_WITH_ACE_TRIPLETS,
    TRIPLET,
    perhaps_in_melds,
)


@rule
def best_points(t, one, two, whole, chosen):
    """R7: the most that melds of these cards are worth; `whole`: of all of them, -1 if they do not split."""
    rows = ROWS_ACE_TRIPLETS if t.ace_triplets else ROWS
    return best_melds(one & ~JOKER, two, holds(one, BIG_JOKER), rows, whole, chosen)


@rule
def may_go_out(t, card):
    """R6: whether the rest of the hand splits into melds after this discard."""
    one, two = t.hand[t.turn, 0], t.hand[t.turn, 1]
    bit = 1 << card
    one, two = one & ~(bit & ~two), two & ~bit
    wild = holds(one, BIG_JOKER)
    if t.ace_triplets:
        return all_in_melds(one & ~JOKER, two, wild, ROWS_ACE_TRIPLETS, FIRST_ACE_TRIPLETS)
    return all_in_melds(one & ~JOKER, two, wild, ROWS, FIRST)


@rule
def going_out(t, cards):
    """R6: those of these cards of the hand with which its player may go out. A card in no meld at all must be the discard."""
    one, two = t.hand[t.turn, 0], t.hand[t.turn, 1]
    lonely = one & ~JOKER & ~perhaps_in_melds(one, two)
    if count(lonely) + count(lonely & two) > 1:
        return 0
    left = cards & lonely if lonely else cards
    found = 0
    while left:
        card = lowest(left)
        left &= left - 1
        found |= may_go_out(t, card) << card
    return found


@rule
def can_bump(t, p, k):
    """R10: whether a seat can form the meld of row k of NEEDS with the discard and cards of the hand."""
    bit = 1 << top(t.discards)
    one, two = t.hand[p, 0] | bit, t.hand[p, 1] | (t.hand[p, 0] & bit)
    if NEEDS[k, 2] == TRIPLET and NEEDS[k, 0] & RANKS[ACE] and not t.ace_triplets:
        return False
    return NEEDS[k, 0] & bit != 0 and NEEDS[k, 0] & ~one == 0 and NEEDS[k, 1] & ~two == 0


@rule
def kinds_with(t, p, card):
    """R12: the kinds of melds (a bit each) that a seat can form with a card and cards of the hand."""
    bit = 1 << card
    return kinds_among(t, t.hand[p, 0] | bit, t.hand[p, 1] | (t.hand[p, 0] & bit), bit)


@rule
def kinds_among(t, one, two, bit):
    """The kinds of melds that can be formed with a card (one bit) out of cards, some of them (`two`) held twice."""
    rows = ROWS_ACE_TRIPLETS if t.ace_triplets else ROWS
    with_it = ROWS_WITH_ACE_TRIPLETS if t.ace_triplets else ROWS_WITH
    kinds, card = 0, lowest(bit)
    for i in range(1, with_it[card, 0] + 1):
        k = with_it[card, i]
        needs = rows[k, 0] | (JOKER if rows[k, 3] else 0)
        if needs & ~one == 0 and rows[k, 1] & ~two == 0:
            kinds |= 1 << KIND_OF[rows[k, 4]]
    return kinds


@rule
def kinds_named(t, p):
    """The kinds of melds that a seat can form with the discard it named one for, which may have come into its hand since."""
    if t.taken_up[p]:
        return kinds_among(t, t.hand[p, 0], t.hand[p, 1], 1 << t.named_with[p])
    return kinds_with(t, p, t.named_with[p])


@rule
def able(t, p):
    """Whether a seat can bump the discard."""
    card = top(t.discards)
    for i in range(1, NEEDS_WITH[card, 0] + 1):
        if can_bump(t, p, NEEDS_WITH[card, i]):
            return True
    return False
