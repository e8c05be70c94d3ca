"""Entries of the score pad for a deal of Crash: who won the first hand, the second, the third, the fourth, and the bonus."""

from parlour.kit import NOBODY, card_set

PLACES = ("first", "second", "third", "fourth")
PAIR, PRIAL, FOURS = card_set("2♣ 2♦ 4♣"), card_set("A♣ A♦ A♥"), card_set("4♣ 4♦ 4♥ 4♠")


def goal(t):
    return "reach", int(t.target), int(t.max_deals)


def fields(t, form):
    only = None  # R3, R4: without these the hands are set
    if t.thirteen_wins:
        form.seat("thirteen", "A card of every rank", nobody="nobody", usual=NOBODY)
        only = ("thirteen", (NOBODY,))
    if t.six_pairs:
        form.flag("void", "Six pairs: the deal is void", per="hand", only=only)
        only = ("void", (False,))
    names = form.mark("First hand"), form.mark("Second hand"), form.mark("Third hand"), form.mark("Fourth hand")
    for place, text in zip(PLACES, names, strict=True):
        form.seat(place, text, nobody="nobody: level, or nobody had one", usual=NOBODY, only=only)
    if t.fouls:
        fouls = {0: "no", 1: "with the second hand", 2: "with the third", 3: "with the fourth"}
        form.choice("foul", "Fouled", fouls, per="seat", usual=0, only=only)
    if t.four_kind_bonus:
        form.seat("bonus", "Four of a kind", nobody="nobody", usual=NOBODY, only=only)


def settle(t, hand):
    """R3, R4; R7 to R11 hand by hand; R10."""
    if hand.get("thirteen", NOBODY) != NOBODY:
        t.exposed[hand["thirteen"]] = PRIAL
        hand.go_on("won")
        return
    if hand.get("void", False):
        hand.go_on("void")
        return
    for k in range(len(PLACES)):
        compare(t, hand, k)
    bonus = hand.get("bonus", NOBODY)
    if t.over:
        if bonus != NOBODY:
            hand.refuse("the game was over before the four of a kind; leave out what came after")
        return
    if bonus != NOBODY and t.out[bonus]:
        hand.refuse("{player} has fouled and gets nothing for four of a kind", player=hand.name(bonus))
    t.shown[:] = 0
    if bonus != NOBODY:
        t.shown[bonus, 0] = FOURS
    hand.go_on("bonus")


def check_over(t, hand, entered, place):
    """R8, R9, R11: nothing is compared after the hand that wins the game."""
    if t.over and entered:
        hand.refuse("the game was over before hand {place}; leave out what came after", place=place)


def compare(t, hand, k):
    """R11, then R8: the hands of one place."""
    winner = hand[PLACES[k]]
    fouls = [p for p in hand.form.seats if k and hand.get("foul", {p: 0})[p] == k]
    check_over(t, hand, bool(fouls) or winner != NOBODY, k + 1)
    if t.over:
        return
    t.showing, t.shown[:] = k, 0
    if fouls:
        for p in fouls:
            t.shown[p, k - 1], t.shown[p, k] = PAIR, PRIAL
        hand.step("foul")
        check_over(t, hand, winner != NOBODY, k + 1)
    if t.over:
        return
    if winner != NOBODY:
        if t.out[winner]:
            hand.refuse("{player} has fouled and cannot have won hand {place}", player=hand.name(winner), place=k + 1)
        t.shown[winner, k] = PRIAL
    hand.step("score")
