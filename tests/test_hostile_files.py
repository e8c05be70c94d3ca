"""Every command that reads a file refuses one that is none of its kind in one line, with exit status 2."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from interpreted import interpreted

COMMANDS: dict[str, list[str]] = {
    "a record": ["replay", "{file}"],
    "hand histories": ["replay", "{file}.phhs"],
    "scenarios": ["check", "{file}.toml"],
    "house rules": ["house", "{file}"],
    "house rules to compare": ["house", "{good}", "diff", "{file}"],
    "house rules to play by": ["rules", "--house", "{file}"],
    "house rules to change": ["house", "{file}", "propose", "--set", "target=300"],
    "a score pad": ["score", "spades", "{file}", "--show"],
    "what a group played": ["suggest", "--players", "4", "--group", "{file}"],
    "deals": ["solve", "klondike", "--file", "{file}"],
    "an ending": ["solve", "schnapsen", "--file", "{file}"],
    "verdicts": ["solve", "klondike", "--deals", "1", "--seed", "1", "-o", "{file}"],
    "a drawing to lighten": ["art", "gamma", "{file}", "--gamma", "2"],
    "a drawing to recolour": ["art", "recolour", "{file}.svgz"],
    "a press's profile": ["art", "deck", "-o", "{out}.pdf", "--profile", "{file}"],
    "house rules of a server": ["serve", "--no-open", "--house", "{file}"],
    "house rules of a match": ["play", "spades", "--house", "{file}"],
    "a room of a server": ["serve", "--no-open", "--room", "{file}"],
    "a room of a record": ["replay", "--room", "{file}", "{good}"],
    "a room to check": ["check", "--room", "{file}"],
    "a game": ["rules", "{file}"],
    "a game to keep score of": ["score", "{file}", "{out}.pad"],
    "a pad alone": ["score", "{file}", "--show"],
    "a press's profile of a box": ["art", "box", "-o", "{out}.pdf", "--inks", "cmyk", "--profile", "{file}"],
    "a bot's policy": ["arena", "cucumber", "--bots", "{file}.py,chance", "-n", "1", "--no-isolated"],
}
DATA: dict[str, bytes] = {
    "nothing": b"",
    "a mark alone": b"\xef\xbb\xbf",
    "a mark and words": "\ufeffGünter".encode(),
    "UTF-16": "format = 1\n".encode("utf-16"),
    "another encoding": b"G\xfcnter = 1\n",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40,
    "zero bytes": b"format = 1\n\0\0\0",
    "lines of another system": b"one\r\ntwo\r\n\r\nthree",
    "a long line": b"x" * 3_000_000,
    "many brackets": b"a = " + b"[" * 60_000,
    "many braces": b"a = " + b"{b = " * 20_000,
    "many tags": b"<svg>" * 20_000,
    "a long number": b"a = " + b"9" * 50_000,
    "control characters": b"\x1b[2J\x07 = 1\n",
    "half a character": b"title = '\xe2\x82",
    "a bomb": b"\x1f\x8b\x08\0",
}
MAY_BE_EMPTY = {"what a group played", "verdicts"}
"""A file that holds nothing yet is a beginning."""
MAKES_ITS_FILE = {"a score pad", "verdicts", "what a group played"}
"""A file that is not there is made."""
PROGRAM = """
import contextlib, io, json, sys
from parlour.cli import main
for line in json.load(open(sys.argv[1])):
    out, err = io.StringIO(), io.StringIO()
    out.buffer = io.BytesIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(line)
        except SystemExit as error:
            code = error.code
        except BaseException as error:
            code = f"{type(error).__name__}: {error}"[:200]
    print(json.dumps([code, err.getvalue()]))
"""
"""All commands in one process: to start one takes longer than to refuse a file."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], tuple[int, str]]:
    """By command and file the exit status and what was said."""
    folder = tmp_path_factory.mktemp("files")
    good = folder / "good.toml"
    lines = [["house", str(good), "new", "spades", "--member", "Ann"]]
    asked = []
    for number, (what, data) in enumerate({**DATA, "a folder": b"", "no file": b""}.items()):
        for command, words in COMMANDS.items():
            name = folder / f"{number}-{len(asked)}"
            path = Path(next((word for word in words if "{file}" in word), "").format(file=name))
            if what == "a folder":
                path.mkdir()
            elif what != "no file":
                path.write_bytes(data)
            lines.append([word.format(file=name, good=good, out=folder / "out") for word in words])
            asked.append((command, what))
    script = folder / "lines.json"
    script.write_text(json.dumps(lines))
    answers = [json.loads(line) for line in interpreted("-c", PROGRAM, str(script)).splitlines() if line.startswith("[")]
    assert len(answers) == len(lines)
    return {one: (code, said) for one, (code, said) in zip(asked, answers[1:], strict=True)}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_of_another_kind(command: str, told: dict[tuple[str, str], tuple[int, str]]) -> None:
    for what in (*DATA, "a folder", "no file"):
        code, said = told[command, what]
        if (what in ("nothing", "a mark alone") and command in MAY_BE_EMPTY) or (what == "no file" and command in MAKES_ITS_FILE):
            continue
        assert code == 2, f"{what}: {code}: {said}"
        assert said.count("\n") == 1, f"{what}: {said}"
        assert said.startswith("parlour: "), f"{what}: {said}"
        assert len(said) < 700, f"{what}: {said}"
        assert said.strip().isprintable(), f"{what}: {said!r}"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "shut"
    path.write_text("format = 1")
    path.chmod(0)
    script = tmp_path / "lines.json"
    lines = [[word.format(file=path, good=path, out=tmp_path / "out") for word in words] for words in COMMANDS.values()]
    script.write_text(json.dumps([line for line in lines if str(path) in line]))
    for answer in interpreted("-c", PROGRAM, str(script)).splitlines():
        code, said = json.loads(answer)
        assert (code, said.count("\n")) == (2, 1), said
        assert "permission" in said.lower(), said
