"""The work of a study in chunks. A chunk is known by its key, and its result depends on nothing else.

Where a chunk begins does not depend on how many are wanted, on who does them, or on how fast that goes: so a study that wants
more goes on from what is there, and totals do not depend on who did the work.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from numba import config

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import GAMES, Room, room
from parlour.machine.cache import house_digest

Rule = bool | int | str
"""The value of a house rule."""
CHUNK = {"playouts": 1000, "totals": 1_000_000, "matches": 2, "decisions": 1}
"""Matches (deals, where each is played in every seating) in one task of a kind."""
FORMAT = 2
"""Raised when the columns of results change."""


@dataclass(frozen=True)
class Task:
    """Matches first .. first + count - 1 of a seed.

    kind: see `play`. game: the name of a game, or the folder of a room outside the house. rules: the digest of the room's files.
    house: house rules, by name. bots: who plays, as texts. every: of decisions, one in this many is looked at.
    code: the digest of the bots and of what plays them; see `code`. isolated: whether bots play from processes of
    their own; None: those from files do.
    """

    kind: str
    game: str
    rules: str
    seats: int
    house: tuple[tuple[str, Rule], ...]
    bots: tuple[str, ...]
    first: int
    count: int
    seed: int
    every: int = 1
    code: str = ""
    isolated: bool | None = None

    @property
    def key(self) -> str:
        """A digest of what its result depends on; where a room's folder lies is none of that."""
        data = asdict(self) | {"game": Path(self.game).name, "format": FORMAT}
        if self.isolated is None:
            del data["isolated"]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:24]

    def open(self) -> Game:
        """A game of its own to play. BadInput if the room is not here, or it or the players are not those that the study was
        begun with.
        """
        if code(self.bots) != self.code:
            raise BadInput("the bots, or what plays them, have changed since the study was started")
        return Game(opened(self.game, self.rules), self.seats, dict(self.house))


@cache
def opened(name: str, rules: str) -> Room:
    """The room of a task. BadInput if there is none, or its files have other contents."""
    try:
        found = room(name)
    except BadInput:
        if name != Path(name).name:
            raise BadInput(f"the room {name} is not on this machine; a study of it can run only where its folder is") from None
        raise
    if digest(found) != rules:
        raise BadInput(f"the files of {found.name} have changed since the study was started")
    return found


@cache
def digest(room: Room) -> str:
    """Digest of the files of a room that its play depends on."""
    seen = hashlib.sha256()
    for path in sorted(path for path in room.folder.iterdir() if path.suffix in (".py", ".json", ".toml")):
        if path.name not in ("table.toml", "scenarios.toml"):
            seen.update(repr((path.name, path.read_bytes())).encode())
    return seen.hexdigest()[:16]


PLAY = ("arrow", "collect", "play", "players", "seated", "tasks")
"""Modules of the lab that rows of results depend on."""


def code(bots: Sequence[str]) -> str:
    """Digest of what decides, beside the room's files and the bots' options, what is played: the kit, the engine, the bots and
    what of the lab plays; and the files of bots from files. (Learned weights stand in the room's folder.) Whether rules and bots
    are compiled counts as well: a search that is interpreted rounds otherwise, and chooses otherwise.
    """
    return _code(tuple(bots))


@cache
def _code(bots: tuple[str, ...]) -> str:
    seen = hashlib.sha256(repr((house_digest("bots"), bool(config.DISABLE_JIT))).encode())
    files = [Path(__file__).with_name(f"{name}.py") for name in PLAY]
    files += [path for text in bots if (path := Path(text.partition(":")[0])).suffix == ".py" and path.is_file()]
    for path in files:
        seen.update(repr((path.name, path.read_bytes())).encode())
    return seen.hexdigest()[:16]


def game_name(room: Room) -> str:
    """Return how a task names a room: by its name if it is of the house, otherwise by its folder."""
    return room.name if room.folder.parent == GAMES else str(room.folder)


def chunks(
    kind: str,
    game: Game,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int,
    first: int = 0,
    house: Mapping[str, Rule] | None = None,
    every: int = 1,
    isolated: bool | None = None,
) -> list[Task]:
    """Return at least the matches first .. first + matches - 1 as tasks. house: other house rules for the game than its own."""
    size, rules = CHUNK[kind], game.house if house is None else house
    settled = Game(game.room, game.seats, rules).options
    given = tuple((name, settled[name]) for name in sorted(rules))
    begin, end = first // size, -(-(first + matches) // size)
    one = Task(
        kind, game_name(game.room), digest(game.room), game.seats, given, tuple(bots), 0, size, seed, every, code(bots), isolated
    )
    return [replace(one, first=k * size) for k in range(begin, end)]
