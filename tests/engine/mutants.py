"""Files spoilt at random, each put through the house: what comes of it is well, or one line of BadInput, and soon.

    NUMBA_DISABLE_JIT=1 python tests/engine/mutants.py position 100 7

makes 100 positions of seed 7 and prints what went wrong with any, a line of JSON each. Interpreted, a rule that reads beyond a
field raises instead of reading its neighbour, and one that never ends can be stopped.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import parlour
from parlour.cli import main
from parlour.engine.game import game_of
from parlour.engine.rooms import room, room_names
from parlour.engine.scenarios import shipped_files
from parlour.engine.toml import parse_toml
from parlour.house import phh

SECONDS = 60
"""Of the processor: time enough for any of them, interpreted, however busy the machine is."""
LONGEST = 800
"""Characters of a line that says what is wrong."""
SLOW = ("delphi", "machiavelli")
"""Rooms of which no views are read here: interpreted, to deal their unknown cards takes minutes."""
CHOICES = 25
"""Played at random from a position that was accepted."""


class Late(BaseException):
    """It took too long."""


# what is spoilt


@cache
def match_of(name: str, number: int) -> parlour.Match:
    """A match of a room, played at random some way or (every third) to its end, if that is not far."""
    rng = random.Random(f"{name} {number}")
    table = room(name).Table
    house: dict[str, Any] = {}
    for option, field in table.options.items():
        if rng.random() < 0.3:
            codes = field.codes if len(field.codes) < 1000 else field.codes[:50]
            house[option] = field.write(rng.choice(list(codes)))
    with contextlib.suppress(parlour.BadInput):
        game = parlour.Game(name, rng.randint(*table.seats_range), house)
        return _played(game, rng, number)
    return _played(parlour.Game(name), rng, number)


def _played(game: parlour.Game, rng: random.Random, number: int) -> parlour.Match:
    match = game.start(seed=number)
    most = rng.choice((0, 5, 20, 60)) if number % 3 else 150
    for _ in range(most):
        if match.over:
            break
        match.play(rng.choice(match.codes()))
    while not match.over and (match.unfinished or match.answers):
        match.play(rng.choice(match.codes()))
    return match


def some_match(rng: random.Random, n: int) -> parlour.Match:
    names = room_names()
    return match_of(names[n % len(names)], rng.randrange(6))


def position(rng: random.Random, n: int) -> str:
    """Of a match, or what one of its seats sees."""
    match = some_match(rng, n)
    if match.turn >= 0 and rng.random() < 0.3 and match.game.room.name not in SLOW:
        return match.view(match.turn).position()
    return match.position()


def record(rng: random.Random, n: int) -> str:
    return some_match(rng, n).record()


@cache
def _scenario_texts() -> tuple[tuple[str, ...], ...]:
    found = []
    for path in shipped_files():
        _, *parts = path.read_text(encoding="utf-8").split("[[scenario]]")
        found.append(tuple(f'game = "{path.parent.name}"\n\n[[scenario]]{part}' for part in parts))
    return tuple(found)


def scenario(rng: random.Random, n: int) -> str:
    texts = _scenario_texts()
    return rng.choice(texts[n % len(texts)])


def hand_history(rng: random.Random, n: int) -> str:
    while True:
        match = match_of(("badugi", "triple_draw", "baduci")[n % 3], rng.randrange(12))
        with contextlib.suppress(parlour.BadInput):
            return phh.write_hands(match)


def house_rules(rng: random.Random, n: int) -> str:
    """A position with nothing but a head, and every house rule in it."""
    names = room_names()
    game = parlour.Game(names[n % len(names)])
    rules = dict(rng.sample(list(game.options.items()), rng.randint(1, len(game.options)))) if game.options else {}
    lines = [f"{key} = {json.dumps(value)}" for key, value in rules.items()]
    head = f'game = "{game.room.name}"\nrules = {game.room.rules_version}\nseats = {game.seats}\n'
    return head + ("house = { " + ", ".join(lines) + " }\n" if rng.random() < 0.5 else "\n[house]\n" + "\n".join(lines) + "\n")


LINES = (
    "games --json",
    "games --family shedding --players 4",
    "rules schnapsen --set target_vp=9 --format md",
    "rules oh_hell --seats 5 --json",
    "rules toepen --seats 5 --set tokens=12 --set ending=last_left",
    "replay {file} --json",
    "replay {file} --write {other}",
    "check {file} --json",
    "check --room {folder} {file}",
    "simulate oh_hell --seats 4 -n 1 --seed 7 --threads 1 --json",
    "simulate polignac --seed 7 -n 1 --threads 1",
    "arena polignac --bots chance:seed=1,chance -n 1 --seed 3 --hands",
    "bench polignac --runs 1 --no-peers --bogus",
    "play oh_hell --seats 3 --bots chance:seed=1 --seat 1 --seed 7 --set start_cards=2",
)


def line(rng: random.Random, n: int) -> str:
    return LINES[n % len(LINES)]


# how it is spoilt

NUMBERS = (
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "51",
    "53",
    "63",
    "99",
    "127",
    "128",
    "255",
    "-128",
    "-129",
    "32767",
    "65536",
    "2147483647",
)
HUGE = ("4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400", "1_0", "9" * 30, "9" * 5000)
VALUES = (
    "true",
    '""',
    '"?"',
    '"??"',
    '"??×3"',
    "[]",
    "{}",
    "[[]]",
    "nan",
    "-inf",
    "1.5",
    "2020-01-01",
    '"♠"',
    '"\\u0000"',
    "0x10",
)
LONG = ('"' + "x" * 5000 + '"', "[" * 3000, "é" * 3000, "a." * 3000)
NASTY = (*'\0\ufeff\r\u2028٣²\ud7ff𝟘"[]=\\.×{}', *LONG)
CARD = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|[★☆]|\?\?(?:×\d+)?")
NUMBER = re.compile(r"-?\b\d+\b")
TEXT = re.compile(r'"[^"\n]*"')


def spoil(rng: random.Random, text: str) -> str:
    """One to three changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(CHANGES)(rng, text)
    return text


