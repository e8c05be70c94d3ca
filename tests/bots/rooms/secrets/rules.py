"""Secrets, a game made for tests: the decider may play for something nobody can know, or take a sure amount instead.

Hidden, the other seat lays one of four aces face down and the decider guesses which: right wins 1, wrong loses 1. Sealed,
both say heads or tails at once: seat 0 wins 1 if they agree, seat 1 if not. So to play is worth -1/2 to the decider when
hidden and 0 when sealed, whoever plays well. A search that lets one seat see the other's secret thinks otherwise.
"""

from parlour.kit import (
    CARD,
    NOBODY,
    OWNER,
    SEATS,
    UNKNOWN,
    Cards,
    Layout,
    Number,
    Option,
    answered,
    ask,
    ask_all,
    asks,
    end_match,
    lowest,
    pack_of,
    phases,
    rule,
    steps,
    suit_of,
)

PHASES = phases(
    asks("decide", "play", "safe"),
    asks("hide", CARD, veiled=True),
    asks("guess", "guess {♣,♦,♥,♠}"),
    asks("sealed", "heads", "tails", together=True),
    steps("end"),
)
DECIDE, HIDE, GUESS, SEALED, END = PHASES
PLAY, SAFE, GUESS_CLUBS, HEADS = PHASES.codes("play", "safe", "guess ♣", "heads")
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
def objection(t, choice):
    return 0


@rule
def play(t, choice):
    p = t.turn
    if choice == SAFE:
        win(t, p, t.safe / 10)
    elif choice == PLAY and t.mode == 1:
        ask_all(t, 3, SEALED)
    elif choice == PLAY:
        ask(t, 1 - p, HIDE)
    elif t.phase == HIDE:
        t.hand[p] &= ~(1 << choice)
        t.laid = 1 << choice
        ask(t, t.decider, GUESS)
    elif t.phase == GUESS:
        win(t, p, 1.0 if choice - GUESS_CLUBS == suit_of(lowest(t.laid)) else -1.0)
    else:
        t.coin[p] = choice - HEADS
        answered(t)
        if t.turn == NOBODY:
            t.phase = END


@rule
def win(t, seat, amount):
    t.payoff[seat], t.payoff[1 - seat] = amount, -amount
    end_match(t, 1 << (seat if amount > 0 else 1 - seat))


@rule
def proceed(t):
    win(t, 0, 1.0 if t.coin[0] == t.coin[1] else -1.0)


@rule
def contradictions(t, seat):
    """Coins that are unknown before both lie open are not said yet."""
    for p in range(2):
        if t.coin[p] == UNKNOWN:
            t.coin[p] = -1
    return 0
