"""Brag: three cards, looked at or not, and bets that go round until a player sees or is left alone. R1.. stand in rulebook.md.

The players still betting are `to_act`; the price of staying in, in sighted money, is `high`. A bet lies before its player until
the next one. The pack is not shuffled between deals: `stock` lies across them, and hands go back under it in the order of R14.
"""

from parlour.kit import *
from parlour.kit.betting import *
from parlour.kit.betting import cash_out, clear_hand, fold_bet, post_antes, put_in
from parlour.kit.rankings import *

from .showdown import (
    named,  # noqa: F401  (the look names hands by it)
    strength,
    unshown,
)
from .stakes import (
    BLIND,
    SIGHTED,
    active,
    against_bet,
    against_cover,
    against_see,
    half_up,
    is_blind,
    largest_bet,
    least_bet,
    must_close,
    opponent,
    see_price,
)
from .table import Table
from .words import *

PACK = PACK_52


@rule
def house(t):
    """F101: the first bet has a range, and an ante fits a stack. Return the paragraph that is broken, or 0."""
    return 101 if t.min_open > t.max_open or t.ante > t.stack else 0


def unsound(t):
    if max(t.score[: t.seats]) > MOST:
        return f"score: {int(max(t.score[: t.seats]))} chips, and a match has at most {MOST}"
    if t.phase in (DEAL, NEXT):
        return f"stock: {pile_size(t.stock)} cards, and all lie there" if t.hand_number and pile_size(t.stock) != 52 else ""
    for p in range(t.seats):
        if held(t, p) + pile_size(t.shown[p]) not in (0, 3):
            return f"hand.{p}: seat {p} has {held(t, p) + pile_size(t.shown[p])} cards, and a hand has three"
    for k in range(t.closed + 1, t.seats):
        if t.pots[k]:
            return f"pots: there is no pot {k} yet"
    if t.phase == ANTE:
        return ""
    if t.phase == SWEEP:
        return "cover.0: every covered pot has been settled" if any(pile_size(t.cover[k]) for k in range(7)) else ""
    return against_covers(t) or (against_betting(t) if t.phase <= COMPARE else against_champion(t))


def held(t, p):
    """The number of cards a player holds, looked at or not."""
    return pile_size(t.blind[p]) + pile_size(t.hand[p])


def against_covers(t):
    """Return what is wrong with the covered pots: each has one player's hand on it."""
    if sorted(number for number in t.covers[: t.seats] if number) != list(range(1, t.closed + 1)):
        return f"covers: {int(t.closed)} pots are covered"
    for k in range(7):
        if pile_size(t.cover[k]) != (3 if k < t.closed - (t.phase == SETTLE) else 0):
            return f"cover.{k}: {pile_size(t.cover[k])} cards, and {int(t.closed)} pots are covered"
    for p in range(t.seats):
        uncovered = t.phase == SETTLE and t.covers[p] == t.closed
        if t.covers[p] and not uncovered and held(t, p) + pile_size(t.shown[p]):
            return f"hand.{p}: the cards of seat {p} lie on a covered pot"
    return ""


def against_betting(t):
    """Return what is wrong until the last two are compared: the players still betting, and the one who sees."""
    if t.to_act >> t.seats:
        return f"to_act: {int(t.to_act)} is not a set of the seats"
    seats = [p for p in range(t.seats) if holds(int(t.to_act), p)]
    for p in range(t.seats):
        if p not in seats and held(t, p) + pile_size(t.shown[p]):
            return f"hand.{p}: seat {p} is no longer betting, and has no cards"
    for p in seats:
        if t.folded[p] or t.out[p]:
            return f"to_act: seat {p} is no longer betting"
        if held(t, p) != 3 and not (t.phase == COMPARE and pile_size(t.shown[p]) == 3 and p != t.seer):
            return f"hand.{p}: seat {p} bets without three cards"
    if t.high > MOST:
        return f"high: {int(t.high)}, and a match has at most {MOST} chips"
    if t.phase == BET:
        if len(seats) < 2:
            return "to_act: fewer than two are still betting"
        if t.turn not in seats:
            return f"turn: seat {int(t.turn)} is no longer betting"
        return f"seer: seat {int(t.seer)} has seen, and the betting is over" if t.seer != NOBODY else against_duel(t, seats)
    if len(seats) != (1 if t.phase == GATHER and t.seer == NOBODY else 2) or t.seer not in (NOBODY, *seats):
        return f"to_act: {len(seats)} are still betting"
    if t.phase != GATHER and t.seer == NOBODY:
        return "seer: nobody has seen"
    return "" if t.phase != COMPARE or any(pile_size(t.shown[p]) for p in seats) else "shown: nobody has shown"


