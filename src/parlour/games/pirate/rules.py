"""Pirate: two packs, no turns, and the player whose card joins the two halves of a ship captures it.

Paragraphs R1.. are those of rulebook.md. A ship is a suit from the ace to the king, built from both ends: each seat has a part
of it in `laid`, one building up from the ace, the other down from the king.
"""

from parlour.kit import *
from parlour.kit.races import *

IN_ORDER = True
PHASES = phases(
    asks("tick", "play", "turn", "flip", "claim", "wait", race="wait"), steps("cut", "compare", "act", "capture", "sink", "end")
)
TICK, CUT, COMPARE, ACT, CAPTURE, SINK, END = PHASES
PLAY, TURN, FLIP, CLAIM, WAIT = PHASES.codes("play", "turn", "flip", "claim", "wait")
OWN_PACKS = True
SAY = words("again", "low", "keel", "mine", "late", "captured", "sunk", "stuck", "long")
HEIGHT = ranking("A 2 3 4 5 6 7 8 9 10 J Q K")
SHIP = 13  # cards


class Table(Racing, Layout, seats=2):
    target = Option(5, range(3, 7), "captured ships that win, one fewer once a ship has been sunk")
    sunk_cards = Option(
        "return", ("return", "discard"), "the two cards that sink a ship: they stay on the wastes, or go out of play with it"
    )
    claims = Option(True, YES_NO, "a player with no cards left may claim the other's")
    claim_keels = Option(False, YES_NO, "a claimed card may begin a part of a ship")
    max_ticks = Option(5000, range(200, 100_001), "ticks after which the most ships win")

    stock = Pile(52, per=SEATS, seen=NOBODY)
    passed = Pile(52, per=SEATS, seen=NOBODY)  # what lies below the top card of the waste
    waste = Pile(1, per=SEATS)  # its top card
    laid = Pile(SHIP, per=(SEATS, 4))
    captured = Bag(2, per=SEATS)
    sunk = Bag(2)

    low = Seat()
    cut = Number(0, 13, per=SEATS)  # 1 an ace
    builder = Seat(per=4)  # by suit: who builds its ship up from the ace; NOBODY once both its ships are gone
    sunk_ships = Number(0, 8)
    fresh = Flag(per=SEATS)  # the top card of the waste has just been turned
    lane = Number(0, 3)  # the suit of the ship to be captured or sunk
    captor = Seat()
    late = Flag(per=SEATS)  # the action of this tick has become impossible
    sinking = Flag()  # both are about to join one ship at the same time
    ticks = Number(0, 100_000)


def unsound(t):
    if t.phase == DEAL:
        return ""
    for p in range(2):
        if pile_size(t.passed[p]) and not pile_size(t.waste[p]):
            return f"waste.{p}: it is empty, and cards lie below its top card"
        own = [int(card) for pile in (t.stock[p], t.passed[p], t.waste[p]) for card in pile[1 : pile_size(pile) + 1]]
        if len(set(own) - {-1}) != len([card for card in own if card >= 0]) or len(own) > 52:
            return f"stock.{p}: with the waste it holds cards that one pack does not have"
    if t.phase in (CUT, COMPARE):
        return "laid: ships are built before the cut" if t.laid[:, :, 0].any() else ""
    if t.low == NOBODY:
        return "low: nobody is Low"
    return against_ships(t) or against_tick(t)


def against_ships(t):
    """Return what is wrong with the ships: each part is built in its suit and order."""
    for s in range(4):
        for p in range(2):
            n = pile_size(t.laid[p, s])
            heights = [HEIGHT[rank_of(card)] if suit_of(card) == s else 0 for card in t.laid[p, s, 1 : n + 1]]
            if n and (t.builder[s] == NOBODY or heights != list(range(1, n + 1) if t.builder[s] == p else range(13, 13 - n, -1))):
                return f"laid.{p}.{s}: this part of a ship is not built up from the ace or down from the king"
        due = t.phase in (CAPTURE, SINK) and s == t.lane
        if (length(t, s) == SHIP) != due:
            return f"laid.0.{s}: the ship has {length(t, s)} cards"
    if t.score[0] + t.score[1] > 8:
        return f"score: {t.score[0] + t.score[1]} ships are captured, and there are eight"
    return "captor: nobody has joined the ship" if t.phase == CAPTURE and t.captor == NOBODY else ""


