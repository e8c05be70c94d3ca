"""Opening the house to the local network while it runs, and closing it again; see docs/decisions/0375-seats-and-links.md."""

from __future__ import annotations

import asyncio
import io
import socket

import segno
import uvicorn

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _

from .protocol import PatientProtocol

_AWAY = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "203.0.113.1")
"""Addresses to ask the way to; nothing is ever sent there. The last is reserved for documents: the way out of the house."""


def home_address() -> str:
    """The address under which others in the local network reach this computer, by its way out; "" if there is none."""
    for target in _AWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((target, 9))
                found = str(way.getsockname()[0])
            except OSError:
                continue
        if not found.startswith(("127.", "0.")):
            return found
    return ""


def qr_svg(url: str) -> bytes:
    """An address as a QR code, an SVG picture."""
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=8, border=3, light="#fff", xmldecl=False)
    return out.getvalue()


class Home:
    """A server and the local network. names: what it may be called, None for anything. everywhere: it listens there already."""

    def __init__(self, port: int, names: list[str] | None, everywhere: bool) -> None:
        self._port, self._names, self.everywhere = port, names, everywhere
        self.server: uvicorn.Server | None = None
        self._opened: asyncio.Server | None = None
        self._address = home_address() if everywhere else ""
        self.url = f"http://{self._address}:{port}" if self._address else ""
        """Where others at home reach it; "" if they do not."""

    @property
    def may(self) -> bool:
        """Whether it can be opened and closed."""
        return self.server is not None and self._names is not None

    async def open(self) -> None:
        """Listen at this computer's address in the local network too. Raise BadInput if it has none."""
        if self._opened or self.server is None or self._names is None:
            return
        address = home_address()
        if not address:
            raise BadInput(_("this computer is not connected to a network"))
        listener = self._listen(address)
        server, config = self.server, self.server.config

        def protocol() -> asyncio.Protocol:
            return PatientProtocol(config, server.server_state, server.lifespan.state)

        self._opened = await asyncio.get_running_loop().create_server(protocol, sock=listener)
        server.servers.append(self._opened)
        self._address = address
        self._names.append(address)
        self.url = f"http://{address}:{listener.getsockname()[1]}"

    async def close(self) -> None:
        """Listen there no longer; who has come that way is sent away."""
        if not self._opened or self.server is None or self._names is None:
            return
        self._opened.close()
        self.server.servers.remove(self._opened)
        self._names.remove(self._address)
        for line in list(self.server.server_state.connections):
            if (getattr(line, "server", None) or ("",))[0] == self._address:
                line.shutdown()
        self._opened, self._address, self.url = None, "", ""

    def _listen(self, address: str) -> socket.socket:
        """A socket at the port of this server, or at any free one."""
        for port in (self._port, 0):
            listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((address, port))
                listener.listen(128)
                return listener
            except OSError as error:
                listener.close()
                reason = error
        raise BadInput(_("cannot listen at {address}: {reason}", address=address, reason=reason))
