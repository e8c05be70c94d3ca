"""Groups' house rules on disk: each document as its text, which browser each member uses, and the links by which they come.

A member is the browser that came by the member's link, which works once (`links`). Who came by whose link, with which device, and
every answer stands in the document's log, which all can read. See docs/decisions/0375-seats-and-links.md.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from parlour.engine.errors import BadInput, shown
from parlour.engine.rooms import named
from parlour.house.agreement import Agreement, LogEntry, Version, differences
from parlour.house.agreement_toml import read_agreement, write_agreement
from parlour.languages import gettext as _
from parlour.languages import mark, moment

from .links import ByLink, new_key, opened_by
from .store import Store, TableRow

TIME_TO_CANCEL = timedelta(days=1)
"""Time in which the device of a member can cancel a new link that another member made for them."""
STALE = mark(
    "this link is no longer good: somebody has come by it, or there is a newer one. The log below says who came when; if that was"
    " not you, tell the others, and let one of them make a new link"
)


def now() -> datetime:
    """The time as it is written to a log."""
    return datetime.now(UTC).replace(microsecond=0)


def device_label(document: str, holder: str) -> str:
    """The public label of a device in one document: it says that two answers came by one browser, and nothing else of it.

    holder: digest of the browser's token.
    """
    found = hashlib.sha256(f"device:{document}:{holder}".encode()).digest()
    return base64.b32encode(found).decode().lower()[:6]


@dataclass(frozen=True)
class Member(ByLink):
    """A member of a group.

    holder: digest of the token of the browser they use, "" until they have come by their link. key: for their browser, or their
    next one. played: the last version that they played under, or were told of. renewed: a new link to a member who has come;
    ready: from when on it works, if their device does not cancel it. made_by: who made the link that is open, "" for the first
    member.
    """

    name: str
    holder: str = ""
    key: str = ""
    played: int = 0
    renewed: str = ""
    made_by: str = ""
    ready: float = 0.0


@dataclass(frozen=True)
class Group:
    """A document and its members, in its order. What happens gives a new one."""

    agreement: Agreement
    members: tuple[Member, ...]

    def with_device(self, holder: str) -> tuple[Member, ...]:
        """The members who use the browser of this token's digest."""
        return tuple(member for member in self.members if holder and member.holder == holder)

    def member(self, name: str) -> Member:
        """The member of this name. BadInput if there is none."""
        found = next((member for member in self.members if member.name == name), None)
        if found is None:
            raise BadInput(_("{name} is not a member of {group}", name=shown(name), group=self.agreement.title))
        return found

    def knows(self, member: Member) -> int:
        """The last version that a member knows: they played under it, were told of it, or agreed to it."""
        return max(member.played, self.agreement.known_to(member.name))

    def maker(self, member: Member) -> str:
        """The member who made the link of a member that is open."""
        return member.made_by or self.members[0].name

    def device(self, member: Member) -> str:
        """The public label of a member's device, "" until they have come."""
        return device_label(self.agreement.id, member.holder) if member.holder else ""

    # what happens

    def with_agreement(self, agreement: Agreement, maker: str = "") -> Group:
        """Return the group with another text of the document; new members get a link that `maker` hands out."""
        known = {member.name: member for member in self.members}
        return Group(
            agreement, tuple(known.get(name) or Member(name, key=new_key(), made_by=maker) for name in agreement.members)
        )

    def noted(self, did: str, who: str, by: str = "", device: str = "", version: int = 0) -> Group:
        """Return the group with one more entry in the log."""
        entry = LogEntry(now(), did, who, "" if by == who else by, device, version)
        return replace(self, agreement=self.agreement.noted(entry))

    def come(self, key: str, holder: str) -> Group:
        """A browser brings a member's key, and is that member from now on. BadInput if it is nobody's, or does not work yet."""
        number = opened_by(self.members, key)
        if number is None:
            raise BadInput(_(STALE))
        member = self.members[number]
        if member.holder == holder:
            return self
        renewed = member.renewed == key
        if renewed and now().timestamp() < member.ready:
            raise BadInput(
                _(
                    "the device that is {name} now can still cancel this link: it works from {time} on, or as soon as that device"
                    " allows it",
                    name=member.name,
                    time=moment(datetime.fromtimestamp(member.ready, UTC)),
                )
            )
        by = self.maker(member) if renewed or not member.holder else member.name
        come = self.put(member.claimed(holder, made_by="", ready=0.0))
        return come.noted("moved" if member.holder else "came", member.name, by, device_label(self.agreement.id, holder))

    def renewed(self, name: str, by: Member) -> Group:
        """A member makes a new link for another, whose device may cancel it for a while, or for themselves."""
        member = self.member(name)
        if member.holder and member.name != by.name:
            ready = (now() + TIME_TO_CANCEL).timestamp()
            made = replace(member, renewed=new_key(), made_by=by.name, ready=ready)
        else:
            made = replace(member, key=new_key(), made_by="" if member.holder else by.name)
        return self.put(made).noted("linked", name, by.name, self.device(by))

    def answered(self, member: Member, yes: bool) -> Group:
        """The device of a member allows the new link that another has made, or cancels it. BadInput if there is none."""
        if not member.renewed:
            raise BadInput(_("there is no new link for {name}", name=member.name))
        maker, device = self.maker(member), self.device(member)
        after = replace(member, ready=0.0) if yes else replace(member, renewed="", made_by="", ready=0.0)
        return self.put(after).noted("allowed" if yes else "kept", member.name, maker, device)

    def put(self, member: Member) -> Group:
        """Return the group with other facts about a member."""
        return replace(self, members=tuple(member if one.name == member.name else one for one in self.members))


