"""The door for files: what it reads, refuses and leaves behind, and that nothing of the house goes around it."""

from __future__ import annotations

import ast
import errno
import os
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.engine import files, scenarios, spreadsheet
from parlour.engine.errors import BadInput
from parlour.engine.reading import parse_python
from parlour.house.pad import Pad
from parlour.house.pad.keeping import PadFile
from parlour.house.suggest import Memory
from parlour.solve import deals
from parlour.solve.kept import Kept
from parlour.solve.verdicts import Verdict

SOURCE = Path(__file__).parent.parent / "src" / "parlour"
AROUND = {
    "engine/files.py": "the door itself",
    "engine/spreadsheet.py": "the door for CSV, of texts in memory",
    "machine/cache.py": "compiled code, below the door; it is checked by digest",
    "engine/compiling.py": "pipes between a server and the process that compiles for it",
    "kit/layout.py": "a digest of the room's own code, below the door",
    "languages/catalogue.py": "catalogues that come with the house, below the door",
    "languages/names.py": "names of cards that come with the house, below the door",
    "lab/tasks.py": "a digest of the room's own code",
    "bots/isolated/inside.py": "the null device, in place of standard input",
    "solve/klondike_policy.py": "weights that come with the house",
    "cli/__init__.py": "what is printed when nobody reads it any more",
    "table/store.py": "SQLite has a door of its own",
}
"""Files that may open files in another way, and why."""
METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "savefig", "truncate", "NamedTemporaryFile", "mkstemp"}
METHODS |= {"TemporaryDirectory", "read_table", "write_table", "savez", "savez_compressed"}
CALLS = {("os", "open"), ("os", "replace"), ("os", "rename"), ("io", "open"), ("np", "load"), ("np", "save"), ("json", "load")}
CALLS |= {("json", "dump"), ("tomllib", "load"), ("pickle", "load"), ("pickle", "dump"), ("csv", "reader"), ("csv", "writer")}
CALLS |= {("csv", "DictReader"), ("csv", "DictWriter"), ("sqlite3", "connect"), ("Image", "open"), ("codecs", "open")}
IN_MEMORY = {"BytesIO", "StringIO", "BufferReader", "BufferOutputStream", "svg_to_bytes"}
SINKS = {"sink", "made", "self._file", "':memory:'"}
"""Names of what is written to in memory."""


def around_the_door(text: str) -> list[int]:
    """The lines of a module that open a file without the door."""
    return [node.lineno for node in ast.walk(parse_python(text)) if isinstance(node, ast.Call) and _opens(node)]


def _opens(call: ast.Call) -> bool:
    first = call.args[0] if call.args else None
    within = {getattr(part.func, "attr", getattr(part.func, "id", "")) for part in ast.walk(call) if isinstance(part, ast.Call)}
    if within & IN_MEMORY or any(ast.unparse(one) in SINKS for one in call.args):
        return False
    if isinstance(call.func, ast.Name):
        return call.func.id == "open"
    if not isinstance(call.func, ast.Attribute):
        return False
    name, owner = call.func.attr, ast.unparse(call.func.value)
    if (owner, name) in CALLS:
        return True
    if name == "open":  # a game and a table are opened too, but not with a mode or an encoding
        mode = isinstance(first, ast.Constant) and isinstance(first.value, str) and set(first.value) <= set("rwabxt+")
        return mode or any(word in owner.lower() for word in ("path", "file")) or {"encoding", "newline"} & _words(call) != set()
    return name in METHODS


def _words(call: ast.Call) -> set[str]:
    return {word.arg for word in call.keywords if word.arg}


def test_nothing_goes_around_the_door() -> None:
    """Every reader and writer of the house goes through it; those that may not are named with the reason."""
    found = {path.relative_to(SOURCE).as_posix(): around_the_door(path.read_text()) for path in SOURCE.rglob("*.py")}
    unknown = [f"{name}:{line}" for name, lines in sorted(found.items()) if name not in AROUND for line in lines]
    assert not unknown, "these open files themselves: use parlour.engine.files"
    assert not [name for name in AROUND if not found.get(name)], "these need no exception any more"


@pytest.mark.parametrize(
    "text",
    [
        "open(name)",
        "Path(name).read_text(encoding='utf-8')",
        "path.open()",
        "x.open('wb')",
        "tomllib.load(handle)",
        "csv.reader(handle)",
        "np.load(name)",
        "pq.read_table(name)",
        "os.replace(a, b)",
        "resources.files('x').joinpath('y').read_bytes()",
    ],
)
def test_who_goes_around_is_found(text: str) -> None:
    """Every usual way to open a file; what stays in memory is none."""
    assert around_the_door(text) == [1]
    assert not around_the_door("game.open(4)\nnp.load(BytesIO(data))\nread_text(path)")


