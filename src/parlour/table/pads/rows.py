"""Score pads on disk, in the file of the tables: a pad, who keeps the score, and what they wrote down, which only grows.

Each scorekeeper has a link that nobody else receives. They come by an invitation, which works once (`parlour.table.links`).

An entry has an id made by the device that wrote it; to keep the same entry twice changes nothing. So a phone that lost its
connection may send every entry that it is not sure of again.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from typing import TypeVar

import msgspec

from parlour.engine.errors import BadInput
from parlour.house.pad import Event, Head
from parlour.house.pad.events import line_of, with_time
from parlour.languages import gettext as _
from parlour.languages import mark
from parlour.table.links import ByLink, new_key
from parlour.table.store import Store

T = TypeVar("T")
READER = -1
"""Stands for anyone who may look at a pad and not write."""
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS pads (
        id TEXT PRIMARY KEY,
        head TEXT NOT NULL,              -- JSON: game, house rules, players, who deals first
        keepers TEXT NOT NULL,           -- JSON: who keeps the score, one or two
        created REAL NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS pad_keepers (
        pad_id TEXT NOT NULL REFERENCES pads(id),
        keeper INTEGER NOT NULL,         -- whose links these are; -1 for looking on
        holder TEXT NOT NULL,            -- the key of the pad's address for them, '' until they have come
        key TEXT NOT NULL,               -- lets one phone become this keeper
        renewed TEXT NOT NULL DEFAULT '', -- the same for a keeper who has come
        allowed INTEGER NOT NULL DEFAULT 0, -- whether the present phone allows that
        PRIMARY KEY (pad_id, keeper)
    ) STRICT""",
    "CREATE INDEX IF NOT EXISTS pad_keepers_by_holder ON pad_keepers(holder)",
    """CREATE TABLE IF NOT EXISTS pad_log (
        pad_id TEXT NOT NULL REFERENCES pads(id),
        at REAL NOT NULL,
        text TEXT NOT NULL               -- JSON: what happened to who keeps the score, and their names (`LOG`)
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
LOG = {
    "began": mark("{name} began the pad"),
    "came": mark("{name} came by the link from {by}"),
    "moved": mark("{name} keeps the score on another phone now, by a new link from {by}"),
    "renewed": mark("{name} made a new link for {by}"),
    "allowed": mark("{name} allowed the new link from {by}"),
    "cancelled": mark("{name} cancelled the new link from {by}"),
}
"""The events of those who keep the score. {name}: who did it; {by}: the other of them."""
_UPGRADE = (
    "INSERT INTO pad_keepers (pad_id, keeper, holder, key) SELECT pad_id, keeper, key, lower(hex(randomblob(12))) FROM pad_links",
    "DROP TABLE pad_links",
)
"""Takes over the links of version 6 and before. Phones that are in use go by them, so they stay as they are."""


@dataclass(frozen=True)
class Keeper(ByLink):
    """A scorekeeper's links. holder: the key of the pad's address for their phones, which only they receive; "" until they
    have come. allowed: whether the present phone has allowed the new link.
    """

    holder: str = ""
    key: str = ""
    renewed: str = ""
    allowed: bool = False


@dataclass
class PadRow:
    """A pad as it was begun. keepers: names of who keeps the score. places: their links. reader: the key for looking on.

    log: when and what happened to who keeps the score, oldest first.
    """

    id: str
    head: Head
    keepers: list[str]
    places: list[Keeper] = field(default_factory=list)
    reader: str = ""
    log: list[tuple[float, str]] = field(default_factory=list)
    created: float = field(default_factory=time.time)

    def other(self, keeper: int) -> str:
        """The name of the keeper who makes links for one of them."""
        return next((name for number, name in enumerate(self.keepers) if number != keeper), "")


def log_entry(what: str, name: str, by: str = "") -> str:
    """Return what happened as it is kept: the same for readers of all languages. what: one of `LOG`."""
    return json.dumps([what, name, by], ensure_ascii=False)


def log_line(entry: str) -> str:
    """Return what happened in the reader's language."""
    try:
        what, name, by = msgspec.json.decode(entry, type=tuple[str, str, str])
    except msgspec.MsgspecError:
        return entry  # kept by an earlier version, in English
    return _(LOG[what], name=name, by=by) if what in LOG else entry


