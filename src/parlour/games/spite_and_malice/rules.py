"""Spite and Malice: two players race to empty their talons on piles that both build. Paragraphs R1.. are those of rulebook.md.

Suits mean nothing, so a card is its rank. A move is a chain of two choices, which card and where to. If there is only one
place, the card goes there at once. The talon is two piles: `down`, which nobody has seen, and `up`, the card turned up.
"""

from parlour.kit import *

ON_BUILD = "build {1..4}"
PHASES = phases(
    asks("move", CARD, "talon", "pile {1..4}"),
    asks("place", ON_BUILD, "discard {1..4}"),
    asks("place talon", ON_BUILD),
    asks("place pile", ON_BUILD),
    steps("begin", "draw", "close", "turn up", "score", "next"),
)
MOVE, PLACE, PLACE_TALON, PLACE_PILE, BEGIN, DRAW, CLOSE, TURN_UP, SCORE, NEXT = PHASES
TALON, PILE, BUILD, DISCARD = PHASES.codes("talon", "pile 1", "build 1", "discard 1")
SAY = words("begins", "talon", "discard", "wild", "closed", "fresh", "out", "fewest", "level")
ALL_RANKS = int(SUITS[CLUBS])
KINGS, ACES = 1 << KING, 1 << ACE
HEIGHT = ranking("A 2 3 4 5 6 7 8 9 10 J Q K")
COPIES = 8
FIRST_DISCARD = 1 << 4  # among the places of a card: after the build piles
MOST_PLAYS = 1000  # F102: build plays in a turn
MOST_GAMES = 200  # F103
EMPTIED = 5  # points for an emptied talon


class Table(Layout, seats=2, suits=False):
    discard_play_ends_turn = Option(False, YES_NO, "a card played from a discard pile ends the turn")
    talon = Option(20, range(5, 31), "cards in each talon")
    first_player = Option("higher_talon", ("higher_talon", "non_dealer"), "who begins: the higher talon card, or the non-dealer")
    king_as_ace = Option(True, YES_NO, "a king may start a build pile")
    discard_kings = Option(True, YES_NO, "kings may be discarded like other cards")
    must_play_ace = Option(False, YES_NO, "an ace that can be played must be played first")
    must_play_talon = Option(False, YES_NO, "nothing is discarded while the talon card can be played")
    build_piles = Option(3, (3, 4), "build piles")
    hand = Option(5, (5, 6), "cards in each hand")
    stock_out = Option("fewest", ("fewest", "draw"), "if the stock runs out, the fewest talon cards win, or it is a draw")
    scoring = Option("none", ("none", "talon"), "one game, or games for the cards left in the other talon")
    target = Option(50, range(20, 101), "points that win, if games are played for points")
    max_turns = Option(300, range(50, 1001), "turns of both players after which a game ends as if the stock had run out")

    held = Bag(6, per=SEATS, seen=OWNER, plays=True)
    down = Pile(30, per=SEATS, seen=NOBODY)
    up = Pile(1, per=SEATS)
    discards = Pile(94, per=(SEATS, 4))
    builds = Pile(12, per=4)
    stock = Pile(104, seen=NOBODY)
    picked = Cards()  # the card whose place is being chosen

    player = Seat()
    ending = Flag()  # the turn ends with this build play
    turns = Number(0, 1000)  # of both players
    plays = Number(0, MOST_PLAYS)  # build plays of this turn


def unsound(t):
    places = t.phase in (PLACE, PLACE_TALON, PLACE_PILE)
    if count(t.picked) != (1 if places else 0):
        return "picked: no card is picked" if places else "picked: no place is being chosen"
    if t.phase in (DEAL, NEXT):
        return ""
    for j in range(4):
        cards = [int(card) for card in t.builds[j][1 : pile_size(t.builds[j]) + 1]]
        if cards and j >= t.build_piles:
            return f"builds.{j}: there are {t.build_piles} build piles"
        if any(card != KING and HEIGHT[card] != k for k, card in enumerate(cards, 1)):
            return f"builds.{j}: it is not built from the ace up"
        if cards and cards[0] == KING and not t.king_as_ace:
            return f"builds.{j}: a king cannot begin it"
    if t.phase == BEGIN:
        return against_talons(t)
    if t.player == NOBODY or (t.turn != NOBODY and t.turn != t.player):
        return f"player: it is {'the turn of nobody' if t.player == NOBODY else f'not the turn of seat {t.player}'}"
    return against_turn(t)


