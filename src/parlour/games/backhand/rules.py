"""Backhand: take cards until the next one would be too many, and say so before it comes. R1.. are those of rulebook.md.

A card may be needed when the stock is empty; then the step in which it should come shuffles, and the same phase goes on.
"""

from parlour.kit import *
from parlour.kit.betting import *

RULES_VERSION = 2
ZERO_SUM = False
PHASES = phases(
    asks("bet", "bet {1..10000}"),
    steps("dealing", "replace", "forced"),
    asks("choose", "hit", "backhand"),
    asks("push", "play", "push", "hit"),
    steps("hit", "played", "backhand", "again", "settle", "gather", "next"),
)
BET, DEALING, REPLACE, FORCED, CHOOSE, PUSH, HIT, PLAYED, BACKHAND, AGAIN, SETTLE, GATHER, NEXT = PHASES
BET_1, HITS, BACKHANDS, PLAYS, PUSHES = PHASES.codes("bet 1", "hit", "backhand", "play", "push")
FIRST_TO, FIXED, BETTING = range(3)
BY_HAND = 0
WINS, LOSES = 1, 2
SAY = words("ace", "bust", "five", "over", "under", "safe", "win", "lose", "shuffled", "round")
WORTH = points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10 J=10 Q=10 K=10")
MOST_PUSHES = 1000  # where there is no limit
MOST_CARDS = 22  # of a hand: all aces but the last


class Table(Layout, seats=(1, 8), default_seats=2):
    mode = Option("first_to", ("first_to", "fixed", "betting"), "what is played for: a number of wins, a number of rounds, chips")
    target = Option(5, range(1, 101), "wins that end the game, if played for wins")
    rounds = Option(20, range(1, 501), "rounds of a game that is not played for wins")
    max_rounds = Option(500, range(10, 5001), "rounds after which a game for wins ends in any case")
    min_bet = Option(1, range(1, 10001), "lowest bet")
    max_bet = Option(10, range(1, 10001), "highest bet")
    stack = Option(100, range(1, 10001), "chips each player starts with")
    packs = Option(0, range(9), "packs of cards; 0: one for every two players")
    push_hit = Option(False, YES_NO, "a push hand may also be hit")
    push_from = Option(17, range(12, 21), "lowest push hand; the highest is 20")
    five_card_wins = Option(True, YES_NO, "five cards that are not over 21 win")
    max_pushes = Option(25, range(101), "pushes in one turn; 0: a thousand, so that every turn ends")
    shuffle = Option("every_hand", ("every_hand", "when_low"), "when all cards are shuffled")

    hand = Pile(MOST_CARDS, per=SEATS)
    beside = Cards(per=SEATS)  # the card turned up for a backhand
    aces = Pile(2, per=SEATS)  # those replaced
    stock = Pile(416, seen=NOBODY, kept=True)
    discards = Bag(8, kept=True)

    player = Seat()
    checked = Number(0, 2)  # of the first two cards: looked at for aces
    pushes = Number(0, MOST_PUSHES)
    value = Number(0, 31, per=SEATS)  # of the hand, for all to see
    result = Number(0, LOSES)  # of the hand that is being played
    wins = Number(0, 5000, per=SEATS, kept=True)
    stake = Number(0, 10000, per=SEATS)
    out = Flag(per=SEATS)  # too few chips to bet


@rule
def house(t):
    """R1."""
    return 1 if t.mode == BETTING and (t.min_bet > t.max_bet or t.min_bet > t.stack) else 0


@rule
def packs_of(t):
    """R2."""
    return t.packs if t.packs else (t.seats + 1) // 2


@rule
def pack(t, bag):
    for k in range(packs_of(t)):
        bag[k] = PACK_52


