"""Nothing in the package shows a bot the whole table: all that makes a view masks it in the same function.

Measurements may, to find out what seeing all cards is worth (`bench/outsiders.py`).
"""

import ast
from pathlib import Path

from parlour.engine.reading import parse_python

PACKAGE = Path(__file__).parents[2] / "src" / "parlour"
MASKS = {"mask_row", "masked", "sight", "look"}
"""The names of what masks a table, or of where a masked one lies."""
READ = "bots/isolated/wire.py"
"""Reads the views that another process has written."""


def names_in(node):
    """The names of variables and attributes in a piece of code."""
    return {getattr(each, "id", "") or getattr(each, "attr", "") for each in ast.walk(node)}


def imports_views(tree, file):
    """Whether a file imports the engine's `View`; the messages to browsers have another."""
    modules = {("parlour.engine.view", 0)} | ({("view", 1)} if file.startswith("engine/") else set())
    return any(
        isinstance(node, ast.ImportFrom) and (node.module, node.level) in modules and "View" in {name.name for name in node.names}
        for node in ast.walk(tree)
    )


def views_made():
    """The functions that make views, by file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        file, text = path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        if "View(" not in text or not imports_views(tree := parse_python(text), file):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
                isinstance(each, ast.Call) and ast.unparse(each.func) == "View" for each in ast.walk(node)
            ):
                yield file, node


def masked_in(function):
    """The names of variables of a function that are made by what masks a table, or handed to it."""
    found = set()
    for each in ast.walk(function):
        if isinstance(each, ast.Assign) and names_in(each.value) & MASKS:
            found |= set().union(*map(names_in, each.targets))
        if isinstance(each, ast.Call) and names_in(each.func) & MASKS:
            found |= {name for argument in each.args for name in names_in(argument)}
    return found


def shows_all(function):
    """Whether a function makes a view of a table that is not masked."""
    calls = [each for each in ast.walk(function) if isinstance(each, ast.Call) and ast.unparse(each.func) == "View"]
    return any(not names_in(call.args[2]) & (MASKS | masked_in(function)) for call in calls)


def test_every_view_is_of_a_masked_table():
    found = list(views_made())
    assert {"engine/match.py", "engine/game.py", "engine/state.py", "envs/walk.py", "table/live.py", READ} <= {
        file for file, _ in found
    }
    for file, function in found:
        assert file == READ or not shows_all(function), f"{file}: {function.name} makes a view of a table that is not masked"


def test_the_whole_table_is_noticed():
    for line in ("View(match.game, 0, match.table_for(0))", "View(match.look, 0, match.table_for(0))"):
        (function,) = ast.parse(f"def f(match):\n    return {line}").body
        assert shows_all(function)
