"""Every regular expression of the pages takes time in proportion to its text: it is attacked as Python's are (test_patterns)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from test_patterns import slow

SOURCE = Path(__file__).parent.parent / "src" / "parlour"
SCRIPTS = sorted([*SOURCE.rglob("*.js"), *SOURCE.rglob("*.html")])
LITERAL = re.compile(
    r"(?:^|[=(,:!&|?;{}\[>]|\breturn\b)\s*/(?P<body>(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+)/(?P<flags>[dgimsuvy]*)(?=[\s.,;)\]}]|$)"
)
MADE = re.compile(r"\bRegExp\(\s*(?P<quote>[`\"'])(?P<body>(?:\\.|(?!(?P=quote)).)*)(?P=quote)(?:,\s*[\"'](?P<flags>\w*)[\"'])?")
USES = re.compile(r"\bRegExp\(|\.(?:match|matchAll|search|replace|replaceAll|split|test|exec)\(")


def patterns(text: str) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """The regular expressions of a script, as Python would have them: the line, the pattern, and it compiled."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("//", "*", "/*", "<")):
            continue
        for found in LITERAL.finditer(line):
            yield number, found["body"], compiled(found["body"], found["flags"])
        for found in MADE.finditer(line):
            body = found["body"].replace("\\\\", "\\")
            yield number, body, compiled(re.sub(r"\$\{[^{}]*\}", "x|yz", body), found["flags"] or "")


def compiled(body: str, flags: str) -> re.Pattern[str]:
    """A pattern of JavaScript in Python's words; letters and figures of any script stand for its classes of characters."""
    body = re.sub(r"\[(\^?)\\p\{L\}\\p\{N\}\]", lambda found: r"\W" if found[1] else r"\w", body)
    body = re.sub(r"\\p\{\w+\}", r"\\w", body).replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
    return re.compile(body, re.IGNORECASE * ("i" in flags) | re.DOTALL * ("s" in flags) | re.MULTILINE * ("m" in flags))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_pattern_of_a_page_is_linear(path: Path) -> None:
    for line, body, pattern in patterns(path.read_text(encoding="utf-8")):
        assert not slow(pattern, {"search"}), f"{path}:{line}: {body}"


def test_patterns_are_found() -> None:
    """As many as there are, and what is not linear."""
    found = [body for path in SCRIPTS for _, body, _ in patterns(path.read_text(encoding="utf-8"))]
    assert len(found) >= 8, found
    script = (
        "const a = text.split(/(a+)+b/g);\nif (/x*y*x*z/.test(b) && c / d / e) return new RegExp(`${f}(\\\\s*,\\\\s*)+;`, 'u');"
    )
    written = list(patterns(script))
    assert [body for _, body, _ in written] == ["(a+)+b", "x*y*x*z", r"${f}(\s*,\s*)+;"]
    assert all(slow(pattern, {"search"}) for _, _, pattern in written)
