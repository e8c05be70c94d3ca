"""The choice that lost a patience, found by a few questions to the solver.

What is lost stays lost: a position that can be won comes only from positions that can be won, all cards known. So one choice
lost the deal, and halving the choices between a position that can be won and one that cannot leads to it. A position that the
solver leaves unsettled tells nothing, and several choices may be left.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from itertools import pairwise

from parlour.languages import gettext as _


@dataclass(frozen=True)
class Bracket:
    """Positions of a match by the number of choices made: the last one known to be winnable (-1: none is), the first one
    known to be lost (one more than there are: none is).
    """

    won: int
    lost: int
    last: int

    @property
    def found(self) -> bool:
        """Whether one choice is known to have lost."""
        return 0 <= self.won == self.lost - 1 < self.last


async def bracketed(settled: Callable[[int], Awaitable[bool | None]], last: int, most: int) -> Bracket:
    """Find the choice that lost among the positions 0 to `last`, with this many questions at most.

    settled: whether a position can be won, None if that is not known.
    """
    won, lost = -1, last + 1
    unknown: set[int] = set()
    for _question in range(most):
        k = _next(won, lost, unknown, last)
        if k < 0:
            break
        verdict = await settled(k)
        if verdict is None:
            unknown.add(k)
        elif verdict:
            won = k
        else:
            lost = k
    return Bracket(won, lost, last)


def _next(won: int, lost: int, unknown: Collection[int], last: int) -> int:
    """The next position to ask about: the deal, the end, then the middle of the widest gap; -1 if there is nothing to ask."""
    for k in (0, last):
        if won < k < lost and k not in unknown:
            return k
    looked_at = [won, *sorted(k for k in unknown if won < k < lost), lost]
    width, low = max((b - a, a) for a, b in pairwise(looked_at))
    return low + width // 2 if width > 1 else -1


def sentence(found: Bracket, move: str) -> str:
    """Say what was found, in the reader's language. move: the choice that lost, in words, if there is one."""
    last = found.last
    if found.lost == 0:
        return _("No move of yours: the deal could not be won from the start.")
    if found.won == last:
        return _("No move of yours: it could still be won when it ended.")
    if found.found:
        return _("Move {n} lost the deal: {move}.", n=found.lost, move=move)
    if found.won < 0:
        if found.lost <= last:
            n = found.lost
            return _(
                "From move {n} on it was lost. The solver did not find out whether the deal could be won from the start.", n=n
            )
        return _("The solver did not find out whether the deal could be won from the start.")
    if found.lost > last:
        return _("It could be won before move {n}. The solver did not find out about the moves after that.", n=found.won + 1)
    first, until = found.won + 1, found.lost
    return _("One of the moves {first} to {last} lost the deal. The solver did not find out which.", first=first, last=until)
