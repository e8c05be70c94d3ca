"""Leduc hold'em, the smallest poker with a card that is turned up for all: six cards, two rounds of bets of fixed size.

R1 Each player puts in a chip and gets a card. R2 The eldest hand begins each round: it checks or bets, 2 chips in the first
round, 4 in the second. A player who faces a bet folds, calls or raises by as much again; a round has two bets at most. R3 After
the first round a card is turned up; after the second a pair with it wins, otherwise the higher card, and equal cards share
(Southey and others, "Bayes' Bluff: Opponent Modelling in Poker", 2005).
"""

from parlour.kit import *

PHASES = phases(asks("bet", "fold", "call", "raise"), steps("turn_up", "settle"))
BET, TURN_UP, SETTLE = PHASES
FOLD, CALL, RAISE = PHASES.codes("fold", "call", "raise")
PACK = pack_of("J Q K", (2, 3))
MOST_BETS = 2


class Table(Layout, seats=2):
    hands = Option(10, range(1, 1001), "hands in a match")

    hand = Cards(per=SEATS, seen=OWNER)
    stub = Cards(seen=NOBODY)
    board = Cards(seen=ALL)
    pot = Number(0, 13, per=SEATS)
    bets = Number(0, MOST_BETS)
    called = Number(0, 1)
    folded = Number(0, 3)


@rule
def bound(t):
    return 2 * (2 + MOST_BETS) * t.hands


@rule
def pack(t, bag):
    bag[0] = PACK


@rule
def deal(t):
    t.stub, t.board, t.bets, t.called, t.folded = PACK, 0, 0, 0, 0
    for p in range(2):
        t.hand[p] = random_card(t, t.stub)
        t.stub &= ~t.hand[p]
        t.pot[p] = 1
    ask(t, 1 - t.dealer, BET)


@BET.objection
def nothing_to_fold_or_raise(t, choice):
    """R2: there is nothing to fold before a bet, and no third bet. A check is a call of nothing."""
    if choice == FOLD and t.pot[0] == t.pot[1]:
        return 2
    return 2 if choice == RAISE and t.bets == MOST_BETS else 0


@BET.play
def bet_or_answer(t, choice):
    p = t.turn
    if choice == FOLD:
        t.folded = 1 << p
        next_step(t, SETTLE)
        return
    t.pot[p] = t.pot[1 - p]
    if choice == RAISE:
        t.pot[p] += 4 if t.board else 2
        t.bets += 1
    elif t.bets or t.called:
        next_step(t, SETTLE if t.board else TURN_UP)
        return
    else:
        t.called = 1
    ask(t, 1 - p, BET)


@TURN_UP.step
def turn_up_card(t):
    """R3; the second round begins."""
    t.board = random_card(t, t.stub)
    t.stub &= ~t.board
    t.bets, t.called = 0, 0
    ask(t, 1 - t.dealer, BET)


@SETTLE.step
def settle_pot(t):
    """R3."""
    worth = strength(t, 0) - strength(t, 1)
    if worth != 0:
        loser = 0 if worth < 0 else 1
        t.score[1 - loser] += t.pot[loser]
        t.score[loser] -= t.pot[loser]
    if t.hand_number == t.hands:
        share_win(t, False)
    else:
        next_hand(t)


@rule
def strength(t, p):
    """Rank a hand: a player who has folded is below all others, a pair is above them."""
    if t.folded:
        return 0 if t.folded >> p & 1 else 1
    card = rank_of(highest(t.hand[p]))
    return 100 if card == rank_of(highest(t.board)) else card
