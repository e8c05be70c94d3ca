"""What is told to a score pad of a game of Crazy Eights: the cards left in the hands, and their points where those score."""

from parlour.kit import read_card

FACES = ("10", "J", "Q", "K")
NAMES = {1: ("A",), 2: ("2",), 3: ("3",), 4: ("4",), 5: ("5",), 6: ("6",), 7: ("7",), 9: ("9",), 10: FACES, 50: ("8",)}
KINDS = {points: [read_card(f"{rank}{suit}") for rank in ranks for suit in "♣♦♥♠"] for points, ranks in NAMES.items()}


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def told(t, form):
    cards = int(t.decks) * (52 + int(t.jokers))
    form.number("cards", "Cards left", cards, most=cards, sum_text="cards in hands, of {n}")
    if t.scoring:
        form.number("points", "Points in hand", 50 * cards)


def settle(t, hand):
    """R9, R11, R13: hands of so many cards and points."""
    kinds = KINDS | {50: [*KINDS[50], *(52 + n for n in range(t.jokers))]}
    for p, cards in enumerate(hand["cards"]):
        points = hand["points"][p] if t.scoring else 10 * cards
        found = hand.hand_worth(points, cards, kinds)
        if found is None:
            hand.refuse(f"{hand.name(p)}: {cards} cards are not worth {points} points")
        t.hand[p, 0], t.hand[p, 1] = found
    hand.go_on("score")
