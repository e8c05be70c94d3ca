"""The shell of the score pad: pages and scripts that work without a line once they were here.

Scripts and styles have addresses with the version of all of them (`/score/code/VERSION/js/pad.js`), so what a page loads belongs
together: a page from the server names the newest, a page from the browser's own store names those kept with it.
"""

from __future__ import annotations

import json
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from parlour.engine.files import own_text
from parlour.table.pages import FOLDER, page, static_version

SCRIPTS = (
    "pad",
    "pad-course",
    "pad-form",
    "pad-keep",
    "pad-people",
    "pad-pictures",
    "pad-sheet",
    "pad-yours",
    "api",
    "links",
    "page",
    "reach",
    "scheme",
)
STYLES = ("base", "lobby", "forms", "pad", "pad-form")
_FOREVER = "public, max-age=31536000, immutable"
_static = StaticFiles(directory=FOLDER / "static", check_dir=False)


def code(path: str) -> str:
    """The address of a script or a style of this version."""
    return f"/score/code/{static_version()}/{path}"


async def code_file(request: Request) -> Response:
    """GET /score/code/{version}/{path}: a static file of this version; 404 for any other, so that versions never mix."""
    if request.path_params["version"] != static_version():
        raise HTTPException(404, "There is a newer version.")
    found = await _static.get_response(request.path_params["path"], request.scope)
    found.headers["Cache-Control"] = _FOREVER
    return found


async def shell(request: Request) -> Response:
    """GET /score/shell: the page of every pad, and of no pad: which one it is, its script reads from the address."""
    styles = [code(f"css/{name}.css") for name in STYLES]
    return page("pad.html", styles=styles, scheme=code("js/scheme.js"), script=code("js/pad.js"), icon=code("icon.svg"))


@cache
def _worker() -> str:
    files = [*(f"css/{name}.css" for name in STYLES), *(f"js/{name}.js" for name in SCRIPTS), "icon.svg"]
    kept = {"version": static_version(), "files": ["/score/shell", *(code(path) for path in files)]}
    text = own_text("parlour.table", "static", "js", "pad-worker.js")
    return f"self.parlour = {json.dumps(kept)};\n{text}"


async def worker(request: Request) -> Response:
    """GET /score/worker.js: the service worker; its text changes with the version, so a browser notices."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/score"}
    return Response(_worker(), media_type="text/javascript", headers=headers)


async def manifest(request: Request) -> Response:
    """GET /score/manifest.webmanifest: what a phone needs to put the pad among its programs."""
    icon = {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any"}
    return JSONResponse(
        {
            "name": "Parlour score pad",
            "short_name": "Score pad",
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
    Route("/score/code/{version}/{path:path}", code_file),
]
