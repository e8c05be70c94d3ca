"""Arrow, if it is installed: results are Arrow tables, and nothing else of the house needs them."""

from __future__ import annotations

import importlib
from typing import Any

from parlour.engine.errors import BadInput

Rows = Any
"""An Arrow table: columns by name, as docs/cluster.md describes them."""


def wanted(name: str, extra: str) -> Any:
    """A library that is not everybody's. BadInput says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        library = name.partition(".")[0]
        raise BadInput(f"a study needs {library}, which is not installed: pip install 'parlour[{extra}]'") from None


def arrow() -> Any:
    """`pyarrow`."""
    return wanted("pyarrow", "lab")


def parquet() -> Any:
    """`pyarrow.parquet`."""
    return wanted("pyarrow.parquet", "lab")
