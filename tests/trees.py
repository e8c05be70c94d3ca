"""Python source as syntax trees, for tests that read the source of the house."""

from __future__ import annotations

import ast
import gc


def tree_of(text: str) -> ast.Module:
    """The syntax tree of a module's text, read while the garbage collector rests.

    What the collector ends in the middle may log a traceback, which parses a line of source. Python before 3.11.8 takes a parse
    within a parse for its own mistake and raises SystemError (python/cpython#106905).
    """
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        gc.enable()
