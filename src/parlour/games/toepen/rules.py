"""Toepen: only the last trick counts, and the bold raise its price. Paragraphs R1.. are those of rulebook.md.

Tokens are the score. Every player plays alone; "in" means dealt into this hand and not folded: `seats.py`. The table is in
`table.py`, signals are in `signals.py`, payments in `tokens.py`, tricks in `tricks.py`, phases, choices and words in `words.py`.
"""

from parlour.kit import *
from parlour.kit.betting import next_live

from .seats import alone, next_to_play, place_of, seat_at
from .signals import NOTHING, WHISTLES, bluff_of, signal_contradictions
from .table import BLUFFS, HAND, HUSHED, UNASKED, Table
from .tokens import drop_out, fold, pay
from .tricks import begin_play, end_hand, go_on, may_knock, offer_knock
from .words import *

PACK = PACK_32
NUMBERS = pack_of("7 8 9 10")


def unsound(t):
    if t.phase == DEAL:
        return ""
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    for p in range(t.seats):
        if not 0 <= t.score[p] <= t.tokens:
            return f"score: seat {p} has {t.score[p]} of {t.tokens} tokens"
        if t.out[p] and not t.folded[p]:
            return f"out: seat {p} plays"
        if t.score[p] == 0 and not t.folded[p]:
            return f"folded: seat {p} has no tokens left, and plays"
    if t.phase in (SETTLE, NEXT):
        return "winner: nobody has won the hand" if t.winner == NOBODY else ""
    inside = [p for p in range(t.seats) if not t.folded[p]]
    if len(inside) < 2 or (t.turn != NOBODY and t.turn not in inside):
        return f"folded: {len(inside)} are in, and the hand goes on" if len(inside) < 2 else f"turn: seat {t.turn} is not in"
    if not 1 <= t.value <= t.tokens:
        return f"value: {t.value}, and nobody has more than {t.tokens} tokens"
    return against_packet(t, inside) if t.phase < WINDOW else against_tricks(t, inside)


def against_packet(t, inside):
    """Return what is wrong before the first trick: with the hands, and with the one who discards."""
    if pile_size(t.trick) or t.cards_left != HAND:
        return "trick: it has begun" if pile_size(t.trick) else f"cards_left: {t.cards_left}, and nobody has played"
    if t.phase <= STOW and t.discarder == NOBODY:
        return "discarder: nobody discards"
    if t.phase == DISCARD and (t.turn != t.discarder or t.discards[t.turn] >= t.max_discards):
        return f"discarder: seat {t.turn} cannot discard"
    if t.phase == DRAW and pile_size(t.stock) < HAND:
        return f"stock: {pile_size(t.stock)} cards, and {HAND} would be drawn"
    if t.phase == CHALLENGE and t.turn == t.discarder:
        return f"turn: seat {t.turn} has discarded, and cannot challenge"
    if t.phase in (EXPOSE, JUDGE) and t.payer == NOBODY:
        return "payer: nobody has challenged"
    for p in range(t.seats):
        packet = HAND if p == t.discarder and t.phase in (DRAW, CHALLENGE, EXPOSE, STOW) else 0
        if size_of(t.packet[p]) != packet:
            return f"packet.{p}: {size_of(t.packet[p])} cards, and {packet} are discarded"
        held = 0 if p == t.discarder and t.phase == DRAW else HAND
        if p in inside and size_of(t.hand[p]) != held:
            return f"hand.{p}: {size_of(t.hand[p])} cards, and {held} are due"
        if pile_size(t.played[p]):
            return f"played.{p}: cards are played before the first trick"
    if t.value > 1 + t.poverty or (t.phase == POVERTY and (t.value != 2 or t.score[t.turn] < 2)):
        return f"value: {t.value}, and nobody has knocked yet"
    return ""


