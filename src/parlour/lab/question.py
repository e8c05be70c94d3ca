"""The question of a study: a game under house rules, its players, the options that vary. It is kept in the study's folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tomli_w

from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.rooms import room
from parlour.engine.toml import parse_toml

from .players import ladder, player
from .tasks import Rule, Task, chunks, code, digest, game_name

SEED = 1
GAMES = 1000


@dataclass(frozen=True)
class Question:
    """A game (its name or folder) with seats and house rules, a ladder of players as texts from the weakest up, options varied
    one at a time, the seed of all deals. rules: the digest of the room's files; code: that of the bots and of what plays.

    isolated: whether bots play from processes of their own; None: those from files do.

    Those make the question; the rest says how well it is to be answered, and may change when a study goes on. games: matches of
    each kind at least. width: of the intervals, as wished for (0: as it comes). minutes: stop asking for more after this many.
    screen: whether house rules are tried as well.
    """

    game: str
    seats: int
    rules: str
    house: Mapping[str, Rule] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    vary: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    seed: int = SEED
    code: str = ""
    games: int = GAMES
    width: float = 0.0
    minutes: float = 0.0
    screen: bool = True
    isolated: bool | None = None

    def open(self) -> Game:
        """The game as it is studied."""
        return Game(room(self.game), self.seats, self.house)

    def variants(self) -> list[dict[str, Rule]]:
        """The house rules under which the game is played: as it is studied, then with one option at a time otherwise."""
        game = self.open()
        found = [dict(self.house)]
        for name, values in self.vary.items():
            found += [dict(self.house) | {name: value} for value in values if value != game.options[name]]
        return found

    def chunks(
        self,
        kind: str,
        bots: Sequence[str],
        matches: int,
        *,
        first: int = 0,
        house: Mapping[str, Rule] | None = None,
        every: int = 1,
    ) -> list[Task]:
        """Tasks for at least these matches of the question's deals; see `tasks.chunks`."""
        given: dict[str, Any] = {"seed": self.seed, "first": first, "house": house, "every": every, "isolated": self.isolated}
        return chunks(kind, self.open(), bots, matches, **given)

    def as_dict(self) -> dict[str, Any]:
        """Return the parts that identify the question."""
        data: dict[str, Any] = {name: getattr(self, name) for name in ("game", "rules", "code", "seats", "seed")}
        data |= {"players": list(self.players), "house": dict(self.house)}
        data |= {} if self.isolated is None else {"isolated": self.isolated}
        return data | {"vary": {name: list(values) for name, values in self.vary.items()}}

    def as_toml(self) -> str:
        """The question as a text that `read_question` reads."""
        return as_toml(self.as_dict())


def ask(
    game: Game,
    players: Sequence[str] = (),
    vary: Mapping[str, Sequence[str]] | None = None,
    seed: int = SEED,
    **wishes: Any,
) -> Question:
    """A question about a game, checked. players: none for the usual ladder; vary: values of options as text; wishes: games,
    width, minutes of `Question`. BadInput says what cannot be asked."""
    who = tuple(players) or ladder(game.room)
    for text in who:
        player(text, game, isolated=wishes.get("isolated"))
    asked = Question(
        game=game_name(game.room),
        seats=game.seats,
        rules=digest(game.room),
        code=code(who),
        house={name: game.options[name] for name in sorted(game.house)},
        players=who,
        vary={name: _values(game, name, texts) for name, texts in (vary or {}).items()},
        seed=seed,
        **wishes,
    )
    for house in asked.variants():
        Game(game.room, game.seats, house)
    return asked


def _values(game: Game, name: str, texts: Sequence[str]) -> tuple[Rule, ...]:
    """The values of an option, read as the game writes them. BadInput if it is not an option, or not a value of it."""
    option = game.room.Table.options.get(name)
    if option is None:
        known = ", ".join(game.room.Table.options) or "none"
        raise BadInput(f"{game.room.name} has no house rule {shown(name)}; it has {known}")
    try:
        return tuple(option.write(option.read(text)) for text in texts)
    except ValueError as error:
        raise BadInput(f"house rule {name}: {error}") from None


def as_toml(data: Mapping[str, Any]) -> str:
    """A question as TOML."""
    return tomli_w.dumps(data)


def read_question(text: str) -> Question:
    """The question of a `question.toml`. BadInput if it is none."""
    return question_of(parse_toml(text, "question.toml"))


def question_of(data: Mapping[str, Any]) -> Question:
    """The question of what a `question.toml` says. BadInput if it is none."""
    try:
        asked = Question(
            game=str(data["game"]),
            seats=int(data["seats"]),
            rules=str(data["rules"]),
            code=str(data.get("code", "")),
            house=dict(data["house"]),
            players=tuple(data["players"]),
            vary={name: tuple(values) for name, values in data["vary"].items()},
            seed=int(data["seed"]),
            isolated=None if data.get("isolated") is None else bool(data["isolated"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"question.toml is not a question of a study: {error}") from None
    return asked
