"""The pages of somebody's own statistics: looked at, taken away as files, shared by a link, brought to another device, deleted.

They are shown to nobody else, and nobody is set beside anybody, unless a player gives away the link that shows their own.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from parlour.engine import house_words, speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.spreadsheet import write_rows
from parlour.languages import day, number, percent, pgettext
from parlour.languages import gettext as _

from . import course, results
from .course import clock
from .door import door_of
from .pages import hall_of, holder_of, page, posted_form, rooms, token_of, with_cookie
from .patience import says, time_bonus
from .results import Player, Result, Summary, summaries
from .store import digest

LATEST = 12
"""Matches that are listed by themselves."""
EXPORTED = ("game", "ended", "seats", "won", "score", "par", "points", "hands", "seconds", "match")


async def statistics(request: Request) -> Response:
    """GET /statistics: one's own"""
    player = await _own(request)
    door = door_of(request)
    base = door.address
    given = await _shown(request, player)
    own = f"{base}/statistics/mine/{player.key}" if player else ""
    shared = f"{base}/statistics/of/{player.shared}" if player and player.shared else ""
    return page("statistics.html", mine=True, link=own, shared=shared, door=door, **given)


async def of_another(request: Request) -> Response:
    """GET /statistics/of/{shared}: what somebody shows of theirs"""
    player = await _read(request, "shared", request.path_params["shared"])
    if player is None:
        raise HTTPException(404, _("There are no statistics at this address, or they are no longer shown."))
    return page("statistics.html", mine=False, link="", shared="", door=None, **await _shown(request, player))


async def as_file(request: Request) -> Response:
    """GET /statistics/matches.json or .csv: every match, the latest first"""
    player = await _own(request)
    rows = [_exported(one) for one in player.results] if player else []
    name = {"Content-Disposition": f'attachment; filename="{request.url.path.rpartition("/")[2]}"', "Cache-Control": "no-store"}
    if request.url.path.endswith(".json"):
        return JSONResponse({"matches": rows}, headers=name)
    written = write_rows([EXPORTED, *([row[column] for column in EXPORTED] for row in rows)])
    return Response(written, media_type="text/csv; charset=utf-8", headers=name)


async def share(request: Request) -> Response:
    """POST /statistics/share (`on`): a link that shows them, a new one each time; without `on` the old one shows nothing"""
    on = (await posted_form(request)).get("on", "") == "yes"
    holder = await _known(request)
    await hall_of(request).store.transact(lambda connection: results.share(connection, holder, on))
    return RedirectResponse("/statistics", 303)


async def delete(request: Request) -> Response:
    """POST /statistics/delete (`game`, empty for everything; `sure`)"""
    form = await posted_form(request)
    if form.get("sure") != "yes":
        raise HTTPException(400, _("Nothing was deleted: tick that you are sure."))
    holder, game = await _known(request), form.get("game", "")
    await hall_of(request).store.transact(lambda connection: results.forget(connection, holder, game))
    return RedirectResponse("/statistics", 303)


async def bring_page(request: Request) -> Response:
    """GET /statistics/mine/{key}: one's own link, on another device. Only its form brings anything there."""
    player = await _read(request, "key", request.path_params["key"])
    if player is None:
        raise HTTPException(404, _("This link no longer works."))
    own = await _own(request)
    if own is not None and own.key == player.key:
        return RedirectResponse("/statistics", 303)
    return page("bring_statistics.html", key=player.key, played=len(player.results), here=len(own.results) if own else 0)


async def bring(request: Request) -> Response:
    """POST /statistics/mine/{key}: this browser is that player's from now on"""
    token, key = await token_of(request), request.path_params["key"]
    if not await hall_of(request).store.transact(lambda connection: results.bring(connection, digest(token), key)):
        raise HTTPException(404, _("This link no longer works."))
    return with_cookie(request, RedirectResponse("/statistics", 303), token)


async def _own(request: Request) -> Player | None:
    return await _read(request, "holder", holder_of(request.cookies))


async def _read(request: Request, where: str, value: str) -> Player | None:
    return await hall_of(request).store.transact(lambda connection: results.read(connection, where, value))


async def _known(request: Request) -> str:
    """Return the holder of a browser that has statistics. Raise HTTPException 409 if it has none."""
    if await _own(request) is None:
        raise HTTPException(409, _("You have no statistics yet."))
    return holder_of(request.cookies)


async def _shown(request: Request, player: Player | None) -> dict[str, Any]:
    known = {room.name: room for room in await hall_of(request).work(rooms)}
    titles = {name: speech.title(room) for name, room in known.items()}
    played = player.results if player else []
    return {
        "games": [_lines(one, titles.get(one.game, one.game), known.get(one.game)) for one in summaries(played)],
        "deletable": {one.game: titles.get(one.game, one.game) for one in played},
        "latest": [_latest(one, titles.get(one.game, one.game)) for one in played[:LATEST]],
        "matches": len(played),
    }


