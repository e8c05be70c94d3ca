"""The server of the web table: routes, headers, and how it is started."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from parlour.engine.compiling import Compiler
from parlour.engine.errors import BadInput
from parlour.engine.rooms import guests
from parlour.house.agreement import Agreement
from parlour.languages import gettext as _
from parlour.languages import mark
from parlour.machine import compile_elsewhere, hurried

from . import daily_pages, delivery, match_pages, pages, statistics_pages
from .agreements import Group, Groups
from .budgets import Limits, TooMuch, read_limits
from .clients import LOOPBACK, NamedHosts, client_of, same_origin
from .door import DOOR_ROUTES
from .gamma import correct, gamma_page
from .hall import Hall
from .home import Home
from .house_pages import HOUSE_ROUTES, table_page
from .pads.routes import ROUTES as PAD_ROUTES
from .pads.routes import PadHub
from .pads.rows import Pads
from .pads.shell import ROUTES as SHELL_ROUTES
from .printing import PRINT_ROUTES
from .protocol import HEADERS, OF_FILES, PatientProtocol, QuietSocket
from .rank import rank_page, rank_quiz
from .readers import ROUTES as LANGUAGE_ROUTES
from .readers import Reading
from .rulebook_pages import RULEBOOK_ROUTES
from .seating import open_tables, opened, seating_page
from .sockets import table_socket
from .store import NotKept, Store
from .suggest import ROUTES as SUGGEST_ROUTES
from .understudy import Understudy
from .watching import watch

DEFAULT_PORT = 8714
ANYWHERE = ("0.0.0.0", "::", "")
PING_SECONDS, PONG_SECONDS = 5.0, 8.0
"""Seconds between two questions to a browser whether it is there, and seconds to answer: a dead path is noticed within 13 s."""
MOST_SOCKET_BYTES = 4 << 20
"""A longer message ends its connection; a shorter one that is too long for us is answered by an error."""
FILES = 4096
"""Files that the server may open, connections included."""
COLLECT = (5_000, 10, 50)
"""Thresholds of the garbage collector, as of `gc.set_threshold`."""
HEADINGS = {
    400: mark("That did not work"),
    403: mark("Not for you"),
    404: mark("Nothing here"),
    405: mark("Not this way"),
    409: mark("Not yet"),
    408: mark("Too slow"),
    413: mark("Too much"),
}


class Guard:
    """Headers on every answer, also on what is refused or fails; what changes something must come from our own pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        accepted = scope["type"] == "http"

        async def with_headers(message: Message) -> None:
            nonlocal accepted
            if message["type"] == "websocket.close" and not accepted:  # say why, and with our headers
                reason = message.get("reason") or _("There is nothing to connect to here.")
                await pages.error_page(403, _(HEADINGS[403]), reason)(scope, receive, with_headers)
                return
            accepted = accepted or message["type"] == "websocket.accept"
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                part = scope["path"].startswith("/static/") and headers.get("content-type", "").startswith(PARTS)
                for name in OF_FILES if part else HEADERS:
                    headers.setdefault(name, HEADERS[name])
            await send(message)

        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD") and not _own(Request(scope)):
            await pages.error_page(403, _("Not from here"), _("The form came from another site."))(scope, receive, with_headers)
            return
        with contextlib.suppress(ClientDisconnect, WebSocketDisconnect, ClientDisconnected):  # the browser has gone
            await self.app(scope, receive, with_headers)


class Guarded(Starlette):
    """An application of which nothing comes out unguarded: neither a refused host nor an error that nobody foresaw."""

    def build_middleware_stack(self) -> ASGIApp:
        """The guard outside of everything else, in the reader's language."""
        return Reading(Guard(super().build_middleware_stack()))


def _own(request: Request) -> bool:
    """Whether a request that changes something comes from a page of ours, as far as a browser tells."""
    return same_origin(request.headers) and request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    standard = {404: _("There is no such page here."), 405: _("This page does not accept that kind of request.")}
    text = error.detail if error.detail[-1:] in ".?!" else standard.get(error.status_code, f"{error.detail}.")
    return pages.error_page(error.status_code, _(HEADINGS.get(error.status_code, HEADINGS[400])), text)


async def _bad_input(request: Request, error: Exception) -> Response:
    return pages.error_page(400, _(HEADINGS[400]), str(error))


async def _too_much(request: Request, error: Exception) -> Response:
    if "text/html" not in request.headers.get("accept", ""):  # a script asks
        return PlainTextResponse(str(error), 429)
    return pages.error_page(429, _("A little patience"), f"{str(error)[:1].upper()}{str(error)[1:]}.")


