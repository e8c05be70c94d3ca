"""What is told to a score pad of a hand of Schnapsen: who declared, who closed, the points that decide."""

from parlour.kit import NOBODY

MOST = 220  # all cards and marriages
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
CREDIT = 100  # points of marriages that a table can hold


def goal(t):
    return "reach", int(t.target_vp), 0


def told(t, form):
    form.seat("declared", "66 declared", nobody="by nobody")
    form.seat("closed", "Stock closed", nobody="by nobody", usual=NOBODY)
    form.number("points", "Points of who declared", MOST, per="hand", only=("declared", (0, 1)))
    at_close = "at the closing, if the stock was closed"
    form.number("against", "Points of the other", MOST, per="hand", only=("declared", (0, 1)), usual=0, note=at_close)
    form.flag("trickless", "No trick", note="whoever did not close: at the closing")
    form.seat("last", "Last trick", nobody="does not matter", usual=NOBODY, only=("declared", (NOBODY,)))


def settle(t, hand):
    """R10 to R12: points and tricks at the end and, for the opponent of who closed, at the closing."""
    t.declarer, t.closer = hand["declared"], hand["closed"]
    for p in range(2):
        t.tricks[p] = t.tricks_at_close[p] = 0 if hand["trickless"][p] else 1
    if t.declarer != NOBODY:
        count_points(t, hand, t.declarer, hand["points"])
        count_points(t, hand, 1 - t.declarer, hand["against"])
    elif t.closer == NOBODY:
        if hand["last"] == NOBODY and t.last_trick_wins:
            hand.lack("last")
        t.leader = hand["last"] if hand["last"] != NOBODY else t.leader
    hand.go_on("score")


def count_points(t, hand, p, points):
    """Points as marriages, at the closing and after it, and what is above those as cards."""
    credit = min(points, CREDIT - 1 if points == CREDIT + 1 else CREDIT)
    t.credited[p] = t.credited_at_close[p] = credit
    t.counted[p] = hand.cards_worth(points - credit, WORTH)
