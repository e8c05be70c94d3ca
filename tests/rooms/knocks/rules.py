"""Knocks, a game made for tests: the eldest hand names a stake, and before every card each of the others may knock, which
doubles it. The highest card of a trick takes it; with partners the seats across the table play together.

R1 the stake, R2 knocks, R3 tricks, R4 the score.
"""

from parlour.kit import (
    ALL,
    CARD,
    DEAL,
    NOBODY,
    OWNER,
    PACK_20,
    SEATS,
    YES_NO,
    Cards,
    Layout,
    Number,
    Option,
    Pile,
    Seat,
    ask,
    asks,
    fill,
    left_of,
    next_step,
    offer_cards,
    offer_if,
    offer_run,
    phases,
    pop,
    push,
    rule,
    say,
    score_side,
    share_win,
    shuffle,
    steps,
    words,
)

PHASES = phases(
    asks("stake", "stake {1..5000}"),
    asks("window", "knock", "pass", window="pass"),
    asks("play", CARD, "knock"),
    steps("gather", "score", "next"),
)
STAKE, WINDOW, PLAY, GATHER, SCORE, NEXT = PHASES
KNOCK, PASS, LEAST, MOST = PHASES.codes("knock", "pass", "stake 1", "stake 5000")
SAY = words("knock", "won")
CARDS_EACH = 4


class Table(Layout, seats=(2, 4), default_seats=3):
    hands = Option(2, range(1, 6), "hands in a match")
    partners = Option(False, YES_NO, "whether those across the table are partners")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(4)
    stock = Pile(20, seen=NOBODY)
    taken = Cards(per=SEATS, seen=ALL)
    stake = Number(0, 2**31 - 1)
    knocks = Number(0, 100)
    knocker = Seat()
    player = Seat()
    tricks = Number(0, CARDS_EACH, per=SEATS)


@rule
def house(t):
    return 101 if t.partners and t.seats != 4 else 0


@rule
def bound(t):
    return t.hands * (2 + t.seats * CARDS_EACH * (t.seats + 1))


@rule
def pack(t, bag):
    bag[0] = PACK_20


@rule
def deal(t):
    fill(t.stock, PACK_20)
    shuffle(t, t.stock)
    for p in range(t.seats):
        t.side[p] = p & 1 if t.partners else p
        for _ in range(CARDS_EACH):
            t.hand[p] |= 1 << pop(t.stock)
    t.player = left_of(t, t.dealer)
    ask(t, t.player, STAKE)


@rule
def objection(t, choice):
    return 2 if choice == KNOCK and t.knocker == t.turn else 0


@rule
def choices(t, menu):
    if t.phase == STAKE:
        return offer_run(menu, 0, LEAST, MOST)
    n = offer_cards(menu, 0, t.hand[t.turn]) if t.phase == PLAY else 0
    n = offer_if(menu, n, KNOCK, t.knocker != t.turn)
    return offer_if(menu, n, PASS, t.phase == WINDOW)


@rule
def play(t, choice):
    p = t.turn
    if t.phase == STAKE:
        t.stake = choice - LEAST + 1
        offer_knock(t, t.player)
    elif choice == KNOCK:
        t.stake, t.knocks, t.knocker = min(2 * t.stake, 2**30), t.knocks + 1, p
        say(t, SAY.knock, t.stake)
        ask(t, t.player, PLAY)
    elif choice == PASS:
        offer_knock(t, p)
    else:
        t.hand[p] &= ~(1 << choice)
        push(t.trick, choice)
        t.player = left_of(t, p)
        if t.trick[0] == t.seats:
            next_step(t, GATHER)
        else:
            offer_knock(t, t.player)


@rule
def offer_knock(t, seat):
    """R2: the next seat after this one is asked, until the player on turn has the word."""
    seat = left_of(t, seat)
    while seat != t.player:
        if t.knocker != seat:
            ask(t, seat, WINDOW)
            return
        seat = left_of(t, seat)
    ask(t, t.player, PLAY)


@rule
def proceed(t):
    if t.phase == GATHER:
        best = 0
        for k in range(1, t.seats):
            if t.trick[1 + k] % 13 > t.trick[1 + best] % 13:
                best = k
        winner = (t.player + best) % t.seats
        while t.trick[0] > 0:
            t.taken[winner] |= 1 << pop(t.trick)
        t.tricks[winner] += 1
        t.player = winner
        if t.hand[winner] == 0:
            t.phase = SCORE
        else:
            offer_knock(t, winner)
    elif t.phase == SCORE:
        score_side(t, t.player, 1 + t.knocks)
        say(t, SAY.won, t.player)
        t.phase = NEXT
    elif t.hand_number == t.hands:
        share_win(t, False)
    else:
        t.dealer = left_of(t, t.dealer)
        t.phase = DEAL
