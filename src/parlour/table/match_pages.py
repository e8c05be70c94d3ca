"""The page of a match that is over, `/match/{table}`, and the requests that it makes.

Who sat there, or made the table, may open all cards, as they may have the record. Anybody else who has the address sees what
the host lets the link show: nothing, what onlookers saw, or everything.
"""

from __future__ import annotations

import functools
import gzip
from collections.abc import Awaitable, Callable

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from parlour.bots.review import can_be_reviewed
from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import named
from parlour.kit.layout import NOBODY
from parlour.languages import gettext as _
from parlour.languages import in_language, lazy_gettext, listed, mark, read_out

from . import pages, players, wire
from .clients import client_of
from .hall import Hall
from .links import new_key
from .replays import OPEN, PUBLIC, Entries
from .rulebooks import rules_url
from .settling import Question, can_be_settled
from .store import SeatRow, TableRow
from .views import game_info
from .wire_replay import Page, Rematch, Replay, ReplayEye, ReplayMay, ReplaySteps, ThenAndNow

LINKS = {"closed": mark("nothing"), PUBLIC: mark("what onlookers saw"), OPEN: mark("all cards")}
"""The views that the link of a match may offer to people who did not sit there."""

_encoder = msgspec.json.Encoder(enc_hook=read_out)


# who may see what


def eyes(row: TableRow, holder: str) -> list[ReplayEye]:
    """Return the eyes with which a visitor may see a finished match, the usual ones first; none if they may not see it."""
    if not row.may_open(holder):
        alone = len(row.seats) == 1
        return [] if row.link != PUBLIC else [ReplayEye(PUBLIC, _("As it was played") if alone else _("As onlookers saw it"))]
    own = row.seat_of(holder)
    if len(row.seats) == 1:
        return [ReplayEye("0", _("As it was played")), ReplayEye(OPEN, _("All cards open"))]
    names = [in_language(place.name) for place in row.seats]
    seats = [ReplayEye(str(seat), _("As {name} saw it", name=name)) for seat, name in enumerate(names) if seat != own]
    mine = [ReplayEye(str(own), _("As you saw it"))] if own != NOBODY else []
    return [*mine, ReplayEye(OPEN, _("All cards open")), *seats, ReplayEye(PUBLIC, _("As onlookers saw it"))]


async def _match(request: Request) -> tuple[TableRow, str]:
    """The table of a match that somebody may look at, and who they are. HTTPException if they may not."""
    row, holder = await pages.table_row(request), pages.holder_of(request.cookies)
    if not row.is_over:
        if row.seat_of(holder) == NOBODY and holder != row.maker and not row.watch:
            raise HTTPException(404, _("There is no such match. Perhaps the link lost a letter on its way."))
        raise HTTPException(409, _("The match is still being played; you can look at it here when it is over."))
    if not eyes(row, holder):
        raise HTTPException(403, _("Only the players of this match can see it."))
    return row, holder


def _eye(request: Request, row: TableRow, holder: str) -> str:
    known = [eye.name for eye in eyes(row, holder)]
    asked = request.query_params.get("eye", known[0])
    if asked not in known:
        raise HTTPException(403, _("You cannot see this match from that point of view."))
    return asked


# what the page asks for

Answer = Callable[[Request], Awaitable[Response]]


def as_json(act: Answer) -> Answer:
    """An answer whose refusals are JSON too: `{"error": "..."}`."""

    @functools.wraps(act)
    async def answer(request: Request) -> Response:
        try:
            return await act(request)
        except HTTPException as error:
            return JSONResponse({"error": error.detail}, error.status_code)
        except BadInput as error:
            return JSONResponse({"error": str(error)}, 400)

    return answer


def _sent(request: Request, found: Page) -> Response:
    """Something as JSON, packed where the browser unpacks it."""
    headers, body = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding"}, _encoder.encode(found)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(gzip.compress(body, 5), media_type="application/json", headers=headers | {"Content-Encoding": "gzip"})
    return Response(body, media_type="application/json", headers=headers)


async def match_page(request: Request) -> Response:
    """GET /match/{table}"""
    row, holder = await _match(request)
    chosen = await pages.hall_of(request).work(pages.room_of, row.game)
    host = bool(holder) and holder == row.maker
    return pages.page(
        "match.html",
        table={"id": row.id, "title": speech.title(chosen)},
        names=[in_language(place.name) for place in row.seats],
        cards=pages.card_choices(),
        record=f"/table/{row.id}/record" if row.may_open(holder) else "",
        links={name: _(words) for name, words in LINKS.items()} if host and len(row.seats) > 1 else {},
        link=row.link,
        levels=pages.translated(players.opponents(chosen)) if row.seat_of(holder) != NOBODY and len(row.seats) > 1 else {},
    )