def against_tick(t):
    """Return what is wrong with the ticks and the actions that both are about to do."""
    if t.phase in (TICK, ACT) and t.ticks >= t.max_ticks:
        return f"ticks: {t.ticks}, and the game ends after {t.max_ticks}"
    for p in range(2):
        if t.fresh[p] and not pile_size(t.waste[p]):
            return f"fresh: no card lies on the waste of seat {p}"
        if t.phase == TICK and (t.late[p] or t.sinking):
            return "late: nobody is late when a tick begins" if t.late[p] else "sinking: nobody joins a ship when a tick begins"
        if t.phase == TICK and holds(t.asked, p) and t.action[p] > 0:
            return f"action: seat {p} is asked, and has acted"
        if t.phase in (TICK, ACT) and t.action[p] > 0 and not t.late[p] and not can_act(t, p, t.action[p]):
            return f"action: seat {p} cannot do that"
    return ""


def unplayable(t):
    if t.phase in (DEAL, CUT, COMPARE):
        return ""
    gone = sum(0 if builder == t.low else 2 if builder == NOBODY else 1 for builder in t.builder)
    return f"sunk_ships: {t.sunk_ships}, and {gone} ships are gone" if t.sunk_ships > gone else ""


def can_act(t, p, action):
    if action == TURN or action == FLIP:
        stock = pile_size(t.stock[p])
        return stock > 0 if action == TURN else stock == 0 and pile_size(t.waste[p]) > 0
    return can_play(t, p) if action == PLAY else action == CLAIM and can_claim(t, p)


@rule
def bound(t):
    return 2 * t.max_ticks


@rule
def pack(t, bag):
    bag[0] = bag[1] = PACK_52


@rule
def deal(t):
    """R1: each player shuffles a pack."""
    for p in range(2):
        clear(t.waste[p])
        clear(t.passed[p])
        bag_clear(t.captured[p])
        for s in range(4):
            clear(t.laid[p, s])
        fill(t.stock[p], PACK_52)
        shuffle(t, t.stock[p])
        t.cut[p] = t.fresh[p] = t.late[p] = 0
    bag_clear(t.sunk)
    for s in range(4):
        t.builder[s] = NOBODY
    t.sunk_ships = t.ticks = t.lane = t.sinking = 0
    t.low = t.captor = t.dealer = NOBODY
    next_step(t, CUT)


@CUT.step
def cut_packs(t):
    for p in range(2):
        t.cut[p] = 1 + random_below(t, 13)
    t.phase = COMPARE


@COMPARE.step
def compare_cuts(t):
    """R1: the player with the lower card is Low; equal cards are cut again."""
    if t.cut[0] == t.cut[1]:
        say(t, SAY.again, 0)
        t.phase = CUT
    else:
        t.low = 0 if t.cut[0] < t.cut[1] else 1
        for s in range(4):
            t.builder[s] = t.low
        say(t, SAY.low, t.low)
        open_tick(t, TICK)


# ships


@rule(inline=True)
def length(t, s):
    """The number of cards in the ship of a suit."""
    return pile_size(t.laid[0, s]) + pile_size(t.laid[1, s])


@rule
def next_height(t, p, s):
    """R2, R3, R5: the height of the next card of p's part of a ship, 1 for the ace; 0 if the suit has no ship any more."""
    if t.builder[s] == NOBODY:
        return 0
    laid = pile_size(t.laid[p, s])
    return laid + 1 if t.builder[s] == p else SHIP - laid


@rule
def fits(t, p, card):
    """R3: whether a card goes on p's part of the ship of its suit."""
    return HEIGHT[rank_of(card)] == next_height(t, p, suit_of(card))


