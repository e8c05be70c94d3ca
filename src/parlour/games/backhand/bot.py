"""What a bot should know of Backhand: which cards are left is known to all, only not in which order, so that the chance of a hand
can be reckoned. Drawn cards are reckoned as if they were put back, which changes little."""

import numpy as np

from parlour.kit import *

from .rules import BACKHANDS, BET, BET_1, CHOOSE, HITS, PLAYS, PUSHES, WORTH

FIVE_CARDS = 5
AGAIN = 6  # times that the worth of a push is reckoned anew; it hardly changes after that


@rule
def sift(t, menu, n):
    """What the chances say: nobody's play hinders anybody else's, so there is nothing to search."""
    menu[0] = policy(t, menu, n)
    return 1


@rule
def policy(t, menu, n):
    """Of hit, backhand and push what wins more often; `bet` where a hand is more likely won than lost, otherwise the least."""
    odds, wins, totals = np.zeros(11), np.zeros((FIVE_CARDS + 1, 22)), np.zeros(21)
    odds_of_cards(t, odds)
    chances(t, odds, wins)
    dealt_totals(odds, totals)
    fresh = chance_of_deal(t, odds, wins, totals)
    if t.phase == BET:
        return bet(t, menu) if fresh > 0.5 else first_code(menu[0])
    value, size = t.value[t.turn], t.hand[t.turn][0]
    hit, over = hit_chance(t, odds, wins, min(size, FIVE_CARDS - 1), value), over_chance(odds, value)
    if t.phase == CHOOSE:
        return HITS if hit > over else BACKHANDS
    best, chance = PLAYS, 1.0 - over
    if in_menu(menu, n, HITS) and hit > chance:
        best, chance = HITS, hit
    return PUSHES if in_menu(menu, n, PUSHES) and fresh > chance else best


@rule
def bet(t, menu):
    """The most that may be bet, but before the last round no more than two fifths of one's chips: nobody plays on without any.

    Where chips are what counts and 57 hands of 100 are won, this is nearly the best that can be done in twenty rounds.
    """
    last = t.hand_number >= t.rounds
    most = t.score[t.turn] if last else max(2 * t.score[t.turn] // 5, t.min_bet)
    return min(last_code(menu[0]), BET_1 + most - 1)


@rule
def odds_of_cards(t, odds):
    """How likely the next card is to count one, two .. ten: by what is left in the stock, or in the whole pack."""
    cards = t.stock[0]
    for k in range(1, cards + 1):
        odds[WORTH[rank_of(t.stock[k])]] += 1.0 / cards
    if cards == 0:
        for rank in range(13):
            odds[WORTH[rank]] += 1.0 / 13


@rule
def over_chance(odds, value):
    """How likely the next card is too many."""
    chance = 0.0
    for worth in range(1, 11):
        chance += odds[worth] if value + worth > 21 else 0.0
    return chance


@rule
def hit_chance(t, odds, wins, size, value):
    """How likely a hand of so many cards wins that takes another."""
    after, chance = size + 1 if t.five_card_wins else size, 0.0
    for worth in range(1, 11):
        if value + worth <= 21:
            chance += odds[worth] * wins[after, value + worth]
    return chance


@rule
def chances(t, odds, wins):
    """wins[size, value]: how likely a hand wins that is played on, well played and not pushed. Without a win by five cards their
    number makes no difference."""
    wins[FIVE_CARDS] = 1.0
    for size in range(FIVE_CARDS - 1, 1, -1):
        for value in range(21, 1, -1):
            hit = hit_chance(t, odds, wins, size, value)
            wins[size, value] = hit if value <= 11 else max(hit, over_chance(odds, value))


@rule
def dealt_totals(odds, totals):
    """How likely two cards count so much, either of them dealt anew if it is an ace."""
    for first in range(1, 11):
        for second in range(1, 11):
            likely = 1.0
            for worth in (first, second):
                likely *= odds[1] * odds[1] if worth == 1 else odds[worth] * (1.0 + odds[1])
            totals[first + second] += likely


@rule
def chance_of_deal(t, odds, wins, totals):
    """How likely a hand wins that is yet to be dealt, pushed as long as that is better."""
    fresh = 0.5
    for _ in range(AGAIN):
        chance = 0.0
        for value in range(2, 21):
            win = wins[2, value]
            if value >= t.push_from:
                play = 1.0 - over_chance(odds, value)
                hit = hit_chance(t, odds, wins, 2, value) if t.push_hit else 0.0
                win = max(play, fresh, hit)
            chance += totals[value] * win
        fresh = chance
    return fresh
