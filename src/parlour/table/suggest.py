"""The page that says what to play: some questions, the games that fit with their reasons, and what the company thinks of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from parlour.engine import speech
from parlour.engine.errors import BadInput, shown
from parlour.engine.reading import whole_number
from parlour.engine.rooms import named
from parlour.house.suggest import Entry, Memory, Preferences, Suggestion, suggest
from parlour.languages import gettext as _
from parlour.languages import listed, mark

from .door import door_of
from .forms import game_context
from .pages import COOKIE_SECONDS, hall_of, holder_of, page, posted_form
from .suggest_rows import Companies, played_here

COOKIE = "parlour-company"
FIRST = 5
QUESTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "depth": (
        mark("What are you in the mood for?"),
        {"": mark("no preference"), "light": mark("something light"), "deep": mark("decisions that matter")},
    ),
    "luck": (
        mark("Who should be able to win?"),
        {"": mark("no preference"), "luck": mark("anybody, with luck"), "skill": mark("the better player")},
    ),
    "mood": (
        mark("And at the table?"),
        {"": mark("no preference"), "lively": mark("talk and laughter"), "quiet": mark("peace and quiet")},
    ),
    "partners": (mark("With partners?"), {"": mark("no preference"), "yes": mark("two against two"), "no": mark("no partners")}),
    "novelty": (
        mark("Something you know?"),
        {"": mark("no preference"), "known": mark("an old favourite"), "new": mark("something new")},
    ),
}
"""The questions that have a choice of answers: in words, and each answer by its value."""
MINUTES = ("15", "30", "45", "60")
FIELDS = ("players", "packs", "jokers", "minutes", "children", *QUESTIONS)
WORDS_SAID = {"played": mark("played"), "liked": mark("liked"), "disliked": mark("not for you")}


async def suggest_page(request: Request) -> Response:
    """GET /suggest?players=4&minutes=60 ...: the questions, and the games that fit."""
    hall = hall_of(request)
    given = {name: request.query_params.get(name, "")[:20] for name in FIELDS}
    companies = Companies(hall.store)
    key = await _company(request, companies)
    memory = await companies.memory(key)
    here = played_here(await hall.store.tables_of(holder_of(request.cookies)))
    whole = Memory(sorted([*here, *memory.entries], key=lambda entry: entry.day))
    fit: list[Suggestion] = []
    out: list[Suggestion] = []
    refusal = ""
    if given["players"]:
        try:
            fit, out = await hall.work(suggest, read_wanted(given, whole))
        except BadInput as error:
            refusal = str(error)
    door = door_of(request)
    answers = [_answer(one, given["players"]) for one in fit]
    return page(
        "suggest.html",
        400 if refusal else 200,
        given=given | {"players": given["players"] or "4", "packs": given["packs"] or "1"},
        asked=bool(given["players"]) and not refusal,
        questions={
            name: (_(text), {value: _(words) for value, words in answers.items()}) for name, (text, answers) in QUESTIONS.items()
        },
        minutes=MINUTES,
        first=answers[:FIRST],
        more=answers[FIRST:],
        out=[{"title": speech.title(named(one.facts.id)), "why_not": one.why_not} for one in out],
        refusal=refusal,
        query=urlencode({name: value for name, value in given.items() if value}),
        remembered=_remembered(memory),
        link=f"{door.address}/suggest/with/{key}" if key else "",
        door=door,
    )


def read_wanted(given: Mapping[str, str], memory: Memory) -> Preferences:
    """Return the wishes of the form. Raise BadInput for an answer that it does not offer."""
    for name, (_asked, answers) in QUESTIONS.items():
        if given[name] not in answers:
            raise BadInput(
                _(
                    "{name}: {value} is not one of {answers}",
                    name=name,
                    value=shown(given[name]),
                    answers=listed(filter(None, answers), either=True),
                )
            )
    chosen: dict[str, Any] = {name: given[name] or None for name in ("depth", "luck", "mood", "novelty")}
    return Preferences(
        players=_figure(given["players"], _("players"), 20),
        packs=_figure(given["packs"] or "1", _("packs"), 10),
        jokers=given["jokers"] != "no",
        minutes=_figure(given["minutes"], _("minutes"), 600) if given["minutes"] else None,
        partners={"yes": True, "no": False}.get(given["partners"]),
        children=given["children"] == "yes",
        memory=memory,
        **chosen,
    )


def _figure(text: str, name: str, most: int) -> int:
    value = whole_number(text, range(1, most + 1))
    if value is None:
        raise BadInput(_("{name}: {text} is not a number from 1 to {most}", name=name, text=shown(text), most=most))
    return value


def _answer(one: Suggestion, players: str) -> dict[str, Any]:
    return game_context(named(one.facts.id)) | {"reasons": one.reasons, "but": one.but, "seats": players}


def _remembered(memory: Memory) -> list[dict[str, str]]:
    """Return what the company has said about each game, the latest first."""
    latest: dict[str, dict[bool, str]] = {}
    for entry in memory.entries:
        before = latest.pop(entry.game, {})
        latest[entry.game] = before | {entry.word == "played": _(WORDS_SAID[entry.word])}
    return [
        {
            "game": game,
            "title": speech.title(named(game)),
            "words": listed(words[played] for played in sorted(words, reverse=True)),
        }
        for game, words in reversed(latest.items())
    ]


async def _company(request: Request, companies: Companies) -> str:
    """The company of this browser, "" if it has none."""
    key = request.cookies.get(COOKIE, "")[:40]
    return key if await companies.known(key) else ""


async def say(request: Request) -> Response:
    """POST /suggest/said: what the company says of a game. Fields: `game`, `word` (one of WORDS_SAID, or `forget`), `query`."""
    companies = Companies(hall_of(request).store)
    posted = await posted_form(request)
    game, word = posted.get("game", ""), posted.get("word", "")
    key = await _company(request, companies)
    if word == "forget":
        await companies.forget(key, game)
    else:
        entry = Entry(named(game).name, word, dt.date.today().isoformat())
        key = key or await companies.add()
        await companies.remember(key, entry)
    return _with_company(request, RedirectResponse(f"/suggest?{posted.get('query', '')[:500]}#game-{game}", 303), key)


async def join(request: Request) -> Response:
    """GET /suggest/with/{key}: the link of a company; this browser is one of its own from now on."""
    key = request.path_params["key"]
    if not await Companies(hall_of(request).store).known(key):
        raise HTTPException(404, _("There is no such company. Perhaps the link lost a letter on its way."))
    return _with_company(request, RedirectResponse("/suggest", 303), key)


def _with_company(request: Request, response: Response, key: str) -> Response:
    if key:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/suggest")
    return response


ROUTES = [
    Route("/suggest", suggest_page),
    Route("/suggest/said", say, methods=["POST"]),
    Route("/suggest/with/{key}", join),
]
