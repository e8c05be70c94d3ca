"""The score pad's pages and its line: a pad is begun, what was written down comes in, what it comes to goes out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import urlencode
from weakref import WeakValueDictionary

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from parlour.engine import speech
from parlour.engine.errors import BadInput, one_line, shown
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.house.pad import Pad, fold
from parlour.house.pad.exports import as_csv, as_json
from parlour.house.pad.paper import sheet_pdf
from parlour.languages import gettext as _
from parlour.languages import listed, mark, read_out
from parlour.table.budgets import TooMuch
from parlour.table.clients import client_of, from_here, same_origin
from parlour.table.connections import NOT_HERE, TRY_AGAIN
from parlour.table.door import link_qr
from parlour.table.forms import for_others, form_context, from_address, game_context, read_house, read_name
from parlour.table.hall import Hall, new_id
from parlour.table.links import new_key
from parlour.table.pages import COOKIE, by_family, hall_of, page, posted_form, room_of, rooms
from parlour.table.sockets import BrowserConnection, deny, refuse
from parlour.table.store import NotKept, digest

from . import shell
from .open_pads import OpenPad, PadCache
from .rows import READER, PadRow, Pads, log_entry

_encoder = msgspec.json.Encoder(enc_hook=read_out)
LARGEST = 1 << 20
"""Bytes of what may come at once: thousands of entries."""
SECONDS = 20.0
MOST_AT_ONCE = 1000
"""Entries that are looked at in one request. What is not looked at is sent again."""
MOST_TITLE = 80
NO_STORE = {"Cache-Control": "no-store"}
CHANGED = b'{"type":"changed"}'
STALE = mark(
    "This link is no longer good: it was used, or there is a newer one. The pad says who came when; if that was not you, tell the"
    " other who keeps the score, and ask for a new link."
)


class Sent(msgspec.Struct):
    """Entries that a phone wrote down and has no answer to.

    Each entry is read by itself: one that cannot be read does not hold up the others.
    """

    events: list[dict[str, Any]] = []
    since: str = ""


class PadHub:
    """The pads of a running server: their rows, those at hand, and who waits for news of which."""

    def __init__(self, rows: Pads) -> None:
        self.rows, self.cache = rows, PadCache()
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.connections: dict[str, set[PadConnection]] = {}

    def present(self, pad_id: str, keeper: int) -> bool:
        """Whether a keeper has the pad open."""
        return any(connection.seat == keeper for connection in self.connections.get(pad_id, ()))

    @contextlib.asynccontextmanager
    async def at_hand(self, hall: Hall, row: PadRow, client: str) -> AsyncIterator[OpenPad]:
        """A pad worked out, with all that is on the disk; for one at a time. If that fails, it is read from the disk again."""
        async with self.locks.setdefault(row.id, asyncio.Lock()):
            pad = self.cache.get(row.id)
            try:
                events = await self.rows.events(row.id, len(pad) if pad else 0)
                if pad is None:
                    pad = await hall.score(client, OpenPad, row, events)
                elif events:  # another process has written to the same file
                    await hall.score(client, pad.follow, events)
                pad.row = row  # links turn
                yield pad
                self.cache.put(pad)
            except BaseException:
                self.cache.drop(row.id)
                raise

    def left(self, pad_id: str, keeper: int) -> None:
        """The phones that have the pad open as a keeper are that keeper no longer."""
        for connection in self.connections.get(pad_id, ()):
            if connection.seat == keeper:
                connection.seat = READER

    def tell(self, pad_id: str) -> None:
        """Let all who look at a pad know that there is something new."""
        for connection in self.connections.get(pad_id, ()):
            connection.nudge()


class PadConnection(BrowserConnection):
    """The page of somebody who looks at a pad."""

    def nudge(self) -> None:
        """Say that there is something new, unless that is about to be said."""
        if self._queue.empty():
            self.send(CHANGED)


def _hub(request: Request | WebSocket) -> PadHub:
    hub: PadHub = request.app.state.pads
    return hub


async def _pad(request: Request | WebSocket) -> tuple[PadRow, int]:
    """Return the pad of a link, and whose link it is. Raise HTTPException 404 if there is none."""
    found = await _hub(request).rows.find(request.path_params["key"])
    if found is None:
        raise HTTPException(404, _("There is no such score pad. Perhaps the link lost a letter on its way."))
    return found


# a new pad


async def start(request: Request) -> Response:
    """GET /score: the games, and the pads that this device knows."""
    games = [game_context(room) for room in await hall_of(request).work(rooms)]
    return page("score.html", groups=by_family(games))


async def new_form(request: Request) -> Response:
    """GET /score/new/{game}?seats=4&name.0=Ann&partners: the form, filled in as the address says."""
    hall = hall_of(request)
    chosen = await hall.work(room_of, request.path_params["game"])
    hall.prepared(await hall.work(Game, chosen))  # while the form is filled in
    asked = from_address(chosen, request.query_params)
    known = ("name.", "keeper.", "dealer", "title")
    given = {name: value for name, value in request.query_params.items() if name.startswith(known)}
    return page("score_new.html", **_context(chosen, asked | given))


def new_address(game: Game, names: Sequence[str], title: str = "") -> str:
    """The address of the form for a pad of a game under its house rules. names: by seat, "" if nobody is known."""
    fields = {"seats": str(game.seats)} | {f"name.{seat}": name for seat, name in enumerate(names)} | {"title": title}
    fields |= {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in game.house.items()}
    return f"/score/new/{game.room.name}?{urlencode(fields)}"


def _title(posted: Mapping[str, str]) -> str:
    """Return the title of a pad if it is not the game's name."""
    return " ".join("".join(c if c.isprintable() else " " for c in posted.get("title", "")).split())[:MOST_TITLE]