def against_duel(t, seats):
    """Return what is wrong with the bets of the last two, if they are limited: they bet in turn."""
    duels = [int(t.duels[p]) for p in range(t.seats)]
    most = int(t.duel_limit) if len(seats) == 2 else 0
    p = next((p for p in range(t.seats) if duels[p] > (most if p in seats else 50)), NOBODY)
    if p != NOBODY:
        return f"duels: seat {p} has bet {duels[p]} times against the last one left"
    ahead = len(seats) == 2 and duels[t.turn] > duels[sum(seats) - t.turn]
    return f"duels: seat {int(t.turn)} has bet more often than the other, and is on turn" if ahead else ""


def against_champion(t):
    """Return what is wrong when pots are won: the winner has a hand, and pots won before are gone."""
    p = int(t.champion)
    if p == NOBODY:
        return "champion: nobody wins the pot"
    if t.phase != AWARD and (not t.closed or t.pots[t.closed]):
        return "pots: the current pot has not been won" if t.closed else "closed: no pot is covered"
    if any(t.bet[: t.seats]):
        return "bet: all chips lie in the pots"
    if held(t, p) + pile_size(t.shown[p]) != 3 and t.closed:
        return f"hand.{p}: the champion has no hand"
    if t.phase != SETTLE:
        return ""
    other = next(q for q in range(t.seats) if t.covers[q] == t.closed)
    unseen = next((q for q in (p, other) if pile_size(t.shown[q]) != 3), NOBODY)
    return "" if unseen == NOBODY else f"shown.{unseen}: the hand is compared, and not shown"


def unplayable(t):
    if t.phase == DEAL:
        return ""
    if t.hand_number == 0:
        return "hand_number: a hand is played, and none has begun"
    paid, there = sum(map(int, t.paid[: t.seats])), sum(int(t.bet[p]) + int(t.pots[p]) for p in range(t.seats))
    if t.phase <= COMPARE and paid != there:
        return f"paid: {paid} chips were paid, and {there} lie in pots and bet"
    for p in range(t.seats):
        sight = SIGHTED if pile_size(t.hand[p]) else BLIND
        if t.phase == BET and (int(t.to_act) >> p) & 1 and t.sight[p] != sight:
            return f"sight: the cards of seat {p} lie {'before' if sight == BLIND else 'in the hand of'} their player"
    return ""


