"""The player that the search uses in its rollouts: the search without any searching.

    parlour arena GAME --bots strong:iterations=500,seed=1,bench/by_policy.py:ByPolicy:seed=1

It looks at one redeal, and makes each choice as a rollout would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from parlour.bots.base import Bot, Thought
from parlour.bots.rollouts import take_picks, usual
from parlour.engine.dispatch import choices
from parlour.engine.redeal import redeal
from parlour.engine.view import View
from parlour.kit import rule

COMPLETE = -1


@rule
def usual_after(deck, work, picks):  # type: ignore[no-untyped-def]
    """The policy's choice after the viewer's picks; COMPLETE if its chain is at an end."""
    redeal(work.tables, 0, deck)
    t = work.tables[0]
    take_picks(t, picks)
    if len(picks) > 0 and t.chain == 0:
        return COMPLETE
    return usual(t, work.menu, choices(t, work.menu), work)


@dataclass(frozen=True)
class ByPolicy(Bot):
    """No options but the seed."""

    name: ClassVar[str] = "by policy"

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        thought = Thought(view, self._seed_for(view))
        while (code := int(usual_after(thought.deck, thought.work, thought.picks))) != COMPLETE:
            thought.take(code)
        return thought.codes