def _context(room: Room, posted: Mapping[str, str], refusal: str = "") -> dict[str, Any]:
    found = form_context(room, posted, refusal)
    most = room.Table.seats_range[1]
    dealer = whole_number(posted.get("dealer", "0"), range(most))
    return {
        "game": found["game"],
        "seats": found["seats"],
        "options": found["options"],
        "folded": found["folded"],
        "names": [read_name(posted.get(f"name.{i}", "")) for i in range(most)],
        "dealer": dealer or 0,
        "keepers": [read_name(posted.get(f"keeper.{i}", "")) for i in range(2)],
        "title": _title(posted),
        "partners": "partnership" in room.look.get("families", ()),
        "refusal": refusal,
    }


async def new_pad(request: Request) -> Response:
    """POST /score/new/{game}: begins a pad and leads to the first keeper's link."""
    hall = hall_of(request)
    chosen = await hall.work(room_of, request.path_params["game"])
    posted = await posted_form(request)
    try:
        row = await hall.work(_read_pad, chosen, posted)
    except BadInput as error:
        return page("score_new.html", 400, **_context(chosen, posted, str(error)))
    hall.budgets.spend("tables", client_of(request))
    await _hub(request).rows.add(row)
    return RedirectResponse(f"/score/pad/{row.places[0].holder}", 303)


def _read_pad(room: Room, posted: Mapping[str, str]) -> PadRow:
    """The pad that was asked for. BadInput says what is wrong with the form."""
    low, high = room.Table.seats_range
    text = posted.get("seats", str(room.Table.default_seats))
    seats = whole_number(text, range(low, high + 1))
    if seats is None:
        raise BadInput(for_others(room, text))
    names = [read_name(posted.get(f"name.{i}", "")) or _("Player {n}", n=i + 1) for i in range(seats)]
    dealer = whole_number(posted.get("dealer", "0"), range(seats))
    if dealer is None:
        raise BadInput(_("who deals first: {seat} is not a seat of {n}", seat=shown(posted["dealer"]), n=seats))
    first, second = (read_name(posted.get(f"keeper.{i}", "")) for i in range(2))
    keepers = [first or names[0], *([second] if second else [])]
    if len({name.casefold() for name in keepers}) < len(keepers):
        raise BadInput(_("two who keep the score need two names"))
    pad = Pad.of(Game(room, seats, read_house(room, posted)), names, dealer, title=_title(posted))
    return PadRow(new_id(), pad.head, keepers)


# the line


async def pad_page(request: Request) -> Response:
    """GET /score/pad/{key}: the shell, if there is such a pad."""
    await _pad(request)
    return await shell.shell(request)


async def sync(request: Request) -> Response:
    """POST /score/pad/{key}/sync: entries come in, each once however often it is sent; the answer is what is new to the phone."""
    row, keeper = await _pad(request)
    try:
        sent = msgspec.json.decode(await _body(request), type=Sent)
    except msgspec.MsgspecError as error:
        raise HTTPException(400, _("The entries cannot be read: {error}.", error=one_line(str(error)))) from None
    if not all(isinstance(event.get("id"), str) for event in sent.events):
        raise HTTPException(400, _("The entries cannot be read: every entry needs an id."))
    hub, hall, given = _hub(request), hall_of(request), sent.events[:MOST_AT_ONCE]
    if given and keeper == READER:
        raise HTTPException(403, _("This link is for looking on."))
    refused: dict[str, str] = {}
    client = client_of(request)
    if given:
        given = given[: hall.budgets.spend("entries", client, len(given))]
    async with hub.at_hand(hall, row, client) as pad:
        if given:
            taken, refused = await hall.score(client, pad.take, given, row.keepers[keeper])
            await hub.rows.keep(row.id, taken)
            if taken:
                hub.tell(row.id)
        state = await hall.score(client, pad.state_for, keeper, sent.since)
    state["pad"]["home"] = _home(request) if keeper != READER else None
    kept = [event["id"] for event in given if event["id"] not in refused]
    answer = await hall.work(_encoder.encode, {**state, "kept": kept, "refused": refused})
    return Response(answer, media_type="application/json", headers=NO_STORE)


