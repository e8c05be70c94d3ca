"""Entries of the score pad for a hand of Porrazo: what was pegged, in order, and the cards at the end.

A card taken with a porrazo or its counter may also clear the table; its worth depends on the top card taken, so there is one
entry per worth.
"""

from itertools import product

RANKS = dict(enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")))
TOPS = ("", " clearing 1", " clearing 2", " clearing 3", " clearing 4")
MOST_TENDIDO = 40
KING, QUEEN, JACK, TEN = 11, 10, 9, 8


def goal(t):
    return "reach", int(t.target), int(t.max_hands)


def fields(t, form):
    porrazo = (
        form.mark("{seat}: porrazo with {value}"),
        form.mark("{seat}: porrazo with {value} and clears the table"),
        form.mark("{seat}: porrazo with {value} and clears up to a jack"),
        form.mark("{seat}: porrazo with {value} and clears up to a queen"),
        form.mark("{seat}: porrazo with {value} and clears up to a king"),
    )
    counter = (
        form.mark("{seat}: counter with {value}"),
        form.mark("{seat}: counter with {value} and clears the table"),
        form.mark("{seat}: counter with {value} and clears up to a jack"),
        form.mark("{seat}: counter with {value} and clears up to a queen"),
        form.mark("{seat}: counter with {value} and clears up to a king"),
    )
    items = [("limpia", form.mark("{seat} clears the table, {value} on top"), RANKS)]
    items += [(f"porrazo{top}", text, RANKS) for top, text in zip(TOPS, porrazo, strict=True)]
    if t.counter:
        items += [(f"counter{top}", text, RANKS) for top, text in zip(TOPS, counter, strict=True)]
        items += [("san benito", form.mark("{seat}: san benito with {value}"), RANKS)]
    if t.in_place:
        items += [("in place", form.mark("{seat} plays {value} in place"), {12: "A", 0: "2", 1: "3", 2: "4"})]
    items += [("ronda", form.mark("{seat}: best ronda, {value}"), RANKS)]
    items += [("rondine", form.mark("{seat}: best rondine, {value}"), RANKS)]
    if form.options["tendido"] != "none":
        items += [("tendido", form.mark("{seat}: tendido for {value}"), {n: str(n) for n in range(MOST_TENDIDO + 1)})]
    form.course("course", "Pegged", items)
    form.number("cards", "Cards", 52, per="side", most=52, usual=0, note="at the end of the hand")


def settle(t, hand):
    """Every entry is made on a table of its own by the rules, which peg it; then the cards are counted."""
    course = hand["course"]
    check(t, hand, course)
    for n, (what, seat, value) in enumerate(course):
        if what.startswith("porrazo") and n + 1 < len(course) and answers(t, course[n + 1], course[n], "counter"):
            continue  # R14: it did not stand
        if t.over:
            hand.refuse("the match was over before this: {entry}", entry=hand.entry("course", course[n]))
        peg(t, hand, what, seat, value)
    if t.over:
        return
    cards = [hand["cards"][p] for p in hand.form.sides]
    if sum(cards) == 0:
        hand.lack("cards")
    if sum(cards) != 52:
        hand.refuse("{n} card in a hand of 52", "{n} cards in a hand of 52", sum(cards))
    check_captured(t, hand, course)
    hand.empty()
    for p, number in zip(hand.form.sides, cards, strict=True):
        t.won[p] = (1 << number) - 1
    hand.go_on("count")


def answers(t, entry, before, kind):
    """Whether an entry is the next player's answer with an equal card, which takes the same cards (R14, R15)."""
    what, seat, value = entry
    clears = kind == "san benito" or what.partition(" ")[2] == before[0].partition(" ")[2]
    return what.startswith(kind) and clears and seat == (before[1] + 1) % t.seats and value == before[2]


def check_captured(t, hand, course):
    """R6, R14, F104: every side has the cards that it captured at least, and only the dealer takes cards without a capture."""
    least = dict.fromkeys(hand.form.sides, 0)
    for n, entry in enumerate(course):
        what, seat, value = entry
        kind, _, worth = what.partition(" clearing ")
        after, run = course[n + 1] if n + 1 < len(course) else ["", 0, 0], run_length(hand, value, worth)
        if kind == "porrazo" and not answers(t, after, entry, "counter"):
            least[t.side[seat]] += 2 + run
        elif kind == "counter":  # a san benito takes its three equal cards away again
            least[t.side[seat]] += run + (0 if answers(t, after, entry, "san benito") else 3)
        elif kind in ("limpia", "san benito"):
            least[t.side[seat]] += 2 if kind == "limpia" else 4
    for p, number in least.items():
        if hand["cards"][p] < number:
            player, cards = hand.form.side_name(p), hand["cards"][p]
            hand.refuse(
                "{player} has captured at least {n} card, not {cards}",
                "{player} has captured at least {n} cards, not {cards}",
                number,
                player=player,
                cards=cards,
            )
        if hand["cards"][p] == 1 and t.side[t.dealer] != p:
            hand.refuse("{player} has a single card, and a capture takes at least two", player=hand.form.side_name(p))


def run_length(hand, rank, worth):
    """Return how many cards above an equal card are captured at least if the top card is worth this much."""
    return next(n for n in range(13) if hand.rules.VALUE[(rank + n) % 13] == int(worth)) if worth else 0


def check(t, hand, course):
    """Every counter answers a porrazo, every san benito a counter, no rank has more than four cards, no deal two declarations."""
    cards, placed = dict.fromkeys(RANKS, 0), dict.fromkeys(RANKS, 0)
    deals = 52 // (3 * int(t.seats))
    for n, entry in enumerate(course):
        what, seat, value = entry
        for kind, answered in (("counter", "porrazo"), ("san benito", "counter")):
            before = course[n - 1] if n else ["", 0, 0]
            if what.startswith(kind) and not (before[0].startswith(answered) and answers(t, entry, before, kind)):
                refuse_answer(hand, kind, seat, value)
        chain = what.startswith(("porrazo", "counter", "san benito"))
        if chain:
            cards[value] += 2 if what.startswith("porrazo") else 1
        if chain or what == "in place":  # a card played in place strikes none
            placed[value] += 1
        if value in cards and max(cards[value], placed[value]) > 4:
            hand.refuse("there are only four cards of the rank {rank}", rank=hand.ranks(RANKS[value]))
    if sum(what in ("ronda", "rondine") for what, _, _ in course) > deals:
        hand.refuse(
            "a hand has {n} deal, and one declaration scores in each",
            "a hand has {n} deals, and one declaration scores in each",
            deals,
        )
    if sum(what == "tendido" for what, _, _ in course) > 1:
        hand.refuse("there is only one tendido in a hand")


def refuse_answer(hand, kind, seat, value):
    """Say what was to be entered just before an answer."""
    player, rank = hand.name(seat), hand.ranks(RANKS[value])
    if kind == "counter":
        hand.refuse("{player}'s counter answers no porrazo with {rank} entered just before it", player=player, rank=rank)
    hand.refuse("{player}'s san benito answers no counter with {rank} entered just before it", player=player, rank=rank)


def peg(t, hand, what, seat, value):
    kind, _, worth = what.partition(" clearing ")
    hand.empty()
    t.player, t.placing, t.stage, t.link = seat, 0, 0, -1
    if kind in ("ronda", "rondine"):
        declare(t, seat, value, kind)
        hand.step("bonus")
        t.declared[seat] = 0
    elif kind == "tendido":
        if seat != t.dealer:
            dealer, player = hand.name(t.dealer), hand.name(seat)
            hand.refuse("only the dealer, {dealer}, can have a tendido, not {player}", dealer=dealer, player=player)
        lay_tendido(t, hand, value)
    elif kind == "in place":
        t.laid, t.placing = 1 << value, 1
        hand.step("resolve")
    else:
        capture(t, hand, kind, value, int(worth) if worth else 0)
        hand.step("resolve")
        if t.waiting and not t.over and kind == "porrazo":
            hand.step("settle")


def capture(t, hand, kind, rank, worth):
    """The second, third or fourth equal card in a row, or one that clears the table; what it takes, and what stays."""
    t.laid = 1 << rank + 13
    t.stage = {"limpia": 0, "porrazo": 1, "counter": 2, "san benito": 3}[kind]
    t.link = rank if t.stage else -1
    taken = sum(1 << (rank + n) % 13 for n in range(run_length(hand, rank, worth) + 1))
    left = 0 if worth or kind == "limpia" else 1 << (rank + 5) % 13 + 26  # a card that no run reaches
    if kind == "counter":
        t.waiting, t.table = taken | 1 << rank + 26, left
        t.link = rank + 26
    elif kind != "san benito":
        t.table = taken | left


def declare(t, seat, rank, kind):
    """R5: what was shown of a declaration, two or three equal cards."""
    pips = (rank + 1) % 13 + 1
    t.declared[seat] = 2 if kind == "rondine" else 1
    t.shown[:] = 0
    t.shown[seat, 0] = t.shown[seat, 1] = pips
    t.shown[seat, 2] = pips if kind == "rondine" else pips % 13 + 1


def lay_tendido(t, hand, points):
    """R3: four cards that fit no place, on a table whose groups are worth this much."""
    groups = {KING: (24, 12, 4), QUEEN: (18, 9, 3), JACK: (12, 6, 2), TEN: (6, 3, 1)}
    for choice in product((None, 0, 1, 2), repeat=len(groups)):
        picked = [(rank, 4 - k) for rank, k in zip(groups, choice, strict=True) if k is not None]
        if sum(groups[rank][4 - n] for rank, n in picked) == points:
            t.table = sum(1 << rank + 13 * suit for rank, n in picked for suit in range(n))
            t.row[0], t.row[1:5] = 4, (3, 4, 5, 6)  # five, six, seven, eight
            hand.step("arrange")
            return
    hand.refuse("a tendido cannot be worth {n} point", "a tendido cannot be worth {n} points", points)
