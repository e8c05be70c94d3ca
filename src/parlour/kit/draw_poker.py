"""Draw poker at fixed limit: blinds, rounds of betting with draws between them, the showdown. Rooms differ in their hands.

    from parlour.kit import *
    from parlour.kit.draw_poker import *

    class Table(DrawPoker, Layout, seats=(2, 6)):
        tiebreak = Option(...)          # what is the room's own

A room's `deal` calls `deal_draw_poker`, and its `@SHOW.step` calls `show_hand` with the strength of the hand. All other phases,
`bound`, `unsound` and `unplayable` are those of this module. The paragraphs named here stand in the rulebook of every such room
under the same numbers: F101 to F114 the betting, R1 the draw, R2 the end of the stub.
"""

from __future__ import annotations

from parlour.machine import count, highest, lowest, rule

from .betting import (
    Betting,
    call_bet,
    can_raise,
    cash_out,
    clear_hand,
    clear_round,
    contesting,
    fixed_raise,
    fold_bet,
    gather_bets,
    last_pot,
    live_seats,
    next_live,
    next_to_act,
    open_betting,
    pay_out,
    post_antes,
    post_blind,
    price,
    raise_bet,
    return_unmatched,
    unmatched,
)
from .calls import CARD, word_row, words
from .cards import JOKERS, RANKS
from .layout import DEAL, NOBODY, OWNER, SEATS, YES_NO, Cards, Declared, Flag, Number, Option, Pile, Seat
from .phases import asks, phases, steps
from .piles import draw, fill, pile_size, pop, shuffle
from .random import random_below
from .rankings import NO_PAIR, ONE_PAIR, ace_to_five, ace_to_six, badugi_ranks, deuce_to_seven, low_category_of
from .sets import holds, size_of
from .turns import ask, left_of, next_seat_in, next_step, pick_from_hand, say, seats_above, seats_in

__all__ = [
    "ACE_TO_FIVE",
    "BADUGI_HANDS",
    "BET",
    "DEUCE_TO_SEVEN",
    "DISCARD",
    "DONE",
    "LOWBALLS",
    "LOW_HANDS",
    "PAIR_WORD",
    "PHASES",
    "SHOW",
    "SPOKEN",
    "SPOKEN_WORDS",
    "DrawPoker",
    "amount",
    "badugi_named",
    "bet_or_so",
    "bound",
    "deal_draw_poker",
    "low_hand",
    "low_hand_named",
    "show_hand",
    "unplayable",
    "unsound",
    "worth_keeping_low",
]

PHASES = phases(
    steps("antes", "small blind", "big blind"),
    asks("bet", "fold", "check", "call", "bet", "raise"),
    steps("return", "gather"),
    asks("discard", CARD, "done", veiled=True, unordered=True),
    steps("burn", "serve", "reshuffle", "sweep", "take", "show", "award", "next"),
)
ANTES, SMALL, BIG, BET, RETURN, GATHER, DISCARD, BURN, SERVE, RESHUFFLE, SWEEP, TAKE, SHOW, AWARD, NEXT = PHASES
FOLD, CHECK, CALL, OPEN, RAISE, DONE = PHASES.codes("fold", "check", "call", "bet", "raise", "done")
SPOKEN_WORDS = (
    *("antes", "small_blind", "big_blind"),
    word_row("acted", "folds", "checks", "calls", "bets", "raises"),
    *("all_in", "returned"),
    word_row("discarded", "pat", "one", "two", "three", "four", "five"),
    *("burn", "reshuffle", "takes"),
    word_row("whole_pot", "wins", "shares"),
    word_row("first_half", "wins_first", "shares_first"),
    word_row("second_half", "wins_second", "shares_second"),
)
"""The words of every draw game, the first of a room's `words`."""
SPOKEN = words(*SPOKEN_WORDS)
LOWBALLS = ("2-7", "a-5", "a-6")
DEUCE_TO_SEVEN, ACE_TO_FIVE = range(2)
LOW_HANDS = word_row(
    "low_hand",
    *("with_four", "with_five", "with_six", "with_seven", "with_eight", "with_nine", "with_ten"),
    *("with_jack", "with_queen", "with_king"),
    *("pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush"),
)
"""The words of `low_hand_named`: the second card of a hand without a pair ("seven-five"), or the category."""
PAIR_WORD = 10
"""Place of the first category among LOW_HANDS."""
BADUGI_HANDS = word_row("badugi_hand", "one_card", "two_cards", "three_cards", "badugi")
"""The words of `badugi_named`."""
MOST = 10_000
MOST_SAID = 2**31 - 1


