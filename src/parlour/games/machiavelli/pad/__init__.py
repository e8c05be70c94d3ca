"""What is told to a score pad of a game of Machiavelli: the cards left in the hands."""

CARDS, MELD = 104, 3


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def told(t, form):
    form.number("cards", "Cards left", CARDS, most=CARDS, sum_text="cards in hands, of {n}")


def settle(t, hand):
    """R7, R9, R10."""
    fewest = min(hand["cards"])
    check(t, hand, hand["cards"])
    for p, cards in enumerate(hand["cards"]):
        t.hand[p, 0], t.hand[p, 1] = (1 << (cards + 1) // 2) - 1, (1 << cards // 2) - 1
        if cards == fewest:
            t.player = p
    hand.go_on("score")


def check(t, hand, cards):
    """Refuse what no turns give: R4 to R9."""
    most = int(t.penalty) + int(t.draw_then_play)  # cards that come to a hand in one turn
    stock, laid = CARDS - int(t.seats * t.cards), CARDS - sum(cards)
    if cards.count(0) > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    if min(cards) and 0 < laid < MELD:
        hand.refuse(f"nobody is out, so the stock is empty: {laid} cards are left for the table, and a meld has at least {MELD}")
    turns = max(-(-(number - int(t.cards)) // most) for number in cards)  # the least that the largest hand takes to grow so
    drawn = sum(least_drawn(t, number, turns - 1) for number in cards)
    if drawn > stock:
        hand.refuse(f"hands of {', '.join(map(str, cards))} cards take at least {drawn} from the stock, and it has {stock}")
    least = int(t.cards) + max(0, turns - 1)
    if laid == 0 and min(cards) < least:
        hand.refuse(f"all {CARDS} cards are in hands, so nobody has laid any, and nobody has fewer than {least}")


def least_drawn(t, cards, turns):
    """The cards a player has drawn who has so many left after so many turns: in each one was drawn or laid, at least."""
    each = turns if t.draw_then_play else -(-(turns + cards - int(t.cards)) // 2)
    return max(0, cards - int(t.cards), each)
