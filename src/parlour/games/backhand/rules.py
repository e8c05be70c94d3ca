"""Backhand: take cards until the next one would be too many, and say so before it comes. R1.. are those of rulebook.md.

If a step needs a card and the stock is empty, this step only shuffles. The next step is in the same phase and turns the card.
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
WINS, LOSES = 1, 2
SAY = words("ace", "bust", "five", "over", "under", "safe", "win", "lose", "shuffled", "round")
WORTH = points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10 J=10 Q=10 K=10")
MOST_PUSHES = 1000  # if there is no limit
MOST_CARDS = 22  # of a hand: all aces but the last


class Table(Layout, seats=(1, 8), default_seats=2):
    mode = Option(
        "first_to", ("first_to", "fixed", "betting"), "what the game is played for: a number of wins, a number of rounds, chips"
    )
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
    aces = Pile(2, per=SEATS)  # the aces replaced
    stock = Pile(416, seen=NOBODY, kept=True)
    discards = Bag(8, kept=True)

    player = Seat()
    checked = Number(0, 2)  # how many of the first two cards have been looked at for aces
    pushes = Number(0, MOST_PUSHES)
    value = Number(0, 31, per=SEATS)  # of the hand, shown to all players
    result = Number(0, LOSES)  # of the hand that is being played
    wins = Number(0, 5000, per=SEATS, kept=True)
    stake = Number(0, 10000, per=SEATS)
    out = Flag(per=SEATS)  # too few chips to bet


@rule
def house(t):
    """R1: with bets, the least bet is neither above the highest nor above a stack. Return the paragraph that is broken, or 0."""
    return 1 if t.mode == Table.mode.betting and (t.min_bet > t.max_bet or t.min_bet > t.stack) else 0


@rule
def packs_of(t):
    """R2: return the number of packs, by default one for every two players."""
    return t.packs if t.packs else (t.seats + 1) // 2


@rule
def pack(t, bag):
    for k in range(packs_of(t)):
        bag[k] = PACK_52


def unsound(t):
    most = int(t.max_rounds if t.mode == Table.mode.first_to else t.rounds)
    for p in range(t.seats):
        if t.mode != Table.mode.betting and (t.out[p] or t.stake[p]):
            return f"{'stake' if t.stake[p] else 'out'}: chips are not played for"
        if t.wins[p] >= most and t.phase not in (GATHER, NEXT, DEAL):
            return f"wins: seat {p} has won {int(t.wins[p])} rounds, and a game has {most}"
        if laid(t, p) and (t.out[p] or t.phase in (DEAL, BET, DEALING, NEXT)):
            return f"hand.{p}: {'a seat that is out has cards' if t.out[p] else 'cards before they are dealt'}"
        if p != t.player and pile_size(t.aces[p]) + size_of(int(t.beside[p])):
            return f"{'aces' if pile_size(t.aces[p]) else 'beside'}.{p}: it is not the turn of this seat"
    if t.phase in (DEAL, NEXT):
        return ""
    return against_stakes(t) if t.phase in (BET, DEALING) else against_turn(t)


def laid(t, p):
    """The number of cards that lie before a seat."""
    return int(pile_size(t.hand[p])) + int(pile_size(t.aces[p])) + size_of(int(t.beside[p]))


def against_stakes(t):
    """Return what is wrong before the deal: who has bet and who can still bet, and a stock that is too short."""
    seats = [p for p in ((max(t.turn, 0) + k) % t.seats for k in range(t.seats)) if not t.out[p]]
    if pile_size(t.stock) < 2 * len(seats):
        return f"stock: {int(pile_size(t.stock))} cards, and {2 * len(seats)} are dealt"
    if t.phase != BET:
        return "" if seats else "out: nobody is left"
    if t.mode != Table.mode.betting:
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
    """Return what is wrong while a hand is played, and with that hand."""
    p = int(t.player)
    if p == NOBODY:
        return "player: it is nobody's turn"
    if t.turn not in (NOBODY, p):
        return f"player: seat {int(t.turn)} is asked, and it is the turn of seat {p}"
    if pile_size(t.aces[p]) > t.checked:
        return f"aces.{p}: {int(pile_size(t.aces[p]))} are replaced, and {int(t.checked)} cards were looked at"
    beside = size_of(int(t.beside[p]))
    if beside > (1 if t.phase in (SETTLE, GATHER) else 0):
        return f"beside.{p}: {beside} cards"
    return against_phase(t, p, int(pile_size(t.hand[p])))


def against_phase(t, p, size):
    """Return what is wrong with the hand in play for the phase it is in."""
    value = sum(int(WORTH[rank_of(card)]) for card in t.hand[p][1 : size + 1])
    if t.phase == AGAIN:
        return "" if size < 2 and not pile_size(t.aces[p]) else f"hand.{p}: {size} cards, and two are dealt after a push"
    if t.phase == REPLACE:
        is_ace = t.checked < 2 <= size and rank_of(t.hand[p][t.checked + 1]) == ACE
        return "" if is_ace else f"checked: card {int(t.checked) + 1} of seat {p} is not an ace"
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
    wrong = next((p for p in others if pile_size(t.hand[p]) not in (0, 2)), NOBODY)
    if wrong == NOBODY and pile_size(t.hand[t.player]) < 2 and t.phase not in (AGAIN, GATHER):
        wrong = int(t.player)
    return "" if wrong == NOBODY else f"hand.{wrong}: {int(pile_size(t.hand[wrong]))} cards, and two are dealt"


@rule
def bound(t):
    rounds = t.max_rounds if t.mode == Table.mode.first_to else t.rounds
    pushes = t.max_pushes if t.max_pushes else MOST_PUSHES
    return rounds * t.seats * (2 + pushes + MOST_CARDS)


@rule
def deal(t):
    """R2. All cards are shuffled, or the stock is used as it is."""
    if t.hand_number == 1 and t.mode == Table.mode.betting:
        for p in range(t.seats):
            t.score[p] = t.stack
    if t.hand_number == 1 or t.shuffle == Table.shuffle.every_hand or pile_size(t.stock) < 10 * t.seats:
        make_stock(t)
    for p in range(t.seats):
        t.out[p] = t.mode == Table.mode.betting and t.score[p] < t.min_bet
    t.player = next_seat_in(t, t.dealer)
    if t.mode == Table.mode.betting:
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


@BET.objection
def objection_to_bet(t, choice):
    return 0 if t.min_bet <= choice - BET_1 + 1 <= highest_bet(t) else 1


@BET.choices
def bets(t, menu):
    return offer_run(menu, 0, BET_1 + t.min_bet - 1, BET_1 + highest_bet(t) - 1)


@rule
def highest_bet(t):
    """R1: return the most that the seat on turn may bet: the limit of the table, or all its chips."""
    return min(t.max_bet, t.score[t.turn])


@BET.play
def bet(t, choice):
    p = t.turn
    t.stake[p] = choice - BET_1 + 1
    t.score[p] -= t.stake[p]
    following_seat = next_seat_in(t, p)
    if t.stake[following_seat] == 0:
        ask(t, following_seat, BET)
    else:
        next_step(t, DEALING)


@DEALING.step
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
def hand_value(t, p):
    """R5: the sum of the values of p's cards."""
    t.value[p] = 0
    for n in range(1, pile_size(t.hand[p]) + 1):
        t.value[p] += WORTH[rank_of(t.hand[p][n])]
    return t.value[p]