@rule
def bound(t):
    """Return the most choices: in a deal every player looks once and folds, sees or covers once, and all bets together are not
    more than all chips."""
    return t.deals * t.seats * (2 + t.stack // half_up(t.min_open) + 1)


# the deal


@rule
def deal(t):
    """R1, R2, R14: three cards each from the pack as it lies, shuffled first if it is due."""
    first = t.hand_number == 1
    if first:
        for p in range(t.seats):
            t.score[p] = t.stack
    if first or t.prial or t.shuffle == Table.shuffle.every_deal:
        fill(t.stock, PACK)
        shuffle(t, t.stock)
        say(t, SAY.shuffled, 0)
    else:
        say(t, SAY.unshuffled, 0)
    clear_hand(t)
    for p in range(t.seats):
        t.out[p] = t.folded[p] = t.score[p] < t.ante
        t.to_act |= (1 - t.out[p]) << p
        t.covers[p] = t.duels[p] = 0
        t.sight[p] = 0 if t.out[p] else BLIND if t.blind_play else SIGHTED
    t.closed = t.prial = t.half = 0
    t.seer = t.champion = NOBODY
    p = t.dealer
    for _ in range(3 * count(t.to_act)):
        p = next_seat_in(t, p)
        if t.blind_play:
            push(t.blind[p], pop(t.stock))
        else:
            push(t.hand[p], pop(t.stock))
    next_step(t, ANTE)


@rule
def slide_under(t, packet):
    """R7, R14: cards go under the stock; the one dealt first will be the first to come up again."""
    size, n = pile_size(t.stock), pile_size(packet)
    if n:
        for k in range(size, 0, -1):
            t.stock[k + n] = t.stock[k]
        for k in range(1, n + 1):
            t.stock[n + 1 - k] = packet[k]
        t.stock[0] = size + n
        clear(packet)


@ANTE.step
def pay_antes(t):
    """R1: everybody pays the ante, and the player after the dealer bets first."""
    post_antes(t, t.ante)
    say(t, SAY.ante, t.ante)
    ask(t, next_seat_in(t, t.dealer), BET)


# the betting


@BET.objection
def cannot_bet(t, choice):
    p = t.turn
    if choice == LOOK:
        return 0 if is_blind(t, p) else 3
    if choice == SEE:
        return against_see(t, p)
    if choice == COVER:
        return against_cover(t, p)
    return 0 if choice == FOLD else against_bet(t, p, choice - BET_0)


@BET.choices
def bets(t, menu):
    """Write the menu of bets, so that the thousands of bets are not asked for one by one."""
    p = t.turn
    n = offer(menu, offer_if(menu, 0, LOOK, is_blind(t, p)), FOLD)
    if not must_close(t, p):
        n = offer_run(menu, n, BET_0 + least_bet(t, p), BET_0 + min(largest_bet(t, p), t.score[p]))
    n = offer_if(menu, n, SEE, against_see(t, p) == 0)
    return offer_if(menu, n, COVER, against_cover(t, p) == 0)


@BET.play
def act(t, choice):
    p = t.turn
    if choice == LOOK:
        lay(t.blind[p], t.hand[p])
        t.sight[p] = SIGHTED
        say(t, SAY.looks, 0)
        ask(t, p, BET)
        return
    if choice == FOLD:
        fold_bet(t, p)
        t.sight[p] = 0
        slide_under(t, t.blind[p])
        slide_under(t, t.hand[p])
        say(t, SAY.folds, 0)
    elif choice == COVER:
        cover_pot(t, p)
    elif choice == SEE:
        pay(t, p, see_price(t, p))
        t.seer = p
        say(t, SAY.sees, t.bet[p])
    else:
        bet_chips(t, p, choice - BET_0)
    if t.seer != NOBODY or active(t) == 1:
        next_step(t, GATHER)
    else:
        ask(t, next_to_act(t, p), BET)


@rule
def pay(t, p, chips):
    """R4: a whole new payment; what lay there before goes to the pot."""
    t.pots[t.closed] += t.bet[p]
    t.bet[p] = 0
    put_in(t, p, chips)


@rule
def bet_chips(t, p, chips):
    """R6: pay a bet; a blind one counts twice for those who have looked."""
    say(t, SAY.blind if is_blind(t, p) else SAY.bets, chips)
    if t.duel_limit and active(t) == 2:
        t.duels[p] += 1
    pay(t, p, chips)
    t.high = 2 * chips if is_blind(t, p) else chips
    t.half = half_up(t.high)
    t.bettor = p


@rule
def cover_pot(t, p):
    """R11: all chips go in, and the pot is closed with the cards on it."""
    pay(t, p, t.score[p])
    take_in_bets(t)
    lay(t.blind[p], t.cover[t.closed])
    lay(t.hand[p], t.cover[t.closed])
    t.closed += 1
    t.covers[p] = t.closed
    t.to_act &= ~(1 << p)
    t.sight[p] = 0
    say(t, SAY.covers, 0)


@rule
def take_in_bets(t):
    """The bets go to the current pot."""
    for p in range(t.seats):
        t.pots[t.closed] += t.bet[p]
        t.bet[p] = 0


@GATHER.step
def gather_bets_in(t):
    take_in_bets(t)
    t.phase = AWARD if t.seer == NOBODY else SHOW
    t.champion = lowest(t.to_act) if t.seer == NOBODY else NOBODY


# the end of a deal; showing and winning are in showdown.py


@SWEEP.step
def sweep(t):
    """R14: put all hands under the stock, from the dealer's left on."""
    p = t.dealer
    for _ in range(t.seats):
        p = left_of(t, p)
        slide_under(t, t.blind[p])
        slide_under(t, t.hand[p])
        slide_under(t, t.shown[p])
    t.phase = NEXT


@NEXT.step
def end_deal(t):
    """R1, R15: the deal passes to the next player who can pay the ante."""
    rich = seats_above(t, t.score, t.ante - 1)
    if t.hand_number >= t.deals or count(rich) < 2:
        cash_out(t, t.stack)
        return
    t.dealer = left_of(t, t.dealer)
    while not holds(rich, t.dealer):
        t.dealer = left_of(t, t.dealer)
    t.phase = DEAL


@rule
def amount(t, choice):
    """R8: the price of seeing."""
    return see_price(t, t.turn)


# what others know


@rule
def contradictions(t, seat):
    """R9: a hand that its player has not shown after seeing is no better than the one seen."""
    p = t.seer
    if p == NOBODY or t.champion == NOBODY or pile_size(t.blind[p]) + pile_size(t.hand[p]) == 0:
        return 0
    mine = unshown(t, p)
    return 1 if mine > strength(t, t.shown[opponent(t, p)]) else 0
