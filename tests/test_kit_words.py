"""docs/kit.md says what the docstrings of the kit say, with a line of example for every word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_is_what_would_be_written_now() -> None:
    made = subprocess.run([sys.executable, "scripts/kit_words.py", "--check"], cwd=ROOT, check=False)
    assert made.returncode == 0, "docs/kit.md is old: run python scripts/kit_words.py"


def test_every_word_has_a_line_of_example() -> None:
    page = (ROOT / "docs" / "kit.md").read_text(encoding="utf-8")
    words = re.findall(r"^\*\*`([^`]+)`\*\*(.*)\n\n(.*)$", page, re.MULTILINE)
    assert len(words) > 150
    assert [word for word, does, line in words if not does.strip() or not line.startswith("    ")] == []
