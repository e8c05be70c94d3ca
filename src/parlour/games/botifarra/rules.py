"""Botifarra: name trumps or play without, head when you must, and give up your lowest. Paragraphs R1.. are those of rulebook.md.

Partners sit across the table and share everything but their cards: side 0 is the seats 0 and 2, side 1 the seats 1 and 3.
"""

from parlour.kit import *

PACK = PACK_48
PHASES = phases(
    asks("name", "trump {♣,♦,♥,♠}", "botifarra", "pass"),
    asks("double", "pass", "double"),
    asks("redouble", "pass", "redouble"),
    asks("reredouble", "pass", "reredouble"),
    asks("play", CARD),
    steps("gather", "count", "score", "next"),
)
NAME, DOUBLE, REDOUBLE, REREDOUBLE, PLAY, GATHER, COUNT, SCORE, NEXT = PHASES
TRUMP, BOTIFARRA, PASS = PHASES.codes("trump ♣", "botifarra", "pass")
SAY = words("yours", "trumps", "botifarra", "pass", "double", "redouble", "reredouble", "manilla", "won", "tie", "long")
NOT_NAMED = -1
STRENGTH = ranking("2 3 4 5 6 7 8 J Q K A 9")
WORTH = points("9=5 A=4 K=3 Q=2 J=1")
POINT_CARDS, BLANKS = pack_of("9 A K Q J"), pack_of("8 7 6 5 4 3 2")


