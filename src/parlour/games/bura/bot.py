"""Knowledge for a search of Bura: people claim 31 when they have it. Otherwise rollouts would be full of wrong claims.

If their hand cannot beat a lead, they throw no ten or ace while they have cheaper cards.
"""

from parlour.kit import ACE, FIRST_CALL, RANKS, SUITS, TEN, count, first_code, holds, pick_random, random_below, rule, total

from .rules import CLAIM_31, REPLY, WORTH, beats_lead

SEPARATE = False  # a chain is hidden only until it is complete: the player who answers sees all of it
DEAR = int(RANKS[TEN] | RANKS[ACE])


@rule
def policy(t, menu, n):
    """Claim with 31 points and never with fewer; otherwise any choice."""
    claim = n
    for k in range(n):
        if menu[k] == CLAIM_31:
            claim = k
    if claim == n:
        return pick_random(t, menu, n)
    if total(t.won[t.turn], WORTH) >= 31:
        return CLAIM_31
    k = random_below(t, n - 1)
    return menu[k if k < claim else k + 1]


@rule
def sift(t, menu, n):
    """Leave out tens and aces if no reply can beat the lead and there are enough cheaper plain cards for a reply."""
    p = t.turn
    if t.phase != REPLY or beats_lead(t, t.hand[p] | t.picked[p]):
        return n
    cheap = t.hand[p] & ~DEAR & ~SUITS[t.trumps]
    if count(cheap) < count(t.led) - t.chain:
        return n
    kept = 0
    for k in range(n):
        code = first_code(menu[k])
        if code >= FIRST_CALL or not holds(DEAR, code):
            menu[kept] = menu[k]
            kept += 1
    return kept
