"""Entries of the score pad for a hand of Spades: the bids, and the tricks of both sides."""


def goal(t):
    return "reach", int(t.target), int(t.max_hands)


def fields(t, form):
    form.number("bid", "Bid", 13, 0 if t.nil else 1, words={0: "nil"} if t.nil else {}, early=True)
    unseen = [p for p in range(4) if t.face_down[p]]  # F101
    if unseen:
        form.flag("blind", "Blind nil", seats=unseen, only=("bid", (0,)), early=True)
    form.number("tricks", "Tricks", 13, per="side", total=13)
    if t.nil:
        form.number("own", "Tricks of who bid nil", 13, only=("bid", (0,)), usual=0)


def settle(t, hand):
    """R1, R2 by the bids made in order; then nils, contracts and bags as the rules settle them."""
    bids = hand["bid"]
    for n in range(1, 5):
        p = (t.dealer + n) % 4
        if "blind" in hand and hand["blind"][p]:
            hand.choose(p, "look", "blind nil")
        else:
            hand.choose(p, "bid", f"bid {bids[p]}" if bids[p] else "nil")
    for p in range(2):
        divide_tricks(t, hand, p, p + 2)
    nils = sum(1 << p for p in range(4) if t.bids[p] == 0)
    t.due = nils if nils else 0b11  # a bit for each nil to be settled, or for each side's contract
    hand.go_on("nils" if nils else "contracts")


def divide_tricks(t, hand, p, q):
    """Divide the tricks of partners: it matters who took them only if one of them has bid nil."""
    tricks, nils = hand["tricks"][p], [seat for seat in (p, q) if t.bids[seat] == 0]
    t.tricks[p] = tricks
    for seat in nils:
        t.tricks[seat], t.tricks[p + q - seat] = hand["own"][seat], tricks - hand["own"][seat]
    if t.tricks[p] < 0 or t.tricks[q] < 0 or (len(nils) == 2 and sum(hand["own"][seat] for seat in nils) != tricks):
        hand.refuse(
            "{players} took {n} trick: the tricks of a player who bid nil do not fit",
            "{players} took {n} tricks: the tricks of a player who bid nil do not fit",
            tricks,
            players=hand.form.side_name(p),
        )
