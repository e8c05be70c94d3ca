"""Khanhoo: hands of fifteen are grouped into melds in secret until one splits whole. Paragraphs R1.. are those of rulebook.md.

Who may bump, who may challenge and who could go out depends on hidden cards. So going out is one choice with its discard, a claim
names its meld and cards in one choice, and the phases in which some are asked and some are not are quiet ones. What a hand can do
is in `hands.py`, the melds are in `melds.py`.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.melds import *
from parlour.kit.splits import *

from .hands import able, best_points, can_bump, going_out, kinds_named, kinds_with, may_go_out
from .melds import *

GPU = False
OUTS = "out {J♣,Q♣,K♣,2♦,3♦,4♦,5♦,6♦,7♦,8♦,9♦,A♦,2♥,3♥,4♥,5♥,6♥,7♥,8♥,9♥,A♥,2♠,3♠,4♠,5♠,6♠,7♠,8♠,9♠,A♠,★}"
OUT_CARDS = np.array([*cards_in(ALL_CARDS), BIG_JOKER], np.int64)
PHASES = phases(
    asks("draw", "stock", "pile"),
    asks("discard", CARD, OUTS, telling=False),  # here and below more cards make more legal
    asks("bump", "pass", *BUMPS, window="pass", quiet=True, telling=False),
    asks("challenge", "yield", "challenge {" + ",".join(TYPES) + "}", window="yield", quiet=True, telling=False),
    steps("settle", "turn", "turn over", "shuffle", "from stock", "from pile", "show", "score", "next"),
)
DRAW, DISCARD, BUMP, CHALLENGE, SETTLE, TURN, TURN_OVER, SHUFFLE, FROM_STOCK, FROM_PILE, SHOW, SCORE, NEXT = PHASES
STOCK, PILE, PASS, YIELD = PHASES.codes("stock", "pile", "pass", "yield")
FIRST_OUT, FIRST_BUMP, FIRST_CHALLENGE = PHASES.codes("out J♣", "bump aces ♦♦♥", "challenge sequence")
SAY = words("bump", word_row("meld", *TYPES), "challenge", "holds", "out", "stalled", "points", "new stock")


class Table(Layout, seats=(2, 4), default_seats=3):
    target = Option(50, range(20, 101), "points that end the match")
    out_bonus = Option(5, range(11), "points for going out")
    bumping = Option(True, YES_NO, "discards may be claimed out of turn, with three or four players")
    ace_triplets = Option(False, YES_NO, "three aces of different suits count as a triplet")
    must_go_out = Option(False, YES_NO, "a player who can go out with a discard must")
    no_return = Option(False, YES_NO, "a card drawn from the discards may not be discarded in the same turn")
    joker = Option(True, YES_NO, "the joker is in the pack")
    turn_limit = Option(30, range(5, 101), "turns for each player after which a hand ends")
    max_hands = Option(40, range(1, 101), "hands after which the match ends")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=True)
    laid = Pile(6, per=(SEATS, 5))  # bumped melds, and all melds when hands are shown
    loose = Bag(2, per=SEATS)  # the rest of a hand that is shown
    discards = Pile(61)
    stock = Pile(61, seen=NOBODY)

    player = Seat()  # who discards or discarded last
    bumper = Seat()
    out = Seat()
    claim = Number(0, len(NEEDS), per=SEATS, seen=OWNER)  # a row of NEEDS plus 1, sealed
    claimed = Flag(per=SEATS)
    named = Number(0, 10, per=SEATS)  # the kind of a meld that was named for a discard plus 1, until the next own discard
    named_with = Number(-1, 53, per=SEATS)  # that discard
    taken_up = Flag(per=SEATS)  # by who named it: it is in the hand
    challenge = Number(0, 10)  # a kind plus 1
    drawn = Number(-1, 53)  # the card drawn from the discards in this turn
    bumped = Number(0, 100, per=SEATS)
    points = Number(0, 200, per=SEATS)
    turns = Number(0, 400)
    shown = Number(0, 4)


@rule
def house(t):
    """F101: four players need the joker. Return the paragraph that is broken, or 0."""
    return 101 if t.seats == 4 and not t.joker else 0


def unsound(t):
    if t.phase in (DEAL, SCORE, NEXT):
        return ""
    if t.player == NOBODY:
        return "player: it is nobody's turn"
    if t.phase != SHOW and t.turns >= t.turn_limit * t.seats:
        return f"turns: {int(t.turns)}, and a hand has {int(t.turn_limit * t.seats)}"
    return against_window(t) or against_cards(t)


def against_window(t):
    """Return what is wrong with the seat on turn and with the claims for the discard."""
    claims = [p for p in range(t.seats) if t.claimed[p] or t.claim[p] not in (0, UNKNOWN)]
    if t.phase in (DRAW, DISCARD) and t.turn != t.player:
        return f"player: seat {int(t.turn)} is asked, and it is the turn of seat {int(t.player)}"
    if t.phase == DRAW and t.seats == 4:
        return "phase: with four players the discard is drawn"
    if t.challenge and t.phase not in (CHALLENGE, SETTLE):
        return "challenge: nobody has challenged"
    if t.shown and t.phase < SHOW:
        return "shown: hands are shown when one is out"
    if t.phase not in (BUMP, CHALLENGE, SETTLE):
        return f"claim: seat {claims[0]} claims no discard in this phase" if claims else ""
    if t.seats == 2 or not t.bumping:
        return "phase: discards are not claimed"
    if t.phase == CHALLENGE and t.turn not in (NOBODY, (t.player + 1) % t.seats):
        return f"turn: only seat {(int(t.player) + 1) % t.seats} may challenge"
    if t.phase == BUMP and t.turn == t.player:
        return f"turn: seat {int(t.turn)} has discarded"
    if t.challenge and t.phase == CHALLENGE and t.turn != NOBODY:
        return f"challenge: seat {int(t.turn)} is asked, and there is one"
    for p in claims:
        if not t.claimed[p] or t.claim[p] == 0 or p == t.player:
            return f"claimed: seat {p} has {'discarded' if p == t.player else 'claimed nothing'}"
        if t.claim[p] != UNKNOWN and lacks(t, p, int(t.claim[p]) - 1):
            return f"claim: seat {p} has not the cards of this meld"
    if t.phase == SETTLE and t.bumper not in (NOBODY, *claims):
        return f"bumper: seat {int(t.bumper)} has claimed nothing"
    return "" if t.phase == BUMP or claims else "claimed: nobody has"


def lacks(t, p, k):
    """Whether a seat cannot have claimed the meld of row k of NEEDS: without the discard, or without the other cards of it."""
    if not pile_size(t.discards) or unknown_count(int(t.hand[p][0])):
        return not pile_size(t.discards)
    bit = 1 << int(top(t.discards))
    one, two = (int(plane) for plane in t.hand[p])
    one, two = one | bit, two | (one & bit)
    return not int(NEEDS[k, 0]) & bit or bool(int(NEEDS[k, 0]) & ~one or int(NEEDS[k, 1]) & ~two)


def against_cards(t):
    """Return what is wrong with the cards: cards to draw are missing, or melds on the table are incomplete."""
    least = {DRAW: 1, BUMP: 1, CHALLENGE: 1, SETTLE: 1, TURN_OVER: 2, FROM_PILE: 1, TURN: 1 if t.seats == 4 else 0}
    if pile_size(t.discards) < least.get(int(t.phase), 0):
        return f"discards: {int(pile_size(t.discards))} cards in this phase"
    if t.phase in (SHUFFLE, FROM_STOCK) and not pile_size(t.stock):
        return "stock: there is no card to draw"
    if t.phase == SHOW and t.shown >= t.seats:
        return "shown: all hands have been shown"
    for p in range(t.seats):
        sizes = [int(pile_size(pile)) for pile in t.laid[p]]
        k = next((k for k in range(5) if 0 < sizes[k] < 3 or (sizes[k] and not all(sizes[:k]))), -1)
        if k >= 0:
            return f"laid.{p}.{k}: {sizes[k]} cards are not a meld in its place"
        if t.phase == SHOW and bag_size(t.hand[p]) + sum(sizes) > 16:
            return f"hand.{p}: with its melds {bag_size(t.hand[p]) + sum(sizes)} cards"
        if t.bumped[p] > 15 * sum(size > 0 for size in sizes):
            return f"bumped: seat {p} has {int(t.bumped[p])} points for {sum(size > 0 for size in sizes)} melds"
        if t.named[p] and t.named_with[p] < 0:
            return f"named_with: seat {p} has named a meld without a card"
        if t.phase == SHOW and p < t.shown and bag_size(t.hand[p]):
            return f"hand.{p}: it has been shown"
    return ""


def unplayable(t):
    """R1, R4: everybody has fifteen cards, melds on the table among them, and the player who is to discard has one more."""
    if t.phase in (DEAL, SCORE, NEXT):
        return ""
    for p in range(t.seats):
        held = bag_size(t.hand[p]) + bag_size(t.loose[p]) + sum(int(pile_size(pile)) for pile in t.laid[p])
        due = 16 if t.phase == DISCARD and p == t.player else 15
        if held != due:
            return f"hand.{p}: with its melds {held} cards, and {due} are due"
    return ""


@rule
def bound(t):
    """R8, R9: in a turn a draw, a discard, the answers of the others."""
    return t.max_hands * t.turn_limit * t.seats * (t.seats + 2)


@rule
def pack(t, bag):
    bag[0], bag[1] = ALL_CARDS | (JOKER if t.joker else 0), ALL_CARDS


@rule
def deal(t):
    """R1: deal fifteen cards each from two packs, sixteen to the dealer's left."""
    fill(t.stock, ALL_CARDS | (JOKER if t.joker else 0))
    put(t.stock, ALL_CARDS)
    shuffle(t, t.stock)
    for p in range(t.seats):
        for _ in range(15):
            bag_add(t.hand[p], pop(t.stock))
        t.named_with[p] = -1
    t.player, t.drawn = left_of(t, t.dealer), -1
    bag_add(t.hand[t.player], pop(t.stock))
    ask(t, t.player, DISCARD)


