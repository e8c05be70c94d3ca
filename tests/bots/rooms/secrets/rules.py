"""Secrets, a game made for tests: the decider may play for something nobody can know, or take a sure amount instead.

Hidden, the other seat lays one of four aces face down and the decider guesses which: right wins 1, wrong loses 1. Sealed,
both say heads or tails at once: seat 0 wins 1 if they agree, seat 1 if not. So to play is worth -1/2 to the decider when
hidden and 0 when sealed, if both play well. A search that lets one seat see the other's secret thinks otherwise.
"""

from parlour.kit import *

PHASES = phases(
    asks("decide", "play", "safe"),
    asks("hide", CARD, veiled=True),
    asks("guess", "guess {♣,♦,♥,♠}"),
    asks("sealed", "heads", "tails", together=True),
    steps("end"),
)
DECIDE, HIDE, GUESS, SEALED, END = PHASES
SAFE, GUESS_CLUBS, HEADS = PHASES.codes("safe", "guess ♣", "heads")
ACES = pack_of("A")


class Table(Layout, seats=2):
    mode = Option("hidden", ("hidden", "sealed"), "what the decider may play for")
    decider = Option(1, (0, 1), "the seat that decides")
    safe = Option(0, range(-9, 10), "what not to play is worth to the decider, in tenths")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    laid = Cards(seen=NOBODY)
    coin = Number(-1, 1, per=SEATS, seen=OWNER)


@rule
def bound(t):
    return 4


@rule
def pack(t, bag):
    bag[0] = ACES


@rule
def deal(t):
    t.hand[1 - t.decider], t.hand[t.decider], t.laid = ACES, 0, 0
    t.coin[0] = t.coin[1] = -1
    ask(t, t.decider, DECIDE)


@rule
def contradictions(t, seat):
    """Coins that are unknown before both lie open are not said yet."""
    for p in range(2):
        if t.coin[p] == UNKNOWN:
            t.coin[p] = -1
    return 0


@rule
def pay(t, seat, amount):
    t.payoff[seat], t.payoff[1 - seat] = amount, -amount
    end_match(t, 1 << (seat if amount > 0 else 1 - seat))


@DECIDE.play
def play_or_not(t, choice):
    p = t.turn
    if choice == SAFE:
        pay(t, p, t.safe / 10)
    elif t.mode == Table.mode.sealed:
        ask_all(t, 3, SEALED)
    else:
        ask(t, 1 - p, HIDE)


@HIDE.allowed
def own_hand(t):
    return t.hand[t.turn]


@HIDE.play
def lay_face_down(t, choice):
    t.hand[t.turn] &= ~(1 << choice)
    t.laid = 1 << choice
    ask(t, t.decider, GUESS)


@GUESS.play
def guess_suit(t, choice):
    pay(t, t.turn, 1.0 if choice - GUESS_CLUBS == suit_of(lowest(t.laid)) else -1.0)


@SEALED.play
def say_coin(t, choice):
    t.coin[t.turn] = choice - HEADS
    answered(t)
    if t.turn == NOBODY:
        t.phase = END


@END.step
def compare_coins(t):
    pay(t, 0, 1.0 if t.coin[0] == t.coin[1] else -1.0)
