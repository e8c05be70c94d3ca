"""Not a game: cards going every way they can, open and hidden, to try memory and redeals on. Every choice is explained once.

R1: a call needs the cards it moves. R2: to follow is to play the suit of the row's top card if possible. R3: a player who passes
has none.
"""

from parlour.kit import *

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
TOP_TO_HEAP = PHASES.code("top to heap")
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


@ASK.objection
def nothing_to_move(t, choice):
    """R1. R3: a player who passes could not follow."""
    if choice == PASS:
        return 3 if same_suit(t) else 0
    if choice <= FOLLOW_SUIT:
        return 0 if t.hand[t.turn, 0] else 1
    if choice in (DRAW, TOP):
        return 0 if pile_size(t.stock) else 1
    if choice in (TAKE, MIX_IN):
        return 0 if t.heap[0] else 1
    return 0 if pile_size(t.row) > (choice == SLIP_TWO) else 1


@rule
def same_suit(t):
    return t.hand[t.turn, 0] & SUITS[suit_of(top(t.row))] if pile_size(t.row) else 0


@ASK.play
def call(t, choice):
    """A card is chosen next, or the call is done at once."""
    p = t.turn
    if choice <= FOLLOW_SUIT:
        ask(t, p, HIDE + choice - HIDE_ONE)
    elif choice == SLIP_TWO:
        ask(t, p, SLIP)
    elif choice == MIX_IN:
        next_step(t, MIX)
    else:
        if choice == DRAW:
            bag_add(t.hand[p], pop(t.stock))
        elif choice == TOP:
            push(t.row, pop(t.stock))
        elif choice == TAKE:
            bag_pour(t.heap, t.hand[p])
        elif choice == TURN:
            pour(t.row, t.stock)
        elif choice == BURY:
            push(t.stock, pop(t.row))
        go_on(t)


@rule
def go_on(t):
    t.calls_made += 1
    if t.calls_made == t.length:
        next_step(t, NEXT)
    else:
        ask(t, left_of(t, t.turn), ASK)


@HIDE.allowed
@LAY.allowed
@GIVE.allowed
def own_hand(t):
    return t.hand[t.turn, 0]


@HIDE.play
def hide_card(t, choice):
    bag_take(t.hand[t.turn], choice)
    bag_add(t.heap, choice)
    go_on(t)


@GIVE.play
def give_card(t, choice):
    bag_take(t.hand[t.turn], choice)
    bag_add(t.hand[left_of(t, t.turn)], choice)
    go_on(t)


@FOLLOW.allowed(paragraph=2)
def suit_of_row(t):
    suit = same_suit(t)
    return suit if suit else t.hand[t.turn, 0]


@LAY.play
@FOLLOW.play
def lay_on_row(t, choice):
    bag_take(t.hand[t.turn], choice)
    push(t.row, choice)
    go_on(t)


@SLIP.play
def slip_two(t, choice):
    first, second = pop(t.row), pop(t.row)
    bag_add(t.heap, first if choice == TOP_TO_HEAP else second)
    push(t.stock, second if choice == TOP_TO_HEAP else first)
    go_on(t)


@MIX.step
def mix_heap_in(t):
    bag_fill_pile(t.heap, t.stock)
    bag_clear(t.heap)
    shuffle(t, t.stock)
    t.calls_made += 1
    ask(t, 0, ASK)
    if t.calls_made >= t.length:
        next_step(t, NEXT)


@NEXT.step
def end_hand(t):
    if t.hand_number == 2:
        share_win(t, False)
    else:
        next_hand(t)
