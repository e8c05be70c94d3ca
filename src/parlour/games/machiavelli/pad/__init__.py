"""Entries of a score pad of Machiavelli: the cards left in the hands."""

from .turns import MELD, can_come_to

CARDS = 104


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def fields(t, form):
    form.number("cards", "Cards left", CARDS, most=CARDS, sum_text="cards in hands: {amount} of {n}")


def settle(t, hand):
    """R7, R9, R10: set how many cards each player has left, and let the rules score them."""
    fewest = min(hand["cards"])
    check(t, hand, hand["cards"])
    for p, cards in enumerate(hand["cards"]):
        t.hand[p, 0], t.hand[p, 1] = (1 << (cards + 1) // 2) - 1, (1 << cards // 2) - 1
        if cards == fewest:
            t.player = p
    hand.go_on("score")


def check(t, hand, cards):
    """Refuse what no turns give: R4 to R9."""
    laid = CARDS - sum(cards)
    if cards.count(0) > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    if min(cards) and 0 < laid < MELD:
        hand.refuse(
            "nobody is out, so the stock is empty: {n} card is left for the table, and a meld has at least {meld}",
            "nobody is out, so the stock is empty: {n} cards are left for the table, and a meld has at least {meld}",
            laid,
            meld=MELD,
        )
    order = [(int(t.dealer) + n) % int(t.seats) for n in range(1, t.seats + 1)]
    if not can_come_to(t, [cards[p] for p in order], CARDS - int(t.seats * t.cards)):
        hands = ", ".join(map(str, cards))
        hand.refuse("no turns lead to hands of {hands} cards: in every turn a card is drawn or laid", hands=hands)