@rule
def begin_turn(t, seat):
    """R3: a seat begins its turn."""
    t.player = seat
    t.checked = t.pushes = t.result = 0
    go_on(t)


@rule
def go_on(t):
    """R4 to R9: the next phase of the hand in play."""
    p = t.player
    while t.checked < 2 and rank_of(t.hand[p][t.checked + 1]) != ACE:
        t.checked += 1
    value, size = hand_value(t, p), pile_size(t.hand[p])
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


@REPLACE.step
def replace_ace(t):
    """R4: lay the ace aside and take another card in its place."""
    p = t.player
    if not shuffled(t):
        t.checked += 1
        push(t.aces[p], t.hand[p][t.checked])
        t.hand[p][t.checked] = pop(t.stock)
        say(t, SAY.ace, p)
        go_on(t)


@rule
def shuffled(t):
    """R12: if the stock is empty, this step only shuffles the discards and the replaced aces. The hands stay where they are."""
    if pile_size(t.stock):
        return False
    for p in range(t.seats):
        while pile_size(t.aces[p]):
            bag_add(t.discards, pop(t.aces[p]))
    bag_fill_pile(t.discards, t.stock)
    bag_clear(t.discards)
    shuffle(t, t.stock)
    say(t, SAY.shuffled, 0)
    return True


@FORCED.step
@HIT.step
def take_card(t):
    """R6, R9: take one card from the stock."""
    if not shuffled(t):
        push(t.hand[t.player], pop(t.stock))
        go_on(t)