async def _not_kept(request: Request, error: Exception) -> Response:
    if "text/html" not in request.headers.get("accept", "") and request.url.path != "/healthz":  # a script asks
        return PlainTextResponse(f"{str(error)[:1].upper()}{str(error)[1:]}.", 503)
    return pages.error_page(503, _("Nothing can be saved"), f"{str(error)[:1].upper()}{str(error)[1:]}.")


async def _cut_off(request: Request, error: Exception) -> Response:
    return pages.error_page(400, _(HEADINGS[400]), _("The form arrived incomplete."))  # nobody is there to read it


async def _server_error(request: Request, error: Exception) -> Response:
    return pages.error_page(500, _("Something broke"), _("That was our fault, not yours. Everything played so far is saved."))


ROUTES: list[BaseRoute] = [
    Route("/", pages.lobby),
    Route("/new", pages.new_table, methods=["POST"]),
    Route("/new/{game}", pages.new_form),
    Route("/new/{game}", pages.new_table, methods=["POST"]),
    Route("/learn/{game}", pages.learn, methods=["POST"]),
    Route("/table/{table}", table_page),
    Route("/table/{table}/sit", pages.sit, methods=["POST"]),
    Route("/table/{table}/sit/{key}", pages.sit_page),
    Route("/table/{table}/sit/{key}", pages.sit, methods=["POST"]),
    Route("/table/{table}/record", pages.record),
    *match_pages.ROUTES,
    *statistics_pages.ROUTES,
    *daily_pages.ROUTES,
    *RULEBOOK_ROUTES,
    *PRINT_ROUTES,
    *HOUSE_ROUTES,
    Route("/deck.svg", pages.deck),
    *PAD_ROUTES,
    *SHELL_ROUTES,
    Route("/gamma", gamma_page),
    Route("/gamma", correct, methods=["POST"]),
    Route("/rank", rank_page),
    Route("/rank/quiz", rank_quiz),
    Route("/seating", seating_page),
    Route("/seating/tables", open_tables, methods=["POST"]),
    Route("/seating/tables", opened),
    *SUGGEST_ROUTES,
    *DOOR_ROUTES,
    *LANGUAGE_ROUTES,
    Route("/healthz", pages.health),
    WebSocketRoute("/table/{table}/ws", table_socket),
    delivery.ROUTE,
]
FREE = {"/healthz", delivery.ROUTE.path, *(route.path for route in SHELL_ROUTES)}
"""Paths that cost nothing to answer: they are ready and only handed out."""
OWN = {("POST", "/score/pad/{key}/sync"): "syncs", ("POST", "/gamma"): "drawings"}
"""Requests that have a budget of their own; others take from that of pages, or of forms if they change something."""
PARTS = ("text/css", "text/javascript")
"""The types of files that pages are made of: such an answer of `/static/` needs no headers for pages."""
COMPRESSED = {
    "/",
    "/new/{game}",
    "/table/{table}",
    "/match/{table}",
    "/rules/{game}",
    "/rulebooks",
    "/score",
    "/score/new/{game}",
    "/gamma",
    "/rank",
    "/rank/quiz",
}
"""Pages that are compressed as they are made. None of them shows a key: how well a page with a secret and a text from the address
compresses tells someone who sees only lengths whether the two are alike (docs/decisions/0470-few-files-on-the-line.md).
"""


