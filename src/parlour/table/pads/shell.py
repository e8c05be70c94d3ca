"""The shell of the score pad: pages and scripts that work without a line once they were here.

Scripts and styles have addresses with the version of all of them (`parlour.table.delivery`), so what a page loads belongs
together: a page from the server names the newest, a page from the browser's own store names those kept with it.
"""

from __future__ import annotations

import json
from functools import cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.engine.files import own_text
from parlour.languages import Language, current
from parlour.languages import gettext as _
from parlour.table.delivery import files
from parlour.table.pages import page

STYLES = ("base", "lobby", "forms", "pad", "pad-form")


async def shell(request: Request) -> Response:
    """GET /score/shell: the page of every pad, and of no pad: which one it is, its script reads from the address."""
    return page("pad.html", sheets=STYLES, version=files().version)


@cache
def _worker(reader: Language) -> str:
    found = files()
    paths = (found.sheets(*STYLES), found.script("pad", reader), "bare/scheme.js", "icon.svg")
    kept = {"version": found.version, "files": ["/score/shell", *map(found.address, paths)]}
    text = own_text("parlour.table", "static", "js", "pad-worker.js")
    return f"self.parlour = {json.dumps(kept)};\n{text}"


async def worker(request: Request) -> Response:
    """GET /score/worker.js: the service worker; its text changes with the version and the language, so a browser notices."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/score"}
    return Response(_worker(current()), media_type="text/javascript", headers=headers)


async def manifest(request: Request) -> Response:
    """GET /score/manifest.webmanifest: what a phone needs to put the pad among its programs."""
    icon = {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any"}
    return JSONResponse(
        {
            "name": _("Parlour score pad"),
            "short_name": _("Score pad"),
            "lang": current().code,
            "dir": current().direction,
            "start_url": "/score",
            "scope": "/score",
            "display": "standalone",
            "background_color": "#f7f4ec",
            "theme_color": "#173f33",
            "icons": [icon],
        },
        media_type="application/manifest+json",
    )


ROUTES = [
    Route("/score/shell", shell),
    Route("/score/worker.js", worker),
    Route("/score/manifest.webmanifest", manifest),
]
