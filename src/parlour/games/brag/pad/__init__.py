"""Entries of the score pad for a deal of Brag: what each player paid, and who took the pot."""

from .paid import can_be_paid


def goal(t):
    return "", 0, int(t.deals)


def fields(t, form):
    form.number("paid", "Paid", int(max(t.score[: t.seats])), int(t.ante), note="with the ante")
    form.choice("pots", "The pot", {"one": "went to one player", "several": "went to several players"}, usual="one")
    form.seat("winner", "Pot taken by", only=("pots", ("one",)))
    form.number("takes", "Taken from the pots", int(sum(t.score[: t.seats])), only=("pots", ("several",)))


def again(t):
    """Prepare a deal that follows a hand which is not entered yet: its cards are not under the pack."""
    t.prial = 1


def settle(t, hand):
    """R12, R15: the pots; who can still pay the ante, and who deals."""
    for p in hand.form.seats:
        hand.check_paid(p, hand["paid"][p], int(t.score[p]))
    taken, paid = (sum(hand[name][p] for p in hand.form.seats) for name in ("takes", "paid"))
    if hand["pots"] == "several" and taken != paid:
        hand.refuse("{n} chip was taken and {paid} paid", "{n} chips were taken and {paid} paid", taken, paid=paid)
    check(t, hand)
    for p in hand.form.seats:
        t.score[p] -= hand["paid"][p]
        t.pots[0] += hand["paid"][p]
    t.prial = 1  # the real cards do not matter: those that no player looks at are shuffled
    if hand["pots"] == "one":
        t.champion = hand["winner"]
        hand.go_on("award")
        return
    for p in hand.form.seats:
        t.score[p] += hand["takes"][p]
    t.pots[0] = 0
    hand.go_on("sweep")


def check(t, hand):
    """Refuse what no betting gives: R3 to R13."""
    order = [p for n in range(1, t.seats + 1) if (p := (int(t.dealer) + n) % int(t.seats)) in hand.form.seats]
    paid, chips = [int(hand["paid"][p]) for p in order], [int(t.score[p]) for p in order]
    several = hand["pots"] == "several"
    takes = [int(hand["takes"][p]) if several else sum(paid) * (p == hand["winner"]) for p in order]
    takers = [n for n, amount in enumerate(takes) if amount]
    rich = [n for n in takers if paid[n] < chips[n]]
    if several and paid_less(paid, chips):
        hand.refuse("nobody paid all their chips, so no pot was covered, and one player took everything")
    if len(rich) > 1:
        players = hand.names(order[n] for n in rich)
        hand.refuse("{players} had chips left: only one of them can have taken anything", players=players)
    if set(paid) == {int(t.ante)} and takers != [len(order) - 1] and paid_less(paid, chips):
        last = hand.name(order[-1])
        hand.refuse("nobody has bet, so all others folded and {player}, the last, took the pot", player=last)
    possible = can_be_paid(t, paid, chips, takes)
    amounts = ", ".join(f"{hand.name(p)} {amount}" for p, amount in zip(order, paid, strict=True))
    hand.needs(
        possible,
        "no bets come to these payments with this result: {amounts}",
        "The pad could not find out whether bets come to these payments",
        amounts=amounts,
    )


def paid_less(paid, chips):
    """Whether everybody has chips left."""
    return all(amount < had for amount, had in zip(paid, chips, strict=True))
