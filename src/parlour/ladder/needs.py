"""What words of the kit ask of a table: `seats_in(t)` is for tables with a field `out`.

Read from the source of the words, so that it is told of a line of rules.py whether or not a match comes there.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from parlour.machine import body

TABLE = "t"
"""What every function of the kit calls the table."""


@cache
def fields_used(function: Callable[..., Any]) -> frozenset[str]:
    """The fields of the table that a function uses, itself or in what it gives the table to."""
    found: set[str] = set()
    waiting, seen = [body(function)], set()
    while waiting:
        one = waiting.pop()
        if one in seen or not inspect.isfunction(one) or TABLE not in inspect.signature(one).parameters:
            continue
        seen.add(one)
        tree = ast.parse(textwrap.dedent(inspect.getsource(one)))
        found |= set(_fields(tree))
        waiting += [body(one.__globals__[name]) for name in _given_the_table(tree) if name in one.__globals__]
    return frozenset(found)


def _fields(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == TABLE:
            yield node.attr


def _given_the_table(tree: ast.AST) -> Iterator[str]:
    """The names of the functions that are called with the table itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if any(isinstance(given, ast.Name) and given.id == TABLE for given in node.args):
                yield node.func.id
