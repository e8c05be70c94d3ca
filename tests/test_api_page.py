"""docs/api.md says what the docstrings say: every public name with its arguments, and an example that runs."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

api_page = importlib.import_module("api_page")
SHOWN: list[tuple[str, str, Any]] = list(api_page.entries())
PLAIN = {"seat", "tables", "view", "code", "codes"}
"""Arguments that mean everywhere what the head of the page says."""


def test_the_page_is_what_would_be_written_now() -> None:
    made = subprocess.run([sys.executable, "scripts/api_page.py", "--check"], cwd=ROOT, check=False)
    assert made.returncode == 0, "docs/api.md is old: run python scripts/api_page.py"


def test_every_name_has_an_example_and_no_example_is_left_over() -> None:
    names = [name for _, name, _ in SHOWN]
    assert len(names) == len(set(names)) > 100
    assert set(names) == set(api_page.EXAMPLES)


def test_the_facade_is_on_the_page() -> None:
    assert {name for name in parlour.__all__ if name != "__version__"} <= {name for _, name, _ in SHOWN}


def test_every_argument_is_explained() -> None:
    silent = []
    for _, name, value in SHOWN:
        text, told, _ = api_page.explained(value)
        said = " ".join(text)
        explained = {word for names in told for word in names.replace(" and ", ", ").split(", ")}
        if "Made by" not in said and "." in name:
            silent += [
                f"{name}: {one.name}"
                for one in api_page.parameters(value)
                if one.name not in explained | PLAIN and f"`{one.name}`" not in said
            ]
        if not said:
            silent.append(name)
    assert silent == []


@pytest.mark.parametrize("name", ["envs.openspiel.load", "envs.pettingzoo.env"])
def test_examples_that_need_extras(name: str) -> None:
    pytest.importorskip({"envs.openspiel.load": "pyspiel", "envs.pettingzoo.env": "pettingzoo"}[name])
    text = api_page.EXAMPLES[name].replace("  # doctest: +SKIP", "")
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    found = doctest.DocTestRunner(verbose=False).run(test)
    assert (found.failed, found.attempted) == (0, text.count(">>>"))
