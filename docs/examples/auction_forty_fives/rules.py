"""Auction Forty-Fives: partners bid for the right to name trumps, then all discard at once. R1.. are those of rulebook.md.

Partners sit opposite: seats 0 and 2, seats 1 and 3.
"""

import numpy as np

from parlour.kit import *

PHASES = phases(
    asks("bid", "pass", "hold", "bid {5,10,15,20,25,30}"),
    asks("name trumps", "trumps {♣,♦,♥,♠}"),
    asks("discard", CARD, "done", together=True, veiled=True, unordered=True),
    steps("draw"),
    asks("play", CARD),
    steps("gather", "score", "next"),
)
BID, NAME, DISCARD, DRAW, PLAY, GATHER, SCORE, NEXT = PHASES
PASS, HOLD, BID_5, NAME_CLUBS, DONE = PHASES.codes("pass", "hold", "bid 5", "trumps ♣", "done")
SAY = words("pass", "bid", "hold", "trumps", "made", "failed")
PACK = PACK_52
SIGNS = "♣♦♥♠"
UNNAMED = -1
TRICK = 5  # points for a trick, and for the highest trump
TRUMP = 100  # every trump is stronger than this, every other card weaker
TRUMPS = np.array([SUITS[suit] | card_set("A♥") for suit in range(4)])  # by the suit that is named
HIGHEST = np.array([card_set(f"5{sign} J{sign} A♥") for sign in SIGNS])  # the three highest, which may be held back


def strengths(trumps):
    """R5, R6: the strength of each card when these are trumps."""
    found = np.zeros(52, np.int64)
    for suit, sign in enumerate(SIGNS):
        pips = "2 3 4 5 6 7 8 9 10" if suit in (DIAMONDS, HEARTS) else "10 9 8 7 6 5 4 3 2"
        plain = f"A {pips} J Q K" if suit in (DIAMONDS, HEARTS) else f"{pips} A J Q K"
        order = f"{pips.replace('5 ', '')} Q K A J 5" if suit == trumps else plain
        for place, rank in enumerate(order.split(), 1):
            found[read_card(f"{rank}{sign}")] = 2 * place + (TRUMP if suit == trumps else 0)
    found[read_card("A♥")] = found[read_card(f"J{SIGNS[trumps]}")] - 1
    return found


STRENGTH = np.array([strengths(trumps) for trumps in range(4)])


