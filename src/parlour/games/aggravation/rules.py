"""Aggravation: two turn up cards at once and race to cover what matches. Paragraphs R1.. and F101.. are those of rulebook.md."""

from parlour.kit import *
from parlour.kit.races import *

PHASES = phases(
    steps("count", "turn"),
    asks("tick", "cover p{1..2}:{1..26}", "call p{1..2}:{1..26} p{1..2}:{1..26}", "wait", race="wait"),
    steps("carry", "finish"),
)
COUNT, TURN, TICK, CARRY, FINISH = PHASES
COVER, CALL, WAIT = PHASES.codes("cover p1:1", "call p1:1 p1:1", "wait")
SAY = words("three", "match", "aggravation", "late", "first", "draw")
PACK = PACK_52
LONG = 26  # places in a row at most: each player has 26 cards
PLACES = 2 * LONG  # a place is a number: the first player's row from the left, then the other's. Sets have a bit per place
NEVER = (1 << PLACES) - 1


class Table(Racing, Layout, seats=2):
    single_cover = Option(False, YES_NO, "a place closes when its rank is nowhere else to be seen")
    idle_ticks = Option(10, range(2, 101), "ticks without a cover or a call after which the next cards are turned")
    call_needed = Option(True, YES_NO, "a player with no cards left must still call a match to win")

    stock = Pile(LONG, per=SEATS, seen=NOBODY)
    row = Pile(1, per=(SEATS, LONG))  # the top card of each place
    covered = Cards()

    open = Number(0, NEVER)  # the places that are open
    fresh = Number(0, NEVER, per=SEATS)  # the places whose top card was laid when this seat had no cards
    idle = Number(0, 100)  # ticks in a row without a cover or a call
    out_first = Number(0, 3)  # the seats that ran out of cards first, a bit per seat: both, if at the same time


def unsound(t):
    if t.phase == DEAL:
        return ""
    rows = [[int(pile_size(t.row[p][c])) for c in range(LONG)] for p in range(2)]
    lengths = [sum(row) for row in rows]
    places = sum(((1 << lengths[p]) - 1) << (LONG * p) for p in range(2))
    stocks = [int(pile_size(t.stock[p])) for p in range(2)]
    for p in range(2):
        if not all(rows[p][: lengths[p]]):
            return f"row.{p}.{rows[p].index(0)}: there is no card at this place of the row, and there is one after it"
        if lengths[p] + stocks[p] > LONG:
            return f"stock.{p}: {stocks[p]} cards, and {lengths[p]} of {LONG} are turned up"
        if int(t.fresh[p]) & ~places:
            return f"fresh: seat {p} has laid a card at a place that is not in the rows"
    if int(t.open) & ~places:
        return "open: a place is open that is not in the rows"
    empty = sum((stocks[p] == 0) << p for p in range(2))
    if int(t.out_first) & ~empty or (not t.out_first and (empty == 3 or t.phase == FINISH)):
        return f"out_first: {int(t.out_first)} is not who was without cards first, stocks have {stocks[0]} and {stocks[1]} cards"
    if t.phase in (TICK, CARRY) and t.idle >= t.idle_ticks:
        return f"idle: {int(t.idle)}, and after {int(t.idle_ticks)} ticks cards are turned"
    return against_actions(t, stocks, places) if t.phase in (TICK, CARRY) else ""


def against_actions(t, stocks, places):
    """Return what is wrong with the answers of this tick: a seat still asked has none, and an answer names places of the rows."""
    for p in range(2):
        action = int(t.action[p])
        if action in (0, UNKNOWN):
            continue
        if (int(t.asked) >> p) & 1:
            return f"action: seat {p} has answered and is asked"
        if COVER <= action < CALL:
            named, able = [action - COVER], stocks[p] > 0
        else:
            named, able = [*divmod(action - CALL, PLACES)], CALL <= action < WAIT and stocks[p] == 0
        if not able or not all((places >> place) & 1 for place in named):
            return f"action: {action} is nothing that seat {p} can have chosen"
    return ""


@rule
def bound(t):
    """R10: at least every `idle_ticks` ticks one of the 52 cards is used; two answers per tick."""
    return 2 * 53 * t.idle_ticks


@rule
def deal(t):
    """F101: deal each player a stock of half the pack."""
    first = random_cards(t, PACK, LONG)
    fill(t.stock[0], first)
    fill(t.stock[1], PACK & ~first)
    for p in range(t.seats):
        shuffle(t, t.stock[p])
    t.dealer = NOBODY
    next_step(t, COUNT)


# the tableau


