"""What is told to a score pad of a hand of Totit: everybody's pairs of twins, or cards where those score."""

MOST_PAIRS, MOST_CARDS = 30, 60


def goal(t):
    return "", 0, int(t.rounds * t.seats)


def told(t, form):
    if t.points_per_card:
        form.number("cards", "Cards", MOST_CARDS, most=MOST_CARDS)
    else:
        form.number("pairs", "Pairs", MOST_PAIRS, most=MOST_PAIRS)


def settle(t, hand):
    """R9: a pile of so many pairs, or cards."""
    for p in range(t.seats):
        number = hand["cards"][p] if t.points_per_card else 2 * hand["pairs"][p]
        t.counted[p, 0], t.counted[p, 1] = (1 << (number + 1) // 2) - 1, (1 << number // 2) - 1
    hand.go_on("score")
