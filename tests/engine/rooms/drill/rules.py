"""Not a game: cards going every way they can, open and hidden, to try memory and redeals on. Every choice is explained once.

R1: a call needs the cards it moves. R2: who follows plays the suit of the row's top card if they can. R3: who passes has none.
"""

from parlour.kit import (
    CARD,
    DEAL,
    NOBODY,
    OWNER,
    SEATS,
    SUITS,
    Bag,
    Layout,
    Number,
    Option,
    Pile,
    ask,
    asks,
    bag_add,
    bag_clear,
    bag_fill_pile,
    bag_pour,
    bag_take,
    left_of,
    next_step,
    pack_of,
    phases,
    pop,
    pour,
    push,
    rule,
    share_win,
    shuffle,
    steps,
    suit_of,
    top,
)

TELL = ("hide", "lay", "give", "follow", "draw", "top", "take", "turn", "bury", "mix", "pass", "slip")
PHASES = phases(
    asks("ask", *TELL),
    asks("hide", CARD),
    asks("lay", CARD),
    asks("give", CARD),
    asks("follow", CARD),
    asks("slip", "top to heap", "top to stock", veiled=True),  # which of the two went where
    steps("mix", "next"),
)
ASK, HIDE, LAY, GIVE, FOLLOW, SLIP, MIX, NEXT = PHASES
HIDE_ONE, LAY_ONE, GIVE_ONE, FOLLOW_SUIT, DRAW, TOP, TAKE, TURN, BURY, MIX_IN, PASS, SLIP_TWO = PHASES.codes(*TELL)
TOP_TO_HEAP, TOP_TO_STOCK = PHASES.codes("top to heap", "top to stock")
PACK = pack_of("Q K A")


class Table(Layout, seats=(2, 4), default_seats=3):
    packs = Option(1, (1, 2), "packs")
    length = Option(30, range(1, 101), "calls in a hand")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=True)
    heap = Bag(2, seen=NOBODY)
    stock = Pile(24, seen=NOBODY)
    row = Pile(24)
    calls_made = Number(0, 100)


@rule
def bound(t):
    return 4 * t.length


@rule
def pack(t, bag):
    for k in range(t.packs):
        bag[k] = PACK


@rule
def deal(t):
    for k in range(t.packs):
        t.heap[k] = PACK
    bag_fill_pile(t.heap, t.stock)
    bag_clear(t.heap)
    shuffle(t, t.stock)
    for p in range(t.seats):
        for _ in range(2 * t.packs):
            bag_add(t.hand[p], pop(t.stock))
    push(t.row, pop(t.stock))
    ask(t, left_of(t, t.dealer), ASK)


@rule
def same_suit(t):
    return t.hand[t.turn, 0] & SUITS[suit_of(top(t.row))] if t.row[0] else 0


@rule
def objection(t, choice):
    if t.phase == FOLLOW:
        suit = same_suit(t)
        return 2 if suit and not (suit >> choice) & 1 else 0
    if t.phase != ASK:
        return 0
    if choice == PASS:
        return 3 if same_suit(t) else 0
    if choice <= FOLLOW_SUIT:
        return 0 if t.hand[t.turn, 0] else 1
    if choice in (DRAW, TOP):
        return 0 if t.stock[0] else 1
    if choice in (TAKE, MIX_IN):
        return 0 if t.heap[0] else 1
    if choice == SLIP_TWO:
        return 0 if t.row[0] > 1 else 1
    return 0 if t.row[0] else 1


@rule
def play(t, choice):
    p = t.turn
    if choice < 54:
        bag_take(t.hand[p], choice)
        if t.phase == HIDE:
            bag_add(t.heap, choice)
        elif t.phase == GIVE:
            bag_add(t.hand[left_of(t, p)], choice)
        else:
            push(t.row, choice)
    elif choice <= FOLLOW_SUIT or choice == SLIP_TWO:
        ask(t, p, HIDE + choice - HIDE_ONE if choice <= FOLLOW_SUIT else SLIP)
        return
    elif choice == DRAW:
        bag_add(t.hand[p], pop(t.stock))
    elif choice == TOP:
        push(t.row, pop(t.stock))
    elif choice == TAKE:
        bag_pour(t.heap, t.hand[p])
    elif choice == TURN:
        pour(t.row, t.stock)
    elif choice == BURY:
        push(t.stock, pop(t.row))
    elif choice in (TOP_TO_HEAP, TOP_TO_STOCK):
        first, second = pop(t.row), pop(t.row)
        bag_add(t.heap, first if choice == TOP_TO_HEAP else second)
        push(t.stock, second if choice == TOP_TO_HEAP else first)
    elif choice == MIX_IN:
        next_step(t, MIX)
        return
    go_on(t)


@rule
def go_on(t):
    t.calls_made += 1
    if t.calls_made == t.length:
        next_step(t, NEXT)
    else:
        ask(t, left_of(t, t.turn), ASK)


@rule
def proceed(t):
    if t.phase == MIX:
        bag_fill_pile(t.heap, t.stock)
        bag_clear(t.heap)
        shuffle(t, t.stock)
        t.calls_made += 1
        ask(t, 0, ASK)
        if t.calls_made >= t.length:
            next_step(t, NEXT)
    elif t.hand_number == 2:
        share_win(t, False)
    else:
        t.dealer = left_of(t, t.dealer)
        t.phase = DEAL