class Groups:
    """The groups of a server. A change reads a group, changes it and writes it; if another change came first, it starts again."""

    def __init__(self, store: Store, work: Callable[..., Awaitable[Any]] = asyncio.to_thread) -> None:
        self._store, self._work = store, work

    async def find(self, group_id: str) -> Group | None:
        """The group whose document has this id, None if there is none. BadInput if it cannot be read any more."""
        found = await self._store.transact(lambda connection: _read(connection, group_id))
        group: Group | None = await self._work(_group, *found) if found else None
        return group

    async def of(self, holder: str, game: str = "") -> list[Group]:
        """The groups of the person whose token has this digest, latest first; of one game, if it is named.

        A document that cannot be read any more is left out.
        """
        return [group for group, _ in await self.each_of(holder) if group and game in ("", group.agreement.game)]

    async def each_of(self, holder: str) -> list[tuple[Group | None, str]]:
        """Return the documents with these ids, each with "", and None with what is wrong for each that cannot be read."""
        query = "SELECT id FROM agreements WHERE id IN (SELECT agreement_id FROM members WHERE holder = ?) ORDER BY created DESC"

        def act(connection: sqlite3.Connection) -> list[str]:
            return [found for (found,) in connection.execute(query, (holder,))]

        groups: list[tuple[Group | None, str]] = []
        for found in await self._store.transact(act) if holder else []:
            try:
                groups.append((await self.find(found), ""))
            except BadInput as error:
                groups.append((None, f"/house/{found}: {error}"))
        return [(group, wrong) for group, wrong in groups if group or wrong]

    async def add(self, agreement: Agreement, did: str, name: str = "", holder: str = "") -> None:
        """Keep a new document. did: how it came, for its log; member `name` uses the browser of `holder`. BadInput if it is kept
        already.
        """
        group = Group(agreement, ()).with_agreement(agreement, name)
        if holder:
            group = group.put(replace(group.member(name), holder=holder, made_by=""))
        group = group.noted(did, name, device=device_label(agreement.id, holder) if holder else "")
        text = str(await self._work(write_agreement, group.agreement))

        def act(connection: sqlite3.Connection) -> None:
            if _read(connection, agreement.id):
                raise BadInput(_("these house rules are kept here already, at /house/{id}", id=agreement.id))
            connection.execute("INSERT INTO agreements VALUES (?, ?, ?)", (agreement.id, text, time.time()))
            _write_members(connection, group)

        await self._store.transact(act)

    async def put(self, agreement: Agreement) -> Group:
        """Keep what a file of the host holds. Of two histories the longer counts; BadInput if neither goes on from the other."""
        kept = await self.find(agreement.id)
        if kept is None:
            await self.add(agreement, "served")
        else:
            ours, theirs = kept.agreement.versions, agreement.versions
            if ours[: len(theirs)] != theirs and theirs[: len(ours)] != ours:
                raise BadInput(
                    _(
                        "{group} has gone on differently here: /house/{id}/file is what is kept",
                        group=shown(agreement.title),
                        id=agreement.id,
                    )
                )
            if len(theirs) > len(ours):
                await self.change(agreement.id, lambda group: _carried_on(group, agreement))
        found = await self.find(agreement.id)
        assert found is not None
        return found

    async def waiting(self, holder: str) -> list[dict[str, str]]:
        """Return the proposals that wait for an answer from the holder of the token with this digest: the page and who
        proposes.
        """
        found = []
        for group in await self.of(holder):
            asked = group.agreement.proposal
            if asked and any(me.name not in (*asked.agreed, *asked.objected) for me in group.with_device(holder)):
                found.append({"url": f"/house/{group.agreement.id}", "title": group.agreement.title, "by": asked.by})
        return found

    async def change(self, group_id: str, act: Callable[[Group], Group]) -> Group:
        """Do something with a group. BadInput as `act` raises it, and if there is no such document."""
        while True:
            before = await self._store.transact(lambda connection: _read(connection, group_id))
            if before is None:
                raise BadInput(_("there are no such house rules any more"))
            after, text = await self._work(_changed, act, *before)

            def write(connection: sqlite3.Connection, before: Kept = before, text: str = text, after: Group = after) -> bool:
                if _read(connection, group_id) != before:
                    return False
                connection.execute("UPDATE agreements SET document = ? WHERE id = ?", (text, group_id))
                _write_members(connection, after)
                return True

            if await self._store.transact(write):
                return Group(after.agreement, after.members)

    async def mark_seen(self, group_id: str, name: str, version: int) -> None:
        """Note that a member has seen a version."""
        update = "UPDATE members SET played = max(played, ?) WHERE agreement_id = ? AND name = ?"
        await self._store.transact(lambda connection: connection.execute(update, (version, group_id, name)))


