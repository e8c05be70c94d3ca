"""Rondas and rondines: who has one, who is asked, which is the best. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import NOBODY, ask, count, left_of, next_step, ranks_in, rule, say

from .words import DECLARE, PLAY, SAY, USE


@rule
def kind(t, p):
    """What a seat was dealt: 0, or 1 with a pair, or 2 with three of a kind."""
    ranks = ranks_in(t.hand[p])
    if t.phase == USE and t.turn == p:
        ranks |= ranks_in(t.laid)
    for k in range(3):
        if t.shown[p, k]:
            ranks |= 1 << (t.shown[p, k] + 11) % 13
    return 3 - count(ranks)


@rule
def begin_declaring(t):
    if t.declare:
        next_step(t, DECLARE)
    else:
        ask_to_declare(t, left_of(t, t.dealer))


@rule
def ask_to_declare(t, seat):
    """R4: the first from this seat up to the dealer who has a pair or three of a kind."""
    for _ in range(t.seats):
        if kind(t, seat):
            ask(t, seat, DECLARE)
            return
        if seat == t.dealer:
            break
        seat = left_of(t, seat)
    next_step(t, DECLARE)


@rule
def announce(t, p):
    t.declared[p] = kind(t, p)
    say(t, SAY.ronda + t.declared[p] - 1, p)


@rule
def declare_unasked(t):
    """F105, one seat per step; then the play begins."""
    p = left_of(t, t.dealer)
    for _ in range(t.seats):
        if t.declare and kind(t, p) and not t.declared[p]:
            announce(t, p)
            return
        p = left_of(t, p)
    ask(t, p, PLAY)


@rule
def best_declaration(t):
    """R5: a rondine before a ronda, then the higher rank, then the earlier seat. Its seat (NOBODY without one) and rank."""
    best, winner = 0, NOBODY
    p = t.dealer
    for _ in range(t.seats):
        p = left_of(t, p)
        twice = t.shown[p, 2] if t.shown[p, 2] == t.shown[p, 0] else t.shown[p, 1]  # of a pair, 1 to 13
        if t.declared[p] and 13 * t.declared[p] + twice > best:
            best, winner = 13 * t.declared[p] + twice, p
    return winner, (best - 1 + 12) % 13  # 13 * n + 1 for an ace
