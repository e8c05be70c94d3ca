"""What is told to a score pad of a hand of Khanhoo: who went out, and everybody's melds, bumped or shown."""

from parlour.kit import NOBODY

HAND = 15


def goal(t):
    return "reach", int(t.target), int(t.max_hands)


def told(t, form):
    form.seat("out", "Went out", nobody="nobody: the hand was stopped")
    form.course("melds", "Melds", [(kind, kind) for kind in form.rules.TYPES], per="seat")


def settle(t, hand):
    """R7: what melds are worth, the rules' own list says; the bonus and the sums are the rules' too."""
    t.out = hand["out"]
    for p in range(t.seats):
        melds = [kind for (kind,) in hand["melds"][p]]
        cards = sum(6 if kind.startswith("double") else 3 for kind in melds)
        if cards > HAND:
            hand.refuse(f"{hand.name(p)} has melds of {cards} cards at least, of {HAND}")
        if t.out == p and not melds:
            hand.refuse(f"{hand.name(p)} went out and has all cards in melds")
        for kind in melds:
            t.bumped[p] += hand.rules.WORTH[hand.rules.TYPES.index(kind)]
    hand.go_on("show")
