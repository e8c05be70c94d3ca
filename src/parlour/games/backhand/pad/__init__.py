"""Entries of the score pad for a round of Backhand: the bets, and whose hands won."""

from ..rules import Table

WINS, LOSES = 1, 2


def goal(t):
    if t.mode == Table.mode.first_to:
        return "reach", int(t.target), int(t.max_rounds)
    return "", 0, int(t.rounds)


def fields(t, form):
    if form.options["mode"] == "betting":
        form.number("bet", "Bet", int(t.max_bet), int(t.min_bet), early=True)
    form.flag("won", "Won")


def settle(t, hand):
    """R1: bets in order; R10: every hand is scored, then the round is over."""
    order = [p for n in range(1, t.seats + 1) if (p := (int(t.dealer) + n) % int(t.seats)) in hand.form.seats]
    if "bet" in hand:
        for p in order:
            hand.choose(p, "bet", f"bet {hand['bet'][p]}")
    for p in order:
        t.player, t.result = p, WINS if hand["won"][p] else LOSES
        hand.step("settle")
    hand.go_on("next")