def against_tricks(t, inside):
    """Return what is wrong with the tricks: the cards that are played, and whose turn it is."""
    if not t.cards_left:
        return "cards_left: 0, and the hand is over"
    players = [p for p in range(t.seats) if not t.out[p]]
    for p in players:
        held = size_of(t.hand[p])
        if pile_size(t.played[p]) > HAND - t.cards_left:
            return f"played.{p}: {pile_size(t.played[p])} cards in {HAND - t.cards_left} tricks"
        if p in inside and held not in (t.cards_left, t.cards_left - 1):
            return f"hand.{p}: {held} cards, and {t.cards_left} are held before this trick"
    played = [p for p in players if size_of(t.hand[p]) < t.cards_left]
    if len(played) != pile_size(t.trick):
        return f"trick: {pile_size(t.trick)} cards, and {len(played)} seats have played"
    if played and t.leader not in played:
        return f"leader: {'nobody' if t.leader == NOBODY else f'seat {t.leader}'} has not led"
    if t.phase == GATHER:
        waiting = [p for p in inside if p not in played]
        return f"trick: seat {waiting[0]} has not played" if waiting or not played else ""
    return against_knock(t, inside, played)


def against_knock(t, inside, played):
    """Return what is wrong with whose card comes next, and with a knock before it."""
    if t.player == NOBODY or size_of(t.hand[t.player]) != t.cards_left:
        return f"player: {'nobody' if t.player == NOBODY else f'seat {t.player}'} cannot play the next card"
    if t.phase == ANSWER:
        if t.knocker not in inside or t.knocker == t.turn:
            return "knocker: nobody else has knocked"
        if t.value >= t.score[t.knocker]:
            return f"value: {t.value}, and seat {t.knocker} has {t.score[t.knocker]} tokens"
    elif t.player not in inside or (t.phase == PLAY and t.player != t.turn):
        return f"player: seat {t.player} does not play the next card"
    if not played and t.leader != t.player:
        return f"leader: seat {t.player} leads"
    if t.phase == WINDOW and (t.turn == t.player or t.knock_timing == Table.knock_timing.on_turn or not may_knock(t, t.turn)):
        return f"turn: seat {t.turn} cannot knock"
    seat = t.leader
    while played and seat != t.player:
        if seat in inside and seat not in played:
            return f"hand.{seat}: seat {seat} has not played before seat {t.player}"
        seat = left_of(t, seat)
    late = [p for p in played if (p - t.leader) % t.seats > (t.player - t.leader) % t.seats]
    return f"player: seat {t.player} plays before seat {late[0]}, who has played" if late else ""


def unplayable(t):
    return (
        f"stock: {pile_size(t.stock)} cards, and {HAND} would be drawn"
        if t.phase == DISCARD and pile_size(t.stock) < HAND
        else ""
    )


@rule
def bound(t):
    """Discards and challenges, a signal, answers to poverty, knocks with their answers and windows, windows before every card."""
    n = t.seats
    hand = 8 * n + 1 + n + 2 * n * t.tokens + 4 * n * n
    return t.tokens * n * hand


@rule
def deal(t):
    """R1. A player without tokens gets no cards."""
    cards = PACK
    t.value = 1
    for p in range(t.seats):
        if t.hand_number == 1:
            t.score[p] = t.tokens
        t.out[p] = t.folded[p] = t.score[p] == 0
        t.hand[p] = 0 if t.out[p] else random_cards(t, cards, HAND)
        cards &= ~t.hand[p]
        clear(t.played[p])
        t.packet[p] = t.aside[p] = t.exposed[p] = 0
        t.signalled[p], t.discards[p] = NOTHING, 0
        if t.poverty and t.score[p] == 1:
            t.value = 2
    fill(t.stock, cards)
    shuffle(t, t.stock)
    clear(t.trick)
    t.bluff, t.cards_left = UNASKED, HAND
    t.payer = t.knocker = t.leader = t.player = t.winner = NOBODY
    offer_discard(t, 1)