def _replace(rng: random.Random, text: str, pattern: re.Pattern[str], new: Callable[[str], str]) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + new(match[0]) + text[match.end() :]


def change_number(rng: random.Random, text: str) -> str:
    return _replace(rng, text, NUMBER, lambda old: rng.choice((*NUMBERS, str(int(old[:18]) + rng.choice((-1, 1))))))


def huge_number(rng: random.Random, text: str) -> str:
    return _replace(rng, text, NUMBER, lambda _: rng.choice(HUGE))


def change_card(rng: random.Random, text: str) -> str:
    cards = CARD.findall(text) or ["A♠"]
    return _replace(rng, text, CARD, lambda _: rng.choice((rng.choice(cards), "", "??", "A♠", "★", "10x")))


def swap_cards(rng: random.Random, text: str) -> str:
    """Every card there is still there once: what a count finds is not wrong."""
    found = list(CARD.finditer(text))
    if len(found) < 2:
        return text
    one, other = sorted(rng.sample(found, 2), key=lambda match: match.start())
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def move_card(rng: random.Random, text: str) -> str:
    """From one text to the end of another."""
    found = list(CARD.finditer(text))
    if not found:
        return text
    card = rng.choice(found)
    text = text[: card.start()].rstrip(" ") + text[card.end() :]
    return _replace(rng, text, re.compile(r'(?<=[♣♦♥♠])"|(?<== ")"'), lambda _: f' {card[0]}"')


def change_value(rng: random.Random, text: str) -> str:
    return _replace(rng, text, re.compile(r"(?<== )[^\n]+"), lambda _: rng.choice((*VALUES, *NUMBERS)))


def change_text(rng: random.Random, text: str) -> str:
    texts = TEXT.findall(text) or ['""']
    return _replace(rng, text, TEXT, lambda _: rng.choice(texts))


def change_phase(rng: random.Random, text: str) -> str:
    """To another phase of its room."""
    name = re.search(r'^game = "(\w+)"', text, re.MULTILINE)
    if not name or name[1] not in room_names():
        return text
    return _replace(rng, text, re.compile(r'(?<=phase = )"[^"\n]*"'), lambda _: f'"{rng.choice(room(name[1]).phases)}"')


