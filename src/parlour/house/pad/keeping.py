"""A pad in a file: a line for every event, on the disk before the next is told; resumed where it was left."""

from __future__ import annotations

import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from parlour.engine.errors import BadInput, shown

from .events import Cells, Event, Kind, Pad, line_of


def now() -> str:
    """The time, as events have it: ISO, in UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Book:
    """A pad and the file it is kept in (None: nowhere). by: whose events are told here."""

    def __init__(self, pad: Pad, path: Path | None, by: str) -> None:
        self.pad, self.path, self.by = pad, path, by
        self._device, self._number = secrets.token_hex(4), 0

    @classmethod
    def begin(cls, pad: Pad, path: Path, by: str = "terminal") -> Book:
        """A new pad in a new file. BadInput where it cannot be written, or there is one."""
        book = cls(pad, path, by)
        there = path.exists()
        try:
            book._write("x", pad.write())
        except BadInput:
            if not there:
                path.unlink(missing_ok=True)  # begun and not finished, as on a full disk: it must not stop the next attempt
            raise
        return book

    @classmethod
    def resume(cls, path: Path, by: str = "terminal") -> Book:
        """The pad of a file. A last line that was cut off is taken away. BadInput says what is wrong with the file."""
        try:
            data = path.read_bytes()
            text = data.decode()
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        except ValueError:
            raise BadInput(f"{path} is no text and so no pad") from None
        pad = Pad.read(text, str(path))
        if not text.endswith("\n"):
            whole = data.rfind(b"\n") + 1
            if len(text.splitlines()) == len(pad.events) + 1:  # the last line is whole but for its end
                cls(pad, path, by)._write("a", "\n")
            else:
                os.truncate(path, whole)
        return cls(pad, path, by)

    def tell(self, match: int, hand: int, cells: Cells, over: list[str] | None = None) -> Event:
        """Tell cells of a hand."""
        return self.add("tell", match=match, hand=hand, cells=cells, over=over)

    def add(self, kind: Kind, **more: object) -> Event:
        """An event of this kind, told now, kept. BadInput where it cannot be one, or the file cannot be written."""
        self._number += 1
        event = Event(f"{self._device}-{self._number}", self.by, now(), kind, **more)  # type: ignore[arg-type]
        self.pad.add(event)
        if self.path is not None:
            self._write("a", f"{line_of(event)}\n")
        return event

    def _write(self, mode: str, text: str) -> None:
        assert self.path is not None
        try:
            with self.path.open(mode, encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            raise BadInput(f"{self.path} is there already") from None
        except OSError as error:
            raise BadInput(f"{shown(str(self.path))}: {error.strerror}") from None
