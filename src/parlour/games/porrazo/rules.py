"""Porrazo: match a card, take the run above it, and beware of the third and the fourth alike. Paragraphs R1.. are those of
rulebook.md.

What cards are worth is in `counting.py`, who has what to declare in `declarations.py`, the phases and words in `words.py`.
"""

import numpy as np

from parlour.kit import *
from parlour.kit.captures import *

from .counting import VALUE, arrange_row, groups, most_cards, pips
from .declarations import best_declaration, kind
from .words import *

PACK = PACK_52
STARTED, STRUCK, COUNTERED = 1, 2, 3  # stages of a chain: a card lies, a porrazo, a counter-porrazo
DEALS = np.array([0, 0, 8, 5, 4, 3])  # by the number of players


class Table(Layout, seats=(2, 5), default_seats=2):
    target = Option(61, range(31, 122), "points that win the game")
    partnerships = Option(False, YES_NO, "four play as partners who sit opposite")
    tendido = Option("forced_last", ("forced_last", "optional", "first_deal", "none"), "when the dealer's layout is dealt")
    in_place = Option(True, YES_NO, "a card played in place scores")
    san_benito = Option("game", ("game", "points"), "what the fourth equal card wins")
    declare = Option("optional", ("optional", "automatic"), "whether pairs may be kept silent")
    counter = Option(True, YES_NO, "a porrazo can be countered")
    max_hands = Option(60, range(1, 201), "hands after which the highest total wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    table = Cards()
    row = Pile(4)  # the tendido, until it is scored
    laid = Cards()  # the card just played
    waiting = Cards()  # what a porrazo took, until it stands or is countered
    won = Cards(per=SEATS, seen=NOBODY)
    stock = Pile(52, seen=NOBODY)

    deal_number = Number(0, 8)
    tendido_due = Flag()
    declared = Number(0, 2, per=SEATS)  # 1 for a ronda, 2 for a rondine
    shown = Number(0, 13, per=(SEATS, 3))  # what was played in this deal: 1 for an ace up to 13 for a king
    placing = Flag()  # the card laid is meant to be played in place
    player = Seat()  # who laid it
    link = Number(-1, 51)  # the last card of the chain
    stage = Number(0, 3)
    owed = Number(0, 8)  # points of the waiting porrazo


@rule
def house(t):
    return 101 if t.partnerships and t.seats != 4 else 0


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    if count(t.laid) != 1 if t.phase in (USE, RESOLVE) else t.laid and (t.phase != SETTLE or count(t.laid) > 1):
        return f"laid: {count(t.laid) or 'no'} cards are laid"
    if t.phase in (RESOLVE, SETTLE) and t.player == NOBODY:
        return "player: nobody has played"
    if pile_size(t.row) != (4 if t.phase in (ARRANGE, SPREAD) else 0) and (pile_size(t.row) or t.phase == ARRANGE):
        return f"row: {pile_size(t.row)} cards"
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    for p in range(t.seats):
        if size_of(t.hand[p]) > 3:
            return f"hand.{p}: {size_of(t.hand[p])} cards, and 3 are dealt to each"
    return against_chain(t)


def against_chain(t):
    """Return what is wrong with the card that can be answered, and with the cards that a porrazo has taken."""
    asked = t.phase in (PLAY, USE)
    if (asked and bool(t.waiting) != (t.stage == STRUCK and t.counter == 1)) or (t.phase == SETTLE and not t.waiting):
        return "waiting: no porrazo waits for a counter" if t.waiting else "waiting: a porrazo has taken nothing"
    if t.stage == 0 or not (asked or (t.phase == RESOLVE and t.stage != STRUCK)):
        return ""
    if t.link < 0:
        return "link: no card is there to be answered"
    if t.stage == COUNTERED and t.turn == t.player == NOBODY:
        return "player: nobody has played"
    last = t.player if t.turn == NOBODY and not t.laid else ((t.player if t.turn == NOBODY else t.turn) - 1) % t.seats
    cards = {STARTED: t.table, STRUCK: t.waiting, COUNTERED: t.won[last]}[t.stage]
    wanted = RANKS[rank_of(t.link)] if t.stage == COUNTERED else 1 << t.link
    found = count(cards & wanted) + unknown_count(cards)
    return "" if found >= (3 if t.stage == COUNTERED else 1) else "link: the card is not there to be answered"


def unplayable(t):
    """Return what is wrong with the cards that are still to be dealt, and with those of the current deal."""
    if t.phase in (DEAL, NEXT, COUNT):
        return ""
    if t.seats == 4 and any(t.side[p] != (p & 1 if t.partnerships else p) for p in range(4)):
        return "side: partners sit opposite" if t.partnerships else "side: everybody plays alone"
    if not 0 < t.deal_number <= DEALS[t.seats] - (t.phase == SERVE):
        return f"deal_number: {t.deal_number} of {DEALS[t.seats]} deals"
    due = 3 * t.seats * (DEALS[t.seats] - t.deal_number) + 4 * t.tendido_due
    if pile_size(t.stock) < due or (pile_size(t.stock) > due and t.phase >= SWEEP and is_last_deal(t)):
        return f"stock: {pile_size(t.stock)} cards, and {due} are still to be dealt"
    return against_hands(t)


def against_hands(t):
    """Return what is wrong with the hands while they are played, from the dealer's left on."""
    first = left_of(t, t.dealer)
    before = t.phase in (ODD, OFFER, TENDIDO, LAYOUT, ARRANGE, SPREAD, DECLARE)
    for k in range(t.seats):
        p = (first + k) % t.seats
        held, shown = size_of(t.hand[p]), np.count_nonzero(t.shown[p])
        due = 3 if before else held
        if t.phase in (PLAY, USE):
            due = size_of(t.hand[t.turn]) + (t.phase == USE) - ((t.turn - first) % t.seats > k) - (t.phase == USE and p == t.turn)
        if held != due or (t.phase >= SWEEP and held):
            return f"hand.{p}: {held} cards, and {due if held != due else 0} are due"
        if held + shown + (t.phase == USE and p == t.turn) > 3:
            return f"shown.{p}: {shown} cards were played of 3, and {held} are held"
    return ""


@rule
def bound(t):
    """A deal asks everybody to declare and for three cards with their use, and the dealer once."""
    return t.max_hands * DEALS[t.seats] * (7 * t.seats + 1)


@rule
def deal(t):
    fill(t.stock, PACK)
    shuffle(t, t.stock)
    for p in range(t.seats):
        t.side[p] = p & 1 if t.partnerships else p
    t.tendido_due = t.tendido != Table.tendido.none
    serve(t)


@SERVE.step
def serve(t):
    """R1 (a): three cards for everybody. Chains and declarations belong to one deal."""
    t.deal_number += 1
    for p in range(t.seats):
        t.hand[p] |= draw(t.stock, 3)
        t.declared[p] = 0
        for k in range(3):
            t.shown[p, k] = 0
    t.link, t.stage = -1, 0
    next_step(t, ODD if is_last_deal(t) and pile_size(t.stock) != 4 * t.tendido_due else OFFER)


@rule
def is_last_deal(t):
    return t.deal_number == DEALS[t.seats]


# what a card means


@rule
def limpia_of(t, run, rank):
    """R11, R16: what a run of this rank scores if it has emptied the table: the ronda of its top end."""
    is_last_play = is_last_deal(t) and t.player == t.dealer and t.hand[t.dealer] == 0
    return 0 if t.table or is_last_play else VALUE[(rank + count(run) - 1) % 13]


@rule
def fits_in_place(t, card):
    """R10: an ace to four that would be the 1st to 4th card of the table."""
    value = pips(rank_of(card))
    return t.in_place and value <= 4 and value == count(t.table) + 1


@rule
def is_answer(t, card, stage):
    """R12: whether a card goes on with a chain that has come to this stage."""
    return t.stage == stage and rank_of(card) == rank_of(t.link)


# before the play: the tendido and declarations


@ODD.step
def lay_odd_cards(t):
    t.table |= draw(t.stock, pile_size(t.stock) - 4 * t.tendido_due)
    t.phase = OFFER


@OFFER.step
def offer_tendido(t):
    """R2: ask the dealer for the tendido, make it if it is forced, or go on to the declarations."""
    if not t.tendido_due:
        begin_declaring(t)
    elif t.tendido == Table.tendido.first_deal or (t.tendido == Table.tendido.forced_last and is_last_deal(t)):
        next_step(t, LAYOUT)
    else:
        ask(t, t.dealer, TENDIDO)


@TENDIDO.play
def deal_tendido_or_wait(t, choice):
    if choice == DEAL_IT:
        next_step(t, LAYOUT)
    elif is_last_deal(t):  # F103: declined for good
        t.tendido_due = 0
        next_step(t, ODD)
    else:
        begin_declaring(t)


@LAYOUT.step
def lay_tendido(t):
    lay_top(t.stock, 4, t.row)
    t.tendido_due = 0
    t.phase = ARRANGE


@ARRANGE.step
def arrange(t):
    """R3: the dealer scores the row of cards on the table."""
    score = arrange_row(t) + groups(t.table | gather(t.row))
    say(t, SAY.tendido, score)
    t.phase = SPREAD
    book(t, t.dealer, score)


@SPREAD.step
def spread_tendido(t):
    t.table |= gather(t.row)
    clear(t.row)
    begin_declaring(t)


@rule
def begin_declaring(t):
    if t.declare == Table.declare.automatic:
        next_step(t, DECLARE)
    else:
        ask_to_declare(t, left_of(t, t.dealer))


@rule
def ask_to_declare(t, seat):
    """R4: the first from this seat up to the dealer who has a pair or three of a kind."""
    for _ in range(t.seats):
        if kind(t, seat):
            ask(t, seat, DECLARE)
            return
        if seat == t.dealer:
            break
        seat = left_of(t, seat)
    next_step(t, DECLARE)


@DECLARE.objection
def objection_to_declaration(t, choice):
    """R4: one declares what one has, or nothing."""
    return 4 if choice != HUSH and kind(t, t.turn) != 1 + choice - RONDA else 0


@DECLARE.play
def declare(t, choice):
    p = t.turn
    if choice != HUSH:
        announce(t, p)
    if p == t.dealer:
        next_step(t, DECLARE)
    else:
        ask_to_declare(t, left_of(t, p))


@rule
def announce(t, p):
    t.declared[p] = kind(t, p)
    say(t, SAY.declared[t.declared[p] - 1], p)


@DECLARE.step
def declare_unasked(t):
    """F105, one seat per step; then the play begins."""
    p = left_of(t, t.dealer)
    for _ in range(t.seats):
        if t.declare == Table.declare.automatic and kind(t, p) and not t.declared[p]:
            announce(t, p)
            return
        p = left_of(t, p)
    ask(t, p, PLAY)


# the play


@PLAY.allowed
def any_card(t):
    """R8: return all cards of the hand: each may be played."""
    return t.hand[t.turn]


@PLAY.play
def pick(t, card):
    """R10: if a card could be played in place and could also capture, its use is asked for."""
    p = t.turn
    t.hand[p] &= ~(1 << card)
    fits = fits_in_place(t, card) and not is_answer(t, card, COUNTERED)
    if fits and (t.table & RANKS[rank_of(card)] or is_answer(t, card, STRUCK)):
        t.laid = 1 << card
        ask(t, p, USE)
    else:
        lay_out(t, p, card, fits)


@USE.play
def use(t, choice):
    lay_out(t, t.turn, lowest(t.laid), choice == IN_PLACE)


@rule
def lay_out(t, p, card, placing):
    t.shown[p, 2 - count(t.hand[p])] = pips(rank_of(card))
    t.laid = 1 << card
    t.player, t.placing = p, placing
    countered = is_answer(t, card, STRUCK) and not placing
    next_step(t, SETTLE if t.waiting and not countered else RESOLVE)


@SETTLE.step
def settle_porrazo(t):
    """R13: a porrazo stands; its points are booked before the next play is resolved, or at the end of the deal."""
    p = t.player if t.laid == 0 else (t.player + t.seats - 1) % t.seats
    t.won[p] |= t.waiting
    t.waiting = 0
    say(t, SAY.stands, t.owed)
    t.phase = RESOLVE if t.laid else SWEEP
    book(t, p, t.owed)


@RESOLVE.step
def resolve(t):
    """R6 to R16: what the card laid does."""
    p, card = t.player, lowest(t.laid)
    rank = rank_of(card)
    t.laid = 0
    if is_answer(t, card, COUNTERED):
        take_san_benito(t, p, card)
    elif t.placing:
        stay(t, p, card)
    elif is_answer(t, card, STRUCK):
        take_counter(t, p, card)
    elif t.table & RANKS[rank]:
        capture(t, p, card)
    else:
        stay(t, p, card)
    if not t.over:
        if t.hand[left_of(t, p)]:
            ask(t, left_of(t, p), PLAY)
        else:
            next_step(t, SETTLE if t.waiting else SWEEP)


@rule
def stay(t, p, card):
    """R9, R10: a card that captures nothing stays on the table; in its place it scores."""
    t.table |= 1 << card
    t.link, t.stage = card, STARTED
    if t.placing:
        say(t, SAY.in_place, pips(rank_of(card)))
        book(t, p, pips(rank_of(card)))


@rule
def capture(t, p, card):
    """R7, R11; R12, R13 if the card matches the one just played."""
    rank = rank_of(card)
    struck = is_answer(t, card, STARTED)
    run = run_from(t.table & ~RANKS[rank] | (1 << t.link) if struck else t.table, card)  # of equal cards the chain's
    t.table &= ~run
    limpia = limpia_of(t, run, rank)
    if struck:
        say(t, SAY.porrazo, p)
    elif limpia:
        say(t, SAY.limpia, limpia)
    if struck and t.counter:
        t.waiting, t.owed = run | (1 << card), VALUE[rank] + limpia
        t.link, t.stage = card, STRUCK
    else:
        t.won[p] |= run | (1 << card)
        t.link, t.stage = -1, 0
        book(t, p, limpia + VALUE[rank] * struck)


@rule
def take_counter(t, p, card):
    """R14: everything the porrazo took; the limpia is the counter's."""
    rank = rank_of(card)
    run = t.waiting & ~(1 << t.link)
    t.won[p] |= t.waiting | (1 << card)
    t.waiting = 0
    t.link, t.stage = card, COUNTERED
    say(t, SAY.counter, p)
    book(t, p, 3 * VALUE[rank] + limpia_of(t, run, rank))


@rule
def take_san_benito(t, p, card):
    """R15, F104: the game, or the four cards and twice a rondine."""
    rank = rank_of(card)
    say(t, SAY.san_benito, p)
    if t.san_benito == Table.san_benito.game:
        t.won[p] |= 1 << card
        win(t, side_of(t, p))
        return
    t.won[(p + t.seats - 1) % t.seats] &= ~RANKS[rank]
    t.won[p] |= RANKS[rank]
    t.link, t.stage = -1, 0
    book(t, p, 6 * VALUE[rank])


@rule
def book(t, p, points):
    """R19: the side scores, and wins at once when it has enough."""
    score_side(t, p, points)
    if t.score[p] >= t.target:
        win(t, side_of(t, p))


# the end of a deal and of a hand: R18


@SWEEP.step
def sweep(t):
    if is_last_deal(t) and t.table:
        t.won[t.dealer] |= t.table
        t.table = 0
        say(t, SAY.rest, t.dealer)
    t.phase = BONUS


@BONUS.step
def pay_best(t):
    """R5: the best declaration scores."""
    t.phase = COUNT if is_last_deal(t) else SERVE
    winner, rank = best_declaration(t)
    if winner != NOBODY:
        rondine = t.declared[winner] == 2
        say(t, SAY.best_rondine if rondine else SAY.best_ronda, 13 * winner + rank)
        book(t, winner, VALUE[rank] * (3 if rondine else 1))


@COUNT.step
def count_cards(t):
    """R17: the side with most cards scores what it has more than the next."""
    t.phase = NEXT
    winner, more = most_cards(t)
    if more:
        say(t, SAY.most, more)
        book(t, winner, more)


@NEXT.step
def end_hand(t):
    if t.hand_number >= t.max_hands:
        share_win(t, False)
    else:
        next_hand(t)


@rule
def contradictions(t, seat):
    """R4: a player who declared was dealt it; if everybody must declare, a player who did not was dealt neither."""
    wrong = 0
    all_declared = t.declare == Table.declare.automatic and (t.phase == PLAY or t.phase == USE or t.phase >= RESOLVE)
    for p in range(t.seats):
        declares = t.declared[p] > 0 or all_declared
        if p != seat and declares and kind(t, p) != t.declared[p]:
            wrong += 1
    return wrong