# discards


@rule
def offer_discard(t, place):
    """R2: the first seat from this place on that may discard is asked; after the dealer come the signals."""
    if t.over:
        return
    for n in range(place, t.seats + 1):
        p = seat_at(t, n)
        if not t.folded[p] and pile_size(t.stock) >= HAND and t.discards[p] < t.max_discards:
            t.discarder = p
            ask(t, p, DISCARD)
            return
    t.discarder = NOBODY
    if t.signals:
        next_step(t, LISTEN)
    else:
        offer_poverty(t, 1)


@DISCARD.play
def discard_or_keep(t, choice):
    """R2, R3: discard the hand as one without number cards, or keep it."""
    p = t.turn
    if choice == KEEP:
        say(t, SAY.keep, 0)
        offer_discard(t, place_of(t, p) + 1)
        return
    t.packet[p], t.hand[p] = t.hand[p], 0
    t.discards[p] += 1
    say(t, SAY.discard, 0)
    next_step(t, DRAW)


@DRAW.step
def draw_hand(t):
    """R3: the player who discarded takes a new hand, and the others may challenge."""
    t.hand[t.discarder] = draw(t.stock, HAND)
    ask(t, next_live(t, t.discarder), CHALLENGE)


@CHALLENGE.play
def answer_discard(t, choice):
    """R4: the first challenge stops the asking."""
    if choice == CHALLENGES:
        t.payer = t.turn
        say(t, SAY.challenge, 0)
        next_step(t, EXPOSE)
    elif next_live(t, t.turn) == t.discarder:
        next_step(t, STOW)
    else:
        ask(t, next_live(t, t.turn), CHALLENGE)


@EXPOSE.step
def expose_packet(t):
    """R4: the packet is turned up, and all see who was wrong."""
    cards = t.packet[t.discarder]
    t.exposed[t.discarder] |= cards
    t.packet[t.discarder] = 0
    if cards & NUMBERS:
        t.payer = t.discarder
    say(t, SAY.caught if cards & NUMBERS else SAY.honest, t.payer)
    next_step(t, JUDGE)


@JUDGE.step
def punish(t):
    """R4, R5: the loser of a challenge pays a token."""
    pay(t, t.payer, 1)
    drop_out(t)
    t.out[t.payer] = t.folded[t.payer]  # before play: no part of it
    t.payer = NOBODY
    offer_discard(t, place_of(t, t.discarder))


@STOW.step
def stow_packet(t):
    t.aside[t.discarder] |= t.packet[t.discarder]
    t.packet[t.discarder] = 0
    offer_discard(t, place_of(t, t.discarder))


# signals


@LISTEN.step
def listen(t):
    next_step(t, SIGNAL)


@SIGNAL.objection
def no_such_jacks(t, choice):
    """R6: only a player with enough jacks may give a signal unasked. Return the paragraph that forbids the choice, or 0."""
    return 0 if choice == HUSH or bluff_of(t.hand[t.turn]) == choice - HUSH else 6


@SIGNAL.play
def decide_signal(t, choice):
    t.bluff = HUSHED if choice == HUSH else BLUFFS
    next_step(t, SIGNAL)


@SIGNAL.step
def signal(t):
    """R6: in order from the dealer's left, the next signal that is due is given, or the holder of jacks is asked in secret.

    Tens signal by themselves, in the same step that shows the decision about jacks, so that nobody can tell which it was. Before
    and after it all listen: the table looks the same whether or not a player is asked then.
    """
    for n in range(1, t.seats + 1):
        p = seat_at(t, n)
        if t.folded[p] or t.signalled[p]:
            continue
        tens, jacks = count(t.hand[p] & RANKS[TEN]), bluff_of(t.hand[p])
        if jacks and t.bluff == UNASKED:
            ask(t, p, SIGNAL)
            return
        if tens > 2 or (jacks and t.bluff == BLUFFS):
            t.signalled[p] = tens - 2 if tens > 2 else jacks
            say(t, SAY.whistle if t.signalled[p] == WHISTLES else SAY.stand, p)
            next_step(t, LISTEN)
            return
    t.bluff = UNASKED
    offer_poverty(t, 1)


