"""Entries of the score pad for a hand of Totit: each player's pairs of twins, or cards if those score."""

MOST_PAIRS, MOST_CARDS, TABLE = 30, 60, 18
MISSING = 8  # rank classes that may have no card among those dealt to the table


def goal(t):
    return "", 0, int(t.rounds * t.seats)


def fields(t, form):
    if t.points_per_card:
        form.number("cards", "Cards", MOST_CARDS, most=MOST_CARDS)
    else:
        form.number("pairs", "Pairs", MOST_PAIRS, most=MOST_PAIRS)


def settle(t, hand):
    """R9: a pile of this many pairs, or cards."""
    check(t, hand)
    for p in range(t.seats):
        number = hand["cards"][p] if t.points_per_card else 2 * hand["pairs"][p]
        t.counted[p, 0], t.counted[p, 1] = (1 << (number + 1) // 2) - 1, (1 << number // 2) - 1
    hand.go_on("score")


def check(t, hand):
    """R1, R2, R6: a capture takes a card of the hand and one of the table, and every other card of a hand goes to the table."""
    in_hand = 11 if t.seats == 2 else 7
    turns, captures = int(t.seats) * in_hand, hand["pairs"] if "pairs" in hand else [cards // 2 for cards in hand["cards"]]
    most = (TABLE + turns) // 2
    for p in range(t.seats):
        if "cards" in hand and hand["cards"][p] % 2:
            hand.refuse(
                "{player} has {n} card, and every capture takes two",
                "{player} has {n} cards, and every capture takes two",
                hand["cards"][p],
                player=hand.name(p),
            )
        if captures[p] > in_hand:
            hand.refuse(
                "{player} has {n} turn, and made no more captures than that",
                "{player} has {n} turns, and made no more captures than that",
                in_hand,
                player=hand.name(p),
            )
    if sum(captures) > most:
        hand.refuse(
            "{captures} captures: {turns} turns allow {most} at most, as the table has {table} cards and those trailed",
            captures=sum(captures),
            turns=turns,
            most=most,
            table=TABLE,
        )
    if "cards" in hand and sum(captures) < least_captures(t, hand, turns):
        hand.refuse(
            "{n} capture: {turns} turns bring at least {least}, since they are forced",
            "{n} captures: {turns} turns bring at least {least}, since they are forced",
            sum(captures),
            turns=turns,
            least=least_captures(t, hand, turns),
        )


def least_captures(t, hand, turns):
    """R6, R7: a player who may capture by rank trails only a card whose class is not on the table. At first eight of the ten
    classes can be missing, as the table fills two; a class is missing again only after a capture."""
    free = {"each_player": int(t.seats), "first_turn_only": 1, "never": 0}[hand.options["exact_first"]]
    return max(0, -(-(turns - free - MISSING) // 2)) if t.forced_capture else 0
