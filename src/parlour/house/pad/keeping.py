"""A pad in a file: a line for every event, on the disk before the next one; resumed where it was left."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path

from parlour.engine.files import append_text, cut_file, read_bytes, text_of, write_new
from parlour.engine.reading import lines_of

from .events import Cells, Event, Kind, Pad, line_of


def now() -> str:
    """The time, as events have it: ISO, in UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class PadFile:
    """A pad and the file it is kept in (None: nowhere). by: whose events are entered here."""

    def __init__(self, pad: Pad, path: Path | None, by: str) -> None:
        self.pad, self.path, self.by = pad, path, by
        self._device, self._number = secrets.token_hex(4), 0

    @classmethod
    def begin(cls, pad: Pad, path: Path, by: str = "terminal") -> PadFile:
        """A new pad in a new file. BadInput if it cannot be written, or there is one."""
        write_new(path, pad.write())
        return cls(pad, path, by)

    @classmethod
    def resume(cls, path: Path, by: str = "terminal", skipped: list[str] | None = None) -> PadFile:
        """The pad of a file. A last line that was cut off is taken away. BadInput says what is wrong with the file.

        skipped: as for `Pad.read`; the lines stay in the file.
        """
        data = read_bytes(path)
        text = text_of(data, path)
        unread: list[str] = []
        pad = Pad.read(text, str(path), None if skipped is None else unread)
        if skipped is not None:
            skipped += unread
        if not text.endswith("\n"):
            if len(lines_of(text)) == len(pad.events) + len(unread) + 1:  # the last line is whole but for its end
                append_text(path, "\n")
            else:
                cut_file(path, data.rfind(b"\n") + 1)
        return cls(pad, path, by)

    def enter(self, match: int, hand: int, cells: Cells, over: list[str] | None = None) -> Event:
        """Enter cells of a hand."""
        return self.add("tell", match=match, hand=hand, cells=cells, over=over)

    def add(self, kind: Kind, **more: object) -> Event:
        """An event of this kind, entered now, kept. BadInput if it cannot be one, or the file cannot be written."""
        self._number += 1
        event = Event(f"{self._device}-{self._number}", self.by, now(), kind, **more)  # type: ignore[arg-type]
        self.pad.add(event)
        if self.path is not None:
            append_text(self.path, f"{line_of(event)}\n")
        return event