def change_turn(rng: random.Random, text: str) -> str:
    return _replace(rng, text, re.compile(r"(?<=turn = )-?\d+"), lambda _: str(rng.randint(-1, 4)))


def _lines(change: Callable[[random.Random, list[str]], None]) -> Callable[[random.Random, str], str]:
    def changed(rng: random.Random, text: str) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    return changed


@_lines
def delete_line(rng: random.Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines))]


@_lines
def double_line(rng: random.Random, lines: list[str]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


@_lines
def swap_lines(rng: random.Random, lines: list[str]) -> None:
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


@_lines
def swap_values(rng: random.Random, lines: list[str]) -> None:
    given = [k for k, line in enumerate(lines) if " = " in line]
    if len(given) > 1:
        i, j = rng.sample(given, 2)
        (one, value), (other, instead) = lines[i].split(" = ", 1), lines[j].split(" = ", 1)
        lines[i], lines[j] = f"{one} = {instead}", f"{other} = {value}"


@_lines
def cut_short(rng: random.Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines)) :]


@_lines
def new_field(rng: random.Random, lines: list[str]) -> None:
    """A field of the room that the text leaves out, or one that there is not."""
    name = re.search(r'^game = "(\w+)"', "\n".join(lines), re.MULTILINE)
    fields = list(room(name[1]).Table.fields) if name and name[1] in room_names() else ["turn"]
    lines.insert(
        rng.randrange(len(lines) + 1),
        f"{rng.choice([*fields, 'rest', 'x', '0', 'a' * 3000])} = {rng.choice((*NUMBERS, *VALUES))}",
    )


def flip(rng: random.Random, text: str) -> str:
    """One bit of a byte; what is not text then is left for the reader of files to say."""
    data = bytearray(text.encode(errors="surrogateescape"))
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode(errors="surrogateescape")


def nasty(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(NASTY) + text[at:]


def cut_out(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randrange(20) :]


CHANGES = (
    change_number,
    change_number,
    change_number,
    huge_number,
    change_card,
    change_card,
    swap_cards,
    swap_cards,
    move_card,
    move_card,
    change_value,
    change_text,
    change_phase,
    change_phase,
    change_turn,
    delete_line,
    double_line,
    swap_lines,
    swap_values,
    cut_short,
    new_field,
    flip,
    nasty,
    cut_out,
)


def spoil_line(rng: random.Random, text: str) -> str:
    """The arguments of a command line, one or two of them. A number of matches is never a large one that is allowed."""
    parts = text.split(" ")
    for _ in range(rng.choice((1, 1, 2))):
        k = rng.randrange(len(parts))
        if parts[k - 1] in ("-n", "--runs"):
            parts[k] = rng.choice(("0", "-1", "1.5", "", "9" * 30, "9" * 5000, "٣x", "x", "1" * 20))
            continue
        change = rng.randrange(8)
        if change == 0:
            del parts[k]
        elif change == 1:
            parts.insert(k, parts[rng.randrange(len(parts))])
        elif change == 2:
            parts[k] = rng.choice((*NUMBERS, *HUGE, "", "-", "--", "=", "x" * 5000, "../x", "/", "--json", "--set", "--room"))
        elif change == 3:
            parts[k] = huge_number(rng, parts[k])
        elif change == 4:
            parts[k] = change_number(rng, parts[k])
        else:
            parts[k] = rng.choice((flip, nasty, cut_out))(rng, parts[k])
        if len(parts) < 2:
            break
    if "-n" in parts and parts[-1] != "-n" and parts[parts.index("-n") + 1].isdecimal():
        at = parts.index("-n") + 1
        parts[at] = "1" if len(parts[at]) < 13 else parts[at]
    return " ".join(parts)


# what it is put through


def read_position(text: str, rng: random.Random, folder: Path) -> None:
    match = parlour.from_position(text)
    assert parlour.from_position(match.position()).position() == match.position()
    for seat in range(-1, match.seats):
        match.view(seat).position()
    _play_on(match, rng)
    repr(match)


def _play_on(match: parlour.Match, rng: random.Random) -> None:
    for _ in range(CHOICES):
        if not match.asked:
            break
        match.play(rng.choice(match.codes()))
    match.record()


def read_record(text: str, rng: random.Random, folder: Path) -> None:
    _command(text, folder / "record.toml", "replay")


def read_scenario(text: str, rng: random.Random, folder: Path) -> None:
    _command(text, folder / "some.toml", "check")


def read_hands(text: str, rng: random.Random, folder: Path) -> None:
    phh.MOST_DEALS = 8  # interpreted, to play a hand two hundred times takes a minute
    _command(text, folder / "hand.phh", "replay")


def read_house_rules(text: str, rng: random.Random, folder: Path) -> None:
    game = game_of(parse_toml(text, "the house"))
    rules = [f"--set={rule}={value}" for rule, value in game.house.items()]
    _main(["rules", game.room.name, "--seats", str(game.seats), *rules])
    _play_on(game.start(seed=1), rng)


def read_line(text: str, rng: random.Random, folder: Path) -> None:
    file = folder / "file.toml"
    file.write_text(some_match(random.Random(1), 1).record(), encoding="utf-8")
    names = {"{file}": str(file), "{other}": str(folder / "out.toml"), "{folder}": str(folder)}
    for name, path in names.items():
        text = text.replace(name, path)
    if text.split(" ")[0] not in ("games", "rules", "replay", "check", "simulate", "arena", "bench", "play"):
        return  # `serve` is what a line without a command is
    if text.startswith("check") and str(folder) not in text:
        return  # all the files of the house
    _main(text.split(" "))


def _command(text: str, file: Path, command: str) -> None:
    file.write_bytes(text.encode(errors="surrogateescape"))
    status, errors = _main([command, str(file)])
    assert status != 2 or str(file) in errors, f"no file is named: {errors}"


def _main(arguments: list[str]) -> tuple[int, str]:
    out, errors, read = io.TextIOWrapper(io.BytesIO()), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"\n" * 50))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                status = main(arguments)
            except SystemExit as leaving:
                status = int(leaving.code or 0)
    finally:
        sys.stdin = read
    said = errors.getvalue()
    assert status in (0, 1, 2), f"exit status {status}"
    if status == 2:
        _check_line(said.removesuffix("\n"))
    return status, said


