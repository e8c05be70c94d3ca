"""Spades: partners say how many tricks they will take, and spades beat everything. Paragraphs R1.. are those of rulebook.md.

Partners sit opposite: seats 0 and 2, seats 1 and 3. What a side has in common, its contract, bags and score, stands at both
its seats.
"""

import numpy as np

from parlour.kit import *

IN_ORDER = True
PACK = PACK_52
PHASES = phases(
    asks("look", "look", "blind nil"),
    asks("bid", "nil", "bid {1..13}"),
    steps("open"),
    asks("play", CARD),
    steps("gather", "nils", "contracts", "bags", "next"),
)
LOOK, BID, OPEN, PLAY, GATHER, NILS, CONTRACTS, BAGS, NEXT = PHASES
LOOK_AT_HAND, BLIND_NIL, NIL = PHASES.codes("look", "blind nil", "nil")  # a bid of n is NIL + n
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
BIDS = word_row("bid", "nil", *NUMBERS)
SAY = words(BIDS, "blind_nil", "spades_broken", "nil_made", "nil_broken", "made", "made_over", "broken", "penalty")
NO_BID = -1
BEHIND = 100  # points by which a side must be behind to bid nil blind
ALL_SPADES = int(SUITS[SPADES])
STRENGTH = np.arange(13)