class Table(Layout, seats=4):
    target = Option(101, range(50, 302), "points that win the game")
    direction = Option("clockwise", ("clockwise", "counter"), "the direction of deal, calls and play")
    losing_card = Option("any", ("any", "lowest"), "what is played when an opponent's card cannot be beaten")
    max_multiplier = Option(8, (8, 16), "the most a hand can be multiplied by")
    doubling = Option(True, YES_NO, "hands may be doubled")
    dealer_may_pass = Option(True, YES_NO, "the dealer may leave the choice to the partner")
    botifarra_factor = Option(2, (1, 2), "what a hand without trumps begins at")
    max_hands = Option(60, range(10, 201), "hands after which the higher score wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(4)
    won = Cards(per=SEATS, seen=NOBODY)  # a side's tricks, before one of the partners: seat 0 or 1
    counted = Cards(per=SEATS)  # the same turned up when the hand has ended

    trumps = Number(NOT_NAMED, NO_TRUMPS)
    multiplier = Number(0, 16)
    declarer = Seat()
    doubler = Seat()  # who doubled last
    leader = Seat()
    winning = Seat()  # whose card wins the trick so far
    tricks = Number(0, 12, per=SEATS)  # of the side; partners have the same
    points = Number(0, 72, per=SEATS)  # likewise, counted when the hand has ended


@rule(inline=True)
def partner_of(seat):
    return seat ^ 2


@rule(inline=True)
def next_of(t, seat):
    """The next seat in turn."""
    return (seat + (3 if t.direction == Table.direction.counter else 1)) & 3


def unsound(t):
    if t.phase == DEAL:
        return ""
    for p in range(4):
        if p > 1 and (t.won[p] or t.counted[p]):
            return f"{'won' if t.won[p] else 'counted'}.{p}: the cards of a side lie before seat {p - 2}"
        if t.tricks[p] != t.tricks[partner_of(p)]:
            return f"tricks: seats {p & 1} and {(p & 1) + 2} are partners and have the same tricks"
    return against_hand(t) if t.phase < NEXT else ""


def against_hand(t):
    """Return what is wrong with the hands, the trick, and what has been named and doubled."""
    held = [size_of(int(hand)) for hand in t.hand]
    size, tricks = int(pile_size(t.trick)), int(t.tricks[0] + t.tricks[1])
    if t.phase in (COUNT, SCORE):
        left = next((f"hand.{p}" for p in range(4) if held[p]), "trick" if size else "")
        return f"{left}: cards are left, and the hand has ended" if left else ""
    if t.phase != PLAY and size != (4 if t.phase == GATHER else 0):
        return f"trick: {size} cards"
    if t.phase >= PLAY and tricks + held[t.turn] + (t.phase == GATHER) > 12:
        return f"tricks: {tricks} are taken, and {12 - tricks - (t.phase == GATHER)} cards of a hand should be left"
    if t.leader == NOBODY:
        return "leader: nobody leads"
    if t.multiplier not in (0, 1, 2, 4, 8, 16) or t.multiplier > t.max_multiplier:
        return f"multiplier: a hand cannot count {int(t.multiplier)} times"
    if t.phase == NAME:
        return "" if t.dealer == NOBODY or (t.turn - t.dealer) % 2 == 0 else f"turn: seat {int(t.turn)} does not name trumps"
    if t.trumps == NOT_NAMED:
        return "trumps: they have not been named"
    if t.phase < PLAY:
        return against_doubling(t)
    order = [(t.leader + (-k if t.direction == Table.direction.counter else k)) % 4 for k in range(size)]
    ahead = 0
    for k in range(1, size):
        if beats(int(t.trick[1 + k]), int(t.trick[1 + ahead]), t.trumps, STRENGTH):
            ahead = k
    if size and t.winning != order[ahead]:
        return f"winning: seat {order[ahead]} wins the trick so far"
    return ""


def against_doubling(t):
    """Return what is wrong while the other side of the last to speak may double."""
    last = int(t.declarer if t.doubler == NOBODY else t.doubler)
    if last == NOBODY:
        return "declarer: nobody has named trumps"
    if t.doubler != NOBODY and (t.phase == DOUBLE or (t.doubler - t.declarer) % 2 != (t.phase == REDOUBLE)):
        return f"doubler: seat {int(t.doubler)} has not doubled before this"
    if not (t.turn - last) % 2:
        return f"turn: seat {int(t.turn)} is on the side that spoke last"
    return "" if t.doubling and t.multiplier < t.max_multiplier else "phase: nobody may double"


def unplayable(t):
    if t.phase not in (NAME, DOUBLE, REDOUBLE, REREDOUBLE, GATHER):
        return ""
    held = [size_of(int(hand)) for hand in t.hand]
    for p in range(4):
        if held[p] != held[0] or (t.phase < PLAY and held[p] + t.tricks[0] + t.tricks[1] != 12):
            return f"hand.{p}: {held[p]} cards, and {held[0] if t.phase == GATHER else 12} are due"
    return ""


@rule
def bound(t):
    """Two name, six are asked to double, every card is played."""
    return t.max_hands * (2 + 6 + 48)


@rule
def deal(t):
    """R1: deal twelve cards each; the dealer is asked for trumps."""
    deal_hands(t, PACK, 12)
    for p in range(4):
        t.side[p] = p & 1
    t.trumps, t.multiplier = NOT_NAMED, 1
    t.leader = next_of(t, t.dealer)
    ask(t, t.dealer, NAME)


# trumps and doubling


@rule(inline=True)
def may_pass_choice(t):
    return t.turn == t.dealer and t.dealer_may_pass != 0


@NAME.objection
def only_dealer_passes(t, choice):
    """R1: only the dealer passes the choice on."""
    return 1 if choice == PASS and not may_pass_choice(t) else 0


@NAME.play
def name_trumps(t, choice):
    """R1, R2: the dealer names trumps or botifarra, or leaves it to the partner."""
    if choice == PASS:
        say(t, SAY.yours, partner_of(t.turn))
        ask(t, partner_of(t.turn), NAME)
        return
    t.declarer = t.turn
    if choice == BOTIFARRA:
        t.trumps, t.multiplier = NO_TRUMPS, t.botifarra_factor
        say(t, SAY.botifarra, 0)
    else:
        t.trumps = choice - TRUMP
        say(t, SAY.trumps, t.trumps)
    open_doubling(t, DOUBLE if t.doubling else PLAY)


@rule
def last_to_speak(t):
    """R3: the last doubler, at first the declarer."""
    return t.declarer if t.doubler == NOBODY else t.doubler


@rule
def open_doubling(t, phase):
    """R3, R4: the other side is asked, from the seat after the last one to speak; or play begins."""
    if phase < PLAY and t.multiplier < t.max_multiplier:
        ask(t, next_of(t, last_to_speak(t)), phase)
    else:
        lead(t, t.leader, PLAY)


@DOUBLE.play
def double(t, choice):
    answer_doubling(t, choice, SAY.double, REDOUBLE)


@REDOUBLE.play
def redouble(t, choice):
    answer_doubling(t, choice, SAY.redouble, REREDOUBLE)


@REREDOUBLE.play
def reredouble(t, choice):
    answer_doubling(t, choice, SAY.reredouble, PLAY)


@rule
def answer_doubling(t, choice, word, further):
    """R3: the first player who doubles ends the phase, and `further` follows; two passes end the doubling."""
    if choice != PASS:
        say(t, word, 0)
        t.multiplier *= 2
        t.doubler = t.turn
        open_doubling(t, further)
        return
    say(t, SAY.pass_, 0)
    if t.turn == next_of(t, last_to_speak(t)):
        ask(t, partner_of(t.turn), t.phase)
    else:
        lead(t, t.leader, PLAY)


# play


@PLAY.allowed(paragraph=7)
def head_or_lowest(t):
    """R5: any card is led. R7: a player who does not follow a winning partner must head, or give up the lowest."""
    hand = t.hand[t.turn]
    if pile_size(t.trick) == 0:
        return hand
    cards = following(hand, suit_of(t.trick[1]))
    if t.winning == partner_of(t.turn):
        return (cards & POINT_CARDS) | lowest_blanks(cards)
    better = heading(cards, card_to_beat(t), t.trumps, STRENGTH)
    if better:
        return better
    return lowest_of_suits(cards) if t.losing_card == Table.losing_card.lowest else cards


@rule
def card_to_beat(t):
    """R6: the card that wins the trick so far."""
    steps = t.leader - t.winning if t.direction == Table.direction.counter else t.winning - t.leader
    return t.trick[1 + (steps & 3)]


@rule
def lowest_blanks(cards):
    """The lowest blank of every suit in a set."""
    low = 0
    for suit in range(4):
        blanks = cards & BLANKS & SUITS[suit]
        low |= blanks & -blanks
    return low


@rule
def lowest_of_suits(cards):
    """The lowest card of every suit in a set: the nine is above the ace."""
    low = 0
    for suit in range(4):
        held = cards & SUITS[suit]
        below_nine = held & ~RANKS[NINE]
        low |= below_nine & -below_nine if below_nine else held
    return low


@PLAY.play
def play_card(t, card):
    if pile_size(t.trick) == 0 or beats(card, card_to_beat(t), t.trumps, STRENGTH):
        t.winning = t.turn
    if rank_of(card) == NINE:
        say(t, SAY.manilla, suit_of(card))
    lay_card(t, card)
    if pile_size(t.trick) == 4:
        next_step(t, GATHER)
    else:
        ask(t, next_of(t, t.turn), PLAY)


@GATHER.step
def gather_trick(t):
    """R8: the winner's side takes the trick, and the winner leads."""
    winner = t.winning
    t.won[winner & 1] |= take_trick(t)
    t.tricks[winner] += 1
    t.tricks[partner_of(winner)] += 1
    t.winning = NOBODY
    lead_or_end(t, winner, PLAY, COUNT)


# the score


@COUNT.step
def turn_up_tricks(t):
    for side in range(2):
        t.counted[side] |= t.won[side]
        t.won[side] = 0
    t.phase = SCORE


@SCORE.step
def score_hand(t):
    """R9: the side with more than half of the 72 points scores what it has above, multiplied."""
    for p in range(4):
        t.points[p] = total(t.counted[p & 1], WORTH) + t.tricks[p]
    side = 0 if t.points[0] > t.points[1] else 1
    gain = (t.points[side] - 36) * t.multiplier
    score_side(t, side, gain)
    say(t, SAY.won if gain else SAY.tie, gain)
    t.phase = NEXT


@NEXT.step
def next_hand_or_end(t):
    if max(t.score[0], t.score[1]) >= t.target:
        share_win(t, False)
    elif t.hand_number >= t.max_hands:
        say(t, SAY.long, t.max_hands)
        win_or_draw(t, best_seats(t, False))
    else:
        t.dealer = next_of(t, t.dealer)
        t.phase = DEAL
