"""The implementation of an operator for given types, asked of Numba once.

For each `+` it meets, Numba goes through all that was ever declared of it, some dozens of templates from complex numbers to
strings, and writes down of each why it does not fit: a tenth of the time that it takes to compile a game. The answer for plain
values and arrays depends on their types alone, so it is remembered.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core import types
from numba.core.types.functions import BaseFunction

_PLAIN = (types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral, type(types.none), types.Array)
_resolve: Any = BaseFunction.get_call_type
_known: dict[Any, Any] = {}


def _remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of an operator, or of another function built into Numba, for these types."""
    if kws or not all(isinstance(arg, _PLAIN) for arg in args):
        return _resolve(self, context, args, kws)
    asked = context, self.key, tuple(args)
    found = _known.get(asked)
    if found is None:
        found = _resolve(self, context, args, kws)
        if self._impl_keys[found.args] is self.typing_key:  # built in: an overload is compiled for its caller
            _known[asked] = found
    else:
        self._impl_keys[found.args] = self.typing_key
    return found


@contextlib.contextmanager
def remembered() -> Iterator[None]:
    """Numba asks here while it compiles a rule. The caller holds its lock, so nothing else is compiled meanwhile."""
    numba: Any = BaseFunction
    before, numba.get_call_type = numba.get_call_type, _remembered
    try:
        yield
    finally:
        numba.get_call_type = before
