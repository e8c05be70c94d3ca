"""I Doubt It: cards go down unseen, their rank is claimed, and who doubts wrongly pays. Paragraphs R1.. are those of rulebook.md.

The heap is a bag, not a pile: it is only ever taken or thrown out whole, so no rule asks for its order, and what a seat
remembers of it is what it laid there itself.
"""

from parlour.kit import *

IN_ORDER = True
LOW = True  # the score is the number of cards left
PHASES = phases(
    asks("play", CARD, "done", "pass", veiled=True, unordered=True),
    asks("doubt", "doubt", "let", window="let"),
    steps("lay", "show", "judge", "turn up", "take", "gather", "passed", "finish"),
)
PLAY, DOUBT, LAY, SHOW, JUDGE, TURN_UP, TAKE, GATHER, PASSED, FINISH = PHASES
DONE, PASS, DOUBT_IT, LET = PHASES.codes("done", "pass", "doubt", "let")
SIZES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "many")  # a claim: its size, with the rank as figure
SAY = words(word_row("claim", *SIZES), "doubt", "let", "pass", "true", "caught", "stands", "thrown out", "out", "fewest")


class Table(Layout, seats=(3, 10), default_seats=4):
    decks = Option(AUTO, (1, 2), "packs; auto: two for seven or more players")
    max_cards = Option(AUTO, range(9), "most cards in one play; auto is four for each pack", words={0: "any"})
    may_pass = Option(False, YES_NO, "a player may pass instead of playing")
    rank_order = Option("up", ("up", "down"), "whether the claims go A 2 3 or A K Q")
    after_challenge = Option(
        "next", ("next", "winner"), "who plays after a challenge: the next seat, or the player who was right"
    )
    final_challenge = Option("automatic", ("automatic", "voluntary"), "whether a play of the last cards is always checked")
    window = Option("ordered", ("ordered", "next_player"), "who may doubt: everybody in order, or only the next player")
    show_all = Option(False, YES_NO, "a pile that is taken up is shown to all")
    max_turns = Option(100, range(20, 501), "plays for each player after which the fewest cards win")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=True)
    picked = Bag(2, per=SEATS, seen=OWNER)  # the cards of a play until it is complete
    last = Bag(2, seen=NOBODY)  # the newest packet, while it can be doubted
    shown = Bag(2)
    heap = Bag(2, seen=NOBODY)
    out = Bag(2, seen=NOBODY)  # thrown out of the game

    player = Seat()  # who made or makes the play
    doubter = Seat()
    taker = Seat()
    rank = Number(0, 12)  # the rank to be claimed
    plays = Number(0, 5000)  # complete plays so far, passes among them
    passes = Number(0, 10)  # in a row


@rule
def house(t):
    if t.decks == AUTO:
        t.decks = 2 if t.seats >= 7 else 1
    if t.max_cards == AUTO:
        t.max_cards = 4 * t.decks
    return 0


def unsound(t):
    if t.phase in (DEAL, FINISH):
        return "player: nobody has played" if t.phase == FINISH and t.player == NOBODY else ""
    if t.player == NOBODY:
        return "player: it is nobody's turn" if t.phase != PLAY else ""
    if t.plays >= t.max_turns * t.seats:
        return f"plays: {int(t.plays)}, and a game has {int(t.max_turns * t.seats)}"
    if t.passes > t.seats - (t.phase != PASSED):
        return f"passes: {int(t.passes)} in a row, and {int(t.seats)} players"
    if t.turn != NOBODY and (t.turn == t.player) != (t.phase == PLAY):
        return f"turn: seat {int(t.turn)} {'does not play' if t.phase == PLAY else 'cannot doubt itself'}"
    if t.phase == DOUBT and t.window == Table.window.next_player and t.turn != left_of(t, int(t.player)):
        return "turn: only the next player may doubt"
    if t.taker != NOBODY and t.phase not in (TURN_UP, TAKE):
        return f"taker: seat {int(t.taker)} takes no pile up"
    if t.doubter != NOBODY and (t.phase in (PLAY, DOUBT, LAY, GATHER, PASSED) or t.doubter == t.player):
        return f"doubter: seat {int(t.doubter)} has not doubted"
    return against_packet(t)


def against_packet(t):
    """Return what is wrong with the cards of the play: picked, lying to be doubted, or turned up."""
    for p in range(t.seats):
        picked = bag_size(t.picked[p])
        if p == t.player and t.phase == LAY:
            if not picked:
                return f"picked.{p}: no card is played"
        elif picked != (t.chain if p == t.turn and t.phase == PLAY else 0):
            return f"picked.{p}: {picked} cards, and {int(t.chain) if p == t.turn else 0} have been chosen"
    if 0 < t.max_cards <= t.chain:
        return f"chain: {int(t.chain)} cards, and a play has {int(t.max_cards)}"
    if (bag_size(t.last) > 0) != (t.phase in (DOUBT, SHOW, GATHER)):
        return f"last: {bag_size(t.last)} cards in this phase"
    if t.phase == JUDGE and not bag_size(t.shown):
        return "shown: no card is turned up"
    if t.phase in (TURN_UP, TAKE) and t.taker == NOBODY:
        return "taker: nobody takes the pile up"
    return ""


def unplayable(t):
    if t.phase in (DEAL, FINISH):
        return ""
    if t.player == NOBODY:
        return "player: it is nobody's turn"
    for p in range(t.seats):
        if not bag_size(t.hand[p]) + bag_size(t.picked[p]) and (p != t.player or t.phase in (PLAY, PASSED)):
            return f"hand.{p}: it is empty, and the game is over then"
    return ""


