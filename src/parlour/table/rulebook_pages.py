"""The pages of rulebooks: one to read, the same on paper, and the list of all with the book of the house."""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from parlour.engine.errors import shown
from parlour.engine.families import family
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.engine.speech import title
from parlour.house.house_book import HouseBook
from parlour.house.rulebook_text import house_rules
from parlour.house.typesetting import PAPERS, Print, rulebook_pdf
from parlour.languages import current, listed, mark
from parlour.languages import gettext as _

from .clients import client_of
from .hall import Hall
from .pages import hall_of, page, room_of
from .rulebooks import rulebook_body, rules_url

PRINTS = (
    ("A4", Print("a4")),
    ("Letter", Print("letter")),
    (mark("booklet, A4"), Print("a4", booklet=True)),
    (mark("booklet, Letter"), Print("letter", booklet=True)),
)
"""The paper sizes of a rulebook, with their names."""
_OF_THE_ADDRESS = ("fragment", "paper", "booklet")


async def rules(request: Request) -> Response:
    """GET /rules/{game}?option=value&seats=N"""
    hall = hall_of(request)
    game = await _game(hall, request)
    html = await hall.work(rulebook_body, game)
    if request.query_params.get("fragment"):
        return HTMLResponse(html, headers={"Cache-Control": "no-store"})
    changed = [rule for rule in await hall.work(house_rules, game) if rule.differs]
    prints = [(_(name), print_url(game, on)) for name, on in PRINTS]
    about = {"id": game.room.name, "title": title(game.room), "kinds": kinds_of(game.room)}
    return page("rules.html", game=about, html=html, house=changed, prints=prints)


def kinds_of(room: Room) -> str:
    """Return what kinds of game it is, each with its sentence."""
    kinds = [family(name) for name in room.look.get("families", ())]
    return " ".join(_("A {kind}. {about}", kind=kind.one, about=kind.about) for kind in kinds)


async def rules_print(request: Request) -> Response:
    """GET /rules/{game}.pdf?option=value&seats=N&paper=letter&booklet=1: the same on paper."""
    hall, on = hall_of(request), print_of(request)
    game = await _game(hall, request)
    return pdf_response(await hall.typeset(client_of(request), rulebook_pdf, game, None, on), game.room.name)


async def rulebooks(request: Request) -> Response:
    """GET /rulebooks: all rulebooks, to read and to print, and the book of the house."""
    games = await hall_of(request).work(lambda: HouseBook().games)
    rows = [
        {"title": title(game.room), "url": rules_url(game), "prints": [(_(name), print_url(game, on)) for name, on in PRINTS]}
        for game in games
    ]
    return page("rulebooks.html", games=rows, prints=[(_(name), f"/rulebooks.pdf?{print_query(on)}") for name, on in PRINTS])


async def book_print(request: Request) -> Response:
    """GET /rulebooks.pdf?paper=letter&booklet=1: the book of the house. It takes seconds: one at a time, and kept."""
    on = print_of(request)
    data = await hall_of(request).typeset(client_of(request), _book, on, current().code)
    return pdf_response(data, "the-book-of-the-house")


@lru_cache(maxsize=2 * len(PRINTS))
def _book(on: Print, code: str) -> bytes:
    """The book in the reader's language, whose code it is."""
    return HouseBook().pdf(on)


async def _game(hall: Hall, request: Request) -> Game:
    """The game that an address is about."""
    chosen = await hall.work(room_of, request.path_params["game"])
    query = {name: value for name, value in request.query_params.items() if name not in _OF_THE_ADDRESS}
    given = query.pop("seats", "")
    seats = whole_number(given, range(100))
    if given and seats is None:
        raise HTTPException(400, _("seats: {given} is not a number of players", given=shown(given)))
    return await hall.work(Game, chosen, seats, query)


def print_of(request: Request) -> Print:
    """Return the paper that an address asks for a print."""
    paper = request.query_params.get("paper", "a4")
    if paper not in PAPERS:
        raise HTTPException(400, _("There is no paper {paper}: choose from {papers}.", paper=shown(paper), papers=listed(PAPERS)))
    return Print(paper, bool(request.query_params.get("booklet")))


def print_url(game: Game, on: Print) -> str:
    """The address of a rulebook on paper."""
    path, _, query = rules_url(game).partition("?")
    return f"{path}.pdf?{'&'.join(filter(None, (query, print_query(on))))}"


def print_query(on: Print) -> str:
    """The end of the address of a document on this paper."""
    return f"paper={on.paper}" + ("&booklet=1" if on.booklet else "")


def pdf_response(data: bytes, name: str) -> Response:
    """A PDF that a browser shows, and saves under this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


RULEBOOK_ROUTES = [
    Route("/rules/{game}.pdf", rules_print),
    Route("/rules/{game}", rules),
    Route("/rulebooks", rulebooks),
    Route("/rulebooks.pdf", book_print),
]
