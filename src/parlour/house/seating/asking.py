"""A request for a seating, from the command line or the page, and the answer in all its forms."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.rooms import named
from parlour.languages import gettext as _
from parlour.languages import listed, ngettext, number

from . import sheets
from .draws import Draw, draw
from .plan import Seating, players_words, read_names, read_sizes, teams_words
from .rotations import PAIRS, Rotation, rotate, rotate_pairs
from .teams import Balance, Wishes, agreed, balanced, read_ratings

WAYS = ("draw", "agreement", "strength", "rotation", "pairs")
MOST_SEED = 10**6
PARTNERSHIP = "partnership"


@dataclass(frozen=True)
class Asked:
    """A request: the players to be seated, and how. Texts as people write them."""

    players: tuple[str, ...]
    teams: str = ""
    how: str = "draw"
    """One of WAYS."""
    together: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()
    rounds: int = 0
    tables: int = 0
    game: str = ""
    seed: int | None = None
    """The same seed gives the same answer; None for a fresh one."""


@dataclass(frozen=True)
class Settled:
    """The answer. seed: with which it is had again."""

    how: str
    players: tuple[str, ...]
    """In the order that the answer numbers them: as given, in a rotation at random."""
    seed: int
    seating: Seating | None = None
    draw: Draw | None = None
    balance: Balance | None = None
    rotation: Rotation | None = None
    sentences: tuple[str, ...] = field(default=())
    game: str = ""

    def rounds(self) -> list[list[Seating]]:
        """Return the tables of each round; without a rotation one round of one table."""
        if self.rotation:
            return self.rotation.seatings(self.players, self.game)
        assert self.seating is not None
        return [[self.seating]]

    @property
    def title(self) -> str:
        """A heading."""
        if self.rotation:
            rounds = ngettext("{n} round", "{n} rounds", len(self.rotation.rounds))
            return f"{players_words(len(self.players))}, {rounds}"
        titles = {"draw": _("The draw"), "agreement": _("Partners by agreement"), "strength": _("Partners by strength")}
        return titles[self.how]

    def text(self) -> str:
        """Return the seating as text for a terminal."""
        if self.rotation:
            return sheets.rotation_text(self.rotation, self.players)
        if self.draw:
            return sheets.draw_text(self.draw)
        assert self.seating is not None
        sentences = sheets.balance_sentences(self.balance) if self.balance else self.sentences
        return "\n".join([sheets.seating_text(self.seating), *sentences])

    def body(self) -> str:
        """Return the answer as HTML without style or script."""
        return sheets.draw_html(self.draw) if self.draw else self.outcome()

    def outcome(self) -> str:
        """Return the seating as HTML; of a draw only its result."""
        if self.rotation:
            return sheets.rotation_html(self.rotation, self.players)
        if self.balance:
            return sheets.balance_html(self.balance)
        assert self.seating is not None
        return sheets.seating_html(self.seating) + "".join(f"<p>{sentence}</p>" for sentence in self.sentences)

    def page(self) -> str:
        """A whole page to print."""
        return sheets.html_page(self.title, self.body())

    def as_json(self) -> dict[str, Any]:
        """Return the seating as data for JSON."""
        found: dict[str, Any] = {"how": self.how, "seed": self.seed}
        if self.rotation:
            return found | self.rotation.as_json(self.players)
        assert self.seating is not None
        found["seating"] = self.seating.as_json()
        if self.draw:
            found["draw"] = [
                {"player": lot.player, "card": lot.name, "seat": lot.seat, "side": lot.side} for lot in self.draw.lots
            ]
        if self.balance:
            found["balance"] = {
                "strengths": list(self.balance.strengths),
                "apart": self.balance.apart,
                "mean": self.balance.mean,
                "draws": [{"apart": apart, "count": count} for apart, count in self.balance.draws],
            }
        return found


def settle(asked: Asked) -> Settled:
    """Seat them. BadInput, in a line, if that cannot be done as asked."""
    names = read_names(asked.players)
    seed = secrets.randbelow(MOST_SEED) if asked.seed is None else asked.seed
    rng = Random(seed)
    if asked.how in ("rotation", "pairs"):
        return _rotation(replace(asked, seed=seed), names, rng)
    game = named(asked.game).name if asked.game else ""
    sizes = _sizes(asked, names)
    if asked.how == "draw":
        held = draw(names, sizes, rng)
        return Settled(asked.how, tuple(names), seed, held.seating(game), held)
    wishes = Wishes.read(asked.together, asked.apart, names)
    if asked.how == "strength":
        balance = balanced(names, sizes, read_ratings(asked.ratings, names), rng, wishes, game)
        return Settled(asked.how, tuple(names), seed, balance.seating, balance=balance)
    seating, ways = agreed(names, sizes, wishes, rng, game)
    left = _("The wishes left no choice.")
    if ways > 1:
        left = _("The wishes left {ways} ways, one of which was drawn.", ways=number(ways))
    return Settled(asked.how, tuple(names), seed, seating, sentences=(left,))


def _sizes(asked: Asked, names: Sequence[str]) -> tuple[int, ...]:
    """The sizes of the teams, as asked or as the game has them. BadInput if they do not fit it."""
    if not asked.game:
        return read_sizes(asked.teams, len(names))
    low, high = named(asked.game).Table.seats_range
    title = named(asked.game).title
    if not low <= len(names) <= high:
        raise BadInput(
            ngettext(
                "{title} is for {range} player, and these are {given}: {names}",
                "{title} is for {range} players, and these are {given}: {names}",
                high,
                title=title,
                range=low if low == high else f"{low}–{high}",
                names=listed(names),
                given=len(names),
            )
        )
    usual = sides_of_game(asked.game, len(names))
    if not asked.teams:
        return usual
    sizes = read_sizes(asked.teams, len(names))
    if sorted(sizes) != sorted(usual) and max(usual) > 1:
        raise BadInput(
            _(
                "{title} is played by {teams} of {size} at a table of {n}, not by teams of {asked}",
                title=title,
                teams=teams_words(len(usual)),
                size=usual[0],
                n=len(names),
                asked=asked.teams,
            )
        )
    return sizes


def sides_of_game(name: str, seats: int) -> tuple[int, ...]:
    """The sizes of the teams of a game at this many seats under its usual rules: (2, 2), or 1 for everybody.

    From what the room declares, so that nothing has to be compiled for it: games of the family `partnership` are played by four
    in pairs, always or where the house rule `partnerships` says so. A test holds the rooms to it.
    """
    choice = named(name).Table.options.get("partnerships")
    partners = seats == 4 and PARTNERSHIP in named(name).look.get("families", ()) and (choice is None or bool(choice.default))
    return (2, 2) if partners else (1,) * seats


def rules_for(seating: Seating, name: str) -> dict[str, bool] | None:
    """The house rules under which a game is played by these teams; None if it cannot be."""
    low, high = named(name).Table.seats_range
    choice = named(name).Table.options.get("partnerships")
    four = PARTNERSHIP in named(name).look.get("families", ()) and len(seating.players) == 4
    if not low <= len(seating.players) <= high:
        return None
    if seating.partners:
        if not four or seating.sides != (0, 1, 0, 1):
            return None
        return {} if choice is None else {"partnerships": True}
    return None if four and choice is None else {"partnerships": False} if four else {}


def _rotation(asked: Asked, names: list[str], rng: Random) -> Settled:
    if asked.ratings:
        raise BadInput(_("in a rotation everybody plays with everybody: ratings have no say in it"))
    if asked.how == "pairs":
        return _pairs(asked, names, rng)
    if asked.together or asked.apart:
        raise BadInput(_("in a rotation everybody plays with everybody: wishes are for pairs that stay together"))
    shape = _shape(asked)
    rng.shuffle(names)
    rotation = rotate(len(names), asked.rounds, asked.tables, shape, asked.seed or 0)
    return Settled(asked.how, tuple(names), asked.seed or 0, rotation=rotation, game=asked.game)


def _shape(asked: Asked) -> tuple[int, ...]:
    """The teams at a table of a rotation."""
    if asked.game:
        least, most = named(asked.game).Table.seats_range
        sides = next(
            (
                found
                for seats in (4, least, most)
                if least <= seats <= most and max(found := sides_of_game(asked.game, seats)) > 1
            ),
            None,
        )
        return sides or (1,) * min(named(asked.game).Table.default_seats, len(asked.players))
    if not asked.teams:
        return PAIRS
    text = asked.teams.replace("×", "x")
    parts = [part for part in text.replace("x", ",").split(",") if part.strip().isdigit()]
    total = int(parts[0]) * int(parts[1]) if "x" in text and len(parts) == 2 else sum(map(int, parts))
    return read_sizes(text if len(parts) > 1 else "", total)


def _pairs(asked: Asked, names: list[str], rng: Random) -> Settled:
    if len(names) % 2:
        raise BadInput(_("{players} make no pairs: one is left over", players=players_words(len(names))))
    if asked.tables or asked.teams:
        raise BadInput(_("pairs meet two at a table, at as many tables as there are pairs for"))
    wishes = Wishes.read(asked.together, asked.apart, names)
    seating, _ways = agreed(names, (2,) * (len(names) // 2), wishes, rng)
    paired = [name for team in seating.teams for name in team]
    rotation = rotate_pairs(len(names) // 2, asked.rounds)
    return Settled(asked.how, tuple(paired), asked.seed or 0, rotation=rotation, game=asked.game)
