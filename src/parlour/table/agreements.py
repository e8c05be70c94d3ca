"""Groups' house rules on disk: each document as its text, and which browser each member uses."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from parlour.engine.errors import BadInput, shown
from parlour.engine.rooms import named
from parlour.house.agreement import Agreement, Version, differences
from parlour.house.agreement_toml import read_agreement, write_agreement

from .store import Store, TableRow, new_key


@dataclass(frozen=True)
class Member:
    """A member of a group.

    holder: digest of the token of the browser they use, "" until they have come by their link. key: what that link brings.
    played: the last version that they played under, or were told of.
    """

    name: str
    holder: str
    key: str
    played: int


@dataclass(frozen=True)
class Group:
    """A document and its members, in its order."""

    agreement: Agreement
    members: tuple[Member, ...]

    def of(self, holder: str) -> Member | None:
        """The member who uses the browser of this token's digest."""
        return next((member for member in self.members if holder and member.holder == holder), None)

    def knows(self, member: Member) -> int:
        """The last version that a member knows: they played under it, were told of it, or agreed to it."""
        return max(member.played, self.agreement.known_to(member.name))


class Groups:
    """The groups of a server. Whatever changes a document reads, changes and writes it; if another was quicker, once more."""

    def __init__(self, store: Store, work: Callable[..., Awaitable[Any]] = asyncio.to_thread) -> None:
        self._store, self._work = store, work

    async def find(self, group_id: str) -> Group | None:
        """The group whose document has this id, None where there is none. BadInput where it cannot be read any more."""
        found = await self._store.transact(lambda connection: _read(connection, group_id))
        group: Group | None = await self._work(_group, *found) if found else None
        return group

    async def of(self, holder: str, game: str = "") -> list[Group]:
        """The groups of whoever has the token with this digest, latest first; of one game, where it is named."""
        query = "SELECT agreement_id FROM members JOIN agreements ON id = agreement_id WHERE holder = ? ORDER BY created DESC"

        def act(connection: sqlite3.Connection) -> list[str]:
            return [found for (found,) in connection.execute(query, (holder,))]

        groups = [await self.find(found) for found in (await self._store.transact(act) if holder else [])]
        return [group for group in groups if group and game in ("", group.agreement.game)]

    async def add(self, agreement: Agreement, member: str = "", holder: str = "") -> None:
        """Keep a new document; `member` uses the browser of `holder`. BadInput where it is kept already."""
        text = str(await self._work(write_agreement, agreement))

        def act(connection: sqlite3.Connection) -> None:
            if _read(connection, agreement.id):
                raise BadInput(f"these house rules are kept here already, at /house/{agreement.id}")
            connection.execute("INSERT INTO agreements VALUES (?, ?, ?)", (agreement.id, text, time.time()))
            _sync(connection, agreement)
            connection.execute(
                "UPDATE members SET holder = ? WHERE agreement_id = ? AND name = ?", (holder, agreement.id, member)
            )

        await self._store.transact(act)

    async def put(self, agreement: Agreement) -> Group:
        """Keep what a file holds. Of two histories the longer counts; BadInput where neither goes on from the other."""
        kept = await self.find(agreement.id)
        if kept is None:
            await self.add(agreement)
        else:
            ours, theirs = kept.agreement.versions, agreement.versions
            if ours[: len(theirs)] != theirs and theirs[: len(ours)] != ours:
                raise BadInput(
                    f"{shown(agreement.title)} has gone on differently here: /house/{agreement.id}/file is what is kept"
                )
            if len(theirs) > len(ours):
                await self.change(agreement.id, lambda _: agreement)
        found = await self.find(agreement.id)
        assert found is not None
        return found

    async def waiting(self, holder: str) -> list[dict[str, str]]:
        """What waits for an answer from whoever has the token with this digest: the page and who proposes."""
        found = []
        for group in await self.of(holder):
            asked, me = group.agreement.proposal, group.of(holder)
            if asked and me and me.name not in (*asked.agreed, *asked.objected):
                found.append({"url": f"/house/{group.agreement.id}", "title": group.agreement.title, "by": asked.by})
        return found

    async def change(self, group_id: str, act: Callable[[Agreement], Agreement]) -> Group:
        """Do something with a document. BadInput as `act` raises it, and where there is no such document."""
        while True:
            found = await self._store.transact(lambda connection: _read(connection, group_id))
            if found is None:
                raise BadInput("there are no such house rules any more")
            before = found[0]
            after: Agreement = await self._work(lambda text: act(read_agreement(text)), before)
            text = str(await self._work(write_agreement, after))

            def write(connection: sqlite3.Connection, before: str = before, text: str = text, after: Agreement = after) -> bool:
                update = "UPDATE agreements SET document = ? WHERE id = ? AND document = ?"
                if connection.execute(update, (text, group_id, before)).rowcount == 0:
                    return False
                _sync(connection, after)
                return True

            if await self._store.transact(write):
                group = await self.find(group_id)
                assert group is not None
                return group

    async def come(self, group_id: str, key: str, holder: str) -> Member | None:
        """Whoever brings a member's key is that member from now on, in this browser; None for a key that is none."""
        group = await self.find(group_id)
        member = next((one for one in group.members if one.key == key), None) if group else None
        if group is None or member is None:
            return None
        earlier = group.of(holder)
        if earlier is not None and earlier.name != member.name:
            raise BadInput(f"this browser is {earlier.name}'s: {member.name} needs another, or a private window")
        update = "UPDATE members SET holder = ? WHERE agreement_id = ? AND name = ?"
        await self._store.transact(lambda connection: connection.execute(update, (holder, group_id, member.name)))
        return member

    async def renew(self, group_id: str, name: str) -> None:
        """A new link for a member: whoever came by the old one is this member no longer."""
        update = "UPDATE members SET holder = '', key = ? WHERE agreement_id = ? AND name = ?"
        await self._store.transact(lambda connection: connection.execute(update, (new_key(), group_id, name)))

    async def told(self, group_id: str, name: str, version: int) -> None:
        """A member has been told of a version."""
        update = "UPDATE members SET played = max(played, ?) WHERE agreement_id = ? AND name = ?"
        await self._store.transact(lambda connection: connection.execute(update, (version, group_id, name)))