def unsound(t):
    most = int(t.max_rounds if t.mode == FIRST_TO else t.rounds)
    for p in range(t.seats):
        if t.mode != BETTING and (t.out[p] or t.stake[p]):
            return f"{'stake' if t.stake[p] else 'out'}: chips are not played for"
        if t.wins[p] >= most and t.phase not in (GATHER, NEXT, DEAL):
            return f"wins: seat {p} has won {int(t.wins[p])} rounds, and a game has {most}"
        if laid(t, p) and (t.out[p] or t.phase in (DEAL, BET, DEALING, NEXT)):
            return f"hand.{p}: {'a seat that is out has cards' if t.out[p] else 'cards before they are dealt'}"
        if p != t.player and t.aces[p][0] + size_of(int(t.beside[p])):
            return f"{'aces' if t.aces[p][0] else 'beside'}.{p}: it is not the turn of this seat"
    if t.phase in (DEAL, NEXT):
        return ""
    return against_stakes(t) if t.phase in (BET, DEALING) else against_turn(t)


def laid(t, p):
    """How many cards lie before a seat."""
    return int(t.hand[p][0]) + int(t.aces[p][0]) + size_of(int(t.beside[p]))


def against_stakes(t):
    """What is wrong before the deal: who has bet and who can still bet, and a stock that is too short."""
    seats = [p for p in ((max(t.turn, 0) + k) % t.seats for k in range(t.seats)) if not t.out[p]]
    if t.stock[0] < 2 * len(seats):
        return f"stock: {int(t.stock[0])} cards, and {2 * len(seats)} are dealt"
    if t.phase != BET:
        return "" if seats else "out: nobody is left"
    if t.mode != BETTING:
        return "phase: chips are not played for"
    if t.out[t.turn]:
        return f"turn: seat {int(t.turn)} is out"
    bets = sum(t.stake[p] > 0 for p in seats)
    for p in seats[: len(seats) - bets]:
        if t.stake[p]:
            return f"stake: seat {p} has bet before its turn"
        if t.score[p] < t.min_bet:
            return f"score: seat {p} has {int(t.score[p])} chips, and the lowest bet is {int(t.min_bet)}"
    return ""


def against_turn(t):
    """What is wrong while a hand is played, and with that hand."""
    p = int(t.player)
    if p == NOBODY:
        return "player: it is nobody's turn"
    if t.turn not in (NOBODY, p):
        return f"player: seat {int(t.turn)} is asked, and it is the turn of seat {p}"
    if t.aces[p][0] > t.checked:
        return f"aces.{p}: {int(t.aces[p][0])} are replaced, and {int(t.checked)} cards were looked at"
    beside = size_of(int(t.beside[p]))
    if beside > (1 if t.phase in (SETTLE, GATHER) else 0):
        return f"beside.{p}: {beside} cards"
    return against_phase(t, p, int(t.hand[p][0]))


def against_phase(t, p, size):
    """What is wrong with the hand in play for the phase it is in."""
    value = sum(int(WORTH[rank_of(card)]) for card in t.hand[p][1 : size + 1])
    if t.phase == AGAIN:
        return "" if size < 2 and not t.aces[p][0] else f"hand.{p}: {size} cards, and two are dealt after a push"
    if t.phase == REPLACE:
        is_ace = t.checked < 2 <= size and rank_of(t.hand[p][t.checked + 1]) == ACE
        return "" if is_ace else f"checked: card {int(t.checked) + 1} of seat {p} is no ace"
    if t.phase == SETTLE and t.result == 0:
        return "result: the hand is neither won nor lost"
    if t.phase in (SETTLE, GATHER):
        return ""
    low, high = (0, 11) if t.phase == FORCED else (12, 21)
    if not low <= value <= high:
        return f"hand.{p}: {size} cards that are worth {value}"
    pushes = size == 2 and t.push_from <= value <= 20
    if (t.phase in (PUSH, PLAYED)) != pushes and t.phase in (CHOOSE, PUSH, PLAYED):
        return f"hand.{p}: {size} cards that are worth {value} are {'' if pushes else 'no '}push hand"
    return ""


def unplayable(t):
    if t.phase == DEAL:
        return ""
    if t.hand_number == 0:
        return "hand_number: a round is played, and none has begun"
    if t.phase in (BET, DEALING, NEXT):
        return ""
    others = [p for p in range(t.seats) if p != t.player]
    wrong = next((p for p in others if t.hand[p][0] not in (0, 2)), NOBODY)
    if wrong == NOBODY and t.hand[t.player][0] < 2 and t.phase not in (AGAIN, GATHER):
        wrong = int(t.player)
    return "" if wrong == NOBODY else f"hand.{wrong}: {int(t.hand[wrong][0])} cards, and two are dealt"


