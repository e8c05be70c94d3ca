"""Why a card is good at Scopa, in a card player's words."""

from parlour.kit import *

from .rules import WORTH

DIAMOND_CARDS, SEVENS = int(SUITS[DIAMONDS]), int(RANKS[SEVEN])
SETTE_BELLO = 13 * DIAMONDS + SEVEN


def reasons(case, codes):
    after = case.after(codes)
    taken = case.lie("taken", row=after)
    left = case.lie("table", row=after)
    if taken:
        yield from captures(case, [*taken, *case.lie("played", row=after)], left)
    yield from leaves(case, left, bool(taken))
    if not taken:
        yield from keeps(case, codes[0])


def named(case, codes):
    return f"{case.name(codes[0])} for {case.names(codes[1:])}" if len(codes) > 1 else ""


def captures(case, cards, left):
    """Return what a capture brings; the card played is among the cards."""
    if not left and not last_play(case) and not (case.row.ace_takes_all and RANKS[ACE] & sum(1 << card for card in cards[-1:])):
        yield "sweeps", "sweeps the table"
    if SETTE_BELLO in cards:
        yield "sette bello", f"secures {case.name(SETTE_BELLO)}, which is worth a point"
    sevens = [card for card in cards if SEVENS >> card & 1 and card != SETTE_BELLO]
    if sevens:
        yield "sevens", f"secures {case.names(sevens)} for the primiera"
    diamonds = [card for card in cards if DIAMOND_CARDS >> card & 1 and card != SETTE_BELLO]
    among = f", {case.counted(len(diamonds), 'diamond')} among them" if diamonds else ""
    yield f"takes {len(cards)} {len(diamonds)}", f"brings {case.counted(len(cards), 'card')}{among}"


def last_play(case):
    """Whether nobody plays after this card."""
    empty = all(not size_of(int(case.row.hand[p])) for p in case.others)
    return empty and not int(case.row.stock[0]) and len(case.own) == 1


def leaves(case, left, took):
    """Whether the next player can sweep what is left."""
    total = sum(int(WORTH[card % 13]) for card in left)
    if not left or last_play(case):
        return
    if total > 10:
        yield "no sweep", f"leaves {total} on the table, too much for a sweep"
    elif not any(int(WORTH[card % 13]) == total for card in case.each(case.out)):
        yield "no sweep", f"leaves {total} on the table, and no card for a sweep is out"
    elif not took:
        yield f"few {total}", f"leaves {total} on the table"


def keeps(case, card):
    """Return what is not given away by a card that takes nothing."""
    if card != SETTE_BELLO and not (DIAMOND_CARDS | SEVENS) >> card & 1:
        yield "cheap", "gives away neither a diamond nor a seven"
    twins = [other for other in case.own if other % 13 == card % 13 and other != card]
    if twins:
        yield "twin", f"can be taken back with {case.names(twins)}"
