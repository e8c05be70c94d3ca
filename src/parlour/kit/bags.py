"""Multisets of cards (`Bag` fields): plane k is the set of the kinds held more than k times, plane 0 the kinds held.

In a masked bag the top byte of plane 0 counts the unknown cards.
"""

from __future__ import annotations

from parlour.machine import count, rule

from .cards import CARD_BITS


@rule
def bag_add(bag, card):
    """Put a card in. A bag that already holds as many equal cards as it has planes is left as it is."""
    bit = 1 << card
    for k in range(len(bag)):
        if not bag[k] & bit:
            bag[k] |= bit
            return


@rule
def bag_take(bag, card):
    """Take one of these cards out; the bag must hold one."""
    bit = 1 << card
    for k in range(len(bag) - 1, -1, -1):
        if bag[k] & bit:
            bag[k] &= ~bit
            return


@rule
def bag_copies(bag, card):
    """Return the number of copies of this card in the bag."""
    n = 0
    for k in range(len(bag)):
        n += (bag[k] >> card) & 1
    return n


@rule
def bag_size(bag):
    """Return the number of cards in the bag, known or not."""
    n = (bag[0] >> 56) & 0x7F
    for k in range(len(bag)):
        n += count(bag[k] & CARD_BITS)
    return n


@rule
def smallest_bags(bags, n):
    """Return the set of those of the first n bags that hold the fewest cards, one bit for each."""
    fewest, found = bag_size(bags[0]), 1
    for k in range(1, n):
        size = bag_size(bags[k])
        if size <= fewest:
            found = (found if size == fewest else 0) | 1 << k
            fewest = size
    return found


@rule
def bag_clear(bag):
    """Empty a bag."""
    for k in range(len(bag)):
        bag[k] = 0


@rule
def bag_pour(source, target):
    """Put all cards of a bag into another and empty it; the target must have room for the equal cards."""
    for k in range(len(source)):
        cards = source[k]
        source[k] = 0
        # adding a whole plane at once: what a plane holds already is carried to the next, as in binary counting
        for j in range(len(target)):
            carried = target[j] & cards
            target[j] |= cards
            cards = carried


@rule
def bag_put(bag, cards):
    """Put one card of every kind in a set into the bag."""
    for k in range(len(bag)):
        carried = bag[k] & cards
        bag[k] |= cards
        cards = carried


@rule
def bag_fill_pile(bag, pile):
    """Lay all cards of a bag on a pile, in ascending order, equal cards together, and leave the bag as it is."""
    kinds = bag[0]
    for card in range(54):
        if (kinds >> card) & 1:
            for _ in range(bag_copies(bag, card)):
                pile[0] += 1
                pile[pile[0]] = card