def _lines(one: Summary, title: str, room: Room | None) -> dict[str, Any]:
    """A game as the page shows it: pairs of what and how much, the house rules of a patience, and how the matches went."""
    share = _("{won} of {all}, {share}", won=number(one.won), all=number(one.played), share=percent(one.won / one.played))
    lines = [(_("Won"), share)]
    if one.alone:
        lines.append((_("Best score"), _plain(one.best)))
        lines += _of_patience(one, room)
    else:
        lines.append((_("Among equals"), _("{number} would be won", number=number(round(one.even, 1)))))
        lines.append((_("Against par"), _("{points} per match", points=_signed(one.points))))
        lines.append((_("Best match"), _("{points} against par", points=_signed(one.best))))
    lines.append((_("Won in a row"), _("{n}, at most {most}", n=one.streak, most=one.longest)))
    played = [course.Played(result.won, result.seconds) for result in one.results]
    shown = {"graph": course.graph(played), "times": "", "blocks": [_block(block) for block in course.blocks(played)]}
    shown |= {"times": course.times_graph(played), "wins": [_wins(block) for block in course.times(played)]} if one.alone else {}
    rules = _changed(room, msgspec.json.decode(one.house)) if room and one.alone else []
    return {"id": one.game, "title": title, "lines": lines, "rules": rules, "alone": one.alone, **shown}


def _changed(room: Room, house: Mapping[str, Any]) -> list[str]:
    """The house rules that are not the usual ones, each in words with its value."""
    return [
        _("{what}: {value}", what=house_words.about(room, name), value=house_words.value_words(room, name, house[name]))
        for name in house
        if name in room.Table.options
    ]


def _block(block: course.Block) -> dict[str, str]:
    """A line of the table beside a graph."""
    return {"numbers": _numbers(block), "won": str(block.won), "time": clock(block.seconds) if block.won else "–"}


def _wins(block: course.Times) -> dict[str, str]:
    """A line of the table beside the graph of times."""
    return {"numbers": _numbers(block), "mean": clock(block.mean), "best": clock(block.best)}


def _numbers(block: course.Block | course.Times) -> str:
    return f"{block.first}" if block.first == block.last else _("{first} to {last}", first=block.first, last=block.last)


def _of_patience(one: Summary, room: Room | None) -> Iterator[tuple[str, str]]:
    """The times of a patience, and what its scores come to."""
    if one.fastest:
        yield _("Quickest win"), clock(one.fastest)
        yield _("A win on average"), clock(one.usual)
    yield _("Time at the table"), clock(sum(result.seconds for result in one.results))
    with contextlib.suppress(BadInput):  # a house rule that there is no more
        game = Game(room, 1, msgspec.json.decode(one.house)) if room else None
        if game and says(game, "money"):
            yield _("All deals together"), _money(sum(result.score for result in one.results))
        if game and says(game, "bonus") and one.won:
            best = max(result.score + time_bonus(result.seconds) for result in one.results if result.won)
            yield _("Best with the time bonus"), _plain(best)


def _latest(one: Result, title: str) -> dict[str, str]:
    result = pgettext("of a match", "won") if one.won else _("not won") if one.seats == 1 else _("lost")
    points = "" if one.seats == 1 else f", {_('{points} against par', points=_signed(one.points))}"
    return {"url": f"/match/{one.table_id}", "title": title, "date": _date(one.ended), "result": result + points}


def _exported(one: Result) -> dict[str, Any]:
    when = datetime.fromtimestamp(one.ended, UTC).isoformat(timespec="seconds")
    more = {"ended": when, "points": round(one.points, 2), "match": f"/match/{one.table_id}", "seconds": round(one.seconds)}
    found = asdict(one) | more | {"par": round(one.par, 2), "won": int(one.won)}
    return {key: found[key] for key in EXPORTED}


def _signed(points: float) -> str:
    shown = number(abs(round(points, 1)))
    return f"{'−' if points < 0 else '+'}{shown}" if round(points, 1) else _("even")


def _plain(points: float) -> str:
    return f"{'−' if points < 0 else ''}{number(abs(points))}"


def _money(amount: int) -> str:
    return f"{'−' if amount < 0 else ''}${abs(amount)}"


def _date(ended: float) -> str:
    return day(date(*time.localtime(ended)[:3]))


ROUTES = [
    Route("/statistics", statistics),
    Route("/statistics/matches.json", as_file),
    Route("/statistics/matches.csv", as_file),
    Route("/statistics/share", share, methods=["POST"]),
    Route("/statistics/delete", delete, methods=["POST"]),
    Route("/statistics/of/{shared}", of_another),
    Route("/statistics/mine/{key}", bring_page),
    Route("/statistics/mine/{key}", bring, methods=["POST"]),
]
