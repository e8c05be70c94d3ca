"""Pads that the server keeps at hand, worked out: a sync costs what it brings and changes, and who asks gets what is new."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.engine.errors import BadInput
from parlour.house.pad import Event, Pad
from parlour.house.pad.entries import Subject
from parlour.house.pad.events import check_event, event_of
from parlour.house.pad.fold import Folding
from parlour.house.pad.keeping import now
from parlour.languages import current, read_out
from parlour.languages import gettext as _
from parlour.table.delivery import files

from .rows import PadRow
from .view import Shown, columns_of

COMING = 12
"""Hands whose forms are known ahead, for phones that lose their line."""
MOST_ENTRIES = 10_000
"""Entries of all pads that are kept at hand: about 16 kilobytes each, if each is a hand."""
REVISION = re.compile("[0-9]{1,12}")
WEIGHT = 100
"""The weight of a pad without entries."""


class OpenPad:
    """A pad worked out, and what has changed in it since when. A thread that works with it holds the pad's lock.

    What is worked out is for readers of all languages; `state_for` puts it into the words of one.
    """

    def __init__(self, row: PadRow, events: Sequence[Event]) -> None:
        self.row, self.folding = row, Folding(Pad(row.head, events))
        self._columns: list[list[int]] = []
        self._began()
        self._settle()

    def __len__(self) -> int:
        return len(self.folding.pad)

    def _began(self) -> None:
        """Start a new count: entries from before say nothing about those from here on."""
        self._stamp, self._revision = secrets.token_urlsafe(9), 0
        self._changed: OrderedDict[Subject, int] = OrderedDict()
        """By hand the revision that changed it last, in the order of revisions."""
        self._written: dict[tuple[int, str], dict[Subject, bytes]] = {}
        """The entries by hand, for each keeper and language."""
        self.folding.touched.clear()

    def _settle(self) -> None:
        """Note what has changed, after events came."""
        self._revision += 1
        for at in self.folding.touched:
            self._changed[at] = self._revision
            self._changed.move_to_end(at)
            for written in self._written.values():
                written.pop(at, None)
        self.folding.touched.clear()
        self._sheet, self._ahead = self.folding.sheet(), self.folding.ahead(COMING)
        columns = columns_of(self._sheet, self.folding.tally)
        if self._columns and columns != self._columns:  # every hand has its figures by column
            self._began()
        self._columns = columns

    def follow(self, events: Sequence[Event]) -> None:
        """Take what is on the disk already."""
        for event in events:
            self.folding.pad.add(event)
        self.folding.refresh()
        self._settle()

    def take(self, given: Sequence[dict[str, Any]], keeper: str) -> tuple[list[Event], dict[str, str]]:
        """Return the new entries that the pad takes, and by id why it refuses the others. given: JSON data, each with an id.

        The time of an entry that is taken is this house's: what a phone's clock says is not kept.
        """
        refused: dict[str, str] = {}
        read: list[Event] = []
        for data in given:
            try:
                event = event_of(data)
                if event.by != keeper:
                    raise BadInput(_("this is {keeper}'s link, and {by} entered it", keeper=keeper, by=event.by))
                check_event(event, self.folding.game.seats)  # before its time is replaced
                read.append(msgspec.structs.replace(event, at=now()))
            except BadInput as error:
                refused[data["id"]] = str(error)
        taken, why = self.folding.take(read)
        if taken:
            self._settle()
        return taken, refused | why

    def state_for(self, keeper: int, since: str) -> dict[str, Any]:
        """The pad for one of its keepers, or for who looks on.

        since: what the last answer to that device had as `since`. Only hands that have changed are sent; all of them if it is
        empty, of another server, or in another language.
        """
        shown = Shown(self.row, self.folding, self._sheet, self._ahead, keeper)
        code, (stamp, _, revision) = current().code, since.rpartition(".")
        known = int(revision) if stamp == f"{self._stamp}.{code}" and REVISION.fullmatch(revision) else None
        if known is None:
            news = [(hand.match, hand.number) for hand in self._sheet.hands]
        else:
            news = []
            for at, when in reversed(self._changed.items()):
                if when <= known:
                    break
                news.append(at)
        hands, written = self.folding.hands, self._written.setdefault((keeper, code), {})
        for at in news:
            if at in hands and at not in written:
                written[at] = msgspec.json.encode(shown.hand_data(hands[at]), enc_hook=read_out)
        return {
            "version": files().version,
            "since": f"{self._stamp}.{code}.{self._revision}",
            "pad": shown.pad_data(),
            "sheet": {
                "whole": known is None,
                "hands": [msgspec.Raw(written[at]) for at in sorted(news) if at in hands],
                "gone": [at for at in sorted(news) if at not in hands],
                **shown.sheet_data(),
            },
        }


class PadCache:
    """The pads at hand; if they become too many, those are put away that were not asked for the longest."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._pads: OrderedDict[str, OpenPad] = OrderedDict()

    def get(self, pad_id: str) -> OpenPad | None:
        """A pad, if it is at hand."""
        found = self._pads.get(pad_id)
        if found is not None:
            self._pads.move_to_end(pad_id)
        return found

    def put(self, pad: OpenPad) -> None:
        """Keep a pad at hand, or notice that it has grown."""
        self._pads[pad.row.id] = pad
        self._pads.move_to_end(pad.row.id)
        while len(self._pads) > 1 and sum(WEIGHT + len(one) for one in self._pads.values()) > self._most:
            self._pads.popitem(last=False)

    def drop(self, pad_id: str) -> None:
        """Put a pad away: what is at hand is not what is on the disk."""
        self._pads.pop(pad_id, None)
