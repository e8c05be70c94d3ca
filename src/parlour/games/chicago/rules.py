"""Chicago: three draws, two showdowns by word of mouth, and only the last trick counts. Paragraphs R1.. are those of rulebook.md.

The draws are in `draws.py`, the showdowns in `showdown.py`, hands and their order in `hands.py`, their points in `scoring.py`,
phases, choices and words in `words.py`.
"""

import numpy as np

from parlour.kit import *

from .draws import next_draw
from .hands import ROYAL, STEPS, category, combination, is_kept, mismatch, whole
from .scoring import leaders
from .showdown import least_claim, speak
from .words import *

RULES_VERSION = 3
PACK = PACK_52
STRENGTH = np.arange(13)
EXTRA_HANDS, LAST_HAND = 5, 100
MOST_POINTS = 1900  # of a seat: with those of a hand they keep to the range of `before`


class Table(Layout, seats=(2, 4), default_seats=4):
    false_declarations = Option(False, YES_NO, "bluffs are allowed, and one that cannot be proven forfeits the game")
    target = Option(52, range(20, 101), "points that end the game")
    freeze_at = Option(46, range(101), "a player who starts a hand with this many points does not draw; 0: never")
    kickers = Option(True, YES_NO, "cards outside the combination decide between equal combinations")
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
    under = Number(0, 12, per=(SEATS, 2))  # a player who passed in a comparison had a rank below this
    belongs = Number(0, PACK, per=SEATS, seen=OWNER)  # R4: the cards of the last declaration, a bit per card
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
    seats = [p for p in range(t.seats) if not t.out[p]]
    if len(seats) < 2 and (t.phase not in (JUDGE, NEXT) or not (seats or t.fell)):
        return "out: fewer than two are left"
    for p in range(t.seats):
        if abs(int(t.score[p])) > MOST_POINTS:
            return f"score: seat {p} has {int(t.score[p])} points, and a game ends before"
        if size_of(int(t.hand[p])) > (0 if t.out[p] else 5):
            return f"hand.{p}: {size_of(int(t.hand[p]))} cards{' of a seat that is out' if t.out[p] else ''}"
    if DEAL < t.phase <= CHICAGO and t.dealer not in seats and t.dealer != NOBODY:
        return f"dealer: seat {int(t.dealer)} is out"
    if t.phase > DEAL and max(size_of(int(cards)) for cards in t.played) > 5:
        return f"played.{max(range(len(t.played)), key=lambda p: size_of(int(t.played[p])))}: more than five cards"
    if pile_size(t.trick) and t.phase not in (DEAL, PLAY, GATHER):
        return f"trick: {pile_size(t.trick)} cards in this phase"
    if DISCARD <= t.phase < DRAWN:
        return against_draw(t, seats)
    if SPEAK <= t.phase <= SHOWN:
        return against_showdown(t, seats)
    return against_play(t, seats)


def against_draw(t, seats):
    """Return what is wrong with a draw: whose it is, what has been picked, and where new cards come from."""
    p = int(t.player)
    if p not in seats:
        return f"player: {'nobody' if p == NOBODY else f'seat {p}, who is out,'} draws"
    if t.turn not in (NOBODY, p):
        return f"player: seat {int(t.turn)} is asked, and it is not the player whose turn it is"
    if not t.draws:
        return "draws: none has begun"
    for q in range(t.seats):
        picked = size_of(int(t.picked[q]))
        if picked != (t.chain if t.phase == DISCARD and q == p else 0) and not (t.phase == THROW and q == p):
            return f"picked.{q}: {picked} cards, and {int(t.chain) if q == p else 0} have been chosen"
    if t.phase == TAKE_BACK and (size_of(int(t.exposed[p])) != 5 or t.hand[p]):
        return f"exposed.{p}: not all cards of the hand are shown"
    if t.phase == RESHUFFLE and (pile_size(t.stock) or not t.discards):
        return "stock: it is not empty" if pile_size(t.stock) else "discards: there is nothing to shuffle"
    return ""