@rule
def bound(t):
    rounds = t.max_rounds if t.mode == FIRST_TO else t.rounds
    pushes = t.max_pushes if t.max_pushes else MOST_PUSHES
    return rounds * t.seats * (2 + pushes + MOST_CARDS)


@rule
def deal(t):
    """R2. The stock is made anew, or goes on as it lies."""
    if t.hand_number == 1 and t.mode == BETTING:
        for p in range(t.seats):
            t.score[p] = t.stack
    if t.hand_number == 1 or t.shuffle == BY_HAND or t.stock[0] < 10 * t.seats:
        make_stock(t)
    for p in range(t.seats):
        t.out[p] = t.mode == BETTING and t.score[p] < t.min_bet
    t.player = next_seat_in(t, t.dealer)
    if t.mode == BETTING:
        ask(t, t.player, BET)
    else:
        deal_two(t)


@rule
def make_stock(t):
    """R2: all packs, shuffled."""
    clear(t.stock)
    for _ in range(packs_of(t)):
        put(t.stock, PACK_52)
    bag_clear(t.discards)
    shuffle(t, t.stock)


@rule
def deal_two(t):
    """R2: one card at a time from the left of the mark."""
    for _ in range(2):
        p = t.dealer
        for _ in range(t.seats):
            p = left_of(t, p)
            if not t.out[p]:
                push(t.hand[p], pop(t.stock))
                hand_value(t, p)
    begin_turn(t, next_seat_in(t, t.dealer))


@rule
def begin_turn(t, seat):
    """R3."""
    t.player = seat
    t.checked = t.pushes = t.result = 0
    go_on(t)


@rule
def hand_value(t, p):
    """R5: the sum of the values of p's cards."""
    t.value[p] = 0
    for n in range(1, t.hand[p][0] + 1):
        t.value[p] += WORTH[rank_of(t.hand[p][n])]
    return t.value[p]


# what may be chosen


@rule
def may_push(t):
    """R8."""
    return t.pushes < (t.max_pushes if t.max_pushes else MOST_PUSHES)


@rule
def highest_bet(t):
    """R1."""
    return min(t.max_bet, t.score[t.turn])


@rule
def objection(t, choice):
    if t.phase == BET:
        return 0 if t.min_bet <= choice - BET_1 + 1 <= highest_bet(t) else 1
    if t.phase == PUSH:
        if choice == PUSHES:
            return 0 if may_push(t) else 8
        return 8 if choice == HITS and not t.push_hit else 0
    return 0


@rule
def choices(t, menu):
    if t.phase == BET:
        return offer_run(menu, 0, BET_1 + t.min_bet - 1, BET_1 + highest_bet(t) - 1)
    if t.phase == CHOOSE:
        return offer(menu, offer(menu, 0, HITS), BACKHANDS)
    n = offer_if(menu, 0, HITS, t.push_hit)
    return offer_if(menu, offer(menu, n, PLAYS), PUSHES, may_push(t))


@rule
def play(t, choice):
    p = t.turn
    if t.phase == BET:
        t.stake[p] = choice - BET_1 + 1
        t.score[p] -= t.stake[p]
        following_seat = next_seat_in(t, p)
        if t.stake[following_seat] == 0:
            ask(t, following_seat, BET)
        else:
            next_step(t, DEALING)
    elif choice == PUSHES:
        t.pushes += 1
        lay_away(t, p)
        next_step(t, AGAIN)
    else:
        next_step(t, HIT if choice == HITS else BACKHAND if choice == BACKHANDS else PLAYED)


# the turn


@rule
def go_on(t):
    """R4 to R9: what comes next of the hand in play."""
    p = t.player
    while t.checked < 2 and rank_of(t.hand[p][t.checked + 1]) != ACE:
        t.checked += 1
    value, size = hand_value(t, p), t.hand[p][0]
    if t.checked < 2:
        next_step(t, REPLACE)
    elif value > 21:
        settle(t, LOSES, SAY.bust)
    elif size >= 5 and t.five_card_wins:
        settle(t, WINS, SAY.five)
    elif value <= 11:
        next_step(t, FORCED)
    else:
        ask(t, p, PUSH if size == 2 and t.push_from <= value <= 20 else CHOOSE)


