"""Tricks against the rule of the card table: the best trump wins, else the best card of the suit led."""

import itertools
import random

import numpy as np
import pytest
from kit_table import cards_of, chi_square, mask_of, pile_of, set_pile, table

from parlour.kit import (
    INTERPRETED,
    NO_TRUMPS,
    NOBODY,
    PACK_20,
    PACK_52,
    beats,
    deal_hands,
    following,
    heading,
    in_hands,
    lay_card,
    lead,
    lead_or_end,
    pass_on,
    pass_on_in,
    playable,
    playable_with,
    ranking,
    strongest_place,
    suit_with,
    take_trick,
    trick_winner,
    trick_winner_with,
    winning_place,
)

STRENGTHS = {"usual": ranking("2 3 4 5 6 7 8 9 10 J Q K A"), "schnapsen": ranking("J Q K 10 A")}


@pytest.fixture(params=STRENGTHS)
def strength(request):
    return STRENGTHS[request.param]


def stands(card, led, trumps, strength):
    """Return the strength of a card in a trick, to compare with another of the same trick."""
    suit = card // 13
    return (2 if suit == trumps else 1 if suit == led else 0, int(strength[card % 13]))


def test_every_pair_of_cards(strength):
    for trumps in (0, 3, NO_TRUMPS):
        for first, second in itertools.permutations(range(52), 2):
            if trumps != 3 and second % 3 and INTERPRETED:
                continue
            led = first // 13
            wins = stands(second, led, trumps, strength) > stands(first, led, trumps, strength)
            if stands(second, led, trumps, strength)[0] == 0:
                wins = False
            assert bool(beats(second, first, trumps, strength)) == wins, (first, second, trumps)


def test_whole_tricks(strength):
    rng = random.Random(1)
    t = table(5)
    for _ in range(600):
        n, trumps = rng.randrange(1, 6), rng.randrange(5)
        cards = rng.sample(range(52), n)
        set_pile(t.trick, cards)
        led = cards[0] // 13
        best = max(range(n), key=lambda i: stands(cards[i], led, trumps, strength))
        assert winning_place(t.trick, trumps, strength) == best
        t.seats, t.leader = n, rng.randrange(n)
        assert trick_winner(t, trumps, strength) == (t.leader + best) % n


