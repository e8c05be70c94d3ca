"""HTTP as our server speaks it: the headers of every answer, and patience with those who begin a request and do not end it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_SECONDS = 10.0
"""The head of a request is sent whole within this time, counted from the connection or from its first byte."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class PatientProtocol(H11Protocol):
    """One connection; it is closed where a request does not come whole."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._await_request()

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
        elif self._late is None and (self.cycle is None or self.cycle.response_complete):
            self._await_request()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, or comes too late."""
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
            self.send_400_response("The request did not come in time.")


class QuietSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose faults are the browser's: they close it with a reason and leave nothing in the log."""

    def send_receive_event_to_app(self) -> None:
        """A message has come whole. Text that is no UTF-8 ends the connection, as the protocol wants."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(1007, "text is UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send what the application says. A handshake that it refused is complete: uvicorn would log an error otherwise."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True
