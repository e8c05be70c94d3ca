"""Entries of the score pad for a hand of Schnapsen: who declared, who closed, the points that decide."""

from functools import cache
from itertools import product

from parlour.kit import NOBODY

MOST = 220  # all cards and marriages
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
MARRIAGES = (40, 20, 20, 20)
CREDIT = 100  # points of marriages that a table can hold


def goal(t):
    return "reach", int(t.target_vp), 0


def fields(t, form):
    form.seat("declared", "66 declared", nobody="by nobody")
    form.seat("closed", "Stock closed", nobody="by nobody", usual=NOBODY)
    form.number("points", "Points of who declared", MOST, per="hand", only=("declared", (0, 1)))
    at_close = form.mark("at the closing, if the stock was closed")
    form.number("against", "Points of the other", MOST, per="hand", only=("declared", (0, 1)), usual=0, note=at_close)
    form.flag("trickless", "No trick", note="of the player who did not close, at the closing")
    form.seat("last", "Last trick", nobody="does not matter", usual=NOBODY, only=("declared", (NOBODY,)))


def settle(t, hand):
    """R10 to R12: points and tricks at the end and, for the opponent of who closed, at the closing."""
    t.declarer, t.closer = hand["declared"], hand["closed"]
    check(t, hand)
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


def check(t, hand):
    """Refuse what no tricks and marriages give: R6 to R9."""
    p, closer, trickless = t.declarer, t.closer, hand["trickless"]
    if p == NOBODY:
        if closer == NOBODY and all(trickless):
            hand.refuse("all cards were played: somebody has won a trick")
        if closer == NOBODY and hand["last"] != NOBODY and trickless[hand["last"]]:
            hand.refuse("{player} has won the last trick, and so a trick", player=hand.name(hand["last"]))
        return
    q = 1 - p
    if (trickless[p] and closer != q) or not hand["points"]:  # R8: only the winner of a trick declares
        hand.refuse("{player} declared, and so has won a trick", player=hand.name(p))
    if trickless[q] and hand["against"]:
        hand.refuse("{player} has no trick and so no points", player=hand.name(q))
    if not trickless[q] and not hand["against"]:
        hand.lack("against")  # a trick is worth something
    if not possible(hand["points"], hand["against"]):
        hand.refuse(
            "no tricks and marriages bring {n} point, and {against} to the other",
            "no tricks and marriages bring {n} points, and {against} to the other",
            hand["points"],
            against=hand["against"],
        )


@cache
def possible(one, other):
    """Whether tricks and marriages can bring these points to the two players; one who has points has a trick."""
    for mine, theirs in product(range(1 << len(MARRIAGES)), repeat=2):
        if not mine & theirs:
            shown = [sum(x for n, x in enumerate(MARRIAGES) if k >> n & 1) for k in (mine, theirs)]
            cards = [one - shown[0], other - shown[1]]
            if all(c > 0 or points == 0 for c, points in zip(cards, (one, other), strict=True)) and tuple(cards) in piles():
                return True
    return False


@cache
def piles():
    """The card points that the tricks of two players can have: an even number of cards each."""
    found = {(0, 0, 0, 0)}
    for worth in WORTH.values():
        split = [(a, b) for a in range(5) for b in range(5 - a)]
        found = {(x + a * worth, y + b * worth, m ^ a & 1, n ^ b & 1) for x, y, m, n in found for a, b in split}
    return {(x, y) for x, y, m, n in found if not m and not n}


def count_points(t, hand, p, points):
    """Points as marriages, at the closing and after it, and what is above those as cards."""
    credit = min(points, CREDIT - 1 if points == CREDIT + 1 else CREDIT)
    t.credited[p] = t.credited_at_close[p] = credit
    t.counted[p] = hand.cards_worth(points - credit, WORTH)
