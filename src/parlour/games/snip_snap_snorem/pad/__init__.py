"""Entries of the score pad for a game of Snip Snap Snorem: who is out, the cards left, and counters paid."""


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def fields(t, form):
    form.seat("winner", "Out first")
    if t.scoring:
        most = -(-52 // int(t.seats))
        form.number("cards", "Cards left", most, most=52, sum_text="cards in hands: {amount} of {n}")
    if t.pay_on_snip:
        form.number("paid", "Counters paid", int(max(t.stack[: t.seats])), usual=0, note="for cards that were matched")


def settle(t, hand):
    """R6 to R9: set who was out, the cards left and the counters paid, and let the rules score them."""
    t.last, dealt = hand["winner"], 0
    for p in range(t.seats):
        if t.scoring:
            t.hand[p] = ((1 << hand["cards"][p]) - 1) << dealt
            dealt += hand["cards"][p]
        if t.pay_on_snip:
            paid = hand["paid"][p]
            if paid > t.stack[p]:
                hand.refuse(
                    "{player} has {n} counter and cannot have paid {paid}",
                    "{player} has {n} counters and cannot have paid {paid}",
                    int(t.stack[p]),
                    player=hand.name(p),
                    paid=paid,
                )
            t.stack[p] -= paid
            t.pot += paid
    if t.hand[t.last]:
        hand.refuse("{player} is out and has no cards left", player=hand.name(t.last))
    if t.scoring and any(hand["cards"][p] == 0 for p in range(t.seats) if p != t.last):
        hand.refuse("two are out of cards: the game was over with the first")
    hand.go_on("out")
