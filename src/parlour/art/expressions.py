"""Arithmetic over the channels of a colour, typed by a person: read, checked and worked out without running anything.

>>> darker = Expression("255 * (r / 255) ** (1 / 0.6)")
>>> round(darker(128, 0, 0))
81
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

from parlour.engine.errors import BadInput
from parlour.engine.reading import parse_expression

LONGEST = 400
"""Characters of an expression at most."""
CHANNELS = ("r", "g", "b")
CONSTANTS = {"pi": math.pi, "e": math.e}

_Value = Callable[[Mapping[str, float]], float]


def _clamp(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


FUNCTIONS: dict[str, tuple[Callable[..., float], int, int]] = {
    "min": (min, 2, 9),
    "max": (max, 2, 9),
    "clamp": (_clamp, 3, 3),
    "abs": (abs, 1, 1),
    "round": (lambda x: float(round(x)), 1, 1),
    "floor": (math.floor, 1, 1),
    "ceil": (math.ceil, 1, 1),
    "sqrt": (math.sqrt, 1, 1),
    "exp": (math.exp, 1, 1),
    "log": (math.log, 1, 2),
    "sin": (math.sin, 1, 1),
    "cos": (math.cos, 1, 1),
}
"""Functions that an expression may call, with their fewest and most arguments."""
_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: math.pow,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}


class Expression:
    """A function of r, g and b, written as in Python: + - * / // % **, brackets, and FUNCTIONS.

    BadInput says what is not part of the language.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > LONGEST:
            raise BadInput(f"an expression has at most {LONGEST} characters, this one {len(text)}")
        try:
            self._value = self._read(parse_expression(text.strip()))
        except SyntaxError as error:
            where = f" at character {error.offset}" if error.offset else ""
            raise BadInput(f"{text!r} is not an expression{where}") from None
        except BadInput:
            raise
        except (ValueError, OverflowError, RecursionError, MemoryError):  # a zero byte; too many digits; brackets in brackets
            raise BadInput(f"{text!r} is not an expression") from None

    def __call__(self, r: float, g: float, b: float) -> float:
        """Its value for a colour. BadInput if it has none: a division by zero, a root of what is negative."""
        try:
            value = float(self._value({"r": r, "g": g, "b": b}))
        except (ArithmeticError, ValueError):
            value = math.nan
        if math.isnan(value):
            raise BadInput(f"{self.text!r} has no value for r = {r:g}, g = {g:g}, b = {b:g}")
        return value

    def _read(self, node: ast.expr) -> _Value:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            number = float(node.value)  # floats only: a power of whole numbers could fill the memory
            return lambda _: number
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
            sign, inner = _UNARY[type(node.op)], self._read(node.operand)
            return lambda c: sign(inner(c))
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            work, left, right = _BINARY[type(node.op)], self._read(node.left), self._read(node.right)
            return lambda c: work(left(c), right(c))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, [self._read(part) for part in node.args])
        raise BadInput(f"{self.text!r}: {ast.unparse(node)[:40]!r} is not part of an expression in r, g and b")

    def _name(self, name: str) -> _Value:
        if name in CHANNELS:
            return lambda c: c[name]
        if name in CONSTANTS:
            return lambda _: CONSTANTS[name]
        known = ", ".join((*CHANNELS, *CONSTANTS, *FUNCTIONS))
        raise BadInput(f"{self.text!r}: {name[:40]!r} is not known; there are {known}")

    def _call(self, name: str, parts: list[_Value]) -> _Value:
        if name not in FUNCTIONS:
            raise BadInput(f"{self.text!r}: there is no function {name[:40]!r}; there are {', '.join(FUNCTIONS)}")
        function, fewest, most = FUNCTIONS[name]
        if not fewest <= len(parts) <= most:
            span = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise BadInput(f"{self.text!r}: {name} takes {span} arguments, not {len(parts)}")
        return lambda c: function(*(part(c) for part in parts))