class Table(Layout, seats=4):
    target = Option(500, range(100, 1001), "points that end the game")
    set_penalty = Option("zero", ("zero", "minus_bid"), "what a broken contract scores: nothing, or minus 10 per trick bid")
    bag_points = Option(1, range(2), "points for every trick above the contract")
    bag_limit = Option(10, range(21), "bags that cost a penalty; 0: they never do")
    bag_penalty = Option(100, range(201), "points the bags cost")
    nil = Option(True, YES_NO, "a bid of no tricks is scored separately")
    nil_value = Option(100, range(50, 201), "points for a nil made, and lost by one broken")
    nil_help = Option(False, YES_NO, "tricks of a broken nil count towards the partner's contract")
    blind_nil = Option(False, YES_NO, "a side 100 points behind may bid nil unseen for double value")
    min_team_bid = Option(0, range(7), "the least that a side may bid together")
    breaking = Option(True, YES_NO, "spades are not led before one has been played")
    first_lead = Option("dealer_left", ("dealer_left", "two_of_clubs"), "what opens the first trick")
    floor = Option(0, range(1001), "points below zero at which a side loses; 0: never")
    max_hands = Option(100, range(1, 501), "hands after which the better side wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    face_down = Cards(per=SEATS, seen=NOBODY)  # a hand its owner has not looked at
    trick = Pile(4)
    won = Cards(per=SEATS, seen=NOBODY)

    bids = Number(NO_BID, 13, per=SEATS)
    blind = Flag(per=SEATS)  # the nil was bid unseen
    tricks = Number(0, 13, per=SEATS)
    contract = Number(0, 26, per=SEATS)
    bags = Number(0, 6513, per=SEATS, kept=True)
    broken = Flag()  # a spade has been played
    due = Number(0, 15)  # the seats (one bit each) whose nil, contract or bags are still to be settled
    leader = Seat()


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    for p in range(4):
        if t.blind[p] and (t.bids[p] or not t.blind_nil):
            return f"blind: seat {p} has not bid nil unseen"
    if t.phase in (LOOK, BID, OPEN):
        return against_bids(t)
    settles = NILS <= t.phase <= BAGS
    if t.due & ~(due_in(t, t.phase) if settles else 0) or (settles and not t.due):
        return f"due: {t.due} is not what there is to settle"
    tricks = sum(t.tricks)
    for p in range(4):
        if t.face_down[p]:
            return f"face_down.{p}: the hand has not been looked at"
        if t.bids[p] == NO_BID:
            return f"bids: seat {p} has not bid"
        if tricks + size_of(t.hand[p]) > 13:
            return f"tricks: {tricks} are taken and {size_of(t.hand[p])} cards are held, and 13 are dealt to each"
    return "leader: nobody leads" if t.leader == NOBODY else ""


def against_bids(t):
    """Return what is wrong while the bids are made, from the dealer's left on."""
    if t.dealer == NOBODY:
        return "dealer: nobody deals, so nobody bids last"
    if any(t.tricks) or t.due:
        return "tricks: they are taken before the bids are made" if any(t.tricks) else "due: nothing is settled yet"
    for k in range(4):
        p = (t.dealer + 1 + k) % 4
        has_bid = t.phase == OPEN or (t.turn - t.dealer - 1) % 4 > k
        if t.hand[p] and t.face_down[p]:
            return f"face_down.{p}: this hand has been looked at"
        if t.face_down[p] and (has_bid or (p == t.turn and t.phase == BID) or not t.blind_nil):
            return f"face_down.{p}: the hand has been looked at before the bid"
    return f"face_down.{t.turn}: the hand has been looked at" if t.phase == LOOK and not t.face_down[t.turn] else ""


def unplayable(t):
    if t.phase in (DEAL, NEXT):
        return ""
    most = t.bag_limit - 1 if t.bag_limit else 13 * max(t.hand_number - 1, 0)
    for p in range(4):
        if t.side[p] != p & 1:
            return "side: partners sit opposite"
        for name, figures in (("score", t.score), ("bags", t.bags), ("contract", t.contract)):
            if figures[p] != figures[partner(p)]:
                return f"{name}: seats {p & 1} and {(p & 1) + 2} are partners and have the same"
        bids = max(t.bids[p], 0) + max(t.bids[partner(p)], 0)
        if t.contract[p] > bids or (t.contract[p] != bids and t.phase >= PLAY):
            return f"contract: {t.contract[p]}, and the bids of seats {p & 1} and {(p & 1) + 2} are {bids}"
        if t.phase in (LOOK, BID, OPEN) and size_of(t.hand[p]) + size_of(t.face_down[p]) != 13:
            return f"hand.{p}: {size_of(t.hand[p])} cards, and 13 are dealt to each"
        if t.phase in (LOOK, BID) and (t.bids[p] == NO_BID) == ((t.turn - t.dealer - 1) % 4 > (p - t.dealer - 1) % 4):
            return f"bids: seat {p} has {'not bid' if t.bids[p] == NO_BID else 'bid'} before seat {t.turn}"
        if t.phase <= GATHER and t.bags[p] > most:
            return f"bags: {t.bags[p]}, and no more than {most} are left of the hands before"
    return ""


@rule
def house(t):
    return 101 if t.blind_nil and not t.nil else 0


@rule
def bound(t):
    """A look and a bid for every seat, and every card."""
    return t.max_hands * (4 + 4 + 52)


@rule(inline=True)
def partner(seat):
    return seat ^ 2


@rule
def deal(t):
    """Deal all cards. A player who may bid blind nil leaves them face down."""
    deal_hands(t, PACK, 13)
    for p in range(4):
        t.side[p] = p & 1
        t.bids[p] = NO_BID
        if may_bid_blind(t, p):
            t.face_down[p], t.hand[p] = t.hand[p], 0
    ask_bid(t, left_of(t, t.dealer))


@rule
def may_bid_blind(t, p):
    """F101: whether a player is far enough behind to bid blind nil."""
    return t.blind_nil and t.score[left_of(t, p)] - t.score[p] >= BEHIND


@rule
def ask_bid(t, p):
    ask(t, p, LOOK if t.face_down[p] else BID)


@LOOK.play
def look_or_bid_blind(t, choice):
    p = t.turn
    t.hand[p], t.face_down[p] = t.face_down[p], 0
    if choice == LOOK_AT_HAND:
        ask(t, p, BID)
    else:
        t.blind[p] = 1
        make_bid(t, p, 0)
        say(t, SAY.blind_nil, 0)


@BID.objection
def objection_to_bid(t, choice):
    bid = choice - NIL
    if bid == 0:
        return 0 if t.nil else 1
    return 102 if bid < t.min_team_bid and bid < least_bid(t) else 0


@rule
def least_bid(t):
    """F102: the second of two partners brings the contract to what a side must bid. A nil of either is free of this."""
    first = t.bids[partner(t.turn)]
    return max(t.min_team_bid - first, 1) if first > 0 else 1


@BID.play
def bid(t, choice):
    p = t.turn
    make_bid(t, p, choice - NIL)
    say(t, SAY.bid[t.bids[p]], 0)


@rule
def make_bid(t, p, bid):
    """R1, R2; after the dealer's bid the first trick begins."""
    t.bids[p] = bid
    t.contract[p] += bid
    t.contract[partner(p)] = t.contract[p]
    if p != t.dealer:
        ask_bid(t, left_of(t, p))
    elif t.first_lead == Table.first_lead.two_of_clubs:
        next_step(t, OPEN)
    else:
        lead(t, left_of(t, p), PLAY)


@OPEN.step
def open_with_two(t):
    """F103: nobody chooses here, so it is no secret whose turn it was."""
    p = 0
    for q in range(4):
        if holds(t.hand[q], TWO):
            p = q
    lead(t, p, PLAY)
    lay_card(t, TWO)
    pass_on(t, GATHER)


@PLAY.allowed
def playable_cards(t):
    """R3: spades are led when broken or when nothing else is held. R4: suit is followed."""
    if pile_size(t.trick) or t.broken or not t.breaking:
        return playable(t)
    others = t.hand[t.turn] & ~ALL_SPADES
    return others if others else t.hand[t.turn]


@PLAY.objection
def objection_to_card(t, choice):
    return 0 if holds(playable_cards(t), choice) else 4 if pile_size(t.trick) else 3


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    if suit_of(choice) == SPADES and not t.broken:
        t.broken = 1
        say(t, SAY.spades_broken, 0)
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R5; after the last trick nils, contracts and bags are settled."""
    winner = trick_winner(t, SPADES, STRENGTH)
    t.won[winner] |= take_trick(t)
    t.tricks[winner] += 1
    lead_or_end(t, winner, PLAY, NILS)
    if t.phase == NILS:
        settle_from(t, NILS)


@rule
def settle_from(t, phase):
    """Go on to the first phase from this one in which something is due; if nothing is, the hand has ended."""
    while phase != NEXT and not due_in(t, phase):
        phase += 1
    t.phase, t.due = phase, due_in(t, phase)


@rule
def due_in(t, phase):
    """The seats (one bit each) whose nil is settled in a phase, or the first seats of the sides whose contract or bags are."""
    due = 0
    for p in range(4):
        if phase == NILS:
            due |= (1 if t.bids[p] == 0 else 0) << p
        elif p < 2:
            due |= (1 if phase == CONTRACTS or (phase == BAGS and 0 < t.bag_limit <= t.bags[p]) else 0) << p
    return due


@rule
def next_due(t):
    """One nil, contract or penalty at a time."""
    p = lowest(t.due)
    t.due &= t.due - 1
    return p


@rule
def score(t, p, points, bags):
    """Points and bags for the side of a seat."""
    for q in (p, partner(p)):
        t.score[q] += points
        t.bags[q] += bags


@NILS.step
def settle_nil(t):
    """R7, F101: score one nil bid, twice if it was blind."""
    p = next_due(t)
    worth = t.nil_value * (2 if t.blind[p] else 1)
    score(t, p, -worth if t.tricks[p] else worth, 0)
    say(t, SAY.nil_broken if t.tricks[p] else SAY.nil_made, p)
    if not t.due:
        settle_from(t, CONTRACTS)


@CONTRACTS.step
def settle_contract(t):
    """R6, and R7 for the tricks of a broken nil: they are bags, and help the partner only if the house says so."""
    p, helping = next_due(t), 0
    taken = t.tricks[p] + t.tricks[partner(p)]
    for q in (p, partner(p)):
        helping += t.tricks[q] if t.bids[q] or t.nil_help else 0
    contract = t.contract[p]
    if helping >= contract:
        over = taken - contract
        score(t, p, 10 * contract + t.bag_points * over, over)
        say(t, SAY.made_over if over else SAY.made, over)
    else:
        over = taken - helping
        set_back = 10 * contract if t.set_penalty == Table.set_penalty.minus_bid else 0
        score(t, p, t.bag_points * over - set_back, over)
        say(t, SAY.broken, 32 * p + contract)
    if not t.due:
        settle_from(t, BAGS)


@BAGS.step
def settle_bags(t):
    """R8: take off the penalty for a side's bags."""
    score(t, next_due(t), -t.bag_penalty, -t.bag_limit)
    say(t, SAY.penalty, t.bag_penalty)
    if not t.due:
        settle_from(t, BAGS)  # enough may be left for another penalty


@NEXT.step
def end_hand(t):
    """R9: end the match if one side has enough and more than the other, or deal again."""
    high, low = max(t.score[0], t.score[1]), min(t.score[0], t.score[1])
    reached = high >= t.target or (t.floor > 0 and low <= -t.floor)
    if t.hand_number >= t.max_hands or (reached and high > low):
        win_or_draw(t, best_seats(t, False))
    else:
        next_hand(t)