Rows = list[tuple[str, str, str, int]]


def _read(connection: sqlite3.Connection, group_id: str) -> tuple[str, Rows] | None:
    found = connection.execute("SELECT document FROM agreements WHERE id = ?", (group_id,)).fetchone()
    query = "SELECT name, holder, key, played FROM members WHERE agreement_id = ?"
    return None if found is None else (str(found[0]), connection.execute(query, (group_id,)).fetchall())


def _sync(connection: sqlite3.Connection, agreement: Agreement) -> None:
    """A row for each member of the document, and for nobody else."""
    names = {name for (name,) in connection.execute("SELECT name FROM members WHERE agreement_id = ?", (agreement.id,))}
    for name in names.difference(agreement.members):
        connection.execute("DELETE FROM members WHERE agreement_id = ? AND name = ?", (agreement.id, name))
    for name in agreement.members:
        if name not in names:
            row = (agreement.id, name, new_key())
            connection.execute("INSERT INTO members (agreement_id, name, key) VALUES (?, ?, ?)", row)


def _group(text: str, rows: Rows) -> Group:
    agreement = read_agreement(text)
    by_name = {row[0]: Member(*row) for row in rows}
    return Group(agreement, tuple(by_name[name] for name in agreement.members))


def of_table(row: TableRow) -> dict[str, Any] | None:
    """What the page of a free seat says of the house rules that are played there."""
    if row.agreed is None:
        return None
    room = named(row.game)
    version = Version(row.agreed.version, "", date.min, row.house, row.agreed.rulings)
    return {
        "title": row.agreed.title,
        "version": row.agreed.version,
        "url": f"/house/{row.agreed.id}/rules?version={row.agreed.version}&seats={len(row.seats)}",
        "differences": differences(room, None, version),
    }
