"""How matches ended for those who played them, kept in the file of tables, and what they add up to.

A player is known by a key of their own, the link of their statistics; every browser they have played in belongs to them. Par is
the mean of the table: what all who sat there scored, divided by their number. Points against par are what somebody scored above
it (below it if low wins), so those of a table add up to nothing.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise

SCHEMA = """
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL,               -- anyone who has it is this player, on any device
    shared TEXT NOT NULL DEFAULT ''  -- the key that shows the statistics to others, empty: nobody sees them
) STRICT;
CREATE TABLE devices (
    holder TEXT PRIMARY KEY,         -- digest of a browser's token
    player TEXT NOT NULL REFERENCES players(id)
) STRICT;
CREATE TABLE results (
    player TEXT NOT NULL REFERENCES players(id),
    table_id TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    ended REAL NOT NULL,             -- when, in seconds since 1970
    won INTEGER NOT NULL,
    even REAL NOT NULL,              -- the share of those at the table who won
    score INTEGER NOT NULL,
    par REAL NOT NULL,               -- the mean score of the table
    low INTEGER NOT NULL,            -- whether low wins
    hands INTEGER NOT NULL,
    seconds REAL NOT NULL,           -- at the table: the time of a patience, otherwise with long rests left out
    PRIMARY KEY (player, table_id)
) STRICT;
"""
LONG_REST = 120.0
"""Seconds between two choices that count at most as time at the table."""


@dataclass(frozen=True)
class Result:
    """The end of a match for one who played it. Fields as in the file; `points` is what was scored against par.

    house: the house rules of its table as JSON, which the file keeps with the table.
    """

    table_id: str
    game: str
    seats: int
    ended: float
    won: bool
    even: float
    score: int
    par: float
    low: bool
    hands: int
    seconds: float
    house: str = "{}"

    @property
    def points(self) -> float:
        """Points against par, above 0 for the better; of a patience the score itself."""
        return float(self.score) if self.seats == 1 else (self.par - self.score if self.low else self.score - self.par)


@dataclass(frozen=True)
class Summary:
    """The matches of a game added up.

    points: the mean against par of a match; best: the most of one, of a patience its best score. even: how many one would win
    among equals. streak: won in a row by now, longest: ever. fastest: seconds of the quickest win, usual: of a win on average, 0
    if there is none. results: the matches, in their order. house: of a patience the house rules, as JSON.
    """

    game: str
    alone: bool
    played: int
    won: int
    even: float
    points: float
    best: float
    streak: int
    longest: int
    fastest: float
    usual: float
    last: float
    house: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Player:
    """The player behind some browsers: their keys, and the matches they have played, the latest first."""

    key: str
    shared: str
    results: list[Result]


def summaries(results: Iterable[Result]) -> list[Summary]:
    """Sum up results, one summary per game, the one played last first. A game played alone counts apart from one with others, and
    a patience apart under each set of house rules: they make it harder, and its scores mean something else.
    """
    order = sorted(results, key=lambda one: (*_kind(one), one.ended))
    found = [_summary(kind[0], list(group)) for kind, group in groupby(order, _kind)]
    return sorted(found, key=lambda summary: -summary.last)


def _kind(one: Result) -> tuple[str, bool, str]:
    return one.game, one.seats == 1, one.house if one.seats == 1 else ""


def _summary(game: str, results: Sequence[Result]) -> Summary:
    streaks = [len(list(group)) * won for won, group in groupby(one.won for one in results)]
    points = [one.points for one in results]
    times = [one.seconds for one in results if one.won]
    return Summary(
        game,
        results[0].seats == 1,
        len(results),
        sum(one.won for one in results),
        sum(one.even for one in results),
        sum(points) / len(points),
        max(points),
        streaks[-1],
        max(streaks),
        min(times, default=0.0),
        sum(times) / len(times) if times else 0.0,
        results[-1].ended,
        _kind(results[0])[2],
        tuple(results),
    )


# in the file


def keep(connection: sqlite3.Connection, found: dict[str, Result]) -> None:
    """Keep how a match has ended; its first end stays."""
    for holder, one in found.items():
        times = [at for (at,) in connection.execute("SELECT at FROM log WHERE table_id = ? ORDER BY n", (one.table_id,))]
        rested = sum(min(after - before, LONG_REST) for before, after in pairwise(times))
        values = asdict(one) | {"seconds": one.seconds or rested, "player": player_of(connection, holder)}
        del values["house"]
        names = ", ".join(values)
        connection.execute(f"INSERT OR IGNORE INTO results ({names}) VALUES ({', '.join('?' * len(values))})", [*values.values()])


def player_of(connection: sqlite3.Connection, holder: str) -> str:
    """The player behind a browser, a new one if nobody is known."""
    found = connection.execute("SELECT player FROM devices WHERE holder = ?", (holder,)).fetchone()
    if found is not None:
        return str(found[0])
    player = secrets.token_urlsafe(12)
    connection.execute("INSERT INTO players VALUES (?, ?, '')", (player, secrets.token_urlsafe(18)))
    connection.execute("INSERT INTO devices VALUES (?, ?)", (holder, player))
    return player


def read(connection: sqlite3.Connection, where: str, value: str) -> Player | None:
    """Return the player with this `key`, with statistics shared as `shared`, or behind this `holder`; None if there is none."""
    wanted = {
        "key": "SELECT * FROM players WHERE key = ?",
        "shared": "SELECT * FROM players WHERE shared = ?",
        "holder": "SELECT players.* FROM players JOIN devices ON devices.player = players.id WHERE holder = ?",
    }
    found = connection.execute(wanted[where], (value,)).fetchone() if value else None
    if found is None:
        return None
    player, key, shared = found
    names = list(Result.__dataclass_fields__)
    columns = ", ".join("coalesce(tables.house, '{}')" if name == "house" else f"results.{name}" for name in names)
    rows = connection.execute(
        f"SELECT {columns} FROM results LEFT JOIN tables ON tables.id = table_id WHERE player = ? ORDER BY results.ended DESC",
        (player,),
    )
    played = [dict(zip(names, row, strict=True)) for row in rows]
    return Player(key, shared, [Result(**one | {"won": bool(one["won"]), "low": bool(one["low"])}) for one in played])


def money(connection: sqlite3.Connection, holder: str, game: str, rule: str, value: str, apart: str) -> int:
    """Add up what the player behind a browser has won or lost under a house rule that counts money, all tables but one."""
    query = (
        "SELECT coalesce(sum(score), 0) FROM results JOIN devices USING (player) JOIN tables ON tables.id = table_id"
        " WHERE devices.holder = ? AND results.game = ? AND json_extract(house, '$.' || ?) = ? AND table_id != ?"
    )
    return int(connection.execute(query, (holder, game, rule, value, apart)).fetchone()[0])


def share(connection: sqlite3.Connection, holder: str, on: bool) -> None:
    """Let anyone with a link see the statistics of the player behind a browser, by a new link each time, or nobody."""
    player = player_of(connection, holder)
    connection.execute("UPDATE players SET shared = ? WHERE id = ?", (secrets.token_urlsafe(12) if on else "", player))


def forget(connection: sqlite3.Connection, holder: str, game: str) -> None:
    """Delete the results of the player behind a browser: one game, or everything if it is empty."""
    player = player_of(connection, holder)
    connection.execute("DELETE FROM results WHERE player = ? AND (? = '' OR game = ?)", (player, game, game))
    if not game:
        connection.execute("DELETE FROM devices WHERE player = ?", (player,))
        connection.execute("DELETE FROM players WHERE id = ?", (player,))


def bring(connection: sqlite3.Connection, holder: str, key: str) -> bool:
    """Give a browser and its results to the player with this key from now on; return False if nobody has the key."""
    found = connection.execute("SELECT id FROM players WHERE key = ?", (key,)).fetchone() if key else None
    if found is None:
        return False
    before, player = player_of(connection, holder), str(found[0])
    connection.execute("UPDATE OR IGNORE results SET player = ? WHERE player = ?", (player, before))
    connection.execute("UPDATE devices SET player = ? WHERE holder = ?", (player, holder))
    left = connection.execute("SELECT 1 FROM devices WHERE player = ?", (before,)).fetchone()
    if before != player and left is None:
        connection.execute("DELETE FROM results WHERE player = ?", (before,))
        connection.execute("DELETE FROM players WHERE id = ?", (before,))
    return True
