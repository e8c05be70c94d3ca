"""Crazy Eights: match the upcard or draw, and an eight names any suit. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

PHASES = phases(
    asks("play", CARD, "draw", "pass"),
    asks("suit", "name {♣,♦,♥,♠}"),
    steps("turn up", "bury", "draw", "renew", "penalty", "score", "next"),
)
PLAY, SUIT, TURN_UP, BURY, DRAW, RENEW, PENALTY, SCORE, NEXT = PHASES
DRAW_ONE, PASS, NAME = PHASES.codes("draw", "pass", "name ♣")
SAY = words("suit", "draw", "passes", "last", "out", "fewest", "level", "buried", "renewed", "skipped", "two", "turned")
MATCH, FREE, UNNAMED = 4, 5, 6  # demands besides the suits 0 to 3; UNNAMED while a suit is being named
DRAWS = (127, 1, 3)  # by draw_rule: the most draws in a turn
WILD = int(RANKS[EIGHT]) | JOKERS
COUNT = points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=50 9=9 10=10 J=10 Q=10 K=10")
JOKER_COUNT = 50
MOST_GAMES = 200  # F101


class Table(Layout, seats=(2, 10), default_seats=4):
    decks = Option(AUTO, (1, 2), "packs; auto: two for six or more players")
    jokers = Option(0, range(3), "jokers in each pack")
    deal = Option(8, range(5, 9), "cards dealt to each player")
    starter_wild = Option("bury", ("bury", "match", "keep"), "an eight or joker turned up first: buried, matched, or free")
    draw_when_able = Option(True, YES_NO, "a player who could play may draw instead")
    draw_rule = Option("until", ("until", "one", "three"), "the number of draws in a turn before the player may pass")
    twos = Option(False, YES_NO, "a 2 makes the next player draw two cards and lose the turn")
    queens = Option(False, YES_NO, "a queen makes the next player lose the turn")
    aces = Option(False, YES_NO, "an ace reverses the direction of play")
    scoring = Option("none", ("none", "points"), "one game, or games for the points left in the other hands")
    target = Option(100, range(50, 501), "points that win, if games are played for points")
    max_turns = Option(100, range(20, 501), "turns for each player after which the fewest cards win")

    hand = Bag(2, per=SEATS, seen=OWNER, plays=(PLAY,))
    stock = Pile(108, seen=NOBODY)
    discards = Pile(108)

    demand = Number(0, 6)
    turned = Flag()  # play goes the other way round
    draws = Number(0, 108)  # in this turn
    turns = Number(0, 5000)  # plays and passes so far
    lacked = Number(0, 56, per=SEATS)  # the suit or card that a seat could not match when it drew, as in `wanted`; 0: none
    came = Number(0, 108, per=SEATS)  # at most this many cards of its hand match that: those that came since
    player = Seat()  # the player who draws
    owed = Number(0, 2)  # cards still to be drawn because of a 2


@rule
def house(t):
    """R1: one pack is enough for at most five players."""
    if t.decks == AUTO:
        t.decks = 1 if t.seats < 6 else 2
    return 1 if t.decks == 1 and t.seats > 5 else 0


def unsound(t):
    if t.phase in (DEAL, SCORE, NEXT):
        return ""
    if t.turns >= t.max_turns * t.seats:
        return f"turns: {int(t.turns)}, and a game has {int(t.max_turns * t.seats)}"
    upcards, stock = int(pile_size(t.discards)), int(pile_size(t.stock))
    if t.phase == TURN_UP:
        return "" if stock else "stock: there is no card to turn up"
    if upcards < (2 if t.phase == RENEW else 1):
        return f"discards: {upcards} cards in this phase"
    if t.phase in (DRAW, PENALTY, RENEW) and t.player == NOBODY:
        return "player: nobody draws"
    if t.phase in (DRAW, PENALTY) and not stock:
        return "stock: there is no card to draw"
    if t.owed and t.phase not in (RENEW, PENALTY):
        return f"owed: {int(t.owed)} cards, and nobody draws them"
    if t.phase == PENALTY and not t.owed:
        return "owed: no card is to be drawn"
    if t.demand == UNNAMED and t.phase == PLAY:
        return "demand: the suit has been named when a card is asked for"
    return against_draws(t)


def against_draws(t):
    """Return what is wrong with the draws of this turn, and with the players who could not match."""
    if t.phase == PLAY and t.draws > min(DRAWS[t.draw_rule], bag_size(t.hand[t.turn])):
        return f"draws: {int(t.draws)} in this turn, and {bag_size(t.hand[t.turn])} cards in hand"
    for p in range(t.seats):
        if t.came[p] and not t.lacked[p]:
            return f"came: {int(t.came[p])} cards of seat {p}, which could always match"
        if t.lacked[p] and t.draw_when_able:
            return f"lacked: a player who can match may draw, too, so nothing is known from a draw of seat {p}"
        if not t.lacked[p] or unknown_count(int(t.hand[p][0])):
            continue
        kinds = matching(int(t.lacked[p]))
        if sum(count(int(plane) & kinds) for plane in t.hand[p]) > t.came[p]:
            return f"lacked: seat {p} can match what it could not when it drew"
    return ""


@rule
def bound(t):
    """R11: in a turn every card outside the hands can be drawn, then one is played and a suit named."""
    games = MOST_GAMES if t.scoring == Table.scoring.points else 1
    return games * t.max_turns * t.seats * (54 * t.decks + 2)


@rule(inline=True)
def kinds(t):
    """The cards of one of the packs."""
    return PACK_52 | (((1 << t.jokers) - 1) << BIG_JOKER)


@rule
def pack(t, bag):
    for k in range(t.decks):
        bag[k] = kinds(t)


@rule
def deal(t):
    for _ in range(t.decks):
        put(t.stock, kinds(t))
    shuffle(t, t.stock)
    for p in range(t.seats):
        for _ in range(t.deal):
            bag_add(t.hand[p], pop(t.stock))
    t.demand = UNNAMED
    next_step(t, TURN_UP)


@TURN_UP.step
def turn_up(t):
    """R1: turn up the first card; a wild one is buried, or asks for nothing or for its own suit."""
    card = pop(t.stock)
    push(t.discards, card)
    wild = holds(WILD, card)
    if wild and t.starter_wild == Table.starter_wild.bury:
        say(t, SAY.buried, 0)
        next_step(t, BURY)
        return
    t.demand = FREE if wild and (t.starter_wild == Table.starter_wild.keep or holds(JOKERS, card)) else MATCH
    ask(t, left_of(t, t.dealer), PLAY)


@BURY.step
def bury(t):
    """R1: the card goes to a random place in the stock."""
    size = pile_size(t.stock) + 1
    place = 1 + random_below(t, size)
    for i in range(size, place, -1):
        t.stock[i] = t.stock[i - 1]
    t.stock[place] = pop(t.discards)
    t.stock[0] = size
    next_step(t, TURN_UP)


# a turn


@PLAY.allowed(paragraph=3)
def cards_that_fit(t):
    """R3: return the cards of the hand that fit the last one played."""
    return t.hand[t.turn, 0] & fitting(t)


@rule(inline=True)
def fitting(t):
    """R3: the kinds of card that may be played."""
    return CARD_BITS if t.demand == FREE else matching(wanted(t))


@rule(inline=True)
def wanted(t):
    """The number of what must be matched: a suit (from 1) or a card (from 5)."""
    return 5 + top(t.discards) if t.demand == MATCH else 1 + t.demand


@rule(inline=True)
def matching(what):
    """The kinds of card that match the suit or card with this number, as in `wanted`."""
    if what < 5:
        return WILD | SUITS[what - 1]
    return WILD | SUITS[suit_of(what - 5)] | RANKS[rank_of(what - 5)]


@PLAY.objection
def objection_to_call(t, choice):
    """R5, R6: when to draw; R7: when to pass."""
    if choice < FIRST_CALL:
        return 0
    if t.draws == DRAWS[t.draw_rule]:  # R7: the house allows no more draws in this turn
        return 0 if choice == PASS else 7
    if choice == PASS:
        return 7 if can_draw(t) or cards_that_fit(t) else 0
    if not can_draw(t):
        return 6
    return 5 if not t.draw_when_able and cards_that_fit(t) else 0


@rule(inline=True)
def can_draw(t):
    """R6: whether there is a card to draw, discards included."""
    return pile_size(t.stock) > 0 or pile_size(t.discards) > 1


@PLAY.play
def play_or_draw(t, choice):
    p = t.turn
    if choice == DRAW_ONE:
        t.draws += 1
        t.player = p
        if not t.draw_when_able:
            t.lacked[p], t.came[p] = wanted(t), 0
        say(t, SAY.draw, 0)
        next_step(t, DRAW if pile_size(t.stock) else RENEW)
    elif choice == PASS:
        say(t, SAY.passes, 0)
        next_turn(t, neighbour(t, p))
    else:
        play_card(t, p, choice)


@rule
def play_card(t, p, card):
    """R4, R9: play a card; an eight asks for a suit, and an empty hand ends the game."""
    bag_take(t.hand[p], card)
    push(t.discards, card)
    t.came[p] -= t.lacked[p] > 0 and holds(matching(t.lacked[p]), card)
    if t.hand[p, 0] == 0:
        next_step(t, SCORE)
        return
    if holds(RANKS[EIGHT], card):
        t.demand = UNNAMED
        ask(t, p, SUIT)
    else:
        t.demand = FREE if holds(JOKERS, card) else MATCH
        strike(t, p, card)
    if bag_size(t.hand[p]) == 1:
        say(t, SAY.last, 0)


@SUIT.play
def name_suit(t, choice):
    """R4: the next card has to be of the suit named."""
    t.demand = choice - NAME
    say(t, SAY.suit, t.demand)
    next_turn(t, neighbour(t, t.turn))


@rule
def strike(t, p, card):
    """R12: the effect of a 2, a queen or an ace on the next player. After any other card it is simply that player's turn."""
    other = neighbour(t, p)
    if t.twos and holds(RANKS[TWO], card):
        t.player, t.owed = other, 2
        draw_owed(t)
    elif (t.queens and holds(RANKS[QUEEN], card)) or (t.aces and t.seats == 2 and holds(RANKS[ACE], card)):
        say(t, SAY.skipped, other)
        next_turn(t, neighbour(t, other))
    elif t.aces and holds(RANKS[ACE], card):
        t.turned = 1 - t.turned
        say(t, SAY.turned, 0)
        next_turn(t, neighbour(t, p))
    else:
        next_turn(t, other)


