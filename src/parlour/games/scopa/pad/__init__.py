"""What is told to a score pad of a hand of Scopa: cards, coins, sette bello, primiera, and sweeps as they are made."""

from parlour.kit import NOBODY, read_card

ORDER = ("A♦", "2♦", "3♦", "4♦", "5♦", "6♦", "7♦", "J♦", "Q♦", "K♦")


def goal(t):
    return "reach", int(t.target), 0


def told(t, form):
    form.course("sweeps", "Sweeps", [("sweep", "{seat}")], by="side", note="in order")
    form.number("cards", "Cards", 40, per="side", total=40)
    form.number("diamonds", "Diamonds", 10, per="side", total=10)
    form.side("sette_bello", "Sette bello (7♦)")
    if t.re_bello:
        form.side("re_bello", "Re bello (K♦)")
    form.side("primiera", "Primiera", nobody="nobody")
    if t.napola:
        form.side("napola", "Napola (A♦ 2♦ 3♦)", nobody="nobody", usual=NOBODY)
        form.number("length", "Diamonds of the napola", 10, 3, per="hand", only=("napola", tuple(form.sides)), usual=3)


def settle(t, hand):
    """R10, R12: the figures that the rules compare, and the diamonds that they look for."""
    for p in hand.form.sides:
        t.cards[p], t.diamonds[p] = hand["cards"][p], hand["diamonds"][p]
    if hand["primiera"] != NOBODY:
        t.prime[hand["primiera"]] = 1
    for n, (_, side) in enumerate(hand["sweeps"]):
        t.swept_by[n] = side
    for card, side in owners(t, hand).items():
        t.counted[side] |= 1 << read_card(card)
    hand.go_on("score")


def owners(t, hand):
    """Whose the diamonds are that score by themselves. Refused where they cannot be so."""
    found = {"7♦": hand["sette_bello"]}
    if t.re_bello:
        found["K♦"] = hand["re_bello"]
    side = hand["napola"] if t.napola else NOBODY
    if side == NOBODY:
        return found
    for n, card in enumerate(ORDER[: hand["length"] + 1]):
        other = n == hand["length"]  # the first that is not in the napola
        if other and card not in found:
            found[card] = next(p for p in hand.form.sides if p != side)
        elif (found.setdefault(card, side) == side) == other:
            hand.refuse(f"a napola of {hand['length']} does not fit whose {card} is")
    if hand["diamonds"][side] < hand["length"]:
        hand.refuse(f"{hand.form.side_name(side)} has {hand['diamonds'][side]} diamonds and no napola of {hand['length']}")
    return found