def against_talons(t):
    """Return what is wrong before the talons are turned up."""
    for p in range(2):
        if pile_size(t.up[p]) or not pile_size(t.down[p]):
            return f"down.{p}: the talon is still to be turned up"
    return "dealer: nobody deals" if t.dealer == NOBODY else ""


def against_turn(t):
    """Return what is wrong with a player's turn."""
    p, full = t.player, full_pile(t)
    if t.turns >= t.max_turns + (t.phase == SCORE):
        return f"turns: {t.turns}, and the game ends after {t.max_turns}"
    if t.phase == CLOSE and full == NOBODY:
        return "phase: no build pile is full"
    if t.phase == TURN_UP and (pile_size(t.up[p]) or not pile_size(t.down[p])):
        return f"up.{p}: no card of the talon is to be turned up"
    if t.phase == DRAW and bag_size(t.held[p]) >= t.hand:
        return f"held.{p}: {bag_size(t.held[p])} cards, and a hand has {t.hand}"
    if t.phase != MOVE:
        return ""
    for q in range(2):
        if not pile_size(t.up[q]):
            return f"up.{q}: no card of the talon is turned up"
        if bag_size(t.held[q]) > t.hand or (q == p and not bag_size(t.held[p])):
            return f"held.{q}: {bag_size(t.held[q])} cards"
        if any(pile_size(t.discards[q, i]) == len(t.discards[q, i]) - 1 for i in range(4)):
            return f"discards.{q}: no discard pile has so many cards"
    if full != NOBODY:
        return f"builds.{full}: a full pile is taken away"
    if t.ending:
        return "ending: the turn has ended"
    return f"plays: {t.plays} in a turn, and {MOST_PLAYS} end the game" if t.plays >= MOST_PLAYS else ""


@rule
def bound(t):
    """R13, F102: two choices for every build play and for the discard."""
    return (MOST_GAMES if t.scoring else 1) * t.max_turns * 2 * (MOST_PLAYS + 1)


@rule
def pack(t, bag):
    for k in range(COPIES):
        bag[k] = ALL_RANKS


@rule
def deal(t):
    for _ in range(COPIES):
        put(t.stock, ALL_RANKS)
    shuffle(t, t.stock)
    for p in range(2):
        for _ in range(t.talon):
            push(t.down[p], pop(t.stock))
        for _ in range(t.hand):
            bag_add(t.held[p], pop(t.stock))
    next_step(t, BEGIN)


@BEGIN.step
def turn_up_talons(t):
    """R14: the talons are turned up, and show who begins."""
    for p in range(2):
        push(t.up[p], pop(t.down[p]))
    t.player = 1 - t.dealer
    higher_begins = t.first_player == Table.first_player.higher_talon
    if higher_begins and HEIGHT[top(t.up[t.dealer])] > HEIGHT[top(t.up[t.player])]:
        t.player = t.dealer
    say(t, SAY.begins, t.player)
    ask(t, t.player, MOVE)


# which card may move


@rule(inline=True)
def takes(t, j):
    """R4: the ranks that a build pile takes: ace to queen in order, and kings."""
    size = pile_size(t.builds[j])
    if size:
        return 1 << (size - 1) | KINGS
    return ACES | (KINGS if t.king_as_ace else 0)


@rule
def taken(t):
    """R3: the ranks that at least one build pile takes."""
    ranks = 0
    for j in range(t.build_piles):
        ranks |= takes(t, j)
    return ranks


@rule
def top_of(pile):
    """The top card of a pile as a set; empty for an empty pile."""
    return 1 << top(pile) if pile_size(pile) else 0


