"""Entries of the score pad for a deal of Spider: whether it came out, how many sequences were complete, or the points."""

SEQUENCES, ACE, KING = 8, 12, 11
HIDDEN, DEALS = 44, 5


def goal(t):
    return "", 0, 1


def fields(t, form):
    form.flag("won", "It came out", per="hand")
    if form.options["scoring"] == "points":
        form.number("points", "Points", 2000, -100_000, per="hand")
    else:
        form.number("sequences", "Complete sequences", SEQUENCES - 1, per="hand", only=("won", (False,)))


def settle(t, hand):
    """R7: sequences are taken off by the rules; R9."""
    if "points" in hand:
        check_points(t, hand, hand["points"])
        t.score[0] = hand["points"]
    else:
        for _ in range(SEQUENCES if hand["won"] else hand["sequences"]):
            t.up[0, 0] = 13
            t.up[0, 1:14] = [*range(KING, -1, -1), ACE]  # from the king down to the ace, of clubs
            hand.step("remove")
    hand.go_on("won" if hand["won"] else "lost")


def check_points(t, hand, points):
    """F101: 500 at first, 100 for each sequence, and one less for each move and each deal."""
    done = [SEQUENCES] if hand["won"] else range(SEQUENCES)
    top = max(500 + 100 * n - least_moves(n) for n in done)
    low = min(500 + 100 * n - (HIDDEN + DEALS + n + 1) * int(t.stall) for n in done)  # R10: so many that bring something
    hand.check_points_of_deal(points, low, top, hand["won"])


def least_moves(sequences):
    """The fewest moves and deals for this many sequences. Their cards must be face up, and a move or removal turns up one at
    most. Moves join a sequence from pieces that lie as they were dealt: a card, and at most one more from each deal."""
    if sequences == 0:
        return 0
    least = []
    for deals in range(DEALS + 1):
        turned = 13 * sequences - 10 - 10 * deals - (sequences - 1)
        joined = sequences * (-(-13 // (deals + 1)) - 1)
        least.append(deals + max(turned, joined))
    return min(least)
