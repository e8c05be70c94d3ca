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


def kinds_of(t):
    """By points the cards of a pack, jokers among them."""
    return KINDS | {50: [*KINDS[50], *(52 + n for n in range(t.jokers))]}


def settle(t, hand):
    """R9, R11, R13: hands of so many cards and points."""
    if sum(cards == 0 for cards in hand["cards"]) > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    if sum(hand["cards"]) > t.decks * (52 + t.jokers) - 1:
        hand.refuse(f"{sum(hand['cards'])} cards in hands: one at least lies on the pile")
    packs, together = int(t.decks), sum(hand["cards"])
    if t.scoring and hand.hand_worth(sum(hand["points"]), together, kinds_of(t), packs) is None:
        hand.refuse(f"no {together} cards of the pack are worth {sum(hand['points'])} points together")
    for p, cards in enumerate(hand["cards"]):
        points = hand["points"][p] if t.scoring else 10 * cards
        found = hand.hand_worth(points, cards, kinds_of(t), packs)
        if found is None:
            hand.refuse(f"{hand.name(p)}: {cards} cards are not worth {points} points")
        t.hand[p, 0], t.hand[p, 1] = found
    hand.go_on("score")