def against_showdown(t, seats):
    """Return what is wrong with a showdown: who speaks, and what stands."""
    if not 0 < t.draws < 3:
        return "draws: after the third draw there is no showdown" if t.draws else "draws: none has been made"
    if t.phase == SHOWN:
        return ""
    s = int(t.draws) - 1
    if t.player not in seats and t.phase != AWARD:
        return f"player: {'nobody' if t.player == NOBODY else f'seat {int(t.player)}, who is out,'} speaks"
    standing = [p for p in range(4) if (int(t.standing[s]) >> p) & 1]
    for p in standing:
        if p not in seats or not t.declared[p][s]:
            return f"standing: seat {p} has declared nothing"
        if not t.false_declarations and untrue(t, p, s):
            return f"declared: seat {p} does not have what it has declared"
    hand = int(t.hand[t.turn])
    if t.phase == SPEAK and t.turn != NOBODY and not (t.false_declarations or unknown_count(hand)):
        if category(hand) < least_claim(t, t.turn):
            return f"turn: seat {int(t.turn)} has nothing to declare"
    if t.phase in (SPEAK, ANSWER) and t.turn not in (NOBODY, t.player):
        return f"player: seat {int(t.turn)} is asked, and it is not the player whose turn it is"
    return against_comparison(t, standing, s) if t.phase in (NAME, ANSWER) else ""


def untrue(t, p, s):
    """Whether the cards that a seat still has of the hand it declared are known and of another category."""
    cards = int(t.hand[p])
    return unknown_count(cards) == 0 and count(cards) == 5 and category(cards) != t.declared[p][s]


def against_comparison(t, standing, s):
    """Return what is wrong when two hands are compared: both are declared alike, and a rank is named before it is answered."""
    if not standing or t.declared[standing[0]][s] != t.declared[t.player][s]:
        return f"declared: seat {int(t.player)} has not declared what stands"
    if t.place >= STEPS[t.kickers][t.declared[t.player][s]]:
        return f"place: {int(t.place)} ranks of these hands have been compared, and there are no more"
    if t.phase == NAME and t.turn not in (NOBODY, standing[0]):
        return f"turn: seat {int(t.turn)} names no rank"
    named = t.named[standing[0]][5 * s + t.place]
    if (named > 0) != (t.phase == ANSWER):
        return f"named: the rank at place {int(t.place)} is {'there' if named else 'missing'}"
    blind = not t.false_declarations and count(int(t.hand[standing[0] if t.phase == NAME else t.player]) & CARD_BITS) != 5
    return "hand.0: a hand that is compared has five cards" if blind else ""


def against_play(t, seats):
    """Return what is wrong with the tricks and the end of a hand."""
    if t.phase in (PLAY, GATHER):
        if t.leader not in seats:
            return "leader: nobody leads" if t.leader == NOBODY else f"leader: seat {int(t.leader)} is out"
        if t.phase == GATHER and pile_size(t.trick) != len(seats):
            return f"trick: {pile_size(t.trick)} cards of {len(seats)} players"
        held = size_of(int(t.hand[t.leader])) + 1 - (pile_size(t.trick) == 0)
        if sum(map(int, t.tricks[: t.seats])) + held > 5:
            return f"tricks: {sum(map(int, t.tricks[: t.seats]))} are taken, with {held} cards of a hand before this one"
    if t.phase == LAST_TRICK and t.leader == NOBODY:
        return "leader: nobody has won the last trick"
    if t.phase == CHICAGO and (t.turn not in seats or t.caller != NOBODY):
        return f"turn: seat {int(t.turn)} is out" if t.turn not in seats else "caller: it has been called"
    return ""


def unplayable(t):
    if t.phase == DEAL:
        return ""
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    if t.phase >= LAST_TRICK:
        return ""
    held = int(t.draws) - (t.phase < SPEAK)  # showdowns that there can have been
    for s in range(max(held, 0), 2):
        if t.standing[s] or any(t.declared[p][s] for p in range(t.seats)):
            return f"{'standing' if t.standing[s] else 'declared'}: showdown {s + 1} has not begun"
    if t.phase < PLAY and any(t.tricks[: t.seats]):
        return "tricks: none has been played"
    for p in range(t.seats):
        laid = size_of(int(t.played[p]))
        if laid and (t.phase < PLAY or laid + size_of(int(t.hand[p])) > 5):
            return f"played.{p}: {laid} cards"
        zones = (t.hand[p], t.picked[p], t.exposed[p] if t.phase == TAKE_BACK else 0)
        held, due = sum(size_of(int(cards)) for cards in zones), 0 if t.out[p] else 5
        if t.phase in (PLAY, GATHER):
            due = held if t.phase == PLAY else size_of(int(t.hand[t.leader])) * (1 - t.out[p])
        elif t.phase in (THROW, SERVE, RESHUFFLE) and p == t.player:
            due = min(held, 5)
        if held != due:
            return f"hand.{p}: {held} cards, and {due} are due"
    return ""


