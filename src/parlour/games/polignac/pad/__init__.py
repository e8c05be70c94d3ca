"""Entries of the score pad for a hand of Polignac: who has the jacks, and who took every trick if that counts."""

from parlour.kit import NOBODY, read_card

OTHER_JACKS = ("J♣", "J♦", "J♥")


def goal(t):
    return "ends", int(t.target), 0


def fields(t, form):
    if form.options["capot"] == "bid":
        form.seat("bidder", "Capot announced", nobody="by nobody", usual=NOBODY, early=True)
    form.seat("polignac", "Polignac (J♠)")
    form.number("jacks", "Other jacks", 3, total=3, sum_text="jacks besides Polignac: {amount} of {n}")
    if t.queen_of_spades:
        form.seat("queen", "Queen of spades")
    if form.options["capot"] != "none":
        form.seat("every", "Every trick", nobody="nobody", usual=NOBODY)


def settle(t, hand):
    """The cards that cost points lie in the piles; the rules turn them up and count."""
    cards = [*OTHER_JACKS]
    for p in range(t.seats):
        for _ in range(hand["jacks"][p]):
            t.won[p] |= 1 << read_card(cards.pop())
    t.won[hand["polignac"]] |= 1 << read_card("J♠")
    if t.queen_of_spades:
        t.won[hand["queen"]] |= 1 << read_card("Q♠")
    t.leader = t.dealer
    t.bidder = hand.get("bidder", NOBODY)
    every = hand.get("every", NOBODY)
    if every != NOBODY:
        if any(t.won[p] for p in range(t.seats) if p != every):
            hand.refuse("{player} took every trick and so has every jack", player=hand.name(every))
        t.leader, t.tricks[every] = every, 8 if t.seats == 4 else 30 // t.seats
    hand.go_on("count")