@as_json
async def replay(request: Request) -> Response:
    """GET /match/{table}/replay.json?eye=open: the match without its steps."""
    row, holder = await _match(request)
    hall, eye, own = pages.hall_of(request), _eye(request, row, holder), row.seat_of(holder)
    line = await _line(request, row, holder)
    replay = await hall.archive.replay(row, eye, own, line)
    game, _, names = await hall.archive.load_log(row.id)
    seat = own if eye == OPEN else NOBODY if eye == PUBLIC else int(eye)
    if game.seats == 1:
        seat = 0
    called = [lazy_gettext("You") if number == own and own == seat else name for number, name in enumerate(names)]
    info = game_info(game, called, [place.kind for place in row.seats], seat)
    solver = await hall.work(can_be_settled, game)
    hello = wire.Hello(info, seat, row.id, game.seats == 1, rules_url(game), deal=row.deal, solver=solver)
    plays = row.seat_of(holder) != NOBODY and await hall.work(can_be_reviewed, game)
    may = ReplayMay(row.may_open(holder), bool(holder) and holder == row.maker, plays)
    before, again = await _rematches(hall, row, holder)
    given = (hello, eye, eyes(row, holder), replay.hands, replay.sheet, replay.winners, replay.over, may, row.link, before, again)
    goes_on = next((k for k, step in enumerate(replay.steps) if line and step.entry >= line[0]), len(replay.steps))
    return _sent(request, Replay(*given, line=goes_on - 1 if line else -1))


async def _line(request: Request, row: TableRow, holder: str) -> tuple[int, Entries] | None:
    """Return the solver's line, if the address asks for it: `line`, after this many entries of the log."""
    after = request.query_params.get("line", "")
    if not after:
        return None
    if not (after.isascii() and after.isdigit() and len(after) < 9):
        raise HTTPException(400, _("There is no such line."))
    return await pages.hall_of(request).settling.continued(_question(request, row, holder, int(after)))


def _question(request: Request, row: TableRow, holder: str, about: int) -> Question:
    """A question about a match, and who asks it. HTTPException if it is not for them."""
    if not row.may_open(holder):
        raise HTTPException(403, _("Only a visitor who may see all cards can ask for this."))
    return Question((client_of(request), holder), row, about, request.is_disconnected)


async def _rematches(hall: Hall, row: TableRow, holder: str) -> tuple[Rematch | None, list[Rematch]]:
    """The match whose deals were played again here, and those in which a visitor has played its deals again."""
    seat = row.seat_of(holder)
    if seat == NOBODY:
        return None, []
    first = await hall.store.table(row.origin) if row.origin else None
    if first is not None:
        return await _rematch(hall, seat, first, row, first), []
    return None, [await _rematch(hall, seat, row, other, other) for other in await hall.store.played_again(row.id, holder)]


async def _rematch(hall: Hall, seat: int, first: TableRow, second: TableRow, shown: TableRow) -> Rematch:
    """Return a seat's score in a match, and in another over the same deals: figures that everyone at both tables saw."""
    then, now = [(await hall.archive.replay(row, PUBLIC, NOBODY)).sheet.rows for row in (first, second)]
    old, new = [{row.hand: row.scores[seat] for row in rows} for rows in (then, now)]
    hands = [ThenAndNow(hand, old.get(hand), new.get(hand)) for hand in sorted(old.keys() | new.keys())]
    totals = [rows[-1].totals[seat] if rows else 0 for rows in (then, now)]
    return Rematch(f"/match/{shown.id}", hands, totals[0], totals[1])


async def deal_again(request: Request) -> Response:
    """POST /match/{table}/again (`level`): the same deals under the same house rules, at one's own seat among bots"""
    row, holder = await _match(request)
    seat = row.seat_of(holder)
    if seat == NOBODY:
        raise HTTPException(403, _("Only the players of this match can play the same deals again."))
    hall, chosen = pages.hall_of(request), await pages.hall_of(request).work(pages.room_of, row.game)
    level = (await pages.posted_form(request)).get("level", players.adviser(chosen))
    if level not in players.kinds(chosen):
        raise HTTPException(400, _("There is no such bot: choose from {kinds}.", kinds=listed(players.kinds(chosen))))
    person = SeatRow("human", row.seats[seat].name, holder, new_key())
    table = await hall.deal_again(row, seat, person, level, client_of(request))
    return RedirectResponse(f"/table/{table}", 303)