@rule
def close_claims(t):
    for p in range(t.seats):
        t.claim[p] = t.claimed[p] = 0
    t.bumper, t.challenge = NOBODY, 0


# a turn


@DRAW.objection
def objection_to_draw(t, choice):
    return 5 if choice == STOCK and pile_size(t.stock) == 0 and pile_size(t.discards) < 2 else 0


@DRAW.play
def draw_from(t, choice):
    next_step(t, FROM_PILE if choice == PILE else FROM_STOCK if pile_size(t.stock) else TURN_OVER)


@TURN_OVER.step
def turn_over(t):
    """R5: the discards without the top one become the stock."""
    card = pop(t.discards)
    pour(t.discards, t.stock)
    push(t.discards, card)
    say(t, SAY.new_stock, 0)
    t.phase = SHUFFLE


@SHUFFLE.step
def shuffle_stock(t):
    shuffle(t, t.stock)
    t.phase = FROM_STOCK


@FROM_STOCK.step
def draw_from_stock(t):
    bag_add(t.hand[t.player], pop(t.stock))
    ask(t, t.player, DISCARD)


@FROM_PILE.step
def draw_from_pile(t):
    take_discard(t, t.player)


@DISCARD.objection
def objection_to_discard(t, choice):
    card = choice if choice < 54 else OUT_CARDS[choice - FIRST_OUT]
    if not holds(t.hand[t.turn, 0], card):
        return 6
    if t.no_return and card == t.drawn and not holds(t.hand[t.turn, 1], card) and bag_size(t.hand[t.turn]) > 1:
        return 4
    if choice < 54 and not t.must_go_out:
        return 0
    return 6 if may_go_out(t, card) == (choice < 54) else 0


