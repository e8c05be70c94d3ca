"""The first messages to a browser that comes to a table, or that another player has from now on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

from . import wire
from .connections import Connection, tell
from .hello import Hello
from .menus import Menus
from .shared import Shared


class Reception:
    """The first messages to the browsers of one table. further: messages that are not about the match, in this order.
    catch_up: brings the feeds of some seats up to date.
    """

    def __init__(
        self,
        shared: Shared,
        hello: Hello,
        menus: Menus,
        further: Sequence[Callable[[Connection], Sequence[wire.Message]]],
        catch_up: Callable[[Collection[int]], Awaitable[None]],
    ) -> None:
        self._live, self._seats, self._connections, self._news = shared.live, shared.seats, shared.connections, shared.news
        self._hello, self._menus, self._further, self._catch_up = hello, menus, further, catch_up

    def greet(self) -> None:
        """Tell all again who sits where."""
        for connection in self._connections:
            tell(connection, self._hello.to(connection))

    def tell_state(self, connection: Connection) -> None:
        """Tell a browser all that there is to see from its seat."""
        live = self._live
        found = self._seats.state(connection)
        if live.answered():
            found.append(wire.Answered(live.answered()))
        if live.match.commitments:
            found.append(live.seals())
        if live.game.seats == 1:
            found.append(live.marks())
        for further in self._further:
            found += further(connection)
        for message in found:
            tell(connection, message)

    def introduce(self, connection: Connection) -> None:
        """Tell a browser again who it is and what there is to see."""
        tell(connection, self._hello.to(connection))
        self.tell_state(connection)
        tell(connection, self._news.message())

    async def show(self, connection: Connection) -> None:
        """Send what there is to see, and what is asked: another player has this browser now."""
        await self._catch_up(self._seats.eyes(connection))
        self.introduce(connection)
        if self._live.begun:
            await self._menus.ask(connection)