@rule
def neighbour(t, p):
    """The next player in the direction of play."""
    if t.turned:
        return p - 1 if p else t.seats - 1
    return left_of(t, p)


@rule
def next_turn(t, seat):
    """R11: a turn is over; if it was the last one allowed, the game is over too."""
    t.turns += 1
    t.draws = 0
    if t.turns == t.max_turns * t.seats:
        next_step(t, SCORE)
    else:
        ask(t, seat, PLAY)


# draws


@DRAW.step
def draw_one(t):
    take_card(t, t.player)
    ask(t, t.player, PLAY)


@rule
def take_card(t, p):
    bag_add(t.hand[p], pop(t.stock))
    t.came[p] += t.lacked[p] > 0


@RENEW.step
def renew(t):
    """R6: all discards but the upcard are the new stock."""
    upcard = pop(t.discards)
    lay(t.discards, t.stock)
    push(t.discards, upcard)
    shuffle(t, t.stock)
    say(t, SAY.renewed, 0)
    t.phase = PENALTY if t.owed else DRAW


@PENALTY.step
def draw_for_two(t):
    """R12: draw one of the cards that a two costs."""
    take_card(t, t.player)
    t.owed -= 1
    say(t, SAY.two, t.player)
    draw_owed(t)


@rule
def draw_owed(t):
    """R12: the player after a 2 draws two cards, or as many as there are, and loses the turn."""
    if t.owed and can_draw(t):
        next_step(t, PENALTY if pile_size(t.stock) else RENEW)
    else:
        t.owed = 0
        next_turn(t, neighbour(t, t.player))


