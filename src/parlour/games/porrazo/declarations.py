"""Rondas and rondines: who has one, and which is the best. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import NOBODY, count, left_of, ranks_in, rule

from .words import USE


@rule
def kind(t, p):
    """Return 1 if a seat was dealt a pair, 2 for three of a kind, otherwise 0."""
    ranks = ranks_in(t.hand[p])
    if t.phase == USE and t.turn == p:
        ranks |= ranks_in(t.laid)
    for k in range(3):
        if t.shown[p, k]:
            ranks |= 1 << (t.shown[p, k] + 11) % 13
    return 3 - count(ranks)


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
