"""Entries of the score pad for a deal of Klondike: whether it came out, how many cards went home, or the points."""

from parlour.kit import read_card

RANKS = ("A", *range(2, 11), "J", "Q", "K")
IN_STOCK, HIDDEN = 24, 21
HOME = [read_card(f"{rank}{suit}") for rank in RANKS for suit in "♣♦♥♠"]


def goal(t):
    return "", 0, 1


def fields(t, form):
    form.flag("won", "It came out", per="hand")
    if form.options["scoring"] == "standard":
        form.number("points", "Points", 100_000, per="hand")
    else:
        form.number("home", "Cards home", len(HOME) - 1, per="hand", only=("won", (False,)))


def settle(t, hand):
    """F101: cards go home one after the other, by the rules; R10, R11."""
    if "points" in hand:
        check_points(t, hand, hand["points"])
        t.score[0] = hand["points"]
    else:
        for card in HOME if hand["won"] else HOME[: hand["home"]]:
            t.waste[0], t.waste[1] = 1, card
            hand.choose(0, "play", "waste>f")
    hand.go_on("won" if hand["won"] else "lost")


def check_points(t, hand, points):
    """F101: each card earns 10 at home, each turned up 5, each from the stock to a column 5; what is less was lost again."""
    if points % 5:
        hand.refuse(
            "{n} point: every change is worth a multiple of 5", "{n} points: every change is worth a multiple of 5", points
        )
    sure = 10 * len(HOME) + 5 * HIDDEN
    top, low = sure + 5 * IN_STOCK, 0
    if hand["won"]:
        lossless = t.draw != 1 or t.passes == 1
        recycled = 0 if lossless else 100 * (int(t.passes) - 1) if t.passes else sure
        low = 10 if t.foundation_return else max(10, sure - recycled)  # the last card home is worth 10
    else:
        top -= 15 if t.auto_finish else 10  # a card is not home; where the rest goes home by itself, it is still in the stock
    hand.check_points_of_deal(points, low, top, hand["won"])