@rule
def bound(t):
    """R8: this many plays, each of at most this many picks (the last one ends the play, as `done` would) and one window."""
    picks = t.max_cards if t.max_cards != Table.max_cards.any else 52 * t.decks
    return t.max_turns * t.seats * (picks + t.seats - 1)


@rule
def pack(t, bag):
    for k in range(t.decks):
        bag[k] = PACK_52


@rule
def deal(t):
    deal_out(t)
    t.rank = ACE
    t.player = left_of(t, t.dealer)
    ask(t, t.player, PLAY)


@rule
def deal_out(t):
    """The whole pack, as evenly as it goes, the seats from the dealer's left having the odd cards.

    Each card goes to a free place drawn at random, which gives every deal the chance that a shuffle does.
    """
    cards = free = 52 * t.decks
    first = left_of(t, t.dealer)
    for card in range(52):
        for _ in range(t.decks):
            place = random_below(t, free)
            free -= 1
            seat = first
            for odd in range(t.seats):
                room = (cards + t.seats - 1 - odd) // t.seats - bag_size(t.hand[seat])
                if place < room:
                    break
                place -= room
                seat = left_of(t, seat)
            bag_add(t.hand[seat], card)


@PLAY.allowed
def any_card(t):
    """R2: any card of the hand."""
    return t.hand[t.turn, 0]


@PLAY.objection
def one_card_at_least(t, choice):
    """R2: a play has at least one card, and no player passes unless the house allows it. The rank never matters."""
    if choice == DONE:
        return 0 if t.chain > 0 else 2
    if choice == PASS:
        return 0 if t.may_pass and t.chain == 0 else 2
    return 0


@PLAY.play
def pick_or_end(t, choice):
    p = t.turn
    if choice == DONE:
        claim(t)
    elif choice == PASS:
        t.passes += 1
        say(t, SAY.pass_, p)
        next_step(t, PASSED)
    else:
        bag_take(t.hand[p], choice)
        bag_add(t.picked[p], choice)
        t.chain += 1
        if t.chain == t.max_cards or t.hand[p, 0] == 0:
            claim(t)


@rule
def claim(t):
    """R2: the play is complete; its number is true, its rank is the next in order."""
    t.passes = 0
    say(t, SAY.claim[min(t.chain, len(SIZES)) - 1], t.rank)
    next_step(t, LAY)


@LAY.step
def lay_packet(t):
    """R3, R6: the packet lies face down before all players; last cards are checked without a doubt."""
    bag_pour(t.picked[t.player], t.last)
    if t.hand[t.player, 0] == 0 and t.final_challenge == Table.final_challenge.automatic:
        next_step(t, SHOW)
    else:
        ask(t, left_of(t, t.player), DOUBT)


@DOUBT.play
def doubt_or_let(t, choice):
    """R3: after a player who does not doubt the next player to the left is asked, if there is one."""
    p = t.turn
    if choice == DOUBT_IT:
        t.doubter = p
        say(t, SAY.doubt, p)
        next_step(t, SHOW)
        return
    say(t, SAY.let, p)
    neighbour = left_of(t, p)
    if t.window == Table.window.next_player or neighbour == t.player:
        next_step(t, GATHER)
    else:
        ask(t, neighbour, DOUBT)


@SHOW.step
def show_packet(t):
    """R4: turn the last play face up."""
    bag_pour(t.last, t.shown)
    t.phase = JUDGE


@JUDGE.step
def judge(t):
    """R4, R6: one card of another rank makes the claim a lie. The loser takes the pile; nobody after a true last play unasked."""
    if t.shown[0] & ~RANKS[t.rank]:
        t.taker = t.player
        say(t, SAY.caught, t.player)
    elif t.doubter != NOBODY:
        t.taker = t.doubter
        say(t, SAY.true, t.doubter)
    else:
        say(t, SAY.stands, t.player)
        next_step(t, FINISH)
        return
    next_step(t, TURN_UP if t.show_all and t.heap[0] else TAKE)


@TURN_UP.step
def turn_up_pile(t):
    bag_pour(t.heap, t.shown)
    t.phase = TAKE


@TAKE.step
def take_pile(t):
    """R4: the loser of the challenge takes the pile."""
    bag_pour(t.shown, t.hand[t.taker])
    bag_pour(t.heap, t.hand[t.taker])
    next_play(t)


@GATHER.step
def gather_packet(t):
    bag_pour(t.last, t.heap)
    next_play(t)


@PASSED.step
def after_pass(t):
    """R2 with passing allowed: when all have passed in a row the pile goes out; with no pile to throw out the game ends."""
    if t.passes == t.seats:
        if t.heap[0] == 0:
            next_step(t, FINISH)
            return
        bag_pour(t.heap, t.out)
        t.passes = 0
        say(t, SAY.thrown_out, 0)
    next_play(t)


@rule
def next_play(t):
    """R1, R7: the next seat and the next rank, unless a player is out (R6) or the game has gone on for too long (R8)."""
    t.plays += 1
    if t.hand[t.player, 0] == 0 or t.plays == t.max_turns * t.seats:
        next_step(t, FINISH)
        return
    t.rank = (ACE - t.plays % 13) if t.rank_order == Table.rank_order.down else (ACE + t.plays) % 13
    if t.after_challenge == Table.after_challenge.next or t.doubter == NOBODY:
        t.player = left_of(t, t.player)
    elif t.taker == t.player:
        t.player = t.doubter
    t.doubter = t.taker = NOBODY
    ask(t, t.player, PLAY)


@FINISH.step
def finish(t):
    """R6, R8: the score is the cards left in the hands; the fewest win."""
    for p in range(t.seats):
        t.score[p] = bag_size(t.hand[p])
    if t.hand[t.player, 0] == 0:
        say(t, SAY.out, t.player)
    else:
        say(t, SAY.fewest, 0)
    share_win(t, True)
