"""Spider: ten columns, a hundred and four cards, and eight sequences to build. Paragraphs R1.. are those of rulebook.md.

Columns, units and rungs are those of the kit's `solitaire`. Here every suit is a ladder of its own, from the king down to the
ace, and a unit is a run on one of them. Only the height of a unit decides where it may go, not its suit.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.solitaire import *

ZERO_SUM = False
PHASES = phases(
    asks("play", "c{1..10}:{1..13}>c{1..10}", "remove {1..10}", "deal", "resign"), steps("remove", "turn up", "won", "lost")
)
PLAY, REMOVE, TURN_UP, WON, LOST = PHASES
MOVE, TAKE, DEAL_OUT, RESIGN = PHASES.codes("c1:1>c1", "remove 1", "deal", "resign")
MENU = 512  # about 350 at most: each part of a sequence of 13 at the ends of five columns goes to five spaces, and a few more
SAY = words("won", "stuck", "idle", "resigned", "sequence")
COLUMNS, SEQUENCES, WHOLE = 10, 8, 13
RUNG = np.array([HEIGHT[card % 13] for card in range(52)], np.int64)
SUIT_RUNG = np.array([HEIGHT[card % 13] + 16 * (card // 13) for card in range(52)], np.int64)


class Table(Layout, seats=1):
    suits = Option(4, (1, 2, 4), "suits in the pack: the fewer, the easier")
    deal_on_spaces = Option(False, YES_NO, "a row may be dealt while columns are empty")
    manual_removal = Option(False, YES_NO, "complete sequences stay until the player takes them off")
    scoring = Option("none", ("none", "points"), "what the score counts: sequences, or points")
    stall = Option(10000, range(50, 100001), "choices in a row without progress after which the game is lost")

    stock = Pile(104, seen=NOBODY)
    done = Pile(WHOLE, per=SEQUENCES)  # from the ace up to the king
    down = Pile(5, per=COLUMNS, seen=NOBODY)
    up = Pile(78, per=COLUMNS)  # six runs of thirteen: one to begin with, and one from each row

    moves = Number(0, 10_000_000)
    idle = Number(0, 100_000)  # choices since the last progress


def unsound(t):
    if t.phase == DEAL:
        return ""
    for k in range(SEQUENCES):
        cards = [int(card) for card in t.done[k][1 : pile_size(t.done[k]) + 1]]
        if cards and [(suit_of(card), HEIGHT[rank_of(card)]) for card in cards] != [(suit_of(cards[0]), n) for n in range(1, 14)]:
            return f"done.{k}: it is not a sequence in suit from the ace up to the king"
    for c in range(COLUMNS):
        if any(card < 0 for card in t.up[c][1 : pile_size(t.up[c]) + 1]):
            return f"up.{c}: a face-up card is not known"
    if t.moves > 57 * t.stall:
        return f"moves: {t.moves}, and no game goes on for so long"
    return against_phase(t)


def against_phase(t):
    """Return what has to happen before anything else, or what cannot happen here."""
    complete, turns_up, won = complete_column(t), column_to_turn(t), removed(t) == SEQUENCES
    if t.phase in (PLAY, TURN_UP) and complete != NOBODY and not t.manual_removal:
        return f"up.{complete}: a complete sequence has not been taken off"
    if t.phase == PLAY:
        if turns_up != NOBODY:
            return f"up.{turns_up}: it is empty, and a card lies face down in its column"
        if t.idle >= t.stall or won:
            return f"idle: {t.idle}, and the game ends at {t.stall}" if not won else "phase: all sequences have been taken off"
    if t.phase == REMOVE and (complete == NOBODY or t.manual_removal):
        return "phase: no sequence is taken off here"
    if t.phase == TURN_UP and turns_up == NOBODY:
        return "phase: no column has a card to turn up"
    return "phase: not all sequences have been taken off" if t.phase == WON and not won else ""


def unplayable(t):
    """Return what could make a column longer than its pile: too many rows in the stock, or too long a column before them."""
    if t.phase == DEAL:
        return ""
    stock = pile_size(t.stock)
    if stock > 50:
        return f"stock: {stock} cards, and five rows have 50"
    rows = -(-stock // COLUMNS)
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        if size and size + RUNG[t.up[c, size]] - 1 + WHOLE * rows > len(t.up[c]) - 1:
            return f"up.{c}: {size} cards, and {rows} rows are still to be dealt"
    return ""


@rule
def bound(t):
    """R10: at most 44 cards turned up, 8 sequences removed and 5 rows dealt, each within `stall` choices of the one before."""
    return 57 * t.stall


@rule
def kinds(t):
    """The different cards of the pack."""
    if t.suits == 4:
        return PACK_52
    return SUITS[SPADES] | (SUITS[HEARTS] if t.suits == 2 else 0)


@rule
def pack(t, bag):
    for k in range(8 // t.suits):
        bag[k] = kinds(t)


@rule
def deal(t):
    for _ in range(8 // t.suits):
        put(t.stock, kinds(t))
    shuffle(t, t.stock)
    for _ in range(4):
        deal_row(t.stock, t.down, 0, COLUMNS)
    deal_row(t.stock, t.down, 0, 4)
    deal_row(t.stock, t.up, 0, COLUMNS)
    t.score[0] = 500 if t.scoring == Table.scoring.points else 0
    ask(t, 0, PLAY)


@rule
def removed(t):
    """The number of sequences taken off."""
    n = 0
    for k in range(SEQUENCES):
        n += pile_size(t.done[k]) > 0
    return n


@rule
def is_complete(t, c):
    """R7: whether a column ends with a whole sequence."""
    size = pile_size(t.up[c])
    return size >= WHOLE and rank_of(t.up[c, size]) == ACE and run_length(t.up[c], SUIT_RUNG) == WHOLE


@rule
def complete_column(t):
    """The first column that ends with a whole sequence, or NOBODY."""
    for c in range(COLUMNS):
        if is_complete(t, c):
            return c
    return NOBODY


# a move


@rule
def may_deal(t):
    """R6: whether a row may be dealt: from a stock, and onto columns of which none is empty."""
    spaces, cards = 0, 0
    for c in range(COLUMNS):
        spaces += pile_size(t.up[c]) == 0
        cards += pile_size(t.up[c]) + pile_size(t.down[c])
    return pile_size(t.stock) > 0 and (spaces == 0 or t.deal_on_spaces != 0 or cards < COLUMNS)


@PLAY.objection
def objection_to_move(t, choice):
    """R1 to R4 for a unit, R6, R7."""
    if choice == RESIGN:
        return 0
    if choice == DEAL_OUT:
        return 0 if may_deal(t) else 6
    if choice >= TAKE:
        return 0 if t.manual_removal and is_complete(t, choice - TAKE) else 7
    source, k, target = unit_of(choice - MOVE, COLUMNS)
    if k > run_length(t.up[source], SUIT_RUNG):
        return 1
    if source == target:
        return 2
    size = pile_size(t.up[target])
    if size == 0:
        return 4 if is_whole_column(t, source, k) else 0
    first = RUNG[t.up[source, pile_size(t.up[source]) + 1 - k]]
    last = RUNG[t.up[target, size]]
    if first == HEIGHT[KING] or last == HEIGHT[ACE]:
        return 3
    return 0 if last == first + 1 else 2


@rule
def survey(t):
    """The ends of the columns, the rungs that fit on them, and those that may fill a space: all, if there is a space."""
    ends = wanted = spaces = 0
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        if size:
            last = RUNG[t.up[c, size]]
            ends |= end_at(c, last)
            wanted |= 1 << (last - 1)
        else:
            spaces = ANY_RUNG
    return ends, wanted, spaces


@PLAY.choices
def legal_moves(t, menu):
    """The choices without an objection, found faster than by asking for each."""
    n = 0
    ends, wanted, spaces = survey(t)
    for c in range(COLUMNS):
        units = (1 << run_length(t.up[c], SUIT_RUNG)) - 1
        whole = 0 if pile_size(t.down[c]) else pile_size(t.up[c])
        n = offer_units(menu, n, MOVE, COLUMNS, c, units, whole, wanted | spaces, ends, spaces)
    if t.manual_removal:
        for c in range(COLUMNS):
            if is_complete(t, c):
                n = offer(menu, n, TAKE + c)
    if may_deal(t):
        n = offer(menu, n, DEAL_OUT)
    return n


@PLAY.play
def make_move(t, choice):
    if choice == RESIGN:
        say(t, SAY.resigned, 0)
        next_step(t, LOST)
        return
    t.idle += 1
    if TAKE <= choice < DEAL_OUT:
        take_off(t, choice - TAKE)
    else:
        t.moves += 1
        if t.scoring == Table.scoring.points:
            t.score[0] -= 1
        if choice == DEAL_OUT:
            deal_row(t.stock, t.up, 0, min(COLUMNS, pile_size(t.stock)))
            t.idle = 0
        else:
            source, k, target = unit_of(choice - MOVE, COLUMNS)
            lay_top(t.up[source], k, t.up[target])
    go_on(t)


@rule
def take_off(t, c):
    """R7: the sequence at the end of a column goes out of play, its king on top; F101."""
    place = 0
    while pile_size(t.done[place]):
        place += 1
    for _ in range(WHOLE):
        push(t.done[place], pop(t.up[c]))
    t.score[0] += 100 if t.scoring == Table.scoring.points else 1
    t.idle = 0
    say(t, SAY.sequence, removed(t))


# what follows from a move


@rule
def go_on(t):
    """R7 and R5 first, then R9 and R10: the game ends, or the player moves again."""
    if t.manual_removal == 0 and complete_column(t) != NOBODY:
        next_step(t, REMOVE)
    elif column_to_turn(t) != NOBODY:
        next_step(t, TURN_UP)
    elif removed(t) == SEQUENCES:
        next_step(t, WON)
    elif t.idle >= t.stall or is_stuck(t):
        next_step(t, LOST)
    else:
        ask(t, 0, PLAY)


@rule
def is_stuck(t):
    """R9: whether giving up is the only legal choice."""
    if may_deal(t) or (t.manual_removal and complete_column(t) != NOBODY):
        return False
    _, wanted, spaces = survey(t)
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        if size == 0:
            continue
        units = (1 << run_length(t.up[c], SUIT_RUNG)) - 1
        if (units << RUNG[t.up[c, size]]) & wanted:
            return False
        if spaces and (size > 1 or pile_size(t.down[c])):
            return False
    return True


@REMOVE.step
def remove_sequence(t):
    take_off(t, complete_column(t))
    go_on(t)


@TURN_UP.step
def turn_up_card(t):
    uncover(t, column_to_turn(t))
    t.idle = 0
    go_on(t)


@WON.step
def end_won(t):
    end_patience(t, True)
    say(t, SAY.won, t.moves)


@LOST.step
def end_lost(t):
    """R9, R10. A player who gave up has been told so."""
    lose_patience(t, SAY.idle, SAY.stuck if is_stuck(t) else 0)