@rule
def ace_is_due(t, p):
    """R10: whether an ace of the talon or the hand must be played first."""
    if not t.must_play_ace:
        return False
    cards = t.held[p, 0] | top_of(t.up[p]) | (0 if t.phase == PLACE_PILE else t.picked)
    if not holds(cards, ACE):
        return False
    for j in range(t.build_piles):
        if pile_size(t.builds[j]) == 0:
            return True
    return False


@rule
def barred(t, p):
    """R8, R10: the ranks that may not be discarded now."""
    if ace_is_due(t, p) or (t.must_play_talon and top_of(t.up[p]) & taken(t)):
        return ALL_RANKS
    return KINGS if not t.discard_kings and t.held[p, 0] & ~KINGS else 0


@MOVE.objection
def objection_to_card(t, choice):
    p = t.turn
    if choice < FIRST_CALL:
        card = 1 << choice
    else:
        card = top_of(t.up[p]) if choice == TALON else top_of(t.discards[p, choice - PILE])
        if card == 0:
            return 3
    if ace_is_due(t, p) and card != ACES:
        return 10
    if card & taken(t):
        return 0
    if choice >= FIRST_CALL:
        return 4
    bars = barred(t, p)
    return 0 if not card & bars else 10 if bars == ALL_RANKS else 8


@MOVE.choices
def movable_cards(t, menu):
    p, good = t.turn, taken(t)
    own = good | ~barred(t, p)
    if ace_is_due(t, p):
        good = own = ACES
    n = offer_cards(menu, 0, t.held[p, 0] & own)
    n = offer_if(menu, n, TALON, top_of(t.up[p]) & good)
    for i in range(4):
        n = offer_if(menu, n, PILE + i, top_of(t.discards[p, i]) & good)
    return n


@MOVE.play
def pick_card(t, choice):
    """R2: a card is picked; if there is only one place for it, it goes there."""
    p = t.turn
    if choice < FIRST_CALL:
        bag_take(t.held[p], choice)
        t.picked, t.phase = 1 << choice, PLACE
    elif choice == TALON:
        t.picked, t.phase = 1 << pop(t.up[p]), PLACE_TALON
    else:
        t.picked, t.phase = 1 << pop(t.discards[p, choice - PILE]), PLACE_PILE
    t.chain += 1
    places = places_for(t, p)
    if count(places) == 1:
        place_card(t, BUILD + lowest(places))
        if places >= FIRST_DISCARD:
            say(t, SAY.discard, 0)


# where it goes


@PLACE.objection
@PLACE_TALON.objection
@PLACE_PILE.objection
def objection_to_place(t, choice):
    """R4, R8, R10; F101: of equal empty places the first."""
    p, card = t.turn, lowest(t.picked)
    if choice < DISCARD:
        j = choice - BUILD
        if j >= t.build_piles or not holds(takes(t, j), card):
            return 4
        return 0 if is_first_build(t, j) else 101
    bars = barred(t, p)
    if bars & t.picked:
        return 10 if bars == ALL_RANKS else 8
    return 0 if is_first_discard(t, p, choice - DISCARD) else 101


@rule
def is_first_build(t, j):
    """F101: whether a build place holds cards, or is the first empty one."""
    if pile_size(t.builds[j]) == 0:
        for k in range(j):
            if pile_size(t.builds[k]) == 0:
                return False
    return True


@rule
def is_first_discard(t, p, i):
    """F101: whether a discard place holds cards, or is the first empty one."""
    if pile_size(t.discards[p, i]) == 0:
        for k in range(i):
            if pile_size(t.discards[p, k]) == 0:
                return False
    return True


@PLACE.choices
@PLACE_TALON.choices
@PLACE_PILE.choices
def offer_places(t, menu):
    n, places = 0, places_for(t, t.turn)
    while places:
        n = offer(menu, n, BUILD + lowest(places))
        places &= places - 1
    return n


@rule
def places_for(t, p):
    """The places where the picked card may go, one bit each: build piles 0 to 3, discard piles 4 to 7."""
    places = 0
    for j in range(t.build_piles):
        if takes(t, j) & t.picked and is_first_build(t, j):
            places |= 1 << j
    if t.phase == PLACE and not barred(t, p) & t.picked:
        for i in range(4):
            if is_first_discard(t, p, i):
                places |= FIRST_DISCARD << i
    return places


