"""A seating: who sits where, and who plays with whom. Names, teams and places as people write them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from parlour.engine.errors import BadInput, shown
from parlour.engine.reading import parse_json
from parlour.engine.speech import no_you
from parlour.languages import gettext as _
from parlour.languages import listed, ngettext

MOST_PLAYERS = 26
MOST_NAME = 24


@dataclass(frozen=True)
class Seating:
    """One table: who sits where, who plays with whom.

    What the score pad and the web table are given: as `written` (JSON) or as an address (`query`).
    """

    players: tuple[str, ...]
    """Names by seat, clockwise. The first deals first."""
    sides: tuple[int, ...]
    """By seat the number of the team, from 0."""
    game: str = ""
    """The name of a room, "" if it is still open what will be played."""

    def __post_init__(self) -> None:
        if len(self.players) != len(self.sides) or not self.players:
            raise BadInput(_("a seating has a side for every player, and somebody sits there"))
        if set(self.sides) != set(range(len(set(self.sides)))):
            raise BadInput(_("the sides of a seating are numbered from 0"))

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The names by team, each in order of the seats."""
        pairs = tuple(zip(self.players, self.sides, strict=True))
        return tuple(tuple(name for name, side in pairs if side == team) for team in range(max(self.sides) + 1))

    @property
    def partners(self) -> bool:
        """Whether anybody has a partner."""
        return len(set(self.sides)) < len(self.sides)

    def as_json(self) -> dict[str, Any]:
        """Return the seating as data for JSON: `players`, `sides`, `game`."""
        return {"players": list(self.players), "sides": list(self.sides), "game": self.game}

    def written(self) -> str:
        """Return the seating as JSON text, which `Seating.read` reads."""
        return json.dumps(self.as_json(), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> Seating:
        """A seating from its JSON. BadInput says what is wrong with it."""
        try:
            found = parse_json(text, "it")
            players, sides, game = tuple(found["players"]), tuple(found["sides"]), found.get("game", "")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(_("a seating is JSON with `players`, names by seat, and `sides`, a figure for each")) from None
        if not all(isinstance(side, int) and not isinstance(side, bool) and side >= 0 for side in sides):
            raise BadInput(_("the sides of a seating are figures from 0 on"))
        if not all(isinstance(name, str) for name in players) or not isinstance(game, str):
            raise BadInput(_("the players and the game of a seating are texts"))
        return cls(tuple(read_names(players)), sides, game)

    def query(self) -> str:
        """Return the seating as the end of an address: `players=Ann,Bob&sides=0,1`."""
        return urlencode({"players": ",".join(self.players), "sides": ",".join(map(str, self.sides))})


def read_names(given: Sequence[str]) -> list[str]:
    """Players' names: tidied, none twice; a single number N stands for players called 1 to N.

    BadInput for none, too many, a name twice or too long, for "You", and for one with a comma or an equals sign, which part
    names here.
    """
    names = [" ".join("".join(c if c.isprintable() else " " for c in name).split()) for name in given]
    names = [name for name in names if name]
    if len(names) == 1 and re.fullmatch(r"[0-9]{1,3}", names[0]):
        names = [str(number + 1) for number in range(int(names[0]))]
    if len(names) < 2:
        raise BadInput(_("who plays? At least two players are to be seated, by name or by number"))
    if len(names) > MOST_PLAYERS:
        raise BadInput(_("{players}: {most} can be seated at most", players=players_words(len(names)), most=MOST_PLAYERS))
    seen: dict[str, str] = {}
    for name in names:
        if len(name) > MOST_NAME:
            raise BadInput(_("{name}: a name has {most} letters at most", name=shown(name), most=MOST_NAME))
        if re.search("[,=]", name):
            raise BadInput(_("{name}: a name has no comma and no equals sign in it", name=shown(name)))
        no_you(name)
        if name.casefold() in seen:
            raise BadInput(_("{name} is named twice", name=shown(name)))
        seen[name.casefold()] = name
    return names


def find_name(text: str, names: Sequence[str]) -> int:
    """The number of a player by name, in capitals or not. BadInput if nobody is called so."""
    folded = " ".join(text.split()).casefold()
    for number, name in enumerate(names):
        if name.casefold() == folded:
            return number
    raise BadInput(_("nobody is called {name}: the players are {names}", name=shown(" ".join(text.split())), names=listed(names)))


def read_sizes(text: str, players: int) -> tuple[int, ...]:
    """The sizes of the teams: `2` (teams), `3x2` (three teams of two), `3,2` (a team of three against two); "" for the usual.

    Usually an even number plays in two teams and an odd number each for themselves. BadInput if it does not come out.
    """
    text = text.strip().lower().replace("×", "x")
    if not text:
        return (players // 2,) * 2 if players % 2 == 0 and players > 2 else (1,) * players
    if match := re.fullmatch(r"([0-9]{1,2})\s*x\s*([0-9]{1,2})", text):
        sizes = (int(match[2]),) * int(match[1])
    elif re.fullmatch(r"[0-9]{1,2}", text):
        number = int(text)
        if not 1 < number <= players:
            raise BadInput(
                _(
                    "{players} make 2 to {teams}, not {n}",
                    players=players_words(players),
                    teams=teams_words(players),
                    n=number,
                )
            )
        if players % number:
            raise BadInput(
                _(
                    "{players} make no {teams} of one size: give the sizes, such as {sizes}",
                    players=players_words(players),
                    teams=teams_words(number),
                    sizes=_uneven(players, number),
                )
            )
        sizes = (players // number,) * number
    elif re.fullmatch(r"[0-9]{1,2}(\s*,\s*[0-9]{1,2})+", text):
        sizes = tuple(sorted(map(int, text.split(",")), reverse=True))
    else:
        raise BadInput(
            _("teams: {text} is neither a number of teams, nor 3x2 (three of two), nor their sizes (3,2)", text=shown(text))
        )
    if min(sizes, default=0) < 1 or len(sizes) < 2:
        raise BadInput(_("teams: {text}: there are at least two teams, and somebody in each", text=shown(text)))
    if sum(sizes) != players:
        raise BadInput(
            _(
                "teams: {text} is for {players}, and there are {n}",
                text=text,
                players=players_words(sum(sizes)),
                n=players,
            )
        )
    return sizes


def _uneven(players: int, teams: int) -> str:
    return ",".join(str(players // teams + (team < players % teams)) for team in range(teams))


def seat_sides(sizes: Sequence[int]) -> tuple[int, ...]:
    """Return, by seat, the team: A-B-A-B, A-B-C-A-B-C; with teams of several sizes, each spread round the table as evenly as can
    be."""
    places = [((member + 0.5) / size, team) for team, size in enumerate(sizes) for member in range(size)]
    return tuple(team for _, team in sorted(places))


def team_letter(team: int) -> str:
    """A team's letter: A, B, C ..."""
    return chr(ord("A") + team)


def players_words(n: int) -> str:
    """`4 players`, in the reader's language."""
    return ngettext("{n} player", "{n} players", n)


def teams_words(n: int) -> str:
    """`2 teams`, in the reader's language."""
    return ngettext("{n} team", "{n} teams", n)


@dataclass(frozen=True)
class Seated:
    """A table with all that is said about how it came about, for the sheets and the page."""

    seating: Seating
    how: str
    """`draw`, `agreement` or `strength`."""
    sentences: tuple[str, ...] = field(default=())
    """Sentences about the seating."""