@rule
def is_out(t, p):
    """R8: whether p has no cards left. A waste that has cards has a top card."""
    return pile_size(t.stock[p]) + pile_size(t.waste[p]) == 0


@rule
def may_claim(t, p, card):
    """R8: whether p, if out of cards, could claim a card of the other player."""
    return t.claims and fits(t, p, card) and (pile_size(t.laid[p, suit_of(card)]) > 0 or t.claim_keels)


@rule
def is_stuck(t):
    """R11: whether no card of a stock or waste can be laid by either player as the ships are."""
    one, other = holding(t, 0), holding(t, 1)
    return not (has_use(t, 0, one, other) or has_use(t, 1, other, one))


@rule
def holding(t, p):
    return gather(t.stock[p]) | gather(t.passed[p]) | gather(t.waste[p])


@rule
def has_use(t, p, own, others):
    """Whether p could lay one of these own cards, or claim one of the other player's."""
    for s in range(4):
        height = next_height(t, p, s)
        card = s * 13 + (height + 11) % 13
        if height and (holds(own, card) or (own == 0 and holds(others, card) and may_claim(t, p, card))):
            return True
    return False


# a tick: both choose at once


@rule
def can_play(t, p):
    return pile_size(t.waste[p]) > 0 and fits(t, p, top(t.waste[p]))


@rule
def can_claim(t, p):
    """R8: only a card that has just been turned can be claimed."""
    return t.fresh[1 - p] != 0 and is_out(t, p) and may_claim(t, p, top(t.waste[1 - p]))


@TICK.objection
def objection_to_action(t, choice):
    p = t.turn
    if choice == PLAY:
        return 0 if can_play(t, p) else 3
    if choice == TURN:
        return 0 if pile_size(t.stock[p]) else 6
    if choice == FLIP:
        return 0 if pile_size(t.stock[p]) == 0 and pile_size(t.waste[p]) else 6
    if choice == CLAIM:
        return 0 if can_claim(t, p) else 8
    return 0


@TICK.play
def note_action(t, choice):
    """F101: note the action of a seat; both are carried out when both are known."""
    answer(t, choice, WAIT, ACT, t.low)


# what they do, one after the other


@ACT.step
def act(t):
    """F102, F103: the next action of the tick is carried out, unless it has come too late."""
    p = next_action(t)
    if p == NOBODY:
        close_tick(t)
        return
    if t.late[p]:
        carried(t, p)
        say(t, SAY.late, p)
        go_on(t)
        return
    s = contested(t)
    if s >= 0 and length(t, s) == SHIP - 1:
        if same_time(t):
            sink(t, s)
            return
        t.late[1 - p] = 1
    elif s >= 0 and length(t, s) == SHIP - 2:
        t.sinking = same_time(t)
    carry_out(t, p, carried(t, p))


@rule
def next_action(t):
    """F102: the quicker player, Low if equally quick; F103: a claim waits for a turn at the same time. NOBODY if all is done."""
    if t.action[0] and t.action[1]:
        for p in range(2):
            if t.action[p] == CLAIM and t.action[1 - p] != PLAY and same_time(t):
                return 1 - p
        if t.latency[0] == t.latency[1]:
            return t.low
    return quicker(t)


@rule
def contested(t):
    """The suit of the ship on which both are about to lay a card, -1 if there is none."""
    one, other = suit_at_stake(t, 0), suit_at_stake(t, 1)
    return one if one == other else -1


@rule
def suit_at_stake(t, p):
    """The suit of the card that p is about to lay. If none, a number below 0 that differs between the seats."""
    if t.action[p] == PLAY:
        return suit_of(top(t.waste[p]))
    return suit_of(top(t.waste[1 - p])) if t.action[p] == CLAIM else -1 - p


@rule
def carry_out(t, p, choice):
    """F103: after any action of the owner, a slower claim finds the card gone or covered."""
    if t.action[1 - p] == CLAIM:
        t.late[1 - p] = 1
    if choice == TURN:
        turn_up(t, p)
    elif choice == FLIP:
        flip(t, p)
    else:
        build(t, p, take_top(t, p if choice == PLAY else 1 - p), choice)


