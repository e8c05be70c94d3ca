"""The page of partners and seats: a draw card by card, rounds for an evening, and tables opened with the people in order."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.house.seating import Seating
from parlour.house.seating.asking import MOST_SEED, WAYS, Asked, Settled, rules_for, settle
from parlour.languages import current, listed, mark
from parlour.languages import gettext as _

from .clients import client_of
from .door import door_of
from .forms import WINDOW_SECONDS
from .links import new_key
from .pages import hall_of, holder_of, page, posted_form, room_of, rooms, token_of, with_cookie
from .settings import Settings
from .store import SeatRow, TableRow, digest

FIELDS = ("players", "how", "teams", "game", "together", "apart", "rating", "rounds", "tables", "seed")
MOST_TEXT = 2000
WINDOW_MS = 1000 * WINDOW_SECONDS
MOST_SEATED = 16
"""Players for whom the page seeks teams or rounds: more are for the command line, on which nobody else waits."""
WAY_WORDS = {
    "draw": mark("A draw of cards"),
    "agreement": mark("By agreement"),
    "strength": mark("Of equal strength"),
    "rotation": mark("An evening, changing partners"),
    "pairs": mark("An evening, in pairs"),
}


async def seating_page(request: Request) -> Response:
    """GET /seating?players=Ann,Bob&how=draw ...: the form, and what was settled, which the same address shows again."""
    hall = hall_of(request)
    given = _given(request.query_params)
    if not given["players"]:
        return await _page(request, given)
    if not given["seed"]:
        given["seed"] = str(secrets.randbelow(MOST_SEED))
        fresh = await hall.work(settle_page, given)
        if isinstance(fresh, str):
            return await _page(request, given | {"seed": ""}, refusal=fresh)
        return RedirectResponse(f"/seating?{urlencode({k: v for k, v in given.items() if v})}", 303)
    found = await hall.work(settle_page, given)
    return await _page(request, given, refusal=found) if isinstance(found, str) else await _page(request, given, found)


@lru_cache(16)
def _settled(asked: Asked, language: str) -> Settled:
    """Settle the seating once: the same address is asked for again, also when tables are opened. language: the reader's."""
    return settle(asked)


def settle_page(given: Mapping[str, str]) -> Settled | str:
    """Return the seating that the page asks for, or why there is none."""
    try:
        return _settled(read_asked(given), current().code)
    except BadInput as error:
        return str(error)


def read_asked(given: Mapping[str, str]) -> Asked:
    """The fields of the form. BadInput for one that is nonsense."""
    how = given["how"] or "draw"
    if how not in WAYS:
        raise BadInput(_("partners can be settled by {ways}", ways=listed(WAYS)))
    evening, wishes, rated = how in ("rotation", "pairs"), how in ("agreement", "strength", "pairs"), how == "strength"
    names = tuple(part for part in re.split("[,\n]", given["players"]) if part.strip())
    asked = Asked(
        players=names,
        teams="" if how == "pairs" else given["teams"],
        how=how,
        together=_groups(given["together"]) if wishes else (),
        apart=_groups(given["apart"]) if wishes else (),
        ratings=(given["rating"],) if rated else (),
        rounds=_figure(given["rounds"], _("rounds"), 60) if evening else 0,
        tables=_figure(given["tables"], _("tables"), 8) if how == "rotation" else 0,
        game=given["game"],
        seed=_figure(given["seed"], "seed", MOST_SEED) if given["seed"] else None,
    )
    if len(names) > MOST_SEATED or (whole_number("".join(names), range(1000)) or 0) > MOST_SEATED:
        raise BadInput(_("the page seats {most} people at most; `parlour seat` on the command line takes more", most=MOST_SEATED))
    return asked


def _groups(text: str) -> tuple[str, ...]:
    return tuple(part for part in re.split("[;\n]", text) if part.strip())


def _figure(text: str, name: str, most: int) -> int:
    if not text.strip():
        return 0
    value = whole_number(text, range(most + 1))
    if value is None:
        raise BadInput(_("{name}: a number from 0 to {most}", name=name, most=most))
    return value


def _given(query: Mapping[str, str]) -> dict[str, str]:
    return {name: query.get(name, "").strip()[:MOST_TEXT] for name in FIELDS}


async def _page(request: Request, given: dict[str, str], found: Settled | None = None, refusal: str = "") -> Response:
    found_rooms = await hall_of(request).work(rooms)
    games = [{"id": each.name, "title": speech.title(each)} for each in found_rooms if each.Table.seats_range[1] > 1]
    result = None if found is None else await hall_of(request).work(result_context, found, {g["id"] for g in games})
    given = given | {"how": given["how"] or "draw"}
    if result:
        result["query"] = urlencode({k: v for k, v in given.items() if v})
    return page(
        "seating.html",
        400 if refusal else 200,
        given=given,
        ways={way: _(words) for way, words in WAY_WORDS.items()},
        games=games,
        result=result,
        refusal=refusal,
    )