async def _body(request: Request) -> bytes:
    found = bytearray()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                found += chunk
                if len(found) > LARGEST:
                    raise HTTPException(413, _("That is more than a pad takes at once."))
            return bytes(found)
    raise HTTPException(408, _("It did not come whole in time."))


def _home(request: Request) -> dict[str, Any] | None:
    """Return where others at home find the pad ("": not at all), and whether this browser may change that."""
    home = hall_of(request).home
    return None if home is None else {"url": home.url, "may": home.may and from_here(request.scope)}


async def open_home(request: Request) -> Response:
    """POST /score/pad/{key}/home: `{"open": true}` lets other phones at home come to this house, false sends them away."""
    keeper = (await _pad(request))[1]
    home = hall_of(request).home
    if home is None or keeper == READER or not home.may or not from_here(request.scope):
        raise HTTPException(403, _("The house is opened and closed from the computer on which it runs."))
    try:
        asked = msgspec.json.decode(await _body(request), type=dict[str, bool])
    except msgspec.MsgspecError as error:
        raise HTTPException(400, _("That cannot be read: {error}.", error=one_line(str(error)))) from None
    await (home.open() if asked.get("open") else home.close())
    return JSONResponse({"url": home.url}, headers=NO_STORE)


async def live(socket: WebSocket) -> None:
    """WebSocket /score/pad/{key}/live: says that there is something new, and nothing else."""
    hall = hall_of(socket)
    if not same_origin(socket.headers):
        await deny(socket)
        return
    try:
        hall.budgets.spend("pages", client_of(socket))
        row, keeper = await _pad(socket)
        connection = PadConnection(socket, keeper, digest(socket.cookies.get(COOKIE, "")))
        hall.crowd.enter(connection)
    except HTTPException as error:
        await refuse(socket, error.detail, NOT_HERE)
        return
    except (TooMuch, NotKept) as error:
        await refuse(socket, str(error), TRY_AGAIN)
        return
    try:
        await socket.accept()
        await _look(_hub(socket), hall, row.id, connection)
    finally:
        hall.crowd.leave(connection)


async def _look(hub: PadHub, hall: Hall, pad_id: str, connection: PadConnection) -> None:
    """Tell somebody what is new as long as they look."""
    writer, reader = hall.spawn(connection.write()), hall.spawn(connection.read(hall.budgets))
    connections = hub.connections.setdefault(pad_id, set())
    connections.add(connection)
    reason = "goodbye"
    try:
        while (message := await connection.hear()) is not None:  # nothing is said to us here
            if isinstance(message, TooMuch):
                reason = str(message)
                break
    finally:
        connections.discard(connection)
        if not connections:
            hub.connections.pop(pad_id, None)
        connection.close(reason)
        await asyncio.wait({writer}, timeout=1)
        writer.cancel()
        reader.cancel()


# who keeps the score


async def _invited(request: Request) -> tuple[PadRow, int]:
    """The pad of an invitation, and for which keeper it is. HTTPException 404 if it is no longer good."""
    found = await _hub(request).rows.invited(request.path_params["key"])
    if found is None:
        raise HTTPException(404, _(STALE))
    return found


async def join_page(request: Request) -> Response:
    """GET /score/join/{key}: an invitation to keep the score. Only its form uses it, so nothing that looks at links does."""
    row, keeper = await _invited(request)
    title = row.head.title or speech.title(await hall_of(request).work(room_of, row.head.game))
    moves = bool(row.places[keeper].holder)
    return page(
        "score_join.html", title=title, players=row.head.players, who=row.keepers[keeper], by=row.other(keeper), moves=moves
    )


