"""Decisions and findings: each is in its index, every reference to one leads somewhere, and so does every link into a page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from test_scaffold import BINARY, files

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NOTES = {path.name[:4]: path for path in sorted((DOCS / "decisions").glob("0*.md"))}
NUMBER = r"`?\[?`?(?:docs/decisions/)?(?:decisions/)?(0\d{3})\b"
REFERENCE = re.compile(rf"\b[Dd]ecisions? {NUMBER}|decisions/(0\d{{3}})\b")
FINDING = re.compile(r"findings/([\w-]+)\.md")
TAKEN_OVER = re.compile(r"^\*(?:[^*]*[Tt]akes over (?:decisions? )?)([^*;.:]*)", re.MULTILINE)


def numbers_taken_over(path: Path) -> list[str]:
    """The numbers that a note says, at its top, it took over."""
    return [
        number
        for listed in TAKEN_OVER.findall(path.read_text(encoding="utf-8")[:600])
        for number in re.findall(r"0\d{3}", listed)
    ]


def dangling(text: str) -> list[str]:
    """The decisions and findings that a text refers to and that do not exist."""
    numbers = [number for match in REFERENCE.findall(text) for number in match if number]
    findings = FINDING.findall(text)
    return [number for number in numbers if number not in NOTES] + [
        name for name in findings if not (DOCS / "findings" / f"{name}.md").exists()
    ]


def anchors(path: Path) -> set[str]:
    """The names of a page's headings in links, as web sites for repositories make them."""
    found: Counter[str] = Counter()
    names = set()
    for heading in re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        names.add(f"{name}-{found[name]}" if found[name] else name)
        found[name] += 1
    return names


@pytest.mark.parametrize("folder", ["decisions", "findings"])
def test_every_note_is_in_its_index_once(folder: str) -> None:
    listed = re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / folder / "README.md").read_text(encoding="utf-8"))
    notes = sorted(path.name for path in (DOCS / folder).glob("*.md") if path.name != "README.md")
    assert sorted(listed) == notes


def test_numbers_are_given_once() -> None:
    """A number is that of one note, or of one that took it over."""
    taken = [number for path in (*NOTES.values(), *(DOCS / "findings").glob("*.md")) for number in numbers_taken_over(path)]
    assert len(taken) > 80
    assert [number for number, times in Counter([*NOTES, *taken]).items() if times > 1] == []
    assert [path.name for number, path in NOTES.items() if not path.read_text(encoding="utf-8").startswith(f"# {number}: ")] == []
    assert len(NOTES) == len(list((DOCS / "decisions").glob("0*.md")))


def test_references_lead_to_notes() -> None:
    found = []
    for path in files():
        if path.suffix not in BINARY and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            if "ecision" in text or "findings/" in text:
                found += [f"{path.relative_to(ROOT)}: {name}" for name in dangling(text)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("see docs/decisions/0999-gone.md", ["0999"]),
        ("(decision 0998), and Decisions 0997", ["0998", "0997"]),
        ("[decision 0996](decisions/0996-x.md) [0001](decisions/0001-dependencies.md)", ["0996", "0996"]),
        ("docs/findings/no-such-game.md, docs/findings/toepen.md, decision 0001", ["no-such-game"]),
    ],
)
def test_a_reference_to_nothing_is_found(text: str, missing: list[str]) -> None:
    assert dangling(text) == missing


def test_links_into_pages_lead_to_headings() -> None:
    broken = []
    for path in files(".md"):
        if "src" not in path.relative_to(ROOT).parts:
            for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([\w-]+)\)", path.read_text(encoding="utf-8")):
                page = path.parent / target if target else path
                if page.suffix == ".md" and page.exists() and anchor not in anchors(page):
                    broken.append(f"{path.relative_to(ROOT)}: {target}#{anchor}")
    assert broken == []