@rule
def bound(t):
    """A hand without a chicago brings some player 5 points, or ends the game for one. By seat: three draws of five cards and
    `done`, in two showdowns a word and five ranks to name and to answer, a word about a chicago, five cards."""
    hands = LAST_HAND if t.chicago_call else t.seats * (t.target - 1) // 5 + 1 + EXTRA_HANDS + t.seats
    return hands * t.seats * (3 * 6 + 2 * 11 + 1 + 5)


@rule
def deal(t):
    """R1, R2: five cards each; some players are frozen for this hand."""
    cards = PACK
    for p in range(t.seats):
        t.hand[p] = 0 if t.out[p] else random_cards(t, cards, 5)
        cards &= ~t.hand[p]
        t.frozen[p] = t.freeze_at > 0 and t.score[p] >= t.freeze_at
        t.before[p] = t.score[p]
    fill(t.stock, cards)
    shuffle(t, t.stock)
    next_draw(t)


# R1: after a draw


@DRAWN.step
def after_draw(t):
    """R1: go on to the showdown, the next draw, the call of Chicago or the tricks."""
    if t.draws == 1 or (t.draws == 2 and t.second_showdown):
        for p in range(t.seats):
            t.spoken[p] = 0
        t.player = next_seat_in(t, t.dealer)
        speak(t)
    elif t.draws == 2:
        next_draw(t)
    elif t.chicago_call:
        ask(t, next_seat_in(t, t.dealer), CHICAGO)
    else:
        begin_tricks(t, next_seat_in(t, t.dealer))


@SHOWN.step
def after_showdown(t):
    next_draw(t)


# R9 to R12: the tricks and the end


@CHICAGO.play
def call_or_pass(t, choice):
    """F102: the caller leads; if all pass, the dealer's left does."""
    p = t.turn
    if choice == CALL_CHICAGO:
        t.caller = p
        say(t, SAY.chicago, p)
        begin_tricks(t, p)
    elif p == t.dealer:
        begin_tricks(t, next_seat_in(t, p))
    else:
        ask(t, next_seat_in(t, p), CHICAGO)


@rule
def begin_tricks(t, seat):
    t.player = NOBODY
    lead(t, seat, PLAY)


@PLAY.allowed(paragraph=9)
def follow_suit(t):
    """R9: return the cards that follow suit, or all if there are none."""
    return playable(t)


@PLAY.play
def play_card(t, choice):
    p = t.turn
    lay_card(t, choice)
    if pile_size(t.trick) < count(seats_in(t)):
        ask(t, next_seat_in(t, p), PLAY)
    else:
        next_step(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R9: every player lays the card played in a row of its own; the winner leads."""
    place = winning_place(t.trick, NO_TRUMPS, STRENGTH)
    seat = winner = t.leader
    for n in range(pile_size(t.trick)):
        t.played[seat] |= 1 << t.trick[n + 1]
        winner = seat if n == place else winner
        seat = next_seat_in(t, seat)
    t.prize = 10 if t.two_bonus and rank_of(t.trick[place + 1]) == TWO else 5
    clear(t.trick)
    t.tricks[winner] += 1
    lead_or_end(t, winner, PLAY, LAST_TRICK)


@NEXT.step
def next_deal(t):
    """R11, R12, F101: the match is over, or the deal passes to the left."""
    left = seats_in(t)
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
        t.dealer = next_seat_in(t, t.dealer)
        t.phase = DEAL


# what others know of a hand


@rule
def five_cards(t, p):
    """A player's cards in all places."""
    cards, seat = t.hand[p] | t.picked[p] | t.exposed[p] | t.played[p], t.leader
    for n in range(pile_size(t.trick)):
        if seat == p:
            cards |= 1 << t.trick[n + 1]
        seat = next_seat_in(t, seat)
    return cards


@rule
def contradictions(t, seat):
    """Count the hands that contradict the words in the showdowns. Before its next draw a hand is as declared; after it, the cards
    that its player would have had to show are still whole."""
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
