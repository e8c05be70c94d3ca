"""Knocks, a game made for tests: the eldest hand names a stake, and before every card each of the others may knock, which
doubles it. The highest card of a trick takes it; with partners the seats across the table play together.

R1 the stake, R2 knocks, R3 tricks, R4 the score.
"""

from parlour.kit import *

PHASES = phases(
    asks("stake", "stake {1..5000}"),
    asks("window", "knock", "pass", window="pass"),
    asks("play", CARD, "knock"),
    steps("gather", "score", "next"),
)
STAKE, WINDOW, PLAY, GATHER, SCORE, NEXT = PHASES
KNOCK, LEAST = PHASES.codes("knock", "stake 1")
SAY = words("knock", "won")
CARDS_EACH = 4


class Table(Layout, seats=(2, 4), default_seats=3):
    hands = Option(2, range(1, 6), "hands in a match")
    partners = Option(False, YES_NO, "players who sit across from each other are partners")

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


@STAKE.play
def name_stake(t, choice):
    """R1."""
    t.stake = choice - LEAST + 1
    offer_knock(t, t.player)


@rule
def offer_knock(t, seat):
    """R2: the next seat after this one is asked, until it is the turn of the player who is to play."""
    seat = left_of(t, seat)
    while seat != t.player:
        if t.knocker != seat:
            ask(t, seat, WINDOW)
            return
        seat = left_of(t, seat)
    ask(t, t.player, PLAY)


@WINDOW.objection
@PLAY.objection
def no_second_knock(t, choice):
    return 2 if choice == KNOCK and t.knocker == t.turn else 0


@WINDOW.play
def knock_or_pass(t, choice):
    if choice == KNOCK:
        knock(t)
    else:
        offer_knock(t, t.turn)


@rule
def knock(t):
    t.stake, t.knocks, t.knocker = min(2 * t.stake, 2**30), t.knocks + 1, t.turn
    say(t, SAY.knock, t.stake)
    ask(t, t.player, PLAY)


@PLAY.allowed
def own_hand(t):
    return t.hand[t.turn]


@PLAY.play
def play_or_knock(t, choice):
    p = t.turn
    if choice == KNOCK:
        knock(t)
        return
    t.hand[p] &= ~(1 << choice)
    push(t.trick, choice)
    t.player = left_of(t, p)
    if pile_size(t.trick) == t.seats:
        next_step(t, GATHER)
    else:
        offer_knock(t, t.player)


@GATHER.step
def gather_trick(t):
    """R3."""
    best = 0
    for k in range(1, t.seats):
        if rank_of(t.trick[1 + k]) > rank_of(t.trick[1 + best]):
            best = k
    winner = (t.player + best) % t.seats
    t.taken[winner] |= take_trick(t)
    t.tricks[winner] += 1
    t.player = winner
    if t.hand[winner] == 0:
        t.phase = SCORE
    else:
        offer_knock(t, winner)


@SCORE.step
def score_hand(t):
    """R4."""
    score_side(t, t.player, 1 + t.knocks)
    say(t, SAY.won, t.player)
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    if t.hand_number == t.hands:
        share_win(t, False)
    else:
        next_hand(t)