class DrawPoker(Betting, metaclass=Declared):
    """The table of a draw game: house rules, cards, and the state of the hand."""

    draws = Option(3, range(1, 4), "draws in a hand; there is a round of betting before each and one after the last")
    ante = Option(0, range(MOST + 1), "chips each player pays before the deal")
    small_blind = Option(1, range(MOST + 1), "the small blind")
    big_blind = Option(2, range(MOST + 1), "the big blind")
    small_bet = Option(2, range(1, MOST + 1), "a bet or raise in the earlier half of the rounds")
    big_bet = Option(4, range(1, MOST + 1), "a bet or raise in the later half of the rounds")
    heads_up_dealer_small = Option(True, YES_NO, "with two players the dealer posts the small blind")
    cap = Option(4, (0, 3, 4, 5), "most bets and raises in a round; 0: any number")
    cap_heads_up = Option(True, YES_NO, "the same when only two players are left in the session")
    reopen = Option("full", ("full", "half"), "how much of a raise lets those who have acted raise again")
    short_blind = Option("actual", ("actual", "nominal"), "what the others call if a player cannot pay the whole blind")
    free_fold = Option(False, YES_NO, "a player may fold when checking is free")
    odd_chips = Option("first", ("first", "one_each"), "chips that do not divide: to the first seat, or one each")
    draw_style = Option("sequential", ("sequential", "batch"), "when the new cards of a draw are dealt")
    burn = Option(False, YES_NO, "a card is set aside before each draw")
    stack = Option(100, range(1, 10**9 + 1), "chips each player starts with")
    hands = Option(50, range(1, 10_001), "hands in a session")

    hand = Cards(per=SEATS, seen=OWNER, plays=(DISCARD,))
    picked = Cards(per=SEATS, seen=OWNER)  # to be discarded
    thrown = Cards(per=SEATS, seen=NOBODY)  # the discards of this draw
    shown = Cards(per=SEATS)
    muck = Cards(seen=NOBODY)  # folded hands, discards of earlier draws, burnt cards
    stub = Pile(54, seen=NOBODY)

    out = Flag(per=SEATS)  # had no chips at the deal
    blind = Number(0, 2, per=SEATS)  # who posted the small one (1) and the big one (2)
    hand_size = Number(0, 5)
    street = Number(0, 4)  # the round of betting, and the draw after it
    limit = Number(0, MOST)  # what a bet or raise adds in this round
    drew = Number(0, 5, per=(SEATS, 3))  # cards in each draw
    burnt = Flag()  # the card before this draw
    player = Seat()  # who draws, is served, or shows
    strength = Number(0, 2**31 - 1, per=(SEATS, 2))  # of the hands shown, in each half of a split pot
    second_half = Flag()  # of a pot: due when the first has been paid


@rule
def bound(t):
    """Return the most decisions of a match, by hand: draws of all cards and `done`; in each round as many actions of everybody as
    raises can call for, and one more. Without a cap every raise but one that is all-in puts in a whole bet."""
    raises = 5 if t.cap > 0 and t.cap_heads_up else t.seats * t.stack // min(t.small_bet, t.big_bet) + t.seats
    return t.hands * t.seats * (t.draws * 6 + (t.draws + 1) * (raises + 1))


@rule
def deal_draw_poker(t, pack, hand_size):
    """F103: cards for everybody who has chips; then antes and blinds."""
    if t.hand_number == 1:
        for p in range(t.seats):
            t.score[p] = t.stack
    clear_hand(t)
    fill(t.stub, pack)
    shuffle(t, t.stub)
    t.hand_size = hand_size
    for p in range(t.seats):
        t.out[p] = t.folded[p]
        t.hand[p] = 0 if t.out[p] else draw(t.stub, hand_size)
    post(t, ANTES)