class Table(Layout, seats=4):
    target = Option(120, range(60, 241), "points that win the match")
    max_hands = Option(60, range(10, 201), "hands after which the side with more points wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    picked = Cards(per=SEATS, seen=OWNER)  # what a seat discards, until all have
    trick = Pile(4)
    gone = Cards(seen=NOBODY)  # the discards and the tricks
    stock = Pile(52, seen=NOBODY)

    high = Number(0, 30)  # the highest bid
    bidder = Seat()
    passed = Flag(per=SEATS)
    trumps = Number(UNNAMED, 3)
    taken = Number(0, 30, per=SEATS)  # points for tricks and for the highest trump
    best = Number(0, 200)  # the strength of the highest trump that has been played
    best_by = Seat()
    leader = Seat()


@rule
def bound(t):
    """Return the most choices: in a hand at most 24 calls, four times five cards and `done`, and 20 cards played."""
    return t.max_hands * (24 + 1 + 24 + 20)


@rule
def deal(t):
    """R1: deal five cards each."""
    fill(t.stock, deal_hands(t, PACK, 5))
    shuffle(t, t.stock)
    for p in range(t.seats):
        t.side[p] = p & 1
    t.trumps = UNNAMED
    ask(t, left_of(t, t.dealer), BID)


# the auction


@BID.objection
def objection_to_bid(t, choice):
    """R2: a bid is higher than all before it; the dealer may hold, and may not pass if all the others have."""
    p = t.turn
    if choice == PASS:
        return 2 if p == t.dealer and t.high == 0 else 0
    if choice == HOLD:
        return 0 if p == t.dealer and t.high > 0 else 2
    return 0 if points_bid(choice) > t.high else 2


@rule
def points_bid(choice):
    return 5 * (choice - BID_5 + 1)


@BID.play
def bid(t, choice):
    p = t.turn
    if choice == PASS:
        t.passed[p] = 1
        say(t, SAY.pass_, 0)
    else:
        t.bidder = p
        t.high = max(t.high, points_bid(choice))
        say(t, SAY.hold if choice == HOLD else SAY.bid, t.high)
    while True:
        p = left_of(t, p)
        if p == t.bidder or not t.passed[p]:
            break
    ask(t, p, NAME if p == t.bidder else BID)


@NAME.play
def name_trumps(t, choice):
    """R3. Then all are asked at once for what they discard."""
    t.trumps = choice - NAME_CLUBS
    say(t, SAY.trumps, t.trumps)
    ask_all(t, 0b1111, DISCARD)


# the exchange


@DISCARD.allowed
def cards_to_discard(t):
    return t.hand[t.turn]


@DISCARD.play
def discard(t, choice):
    """R4: card by card, until the seat is done; after the last seat the cards are replaced."""
    p = t.turn
    if choice != DONE:
        t.hand[p] &= ~(1 << choice)
        t.picked[p] |= 1 << choice
        t.chain += 1  # the choice goes on
    if choice == DONE or t.hand[p] == 0:
        answered(t)  # the choice is complete
        if t.turn == NOBODY:
            t.phase = DRAW


@DRAW.step
def replace_cards(t):
    """R4: the players replace the cards that they picked, from the dealer's left on."""
    for k in range(1, 5):
        p = (t.dealer + k) % 4
        for _ in range(count(t.picked[p])):
            t.hand[p] |= 1 << pop(t.stock)
        t.gone |= t.picked[p]
        t.picked[p] = 0
    lead(t, left_of(t, t.bidder), PLAY)


# the play


@PLAY.allowed(paragraph=6)
def following_or_trumping(t):
    """R6, R7: return the cards that follow suit, and trumps that may be kept back."""
    hand, trumps = t.hand[t.turn], TRUMPS[t.trumps]
    if pile_size(t.trick) == 0:
        return hand
    led = t.trick[1]
    same = hand & suit_with(led, trumps)
    if not holds(trumps, led):
        return same | (hand & trumps) if same else hand
    return same if same & ~held_back(t, led) else hand


@rule
def held_back(t, led):
    """R7: the highest trumps that need not be played to this trump."""
    cards = left = HIGHEST[t.trumps]
    while left:
        card = lowest(left)
        left &= left - 1
        if STRENGTH[t.trumps, card] <= STRENGTH[t.trumps, led]:
            cards &= ~(1 << card)
    return cards


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    strength = STRENGTH[t.trumps, choice]
    if strength > max(t.best, TRUMP):
        t.best, t.best_by = strength, t.turn
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R5, R6, R8: the winner takes the trick and leads."""
    winner = (t.leader + strongest_place(t.trick, TRUMPS[t.trumps], STRENGTH[t.trumps])) % 4
    t.gone |= take_trick(t)
    t.taken[winner] += TRICK
    lead_or_end(t, winner, PLAY, SCORE)


@SCORE.step
def score_hand(t):
    """R8, R9: the bidders lose their bid if they have not taken as many points."""
    if t.best_by != NOBODY:
        t.taken[t.best_by] += TRICK
    for p in range(2):
        points = t.taken[p] + t.taken[p + 2]
        if t.side[p] == t.side[t.bidder]:
            made = points >= t.high
            points = points if made else -t.high
            say(t, SAY.made if made else SAY.failed, t.bidder)
        score_side(t, p, points)
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    """R10: end the match if a side has enough points, or deal again."""
    win_or_deal(t, top_score(t) >= t.target or t.hand_number >= t.max_hands, False)