def result_context(found: Settled, games: set[str]) -> dict[str, Any]:
    """Return the data of a seating for the page."""
    rounds = found.rounds()
    draw = found.draw
    fitting = [name for name in sorted(games) if all(rules_for(one, name) is not None for one in rounds[0])]
    return {
        "title": found.title,
        "rule": draw.rule() if draw else "",
        "lots": [
            {"player": lot.player, "card": lot.card, "name": lot.shown, "side": draw.side_name(lot.side)} for lot in draw.lots
        ]
        if draw
        else [],
        "outcome": found.outcome(),
        "players": sorted(found.players, key=str.casefold),
        "rounds": [len(tables) for tables in rounds],
        "games": fitting,
        "game": found.game or (found.seating.game if found.seating else ""),
    }


async def open_tables(request: Request) -> Response:
    """POST /seating/tables: the tables of a round, everybody's seat kept for them by name; or the form of a score pad for one.

    Fields: `query` (of the page), `game`, `round`, `you` (one of the players, or empty), `pad` (number of the table).
    """
    hall = hall_of(request)
    posted = await posted_form(request)
    asked = read_asked(_given(dict(parse_qsl(posted.get("query", "")))))
    found = await hall.work(_settled, asked, current().code)
    rounds = found.rounds()
    number = whole_number(posted.get("round") or "1", range(1, len(rounds) + 1))
    if number is None:
        raise HTTPException(400, _("There are rounds 1 to {last}.", last=len(rounds)))
    chosen = await hall.work(room_of, posted.get("game", ""))
    tables = [(seating, rules_for(seating, chosen.name)) for seating in rounds[number - 1]]
    if any(rules is None for _, rules in tables):
        raise BadInput(_("{title} is not played by these teams", title=speech.title(chosen)))
    if posted.get("pad"):
        place = whole_number(posted["pad"], range(1, len(tables) + 1))
        if place is None:
            raise HTTPException(400, _("There are tables 1 to {last}.", last=len(tables)))
        seating, rules = tables[place - 1]
        return RedirectResponse(f"/score/new/{chosen.name}?{pad_query(seating, rules or {})}", 303)
    token = await token_of(request)
    made = []
    for seating, rules in tables:
        game = await hall.work(Game, chosen, len(seating.players), rules)
        host = seating.players.index(posted["you"]) if posted.get("you") in seating.players else -1
        seats = _seats(seating, host, digest(token))
        settings, client = Settings(host=host), client_of(request)
        made.append((await hall.make(game, seats, digest(token), False, WINDOW_MS, settings=settings, client=client), host))
    (first, host), *others = made
    target = f"/seating/tables?{urlencode([('t', table) for table, _ in made])}" if others or host < 0 else f"/table/{first}"
    return with_cookie(request, RedirectResponse(target, 303), token)


def pad_query(seating: Seating, rules: Mapping[str, bool]) -> str:
    """The address's end for the form of a score pad: names in order, a scorekeeper for each of two sides."""
    fields = {"seats": str(len(seating.players))} | {f"name.{seat}": name for seat, name in enumerate(seating.players)}
    if seating.partners and len(seating.teams) == 2:
        fields |= {f"keeper.{side}": team[0] for side, team in enumerate(seating.teams)}
    return urlencode(fields | {name: str(value).lower() for name, value in rules.items()})


def _seats(seating: Seating, host: int, holder: str) -> list[SeatRow]:
    return [SeatRow("human", name, holder if seat == host else "", new_key()) for seat, name in enumerate(seating.players)]


async def opened(request: Request) -> Response:
    """GET /seating/tables?t=...&t=...: the links of opened tables, for the player who opened them."""
    hall = hall_of(request)
    holder = holder_of(request.cookies)
    shown = []
    door = door_of(request)
    for table in request.query_params.getlist("t")[:8]:
        row = await hall.store.table(table)
        if row is None or not holder or row.maker != holder:
            raise HTTPException(403, _("Only the player who opened these tables can see them."))
        shown.append(_table_context(row, holder, door.address, (await hall.work(room_of, row.game)).title))
    return page("seating_tables.html", tables=shown, door=door)


def _table_context(row: TableRow, holder: str, base: str, title: str) -> dict[str, Any]:
    seats = [
        {
            "name": place.name,
            "state": "you" if place.holder == holder else "open" if place.open else "sits",
            "link": f"{base}/table/{row.id}/sit/{place.key}" if place.open else "",
            "qr": f"/table/{row.id}/qr/{number}.svg",
        }
        for number, place in enumerate(row.seats)
    ]
    return {"url": f"/table/{row.id}", "title": title, "seats": seats}
