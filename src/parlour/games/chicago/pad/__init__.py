"""Entries of the score pad for a hand of Chicago: the showdowns, the last trick, the best hand."""

from parlour.kit import NOBODY, card_set

HANDS = {
    1: ("a pair", "2♣ 2♦ 4♣ 6♦ 8♥"),
    2: ("two pair", "2♣ 2♦ 3♣ 3♦ 8♥"),
    3: ("three of a kind", "2♣ 2♦ 2♥ 6♦ 8♥"),
    4: ("a straight", "2♣ 3♦ 4♣ 5♣ 6♥"),
    5: ("a flush", "2♣ 4♣ 6♣ 8♣ J♣"),
    6: ("a full house", "2♣ 2♦ 2♥ 3♦ 3♥"),
    7: ("four of a kind", "2♣ 2♦ 2♥ 2♠ 3♥"),
    8: ("a straight flush", "2♣ 3♣ 4♣ 5♣ 6♣"),
    9: ("a royal flush", "10♣ J♣ Q♣ K♣ A♣"),
}
NO_PAIR = "2♣ 4♦ 6♥ 8♠ 10♣"
FOUR_OF_A_KIND, ROYAL = 7, 9
TRICKS = 5


def goal(t):
    return "reach", int(t.target), 0


def fields(t, form):
    words = {n: text for n, (text, _) in HANDS.items()}
    showdowns = {"first": (form.mark("Showdown"), form.mark("Showdown: declared"))}
    if t.second_showdown:
        showdowns["first"] = form.mark("First showdown"), form.mark("First showdown: declared")
        showdowns["second"] = form.mark("Second showdown"), form.mark("Second showdown: declared")
    for name, (text, declared) in showdowns.items():
        form.seat(name, text, nobody="nobody scores", usual=NOBODY)
        form.choice(f"{name}_hand", declared, words, only=(name, tuple(form.seats)))
    if t.chicago_call:
        form.seat("caller", "Chicago called", nobody="by nobody", usual=NOBODY)
        form.flag("made", "Chicago made", per="hand", only=("caller", tuple(form.seats)))
    form.seat("last", "Last trick", only=("caller", (NOBODY,)) if t.chicago_call else None)
    if t.two_bonus:
        form.flag("two", "It was won with a two", per="hand", only=("caller", (NOBODY,)) if t.chicago_call else None)
    form.seat("best", "Best hand", nobody="nobody: level, or no pair", usual=NOBODY)
    form.choice("best_hand", "Best hand: it was", words, only=("best", tuple(form.seats)))
    if t.false_declarations:
        form.flag("lied", "Declared what was not proven")


def settle(t, hand):
    """R8 for each showdown; R10, F102; F101."""
    check(t, hand)
    for s, name in enumerate(("first", "second")):
        if hand.get(name, NOBODY) != NOBODY:
            t.draws, t.standing[s] = s + 1, 1 << hand[name]
            t.declared[hand[name], s] = hand[f"{name}_hand"]
            hand.step("award")
            t.declared[hand[name], s] = 0
    play_last_trick(t, hand)
    for p in hand.form.seats:
        t.played[p] = card_set(NO_PAIR)
    if hand["best"] != NOBODY:
        t.played[hand["best"]] = card_set(HANDS[hand["best_hand"]][1])
    hand.step("best hand")
    for p in hand.form.seats:
        if hand.get("lied", {p: False})[p]:
            royal = p == hand["best"] and hand["best_hand"] == ROYAL
            t.declared[p, 0] = FOUR_OF_A_KIND if royal else ROYAL  # what the cards do not prove
    hand.go_on("judge")


def check(t, hand):
    """Refuse what no cards give: who drew none has the same hand throughout (R2), and the best hand is not lower."""
    lied, best = hand.get("lied", {p: False for p in hand.form.seats}), hand["best"]
    for name in ("first", "second"):
        p = hand.get(name, NOBODY)
        if p == NOBODY or not t.frozen[p] or lied[p]:
            continue
        kind = hand[f"{name}_hand"]
        at_end = hand["best_hand"] if best != NOBODY else kind
        if at_end < kind or (best == p and at_end != kind):
            words, other = hand.word(HANDS[kind][0]), hand.word(HANDS[at_end][0])
            hand.refuse(
                "{player} drew no card and still had {hand}, so the best hand was not {other}",
                player=hand.name(p),
                hand=words,
                other=other,
            )
        if hand.get("second", NOBODY) == p and hand["second_hand"] != kind:
            hand.refuse("{player} drew no card and had the same hand in both showdowns", player=hand.name(p))
    if hand.get("two", False) and best == hand["last"] and hand["best_hand"] == ROYAL:
        hand.refuse("{player} won the last trick with a two, and a royal flush has none", player=hand.name(best))


def play_last_trick(t, hand):
    t.caller = hand.get("caller", NOBODY)
    if t.caller != NOBODY:
        t.tricks[t.caller] = TRICKS if hand["made"] else 0
    else:
        t.leader = hand["last"]
        t.prize = 10 if hand.get("two", False) else 5
    hand.step("last trick")
