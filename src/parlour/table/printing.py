"""The page of all that is printed here: rulebooks, rules on cards, score sheets and decks of cards."""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.art import DECKS
from parlour.art.imposition import read_sheet
from parlour.art.inks import Inks
from parlour.art.printing import Job, Look, deck_pdf
from parlour.art.stationery import QuickJob, quick_pdf, score_pdf
from parlour.engine import speech
from parlour.engine.errors import shown
from parlour.engine.game import Game
from parlour.languages import gettext as _
from parlour.languages import listed, mark

from .clients import client_of
from .pages import hall_of, page, room_of, rooms, translated
from .rulebook_pages import PRINTS, pdf_response, print_query

PAPERS = {"a4": mark("A4"), "letter": mark("Letter")}
SCREEN_COLOURS = Inks("rgb")
"""Printers at home expect the colours of a screen; inks for a press are chosen on the command line."""


async def print_page(request: Request) -> Response:
    """GET /print"""
    shown_rooms = await hall_of(request).work(rooms)
    games = [{"id": room.name, "title": speech.title(room)} for room in shown_rooms]
    books = [(_(name), f"/rulebooks.pdf?{print_query(on)}") for name, on in PRINTS]
    return page("print.html", games=games, books=books, decks=translated(DECKS), papers=translated(PAPERS))


async def deck(request: Request) -> Response:
    """GET /print/deck.pdf?deck=french&paper=a4: a pack of cards with its backs, to print on both sides."""
    chosen = request.query_params.get("deck", next(iter(DECKS)))
    if chosen not in DECKS:
        raise HTTPException(400, _("There is no deck {name}: choose from {decks}.", name=shown(chosen), decks=listed(DECKS)))
    data = await hall_of(request).typeset(client_of(request), _deck, chosen, _paper(request))
    return pdf_response(data, f"{chosen}-deck")


@lru_cache(maxsize=len(PAPERS))
def _deck(chosen: str, paper: str) -> bytes:
    """A deck takes seconds: those that were asked for last are kept."""
    return deck_pdf(Job(Look(chosen), sheet=read_sheet(paper), inks=SCREEN_COLOURS))


async def score_sheet(request: Request) -> Response:
    """GET /print/score.pdf?game=spades&paper=a4: a score sheet to fill in."""
    game = await _game(request)
    sheet, hall = read_sheet(_paper(request)), hall_of(request)
    data = await hall.typeset(client_of(request), score_pdf, game, [], sheet, SCREEN_COLOURS)
    return pdf_response(data, f"{game.room.name}-score")


async def quick_cards(request: Request) -> Response:
    """GET /print/quick.pdf?game=spades&paper=a4: the rules in short, on cards to cut out."""
    game = await _game(request)
    job = QuickJob(game, sheet=read_sheet(_paper(request)), inks=SCREEN_COLOURS)
    return pdf_response(await hall_of(request).typeset(client_of(request), quick_pdf, job), f"{game.room.name}-quick")


async def _game(request: Request) -> Game:
    hall = hall_of(request)
    return await hall.work(Game, await hall.work(room_of, request.query_params.get("game", "")))


def _paper(request: Request) -> str:
    paper = request.query_params.get("paper", "a4")
    if paper not in PAPERS:
        raise HTTPException(400, _("There is no paper {paper}: choose from {papers}.", paper=shown(paper), papers=listed(PAPERS)))
    return paper


PRINT_ROUTES = [
    Route("/print", print_page),
    Route("/print/deck.pdf", deck),
    Route("/print/score.pdf", score_sheet),
    Route("/print/quick.pdf", quick_cards),
]
