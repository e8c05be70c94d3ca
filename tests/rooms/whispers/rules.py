"""Whispers, a game made for tests: everybody sets two cards aside at once, an ace may be declared in secret, the best
pair may be doubted in a window, and a race decides a tie. R1 pairs, R2 whispers, R3 windows, R4 races."""

from parlour.kit import (
    ACE,
    ALL,
    CARD,
    DEAL,
    NOBODY,
    OWNER,
    PACK_20,
    RANKS,
    SEATS,
    UNKNOWN,
    Cards,
    Flag,
    Layout,
    Number,
    Option,
    Pile,
    Seat,
    answered,
    ask,
    ask_all,
    asks,
    clear,
    count,
    fill,
    left_of,
    next_step,
    phases,
    points,
    pop,
    random_below,
    rule,
    share_win,
    shuffle,
    steps,
    total,
)

PHASES = phases(
    asks("pick", CARD, together=True, veiled=True, unordered=True),
    steps("reveal"),
    asks("whisper", "ace", "silent", window="silent", quiet=True),
    asks("window", "doubt", "let", window="let"),
    asks("race", "now", "later", together=True),
    steps("score", "next"),
)
PICK, REVEAL, WHISPER, WINDOW, RACE, SCORE, NEXT = PHASES
ACE_CALL, HUSH, DOUBT, LET, NOW, LATER = PHASES.codes("ace", "silent", "doubt", "let", "now", "later")
WORTH = points("A=11 10=10 K=4 Q=3 J=2")
PICKS = 2


class Table(Layout, seats=(2, 4), default_seats=3):
    hands = Option(3, range(1, 6), "hands in a match")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    picked = Cards(per=SEATS, seen=OWNER)
    row = Cards(per=SEATS, seen=ALL)
    stock = Pile(20, seen=NOBODY)
    whispered = Flag(per=SEATS, seen=OWNER)
    best = Seat()
    doubted = Seat()
    pressed = Number(-1, 2**31 - 1, per=SEATS)
    asked_from = Seat()


@rule
def bound(t):
    return t.hands * t.seats * 6


@rule
def pack(t, bag):
    bag[0] = PACK_20


@rule
def deal(t):
    fill(t.stock, PACK_20)
    shuffle(t, t.stock)
    for p in range(t.seats):
        t.pressed[p] = -1
        for _ in range(4):
            t.hand[p] |= 1 << pop(t.stock)
    ask_all(t, (1 << t.seats) - 1, PICK)


@rule
def objection(t, choice):
    if t.phase == WHISPER and choice == ACE_CALL and not t.hand[t.turn] & RANKS[ACE]:
        return 2
    return 0


@rule
def play(t, choice):
    p = t.turn
    if t.phase == PICK:
        t.hand[p] &= ~(1 << choice)
        t.picked[p] |= 1 << choice
        if count(t.picked[p]) == PICKS:
            answered(t)
            if t.turn == NOBODY:
                t.phase = REVEAL
        else:
            t.chain += 1
    elif t.phase == WHISPER:
        t.whispered[p] = choice == ACE_CALL
        whisper_next(t, p + 1)
    elif t.phase == WINDOW:
        if choice == DOUBT:
            t.doubted = p
            ask_all(t, (1 << p) | (1 << t.best), RACE)
        elif left_of(t, p) == t.best:
            next_step(t, SCORE)
        else:
            ask(t, left_of(t, p), WINDOW)
    else:
        t.pressed[p] = t.elapsed if choice == NOW else 60000 + t.elapsed
        answered(t)
        if t.turn == NOBODY:
            t.phase = SCORE


@rule
def contradictions(t, seat):
    """A whisper not heard may have been made by whoever is dealt an ace."""
    for p in range(t.seats):
        if t.whispered[p] == UNKNOWN:
            t.whispered[p] = random_below(t, 2) if t.hand[p] & RANKS[ACE] and t.phase > WHISPER else 0
    return 0


@rule
def whisper_next(t, start):
    """R2: only holders of an ace are asked; nobody else may notice."""
    for p in range(start, t.seats):
        if t.hand[p] & RANKS[ACE]:
            ask(t, p, WHISPER)
            return
    next_step(t, WHISPER)


@rule
def proceed(t):
    if t.phase == REVEAL:
        for p in range(t.seats):
            if t.picked[p]:
                t.row[p] = t.picked[p]
                t.picked[p] = 0
                return
        whisper_next(t, 0)
        if t.turn == NOBODY:
            t.phase = WHISPER
    elif t.phase == WHISPER:
        best = 0
        for p in range(1, t.seats):
            if total(t.row[p], WORTH) > total(t.row[best], WORTH):
                best = p
        t.best = best
        ask(t, left_of(t, best), WINDOW)
    elif t.phase == SCORE:
        winner = t.best
        if t.doubted != NOBODY and t.pressed[t.doubted] < t.pressed[t.best]:
            winner = t.doubted
        t.score[winner] += 1 + t.whispered[winner]
        t.phase = NEXT
    elif t.hand_number == t.hands:
        share_win(t, False)
    else:
        clear(t.stock)
        t.dealer = left_of(t, t.dealer)
        t.phase = DEAL
