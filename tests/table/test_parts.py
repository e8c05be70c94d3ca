"""The parts of a live table are given what they need: they know neither the table nor, in a circle, each other."""

from __future__ import annotations

from pathlib import Path

import grimp
import pytest

CACHE = Path(__file__).parents[2] / ".cache" / "import-linter"
KNOW_A_TABLE = {"archive", "company", "hall", "requests", "sockets"}
"""The files that are handed an open table. Nothing else may need the whole of it."""


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """All imports of Parlour, those for types and those inside functions too."""
    return grimp.build_graph("parlour", exclude_type_checking_imports=False, cache_dir=str(CACHE))


def test_no_two_files_of_the_web_table_need_each_other(imports: grimp.ImportGraph) -> None:
    assert imports.nominate_cycle_breakers("parlour.table") == set()


def test_few_know_a_whole_table(imports: grimp.ImportGraph) -> None:
    importers = imports.find_modules_that_directly_import("parlour.table.tables")
    assert {name.removeprefix("parlour.table.") for name in importers} == KNOW_A_TABLE