@rule
def turn_up(t, p):
    """R6: turn up the next card of a player's stock."""
    if pile_size(t.waste[p]):
        push(t.passed[p], pop(t.waste[p]))
    push(t.waste[p], pop(t.stock[p]))
    t.fresh[p] = 1
    go_on(t)


@rule
def flip(t, p):
    """R6: the waste is turned over, not shuffled."""
    push(t.stock[p], pop(t.waste[p]))
    pour(t.passed[p], t.stock[p])
    t.fresh[p] = 0
    go_on(t)


@rule
def take_top(t, p):
    """Take the top card of p's waste, and show the one below it."""
    card = pop(t.waste[p])
    if pile_size(t.passed[p]):
        push(t.waste[p], pop(t.passed[p]))
    t.fresh[p] = 0
    return card


@rule
def build(t, p, card, choice):
    """R3, R4, R8; F104: two cards laid at the same time sink the ship that they join."""
    s = suit_of(card)
    push(t.laid[p, s], card)
    if choice == CLAIM:
        say(t, SAY.mine, p)
    elif pile_size(t.laid[p, s]) == 1:
        say(t, SAY.keel, p)
    if length(t, s) == SHIP:
        t.lane, t.captor = s, p
        next_step(t, SINK if t.sinking else CAPTURE)
    elif is_stuck(t):
        next_step(t, END)
    else:
        go_on(t)


@rule
def go_on(t):
    """Go on with the other action of the tick, if there is one."""
    if next_action(t) == NOBODY:
        close_tick(t)
    else:
        next_step(t, ACT)


@rule
def close_tick(t):
    """R11: open the next tick, or end a match that has had too many."""
    t.sinking = t.late[0] = t.late[1] = 0
    t.ticks += 1
    if t.ticks >= t.max_ticks:
        say(t, SAY.long, t.ticks)
        win_or_draw(t, best_seats(t, False))
    else:
        open_tick(t, TICK)


# a ship is complete


@rule
def clear_lane(t, s):
    """R5: take the cards of a ship away and return them; in the second ship of the suit the parts are exchanged."""
    cards = gather(t.laid[0, s]) | gather(t.laid[1, s])
    clear(t.laid[0, s])
    clear(t.laid[1, s])
    t.builder[s] = 1 - t.low if t.builder[s] == t.low else NOBODY
    return cards


@CAPTURE.step
def capture_ship(t):
    """R4: the captor takes the ship and scores a point."""
    p = t.captor
    bag_put(t.captured[p], clear_lane(t, t.lane))
    t.score[p] += 1
    say(t, SAY.captured, p)
    t.captor = NOBODY
    end_or_go_on(t)


@SINK.step
def sink_ship(t):
    """F104: take a ship away that nobody captures."""
    sink(t, t.lane)


@rule
def sink(t, s):
    """R9: neither player scores the ship. The cards played to join it stay on the wastes, unless claimed or by the house rule."""
    bag_put(t.sunk, clear_lane(t, s))
    claimed = t.action[0] == CLAIM or t.action[1] == CLAIM
    for p in range(2):
        if t.action[p] == PLAY and (claimed or t.sunk_cards == Table.sunk_cards.discard):
            bag_add(t.sunk, take_top(t, p))
        carried(t, p)
    t.sunk_ships += 1
    say(t, SAY.sunk, s)
    t.captor = NOBODY
    end_or_go_on(t)


@rule
def end_or_go_on(t):
    """R10: the captured ships that win, one fewer once a ship has been sunk; if both players have them it is a draw. R11."""
    winners = seats_above(t, t.score, t.target - (2 if t.sunk_ships else 1))
    if winners:
        win_or_draw(t, winners)
    else:
        next_step(t, END if is_stuck(t) else ACT)


@END.step
def end_stuck(t):
    """R11: nobody can do anything more: more ships win."""
    say(t, SAY.stuck, 0)
    win_or_draw(t, best_seats(t, False))
