"""What is told to a score pad of a deal of Spider: whether it came out, how many sequences were complete, or the points."""

SEQUENCES, ACE, KING = 8, 12, 11


def goal(t):
    return "", 0, 1


def told(t, form):
    form.flag("won", "It came out", per="hand")
    if form.options["scoring"] == "points":
        form.number("points", "Points", 2000, -100_000, per="hand")
    else:
        form.number("sequences", "Complete sequences", SEQUENCES - 1, per="hand", only=("won", (False,)))


def settle(t, hand):
    """R7: sequences are taken off by the rules; R9."""
    if "points" in hand:
        t.score[0] = hand["points"]
    else:
        for _ in range(SEQUENCES if hand["won"] else hand["sequences"]):
            t.up[0, 0] = 13
            t.up[0, 1:14] = [*range(KING, -1, -1), ACE]  # from the king down to the ace, of clubs
            hand.step("remove")
    hand.go_on("won" if hand["won"] else "lost")
