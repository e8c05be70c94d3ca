"""Daily deals: one deal per day and form of a patience, the same for everybody in a house.

The candidates of a day are numbered deals that follow from the date alone. The first that the solver can win in the time there
is becomes the deal of the day when somebody first asks for it; the tables that play it remember it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.rooms import Room

from .forms import MOST_DEALS


@dataclass(frozen=True)
class Form:
    """A form of a patience that has a daily deal: what it is called, and its house rules."""

    title: str
    game: Game


@dataclass
class Day:
    """The tables of a player at a daily deal: `won`, `played` to the end, or only `begun`, which is at `table`."""

    state: str
    table: str


def forms(room: Room) -> list[Form]:
    """The forms of a patience that have a daily deal: those its look names, or those that the lobby offers, or the usual one."""
    named: list[dict[str, Any]] = speech.look(room).get("patience", {}).get("daily") or speech.look(room).get("offers") or []
    return [Form(one["title"], Game(room, 1, one["house"])) for one in named or [{"title": speech.title(room), "house": {}}]]


def numbers(game: Game, day: str) -> Iterator[int]:
    """The candidates of a day, in their order: numbers of deals."""
    name = f"{game.room.name} {json.dumps(game.house, sort_keys=True)} {day}"
    for k in count():
        digest = hashlib.sha256(f"{name} {k}".encode()).digest()
        yield 1 + int.from_bytes(digest[:8], "big") % MOST_DEALS


# in the file


def kept(connection: sqlite3.Connection, game: Game, day: str) -> tuple[int, bool] | None:
    """The deal of a day and whether it can be won, once a table has it; None before."""
    query = (
        "SELECT deal, json_extract(settings, '$.winnable') FROM tables WHERE game = ? AND house = ? AND deal > 0"
        " AND json_extract(settings, '$.daily') = ? ORDER BY created LIMIT 1"
    )
    found = connection.execute(query, (game.room.name, json.dumps(game.house), day)).fetchone()
    return None if found is None else (int(found[0]), found[1] == "yes")


def days(connection: sqlite3.Connection, holder: str, game: Game, month: str) -> dict[str, Day]:
    """Return how the player behind a browser has done at the daily deals of a month, such as 2026-11; days without a table left
    out."""
    query = (
        "WITH mine AS (SELECT ? AS holder UNION SELECT holder FROM devices WHERE player ="
        " (SELECT player FROM devices WHERE holder = ?))"
        " SELECT json_extract(settings, '$.daily') AS day, tables.id,"
        " CASE WHEN max(won) IS NULL AND json_extract(summary, '$.over') THEN 0 ELSE max(won) END FROM tables"
        " JOIN seats ON seats.table_id = tables.id LEFT JOIN results ON results.table_id = tables.id"
        " WHERE seats.holder IN mine AND tables.game = ? AND house = ? AND day LIKE ? || '-%'"
        " GROUP BY tables.id ORDER BY created"
    )
    rank = {None: "begun", 0: "played", 1: "won"}
    found: dict[str, Day] = {}
    for day, table, won in connection.execute(query, (holder, holder, game.room.name, json.dumps(game.house), month)):
        state, before = rank[won], found.get(day)
        if before is None or list(rank.values()).index(before.state) <= list(rank.values()).index(state):
            found[day] = Day(state, table)
    return found