@rule
def settle(t, result, word):
    t.result = result
    say(t, word, t.player)
    next_step(t, SETTLE)


@rule
def proceed(t):
    if t.phase == SETTLE:
        score_hand(t)
    elif t.phase == GATHER:
        lay_away(t, t.player)
        end_turn(t)
    elif t.phase == NEXT:
        end_round(t)
    elif t.phase == DEALING:
        deal_two(t)
    elif t.stock[0] == 0:
        renew_stock(t)
    else:
        turn_card(t, pop(t.stock))


@rule
def turn_card(t, card):
    """The top card of the stock, for what it is needed."""
    p = t.player
    if t.phase == BACKHAND:
        t.beside[p] = 1 << card
        over = hand_value(t, p) + WORTH[rank_of(card)] > 21
        settle(t, WINS if over else LOSES, SAY.over if over else SAY.under)
    elif t.phase == REPLACE:
        t.checked += 1
        push(t.aces[p], t.hand[p][t.checked])
        t.hand[p][t.checked] = card
        say(t, SAY.ace, p)
        go_on(t)
    else:
        push(t.hand[p], card)
        if t.phase == PLAYED:
            safe = hand_value(t, p) <= 21
            settle(t, WINS if safe else LOSES, SAY.safe if safe else SAY.bust)
        elif t.phase != AGAIN:
            go_on(t)
        elif t.hand[p][0] == 2:
            t.checked = 0
            go_on(t)
        else:
            hand_value(t, p)


@rule
def renew_stock(t):
    """R12: the discards and the aces replaced are shuffled; hands stay where they are."""
    for p in range(t.seats):
        while t.aces[p][0]:
            bag_add(t.discards, pop(t.aces[p]))
    bag_fill_pile(t.discards, t.stock)
    bag_clear(t.discards)
    shuffle(t, t.stock)
    say(t, SAY.shuffled, 0)


@rule
def lay_away(t, p):
    """The cards of a hand go to the discards."""
    t.value[p] = 0
    while t.hand[p][0]:
        bag_add(t.discards, pop(t.hand[p]))
    while t.aces[p][0]:
        bag_add(t.discards, pop(t.aces[p]))
    if t.beside[p]:
        bag_add(t.discards, lowest(t.beside[p]))
        t.beside[p] = 0


@rule
def score_hand(t):
    """R10."""
    p = t.player
    if t.result == WINS:
        t.wins[p] += 1
        t.score[p] += 2 * t.stake[p] if t.mode == BETTING else 1
    t.stake[p] = 0
    say(t, SAY.win if t.result == WINS else SAY.lose, p)
    t.phase = GATHER


@rule
def end_turn(t):
    """R3: the next player who has cards; after the last one the round is over."""
    p = t.player
    t.result = t.pushes = t.checked = 0
    for _ in range(t.seats):
        p = left_of(t, p)
        if t.hand[p][0]:
            begin_turn(t, p)
            return
    next_step(t, NEXT)


# the end


@rule
def end_round(t):
    """R11."""
    if is_over(t):
        end_game(t)
    else:
        say(t, SAY.round, t.hand_number)
        next_hand(t)


@rule
def is_over(t):
    """R11."""
    if t.mode == FIRST_TO:
        return top_score(t) >= t.target or t.hand_number >= t.max_rounds
    return t.hand_number >= t.rounds or (t.mode == BETTING and top_score(t) < t.min_bet)


@rule
def end_game(t):
    """R11: the best share the win. F101: chips are counted in stacks; alone one plays against the cards."""
    if t.mode == BETTING:
        cash_out(t, t.stack)
    else:
        share_win(t, False)
    if t.seats == 1:
        t.winners = 1 if beat_the_cards(t) else 0
        if t.mode != BETTING:
            t.payoff[0] = t.wins[0] / t.hand_number


@rule
def beat_the_cards(t):
    """F101: alone one wins with chips gained, with the wins agreed on, or with more hands won than lost."""
    if t.mode == BETTING:
        return t.score[0] > t.stack
    return t.wins[0] >= t.target if t.mode == FIRST_TO else 2 * t.wins[0] > t.hand_number
