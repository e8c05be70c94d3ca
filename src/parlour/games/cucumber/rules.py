"""Cucumber: go higher or give up your lowest, and lose the last trick. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import *

RULES_VERSION = 1
LOW = True
PLAY, GATHER, SCORE, OVERRUN, NEXT = range(1, 6)
PHASES = ("play", "gather", "score", "overrun", "next")
CALLS = calls({PLAY: (CARD,)})
WORDS = ("higher", "lowest", "penalty", "over", "cucumber", "out", "long")
SAY_HIGHER, SAY_LOWEST, SAY_PENALTY, SAY_OVER, SAY_CUCUMBER, SAY_OUT, SAY_LONG = range(1, 8)
NONE = -1
FROM = np.array([sum(int(cards) for cards in RANKS[r:]) for r in range(14)])  # FROM[r]: the set of all cards of rank r or more


class Table(Layout, seats=(2, 7), default_seats=4):
    must_head = Option(True, YES_NO, "whoever can go higher has to")
    equal_heads = Option(False, YES_NO, "an equal card counts as going higher")
    limit = Option(21, range(10, 51), "a score above it costs a cucumber")
    cucumbers = Option(1, range(4), "cucumbers a player can hold before going out")
    tie_credit = Option(True, YES_NO, "who ties with the last trick's winner takes points off")
    tie_all_pay = Option(False, YES_NO, "all who tie for the last trick take its points")
    hand_size = Option(7, range(4, 8), "cards a player, and tricks a hand")
    max_hands = Option(150, range(20, 501), "hands after which the best player wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(7)
    loose = Cards()  # the tricks before, face up
    stub = Cards(seen=NOBODY)

    held = Number(0, 3, per=SEATS)  # cucumbers
    out = Flag(per=SEATS)
    leader = Seat()
    trick_number = Number(0, 7)
    to_beat = Number(NONE, 12)  # the highest rank in the trick
    winning = Seat()  # who played it


@rule
def bound(t):
    return t.max_hands * t.seats * t.hand_size


@rule
def pack(t, bag):
    bag[0] = PACK_52


@rule
def deal(t):
    """Who is out gets no cards."""
    t.stub = PACK_52
    for p in range(t.seats):
        t.hand[p] = 0 if t.out[p] else random_cards(t, t.stub, t.hand_size)
        t.stub &= ~t.hand[p]
    clear(t.trick)
    t.loose = t.trick_number = 0
    begin_trick(t, left_in(t, t.dealer))


@rule
def begin_trick(t, seat):
    t.trick_number += 1
    t.to_beat, t.winning = NONE, NOBODY
    lead(t, seat, PLAY)


@rule
def left_in(t, seat):
    """The next seat clockwise that is still in."""
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if not t.out[seat]:
            break
    return seat


@rule
def still_in(t):
    """The set (a bit a seat) of the seats that are still in."""
    seats = 0
    for p in range(t.seats):
        seats |= (1 - t.out[p]) << p
    return seats


@rule
def allowed(t):
    """R1: any card is led. R2: a higher card, else one of the lowest."""
    hand = t.hand[t.turn]
    if t.to_beat == NONE:
        return hand
    higher = hand & FROM[t.to_beat + 1 - t.equal_heads]
    if higher and t.must_head:
        return higher
    return higher | (hand & RANKS[lowest(ranks_in(hand))])


@rule
def objection(t, choice):
    return 0 if holds(allowed(t), choice) else 2


@rule
def choices(t, menu):
    return offer_cards(menu, 0, allowed(t))


@rule
def play(t, choice):
    rank = rank_of(choice)
    if t.to_beat != NONE:
        say(t, SAY_HIGHER if rank > t.to_beat - t.equal_heads else SAY_LOWEST, 0)
    if rank >= t.to_beat:  # R3: of equal cards the last one wins
        t.to_beat, t.winning = rank, t.turn
    lay_card(t, choice)
    if t.trick[0] < count(still_in(t)):
        ask(t, left_in(t, t.turn), PLAY)
    else:
        rest(t, GATHER if t.trick_number < t.hand_size else SCORE)


@rule
def proceed(t):
    if t.phase == GATHER:
        t.loose |= take_trick(t)
        begin_trick(t, t.winning)
    elif t.phase == SCORE:
        score_last_trick(t)
        t.phase = OVERRUN if over_limit(t) else NEXT
    elif t.phase == OVERRUN:
        overrun(t, over_limit(t))
    elif count(still_in(t)) == 1:
        win(t, still_in(t))
    elif t.hand_number >= t.max_hands:
        win(t, foremost(t))
        say(t, SAY_LONG, t.max_hands)
    else:
        t.dealer = left_in(t, t.dealer)
        t.phase = DEAL


@rule
def score_last_trick(t):
    """R4, R5."""
    worth = t.to_beat + 2
    seat = t.leader
    for i in range(1, t.trick[0] + 1):
        if rank_of(t.trick[i]) == t.to_beat:
            if seat == t.winning or t.tie_all_pay:
                t.score[seat] += worth
            elif t.tie_credit:
                t.score[seat] = max(t.score[seat] - worth, 0)
        seat = left_in(t, seat)
    say(t, SAY_OVER if over_limit(t) else SAY_PENALTY, t.limit if over_limit(t) else worth)


@rule
def over_limit(t):
    """The set of the seats still in whose score is over the limit."""
    seats = 0
    for p in range(t.seats):
        if not t.out[p] and t.score[p] > t.limit:
            seats |= 1 << p
    return seats


@rule
def overrun(t, over):
    """R6, for one of the seats over the limit: a cucumber, or out. If all would be out, they share the win."""
    highest = full = 0
    for p in range(t.seats):
        if holds(over, p):
            full |= (t.held[p] >= t.cucumbers) << p
        elif not t.out[p]:
            highest = max(highest, t.score[p])
    if full == still_in(t):
        win(t, full)
        return
    p = lowest(over)
    if holds(full, p):
        t.out[p] = 1
        say(t, SAY_OUT, p)
    else:
        t.held[p] += 1
        t.score[p] = highest
        say(t, SAY_CUCUMBER, p)
    if not over_limit(t):
        t.phase = NEXT


@rule
def foremost(t):
    """F101: of the seats still in, those with the fewest cucumbers, and of those the lowest score."""
    seats, best = 0, 0
    for p in range(t.seats):
        rank = 1000 * t.held[p] + t.score[p]
        if not t.out[p] and (seats == 0 or rank <= best):
            seats = (seats if seats and rank == best else 0) | (1 << p)
            best = rank
    return seats
