"""The language of a reader: the one chosen by hand, kept in a cookie, or else the one that the browser likes best."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.engine.errors import shown
from parlour.languages import Language, language, languages, listed, preferred, speaking
from parlour.languages import gettext as _

from .pages import COOKIE_SECONDS, posted_form

COOKIE = "parlour-language"


def language_of(connection: HTTPConnection) -> Language:
    """The language in which this browser reads."""
    chosen = language(connection.cookies.get(COOKIE, ""))
    return chosen or preferred(connection.headers.get("accept-language", ""))


class Reading:
    """Every page is made in the language of its reader. What a WebSocket sends has many readers: its tables see to that."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with speaking(language_of(HTTPConnection(scope))):
            await self.app(scope, receive, send)


async def choose(request: Request) -> Response:
    """POST /language (`language`): the language of the pages from now on, and back to the page it was chosen on."""
    code = (await posted_form(request)).get("language", "")
    if language(code) is None:
        text = _("There is no language {code}: choose from {codes}.", code=shown(code), codes=listed(languages()))
        raise HTTPException(400, text)
    back = urlsplit(request.headers.get("referer", ""))
    here = f"{back.path}?{back.query}" if back.query else back.path
    answer = RedirectResponse(here if here.startswith("/") and not here.startswith("//") else "/", 303)
    answer.set_cookie(COOKIE, code, max_age=COOKIE_SECONDS, samesite="lax", httponly=True, secure=request.url.scheme == "https")
    return answer


ROUTES = [Route("/language", choose, methods=["POST"])]
