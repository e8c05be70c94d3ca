"""What is told to a score pad of a deal of Klondike: whether it came out, how many cards went home, or the points."""

from parlour.kit import read_card

RANKS = ("A", *range(2, 11), "J", "Q", "K")
HOME = [read_card(f"{rank}{suit}") for rank in RANKS for suit in "♣♦♥♠"]


def goal(t):
    return "", 0, 1


def told(t, form):
    form.flag("won", "It came out", per="hand")
    if form.options["scoring"] == "standard":
        form.number("points", "Points", 100_000, per="hand")
    else:
        form.number("home", "Cards home", len(HOME) - 1, per="hand", only=("won", (False,)))


def settle(t, hand):
    """F101: cards go home one after the other, by the rules; R10, R11."""
    if "points" in hand:
        t.score[0] = hand["points"]
    else:
        for card in HOME if hand["won"] else HOME[: hand["home"]]:
            t.waste[0], t.waste[1] = 1, card
            hand.choose(0, "play", "waste>f")
    hand.go_on("won" if hand["won"] else "lost")
