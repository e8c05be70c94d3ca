"""Chicago: three draws, two showdowns by word of mouth, and only the last trick counts. Paragraphs R1.. are those of rulebook.md.

The draws are in `draws.py`, the showdowns in `showdown.py`, hands and their order in `hands.py`, what they score in `scoring.py`,
what is said and chosen in `words.py`.
"""

import numpy as np

from parlour.kit import *

from .draws import discard, next_draw, serve, take_back, throw
from .hands import ROYAL, category, combination, is_kept, mismatch, whole
from .scoring import judge, leaders, score_best_hand, score_last_trick
from .showdown import answer, declare, least_claim, left_in, name_rank, pass_by, proceed_showdown, rank_to_beat, speak
from .words import *

RULES_VERSION = 3
STRENGTH = np.arange(13)
EXTRA_HANDS, LAST_HAND = 5, 100


class Table(Layout, seats=(2, 4), default_seats=4):
    false_declarations = Option(False, YES_NO, "bluffs are allowed, and one that cannot be proven forfeits the game")
    target = Option(52, range(20, 101), "points that end the game")
    freeze_at = Option(46, range(101), "whoever starts a hand with so many points does not draw; 0 is off")
    kickers = Option(True, YES_NO, "cards outside of the combination decide between equal ones")
    royal_points = Option(52, range(8, 53), "points for a royal flush")
    two_bonus = Option(False, YES_NO, "the last trick won with a two is worth 10")
    chicago_call = Option(False, YES_NO, "a player may undertake to win all five tricks")
    quads_points = Option(7, (7, 8), "points for four of a kind")
    second_showdown = Option(True, YES_NO, "there is a showdown after the second draw, too")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    picked = Cards(per=SEATS, seen=OWNER)  # to be discarded
    exposed = Cards(per=SEATS)
    played = Cards(per=SEATS)
    trick = Pile(4)
    stock = Pile(42, seen=NOBODY)
    discards = Cards(seen=NOBODY)

    draws = Number(0, 3)  # the draw that goes on or was last
    drew = Number(0, 5, per=(SEATS, 3))  # how many cards in each draw
    chosen = Number(0, 31, per=SEATS, seen=OWNER)  # which of the exposed cards will be discarded, a bit per card
    frozen = Flag(per=SEATS)
    player = Seat()  # whose turn it is to draw or to speak in a showdown
    declared = Number(0, ROYAL, per=(SEATS, 2))  # in each showdown
    spoken = Number(0, PASSED, per=SEATS)  # in the showdown that was last
    named = Number(0, 13, per=(SEATS, 10))  # the ranks announced, counted from 1, five places a showdown
    under = Number(0, 12, per=(SEATS, 2))  # whoever passed in a comparison had a rank below this
    belongs = Number(0, PACK_52, per=SEATS, seen=OWNER)  # R4: the cards of the last declaration, a bit per card
    lied = Flag(per=(SEATS, 2), seen=OWNER)  # F101: what was declared was not true then
    proven = Flag(per=(SEATS, 2))
    standing = Number(0, 15, per=2)  # the seats with the standing hand, a bit per seat
    place = Number(0, 5)  # of the ranks that are compared
    caller = Seat()
    leader = Seat()
    tricks = Number(0, 5, per=SEATS)
    prize = Number(0, 10)  # for the last trick
    before = Number(-2000, 2000, per=SEATS)  # points at the start of the hand
    out = Flag(per=SEATS, kept=True)
    fell = Number(0, 15)  # the seats that forfeited in this hand
    extra = Number(0, EXTRA_HANDS, kept=True)


def unsound(t):
    if max(count(hand & CARD_BITS) for hand in t.hand[: t.seats]) > 5:
        return "a hand has more than five cards"
    if t.phase in (DISCARD, SPEAK) and t.turn not in (NOBODY, t.player):
        return f"player: seat {t.turn} is asked, and it is not the player whose turn it is"
    return "draws: after the third draw there is no showdown" if SPEAK <= t.phase <= SHOWN and t.draws > 2 else ""


@rule
def bound(t):
    """A hand without a chicago brings somebody 5 points, or ends the game for somebody. By seat: three draws of five cards and
    `done`, in two showdowns a word and five ranks to name and to answer, a word about a chicago, five cards."""
    hands = LAST_HAND if t.chicago_call else t.seats * (t.target - 1) // 5 + 1 + EXTRA_HANDS + t.seats
    return hands * t.seats * (3 * 6 + 2 * 11 + 1 + 5)


