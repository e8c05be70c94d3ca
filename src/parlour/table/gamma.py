"""The page that corrects the gamma of a drawing: the same code as `parlour art gamma`, a file at a time."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from parlour.art.colours import gamma
from parlour.art.confined import Limits
from parlour.art.recolour import COMPRESSED
from parlour.art.recolouring import Recolour, recolour_apart
from parlour.engine.errors import BadInput, shown
from parlour.languages import gettext as _
from parlour.languages import number

from .clients import client_of
from .pages import hall_of, page
from .protocol import HEADERS

LARGEST = 4 << 20
"""Bytes of a file; larger ones are for the command line."""
SECONDS = 20.0
"""A file is sent whole within this time."""
LIMITS = Limits(20, 1024)
"""Limits of a request with a file."""
LOWEST, HIGHEST = 0.2, 5.0
CHANNELS = ("red", "green", "blue")
TABLE = (0, 16, 32, 64, 96, 128, 160, 192, 224, 255)
# Pictures are shown from the browser's own memory, in which nothing in them can run.
_POLICY = HEADERS["Content-Security-Policy"] + "; img-src 'self' blob:"


async def gamma_page(request: Request) -> Response:
    """GET /gamma: the page."""
    change = gamma(1.66, 1.66, 1.66)
    table = [(channel, round(change((channel, channel, channel))[0])) for channel in TABLE]
    made = page("gamma.html", table=table, lowest=LOWEST, highest=HIGHEST, largest=LARGEST)
    made.headers["Content-Security-Policy"] = _POLICY
    return made


async def correct(request: Request) -> Response:
    """POST /gamma?red=1.66&green=1.66&blue=1.66, an SVG file as its body: the file corrected, or why not in a line of text.

    The work is done in a process of its own with limits. A compressed file is answered compressed, which the browser unpacks.
    `Parlour-Colours` counts the different colours that were met, `Parlour-Left-Alone` what may be one and was left as it is.
    """
    try:
        red, green, blue = (_read(request.query_params.get(channel, "1"), channel) for channel in CHANNELS)
        data = await asyncio.wait_for(_body(request), SECONDS)
        asked = Recolour((red, green, blue))
        work = await hall_of(request).recolour(client_of(request), recolour_apart, data, asked, LIMITS)
    except TimeoutError:
        return Response(_("it did not arrive completely in time"), 408, media_type="text/plain")
    except BadInput as error:
        return Response(str(error), 400, media_type="text/plain")
    found = {"Parlour-Colours": str(len(work.met)), "Parlour-Left-Alone": str(sum(work.left.values()))}
    safe = {"Content-Security-Policy": "sandbox; default-src 'none'", "Cache-Control": "no-store"}
    packed = {"Content-Encoding": "gzip"} if work.data.startswith(COMPRESSED) else {}
    return Response(work.data, media_type="image/svg+xml", headers=found | safe | packed)


def _read(text: str, channel: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadInput(_("{channel}: {text} is not a number", channel=channel, text=shown(text))) from None
    if not LOWEST <= value <= HIGHEST:
        raise BadInput(
            _("{channel}: a gamma is between {low} and {high}", channel=channel, low=number(LOWEST), high=number(HIGHEST))
        )
    return value


async def _body(request: Request) -> bytes:
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > LARGEST:
            raise BadInput(
                _("it is larger than {largest} MB: parlour art gamma on the command line takes up to 64", largest=LARGEST >> 20)
            )
    return bytes(found)
