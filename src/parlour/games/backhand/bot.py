"""The bots of Backhand: everybody knows which cards are left, but not their order, so the chance of a hand can be computed. Drawn
cards are treated as if they were put back, which changes little."""

import numpy as np

from parlour.kit import *

from .rules import BACKHANDS, BET, BET_1, CHOOSE, HITS, PUSHES, WORTH, packs_of

PROSPECTS = ("wins {n} of 100",)
FIVE_CARDS = 5
AGAIN = 6  # how often the worth of a push is computed again; it hardly changes after that


@rule
def policy(t, menu, n):
    """Count: hit while most of the cards left are safe, otherwise call; push whenever possible. Bets are random."""
    if t.phase == BET:
        return pick_random(t, menu, n)
    if t.phase == CHOOSE:
        return BACKHANDS if most_are_too_many(t) else HITS
    return PUSHES if in_menu(menu, n, PUSHES) else last_code(menu[n - 1])


@rule
def most_are_too_many(t):
    """Whether at least half of the cards in the stock would take the hand over 21."""
    over, value = 0, t.value[t.player]
    for k in range(1, pile_size(t.stock) + 1):
        over += 1 if value + WORTH[rank_of(t.stock[k])] > 21 else 0
    return 2 * over >= pile_size(t.stock) if pile_size(t.stock) else value >= 15


# a player by itself


@rule
def strategy(t, menu, n, may, advice):
    """Choose what wins most often of hit, backhand, play and push; bet much if a hand is more likely won than lost."""
    odds, wins, totals = np.zeros(11), np.zeros((FIVE_CARDS + 1, 22)), np.zeros(21)
    fresh = write_odds(t, odds, wins, totals)
    if t.phase == BET:
        return bet(t, menu) if fresh > 0.5 else first_code(menu[0])
    best, most = -1, -1.0
    for k in range(n):
        chance = chance_of(t, menu[k], odds, wins, fresh)
        if chance > most:
            best, most = menu[k], chance
    return best


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: how often each answer wins. Nothing is said about bets."""
    t = tables[i]
    odds, wins, totals = np.zeros(11), np.zeros((FIVE_CARDS + 1, 22)), np.zeros(21)
    fresh = write_odds(t, odds, wins, totals)
    for k in range(n):
        chance = chance_of(t, menu[k], odds, wins, fresh)
        found[k, 0], found[k, 1] = 100.0 * chance, chance if t.phase != BET else -np.inf


@rule
def write_odds(t, odds, wins, totals):
    """Fill in the three tables by the functions below; returns how likely a hand wins that is yet to be dealt."""
    odds_of_cards(t, odds)
    chances(t, odds, wins)
    dealt_totals(odds, totals)
    return chance_of_deal(t, odds, wins, totals)


@rule
def chance_of(t, choice, odds, wins, fresh):
    """Return how likely the hand at turn wins by a choice."""
    value, size = t.value[t.player], pile_size(t.hand[t.player])
    if choice == HITS:
        return hit_chance(t, odds, wins, min(size, FIVE_CARDS - 1), value)
    if choice == PUSHES:
        return fresh
    over = over_chance(odds, value)
    return over if choice == BACKHANDS else 1.0 - over


@rule
def bet(t, menu):
    """The highest bet, but before the last round at most two fifths of the chips: a player without chips is out.

    If chips count and 57 hands of 100 are won, this is nearly the best way to bet in twenty rounds.
    """
    last = t.hand_number >= t.rounds
    most = t.score[t.turn] if last else max(2 * t.score[t.turn] // 5, t.min_bet)
    return min(last_code(menu[0]), BET_1 + most - 1)


@rule
def odds_of_cards(t, odds):
    """Write how likely the next card counts one, two .. ten: from the cards not seen, or from whole packs if all have been
    seen."""
    whole_packs(t, odds)
    for p in range(t.seats):
        for k in range(1, pile_size(t.hand[p]) + 1):
            odds[WORTH[rank_of(t.hand[p, k])]] -= 1.0
        odds[1] -= pile_size(t.aces[p])
        if t.beside[p]:
            odds[WORTH[rank_of(lowest(t.beside[p]))]] -= 1.0
    for k in range(packs_of(t)):
        for rank in range(13):
            odds[WORTH[rank]] -= count(t.discards[k] & RANKS[rank])
    if odds.sum() < 1.0:
        whole_packs(t, odds)
    odds /= odds.sum()


@rule
def whole_packs(t, odds):
    """Return how many cards count one, two .. ten."""
    odds[1:10], odds[10] = 4.0 * packs_of(t), 16.0 * packs_of(t)


@rule
def over_chance(odds, value):
    """Return how likely the next card is too many."""
    chance = 0.0
    for worth in range(1, 11):
        chance += odds[worth] if value + worth > 21 else 0.0
    return chance


@rule
def hit_chance(t, odds, wins, size, value):
    """Return how likely a hand of this many cards wins that takes another."""
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
    """Write how likely two cards have each total, if either of them is replaced when it is an ace."""
    for first in range(1, 11):
        for second in range(1, 11):
            likely = 1.0
            for worth in (first, second):
                likely *= odds[1] * odds[1] if worth == 1 else odds[worth] * (1.0 + odds[1])
            totals[first + second] += likely


@rule
def chance_of_deal(t, odds, wins, totals):
    """Return how likely a hand wins that is yet to be dealt, pushed as long as that is better."""
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
