"""Entries of the score pad for a game of Crazy Eights: the cards left in the hands, and their points if those score."""

from parlour.kit import read_card

FACES = ("10", "J", "Q", "K")
NAMES = {1: ("A",), 2: ("2",), 3: ("3",), 4: ("4",), 5: ("5",), 6: ("6",), 7: ("7",), 9: ("9",), 10: FACES, 50: ("8",)}
KINDS = {points: [read_card(f"{rank}{suit}") for rank in ranks for suit in "♣♦♥♠"] for points, ranks in NAMES.items()}


def goal(t):
    return ("reach", int(t.target), 0) if t.scoring else ("", 0, 1)


def fields(t, form):
    cards = int(t.decks) * (52 + int(t.jokers))
    form.number("cards", "Cards left", cards, most=cards, sum_text="cards in hands: {amount} of {n}")
    if t.scoring:
        form.number("points", "Points in hand", 50 * cards)


def kinds_of(t):
    """Return the cards of a pack by their points, jokers among them."""
    return KINDS | {50: [*KINDS[50], *(52 + n for n in range(t.jokers))]}


def settle(t, hand):
    """R9, R11, R13: hands of this many cards and points."""
    packs, out = int(t.decks), hand["cards"].count(0)
    if out > 1:
        hand.refuse("two are out of cards: the game was over with the first")
    in_pile = 1 + out  # the last card of the player who is out lies on another
    if sum(hand["cards"]) > packs * (52 + int(t.jokers)) - in_pile:
        hand.refuse(
            "{cards} cards in hands, and at least {on_pile} on the pile are too many for the pack",
            cards=sum(hand["cards"]),
            on_pile=in_pile,
        )
    for p, cards in enumerate(hand["cards"]):
        found = any_cards(cards)
        if t.scoring:
            found = hand.hand_worth(hand["points"][p], cards, kinds_of(t), packs)
        if found is None:
            hand.refuse(
                "{player}: {n} card cannot be worth this much: {points}",
                "{player}: {n} cards cannot be worth this much: {points}",
                cards,
                player=hand.name(p),
                points=hand["points"][p],
            )
        t.hand[p, 0], t.hand[p, 1] = found
    if t.scoring:
        possible = hand.can_deal(list(zip(hand["cards"], hand["points"], strict=True)), kinds_of(t), packs)
        hand.needs(
            possible,
            "the pack does not have the cards for all these points together",
            "The pad could not find out whether the pack has cards for these points",
        )
    hand.go_on("score")


def any_cards(number):
    """Return any cards of this number, as planes."""
    return (1 << (number + 1) // 2) - 1, (1 << number // 2) - 1
