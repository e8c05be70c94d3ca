"""The games that companies have played and liked, in the file of the tables: a key per company, its answers and their days."""

from __future__ import annotations

import contextlib
import datetime as dt
import secrets
import sqlite3
import time

from parlour.engine.errors import BadInput
from parlour.house.suggest import Entry, Memory

from .store import Store, TableRow

MOST_SAID = 1000
"""Answers to keep per company; older ones are forgotten."""
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS companies (
        key TEXT PRIMARY KEY,            -- anyone who has it is one of them
        created REAL NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS company_said (
        company TEXT NOT NULL REFERENCES companies(key),
        game TEXT NOT NULL,
        word TEXT NOT NULL,              -- played, liked or disliked
        day TEXT NOT NULL                -- ISO date
    ) STRICT""",
)


class Companies:
    """The companies of a server, over its file of tables. Every method raises NotKept if the disk refuses it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def known(self, key: str) -> bool:
        """Whether there is a company with this key."""

        def act(connection: sqlite3.Connection) -> bool:
            _make_room(connection)
            return connection.execute("SELECT 1 FROM companies WHERE key = ?", (key,)).fetchone() is not None

        return bool(key) and await self._store.transact(act)

    async def add(self) -> str:
        """A new company; its key."""
        key = secrets.token_urlsafe(12)

        def act(connection: sqlite3.Connection) -> None:
            _make_room(connection)
            connection.execute("INSERT INTO companies VALUES (?, ?)", (key, time.time()))

        await self._store.transact(act)
        return key

    async def remember(self, key: str, entry: Entry) -> None:
        """Keep what a company said."""

        def act(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO company_said VALUES (?, ?, ?, ?)", (key, entry.game, entry.word, entry.day))
            connection.execute(
                "DELETE FROM company_said WHERE company = :key AND rowid NOT IN"
                " (SELECT rowid FROM company_said WHERE company = :key ORDER BY rowid DESC LIMIT :most)",
                {"key": key, "most": MOST_SAID},
            )

        await self._store.transact(act)

    async def forget(self, key: str, game: str) -> None:
        """Let go of all that a company said of a game."""

        def act(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM company_said WHERE company = ? AND game = ?", (key, game))

        await self._store.transact(act)

    async def memory(self, key: str) -> Memory:
        """Return the answers of a company, oldest first, without games that are no longer here."""

        def act(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
            _make_room(connection)
            found = connection.execute("SELECT game, word, day FROM company_said WHERE company = ? ORDER BY rowid", (key,))
            return found.fetchall()

        memory = Memory()
        for line in await self._store.transact(act) if key else []:
            with contextlib.suppress(BadInput):
                memory.entries.append(Entry(*line))
        return memory


def _make_room(connection: sqlite3.Connection) -> None:
    for statement in _SCHEMA:
        connection.execute(statement)


def played_here(rows: list[TableRow | str]) -> list[Entry]:
    """Return the matches played at tables of this server, oldest first."""
    found = []
    for row in reversed(rows):
        if isinstance(row, TableRow) and row.summary:
            with contextlib.suppress(BadInput):
                found.append(Entry(row.game, "played", dt.date.fromtimestamp(row.created).isoformat()))
    return found