# F101, F102, F105: before the first round


@rule(inline=True)
def small_seat(t):
    """F102: return the seat of the small blind; with two players the dealer's, if the house says so."""
    return t.dealer if t.heads_up_dealer_small and count(seats_in(t)) == 2 else next_seat_in(t, t.dealer)


@rule
def post(t, phase):
    """Go on to the first payment due from this phase on, or else to the first round."""
    if phase == ANTES and t.ante > 0:
        next_step(t, ANTES)
    elif phase <= SMALL and t.small_blind > 0:
        next_step(t, SMALL)
    elif phase <= BIG and t.big_blind > 0:
        next_step(t, BIG)
    else:
        begin_round(t)


@ANTES.step
def pay_antes(t):
    """F101: everybody pays the ante."""
    post_antes(t, t.ante)
    say(t, SPOKEN.antes, t.ante)
    post(t, SMALL)


@SMALL.step
def post_small_blind(t):
    """F102: only the big blind is called for in full."""
    post_blind(t, small_seat(t), t.small_blind, False)
    t.blind[small_seat(t)] = 1
    say(t, SPOKEN.small_blind, small_seat(t))
    post(t, BIG)


@BIG.step
def post_big_blind(t):
    """F102: post the big blind and begin the first round of bets."""
    seat = next_seat_in(t, small_seat(t))
    post_blind(t, seat, t.big_blind, t.short_blind == DrawPoker.short_blind.nominal)
    t.blind[seat] = 2
    say(t, SPOKEN.big_blind, seat)
    begin_round(t)


# F104 to F112: a round of betting


@rule
def begin_round(t):
    """F105, F108: the next round, or its end if nobody can bet."""
    t.street += 1
    t.player = NOBODY
    rounds = t.draws + 1
    t.limit = t.big_bet if t.street > rounds - rounds // 2 else t.small_bet
    first = next_seat_in(t, t.dealer)
    if t.street > 1:
        clear_round(t)
    elif t.small_blind + t.big_blind > 0:
        first = next_seat_in(t, next_seat_in(t, small_seat(t)))
    ask_or_end(t, open_betting(t, first))


@rule
def ask_or_end(t, seat):
    """Ask a seat to act; with NOBODY the round is over, and the bets are gathered."""
    if seat != NOBODY:
        ask(t, seat, BET)
    elif unmatched(t)[1] > 0:
        next_step(t, RETURN)
    elif seats_above(t, t.bet, 0):
        next_step(t, GATHER)
    else:
        end_round(t)


@GATHER.step
def end_round(t):
    """A draw, the showdown, or all for the last player.

    Payments are divided again even if nobody has bet: antes lie in one pot until then, though some players were short of them,
    and a player who folded without a bet may have been the last at a side pot.
    """
    gather_bets(t)
    if count(live_seats(t)) == 1:
        next_step(t, TAKE)
    elif t.street <= t.draws:
        t.burnt = 0
        ask_to_discard(t, first_live(t))
    else:
        t.player = t.bettor if t.bettor != NOBODY else first_live(t)
        next_step(t, SHOW)


@rule
def first_live(t):
    """The first seat from the dealer's left that has not folded."""
    return next_live(t, t.dealer)


@rule
def next_to_draw(t, seat):
    """The next seat that has not folded up to the dealer, who is the last; then NOBODY."""
    after = next_live(t, seat)
    done = seat == t.dealer or after == first_live(t)
    return NOBODY if done else after


@rule
def raise_allowed(t):
    """F109: whether the seat on turn may raise: below the cap, and with bets still open to it."""
    cap = 0 if not t.cap_heads_up and count(seats_in(t)) == 2 else t.cap
    return can_raise(t, t.turn, cap, t.reopen == DrawPoker.reopen.half)


