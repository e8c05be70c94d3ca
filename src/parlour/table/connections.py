"""The browsers at one table, and what is said to all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from parlour.kit.layout import NOBODY
from parlour.languages import Language, speaking

from . import wire

TRY_AGAIN, NOT_HERE = 1012, 4404


class Connection(Protocol):
    """One browser at a table."""

    seat: int
    holder: str
    """The digest of its token."""
    client: str
    """Who it counts for in budgets: the network it comes from."""
    page: str
    """The id that the page has given itself, "" for none."""
    name: str
    """The name of an onlooker."""
    language: Language
    """The language of its reader."""
    local: bool
    """Whether it is a browser on the computer of the server."""

    @property
    def ended(self) -> bool:
        """Whether the server has closed it."""

    def send(self, message: bytes) -> None:
        """Queue an encoded message."""

    def close(self, reason: str, code: int = TRY_AGAIN) -> None:
        """Send what is queued, then close, saying why; the browser comes again unless there is nothing here for it."""


def tell(connection: Connection, message: wire.Message) -> None:
    """Send a message to a browser in the language of its reader."""
    with speaking(connection.language):
        connection.send(wire.write(message))


def tell_error(connection: Connection, text: str) -> None:
    """Tell a browser why something was refused."""
    with speaking(connection.language):
        connection.send(wire.error(text))


class Connections(set[Connection]):
    """All browsers at one table. status: what they are told to wait for, "" for nothing."""

    status = ""

    def __iter__(self) -> Iterator[Connection]:
        """Those who are here now: a thread may look at them while one of them goes."""
        return iter(set(self))

    def tell(self, message: wire.Message) -> None:
        """Send a message to every browser."""
        for connection in self:
            tell(connection, message)

    def announce(self, status: str) -> None:
        """Tell all what is awaited, and those who come later; "" if nothing is awaited any more."""
        if status != self.status:
            self.status = status
            self.tell(wire.Status(status))

    def at(self, seat: int) -> list[Connection]:
        """The browsers of a seat."""
        return [connection for connection in self if connection.seat == seat]

    def players(self) -> list[Connection]:
        """The browsers that have a seat."""
        return [connection for connection in self if connection.seat != NOBODY]