@rule
def pack(t, bag):
    bag[0] = PACK_52


@rule
def deal(t):
    """R1, R2: five cards each; who is frozen for this hand."""
    cards = PACK_52
    for p in range(t.seats):
        t.hand[p] = 0 if t.out[p] else random_cards(t, cards, 5)
        cards &= ~t.hand[p]
        t.frozen[p] = t.freeze_at > 0 and t.score[p] >= t.freeze_at
        t.before[p] = t.score[p]
    fill(t.stock, cards)
    shuffle(t, t.stock)
    next_draw(t)


@rule
def still_in(t):
    """The set (a bit per seat) of the seats that are still in the game."""
    seats = 0
    for p in range(t.seats):
        seats |= (1 - t.out[p]) << p
    return seats


# what may be chosen


@rule
def objection(t, choice):
    p = t.turn
    if t.phase == PLAY:
        return 0 if holds(playable(t), choice) else 9
    if t.phase == SPEAK and choice != PASS:
        if t.false_declarations == (choice == DECLARE):
            return 101
        own, least = category(t.hand[p]), least_claim(t, p)
        if choice == DECLARE:
            return 0 if own >= least else 6
        return 0 if choice - CLAIM_PAIR + 1 >= max(own, least) else 101
    if t.phase == ANSWER and HIGHER_2 <= choice < HIGHER_2 + 13:
        return 0 if choice - HIGHER_2 > rank_to_beat(t) else 7
    return 0


@rule
def choices(t, menu):
    if t.phase == PLAY:
        return offer_cards(menu, 0, playable(t))
    if t.phase == DISCARD:
        return offer(menu, offer_cards(menu, 0, t.hand[t.turn]), DONE)
    n = 0
    if t.phase == SPEAK and not t.false_declarations:
        n = offer(menu, offer(menu, n, DECLARE), PASS)
    elif t.phase == SPEAK:
        n = offer(menu, n, PASS)
        for own in range(max(category(t.hand[t.turn]), least_claim(t, t.turn)), ROYAL + 1):
            n = offer(menu, n, CLAIM_PAIR + own - 1)
    elif t.phase == NAME:
        for rank in range(13):
            n = offer(menu, n, NAME_2 + rank)
    elif t.phase == ANSWER:
        n = offer(menu, offer(menu, n, PASS), EQUAL)
        for rank in range(rank_to_beat(t) + 1, 13):
            n = offer(menu, n, HIGHER_2 + rank)
    else:
        n = offer(menu, offer(menu, n, PASS), CALL_CHICAGO)
    return n


@rule
def play(t, choice):
    p = t.turn
    if t.phase == PLAY:
        lay_card(t, choice)
        if t.trick[0] < count(still_in(t)):
            ask(t, left_in(t, p), PLAY)
        else:
            next_step(t, GATHER)
    elif t.phase == DISCARD:
        if choice < 54:
            t.hand[p] &= ~(1 << choice)
            t.picked[p] |= 1 << choice
            t.chain += 1
        if choice == DONE or t.chain == 5:
            discard(t, p)
    elif t.phase == SPEAK:
        if choice == PASS and t.false_declarations:
            pass_by(t)
        elif choice == PASS:  # for all to see it is as if there were nothing to declare
            next_step(t, SPEAK)
        else:
            declare(t, p, category(t.hand[p]) if choice == DECLARE else choice - CLAIM_PAIR + 1)
    elif t.phase == NAME:
        name_rank(t, choice - NAME_2)
    elif t.phase == ANSWER:
        answer(t, rank_to_beat(t) - (choice == PASS) if choice <= EQUAL else choice - HIGHER_2)
    else:
        speak_of_chicago(t, p, choice)


@rule
def proceed(t):
    if t.phase == TAKE_BACK:
        take_back(t, t.player)
    elif t.phase == THROW:
        throw(t, t.player)
    elif t.phase == SERVE:
        serve(t, t.player)
    elif t.phase == RESHUFFLE:
        fill(t.stock, t.discards)
        t.discards = 0
        shuffle(t, t.stock)
        say(t, SAY.reshuffle, 0)
        t.phase = SERVE
    elif t.phase == DRAWN:
        after_draw(t)
    elif t.phase == SHOWN:
        next_draw(t)
    elif t.phase == GATHER:
        gather_trick(t)
    elif t.phase < SHOWN:
        proceed_showdown(t)
    else:
        proceed_end(t)


