"""Find the line of rules.py that is to blame for an error when rules run interpreted, and name the error in the words of the
kit."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from parlour.engine.counting import counted
from parlour.engine.dispatch import room_of
from parlour.engine.errors import BadInput, meant
from parlour.engine.former import missing
from parlour.kit.layout import Pile
from parlour.kit.phases import PARTS
from parlour.machine import body

from .faults import Fault

LONGEST = 90


def blamed(error: BaseException, folder: Path, seconds: float = 0) -> Fault:
    """Return one line about an error: the innermost line of the room's own files that led to it, and what went wrong there.

    seconds: the time limit, if the error is that it came to no end (KeyboardInterrupt).
    """
    if (compiling := of_compiler(error)) is not None:
        return compiling
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).parent == folder:
        return Fault(f"{Path(error.filename).name}:{error.lineno}", f"not Python: {error.msg}")
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if _file(frame).parent == folder]
    if isinstance(error, BadInput) and not frames:
        return _of_message(str(error), folder)
    if isinstance(error, KeyboardInterrupt) and not frames:
        return Fault("rules.py", f"no end after {seconds:g} s")
    if not frames:
        return Fault("rules.py", f"{type(error).__name__}: {error}")
    frame, line = frames[-1]
    return Fault(f"{_file(frame).name}:{line}", f"{_what(error, frame, line, seconds)}{_phase(frames[0][0])}")


def of_compiler(error: BaseException) -> Fault | None:
    """Return one line about rules that cannot be compiled, None if the error is about something else."""
    if not type(error).__module__.startswith("numba."):
        return None
    text = _RECORD.sub("the table", str(error))
    places = [(Path(file), line) for file, line in _PLACE.findall(text) if Path(file).name in ROOM_FILES]
    reasons = _REASON.findall(text) or [text.partition("\n")[0]]
    kinds = _KINDS.search(reasons[-1])
    what = f"a value is sometimes {kinds[1]} and sometimes {kinds[2]}" if kinds else reasons[-1].strip()
    file, line = places[-1] if places else (Path("rules.py"), "")
    kind = _LITERAL.sub(r"\1", what)
    return Fault(f"{file.name}:{line}" if line else file.name, f"cannot be compiled: {kind}")


ROOM_FILES = ("rules.py", "bot.py")
_RECORD = re.compile(r"Record\(_\w+\[.*?;(?:True|False)\)", re.DOTALL)
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_REASON = re.compile(r"\(step: [^)]*\)\s*\n\s*(.+)")
_KINDS = re.compile(r"Cannot unify (.+) and (.+?) for ")
_LITERAL = re.compile(r"Literal\[(\w+)\]\([^()]*\)")


def _of_message(message: str, folder: Path) -> Fault:
    """A message that names its file, with the folder left out."""
    text = message.removeprefix(f"{folder}/").removeprefix(f"{folder.name}/")
    match = re.match(r"(?P<where>[\w.]+\.(?:py|toml|md)(?::\d+)?): (?P<what>.*)", text, re.DOTALL)
    return Fault(match["where"], match["what"]) if match else Fault("rules.py", text)


def _file(frame: FrameType) -> Path:
    return Path(frame.f_code.co_filename)


def _what(error: BaseException, frame: FrameType, line: int, seconds: float) -> str:
    source = linecache.getline(str(_file(frame)), line).strip()
    code = source if len(source) <= LONGEST else f"{source[: LONGEST - 3]}..."
    if isinstance(error, KeyboardInterrupt):
        return f"{frame.f_code.co_name} comes to no end: still at `{code}` after {seconds:g} s"
    if isinstance(error, NameError) and error.name:
        known = [*frame.f_locals, *(name for name in frame.f_globals if not name.startswith("_"))]
        return missing(error.name, known)
    if isinstance(error, IndexError):
        return _outside(error, frame, code)
    if isinstance(error, RecursionError):
        return f"{frame.f_code.co_name} calls itself without end"
    if isinstance(error, AttributeError) and error.name:
        return f"`{code}`: there is no {error.name}{meant(error.name, dir(error.obj))}"
    message = str(error).partition("\n")[0]
    return f"`{code}`: {message}" if isinstance(error, BadInput | ValueError) else f"`{code}`: {type(error).__name__}: {message}"


def _phase(outer: FrameType) -> str:
    """Return where in a hand an error came, from the outermost frame of the room's files: the phase at which its function is
    written, or the phase of its table if it serves several; empty if it has no table."""
    table: Any = outer.f_locals.get("t")
    if "phase" not in (getattr(getattr(table, "dtype", None), "names", None) or ()):
        return ""
    room = room_of(table)
    written = [n for n in range(1, len(room.phases)) if any(_is_body(room.part(part, n), outer) for part in PARTS)]
    phase = written[0] if len(written) == 1 else int(table.phase)
    return f" (phase {room.phases[phase]!r})" if 0 <= phase < len(room.phases) else ""


def _is_body(function: Callable[..., Any] | None, frame: FrameType) -> bool:
    return function is not None and body(function).__code__ is frame.f_code


def _outside(error: IndexError, frame: FrameType, code: str) -> str:
    """An index past the end; for a pile that is full, its name and what it was declared to hold."""
    inner = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-1].f_locals
    table = next((value for value in (frame.f_locals.get("t"), inner.get("t")) if value is not None), None)
    pile = inner.get("pile")
    if pile is not None and table is not None:
        for name, field in _piles(table):
            if np.shares_memory(table[name], pile):
                return f"`{code}`: the pile {name} has room for {counted(field, 'card')}, and gets another"
    index = re.search(r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)", str(error))
    if index is None:
        return f"`{code}`: {error}"
    return f"`{code}`: index {index[1]} is out of range: there are {index[2]}, from 0 to {int(index[2]) - 1}"


def _piles(table: Any) -> list[tuple[str, int]]:
    """The piles of a record: name, and for how many cards."""
    zones = room_of(table).Table.zones.items()
    return [(name, zone.n) for name, zone in zones if isinstance(zone, Pile)]