@BET.objection
def cannot_act(t, choice):
    """F107, F109: return the paragraph that forbids a bet, call, check or fold, or 0."""
    owes = price(t, t.turn) > 0
    if choice >= OPEN:
        return 107 if (choice == OPEN) != (t.high == 0) else 0 if raise_allowed(t) else 109
    allowed = owes or t.free_fold == 1 if choice == FOLD else owes == (choice == CALL)
    return 0 if allowed else 107


@rule
def amount(t, choice):
    """The chips of a call, or the total of a bet or raise."""
    return price(t, t.turn) if choice == CALL else fixed_raise(t, t.turn, t.limit)


@BET.play
def act(t, choice):
    p, owed = t.turn, price(t, t.turn)
    if choice == FOLD:
        fold_bet(t, p)
        t.muck |= t.hand[p]
        t.hand[p] = 0
    elif choice >= OPEN:
        raise_bet(t, p, fixed_raise(t, p, t.limit))
    else:
        call_bet(t, p)
    all_in = choice > CHECK and t.score[p] == 0
    word = SPOKEN.all_in if all_in else SPOKEN.acted[choice - FOLD]
    say(t, word, min(owed if choice == CALL else t.bet[p], MOST_SAID))
    ask_or_end(t, next_to_act(t, p))


@RETURN.step
def return_uncalled(t):
    say(t, SPOKEN.returned, unmatched(t)[0])
    return_unmatched(t)
    ask_or_end(t, NOBODY)


def unsound(t):
    """Return why the table cannot exist, beginning with the field to blame; nothing if the seats, the round and the cards fit."""
    if t.phase in (DEAL, NEXT):
        return ""
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    live = [p for p in range(t.seats) if not t.folded[p]]
    if len(live) < (1 if t.phase in (RETURN, GATHER) or t.phase >= TAKE else 2):
        return "folded: nobody is left to play against"
    for p in range(t.seats):
        if t.out[p] and not t.folded[p]:
            return f"folded: seat {p} has no chips and no cards"
        if t.folded[p] and (t.hand[p] or t.picked[p]):
            return f"hand.{p}: seat {p} has folded, and its cards are in the muck"
    if t.phase > GATHER and any(t.bet[: t.seats]):
        return "bet: the bets of the round lie in the pots already"
    if t.second_half and t.phase != AWARD:
        return "second_half: no half of a pot has been paid"
    if t.phase in (SHOW, AWARD):
        return against_showdown(t, live)
    if t.phase == TAKE:
        return "pots: all chips lie in one pot for the last player" if any(t.pots[1 : t.seats]) else ""
    if t.phase <= GATHER:
        return against_betting(t, live)
    return against_draw(t, live)


def against_betting(t, live):
    """Return what is wrong with a round of betting, or before the first."""
    thrown = next((p for p in range(t.seats) if t.thrown[p] or t.picked[p]), NOBODY)
    if thrown != NOBODY:
        return f"{'thrown' if t.thrown[thrown] else 'picked'}.{thrown}: nobody has discarded"
    if t.street > t.draws + 1:
        return f"street: {int(t.street)}, and there are {int(t.draws) + 1} rounds of betting"
    if t.bettor != NOBODY and t.bettor not in live:
        return f"bettor: seat {int(t.bettor)} has folded"
    if t.high < max(t.bet[: t.seats]):
        return f"high: {int(t.high)}, and a bet of {int(max(t.bet[: t.seats]))} lies before a seat"
    if t.phase in (BET, RETURN) and t.bettor != NOBODY and t.bet[t.bettor] != t.high:
        return f"bettor: the bet of seat {int(t.bettor)} is {int(t.bet[t.bettor])}, and the bet to call {int(t.high)}"
    if t.raises > t.high or t.increase > t.high:
        return f"{'raises' if t.raises > t.high else 'increase'}: more than the {int(t.high)} chips that are bet"
    for p in range(15):
        if (int(t.to_act) >> p) & 1 and (p not in live or p == t.bettor):
            return f"to_act: seat {p} {'has bet or raised last' if p == t.bettor else 'is not in the hand'}"
    if t.turn != NOBODY and t.turn not in live:
        return f"turn: seat {int(t.turn)} has folded"
    return ""