def _check_line(line: str) -> None:
    assert len(line.splitlines()) == 1, f"not one line: {line[:300]!r}"
    assert len(line) <= LONGEST, f"{len(line)} characters: {line[:100]!r} ..."


Reader = Callable[[str, random.Random, Path], None]
KINDS: dict[str, tuple[Callable[[random.Random, int], str], Callable[[random.Random, str], str], Reader]] = {
    "position": (position, spoil, read_position),
    "record": (record, spoil, read_record),
    "scenario": (scenario, spoil, read_scenario),
    "hand history": (hand_history, spoil, read_hands),
    "house rules": (house_rules, spoil, read_house_rules),
    "line": (line, spoil_line, read_line),
}


def failures(kind: str, count: int, seed: int, first: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the failures among a number of a kind: number, text, and the last lines of what happened."""
    whole, spoilt, read = KINDS[kind]
    signal.signal(signal.SIGPROF, _late)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for n in range(first, first + count):
            rng = random.Random(f"{kind} {seed} {n}")
            text = spoilt(rng, whole(rng, n))
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                read(text, rng, Path(folder))
            except parlour.BadInput as error:
                try:
                    _check_line(str(error))
                except AssertionError as wrong:
                    yield {"kind": kind, "n": n, "wrong": str(wrong), "text": text}
            except (Exception, Late) as error:
                signal.setitimer(signal.ITIMER_PROF, 0)
                frames = traceback.extract_tb(error.__traceback__)
                where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-6:]]
                yield {"kind": kind, "n": n, "wrong": f"{type(error).__name__}: {error}"[:300], "where": where, "text": text}
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)


def _late(number: int, frame: Any) -> None:
    raise Late(f"more than {SECONDS} s")


if __name__ == "__main__":
    import numpy as np

    np.seterr(all="ignore")
    kind, count, seed, *first = sys.argv[1:]
    for failure in failures(kind, int(count), int(seed), *map(int, first)):
        print(json.dumps(failure, ensure_ascii=True), flush=True)
