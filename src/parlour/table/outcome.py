"""How a match has ended for those who played it."""

from __future__ import annotations

import time

from .live import LiveMatch
from .results import Result
from .store import TableRow


def results_of(row: TableRow, live: LiveMatch) -> dict[str, Result]:
    """Return, by holder, how a match has ended, none while it goes on, if it was played again from another's page or as a lesson,
    or if it has ended before: a deal that was given up stays given up.

    Of several who share a browser the first is its owner; the others are nobody's players.
    """
    match = live.match
    if not match.over or row.origin or live.reopened or row.settings.lesson:
        return {}
    even, par = len(match.winners) / match.seats, sum(match.score) / match.seats
    hands, now, seconds = int(match.row.hand_number), time.time(), float(row.summary.get("seconds", 0.0))
    found: dict[str, Result] = {}
    for seat, place in enumerate(row.seats):
        if place.kind == "human" and place.holder and place.holder not in found:
            won, score = seat in match.winners, match.score[seat]
            found[place.holder] = Result(row.id, row.game, match.seats, now, won, even, score, par, live.room.low, hands, seconds)
    return found
