"""Advice for the search at Aggravation: a player who may cover or call does so, because every card laid is one card fewer."""

from parlour.kit import *


@rule
def sift(t, menu, n):
    """Any cover or call; to wait is the last entry of a menu."""
    return max(1, n - 1)


@rule
def policy(t, menu, n):
    """Choose any cover or call at random; to wait is the last entry of a menu."""
    return pick_random(t, menu, max(1, n - 1))
