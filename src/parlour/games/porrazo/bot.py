"""Features that distinguish choices at Porrazo: what a card strikes and takes, and which equal cards are still out to strike
it."""

from parlour.kit import *
from parlour.kit.captures import *
from parlour.kit.features import *

from .counting import VALUE, groups
from .rules import STRUCK, fits_in_place, is_answer
from .words import PLAY, TENDIDO, USE

CHAIN, RUN, PLACE, ALIKE, EXPOSED = OWN, OWN + 16, OWN + 44, OWN + 50, OWN + 170
GROUPS, USED = OWN + 190, OWN + 210


@rule
def features(t, menu, n, found):
    describe_plain(t, menu, n, found)
    if t.phase == PLAY:
        describe_cards(t, menu, n, found)
    else:
        for k in range(n):
            if t.phase == TENDIDO:
                found[k, 1] = GROUPS + 10 * (menu[k] & 1) + min(groups(t.table), 4) + 5 * (count(t.table) > 3)
            elif t.phase == USE:
                card = lowest(t.laid)
                found[k, 1] = USED + 10 * (menu[k] & 1) + 5 * is_answer(t, card, STRUCK) + min(count(t.table), 4)


@rule
def describe_cards(t, menu, n, found):
    hand, out = t.hand[t.turn], cards_out(t)
    for k in range(n):
        card = menu[k]
        rank, bit = rank_of(card), 1 << card
        equal = RANKS[rank]
        stage = stage_of(t, card)
        run = run_from(t.table, card) if stage < STRUCK else 0
        left = t.table & ~run if run or stage >= STRUCK else t.table | bit
        limpia = VALUE[(rank + count(run) - 1) % 13] if run and left == 0 else 0
        found[k, 1] = CHAIN + 4 * stage + VALUE[rank] - 1
        found[k, 2] = RUN + 5 * min(count(run), 4) + limpia
        found[k, 3] = PLACE + (0 if run or stage >= STRUCK or not fits_in_place(t, card) else 1 + min(count(t.table), 3))
        case = 2 * (stage if stage else 4 * (run == 0)) + (VALUE[rank] > 1)
        found[k, 4] = ALIKE + 12 * case + 3 * min(count(out & equal), 3) + min(count(hand & equal & ~bit), 2)
        found[k, 5] = EXPOSED + exposure(left, out)


@rule
def stage_of(t, card):
    """Return what a card makes of the chain: 0 nothing, then a porrazo, a counter, a san benito."""
    return t.stage if t.stage and is_answer(t, card, t.stage) else 0


@rule
def cards_out(t):
    """All cards that have not been seen yet."""
    seen = t.table | t.hand[t.turn] | t.waiting
    for p in range(t.seats):
        seen |= t.won[p]
    return PACK_52 & ~seen


@rule
def exposure(left, out):
    """Return 0 for an empty table, 1 if no card can empty it, otherwise a figure that grows with the cards that are out and
    could, and with their score."""
    ranks = ranks_in(left)
    follows = ((ranks << 1) | (ranks >> 12)) & 0x1FFF
    first, last = ranks & ~follows, follows & ~ranks
    if left == 0 or count(ranks) < count(left) or count(first) != 1:
        return 1 if left else 0
    end = lowest(last)
    return 1 + 4 * min(count(out & RANKS[lowest(first)]), 3) + VALUE[end - 1 if end else 12]
