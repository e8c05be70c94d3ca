"""Score pads on disk, in the file of the tables: a pad, a link for each scorekeeper, and what they wrote down, which only grows.

An entry has an id made by the device that wrote it; to keep the same entry twice changes nothing. So a phone that was without
a line may send whatever it is not sure of again.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from parlour.engine.errors import BadInput
from parlour.house.pad import Event, Head
from parlour.house.pad.events import line_of, with_time
from parlour.table.store import Store

T = TypeVar("T")
READER = -1
"""Stands for whoever may look at a pad and not write."""
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS pads (
        id TEXT PRIMARY KEY,
        head TEXT NOT NULL,              -- JSON: game, house rules, players, who deals first
        keepers TEXT NOT NULL,           -- JSON: who keeps the score, one or two
        created REAL NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS pad_links (
        key TEXT PRIMARY KEY,
        pad_id TEXT NOT NULL REFERENCES pads(id),
        keeper INTEGER NOT NULL          -- whose link it is; -1 for looking on
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS pad_events (
        pad_id TEXT NOT NULL REFERENCES pads(id),
        n INTEGER NOT NULL,              -- from 0, without gaps
        id TEXT NOT NULL,                -- made by the device
        body TEXT NOT NULL,              -- JSON
        at REAL NOT NULL,                -- when it came
        PRIMARY KEY (pad_id, n),
        UNIQUE (pad_id, id)
    ) STRICT""",
)


@dataclass
class PadRow:
    """A pad as it was begun. keepers: names of who keeps the score. links: by keeper, then for who only looks on."""

    id: str
    head: Head
    keepers: list[str]
    links: list[str] = field(default_factory=list)
    created: float = field(default_factory=time.time)


class Pads:
    """The pads of a server, over its file of tables. Whatever reads or writes raises NotKept if the disk refuses it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self) -> None:
        """Make room for pads in a file that has none yet."""

        def act(connection: sqlite3.Connection) -> None:
            for statement in _SCHEMA:
                connection.execute(statement)

        await self._store.transact(act)

    async def add(self, pad: PadRow) -> None:
        """Keep a new pad, with a link for each keeper and one for looking on."""
        pad.links = [secrets.token_urlsafe(12) for _ in range(len(pad.keepers) + 1)]
        owners = [*range(len(pad.keepers)), READER]

        def act(connection: sqlite3.Connection) -> None:
            values = (pad.id, msgspec.json.encode(pad.head).decode(), json.dumps(pad.keepers), pad.created)
            connection.execute("INSERT INTO pads VALUES (?, ?, ?, ?)", values)
            links = [(link, pad.id, owner) for link, owner in zip(pad.links, owners, strict=True)]
            connection.executemany("INSERT INTO pad_links VALUES (?, ?, ?)", links)

        await self._store.transact(act)

    async def find(self, key: str) -> tuple[PadRow, int] | None:
        """The pad a link leads to and whose link it is, None where there is none. BadInput where its row cannot be read."""

        def act(connection: sqlite3.Connection) -> tuple[PadRow, int] | None:
            found = connection.execute(
                "SELECT pads.*, keeper FROM pad_links JOIN pads ON pads.id = pad_id WHERE key = ?", (key,)
            ).fetchone()
            if found is None:
                return None
            *columns, keeper = found
            order = "ORDER BY keeper < 0, keeper"
            links = connection.execute(f"SELECT key FROM pad_links WHERE pad_id = ? {order}", (found[0],)).fetchall()
            return _read(columns, [link for (link,) in links]), keeper

        return await self._store.transact(act)

    async def events(self, pad_id: str, after: int = 0) -> list[Event]:
        """All that was written down after the first so many entries, in the order in which it came."""

        def act(connection: sqlite3.Connection) -> list[Event]:
            rows = connection.execute("SELECT body FROM pad_events WHERE pad_id = ? AND n >= ? ORDER BY n", (pad_id, after))
            return [with_time(_decoded(body, Event, pad_id)) for (body,) in rows]

        return await self._store.transact(act)

    async def keep(self, pad_id: str, events: Sequence[Event]) -> None:
        """Add entries; those whose id is there already are left out."""

        def act(connection: sqlite3.Connection) -> None:
            for event in events:
                connection.execute(
                    "INSERT OR IGNORE INTO pad_events SELECT ?, ifnull(max(n) + 1, 0), ?, ?, ? FROM pad_events WHERE pad_id = ?",
                    (pad_id, event.id, line_of(event), time.time(), pad_id),
                )

        await self._store.transact(act)


def _decoded(text: str, kind: type[T], pad_id: str) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadInput(f"what the file says of pad {pad_id[:20]!r} cannot be read") from None


def _read(columns: Sequence[Any], links: list[str]) -> PadRow:
    pad_id, head, keepers, created = columns
    return PadRow(pad_id, _decoded(head, Head, pad_id), _decoded(keepers, list[str], pad_id), links, created)
