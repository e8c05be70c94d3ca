"""Entries of the score pad for a hand of Scopa: cards, coins, sette bello, primiera, and sweeps as they are made."""

from parlour.kit import NOBODY, read_card

ORDER = ("A♦", "2♦", "3♦", "4♦", "5♦", "6♦", "7♦", "J♦", "Q♦", "K♦")

SUITS, IN_SUIT, TURNS = 4, 10, 36
MOST_AT_ONCE = 5
"""Cards of the table that one card takes: more would total over ten, or a card of them could have captured when it was played."""


def goal(t):
    return "reach", int(t.target), 0


def fields(t, form):
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
    check_cards(t, hand)
    for p in hand.form.sides:
        t.cards[p], t.diamonds[p] = hand["cards"][p], hand["diamonds"][p]
    if hand["primiera"] != NOBODY:
        t.prime[hand["primiera"]] = 1
    for n, (_, side) in enumerate(hand["sweeps"]):
        t.swept_by[n] = side
    for card, side in owners(t, hand).items():
        t.counted[side] |= 1 << read_card(card)
    hand.go_on("score")


def check_cards(t, hand):
    """Refuse what no division of the forty cards gives."""
    cards, diamonds, best = hand["cards"], hand["diamonds"], hand["primiera"]
    sweeps = [side for _, side in hand["sweeps"]]
    if len(sweeps) > len(t.swept_by):
        hand.refuse("{sweeps} sweeps: a hand has at most {most}", sweeps=len(sweeps), most=len(t.swept_by))
    hand.check_sweeps(sweeps, TURNS if t.sweep_on_last_play else TURNS - 1)
    for p in hand.form.sides:
        name, others = hand.form.side_name(p), cards[p] - diamonds[p]
        if others < 0:
            hand.refuse(
                "{player} has {diamonds} diamonds among {n} card",
                "{player} has {diamonds} diamonds among {n} cards",
                cards[p],
                player=name,
                diamonds=diamonds[p],
            )
        if cards[p] == 1:
            hand.refuse("{player} has a single card, and a capture takes at least two", player=name)
        if 2 * sweeps.count(p) > cards[p]:
            hand.refuse(
                "{player} cannot have made {n} sweep with so few cards ({cards})",
                "{player} cannot have made {n} sweeps with so few cards ({cards})",
                sweeps.count(p),
                player=name,
                cards=cards[p],
            )
        if best == p and (diamonds[p] < 1 or others < SUITS - 1):
            hand.refuse("{player} has no card of every suit and so no primiera", player=name)
    piles, ranks = ({p: of[p] for p in hand.form.sides} for of in (cards, diamonds))
    clears = "none" if t.sweep_on_last_play else "last"
    hand.check_captures(TURNS, sweeps, piles, ranks, most=MOST_AT_ONCE, clears=clears, takes_all=bool(t.ace_takes_all))
    whole = [p for p in hand.form.sides if diamonds[p] and cards[p] - diamonds[p] > 2 * IN_SUIT]  # surely of every suit
    able = [p for p in hand.form.sides if diamonds[p] and cards[p] - diamonds[p] >= SUITS - 1]
    if best == NOBODY and whole and able == whole and len(able) == 1:
        name = hand.form.side_name(whole[0])
        hand.refuse("only {player} has a card of every suit, which is the primiera", player=name)


def owners(t, hand):
    """Return who has the diamonds that score by themselves. Impossible entries are refused."""
    found = {"7♦": hand["sette_bello"]}
    if t.re_bello:
        found["K♦"] = hand["re_bello"]
    side = hand["napola"] if t.napola else NOBODY
    if side == NOBODY:
        check_diamonds(hand, found)
        every = [p for p in hand.form.sides if hand["diamonds"][p] == IN_SUIT]
        if t.napola and every:
            name = hand.form.side_name(every[0])
            hand.refuse("{player} has every diamond and so a napola of {length}", player=name, length=IN_SUIT)
        return found
    for n, card in enumerate(ORDER[: hand["length"] + 1]):
        other = n == hand["length"]  # the first that is not in the napola
        if other and card not in found:
            held = list(found.values())
            found[card] = max((p for p in hand.form.sides if p != side), key=lambda p: hand["diamonds"][p] - held.count(p))
        elif (found.setdefault(card, side) == side) == other:
            hand.refuse("a napola of {length} does not fit whose {card} is", length=hand["length"], card=card)
    if hand["diamonds"][side] < hand["length"]:
        hand.refuse(
            "{player} has {n} diamond and no napola of {length}",
            "{player} has {n} diamonds and no napola of {length}",
            hand["diamonds"][side],
            player=hand.form.side_name(side),
            length=hand["length"],
        )
    check_diamonds(hand, found)
    return found


def check_diamonds(hand, found):
    """The diamonds that are named are among those that were counted."""
    for p in hand.form.sides:
        named = [card for card, side in found.items() if side == p]
        if len(named) > hand["diamonds"][p]:
            hand.refuse(
                "{player} has {n} diamond and cannot have {cards}, which are diamonds too",
                "{player} has {n} diamonds and cannot have {cards}, which are diamonds too",
                hand["diamonds"][p],
                player=hand.form.side_name(p),
                cards=" ".join(named),
            )
