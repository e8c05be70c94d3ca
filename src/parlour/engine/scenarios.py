"""Scenarios: positions with what must hold there. Tests of a room, and the worked examples of its rulebook.

The files are described in docs/room-files.md. `check_file` runs one; each difference is one line

    games/schnapsen/scenarios.toml:61: scenario "A void player must trump": hand.1 is "J♦", expected ""

with the line of what is expected; and what is wrong with the file itself is BadInput, naming file, line and scenario. A position
that cannot be is blamed on its field, also if that only shows after a choice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import positions, rulebook, steps
from .errors import BadInput, IllegalChoice, shown
from .files import read_text
from .game import Game
from .match import Match
from .reading import LONGEST_NAME
from .records import read_choices
from .rooms import GAMES, Room, named, opened_in
from .toml import TomlLines, parse_toml

_SCENARIO_KEYS = {"name", "shows", "seats", "house", "until", "play", "choices", "why_not", "table", "then"}
_NOT_FIELDS = {"play", "until", "choices", "why_not"}


Key = tuple[str | int, ...]
"""Where something stands in a scenario: ("then", 0, "hand", "1")."""
_WORD = re.compile(r"\w+")
_MOVING = ("turn", "asked", "phase", "chain")
_CANNOT_BE = "the position cannot be played on"


class Misplaced(BadInput):
    """A fault in a scenario, with its place."""

    def __init__(self, key: Key, text: str) -> None:
        super().__init__(text)
        self.key = key


@dataclass(frozen=True)
class Stage:
    """Choices to play and results to expect: one entry of `then`, or the position given (nothing played).

    at: its place in the scenario; `above`: the parts of it that stand in the scenario itself.
    """

    play: tuple[str, ...] = ()
    until: str | None = None
    choices: tuple[str, ...] | None = None
    why_not: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    at: Key = ()
    above: frozenset[str] = frozenset()

    def key(self, *names: str) -> Key:
        """Return the line at which a key stands."""
        return names if names[0] in self.above else (*self.at, *names)


@dataclass(frozen=True)
class Scenario:
    """One scenario of a file, the `number`-th. `stages[0]` is the position given, the others are the entries of `then`."""

    source: str
    room: Room
    name: str
    shows: tuple[str, ...]
    seats: int | None
    house: Mapping[str, Any]
    table: Mapping[str, Any]
    stages: tuple[Stage, ...]
    number: int
    lines: TomlLines

    def where(self, key: Key) -> str:
        """File, line and scenario, as every message about it begins."""
        return f'{self.source}:{self.lines.line(("scenario", self.number, *key))}: scenario "{self.name}"'

    def blamed(self, message: str) -> Key:
        """Return where the field stands that a message about the position, the seats or the house rules blames."""
        name = positions.blamed(self.room, positions.flat(self.table), message)
        if " the position cannot be played on, so the one before cannot exist" in message and name in _MOVING:
            name = ""  # as it was after the choice
        rule = next((word for word in _WORD.findall(message) if word in self.house), None)
        if not name and rule is not None:
            return ("house", rule)
        if not name and self.seats is not None and " is for " in message:
            return ("seats",)
        return ("table", *name.split(".")) if name else ("table",)

    def game(self) -> Game:
        """The game under the scenario's seats and house rules."""
        return Game(self.room, self.seats, self.house)

    def start(self) -> Match:
        """The match at the position given, the random state made from the scenario's name: it runs the same every time."""
        game = self.game()
        tables = game.read_fields(self.table)
        tables[0].rng[:] = np.frombuffer(hashlib.sha256(self.name.encode()).digest(), np.int64)
        match = Match(game, tables, start_position="scenario")
        return match

    def run(self) -> list[str]:
        """Return every difference between expectation and play, one per line. BadInput if the scenario cannot be run."""
        try:
            match = self.start()
            known = rulebook.identifiers(self.room) if (self.room.folder / "rulebook.md").is_file() else None
            missing = [label for label in self.shows if known is not None and label not in known]
            if missing:
                raise Misplaced(("shows",), f"shows {missing[0]}, which is not a paragraph of the rulebook")
            return [f"{self.where(key)}: {line}" for key, line in self._differences(match)]
        except BadInput as error:
            key = error.key if isinstance(error, Misplaced) else self.blamed(str(error))
            raise BadInput(f"{self.where(key)}: {error}") from None

    def _differences(self, match: Match) -> Iterator[tuple[Key, str]]:
        for number, stage in enumerate(self.stages):
            prefix = f"then {number}: " if len(self.stages) > 2 and number else ""
            if not number and stage == Stage():
                continue  # nothing is expected of the position given: the next stage goes on from it
            try:
                _go_on(match, stage)
            except IllegalChoice as error:
                yield stage.key("play"), f"{prefix}play is refused: {error}"
                return
            for key, line in _compare(match, stage):
                yield key, prefix + line