Kept = tuple[str, list[tuple[Any, ...]]]
"""A document's text and the rows of its members."""
_COLUMNS = ", ".join(field.name for field in fields(Member))


def _read(connection: sqlite3.Connection, group_id: str) -> Kept | None:
    found = connection.execute("SELECT document FROM agreements WHERE id = ?", (group_id,)).fetchone()
    query = f"SELECT {_COLUMNS} FROM members WHERE agreement_id = ? ORDER BY name"
    return None if found is None else (str(found[0]), connection.execute(query, (group_id,)).fetchall())


def _write_members(connection: sqlite3.Connection, group: Group) -> None:
    connection.execute("DELETE FROM members WHERE agreement_id = ?", (group.agreement.id,))
    insert = f"INSERT INTO members (agreement_id, {_COLUMNS}) VALUES (?, {', '.join('?' for _ in fields(Member))})"
    connection.executemany(insert, [(group.agreement.id, *astuple(member)) for member in group.members])


def _group(text: str, rows: list[tuple[Any, ...]]) -> Group:
    agreement = read_agreement(text)
    by_name = {row[0]: Member(*row) for row in rows}
    return Group(agreement, tuple(by_name[name] for name in agreement.members))


def _changed(act: Callable[[Group], Group], text: str, rows: list[tuple[Any, ...]]) -> tuple[Group, str]:
    after = act(_group(text, rows))
    return after, write_agreement(after.agreement)


def _carried_on(group: Group, theirs: Agreement) -> Group:
    """Return a document that is kept here with all that a file of the host adds to it; nothing of its log is lost."""
    log = sorted({*group.agreement.log, *theirs.log}, key=lambda entry: entry.at)
    return group.with_agreement(replace(theirs, log=tuple(log))).noted("served", "")


def of_table(row: TableRow) -> dict[str, Any] | None:
    """Return the house rules of a table for the page of a free seat."""
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
