"""The open connections of a house: how many there may be, and which one is closed when there are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from parlour.kit.layout import NOBODY

from .budgets import Room, TooMuch
from .connections import Connection

CROWDED = "too many connections are open here; close other windows of this house, or come again in a while"


CAME_AGAIN = "this page has connected again"


class Crowd:
    """The connections to the tables and score pads of a house.

    A page has one. If it connects again, the path of the earlier one was dead: that connection is closed. Messages that still
    arrive on it are ignored, because the page sends them again.

    If there is no room for another, one is closed: of somebody who only looks on, if there is one, then of the network and of the
    browser that has the most. That may be the newcomer itself, so nobody who has few makes room for somebody who has many.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self._open: dict[Connection, int] = {}
        """The order in which they came."""
        self._arrivals = 0
        self.refused = 0
        """The number of those that were not let in, or made room for others."""

    def enter(self, newcomer: Connection) -> None:
        """Let a connection in and close another if it must make room. TooMuch if it is the newcomer that must."""
        self._arrivals += 1
        for before in [one for one in self._open if newcomer.page and (one.page, one.holder) == (newcomer.page, newcomer.holder)]:
            self.leave(before)
            before.close(CAME_AGAIN)
        self._open[newcomer] = self._arrivals
        of_network = [one for one in self._open if one.client == newcomer.client]
        if len(of_network) > self.room.most:
            self._make_room(of_network, newcomer)
        onlookers = [one for one in self._open if one.seat == NOBODY]
        if len(self._open) > self.room.house or (onlookers and len(self._open) > self.room.house - self.room.reserve):
            self._make_room(onlookers or self._open, newcomer)

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        self._open.pop(connection, None)

    def status(self) -> dict[str, int]:
        """Return what `/healthz` says."""
        return {**self.room._asdict(), "open": len(self._open), "refused": self.refused}

    def _make_room(self, among: Iterable[Connection], newcomer: Connection) -> None:
        networks = Counter(one.client for one in self._open)
        browsers = Counter((one.client, one.holder) for one in self._open)

        def dispensable(one: Connection) -> tuple[bool, int, int, int]:
            return one.seat == NOBODY, networks[one.client], browsers[one.client, one.holder], self._open[one]

        goes = max(among, key=dispensable)
        self.leave(goes)
        self.refused += 1
        if goes is newcomer:
            raise TooMuch(CROWDED)
        goes.close(CROWDED)
