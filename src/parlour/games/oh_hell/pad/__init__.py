"""Entries of the score pad for a hand of Oh Hell!: the bids, and the tricks."""

from ..rules import Table


def goal(t):
    hands = int(t.start_cards) if t.sequence == Table.sequence.down else 2 * int(t.start_cards) - 1
    return "", 0, max(hands, int(t.hand_number))  # R8: hands of one card play off a tie


def fields(t, form):
    size = int(t.hand_size)
    most = size + 1 if form.options["dealer_rule"] == "over" else size
    form.number("bid", "Bid", most, early=True)
    form.number("tricks", "Tricks", size, total=size, sum_text="tricks entered: {amount} of {n}")


def settle(t, hand):
    for n in range(1, t.seats + 1):
        p = (t.dealer + n) % t.seats
        hand.choose(p, "bid", f"bid {hand['bid'][p]}")
    for p in range(t.seats):
        t.tricks[p] = hand["tricks"][p]
    hand.go_on("score")
