"""Readers of texts from outside take time in proportion to the length of any text: none stops the server.

`test_patterns` attacks every regular expression; here the readers as a whole are attacked, with the largest form that the server
takes, made of one piece again and again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import from_position
from parlour.engine.reading import parse_json
from parlour.engine.records import read_record
from parlour.engine.toml import DEEPEST, TomlLines, parse_toml
from parlour.house.agreement_toml import read_agreement
from parlour.house.phh import read_hands
from parlour.house.seating.plan import Seating
from parlour.table.pages import MOST_FORM_BYTES
from soon import needs_clock, within

LIMIT = 1.0
"""Seconds of processor time. What is linear takes a tenth of it, what takes the square of the length ten times as much."""
READERS: dict[str, Callable[[str], object]] = {
    "TOML": lambda text: parse_toml(text, "it"),
    "lines of TOML": lambda text: TomlLines(text).line(("x",)),
    "JSON": lambda text: parse_json(text, "it"),
    "house rules": lambda text: read_agreement(text, "it"),
    "a position": from_position,
    "a record": read_record,
    "a seating": Seating.read,
    "hand histories": read_hands,
}
ATTACKS: dict[str, Callable[[int], str]] = {
    "a key of many parts": lambda size: "a." * (size // 2) + "a = 1",
    "quoted parts": lambda size: '"a" . ' * (size // 6) + "a = 1",
    "other quotes": lambda size: "''\t.\t" * (size // 5) + "a = 1",
    "a table of many parts": lambda size: "[" + "a." * (size // 2) + "a]",
    "a list of many parts": lambda size: "[[" + "a." * (size // 2) + "a]]",
    "a key within braces": lambda size: "x = {" + "a." * (size // 2) + "a = 1}",
    "a key within a text": lambda size: 'x = """\n[' + "a." * (size // 2) + 'a]\n"""',
    "keys just deep enough": lambda size: ("a." * (DEEPEST - 2) + "a\n") * (size // 2 // DEEPEST),
    "many lists": lambda size: "".join(f"[[a{n}]]\n" for n in range(size // 10)),
    "many lists within one": lambda size: "[[a]]\n" + "".join(f"[[a.b{n}]]\n" for n in range(size // 12)),
    "many tables": lambda size: "".join(f"[a{n}]\n" for n in range(size // 8)),
    "many braces": lambda size: "a = " + "{b = " * (size // 5),
    "many brackets": lambda size: "a = " + "[" * size,
    "texts that do not end": lambda size: '"""\\' * (size // 4),
    "others that do not end": lambda size: "'''\"" * (size // 4),
    "quotes": lambda size: '"' * size,
    "nothing but brackets": lambda size: "[" * size,
    "objects within objects": lambda size: '{"players": ' * (size // 12),
    "a number": lambda size: "a = " + "9" * size,
}


@needs_clock
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_no_text_takes_long(reader: str, attack: str) -> None:
    text = ATTACKS[attack](MOST_FORM_BYTES)
    with within(LIMIT), contextlib.suppress(BadInput):
        READERS[reader](text)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * DEEPEST) + " = 1",
        "x = '" + "a." * 30 + "'",
        'x = "' + r"\"a." * 30 + '"',
        'x = ["""a"""", "' + "b." * 30 + '"]',
        "x = ['''a''''', '" + "b." * 30 + "']",
        'x = """\n' + "a." * 30 + '\n"""',
        "x = 1 # " + "a." * 30,
        "x = [" + "1.5, " * 30 + "]",
    ],
)
def test_what_only_looks_deep_is_read(text: str) -> None:
    assert parse_toml(text, "it")


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * (DEEPEST + 1)) + " = 1",
        "[" + " . ".join(['"a"'] * (DEEPEST + 1)) + "]",
        "x = '' # '\n" + ".".join("a" * (DEEPEST + 1)) + " = 1",
        "x = ['''a''''', '']\n" + ".".join("a" * (DEEPEST + 1)) + " = 1",
    ],
)
def test_what_is_too_deep_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="nests too deep"):
        parse_toml(text, "it")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = [", 1),
        ("\n\na = [\n\n", 4),
        ('a = 1\nb = """\n\n', 3),
        ("a = 1\n[table", 2),
        ("a = 1\nb 2", 2),
        ("a = 1\nb = 2020-02-30\nc = [", 2),
        (f"a = 1\nb = [\n1,\n{'9' * 5000}]\nc = 2", 4),
        (f"a = 1\nb = {'[' * 5000}\n", 2),
        (f"a = 1\n\n{'a.' * 20}b = 1", 3),
        (f"a = 1\nb = {'[' * 20}{']' * 20}", 2),
        (f"a = 1\n{'k' * 1200} = 1", 2),
        (f"[[s]]\nx = 1\n[[s]]\ny = {2**64}\n", 4),
    ],
)
def test_every_refusal_of_toml_has_a_line(text: str, line: int) -> None:
    with pytest.raises(BadInput, match=rf"^it is not readable as TOML: .*\(at line {line}\b[^()]*\)$"):
        parse_toml(text, "it")


def test_lists_within_lists_have_their_lines() -> None:
    """Their numbers begin again in each element."""
    lines = TomlLines("[[a]]\n[[a.b]]\nx = 1\n[[a.b]]\nx = 2\n[[a]]\n[[a.b]]\nx = 3\n[a.b.c]\ny = 4\n")
    keys = [("a", 0, "b", 0, "x"), ("a", 0, "b", 1, "x"), ("a", 1, "b", 0, "x"), ("a", 1, "b", 0, "c", "y")]
    assert [lines.line(key) for key in keys] == [3, 5, 8, 10]


def test_sides_of_a_seating_are_counted_and_not_listed() -> None:
    with within(LIMIT), pytest.raises(BadInput, match="numbered from 0"):
        Seating.read('{"players": ["Ann", "Bob"], "sides": [0, 999999999999]}')