# R1: after a draw


@rule
def after_draw(t):
    """R1."""
    if t.draws == 1 or (t.draws == 2 and t.second_showdown):
        for p in range(t.seats):
            t.spoken[p] = 0
        t.player = left_in(t, t.dealer)
        speak(t)
    elif t.draws == 2:
        next_draw(t)
    elif t.chicago_call:
        ask(t, left_in(t, t.dealer), CHICAGO)
    else:
        begin_tricks(t, left_in(t, t.dealer))


# R9 to R12: the tricks and the end


@rule
def speak_of_chicago(t, p, choice):
    """F102."""
    if choice == CALL_CHICAGO:
        t.caller = p
        say(t, SAY.chicago, p)
        begin_tricks(t, p)
    elif p == t.dealer:
        begin_tricks(t, left_in(t, p))
    else:
        ask(t, left_in(t, p), CHICAGO)


@rule
def begin_tricks(t, seat):
    t.player = NOBODY
    lead(t, seat, PLAY)


@rule
def gather_trick(t):
    """R9: every player lays the card played in a row of its own; the winner leads."""
    place = winning_place(t.trick, NO_TRUMPS, STRENGTH)
    seat = winner = t.leader
    for n in range(t.trick[0]):
        t.played[seat] |= 1 << t.trick[n + 1]
        winner = seat if n == place else winner
        seat = left_in(t, seat)
    t.prize = 10 if t.two_bonus and rank_of(t.trick[place + 1]) == TWO else 5
    clear(t.trick)
    t.tricks[winner] += 1
    lead_or_end(t, winner, PLAY, LAST_TRICK)


@rule
def proceed_end(t):
    if t.phase == LAST_TRICK:
        score_last_trick(t)
        t.phase = BEST_HAND
    elif t.phase == BEST_HAND:
        score_best_hand(t)
        t.phase = JUDGE
    elif t.phase == JUDGE:
        judge(t)
    else:
        next_deal(t)


@rule
def next_deal(t):
    """R11, R12, F101: the match is over, or the deal passes to the left."""
    left = still_in(t)
    if count(left) < 2:
        win(t, left if left else t.fell)
        return
    best = leaders(t, left)
    reached = t.score[lowest(best)] >= t.target
    if t.chicago_call and t.hand_number >= LAST_HAND:
        win(t, best)
    elif reached and (count(best) == 1 or t.extra == EXTRA_HANDS):
        win(t, best)
    else:
        if reached:
            t.extra += 1
            say(t, SAY.tie, 0)
        t.dealer = left_in(t, t.dealer)
        t.phase = DEAL


# what others know of a hand


@rule
def five_cards(t, p):
    """A player's cards, wherever they lie."""
    cards, seat = t.hand[p] | t.picked[p] | t.exposed[p] | t.played[p], t.leader
    for n in range(t.trick[0]):
        if seat == p:
            cards |= 1 << t.trick[n + 1]
        seat = left_in(t, seat)
    return cards


@rule
def contradictions(t, seat):
    """What hands contradict of the words in the showdowns. Before its next draw a hand is as declared; after it, what its player
    would have had to show is still whole."""
    wrong = 0
    for p in range(t.seats):
        if t.chosen[p] == UNKNOWN:
            t.chosen[p] = (1 << t.drew[p, t.draws - 1]) - 1 if t.exposed[p] else 0
        if t.belongs[p] == UNKNOWN:
            t.belongs[p] = 0
        for s in range(2):
            if t.lied[p, s] == UNKNOWN:
                t.lied[p, s] = 0
            if p == seat or t.out[p] or t.declared[p, s] == 0:
                continue
            cards = five_cards(t, p)
            if t.false_declarations:  # what was true is still there, or it was shown
                t.lied[p, s] = not (t.proven[p, s] or whole(t, p, s, cards))
            else:
                t.belongs[p] = combination(t, p, s, cards)
            unchanged = t.drew[p, 2] == 0 and (s == 1 or t.drew[p, 1] == 0)
            if count(cards) < 5:
                continue
            if t.false_declarations:
                wrong += unchanged and category(cards) > t.declared[p, s]
            elif unchanged:
                wrong += mismatch(t, p, s, cards)
            elif is_kept(t, p, s) and not whole(t, p, s, cards):
                wrong += 1
    return wrong
