"""Trick-taking: following suit, heading, who wins, what the cards are worth."""

from __future__ import annotations

from .cards import SUITS, rank_of, suit_of
from .machine import lowest, rule

NO_TRUMPS = 4
"""A trump suit that no card belongs to."""


@rule(inline=True)
def following(hand, suit):  # type: ignore[no-untyped-def]
    """The cards of a hand that follow the suit led, the whole hand where it is void in it."""
    cards = hand & SUITS[suit]
    return cards if cards else hand


@rule(inline=True)
def beats(card, other, trumps, strength):  # type: ignore[no-untyped-def]
    """Whether a card played later beats another that wins so far. `strength` is by rank, `trumps` a suit or NO_TRUMPS."""
    if suit_of(card) == suit_of(other):
        return strength[rank_of(card)] > strength[rank_of(other)]
    return suit_of(card) == trumps


@rule
def heading(cards, other, trumps, strength):  # type: ignore[no-untyped-def]
    """The cards of a set that beat `other`."""
    better = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if beats(card, other, trumps, strength):
            better |= 1 << card
    return better


@rule
def winning_place(trick, trumps, strength):  # type: ignore[no-untyped-def]
    """The place (0 for the lead) of the card of a pile that wins the trick."""
    best = 1
    for i in range(2, trick[0] + 1):
        if beats(trick[i], trick[best], trumps, strength):
            best = i
    return best - 1
