"""Random hands of Triple Draw and Badugi by PokerKit, measured as our rooms are: one hand of equal stacks, any legal choice.

A discard of k cards counts as the choices it takes here: k cards and `done`.
"""

from __future__ import annotations

import random
import warnings
from typing import Any

import timing

try:
    import pokerkit
except ImportError:  # an extra, see PokerKitMissing
    pokerkit = None

SEATS = {"triple_draw": 4, "badugi": 6}
HOUSE_RULES = {"draw_style": "batch", "burn": True, "hands": 1}
"""House rules that give our rooms the same work."""
HANDS = 20
"""Hands of one run: about a third of a second."""


class PokerKitMissing(Exception):
    """PokerKit is not installed."""


def hands(name: str, seed: int) -> timing.Run:
    """Makes a run of random hands. Raises `PokerKitMissing`."""
    if pokerkit is None:
        raise PokerKitMissing("PokerKit is not installed (pip install pokerkit)")
    games = {"triple_draw": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, "badugi": pokerkit.FixedLimitBadugi}
    automations = tuple(pokerkit.Automation)
    rng = random.Random(seed)

    def work() -> int:
        decisions = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about cards that come back from the discards
            for _ in range(HANDS):
                state = games[name].create_state(automations, True, 0, (1, 2), 2, 4, 100, SEATS[name])
                decisions += play(state, rng)
        return decisions

    return timing.clocked(work)


def play(state: Any, rng: random.Random) -> int:
    """A hand at random, from the first action to the last; how many decisions it took."""
    decisions = 0
    while state.status:
        decisions += 1
        if state.stand_patter_or_discarder_index is not None:
            cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
            thrown: list[Any] = []
            while cards and (k := rng.randrange(len(cards) + 1)) < len(cards):
                thrown.append(cards.pop(k))
            decisions += len(thrown) - (not cards)
            state.stand_pat_or_discard(thrown)
            continue
        choices = [state.check_or_call]
        if state.can_fold():
            choices.append(state.fold)
        if state.can_complete_bet_or_raise_to():
            choices.append(state.complete_bet_or_raise_to)
        rng.choice(choices)()
    return decisions