@as_json
async def steps(request: Request) -> Response:
    """GET /match/{table}/hands/{hand}.json?eye=open: the steps of a hand, counted from 0."""
    row, holder = await _match(request)
    eye, line = _eye(request, row, holder), await _line(request, row, holder)
    replay = await pages.hall_of(request).archive.replay(row, eye, row.seat_of(holder), line)
    return _sent(request, ReplaySteps(replay.of_hand(request.path_params["hand"])))


@as_json
async def verdict(request: Request) -> Response:
    """GET /match/{table}/choices/{entry}.json: what the strong player would have chosen there."""
    row, holder = await _match(request)
    asked = _question(request, row, holder, request.path_params["entry"])
    return _sent(request, await pages.hall_of(request).archive.verdict(*asked))


@as_json
async def review(request: Request) -> Response:
    """GET /match/{table}/review.json: the visitor's own choices that cost most, and how good all of them were."""
    row, holder = await _match(request)
    hall, seat = pages.hall_of(request), row.seat_of(holder)
    game = None if seat == NOBODY else (await hall.archive.load_log(row.id))[0]
    if game is None or not await hall.work(can_be_reviewed, game):
        raise HTTPException(403, _("Only the players of this match can ask for a review of their choices."))
    asked = _question(request, row, holder, seat)
    return _sent(request, await hall.archive.review(*asked))


@as_json
async def winnable(request: Request) -> Response:
    """GET /match/{table}/winnable/{after}.json: whether it could have been won after this many entries of the log."""
    row, holder = await _match(request)
    asked = _question(request, row, holder, request.path_params["after"])
    return _sent(request, await pages.hall_of(request).settling.asked(asked))


@as_json
async def lost(request: Request) -> Response:
    """GET /match/{table}/lost.json: which choice lost a patience, as far as the solver finds out."""
    row, holder = await _match(request)
    return _sent(request, await pages.hall_of(request).settling.lost(_question(request, row, holder, 0)))


@as_json
async def difficulty(request: Request) -> Response:
    """GET /table/{table}/difficulty.json: how hard its numbered deal is, for who may see the table."""
    hall, holder = pages.hall_of(request), pages.holder_of(request.cookies)
    row = await hall.store.table(request.path_params["table"])
    if row is None or not (row.watch or row.seat_of(holder) >= 0 or (holder and holder == row.maker)):
        raise HTTPException(404, _("There is no such table, or it is not yours."))
    game = await hall.work(lambda: Game(named(row.game), len(row.seats), row.house))
    if not row.deal or not await hall.work(can_be_settled, game):
        raise HTTPException(404, _("This deal has no difficulty."))
    return await rated(request, game, row.deal)


async def rated(request: Request, game: Game, deal: int) -> Response:
    """The difficulty of a deal in a word: nothing else of it is told. TooMuch if this client has asked for too many."""
    hall = pages.hall_of(request)
    hall.budgets.spend("ratings", client_of(request))
    rating = await hall.difficulties.of(game, deal, client_of(request))
    return JSONResponse({"difficulty": rating.word}, headers={"Cache-Control": "private, no-store"})


async def set_link(request: Request) -> Response:
    """POST /match/{table}/link: what the link shows from now on (`link`), said by the host."""
    row, holder = await _match(request)
    if not holder or holder != row.maker:
        raise HTTPException(403, _("Only the player who made the table can choose what its link shows."))
    wanted = (await pages.posted_form(request)).get("link", "")
    if wanted not in LINKS:
        raise HTTPException(400, _("A link shows one of {links}.", links=listed(LINKS)))
    row.settings = msgspec.structs.replace(row.settings, link=wanted)
    await pages.hall_of(request).store.set_state(row)
    return RedirectResponse(f"/match/{row.id}", 303)


ROUTES = [
    Route("/match/{table}", match_page),
    Route("/match/{table}/replay.json", replay),
    Route("/match/{table}/hands/{hand:int}.json", steps),
    Route("/match/{table}/choices/{entry:int}.json", verdict),
    Route("/match/{table}/winnable/{after:int}.json", winnable),
    Route("/match/{table}/lost.json", lost),
    Route("/match/{table}/review.json", review),
    Route("/table/{table}/difficulty.json", difficulty),
    Route("/match/{table}/link", set_link, methods=["POST"]),
    Route("/match/{table}/again", deal_again, methods=["POST"]),
]
