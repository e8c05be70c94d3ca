"""Tables on disk: one SQLite file, one connection, one thread that writes.

What is appended is on the disk, not only in its cache, when `append` returns; only then may anybody be told of it. The
file is locked while a server has it open, so two servers never deal at one table.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import json
import logging
import os
import re
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from parlour.engine.errors import BadInput, one_line
from parlour.engine.files import reason_of
from parlour.engine.game import Agreed
from parlour.languages import lazy_gettext, mark

from . import results
from . import settings as agreed
from .links import ByLink, opened_by
from .results import Result
from .rows import Row
from .settings import Settings

T = TypeVar("T")
log = logging.getLogger("parlour.table")
VERSION = 7
ROOM = 1 << 20
"""Bytes that must be free before tables go on after the disk was full."""
_SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,          -- the rules version it is played under
    house TEXT NOT NULL,             -- JSON: house rules given
    maker TEXT NOT NULL,             -- digest of the maker's token
    watch INTEGER NOT NULL,          -- whether anybody may look on
    window_ms INTEGER NOT NULL,      -- how long a window waits for people, 0: as long as they like
    created REAL NOT NULL,
    summary TEXT NOT NULL DEFAULT '{}',
    again TEXT NOT NULL DEFAULT '',  -- the table that goes on with these players
    deal INTEGER NOT NULL DEFAULT 0, -- the number of the deal, 0 for one that nobody can know
    settings TEXT NOT NULL DEFAULT '{}', -- JSON: what people agreed on beside the rules
    paused TEXT NOT NULL DEFAULT '', -- who has paused it, by name
    ended TEXT NOT NULL DEFAULT '',  -- who has ended it before it was over, by name
    agreed TEXT NOT NULL DEFAULT '', -- JSON: the version of a group's house rules it is played under
    origin TEXT NOT NULL DEFAULT ''  -- the table whose deals are dealt here again
) STRICT;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables(id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,              -- 'human' or a bot's name
    name TEXT NOT NULL,
    holder TEXT NOT NULL DEFAULT '', -- digest of the token of the player who sits there
    key TEXT NOT NULL DEFAULT '',    -- lets one browser sit down: at a free seat anybody's, otherwise its owner's next one
    renewed TEXT NOT NULL DEFAULT '', -- the same for a link to a taken seat that the host has made
    late INTEGER NOT NULL DEFAULT 0, -- the hand within which the owner came, 0: before it was dealt
    former TEXT NOT NULL DEFAULT '', -- digest of the token of the person who has seen the cards of that hand
    PRIMARY KEY (table_id, seat)
) STRICT;
CREATE INDEX seats_by_holder ON seats(holder);
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables(id),
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
"""
_AGREEMENTS = """
CREATE TABLE agreements (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL,          -- a group's house rules as text, see docs/formats.md
    created REAL NOT NULL
) STRICT;
"""
_MEMBERS = """
CREATE TABLE members (
    agreement_id TEXT NOT NULL REFERENCES agreements(id),
    name TEXT NOT NULL,              -- as in the document
    holder TEXT NOT NULL DEFAULT '', -- digest of the token of the member's browser
    key TEXT NOT NULL,               -- lets one browser become this member, then its owner's next one
    played INTEGER NOT NULL DEFAULT 0, -- the last version that they played under, or were told of
    renewed TEXT NOT NULL DEFAULT '', -- the same as key for a new link to a member who has come
    made_by TEXT NOT NULL DEFAULT '', -- the member who made the link that is open, '' for the first
    ready REAL NOT NULL DEFAULT 0,   -- from when on `renewed` works
    PRIMARY KEY (agreement_id, name)
) STRICT;
CREATE INDEX members_by_holder ON members(holder);
"""
_SCHEMA += _AGREEMENTS + _MEMBERS + results.SCHEMA

