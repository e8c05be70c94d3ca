"""The draws of Chicago: discards, hands that must be shown first, and cards from the stock. R2.. stand in rulebook.md."""

from parlour.kit import (
    ask,
    count,
    draw,
    fill,
    holds,
    lowest,
    next_seat_in,
    next_step,
    next_word,
    pick_from_hand,
    pile_size,
    rule,
    say,
    shuffle,
)

from .hands import combination, has_to_prove, whole
from .words import DISCARD, DONE, DRAWN, RESHUFFLE, SAY, SERVE, TAKE_BACK, THROW


@rule
def next_draw(t):
    t.draws += 1
    draw_from(t, next_seat_in(t, t.dealer))


@rule
def draw_from(t, seat):
    """R2: this seat draws, or the first after it that may."""
    t.player = seat
    for _ in range(t.seats):
        if not t.frozen[t.player]:
            ask(t, t.player, DISCARD)
            return
        if t.player == t.dealer:
            break
        t.player = next_seat_in(t, t.player)
    next_step(t, DRAWN)


@DISCARD.allowed
def any_card(t):
    return t.hand[t.turn]


@DISCARD.play
def pick(t, choice):
    """R2: cards are picked one by one, and leave together."""
    p = t.turn
    if choice != DONE:
        pick_from_hand(t, p, choice)
    if choice == DONE or t.chain == 5:
        discard(t, p)


@rule
def discard(t, p):
    """R2, R4: the cards are chosen; a player who breaks a hand that has to be proven shows it first."""
    t.drew[p, t.draws - 1] = count(t.picked[p])
    if not must_show(t, p):
        throw_discards(t)
        return
    t.discards |= t.exposed[p]  # nothing, except in an invented position
    cards = t.exposed[p] = t.hand[p] | t.picked[p]
    for n in range(5):
        t.chosen[p] |= holds(t.picked[p], lowest(cards)) << n
        cards &= cards - 1
    t.hand[p] = t.picked[p] = 0
    for s in range(t.draws - 1):
        t.proven[p, s] = t.proven[p, s] or (t.declared[p, s] > 0 and whole(t, p, s, t.exposed[p]))
    say(t, SAY.show, p)
    next_step(t, TAKE_BACK)


@rule
def must_show(t, p):
    """R4: a card that belongs to the hand that stood is thrown; F101: or a declaration that was true is broken."""
    held = t.hand[p] | t.picked[p]
    for s in range(2):
        if has_to_prove(t, p, s) and whole(t, p, s, held):
            if t.false_declarations:
                broken = not whole(t, p, s, t.hand[p])
            else:
                cards = t.belongs[p] if t.belongs[p] else combination(t, p, s, held)
                broken = cards & ~held == 0 and cards & t.picked[p] != 0
            if broken:
                return True
    return False


@TAKE_BACK.step
def take_back(t):
    """R4: the five cards are mixed before the discards are taken out of them, so nobody sees which they are."""
    p = t.player
    next_word(t)
    cards = t.exposed[p]
    for n in range(5):
        if holds(t.chosen[p], n):
            t.picked[p] |= cards & -cards
        else:
            t.hand[p] |= cards & -cards
        cards &= cards - 1
    t.exposed[p] = t.chosen[p] = 0
    t.phase = THROW


@THROW.step
def throw_discards(t):
    p = t.player
    n = count(t.picked[p])
    t.discards |= t.picked[p]
    t.picked[p] = 0
    say(t, SAY.discarded[min(n, 2)], n)
    next_step(t, SERVE)


@SERVE.step
def serve_cards(t):
    """R2, R3: as many cards as were discarded, or as many as there are before the discards are shuffled."""
    p = t.player
    n = min(5 - count(t.hand[p]), pile_size(t.stock))
    t.hand[p] |= draw(t.stock, n)
    if pile_size(t.stock) == 0:
        t.phase = RESHUFFLE
    elif p == t.dealer:
        t.phase = DRAWN
    else:
        draw_from(t, next_seat_in(t, p))


@RESHUFFLE.step
def reshuffle(t):
    """R3: shuffle the discards into a new stock."""
    fill(t.stock, t.discards)
    t.discards = 0
    shuffle(t, t.stock)
    say(t, SAY.reshuffle, 0)
    t.phase = SERVE