@CHOOSE.play
def hit_or_backhand(t, choice):
    """R9: choose between one more card for the hand and a card beside it."""
    next_step(t, HIT if choice == HITS else BACKHAND)


@PUSH.objection
def objection_to_push(t, choice):
    """R8: a hand is pushed no more often than agreed. Return the paragraph that forbids the choice, or 0."""
    if choice == PUSHES:
        return 0 if t.pushes < (t.max_pushes if t.max_pushes else MOST_PUSHES) else 8
    return 8 if choice == HITS and not t.push_hit else 0


@PUSH.play
def play_or_push(t, choice):
    """R8: lay the hand away for another one, take a card, or play."""
    if choice == PUSHES:
        t.pushes += 1
        lay_away(t, t.turn)
        next_step(t, AGAIN)
    else:
        next_step(t, HIT if choice == HITS else PLAYED)


@rule
def lay_away(t, p):
    """The cards of a hand go to the discards."""
    t.value[p] = 0
    while pile_size(t.hand[p]):
        bag_add(t.discards, pop(t.hand[p]))
    while pile_size(t.aces[p]):
        bag_add(t.discards, pop(t.aces[p]))
    if t.beside[p]:
        bag_add(t.discards, lowest(t.beside[p]))
        t.beside[p] = 0


@PLAYED.step
def turn_card_for_play(t):
    """R8: take a card; the hand wins with 21 or less."""
    p = t.player
    if not shuffled(t):
        push(t.hand[p], pop(t.stock))
        safe = hand_value(t, p) <= 21
        settle(t, WINS if safe else LOSES, SAY.safe if safe else SAY.bust)


@BACKHAND.step
def turn_card_for_backhand(t):
    """R9: turn a card up beside the hand; the player wins if it would take the hand over 21."""
    p = t.player
    if not shuffled(t):
        card = pop(t.stock)
        t.beside[p] = 1 << card
        over = hand_value(t, p) + WORTH[rank_of(card)] > 21
        settle(t, WINS if over else LOSES, SAY.over if over else SAY.under)


@AGAIN.step
def deal_again(t):
    """R8: two cards after a push, one in each step."""
    p = t.player
    if shuffled(t):
        return
    push(t.hand[p], pop(t.stock))
    if pile_size(t.hand[p]) == 2:
        t.checked = 0
        go_on(t)
    else:
        hand_value(t, p)


@SETTLE.step
def score_hand(t):
    """R10: pay a hand that has won twice its stake, or a point if there are no bets."""
    p = t.player
    if t.result == WINS:
        t.wins[p] += 1
        t.score[p] += 2 * t.stake[p] if t.mode == Table.mode.betting else 1
    t.stake[p] = 0
    say(t, SAY.win if t.result == WINS else SAY.lose, p)
    t.phase = GATHER


@GATHER.step
def end_turn(t):
    """R3: it is the turn of the next player who has cards. After the last one the round is over."""
    p = t.player
    lay_away(t, p)
    t.result = t.pushes = t.checked = 0
    for _ in range(t.seats):
        p = left_of(t, p)
        if pile_size(t.hand[p]):
            begin_turn(t, p)
            return
    next_step(t, NEXT)


@NEXT.step
def end_round(t):
    """R11: end the game, or begin the next round."""
    if is_over(t):
        end_game(t)
    else:
        say(t, SAY.round, t.hand_number)
        next_hand(t)


@rule
def is_over(t):
    """R11: whether the score or the number of rounds ends the game."""
    if t.mode == Table.mode.first_to:
        return top_score(t) >= t.target or t.hand_number >= t.max_rounds
    return t.hand_number >= t.rounds or (t.mode == Table.mode.betting and top_score(t) < t.min_bet)


@rule
def end_game(t):
    """R11: the best players share the win. F101: chips are counted in stacks; a single player plays against the cards."""
    if t.mode == Table.mode.betting:
        cash_out(t, t.stack)
    else:
        share_win(t, False)
    if t.seats == 1:
        t.winners = 1 if beat_the_cards(t) else 0
        if t.mode != Table.mode.betting:
            t.payoff[0] = t.wins[0] / t.hand_number


@rule
def beat_the_cards(t):
    """F101: a single player wins with chips gained, with the wins agreed on, or with more hands won than lost."""
    if t.mode == Table.mode.betting:
        return t.score[0] > t.stack
    return t.wins[0] >= t.target if t.mode == Table.mode.first_to else 2 * t.wins[0] > t.hand_number