def against_draw(t, live):
    """Return what is wrong with a draw: whose turn it is, the discards, and the supply of new cards."""
    p = int(t.player if t.turn == NOBODY else t.turn)
    if not 0 < t.street <= t.draws:
        return f"street: there is no draw after round {int(t.street)}"
    if t.phase == SWEEP:
        return ""
    if p not in live:
        return f"{'player' if t.turn == NOBODY else 'turn'}: {'nobody' if p == NOBODY else f'seat {p}, who has folded,'} draws"
    for q in range(t.seats):
        held, picked = size_of(int(t.hand[q])), size_of(int(t.picked[q]))
        if held + picked > t.hand_size:
            return f"hand.{q}: {held + picked} cards, and a hand has {int(t.hand_size)}"
        if picked != (t.chain if q == t.turn else 0):
            return f"picked.{q}: {picked} cards, and {int(t.chain) if q == t.turn else 0} have been chosen"
    for k in range((t.dealer - p) % t.seats + 1) if t.phase == DISCARD else ():
        if t.thrown[(p + k) % t.seats]:
            return f"thrown.{(p + k) % t.seats}: cards that were discarded before the turn of their seat"
    if t.phase in (BURN, SERVE) and not pile_size(t.stub):
        return "stub: there is no card left"
    if t.phase == RESHUFFLE and (pile_size(t.stub) or not (t.muck or any(t.thrown[q] for q in range(t.seats) if q != p))):
        return "stub: it is not empty" if pile_size(t.stub) else "muck: there is nothing to shuffle"
    return ""


def against_showdown(t, live):
    """Return what is wrong at the showdown: a seat that shows has no cards, or a shown hand does not count."""
    if t.phase == SHOW:
        able = t.player in live and t.hand[t.player]
        return "" if able else f"player: {'nobody' if t.player == NOBODY else f'seat {int(t.player)}'} has no hand to show"
    pots = [k for k in range(t.seats) if t.pots[k]]
    if not pots:
        return "pots: there is nothing to win"
    levels = sorted({int(t.paid[p]) for p in live if t.paid[p]} or {0})
    seats = [p for p in live if t.paid[p] >= levels[min(pots[-1], len(levels) - 1)]]
    half = 1 if t.second_half else 0
    return "" if any(t.strength[p][half] for p in seats) else "strength: nobody has shown a hand that wins"


def unplayable(t):
    """Return why a match cannot be played on to its end, beginning with the field to blame."""
    if t.phase == DEAL:
        return ""
    if t.hand_number == 0:
        return "hand_number: a hand is played, and none has begun"
    if t.phase > SWEEP:
        return ""
    if BET <= t.phase and not t.street:
        return "street: a round of betting has begun"
    if t.phase == BET and t.limit not in (t.small_bet, t.big_bet):
        return f"limit: bets are {int(t.small_bet)} or {int(t.big_bet)} chips, not {int(t.limit)}"
    for p in range(t.seats):
        held = size_of(int(t.hand[p])) + size_of(int(t.picked[p]))
        lies = held if t.phase < DISCARD else held + size_of(int(t.thrown[p]))
        if not t.folded[p] and (lies < t.hand_size or held > t.hand_size or not t.hand_size):
            return f"{f'hand.{p}' if t.hand_size else 'hand_size'}: seat {p} has {held} cards of {int(t.hand_size)}"
    return ""


# R1, R2: a draw


@DISCARD.allowed
def any_card(t):
    return t.hand[t.turn]


@DISCARD.play
def pick(t, choice):
    """R1: cards are picked one by one, and leave together."""
    p = t.turn
    if choice != DONE:
        pick_from_hand(t, p, choice)
    if choice == DONE or t.hand[p] == 0:
        n = t.drew[p, t.street - 1] = count(t.picked[p])
        t.thrown[p], t.picked[p] = t.picked[p], 0
        say(t, SPOKEN.discarded[n], n)
        after = next_to_draw(t, p)
        if t.draw_style != DrawPoker.draw_style.batch:
            serve_or_pass(t, p)
        elif after == NOBODY:
            serve_or_pass(t, first_live(t))
        else:
            ask_to_discard(t, after)


