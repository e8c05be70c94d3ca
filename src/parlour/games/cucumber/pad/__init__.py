"""Entries of the score pad for a hand of Cucumber: the last trick."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def goal(t):
    return "Above {n} it is a cucumber", int(t.limit), int(t.max_hands)


def fields(t, form):
    form.seat("winner", "Last trick")
    form.choice("card", "Winning card", dict(enumerate(RANKS)))
    if t.tie_credit or t.tie_all_pay:
        form.flag("tied", "Played an equal card")


def settle(t, hand):
    """The last trick lies there: the winner's rank, the same of those who tied, and lower cards."""
    winner, rank = hand["winner"], hand["card"]
    tied = [p for p in hand.form.seats if p == winner or ("tied" in hand and hand["tied"][p])]
    if len(tied) > 4:
        hand.refuse("only four cards are equal")
    if rank == 0 and "tied" in hand and len(tied) < len(hand.form.seats):
        hand.refuse("with a 2 the trick is won only if everybody played one")
    lower = len(hand.form.seats) - (len(tied) if "tied" in hand else 4)
    if lower > 4 * rank:
        hand.refuse("there are not enough cards below {rank} for all who did not win", rank=hand.ranks(RANKS[rank]))
    t.leader = hand.form.seats[0]
    t.trick[0] = len(hand.form.seats)
    for n, p in enumerate(hand.form.seats, 1):
        t.trick[n] = 13 * tied.index(p) + rank if p in tied else max(rank - 1, 0)
    t.to_beat, t.winning = rank, winner
    hand.go_on("score")
