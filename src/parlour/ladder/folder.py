"""Check what every room's folder must hold beside rules that run: a rulebook, scenarios of all of it, a complete look."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from parlour.engine.errors import BadInput
from parlour.engine.files import is_file, read_text
from parlour.engine.game import Game
from parlour.engine.reading import lines_of
from parlour.engine.rooms import Room
from parlour.engine.rulebook import identifiers, paragraphs
from parlour.engine.scenarios import read_scenarios
from parlour.house.lessons import FILE as LESSON
from parlour.house.lessons import faults as lesson_faults
from parlour.house.lessons import read_lesson
from parlour.house.presets import presets

from .climbing import Climb
from .faults import Fault, TomlSource
from .look import look_faults

MANY_VALUES = 12
_STRAY = re.compile(r"[{}\\]|\S (?:[,;]|\.(?!\.))")
_SCENARIO = re.compile(r'^(?:.*?:(?P<line>\d+): )?scenario "(?P<name>.*?)": (?P<what>.*)$', re.DOTALL)


def look(climb: Climb) -> Iterator[Fault]:
    """table.toml shows every zone, asks in every phase, has a label for every call and text for every word; presets fit."""
    yield from look_faults(climb.room)
    try:
        presets(climb.room)
    except BadInput as error:
        where, _, what = str(error).removeprefix(f"{climb.room.name}/").partition(": ")
        yield Fault(where, what)


def rulebook(climb: Climb) -> Iterator[Fault]:
    """Every value of every option fills its braces, and none is left."""
    room = climb.room
    try:
        usual = paragraphs(room, climb.game.blank()[0])
    except BadInput as error:
        yield _in_rulebook(room, str(error))
        return
    if not usual:
        yield Fault("rulebook.md", "it numbers no paragraph: begin each rule with **R1**, **R2** ...")
    for name, option in room.Table.options.items():
        for code in option.codes[:MANY_VALUES]:
            try:
                game = Game(room, None, {name: option.write(code)})
            except BadInput:
                continue
            value = f"{name} = {option.write(code)}"
            if left := _excerpt(re.compile("[{}]"), game.rulebook()):
                yield Fault("rulebook.md", f"{value} leaves a brace: {left!r}")
                return


def rulebook_together(climb: Climb) -> Iterator[Fault]:
    """Check that conditions within conditions fill under house rules together without a trace: no brace and no stray stop is
    left."""
    if next(rulebook(climb), None) is not None:
        return  # said already
    for game, _ in climb.tries(40, "rulebook"):
        if stray := _excerpt(_STRAY, game.rulebook()):
            yield Fault("rulebook.md", f"{game.house} leaves a brace, a backslash or a stray stop: {stray!r}")
            return
        gone = set(identifiers(climb.room)) - set(paragraphs(climb.room, game.blank()[0]))
        if speaks := next((label for label in sorted(gone) if re.search(rf"\b{label}\b", game.rulebook())), ""):
            yield Fault("rulebook.md", f"{game.house} leaves a reference to {speaks}, which is not in force")
            return


def _excerpt(wanted: re.Pattern[str], text: str) -> str:
    """Return the text around the first match, empty if there is none."""
    found = wanted.search(text)
    return " ".join(text[max(0, found.start() - 30) : found.end() + 30].split()) if found else ""


def _in_rulebook(room: Room, message: str) -> Fault:
    """A message about the rulebook, with the line of the brace it speaks of."""
    what = message.partition("rulebook.md: ")[2] or message
    brace = re.search(r"\{\w+", what)
    lines = lines_of(read_text(room.folder / "rulebook.md")) if brace else []
    line = next((n for n, text in enumerate(lines, 1) if brace and brace[0] in text), 0)
    return Fault(f"rulebook.md:{line}" if line else "rulebook.md", what)


def scenarios_hold(climb: Climb) -> Iterator[Fault]:
    """Check that every scenario of the room is true; if time is short, only the first ones."""
    path = climb.room.folder / "scenarios.toml"
    source = TomlSource(path)
    try:
        file = read_scenarios(path)
    except BadInput as error:
        yield _at_scenario(source, str(error))
        return
    start = time.process_time()
    for scenario in file.scenarios:
        if time.process_time() - start > climb.patience:
            return
        try:
            lines = scenario.run()
        except BadInput as error:
            lines = [str(error)]
        for line in lines:
            yield _at_scenario(source, line)


def _at_scenario(source: TomlSource, message: str) -> Fault:
    """A message about a file or a scenario of it, with its line instead of its path."""
    match = _SCENARIO.match(message)
    if match is None:
        line = re.search(r"at line (\d+)", message)
        what = re.sub(r"^.*?scenarios\.toml: ", "", message)
        return Fault(f"{source.name}:{line[1]}" if line else source.name, what)
    at = _line_within(source, int(match["line"] or scenario_line(source, match["name"])), match["what"])
    return Fault(f"{source.name}:{at}", f'"{match["name"]}": {match["what"]}')


def _line_within(source: TomlSource, line: int, what: str) -> int:
    """Return the line below a table header that holds the first thing a message quotes, if there is one, otherwise `line`."""
    lines = lines_of(source.text)
    if not lines[line - 1].startswith("["):
        return line
    end = next((n for n in range(line, len(lines)) if lines[n].startswith("[[scenario]]")), len(lines))
    quoted = re.search(r"'([^']+)'", what)
    return next((n + 1 for n in range(line, end) if quoted and quoted[1] in lines[n]), line)


def scenario_line(source: TomlSource, name: str) -> int:
    """The line that names a scenario."""
    wanted = re.compile(rf"\s*name\s*=\s*[\"']{re.escape(name)}[\"']")
    return next((n for n, line in enumerate(lines_of(source.text), 1) if wanted.match(line)), 1)


def paragraphs_shown(climb: Climb) -> Iterator[Fault]:
    """Every numbered rule has a scenario, and every scenario shows rules that are there."""
    source = TomlSource(climb.room.folder / "scenarios.toml")
    rulebook = climb.room.folder / "rulebook.md"
    lines = lines_of(read_text(rulebook)) if rulebook.is_file() else []
    written = identifiers(climb.room)
    shown = {label: scenario for scenario in climb.scenarios for label in scenario.get("shows", [])}
    for label, scenario in shown.items():
        if label not in written:
            name = str(scenario.get("name", ""))
            yield Fault(
                f"scenarios.toml:{scenario_line(source, name)}",
                f'"{name}": shows {label}, which is not a paragraph of the rulebook',
            )
    for label in written:
        if label not in shown:
            line = next((n for n, text in enumerate(lines, 1) if re.search(rf"\*\*{label}\b", text)), 1)
            yield Fault(f"rulebook.md:{line}", f"no scenario shows {label}")


def house_rules_shown(climb: Climb) -> Iterator[Fault]:
    """Check that every house rule is in the rulebook, and that a scenario shows it at work."""
    text = read_text(climb.room.folder / "rulebook.md")
    used = {option for scenario in climb.scenarios for option in scenario.get("house", {})}
    for option in climb.room.Table.options:
        if not re.search(r"\{[^{}]*\b" + option + r"\b", text):
            yield Fault("rulebook.md", f"it does not mention the house rule {option}: write {{{option}}} where its value stands")
        if option not in used:
            yield Fault("scenarios.toml", f"no scenario sets the house rule {option}")


def lesson(climb: Climb) -> Iterator[Fault]:
    """The lesson, if the room has one, can be played as it is written: every choice is legal where it comes."""
    path = climb.room.folder / LESSON
    if not is_file(path):
        return
    try:
        found = list(lesson_faults(read_lesson(climb.room, path), path.name))
    except BadInput as error:
        found = [str(error).replace(str(path), path.name, 1)]
    for line in found:
        where, _, what = line.partition(": ")
        yield Fault(where, what)


RUNGS = (look, rulebook, rulebook_together, paragraphs_shown, house_rules_shown, lesson)
