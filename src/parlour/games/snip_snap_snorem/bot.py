"""Leave out the choices that a search need not look at in Snip Snap Snorem."""

from parlour.kit import FIRST_CALL, RANKS, count, first_code, lowest, rank_of, rule, size_of

from .rules import LEAD


@rule
def sift(t, menu, n):
    """Leave one card of every rank, because suits mean nothing; if four of a rank can be led, nothing else; and a lead that is
    sure to win.

    While four of a rank go down all others pass, and the lead comes back: any other lead is as good after them.
    """
    if t.phase == LEAD:
        kept = keeps_lead(t, t.hand[t.turn], 4)
        if not kept:
            kept = wins_for_sure(t, t.hand[t.turn])
        if kept:
            menu[0] = lowest(kept)
            return 1
    kept = ranks = 0
    for k in range(n):
        code = first_code(menu[k])
        if code < FIRST_CALL:
            rank = rank_of(code)
            if (ranks >> rank) & 1:
                continue
            ranks |= 1 << rank
        menu[kept] = menu[k]
        kept += 1
    return kept


@rule
def keeps_lead(t, hand, least):
    """The cards of ranks of which a hand holds this many at least."""
    kept = 0
    for rank in range(13):
        cards = hand & RANKS[rank]
        if count(cards) >= least:
            kept |= cards
    return kept


@rule
def wins_for_sure(t, hand):
    """Return the cards held in threes and fours of a rank if at most one other card is left, otherwise 0: the lead comes back
    each time, and the other card goes last.

    The fourth card of a rank answers the first of the three, unless all three must go down together. It must not be the last card
    of the player who holds it: return 0, too, if a player has no more cards than there are threes.
    """
    kept = keeps_lead(t, hand, 3)
    if t.all_at_once or count(hand & ~kept) > 1:
        return 0
    rounds = 0
    for rank in range(13):
        rounds += count(kept & RANKS[rank]) == 3
    for p in range(t.seats):
        if p != t.turn and size_of(t.hand[p]) <= rounds:
            return 0
    return kept
