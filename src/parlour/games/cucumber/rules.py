"""Cucumber: go higher or give up your lowest, and lose the last trick. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import *

LOW = True
PHASES = phases(asks("play", CARD), steps("gather", "score", "overrun", "next"))
PLAY, GATHER, SCORE, OVERRUN, NEXT = PHASES
SAY = words("higher", "lowest", "penalty", "over", "cucumber", "out", "long")
PACK = PACK_52
NONE = -1
FROM = np.array([RANKS[r:].sum() for r in range(14)])  # FROM[r]: the set of all cards of rank r or more


class Table(Layout, seats=(2, 7), default_seats=4):
    must_head = Option(True, YES_NO, "a player who can go higher must")
    equal_heads = Option(False, YES_NO, "an equal card counts as going higher")
    limit = Option(21, range(10, 51), "the highest score that is safe")
    cucumbers = Option(1, range(4), "cucumbers a player can hold before going out")
    tie_credit = Option(True, YES_NO, "players who tie with the winner of the last trick subtract points")
    tie_all_pay = Option(False, YES_NO, "all who tie for the last trick take its points")
    hand_size = Option(7, range(4, 8), "cards per player, and tricks in a hand")
    max_hands = Option(150, range(20, 501), "hands after which the player who stands best wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(7)
    loose = Cards()  # the tricks before, face up
    stub = Cards(seen=NOBODY)

    held = Number(0, 3, per=SEATS, kept=True)  # cucumbers
    out = Flag(per=SEATS, kept=True)
    leader = Seat()
    trick_number = Number(0, 7)
    to_beat = Number(NONE, 12)  # the highest rank in the trick
    winning = Seat()  # who played it


def unsound(t):
    seats = [p for p in range(t.seats) if not t.out[p]]
    if len(seats) < (1 if t.phase == NEXT else 2):
        return "out: nobody is left" if not seats else "out: one player is left"
    cards = next((p for p in range(t.seats) if t.out[p] and t.hand[p]), NOBODY)
    if cards != NOBODY:
        return f"hand.{cards}: this seat is out"
    if t.phase == OVERRUN and max(t.score[p] for p in seats) <= t.limit:
        return "score: nobody is over the limit"
    return against_trick(t, seats) if t.phase in (PLAY, GATHER, SCORE) else ""


def against_trick(t, seats):
    """Return what is wrong with the trick: its number, its cards and who wins it."""
    if t.leader not in seats:
        return f"leader: {'nobody' if t.leader == NOBODY else f'seat {int(t.leader)}'} cannot have led to the trick"
    at, size = seats.index(t.leader), int(pile_size(t.trick))
    order, best, winner = seats[at:] + seats[:at], NONE, NOBODY
    if size > len(seats) - (t.phase == PLAY) or (size < len(seats) and t.phase != PLAY):
        return f"trick: {size} cards of {len(seats)} players"
    for k in range(size):
        if rank_of(int(t.trick[1 + k])) >= best:
            best, winner = rank_of(int(t.trick[1 + k])), order[k]
    if (t.to_beat, t.winning) != (best, winner):
        return f"{'winning' if t.to_beat == best else 'to_beat'}: the trick says something else"
    seat, played = (order[0], 1) if t.phase != PLAY else (t.turn, 0)
    held, left = size_of(int(t.hand[seat])) + played, t.hand_size - t.trick_number + 1
    if held != left:
        return f"trick_number: {int(t.trick_number)} of {int(t.hand_size)}, and seat {int(seat)} has {held - played} cards"
    return ""


def unplayable(t):
    left = t.hand_size - t.trick_number
    for p in range(t.seats):
        held = size_of(int(t.hand[p]))
        if t.phase == GATHER and not t.out[p] and held != left:
            return f"hand.{p}: {held} cards, and {left} after {int(t.trick_number)} tricks"
    return ""


@rule
def bound(t):
    return t.max_hands * t.seats * t.hand_size


@rule
def deal(t):
    """A player who is out gets no cards."""
    t.stub = PACK
    for p in range(t.seats):
        t.hand[p] = 0 if t.out[p] else random_cards(t, t.stub, t.hand_size)
        t.stub &= ~t.hand[p]
    begin_trick(t, next_seat_in(t, t.dealer))


@rule
def begin_trick(t, seat):
    t.trick_number += 1
    t.to_beat, t.winning = NONE, NOBODY
    lead(t, seat, PLAY)


@PLAY.allowed(paragraph=2)
def higher_or_lowest(t):
    """R1: any card is led. R2: a higher card, otherwise one of the lowest."""
    hand = t.hand[t.turn]
    higher = hand & FROM[t.to_beat + 1 - t.equal_heads] if t.to_beat != NONE else hand
    if higher and t.must_head:
        return higher
    return higher | (hand & RANKS[lowest(ranks_in(hand))])


@PLAY.play
def follow(t, choice):
    rank = rank_of(choice)
    if t.to_beat != NONE:
        say(t, SAY.higher if rank > t.to_beat - t.equal_heads else SAY.lowest, 0)
    if rank >= t.to_beat:  # R3: of equal cards the last one wins
        t.to_beat, t.winning = rank, t.turn
    lay_card(t, choice)
    pass_on_in(t, GATHER if t.trick_number < t.hand_size else SCORE)


@GATHER.step
def gather_trick(t):
    t.loose |= take_trick(t)
    begin_trick(t, t.winning)


@SCORE.step
def score_last_trick(t):
    """R4, R5: the winner of the last trick scores its card as a penalty; equal cards as the house says."""
    worth, seat = t.to_beat + 2, t.leader
    for i in range(1, pile_size(t.trick) + 1):
        if rank_of(t.trick[i]) == t.to_beat:
            if seat == t.winning or t.tie_all_pay:
                t.score[seat] += worth
            elif t.tie_credit:
                t.score[seat] = max(t.score[seat] - worth, 0)
        seat = next_seat_in(t, seat)
    say(t, SAY.over if over_limit(t) else SAY.penalty, t.limit if over_limit(t) else worth)
    t.phase = OVERRUN if over_limit(t) else NEXT


@OVERRUN.step
def overrun(t):
    """R6, for one of the seats over the limit: a cucumber, or out. If all would be out, they share the win."""
    over = over_limit(t)
    p, full = lowest(over), over & seats_above(t, t.held, t.cucumbers - 1)
    if full == seats_in(t):
        win(t, full)
    elif holds(full, p):
        t.out[p] = 1
        say(t, SAY.out, p)
    else:
        t.held[p] += 1
        t.score[p] = highest_of(t, t.score, seats_in(t) & ~over)
        say(t, SAY.cucumber, p)
    if not over_limit(t):
        t.phase = NEXT


@rule
def over_limit(t):
    """The set of the seats still in whose score is over the limit."""
    return seats_in(t) & seats_above(t, t.score, t.limit)


@NEXT.step
def end_hand(t):
    if count(seats_in(t)) == 1:
        win(t, seats_in(t))
    elif t.hand_number >= t.max_hands:
        win(t, lowest_seats(t, t.score, lowest_seats(t, t.held, seats_in(t))))  # F101: fewest cucumbers, then the lowest score
        say(t, SAY.long, t.max_hands)
    else:
        t.dealer = next_seat_in(t, t.dealer)
        t.phase = DEAL
