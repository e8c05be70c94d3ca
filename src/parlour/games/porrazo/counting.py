"""The value of cards in Porrazo: rondas, a tendido, the piles. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import NOBODY, RANKS, count, rank_of, rule

VALUE = np.array([1] * 9 + [2, 3, 4, 1])  # of a ronda, by rank from 2 to A


@rule
def pips(rank):
    """1 for an ace up to 13 for a king."""
    return (rank + 1) % 13 + 1


@rule
def arrange_row(t):
    """R3: puts the tendido into the best of its eight arrangements for the places, and returns what they score."""
    best, a, b = -1, 0, 0
    for reading in range(8):
        first, second = 1 + (reading & 3), 1 + (2 - (reading & 2) + (reading >> 2))  # of the pair read first, and of the other
        score = 0
        for number, index in ((1, first), (2, partner(first)), (3, second), (4, partner(second))):
            score += number * (pips(rank_of(t.row[index])) == number)
        if score > best:
            best, a, b = score, first, second
    t.row[1], t.row[2], t.row[3], t.row[4] = t.row[a], t.row[partner(a)], t.row[b], t.row[partner(b)]
    return best


@rule
def partner(index):
    """The other card of a pair of the tendido: 1 and 2, 3 and 4."""
    return index - 1 + 2 * (index & 1)


@rule
def groups(cards):
    """R3: two of a rank count as a ronda, three as a rondine, four twice that."""
    score = 0
    for rank in range(13):
        n = count(cards & RANKS[rank])
        score += VALUE[rank] * n * (n - 1) // 2  # 1, 3 or 6 rondas
    return score


@rule
def most_cards(t):
    """R17: the side with most cards, and how many more than the next it has; 0 if they are level."""
    best = second = 0
    winner = NOBODY
    for p in range(t.seats):
        if t.side[p] == p:
            cards = 0
            for q in range(t.seats):
                cards += count(t.won[q]) if t.side[q] == p else 0
            if cards > best:
                best, second, winner = cards, best, p
            else:
                second = max(second, cards)
    return winner, best - second
