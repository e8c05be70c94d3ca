"""An object's private fields and methods are its own: nobody else writes or replaces them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine.reading import parse_python

ROOT = Path(__file__).parents[1]
MAY = ("src/parlour/machine/", "src/parlour/kit/calls.py", "src/parlour/cli/arguments.py")
"""The machinery reaches into Numba, which offers no other way to give it our libraries; `words` makes the class it writes to; the
standard library's parser finds the translations of its own texts in a function of its module and nowhere else."""
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("src/parlour", "bench")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
FILES = {file: parse_python(text) for file, text in TEXTS.items() if re.search(r"^class |\w\._[a-z]", text, re.MULTILINE)}
CLASSES: dict[str, list[tuple[str, ast.ClassDef]]] = {}
for name, tree in FILES.items():
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            CLASSES.setdefault(node.name, []).append((name, node))


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_fields(kind: ast.ClassDef) -> set[str]:
    """The fields that a class declares or sets on `self`."""
    declared = {each.target.id for each in kind.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)}
    return declared | {
        each.attr
        for each in ast.walk(kind)
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and ast.unparse(each.value) == "self"
    }


def written(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The private fields of other objects that code writes; not those of another object of its own class."""
    found = {
        node: node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, (ast.Store, ast.Del)) and private(node.attr)
        if ast.unparse(node.value) not in ("self", "cls")
    }
    kinds = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)] if found else []
    for node, line in found.items():
        own = [own_fields(kind) for kind in kinds if kind.lineno < line <= (kind.end_lineno or 0)]
        if not any(node.attr in fields for fields in own):
            yield line, ast.unparse(node)


def methods(kind: ast.ClassDef) -> set[str]:
    return {each.name for each in kind.body if isinstance(each, ast.FunctionDef) and private(each.name)}


def replaced(file: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The private methods that a class has in place of those of a base class in another module."""
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for base in kind.bases:
            for home, parent in CLASSES.get(ast.unparse(base).rpartition(".")[2], []):
                if home != file:
                    yield from ((kind.lineno, f"{kind.name}.{name}") for name in sorted(methods(kind) & methods(parent)))


@pytest.mark.parametrize("find", [lambda _, tree: written(tree), replaced], ids=["written", "replaced"])
def test_private_names_are_left_alone(find) -> None:  # type: ignore[no-untyped-def]
    found = [f"{file}:{line}: {what}" for file, tree in FILES.items() for line, what in find(file, tree)]
    assert [each for each in found if not each.startswith(MAY)] == []


def test_what_is_found() -> None:
    """The walk and the match as they were: a subclass in another module wrote the fields of its base."""
    before = (
        "class Walk(Round):\n def copy(self):\n  twin._log = []\n  twin._path = []\n  self._path = 1\n def _open(self): ...\n"
    )
    assert [what for _, what in written(parse_python(before))] == ["twin._log"]
    assert [what for _, what in replaced("elsewhere.py", parse_python(before))] == ["Walk._open"]
