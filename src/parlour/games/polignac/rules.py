"""Polignac: follow suit, and let others have the jacks. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

RULES_VERSION = 1
LOW = True
ANNOUNCE, PLAY, GATHER, COUNT, SCORE, NEXT = range(1, 7)
PHASES = ("announce", "play", "gather", "count", "score", "next")
CALLS = calls({ANNOUNCE: ("capot", "pass"), PLAY: (CARD,)})
CAPOT, PASS = CALLS.code("capot"), CALLS.code("pass")
WORDS = ("polignac", "jack", "queen", "point", "points", "capot", "made", "failed", "tie")
SAY_POLIGNAC, SAY_JACK, SAY_QUEEN, SAY_POINT, SAY_POINTS, SAY_CAPOT, SAY_MADE, SAY_FAILED, SAY_TIE = range(1, 10)
EXTRA_HAND = 1  # tie_break
NONE, BID = 0, 1  # capot
EXTRA_HANDS = 5
BLACK_SEVENS = (1 << 13 * CLUBS + SEVEN) | (1 << 13 * SPADES + SEVEN)
POLIGNAC, QUEEN_OF_SPADES = 13 * SPADES + JACK, 13 * SPADES + QUEEN
JACKS = int(RANKS[JACK])
STRENGTH = ranking("7 8 9 10 A J Q K")


class Table(Layout, seats=(3, 6), default_seats=4):
    target = Option(10, range(5, 51), "points that end the game")
    tie_break = Option("share", ("share", "extra_hand"), "whether a tie for the lowest total is shared or played off")
    capot = Option("none", ("none", "bid", "unbid"), "a reward for taking every trick: none, if announced, or always")
    stop_when_jacks_gone = Option(False, YES_NO, "the hand ends when every card that costs points is captured")
    show_jacks = Option(True, YES_NO, "captured jacks lie face up")
    queen_of_spades = Option(False, YES_NO, "the queen of spades costs 1 point too")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(6)
    won = Cards(per=SEATS, seen=NOBODY)
    captured = Cards(per=SEATS)  # the cards won that cost points, face up

    tricks = Number(0, 10, per=SEATS)
    points = Number(0, 15, per=SEATS)  # of this hand, as far as the cards face up tell
    leader = Seat()
    bidder = Seat()  # who announced a capot
    extra = Number(0, EXTRA_HANDS)  # hands played to break a tie


@rule
def cards_of(t):
    """R1: the pack of this many players."""
    return PACK_32 if t.seats == 4 else PACK_32 & ~BLACK_SEVENS


@rule
def hand_size(t):
    return 8 if t.seats == 4 else 30 // t.seats


@rule
def costly(t):
    """R5: the set of the cards that cost points."""
    return JACKS | (1 << QUEEN_OF_SPADES) if t.queen_of_spades else JACKS


@rule
def bound(t):
    """At least five points fall in a hand. Everybody may announce, then every card is played."""
    hands = t.seats * (t.target - 1) // 5 + 1 + EXTRA_HANDS
    return hands * t.seats * (1 + hand_size(t))


@rule
def pack(t, bag):
    bag[0] = cards_of(t)


@rule
def deal(t):
    """R1."""
    deal_hands(t, cards_of(t), hand_size(t))
    for p in range(t.seats):
        t.won[p] = t.captured[p] = 0
        t.tricks[p] = t.points[p] = 0
    t.bidder = NOBODY
    lead(t, left_of(t, t.dealer), ANNOUNCE if t.capot == BID else PLAY)


@rule
def objection(t, choice):
    """R2: follow suit. Whoever is asked may announce or pass."""
    return 0 if t.phase == ANNOUNCE or holds(playable(t), choice) else 2


@rule
def choices(t, menu):
    if t.phase == ANNOUNCE:
        return offer(menu, offer(menu, 0, CAPOT), PASS)
    return offer_cards(menu, 0, playable(t))


@rule
def play(t, choice):
    if t.phase == ANNOUNCE:
        announce(t, choice)
        return
    lay_card(t, choice)
    if holds(costly(t), choice):
        say(t, SAY_POLIGNAC if choice == POLIGNAC else SAY_QUEEN if choice == QUEEN_OF_SPADES else SAY_JACK, 0)
    pass_on(t, GATHER)


@rule
def announce(t, choice):
    """F101: once round the table from the dealer's left, until somebody announces a capot."""
    if choice == CAPOT:
        t.bidder = t.turn
        say(t, SAY_CAPOT, 0)
    if choice == CAPOT or t.turn == t.dealer:
        ask(t, t.leader, PLAY)
    else:
        ask(t, left_of(t, t.turn), ANNOUNCE)


@rule
def proceed(t):
    if t.phase == GATHER:
        gather_trick(t)
    elif t.phase == COUNT:
        for p in range(t.seats):
            capture(t, p, t.won[p])
        t.phase = SCORE
    elif t.phase == SCORE:
        score_hand(t)
        t.phase = NEXT
    elif is_over(t):
        win(t, best_seats(t, LOW))
    else:
        next_hand(t)


@rule
def gather_trick(t):
    """R3, R4: the winner takes the cards; those that cost points lie face up, or are looked for when the hand has ended."""
    winner = trick_winner(t, NO_TRUMPS, STRENGTH)
    cards = take_trick(t)
    t.won[winner] |= cards
    t.tricks[winner] += 1
    if t.show_jacks and cards & costly(t):
        points = capture(t, winner, cards)
        say(t, SAY_POINT if points == 1 else SAY_POINTS, points)
    ended = SCORE if t.show_jacks else COUNT
    lead_or_end(t, winner, PLAY, ended)
    if t.stop_when_jacks_gone and t.capot == NONE and not still_held(t):
        rest(t, ended)


@rule
def capture(t, p, cards):
    """Turn up those cards of a trick or a pile that cost points; returns the points."""
    cards &= costly(t)
    t.won[p] &= ~cards
    t.captured[p] |= cards
    points = count(cards) + holds(cards, POLIGNAC)
    t.points[p] += points
    return points


@rule
def still_held(t):
    """The cards that cost points and are still in a hand."""
    cards = 0
    for p in range(t.seats):
        cards |= t.hand[p]
    return cards & costly(t)


@rule
def score_hand(t):
    """R5, F101."""
    p = t.leader  # took the last trick
    if t.tricks[p] == hand_size(t) and t.capot != NONE and (t.capot != BID or t.bidder == p):
        for q in range(t.seats):
            t.points[q] = 0 if q == p else 5
        say(t, SAY_MADE, p)
    elif t.bidder != NOBODY:
        t.points[t.bidder] += 5
        say(t, SAY_FAILED, t.bidder)
    for q in range(t.seats):
        t.score[q] += t.points[q]


@rule
def is_over(t):
    """R6: somebody has reached the target, and no tie for the lowest total is played off."""
    highest = t.score[0]
    for p in range(t.seats):
        highest = max(highest, t.score[p])
    if highest < t.target:
        return False
    if t.tie_break != EXTRA_HAND or t.extra == EXTRA_HANDS or count(best_seats(t, LOW)) == 1:
        return True
    t.extra += 1
    say(t, SAY_TIE, 0)
    return False