def test_what_follows_and_what_heads(strength):
    rng = random.Random(2)
    for _ in range(200):
        hand, other = rng.sample(range(52), rng.randrange(1, 14)), rng.randrange(52)
        suit, trumps = rng.randrange(4), rng.randrange(5)
        of_suit = {c for c in hand if c // 13 == suit}
        assert cards_of(following(mask_of(hand), suit)) == (of_suit or set(hand))
        better = {c for c in hand if c != other and beats(c, other, trumps, strength)}
        assert cards_of(heading(mask_of(set(hand) - {other}), other, trumps, strength)) == better


def test_a_trick_from_lead_to_taking():
    t = table(3)
    t.hand[:3] = [mask_of({1, 2, 20}), mask_of({5, 30}), mask_of({40, 41})]
    lead(t, 2, 4)
    assert (t.leader, t.turn, t.phase, t.asked) == (2, 2, 4, 4)
    assert cards_of(playable(t)) == {40, 41}
    lay_card(t, 41)
    pass_on(t, 7)
    assert (t.turn, t.asked, t.phase) == (0, 1, 4)
    assert cards_of(playable(t)) == {1, 2, 20}  # void in the suit led
    lay_card(t, 2)
    pass_on(t, 7)
    assert (t.turn, t.asked, t.phase) == (1, 2, 4)
    lay_card(t, 30)
    pass_on(t, 7)
    assert (t.turn, t.asked, t.phase) == (NOBODY, 0, 7)
    assert pile_of(t.trick) == [41, 2, 30]
    assert trick_winner(t, NO_TRUMPS, STRENGTHS["usual"]) == 2
    assert trick_winner(t, 0, STRENGTHS["usual"]) == 0
    assert cards_of(take_trick(t)) == {2, 30, 41}
    assert pile_of(t.trick) == []
    assert [cards_of(h) for h in t.hand[:3]] == [{1, 20}, {5}, {40}]
    lead_or_end(t, 1, 4, 9)
    assert (t.leader, t.turn, t.phase) == (1, 1, 4)
    t.hand[1] = 0
    lead_or_end(t, 1, 4, 9)
    assert (t.turn, t.phase, t.asked) == (NOBODY, 9, 0)


def test_a_trick_among_those_still_in():
    t = table(4)
    t.hand[:4] = [mask_of({1}), mask_of({2}), 0, mask_of({30})]
    assert cards_of(in_hands(t)) == {1, 2, 30}
    t.out[2] = 1
    lead(t, 1, 4)
    for card, turn in ((2, 3), (30, 0)):
        lay_card(t, card)
        pass_on_in(t, 7)
        assert (t.turn, t.asked, t.phase) == (turn, 1 << turn, 4)
    lay_card(t, 1)
    pass_on_in(t, 7)
    assert (t.turn, t.asked, t.phase) == (NOBODY, 0, 7)
    assert pile_of(t.trick) == [2, 30, 1]
    assert in_hands(t) == 0


def test_following_suit_is_a_duty():
    t = table(4)
    set_pile(t.trick, [14])
    t.turn = 3
    t.hand[3] = mask_of({0, 15, 25, 51})
    assert cards_of(playable(t)) == {15, 25}


def test_trumps_that_are_no_one_suit():
    """Any set of trumps: a trump is of the trumps' suit only, and the strongest of those that can win wins."""
    rng = random.Random(3)
    t = table(5)
    for _ in range(300):
        trumps = set(rng.sample(range(52), rng.randrange(1, 20)))
        ordered = rng.sample(sorted(set(range(52)) - trumps), 52 - len(trumps)) + rng.sample(sorted(trumps), len(trumps))
        strength = np.zeros(52, np.int64)
        strength[ordered] = range(52)
        suit = [4 if card in trumps else card // 13 for card in range(52)]
        n = rng.randrange(1, 6)
        cards = rng.sample(range(52), n)
        assert cards_of(suit_with(cards[0], mask_of(trumps))) == {c for c in range(52) if suit[c] == suit[cards[0]]}
        set_pile(t.trick, cards)
        best = max(range(n), key=lambda i: (suit[cards[i]] == 4, suit[cards[i]] == suit[cards[0]], strength[cards[i]]))
        assert strongest_place(t.trick, mask_of(trumps), strength) == best
        t.seats, t.leader, t.turn = n, rng.randrange(n), 0
        assert trick_winner_with(t, mask_of(trumps), strength) == (t.leader + best) % n
        hand = set(rng.sample(range(52), 8))
        t.hand[0] = mask_of(hand)
        assert cards_of(playable_with(t, mask_of(trumps))) == ({c for c in hand if suit[c] == suit[cards[0]]} or hand)
        set_pile(t.trick, [])
        assert cards_of(playable_with(t, mask_of(trumps))) == hand


@pytest.mark.parametrize(("pack", "n", "seats"), [(PACK_52, 13, 4), (PACK_52, 7, 5), (PACK_20, 5, 4), (PACK_20, 5, 3)])
def test_hands_are_dealt_evenly(pack, n, seats):
    t = table(seats, seed=n + seats)
    places = np.zeros((seats, 54), np.int64)
    times = 400
    for _ in range(times):
        rest = deal_hands(t, pack, n)
        hands = [cards_of(t.hand[p]) for p in range(seats)]
        assert [len(hand) for hand in hands] == [n] * seats
        assert set().union(*hands, cards_of(rest)) == cards_of(pack)
        assert len(cards_of(rest)) == len(cards_of(pack)) - n * seats
        for p in range(seats):
            for card in hands[p]:
                places[p, card] += 1
    for p in range(seats):
        assert chi_square(places[p][places[p] > 0]) < 4.5
