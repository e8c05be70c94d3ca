"""Klondike: seven columns, four foundations, and a stock to turn. Paragraphs R1.. are those of rulebook.md.

Columns, units and rungs are those of the kit's `solitaire`.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.solitaire import *

RULES_VERSION = 2
ZERO_SUM = False
PACK = PACK_52
MOVES = ("waste>f", "c{1..7}>f", "waste>c{1..7}", "c{1..7}:{1..13}>c{1..7}", *(f"f-{suit}>c{{1..7}}" for suit in "cdhs"))
PHASES = phases(asks("play", *MOVES, "draw", "recycle", "resign"), steps("turn up", "home", "won", "lost"))
PLAY, TURN_UP, HOME, WON, LOST = PHASES
WASTE_HOME, COLUMN_HOME, WASTE_OUT, UNIT, RETURN = PHASES.codes("waste>f", "c1>f", "waste>c1", "c1:1>c1", "f-c>c1")
DRAW, RECYCLE, RESIGN = PHASES.codes("draw", "recycle", "resign")
MENU = 256  # 215 at most: any card fills a space, and 39 cards in three columns and four foundations face four spaces
SAY = words("won", "stuck", "idle", "resigned", "last_pass")
COLUMNS = 7
# Alternating colours make two ladders of thirteen rungs, one from the red kings down, one from the black kings. The face-up
# part of a column is always a run of rungs.
RUNG = np.array([HEIGHT[c % 13] + 16 * ((HEIGHT[c % 13] + (c // 13 in (1, 2))) % 2) for c in range(52)], np.int64)
KINGS = 1 << RUNG[KING] | 1 << RUNG[13 + KING]


class Table(Layout, seats=1):
    draw = Option(1, (1, 3), "cards turned from the stock at a time")
    passes = Option(0, (0, 1, 2, 3, 5), "times the stock may be gone through; 0 for no limit")
    foundation_return = Option(False, YES_NO, "the top card of a foundation may go back to a column")
    partial_units = Option(True, YES_NO, "any number of face-up cards may move together, not only the last one or all")
    empty_column = Option("kings", ("kings", "any"), "what may fill a space")
    scoring = Option("none", ("none", "vegas", "standard"), "what the score counts: cards home, money, points")
    stall = Option(10000, range(50, 100001), "choices in a row without progress after which the game is lost")
    auto_finish = Option(False, YES_NO, "the rest is played automatically when no card is hidden and stock and waste are empty")

    stock = Pile(52, seen=NOBODY)
    waste = Pile(24)
    foundations = Pile(13, per=4)  # by suit
    down = Pile(6, per=COLUMNS, seen=NOBODY)
    up = Pile(13, per=COLUMNS)

    pass_number = Number(0, 10_000_000)
    moves = Number(0, 10_000_000)
    idle = Number(0, 100_000)  # choices since the last progress
    most_home = Number(0, 52)  # most cards the foundations ever held


def unsound(t):
    if t.phase == DEAL:
        return ""
    for s in range(4):
        if any(suit_of(card) != s or HEIGHT[rank_of(card)] != k for k, card in enumerate(cards_of(t.foundations[s]), 1)):
            return f"foundations.{s}: it is not built in suit from the ace up"
    for c in range(COLUMNS):
        rungs = [RUNG[card] if card >= 0 else 0 for card in cards_of(t.up[c])]
        if 0 in rungs:
            return f"up.{c}: a face-up card is not known"
        if rungs and rungs != list(range(rungs[0], rungs[-1] - 1, -1)):
            return f"up.{c}: it is not a sequence of alternating colours"
    return against_progress(t) or against_phase(t)


def against_progress(t):
    """Return what is wrong with the numbers that say how far the game has come."""
    if t.most_home > home(t) and not t.foundation_return and t.most_home <= 52:
        return f"most_home: {t.most_home} cards were home, {home(t)} are, and none can have gone back"
    if t.passes and t.pass_number > t.passes:
        return f"pass_number: {t.pass_number}, and the stock may be gone through {t.passes} times"
    progress = 97 - (52 - max(t.most_home, home(t))) - face_down(t) - min(24, pile_size(t.stock) + pile_size(t.waste))
    for name, number in (("moves", t.moves), ("pass_number", t.pass_number)):
        if number > (progress + 1) * t.stall:
            return f"{name}: {number}, and after {t.stall} moves without progress the game would have ended"
    return ""


def against_phase(t):
    """Return what has to happen before anything else, or what cannot happen here."""
    turns_up, all_home = column_to_turn(t), home(t) == 52
    if t.phase == PLAY:
        if turns_up != NOBODY:
            return f"up.{turns_up}: it is empty, and a card lies face down in its column"
        if t.idle >= t.stall or all_home:
            return f"idle: {t.idle}, and the game ends at {t.stall}" if not all_home else "phase: all cards are home"
    if t.phase == TURN_UP and turns_up == NOBODY:
        return "phase: no column has a card to turn up"
    if t.phase == HOME and not (t.auto_finish and nothing_hidden(t)):
        return "phase: the rest is not played automatically here"
    return "phase: not all cards are home" if t.phase == WON and not all_home else ""


def unplayable(t):
    talon = pile_size(t.stock) + pile_size(t.waste)
    return f"stock: with the waste {talon} cards, and a deal has 24" if t.phase != DEAL and talon > 24 else ""


def cards_of(pile):
    return [int(card) for card in pile[1 : pile_size(pile) + 1]]


@rule
def bound(t):
    """R12: at most 52 cards go home, 21 are turned up and 24 leave the waste, each within `stall` choices of the one before."""
    return 97 * t.stall


@rule
def deal(t):
    fill(t.stock, PACK)
    shuffle(t, t.stock)
    for first in range(COLUMNS):
        deal_row(t.stock, t.up, first, first + 1)
        deal_row(t.stock, t.down, first + 1, COLUMNS)
    t.pass_number = 1
    t.score[0] = -52 if t.scoring == Table.scoring.vegas else 0
    ask(t, 0, PLAY)


# a move


@rule
def goes_home(t, card):
    """R4: whether a card is the next one of its foundation."""
    return pile_size(t.foundations[suit_of(card)]) == HEIGHT[rank_of(card)] - 1


@rule
def fills_space(t, card):
    """R3, its first sentence."""
    return rank_of(card) == KING or t.empty_column == Table.empty_column.any


@rule
def is_unit(t, column, k):
    """R1: whether the last k cards of a column move together."""
    size = pile_size(t.up[column])
    return 1 <= k <= size and (t.partial_units or k == 1 or k == size)


@rule
def misplaced(t, card, column):
    """R2, R3: the paragraph that forbids moving a card, and the cards on it, to a column; or 0."""
    size = pile_size(t.up[column])
    if size:
        return 0 if RUNG[t.up[column, size]] == RUNG[card] + 1 else 2
    return 0 if fills_space(t, card) else 3


@PLAY.objection
def objection_to_move(t, choice):
    """R1 to R4, R6 to R9: return the paragraph that forbids a move, or 0."""
    if choice == RESIGN:
        return 0
    if choice == DRAW:
        return 0 if pile_size(t.stock) else 6
    if choice == RECYCLE:
        if pile_size(t.stock) or not pile_size(t.waste):
            return 7
        return 8 if t.passes and t.pass_number >= t.passes else 0
    if choice >= RETURN:
        suit, target = divmod(choice - RETURN, COLUMNS)
        if not t.foundation_return or not pile_size(t.foundations[suit]):
            return 1
        return misplaced(t, top(t.foundations[suit]), target)
    if choice >= UNIT:
        return objection_to_unit(t, choice)
    if COLUMN_HOME <= choice < WASTE_OUT:
        column = choice - COLUMN_HOME
        if not pile_size(t.up[column]):
            return 1
        return 0 if goes_home(t, top(t.up[column])) else 4
    if not pile_size(t.waste):
        return 1
    if choice == WASTE_HOME:
        return 0 if goes_home(t, top(t.waste)) else 4
    return misplaced(t, top(t.waste), choice - WASTE_OUT)


@rule
def objection_to_unit(t, choice):
    """R1 to R3: return the paragraph that forbids moving a unit to another column, or 0."""
    source, k, target = unit_of(choice - UNIT, COLUMNS)
    if not is_unit(t, source, k):
        return 1
    if source == target:
        return 2
    if not pile_size(t.up[target]) and is_whole_column(t, source, k):
        return 3
    return misplaced(t, t.up[source, pile_size(t.up[source]) + 1 - k], target)


@PLAY.choices
def legal_moves(t, menu):
    """The choices without an objection, found faster than by asking for each. wanted: all rungs that fit on some column."""
    n = ends = wanted = spaces = 0
    waste = top(t.waste) if pile_size(t.waste) else NOBODY
    if waste != NOBODY and goes_home(t, waste):
        n = offer(menu, n, WASTE_HOME)
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        if size:
            last = t.up[c, size]
            ends |= end_at(c, RUNG[last])
            wanted |= 1 << (RUNG[last] - 1)
            if goes_home(t, last):
                n = offer(menu, n, COLUMN_HOME + c)
        else:
            spaces = ANY_RUNG if t.empty_column == Table.empty_column.any else KINGS
    wanted |= spaces
    if waste != NOBODY and holds(wanted, RUNG[waste]):
        n = offer_columns(menu, n, WASTE_OUT, COLUMNS, RUNG[waste], ends, spaces)
    for c in range(COLUMNS):
        size = pile_size(t.up[c])
        units = (1 << size) - 1
        if not t.partial_units and size:
            units = 1 | 1 << (size - 1)
        n = offer_units(menu, n, UNIT, COLUMNS, c, units, 0 if pile_size(t.down[c]) else size, wanted, ends, spaces)
    if t.foundation_return:
        for s in range(4):
            if pile_size(t.foundations[s]):
                n = offer_columns(menu, n, RETURN + COLUMNS * s, COLUMNS, RUNG[top(t.foundations[s])], ends, spaces)
    if pile_size(t.stock):
        n = offer(menu, n, DRAW)
    elif pile_size(t.waste) and (t.passes == 0 or t.pass_number < t.passes):
        n = offer(menu, n, RECYCLE)
    return n


@PLAY.play
def make_move(t, choice):
    if choice == RESIGN:  # no move
        say(t, SAY.resigned, 0)
        next_step(t, LOST)
        return
    t.moves += 1
    t.idle += 1
    if choice == DRAW:
        for _ in range(min(t.draw, pile_size(t.stock))):
            push(t.waste, pop(t.stock))
    elif choice == RECYCLE:
        recycle(t)
    elif choice >= RETURN:
        suit, target = divmod(choice - RETURN, COLUMNS)
        push(t.up[target], pop(t.foundations[suit]))
        earn(t, -1, -15)
    elif choice >= UNIT:
        source, k, target = unit_of(choice - UNIT, COLUMNS)
        lay_top(t.up[source], k, t.up[target])
    elif COLUMN_HOME <= choice < WASTE_OUT:
        send_home(t, pop(t.up[choice - COLUMN_HOME]))
    else:
        t.idle = 0
        if choice == WASTE_HOME:
            send_home(t, pop(t.waste))
        else:
            push(t.up[choice - WASTE_OUT], pop(t.waste))
            earn(t, 0, 5)
    go_on(t)


@rule
def recycle(t):
    """R7, R8: turn the waste over to be the stock again."""
    pour(t.waste, t.stock)
    t.pass_number += 1
    if t.draw == 1:
        earn(t, 0, -100)
    if t.pass_number == t.passes:
        say(t, SAY.last_pass, 0)


@rule
def send_home(t, card):
    push(t.foundations[suit_of(card)], card)
    earn(t, 1, 10)
    if home(t) > t.most_home:
        t.most_home = home(t)
        t.idle = 0


@rule
def home(t):
    """The number of cards on the foundations."""
    cards = 0
    for s in range(4):
        cards += pile_size(t.foundations[s])
    return cards


@rule
def earn(t, cards_home, worth):
    """F101: score a change by the scoring of the house; standard points never fall below zero."""
    if t.scoring == Table.scoring.standard:
        t.score[0] = max(t.score[0] + worth, 0)
    else:
        t.score[0] += 5 * cards_home if t.scoring == Table.scoring.vegas else cards_home


# what follows from a move


@rule
def go_on(t):
    """R5 first, then R10 to R12: the game ends, or the player moves again."""
    if column_to_turn(t) != NOBODY:
        next_step(t, TURN_UP)
    elif home(t) == 52:
        next_step(t, WON)
    elif t.idle >= t.stall or is_stuck(t):
        next_step(t, LOST)
    elif t.auto_finish and nothing_hidden(t):
        next_step(t, HOME)
    else:
        ask(t, 0, PLAY)


@rule
def is_stuck(t):
    """R11: whether giving up is the only legal choice."""
    if objection_to_move(t, DRAW) == 0 or objection_to_move(t, RECYCLE) == 0:
        return False
    for choice in range(WASTE_HOME, DRAW):
        if objection_to_move(t, choice) == 0:
            return False
    return True


@rule
def nothing_hidden(t):
    return pile_size(t.stock) + pile_size(t.waste) + face_down(t) == 0


@TURN_UP.step
def turn_up_card(t):
    uncover(t, column_to_turn(t))
    earn(t, 0, 5)
    t.idle = 0
    go_on(t)


@HOME.step
def finish_one(t):
    """F102: the lowest card in the columns is always the last of one, and goes on its foundation."""
    for c in range(COLUMNS):
        if pile_size(t.up[c]) and goes_home(t, top(t.up[c])):
            send_home(t, pop(t.up[c]))
            break
    go_on(t)


@WON.step
def end_won(t):
    end_patience(t, True)
    say(t, SAY.won, t.moves)


@LOST.step
def end_lost(t):
    """R11, R12. A player who gave up has been told so."""
    lose_patience(t, SAY.idle, SAY.stuck if is_stuck(t) else 0)
