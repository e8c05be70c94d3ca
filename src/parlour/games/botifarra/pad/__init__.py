"""Entries of the score pad for a hand of Botifarra: trumps or none, how often it was doubled, the points of both sides."""

DOUBLES = ("double", "redouble", "reredouble")
WORTH = {"9": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
TRICKS = 12


def goal(t):
    return "reach", int(t.target), int(t.max_hands)


def fields(t, form):
    form.choice("game", "Game", {"trumps": "trumps", "botifarra": "botifarra"}, early=True)
    if t.doubling:
        times = {0: form.mark("not"), 1: form.mark("doubled"), 2: form.mark("redoubled"), 3: form.mark("doubled again")}
        form.choice("doubled", "Doubled", times, usual=0, early=True)
    form.number("points", "Points", 72, per="side", total=72, note="of cards and tricks")


def settle(t, hand):
    """The game is named and doubled by the rules; the piles hold as many points as were told."""
    hand.choose(t.dealer, "name", "botifarra" if hand["game"] == "botifarra" else "trump ♣")
    for k in range(hand["doubled"] if t.doubling else 0):
        if not hand.at(DOUBLES[k]):
            hand.refuse("the house multiplies a hand by {times} at most", times=int(t.max_multiplier))
        hand.choose(t.turn, DOUBLES[k], DOUBLES[k])
    for p in range(4):
        points = hand["points"][p]
        t.tricks[p] = min(points, TRICKS)
        if p < 2:
            t.won[p] = hand.cards_worth(points - t.tricks[p], WORTH)
    hand.go_on("count")
