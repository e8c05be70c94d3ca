"""Two more rules for Pirate's rollout policy, tried and not kept (docs/strength.md): a better player, of no use to the search.

    python bench/policies.py pirate bench/pirate_rules.py

It is loaded as a part of the room's package.
"""

from __future__ import annotations

from parlour.games.pirate.bot import NEVER, gives_away, turns_until
from parlour.games.pirate.rules import PLAY, SHIP, length, next_height
from parlour.kit import first_code, random_below, rule, suit_of, top

PATIENCE = 16  # turns after which the other may have come past the card that is waited for
GIVE_WAY = 48  # ticks, in one of which each gives way, or two who wait would wait forever


@rule
def cards_left(t, p):  # type: ignore[no-untyped-def]
    """Return how many turns take p once through the stock, the waste turned over included."""
    return t.stock[p, 0] + t.passed[p, 0] + t.waste[p, 0] + 1


@rule
def is_worth_holding(t, p, s):  # type: ignore[no-untyped-def]
    """Whether the other comes soon past the card that joins the ship of a suit, which p has as well."""
    card = s * 13 + (next_height(t, 1 - p, s) + 11) % 13
    if (t.ticks + GIVE_WAY // 2 * p) % GIVE_WAY == 0:
        return False
    return turns_until(t, 1 - p, card) < PATIENCE and turns_until(t, p, card) < cards_left(t, 1 - p)


@rule
def turns_after(d, k, around):  # type: ignore[no-untyped-def]
    """Return in how many turns a card comes up next that comes up in d turns, and once around after that, when k have gone by."""
    return d - k if d > k else d + around - k


@rule
def loses_both(t, p, s):  # type: ignore[no-untyped-def]
    """Whether on a ship that lacks three the other, once p has laid a card, is first at both that are left."""
    if length(t, s) != SHIP - 3:
        return False
    own, others = next_height(t, p, s), next_height(t, 1 - p, s)
    middle = s * 13 + (own + (1 if others > own else -1) + 11) % 13
    k = turns_until(t, 1 - p, s * 13 + (others + 11) % 13)
    mine, theirs = turns_until(t, p, middle), turns_until(t, 1 - p, middle)
    if max(k, mine, theirs) >= NEVER:
        return False
    return k < mine and turns_after(theirs, k, cards_left(t, 1 - p)) < turns_after(mine, k, cards_left(t, p))


@rule
def policy(t, menu, n):  # type: ignore[no-untyped-def]
    """Choose as the room's policy does, except for the two rules."""
    p, k = t.turn, 0
    if first_code(menu[0]) == PLAY:
        s = suit_of(top(t.waste[p]))
        if loses_both(t, p, s):
            k = 1
        elif gives_away(t, p, s):
            if is_worth_holding(t, p, s):
                return menu[n - 1]
            k = 1
    if n > 2 and random_below(t, 16) == 0:
        k = 1 - k
    return first_code(menu[k])
