"""The pages: plain HTML by templates, and what they need to be found at. A cookie tells which browser it is."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from parlour.art import BACKS, DECKS, INDEXES, LANGUAGES, NOTES, SUITS, sprite
from parlour.engine import speech
from parlour.engine.errors import BadInput, shown
from parlour.engine.families import family
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room, room, shown_names
from parlour.languages import (
    Text,
    current,
    gettext,
    in_language,
    languages,
    listed,
    mark,
    number,
    percent,
    pgettext,
    plural_form,
)
from parlour.languages import gettext as _

from . import players
from .agreements import Groups, of_table
from .clients import client_of, from_here
from .delivery import Packed, asset, packed, script, styles, table_ahead, table_styles
from .forms import MOST_NAME, form_context, from_address, game_context, read_form, read_name
from .hall import Hall
from .learning import new_lesson
from .links import new_key
from .store import SeatRow, TableRow, digest

COOKIE = "parlour"
COOKIE_SECONDS = 400 * 24 * 3600
MOST_FORM_BYTES = 65536
FORM_SECONDS = 20.0
"""A form is sent whole within this time."""
FOLDER = Path(str(resources.files("parlour.table")))
_templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    extensions=["jinja2.ext.i18n"],
    finalize=lambda value: in_language(value) if isinstance(value, Text) else value,
)
_templates.globals |= {"asset": asset, "script": script, "styles": styles, "language": current, "languages": languages}
_templates.globals |= {"table_ahead": table_ahead, "table_styles": table_styles}
_templates.filters |= {
    "listed": lambda items: listed(map(in_language, items)),
    "number": number,
    "percent": lambda share: percent(share, 2),
}
_templates.policies["ext.i18n.trimmed"] = True
_templates.install_gettext_callables(gettext=gettext, ngettext=plural_form, pgettext=pgettext, newstyle=True)  # type: ignore[attr-defined]


def page(name: str, status: int = 200, **given: Any) -> HTMLResponse:
    """A page from a template."""
    text = _templates.get_template(name).render(**given)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def error_page(status: int, heading: str, text: str) -> HTMLResponse:
    """A page that says what went wrong."""
    return page("error.html", status, heading=heading, text=text)


def hall_of(request: HTTPConnection) -> Hall:
    """The tables of this server."""
    hall: Hall = request.app.state.hall
    return hall


def holder_of(cookies: dict[str, str]) -> str:
    """Return the digest of a browser's token, empty if it has none."""
    return digest(cookies.get(COOKIE, ""))


async def token_of(request: Request) -> str:
    """The token of the browser if it is one that was given out and used, otherwise a new one."""
    token = request.cookies.get(COOKIE, "")
    return token if await hall_of(request).store.knows(digest(token)) else secrets.token_urlsafe(32)


def with_cookie(request: Request, response: Response, token: str) -> Response:
    """The response, with the browser's token for it to keep."""
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=request.url.scheme == "https", path="/"
    )
    return response


def room_of(name: str) -> Room:
    """Return a room with a look to show. Raise HTTPException 404 if there is none."""
    if name not in shown_names() or not (room(name).folder / "table.toml").is_file():
        raise HTTPException(404, _("There is no game called {name} here.", name=repr(name[:40])))
    return room(name)


def rooms() -> list[Room]:
    """Every room that can be shown, by title."""
    found = [room(name) for name in shown_names()]
    return sorted((r for r in found if (r.folder / "table.toml").is_file()), key=lambda r: speech.title(r).casefold())


# the lobby and the form


async def lobby(request: Request) -> Response:
    """GET /"""
    hall = hall_of(request)
    holder = holder_of(request.cookies)
    shown = await hall.work(rooms)
    titles = {r.name: speech.title(r) for r in shown}
    rows = await hall.store.tables_of(holder)
    tables = [_table_line(row, titles, holder) for row in rows]
    games = await hall.work(lambda: [game_context(r) for r in shown])
    by_id = {game["id"]: game for game in games}
    last = [by_id[name] for name in dict.fromkeys(row.game for row in rows if isinstance(row, TableRow)) if name in by_id]
    start = [game for game in games if game["start"] and game not in last[:LAST_PLAYED]]
    named = [name for game in games for name in game["families"]]
    quick = [*last[:LAST_PLAYED], *start][:QUICK]
    found: dict[str, Any] = {
        "games": games,
        "quick": quick,
        "suited": next((game["id"] for game in quick if game["players"] != "1"), ""),
        "friendly": [game for game in games if game["players"] != "1"],
        "families": {name: family(name) for name in sorted(set(named), key=lambda name: (-named.count(name), name))},
        "most_players": max((r.Table.seats_range[1] for r in shown), default=1),
        "next": next((table for table in tables if not table["over"]), None),
        "tables": tables,
    }
    return page("lobby.html", asked=await Groups(hall.store, hall.work).waiting(holder), **found)


