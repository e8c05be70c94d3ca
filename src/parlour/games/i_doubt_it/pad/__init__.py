"""Entries of the score pad for I Doubt It: the cards left in the hands."""


def goal(t):
    return "", 0, 1


def fields(t, form):
    cards = 52 * int(t.decks)
    form.number("cards", "Cards left", cards, most=cards, sum_text="cards in hands: {amount} of {n}")


def settle(t, hand):
    """R6, R8: set how many cards each player has left, and let the rules finish the hand."""
    for p, cards in enumerate(hand["cards"]):
        t.hand[p, 0], t.hand[p, 1] = (1 << min(cards, 52)) - 1, (1 << max(cards - 52, 0)) - 1
        if cards == 0:
            t.player = p
    if hand["cards"].count(0) > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    if 0 in hand["cards"] and sum(hand["cards"]) == 52 * t.decks and hand.options["final_challenge"] == "automatic":
        hand.refuse("the last play of the player who is out lies in the pile, so not all cards are in hands")
    hand.go_on("finish")
