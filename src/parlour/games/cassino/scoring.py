"""The score of a hand of Cassino, item by item (R12, F101). Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import ACE, CLUBS, DIAMONDS, HEARTS, JACK, NOBODY, SPADES, SUITS, TEN, TWO, count, holds, rule, say

from .words import ACES, BIG_CASSINO, COUNT, LITTLE_CASSINO, MOST_CARDS, MOST_SPADES, NEXT, SAY, SCORE

ACE_ORDER = (SPADES, CLUBS, HEARTS, DIAMONDS)


@COUNT.step
def turn_up(t):
    """The piles are turned up and counted."""
    for p in range(2):
        t.counted[p] |= t.pile[p]
        t.pile[p] = 0
        t.cards[p] = count(t.counted[p] | t.swept[p])
        t.spades[p] = count((t.counted[p] | t.swept[p]) & SUITS[SPADES])
    t.phase = SCORE


@SCORE.step
def score_entry(t):
    """R12, F101: the next item of the score; after the last the hand is over."""
    t.entry += 1
    say(t, SAY.item[t.entry - 1] if t.entry > MOST_SPADES else SAY.level, 0)
    if t.entry == MOST_CARDS:
        award(t, more_of(t.cards), 3)
    elif t.entry == MOST_SPADES:
        if t.spade_cassino:
            for rank in range(13):
                award(t, owner(t, 13 * SPADES + rank), 2 if rank == JACK else 1)
            say(t, SAY.every_spade, 0)
        else:
            award(t, more_of(t.spades), 1)
    elif t.entry == BIG_CASSINO:
        award(t, owner(t, 13 * DIAMONDS + TEN), 2)
    elif t.entry == LITTLE_CASSINO:
        award(t, owner(t, 13 * SPADES + TWO), 1)
    elif t.entry == ACES:
        for suit in ACE_ORDER:
            award(t, owner(t, 13 * suit + ACE), 1)
    else:
        for n in range(24 if t.sweeps else 0):
            award(t, t.swept_by[n], 1)
        t.phase = NEXT


@rule
def owner(t, card):
    """The player whose pile a card is in, NOBODY if it was not captured."""
    for p in range(2):
        if holds(t.counted[p] | t.swept[p], card):
            return p
    return NOBODY


@rule(inline=True)
def more_of(figures):
    """The player with the higher figure, NOBODY if they are equal."""
    return NOBODY if figures[0] == figures[1] else 0 if figures[0] > figures[1] else 1


@rule
def award(t, p, amount):
    """Points for a player (or NOBODY). F101: if points are counted one by one, nothing counts after the target is reached."""
    if p == NOBODY or t.phase == NEXT:
        return
    if t.count_out:
        amount = min(amount, t.target - t.score[p])
    t.score[p] += amount
    say(t, SAY.item[t.entry - 1], p)
    if t.count_out and t.score[p] == t.target:
        t.phase = NEXT
