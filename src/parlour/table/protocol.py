"""HTTP as our server speaks it: the headers of every answer, and patience with those who begin a request and do not end it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from .clients import network_of

REQUEST_SECONDS = 10.0
"""The head of a request is sent whole within this time, counted from the connection or from its first byte."""
MOST_OF_ONE = 200
"""Connections of one network, of all kinds. With more, one that has nothing to answer is closed."""
SHORT = 128
"""Messages of fewer bytes are not compressed: it would take longer than it saves."""
LINE = "parlour.line"
"""The extension of a scope that holds, as `line`, the socket itself: messages need no way through the application."""
MOST_UNSENT = 1 << 16
"""Bytes of messages, as they are before compression, that wait to be written together."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""Those that mean something for a script or a style sheet of `/static/`: the others are for pages and for workers."""


class PatientProtocol(H11Protocol):
    """One connection; it is closed if a request does not come whole."""

    _late: asyncio.TimerHandle | None = None
    since = 0.0
    """When it came."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self.admit()
        self._await_request()

    def admit(self) -> None:
        """Close a connection of this network that has nothing to answer, if there are too many."""
        if not self.client or self.config.proxy_headers:  # behind a proxy all come from there
            return
        network, self.since = network_of(self.client[0]), self.loop.time()
        alive = [one for one in self.connections if isinstance(one, PatientProtocol | QuietSocket)]
        same = [one for one in alive if one.client and network_of(one.client[0]) == network]
        if len(same) > MOST_OF_ONE:
            idle = [one for one in same if isinstance(one, PatientProtocol) and one is not self and one.is_idle]
            min(idle, key=lambda one: one.since, default=self).transport.close()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to answer."""
        return self.cycle is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request, or all of it."""
        before = self.scope
        super().data_received(data)
        if self.scope is not before:
            self._stop_waiting()
        elif self._late is None and self.is_idle:
            self._await_request()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, or comes too late."""
        headers = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(msg)), "connection": "close"} | HEADERS
        lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {value}" for name, value in headers.items()), "", msg]
        self.transport.write("\r\n".join(lines).encode("ascii"))
        self.transport.close()

    def _await_request(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.send_400_response("The request did not arrive in time.")


class QuietSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose faults are the browser's: they close it with a reason and leave nothing in the log.

    What the application sends without waiting in between goes out in one write: a change of a table is several messages, and most
    of what one costs is the system call.
    """

    _due = False
    _unsent = 0
    _last: asyncio.TimerHandle | None = None
    _received = 0.0
    """When the browser said something last."""

    def data_received(self, data: bytes) -> None:
        """The browser says something."""
        self._received = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask the browser whether it is there, if it has said nothing for as long as a question waits."""
        assert self.ping_interval is not None
        due = self._received + self.ping_interval
        if due > self.loop.time():
            self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """The browser does not answer. Messages that it has not read are given up: otherwise the connection would end only when
        they are sent, and the table would believe for many minutes that somebody is there.
        """
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nobody here has more to say. A browser has a while to read the rest."""
        super().on_task_complete(task)
        self._last = self.loop.call_later(self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        if self._last is not None:
            self._last.cancel()
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """A message has come whole. Text that is not UTF-8 ends the connection, as the protocol wants."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(1007, "text is UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """A browser wants to talk: what answers it finds this line under `LINE`."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][LINE] = {"line": self}

    async def send(self, message: Any) -> None:
        """Send what the application says. A handshake that it refused is complete: uvicorn would log an error otherwise."""
        text = message.get("text")
        if text is not None and self._is_open:
            if not self.writable.is_set():
                await self.writable.wait()
            if not self.post(text.encode()):
                raise ClientDisconnected
            return
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True

    @property
    def _is_open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.initial_response is None

    def post(self, data: bytes) -> bool:
        """Queue a message, without waiting; False if the browser is gone or still has too much to read.

        What is queued goes out when the application waits, or once it is a lot.
        """
        if self.disconnected or not self._is_open or not self.writable.is_set():
            return False
        extensions = self.conn.extensions
        try:
            if len(data) < SHORT:
                self.conn.extensions = []
            self.conn.send_text(data)
        except InvalidState:
            return False
        finally:
            self.conn.extensions = extensions
        self._unsent += len(data)
        if self._unsent > MOST_UNSENT:
            self._flush()
        elif not self._due:
            self._due = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Write what is queued. A ping or a close that came first has taken it along."""
        self._due, self._unsent = False, 0
        if (frames := self.conn.data_to_send()) and not self.transport.is_closing():
            self.transport.write(b"".join(frames))
