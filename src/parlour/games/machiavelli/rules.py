"""Machiavelli: the melds on the table belong to all players and may be taken apart. Paragraphs R1.. are those of rulebook.md.

What matters is which cards lie on the table, not how they are grouped. So a turn is the cards that go down. `melds` holds one
valid grouping of the table, found again after every play; melds that need no change stay as they are.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.melds import *
from parlour.kit.splits import *

from .grouping import add_to_melds, free_place, keep_melds, with_table

GPU = False
PHASES = phases(
    # telling=False: more cards make more choices legal, and drawing reveals nothing
    asks("play", CARD, "draw", "pass", "stop", "done", "give up", unordered=True, telling=False),
    steps("draw first", "draw", "lay", "take back", "penalty", "passed", "score", "next"),
)
PLAY, DRAW_FIRST, DRAW, LAY, TAKE_BACK, PENALTY, PASSED, SCORE, NEXT = PHASES
DRAW_ONE, PASS, STOP, DONE, GIVE_UP = PHASES.codes("draw", "pass", "stop", "done", "give up")
RESIGN = GIVE_UP  # the play, not the game: a player may take back the cards of a play, and pays the penalty
SAY = words("draw", "plays", "penalty", "pass", "out", "blocked", "nobody")
MOST_HANDS = 200  # F101
OWN_MELDS = meld_rows([(m, 1) for m in sets_of("A 2 3 4 5 6 7 8 9 10 J Q K") + runs_of("A 2 3 4 5 6 7 8 9 10 J Q K A")])


class Table(Layout, seats=(2, 5), default_seats=3):
    cards = Option(13, range(7, 16), "cards dealt to each player")
    attempts = Option("checked", ("checked", "free"), "whether only cards that can be put down are offered, or any may be tried")
    penalty = Option(3, range(1, 6), "cards drawn for a play that fails")
    draw_then_play = Option(False, YES_NO, "every turn begins by drawing a card")
    own_first_meld = Option(False, YES_NO, "a player's first play must include a meld made only of cards from the hand")
    stock_out = Option(
        "block", ("block", "end"), "what happens when the stock is empty: play goes on until all are blocked, or the game ends"
    )
    rearrange = Option(True, YES_NO, "melds on the table may be taken apart, not only added to")
    scoring = Option("none", ("none", "cards"), "one game, or games for points: a point for each card the others hold")
    target = Option(50, range(20, 201), "points that win, if games are played for points")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=True)
    picked = Bag(2)  # the cards of a play until it is complete
    melds = Cards(per=MOST_MELDS)  # no meld holds two equal cards
    stock = Pile(104, seen=NOBODY)

    player = Seat()  # whose turn it is
    opened = Flag(per=SEATS)  # has made a play
    drew = Flag()  # a card was drawn in this turn
    idle = Number(0, 5)  # turns in a row in which no card moved


def unsound(t):
    if t.phase == DEAL:
        return ""
    if t.player == NOBODY or (t.phase == PLAY and t.player != t.turn):
        return f"player: it is {'the turn of nobody' if t.player == NOBODY else f'not the turn of seat {t.player}'}"
    for k in range(MOST_MELDS):
        if t.melds[k] and (unknown_count(t.melds[k]) or not is_meld(t.melds[k])):
            return f"melds.{k}: these cards are not a meld"
    if t.phase == PLAY and t.hand[t.turn, 0] == 0 and bag_size(t.picked) == 0:
        return f"hand.{t.turn}: it is empty, and the hand is over"
    if t.phase == PLAY and t.idle >= t.seats:
        return f"idle: {t.idle} turns in a row without a card, and the hand ends after {t.seats}"
    if t.phase == PLAY and bag_size(t.picked) != t.chain:
        return f"picked: {bag_size(t.picked)} cards, and {t.chain} were chosen"
    if t.phase in (DRAW, DRAW_FIRST) and not pile_size(t.stock):
        return "stock: it is empty, and a card is drawn"
    if t.phase == LAY and not complete(t):
        return "picked: these cards do not go down"
    return ""


def unplayable(t):
    for p in range(t.seats):
        if t.phase in (PLAY, DRAW_FIRST) and not (bag_size(t.hand[p]) or (p == t.player and bag_size(t.picked))):
            return f"hand.{p}: it is empty, and the hand is over"
    return ""


@rule
def bound(t):
    """Every turn moves a card from the stock to a hand or from a hand to the table, except at most seats - 1 turns in a row."""
    turns = 2 * 104 * t.seats
    return (MOST_HANDS if t.scoring == Table.scoring.cards else 1) * turns * 106


@rule
def pack(t, bag):
    bag[0] = bag[1] = PACK_52


@rule
def deal(t):
    """R1: deal the hands from two packs."""
    fill(t.stock, PACK_52)
    put(t.stock, PACK_52)
    shuffle(t, t.stock)
    for p in range(t.seats):
        for _ in range(t.cards):
            bag_add(t.hand[p], pop(t.stock))
    begin_turn(t, left_of(t, t.dealer))


@rule
def begin_turn(t, seat):
    t.player, t.drew = seat, 0
    if t.draw_then_play and pile_size(t.stock):
        next_step(t, DRAW_FIRST)
    else:
        ask(t, seat, PLAY)


@DRAW_FIRST.step
def draw_before_play(t):
    """R4: draw a card at the beginning of the turn."""
    bag_add(t.hand[t.player], pop(t.stock))
    t.drew = 1
    ask(t, t.player, PLAY)


# what may go down


@rule
def holding_still(t):
    """The melds of the table that must stay together: all, if they may only be added to."""
    if t.rearrange:
        return NOTHING_FIXED
    fixed = np.empty(NOTHING_FIXED.shape, np.int64)
    hold_still(t.melds, MOST_MELDS, fixed)
    return fixed


@rule
def useful(t, cards):
    """R3: which of these cards of the hand can go down with the picked ones in this turn, alone or with others of the hand."""
    one, two = t.picked[0], t.picked[1]
    hand, twice = t.hand[t.player, 0], t.hand[t.player, 1]
    kinds = one | hand
    for k in range(MOST_MELDS):
        kinds |= t.melds[k]
    cards &= in_melds(kinds)
    if cards == 0:
        return 0
    fixed = holding_still(t)
    all_one, all_two = with_table(t, one, two)
    cards &= max(0, meldable(all_one, all_two, hand, twice, fixed))
    if cards == 0 or t.opened[t.player] or not t.own_first_meld:
        return cards
    found = 0  # R8: try every meld made only of the hand and the picks, until no other card could be useful
    for k in range(len(OWN_MELDS)):
        meld = OWN_MELDS[k, 0]
        new = meld & ~one
        if new & ~hand == 0:
            all_one, all_two = with_table(t, one & ~(meld & ~two), two & ~meld)
            others = meldable(all_one, all_two, hand & ~(new & ~twice), twice & ~new, fixed)
            if others >= 0:
                found |= others | new
        if cards & ~found == 0:
            break
    return found & cards


@rule
def can_go_down(t, card, one, two):
    """Whether a card of the hand is among the useful ones; one, two: the multiset of the table and the picks."""
    bit, hand, twice = 1 << card, t.hand[t.player, 0], t.hand[t.player, 1]
    if t.own_first_meld and not t.opened[t.player]:
        return holds(useful(t, bit), card)
    if t.chain == 0 and (holds(in_melds(hand), card) or fits_a_meld(t, bit)):
        return True  # the quick answer for most cards
    return can_meld_with(one | bit, two | (one & bit), hand & ~(bit & ~twice), twice & ~bit, holding_still(t))


@rule
def fits_a_meld(t, bit):
    """Whether a card can be added to a meld of the table."""
    for k in range(MOST_MELDS):
        meld = t.melds[k]
        if meld & ~bit and meld & bit == 0 and is_meld(meld | bit):
            return True
    return False


@rule
def complete(t):
    """R3: whether the table is valid with the picked cards; R8: and, if the house asks for it, one meld is made of them alone."""
    one, two = t.picked[0], t.picked[1]
    if t.opened[t.player] or not t.own_first_meld:
        return fits_the_table(t, one, two)
    for k in range(len(OWN_MELDS)):
        meld = OWN_MELDS[k, 0]
        if meld & ~one == 0:
            if fits_the_table(t, one & ~(meld & ~two), two & ~meld):
                return True
    return False


@rule
def fits_the_table(t, one, two):
    """Whether the table is valid with these cards too."""
    if t.rearrange:
        one, two = with_table(t, one, two)
        return can_meld(one, two)
    return can_meld_with(one, two, 0, 0, holding_still(t))


# a play


@PLAY.allowed
def can_be_put_down(t):
    """R3, R6: one search for the whole hand. The objection makes the same search for one card."""
    hand = t.hand[t.turn, 0]
    return hand if t.attempts == Table.attempts.free else useful(t, hand)


@PLAY.objection
def objection_to_choice(t, choice):
    """R3: a card must be able to go down; R4: draw or pass; R5: a play has a card; R6: a play that fails was tried first."""
    free = t.attempts == Table.attempts.free
    if choice < 54:
        return 0 if free or holds(useful(t, 1 << choice), choice) else 3
    if choice == DRAW_ONE:
        return 0 if t.chain == 0 and not t.draw_then_play and pile_size(t.stock) else 4
    if choice == PASS:
        return 0 if t.chain == 0 and not t.draw_then_play and pile_size(t.stock) == 0 else 4
    if choice == STOP:
        return 0 if t.chain == 0 and t.draw_then_play else 4
    if choice == DONE:
        if t.chain == 0:
            return 5
        return 0 if free or complete(t) else 3
    return 0 if t.chain > 0 and not free else 6


@rule
def random_choice(t, menu):
    """Every choice is equally likely: cards are tried in random order, and the first that can go down is chosen."""
    free = t.attempts == Table.attempts.free
    one, two = with_table(t, t.picked[0], t.picked[1])
    cards, others = t.hand[t.turn, 0], 1
    if t.rearrange and not free:
        cards &= in_melds(one | cards)
    while True:
        n = count(cards)
        k = random_below(t, n + others)
        if k == n and t.chain == 0:
            return STOP if t.draw_then_play else DRAW_ONE if pile_size(t.stock) else PASS
        if k == n:
            if free or complete(t):
                return DONE
            others = 0
        else:
            bit = nth(cards, k)
            if free or can_go_down(t, lowest(bit), one, two):
                return lowest(bit)
            cards ^= bit


@PLAY.play
def play_draw_or_pass(t, choice):
    p = t.turn
    if choice < 54:
        bag_take(t.hand[p], choice)
        bag_add(t.picked, choice)
        t.chain += 1
        if t.hand[p, 0] == 0 and complete(t):
            lay_down(t)
    elif choice == DONE and complete(t):
        lay_down(t)
    elif choice == DONE or choice == GIVE_UP:
        say(t, SAY.penalty, min(t.penalty, pile_size(t.stock)))
        next_step(t, TAKE_BACK)
    elif choice == DRAW_ONE:
        say(t, SAY.draw, 0)
        next_step(t, DRAW)
    else:
        say(t, SAY.pass_, 0)
        t.idle += 1 - t.drew
        next_step(t, PASSED)


@rule
def lay_down(t):
    say(t, SAY.plays, t.chain)
    next_step(t, LAY)


# what comes of it


@DRAW.step
def draw_instead(t):
    """R4: a player who does not play draws a card."""
    bag_add(t.hand[t.player], pop(t.stock))
    t.idle = 0
    end_turn(t)


@LAY.step
def lay_picked(t):
    """The picked cards join the table, which is grouped again."""
    if not t.rearrange:
        add_to_melds(t)
    one, two = t.picked[0], t.picked[1]
    bag_clear(t.picked)
    if t.rearrange:
        one, two = keep_melds(t, one, two)
    melds = np.empty(MOST_MELDS, np.int64)
    for i in range(split_melds(one, two, melds)):
        t.melds[free_place(t)] = melds[i]
    t.opened[t.player] = 1
    t.idle = 0
    end_turn(t)


@TAKE_BACK.step
def take_back(t):
    """R6: take the cards of an unfinished play back into the hand."""
    bag_pour(t.picked, t.hand[t.player])
    t.phase = PENALTY


@PENALTY.step
def draw_penalty(t):
    """R6: as many cards as the stock has, up to the penalty; if it has none, the turn counts as a pass."""
    t.idle = 0 if pile_size(t.stock) or t.drew else t.idle + 1
    for _ in range(min(t.penalty, pile_size(t.stock))):
        bag_add(t.hand[t.player], pop(t.stock))
    end_turn(t)


@PASSED.step
def end_turn(t):
    """R7, R9: the game ends with an empty hand, or if all players are blocked; otherwise it is the next player's turn."""
    blocked = t.idle == t.seats or (t.stock_out == Table.stock_out.end and pile_size(t.stock) == 0)
    if t.hand[t.player, 0] == 0 or blocked:
        next_step(t, SCORE)
    else:
        begin_turn(t, left_of(t, t.player))


# how it ends


@SCORE.step
def score_hand(t):
    """R7, R9, R10: the fewest cards win; `player` becomes the winner who scores points."""
    out = t.hand[t.player, 0] == 0
    seats = smallest_bags(t.hand, t.seats)
    winner = lowest(seats)
    fewest = bag_size(t.hand[winner])
    if t.scoring == Table.scoring.none:
        for p in range(t.seats):
            t.score[p] = (seats >> p) & 1
    elif count(seats) == 1:
        t.player = winner
        for p in range(t.seats):
            t.score[winner] += bag_size(t.hand[p]) - fewest
    if out:
        say(t, SAY.out, winner)
    elif count(seats) == 1:
        say(t, SAY.blocked, winner)
    else:
        say(t, SAY.nobody, fewest)
    next_step(t, NEXT)


@NEXT.step
def next_hand_or_end(t):
    """R10, F101: end the match, or deal again."""
    if t.scoring == Table.scoring.none or t.hand_number >= MOST_HANDS or t.score[t.player] >= t.target:
        share_win(t, False)
    else:
        next_hand(t)