_MEMBERS_6 = "agreement_id, name, holder, key, played"
_UPGRADES = {
    1: ["ALTER TABLE tables ADD COLUMN deal INTEGER NOT NULL DEFAULT 0"],
    2: [
        "ALTER TABLE tables ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE tables ADD COLUMN paused TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN ended TEXT NOT NULL DEFAULT ''",
        "UPDATE seats SET key = lower(hex(randomblob(12))) WHERE kind = 'human' AND key = ''",
    ],
    3: ["ALTER TABLE tables ADD COLUMN agreed TEXT NOT NULL DEFAULT ''", *(_AGREEMENTS + _MEMBERS).strip().split(";\n")],
    4: ["ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT ''", *results.SCHEMA.strip().split(";\n")],
    5: [
        "ALTER TABLE seats ADD COLUMN renewed TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN former TEXT NOT NULL DEFAULT ''",
        "UPDATE seats SET key = lower(hex(randomblob(12))) WHERE holder != ''",
    ],
    6: [
        "ALTER TABLE members RENAME TO members_before",
        "DROP INDEX members_by_holder",
        *_MEMBERS.strip().split(";\n"),
        f"INSERT INTO members ({_MEMBERS_6}) SELECT {_MEMBERS_6} FROM members_before",
        "UPDATE members SET key = lower(hex(randomblob(12))) WHERE holder != ''",
        "DROP TABLE members_before",
    ],
}
"""By version what makes a file of the next one of it."""


_SEAT = "kind, name, holder, key, renewed, late, former"
"""The columns of a seat, in the order of `SeatRow`."""


