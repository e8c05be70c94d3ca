"""Kuhn poker, a game whose value is known: three cards, an ante of one chip and one bet of one chip.

R1 Each player puts in a chip and gets a card. The eldest hand checks or bets; after a check the other may. R2 A player who faces
a bet folds or calls. R3 The higher card takes the pot. Played well, a hand is worth -1/18 to the eldest (Kuhn, "A Simplified
Two-Person Poker", 1950).
"""

from parlour.kit import *

PHASES = phases(asks("bet", "check", "bet", "fold", "call"), steps("settle"))
BET, SETTLE = PHASES
CHECK, RAISE, FOLD, CALL = PHASES.codes("check", "bet", "fold", "call")
PACK = pack_of("Q K A") & 0x1FFF


class Table(Layout, seats=2):
    hands = Option(10, range(1, 1001), "hands in a match")

    hand = Cards(per=SEATS, seen=OWNER)
    stub = Cards(seen=NOBODY)
    pot = Number(0, 2, per=SEATS)
    checked = Number(0, 2)


@rule
def bound(t):
    return 3 * t.hands


@rule
def pack(t, bag):
    bag[0] = PACK


@rule
def deal(t):
    t.stub, t.checked = PACK, 0
    for p in range(2):
        t.hand[p] = random_card(t, t.stub)
        t.stub &= ~t.hand[p]
        t.pot[p] = 1
    ask(t, 1 - t.dealer, BET)


@BET.objection
def out_of_place(t, choice):
    """R1: a player who faces no bet checks or bets. R2: a player who faces a bet folds or calls."""
    faced = t.pot[0] != t.pot[1]
    return 0 if faced == (choice >= FOLD) else 2 if faced else 1


@BET.play
def bet_or_answer(t, choice):
    p = t.turn
    if choice in (RAISE, CALL):
        t.pot[p] = 2
    t.checked += choice == CHECK
    if choice == CALL or t.checked == 2:
        next_step(t, SETTLE)
    elif choice == FOLD:
        t.hand[p] = 0
        t.stub = PACK & ~t.hand[1 - p]
        next_step(t, SETTLE)
    else:
        ask(t, 1 - p, BET)


@SETTLE.step
def settle_pot(t):
    """R3: an empty hand has folded."""
    winner = 0 if highest(t.hand[0] | 1) >= highest(t.hand[1] | 1) else 1
    won = t.pot[1 - winner]
    t.score[winner] += won
    t.score[1 - winner] -= won
    if t.hand_number == t.hands:
        share_win(t, False)
    else:
        next_hand(t)