def _go_on(match: Match, stage: Stage) -> None:
    """Play a stage's choices; between them until somebody must choose, behind the last one until the phase of `until`."""
    until = stage.until
    if until is not None and until not in match.game.room.phases:
        raise Misplaced(stage.key("until"), f"until: {shown(until)} is not one of the phases {', '.join(match.game.room.phases)}")
    match.settle(None if stage.play else until)
    for number, text in enumerate(stage.play):
        last = number + 1 == len(stage.play)
        try:
            chosen = read_choices(match.game, text)
            match.play(*chosen.codes, seat=chosen.seat, elapsed=chosen.elapsed, until=until if last else None)
        except IllegalChoice as error:
            raise IllegalChoice(f'"{text}": {error}', error.paragraph) from None
        except BadInput as error:
            if _CANNOT_BE in str(error):  # the choice is legal
                raise BadInput(f'play "{text}": {error}') from None
            raise Misplaced(stage.key("play"), f'play "{text}": {error}') from None


def _compare(match: Match, stage: Stage) -> Iterator[tuple[Key, str]]:
    room = match.game.room
    if stage.until is not None and match.phase != stage.until:
        yield stage.key("until"), f'phase "{stage.until}" was not reached, the phase is "{match.phase}"'
    if stage.choices is not None:
        with _blaming(stage.key("choices")):
            yield from ((stage.key("choices"), line) for line in _compare_menu(match, stage.choices))
    for choice, expected in stage.why_not.items():
        with _blaming(stage.key("why_not", choice)):
            found = _objection(match, choice)
        if expected not in found:
            yield stage.key("why_not", choice), f'why_not "{choice}" is "{found[0]}", expected "{expected}"'
    # a chain that is not whole yet lies on the mover's own copy of the table
    tables = match.table_for() if match.asked and match.picks(match.turn) else match.tables
    for name, value in positions.flat(stage.fields).items():
        copy, key = tables.copy(), stage.key(*name.split("."))
        with _blaming(key):
            positions.set_fields(room, copy[0], {name: value})
        now, wanted = (_field_text(room, row, name) for row in (tables[0], copy[0]))
        if now != wanted:
            yield key, f"{name} is {positions.toml_value(now)}, expected {positions.toml_value(wanted)}"


@contextmanager
def _blaming(key: Key) -> Iterator[None]:
    """Blame this part of the scenario for any refusal within."""
    try:
        yield
    except BadInput as error:
        raise Misplaced(key, str(error)) from None


def _field_text(room: Room, row: Any, key: str) -> positions.Value:
    """The text form of one field; an empty one written out."""
    empty = positions.empty_value(room, key, int(row["seats"]))
    return positions.fields_of(room, row, derived=True).get(key, empty)


def _compare_menu(match: Match, names: Sequence[str]) -> Iterator[str]:
    """Compare a menu with names. Some rooms have giving up in every menu, so it is compared only if it is named."""
    room = match.game.room
    expected = {room.read_choice(name) for name in names}
    found = set(match.codes())
    if room.resign not in expected:
        found.discard(room.resign)
    lacking = [room.choice_name(code) for code in sorted(expected - found)]
    beyond = [room.choice_name(code) for code in sorted(found - expected)]
    if lacking:
        yield f"choices lack {_list(lacking)}"
    if beyond:
        yield f"choices hold {_list(beyond)} beyond what is expected"


