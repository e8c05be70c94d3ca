"""Rooms outside the house while they are being written: when their files change, they and their tables are opened again."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.engine.errors import BadInput
from parlour.engine.rooms import guests, renew
from parlour.ladder.reading import slips

from .hall import Hall

SECONDS = 0.5
"""Between two looks at the files; a change counts once two looks have found the same."""
SUFFIXES = (".py", ".toml", ".md")

Stamp = tuple[tuple[str, int, int], ...]


def stamp(folder: Path) -> Stamp:
    """Return a value that changes with the files of a room."""
    found = []
    for path in sorted(folder.glob("*")):
        if path.suffix in SUFFIXES:
            try:
                status = path.stat()
            except OSError:  # gone between the two
                continue
            found.append((path.name, status.st_mtime_ns, status.st_size))
    return tuple(found)


async def watch(hall: Hall, every: float = SECONDS) -> None:
    """Look after the guests of this process for as long as the server runs."""
    known = {name: stamp(folder) for name, folder in guests().items()}
    before = dict(known)
    while True:
        await asyncio.sleep(every)
        for name, folder in guests().items():
            now = await hall.work(stamp, folder)
            settled, before[name] = now == before.get(name), now
            if settled and now != known.get(name):
                known[name] = now
                await _renew(hall, name)


async def _renew(hall: Hall, name: str) -> None:
    """Open a room again, or say in a line why it stays as it was."""
    try:
        opened = await hall.work(renew, name)
    except BadInput as error:
        print(f"{error}\n{name} stays as it was", flush=True)
        return
    for fault in await hall.work(slips, opened):
        print(f"{name}/{fault}", flush=True)
    print(f"{opened.title}: opened again", flush=True)
    await hall.renew(name)
