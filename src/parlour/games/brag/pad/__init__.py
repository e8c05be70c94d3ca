"""What is told to a score pad of a deal of Brag: what everybody paid, and who took the pot."""


def goal(t):
    return "", 0, int(t.deals)


def told(t, form):
    form.number("paid", "Paid", int(max(t.score[: t.seats])), int(t.ante), note="with the ante")
    form.choice("pots", "The pot", {"one": "went to one player", "several": "was covered or divided"}, usual="one")
    form.seat("winner", "Pot taken by", only=("pots", ("one",)))
    form.number("takes", "Taken from the pots", int(sum(t.score[: t.seats])), only=("pots", ("several",)))


def again(t):
    """Before a deal that follows a hand nobody has told yet: its cards are not under the pack."""
    t.prial = 1


def settle(t, hand):
    """R12, R15: the pots; who can still pay the ante, and who deals."""
    for p in hand.form.seats:
        if hand["paid"][p] > t.score[p]:
            hand.refuse(f"{hand.name(p)} has {int(t.score[p])} chips and cannot have paid {hand['paid'][p]}")
        t.score[p] -= hand["paid"][p]
        t.pots[0] += hand["paid"][p]
    t.prial = 1  # whatever the real cards do, those that nobody looks at are shuffled
    if hand["pots"] == "one":
        t.champion = hand["winner"]
        hand.go_on("award")
        return
    taken = sum(hand["takes"][p] for p in hand.form.seats)
    if taken != t.pots[0]:
        hand.refuse(f"{taken} chips were taken and {int(t.pots[0])} paid")
    for p in hand.form.seats:
        t.score[p] += hand["takes"][p]
    t.pots[0] = 0
    hand.go_on("sweep")