@rule
def ask_to_discard(t, seat):
    t.player = seat
    ask(t, seat, DISCARD)


@rule(inline=True)
def lacking(t, seat):
    """The number of cards a seat has discarded and not yet got back."""
    return t.hand_size - count(t.hand[seat])


@rule
def serve(t, seat):
    """R1: a seat that lacks cards is served, from a new stub if the old one is empty."""
    t.player = seat
    burns = t.burn == 1 and t.burnt == 0 and pile_size(t.stub) > 0
    t.burnt = t.burn  # an empty stub burns none
    next_step(t, BURN if burns else SERVE if pile_size(t.stub) > 0 else RESHUFFLE)


@rule
def served(t, seat):
    """R1: go on after a seat that has all its cards; after the last the discards are set aside."""
    after = next_to_draw(t, seat)
    while t.draw_style == DrawPoker.draw_style.batch and after != NOBODY and lacking(t, after) == 0:
        after = next_to_draw(t, after)
    if after == NOBODY:
        next_step(t, SWEEP)
    elif t.draw_style == DrawPoker.draw_style.batch:
        serve(t, after)
    else:
        ask_to_discard(t, after)


@rule
def serve_or_pass(t, seat):
    if lacking(t, seat) > 0:
        serve(t, seat)
    else:
        served(t, seat)


@BURN.step
def burn_card(t):
    t.muck |= 1 << pop(t.stub)
    say(t, SPOKEN.burn, 0)
    next_step(t, SERVE if pile_size(t.stub) > 0 else RESHUFFLE)


@SERVE.step
def serve_cards(t):
    p = t.player
    t.hand[p] |= draw(t.stub, min(lacking(t, p), pile_size(t.stub)))
    if lacking(t, p) > 0:
        next_step(t, RESHUFFLE)
    else:
        served(t, p)


@RESHUFFLE.step
def reshuffle(t):
    """R2: the new stub is the muck; if it is empty, the cards that the others have discarded in this draw."""
    p = t.player
    if t.muck:
        fill(t.stub, t.muck)
        t.muck = 0
        shuffle(t, t.stub)
    else:
        cards = 0
        for q in range(t.seats):
            cards |= t.thrown[q] if q != p else 0
        fill(t.stub, cards)
        shuffle(t, t.stub)
        pass_over_own(t)
        for q in range(t.seats):
            t.thrown[q] = t.thrown[q] if q == p else 0
    say(t, SPOKEN.reshuffle, 0)
    next_step(t, SERVE)


@rule
def pass_over_own(t):
    """R2: nobody gets back a discard of this draw. A new stub made of these is laid in the order in which it will be dealt; a
    card that is passed over stays for the next player, so the table need not remember whose it was."""
    place, p = pile_size(t.stub), t.player
    while p != NOBODY:
        for _ in range(lacking(t, p)):
            k = place
            while k > 1 and holds(t.thrown[p], t.stub[k]):
                k -= 1
            card = t.stub[k]
            for i in range(k, place):
                t.stub[i] = t.stub[i + 1]
            t.stub[place] = card
            place -= 1
        p = next_to_draw(t, p)


@SWEEP.step
def sweep_discards(t):
    for q in range(t.seats):
        t.muck |= t.thrown[q]
        t.thrown[q] = 0
    begin_round(t)


# the showdown


@rule
def show_hand(t, first, second):
    """The seat whose turn it is shows its cards: their strength in the whole pot or its first half, and in the second half,
    0 if there is none or they do not qualify. Then it is the turn of the next."""
    p = t.player
    t.shown[p] |= t.hand[p]
    t.hand[p] = 0
    t.strength[p, 0], t.strength[p, 1] = first, second
    t.player = next_live(t, p)
    if t.hand[t.player] == 0:
        t.player = NOBODY
        t.phase = AWARD if last_pot(t) >= 0 else NEXT


