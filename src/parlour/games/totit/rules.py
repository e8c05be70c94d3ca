"""Totit: one card of the hand takes one card of the table, and only twins score. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

PHASES = phases(asks("play", CARD), asks("take", CARD, "trail"), steps("gather", "turn up", "score", "next"))
PLAY, TAKE, GATHER, TURN_UP, SCORE, NEXT = PHASES
TRAIL = PHASES.code("trail")
SAY = words("trail", "pairs", "cards", "pair")
COURT = card_set("A♦ A♥ A♠ J♣ Q♣ K♣")
KINDS = COURT | pack_of("2 3 4 5 6 7 8 9") & ~int(SUITS[CLUBS])  # two copies of each are in the pack


class Table(Layout, seats=(2, 6), default_seats=3):
    exact_first = Option(
        "each_player", ("each_player", "first_turn_only", "never"), "whose first capture must be an identical card"
    )
    forced_capture = Option(True, YES_NO, "a player who can capture must")
    protect_pairs = Option(True, YES_NO, "the odd cards of a class are taken before its twins")
    rounds = Option(1, range(1, 6), "times each player deals")
    points_per_card = Option(False, YES_NO, "every captured card scores, not every pair of twins")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=(PLAY,))
    played = Cards()  # the card whose use is being chosen
    table = Bag(2, plays=(TAKE,))
    capture = Bag(2)  # the two cards of a capture, until they are taken up
    won = Bag(2, per=SEATS, seen=NOBODY)
    counted = Bag(2, per=SEATS)  # the same turned up at the end of a hand
    aside = Pile(60, seen=NOBODY)

    taker = Seat()  # who made the capture
    first_turn = Flag(per=SEATS)  # may only take a twin


def unsound(t):
    if t.phase == PLAY and t.played:
        return "played: a card is played already"
    if t.phase == TAKE and count(t.played) != 1:
        return "played: there is no card that could take any"
    if t.phase == GATHER and (t.taker == NOBODY or bag_size(t.capture) != 2):
        return "taker: nobody has captured" if t.taker == NOBODY else f"capture: {bag_size(t.capture)} cards"
    if t.phase in (PLAY, TAKE, TURN_UP) and bag_size(t.capture):
        return "capture: the cards of a capture are taken up before the next turn"
    for p in range(t.seats):
        if t.phase == TURN_UP and bag_size(t.hand[p]):
            return f"hand.{p}: {bag_size(t.hand[p])} cards, and the hand has ended"
    return ""


def unplayable(t):
    """Return what is wrong with hands in play, from the dealer's left on, and with cards that lie open too early."""
    for p in range(t.seats):
        if t.phase in (PLAY, TAKE, GATHER) and bag_size(t.counted[p]):
            return f"counted.{p}: cards are turned up before the hand has ended"
    if t.phase not in (PLAY, TAKE):
        return ""
    first = t.turn if t.dealer == NOBODY else left_of(t, t.dealer)
    due = bag_size(t.hand[t.turn]) + (t.phase == TAKE)
    for k in range(t.seats):
        p = (first + k) % t.seats
        has_played = (t.turn - first) % t.seats > k or (t.phase == TAKE and p == t.turn)
        if bag_size(t.hand[p]) != due - has_played:
            return f"hand.{p}: {bag_size(t.hand[p])} cards, and {due - has_played} are due"
    return ""


@rule
def bound(t):
    """Every card of every hand, and what it takes."""
    return t.rounds * t.seats * t.seats * hand_size(t) * 2


@rule(inline=True)
def hand_size(t):
    return 11 if t.seats == 2 else 7


@rule
def pack(t, bag):
    bag[0] = bag[1] = KINDS


@rule
def deal(t):
    """R1: eighteen cards face up, then the hands; the others are set aside unseen."""
    put(t.aside, KINDS)
    put(t.aside, KINDS)
    shuffle(t, t.aside)
    for _ in range(18):
        bag_add(t.table, pop(t.aside))
    leader = left_of(t, t.dealer)
    for p in range(t.seats):
        for _ in range(hand_size(t)):
            bag_add(t.hand[p], pop(t.aside))
        first_only = t.exact_first == Table.exact_first.first_turn_only and p == leader
        t.first_turn[p] = first_only or t.exact_first == Table.exact_first.each_player
    ask(t, leader, PLAY)