async def join(request: Request) -> Response:
    """POST /score/join/{key}: this phone keeps the score as that keeper from now on, by an address of its own."""
    hall_of(request).budgets.spend("memberships", client_of(request))
    (row, keeper), hub = await _invited(request), _hub(request)
    place, name, by = row.places[keeper], row.keepers[keeper], row.other(keeper)
    if place.holder and not place.allowed and hub.present(row.id, keeper):
        raise BadInput(_("{name} has the pad open on another phone: allow the new link there, or close the pad there", name=name))
    note = log_entry("moved" if place.holder else "came", name, by)
    after = place.claimed(new_key(), allowed=False)
    if not await hub.rows.turn(row, keeper, after, note):
        raise HTTPException(404, _(STALE))
    hub.left(row.id, keeper)
    hub.tell(row.id)
    return RedirectResponse(f"/score/pad/{after.holder}", 303)


class Turn(msgspec.Struct):
    """A keeper's change of links. do: `renew` (a new link for the other keeper), `allow` or `cancel` (one for oneself)."""

    do: Literal["renew", "allow", "cancel"]


async def turn_link(request: Request) -> Response:
    """POST /score/pad/{key}/links: `{"do": "renew"}`, of which everyone who looks at the pad is informed."""
    row, keeper = await _pad(request)
    if keeper == READER:
        raise HTTPException(403, _("This link is for looking on."))
    hall_of(request).budgets.spend("memberships", client_of(request))
    try:
        asked = msgspec.json.decode(await _body(request), type=Turn)
    except msgspec.MsgspecError as error:
        raise HTTPException(400, _("That cannot be read: {error}.", error=one_line(str(error)))) from None
    number, me, other = keeper, row.keepers[keeper], row.other(keeper)
    if asked.do == "renew":
        if not other:
            raise HTTPException(400, _("Nobody else keeps the score of this pad."))
        number = row.keepers.index(other)
        place = row.places[number]
        after = replace(place, renewed=new_key(), allowed=False) if place.holder else replace(place, key=new_key())
        note = log_entry("renewed", me, other)
    else:
        place = row.places[keeper]
        if not place.renewed:
            raise HTTPException(400, _("There is no new link for you."))
        after = replace(place, allowed=True) if asked.do == "allow" else replace(place, renewed="", allowed=False)
        note = log_entry("allowed" if asked.do == "allow" else "cancelled", me, other)
    if not await _hub(request).rows.turn(row, number, after, note):
        raise HTTPException(409, _("The links have changed meanwhile: look again."))
    _hub(request).tell(row.id)
    return Response(status_code=204)


# what is given out


async def export(request: Request) -> Response:
    """GET /score/pad/{key}/export.KIND: hands for a spreadsheet, the sheet as JSON or on paper, or for `parlour score`."""
    row = (await _pad(request))[0]
    kind = request.path_params["kind"]
    if kind not in EXPORTS:
        raise HTTPException(404, _("A pad is given out as {exports}.", exports=listed(EXPORTS)))
    media, write = EXPORTS[kind]
    pad = Pad(row.head, await _hub(request).rows.events(row.id))
    data = await hall_of(request).typeset(client_of(request), write, pad)
    headers = {"Content-Disposition": f'attachment; filename="{row.head.game}.{kind}"'} | NO_STORE
    return Response(data, media_type=media, headers=headers)


EXPORTS: dict[str, tuple[str, Callable[[Pad], str | bytes]]] = {
    "csv": ("text/csv; charset=utf-8", lambda pad: as_csv(fold(pad))),
    "json": ("application/json", lambda pad: as_json(fold(pad))),
    "pdf": ("application/pdf", lambda pad: sheet_pdf(pad, fold(pad))),
    "pad": ("text/plain; charset=utf-8", Pad.write),
}
"""By ending: of which kind, and what makes it."""


async def pad_qr(request: Request) -> Response:
    """GET /score/pad/{key}/qr.svg: this same link as a QR code, for anyone who has it."""
    await _pad(request)
    return await link_qr(request, f"/score/pad/{request.path_params['key']}")


async def join_qr(request: Request) -> Response:
    """GET /score/join/{key}/qr.svg: the same for an invitation."""
    await _invited(request)
    return await link_qr(request, f"/score/join/{request.path_params['key']}")


ROUTES = [
    Route("/score", start),
    Route("/score/new/{game}", new_form),
    Route("/score/new/{game}", new_pad, methods=["POST"]),
    Route("/score/pad/{key}", pad_page),
    Route("/score/pad/{key}/sync", sync, methods=["POST"]),
    Route("/score/pad/{key}/home", open_home, methods=["POST"]),
    Route("/score/pad/{key}/links", turn_link, methods=["POST"]),
    Route("/score/join/{key}", join_page),
    Route("/score/join/{key}", join, methods=["POST"]),
    Route("/score/join/{key}/qr.svg", join_qr),
    Route("/score/pad/{key}/export.{kind:str}", export),
    Route("/score/pad/{key}/qr.svg", pad_qr),
    WebSocketRoute("/score/pad/{key}/live", live),
]
