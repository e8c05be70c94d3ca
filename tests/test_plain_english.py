"""Texts are in plain English: none of the words that scripts/plain_english.py lists."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from parlour.engine.reading import parse_python

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

words = importlib.import_module("plain_english")


def test_texts_are_in_plain_english() -> None:
    listed = [
        f"{path.relative_to(ROOT)}:{number}: {written!r}; write: {advice}"
        for path in words.files([])
        for number, written, advice in words.found(path)
    ]
    assert listed == []


def returning(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings of classes, modules and constants that begin as those of functions do."""
    for node in ast.walk(parse_python(source)):
        texts: list[ast.AST] = []
        if isinstance(node, ast.Module | ast.ClassDef):
            texts = [*node.body[:1], *(text for one, text in pairwise(node.body) if isinstance(one, ast.Assign | ast.AnnAssign))]
        for text in texts:
            if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and str(text.value.value).startswith("Return"):
                yield text.lineno, str(text.value.value)


def test_only_functions_return() -> None:
    """`Return the name of a hand.` is no description of a class or a constant."""
    assert list(returning('NAME = 1\n"""Return a name."""\nclass A:\n    """Return it."""\ndef f():\n    """Return it."""')) == [
        (2, "Return a name."),
        (4, "Return it."),
    ]
    python = [path for path in words.files([]) if path.suffix == ".py"]
    found = [(str(path), *one) for path in python for one in returning(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("a.py", '"""Take a card, None where the pile ends."""', "None where"),
        ("b.py", "# whoever deals\nwhoever = 1", "whoever"),
        ("c.md", "One line a choice: `anew` is code.", "One line a choice"),
        ("d.py", '"""What a seat holds."""', "What"),
        ("rulebook.md", "Somebody deals.", "Somebody"),
        ("e.js", "// the choice hangs on the trump", "hangs on"),
        ("f.py", '"""Deal again where nobody bids."""', "where nobody"),
        ("g.js", '/** A name, "" where it is hidden. */', '"" where'),
        ("h.md", "Two packs, where the house says so.", "where the house says"),
        ("i.py", 'def f():\n    """How low the hand is."""', "How"),
        ("j.py", 'def f():\n    """The same, with jokers."""', "The same,"),
        ("k.py", 'def f():\n    """R5 and R6."""', "R5 and R6."),
        ("l.py", 'def f() -> None:\n    """Return the sheet."""', "Return"),
        ("m.py", 'def f():\n    """By seat the names."""', "By seat"),
        ("n.md", "Levels are mixed by lot.", "by lot"),
        ("o.py", 'def f():\n    """For JSON."""', "For"),
        ("q.md", "It is fast. What limits it is the disk.", "What"),
        ("q.md", "It is fast. Who waits has the time.", "Who"),
        ("d.py", "# a match by chance", "by chance"),
        ("r.md", "It wins against the search before.", "the search before"),
        ("p.py", 'def f():\n    """Within, texts are Dutch."""', "Within"),
        ("scenarios.toml", 'name = "Who has no chips gets no cards"', "Who"),
    ],
)
def test_a_word_of_the_dialect_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, written: str
) -> None:
    monkeypatch.setattr(words, "ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [match for _, match, _ in words.found(tmp_path / name)] == [written]


@pytest.mark.parametrize(
    ("name", "source", "given"),
    [
        ("a.py", "def told(t):\n    return t", "told"),
        ("b.py", "def f(said):\n    return said", "said"),
        ("c.py", "class A:\n    heard: int\n", "heard"),
        ("d.py", "def f(a):\n    a._went_on = 1", "_went_on"),
        ("e.py", "class Desk:\n    pass", "Desk"),
        ("f.js", "const said = 1;", "said"),
        ("g.js", "  #told = null;", "told"),
        ("h.js", "/** @param {string} heard */", "heard"),
        ("i.js", "  told(line) {", "told"),
    ],
)
def test_a_name_that_does_not_say_what_it_is_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str, given: str
) -> None:
    monkeypatch.setattr(words, "ROOT", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / name).write_text(source, encoding="utf-8")
    assert [match for _, match, _ in words.found(tmp_path / "src" / name)] == [given]


@pytest.mark.parametrize(
    "text",
    [
        "It costs 0.03 points a match.",
        "Three of a rank beat a pair.",
        "It is declared from 0 to 5 after a choice.",
        "The room where the cards lie.",
        "They stay where they are; who wins?",
        "The first dealer is drawn by lot.",
        "What may be played? The cards of the suit led.",
    ],
)
def test_plain_words_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(words, "ROOT", tmp_path)
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert list(words.found(tmp_path / "page.md")) == []


def test_the_command_says_what_to_write() -> None:
    told = subprocess.run(
        [sys.executable, "scripts/plain_english.py", "README.md"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (told.returncode, told.stdout) == (0, "")
