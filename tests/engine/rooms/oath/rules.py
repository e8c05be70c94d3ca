"""Not a game: two hands of three, the other's red cards are sworn to, a hidden mark sticks to the hand: for `contradictions`."""

from parlour.kit import *

PHASES = phases(asks("play", CARD), steps("end"))
PLAY, END = PHASES
PACK = pack_of("K A")
RED = int(SUITS[1] | SUITS[2])


class Table(Layout, seats=2):
    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    stock = Pile(8, seen=NOBODY)
    open = Cards()
    mark = Number(0, 53, per=SEATS, seen=OWNER)  # the lowest card of the hand
    sworn = Number(0, 3, per=SEATS)  # its red cards


@rule
def bound(t):
    return 2


@rule
def pack(t, bag):
    bag[0] = PACK


@rule
def deal(t):
    put(t.stock, PACK)
    shuffle(t, t.stock)
    for p in range(2):
        for _ in range(3):
            t.hand[p] |= 1 << pop(t.stock)
        t.mark[p], t.sworn[p] = lowest(t.hand[p]), count(t.hand[p] & RED)
    ask(t, left_of(t, t.dealer), PLAY)


@rule
def contradictions(t, seat):
    wrong = 0
    for p in range(2):
        if p != seat:
            t.mark[p] = lowest(t.hand[p])
            wrong += abs(count(t.hand[p] & RED) - t.sworn[p])
    return wrong


@PLAY.allowed
def own_hand(t):
    return t.hand[t.turn]


@PLAY.play
def lay_open(t, choice):
    t.hand[t.turn] &= ~(1 << choice)
    t.open |= 1 << choice
    next_step(t, END)


@END.step
def end_at_once(t):
    share_win(t, False)