# what takes what


@rule
def class_of(card):
    """The cards that go with a card: those of its rank, or for aces and faces one another."""
    return COURT if holds(COURT, card) else KINDS & RANKS[rank_of(card)]


@rule
def odd_first(t, cards):
    """R5: of all the cards of a class on the table, as kinds, those that may be taken."""
    single = cards & ~t.table[1]
    return single if t.protect_pairs and single else cards


@rule
def protected(t, cards):
    """R5: those of some kinds on the table that may not be taken, as an odd card of their class lies there."""
    found = 0
    while cards:
        kinds = t.table[0] & class_of(lowest(cards))
        found |= kinds & ~odd_first(t, kinds)
        cards &= ~kinds
    return found


@rule
def takable(t, p, card):
    """R3 to R5: the cards of the table that this card of a player can take, as kinds."""
    if t.first_turn[p]:
        return t.table[0] & (1 << card)
    return odd_first(t, t.table[0] & class_of(card))


@rule
def able(t, p):
    """The cards of a hand that can take something, as kinds."""
    cards, found = t.hand[p, 0], 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if takable(t, p, card):
            found |= 1 << card
    return found


@PLAY.allowed(paragraph=7)
def must_capture(t):
    """R7: a capture is made if one is possible."""
    cards = able(t, t.turn) if t.forced_capture else 0
    return cards if cards else t.hand[t.turn, 0]


@PLAY.play
def play_card(t, choice):
    """R1, R2: one card of the hand; the next choice is its capture if there are several."""
    p = t.turn
    bag_take(t.hand[p], choice)
    cards = takable(t, p, choice)
    if cards == 0:
        finish(t, choice, TRAIL)
    elif t.forced_capture and count(cards) == 1:
        finish(t, choice, lowest(cards))
    else:
        t.played = 1 << choice
        ask(t, p, TAKE)


@TAKE.allowed
def capturable(t):
    """R3 to R5: return the cards that the card just played can take."""
    return takable(t, t.turn, lowest(t.played))


@TAKE.objection
def cannot_take(t, choice):
    """R3 to R5. R6: a card that can take does not trail."""
    if choice == TRAIL:
        return 6 if t.forced_capture else 0
    if holds(capturable(t), choice):
        return 0
    return 3 if t.first_turn[t.turn] else 5 if holds(class_of(lowest(t.played)), choice) else 4


@TAKE.play
def take_or_trail(t, choice):
    card = lowest(t.played)
    t.played = 0
    finish(t, card, choice)


@rule
def finish(t, card, choice):
    """R2, R6: the card takes a card of the table, or stays there itself."""
    if choice == TRAIL:
        bag_add(t.table, card)
        say(t, SAY.trail, 0)
        pass_turn(t, t.turn)
    else:
        bag_take(t.table, choice)
        bag_add(t.capture, card)
        bag_add(t.capture, choice)
        t.taker = t.turn
        next_step(t, GATHER)


@GATHER.step
def take_up_capture(t):
    """R2; a pair is announced as soon as it is complete."""
    p = t.taker
    twins = t.won[p, 1]
    bag_pour(t.capture, t.won[p])
    if t.won[p, 1] != twins and not t.points_per_card:
        say(t, SAY.pair, p)
    pass_turn(t, p)


@rule
def pass_turn(t, p):
    """R1, R8: the next player plays, or the hand ends because all cards have been played."""
    t.first_turn[p] = 0
    if t.hand[left_of(t, p), 0]:
        ask(t, left_of(t, p), PLAY)
    else:
        next_step(t, TURN_UP)


@TURN_UP.step
def turn_up_piles(t):
    for p in range(t.seats):
        bag_pour(t.won[p], t.counted[p])
    t.phase = SCORE


@SCORE.step
def score_hand(t):
    """R9: a point for every pair of twins in a pile."""
    for p in range(t.seats):
        t.score[p] += bag_size(t.counted[p]) if t.points_per_card else count(t.counted[p, 1])
    say(t, SAY.cards if t.points_per_card else SAY.pairs, 0)
    t.phase = NEXT


@NEXT.step
def next_hand_or_end(t):
    """R10: end the match if everybody has dealt as often as agreed, or deal again."""
    if t.hand_number >= t.rounds * t.seats:
        share_win(t, False)
    else:
        next_hand(t)
