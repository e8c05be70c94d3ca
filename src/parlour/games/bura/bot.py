"""What a search should know of Bura: people claim 31 when they have it. Else rollouts would be full of wrong claims."""

from parlour.kit import pick_random, random_below, rule, total

from .rules import CLAIM_31, WORTH


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
