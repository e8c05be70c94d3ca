"""Whispers, a game made for tests: all players set two cards aside at once, an ace may be declared in secret, the best
pair may be doubted in a window, and a race decides. R1 pairs, R2 whispers, R3 windows, R4 races."""

from parlour.kit import *

PHASES = phases(
    asks("pick", CARD, together=True, veiled=True, unordered=True),
    steps("reveal"),
    asks("whisper", "ace", "silent", window="silent", quiet=True),
    asks("window", "doubt", "let", window="let"),
    asks("race", "now", "later", together=True),
    steps("score", "next"),
)
PICK, REVEAL, WHISPER, WINDOW, RACE, SCORE, NEXT = PHASES
ACE_CALL, DOUBT, NOW = PHASES.codes("ace", "doubt", "now")
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
def contradictions(t, seat):
    """A whisper that was not heard may have been made by any player who is dealt an ace."""
    for p in range(t.seats):
        if t.whispered[p] == UNKNOWN:
            t.whispered[p] = random_below(t, 2) if t.hand[p] & RANKS[ACE] and t.phase > WHISPER else 0
    return 0


@PICK.allowed
def own_hand(t):
    return t.hand[t.turn]


@PICK.play
def pick_card(t, choice):
    """R1."""
    p = t.turn
    t.hand[p] &= ~(1 << choice)
    t.picked[p] |= 1 << choice
    if count(t.picked[p]) == PICKS:
        answered(t)
        if t.turn == NOBODY:
            t.phase = REVEAL
    else:
        t.chain += 1


@REVEAL.step
def reveal_pair(t):
    """One pair at a time; then R2."""
    for p in range(t.seats):
        if t.picked[p]:
            t.row[p] = t.picked[p]
            t.picked[p] = 0
            return
    whisper_next(t, 0)


@rule
def whisper_next(t, start):
    """R2: only players who hold an ace are asked; no other player may notice."""
    for p in range(start, t.seats):
        if t.hand[p] & RANKS[ACE]:
            ask(t, p, WHISPER)
            return
    next_step(t, WHISPER)


@WHISPER.objection
def no_ace(t, choice):
    return 2 if choice == ACE_CALL and not t.hand[t.turn] & RANKS[ACE] else 0


@WHISPER.play
def whisper(t, choice):
    p = t.turn
    t.whispered[p] = choice == ACE_CALL
    whisper_next(t, p + 1)


@WHISPER.step
def find_best_pair(t):
    """R3: all others may doubt the best pair."""
    best = 0
    for p in range(1, t.seats):
        if total(t.row[p], WORTH) > total(t.row[best], WORTH):
            best = p
    t.best = best
    ask(t, left_of(t, best), WINDOW)


@WINDOW.play
def doubt_or_let(t, choice):
    p = t.turn
    if choice == DOUBT:
        t.doubted = p
        ask_all(t, (1 << p) | (1 << t.best), RACE)
    elif left_of(t, p) == t.best:
        next_step(t, SCORE)
    else:
        ask(t, left_of(t, p), WINDOW)


@RACE.play
def press(t, choice):
    """R4: a player who presses later is behind all who press now."""
    t.pressed[t.turn] = t.elapsed if choice == NOW else 60000 + t.elapsed
    answered(t)
    if t.turn == NOBODY:
        t.phase = SCORE


@SCORE.step
def score_pair(t):
    winner = t.best
    if t.doubted != NOBODY and t.pressed[t.doubted] < t.pressed[t.best]:
        winner = t.doubted
    t.score[winner] += 1 + t.whispered[winner]
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    if t.hand_number == t.hands:
        share_win(t, False)
    else:
        clear(t.stock)
        next_hand(t)
