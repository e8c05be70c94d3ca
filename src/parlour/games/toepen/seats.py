"""Seats at Toepen: the players who are in, their order, and the next to play a card."""

from parlour.kit import NOBODY, left_of, rule, size_of
from parlour.kit.betting import next_live


@rule(inline=True)
def seat_at(t, place):
    """The seat this many places left of the dealer, who is the last of all."""
    seat = t.dealer + place
    return seat - t.seats if seat >= t.seats else seat


@rule(inline=True)
def place_of(t, seat):
    """Return the place of a seat: 1 for the dealer's left, the number of seats for the dealer."""
    return seat - t.dealer if seat > t.dealer else seat - t.dealer + t.seats


@rule(inline=True)
def alone(t, seat):
    """Whether a seat that is in is the only one."""
    return next_live(t, seat) == seat


@rule
def next_to_play(t, seat):
    """The next seat clockwise that is in and has not played to this trick, or NOBODY."""
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if not t.folded[seat] and size_of(t.hand[seat]) == t.cards_left:
            return seat
    return NOBODY


@rule
def next_card(t, seat):
    """The seat whose card lies next in the trick, which lies clockwise from the leader's; it may have folded since.

    In a masked table, too: `size_of` counts hidden cards, `count` does not.
    """
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if not t.out[seat] and size_of(t.hand[seat]) < t.cards_left:
            break
    return seat
