"""Trick-taking: following suit, heading, who wins; and the course of a plain trick game.

The second half works on a table that names things as trick games do: `hand = Cards(per=SEATS, ...)`, `trick = Pile(...)`
with one card per seat, `leader = Seat()`, who led to the trick that lies there. A room that fits needs little more than

    @PLAY.play    lay_card(t, choice); pass_on(t, GATHER)
    @GATHER.step  seat = trick_winner(t, NO_TRUMPS, STRENGTH); t.won[seat] |= take_trick(t); lead_or_end(t, seat, PLAY, SCORE)
"""

from __future__ import annotations

from parlour.machine import count, lowest, rule

from .cards import SUITS, rank_of, suit_of
from .piles import clear, gather, pile_size, push
from .sets import holds, random_cards
from .turns import ask, left_of, next_seat_in, next_step, seats_in

NO_TRUMPS = 4
"""A trump suit that no card belongs to."""


@rule(inline=True)
def following(hand, suit):
    """The cards of a hand that follow the suit led, the whole hand if it has none."""
    cards = hand & SUITS[suit]
    return cards if cards else hand


@rule(inline=True)
def beats(card, other, trumps, strength):
    """Whether a card played later beats another that wins so far. `strength` is by rank, `trumps` a suit or NO_TRUMPS."""
    same = suit_of(card) == suit_of(other)
    stronger = strength[rank_of(card)] > strength[rank_of(other)]
    return (same & stronger) | ((suit_of(card) == trumps) & (not same))  # all of it in any case: cheaper than a wrong guess


@rule
def heading(cards, other, trumps, strength):
    """The cards of a set that beat `other`."""
    better = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        better |= (1 if beats(card, other, trumps, strength) else 0) << card
    return better


@rule
def winning_place(trick, trumps, strength):
    """The place (0 for the lead) of the card of a pile that wins the trick."""
    led, best = suit_of(trick[1]), 0
    for i in range(1, pile_size(trick) + 1):  # as the greatest number: quicker than guessing which card beats which
        suit = suit_of(trick[i])
        power = ((2 if suit == trumps else 1 if suit == led else 0) << 16) + strength[rank_of(trick[i])]
        best = max(best, (power << 16) + 0xFFFF - i)  # of equal cards the first
    return 0xFFFE - (best & 0xFFFF)


@rule(inline=True)
def suit_with(card, trumps):
    """The set of the cards that are of one suit with a card if the trumps are a set of cards, not one suit of the pack.

    Such as the queens, jacks and diamonds of Schafkopf: a trump belongs to the trumps and not to the suit printed on it.
    """
    return trumps if holds(trumps, card) else SUITS[suit_of(card)] & ~trumps


@rule
def strongest_place(trick, trumps, strength):
    """Return the place as `winning_place` does, if the trumps are a set of cards; `strength` is by card, every trump stronger
    than every other card.
    """
    cards = trumps | suit_with(trick[1], trumps)
    best = 1
    for i in range(2, pile_size(trick) + 1):
        if holds(cards, trick[i]) and strength[trick[i]] > strength[trick[best]]:
            best = i
    return best - 1


@rule
def deal_hands(t, cards, n):
    """Every seat gets n cards of a set, every deal equally likely; returns the set of the cards left over."""
    for p in range(t.seats):
        t.hand[p] = random_cards(t, cards, n)
        cards &= ~t.hand[p]
    return cards


@rule(inline=True)
def lead(t, seat, phase):
    """A trick begins: this seat leads to it, and is asked in a phase."""
    t.leader = seat
    ask(t, seat, phase)


@rule(inline=True)
def playable(t):
    """Return the cards that the seat on turn may play if it only has to follow suit."""
    hand = t.hand[t.turn]
    return following(hand, suit_of(t.trick[1])) if pile_size(t.trick) else hand


@rule(inline=True)
def playable_with(t, trumps):
    """Return the cards that the seat on turn may play if it only has to follow suit, and the trumps are a set of cards."""
    hand = t.hand[t.turn]
    cards = hand & suit_with(t.trick[1], trumps) if pile_size(t.trick) else hand
    return cards if cards else hand


@rule
def in_hands(t):
    """The set of the cards in all hands."""
    cards = 0
    for p in range(t.seats):
        cards |= t.hand[p]
    return cards


@rule(inline=True)
def lay_card(t, card):
    """The seat on turn lays a card of its hand to the trick."""
    t.hand[t.turn] &= ~(1 << card)
    push(t.trick, card)


@rule(inline=True)
def pass_on(t, full):
    """Ask, after a card, the next seat clockwise in the same phase, or go on to the step `full` if every seat has played.

    Every seat is asked; if seats sit out, use `pass_on_in`.
    """
    if pile_size(t.trick) == t.seats:
        next_step(t, full)
    else:
        t.turn = left_of(t, t.turn)
        t.asked = 1 << t.turn


@rule(inline=True)
def pass_on_in(t, full):
    """Ask, after a card in games in which players drop out, the next seat clockwise that is still in (`seats_in`), or go on to
    the step `full` if each of them has played. Seats that are out are passed over.
    """
    if pile_size(t.trick) == count(seats_in(t)):
        next_step(t, full)
    else:
        ask(t, next_seat_in(t, t.turn), t.phase)


@rule
def trick_winner(t, trumps, strength):
    """Return the seat whose card wins the trick: the highest trump, otherwise the highest card of the suit led.

    Counted from the leader, one card for each seat. If seats sit out, count only the others: `winning_place` says which of the
    cards wins, and `next_seat_in` who played it.
    """
    seat = t.leader + winning_place(t.trick, trumps, strength)
    return seat - t.seats if seat >= t.seats else seat


@rule
def trick_winner_with(t, trumps, strength):
    """Return the seat as `trick_winner` does, if the trumps are a set of cards and `strength` is by card, as in
    `strongest_place`."""
    seat = t.leader + strongest_place(t.trick, trumps, strength)
    return seat - t.seats if seat >= t.seats else seat


@rule(inline=True)
def take_trick(t):
    """The trick is taken up: the set of its cards."""
    cards = gather(t.trick)
    clear(t.trick)
    return cards


@rule(inline=True)
def lead_or_end(t, seat, phase, ended):
    """The winner leads to the next trick in a phase; with no cards left the step of phase `ended` comes next."""
    t.leader = seat
    if t.hand[seat]:
        ask(t, seat, phase)
    else:
        next_step(t, ended)
