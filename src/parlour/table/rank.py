"""The page of hand rankings and its quiz: the same as `parlour rank`, by plain forms that need no script."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from parlour.engine.errors import BadInput
from parlour.engine.reading import whole_number
from parlour.house.rank import (
    ANY,
    RANKINGS,
    VALUES,
    Line,
    Ranking,
    Share,
    divide,
    in_order,
    in_text,
    name_of,
    on_board,
    question,
    ranking_called,
    read_hand,
    report,
)
from parlour.kit.cards import card_name
from parlour.languages import card_language, lettered, unlettered
from parlour.languages import gettext as _

from .pages import hall_of, page

FIELDS = 6
"""Hands that the page has room for."""
USUAL = "deuce_to_seven"
EXAMPLE = ("8♠ 7♦ 5♥ 3♣ 2♠", "8♥ 7♣ 4♥ 3♦ 2♦", "★ 9♠ 6♥ 3♠ 2♣")
LARGEST_SEED = 2**32
_LOWS = {name: one.title for name, one in RANKINGS.items() if one.low}


@dataclass
class Asked:
    """The query in the address. letters: the language of the letters that the page shows, so that its link is read anywhere."""

    ranking: Ranking
    hands: list[str]
    rules: dict[str, str]
    pot: str = ""
    low: str = ""
    board: str = ""
    deals: bool = False
    letters: str = field(default_factory=card_language)
    error: str = ""
    lines: list[Line] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)


async def rank_page(request: Request) -> Response:
    """GET /rank?by=RANKING&hand=...&hand=...: hands in order; with `pot` (and `low`) who takes what.

    `board` counts for every hand; with `deals` the hands are of different deals.
    """
    query = request.query_params
    asked = await hall_of(request).work(_answer, query)
    status = 400 if asked.error else 200
    return page(
        "rank.html",
        status,
        asked=asked,
        rankings=RANKINGS,
        lows={name: _(title) for name, title in _LOWS.items()},
        words=VALUES,
        pack=_pack(),
        fields=FIELDS,
        text=_signed,
    )


def _answer(query: QueryParams) -> Asked:
    letters = query.get("letters", "")
    written = [unlettered(text, letters) for text in query.getlist("hand") if text.strip()]
    asked = Asked(RANKINGS[USUAL], written[: FIELDS + 1], {})
    try:
        asked.ranking = ranking_called(query.get("by") or USUAL)
        asked.rules = {name: query[name] for name in asked.ranking.rules if name in query}
        asked.ranking.settled(asked.rules)
        asked.pot, asked.low = query.get("pot", "").strip()[:20], query.get("low", "")
        asked.board, asked.deals = unlettered(query.get("board", "").strip(), letters), "deals" in query
        if not asked.hands:
            asked.hands = list(EXAMPLE) if "by" not in query else []
        if asked.hands:
            hands = [_hand(i, text) for i, text in enumerate(asked.hands, 1)]
            asked.hands = [in_text(in_order(cards)) for cards in hands]
            hands, common = _common(asked, hands)
            asked.lines = report(asked.ranking, hands, None, asked.rules, common)
            if asked.pot:
                asked.shares = _divided(asked, hands, common)
    except BadInput as error:
        asked.error = lettered(str(error))
    asked.hands, asked.board = [lettered(text) for text in asked.hands], lettered(asked.board)
    return asked


def _hand(number: int, text: str) -> int:
    if number > FIELDS:
        raise BadInput(_("there is room for {n} hands", n=FIELDS))
    try:
        return read_hand(text)
    except BadInput as error:
        raise BadInput(_("hand {number}: {error}", number=number, error=error)) from None


def _common(asked: Asked, hands: list[int]) -> tuple[list[int], int]:
    """The hands, each with the board, and the cards that may be in several of them."""
    if not asked.deals:
        return on_board(hands, asked.board) if asked.board else (hands, 0)
    if asked.board or asked.pot:
        raise BadInput(_("hands of different deals share neither a board nor a pot"))
    return hands, ANY


def _divided(asked: Asked, hands: list[int], common: int) -> list[Share]:
    pot = whole_number(asked.pot, range(1, 10**9 + 1))
    if pot is None:
        raise BadInput(_("a pot is a whole number of chips, up to 1,000,000,000"))
    return divide(pot, hands, asked.ranking, ranking_called(asked.low) if asked.low else None, asked.rules, common)


def _pack() -> list[list[tuple[int, str]]]:
    """The cards to press, a row for each suit and one for the jokers, from the ace down."""
    rows = [[suit * 13 + rank for rank in reversed(range(13))] for suit in (3, 2, 1, 0)]
    return [[(card, _signed(card)) for card in row] for row in (*rows, (52, 53))]


def _signed(card: int) -> str:
    """A card by its sign, with the letters of the reader's cards."""
    return lettered(card_name(card))


async def rank_quiz(request: Request) -> Response:
    """GET /rank/quiz?by=&seed=&answer=&right=&asked=: a close call, or with an answer whether it was right and why."""
    query = request.query_params
    by = query.get("by", "")
    ranking = ranking_called(by) if by else None
    seed = whole_number(query.get("seed", ""), range(LARGEST_SEED))
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    one = await hall_of(request).work(question, ranking, seed)
    right, so_far = (whole_number(query.get(key, "0"), range(10_000)) or 0 for key in ("right", "asked"))
    answer = query.get("answer", "")
    found: dict[str, Any] = {"question": one, "answer": answer, "rankings": RANKINGS, "by": by, "text": _signed}
    if answer:
        so_far, right = so_far + 1, right + (answer == one.answer)
    found |= {"right": right, "so_far": so_far, "hands": [in_order(hand.held) for hand in (one.first, one.second)]}
    found["names"] = [name_of(one.first), name_of(one.second)]
    kept = {"by": by, "right": right, "asked": so_far}
    found["answers"] = {way: urlencode({**kept, "seed": seed, "answer": way}) for way in ("first", "second", "tie")}
    found["onwards"] = urlencode({**kept, "seed": secrets.randbelow(LARGEST_SEED)})
    return page("rank_quiz.html", **found)
