"""The origin of a request: its page, its address, and whether the browser runs on this computer."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.languages import gettext as _

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
_BROWSER_HEADERS = re.compile(
    "(?:host|connection|upgrade|upgrade-insecure-requests|user-agent|cookie|origin|referer|accept|accept-(?:charset|encoding|language)"
    "|content-(?:length|type|encoding)|transfer-encoding|cache-control|pragma|range|priority|te|dnt|expect|keep-alive|date|authorization"
    "|if-(?:match|none-match|modified-since|unmodified-since|range)|sec-[a-z-]+|save-data|device-memory|downlink|ect|rtt|dpr|width"
    "|viewport-width|purpose|x-purpose|x-moz|service-worker|service-worker-navigation-preload|last-event-id)"
)
"""The headers that browsers send themselves. Every proxy has headers of its own, and new ones come up every year, so a request
with any other header is taken to have come through one."""
_HOME_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
"""Endings of names that nobody can register on the internet."""
IPV6_NETWORK = 64
"""A household or a server has at least this many bits of IPv6 addresses to itself: its addresses count as one client."""


def split_host(text: str) -> tuple[str, int | None]:
    """Return the name and the port of a Host header in lower case; no name if it is malformed."""
    found = re.fullmatch(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::([0-9]{1,5}))?", text.lower())
    return ("", None) if found is None else (found[1], int(found[2]) if found[2] else None)


def same_origin(headers: Headers) -> bool:
    """Whether the page behind a request is ours, as far as its browser tells. What sends no origin is not a browser's page."""
    origin, host = headers.get("origin"), headers.get("host", "")
    return origin is None or (bool(host) and origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}"))


def from_here(scope: Scope) -> bool:
    """Whether a request comes directly from a browser on this computer that asked for this computer by its own name."""
    headers = Headers(scope=scope)
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("", 0)
    name, port = split_host(headers.get("host", ""))
    direct = scope.get("http_version") == "1.1" and all(_BROWSER_HEADERS.fullmatch(header) for header in headers)
    # A tunnel (ssh -L, socat) sends what the browser sent: then the port is the tunnel's.
    own = name in LOOPBACK and (port or 80) == server[1]
    return client[0] in LOOPBACK and own and direct and same_origin(headers)


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 6:
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))
    return str(found)


def client_of(request: HTTPConnection) -> str:
    """Return who a request counts for in budgets: the network it comes from."""
    return network_of(request.client.host) if request.client else ""


def is_private_name(name: str) -> bool:
    """Whether no page on the internet can have this name: an address, a name without a dot, or one for home networks only."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name.rstrip(".") or name.rstrip(".").endswith(_HOME_ENDINGS)
    return True


class NamedHosts:
    """Answers only to known names, so that no page elsewhere can reach the house by giving it a name of its own.

    names: what it may be called; the list may change while the server runs. private: answer also to all addresses and to names
    that exist in home networks only.
    """

    def __init__(self, app: ASGIApp, names: list[str], private: bool = False) -> None:
        self.app, self.names, self.private = app, names, private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] in ("http", "websocket") and not self._known(Headers(scope=scope).get("host", "")):
            text = _("This house is not known by that name. Its host can add it: parlour serve --name NAME.")
            await PlainTextResponse(text, 400)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _known(self, host: str) -> bool:
        name, _ = split_host(host)
        return bool(name) and (name in self.names or (self.private and is_private_name(name)))
