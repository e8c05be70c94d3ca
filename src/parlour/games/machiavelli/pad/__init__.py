"""What is told to a score pad of a game of Machiavelli: the cards left in the hands."""

CARDS = 104


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def told(t, form):
    form.number("cards", "Cards left", CARDS, most=CARDS, sum_text="cards in hands, of {n}")


def settle(t, hand):
    """R7, R9, R10."""
    fewest = min(hand["cards"])
    for p, cards in enumerate(hand["cards"]):
        t.hand[p, 0], t.hand[p, 1] = (1 << (cards + 1) // 2) - 1, (1 << cards // 2) - 1
        if cards == fewest:
            t.player = p
    if fewest == 0 and sum(cards == 0 for cards in hand["cards"]) > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    hand.go_on("score")
