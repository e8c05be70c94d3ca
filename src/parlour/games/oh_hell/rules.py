"""Oh Hell!: say how many tricks you will take, and take neither more nor fewer. Paragraphs R1.. are those of rulebook.md.

The stub is a set, not a pile: nothing is ever drawn from it after the deal, so its order is never asked for.
"""

import numpy as np

from parlour.kit import *

RULES_VERSION = 2
PACK = PACK_52
PHASES = phases(asks("bid", "bid {0..11}"), asks("play", CARD), steps("gather", "score", "next"))
BID, PLAY, GATHER, SCORE, NEXT = PHASES
BID_0 = PHASES.code("bid 0")
SAY = words("bid", "zero", "must_miss", "oh_hell", "made", "nobody", "tie")
TIE_HANDS = 5
NO_BID = -1
STRENGTH = np.arange(13)


class Table(Layout, seats=(3, 7), default_seats=4):
    dealer_rule = Option("over", ("over", "not_equal", "none"), "what the dealer's bid must do to the sum of the bids")
    start_cards = Option(AUTO, range(1, 11), "cards per player in the largest hand; auto is as many as the seats allow")
    sequence = Option("down_up", ("down_up", "down", "up_down"), "how the size of the hands runs")
    made_score = Option("ten_per_trick", ("ten_per_trick", "ten_plus_bid"), "what a made bid scores")
    zero_points = Option(10, range(21), "what a made bid of zero scores")
    miss_score = Option("ten_per_trick", ("ten_per_trick", "none"), "what a missed bid costs for each trick it is off")
    trump_mode = Option("turned", ("turned", "no_trump_at_H"), "whether the largest hands are played without trumps")
    tie_break = Option("one_card", ("one_card", "share"), "whether a tie is played off by hands of one card or shared")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(7)
    stub = Cards(seen=NOBODY)
    turned = Cards()
    won = Cards(per=SEATS, seen=NOBODY)

    hand_size = Number(0, 10)  # cards dealt to each in this hand: h of the rulebook
    trumps = Number(0, NO_TRUMPS)
    bids = Number(NO_BID, 11, per=SEATS)
    tricks = Number(0, 10, per=SEATS)
    leader = Seat()


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    tricks, held = sum(t.tricks[: t.seats]), max(size_of(t.hand[p]) for p in range(t.seats))
    if t.dealer == NOBODY and t.phase == BID:
        return "dealer: nobody deals, so nobody bids last"
    if t.leader == NOBODY or (t.phase == BID and t.leader != left_of(t, t.dealer)):
        return f"leader: {'nobody' if t.leader == NOBODY else f'seat {t.leader}'} cannot lead to the first trick"
    if t.phase == BID and tricks:
        return f"tricks: {tricks} are taken before the bids are made"
    if tricks + held > t.hand_size:
        return f"tricks: {tricks} are taken and {held} cards are held in a hand of {t.hand_size}"
    return ""


def unplayable(t):
    turned = t.turned & CARD_BITS  # none that is known, perhaps
    if t.phase in (DEAL, NEXT) or not t.turned:
        return ""
    if turned and t.trumps != suit_of(lowest(turned)):
        return f"trumps: the card turned up is {card_name(lowest(turned))}"
    return f"turned: {size_of(t.turned)} cards" if size_of(t.turned) > 1 else ""


@rule
def house(t):
    largest = 10 if t.seats <= 5 else 14 - t.seats
    if t.start_cards == AUTO:
        t.start_cards = largest
    return 101 if t.start_cards > largest else 0


@rule
def hands(t):
    """Hands of the match before any tie-break."""
    return t.start_cards if t.sequence == Table.sequence.down else 2 * t.start_cards - 1


@rule
def size_of_hand(t, number):
    """R7, R8: the cards per player in hand `number`, counted from 1."""
    if number > hands(t):
        return 1
    away = abs(t.start_cards - number)
    return t.start_cards - away if t.sequence == Table.sequence.up_down else away + 1