LAST_PLAYED, QUICK = 2, 6
"""Games to play at once: at most this many of those played last, and of all with those for a beginner."""


def by_family(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games under the first family each names, the larger families first; a patience is for one and comes last."""
    found: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        found.setdefault((game["families"] or ["other"])[0], []).append(game)
    order = sorted(found, key=lambda name: (name == "solitaire", -len(found[name]), name))
    return [{"family": family(name), "games": found[name]} for name in order]


def _table_line(row: TableRow | str, titles: dict[str, str], holder: str) -> dict[str, Any]:
    if isinstance(row, str):
        return {
            "url": f"/table/{row}",
            "title": _("A table"),
            "names": [],
            "state": _("it cannot be read any more"),
            "over": True,
        }
    seat = row.seat_of(holder)
    names = [_("You") if i == seat else in_language(place.name) for i, place in enumerate(row.seats)]
    summary = row.summary
    over = bool(summary.get("over"))
    if row.ended:
        state, over = _("ended by {name}", name=in_language(row.ended)), True
    elif over:
        winners = [i for i in summary.get("winners", ()) if i < len(names)]
        if winners == [seat]:
            state = _("over: you won")
        elif winners:
            state = _("over: won by {names}", names=listed(pgettext("won by", "you") if i == seat else names[i] for i in winners))
        else:
            state = _("over: nobody won")
    elif row.settings.lesson:
        state = _("a lesson")
    elif any(place.open for place in row.seats):
        state = _("waiting for a friend")
    elif row.deal:
        state = _("deal {n}", n=row.deal)
    elif not summary:
        state = _("not begun")
    else:
        yours, hand = seat in summary.get("asked", ()), summary.get("hand", 0)
        state = _("hand {n}, your turn", n=hand) if yours else _("hand {n}", n=hand)
    return {"url": f"/table/{row.id}", "title": titles.get(row.game, row.game), "names": names, "state": state, "over": over}


async def new_form(request: Request) -> Response:
    """GET /new/{game}"""
    hall = hall_of(request)
    chosen = await hall.work(room_of, request.path_params["game"])
    game = await hall.work(Game, chosen)
    hall.ready(game, players.adviser(chosen))  # while the form is filled in
    groups = await Groups(hall.store, hall.work).of(holder_of(request.cookies), chosen.name)
    agreed = [group.agreement for group in groups if group.agreement.in_force]
    return page("new.html", agreed=agreed, **form_context(chosen, from_address(chosen, request.query_params)))


async def new_table(request: Request) -> Response:
    """POST /new/{game}, or /new with the game as a field"""
    hall = hall_of(request)
    posted = await posted_form(request)
    chosen = await hall.work(room_of, request.path_params.get("game", posted.get("game", "")))
    try:
        asked = await hall.work(read_form, chosen, posted)
    except BadInput as error:
        return page("new.html", 400, agreed=[], **form_context(chosen, posted, str(error)))
    token = await token_of(request)
    seats = _seat_rows(asked.seats, asked.names, digest(token))
    made = (asked.game, seats, digest(token), asked.watch, asked.window_ms, asked.deal, asked.settings)
    table = await hall.make(*made, client=client_of(request))
    return with_cookie(request, RedirectResponse(f"/table/{table}", 303), token)


async def learn(request: Request) -> Response:
    """POST /learn/{game}: the lesson of a game, at a table of its own"""
    hall = hall_of(request)
    chosen = await hall.work(room_of, request.path_params["game"])
    token = await token_of(request)
    table = await new_lesson(hall, chosen, digest(token), client_of(request))
    return with_cookie(request, RedirectResponse(f"/table/{table}", 303), token)


def _seat_rows(seats: list[str], names: list[str], holder: str) -> list[SeatRow]:
    found = []
    bots = [i for i, who in enumerate(seats) if who.startswith("bot:")]
    for i, who in enumerate(seats):
        if who in ("you", "here"):
            found.append(SeatRow("human", names[i] or f"Player {i + 1}", holder, new_key()))
        elif who == "friend":
            found.append(SeatRow("human", f"Player {i + 1}", key=new_key()))
        else:
            found.append(SeatRow(who.removeprefix("bot:"), f"Bot {bots.index(i) + 1}" if len(bots) > 1 else "Bot"))
    return found


async def posted_form(request: Request) -> dict[str, str]:
    """The fields posted; of several with one name the last. HTTPException if there is too much, or it comes too slowly."""
    body = b""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_FORM_BYTES:
                    raise HTTPException(413, _("That is more than this form can hold."))
    except TimeoutError:
        raise HTTPException(408, _("The form did not arrive in time.")) from None
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=500))
    except ValueError:
        raise HTTPException(400, _("The form could not be read.")) from None


# the table


async def table_row(request: Request) -> TableRow:
    hall = hall_of(request)
    found = hall.tables.get(request.path_params["table"])
    row = found.row if found else await hall.store.table(request.path_params["table"])
    if row is None:
        raise HTTPException(404, _("There is no such table. Perhaps the link lost a letter on its way."))
    return row


async def table_page(request: Request) -> Response:
    """GET /table/{table}"""
    row = await table_row(request)
    chosen = await hall_of(request).work(room_of, row.game)
    holder, live = holder_of(request.cookies), hall_of(request).tables.get(row.id)
    if row.seat_of(holder) >= 0:
        return _table(row, chosen)
    asking, refusal = live.devices.state_of(holder) if live and holder else (False, "")
    if asking:
        return page("moving.html", title=speech.title(chosen), table=row.id)
    if (holder and holder == row.maker) or (row.watch and "watch" in request.query_params):
        return _table(row, chosen)
    free = None if row.is_over else next((i for i, place in enumerate(row.seats) if place.open), None)
    return _door(row, chosen, free, f"/table/{row.id}/sit", refusal)


def _table(row: TableRow, chosen: Room) -> Response:
    look = speech.look(chosen)
    rare = {
        "workbench": "workbench" in look,
        "table/writer": "writing" in look,
        "table/races": bool(chosen.races),
        "table/lesson": row.settings.lesson,
        "table/track": "track" in look,
        "table/patience": len(row.seats) == 1,
    }
    table = {
        "id": row.id,
        "title": speech.title(chosen),
        "alone": len(row.seats) == 1,
        "rare": [sheet for sheet, is_needed in rare.items() if is_needed],
    }
    return page("table.html", table=table, cards=card_choices())


def _door(row: TableRow, chosen: Room, seat: int | None, sit: str = "", refusal: str = "") -> Response:
    """The page for a visitor to a table without a seat. It shows no key: anyone who has one came by it.

    seat: the one that they may take: free, or their own by its link. sit: where its form goes, "" for where they are. refusal:
    why their seat is still played on another device.
    """
    maker = next((place.name for place in row.seats if place.holder and place.holder == row.maker), "")
    kinds = players.kinds(chosen)
    players_there = [
        {"name": place.name, "kind": "free" if place.open else kinds.get(place.kind, ""), "yours": i == seat}
        for i, place in enumerate(row.seats)
    ]
    return page(
        "sit.html",
        game=game_context(chosen),
        players=players_there,
        maker=in_language(maker),
        seat=seat,
        sit=sit,
        refusal=refusal,
        late=seat is not None and row.seats[seat].open and bool(row.summary.get("hand")),
        own="" if seat is None or row.seats[seat].open else in_language(row.seats[seat].name),
        watch=f"/table/{row.id}?watch=1" if row.watch else "",
        name_length=MOST_NAME,
        house=of_table(row),
    )


async def sit_page(request: Request) -> Response:
    """GET /table/{table}/sit/{key}: the link of a seat. Only its form takes the seat, so nothing that looks at links does."""
    row = await table_row(request)
    seat = row.seat_for(request.path_params["key"])
    if seat is not None and row.again:  # the link of an evening leads to the match that goes on, if it is still good there
        return RedirectResponse(f"/table/{row.again}/sit/{request.path_params['key']}", 303)
    if seat is None or row.seat_of(holder_of(request.cookies)) >= 0:
        return RedirectResponse(f"/table/{row.id}", 303)
    return _door(row, await hall_of(request).work(room_of, row.game), seat)


async def sit(request: Request) -> Response:
    """POST /table/{table}/sit/{key}: a friend sits down, or comes back on another device, if the present one lets them.

    POST /table/{table}/sit (`seat`): somebody sits down at a free seat from the page of the table.
    """
    row = await table_row(request)
    posted = await posted_form(request)
    name, token = read_name(posted.get("name", "")), await token_of(request)
    async with hall_of(request).visit(row.id) as table:
        assert table is not None
        if key := request.path_params.get("key"):
            await table.sit_down(digest(token), name, key)
        else:
            seat = whole_number(posted.get("seat", ""), range(len(row.seats)))
            if seat is None:
                raise HTTPException(400, _("There is no such seat at this table."))
            await table.sit_down(digest(token), name, number=seat)
    return with_cookie(request, RedirectResponse(f"/table/{row.id}", 303), token)


async def record(request: Request) -> Response:
    """GET /table/{table}/record: the record of a match that is over, for those who may see the table."""
    hall = hall_of(request)
    row = await table_row(request)
    holder = holder_of(request.cookies)
    if not row.may_open(holder):
        raise HTTPException(403, _("Only the players of this match can have its record."))
    async with hall.visit(row.id) as table:
        assert table is not None
        await asyncio.wait({table.opened})
        async with table.agenda.lock:
            if not table.live.match.over and not row.ended:
                raise HTTPException(409, _("The record shows every hand, so you can have it when the match is over."))
            text = await hall.work(table.live.match.record)
    headers = {"Content-Disposition": f'attachment; filename="{row.game}-{row.id}.toml"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


# the rest


_INDEX_TITLES = {
    "standard": mark("In two corners"),
    "left-handed": mark("For left-handed fans"),
    "four-corner": mark("In all four corners"),
    "jumbo": mark("Large"),
}
_DECK: dict[str, dict[str, str]] = {
    "deck": DECKS,
    "index": {name: _INDEX_TITLES[name] for name in INDEXES},
    "language": LANGUAGES,
    "back": BACKS,
}
"""The options in the address of the deck, with titles; the first of each is usual."""
DECK_SECONDS = 24 * 3600
"""A browser shows a deck for so long before it asks whether the drawings have changed."""


def translated(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles by name, in the reader's language."""
    return {name: _(title) for name, title in titles.items()}


def card_choices() -> str:
    """Return all that can be chosen for the looks of the cards, as JSON. The names of languages stay their own."""
    titles = {name: titles if name == "language" else translated(titles) for name, titles in _DECK.items()}
    return json.dumps(titles | {"notes": translated(NOTES), "suits": SUITS}, ensure_ascii=False)


@lru_cache(32)
def _deck(asked: tuple[str, ...]) -> Packed:
    return packed(sprite(**dict(zip(_DECK, asked, strict=True))).encode(), "image/svg+xml")


async def deck(request: Request) -> Response:
    """GET /deck.svg?deck=french&index=standard&language=en&back=lattice: the drawings and names of a pack of cards"""
    asked = []
    for key, known in _DECK.items():
        value = request.query_params.get(key, next(iter(known)))
        if value not in known:
            raise HTTPException(
                400, _("There is no {key} {value}: choose from {known}.", key=key, value=shown(value), known=listed(known))
            )
        asked.append(value)
    drawn = await hall_of(request).work(_deck, tuple(asked))
    return drawn.response(request, f"public, max-age={DECK_SECONDS}")


async def health(request: Request) -> Response:
    """GET /healthz: the server answers and its file does; 503 if it does not, or if nothing can be kept."""
    hall = hall_of(request)
    await hall.store.table("")
    hall.store.look()
    budgets = hall.budgets.status() | {"connections": hall.crowd.status()}
    answer: dict[str, Any] = {"status": "ok", "tables": len(hall.tables), "budgets": budgets}
    if reason := hall.outage.reason:
        where = f"{hall.store.path}: " if from_here(request.scope) else ""  # for the host
        answer |= {"status": "paused", "text": f"All tables are paused. {where}{reason[:1].upper()}{reason[1:]}."}
    return JSONResponse(answer, 503 if reason else 200, headers={"Cache-Control": "no-store"})