def digest(token: str) -> str:
    """Return the digest of a token: enough to recognise it, not enough to use it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest() if token else ""


def called(name: str) -> str:
    """Return what a player is called; a name that the house gave, "Bot 1", for readers of any language. It is kept in English."""
    found = _GIVEN.fullmatch(name)
    if found is None:
        return name
    form = _NAMES[found[0].partition(" ")[0]]
    return lazy_gettext(form, n=int(found[1])) if found[1] else lazy_gettext(mark("Bot"))


_GIVEN = re.compile(r"(?:Bot|Player) ([1-9][0-9]?)|Bot")
_NAMES = {"Bot": mark("Bot {n}"), "Player": mark("Player {n}")}


@dataclass
class SeatRow(ByLink):
    """The player at a seat. kind: `human` or a bot's name.

    holder: digest of the token of the browser that plays here. key: lets one browser sit down, and is replaced when it does;
    at a taken seat only its owner knows it. renewed: the same for a link to a taken seat that the host has made. late: the hand
    within which the owner came, whose cards they are not shown, 0 for none; former: the holder who has seen them. A person's
    seat without a holder is open. name: one that the house gave is a `Text`, for each reader in their language.
    """

    kind: str
    name: str
    holder: str = ""
    key: str = ""
    renewed: str = ""
    late: int = 0
    former: str = ""

    def __post_init__(self) -> None:
        self.name = called(self.name)

    @property
    def open(self) -> bool:
        """Whether somebody is still to sit here."""
        return self.kind == "human" and not self.holder


@dataclass
class TableRow:
    """A table as it was made, and how its match stands. paused, ended: who has done it, "" for nobody."""

    id: str
    game: str
    rules: int
    house: dict[str, Any]
    maker: str
    watch: bool
    window_ms: int
    seats: list[SeatRow]
    deal: int = 0
    created: float = field(default_factory=time.time)
    summary: dict[str, Any] = field(default_factory=dict)
    again: str = ""
    settings: Settings = field(default_factory=Settings)
    paused: str = ""
    ended: str = ""
    agreed: Agreed | None = None
    origin: str = ""

    def __post_init__(self) -> None:
        self.paused, self.ended = called(self.paused), called(self.ended)

    def seat_of(self, holder: str) -> int:
        """Return the seat of the holder of the token with this digest, -1 for none."""
        return next((i for i, seat in enumerate(self.seats) if holder and seat.holder == holder), -1)

    @property
    def host_seat(self) -> int:
        """The seat with which the right to seat others goes to another device, -1 for none."""
        return self.settings.host if self.settings.host >= 0 else self.seat_of(self.maker)

    @property
    def is_over(self) -> bool:
        """Whether the match has come to an end, by the rules or by its host."""
        return bool(self.summary.get("over") or self.ended)

    @property
    def link(self) -> str:
        """Return what the address of a finished match shows to people who did not sit there: `closed`, `public` or `open`."""
        return self.settings.link or ("open" if self.watch else "public")

    def may_open(self, holder: str) -> bool:
        """Whether the owner of a token may see all cards of the match once it is over, and have its record."""
        return self.seat_of(holder) >= 0 or bool(holder and holder == self.maker) or self.link == "open"

    def seats_of(self, holder: str) -> list[int]:
        """Return all seats of the holder of the token with this digest: several if people share a device."""
        return [i for i, seat in enumerate(self.seats) if holder and seat.holder == holder]

    def seat_for(self, key: str) -> int | None:
        """The seat that this key is for, taken or not."""
        return opened_by(self.seats, key)


class NotKept(Exception):
    """Nothing could be written to the file of tables. The text says why and what to do; nothing of the change was kept."""


class FileGone(NotKept):
    """The file of tables was deleted or replaced while the server had it open: nothing is kept any more."""

    def __init__(self) -> None:
        super().__init__("the file in which tables are kept is gone; the server has to be started again")


_FAULTS = {
    sqlite3.SQLITE_FULL: lazy_gettext("the disk of the server is full: nothing new can be kept until its host makes room"),
    sqlite3.SQLITE_IOERR: lazy_gettext(
        "the disk of the server fails: nothing new can be kept until its host has looked after it"
    ),
    sqlite3.SQLITE_CANTOPEN: lazy_gettext(
        "the server cannot write to its folder: nothing new can be kept until its host allows it again"
    ),
    sqlite3.SQLITE_READONLY: lazy_gettext(
        "the server may not write to its file: nothing new can be kept until its host allows it again"
    ),
    sqlite3.SQLITE_NOMEM: lazy_gettext("the server is out of memory: nothing new can be kept just now"),
}
"""Reasons why SQLite cannot write, by its error code, for the people at the table. Any other error is a fault of ours."""


def disk_fault(error: BaseException) -> str:
    """Return in a sentence why the disk refused a write; "" if the error is not about the disk."""
    if isinstance(error, OSError):
        return _FAULTS[sqlite3.SQLITE_FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else sqlite3.SQLITE_IOERR]
    return _FAULTS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "") if isinstance(error, sqlite3.Error) else ""


class _Summary(Struct):
    """The fields that every summary must have."""

    hand: int = 0
    asked: list[int] = []
    over: bool = False
    winners: list[int] = []


class Store:
    """The file of tables. Raise BadInput, in one line, if it cannot be opened or another server has it open.

    Every method raises NotKept if the disk refuses it, FileGone if the file is no longer there.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.fault = ""
        """Why nothing could be written the last time it was tried, "" if it could."""
        self.refused: Callable[[], None] = lambda: None
        """Called when the disk has refused something."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parlour-store")
        self._waiting: deque[tuple[Callable[[sqlite3.Connection], None], asyncio.Future[None]]] = deque()
        """Changes that the thread has still to write, and who waits for them."""
        self._writes = False
        """Whether the thread is about to look for it."""
        try:
            self._connection = self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds every hand: nobody else reads it
            self._file = os.stat(self.path)
            connection = sqlite3.connect(self.path, timeout=1.0, isolation_level=None)
        except OSError as error:
            raise BadInput(f"{self.path}: {reason_of(error)}") from None
        except sqlite3.Error as error:
            raise BadInput(f"{self.path}: cannot be opened: {error}") from None
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._migrate(connection)
            self._check(connection)
        except sqlite3.Error as error:
            connection.close()
            fault = disk_fault(error) or f"is not a file of tables: {error}"
            busy = "another server has it open" if "locked" in str(error) else fault
            raise BadInput(f"{self.path}: {busy}") from None
        except BadInput:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise BadInput(f"{self.path}: was written by a later version of Parlour")
        if version == 0:
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise BadInput(f"{self.path}: is not a file of tables: it belongs to something else")
            for statement in _SCHEMA.split(";\n"):
                connection.execute(statement)
        for older in range(version or VERSION, VERSION):
            for statement in _UPGRADES.get(older, ()):
                connection.execute(statement)
        if version != VERSION:  # a file that needs nothing opens on a full disk too
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")

    def _check(self, connection: sqlite3.Connection) -> None:
        """Raise BadInput if the file is damaged or holds tables that are not ours."""
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise BadInput(f"{self.path}: is damaged: {one_line(str(found))}")
        ours = sqlite3.connect(":memory:")
        ours.executescript(_SCHEMA)
        for name in ("tables", "seats", "log", "agreements", "members", "players", "devices", "results"):
            columns = f"SELECT name, type FROM pragma_table_info('{name}') ORDER BY name"
            if connection.execute(columns).fetchall() != ours.execute(columns).fetchall():
                raise BadInput(f"{self.path}: is not a file of tables: {name!r} is not as Parlour writes it")
        ours.close()

    def close(self) -> None:
        """Write everything out and let go of the file."""
        self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    async def transact(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Do something in the one thread, as one transaction: on the disk when this returns.

        NotKept if the disk refuses it, FileGone if the file is gone: then nothing of it was kept.
        """

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, act)
        finally:
            if self.fault:
                self.refused()

    async def _append(self, act: Callable[[sqlite3.Connection], None]) -> None:
        """Do something as `transact` does, in one transaction with all that waits when the thread is free: the disk takes as
        long for many as for one. What `transact` does may come later although it was asked for before.
        """
        loop = asyncio.get_running_loop()
        kept = loop.create_future()
        self._waiting.append((act, kept))
        if not self._writes:
            self._writes = True
            loop.call_soon(self._begin_to_write, loop)  # with what others have to write in this turn of the event loop
        try:
            await kept
        finally:
            if self.fault:
                self.refused()

    def _begin_to_write(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread what waits."""
        try:
            loop.run_in_executor(self._thread, self._write_waiting).add_done_callback(_tell)
        except RuntimeError as error:  # the file is closed
            self._writes = False
            waiting = [kept for _, kept in self._waiting]
            self._waiting.clear()
            for kept in waiting:
                if not kept.done():
                    kept.set_exception(error)

    def _write_waiting(self) -> list[tuple[asyncio.Future[None], BaseException | None]]:
        """Write all that waits, in the thread that writes. Return those who wait for it, each with why it was not kept."""
        self._writes = False  # what comes from now on is sure of a call of its own
        waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not waiting:
            return []
        try:
            self._commit(lambda connection: [act(connection) for act, _ in waiting])
        except Exception:  # one of them may be to blame, and the others are kept
            return [(kept, self._error_of(act)) for act, kept in waiting]
        return [(kept, None) for _, kept in waiting]

    def _error_of(self, act: Callable[[sqlite3.Connection], object]) -> BaseException | None:
        """Do something as a transaction of its own. Return why it was not kept, None if it was."""
        try:
            self._commit(act)
        except Exception as error:
            return error
        return None

    def _commit(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Do something as one transaction, in the thread that writes."""
        connection = self._connection
        self._must_be_there()
        try:
            connection.execute("BEGIN IMMEDIATE")
            found = act(connection)
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:  # after some faults SQLite has rolled back by itself
                connection.execute("ROLLBACK")
            if fault := disk_fault(error):
                self._say(fault)
                raise NotKept(fault) from None
            raise
        return found

    def _say(self, fault: str) -> None:
        """Write a fault of the disk to the log once, until something could be written again."""
        if fault != self.fault:
            log.error("%s: %s", self.path, fault)
        self.fault = fault

    async def has_room(self) -> bool:
        """Try whether the disk takes as much again as the tables may need in a while. If it does, there is no fault any more.

        What is tried is a file beside that of the tables: theirs may take some small changes also on a full disk, and then
        refuse the next.
        """

        def attempt() -> bool:
            spare = self.path.with_name(f"{self.path.name}-room")
            try:
                with spare.open("wb", buffering=0) as file:
                    file.write(bytes(ROOM))
                    os.fsync(file.fileno())
                spare.unlink()
                for statement in ("BEGIN IMMEDIATE", f"PRAGMA user_version = {VERSION}", "COMMIT"):
                    self._connection.execute(statement)
            except (OSError, sqlite3.Error) as error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                with contextlib.suppress(OSError):
                    spare.unlink()
                self._say(disk_fault(error) or self.fault)
                return False
            if self.fault:
                log.warning("%s: can be written again", self.path)
            self.fault = ""
            return True

        return await asyncio.get_running_loop().run_in_executor(self._thread, attempt)

    def look(self) -> None:
        """Notice a disk that has no room left before anything is refused."""
        with contextlib.suppress(OSError):  # the folder is gone: the next change says so
            if not self.fault and shutil.disk_usage(self.path.parent).free < ROOM:
                self._say(_FAULTS[sqlite3.SQLITE_FULL])
                self.refused()

    def _must_be_there(self) -> None:
        try:
            there = os.path.samestat(os.stat(self.path), self._file)
        except OSError:
            there = False
        if not there:
            log.error("%s was deleted or replaced; nothing is kept until the server is started again", self.path)
            raise FileGone

    async def knows(self, holder: str) -> bool:
        """Whether the token with this digest has made a table, sits at one, is a member of a group, or has statistics."""
        places = (("tables", "maker"), ("seats", "holder"), ("members", "holder"), ("devices", "holder"))
        query = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {column} = :holder)" for table, column in places)
        return bool(holder) and await self.transact(
            lambda connection: bool(connection.execute(f"SELECT {query}", {"holder": holder}).fetchone()[0])
        )

    async def add(self, table: TableRow) -> None:
        """Keep a new table."""

        def act(connection: sqlite3.Connection) -> None:
            values = (table.id, table.game, table.rules, json.dumps(table.house), table.maker, table.watch, table.window_ms)
            rest = (table.created, json.dumps(table.summary), table.again, table.deal)
            version = msgspec.json.encode(table.agreed).decode() if table.agreed else ""
            more = (agreed.written(table.settings), table.paused, table.ended, version, table.origin)
            connection.execute(f"INSERT INTO tables VALUES ({', '.join('?' * 16)})", values + rest + more)
            connection.executemany(
                f"INSERT INTO seats (table_id, seat, {_SEAT}) VALUES ({', '.join('?' * 9)})",
                [(table.id, i, *astuple(seat)) for i, seat in enumerate(table.seats)],
            )

        await self.transact(act)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table by its id, None if there is none. Raise BadInput if its rows cannot be read."""
        return await self.transact(lambda connection: _table(connection, table_id))

    async def tables_of(self, holder: str, most: int = 20) -> list[TableRow | str]:
        """The tables at which the token with this digest sits or that it made, latest first; an id if one cannot be read."""

        def act(connection: sqlite3.Connection) -> list[TableRow | str]:
            rows = connection.execute(
                "SELECT id FROM tables WHERE maker = :holder OR id IN (SELECT table_id FROM seats WHERE holder = :holder)"
                " ORDER BY created DESC LIMIT :most",
                {"holder": holder, "most": most},
            ).fetchall()
            return [_table_or_id(connection, table_id) for (table_id,) in rows]

        return await self.transact(act) if holder else []

    async def played_again(self, table_id: str, holder: str, most: int = 6) -> list[TableRow]:
        """The tables at which the owner of a token has played the deals of a table again to the end, the latest first."""

        def act(connection: sqlite3.Connection) -> list[TableRow]:
            rows = connection.execute(
                "SELECT id FROM tables WHERE origin = ? AND maker = ? ORDER BY created DESC LIMIT ?", (table_id, holder, most)
            ).fetchall()
            found = [_table_or_id(connection, other) for (other,) in rows]
            return [row for row in found if isinstance(row, TableRow) and row.is_over]

        return await self.transact(act) if holder else []

    async def seat(self, table_id: str, number: int, seat: SeatRow, maker: str | None = None) -> None:
        """Keep who sits at a seat from now on and, if `maker` is given, who made the table."""
        update = f"UPDATE seats SET ({_SEAT}) = ({', '.join('?' * 7)}) WHERE table_id = ? AND seat = ?"

        def act(connection: sqlite3.Connection) -> None:
            connection.execute(update, (*astuple(seat), table_id, number))
            if maker is not None:
                connection.execute("UPDATE tables SET maker = ? WHERE id = ?", (maker, table_id))

        await self.transact(act)

    async def set_state(self, table: TableRow) -> None:
        """Whether the table is paused or ended, what was agreed on, and the number of its deal, as it stands now."""
        update = "UPDATE tables SET settings = ?, paused = ?, ended = ?, deal = ? WHERE id = ?"
        values = (agreed.written(table.settings), table.paused, table.ended, table.deal, table.id)

        def act(connection: sqlite3.Connection) -> None:
            connection.execute(update, values)

        await self.transact(act)

    async def set_summary(self, table_id: str, summary: dict[str, Any]) -> None:
        """Keep how the match of a table stands."""
        values = (json.dumps(summary), table_id)
        await self.transact(lambda connection: connection.execute("UPDATE tables SET summary = ? WHERE id = ?", values))

    async def set_again(self, table_id: str, again: str) -> None:
        """The table that goes on where this one ended."""

        def act(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET again = ? WHERE id = ?", (again, table_id))

        await self.transact(act)

    async def append(
        self, table_id: str, first: int, rows: Sequence[Row], summary: dict[str, Any], ended: dict[str, Result] | None = None
    ) -> None:
        """Add rows to a table's log from number `first` on; they are on the disk when this returns.

        ended: by holder how the match has ended, if it has.
        """

        def act(connection: sqlite3.Connection) -> None:
            now = time.time()
            connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?)",
                [(table_id, first + i, row.kind, row.body, now) for i, row in enumerate(rows)],
            )
            connection.execute("UPDATE tables SET summary = ? WHERE id = ?", (text, table_id))
            if ended:
                results.keep(connection, ended)

        text = msgspec.json.encode(summary).decode()
        await self._append(act)

    async def log(self, table_id: str) -> list[Row]:
        """The whole log of a table."""

        def act(connection: sqlite3.Connection) -> list[Row]:
            rows = connection.execute("SELECT kind, body FROM log WHERE table_id = ? ORDER BY n", (table_id,))
            return [Row(kind, body) for kind, body in rows]

        return await self.transact(act)


def _tell(written: asyncio.Future[list[tuple[asyncio.Future[None], BaseException | None]]]) -> None:
    """Tell those who wait for a write how it went, unless they wait no more."""
    for kept, error in written.result():
        if kept.done():
            continue
        if error is None:
            kept.set_result(None)
        else:
            kept.set_exception(error)


def _table_or_id(connection: sqlite3.Connection, table_id: str) -> TableRow | str:
    try:
        return _table(connection, table_id) or table_id
    except BadInput as error:
        log.warning("%s", error)
        return table_id


def _table(connection: sqlite3.Connection, table_id: str) -> TableRow | None:
    found = connection.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    if found is None:
        return None
    _, game, rules, house, maker, watch, window_ms, created, summary, again, deal, settings, paused, ended, version, origin = (
        found
    )
    seats = connection.execute(f"SELECT {_SEAT} FROM seats WHERE table_id = ? ORDER BY seat", (table_id,))
    people = [SeatRow(*seat) for seat in seats]
    try:
        house = msgspec.json.decode(house, type=dict[str, int | bool | str])
        msgspec.json.decode(summary, type=_Summary)
        summary = msgspec.json.decode(summary, type=dict[str, Any])
        settings = agreed.read(settings)
        version = msgspec.json.decode(version, type=Agreed) if version else None
    except (msgspec.MsgspecError, UnicodeError):
        raise BadInput(f"what the file says of table {table_id[:20]!r} cannot be read") from None
    if not people:
        raise BadInput(f"table {table_id[:20]!r} has no seats in the file")
    made = (table_id, game, rules, house, maker, bool(watch), window_ms, people)
    return TableRow(*made, deal, created, summary, again, settings, paused, ended, version, origin)
