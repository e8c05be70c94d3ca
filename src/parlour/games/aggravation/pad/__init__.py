"""Entries of the score pad for Aggravation: who has won."""

from parlour.kit import NOBODY


def goal(t):
    return "", 0, 1


def fields(t, form):
    form.seat("winner", "Winner", nobody="a draw")


def settle(t, hand):
    """R9, F106: say who was first to be out of cards (none: a draw), and let the rules end the game."""
    t.out_first = 0b11 if hand["winner"] == NOBODY else 1 << hand["winner"]
    hand.go_on("finish")