@rule(inline=True)
def shows(t, place):
    """The rank that a place shows, -1 if there is no such place yet."""
    pile = t.row[place // LONG, place % LONG]
    return rank_of(pile[1]) if pile_size(pile) else -1


@rule
def alike(t, place):
    """The other places that show the same rank."""
    rank, found = shows(t, place), 0
    for p in range(t.seats):
        for c in range(LONG):
            if pile_size(t.row[p, c]) == 0:
                break
            if rank_of(t.row[p, c, 1]) == rank:
                found |= 1 << (LONG * p + c)
    return found & ~(1 << place)


@rule
def callable_with(t, seat, place):
    """R8: the places that a seat without cards may call together with this one."""
    if pile_size(t.stock[seat]):
        return 0
    others = alike(t, place)
    return others if (t.fresh[seat] >> place) & 1 else others & t.fresh[seat]


@rule
def can_call(t, seat):
    """R8: whether a seat without cards can call a match."""
    places = t.fresh[seat] if pile_size(t.stock[seat]) == 0 else 0
    while places:
        if alike(t, lowest(places)):
            return True
        places &= places - 1
    return False


# cards are turned


@COUNT.step
def count_to_three(t):
    say(t, SAY.three, 0)
    t.phase = TURN


@TURN.step
def turn_cards(t):
    """R2, R7: the players who turn a card lay it at the end of their row, at the same time."""
    least = 2 if pile_size(t.stock[0]) > 1 or pile_size(t.stock[1]) > 1 else 1
    turned = 0
    for p in range(t.seats):
        if pile_size(t.stock[p]) >= least:
            c = 0
            while pile_size(t.row[p, c]):
                c += 1
            push(t.row[p, c], pop(t.stock[p]))
            turned |= 1 << (LONG * p + c)
    t.idle = 0
    note_empty(t, False)
    settle_places(t, turned)
    go_on(t)


@rule
def note_empty(t, together):
    """R9: note who runs out of cards first. together: the other ran out in this tick, so a seat that runs out now counts too."""
    empty = (pile_size(t.stock[0]) == 0) + 2 * (pile_size(t.stock[1]) == 0)
    if t.out_first == 0 or together:
        t.out_first = empty


@rule
def settle_places(t, laid):
    """R3, R4: matches with the cards just laid open places; R8: for whom these cards are fresh."""
    matched = 0
    for p in range(t.seats):
        t.fresh[p] = t.fresh[p] & ~laid | (laid if pile_size(t.stock[p]) == 0 else 0)
    while laid:
        others = alike(t, lowest(laid))
        if others:
            matched |= others | (laid & -laid)
        laid &= laid - 1
    t.open |= matched
    if matched:
        say(t, SAY.match, 0)
    if t.single_cover:
        places = t.open
        while places:
            if alike(t, lowest(places)) == 0:
                t.open &= ~(places & -places)
            places &= places - 1


@rule
def go_on(t):
    """R6, R9, R10: after cards were turned or a tick is over, the next tick, the next turning step, or the end."""
    callers = can_call(t, 0) or can_call(t, 1)
    cards = pile_size(t.stock[0]) + pile_size(t.stock[1])
    racing = callers or (t.open and cards)
    if (t.out_first and not t.call_needed) or (cards == 0 and (not callers or t.idle == t.idle_ticks)):
        next_step(t, FINISH)
    elif racing and t.idle < t.idle_ticks:
        open_tick(t, TICK)
    else:
        next_step(t, COUNT)


# a tick: both choose at once


@TICK.objection
def objection_to_action(t, choice):
    if choice == WAIT:
        return 0
    if choice < CALL:
        if pile_size(t.stock[t.turn]) == 0:
            return 5
        return 0 if (t.open >> (choice - COVER)) & 1 else 4
    one, other = (choice - CALL) // PLACES, (choice - CALL) % PLACES
    if one < other and shows(t, one) >= 0 and (callable_with(t, t.turn, one) >> other) & 1:
        return 0
    return 8


@TICK.choices
def actions(t, menu):
    n, p = 0, t.turn
    if pile_size(t.stock[p]):
        places = t.open
        while places:
            n = offer(menu, n, COVER + lowest(places))
            places &= places - 1
    elif t.fresh[p]:
        for one in range(PLACES):
            if shows(t, one) >= 0:
                others = callable_with(t, p, one) >> one >> 1 << one << 1  # each pair once
                while others:
                    n = offer(menu, n, CALL + PLACES * one + lowest(others))
                    others &= others - 1
    return offer(menu, n, WAIT)


@TICK.play
def note_action(t, choice):
    answer(t, choice, WAIT, CARRY, 0)


@CARRY.step
def carry_out(t):
    """F104: the quicker action that is left; after the last one the tick is over. R10: a tick without any action is idle."""
    p = quicker(t)
    if p == NOBODY:
        t.idle += 1
        go_on(t)
        return
    choice = carried(t, p)
    if choice >= CALL:
        call_match(t, p, choice - CALL)
    else:
        cover(t, p, choice - COVER)
    last = quicker(t) == NOBODY
    if not t.over and t.out_first and not t.call_needed and (last or not same_time(t)):
        next_step(t, FINISH)
    elif not t.over and last:
        t.idle = 0
        go_on(t)


@rule
def cover(t, p, place):
    """R5, F103: also if the quicker player has closed the place in this tick."""
    pile = t.row[place // LONG, place % LONG]
    t.covered |= 1 << pop(pile)
    push(pile, pop(t.stock[p]))
    t.open &= ~(1 << place)
    note_empty(t, same_time(t))
    settle_places(t, 1 << place)


@rule
def call_match(t, p, pair):
    """R8, F105: a call stands if its match is still there, or was covered at the same time; F106: both call at the same time."""
    there = (callable_with(t, p, pair // PLACES) >> (pair % PLACES)) & 1
    if t.action[1 - p] >= CALL and same_time(t):
        end(t, 3, SAY.draw)
    elif there or same_time(t):
        end(t, 1 << p, SAY.aggravation)
    else:
        say(t, SAY.late, p)


@FINISH.step
def end_without_call(t):
    """R9: the first to be out of cards wins, without a call."""
    end(t, t.out_first, SAY.first)


@rule
def end(t, winners, word):
    """R8, R9: a set of seats has won; both is a draw."""
    if winners == 3:
        say(t, SAY.draw, 0)
    else:
        say(t, word, lowest(winners))
        t.score[lowest(winners)] += 1
    win_or_draw(t, winners)


# what others know


@rule
def contradictions(t, seat):
    presume_waiting(t)
    return 0