# the end of a game


@SCORE.step
def score_game(t):
    """R9, R11, R13: the fewest cards win, which is none if a player is out."""
    seats = smallest_bags(t.hand, t.seats)
    winner = lowest(seats)
    fewest = bag_size(t.hand[winner])
    if t.scoring == Table.scoring.none:
        for p in range(t.seats):
            t.score[p] = (seats >> p) & 1
    elif count(seats) == 1:
        own = count_of(t, winner)
        for p in range(t.seats):
            t.score[winner] += count_of(t, p) - own
    if count(seats) > 1:
        say(t, SAY.level, fewest)
    else:
        say(t, SAY.fewest if fewest else SAY.out, winner)
    next_step(t, NEXT)


@rule
def count_of(t, p):
    """R13: the points of the cards in a hand."""
    amount = 0
    for k in range(2):
        amount += total(t.hand[p, k], COUNT) + JOKER_COUNT * count(t.hand[p, k] & JOKERS)
    return amount


@NEXT.step
def end_game(t):
    """R13, F101: end the match, or deal again."""
    over = t.scoring == Table.scoring.none or t.hand_number >= MOST_GAMES or top_score(t) >= t.target
    win_or_deal(t, over, False)


@rule
def contradictions(t, seat):
    """R5: if only players who cannot play may draw, at most the cards that came since the draw can match."""
    wrong = 0
    for p in range(t.seats):
        if p != seat and t.lacked[p]:
            kinds = matching(t.lacked[p])
            wrong += max(0, count(t.hand[p, 0] & kinds) + count(t.hand[p, 1] & kinds) - t.came[p])
    return wrong
