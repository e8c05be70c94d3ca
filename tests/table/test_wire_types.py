"""The types that the scripts are checked by are those of the wire."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_types_of_the_scripts_are_those_of_the_wire() -> None:
    made = runpy.run_path(str(ROOT / "scripts/wire_types.py"))
    written = made["TARGET"].read_text(encoding="utf-8")
    assert written == made["typescript"](), "run: python scripts/wire_types.py"