@DISCARD.choices
def discards_and_ways_out(t, menu):
    cards = t.hand[t.turn, 0]
    if t.no_return and t.drawn >= 0 and not holds(t.hand[t.turn, 1], t.drawn) and bag_size(t.hand[t.turn]) > 1:
        cards &= ~(1 << t.drawn)
    outs = going_out(t, cards)
    n = offer_cards(menu, 0, cards & ~outs if t.must_go_out else cards)
    for k in range(len(OUT_CARDS) if outs else 0):
        n = offer_if(menu, n, FIRST_OUT + k, holds(outs, OUT_CARDS[k]))
    return n


@DISCARD.play
def discard_or_go_out(t, choice):
    discard(t, choice if choice < 54 else OUT_CARDS[choice - FIRST_OUT], choice >= 54)


@rule
def discard(t, card, out):
    """R4, R6, R8: the discard, the end of the hand, or the window of R10."""
    p = t.turn
    bag_take(t.hand[p], card)
    push(t.discards, card)
    t.turns += 1
    t.drawn, t.named[p], t.named_with[p], t.taken_up[p] = -1, 0, -1, 0
    if out:
        t.out = p
        say(t, SAY.out, p)
        next_step(t, SHOW)
    elif t.turns == t.turn_limit * t.seats:
        say(t, SAY.stalled, 0)
        next_step(t, SHOW)
    elif t.seats > 2 and t.bumping:
        ask_bump(t, left_of(t, p))
    else:
        next_step(t, TURN)