@pytest.mark.parametrize("data", [b"a\nb\n", b"\xef\xbb\xbfa\nb\n", b"a\r\nb\r\n", b"a\rb\r", b"\xef\xbb\xbfa\r\nb\n"])
def test_marks_and_line_ends(data: bytes, tmp_path: Path) -> None:
    """A byte order mark and the line ends of any system make no difference."""
    (tmp_path / "x").write_bytes(data)
    assert files.read_text(tmp_path / "x") == "a\nb\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"ok\nG\xfcnter", "x: not UTF-8 text (byte 4, line 2); save it as UTF-8"),
        (b"\xef\xbb\xbfok\r\nG\xfcnter", "x: not UTF-8 text (byte 8, line 2); save it as UTF-8"),
        (b"ok\r\0", "x: not text: it has a zero byte (byte 3, line 2)"),
        ("ok".encode("utf-16"), "x: not UTF-8 text but UTF-16; save it as UTF-8"),
        (b"0123456789a", "x: it is larger than 10 bytes, the most that is read"),
    ],
)
def test_what_is_no_text(data: bytes, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused in a line, with the place."""
    monkeypatch.chdir(tmp_path)
    Path("x").write_bytes(data)
    with pytest.raises(BadInput) as refusal:
        files.read_text("x", 10 if data[:1] == b"0" else files.LARGEST)
    assert str(refusal.value) == why


@pytest.mark.parametrize(
    ("name", "why"),
    [("none", "no such file"), (".", "a folder"), ("no/x", "no such file"), ("a\0b", "null"), ("x" * 300, "too long")],
)
def test_what_cannot_be_read_or_written(name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing, a folder, a name that none can have."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=why):
        files.read_text(name)
    if name != "none":
        with pytest.raises(BadInput, match=f"{why}|no such folder"):
            files.write_text(name, "x")
    assert os.listdir() == []


def _full(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """Make the disk have room for a number of bytes per file from here on."""
    real = os.write

    def write(handle: int, data: memoryview) -> int:
        if os.fstat(handle).st_size >= room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, data[: room - os.fstat(handle).st_size])

    monkeypatch.setattr(os, "write", write)


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The earlier file stays, a new one does not exist, and no line is half added."""
    old, new = tmp_path / "old", tmp_path / "new"
    files.write_text(old, "before\n")
    _full(monkeypatch, 10)
    for act in (files.write_text, files.append_text):
        with pytest.raises(BadInput, match="the disk is full"):
            act(old, "a long line\n")
        assert old.read_text() == "before\n"
    for act in (files.write_text, files.write_new):
        with pytest.raises(BadInput, match="the disk is full"):
            act(new, "a long line\n")
    assert os.listdir(tmp_path) == ["old"]
    monkeypatch.undo()
    files.write_new(new, "a long line\n")  # the first attempt does not stand in the way of the second
    with pytest.raises(BadInput, match="it is there already"):
        files.write_new(new, "another\n")
    assert new.read_text() == "a long line\n"


def test_what_a_file_was_it_stays(tmp_path: Path) -> None:
    """A link stays a link and the permissions stay; a device is written to as it is."""
    (tmp_path / "real").write_text("before")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    files.write_text(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640
    files.write_text("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("first", ["", "sep={}\n"])
def test_csv_of_half_of_europe(separator: str, first: str) -> None:
    """Commas, semicolons and tabs, quoted cells, other columns in any order; lines are counted as they stand."""
    rows = [["x", "deal", "id"], ["", "a|b", '"1' + separator + '2"'], ["", "", ""], ["", "c", "d"]]
    text = first.format(separator) + "\n".join(separator.join(row) for row in rows)
    found = spreadsheet.read_rows(text, ["id", "deal"])
    assert [(row["id"], row["deal"]) for row in found] == [(f"1{separator}2", "a|b"), ("d", "c")]
    assert [row.line for row in found] == [2 + bool(first), 4 + bool(first)]


@pytest.mark.parametrize("text", ["", "id\n1\n", "id,deal,id\n1,2,3\n", "id,deal\n1," + "x" * 200_000])
def test_what_is_no_csv(text: str) -> None:
    """No columns, too few of them, one twice, a cell without end."""
    with pytest.raises(BadInput):
        spreadsheet.read_rows(text, ["id", "deal"])


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+cmd", "-cmd", "\t=1", "  =1", "a;=1", '"=1', "＝1", "a\n=1"])
def test_no_text_becomes_a_formula(name: str) -> None:
    """No text of other people begins a formula at a place at which a spreadsheet may begin a cell."""
    written = spreadsheet.write_rows([[name, 5, -5, "-5"]])
    for cell in written.replace("\n", ";").replace("\t", ";").split(";"):
        assert cell.lstrip(' "')[:1] not in tuple("=+@＝"), written
    assert written.rstrip("\n").endswith(",5,-5,-5"), "numbers stay numbers"


# one bad member of a batch


HAND = """variant = "FB"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 AsKdQh2c", "d dh p2 ????????", "p2 f"]
"""


def test_one_bad_hand_does_not_refuse_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hold'em hand among those of Badugi is named with its line, and the others are replayed."""
    file = tmp_path / "x.phhs"
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND.replace('FB', 'NT')}\n[3]\n{HAND}")
    assert main(["replay", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out.count("Badugi") == 2
    assert said.err.startswith(f"parlour: skipped: {file}: line 10: hand 2: variant 'NT' is not played here")
    file.write_text(f"[1]\n{HAND.replace('FB', 'NT')}")
    assert main(["replay", str(file)]) == 2, "there is nothing left to replay"


def test_one_bad_scenario_does_not_refuse_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scenario that cannot be read, and one that cannot be run."""
    rest = 'game = "schnapsen"\n'
    good = '[[scenario]]\nname = "{}"\nchoices = []\n[scenario.table]\nphase = "next"\n'
    file = tmp_path / "x.toml"
    file.write_text(rest + good.format("a").replace("choices", "choice") + good.format("b").replace("next", "nowhere"))
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(BadInput, match='scenario "a"'):
        scenarios.read_scenarios(file)
    skipped: list[str] = []
    found = scenarios.read_scenarios(file, skipped)
    assert [one.name for one in found.scenarios] == ["b"]
    assert skipped[0].startswith(f"{file}:4: scenario \"a\": 'choice' is not a key")
    assert list(found.differences(skipped)) == []
    assert 'scenario "b"' in skipped[1]


def test_one_bad_entry_of_a_memory_is_kept(tmp_path: Path) -> None:
    """A game that is not here today is skipped, and is still in the file when something is added."""
    file = tmp_path / "group.toml"
    file.write_text(
        '[[said]]\ngame = "elsewhere"\nword = "liked"\nday = "2026-01-01"\n\n[[said]]\ngame = "toepen"\n'
        'word = "played"\nday = "2026-01-02"\n'
    )
    skipped: list[str] = []
    memory = Memory.read(file, skipped)
    assert [one.game for one in memory.entries] == ["toepen"]
    assert skipped[0].startswith(f"{file}:1: ")
    memory.add(["spades"], "liked")
    memory.write(file)
    assert [name in file.read_text() for name in ("elsewhere", "toepen", "spades")] == [True] * 3


def test_one_bad_deal_does_not_refuse_the_others(tmp_path: Path) -> None:
    """Deals as half of Europe writes them; one that is none is named with its line."""
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    piles, at = [], 0
    for size in range(1, 8):
        piles.append("".join(deck[at : at + size]))
        at += size
    deal = f"{'/'.join(piles)}|{''.join(deck[at:])}"
    skipped: list[str] = []
    found = deals.from_csv(parlour.Game("klondike"), f"id;deal\n1;{deal}\n2;{deal[2:]}\n3;{deal}\n", skipped)
    assert [one.name for one in found] == ["1", "3"]
    assert skipped[0].startswith("line 3: deal 2: ")


def test_one_bad_line_of_a_pad(tmp_path: Path) -> None:
    """It is named and stays where it is; a line separator within a note is not the end of a line."""
    file = tmp_path / "x.pad"
    book = PadFile.begin(Pad.of(parlour.Game("schnapsen"), ["Ann", "Bob"]), file)
    book.add("note", match=1, hand=1, text="one\u2028still one")
    files.append_text(file, "{broken}\n")
    book.add("note", match=1, hand=1, text="two")
    with pytest.raises(BadInput, match="line 3"):
        PadFile.resume(file)
    skipped: list[str] = []
    assert [one.text for one in PadFile.resume(file, skipped=skipped).pad.events] == ["one\u2028still one", "two"]
    assert [f"{file}, line 3" in line for line in skipped] == [True]
    assert "{broken}" in file.read_text()


def test_verdicts_that_a_spreadsheet_wrote(tmp_path: Path) -> None:
    """Semicolons and decimal commas are read, and what is added fits what is there."""
    game, file = parlour.Game("klondike"), tmp_path / "v.csv"
    deal = deals.Numbered(game, 1, 2)
    Kept(str(file), game, 1.0).put(deal[0], Verdict(True, (), 9, 1.5))
    lines = [line.split(",") for line in file.read_text().splitlines()]
    file.write_text("\ufeff" + "\r\n".join(";".join(cell.replace("1.5", "1,5") for cell in line) for line in lines))
    kept = Kept(str(file), game, 1.0)
    assert kept.get(deal[0]) == Verdict(True, (), 9, 1.5)
    kept.put(deal[1], Verdict(False, (), 3, 0.5))
    again = Kept(str(file), game, 1.0)
    assert (again.get(deal[0]), again.get(deal[1])) == (Verdict(True, (), 9, 1.5), Verdict(False, (), 3, 0.5))
