"""Entries of the score pad for a hand of Bura: who claimed thirty-one and with how much, or won by a bura."""

from parlour.kit import NOBODY

WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def goal(t):
    return "A player with no tokens left loses", 0, int(t.max_hands)


def fields(t, form):
    form.seat("claimed", "Thirty-one claimed", nobody="by nobody", usual=NOBODY)
    form.number("points", "Points in the pile", 120, per="hand", only=("claimed", (0, 1)))
    form.seat("bura", "Won by a bura", nobody="nobody: the pot stays", usual=NOBODY, only=("claimed", (NOBODY,)))


def settle(t, hand):
    """R13: the pile of who claimed is counted; R9, R14."""
    t.claimant = hand["claimed"]
    if t.claimant != NOBODY:
        t.won[t.claimant] = hand.cards_worth(hand["points"], WORTH)
        hand.go_on("count")
    else:
        t.winner = hand["bura"]
        hand.go_on("pay")