@rule
def bound(t):
    """A bid and the cards of every hand for every seat."""
    cards = TIE_HANDS
    for number in range(1, hands(t) + 1):
        cards += size_of_hand(t, number)
    return t.seats * (cards + hands(t) + TIE_HANDS)


@rule
def deal(t):
    """R1. Seats in a row get their cards at random, which is the same as one after the other."""
    t.hand_size = size_of_hand(t, t.hand_number)
    t.stub = deal_hands(t, PACK, t.hand_size)
    for p in range(t.seats):
        t.bids[p] = NO_BID
    t.trumps = NO_TRUMPS
    if t.trump_mode != Table.trump_mode.no_trump_at_H or t.hand_size < t.start_cards:
        t.turned = random_card(t, t.stub)
        t.stub &= ~t.turned
        t.trumps = suit_of(lowest(t.turned))
    lead(t, left_of(t, t.dealer), BID)


@rule
def sum_of_bids(t):
    """The sum of the bids so far."""
    bids = 0
    for p in range(t.seats):
        bids += max(t.bids[p], 0)
    return bids


@BID.objection
def dealer_cannot_fit(t, choice):
    """R2, R3: no bid above the size of the hand, and the dealer's bid must not let all bids be made."""
    bid = choice - BID_0
    if t.turn != t.dealer or t.dealer_rule == Table.dealer_rule.none:
        return 0 if bid <= t.hand_size else 2
    left = t.hand_size - sum_of_bids(t)  # the bid with which the bids would add up to the size of the hand
    if t.dealer_rule == Table.dealer_rule.over:
        return 3 if bid <= left else 2 if bid > max(t.hand_size, left + 1) else 0
    return 2 if bid > t.hand_size else 3 if bid == left else 0


@BID.play
def bid_tricks(t, choice):
    p, bid = t.turn, choice - BID_0
    t.bids[p] = bid
    say(t, SAY.must_miss if bid > t.hand_size else SAY.bid if bid else SAY.zero, bid)
    ask(t, left_of(t, p), PLAY if p == t.dealer else BID)


@PLAY.allowed(paragraph=4)
def follow_suit(t):
    """R4: return the cards that follow suit, or all if there are none."""
    return playable(t)


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R5; after the last trick the hand is scored."""
    winner = trick_winner(t, t.trumps, STRENGTH)
    t.won[winner] |= take_trick(t)
    t.tricks[winner] += 1
    if t.tricks[winner] > t.bids[winner]:
        say(t, SAY.oh_hell, winner)
    lead_or_end(t, winner, PLAY, SCORE)


@SCORE.step
def score_hand(t):
    """R6: score the bids that were met, and charge the others if the house does."""
    made = 0
    for p in range(t.seats):
        bid = t.bids[p]
        off = abs(t.tricks[p] - bid)
        if off:
            t.score[p] -= 0 if t.miss_score == Table.miss_score.none else 10 * off
            continue
        made += 1
        if bid == 0:
            t.score[p] += t.zero_points
        else:
            t.score[p] += 10 + bid if t.made_score == Table.made_score.ten_plus_bid else 10 * bid
    say(t, SAY.made if made else SAY.nobody, made)
    t.phase = NEXT


@NEXT.step
def next_hand_or_end(t):
    """R7, R8: deal the next hand, play a tie off, or end the match."""
    if t.hand_number < hands(t):
        next_hand(t)
    elif is_played_off(t):
        say(t, SAY.tie, 0)
        next_hand(t)
    else:
        share_win(t, False)


@rule
def is_played_off(t):
    """R8: whether the highest total is shared and another hand of one card decides."""
    if t.tie_break == Table.tie_break.share or t.hand_number >= hands(t) + TIE_HANDS:
        return False
    leaders, best = 0, t.score[0]
    for p in range(t.seats):
        best = max(best, t.score[p])
    for p in range(t.seats):
        leaders += t.score[p] == best
    return leaders > 1