@rule
def contradictions(t, seat):
    """R6: players who signalled had tens or jacks, and players with tens signalled. The holder of jacks has not answered yet."""
    t.bluff = UNASKED
    if not t.signals or t.phase < LISTEN or (t.phase <= SIGNAL and t.turn == NOBODY):
        return 0
    wrong = 0
    for p in range(t.seats):
        if p != seat and not t.out[p] and (t.phase > SIGNAL or place_of(t, p) < place_of(t, t.turn)):
            wrong += signal_contradictions(t, p)
    return wrong


# poverty


@rule
def offer_poverty(t, place):
    """F101: with the hand at 2 before play, the next seat from this place on that has two tokens or more is asked."""
    if t.value == 2 and not alone(t, next_live(t, t.dealer)):
        for n in range(place, t.seats + 1):
            p = seat_at(t, n)
            if not t.folded[p] and t.score[p] >= 2:
                ask(t, p, POVERTY)
                return
    begin_play(t)


@POVERTY.play
def answer_poverty(t, choice):
    """F101: fold for one token, or stay against a player with one token left."""
    if choice == FOLD:
        fold(t, t.turn, 1)
    else:
        say(t, SAY.stay, 0)
    offer_poverty(t, place_of(t, t.turn) + 1)


# knocking and play


@rule
def knock(t):
    """R9, R10: knock; the others in turn stay or fold."""
    t.knocker = t.turn
    say(t, SAY.knock, t.value + 1)
    ask(t, next_live(t, t.turn), ANSWER)


@WINDOW.objection
def cannot_knock(t, choice):
    """R9: return the paragraph that forbids a knock out of turn, or 0."""
    return 0 if choice == PASS or may_knock(t, t.turn) else 9


@WINDOW.play
def knock_or_pass(t, choice):
    if choice == KNOCK:
        knock(t)
    else:
        offer_knock(t, t.turn)


@PLAY.allowed
def follow_suit(t):
    """R7: return the cards that follow suit, or all if there are none."""
    return playable(t)


@PLAY.objection
def cannot_play(t, choice):
    """R7, R9: return the paragraph that forbids a card or a knock, or 0."""
    if choice == KNOCK:
        return 0 if may_knock(t, t.turn) else 9
    return 0 if holds(playable(t), choice) else 7


@PLAY.play
def knock_or_play(t, choice):
    """R7, R9: the player on turn knocks, or plays a card."""
    if choice == KNOCK:
        knock(t)
    else:
        lay_card(t, choice)
        go_on(t, next_to_play(t, t.turn))


@ANSWER.play
def answer_knock(t, choice):
    """R10, R11: fold for the value before the knock, or stay for one more."""
    p = t.turn
    if choice == FOLD:
        fold(t, p, t.value)
        if t.over:
            return
    else:
        say(t, SAY.stay, 0)
    if next_live(t, p) != t.knocker:
        ask(t, next_live(t, p), ANSWER)
        return
    t.value += 1
    if alone(t, t.knocker):
        end_hand(t, t.knocker)
    else:
        go_on(t, t.player if not t.folded[t.player] else next_to_play(t, t.player))


# the end of a hand


@SETTLE.step
def settle_hand(t):
    """R12: all others who are in pay the value of the hand."""
    say(t, SAY.won, t.winner)
    for p in range(t.seats):
        if p != t.winner and not t.folded[p]:
            pay(t, p, t.value)
    next_step(t, NEXT)
    drop_out(t)


@NEXT.step
def next_deal(t):
    """R13: the winner deals next."""
    t.dealer = t.winner
    t.phase = DEAL