@PLACE.play
@PLACE_TALON.play
@PLACE_PILE.play
def place_card(t, choice):
    """R4, R8: a build play, or the discard that ends the turn."""
    p, card = t.turn, lowest(t.picked)
    t.picked = 0
    if choice >= DISCARD:
        push(t.discards[p, choice - DISCARD], card)
        end_turn(t)
        return
    j = choice - BUILD
    push(t.builds[j], card)
    t.plays += 1
    t.ending = t.discard_play_ends_turn and t.phase == PLACE_PILE
    if t.phase == PLACE_TALON:
        say(t, SAY.talon, talon_left(t, p))
    elif card == KING:
        size = pile_size(t.builds[j])
        say(t, SAY.wild, size - 2 if size > 1 else ACE)
    go_on(t)


# what follows


@rule
def go_on(t):
    """R5 to R7, R11: the consequences of a build play, one after the other; then the player goes on."""
    p = t.player
    if talon_left(t, p) == 0:
        next_step(t, SCORE)
    elif full_pile(t) != NOBODY:
        next_step(t, CLOSE)
    elif pile_size(t.up[p]) == 0:
        next_step(t, TURN_UP)
    elif t.ending:
        end_turn(t)
    elif t.plays == MOST_PLAYS:
        next_step(t, SCORE)
    elif t.held[p, 0] == 0:
        next_step(t, DRAW)
    else:
        ask(t, p, MOVE)


@rule
def full_pile(t):
    """R5: the build pile that has its twelfth card, or NOBODY."""
    for j in range(t.build_piles):
        if pile_size(t.builds[j]) == 12:
            return j
    return NOBODY


@rule(inline=True)
def talon_left(t, p):
    return pile_size(t.down[p]) + pile_size(t.up[p])


@rule
def end_turn(t):
    """R1, R13: the other player draws and plays; too many turns end the game."""
    t.turns += 1
    t.ending = t.plays = 0
    t.player = 1 - t.player
    if t.turns == t.max_turns:
        next_step(t, SCORE)
    elif bag_size(t.held[t.player]) < t.hand:
        next_step(t, DRAW)
    else:
        ask(t, t.player, MOVE)


@DRAW.step
def draw_cards(t):
    """R1, R7; R12: if the stock has too few cards, none are drawn and the game ends."""
    p = t.player
    missing = t.hand - bag_size(t.held[p])
    if pile_size(t.stock) < missing:
        next_step(t, SCORE)
        return
    if missing == t.hand:
        say(t, SAY.fresh, missing)
    for _ in range(missing):
        bag_add(t.held[p], pop(t.stock))
    ask(t, p, MOVE)


@CLOSE.step
def close_pile(t):
    """R5: a full pile is shuffled into the stock."""
    j = full_pile(t)
    lay(t.builds[j], t.stock)
    shuffle(t, t.stock)
    say(t, SAY.closed, j + 1)
    go_on(t)


@TURN_UP.step
def turn_up_talon(t):
    push(t.up[t.player], pop(t.down[t.player]))
    go_on(t)


# the end of a game


@SCORE.step
def score_game(t):
    """R11 to R13, R15: a player who emptied the talon wins, otherwise the player with fewer cards in it."""
    t.phase = NEXT
    left, other = talon_left(t, 0), talon_left(t, 1)
    emptied = left == 0 or other == 0
    if left == other or not (emptied or t.stock_out == Table.stock_out.fewest):
        say(t, SAY.level, 0)
        return
    winner = 0 if left < other else 1
    say(t, SAY.out if emptied else SAY.fewest, winner)
    if t.scoring == Table.scoring.talon:
        t.score[winner] += abs(left - other) + (EMPTIED if emptied else 0)
    else:
        t.score[winner] = 1


@NEXT.step
def next_game_or_end(t):
    """R15, F103: end the match, or deal again."""
    if t.scoring == Table.scoring.none or t.hand_number >= MOST_GAMES or top_score(t) >= t.target:
        win_or_draw(t, best_seats(t, False))
    else:
        next_hand(t)