class Pads:
    """The pads of a server, over its file of tables. Every method raises NotKept if the disk refuses it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self) -> None:
        """Make room for pads in a file that has none yet."""

        def act(connection: sqlite3.Connection) -> None:
            for statement in _SCHEMA:
                connection.execute(statement)
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'pad_links'").fetchone():
                for statement in _UPGRADE:
                    connection.execute(statement)

        await self._store.transact(act)

    async def add(self, pad: PadRow) -> None:
        """Keep a new pad: its first keeper has come, another has an invitation, and there is a link for looking on."""
        pad.places = [Keeper("" if number else new_key(), new_key()) for number in range(len(pad.keepers))]
        pad.reader = new_key()
        pad.log = [(pad.created, log_entry("began", pad.keepers[0]))]

        def act(connection: sqlite3.Connection) -> None:
            values = (pad.id, msgspec.json.encode(pad.head).decode(), json.dumps(pad.keepers), pad.created)
            connection.execute("INSERT INTO pads VALUES (?, ?, ?, ?)", values)
            rows = [(pad.id, number, *astuple(place)) for number, place in enumerate([*pad.places, Keeper(pad.reader)])]
            rows[-1] = (pad.id, READER, *rows[-1][2:])
            connection.executemany(f"INSERT INTO pad_keepers (pad_id, keeper, {_PLACE}) VALUES (?, ?, ?, ?, ?, ?)", rows)
            connection.executemany("INSERT INTO pad_log VALUES (?, ?, ?)", [(pad.id, *entry) for entry in pad.log])

        await self._store.transact(act)

    async def find(self, key: str) -> tuple[PadRow, int] | None:
        """The pad an address leads to and whose it is, None if there is none. BadInput if its row cannot be read."""
        return await self._find("holder = :key AND holder != ''", key)

    async def invited(self, key: str) -> tuple[PadRow, int] | None:
        """Return the pad of an invitation that nobody has used."""
        return await self._find("keeper >= 0 AND ((key = :key AND holder = '') OR (renewed = :key AND renewed != ''))", key)

    async def _find(self, condition: str, key: str) -> tuple[PadRow, int] | None:
        def act(connection: sqlite3.Connection) -> tuple[PadRow, int] | None:
            found = connection.execute(f"SELECT pad_id, keeper FROM pad_keepers WHERE {condition}", {"key": key}).fetchone()
            return (_read(connection, found[0]), int(found[1])) if found else None

        return await self._store.transact(act)

    async def turn(self, pad: PadRow, keeper: int, place: Keeper, note: str) -> bool:
        """Give a keeper other links, and say so to all (note: a `log_entry`); False if they have changed meanwhile."""

        def act(connection: sqlite3.Connection) -> bool:
            if _read(connection, pad.id).places[keeper] != pad.places[keeper]:
                return False
            update = f"UPDATE pad_keepers SET ({_PLACE}) = (?, ?, ?, ?) WHERE pad_id = ? AND keeper = ?"
            connection.execute(update, (*astuple(place), pad.id, keeper))
            last = connection.execute("SELECT max(rowid), text FROM pad_log WHERE pad_id = ?", (pad.id,)).fetchone()
            if last[1] == note:  # the same again and again is one entry
                connection.execute("DELETE FROM pad_log WHERE rowid = ?", last[:1])
            connection.execute("INSERT INTO pad_log VALUES (?, ?, ?)", (pad.id, time.time(), note))
            return True

        return await self._store.transact(act)

    async def events(self, pad_id: str, after: int = 0) -> list[Event]:
        """All that was written down after the first this many entries, in the order in which it came."""

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
        raise BadInput(_("what the file says of pad {pad_id} cannot be read", pad_id=repr(pad_id[:20]))) from None


_PLACE = "holder, key, renewed, allowed"
"""The columns of a keeper, in the order of `Keeper`."""


def _read(connection: sqlite3.Connection, pad_id: str) -> PadRow:
    head, keepers, created = connection.execute("SELECT head, keepers, created FROM pads WHERE id = ?", (pad_id,)).fetchone()
    query = f"SELECT {_PLACE} FROM pad_keepers WHERE pad_id = ? ORDER BY keeper"
    reader, *places = [Keeper(holder, key, new, bool(may)) for holder, key, new, may in connection.execute(query, (pad_id,))]
    log = connection.execute("SELECT at, text FROM pad_log WHERE pad_id = ? ORDER BY rowid", (pad_id,)).fetchall()
    read = (_decoded(head, Head, pad_id), _decoded(keepers, list[str], pad_id))
    return PadRow(pad_id, *read, places, reader.holder, log, created)
