"""The page of daily deals, `/daily/{game}`: a calendar of the month, and the table at which a day's deal is played."""

from __future__ import annotations

import time
from calendar import Calendar
from datetime import date
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.languages import day_of_month, mark, weekdays
from parlour.languages import gettext as _
from parlour.languages import month as month_words

from . import daily, pages
from .clients import client_of
from .forms import read_name
from .links import new_key
from .match_pages import as_json, rated
from .settings import Settings
from .settling import can_be_settled
from .store import SeatRow, digest

FIRST = date(2020, 1, 1)
"""The first day that has a deal."""
STATE_TEXTS = {"won": mark("won"), "played": mark("not won yet"), "begun": mark("begun"), "": mark("not played yet")}
SIGNS = {"won": "✓", "played": "○", "begun": "…", "": ""}


async def calendar(request: Request) -> Response:
    """GET /daily/{game}?form=0&month=2026-11: the days of a month, and how the visitor did"""
    room, forms, number = await _asked(request, request.query_params.get("form", "0"))
    today, month = _today(), _month(request.query_params.get("month", ""))
    holder, game = pages.holder_of(request.cookies), forms[number].game
    shown = f"{month:%Y-%m}"
    done = await pages.hall_of(request).store.transact(lambda file: daily.days(file, holder, game, shown))

    def cell(day: date) -> dict[str, Any]:
        state = done[str(day)].state if str(day) in done else ""
        return {
            "day": str(day),
            "number": day.day if day.month == month.month else 0,
            "open": FIRST <= day <= today,
            "today": day == today,
            "state": state,
            "text": _(STATE_TEXTS[state]),
            "sign": SIGNS[state],
            "name": day_of_month(day),
        }

    weeks = [[cell(day) for day in week] for week in Calendar().monthdatescalendar(month.year, month.month)]
    return pages.page(
        "daily.html",
        game={"id": room.name, "title": speech.title(room)},
        forms=[form.title for form in forms],
        form=number,
        month=month_words(month),
        weekdays=weekdays(),
        weeks=weeks,
        today=cell(today) if today.month == month.month and today.year == month.year else None,
        before=f"{_step(month, -1):%Y-%m}" if month > FIRST else "",
        after=f"{_step(month, 1):%Y-%m}" if _step(month, 1) <= today else "",
        won=sum(one.state == "won" for one in done.values()),
    )


async def play(request: Request) -> Response:
    """POST /daily/{game} (`form`, `day`): a table with the deal of a day, the one that was begun if there is one"""
    posted = await pages.posted_form(request)
    _room, forms, number = await _asked(request, posted.get("form", "0"))
    day, game = _day(posted.get("day", "")), forms[number].game
    hall, token = pages.hall_of(request), await pages.token_of(request)
    holder = digest(token)
    done = await hall.store.transact(lambda file: daily.days(file, holder, game, day[:7]))
    if day in done and done[day].state == "begun":
        return RedirectResponse(f"/table/{done[day].table}", 303)
    seat = SeatRow("human", read_name(posted.get("name", "")) or "Player 1", holder, new_key())
    settings = Settings(host=0, winnable="wanted", daily=day)
    table = await hall.make(game, [seat], holder, False, 0, 0, settings, client=client_of(request))
    return pages.with_cookie(request, RedirectResponse(f"/table/{table}", 303), token)


@as_json
async def difficulty(request: Request) -> Response:
    """GET /daily/{game}/{day}.json?form=0: how hard the deal of a day is"""
    _room, forms, number = await _asked(request, request.query_params.get("form", "0"))
    day, game = _day(request.path_params["day"]), forms[number].game
    deal, _ = await pages.hall_of(request).settling.deal(game, day)
    return await rated(request, game, deal)


async def _asked(request: Request, form: str) -> tuple[Room, list[daily.Form], int]:
    """The game of a page, its forms, and the number of the one that is meant. HTTPException if there is none."""
    hall = pages.hall_of(request)
    room = await hall.work(pages.room_of, request.path_params["game"])
    forms = daily.forms(room) if room.Table.seats_range[1] == 1 else []
    number = whole_number(form, range(len(forms)))
    if not forms or not await hall.work(can_be_settled, forms[0].game):
        raise HTTPException(404, _("{title} has no daily deals.", title=speech.title(room)))
    if number is None:
        raise BadInput(_("there is no such form of the game"))
    return room, forms, number


def _today() -> date:
    """The day where the house stands."""
    return date(*time.localtime()[:3])


def _month(text: str) -> date:
    """The first day of a month such as 2026-11; of this month if the text is none, or there are no deals in it."""
    today = _today()
    try:
        found = date.fromisoformat(f"{text}-01")
    except ValueError:
        found = today
    return (found if FIRST <= found <= today else today).replace(day=1)


def _step(month: date, by: int) -> date:
    years, index = divmod(month.year * 12 + month.month - 1 + by, 12)
    return date(years, index + 1, 1)


def _day(text: str) -> str:
    """A day as it is kept. BadInput if it has no deal, or none yet."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadInput(_("a day is written as 2026-11-27")) from None
    if not FIRST <= day <= _today():
        raise BadInput(_("there is a deal for each day from {first} until today", first=FIRST))
    return str(day)


ROUTES = [
    Route("/daily/{game}", calendar),
    Route("/daily/{game}", play, methods=["POST"]),
    Route("/daily/{game}/{day}.json", difficulty),
]
