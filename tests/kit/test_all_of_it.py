"""No function of the kit goes without a test."""

import types
from pathlib import Path

from parlour import kit

SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)
)


def test_every_function_is_named_in_a_test():
    functions = [
        name
        for name, value in vars(kit).items()
        if not name.startswith("_") and callable(value) and not isinstance(value, type | types.ModuleType)
    ]
    assert len(functions) > 60
    assert [name for name in functions if f"{name}(" not in SOURCES and f"kit.{name}" not in SOURCES] == []
