"""Objects whose attributes are constants of compiled code: `Table.direction.counter` is a number to the compiler."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.typing.typeof import typeof_impl


def of_constants(kind: type) -> None:
    """Compiled code may read figures from objects of this class by name, as Numba lets it read those of a module.

    Their attributes must not change: the compiler reads them once.
    """
    typeof_impl.register(kind)(_named)


def _named(named: Any, _: Any) -> Any:
    return types.Module(named)
