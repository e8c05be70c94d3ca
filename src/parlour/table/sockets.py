"""The WebSocket of a table: what comes in is checked and answered, what goes out is queued."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import lazy_gettext, speaking

from . import wire
from .budgets import Budgets, TooMuch
from .clients import client_of, from_here, same_origin
from .connections import NOT_HERE, TRY_AGAIN, tell_error
from .hall import Hall
from .pages import COOKIE, error_page
from .protocol import LINE, QuietSocket
from .readers import language_of
from .requests import handle
from .store import NotKept, digest
from .tables import LiveTable

log = logging.getLogger("parlour.table")
MOST_A_SECOND, SECONDS = 50, 5
MOST_QUEUED = 2000
"""Messages that may wait for a browser that does not read them; with more it is let go, and may come again."""
POLICY = 1008
LONGEST_REASON = 120
"""Bytes of the reason that a close may carry, by the protocol 123."""
MOST_UNANSWERED = 100
"""Messages of one browser that wait for their turn. With this many, no more are read until one has been answered."""
LONGEST_PAGE = 40
"""Characters of the id that a page gives itself."""
HERE = wire.write(wire.Here())


class Pace:
    """Counts messages; `too_fast` once there were more than 50 in each of 5 seconds running."""

    def __init__(self) -> None:
        self._second, self._count, self._fast = 0, 0, 0

    def too_fast(self, now: float) -> bool:
        """Count one message at this time, in seconds of any steady clock."""
        second = int(now)
        if second != self._second:
            follows = second == self._second + 1 and self._count > MOST_A_SECOND
            self._fast = self._fast + 1 if follows else 0
            self._second, self._count = second, 0
        self._count += 1
        return self._fast >= SECONDS or (self._fast == SECONDS - 1 and self._count > MOST_A_SECOND)


class BrowserConnection:
    """One page of a browser; see `connections.Connection`."""

    def __init__(self, socket: WebSocket, seat: int, holder: str = "") -> None:
        self.socket, self.seat, self.holder = socket, seat, holder
        self.client, self.language = client_of(socket), language_of(socket)
        self.page = socket.query_params.get("page", "")[:LONGEST_PAGE]
        self.name, self.local = "Somebody", from_here(socket.scope)
        self._line: QuietSocket | None = socket.scope.get("extensions", {}).get(LINE, {}).get("line")
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._queues = True  # until `write` begins, and while it waits for the browser
        self._messages: asyncio.Queue[wire.Request | ValueError | None] = asyncio.Queue()
        self._room = asyncio.Semaphore(MOST_UNANSWERED)
        self._end: tuple[int, str] | None = None

    @property
    def ended(self) -> bool:
        """Whether the server has closed it: what it said and was not answered yet counts no more."""
        return self._end is not None

    def send(self, message: bytes) -> None:
        """Send an encoded message, or queue it if the browser still has too much to read."""
        if not self._queues and self._line is not None and self._line.post(message):
            return
        self._queues = True
        if self._queue.qsize() < MOST_QUEUED:
            self._queue.put_nowait(message)
        else:
            self.close("too much is waiting to be read")

    def close(self, reason: str, code: int = TRY_AGAIN) -> None:
        """Send what is queued, then close, saying why."""
        self._end = self._end or (code, reason)
        self._queues = True
        self._queue.put_nowait(None)
        self._messages.put_nowait(None)

    async def write(self) -> None:
        """Send what is queued, until `close`."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the browser has gone
            while (message := await self._next()) is not None:
                await self.socket.send_text(message.decode())
            if self._end:
                await _close(self.socket, *self._end)

    async def _next(self) -> bytes | None:
        """Return the next message of the queue, None once all is sent and the server closes it."""
        if self._queue.empty():
            self._queues = self.ended
        return await self._queue.get()

    async def read(self, budgets: Budgets) -> None:
        """Keep what the browser says for `hear`, until it goes or sends too much too fast.

        A `beat` is answered at once, also while an earlier message waits for its answer: a page that hears nothing for some
        seconds takes the path for dead and connects again.
        """
        pace = Pace()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the browser has gone
            while (got := await self.socket.receive())["type"] != "websocket.disconnect":
                if pace.too_fast(time.monotonic()):
                    self.close("too many messages", POLICY)
                    return
                message = self._understood(got.get("text"), budgets)
                if isinstance(message, wire.Beat):
                    self.send(HERE)
                else:
                    await self._room.acquire()
                    self._messages.put_nowait(message)
        self._messages.put_nowait(None)

    async def hear(self) -> wire.Request | ValueError | None:
        """Return the next thing that the browser says, or why it cannot be understood; None once it has gone or was closed."""
        message = await self._messages.get()
        self._room.release()
        return None if self.ended else message

    def _understood(self, text: str | None, budgets: Budgets) -> wire.Request | ValueError:
        try:
            if text is None:
                raise BadInput(lazy_gettext("messages are text, not bytes"))
            budgets.spend("messages", self.client)
            return wire.read(text)
        except ValueError as error:  # BadInput and TooMuch are such
            return error


