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
    return case.label("{card} for {cards}", card=case.name(codes[0]), cards=case.names(codes[1:])) if len(codes) > 1 else ""


def captures(case, cards, left):
    """Return what a capture brings; the card played is among the cards."""
    if not left and not last_play(case) and not (case.row.ace_takes_all and RANKS[ACE] & sum(1 << card for card in cards[-1:])):
        yield "sweeps", case.phrase("sweeps the table")
    if SETTE_BELLO in cards:
        yield "sette bello", case.phrase("secures {card}, which is worth a point", card=case.name(SETTE_BELLO))
    sevens = [card for card in cards if SEVENS >> card & 1 and card != SETTE_BELLO]
    if sevens:
        yield "sevens", case.phrase("secures {cards} for the primiera", cards=case.names(sevens))
    diamonds = [card for card in cards if DIAMOND_CARDS >> card & 1 and card != SETTE_BELLO]
    yield f"takes {len(cards)} {len(diamonds)}", bringing(case, len(cards), len(diamonds))


def bringing(case, cards, diamonds):
    """Return how many cards a capture brings, and how many of them are diamonds besides the sette bello."""
    if not diamonds:
        return case.phrase("brings {n} card", "brings {n} cards", cards)
    if diamonds == 1:
        return case.phrase("brings {n} card, one diamond among them", "brings {n} cards, one diamond among them", cards)
    return case.phrase(
        "brings {n} card, {diamonds} diamonds among them",
        "brings {n} cards, {diamonds} diamonds among them",
        cards,
        diamonds=case.number(diamonds),
    )


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
        yield "no sweep", case.phrase("leaves {total} on the table, too much for a sweep", total=total)
    elif not any(int(WORTH[card % 13]) == total for card in case.each(case.out)):
        yield "no sweep", case.phrase("leaves {total} on the table, and no card for a sweep is out", total=total)
    elif not took:
        yield f"few {total}", case.phrase("leaves {total} on the table", total=total)


def keeps(case, card):
    """Return what is not given away by a card that takes nothing."""
    if card != SETTE_BELLO and not (DIAMOND_CARDS | SEVENS) >> card & 1:
        yield "cheap", case.phrase("gives away neither a diamond nor a seven")
    twins = [other for other in case.own if other % 13 == card % 13 and other != card]
    if twins:
        yield "twin", case.phrase("can be taken back with {cards}", cards=case.names(twins))
