"""The address of this house as others reach it, links as pictures, and the press that opens the house to the local network."""

from __future__ import annotations

from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from parlour.languages import gettext as _

from .clients import LOOPBACK, from_here, split_host
from .home import qr_svg
from .pages import hall_of, holder_of, posted_form, table_row


class Door(NamedTuple):
    """The house for a page with links. address: where others reach it, or, as long as they do not, the one of this request.

    closed: whether links open on this computer only. may: whether this browser may open it. back: the page to come back to.
    """

    address: str
    closed: bool
    may: bool
    back: str


def door_of(request: Request) -> Door:
    """Return what a page with links says of the house."""
    home, url = hall_of(request).home, request.url
    name, _ = split_host(request.headers.get("host", ""))
    back = f"{url.path}?{url.query}" if url.query else url.path
    return Door(
        address=(home.url if home else "") or str(request.base_url).rstrip("/"),
        closed=name in LOOPBACK and not (home and home.url),
        may=home is not None and home.may and from_here(request.scope),
        back=back if request.method == "GET" else "/",
    )


async def open_door(request: Request) -> Response:
    """POST /open (`back`): open the house to the local network, only from the computer on which it runs."""
    home, back = hall_of(request).home, (await posted_form(request)).get("back", "")
    if home is None or not home.may or not from_here(request.scope):
        raise HTTPException(403, _("The house is opened from the computer on which it runs."))
    await home.open()
    ours = back.startswith("/") and back.isprintable() and back[1:2] not in ("/", "\\")
    return RedirectResponse(back if ours else "/", 303)


async def link_qr(request: Request, path: str) -> Response:
    """Return a link of this house as a QR code, as others reach it."""
    picture = await hall_of(request).work(qr_svg, door_of(request).address + path)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


async def seat_qr(request: Request) -> Response:
    """GET /table/{table}/qr/{seat}.svg: the link of a seat as a QR code, for whom the table shows that link."""
    row = await table_row(request)
    seat, holder = request.path_params["seat"], holder_of(request.cookies)
    place = row.seats[seat] if seat < len(row.seats) else None
    host = bool(holder) and holder == row.maker
    key = "" if place is None else place.key if seat in row.seats_of(holder) else place.invitation if host else ""
    if not key:
        raise HTTPException(403, _("That link is not yours to show."))
    return await link_qr(request, f"/table/{row.id}/sit/{key}")


async def table_qr(request: Request) -> Response:
    """GET /table/{table}/qr.svg: the link of the table as a QR code. It says no more than the address of this request does."""
    return await link_qr(request, f"/table/{(await table_row(request)).id}")


DOOR_ROUTES = [
    Route("/open", open_door, methods=["POST"]),
    Route("/table/{table}/qr.svg", table_qr),
    Route("/table/{table}/qr/{seat:int}.svg", seat_qr),
]