# claims of a discard


@rule
def ask_bump(t, seat):
    """R11: the next seat left of this one that can bump is asked; the phase is entered whether or not there is one."""
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if seat == t.player:
            break
        if able(t, seat):
            ask(t, seat, BUMP)
            return
    next_step(t, BUMP)


@BUMP.objection
def objection_to_claim(t, choice):
    return 0 if choice == PASS or can_bump(t, t.turn, choice - FIRST_BUMP) else 10


@BUMP.choices
def claims(t, menu):
    n, card = offer(menu, 0, PASS), top(t.discards)
    for i in range(1, NEEDS_WITH[card, 0] + 1):
        n = offer_if(menu, n, FIRST_BUMP + NEEDS_WITH[card, i], can_bump(t, t.turn, NEEDS_WITH[card, i]))
    return n


@BUMP.play
def claim(t, choice):
    p = t.turn
    if choice != PASS:
        t.claim[p] = choice - FIRST_BUMP + 1
        t.claimed[p] = 1
        say(t, SAY.bump, p)
    ask_bump(t, p)


@BUMP.step
def after_claims(t):
    """R11, R12: without a claim the next player's turn; otherwise that player may challenge, if able to."""
    claims = 0
    for p in range(t.seats):
        claims += t.claimed[p]
    neighbour = left_of(t, t.player)
    if claims == 0:
        next_step(t, TURN)
    elif kinds_with(t, neighbour, top(t.discards)):
        ask(t, neighbour, CHALLENGE)
    else:
        next_step(t, CHALLENGE)


@CHALLENGE.objection
def objection_to_challenge(t, choice):
    return 0 if choice == YIELD or holds(kinds_with(t, t.turn, top(t.discards)), choice - FIRST_CHALLENGE) else 12


@CHALLENGE.choices
def challenges(t, menu):
    n, kinds = offer(menu, 0, YIELD), kinds_with(t, t.turn, top(t.discards))
    for kind in range(len(TYPES)):
        n = offer_if(menu, n, FIRST_CHALLENGE + kind, holds(kinds, kind))
    return n


@CHALLENGE.play
def challenge(t, choice):
    if choice != YIELD:
        t.challenge = choice - FIRST_CHALLENGE + 1
        say(t, SAY.challenge, t.turn)
    next_step(t, CHALLENGE)


@CHALLENGE.step
def name_melds(t):
    """R12, R13: the most valuable claim stands, the earlier of equal ones; a challenge worth as much beats it."""
    neighbour, card, best = left_of(t, t.player), top(t.discards), 0
    if t.challenge:
        t.named[neighbour], t.named_with[neighbour] = t.challenge, card
    seat = neighbour
    for _ in range(t.seats - 2):
        seat = left_of(t, seat)
        if t.claimed[seat]:
            kind = NEEDS[t.claim[seat] - 1, 2]
            t.named[seat], t.named_with[seat] = kind + 1, card
            if WORTH[kind] > best:
                best, t.bumper = WORTH[kind], seat
    if t.challenge and WORTH[t.challenge - 1] >= best:
        t.bumper = NOBODY
    say(t, SAY.meld[t.named[t.bumper] - 1] if t.bumper != NOBODY else SAY.holds, t.bumper)
    next_step(t, SETTLE)


