"""What a search need not look at in Snip Snap Snorem."""

from parlour.kit import FIRST_CALL, RANKS, count, first_code, rank_of, rule

from .rules import LEAD


@rule
def sift(t, menu, n):
    """One card of every rank, for suits mean nothing; of four of a rank to lead, nothing else.

    While they go down all others pass, and the lead comes back: whatever else is led can be led as well after them.
    """
    kept = ranks = 0
    for k in range(n):
        code = first_code(menu[k])
        if code < FIRST_CALL:
            rank = rank_of(code)
            if t.phase == LEAD and count(t.hand[t.turn] & RANKS[rank]) == 4:
                menu[0] = code
                return 1
            if (ranks >> rank) & 1:
                continue
            ranks |= 1 << rank
        menu[kept] = menu[k]
        kept += 1
    return kept