async def table_socket(socket: WebSocket) -> None:
    """WebSocket /table/{table}/ws"""
    hall: Hall = socket.app.state.hall
    if not same_origin(socket.headers):
        await deny(socket)
        return
    try:
        hall.budgets.spend("pages", client_of(socket))
        async with hall.visit(socket.path_params["table"]) as table:
            holder = digest(socket.cookies.get(COOKIE, ""))
            seat = table.seats.of(holder) if table else None
            if table is None or seat is None:
                await refuse(socket, lazy_gettext("there is no seat for you at this table"), NOT_HERE)
                return
            connection = BrowserConnection(socket, seat, holder)
            hall.crowd.enter(connection)
            try:
                await socket.accept()
                with contextlib.suppress(asyncio.CancelledError):  # the server stops while a table is being prepared
                    await _attend(table, connection)
            finally:
                hall.crowd.leave(connection)
    except TooMuch as error:
        await refuse(socket, str(error), TRY_AGAIN)
    except BadInput as error:
        await refuse(socket, str(error), NOT_HERE)
    except NotKept as error:
        await refuse(socket, str(error), TRY_AGAIN)
    except (WebSocketDisconnect, ClientDisconnected):
        return  # gone before it came in
    except Exception as error:
        log.error("a table could not be opened: %s", type(error).__name__)
        await refuse(socket, lazy_gettext("something went wrong; try again"), TRY_AGAIN)


async def _attend(table: LiveTable, connection: BrowserConnection) -> None:
    """A browser comes, is answered as long as it likes, and goes."""
    writer, reader = table.server.spawn(connection.write()), table.server.spawn(connection.read(table.server.budgets))
    reason, code = "come again", TRY_AGAIN
    try:
        await table.join(connection)
        reason, code = await _listen(table, connection)
    except (WebSocketDisconnect, RuntimeError):
        pass
    except Exception as error:  # the table cannot be opened
        if not isinstance(error, BadInput):
            log.error("a table of %s could not be opened: %s", table.game.room.name, type(error).__name__)
        text = str(error) if isinstance(error, BadInput) else lazy_gettext("something went wrong; try again")
        tell_error(connection, text)
        reason = text
        table.drop()
    finally:
        table.leave(connection)
        connection.close(reason, code)
        await asyncio.wait({writer}, timeout=1)
        writer.cancel()
        reader.cancel()


async def deny(socket: WebSocket) -> None:
    """No socket for pages of others."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        with speaking(language_of(socket)):
            answer = error_page(403, _("Not from here"), _("The page came from another site."))
        await socket.send_denial_response(answer)
    else:
        await socket.close(POLICY, "the page came from another site")


async def refuse(socket: WebSocket, text: str, code: int) -> None:
    """Say why there is nothing here, then close."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, ClientDisconnected):
        await socket.accept()
        await socket.send_text(wire.error(text).decode())
        await _close(socket, code, text)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    await socket.close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore"))


async def _listen(table: LiveTable, connection: BrowserConnection) -> tuple[str, int]:
    """Answer what comes until the browser goes. Why it ended, and the code that says so."""
    while (message := await connection.hear()) is not None:
        try:
            if isinstance(message, ValueError):
                raise message
            await handle(table, connection, message)
        except ValueError as error:  # BadInput is one
            tell_error(connection, str(error))
        except NotKept as error:  # what is on disk holds: the table is read from there again
            tell_error(connection, str(error))
            table.drop(str(error))
            return str(error), TRY_AGAIN
        except Exception as error:
            log.error("a table of %s failed: %s", table.game.room.name, type(error).__name__)
            tell_error(connection, lazy_gettext("something went wrong"))
            return lazy_gettext("something went wrong"), TRY_AGAIN
    return "goodbye", TRY_AGAIN