@SETTLE.step
def settle_claims(t):
    if t.bumper == NOBODY:
        take_discard(t, left_of(t, t.player))
    else:
        lay_bump(t)


@rule
def take_discard(t, seat):
    """R4, R13: the top discard is drawn."""
    t.player = seat
    card = pop(t.discards)
    bag_add(t.hand[seat], card)
    t.taken_up[seat] = t.named_with[seat] == card
    t.drawn = card if t.seats < 4 else -1
    close_claims(t)
    ask(t, seat, DISCARD)


@rule
def lay_bump(t):
    """R13: the meld lies open for the rest of the hand; its player discards."""
    p = t.bumper
    row = t.claim[p] - 1
    bag_add(t.hand[p], pop(t.discards))
    lay_meld(t, p, NEEDS[row, 0], NEEDS[row, 1])
    t.bumped[p] += WORTH[NEEDS[row, 2]]
    t.named[p], t.named_with[p], t.taken_up[p] = 0, -1, 0
    t.player = p
    close_claims(t)
    ask(t, p, DISCARD)


@rule
def lay_meld(t, p, one, two):
    """Cards of a hand become the seat's next meld on the table."""
    k = 0
    while pile_size(t.laid[p, k]):
        k += 1
    while one:
        card = lowest(one)
        one &= one - 1
        for _ in range(1 + holds(two, card)):
            bag_take(t.hand[p], card)
            push(t.laid[p, k], card)


@TURN.step
def begin_turn(t):
    """R4: the next player draws; with four players there is only the discard to draw."""
    t.player = left_of(t, t.player)
    if t.seats == 4:
        take_discard(t, t.player)
    else:
        ask(t, t.player, DRAW)


# the end of a hand


@SHOW.step
def show_hand(t):
    """R7: one hand after another is laid out in its best melds."""
    p = t.shown
    chosen = np.empty(MOST_MELDS + 1, np.int64)
    points = best_points(t, t.hand[p, 0], t.hand[p, 1], t.out == p, chosen)
    rows = ROWS_ACE_TRIPLETS if t.ace_triplets else ROWS
    for k in range(1, chosen[0] + 1):
        row = rows[chosen[k]]
        lay_meld(t, p, row[0] | (JOKER if row[3] else 0), row[1])
    bag_pour(t.hand[p], t.loose[p])
    t.points[p] = points + t.bumped[p] + (t.out_bonus if t.out == p else 0)
    say(t, SAY.points, 1000 * p + t.points[p])
    t.shown += 1
    if t.shown == t.seats:
        t.phase = SCORE


@SCORE.step
def score_hand(t):
    for p in range(t.seats):
        t.score[p] += t.points[p]
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    if t.score[lowest(best_seats(t, False))] >= t.target or t.hand_number >= t.max_hands:
        share_win(t, False)
    else:
        next_hand(t)


@rule
def contradictions(t, seat):
    """Fill in the claims of the others and count those that a hand cannot meet: it forms no meld with the discard, or not one of
    the named kind, or lacks the named cards."""
    wrong = 0
    for p in range(t.seats):
        if p == seat:
            continue
        t.claim[p] = 0
        this_one = t.claimed[p] and t.phase == SETTLE
        if t.claimed[p]:
            for k in range(len(NEEDS)):
                if can_bump(t, p, k) and (not this_one or t.named[p] == NEEDS[k, 2] + 1):
                    t.claim[p] = k + 1
            wrong += 1 if t.claim[p] == 0 else 0
        if t.named[p] and not this_one:
            wrong += 1 - holds(kinds_named(t, p), t.named[p] - 1)
    return wrong