@rule
def low_hand(cards, lowball):
    """The strength of five cards as a low hand, by one of the three rankings (in the order of LOWBALLS)."""
    if lowball == DEUCE_TO_SEVEN:
        return deuce_to_seven(cards)
    return ace_to_five(cards) if lowball == ACE_TO_FIVE else ace_to_six(cards)


@rule
def low_hand_named(row, strength, ace_is_low):
    """(word, figure) for a low hand: its top cards or its category. row: the room's words LOW_HANDS."""
    ranks = ~(strength >> 13) & 0x1FFF
    top = highest(ranks)
    spoken = (top + 12) % 13 if ace_is_low else top
    if low_category_of(strength) == NO_PAIR:
        second = highest(ranks & ~(1 << top)) - (1 if ace_is_low else 0)
        return row[second - 2], spoken
    return row[PAIR_WORD + low_category_of(strength) - ONE_PAIR], spoken


@rule
def badugi_named(row, cards, ace_is_low):
    """(word, figure) for a hand at badugi: the number of cards that count and the highest. row: the room's words BADUGI_HANDS."""
    kept = badugi_ranks(cards, ace_is_low)
    top = highest(kept)
    return row[count(kept) - 1], (top + 12) % 13 if ace_is_low else top


@rule
def best_of(t, seats, half):
    """The best hands of a set of seats in a half; nobody if none qualifies."""
    best, found = 0, 0
    for p in range(t.seats):
        if (seats >> p) & 1 and t.strength[p, half] >= max(best, 1):
            found = (found if t.strength[p, half] == best else 0) | (1 << p)
            best = t.strength[p, half]
    return found


@TAKE.step
def take_all(t):
    """F113: the last player takes all chips."""
    pay_out(t, 0, live_seats(t), t.pots[0], False)
    say(t, SPOKEN.takes, lowest(live_seats(t)))
    t.phase = NEXT


@AWARD.step
def award_pot(t):
    """F113, F114: the newest pot goes to the best hand that can win it, or one half of it after the other."""
    k = last_pot(t)
    seats = contesting(t, k)
    first, second = best_of(t, seats, 0), best_of(t, seats, 1)
    chips = t.pots[k]
    if second and not t.second_half:
        chips -= chips // 2
    winners = second if t.second_half else first
    pay_out(t, k, winners, chips, t.odd_chips == DrawPoker.odd_chips.one_each)
    shared = 1 if count(winners) > 1 else 0
    word = SPOKEN.second_half[shared] if t.second_half else SPOKEN.first_half[shared]
    say(t, word if second else SPOKEN.whole_pot[shared], lowest(winners))
    t.second_half = t.pots[k] > 0
    if last_pot(t) < 0:
        t.phase = NEXT


@NEXT.step
def end_hand(t):
    """The deal passes to the next player with chips; after the last hand, or when only one has, the chips are counted."""
    rich = seats_above(t, t.score, 0)
    if t.hand_number >= t.hands or count(rich) <= 1:
        cash_out(t, t.stack)
        return
    t.dealer = left_of(t, t.dealer)
    while not holds(rich, t.dealer):
        t.dealer = left_of(t, t.dealer)
    t.phase = DEAL


# what people do, for the playouts of bots


@rule
def bet_or_so(t, menu, n):
    """A choice in a round of betting: mostly a call or a check, one time in four a raise, one time in eight a fold, at random."""
    chance = random_below(t, 8)
    called = 1 if menu[0] == FOLD else 0
    return menu[0] if chance == 0 else menu[n - 1] if chance < 3 else menu[called]


@rule
def worth_keeping_low(cards, ace_is_low):
    """The cards that are usually kept in a low game: one of each rank up to the eight, and with four of them one up to the ten.
    Jokers stay.

    The rest without some of the other cards is worth keeping as before, so cards can be picked one by one.
    """
    kept = cards & JOKERS
    for k in range(9):
        rank = (k + 12) % 13 if ace_is_low else k
        if cards & RANKS[rank] and (k < 7 or count(kept) == 4):
            kept |= 1 << lowest(cards & RANKS[rank])
    return kept
