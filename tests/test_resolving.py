"""Names that tests, benchmarks, scripts and guides take from the house are there: a renamed one is found without running them."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from parlour.engine.reading import parse_python

ROOT = Path(__file__).parents[1]
FILES = [path for folder in ("bench", "docs", "scripts", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def missing(text: str) -> Iterator[str]:
    """The names of the house that a Python file asks for and that are not there."""
    tree, modules = parse_python(text), dict[str, ModuleType]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] == "parlour":
            for alias in node.names:
                found = _found(str(node.module), alias.name)
                if found is None:
                    yield f"{node.lineno}: {node.module}.{alias.name}"
                elif isinstance(found, ModuleType):
                    modules[alias.asname or alias.name] = found
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            if not hasattr(modules[node.value.id], node.attr):
                yield f"{node.lineno}: {node.value.id}.{node.attr}"


def _found(module: str, name: str) -> object | None:
    """Return the value of a name in a module of the house, None for nothing. A module that needs a missing extra is not asked."""
    try:
        asked = importlib.import_module(module)
    except ImportError as error:
        return None if (error.name or "").startswith("parlour") else object()
    if name == "*" or hasattr(asked, name):
        value = getattr(asked, name, None)
        return object() if value is None else value
    try:
        return importlib.import_module(f"{module}.{name}")
    except ImportError:
        return None


@pytest.mark.parametrize("folder", ["bench", "docs", "scripts", "tests"])
def test_every_name_of_the_house_is_there(folder: str) -> None:
    listed = [
        f"{path.relative_to(ROOT)}:{name}"
        for path in FILES
        if path.relative_to(ROOT).parts[0] == folder
        for name in missing(path.read_text(encoding="utf-8"))
    ]
    assert listed == []


def test_a_name_that_is_gone_is_found() -> None:
    text = "from parlour.bots.isolated import wire\nfrom parlour.solve.klondike_search import no_such\nwire.no_such()\n"
    assert list(missing(text)) == ["2: parlour.solve.klondike_search.no_such", "3: wire.no_such"]


def given_twice(text: str) -> Iterator[str]:
    """The names that a module binds twice at its top level: the second silently takes the place of the first."""
    lines = dict[str, int]()
    for node in parse_python(text).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        for name in (target.id for target in targets if isinstance(target, ast.Name)):
            if name in lines:
                yield f"{lines[name]} and {node.lineno}: {name}"
            lines[name] = node.lineno


def test_no_constant_is_given_twice() -> None:
    assert list(given_twice("A = 1\nB: int = 2\nA = 3\n")) == ["1 and 3: A"]
    sources = [*FILES, *sorted((ROOT / "src").rglob("*.py"))]
    assert [f"{path}: {each}" for path in sources for each in given_twice(path.read_text(encoding="utf-8"))] == []