class Spending:
    """Lets a request come to its route if something is left of its budget."""

    def __init__(self, app: ASGIApp, budget: str) -> None:
        self.app, self.budget = app, budget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI. TooMuch if the budget is spent."""
        scope["app"].state.hall.budgets.spend(self.budget, client_of(HTTPConnection(scope)))
        await self.app(scope, receive, send)


def with_budget(route: BaseRoute) -> BaseRoute:
    """Return the route with a budget. WebSockets take from theirs before they are let in, since their answer is another."""
    if not isinstance(route, Route) or route.path in FREE:
        return route
    methods = sorted(route.methods or ())
    budget = next((OWN[method, route.path] for method in methods if (method, route.path) in OWN), None)
    middleware = [Middleware(Spending, budget=budget or ("pages" if "GET" in methods else "forms"))]
    if route.path in COMPRESSED:
        middleware.append(Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6))
    return Route(route.path, route.endpoint, methods=methods, name=route.name, middleware=middleware)


def create_app(
    db_path: Path | str,
    hosts: list[str] | None = None,
    tempo: float = 1.0,
    home: Home | None = None,
    beside: bool = False,
    private: bool = False,
    limits: Limits | None = None,
) -> Starlette:
    """The application over a file of tables.

    hosts: names it may be called by, None for any; the list may grow while it runs. private: answer also to addresses and to
    names that exist in home networks only. tempo: scales what the server waits for bots and windows (0: it does not wait).
    home: opens the server to the local network, or None.
    beside: whether processes beside the server compile, and play for bots that are still loading; otherwise the server compiles
    itself, and tables wait for bots.
    Raise BadInput if the file cannot be opened.
    """
    store = Store(db_path)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(store, tempo, limits)
        app.state.pads = pads = PadHub(Pads(store))
        await pads.rows.open()
        hall.home = home
        hall.understudy = Understudy() if beside else None
        if guests():
            hall.spawn(watch(hall))
        with hurried(), _compiler() if beside else contextlib.nullcontext():  # this thread waits for no compiler
            yield
            await hall.close()

    trusted = [] if hosts is None else [Middleware(NamedHosts, names=hosts, private=private)]
    handlers = {HTTPException: _http_error, BadInput: _bad_input, TooMuch: _too_much, NotKept: _not_kept}
    handlers |= {ClientDisconnect: _cut_off, Exception: _server_error}
    app = Guarded(
        routes=[with_budget(route) for route in ROUTES], middleware=trusted, exception_handlers=handlers, lifespan=lifespan
    )
    app.state.store = store
    return app


@contextlib.contextmanager
def _compiler() -> Iterator[None]:
    """Let a process beside this one compile, inside the context."""
    compiler = Compiler()
    compile_elsewhere(compiler)
    try:
        yield
    finally:
        compile_elsewhere(None)
        compiler.close()


def default_db() -> Path:
    """Return where tables are kept: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(base) / "parlour" / "tables.db"


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; if the usual port is taken, on any free one. Raise BadInput if neither works."""
    wanted = DEFAULT_PORT if port is None else port
    for number in (wanted, 0) if wanted == DEFAULT_PORT else (wanted,):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(128)
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            if number and number == DEFAULT_PORT and getattr(error, "errno", 0) == errno.EADDRINUSE:
                continue
            raise BadInput(_("cannot listen at {host}:{number}: {error}", host=host, number=number, error=error)) from None
    raise AssertionError("a free port is always tried last")


def _allow_files() -> None:
    """Let this process open more files if the system allows it: each connection is one, and the usual limit may be 256."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _bring(store: Store, house: Agreement) -> Group:
    """Keep a group's house rules. Raise BadInput if the kept version has a different history."""
    try:
        return asyncio.run(Groups(store).put(house))
    except BaseException:
        store.close()
        raise


def _announce(group: Group, url: str, at_home: str) -> str:
    """Say where a group's house rules are, and the links of members who have not come yet; the page to open first."""
    page = f"house/{group.agreement.id}"
    print(f"{group.agreement.title}: {url}{page}", flush=True)
    for member in group.members:
        if not member.holder:
            print(f"  {member.name} comes by {at_home + '/' if at_home else url}{page}/member/{member.key}", flush=True)
    first = group.members[0]
    return f"{url}{page}" if first.holder else f"{url}{page}/member/{first.key}"


def _collect_seldom() -> None:
    """Let Python look for unreachable objects seldom, and never among those that are here now: modules and all games. At a live
    table almost everything is freed without it, and a look at all objects takes as long as a hundred choices."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _leave() -> None:
    """End the process at once if a thread still computes. Everything is on the disk, and Python would wait until a compilation
    has ended, which nothing can break off.
    """
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    db: Path | str | None = None,
    open_browser: bool = True,
    tempo: float = 1.0,
    house: Agreement | None = None,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    budgets: Sequence[str] = (),
) -> None:
    """Serve the web table until Ctrl-C. BadInput, in one line, if it cannot listen or open its file.

    port: None for the usual one, or any free one if that is taken. db: None for the user's data folder. tempo: as for
    `create_app`. house: a group's house rules to keep here and to open, with the links of members who have not come yet. names:
    what the house is called beside addresses and names of the home network. proxies: addresses or networks of reverse proxies
    that are believed when they say whose requests they pass on. budgets: changes to what one client may ask for, such as
    `tables=200/1s` or `connections=100`.
    """
    limits = read_limits(budgets)
    _allow_files()
    listener = listen(host, port)
    at_home = host in LOOPBACK
    known = [*LOOPBACK, *(name.lower() for name in names)]
    home = Home(listener.getsockname()[1], known if at_home else None, everywhere=host in ANYWHERE)
    try:
        app = create_app(db or default_db(), known, tempo, home, beside=True, private=not at_home, limits=limits)
        group = _bring(app.state.store, house) if house else None
    except BaseException:
        listener.close()
        raise
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"The table is set at {url} (Ctrl-C ends it; every choice is kept)", flush=True)
    if home.url:
        print(f"Others at home find it at {home.url}/", flush=True)
    if group is not None:
        url = _announce(group, url, home.url)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [url]).start()
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws=QuietSocket,
        ws_max_size=MOST_SOCKET_BYTES,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=1,
    )
    home.server = uvicorn.Server(config)
    _collect_seldom()
    with contextlib.suppress(KeyboardInterrupt):
        home.server.run(sockets=[listener])
    _leave()
