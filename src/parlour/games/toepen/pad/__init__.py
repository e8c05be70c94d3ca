"""Entries of the score pad for a hand of Toepen: challenges lost, knocks and folds in order, and who won the last trick."""

from parlour.kit import NOBODY

PAYS, KNOCKS, FOLDS = "pays", "knocks", "folds"
PACK, HAND = 32, 4


def fields(t, form):
    happened = [
        (PAYS, form.mark("{seat} pays for a challenge")),
        (KNOCKS, form.mark("{seat} knocks")),
        (FOLDS, form.mark("{seat} folds")),
    ]
    form.course("course", "Challenges, knocks and folds", happened, note="in order; who does not fold after a knock stays")
    form.seat("winner", "Last trick", nobody="nobody: all others folded", usual=NOBODY)


def settle(t, hand):
    """Challenges before play, poverty, then each knock with its answers; the last trick at the end."""
    events = [(what, seat) for what, seat in hand["course"]]
    check_challenges(t, hand, [what for what, _ in events])
    while events and not t.over and t.winner == NOBODY:
        what, seat = events.pop(0)
        if t.folded[seat]:
            player, entry = hand.name(seat), hand.entry("course", [what, seat])
            hand.refuse("{player} is not in the hand any more, so this cannot be: {entry}", player=player, entry=entry)
        if what == PAYS:
            t.payer, t.discarder = seat, t.dealer
            hand.step("judge")
        elif what == FOLDS:
            fold_in_poverty(t, hand, seat)
        else:
            folders = []
            while events and events[0][0] == FOLDS:
                folders.append(events.pop(0)[1])
            knock(t, hand, seat, folders)
    if events:
        hand.refuse("the hand was over before this: {entry}", entry=hand.entry("course", events[0]))
    if not t.over:
        end(t, hand, hand["winner"])


def check_challenges(t, hand, events):
    """R2 to R4: hands are discarded before anybody knocks or folds, each for four cards of the stock, each challenged once."""
    players = len(hand.form.seats)
    most = min(PACK // HAND - players, int(t.max_discards) * players)
    if events.count(PAYS) > most:
        hand.refuse(
            "{n} challenge, and no more than {most} hands can be discarded",
            "{n} challenges, and no more than {most} hands can be discarded",
            events.count(PAYS),
            most=most,
        )
    if PAYS in events[next((n for n, what in enumerate(events) if what != PAYS), len(events)) :]:
        hand.refuse("a challenge is paid for before the first card, and so before anybody knocks or folds")


def fold_in_poverty(t, hand, seat):
    """F101: a player may fold before the first knock only because the hand begins at 2."""
    if t.value != 2 or t.knocker != NOBODY or t.score[seat] < 2:
        hand.refuse("{player} cannot have folded: nobody had knocked", player=hand.name(seat))
    t.player = seat
    hand.choose(seat, "poverty", "fold")


def knock(t, hand, seat, folders):
    """R9 to R11: all others who are in answer in order."""
    t.player = seat
    hand.choose(seat, "window", "knock")
    while not t.over and hand.at("answer") and t.turn != NOBODY:
        p = int(t.turn)
        hand.choose(p, "answer", "fold" if p in folders else "stay")
        if p in folders:
            folders.remove(p)
    if folders:  # not asked, or twice
        hand.refuse("{player} was not asked and cannot have folded", player=hand.name(folders[0]))


def end(t, hand, winner):
    """R12: set who won the last trick, and let the rules settle the hand."""
    if t.winner != NOBODY and winner not in (NOBODY, t.winner):
        other, player = hand.name(winner), hand.name(t.winner)
        hand.refuse("all others have folded, so {player} has won, not {other}", player=player, other=other)
    if t.winner == NOBODY and winner == NOBODY:
        hand.lack("winner")
    if t.winner == NOBODY and t.folded[winner]:
        hand.refuse("{player} has folded and cannot have won the last trick", player=hand.name(winner))
    t.winner = winner if t.winner == NOBODY else t.winner
    hand.go_on("settle")