def _list(names: Sequence[str], most: int = 12) -> str:
    return ", ".join(f'"{name}"' for name in names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _objection(match: Match, text: str) -> tuple[str, ...]:
    """Return the objection to a choice: ("R5",), the house's reason in words, or ("",). `A♣, 7♦` asks about 7♦ after A♣."""
    *picks, choice = (match.game.code(name.strip()) for name in text.split(","))
    if not match.asked:
        raise BadInput(f'why_not "{text}": nobody is asked')
    scratch = match.table_for()
    for pick in picks:
        reason = int(steps.verdict_row(scratch, 0, pick))
        if reason:
            raise BadInput(f'why_not "{text}": {match.game.room.choice_name(pick)} is forbidden already')
        steps.act_row(scratch, 0, pick)
        if scratch[0].chain == 0:
            raise BadInput(f'why_not "{text}": the choice is complete before its end')
    reason = int(steps.verdict_row(scratch, 0, choice))
    if reason == 0:
        return ("",)
    return (rulebook.label(reason),) if reason > 0 else (rulebook.explain(match.game.room, match.row, reason),)


# reading


@dataclass(frozen=True)
class ScenarioFile:
    """A file: its scenarios, and how many sequences of 1, 2, ... choices the first deal of seed 1 has, if it says so."""

    source: str
    room: Room
    scenarios: tuple[Scenario, ...]
    perft: tuple[int, ...]

    def differences(self, skipped: list[str] | None = None) -> Iterator[str]:
        """Every difference, a line each, as it is found. A scenario that cannot be run is noted in `skipped`, and otherwise
        BadInput.
        """
        for scenario in self.scenarios:
            try:
                yield from scenario.run()
            except BadInput as error:
                if skipped is None:
                    raise
                skipped.append(str(error))
        if self.perft:
            game = Game(self.room)
            found = [game.perft(1, depth + 1) for depth in range(len(self.perft))]
            if found != list(self.perft):
                yield f"{self.source}: perft is {found}, expected {list(self.perft)}"


def read_scenarios(path: str | Path, skipped: list[str] | None = None) -> ScenarioFile:
    """A scenario file in a room's folder, or one that says `game = "..."`. BadInput names file, line and scenario.

    skipped: if it is given, a scenario that cannot be read is noted there and the others are read, if there are any.
    """
    path = Path(path)
    text = read_text(path)
    refused: list[str] = []
    try:
        data, lines = parse_toml(text, "it"), TomlLines(text)
        opened = _room_of(path, data)
        entries, perft = data.pop("scenario", []), data.pop("perft", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise BadInput("scenario is not a list of tables: write [[scenario]]")
        if not isinstance(perft, list) or not all(type(count) is int for count in perft):
            raise BadInput("perft is not a list of counts")
        if data:
            raise BadInput(f"{next(iter(data))!r} stands outside of any [[scenario]]")
        if not entries and not perft:
            raise BadInput("there is no [[scenario]]")
        found: dict[str, Scenario] = {}
        for number, entry in enumerate(entries):
            try:
                scenario = _scenario(str(path), opened, entry, number, found, lines)
                found[scenario.name] = scenario
            except BadInput as error:
                key = error.key if isinstance(error, Misplaced) else ()
                refused.append(f"{path}:{lines.line(('scenario', number, *key))}: {error}")
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    if refused and (skipped is None or not found):
        raise BadInput(refused[0])
    if skipped is not None:
        skipped += refused
    return ScenarioFile(str(path), opened, tuple(found.values()), tuple(perft))


def _room_of(path: Path, data: dict[str, Any]) -> Room:
    name = data.pop("game", None)
    if name is None:
        return _room_around(path)
    if not isinstance(name, str):
        raise BadInput(f"game = {shown(name)} is not a name of a game")
    return named(name)


def _room_around(path: Path) -> Room:
    """The room in whose folder a file lies: of the house, or opened before. A file outside these runs nobody's rules."""
    folder = path.resolve().parent
    found = opened_in(folder)
    if found is not None:
        return found
    if (folder / "rules.py").is_file():
        raise BadInput(f"it lies in the folder of a room outside the house, which is named with --room {path.parent}")
    raise BadInput('it does not lie in a room\'s folder, so it must say which game it is of (game = "...")')


def _scenario(
    source: str, opened: Room, entry: Mapping[str, Any], number: int, known: Mapping[str, Scenario], lines: TomlLines
) -> Scenario:
    """An entry of a file. number: how many stand before it. known: by name those that were read."""
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise BadInput(f"scenario {number + 1} has no name")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Misplaced(
            ("name",), f"scenario {number + 1}: {shown(name)} is not a name: one line, at most {LONGEST_NAME} characters"
        )
    if name in known:
        raise Misplaced(("name",), f'there are two scenarios "{name}"')
    try:
        return _described(source, opened, entry, number, lines)
    except BadInput as error:
        key = error.key if isinstance(error, Misplaced) else ()
        raise Misplaced(key, f'scenario "{name}": {error}') from None


def _described(source: str, opened: Room, entry: Mapping[str, Any], number: int, lines: TomlLines) -> Scenario:
    unknown = [key for key in entry if key not in _SCENARIO_KEYS]
    if unknown:
        raise Misplaced(
            (unknown[0],), f"{shown(unknown[0])} is not a key of a scenario; they are {', '.join(sorted(_SCENARIO_KEYS))}"
        )
    table = entry.get("table")
    if not isinstance(table, dict):
        raise Misplaced(("table",), "there is no [scenario.table]")
    then = entry.get("then", [])
    thens = [then] if isinstance(then, dict) else then
    if not isinstance(thens, list) or not all(isinstance(part, dict) for part in thens):
        raise Misplaced(("then",), "then is neither a table nor a list of tables")
    return Scenario(
        source=source,
        room=opened,
        name=entry["name"],
        shows=_texts(entry, "shows"),
        seats=_seats(entry),
        house=_table(entry, "house"),
        table=table,
        stages=_stages(entry, thens, isinstance(then, list)),
        number=number,
        lines=lines,
    )


def _stages(entry: Mapping[str, Any], thens: list[dict[str, Any]], listed: bool) -> tuple[Stage, ...]:
    """The position given, what the scenario itself plays with the first expectations, then the other entries of `then`."""
    given = _stage({key: entry[key] for key in ("choices", "why_not") if key in entry})
    first = {key: entry[key] for key in ("play", "until") if key in entry}
    if first and thens:
        doubled = [key for key in first if key in thens[0]]
        if doubled:
            raise Misplaced((doubled[0],), f"{doubled[0]!r} stands in the scenario and in the first entry of then")
        thens = [first | thens[0], *thens[1:]]
    elif first:
        thens = [first]
    if not thens and given.choices is None and not given.why_not:
        raise BadInput("nothing is expected: there are neither choices, why_not nor then")
    found = [given]
    for number, part in enumerate(thens):
        found.append(_stage(part, ("then", number) if listed else ("then",), frozenset(() if number else first)))
    return tuple(found)


def _stage(part: Mapping[str, Any], at: Key = (), above: frozenset[str] = frozenset()) -> Stage:
    key = Stage(at=at, above=above).key
    until = part.get("until")
    if until is not None and not isinstance(until, str):
        raise Misplaced(key("until"), f"until = {shown(until)} is not a name of a phase")
    with _blaming(key("why_not")):
        why_not = _table(part, "why_not")
        if not all(isinstance(value, str) for value in why_not.values()):
            raise BadInput('why_not gives paragraphs as text: { "Q♥" = "R5" }')
    with _blaming(key("play")):
        play = _texts(part, "play")
    with _blaming(key("choices")):
        choices = _texts(part, "choices") if "choices" in part else None
    return Stage(
        play=play,
        until=until,
        choices=choices,
        why_not=why_not,
        fields={name: value for name, value in part.items() if name not in _NOT_FIELDS},
        at=at,
        above=above,
    )


def _texts(part: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = part.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise Misplaced((key,), f"{key} is not a list of texts")
    return tuple(value)


def _table(part: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = part.get(key, {})
    if not isinstance(value, dict):
        raise Misplaced((key,), f"{key} is not a table")
    return value


def _seats(entry: Mapping[str, Any]) -> int | None:
    seats = entry.get("seats")
    if seats is not None and type(seats) is not int:
        raise Misplaced(("seats",), f"seats = {shown(seats)} is not a number of players")
    return seats


def check_file(path: str | Path) -> list[str]:
    """Return every difference that the scenarios of a file find, one per line. BadInput if one cannot be read or run."""
    return list(read_scenarios(path).differences())


def shipped_files() -> list[Path]:
    """The scenario files of all rooms of the house."""
    return sorted(GAMES.glob("*/scenarios.toml"))
