"""Entries of the score pad for a game of Spite and Malice: the cards left of both talons."""


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def fields(t, form):
    form.number("talon", "Talon cards left", int(t.talon))


def settle(t, hand):
    """R11 to R13, R15: set the talons, and let the rules score them."""
    if hand["talon"] == [0, 0]:
        hand.refuse("both talons are empty: the game was over with the first")
    for p in range(2):
        t.down[p, 0] = hand["talon"][p]
    hand.go_on("score")
